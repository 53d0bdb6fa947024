"""Descriptions of the pictures in words, made from the same pieces.

Discord allows an attachment 1,024 characters of description; these descriptions have at most 1,000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.rules.kernel import Seat
from bot.words.phrases import plural
from rendering.canvas.foot import Foot
from rendering.canvas.theme import FACTION_MARKS, faction_mark
from rendering.kingmaker.camps import camps_words
from rendering.kingmaker.counters.marks import STRANGERS
from rendering.kingmaker.counters.pieces import Force, HeirPiece, PieceSet, ShipPiece, Spot, forces
from rendering.kingmaker.map.geometry import BoardMap, Cell, square_label

ALT_LIMIT = 1000
_LETTERS = [mark.letter for mark in FACTION_MARKS]


def spot_words(board: BoardMap, spot: Spot) -> str:
    """A piece's whereabouts in words, such as `in York`, `in the open at S21` or `at sea in The
    Downs`."""
    if spot.kind == "place" and spot.id in board.places:
        return f"in {board.places[spot.id].name}"
    if spot.kind == "sea" and spot.id in board.seas:
        name = board.seas[spot.id].name
        return f"at sea in {name}"
    if spot.kind == "square":
        try:
            label = square_label(spot.id)
            area = board.squares[board.cell_of(spot.id)].area
            return f"in {board.places[area].name}" if area else f"in the open at {label}"
        except ValueError:
            return f"at {spot.id}"
    return "aboard ship" if spot.kind == "ship" else f"at {spot.id}"


def _seat(pieces: PieceSet, seat: Seat) -> str:
    mark = faction_mark(seat)
    return f"{pieces.seat_name(seat)} ({mark.letter}, {mark.name})"


def _heir(heir: HeirPiece) -> str:
    return f"{heir.style} {heir.name}" if heir.crowned else heir.name


def _watch(board: BoardMap, ship: ShipPiece) -> str:
    """The port that a ship blockades, in words."""
    port = None if ship.blockade is None else board.places.get(ship.blockade)
    return "" if port is None else f" (blockading {port.name})"


def _force_words(board: BoardMap, force: Force) -> str:
    where = spot_words(board, force.spot)
    if not force.nobles:
        if force.ship is not None:
            return f"the ship {force.ship.name} {where}{_watch(board, force.ship)}"
        return f"{', '.join(_heir(h) for h in force.heirs)} {where}"
    names = ", ".join(n.name for n in force.nobles)
    assert force.seat is not None
    words = f"{faction_mark(force.seat).letter}: {names}"
    if force.captives:
        captor = next((n.captor for n in force.nobles if n.captor is not None), None)
        keeper = "" if captor is None else f" of {faction_mark(captor).letter}"
        words += f" captive{keeper}"
    else:
        words += f" {force.troops} troops"
    if force.heirs:
        words += f" with {', '.join(_heir(h) for h in force.heirs)}"
    if force.ship is not None:
        words += f" aboard {force.ship.name}{_watch(board, force.ship)}"
    return f"{words} {where}"


def _join(head: Iterable[str], items: Iterable[str]) -> str:
    """The sentences, then as many of the forces as fit, then the number left over."""
    text = " ".join(h for h in head if h)
    items = list(items)
    for i, item in enumerate(items):
        left = len(items) - i
        tail = f" And {plural(left, 'more force')}."
        piece = f" {item[:1].upper()}{item[1:]}."
        room = ALT_LIMIT - (len(tail) if left > 1 else 0)
        if len(text) + len(piece) > room:
            return text + tail
        text += piece
    return text


def _heads(pieces: PieceSet, opening: str) -> list[str]:
    head = [opening]
    active = next((s for s in pieces.seats if s.active), None)
    if pieces.round:
        turn = f"Round {pieces.round}"
        turn += f", {pieces.phase}" if pieces.phase else ""
        turn += f": {_seat(pieces, active.number)} to act" if active else ""
        head.append(turn + ".")
    reign = pieces.reign
    if reign is not None:
        counted = f"{reign.turns} of the {reign.needed} turns needed to win"
        head.append(f"{_seat(pieces, reign.seat)} holds {reign.king}: {counted}.")
    return head


def _kings(pieces: PieceSet, board: BoardMap) -> list[str]:
    """The Kings' whereabouts, and who holds them."""
    out = []
    nobles = {n.id: n for n in pieces.nobles}
    for heir in pieces.heirs:
        if not heir.crowned:
            continue
        holder = nobles.get(heir.holder or "")
        if holder is None and heir.held_by is not None:
            seat = _seat(pieces, heir.held_by)
            out.append(f"{_heir(heir)} is {spot_words(board, heir.spot)}, kept by {seat}.")
        elif holder is None:
            out.append(f"{_heir(heir)} is {spot_words(board, heir.spot)} and has no keeper.")
        else:
            out.append(f"{_heir(heir)} is kept by {holder.name} for {_seat(pieces, holder.seat)}.")
    return out


def _sieges(pieces: PieceSet, board: BoardMap) -> list[str]:
    return [
        f"{board.places[s.place].name} is besieged by {_seat(pieces, s.seat)}, turn {s.turn}."
        for s in pieces.sieges
        if s.place in board.places
    ]


def _strangers(pieces: PieceSet, board: BoardMap) -> list[str]:
    """The places that the Scots or the French hold, in words."""
    held: dict[str, list[str]] = {}
    for place, who in sorted(pieces.strangers.items()):
        if place in board.places:
            held.setdefault(who, []).append(board.places[place].name)
    return [
        f"{', '.join(places)} {'is' if len(places) == 1 else 'are'} held by {STRANGERS[who]}."
        for who, places in held.items()
    ]


def _marks(pieces: PieceSet, board: BoardMap) -> list[str]:
    """Parliament and the King's Peace in words."""
    out = []
    for mark in pieces.marks:
        where = spot_words(board, mark.spot)
        if mark.kind == "parliament":
            out.append(f"Parliament sits {where}.")
        if mark.kind == "peace":
            out.append(f"The King’s Peace holds. Parliament met {where}.")
    return out


def board_alt(pieces: PieceSet, board: BoardMap, foot: Foot = ()) -> str:
    """The whole board in words: the turn, the sides, Kings, sieges and the like; then the foot, in
    at most half the room left; then the forces.
    """
    if not (pieces.seats or pieces.nobles or pieces.heirs or pieces.ships):
        return "Map of England and Wales in the Wars of the Roses, with no pieces on it."
    head = _heads(pieces, "Map of England and Wales.") + camps_words(pieces.seats, _LETTERS)
    head += [*_kings(pieces, board), *_sieges(pieces, board), *_marks(pieces, board)]
    head += _strangers(pieces, board)
    room = (ALT_LIMIT - len(" ".join(head))) // 2
    for heading, text in foot:
        room -= len(heading) + len(text) + len(": . ")
        if room < 0:
            break
        head.append(f"{heading}: {text}.")
    return _join(head, _listed(pieces, board, _not_only_kings))


def crop_alt(
    pieces: PieceSet, board: BoardMap, name: str, window: tuple[int, int, int, int]
) -> str:
    """A crop in words: what it shows and the forces inside it."""
    c0, r0, c1, r1 = window

    def inside(force: Force) -> bool:
        cells: Iterable[Cell]
        if force.spot.kind == "sea":
            cells = board.seas[force.spot.id].cells
        else:
            try:
                cells = (board.cell_of(force.spot.id),)
            except KeyError:
                return False
        return any(c0 <= c <= c1 and r0 <= r <= r1 for c, r in cells)

    corner = f"{square_label(f'{c0},{r0}')} to {square_label(f'{c1},{r1}')}"
    listed = _listed(pieces, board, inside)
    head = _heads(pieces, f"{name}, squares {corner}.") + camps_words(pieces.seats, _LETTERS)
    if not listed:
        head.append("No pieces here.")
    return _join(head, listed)


def _not_only_kings(force: Force) -> bool:
    """Whether a force is more than Kings whom no noble holds; those have a sentence of their
    own."""
    return bool(force.nobles or force.ship) or not all(h.crowned for h in force.heirs)


def _listed(pieces: PieceSet, board: BoardMap, wanted: Callable[[Force], bool]) -> list[str]:
    """The forces asked for, in words: those with a King first, then the strongest."""
    chosen = [f for f in forces(pieces) if wanted(f)]
    chosen.sort(key=lambda f: (not any(h.crowned for h in f.heirs), -f.troops, not f.heirs, f.spot))
    return [_force_words(board, f) for f in chosen]
