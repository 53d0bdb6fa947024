"""Facts about Crown cards and the places that go with them.

Facts about trade between players.

Facts about alliances agreed beforehand; everybody is told about them.
"""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import NO_CARD, CardId, NobleId, PlaceId, SquareId


class CardAssigned(Fact, frozen=True, tag="card_assigned"):
    """A Crown card was given to a noble. ``source`` is deal, draw, hand, parliament, transfer,
    recruiting, spoils, bequest or correction.
    """

    seat: Seat
    card: CardId
    noble: NobleId
    source: str

    def weighs(self) -> Weight:
        """Parliament is called to give cards; elsewhere a player gives one of his own."""
        return Weight.NOTABLE if self.source == "parliament" else Weight.DETAIL


class CardsToChancery(Fact, frozen=True, tag="cards_to_chancery"):
    """Cards went to the Chancery."""

    cards: tuple[CardId, ...]
    seat: Seat | None = None


class CardsDiscarded(Fact, frozen=True, tag="cards_discarded"):
    """Crown cards went to the discards."""

    cards: tuple[CardId, ...]
    seat: Seat | None = None


class CrownDeckReshuffled(Fact, frozen=True, tag="crown_deck_reshuffled"):
    """The Crown discards became the new deck."""

    cards: int


class ControlGained(Fact, frozen=True, tag="control_gained"):
    """A noble now controls a place. ``by`` says by what means (card, castle, siege, deal, ...)."""

    place: PlaceId
    noble: NobleId
    seat: Seat
    by: str


class ControlLost(Fact, frozen=True, tag="control_lost"):
    """A place became neutral."""

    weight = Weight.NOTABLE
    done_to = ("seat",)

    place: PlaceId
    seat: Seat


class PlaceCardHandedOver(Fact, frozen=True, tag="place_card_handed_over"):
    """A place card drawn or played went to the noble who already holds the place (house-8.1.2)."""

    card: CardId
    seat: Seat
    noble: NobleId


class CrownCardDrawn(Fact, frozen=True, tag="crown_card_drawn"):
    """A Crown card was drawn; ``card`` is empty for those who may not see it."""

    seat: Seat
    card: CardId = NO_CARD


class CardWaits(Fact, frozen=True, tag="card_waits"):
    """A Crown card was drawn that stays beside the board until it is given to somebody
    (ishkibibble-kerns.2)."""

    weight = Weight.NOTABLE

    seat: Seat
    card: CardId


class NothingToDraw(Fact, frozen=True, tag="nothing_to_draw"):
    """The Crown deck and its discards are empty."""

    seat: Seat


class DealProposed(Fact, frozen=True, tag="deal_proposed"):
    """A deal was offered; only the two concerned know of it. ``answers`` is the number of the other
    player's offer that this one replaces.
    """

    number: int
    giver: Seat
    taker: Seat
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    promise: str = ""
    due: int | None = None
    answers: int | None = None


class DealClosed(Fact, frozen=True, tag="deal_closed"):
    """A deal ended. ``how`` is accepted, refused, withdrawn, lapsed or void (a line died out). Only
    the two concerned know of it.

    ``word`` is the message sent with the answer.
    """

    number: int
    giver: Seat
    taker: Seat
    how: str
    word: str = ""


class DealStruck(Fact, frozen=True, tag="deal_struck"):
    """The things on the table that change hands when a deal is struck, and the number of hidden
    cards."""

    weight = Weight.NOTABLE
    done_to = ("giver", "taker")
    between = ("giver", "taker")

    giver: Seat
    taker: Seat
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    hidden_give: int = 0
    hidden_take: int = 0


class CardsChangedHands(Fact, frozen=True, tag="cards_changed_hands"):
    """Hidden cards passed between two players: everybody learns how many, but not which."""

    weight = Weight.NOTABLE
    between = ("giver", "taker")

    giver: Seat
    taker: Seat
    number: int


class TermUnmet(Fact, frozen=True, tag="term_unmet"):
    """A thing in a deal or a ransom could not change hands because of ``rule``; if it is a hidden
    card, only the two concerned know.
    """

    weight = Weight.NOTABLE
    done_to = ("giver", "taker")

    thing: str
    giver: Seat
    taker: Seat
    rule: str


class PromiseDue(Fact, frozen=True, tag="promise_due"):
    """A promise falls due; only the two concerned know of it."""

    weight = Weight.NOTABLE
    done_to = ("giver", "taker")

    giver: Seat
    taker: Seat
    text: str


class PactProposed(Fact, frozen=True, tag="pact_proposed"):
    """A seat offered an alliance to another: for one combat in a square, or a lasting one."""

    seat: Seat
    ally: Seat
    square: SquareId
    lasting: bool = False


class PactAnswered(Fact, frozen=True, tag="pact_answered"):
    """The outcome of an offered alliance. ``how`` is agreed, declined or withdrawn."""

    weight = Weight.NOTABLE

    seat: Seat
    ally: Seat
    square: SquareId
    how: str
    lasting: bool = False


class PactEnded(Fact, frozen=True, tag="pact_ended"):
    """An alliance is over. ``how`` is cancelled (by ``seat``), fought (its combat) or lapsed."""

    weight = Weight.NOTABLE
    done_to = ("ally",)

    seat: Seat
    ally: Seat
    square: SquareId
    how: str
    lasting: bool = False
