"""Facts of the set-up and of who joins later."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class GameBegan(Fact, frozen=True, tag="game_began"):
    """The game is set up; ``first`` opens the play."""

    first: int
    seed_hash: str = ""


class HeirPlaced(Fact, frozen=True, tag="heir_placed"):
    """A die said where a royal heir begins (ishkibibble-placement.1)."""

    heir: str
    die: int
    place: str


class CardsDealt(Fact, frozen=True, tag="cards_dealt"):
    """A seat was dealt these cards, face up (house-4.2)."""

    seat: int
    cards: tuple[str, ...]


class CardsKeptInHand(Fact, frozen=True, tag="cards_kept_in_hand"):
    """Cards dealt at the start stay hidden in hand; only their player knows them (base-19.4)."""

    seat: int
    cards: tuple[str, ...]


class CardsBackInDeck(Fact, frozen=True, tag="cards_back_in_deck"):
    """Cards dealt that nobody of the seat could take went back into the Crown deck (base-2.6)."""

    seat: int
    cards: tuple[str, ...]


class NobleEntered(Fact, frozen=True, tag="noble_entered"):
    """A noble came into play."""

    weight = Weight.NOTABLE

    seat: int
    noble: str
    square: str
    inside: str | None = None


class RebuildBegan(Fact, frozen=True, tag="rebuild_began"):
    """A player without nobles is dealt in again (house-3.14)."""

    seat: int


class PlayerJoined(Fact, frozen=True, tag="player_joined"):
    """Somebody joined late and has a new seat (house-3.16)."""

    seat: int
