"""Crews that have entered a port to besiege it get no cards (house §5.12)."""

from __future__ import annotations

from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KTable


def comes_to_besiege(table: KTable, noble_id: str) -> bool:
    """Whether he is aboard a ship that has entered a port as an enemy, and must besiege it in the
    combat to come (house-5.12b)."""
    state = table.state
    ship = state.ships.get(state.nobles[noble_id].aboard or "")
    if ship is None or not ship.hostile:
        return False
    return procedures(table).siege.binds_ships
