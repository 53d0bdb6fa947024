"""Kingmaker's touch board: the same places, squares and counters as in its pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from PIL import Image

from bot.rules.kernel import Seat
from bot.words.phrases import own
from rendering.canvas.theme import faction_mark
from rendering.canvas.touch import (
    Art,
    Box,
    Grid,
    Laid,
    TouchBoard,
    TouchCounter,
    TouchLand,
    TouchLine,
    TouchSeat,
    TouchSpot,
    name_of,
    web_colour,
)
from rendering.kingmaker.board import ground_of
from rendering.kingmaker.counters.art import art_of, flag_art, mark_art, ring_art
from rendering.kingmaker.counters.counters import FLAG
from rendering.kingmaker.counters.keep_clear import settle_round
from rendering.kingmaker.counters.marks import PENNON, STRANGERS
from rendering.kingmaker.counters.pieces import HeirPiece, NoblePiece, PieceSet, ShipPiece
from rendering.kingmaker.counters.stacking import Arrangement, Part, Placed
from rendering.kingmaker.map.base_map import BaseMap, GroundPlan, paint_names
from rendering.kingmaker.map.geometry import BoardMap, Frame, Rect

_KINDS = {
    "city": "city",
    "fortified_town": "fortified town",
    "open_town": "open town",
    "unfortified_town": "unfortified town",
    "royal_castle": "royal castle",
    "noble_castle": "castle",
}
_HOUSES = {"lancaster": "heir of Lancaster", "york": "heir of York", "pretender": "pretender"}
_MARKS = {"parliament": "Parliament sits here", "peace": "The King’s Peace was made here"}


def ground_image(base: BaseMap) -> Image.Image:
    """The picture below the counters, in the master's detail: the map with all its names."""
    names, k = base.plan.names.labels().values(), base.frame.scale
    edge = _edge(base.frame)
    image = base.master.convert("RGB").crop((0, 0, base.frame.width * k, edge * k))
    paint_names(image, base, names, base.plan.layout.seas.values(), k)
    return image


def lay(plan: GroundPlan, pieces: PieceSet) -> Laid:
    """Everything on the board with these pieces, and the look of its counters."""
    names = list(plan.names.labels().values())
    found = settle_round(pieces, ground_of(plan), names)
    counters: dict[str, TouchCounter] = {}
    arts: dict[str, Art] = {}
    for key, counter, art in _counters(found, pieces, plan.board):
        arts[counter.art] = art
        counters[key] = counter
    seats = tuple(
        TouchSeat(
            seat.name,
            web_colour(faction_mark(seat.number).colour),
            faction_mark(seat.number).letter,
            ", ".join(filter(None, (seat.part, seat.marks, "holds a King" if seat.kings else ""))),
            seat.active,
        )
        for seat in pieces.seats
    )
    board = TouchBoard(
        width=plan.frame.width,
        height=_edge(plan.frame),
        seats=seats,
        counters=counters,
        lines=tuple(_lines(found, plan)),
        land=name_of(_land(plan)),
        ground=plan.board.fingerprint[:12],
    )
    return Laid(board, arts, _land(plan))


def _edge(frame: Frame) -> int:
    """The bottom edge of the map, which does not include the factions' strip."""
    return round(frame.grid_rect.y1 + frame.margin)


def _box(rect: Rect) -> Box:
    return round(rect.x0), round(rect.y0), round(rect.width), round(rect.height)


@lru_cache(maxsize=8)
def _land(plan: GroundPlan) -> TouchLand:
    return TouchLand(_spots(plan), _grid(plan))


def _spots(plan: GroundPlan) -> dict[str, TouchSpot]:
    """Spots for places at their signs and for seas at their names."""
    found = {}
    for key, sign in plan.layout.signs.items():
        place = plan.board.places[key]
        kind = _KINDS.get(place.kind, "")
        kind += ", cathedral" if place.cathedral else ""
        kind += ", port" if place.port else ""
        found[key] = TouchSpot(place.name, _box(sign.bounds), kind)
    for key, label in plan.layout.seas.items():
        found[key] = TouchSpot(plan.board.seas[key].name, _box(label.box), "sea")
    return found


def _grid(plan: GroundPlan) -> Grid:
    board, frame = plan.board, plan.frame
    letters = {sea: chr(0x100 + at) for at, sea in enumerate(board.seas)}

    def letter(col: int, row: int) -> str:
        square = board.squares.get((col, row))
        if square is None:
            return "."
        if square.sea is not None:
            return letters[square.sea]
        return square.terrain[0] if square.land else "."

    rows = ("".join(letter(col, row) for col in range(board.cols)) for row in range(board.rows))
    left, top = frame.grid_rect.x0, frame.grid_rect.y0
    seas = {mark: sea for sea, mark in letters.items()}
    return Grid(round(left), round(top), round(frame.cell), tuple(rows), seas)


def _lines(found: Arrangement, plan: GroundPlan) -> Iterator[TouchLine]:
    """The lines that tie counters to their places, and ships to the ports they watch."""
    signs = plan.layout.signs
    for placed in found.blocks:
        x, y = placed.box.centre
        if placed.tether is not None:
            yield TouchLine("tie", _ends((x, y), placed.tether))
        ship = placed.block.force.ship
        port = signs.get(ship.blockade or "") if ship is not None else None
        if ship is not None and port is not None:
            colour = web_colour(faction_mark(ship.seat).colour)
            yield TouchLine("blockade", _ends((x, y), port.bounds.centre), colour)


def _ends(a: tuple[float, float], b: tuple[float, float]) -> Box:
    return round(a[0]), round(a[1]), round(b[0]), round(b[1])


def _counters(
    found: Arrangement, pieces: PieceSet, board: BoardMap
) -> Iterator[tuple[str, TouchCounter, Art]]:
    """All counters in drawing order: a lasting id, the counter and its look."""
    for siege, ring in found.rings:
        words = f"besieged by {pieces.seat_name(siege.seat)}, turn {siege.turn} of the siege"
        art = ring_art(siege, ring)
        yield f"siege:{siege.place}", _counter("siege", ring, siege.place, art, words), art
    for place, holder, (x, y) in found.flags:
        named = pieces.seat_name(holder) if isinstance(holder, int) else STRANGERS[holder]
        art = flag_art(holder)
        w, h = FLAG if isinstance(holder, int) else PENNON
        box = Rect(x, y, x + w, y + h)
        seat = holder if isinstance(holder, int) else None
        flag = _counter("flag", box, place, art, f"held by {named}", seat=seat)
        yield f"flag:{place}", flag, art
    for number, placed in enumerate(found.blocks):
        for part in placed.block.parts:
            yield _part(placed, part, number, pieces, board)
    for mark, box in found.marks:
        art = mark_art(mark)
        words = _MARKS.get(mark.kind, mark.kind)
        yield f"mark:{mark.kind}", _counter("mark", box, mark.spot.id, art, words), art


def _counter(
    kind: str, box: Rect, at: str, art: Art, words: str, seat: Seat | None = None
) -> TouchCounter:
    return TouchCounter(kind, _box(box), at, words, seat, name_of(art))


def _part(
    placed: Placed, part: Part, number: int, pieces: PieceSet, board: BoardMap
) -> tuple[str, TouchCounter, Art]:
    """One counter in a force: a person, a ship, or something drawn around them."""
    force = placed.block.force
    box, art = part.box.moved(placed.box.x0, placed.box.y0), art_of(part, force)
    at = force.spot.id
    match part.kind:
        case "shield":
            noble = force.nobles[part.index]
            words = _noble(noble, pieces)
            return noble.id, _counter("noble", box, at, art, words, noble.seat), art
        case "heir":
            heir = force.heirs[part.index]
            return heir.id, _counter("heir", box, at, art, _heir(heir, pieces)), art
        case "ship":
            ship = force.ship
            assert ship is not None
            words = _ship(ship, pieces, board)
            return ship.id, _counter("ship", box, at, art, words, ship.seat), art
        case _:
            key = f"{part.kind}:{_leader(placed, number)}"
            return key, _counter(part.kind, box, at, art, "", seat=force.seat), art


def _leader(placed: Placed, number: int) -> str:
    force = placed.block.force
    return force.nobles[0].id if force.nobles else str(number)


def _noble(noble: NoblePiece, pieces: PieceSet) -> str:
    words = f"{own(pieces.seat_name(noble.seat))} {noble.name}"
    if noble.captor is not None:
        return f"{words}, captive of {pieces.seat_name(noble.captor)}"
    aboard = {ship.id: ship.name for ship in pieces.ships}
    sails = f", aboard {aboard[noble.spot.id]}" if noble.spot.id in aboard else ""
    inside = ", inside" if noble.spot.kind == "place" else ""
    return f"{words}: {noble.troops} troops{sails}{inside}"


def _heir(heir: HeirPiece, pieces: PieceSet) -> str:
    words = f"{heir.style} {heir.name}" if heir.crowned else f"{heir.name}, {_HOUSES[heir.house]}"
    keepers: Mapping[str | None, str] = {noble.id: noble.name for noble in pieces.nobles}
    if heir.holder in keepers and heir.holder != heir.id:
        return f"{words}, kept by {keepers[heir.holder]}"
    return words if heir.held_by is None else f"{words}, kept by {pieces.seat_name(heir.held_by)}"


def _ship(ship: ShipPiece, pieces: PieceSet, board: BoardMap) -> str:
    whose = "a" if ship.seat is None else own(pieces.seat_name(ship.seat))
    words = f"{ship.name}, {whose} ship"
    port = board.places.get(ship.blockade or "")
    return words if port is None else f"{words}, blockading {port.name}"
