"""How it is seen that the goal of a chapter was reached: from what the learner sees, seat 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

GoalKind = Literal["keep", "place", "beat", "honour", "crown", "county", "win"]
"""An heir kept, a fortress controlled, a noble beaten, a card beside one's noble, an heir crowned,
a county held, the game won."""

LEARNER = 0
"""The seat of who learns: whoever opens a game sits there."""


def _keeps(view: Any, heir: str) -> bool:
    keeper = view.nobles.get(view.heirs[heir].holder)
    return keeper is not None and keeper.seat == LEARNER


def _controls(view: Any, place: str) -> bool:
    master = view.nobles.get(view.control.get(place))
    return master is not None and master.seat == LEARNER


def _has_beaten(view: Any, noble: str) -> bool:
    found = view.nobles.get(noble)
    return found is None or LEARNER in (found.captor, found.seat)


def _bears(view: Any, card: str) -> bool:
    return any(
        noble.seat == LEARNER and card in (noble.title, noble.office, *noble.cards)
        for noble in view.nobles.values()
    )


def _crowned(view: Any, heir: str) -> bool:
    return bool(view.heirs[heir].crowned) and _keeps(view, heir)


def _holds_county(view: Any, county: str) -> bool:
    return bool(view.counties[county].side == LEARNER)


def _won(view: Any, _: str) -> bool:
    return view.result is not None and LEARNER in view.result.winners


GOALS: dict[GoalKind, Callable[[Any, str], bool]] = {
    "keep": _keeps,
    "place": _controls,
    "beat": _has_beaten,
    "honour": _bears,
    "crown": _crowned,
    "county": _holds_county,
    "win": _won,
}
"""Whether a goal of a kind is reached, by the learner's view and the thing it is about."""
