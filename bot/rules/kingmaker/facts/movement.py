"""Facts of movement over land, and of leave to enter."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class Marched(Fact, frozen=True, tag="marched"):
    """Nobles moved over land. ``by``: march, road or free_road."""

    seat: int
    nobles: tuple[str, ...]
    origin: str
    to: str
    by: str = "march"


class EnteredPlace(Fact, frozen=True, tag="entered_place"):
    """Nobles went inside a place of their square."""

    seat: int
    nobles: tuple[str, ...]
    place: str


class CameOut(Fact, frozen=True, tag="left_place"):
    """Nobles came out of a place into its square."""

    seat: int
    nobles: tuple[str, ...]
    place: str


class Expelled(Fact, frozen=True, tag="expelled"):
    """Nobles were put out of a place that became neutral."""

    weight = Weight.NOTABLE

    nobles: tuple[str, ...]
    place: str


class LeaveAsked(Fact, frozen=True, tag="leave_asked"):
    """A player asks another to declare a fortress Friendly, or (``place``) a ship."""

    seat: int
    owner: int
    place: str


class LeaveAnswered(Fact, frozen=True, tag="leave_answered"):
    """The answer to such a request."""

    seat: int
    owner: int
    place: str
    granted: bool
