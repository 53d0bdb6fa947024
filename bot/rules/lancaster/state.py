"""The state of a game of Lancaster: plain data that round-trips through JSON.

A *side* owns knights: a player's side has the number of his seat, and with two players, the ally of
seat ``s`` is side ``ALLY + s``. A knight is known only by his strength.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.rules.kernel import Seat, Step, Table, clockwise
from bot.rules.lancaster.content import Content

ALLY = 10
"""An ally's side has his leader's number plus this, which is more than any seat's number."""

Phase = Literal["setup", "placing", "parliament", "counties", "castles", "conflicts", "prepare"]

PHASES: tuple[Phase, ...] = (
    "placing",
    "parliament",
    "counties",
    "castles",
    "conflicts",
    "prepare",
)
"""A round in order: knights, Parliament, the three kinds of rewards, the next round."""


def leader(side: int) -> Seat:
    """The seat that decides for a side."""
    return Seat(side % ALLY)


def is_ally(side: int) -> bool:
    """Whether a side is an ally."""
    return side >= ALLY


class House(msgspec.Struct, omit_defaults=True):
    """A side's possessions in its colour (lancaster-2.7): knights at home, castle, tokens, noblemen
    at its table, points."""

    court: list[int] = []
    reserve: list[int] = []
    castle: dict[str, int] = {}
    """The strength of the knight on each castle space."""
    extensions: list[str] = []
    """Castle spaces covered by an extension tile."""
    gold: int = 0
    squires: int = 0
    votes: int = 0
    noblemen: list[str] = []
    points: int = 0


class Holding(msgspec.Struct, omit_defaults=True):
    """The knight in a county, and the squires who came with him."""

    side: int
    knight: int
    squires: int = 0

    @property
    def strength(self) -> int:
        """The knight's strength, plus one for each of his squires (lancaster-4i.7)."""
        return self.knight + self.squires


class Stack(msgspec.Struct):
    """The knights of one side on one space of a conflict."""

    side: int
    knights: list[int]

    @property
    def strength(self) -> int:
        """The knights' combined strength."""
        return sum(self.knights)


class Conflict(msgspec.Struct, omit_defaults=True):
    """A conflict card on the board with its spaces from the top."""

    card: str
    stacks: list[Stack] = []


class Bank(msgspec.Struct):
    """The common supply. The supply never runs out: below zero, tokens are simply owed
    (lancaster-2.2)."""

    gold: int
    squires: int
    votes: int


class Award(msgspec.Struct, frozen=True):
    """A final scoring: its name, the points it gave and the reasons for them, by seat."""

    name: str
    points: tuple[int, ...]
    counts: tuple[int, ...]


class Result(msgspec.Struct, frozen=True):
    """How the game ended."""

    winners: tuple[Seat, ...]
    victory: str
    awards: tuple[Award, ...] = ()


class State(msgspec.Struct, omit_defaults=True):
    """Everything about a game except the agenda and the dice."""

    seats: int
    houses: dict[int, House]
    """The houses by side: the players' first, then their allies'."""
    bank: Bank
    noblemen: dict[str, int]
    """Tiles left in each county's stack."""
    conflict_deck: list[str]
    """The next card is the last in the list."""
    law_deck: list[str]
    """The next card is the last in the list."""
    favours: list[str]
    """Tiles of the King's Favour that are face up."""
    noblemen_gone: dict[str, int] = {}
    """Tiles that allies have taken out of the game."""
    favours_used: list[str] = []
    counties: dict[str, Holding] = {}
    upper: list[Conflict] = []
    lower: list[Conflict] = []
    conflicts_gone: list[str] = []
    laws: list[str] = []
    """The laws in force, from left to right."""
    proposals: list[str] = []
    """The laws still to be voted on, from left to right."""
    laws_gone: list[str] = []
    favoured: int = 0
    """How many knights have been placed in conflicts this round; the first few of them earn a
    favour."""
    starter: Seat = Seat(0)
    chosen: Seat | None = None
    """The player named by the holder of Surrey this round."""
    active: Seat = Seat(0)
    round: int = 0
    phase: Phase = "setup"
    result: Result | None = None
    edition: int = 1
    """The edition of the rules that the game began with (``Game.edition``)."""

    def seat_of(self, side: int) -> Seat:
        """The seat that decides for a side."""
        return leader(side)

    def is_ally(self, side: int) -> bool:
        """Whether a side is an ally."""
        return is_ally(side)

    def sides_of(self, seat: Seat) -> list[int]:
        """The sides for which a seat decides: its own, and its ally's if it has one."""
        return [side for side in (seat, seat + ALLY) if side in self.houses]

    def players(self) -> list[House]:
        """The houses of the players, by seat."""
        return [self.houses[seat] for seat in range(self.seats)]

    def in_order(self) -> list[Seat]:
        """The seats clockwise from the starting player."""
        *others, starter = clockwise(self.starter, self.seats)
        return [starter, *others]

    def conflicts(self) -> list[Conflict]:
        """All the conflicts on the board, in the order in which they are settled."""
        return [*self.lower, *self.upper]


LTable = Table[State, Content]
"""The kernel's table, with this game's state and content."""

LStep = Step[LTable]
"""A step of this game."""


def behind_screens(table: LTable) -> bool:
    """Whether only its owner knows how much gold and how many squires a house has (lancaster-3.9):
    if so, the choice of players to ask must not give the amounts away.
    """
    return table.content.has_screens(table.state.seats)
