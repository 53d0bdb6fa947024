"""What decides the game: what wins it now."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.seats.kingmaker_steward.outlook import Outlook


def decides(outlook: Outlook, nobles: Iterable[str], heirs: Collection[str]) -> bool:
    """Whether taking these nobles, with the heirs they keep, and these heirs leaves none to others.

    Where victory is counted by turns or by points it decides nothing.
    """
    if not outlook.last_heirs_win or not outlook.my_heirs or not outlook.other_heirs:
        return False
    taken = {*heirs, *(heir for noble in nobles for heir in outlook.heirs_with(noble))}
    return taken.issuperset(outlook.other_heirs)
