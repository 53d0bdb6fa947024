"""Facts about the course of the game: turns, phases, time, and how it ends.

Facts about the set-up and late joiners.

The kinds of facts after which everybody still has what he had (`IDLE`, `ON_FOOT`).
"""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.cards import NothingToDraw
from bot.rules.kingmaker.facts.combat import AttackAnnounced, SiegeHeld
from bot.rules.kingmaker.facts.events import EventDeckReshuffled, EventDrawn, EventKept
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.facts.movement import EnteredPlace, LeaveAnswered, LeaveAsked, Marched
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, SquareId


class TurnBegan(Fact, frozen=True, tag="turn_began"):
    """A seat's turn begins."""

    seat: Seat
    round: int


class PhaseBegan(Fact, frozen=True, tag="phase_began"):
    """A phase of the turn begins."""

    seat: Seat
    phase: str


class TimeCalled(Fact, frozen=True, tag="time_called"):
    """The time limit is reached; the turn in progress is the last."""

    weight = Weight.HEADLINE

    round: int


class VotesCounted(Fact, frozen=True, tag="votes_counted"):
    """The votes in both houses, by seat."""

    commons: tuple[int, ...]
    lords: tuple[int, ...]


class ReignCounted(Fact, frozen=True, tag="reign_counted"):
    """A whole turn of a sole King counts for his holder: ``turns`` so far, of the ``needed``."""

    weight = Weight.HEADLINE

    seat: Seat
    king: HeirId
    turns: int
    needed: int


class ReignBroken(Fact, frozen=True, tag="reign_broken"):
    """A King is no longer the sole King, or no longer this seat's; the turns counted are lost."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: Seat
    king: HeirId
    turns: int


class GameWon(Fact, frozen=True, tag="game_won"):
    """The game is over."""

    weight = Weight.HEADLINE

    winners: tuple[Seat, ...]
    victory: str


class GameBegan(Fact, frozen=True, tag="game_began"):
    """The game is set up; ``first`` goes first."""

    first: Seat
    seed_hash: str = ""


class HeirPlaced(Fact, frozen=True, tag="heir_placed"):
    """A die decided where a royal heir begins (ishkibibble-placement.1)."""

    heir: HeirId
    die: int
    place: PlaceId


class CardsDealt(Fact, frozen=True, tag="cards_dealt"):
    """A seat was dealt these cards, face up (house-4.2)."""

    seat: Seat
    cards: tuple[CardId, ...]


class CardsKeptInHand(Fact, frozen=True, tag="cards_kept_in_hand"):
    """Cards dealt at the start stay hidden in hand; only their player knows them (base-19.4)."""

    seat: Seat
    cards: tuple[CardId, ...]


class CardsBackInDeck(Fact, frozen=True, tag="cards_back_in_deck"):
    """Cards dealt to a seat went back into the Crown deck because none of its nobles could take
    them (base-2.6)."""

    seat: Seat
    cards: tuple[CardId, ...]


class NobleEntered(Fact, frozen=True, tag="noble_entered"):
    """A noble came into play."""

    weight = Weight.NOTABLE

    seat: Seat
    noble: NobleId
    square: SquareId
    inside: PlaceId | None = None


class RebuildBegan(Fact, frozen=True, tag="rebuild_began"):
    """A player without nobles is dealt in again (house-3.14)."""

    seat: Seat


class PlayerJoined(Fact, frozen=True, tag="player_joined"):
    """A player joined late and has a new seat (house-3.16)."""

    seat: Seat


IDLE: frozenset[type] = frozenset(
    {
        AttackAnnounced,
        EventDeckReshuffled,
        EventDrawn,
        EventKept,
        LeaveAnswered,
        LeaveAsked,
        NothingToDraw,
        PhaseBegan,
        SiegeHeld,
    }
)
"""The kinds of facts after which everybody is also still where he was."""

ON_FOOT: frozenset[type] = IDLE | {EnteredPlace, Marched}
"""The kinds in `IDLE`, and those in which nobles go over land with everything they have."""
