"""Facts about Parliament and the King's Peace."""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, ShipId, SquareId


class ParliamentCalled(Fact, frozen=True, tag="parliament_called"):
    """Parliament is called: the caller, the place, and any noble summoned by Writ."""

    weight = Weight.HEADLINE

    seat: Seat
    place: PlaceId
    noble: NobleId | None = None
    summoned: NobleId | None = None
    people: bool = False


class Excused(Fact, frozen=True, tag="excused"):
    """Nobles were excused from Parliament, ``writs`` of them by a Writ."""

    seat: Seat
    nobles: tuple[NobleId, ...]
    writs: int


class ExcusesRevoked(Fact, frozen=True, tag="excuses_revoked"):
    """The caller revoked excuses, a Writ for each."""

    seat: Seat
    nobles: tuple[NobleId, ...]


class ParliamentAssembled(Fact, frozen=True, tag="parliament_assembled"):
    """The nobles who attend, and those who are excused."""

    place: PlaceId
    attending: tuple[NobleId, ...]
    excused: tuple[NobleId, ...] = ()


class CameToParliament(Fact, frozen=True, tag="came_to_parliament"):
    """Nobles came to a Parliament that nobody has to attend; ``left`` are heirs who stayed behind.

    ``writ`` says whether a Writ forced the nobles to come.
    """

    seat: Seat
    nobles: tuple[NobleId, ...]
    left: tuple[str, ...] = ()
    writ: bool = False


class WritServed(Fact, frozen=True, tag="writ_served"):
    """A Writ forces a noble of another faction to come to Parliament."""

    weight = Weight.NOTABLE

    seat: Seat
    noble: NobleId


class ChanceryOpened(Fact, frozen=True, tag="chancery_opened"):
    """A player offers the cards in the Chancery. ``by``: caller, commons or bishop."""

    seat: Seat
    by: str
    cards: tuple[CardId, ...] = ()


class CardRefused(Fact, frozen=True, tag="card_refused"):
    """A player refused a card from the Chancery for his noble."""

    seat: Seat
    card: CardId
    noble: NobleId


class RoundBegan(Fact, frozen=True, tag="round_began"):
    """A round of titles and offices, and who leads it; if ``seat`` is -1, the round is skipped."""

    number: int
    seat: Seat
    cards: tuple[CardId, ...] = ()


class Proposed(Fact, frozen=True, tag="proposed"):
    """A motion before Parliament.

    ``kind``: assign, illegitimate, title, office, sole_king or recall_ships.
    """

    weight = Weight.HEADLINE
    together = True

    seat: Seat
    kind: str
    card: CardId | None = None
    noble: NobleId | None = None
    heir: HeirId | None = None
    ships: tuple[ShipId, ...] = ()


class BallotClosed(Fact, frozen=True, tag="ballot_closed"):
    """The roll call: each seat's vote (yea, nay, abstain) and the totals in both houses."""

    weight = Weight.HEADLINE
    together = True

    votes: tuple[str, ...]
    commons: tuple[int, int]
    lords: tuple[int, int]
    passed: bool


class KingDeclaredIllegitimate(Fact, frozen=True, tag="king_declared_illegitimate"):
    """A King lost his crown and is now last in his line."""

    weight = Weight.HEADLINE

    heir: HeirId


class SoleKingSettled(Fact, frozen=True, tag="sole_king_settled"):
    """Parliament made one of two Kings the sole King; the other keeps his place in the line."""

    weight = Weight.HEADLINE

    king: HeirId
    deposed: str


class MotionFailedAgainstKing(Fact, frozen=True, tag="motion_failed_against_king"):
    """A motion against a King failed, and its mover pays the price."""

    weight = Weight.HEADLINE

    noble: NobleId
    killed: bool


class MotionLapsed(Fact, frozen=True, tag="motion_lapsed"):
    """A King died during the debate on whether he is illegitimate."""

    king: HeirId


class CardTransferred(Fact, frozen=True, tag="card_transferred"):
    """A card passed from one noble to another."""

    weight = Weight.NOTABLE

    card: CardId
    giver: str
    noble: NobleId
    seat: Seat


class StayedAtParliament(Fact, frozen=True, tag="stayed_at_parliament"):
    """A noble or a ship was kept in place. ``by``: free_move or caller."""

    seat: Seat
    who: str
    by: str


class ParliamentDismissed(Fact, frozen=True, tag="parliament_dismissed"):
    """Parliament is over; the King's Peace begins."""

    weight = Weight.HEADLINE

    square: SquareId
    seat: Seat


class PeaceEnded(Fact, frozen=True, tag="peace_ended"):
    """The King's Peace is over: everywhere, or only in some squares while it lasts in others."""

    squares: tuple[SquareId, ...] = ()
