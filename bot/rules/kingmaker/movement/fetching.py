"""A House fetches its heirs from where they stand unheld, as if the place were friendly
(families-players.2, families-players.3)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Stops, free
from bot.rules.kingmaker.conditions.lasting import church_stops
from bot.rules.kingmaker.conditions.sides import favours, given, is_house
from bot.rules.kingmaker.consequences.changes import give_heir
from bot.rules.kingmaker.forces.strength import in_open, nobles_of, occupants
from bot.rules.kingmaker.movement.movers import mover_stops
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession.line import holder_seat, house_of


def fetch_offers(table: KTable, seat: int) -> list[Offer]:
    """Which heirs of its own a House may fetch, each with the nobles who stand before him."""
    if not is_house(table.state, table.content, seat):
        return []
    found = []
    for heir in table.state.heirs:
        if free(_heir_stops(table, seat, heir)):
            here = _before(table, seat, heir)
            nobles = tuple(noble for noble in here if free(_noble_stops(table, seat, noble)))
            if nobles:
                fields = (Field("heir", (heir,)), Field("noble", nobles))
                found.append(Offer("fetch", fields, "families-players.2"))
    return found


def fetch_stops(table: KTable, seat: int, choice: Choice) -> Stops:
    """All that keeps a noble from fetching an heir."""
    if not given(table.state):
        yield IllegalChoice(
            "base-11.10", "You need not fetch an heir here: a noble who reaches him takes him."
        )
        return
    if not is_house(table.state, table.content, seat):
        yield IllegalChoice("families-players.2", "Only a House can fetch an heir.")
        return
    heir = next(iter(choice.many("heir")), "")
    yield from _heir_stops(table, seat, heir)
    noble = next(iter(choice.many("noble")), "")
    yield from _noble_stops(table, seat, noble)
    if heir in table.state.heirs and noble not in _before(table, seat, heir):
        yield IllegalChoice(
            "families-players.2",
            "He must stand in the open where the heir is inside, or lie in that port.",
        )


def _heir_stops(table: KTable, seat: int, heir_id: str) -> Stops:
    """He is of this House, alive, held by nobody, and no others are inside with him."""
    state, content = table.state, table.content
    heir = state.heirs.get(heir_id)
    if heir is None or not heir.alive:
        yield IllegalChoice("families-players.2", "Name a living heir.")
        return
    if house_of(state, content, heir_id) != favours(state, content, seat):
        yield IllegalChoice("families-players.2", "A House fetches only its own heirs.")
    if holder_seat(state, content, heir_id) is not None or heir.inside is None:
        yield IllegalChoice(
            "families-players.2", "You can fetch an heir only from a place where nobody holds him."
        )
    elif occupants(state, heir.inside) - {seat}:
        yield IllegalChoice("families-players.2", "Other players’ nobles are inside with him.")
    else:
        yield from _gate_stops(table, seat, heir.inside)


def _gate_stops(table: KTable, seat: int, place_id: str) -> Stops:
    """What keeps a House out of a place even if it is friendly."""
    if place_id in table.state.sieges:
        yield IllegalChoice("base-10.6", "That place is Under Siege. Nobody comes out of it.")
    yield from church_stops(table.state, table.content, seat, table.content.board.places[place_id])


def _noble_stops(table: KTable, seat: int, noble_id: str) -> Stops:
    """He is free to move; who is aboard need not go ashore for it."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat or noble.aboard is None:
        yield from mover_stops(table, seat, noble_id)


def _before(table: KTable, seat: int, heir_id: str) -> list[str]:
    """The nobles of a seat in the open of the square where an heir is, or in port there."""
    state = table.state
    heir = state.heirs[heir_id]
    ships = {key for key, ship in state.ships.items() if ship.port == heir.inside}
    aboard = [n for n in nobles_of(state, seat) if state.nobles[n].aboard in ships]
    return [*in_open(state, heir.square, seat), *aboard]


def fetch(table: KTable, seat: int, choice: Choice) -> None:
    """The heir comes out to a noble of his House, and goes with him from now on."""
    give_heir(table, choice.one("heir"), choice.one("noble"))
