"""Facts of Crown cards and of the places that go with them."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class CardAssigned(Fact, frozen=True, tag="card_assigned"):
    """A Crown card was laid beside a noble. ``source``: deal, draw, hand, parliament, transfer,
    recruiting or correction."""

    seat: int
    card: str
    noble: str
    source: str

    def weighs(self) -> Weight:
        """What Parliament gives is what it was called for; elsewhere one lays down his own."""
        return Weight.NOTABLE if self.source == "parliament" else Weight.DETAIL


class CardsToChancery(Fact, frozen=True, tag="cards_to_chancery"):
    """Cards went to the Chancery."""

    cards: tuple[str, ...]
    seat: int | None = None


class CardsDiscarded(Fact, frozen=True, tag="cards_discarded"):
    """Crown cards went to the discards."""

    cards: tuple[str, ...]
    seat: int | None = None


class CrownDeckReshuffled(Fact, frozen=True, tag="crown_deck_reshuffled"):
    """The Crown discards became the new deck."""

    cards: int


class ControlGained(Fact, frozen=True, tag="control_gained"):
    """A noble now controls a place. ``by``: card, castle, siege, inheritance, ransom."""

    place: str
    noble: str
    seat: int
    by: str


class ControlLost(Fact, frozen=True, tag="control_lost"):
    """A place became neutral."""

    weight = Weight.NOTABLE
    done_to = ("seat",)

    place: str
    seat: int


class PlaceCardHandedOver(Fact, frozen=True, tag="place_card_handed_over"):
    """A drawn place card went to the noble who already holds the place (house-8.1.2)."""

    card: str
    seat: int
    noble: str


class CrownCardDrawn(Fact, frozen=True, tag="crown_card_drawn"):
    """A Crown card was drawn; ``card`` is empty for those who may not see it."""

    seat: int
    card: str = ""


class CardWaits(Fact, frozen=True, tag="card_waits"):
    """A Crown card was drawn that lies beside the board until it is given to somebody
    (ishkibibble-kerns.2)."""

    weight = Weight.NOTABLE

    seat: int
    card: str


class NothingToDraw(Fact, frozen=True, tag="nothing_to_draw"):
    """Deck and discards are empty."""

    seat: int
