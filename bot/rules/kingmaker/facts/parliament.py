"""Facts about Parliament and the King's Peace."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class ParliamentCalled(Fact, frozen=True, tag="parliament_called"):
    """Parliament is called: the caller, the place, and any noble summoned by Writ."""

    weight = Weight.HEADLINE

    seat: int
    place: str
    noble: str | None = None
    summoned: str | None = None
    people: bool = False


class Excused(Fact, frozen=True, tag="excused"):
    """Nobles were excused from Parliament, ``writs`` of them by a Writ."""

    seat: int
    nobles: tuple[str, ...]
    writs: int


class ExcusesRevoked(Fact, frozen=True, tag="excuses_revoked"):
    """The caller revoked excuses, a Writ for each."""

    seat: int
    nobles: tuple[str, ...]


class ParliamentAssembled(Fact, frozen=True, tag="parliament_assembled"):
    """The nobles who attend, and those who are excused."""

    place: str
    attending: tuple[str, ...]
    excused: tuple[str, ...] = ()


class CameToParliament(Fact, frozen=True, tag="came_to_parliament"):
    """Nobles came to a Parliament that nobody must attend; ``left`` are heirs who stayed behind.

    ``writ``: a Writ forced them to come.
    """

    seat: int
    nobles: tuple[str, ...]
    left: tuple[str, ...] = ()
    writ: bool = False


class WritServed(Fact, frozen=True, tag="writ_served"):
    """A Writ forces a noble of another faction to come to Parliament."""

    weight = Weight.NOTABLE

    seat: int
    noble: str


class ChanceryOpened(Fact, frozen=True, tag="chancery_opened"):
    """A player offers the cards in the Chancery. ``by``: caller, commons or bishop."""

    seat: int
    by: str
    cards: tuple[str, ...] = ()


class CardRefused(Fact, frozen=True, tag="card_refused"):
    """A noble's player refused a card from the Chancery for him."""

    seat: int
    card: str
    noble: str


class RoundBegan(Fact, frozen=True, tag="round_began"):
    """A round of titles and offices, and who leads it; ``seat`` -1: the round is skipped."""

    number: int
    seat: int
    cards: tuple[str, ...] = ()


class Proposed(Fact, frozen=True, tag="proposed"):
    """A motion before Parliament.

    ``kind``: assign, illegitimate, title, office, sole_king or recall_ships.
    """

    weight = Weight.HEADLINE

    seat: int
    kind: str
    card: str | None = None
    noble: str | None = None
    heir: str | None = None
    ships: tuple[str, ...] = ()


class BallotClosed(Fact, frozen=True, tag="ballot_closed"):
    """The roll call: each seat's vote (yea, nay, abstain) and the totals in both houses."""

    weight = Weight.HEADLINE

    votes: tuple[str, ...]
    commons: tuple[int, int]
    lords: tuple[int, int]
    passed: bool


class KingDeclaredIllegitimate(Fact, frozen=True, tag="king_declared_illegitimate"):
    """A King lost his crown and is last in his line."""

    weight = Weight.HEADLINE

    heir: str


class SoleKingSettled(Fact, frozen=True, tag="sole_king_settled"):
    """Parliament made one of two Kings the sole King; the other keeps his place in the line."""

    weight = Weight.HEADLINE

    king: str
    deposed: str


class MotionFailedAgainstKing(Fact, frozen=True, tag="motion_failed_against_king"):
    """The price of a failed motion against a King falls on its mover."""

    weight = Weight.HEADLINE

    noble: str
    killed: bool


class MotionLapsed(Fact, frozen=True, tag="motion_lapsed"):
    """A King died during the debate on whether he is illegitimate."""

    king: str


class CardTransferred(Fact, frozen=True, tag="card_transferred"):
    """A card passed from one noble to another."""

    weight = Weight.NOTABLE

    card: str
    giver: str
    noble: str
    seat: int


class StayedAtParliament(Fact, frozen=True, tag="stayed_at_parliament"):
    """A noble or a ship was kept in place. ``by``: free_move or caller."""

    seat: int
    who: str
    by: str


class ParliamentDismissed(Fact, frozen=True, tag="parliament_dismissed"):
    """Parliament is over; the King's Peace begins."""

    weight = Weight.HEADLINE

    square: str
    seat: int


class PeaceEnded(Fact, frozen=True, tag="peace_ended"):
    """The King's Peace is over: everywhere, or only in some squares while it lasts in others."""

    squares: tuple[str, ...] = ()
