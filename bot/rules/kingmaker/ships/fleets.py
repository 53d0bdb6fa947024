"""Fleets: the ships that fight side by side in one sea space, and who commands what they take
(ishkibibble-seacombat)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.kingmaker.conditions.bonds import sides
from bot.rules.kingmaker.conditions.followers import followers
from bot.rules.kingmaker.forces.strength import besieged, nobles_of
from bot.rules.kingmaker.ships.command import aboard, hosts
from bot.rules.kingmaker.state import KTable


def ships_in(table: KTable, sea: str) -> dict[str, int]:
    """The ships in a sea space that somebody commands, each with that seat."""
    ships = table.state.ships
    return {ship: seat for ship, seat in hosts(table).items() if ships[ship].sea == sea}


def fleets(table: KTable, seat: int, against: int, sea: str) -> tuple[list[str], list[str]]:
    """The ships of both sides: those of a faction or an alliance fight together
    (ishkibibble-seacombat.2), if they attack at all."""
    here, state = ships_in(table, sea), table.state
    with_him, with_them = sides(state.pacts, seat, [against], sea)
    attacking = followers(state, with_him)
    return _of_seats(here, [seat, *attacking]), _of_seats(here, [against, *with_them])


def _of_seats(here: dict[str, int], seats: list[int]) -> list[str]:
    return [ship for ship, host in here.items() if host in seats]


def crew(table: KTable, ships: Iterable[str]) -> list[str]:
    """The nobles aboard some ships who are nobody's captives."""
    nobles = table.state.nobles
    return [n for ship in ships for n in aboard(table, ship) if nobles[n].captor is None]


def takers(table: KTable, seat: int, ships: Iterable[str]) -> list[str]:
    """Who of a faction may be given what a fleet has won: its nobles aboard, or else any of his
    who is free (ishkibibble-seacombat.9)."""
    nobles = table.state.nobles
    there = [noble for noble in crew(table, ships) if nobles[noble].seat == seat]
    if there:
        return there
    free = [n for n in nobles_of(table.state, seat) if nobles[n].captor is None]
    return [noble for noble in free if not besieged(table.state, noble)]
