"""No heir is killed by his own keeper for nothing.

A spare heir is a second life: he is killed when nobody else has one any more, so that the game is
won, and when he would fall to others with his keeper.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.vetoes.sieges import doomed


def in_the_way(outlook: Outlook, spare: Sequence[str]) -> list[str]:
    """Those of its spare heirs whom a seat had better kill now."""
    if not outlook.other_heirs:
        return list(spare)
    return [heir for heir in spare if _falls(outlook, heir)]


def _falls(outlook: Outlook, heir: str) -> bool:
    """Whether the next blow at his keeper gives an heir to others."""
    keeper = outlook.nobles.get(outlook.view.heirs[heir].holder or "")
    return keeper is not None and doomed(outlook, keeper.inside)
