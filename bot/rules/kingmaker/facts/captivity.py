"""What happens to captives who are held for a ransom of draws."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class DrawsOffered(Fact, frozen=True, tag="draws_offered"):
    """The player who lost an heir offers that many draws for him; 0: nothing
    (ishkibibble-ransom.1)."""

    heir: str
    seat: int
    captor: int
    draws: int


class DrawsRefused(Fact, frozen=True, tag="draws_refused"):
    """The captor of an heir refuses a ransom for him."""

    weight = Weight.NOTABLE

    heir: str
    seat: int
    captor: int


class HeirHeld(Fact, frozen=True, tag="heir_held"):
    """An heir is held until that many draws have been paid (ishkibibble-ransom.3)."""

    weight = Weight.HEADLINE

    heir: str
    seat: int
    captor: int
    draws: int


class CaptiveKept(Fact, frozen=True, tag="captive_kept"):
    """From now on a captive goes with this one of his captor's nobles (ishkibibble-ransom.3)."""

    captive: str
    noble: str
    captor: int


class DrawPaid(Fact, frozen=True, tag="draw_paid"):
    """A draw went to the captor; ``left`` of them are still owed (ishkibibble-ransom.1)."""

    weight = Weight.NOTABLE

    seat: int
    captor: int
    captive: str
    left: int


class CustodyEnded(Fact, frozen=True, tag="custody_ended"):
    """Nobody holds a captive for that ransom any longer; ``left`` unpaid draws are forgotten.
    ``why``: paid, freed, alone, recaptured, taken (by another faction), gone (out of play) or
    correction.
    """

    weight = Weight.HEADLINE

    captive: str
    seat: int
    captor: int
    why: str
    left: int
