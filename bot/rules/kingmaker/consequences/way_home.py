"""A noble who goes home at once: to a castle of his own, or to the nearest place that is friendly.

He goes by ishkibibble-vacillating.10. Where pieces are in squares, the sea no hindrance, is told
here too.
"""

from __future__ import annotations

from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.consequences.changes import pick_up_heirs, stand
from bot.rules.kingmaker.consequences.landing import end_counts
from bot.rules.kingmaker.forces.strength import fits, may_enter
from bot.rules.kingmaker.state import KTable, Noble
from bot.rules.kingmaker.succession.line import heirs_with

_TOWNS = ("fortified_town", "open_town", "unfortified_town")
_CASTLES = ("royal_castle", "noble_castle")
_NEXT_BEST = (_TOWNS, ("city",), _CASTLES)
"""Where he goes whose own castles are all closed, the first kind first."""


def position_of(table: KTable, noble: Noble) -> tuple[int, int]:
    """Where a noble is, in squares; aboard a ship where she is."""
    board, square = table.content.board, noble.square
    ship = table.state.ships.get(noble.aboard or "")
    if ship is not None:
        if ship.sea is not None:
            x, y = board.seas[ship.sea].at
            return int(x), int(y)
        square = board.places[ship.port or ""].square
    return board.squares[square].col, board.squares[square].row


def home_of(table: KTable, noble_id: str) -> Place:
    """The nearest of his own castles that lets him in, else the nearest friendly town, else city,
    else castle (ishkibibble-vacillating.10).

    As the crow flies, and of several alike the first by name. If nothing lets him in he goes to
    his first castle, and stays before it.
    """
    board = table.content.board
    seat = table.state.nobles[noble_id].seat
    here = position_of(table, table.state.nobles[noble_id])

    def order(place: Place) -> tuple[int, str]:
        there = board.squares[place.square]
        return max(abs(there.col - here[0]), abs(there.row - here[1])), place.name

    castles = [board.places[castle] for castle in table.content.castles_of(noble_id)]
    others = board.places.values()
    choices = [castles, *([p for p in others if p.kind in kinds] for kinds in _NEXT_BEST)]
    for places in choices:
        friendly = [p for p in places if may_enter(table, seat, p) and fits(table, noble_id, p)]
        if friendly:
            return min(friendly, key=order)
    return castles[0]


def send_home(table: KTable, noble_id: str) -> Place:
    """Put a noble home with the heirs whom he keeps; where that is."""
    home = home_of(table, noble_id)
    stand(table, noble_id, home)
    end_counts(table, heirs_with(table.state, noble_id))
    pick_up_heirs(table, noble_id)
    return home
