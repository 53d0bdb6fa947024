"""The order to attack ships at sea: what stands in the way, and what is offered
(ishkibibble-seacombat)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Stops, free
from bot.rules.kingmaker.conditions.bonds import bound
from bot.rules.kingmaker.ships.fleets import ships_in
from bot.rules.kingmaker.state import KTable


def sea_offers(table: KTable, seat: int) -> list[Offer]:
    """Every attack of a faction's ships, by sea space and enemy (ishkibibble-seacombat.1)."""
    if not table.content.ruleset.sea_combat:
        return []
    state = table.state
    seas = dict.fromkeys(s.sea for s in state.ships.values() if s.entered and s.sea is not None)
    offers = []
    for sea in seas:
        for enemy in dict.fromkeys(ships_in(table, sea).values()):
            if free(_fleet_stops(table, seat, sea)) and free(_enemy_stops(table, seat, sea, enemy)):
                fields = (Field("against", (str(enemy),)), Field("sea", (sea,)))
                offers.append(Offer("attack_at_sea", fields, "ishkibibble-seacombat.1"))
    return offers


def sea_stops(table: KTable, seat: int, choice: Choice) -> Stops:
    """All that stands in the way of an attack at sea as it was chosen."""
    if not table.content.ruleset.sea_combat:
        yield IllegalChoice("base-9.1", "At this table ships do not fight. Attack on land.")
        return
    sea, against = next(iter(choice.many("sea")), ""), next(iter(choice.many("against")), "")
    yield from _fleet_stops(table, seat, sea)
    yield from _enemy_stops(table, seat, sea, int(against) if against.isdecimal() else -1)


def _fleet_stops(table: KTable, seat: int, sea: str) -> Stops:
    """Ships attack where one of them has come in this turn, once in a phase."""
    ships = table.state.ships
    mine = [ships[ship] for ship, host in ships_in(table, sea).items() if host == seat]
    if not mine:
        yield IllegalChoice("ishkibibble-seacombat.1", "Name a sea space where you have ships.")
    elif not any(ship.entered for ship in mine):
        yield IllegalChoice(
            "ishkibibble-seacombat.1",
            "Only ships that sailed into this sea space this turn can attack. Sail there first.",
        )
    elif any(ship.fought for ship in mine):
        yield IllegalChoice(
            "ishkibibble-seacombat.2",
            "Your ships there fight together, and they have fought already.",
        )


def _enemy_stops(table: KTable, seat: int, sea: str, enemy: int) -> Stops:
    """They attack another faction's ships that lie there, and never an ally's (base-16.4)."""
    if enemy == seat or enemy not in ships_in(table, sea).values():
        yield IllegalChoice(
            "ishkibibble-seacombat.1", "Name another player with ships in that sea space."
        )
    elif bound(table.state.pacts, seat, enemy, sea):
        yield IllegalChoice("base-16.4", "Allies do not attack each other.")
