"""The shapes of the data files, and how to read them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from bot.content.errors import ContentError, of_broken_json, of_wrong_type
from bot.rules.kingmaker.board import PlaceKind
from bot.rules.kingmaker.components import (
    Confidence,
    CrownCard,
    EventCard,
    Guard,
    House,
    RoyalVotes,
    Ship,
)
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, SeaId, SquareId
from bot.rules.kingmaker.tables import BattleRow, DeathRow, RecruitingTable

T = TypeVar("T")

CROWN = "kingmaker/crown.json"
EVENTS = "kingmaker/events.json"
SHIPS = "kingmaker/ships.json"
HEIRS = "kingmaker/heirs.json"
BATTLE = "kingmaker/battle.json"
RECRUITING = "kingmaker/recruiting.json"
BOARD = "kingmaker/board.json"
RULESETS = "kingmaker/rulesets"


class DataFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file that may say what it is about and must not have unknown fields."""

    about: str = ""


class CrownFile(DataFile, frozen=True):
    """crown.json."""

    cards: tuple[CrownCard, ...]


class EventFile(DataFile, frozen=True):
    """events.json."""

    cards: tuple[EventCard, ...]


class ShipFile(DataFile, frozen=True):
    """ships.json."""

    ships: tuple[Ship, ...]


class HeirRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An heir as in the file: `starts` gives his starting place on each edition's board."""

    id: HeirId
    name: str
    house: House
    order: int
    starts: dict[str, PlaceId]
    crowned: bool
    style: Literal["King", "Queen"] = "King"
    confidence: Confidence = "sourced"


class SpareRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The counter of an heir who comes into play through an Event card: a child, or a pretender."""

    id: HeirId
    name: str
    comes: Literal["born", "pretender"]


class HeirFile(DataFile, frozen=True):
    """heirs.json."""

    heirs: tuple[HeirRow, ...]
    spares: tuple[SpareRow, ...]
    guards: tuple[Guard, ...]
    votes: RoyalVotes


class DeathRows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chances of death in battle.json, a row for each result."""

    attack_fails: DeathRow
    no_victory: DeathRow
    minor_victory: DeathRow
    major_victory: DeathRow


class BattleFile(DataFile, frozen=True):
    """battle.json."""

    rows: tuple[BattleRow, ...]
    deaths: DeathRows
    assassin: DeathRow
    confidence: Confidence = "designed"


class RecruitingFile(RecruitingTable, frozen=True, kw_only=True):
    """recruiting.json."""

    about: str = ""


class CellRow(msgspec.Struct, frozen=True):
    """A cell of the grid: land, sea or off the map."""

    id: SquareId
    col: int
    row: int
    terrain: Literal["open", "forest", "sea", "offmap"]
    land: str | None = None
    coast: bool = False
    regions: tuple[str, ...] = ()
    places: tuple[PlaceId, ...] = ()
    roads: tuple[str, ...] = ()
    neighbours: tuple[SquareId, ...] = ()
    sea: SeaId | None = None

    @property
    def is_land(self) -> bool:
        """Whether a piece can stand here."""
        return self.terrain in ("open", "forest")


class PlaceRow(msgspec.Struct, frozen=True):
    """A place as in the file; `owner` is a noble's name, and `cell` is None off the grid."""

    id: PlaceId
    name: str
    kind: PlaceKind
    garrison: int
    commons_votes: int
    port: bool
    cathedral: bool
    regions: tuple[str, ...]
    cell: SquareId | None
    at: tuple[float, float]
    owner: str | None
    confidence: Confidence

    @property
    def owner_id(self) -> NobleId | None:
        """The Crown card id of the owner: `plantagenet_york` for `Plantagenet (York)`."""
        if self.owner is None:
            return None
        return NobleId(CardId(self.owner.casefold().replace(" (", "_").rstrip(")")))


class RoadRow(msgspec.Struct, frozen=True):
    """A road as in the file."""

    id: str
    name: str
    cells: tuple[SquareId, ...]
    places: tuple[PlaceId, ...]
    beside: tuple[PlaceId, ...]
    line: tuple[tuple[float, float], ...]


class SeaRow(msgspec.Struct, frozen=True):
    """A sea square as in the file."""

    id: SeaId
    name: str
    cells: tuple[SquareId, ...]
    at: tuple[float, float]
    neighbours: tuple[SeaId, ...]
    ports: tuple[PlaceId, ...]


class AreaRow(msgspec.Struct, frozen=True):
    """An area off the grid."""

    id: PlaceId
    land_links: tuple[SquareId, ...]
    seas: tuple[SeaId, ...]
    combat: bool


class Crossing(msgspec.Struct, frozen=True):
    """The one step by land from the mainland to an island."""

    between: tuple[SquareId, SquareId]
    open: bool


class Exceptions(msgspec.Struct, frozen=True):
    """Squares and steps with rules of their own."""

    blocked: tuple[tuple[SquareId, SquareId], ...]
    menai_crossing: Crossing
    islands: dict[str, tuple[SquareId, ...]]
    forest_west_of_tickhill: SquareId
    cheviots: SquareId


class Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The differences on the board of one edition."""

    note: str = ""
    not_ports: tuple[PlaceId, ...] = ()
    merge_seas: dict[SeaId, SeaId] = {}
    ports: dict[PlaceId, tuple[SeaId, ...]] = {}


class BoardFile(msgspec.Struct, frozen=True):
    """board.json: the second-edition board with overlays for the other editions."""

    cells: tuple[CellRow, ...]
    places: tuple[PlaceRow, ...]
    roads: tuple[RoadRow, ...]
    seas: tuple[SeaRow, ...]
    ports: dict[PlaceId, tuple[SeaId, ...]]
    areas: tuple[AreaRow, ...]
    exceptions: Exceptions
    editions: dict[str, Overlay]


class Files(msgspec.Struct, frozen=True):
    """All files that the rule sets share, read and checked."""

    board: BoardFile
    crown: CrownFile
    events: EventFile
    ships: ShipFile
    heirs: HeirFile
    battle: BattleFile
    recruiting: RecruitingFile


def read_text(root: Path, file: str) -> str:
    """The text of a file in the data folder. Raises ContentError."""
    try:
        return (root / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ContentError(file, "", "this file is missing.") from None
    except (OSError, UnicodeDecodeError) as broken:
        reason = f"this file cannot be read ({type(broken).__name__})."
        raise ContentError(file, "", reason) from broken


def read_json(root: Path, file: str, shape: type[T]) -> T:
    """A JSON file of the data folder as the given type. Raises ContentError."""
    data = read_text(root, file).encode()
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.ValidationError as broken:
        raise of_wrong_type(file, data, str(broken)) from broken
    except msgspec.DecodeError as broken:
        raise of_broken_json(file, data, str(broken)) from broken
