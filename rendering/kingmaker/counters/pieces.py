"""The pieces on the board, as the drawings need them.

A `PieceSet` is made from one seat's or the spectators' view (see `adapter`), so a picture can show
nothing that its reader may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from bot.rules.kernel import Seat
from bot.rules.kingmaker.ids import PlaceId

House = Literal["lancaster", "york", "pretender"]
Camp = Literal["lancaster", "york", "neutral", "gone"]
"""A seat's side, if seats serve Houses; a seat may serve neither, or be out of play."""
SpotKind = Literal["square", "place", "ship", "sea"]
MarkKind = Literal[
    "parliament", "peace", "plague", "battle", "siege", "death", "crown", "arrival", "control",
    "storm", "heir",
]  # fmt: skip
"""The things that a round token can mark as happening, or having happened, at a spot."""


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """The spot where a piece is: in the open in a square, inside a place, aboard a ship, or at sea.

    A ship in port is at the `place`.
    """

    kind: SpotKind
    id: str


@dataclass(frozen=True, slots=True)
class NoblePiece:
    id: str
    name: str
    short: str
    seat: Seat
    spot: Spot
    troops: int
    captor: Seat | None = None


@dataclass(frozen=True, slots=True)
class HeirPiece:
    """A royal heir; `holder` is the noble who has him, if any, in which case he is where that noble
    is."""

    id: str
    name: str
    short: str
    house: House
    crowned: bool
    holder: str | None
    spot: Spot
    held_by: Seat | None = None
    """The seat whose fortress the heir is in, if no noble has him."""
    style: str = "King"
    """The heir's title, once he is crowned."""


@dataclass(frozen=True, slots=True)
class ShipPiece:
    id: str
    name: str
    short: str
    seat: Seat | None
    spot: Spot
    blockade: str | None = None
    """The port that the ship watches."""


@dataclass(frozen=True, slots=True)
class SiegePiece:
    place: str
    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class MarkPiece:
    """A round token for something that is in force at a spot, or has happened there."""

    kind: MarkKind
    spot: Spot


@dataclass(frozen=True, slots=True)
class SeatPiece:
    """A seat in the strip below the map. `marks` is a short line such as "3 nobles · 180 troops";
    `kings` is how many Kings the seat holds."""

    number: Seat
    name: str
    marks: str = ""
    active: bool = False
    kings: int = 0
    camp: Camp | None = None
    """The seat's side; None if nobody serves a House."""
    part: str = ""
    """The seat's part, in a few words, such as "the House" or "Percy"."""
    head: str = ""
    """The noble whose arms are the family's badge; empty for a House, whose badge is its rose.
    """


@dataclass(frozen=True, slots=True)
class ReignPiece:
    """The plaque of a reign that counts: whose reign it is, the King, his turns so far, and the
    aim."""

    seat: Seat
    king: str
    turns: int
    needed: int


@dataclass(frozen=True)
class PieceSet:
    """Everything drawn over the empty board."""

    seats: tuple[SeatPiece, ...] = ()
    nobles: tuple[NoblePiece, ...] = ()
    heirs: tuple[HeirPiece, ...] = ()
    ships: tuple[ShipPiece, ...] = ()
    sieges: tuple[SiegePiece, ...] = ()
    control: Mapping[PlaceId, Seat] = field(default_factory=dict)
    """The seat that controls each place, by the place's id."""
    strangers: Mapping[PlaceId, str] = field(default_factory=dict)
    """The holder of each place not held by a player, by the place's id: `scots`, `french`
    or `french_foot`."""
    marks: tuple[MarkPiece, ...] = ()
    round: int = 0
    phase: str = ""
    reign: ReignPiece | None = None

    def seat_name(self, number: Seat) -> str:
        return next((s.name for s in self.seats if s.number == number), f"Seat {number + 1}")

    def camp_of(self, number: Seat | None) -> Camp | None:
        """A seat's side; None if nobody serves a House."""
        return next((s.camp for s in self.seats if s.number == number), None)


@dataclass(frozen=True, slots=True)
class Force:
    """Nobles of one seat who are together, with the heirs they hold and the ship that carries them;
    or a ship alone, or heirs whom no noble holds.
    """

    seat: Seat | None
    spot: Spot
    nobles: tuple[NoblePiece, ...]
    heirs: tuple[HeirPiece, ...]
    ship: ShipPiece | None = None
    captives: bool = False
    camp: Camp | None = None

    @property
    def troops(self) -> int:
        return sum(n.troops for n in self.nobles)


def _order(group: tuple[tuple[Spot, Seat, bool], object]) -> tuple[Spot, bool, int, bool]:
    """A sort key by place and seat; aboard a ship, captives come last, because the ship is their
    captors'.
    """
    spot, seat, captive = group[0]
    return spot, captive and spot.kind == "ship", seat, captive


def forces(pieces: PieceSet) -> list[Force]:
    """Group the pieces into forces, each drawn as one counter, in a fixed order."""
    ships = {s.id: s for s in pieces.ships}
    groups: dict[tuple[Spot, Seat, bool], list[NoblePiece]] = {}
    for noble in pieces.nobles:
        groups.setdefault((noble.spot, noble.seat, noble.captor is not None), []).append(noble)
    held: dict[str, list[HeirPiece]] = {}
    for heir in pieces.heirs:
        if heir.holder is not None:
            held.setdefault(heir.holder, []).append(heir)
    out: list[Force] = []
    crewed: set[str] = set()
    for (spot, seat, captive), nobles in sorted(groups.items(), key=_order):
        nobles.sort(key=lambda n: (-n.troops, n.id))
        carrier = ships.get(spot.id) if spot.kind == "ship" else None
        ship = carrier if spot.id not in crewed else None
        if carrier is not None:
            crewed.add(spot.id)
        heirs = tuple(h for n in nobles for h in sorted(held.get(n.id, ()), key=lambda h: h.id))
        where = carrier.spot if carrier is not None else spot
        camp = pieces.camp_of(seat)
        out.append(Force(seat, where, tuple(nobles), heirs, ship, captive, camp))
    for ship in sorted(pieces.ships, key=lambda s: s.id):
        if ship.id not in crewed:
            out.append(Force(ship.seat, ship.spot, (), (), ship))
    alone: dict[Spot, list[HeirPiece]] = {}
    for heir in pieces.heirs:
        if heir.holder is None or heir.holder not in {n.id for n in pieces.nobles}:
            alone.setdefault(heir.spot, []).append(heir)
    for spot, heirs_here in sorted(alone.items()):
        out.append(Force(None, spot, (), tuple(sorted(heirs_here, key=lambda h: h.id))))
    return out


Key = TypeVar("Key", bound=str)


def short_names(names: Mapping[Key, str], clash: int = 3) -> dict[Key, str]:
    """Three unique letters for each name: its first three, or its first two and a later one.

    Names that share their first `clash` letters differ in the last one: Stafford `Stf`, Stanley
    `Stn`; heirs with the same first name take the initial of their byname: Edward of March `EdM`.
    """
    out: dict[Key, str] = {}
    taken: set[str] = set()
    groups: dict[str, list[Key]] = {}
    for key in sorted(names, key=lambda k: (names[k], k)):
        groups.setdefault(names[key][:clash].lower(), []).append(key)
    for start, keys in groups.items():
        if len(keys) == 1:
            short = names[keys[0]][:3]
            out[keys[0]] = short
            taken.add(short.lower())
            continue
        taken.add(start)
        for key in keys:
            out[key] = next(s for s in _shorts(names[key], key) if s.lower() not in taken)
            taken.add(out[key].lower())
    return out


def _shorts(name: str, key: str) -> Iterable[str]:
    words = name.replace("-", " ").split()
    if len(words) > 1:
        yield name[:2] + words[-1][0].upper()
    yield from (name[:2] + c for c in name[2:] if c.isalpha())
    yield from (name[:2] + c.upper() for c in key.rpartition("_")[2])
    yield from (name[:2] + str(n) for n in range(1, 100))
