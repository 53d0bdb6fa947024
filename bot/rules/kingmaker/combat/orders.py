"""All orders of the combat phase: what is offered, and why not (house §2.3; base §9, §10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.rules.kernel import Choice, IllegalChoice, Offer, Stops, first, free
from bot.rules.kingmaker.combat.attack_orders import ATTACKS, attack_offers, attack_stops
from bot.rules.kingmaker.combat.sea_orders import sea_offers, sea_stops
from bot.rules.kingmaker.combat.siege_orders import SIEGES, crew_offers, siege_offers, siege_stops
from bot.rules.kingmaker.combat.targets import enemies_met
from bot.rules.kingmaker.conditions.lasting import defeat_stops
from bot.rules.kingmaker.sieges import ports_of_nobody
from bot.rules.kingmaker.state import KTable

_HAS_ATTACKED = ("house-1.16", "house-1.17")


def combat_offers(table: KTable, seat: int, barred: Sequence[str]) -> Iterator[Offer]:
    """Every attack and siege order open to a faction now, found one by one as they are asked for.

    ``barred`` are the targets that it may not declare against again in this phase (house-5.11g),
    as ``force_key`` and the ids of places name them.
    """
    state = table.state
    if not free(defeat_stops(state, seat)):
        return
    squares = enemies_met(table, seat)
    for square, enemies in squares.items():
        yield from attack_offers(table, seat, square, enemies, barred)
        for place in table.content.board.squares[square].places:
            yield from siege_offers(table, seat, place, barred)
    for place in ports_of_nobody(table, seat):
        yield from crew_offers(table, seat, place)
    for place, siege in state.sieges.items():
        if siege.ships and table.content.board.places[place].square not in squares:
            yield from siege_offers(table, seat, place, barred)
    yield from sea_offers(table, seat)


def combat_stops(table: KTable, seat: int, choice: Choice, barred: Sequence[str] = ()) -> Stops:
    """All that stands in the way of an attack or a siege order, the plainest first."""
    yield from defeat_stops(table.state, seat)
    if choice.verb in ATTACKS:
        yield from attack_stops(table, seat, choice, barred)
    elif choice.verb in SIEGES:
        yield from siege_stops(table, seat, choice, barred)
    elif choice.verb == "attack_at_sea":
        yield from sea_stops(table, seat, choice)


def missed(table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
    """What would have forbidden such an order in the combat phase that is over; None if nothing.

    That somebody has attacked already is no reason any more.
    """
    stop = first(combat_stops(table, seat, choice))
    return None if stop is None or stop.rule in _HAS_ATTACKED else stop
