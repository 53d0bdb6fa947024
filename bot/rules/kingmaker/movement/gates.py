"""The roads: which places end a ride (house §8.4; base §7)."""

from __future__ import annotations

from collections import defaultdict

from bot.rules.kingmaker.conditions.lasting import barred_squares
from bot.rules.kingmaker.forces.strength import friendly
from bot.rules.kingmaker.state import KTable


class Gates(dict[str, bool]):
    """Which places stop a faction's rides by their square; each is looked at once."""

    def __init__(self, table: KTable, seat: int) -> None:
        self._table = table
        self.seat = seat

    def __missing__(self, place_id: str) -> bool:
        """A place on the road that is not friendly ends the ride there (base-7.5, base-6.6)."""
        place = self._table.content.board.places[place_id]
        shut = self[place_id] = not friendly(self._table, self.seat, place)
        return shut


_ALL_OPEN: defaultdict[str, bool] = defaultdict(bool)


def road_reach(
    table: KTable, seat: int, square: str, gates: Gates | None = None, *, unimpeded: bool = False
) -> tuple[str, ...]:
    """Squares a fresh noble may ride to along roads, the start not included.

    ``gates`` are this faction's, where many rides are asked for. A fortress in the starting square
    does not hinder leaving (base-7.6).
    """
    shut = _ALL_OPEN if unimpeded else Gates(table, seat) if gates is None else gates
    barred = barred_squares(table.state, table.content, seat)
    return table.content.board.ride(square, shut, barred)
