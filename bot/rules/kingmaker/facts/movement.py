"""Facts about movement over land, and leave to enter."""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId, ShipId, SquareId


class RefugeOpened(Fact, frozen=True, tag="refuge_opened"):
    """A faction may go to a land this phase; how long it may stay is secret
    (ishkibibble-refuge.5)."""

    weight = Weight.NOTABLE

    seat: Seat
    land: PlaceId


class RefugeLeft(Fact, frozen=True, tag="refuge_left"):
    """The time for a refuge is over, and anyone still there is put out."""

    weight = Weight.NOTABLE

    seat: Seat
    land: PlaceId
    nobles: tuple[NobleId, ...]
    square: SquareId


class RefugeOver(Fact, frozen=True, tag="refuge_over"):
    """Everybody has left a refuge: the table now learns how many turns it gave."""

    weight = Weight.NOTABLE

    seat: Seat
    land: PlaceId
    card: CardId
    turns: int


class Marched(Fact, frozen=True, tag="marched"):
    """Nobles moved over land. ``by`` is march, road, free_road, retreat or evasion."""

    seat: Seat
    nobles: tuple[NobleId, ...]
    origin: str
    to: str
    by: str = "march"


class EnteredPlace(Fact, frozen=True, tag="entered_place"):
    """Nobles went inside a place in their square."""

    seat: Seat
    nobles: tuple[NobleId, ...]
    place: PlaceId


class CameOut(Fact, frozen=True, tag="left_place"):
    """Nobles came out of a place into its square."""

    seat: Seat
    nobles: tuple[NobleId, ...]
    place: PlaceId


class AmnestyBegan(Fact, frozen=True, tag="amnesty_began"):
    """Nobles are trapped in another player's port and stay there (ishkibibble-amnesty.1)."""

    weight = Weight.NOTABLE

    nobles: tuple[NobleId, ...]
    port: PlaceId


class Expelled(Fact, frozen=True, tag="expelled"):
    """Nobles were put out of a place that is no longer open to them."""

    weight = Weight.NOTABLE

    nobles: tuple[NobleId, ...]
    place: PlaceId


class LeaveAsked(Fact, frozen=True, tag="leave_asked"):
    """A player asks another to declare ``place``, a fortress or a ship, Friendly."""

    seat: Seat
    owner: Seat
    place: PlaceId | ShipId


class LeaveAnswered(Fact, frozen=True, tag="leave_answered"):
    """The answer to a request for leave."""

    seat: Seat
    owner: Seat
    place: PlaceId | ShipId
    granted: bool
