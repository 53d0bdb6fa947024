"""The state of a game of Kingmaker: plain data that round-trips through JSON."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.rules.kernel import Step, Table
from bot.rules.kingmaker.content import Content

Phase = Literal["setup", "event", "movement", "combat", "parliament", "coronation", "draw"]

PHASES: tuple[Phase, ...] = ("event", "movement", "combat", "parliament", "coronation", "draw")
"""The six phases of a turn, in order (house-1.14)."""


class Noble(msgspec.Struct, omit_defaults=True):
    """A noble in play: his faction, where he stands, and the cards beside him.

    ``square`` is the land square, empty while he is at sea. ``inside`` is the place of that square
    he is in (None: in the open); ``aboard`` the ship that carries him.
    """

    seat: int
    square: str = ""
    inside: str | None = None
    aboard: str | None = None
    title: str | None = None
    office: str | None = None
    cards: list[str] = []
    """Bishops, mercenaries, ships and place cards assigned to him."""
    steps: int = 0
    """Squares he may still march in this movement phase."""
    fresh: bool = False
    """Whether he has not moved at all in this movement phase (the road is open to him)."""
    attacked: bool = False
    defended: bool = False
    captor: int | None = None
    """The seat that holds him captive while his ransom is talked over."""
    standing: Literal["", "excused", "returned"] = ""
    """His standing under the King's Peace."""


class Heir(msgspec.Struct, omit_defaults=True):
    """A royal heir. While a noble holds him he is where that noble is."""

    place_in_line: int
    alive: bool = True
    crowned: bool = False
    holder: str | None = None
    square: str = ""
    inside: str | None = None
    moved_with: str | None = None
    """The noble with whom he has travelled in this movement phase."""
    landing_due: int | None = None
    """Turns of his holder left to bring him back to the mainland."""


class ShipState(msgspec.Struct, omit_defaults=True):
    """A ship on the board: in a port, or in a sea square."""

    port: str | None = None
    sea: str | None = None


class Siege(msgspec.Struct, omit_defaults=True):
    """A place Under Siege: who besieges it, and the number of the siege turn (the first is 1)."""

    seat: int
    besiegers: list[str]
    turns: int = 1
    ship: str | None = None


class Faction(msgspec.Struct, omit_defaults=True):
    """What a seat holds besides its nobles: Crown cards in hand and Event cards kept."""

    hand: list[str] = []
    held: list[str] = []
    dealt: list[str] = []
    """Cards dealt that still have to be assigned."""
    rebuilding: bool = False


class Result(msgspec.Struct, frozen=True):
    """How the game ended: the winning seats and the name of the victory."""

    winners: tuple[int, ...]
    victory: str


class Peace(msgspec.Struct, omit_defaults=True):
    """The King's Peace after a Parliament: whose turn ends it, and where Parliament met."""

    caller: int
    square: str


class State(msgspec.Struct, omit_defaults=True):
    """Everything about a game but the agenda and the dice."""

    factions: list[Faction]
    crown_deck: list[str]
    event_deck: list[str]
    heirs: dict[str, Heir]
    ships: dict[str, ShipState]
    crown_discards: list[str] = []
    event_discards: list[str] = []
    chancery: list[str] = []
    nobles: dict[str, Noble] = {}
    control: dict[str, str] = {}
    """Fortress id to the noble who controls it."""
    sieges: dict[str, Siege] = {}
    active: int = 0
    first: int = 0
    round: int = 0
    phase: Phase = "setup"
    rounds_limit: int | None = None
    time_up: bool = False
    peace: Peace | None = None
    peace_ended_round: int | None = None
    beaufort_crowned: bool = False
    beaufort_announced: bool = False
    calls_made: dict[str, int] = {}
    """Parliaments called so far by each King or Chancellor."""
    result: Result | None = None


KTable = Table[State, Content]
"""The kernel's table, set with this game's state and content."""

KStep = Step[KTable]
"""A step of this game."""
