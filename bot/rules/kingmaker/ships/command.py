"""Ships: who commands them, where they may go, who is aboard (house §8.6, §5.20 to §5.26).

The ships as everybody sees them: where they are, and who controls and commands them (house §8.7;
ishkibibble-seacombat, ishkibibble-blockade).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.rules.kernel import Choice, Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.kings_peace import at_peace
from bot.rules.kingmaker.conditions.lasting import defeatist, is_barred
from bot.rules.kingmaker.consequences.changes import kill_heir, leave_heir, pick_up_heirs
from bot.rules.kingmaker.consequences.keeping import (
    begin_count,
    counted_for,
    end_count,
    end_counts,
    heir_haven,
    is_home,
    nearest_shore,
)
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import (
    controller,
    defence,
    friendly,
    has_way_in,
    held_by_ally,
    inside,
    lets_in,
    strength,
    troops,
)
from bot.rules.kingmaker.ids import (
    NO_NOBLE,
    NO_PLACE,
    HeirId,
    NobleId,
    PlaceId,
    SeaId,
    ShipId,
    SquareId,
)
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KTable, Noble, ShipState
from bot.rules.kingmaker.succession import heirs_with

# Command (base-8.9, house-8.7.5)


def captains(table: KTable) -> dict[ShipId, NobleId]:
    """The noble who commands each ship: the bearer of her card or, at sea, a noble who still
    commands her.
    """
    state, found = table.state, dict(bearers(table))
    for ship_id, ship in state.ships.items():
        if (
            ship.captain_at_sea is not None
            and ship.sea is not None
            and ship.captain_at_sea in state.nobles
        ):
            found[ship_id] = ship.captain_at_sea
    return found


def bearers(table: KTable) -> dict[ShipId, NobleId]:
    """The noble who bears the card of each ship."""
    fleet, found = table.content.fleet, dict[ShipId, NobleId]()
    for key, noble in table.state.nobles.items():
        for card in (key, noble.office, *noble.cards):
            if card in fleet:
                found |= dict.fromkeys(fleet[card], key)
    return found


def bearer(table: KTable, ship_id: ShipId) -> Seat | None:
    """The seat that has a ship's card, and commands her once she is in port (house-8.7.5)."""
    noble = bearers(table).get(ship_id)
    return None if noble is None else table.state.nobles[noble].seat


def captain(table: KTable, ship_id: ShipId) -> NobleId | None:
    """The noble who commands a ship."""
    return captains(table).get(ship_id)


def masters(table: KTable) -> dict[ShipId, Seat]:
    """The seat that commands each ship: her captain's, or at sea that of the faction that took her,
    no matter which of its nobles fall or what becomes of her office (ishkibibble-seacombat.10).

    Even so, a ransomed noble who brings a ship in is her captain (ishkibibble-seacombat.8).
    """
    state = table.state
    found = {ship: state.nobles[noble].seat for ship, noble in captains(table).items()}
    for ship_id, ship in state.ships.items():
        if ship.prize_of is not None and ship.captain_at_sea not in state.nobles:
            found[ship_id] = ship.prize_of
    return found


def command(table: KTable, ship_id: ShipId) -> Seat | None:
    """The seat that commands a ship."""
    return masters(table).get(ship_id)


def hosts(table: KTable) -> dict[ShipId, Seat]:
    """The ships on the board that somebody commands, each with the seat of her commander."""
    state = table.state
    return {ship: seat for ship, seat in masters(table).items() if ship in state.ships}


def aboard(table: KTable, ship_id: ShipId) -> list[NobleId]:
    """The nobles aboard a ship."""
    return list(table.state.relations.aboard.get(ship_id, ()))


def heirs_aboard(table: KTable, ship_id: ShipId) -> list[HeirId]:
    """The heirs who are with the nobles aboard a ship."""
    return [h for noble in aboard(table, ship_id) for h in heirs_with(table.state, noble)]


def besieging_ship(table: KTable, ship_id: ShipId) -> bool:
    """Whether those aboard besiege the port the ship is in (house-8.6.19)."""
    return any(ship_id in siege.ships for siege in table.state.sieges.values())


def siege_binds(table: KTable, ship_id: ShipId) -> bool:
    """Whether a siege that must be kept up keeps a ship in place (house-8.6.19).

    Under the base rules the ship may sail away, which ends the siege or weakens it (base-10.10,
    base-10.11).
    """
    return besieging_ship(table, ship_id) and procedures(table).siege.binds_ships


BOARDING = {True: "house-8.6.27", False: "base-16.3"}
"""The rule for boarding other players' ships: with anybody's leave, or only an ally's."""


# Fleets: ships that are together share their room (base-8.5)


def consorts(table: KTable, ship_id: ShipId) -> list[ShipId]:
    """The ships that carry some of those aboard a ship, and sail with her."""
    return [other for other in table.state.ships if flagship(table, other) == ship_id]


def flagship(table: KTable, ship_id: ShipId) -> ShipId | None:
    """The ship for which another ship, with nobody aboard herself, carries some passengers, as long
    as she needs the room, and both are together under one command (base-8.5); otherwise None.
    """
    ships = table.state.ships
    ship, leader = ships[ship_id], ships[ship_id].consort_of
    if leader is None or leader not in ships or aboard(table, ship_id):
        return None
    needed = on_board(table, leader) > hold(table, [leader])
    together = (ship.port, ship.sea) == (ships[leader].port, ships[leader].sea)
    one_fleet = needed and together and command(table, ship_id) == command(table, leader)
    return leader if one_fleet else None


def idle_sisters(table: KTable, ship_id: ShipId) -> list[ShipId]:
    """The empty ships in a ship's port, under the same command, that could carry some of her
    passengers.
    """
    seat, ships = command(table, ship_id), table.state.ships
    if not table.content.ruleset.fleets or seat is None:
        return []
    return [
        other
        for other, host in hosts(table).items()
        if host == seat
        and other != ship_id
        and ships[other].port is not None
        and ships[other].port == ships[ship_id].port
        and not ships[other].moved
        and not aboard(table, other)
        and flagship(table, other) is None
    ]


def hold(table: KTable, fleet: Iterable[ShipId]) -> int:
    """The troops that some ships can carry between them."""
    return sum(table.content.ships[ship].capacity for ship in fleet)


def on_board(table: KTable, ship_id: ShipId) -> int:
    """The troops aboard a ship, as they were when each noble embarked (base-8.4)."""
    load = table.state.ships[ship_id].load
    return sum(load.get(noble, troops(table, noble)) for noble in aboard(table, ship_id))


def _form_fleet(table: KTable, ship_id: ShipId) -> None:
    """Sister ships, as many as are needed, carry some of those aboard a ship."""
    fleet = [ship_id, *consorts(table, ship_id)]
    for sister in idle_sisters(table, ship_id):
        if on_board(table, ship_id) <= hold(table, fleet):
            return
        table.state.ships[sister].consort_of = ship_id
        fleet.append(sister)


# Embarking (house-2.2f, house-8.6.3, house-8.6.12, house-5.22)


def embark(table: KTable, seat: Seat, choice: Choice) -> None:
    """Take nobles aboard with their heirs (base-8.3); on another player's ship they are guests.

    Heirs may be left in a fortress, with the nobles of its controller if any stay (base-11.11).
    """
    ship, nobles, host = (
        choice.one("ship", ShipId),
        choice.many("nobles", NobleId),
        command(table, choice.one("ship", ShipId)),
    )
    if not aboard(table, ship):  # those who came with her are gone
        table.state.ships[ship].hostile = False
    if host is not None and host != seat:
        table.state.ships[ship].guests |= dict.fromkeys(nobles, host)
    loads = {noble: troops(table, noble) for noble in nobles}
    aboard_now = table.state.ships[ship].load
    table.state.ships[ship].load = {
        **{n: w for n, w in aboard_now.items() if table.state.nobles.get(n) is not None},
        **loads,
    }
    port = table.state.ships[ship].port or NO_PLACE
    for heir_id in choice.many("left", HeirId):
        leave_heir(table, heir_id, table.content.board.places[port].square, port)
    for noble_id in nobles:
        noble = table.state.nobles[noble_id]
        table.state.stand(noble_id, aboard=ship)
        spend_move(noble)
    _form_fleet(table, ship)
    table.emit(facts.Embarked(seat, nobles, ship, port))
    if choice.many("left"):
        for keeper in inside(table.state, port, controller(table.state, port)):
            pick_up_heirs(table, keeper)


# Sailing (house-2.2g, house-2.2h, house-8.6.1)


def has_weary_heir(table: KTable, ship_id: ShipId) -> bool:
    """Whether an heir aboard came here with another noble this phase (base-7.12)."""
    heirs = (table.state.heirs[heir] for heir in heirs_aboard(table, ship_id))
    return any(heir.moved_with not in (None, heir.holder) for heir in heirs)


def frozen(table: KTable, ship_id: ShipId) -> bool:
    """Whether the King's Peace keeps a ship in her home port (house-7.4.16)."""
    return table.state.peace is not None and ship_id in table.state.peace.ships


def port_entry(table: KTable, seat: Seat, ship_id: ShipId, place: Place) -> str | None:
    """How a ship may enter a port: as an open port, as a friendly one, to besiege it, or not at all
    (house-2.2j).

    Guests aboard a ship besiege nothing for her captain (house-8.6.27).
    """
    if not has_way_in(table, seat, place):
        return None
    passengers = aboard(table, ship_id)
    if not passengers:
        return "friendly" if _takes_empty_ships(table, seat, place) else None
    if heirs_aboard(table, ship_id) and not heir_haven(table, seat, place):
        return None
    if not may_be_hostile(table, place):
        return "open"  # house-8.6.10
    if friendly(table, seat, place):
        return None if place.is_fortress and not lets_in(table, seat, place) else "friendly"
    if held_by_ally(table, seat, place):  # the ally lets the ship in, or she stays out (base-16.4)
        return None
    crew = [noble for noble in passengers if table.state.nobles[noble].seat == seat]
    if not crew or at_peace(table.state, place.id, place.square):
        return None
    if defeatist(table.state, seat):  # a defeatist faction besieges nothing
        return None
    siege = table.state.sieges.get(place.id)
    if siege is not None:  # the crew join it (house-8.6.18), if they may
        joined = procedures(table).siege.joining(siege.seat, seat)
        if joined != "with_a_match":
            return "besiege" if joined == "freely" else None
    share, whole = table.content.ruleset.lay_share  # house-8.6.17
    men = strength(table, crew, IN_ATTACK, place.square)  # as they will be in the port
    return "besiege" if men * whole >= defence(table, place, [seat]) * share else None


def _takes_empty_ships(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether an empty ship may enter a port: any port will do (house-8.6.11), or only one that
    nobody else holds (base-8.6).

    A neutral fortress takes an empty ship in.
    """
    if table.content.ruleset.empty_ships_enter == "any" or friendly(table, seat, place):
        return True
    return place.is_fortress and controller(table.state, place.id) is None


def may_be_hostile(table: KTable, place: Place) -> bool:
    """Whether a port can be closed to a ship: a fortress, or a town that is held (base-8.7)."""
    return place.is_fortress or table.content.ruleset.towns_held


def sail(table: KTable, seat: Seat, choice: Choice) -> None:
    """Move a ship with everybody aboard."""
    ship_id, to = choice.one("ship", ShipId), choice.one("to")
    ship = table.state.ships[ship_id]
    origin = ship.port or ship.sea or ""
    if ship.port is not None and heir_haven(table, seat, table.content.board.places[ship.port]):
        count_from_now(table, heirs_aboard(table, ship_id), seat)
    for heir_id in heirs_aboard(table, ship_id):
        heir = table.state.heirs[heir_id]
        heir.moved_with = heir.holder
    place = table.content.board.places.get(PlaceId(to))
    hostile = place is not None and port_entry(table, seat, ship_id, place) == "besiege"
    for noble_id in aboard(table, ship_id):
        spend_move(table.state.nobles[noble_id])
    for sailing in (*consorts(table, ship_id), ship_id):
        put_ship(table, sailing, to)
        table.state.ships[sailing].moved = True
        if table.content.ruleset.sea_combat:
            table.state.ships[sailing].entered = to in table.content.board.seas
        table.emit(facts.Sailed(seat, sailing, origin, to, tuple(aboard(table, sailing))))
    ship.hostile = hostile


def spend_move(noble: Noble) -> None:
    """A voyage is a noble's whole move (house-8.6.2, house-8.6.4)."""
    noble.steps, noble.fresh = 0, False


def count_from_now(table: KTable, heirs: Iterable[HeirId], seat: Seat) -> None:
    """Begin to count the movement phases left to the heirs whom a seat takes to sea, except for
    those whose count is already running (house-8.6.7)."""
    turns = table.content.ruleset.heir_abroad_turns
    for heir_id in heirs:
        if turns is not None and table.state.heirs[heir_id].landing_due is None:
            # The end of the current movement phase counts as well.
            begin_count(table, heir_id, seat, turns + 1)


def put_ship(table: KTable, ship_id: ShipId, to: str) -> None:
    """Put a ship into a port, which takes any number of ships (base-8.12), or into a sea square.

    In port a change of command takes effect.
    """
    ship = table.state.ships[ship_id]
    ship.blockade, ship.prisoner, ship.hostile = None, False, False
    table.state.leave_port(aboard(table, ship_id))
    port = PlaceId(to)
    if port in table.content.board.places:
        ship.port, ship.sea, ship.captain_at_sea, ship.lost_to = port, None, None, None
        ship.prize_of = None
    else:
        ship.port, ship.sea = None, SeaId(SquareId(to))


def at_war(table: KTable, ship_id: ShipId) -> bool:
    """Whether those aboard a ship besiege the port she is in, or must do so in the next combat."""
    return table.state.ships[ship_id].hostile or besieging_ship(table, ship_id)


def war_binds(table: KTable, ship_id: ShipId) -> bool:
    """Whether those aboard stay to besiege the port, even if the ship passes to another player
    (house-8.6.16, house-8.6.19)."""
    return at_war(table, ship_id) and procedures(table).siege.binds_ships


def cease_hostilities(table: KTable, seat: Seat, port: PlaceId | None = None) -> None:
    """A seat's ships, all of them or those in one port, are no longer at war with any port.

    The ships have begun their sieges, or were let in after all.
    """
    ships = table.state.ships.items()
    hostile = {key: ship for key, ship in ships if ship.hostile and port in (None, ship.port)}
    if hostile:
        mine, nobles = hosts(table), table.state.nobles
        for ship_id, ship in hostile.items():
            crew = (nobles[noble].seat for noble in aboard(table, ship_id))
            ship.hostile = seat not in (mine.get(ship_id), *crew)


# Landing (house-2.2i, house-8.6.4, house-8.6.14, house-8.6.15)


def land(table: KTable, seat: Seat, choice: Choice) -> None:
    """Bring nobles ashore."""
    ship = choice.one("ship", ShipId)
    port = table.state.ships[ship].port
    assert port is not None
    go_ashore(table, choice.many("nobles", NobleId), table.content.board.places[port])


def go_ashore(table: KTable, nobles: tuple[NobleId, ...], place: Place) -> None:
    """Put nobles ashore at a port: into the fortress, or into the square of an open port.

    A noble who has crossed the sea or boarded this turn does not move again (house-8.6.4), but may
    fight where he lands in the same turn (base-8.8); one already in port before the turn moves by
    land.
    """
    for noble_id in nobles:
        noble = table.state.nobles[noble_id]
        housed = _is_housed(table, noble.seat, place)
        table.state.stand(noble_id, place.square, place.id if housed else None)
        noble.landed, noble.boards = not noble.fresh, False
        end_counts(table, heirs_with(table.state, noble_id))
    for seat, party in by_seat(table, nobles).items():
        housed = _is_housed(table, seat, place)
        table.emit(facts.Landed(seat, tuple(party), place.id, housed))
    for noble_id in nobles:
        pick_up_heirs(table, noble_id)


def _is_housed(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether nobles of a faction who land at a port are inside it, not in its square."""
    return place.is_fortress and not is_barred(table.state, table.content, seat, place)


def by_seat(table: KTable, nobles: Iterable[NobleId]) -> dict[Seat, list[NobleId]]:
    """Nobles grouped by faction."""
    found: dict[Seat, list[NobleId]] = {}
    for noble in nobles:
        found.setdefault(table.state.nobles[noble].seat, []).append(noble)
    return found


# Heirs must return to the mainland (house §5.7, house-8.6.7)


def count_heirs_abroad(table: KTable, seat: Seat) -> None:
    """At the end of a seat's movement phase, the heirs it took abroad are back, have time left, or
    die.
    """
    state = table.state
    for heir_id, heir in state.heirs.items():
        if not heir.alive or heir.landing_due is None or counted_for(state, heir) != seat:
            continue
        if is_home(table, heir_id):
            end_count(heir)
            continue
        heir.landing_due -= 1
        if heir.landing_due <= 0:
            kill_heir(table, heir_id, "abroad", seat)


# Ships that are lost, but not yet handed over (ishkibibble-seacombat.8)


def owed(table: KTable, ship_id: ShipId) -> bool:
    """Whether a ransomed noble still sails a ship that he must bring to a port for her captor."""
    ship = table.state.ships[ship_id]
    return ship.lost_to is not None and ship.captain_at_sea in table.state.nobles


def bring_in(table: KTable, seat: Seat) -> None:
    """At the end of a movement phase in which a seat moved, or would have, its ransomed nobles
    bring their ships into port."""
    for ship_id in [s for s in table.state.ships if owed(table, s) and command(table, s) == seat]:
        port = nearest_port_for(table, ship_id, seat).id
        put_ship(table, ship_id, port)
        table.emit(facts.ShipSoughtPort(ship_id, port, "ransom"))


# Loss (base-8.10, house-5.10c)


def sink(table: KTable, ship_id: ShipId) -> None:
    """Take a ship off the board; those aboard must have been dealt with beforehand."""
    del table.state.ships[ship_id]
    table.emit(facts.ShipGone(ship_id))


def nearest_port_for(table: KTable, ship_id: ShipId, seat: Seat) -> Place:
    """A ship's port or, at sea, the nearest port that is unfortified or friendly to a seat.

    With an heir aboard, the port must be one where heirs may land (house-8.6.6).
    """
    board, ship = table.content.board, table.state.ships[ship_id]
    if ship.port is not None:
        return board.places[ship.port]
    assert ship.sea is not None
    with_heirs = bool(heirs_aboard(table, ship_id))
    return nearest_shore(table, ship.sea, seat, with_heirs=with_heirs)


class ShipView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ship in a port or a sea square, and the noble who bears her card."""

    port: PlaceId | None = None
    sea: SeaId | None = None
    noble: NobleId | None = None
    seat: Seat | None = None
    master: Seat | None = None
    """The seat that commands the ship at sea, if that seat does not have her card
    (ishkibibble-seacombat.8, ishkibibble-seacombat.10).
    """
    blockade: PlaceId | None = None
    """The port that the ship watches (ishkibibble-blockade.1)."""
    prisoner: bool = False
    """Whether the ship is a prisoner in her port (ishkibibble-blockade.3)."""


def ships_seen(table: KTable) -> dict[ShipId, ShipView]:
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


def _master(table: KTable, owner: NobleId | None, ship: ShipState) -> Seat | None:
    """The seat that commands a ship at sea, if that seat does not have her card.

    If a ship at sea obeys a former master until she is in port (house-8.7.5), nobody can see that.
    """
    nobles = table.state.nobles
    keeper, master = nobles.get(ship.captain_at_sea or NO_NOBLE), ship.prize_of
    if keeper is not None:
        master = keeper.seat if table.content.ruleset.ships_obey == "at_once" else None
    return None if owner is not None and nobles[owner].seat == master else master
