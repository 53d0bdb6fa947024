"""Facts of trade between players."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class DealProposed(Fact, frozen=True, tag="deal_proposed"):
    """A deal was offered; known to the two concerned only."""

    number: int
    giver: int
    taker: int
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    promise: str = ""
    due: int | None = None


class DealClosed(Fact, frozen=True, tag="deal_closed"):
    """A deal ended. ``how``: accepted, refused, withdrawn or lapsed; known to the two.

    ``word`` is what was said with the answer.
    """

    number: int
    giver: int
    taker: int
    how: str
    word: str = ""


class DealStruck(Fact, frozen=True, tag="deal_struck"):
    """What changes hands as a deal is struck: things on the table, and how many hidden cards."""

    weight = Weight.NOTABLE
    done_to = ("giver", "taker")
    between = ("giver", "taker")

    giver: int
    taker: int
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    hidden_give: int = 0
    hidden_take: int = 0


class CardsChangedHands(Fact, frozen=True, tag="cards_changed_hands"):
    """Hidden cards passed between two players: how many, not which."""

    weight = Weight.NOTABLE
    between = ("giver", "taker")

    giver: int
    taker: int
    number: int


class TermUnmet(Fact, frozen=True, tag="term_unmet"):
    """A thing of a deal or a ransom could not change hands, by this rule; of a hidden card only the
    two know it."""

    weight = Weight.NOTABLE
    done_to = ("giver", "taker")

    thing: str
    giver: int
    taker: int
    rule: str


class PromiseDue(Fact, frozen=True, tag="promise_due"):
    """A promise falls due; known to the two concerned."""

    weight = Weight.NOTABLE
    done_to = ("giver", "taker")

    giver: int
    taker: int
    text: str
