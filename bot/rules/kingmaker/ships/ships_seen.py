"""The ships as they are seen: where they are, and who controls and commands them (house §8.7;
ishkibibble-seacombat, ishkibibble-blockade)."""

from __future__ import annotations

import msgspec

from bot.rules.kingmaker.ships.command import bearers
from bot.rules.kingmaker.state import KTable, ShipState


class ShipView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ship in a port or a sea square, and the noble who controls it."""

    port: str | None = None
    sea: str | None = None
    noble: str | None = None
    seat: int | None = None
    master: int | None = None
    """The seat that commands her at sea, where that is not her card’s (ishkibibble-seacombat.8,
    ishkibibble-seacombat.10)."""
    blockade: str | None = None
    """The port that she watches (ishkibibble-blockade.1)."""
    prisoner: bool = False
    """Whether she is a prisoner in her port (ishkibibble-blockade.3)."""


def ships_seen(table: KTable) -> dict[str, ShipView]:
    """All the ships on the board."""
    state, owners = table.state, bearers(table)
    return {
        ship: ShipView(
            where.port,
            where.sea,
            owners.get(ship),
            state.nobles[owners[ship]].seat if ship in owners else None,
            _master(table, owners.get(ship), where),
            where.blockade,
            where.prisoner,
        )
        for ship, where in state.ships.items()
    }


def _master(table: KTable, owner: str | None, ship: ShipState) -> int | None:
    """Who commands a ship at sea, if it is not the seat that has her card.

    Where a ship at sea obeys a former master until she is in port (house-8.7.5) nobody sees it.
    """
    nobles = table.state.nobles
    keeper, master = nobles.get(ship.captain_at_sea or ""), ship.prize_of
    if keeper is not None:
        master = keeper.seat if table.content.ruleset.ships_obey == "at_once" else None
    return None if owner is not None and nobles[owner].seat == master else master
