"""Facts of the course of the game: turns, phases, time, and how it ends."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class TurnBegan(Fact, frozen=True, tag="turn_began"):
    """A seat's turn begins."""

    seat: int
    round: int


class PhaseBegan(Fact, frozen=True, tag="phase_began"):
    """A phase of the turn begins."""

    seat: int
    phase: str


class TimeCalled(Fact, frozen=True, tag="time_called"):
    """The time limit is reached; the turn in progress is the last."""

    weight = Weight.HEADLINE

    round: int


class VotesCounted(Fact, frozen=True, tag="votes_counted"):
    """Votes of both houses by seat."""

    commons: tuple[int, ...]
    lords: tuple[int, ...]


class ReignCounted(Fact, frozen=True, tag="reign_counted"):
    """A whole turn of a sole King counts for his holder, the so-many-th of those needed."""

    weight = Weight.HEADLINE

    seat: int
    king: str
    turns: int
    needed: int


class ReignBroken(Fact, frozen=True, tag="reign_broken"):
    """A sole King is no longer one, or no longer this seat's; so many turns are lost."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: int
    king: str
    turns: int


class GameWon(Fact, frozen=True, tag="game_won"):
    """The game is over."""

    weight = Weight.HEADLINE

    winners: tuple[int, ...]
    victory: str
