"""Facts of alliances that are agreed on beforehand; everybody hears of them."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class PactProposed(Fact, frozen=True, tag="pact_proposed"):
    """A seat offered an alliance to another: for one combat in a square, or a lasting one."""

    seat: int
    ally: int
    square: str
    lasting: bool = False


class PactAnswered(Fact, frozen=True, tag="pact_answered"):
    """What became of that offer. ``how``: agreed, declined or withdrawn."""

    weight = Weight.NOTABLE

    seat: int
    ally: int
    square: str
    how: str
    lasting: bool = False


class PactEnded(Fact, frozen=True, tag="pact_ended"):
    """An alliance is over. ``how``: cancelled (by ``seat``), fought (its combat) or lapsed."""

    weight = Weight.NOTABLE
    done_to = ("ally",)

    seat: int
    ally: int
    square: str
    how: str
    lasting: bool = False
