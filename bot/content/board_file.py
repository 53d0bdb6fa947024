"""Making one edition's board from board.json, and checking it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NoReturn

import msgspec

from bot.content.errors import ContentError
from bot.content.files import BOARD, AreaRow, BoardFile, CellRow, Overlay, PlaceRow
from bot.rules.kingmaker.board import FORTRESS_KINDS, Board, Place, Road, Sea, Square
from bot.rules.kingmaker.ids import NOWHERE, NobleId, PlaceId, SeaId, SquareId

GARRISONS = {
    "city": 300,
    "fortified_town": 200,
    "royal_castle": 200,
    "noble_castle": 100,
    "open_town": 200,
}

PORT_REACH = 4
"""The greatest distance, in cells, from a port to a sea square it touches: London's, up its
river."""


def refuse(key: str, reason: str) -> NoReturn:
    """Refuse the board file."""
    raise ContentError(BOARD, key, reason)


def build_board(
    file: BoardFile,
    edition: str,
    nobles: Iterable[NobleId],
    opened: Collection[PlaceId] = (),
    without_cathedral: Collection[PlaceId] = (),
) -> Board:
    """The board of an edition; the castle of a noble not in `nobles` has no owner.

    Areas off the map that are `opened` have a square: one of their own, or that of one of their
    towns, so that a noble in the open there is in Ireland and a noble inside is in Dublin
    (ishkibibble-dublin.7). Raises ContentError if the edition's overlay names something that does
    not exist.
    """
    overlay = file.editions.get(edition)
    if overlay is None:
        refuse("editions", f"there is no edition '{edition}'.")
    ports = _ports(file, edition, overlay)
    seas = _seas(file, overlay, ports)
    in_play = frozenset(nobles)
    areas = [area for area in file.areas if area.id in opened]
    inland = {area.id: _square_of(file, area) for area in areas}
    squares = _squares(file)
    for area in areas:
        _lay_out(squares, area, inland[area.id])
    roads = (Road(r.id, r.name, r.cells, r.places, r.beside, r.line) for r in file.roads)
    return Board(
        edition=edition,
        squares=squares,
        places={
            p.id: _place(p, ports, in_play, inland.get(p.id), p.id not in without_cathedral)
            for p in file.places
        },
        roads={r.id: r for r in roads},
        seas=seas,
        ports=ports,
        mainland=frozenset(s.id for s in squares.values() if s.land == "mainland"),
        islands=dict(file.exceptions.islands),
        areas={a.id: a.land_links for a in file.areas},
        landmarks={
            "cheviots": file.exceptions.cheviots,
            "forest_west_of_tickhill": file.exceptions.forest_west_of_tickhill,
        },
        quiet={inland[area.id]: area.id for area in areas if not area.combat},
    )


def _squares(file: BoardFile) -> dict[SquareId, Square]:
    """The land squares of the grid."""
    return {
        c.id: Square(
            id=c.id,
            col=c.col,
            row=c.row,
            terrain="forest" if c.terrain == "forest" else "open",
            land=c.land,
            coast=c.coast,
            regions=c.regions,
            places=c.places,
            roads=c.roads,
            neighbours=c.neighbours,
        )
        for c in file.cells
        if c.is_land
    }


def _square_of(file: BoardFile, area: AreaRow) -> SquareId:
    """The square of an area: the land overseas that it is linked to, or else the square where it is
    drawn."""
    overseas = {c.id for c in file.cells if c.is_land and c.land != "mainland"}
    linked = next((square for square in area.land_links if square in overseas), None)
    at = next(place.at for place in file.places if place.id == area.id)
    return linked or SquareId(f"{int(at[0])},{int(at[1])}")


def _lay_out(squares: dict[SquareId, Square], area: AreaRow, square: SquareId) -> None:
    """Add the square of an area that has its own, and the steps between it and its neighbours."""
    if square in squares:
        return
    col, row = (int(part) for part in square.split(","))
    squares[square] = Square(
        id=square,
        col=col,
        row=row,
        terrain="open",
        land=area.id,
        coast=bool(area.seas),
        regions=("off_mainland",),
        places=(area.id,),
        roads=(),
        neighbours=area.land_links,
    )
    for link in area.land_links:
        there = squares[link]
        squares[link] = msgspec.structs.replace(there, neighbours=(*there.neighbours, square))


def _place(
    row: PlaceRow,
    ports: Mapping[PlaceId, object],
    nobles: frozenset[NobleId],
    inland: SquareId | None,
    hallowed: bool,
) -> Place:
    return Place(
        id=row.id,
        name=row.name,
        kind=row.kind,
        garrison=row.garrison,
        commons=row.commons_votes,
        port=row.id in ports,
        cathedral=row.cathedral and hallowed,
        regions=row.regions,
        square=row.cell or inland or NOWHERE,
        at=row.at,
        owner=row.owner_id if row.owner_id in nobles else None,
        confidence=row.confidence,
    )


def _ports(file: BoardFile, edition: str, overlay: Overlay) -> dict[PlaceId, tuple[SeaId, ...]]:
    seas = {s.id for s in file.seas}
    for i, port in enumerate(overlay.not_ports):
        if port not in file.ports:
            refuse(f"editions.{edition}.not_ports[{i}]", f"'{port}' is not a port.")
    for gone, into in overlay.merge_seas.items():
        for sea in (gone, into):
            if sea not in seas:
                refuse(f"editions.{edition}.merge_seas", f"there is no sea square '{sea}'.")
    for port, touched in overlay.ports.items():
        if port not in file.ports:
            refuse(f"editions.{edition}.ports", f"'{port}' is not a port.")
        for sea in touched:
            if sea not in seas or sea in overlay.merge_seas:
                key = f"editions.{edition}.ports.{port}"
                refuse(key, f"there is no sea square '{sea}' in this edition.")
    ports = {}
    for port, touched in {**file.ports, **overlay.ports}.items():
        if port not in overlay.not_ports:
            ports[port] = _unique(overlay.merge_seas.get(s, s) for s in touched)
    return ports


def _seas(
    file: BoardFile, overlay: Overlay, ports: Mapping[PlaceId, Sequence[SeaId]]
) -> dict[SeaId, Sea]:
    into = overlay.merge_seas
    cells: dict[SeaId, list[SquareId]] = {}
    nexts: dict[SeaId, list[SeaId]] = {}
    for row in file.seas:
        home = into.get(row.id, row.id)
        cells.setdefault(home, []).extend(row.cells)
        nexts.setdefault(home, []).extend(into.get(n, n) for n in row.neighbours)
    return {
        row.id: Sea(
            id=row.id,
            name=row.name,
            neighbours=_unique(n for n in nexts[row.id] if n != row.id),
            ports=tuple(port for port, touched in ports.items() if row.id in touched),
            cells=tuple(cells[row.id]),
            at=row.at,
        )
        for row in file.seas
        if row.id not in into
    }


def _unique(ids: Iterable[SeaId]) -> tuple[SeaId, ...]:
    return tuple(dict.fromkeys(ids))


def check_board(file: BoardFile) -> None:
    """Check the whole board file. Raises ContentError at the first mistake."""
    for name in ("cells", "places", "roads", "seas", "areas"):
        _check_ids(name, [row.id for row in getattr(file, name)])
    land = {c.id: c for c in file.cells if c.is_land}
    _check_squares(file, land)
    _check_squares_of_places(file, land)
    _check_places(file)
    _check_roads(file, land)
    _check_seas(file)
    _check_ports(file, land)
    _check_exceptions(file, land)


def _check_ids(name: str, ids: Sequence[str]) -> None:
    seen: set[str] = set()
    for i, one in enumerate(ids):
        if one in seen:
            refuse(f"{name}[{i}].id", f"the id '{one}' is used twice.")
        seen.add(one)


def _apart(a: CellRow, b: CellRow) -> int:
    return max(abs(a.col - b.col), abs(a.row - b.row))


def _check_squares(file: BoardFile, land: Mapping[SquareId, CellRow]) -> None:
    crossing = set(file.exceptions.menai_crossing.between)
    roads = {r.id: r for r in file.roads}
    for i, cell in enumerate(file.cells):
        if cell.id != f"{cell.col},{cell.row}":
            refuse(f"cells[{i}].id", f"'{cell.id}' should be '{cell.col},{cell.row}'.")
        if cell.is_land and cell.land is None:
            refuse(f"cells[{i}].land", f"the land square {cell.id} belongs to no land.")
        for j, other in enumerate(cell.neighbours):
            key = f"cells[{i}].neighbours[{j}]"
            if other not in land or not cell.is_land:
                refuse(key, f"the step from {cell.id} to {other} does not join two land squares.")
            there = land[other]
            if cell.id not in there.neighbours:
                refuse(key, f"{cell.id} has {other} as a neighbour, but not the other way round.")
            if _apart(cell, there) != 1:
                refuse(key, f"the squares {cell.id} and {other} do not touch.")
            if cell.land != there.land and {cell.id, other} != crossing:
                refuse(key, f"the step from {cell.id} to {other} goes over the sea.")
        for j, road in enumerate(cell.roads):
            if road not in roads or cell.id not in roads[road].cells:
                refuse(f"cells[{i}].roads[{j}]", f"the road '{road}' does not pass {cell.id}.")


def _check_places(file: BoardFile) -> None:
    """Check that each place agrees with its kind and with the list of ports."""
    for i, row in enumerate(file.places):
        if row.garrison != GARRISONS.get(row.kind, 0):
            wanted = GARRISONS.get(row.kind, 0)
            reason = f"'{row.id}' is a {row.kind}, so its garrison must be {wanted}."
            refuse(f"places[{i}].garrison", reason)
        if (row.kind == "noble_castle") != (row.owner is not None):
            reason = (
                f"'{row.id}' is a {row.kind}. Noble castles have owners, and no other places do."
            )
            refuse(f"places[{i}].owner", reason)
        if row.port != (row.id in file.ports):
            reason = f"'{row.id}' does not agree with the list of ports."
            refuse(f"places[{i}].port", reason)


def _check_squares_of_places(file: BoardFile, land: Mapping[SquareId, CellRow]) -> None:
    """Check that the square of each place lists it, and that no square has two fortresses."""
    places = {p.id: p for p in file.places}
    for i, cell in enumerate(file.cells):
        for j, place in enumerate(cell.places):
            if place not in places:
                refuse(f"cells[{i}].places[{j}]", f"there is no place '{place}'.")
            if places[place].cell != cell.id:
                reason = f"'{place}' lies in square {places[place].cell}, not in {cell.id}."
                refuse(f"cells[{i}].places[{j}]", reason)
    fortress: dict[str, str] = {}
    for i, row in enumerate(file.places):
        if row.cell is None:
            if row.kind != "special":
                refuse(f"places[{i}].cell", f"'{row.id}' has no square.")
            continue
        if row.cell not in land:
            refuse(f"places[{i}].cell", f"there is no land square '{row.cell}'.")
        if row.id not in land[row.cell].places:
            refuse(f"places[{i}].cell", f"square {row.cell} does not list '{row.id}'.")
        if (int(row.at[0]), int(row.at[1])) != (land[row.cell].col, land[row.cell].row):
            refuse(f"places[{i}].at", f"'{row.id}' is drawn outside its square {row.cell}.")
        if row.kind in FORTRESS_KINDS:
            other = fortress.setdefault(row.cell, row.id)
            if other != row.id:
                reason = f"'{row.id}' shares square {row.cell} with the fortress '{other}'."
                refuse(f"places[{i}].cell", reason)


def _check_roads(file: BoardFile, land: Mapping[SquareId, CellRow]) -> None:
    places = {p.id: p for p in file.places}
    for i, road in enumerate(file.roads):
        if not road.cells:
            refuse(f"roads[{i}].cells", f"the road '{road.id}' has no squares.")
        for j, cell in enumerate(road.cells):
            key = f"roads[{i}].cells[{j}]"
            if cell not in land:
                refuse(key, f"the road '{road.id}' passes '{cell}', which is not a land square.")
            if road.id not in land[cell].roads:
                refuse(key, f"square {cell} does not list the road '{road.id}'.")
            if j and cell not in land[road.cells[j - 1]].neighbours:
                reason = (
                    f"the road '{road.id}' jumps from {road.cells[j - 1]} to {cell}, "
                    "which are not neighbours."
                )
                refuse(key, reason)
        for name, ids in (("places", road.places), ("beside", road.beside)):
            for j, place in enumerate(ids):
                key = f"roads[{i}].{name}[{j}]"
                if place not in places:
                    refuse(key, f"there is no place '{place}'.")
                if places[place].cell not in road.cells:
                    refuse(key, f"'{place}' is in no square of the road '{road.id}'.")


def _check_seas(file: BoardFile) -> None:
    seas = {s.id: s for s in file.seas}
    cells = {c.id: c for c in file.cells}
    for i, sea in enumerate(file.seas):
        for j, other in enumerate(sea.neighbours):
            key = f"seas[{i}].neighbours[{j}]"
            if other not in seas:
                refuse(key, f"there is no sea square '{other}'.")
            if sea.id not in seas[other].neighbours:
                reason = f"'{sea.id}' has '{other}' as a neighbour, but not the other way round."
                refuse(key, reason)
        for j, cell in enumerate(sea.cells):
            if cell not in cells or cells[cell].sea != sea.id:
                refuse(f"seas[{i}].cells[{j}]", f"cell {cell} is not part of '{sea.id}'.")
        for j, port in enumerate(sea.ports):
            if sea.id not in file.ports.get(port, ()):
                reason = f"'{port}' does not list '{sea.id}' among the sea squares that it touches."
                refuse(f"seas[{i}].ports[{j}]", reason)
    for i, wet in enumerate(file.cells):
        if wet.sea is not None and (wet.sea not in seas or wet.id not in seas[wet.sea].cells):
            refuse(f"cells[{i}].sea", f"no sea square '{wet.sea}' lists {wet.id}.")


def _check_ports(file: BoardFile, land: Mapping[SquareId, CellRow]) -> None:
    places = {p.id: p for p in file.places}
    seas = {s.id: s for s in file.seas}
    cells = {c.id: c for c in file.cells}
    for port, touched in file.ports.items():
        if port not in places:
            refuse(f"ports.{port}", f"there is no place '{port}'.")
        if not touched:
            refuse(f"ports.{port}", f"the port '{port}' touches no sea square.")
        square = places[port].cell
        for j, sea in enumerate(touched):
            key = f"ports.{port}[{j}]"
            if sea not in seas:
                refuse(key, f"there is no sea square '{sea}'.")
            if port not in seas[sea].ports:
                refuse(key, f"the sea square '{sea}' does not list the port '{port}'.")
            if square is not None and all(
                _apart(land[square], cells[c]) > PORT_REACH for c in seas[sea].cells
            ):
                refuse(key, f"the sea square '{sea}' is too far from '{port}' to touch it.")


def _check_exceptions(file: BoardFile, land: Mapping[SquareId, CellRow]) -> None:
    special = file.exceptions
    for i, (a, b) in enumerate(special.blocked):
        if a not in land or b not in land:
            refuse(f"exceptions.blocked[{i}]", f"{a} and {b} are not both land squares.")
        if b in land[a].neighbours:
            refuse(f"exceptions.blocked[{i}]", f"the barred step from {a} to {b} is open.")
    for island, squares in special.islands.items():
        for j, square in enumerate(squares):
            if square not in land or land[square].land != island:
                key = f"exceptions.islands.{island}[{j}]"
                refuse(key, f"square {square} is not on the island '{island}'.")
    for name, square in (
        ("cheviots", special.cheviots),
        ("forest_west_of_tickhill", special.forest_west_of_tickhill),
    ):
        if square not in land:
            refuse(f"exceptions.{name}", f"'{square}' is not a land square.")
    for i, area in enumerate(file.areas):
        for j, square in enumerate(area.land_links):
            if square not in land:
                refuse(f"areas[{i}].land_links[{j}]", f"'{square}' is not a land square.")
