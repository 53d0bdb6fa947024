"""What happens to captives who are held for a ransom of draws."""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import HeirId, NobleId, PersonId


class DrawsOffered(Fact, frozen=True, tag="draws_offered"):
    """The player who lost an heir offers this many draws for him, or none
    (ishkibibble-ransom.1)."""

    heir: HeirId
    seat: Seat
    captor: Seat
    draws: int


class DrawsRefused(Fact, frozen=True, tag="draws_refused"):
    """The captor of an heir refuses a ransom for him."""

    weight = Weight.NOTABLE

    heir: HeirId
    seat: Seat
    captor: Seat


class HeirHeld(Fact, frozen=True, tag="heir_held"):
    """An heir is held until this many draws have been paid (ishkibibble-ransom.3)."""

    weight = Weight.HEADLINE

    heir: HeirId
    seat: Seat
    captor: Seat
    draws: int


class CaptiveKept(Fact, frozen=True, tag="captive_kept"):
    """From now on a captive goes with this one of his captor's nobles (ishkibibble-ransom.3)."""

    captive: PersonId
    noble: NobleId
    captor: Seat


class DrawPaid(Fact, frozen=True, tag="draw_paid"):
    """A draw went to the captor; ``left`` more are still owed (ishkibibble-ransom.1)."""

    weight = Weight.NOTABLE

    seat: Seat
    captor: Seat
    captive: PersonId
    left: int


class CustodyEnded(Fact, frozen=True, tag="custody_ended"):
    """Nobody holds a captive for a ransom any longer; ``left`` unpaid draws are forgotten. ``why``
    is paid, freed, alone, recaptured, taken (by another faction), gone (out of play, or fled) or
    correction.
    """

    weight = Weight.HEADLINE

    captive: PersonId
    seat: Seat
    captor: Seat
    why: str
    left: int
