"""From the rules' view to the pieces to draw.

Only a view goes in, so nothing can come out that its reader may not see.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Seat, every_seat, with_seats
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import NO_NOBLE, CardId
from bot.rules.kingmaker.ships.command import ShipView
from bot.rules.kingmaker.view import BoardView, HeirView, NobleView
from bot.words.kingmaker.names import Lexicon
from rendering.canvas.seats import seat_name
from rendering.kingmaker.counters.pieces import (
    Camp,
    HeirPiece,
    House,
    MarkPiece,
    NoblePiece,
    PieceSet,
    ReignPiece,
    SeatPiece,
    ShipPiece,
    SiegePiece,
    Spot,
    short_names,
)
from rendering.kingmaker.map.geometry import BoardMap, load_board

_HOUSES: dict[str, House] = {
    "lancaster": "lancaster",
    "york": "york",
    "pretender": "pretender",
}


def board_of(content: Content) -> BoardMap:
    """The board to draw for this table: its edition, and the cathedrals that count."""
    places = content.board.places.values()
    cathedrals = frozenset(place.id for place in places if place.cathedral)
    return load_board(edition=content.ruleset.edition, cathedrals=cathedrals)


def seat_names(view: BoardView, names: Sequence[str] | None) -> list[str]:
    """The names of the seats: those given, otherwise `Seat 1`, `Seat 2`, …"""
    return [seat_name(seat, names) for seat in every_seat(len(view.seats))]


def pieces_from_view(
    view: BoardView, content: Content, names: Sequence[str] | None = None
) -> PieceSet:
    """Everything on the board that this view shows. Pieces that are nowhere on the board are
    omitted."""
    shorts = noble_shorts(content)
    nobles = []
    for key, noble in view.nobles.items():
        spot = _noble_spot(noble)
        if spot is not None:
            name = content.crown[key].name
            nobles.append(
                NoblePiece(key, name, shorts[key], noble.seat, spot, noble.troops, noble.captor)
            )
    control = {
        place: view.nobles[key].seat for place, key in view.control.items() if key in view.nobles
    }
    return PieceSet(
        seats=_seats(view, content, names),
        nobles=tuple(nobles),
        heirs=_heirs(view, content),
        ships=_ships(view, content),
        sieges=tuple(SiegePiece(p, s.seat, s.turns) for p, s in sorted(view.sieges.items())),
        control=control,
        strangers=view.invaders,
        marks=_marks(view),
        round=view.round,
        phase="the crown draw" if view.phase == "draw" else view.phase,
        reign=_reign(view, content),
    )


def _reign(view: BoardView, content: Content) -> ReignPiece | None:
    """The reign that counts towards victory, while the game lasts."""
    reign = view.reign
    if reign is None or view.result is not None:
        return None
    king = f"{Lexicon(content).style(reign.king)} {_heir_names(view, content)[reign.king]}"
    return ReignPiece(reign.seat, king, reign.turns, reign.needed)


def _marks(view: BoardView) -> tuple[MarkPiece, ...]:
    """The mark for where Parliament sits, or where it last sat if its King's Peace is still in
    force."""
    if view.sitting is not None:
        return (MarkPiece("parliament", Spot("place", view.sitting.place)),)
    if view.peace is not None and view.peace.square:
        return (MarkPiece("peace", Spot("square", view.peace.square)),)
    return ()


def noble_shorts(content: Content) -> dict[str, str]:
    """The letters on the shield of every noble in the rule set."""
    return short_names({key: content.crown[key].name for key in content.nobles})


def heir_shorts(view: BoardView, content: Content) -> dict[str, str]:
    """The letters under the rose of every heir."""
    # All heirs of the rule set, so that a death never renames the living.
    everybody = {key: heir.name for key, heir in content.heirs.items()}
    return short_names(everybody | _heir_names(view, content), clash=2)


def _heir_names(view: BoardView, content: Content) -> dict[str, str]:
    """The names of the heirs in the view, one of whom may be a noble."""
    return {
        key: content.heirs[key].name if key in content.heirs else content.crown[CardId(key)].name
        for key in view.heirs
    }


def _noble_spot(noble: NobleView) -> Spot | None:
    if noble.aboard is not None:
        return Spot("ship", noble.aboard)
    if noble.inside is not None:
        return Spot("place", noble.inside)
    return Spot("square", noble.square) if noble.square else None


def _heir_spot(heir: HeirView, view: BoardView) -> Spot | None:
    holder = view.nobles.get(heir.holder or NO_NOBLE)
    if holder is not None:
        return _noble_spot(holder)
    if heir.inside is not None:
        return Spot("place", heir.inside)
    return Spot("square", heir.square) if heir.square else None


def _heirs(view: BoardView, content: Content) -> tuple[HeirPiece, ...]:
    names, shorts = _heir_names(view, content), heir_shorts(view, content)
    out = []
    for key, heir in view.heirs.items():
        spot = _heir_spot(heir, view)
        if heir.alive and spot is not None:
            house = _HOUSES[heir.house]
            named = key, names[key], shorts[key]
            held = heir.holder, spot, heir.held_by
            style = Lexicon(content).style(key)
            out.append(HeirPiece(*named, house, heir.crowned, *held, style))
    return tuple(out)


def _ship_spot(ship: ShipView) -> Spot | None:
    if ship.port is not None:
        return Spot("place", ship.port)
    return Spot("sea", ship.sea) if ship.sea is not None else None


def _ships(view: BoardView, content: Content) -> tuple[ShipPiece, ...]:
    names = {key: content.ships[key].name for key in content.ships}
    shorts = short_names({key: name.removeprefix("Le ") for key, name in names.items()})
    out = []
    for key, ship in view.ships.items():
        spot = _ship_spot(ship)
        if spot is not None:
            seat = ship.seat if ship.master is None else ship.master
            out.append(ShipPiece(key, names[key], shorts[key], seat, spot, ship.blockade))
    return tuple(out)


def _seats(view: BoardView, content: Content, names: Sequence[str] | None) -> tuple[SeatPiece, ...]:
    out = []
    for number, name in with_seats(seat_names(view, names)):
        mine = [n for n in view.nobles.values() if n.seat == number]
        kings = [
            h
            for h in view.heirs.values()
            if h.crowned
            and h.alive
            and number == (view.nobles[h.holder].seat if h.holder in view.nobles else h.held_by)
        ]
        count = f"{len(mine)} noble" + ("" if len(mine) == 1 else "s")
        marks = f"{count} · {sum(n.troops for n in mine)} troops"
        active = view.phase != "setup" and view.result is None and number == view.active
        played = part_of(view, content, number)
        out.append(SeatPiece(number, name, marks, active, len(kings), *played))
    return tuple(out)


def camp_of(view: BoardView, seat: Seat | None) -> Camp | None:
    """A seat's side; None if nobody serves a House."""
    if seat is None or not 0 <= seat < len(view.sides):
        return None
    side = view.sides[seat]
    camps: dict[str, Camp] = {"lancaster": "lancaster", "york": "york"}
    return "gone" if side.extinct else camps.get(side.serves, "neutral")


def part_of(view: BoardView, content: Content, seat: Seat) -> tuple[Camp | None, str, str]:
    """A seat's side, its part, and the noble whose arms are its badge."""
    if not view.sides:
        return None, "", ""
    side = view.sides[seat]
    part = next(one for one in content.ruleset.parts if one.id == side.part)
    camp = camp_of(view, seat)
    if part.is_house:
        return camp, "the House", ""
    headless = side.waits and not side.extinct
    return camp, part.name + (", no head" if headless else ""), part.head
