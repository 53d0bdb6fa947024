"""How a moderator may correct things at sea: where ships are, who is aboard, blockades,
prisoners."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Weight
from bot.rules.kingmaker.consequences.keeping import heir_haven
from bot.rules.kingmaker.corrections.captivity import held_fast
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.facts.ships import PortBlockaded, ShipHeld
from bot.rules.kingmaker.forces.strength import troops
from bot.rules.kingmaker.ids import NO_PLACE, NobleId, PlaceId, ShipId
from bot.rules.kingmaker.ships.command import (
    aboard,
    besieging_ship,
    command,
    count_from_now,
    port_entry,
    put_ship,
)
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession import heirs_with

SHIP, ABOARD = "correct_ship", "correct_aboard"
BLOCKADE, PRISONER = "correct_blockade", "correct_prisoner"

NO_PORT, AT_LARGE, HELD = "nobody", "free", "prisoner"
"""Words for a ship that watches no port, one that may leave hers, and one that may not."""

_BESIEGING = "The nobles aboard are besieging the port. First move them ashore, or rewind."


class ShipCorrected(Fact, frozen=True, tag="ship_corrected"):
    """A moderator has moved a ship or (``noble``) put a noble aboard her where she is."""

    weight = Weight.NOTABLE

    ship: ShipId
    where: str
    noble: NobleId | None = None


class WatchCorrected(Fact, frozen=True, tag="watch_corrected"):
    """A moderator has ended a blockade or freed a ship: ``how`` is blockade or prisoner."""

    weight = Weight.NOTABLE

    ship: ShipId
    port: PlaceId
    how: str


def sea_offers(table: KTable) -> tuple[Offer, ...]:
    """Ships that may be moved or made prisoners, nobles who may be put aboard, and ports that ships
    may watch; none without a ship.
    """
    state, board = table.state, table.content.board
    ships = tuple(sorted(state.ships))
    if not ships:
        return ()
    waters = (*board.ports, *board.seas)
    nobles = tuple(sorted(state.nobles))
    offers = (
        Offer(SHIP, (Field("ship", ships), Field("to", waters)), "base-8.1"),
        Offer(ABOARD, (Field("noble", nobles), Field("ship", ships)), "house-8.6.3"),
    )
    if not table.content.ruleset.blockades:
        return offers
    watched = Field("to", (*board.ports, NO_PORT))
    return (
        *offers,
        Offer(BLOCKADE, (Field("ship", ships), watched), "ishkibibble-blockade.1"),
        Offer(
            PRISONER,
            (Field("ship", ships), Field("to", (HELD, AT_LARGE))),
            "ishkibibble-blockade.3",
        ),
    )


def put_elsewhere(table: KTable, choice: Choice) -> None:
    """Put a ship with everybody aboard into a port or a sea square."""
    ship_id, to = choice.one("ship", ShipId), choice.one("to")
    seat, ship = command(table, ship_id), table.state.ships[ship_id]
    if seat is None:
        raise IllegalChoice("base-8.9", "Nobody commands the ship. She lies idle in her home port.")
    if besieging_ship(table, ship_id):
        raise IllegalChoice("house-8.6.19", _BESIEGING)
    if to in (ship.port, ship.sea):
        raise IllegalChoice("base-8.1", "The ship is already there.")
    if to in table.content.board.places:
        place = table.content.board.places[PlaceId(to)]
        if port_entry(table, seat, ship_id, place) not in ("open", "friendly"):
            raise IllegalChoice(
                "house-2.2j", "That port is closed to the nobles aboard. First set who controls it."
            )
    put_ship(table, ship_id, to)
    _count_heirs(table, ship_id, aboard(table, ship_id))
    table.emit(ShipCorrected(ship_id, to))


def put_aboard(table: KTable, choice: Choice) -> None:
    """Put a noble aboard a ship of his faction, with the heirs he holds."""
    noble_id, ship_id = choice.one("noble", NobleId), choice.one("ship", ShipId)
    noble, ship = table.state.nobles[noble_id], table.state.ships[ship_id]
    held_fast(table, noble_id)
    if command(table, ship_id) != noble.seat:
        raise IllegalChoice("base-8.9", "The ship does not belong to that noble’s faction.")
    if noble.aboard == ship_id:
        raise IllegalChoice("house-8.6.3", "That noble is already aboard.")
    if besieging_ship(table, ship_id):
        raise IllegalChoice("house-8.6.19", _BESIEGING)
    passengers, weight = aboard(table, ship_id), troops(table, noble_id)
    taken = sum(ship.load.get(other, troops(table, other)) for other in passengers)
    lone = not passengers and table.content.ruleset.lone_noble_fits_ship
    if not lone and taken + weight > table.content.ships[ship_id].capacity:
        raise IllegalChoice("house-5.22a", "The ship has no room for that noble’s men.")
    if noble.aboard is not None:
        table.state.ships[noble.aboard].load.pop(noble_id, None)
    ship.load[noble_id] = weight
    table.state.stand(noble_id, aboard=ship_id)
    noble.steps, noble.fresh = 0, False
    _count_heirs(table, ship_id, [noble_id])
    table.emit(ShipCorrected(ship_id, ship.port or ship.sea or "", noble_id))


def set_blockade(table: KTable, choice: Choice) -> None:
    """From now on a ship watches a port next to her sea space, or none."""
    ship_id, to = choice.one("ship", ShipId), choice.one("to", PlaceId)
    ship, seat = table.state.ships[ship_id], command(table, choice.one("ship", ShipId))
    if (ship.blockade or NO_PORT) == to:
        raise IllegalChoice("ishkibibble-blockade.1", "That is already so.")
    if to == NO_PORT:
        table.emit(WatchCorrected(ship_id, ship.blockade or NO_PLACE, "blockade"))
        ship.blockade = None
        return
    if seat is None:
        raise IllegalChoice("base-8.9", "Nobody commands the ship. She lies idle in her home port.")
    if ship.sea is None or to not in table.content.board.seas[ship.sea].ports:
        raise IllegalChoice(
            "ishkibibble-blockade.1",
            "A ship watches a port from the sea space beside it. First put her there.",
        )
    ship.blockade = to
    table.emit(PortBlockaded(seat, ship_id, to))


def set_prisoner(table: KTable, choice: Choice) -> None:
    """A ship becomes a prisoner in her port, or stops being one."""
    ship_id, held = choice.one("ship", ShipId), choice.one("to") == HELD
    ship = table.state.ships[ship_id]
    if ship.prisoner == held:
        raise IllegalChoice("ishkibibble-blockade.3", "That is already so.")
    if ship.port is None:
        raise IllegalChoice(
            "ishkibibble-blockade.3",
            "A ship can be a prisoner only in a port. First put her there.",
        )
    ship.prisoner = held
    if held:
        table.emit(ShipHeld(ship_id, ship.port))
    else:
        table.emit(WatchCorrected(ship_id, ship.port, "prisoner"))


def _count_heirs(table: KTable, ship_id: ShipId, nobles: list[NobleId]) -> None:
    """Heirs who end up abroad or at sea have the usual time to come back (house-8.6.7)."""
    port, seat = table.state.ships[ship_id].port, command(table, ship_id)
    if seat is None:
        return
    if port is not None and heir_haven(table, seat, table.content.board.places[port]):
        return
    for noble in nobles:
        count_from_now(table, heirs_with(table.state, noble), seat)
