"""A King shelters, but who may be crowned goes where he is crowned, with his clergy."""

from __future__ import annotations

from collections.abc import Collection

from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import targets

SAFE = 0.05
"""Up to this danger a keeper of heirs is in the open for a night on the way."""

PULL = 1.0
"""Points that a square nearer to the cathedral is worth."""

_PATIENCE = 20
"""Nobody sets out for a cathedral so many squares away."""


def goals(outlook: Outlook, free: Collection[str]) -> dict[str, str]:
    """Where those make for who could crown an heir together, by noble: the nearest cathedral."""
    best: tuple[int, str, tuple[str, ...]] | None = None
    for target in targets(outlook):
        if target.kind != "crown" or not set(target.members) <= set(free):
            continue
        way = max(outlook.steps(outlook.nobles[n].square, target.square) for n in target.members)
        if way < _PATIENCE and (best is None or (way, target.square) < best[:2]):
            best = (way, target.square, target.members)
    return {} if best is None else dict.fromkeys(best[2], best[1])
