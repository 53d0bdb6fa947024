"""Facts of nobles who waver, go home or change sides."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class NobleOfNoUse(Fact, frozen=True, tag="noble_of_no_use"):
    """A noble is lost to his faction for a turn; a ship that he is aboard of is becalmed."""

    weight = Weight.NOTABLE
    done_to = ("seat",)

    seat: int
    noble: str
    ship: str | None = None


class DoubtRose(Fact, frozen=True, tag="doubt_rose"):
    """A Vacillating Noble was drawn in a combat: a ``die`` for the side, and a noble at random.

    ``why`` it changes nothing: equal (the sides are; the combat ends), alone (nobody of that side
    has comrades there) or idle (at sea, where it rarely matters). ``die`` is 0 where none fell.
    """

    why: str = ""
    seat: int | None = None
    die: int = 0
    stronger: bool = False
    noble: str | None = None


class NobleWavered(Fact, frozen=True, tag="noble_wavered"):
    """A die and the odds without him decided what a noble does, with the heirs whom he keeps.

    He goes over ``to`` a seat, or (None) home to a ``place``.
    """

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: int
    noble: str
    half: str
    die: int
    to: int | None
    place: str = ""
    heirs: tuple[str, ...] = ()


class OddsAnew(Fact, frozen=True, tag="odds_anew"):
    """The strengths after a noble has wavered."""

    strength: int
    opposed: int


class HeirWooed(Fact, frozen=True, tag="heir_wooed"):
    """A seat has won the heir of a noble who was killed and was ``former``'s."""

    weight = Weight.HEADLINE
    done_to = ("former",)

    seat: int
    noble: str
    former: int


class PutAside(Fact, frozen=True, tag="put_aside"):
    """Nobles too weak for a turncoat's castle went into a square beside it."""

    seat: int
    nobles: tuple[str, ...]
    place: str
    square: str
