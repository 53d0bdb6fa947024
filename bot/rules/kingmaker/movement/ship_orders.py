"""Ships: what stands in the way of boarding, sailing and landing, and what is offered.

House §8.6, §5.22; base §8. Each rule is written once, as a stop: one set of stops for the ship, one
for the noble, one for the port, one for the room. Nothing is offered that would be refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.abroad import entry_stops as overseas_stops
from bot.rules.kingmaker.conditions.custody import held_stops
from bot.rules.kingmaker.conditions.kings_peace import at_peace, may_move
from bot.rules.kingmaker.conditions.lasting import (
    becalmed_stops,
    defeat_stops,
    square_stops,
    waverer_stops,
)
from bot.rules.kingmaker.conditions.sides import bound
from bot.rules.kingmaker.consequences.keeping import heir_haven
from bot.rules.kingmaker.entering import left_behind, left_stops, shut_stops, within_room
from bot.rules.kingmaker.forces.strength import (
    besieged,
    friendly,
    has_way_in,
    nobles_of,
    room,
    strength,
    takes_any,
)
from bot.rules.kingmaker.ids import NO_PLACE, NO_SHIP, CardId, NobleId, PlaceId, SeaId, ShipId
from bot.rules.kingmaker.movement.movers import (
    KEPT_AT_PEACE,
    LANDED,
    NOT_YOURS,
    ONE_FORCE,
    card_stops,
    closed_port_stops,
)
from bot.rules.kingmaker.ships.blockade import prisoner_stops, watched_seas
from bot.rules.kingmaker.ships.command import (
    BOARDING,
    aboard,
    bearer,
    command,
    consorts,
    flagship,
    frozen,
    has_weary_heir,
    heirs_aboard,
    hold,
    idle_sisters,
    on_board,
    owed,
    port_entry,
    siege_binds,
)
from bot.rules.kingmaker.state import KTable

# What is offered


def embark_offers(table: KTable, seat: Seat, fleet: Mapping[ShipId, Seat]) -> list[Offer]:
    """Nobles may go aboard if they begin the phase in the port, and inside it if it is a fortress.

    ``fleet`` says who commands each ship, as returned by `hosts`: it is worked out once for all
    offers.
    """
    offers = []
    for ship_id, host in _at_hand(table, seat, fleet):
        if host != seat and seat not in table.state.granted.get(ship_id, ()):
            continue
        if free(_berth_stops(table, seat, ship_id)):
            field = _boarders(table, seat, ship_id)
            if field is not None:
                fields = [field, Field("ship", (ship_id,))]
                nobles = tuple(map(NobleId, map(CardId, field.candidates)))
                heirs = left_behind(table, nobles, _port_of(table, ship_id))
                if heirs:
                    fields.append(Field("left", heirs, 0, len(heirs)))
                offers.append(Offer("embark", tuple(fields), "house-8.6.3"))
    return offers


def _port_of(table: KTable, ship_id: ShipId) -> Place:
    return table.content.board.places[table.state.ships[ship_id].port or NO_PLACE]


def ships_to_ask(
    table: KTable, seat: Seat, asked: Sequence[PlaceId | ShipId], fleet: Mapping[ShipId, Seat]
) -> tuple[ShipId, ...]:
    """Other players' ships that a seat's nobles could now board with leave (house-8.6.27)."""
    return tuple(
        ship_id
        for ship_id, host in _at_hand(table, seat, fleet)
        if host != seat and free(gangway_stops(table, seat, ship_id, host, asked))
    )


def _at_hand(table: KTable, seat: Seat, fleet: Mapping[ShipId, Seat]) -> list[tuple[ShipId, Seat]]:
    """The ships in ports where a seat has nobles, each with the seat that commands her."""
    state, places = table.state, table.content.board.places
    squares = {state.nobles[noble].square for noble in nobles_of(state, seat)}
    return [
        (ship_id, fleet[ship_id])
        for ship_id, ship in state.ships.items()
        if ship.port is not None and ship_id in fleet and places[ship.port].square in squares
    ]


def _boarders(table: KTable, seat: Seat, ship_id: ShipId) -> Field | None:
    """A seat's nobles who could now board a ship in port if she is open to them."""
    port = table.state.ships[ship_id].port
    if port is None:
        return None
    place = table.content.board.places[port]
    ready = [
        key
        for key, noble in table.state.nobles.items()
        if noble.seat == seat
        and noble.square == place.square
        and free(_boarder_stops(table, seat, key, place))
    ]
    left, lone = _space(table, ship_id)
    return within_room(table, ready, left, lone=lone)


def sail_offers(table: KTable, seat: Seat, fleet: Mapping[ShipId, Seat]) -> list[Offer]:
    """The places the faction's ships may sail to; ``fleet`` says who commands each ship."""
    mine = (ship for ship, host in fleet.items() if host == seat)
    return [offer for ship in mine for offer in _sail_offers(table, seat, ship)]


def _sail_offers(table: KTable, seat: Seat, ship_id: ShipId) -> list[Offer]:
    if not free(_sailing_stops(table, seat, ship_id)):
        return []
    reach = _sea_reach(table, seat, ship_id)
    fields = (Field("ship", (ship_id,)), Field("to", reach))
    return [Offer("sail", fields, "house-2.2g")] if reach else []


def _sea_reach(table: KTable, seat: Seat, ship_id: ShipId) -> tuple[PlaceId | SeaId, ...]:
    """Sea squares and ports within one move; leaving and entering port cost one each."""
    ship, places = table.state.ships[ship_id], table.content.board.places
    watched = watched_seas(table, seat, ship_id)
    if watched:
        return watched
    start = ship.port or ship.sea or NO_PLACE
    seas, ports = table.content.board.sail(start, table.content.ruleset.sea_squares)
    if owed(table, ship_id):
        seas = ()
    if not aboard(table, ship_id) and table.content.ruleset.empty_ships_enter == "any":
        # For an empty ship every port is friendly (house-8.6.11).
        return (*seas, *(p for p in ports if has_way_in(table, seat, places[p])))
    entered = (p for p in ports if port_entry(table, seat, ship_id, places[p]) is not None)
    return (*seas, *entered)


def free_sail_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The ships of a faction that a Free Move may give a second complete move (base-7.20)."""
    moved = tuple(
        ship_id
        for ship_id, ship in table.state.ships.items()
        if ship.moved and command(table, ship_id) == seat and free(_again_stops(table, ship_id))
    )
    return [Offer("free_sail", (Field("ship", moved),), "base-7.20")] if moved else []


def land_offers(table: KTable, seat: Seat) -> list[Offer]:
    """Nobles may go ashore where a ship is: inside a friendly fortress, or in an open port."""
    state = table.state
    crewed = {state.nobles[noble].aboard for noble in nobles_of(state, seat)}
    if crewed <= {None}:
        return []
    offers = []
    for ship_id, ship in state.ships.items():
        if ship_id in crewed and ship.port is not None:
            if not free(_shore_stops(table, seat, ship_id)):
                continue
            passengers = [n for n in aboard(table, ship_id) if state.nobles[n].seat == seat]
            passengers = [n for n in passengers if free(waverer_stops(state, n))]
            if not passengers:
                continue
            field = _landing_field(table, table.content.board.places[ship.port], passengers)
            if field is not None:
                offers.append(Offer("land", (field, Field("ship", (ship_id,))), "house-2.2i"))
    return offers


def _landing_field(table: KTable, place: Place, nobles: Sequence[NobleId]) -> Field | None:
    left = room(table, place) if place.is_fortress else None
    lone = left is not None and takes_any(table, table.state.nobles[nobles[0]].seat, place)
    return within_room(table, nobles, left, lone=lone)


# Why not


def ship_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of an order to a ship, the plainest first."""
    ship_id, nobles = choice.first("ship", NO_SHIP), choice.many("nobles", NobleId)
    if ship_id not in table.state.ships:
        yield _NO_SHIP
        return
    yield from _command_stops(table, seat, ship_id, choice.verb)
    if choice.verb == "sail":
        yield from _sailing_stops(table, seat, ship_id)
        yield from _goal_stops(table, seat, ship_id, choice.first("to", NO_PLACE))
    elif choice.verb == "free_sail":
        yield from card_stops(table, seat)
        yield from _again_stops(table, ship_id)
    elif choice.verb == "embark":
        yield from _embark_stops(table, seat, ship_id, nobles)
        port = table.state.ships[ship_id].port
        yield from left_stops(table, seat, choice, table.content.board.places.get(port or NO_PLACE))
    else:
        yield from _shore_stops(table, seat, ship_id)
        yield from _landing_stops(table, seat, ship_id, nobles)


def gangway_stops(
    table: KTable, seat: Seat, ship_id: ShipId, host: Seat | None, asked: Sequence[PlaceId | ShipId]
) -> Stops:
    """Everything that keeps a faction from asking for leave to board a ship (house-8.6.27).

    ``host`` is the seat that commands her; ``asked`` are the places and ships whose owners have
    already been asked this phase.
    """
    if not _takes_guests(table, seat, ship_id, host):
        yield IllegalChoice("base-8.2", "Nobles can board only ships of their own faction.")
    if host is None:
        yield IllegalChoice(
            "house-8.6.27", "Nobody commands the ship, so nobody can let you board."
        )
    if host == seat:
        yield IllegalChoice("house-8.6.27", "The ship is yours. You need no leave to board.")
    if ship_id in asked or seat in table.state.granted.get(ship_id, ()):
        yield IllegalChoice("house-8.2.6", "You have already asked the ship’s owner in this phase.")
    yield from _berth_stops(table, seat, ship_id)
    if _boarders(table, seat, ship_id) is None:
        yield IllegalChoice(
            "house-8.6.3",
            "None of your nobles could board her now: they must start the phase in her port.",
        )


def _takes_guests(table: KTable, seat: Seat, ship_id: ShipId, host: Seat | None) -> bool:
    """Whether a ship may, with leave, take a seat's nobles aboard: any player's ship, or only an
    ally's (base-16.3).
    """
    if table.content.ruleset.ships_take_guests:
        return True
    port = table.state.ships[ship_id].port
    if host is None or port is None:
        return False
    return bound(table.state.pacts, seat, host, table.content.board.places[port].square)


# The ship (base-8.2, house-2.2e, house-2.2g, house-7.4.16, house-8.6.19, house-8.7.5)


def _command_stops(table: KTable, seat: Seat, ship_id: ShipId, verb: str) -> Stops:
    """A ship obeys only the player who commands her, but guests may land from her."""
    state, host = table.state, command(table, ship_id)
    guests = any(state.nobles[noble].seat == seat for noble in aboard(table, ship_id))
    if host == seat or (verb == "land" and guests):
        return
    if verb == "embark" and host is not None and seat in state.granted.get(ship_id, ()):
        return
    if bearer(table, ship_id) == seat and state.ships[ship_id].prize_of is not None:
        yield IllegalChoice(
            "ishkibibble-seacombat.10",
            "Another faction took the ship and sails her until she reaches a port.",
        )
    if bearer(table, ship_id) == seat and state.ships[ship_id].sea is not None:
        yield IllegalChoice(
            "house-8.7.5",
            "The ship changed hands at sea. She will obey you once she reaches a port.",
        )
    rule = BOARDING[table.content.ruleset.ships_take_guests]
    if verb == "embark" and host is not None and _takes_guests(table, seat, ship_id, host):
        yield IllegalChoice(rule, "The ship is another player’s. Ask leave to board.")
    if guests:
        yield IllegalChoice(rule, "Your nobles are guests aboard. The owner says where she sails.")
    yield _NO_SHIP


_NO_SHIP = IllegalChoice("base-8.2", "You can order only your own nobles’ ships.")


def _held_stops(table: KTable, ship_id: ShipId) -> Stops:
    """A siege, the King's Peace or her flagship keeps a ship, and those aboard, where she is."""
    yield from _consort_stops(table, ship_id)
    if siege_binds(table, ship_id):
        yield IllegalChoice(
            "house-8.6.19", "The nobles aboard are besieging the port and must stay."
        )
    if frozen(table, ship_id):
        yield IllegalChoice("house-7.4.16", "The King’s Peace keeps that ship in her home port.")


def _consort_stops(table: KTable, ship_id: ShipId) -> Stops:
    if table.content.ruleset.fleets and flagship(table, ship_id) is not None:
        yield IllegalChoice(
            "base-8.5", ("This ship carries another ship’s men and sails with that ship.")
        )


def _berth_stops(table: KTable, seat: Seat, ship_id: ShipId) -> Stops:
    """A ship takes nobles aboard in a port that is open or friendly to them, before she sails."""
    ship = table.state.ships[ship_id]
    yield from _held_stops(table, ship_id)
    if ship.moved:
        yield IllegalChoice(
            "house-2.2e", "That ship has already moved. Next time go aboard before she sails."
        )
    if ship.port is None:
        yield _NOT_IN_PORT
        return
    place = table.content.board.places[ship.port]
    if place.is_fortress and not friendly(table, seat, place):
        yield IllegalChoice("house-2.2f", "You can board only in an open or friendly port.")


def _sailing_stops(table: KTable, seat: Seat, ship_id: ShipId) -> Stops:
    ship = table.state.ships[ship_id]
    yield from _held_stops(table, ship_id)
    if ship.moved:
        yield IllegalChoice("house-2.2g", "That ship has already moved this turn.")
    if has_weary_heir(table, ship_id):
        yield IllegalChoice("base-7.12", "An heir aboard has already travelled this turn.")
    yield from becalmed_stops(table.state, ship_id)
    yield from prisoner_stops(table, seat, ship_id)
    port = None if ship.port is None else table.content.board.places[ship.port]
    if port is None or not port.is_fortress or not aboard(table, ship_id):
        return
    if table.content.ruleset.laden_ships_leave == "friendly" and not friendly(table, seat, port):
        yield IllegalChoice(
            "house-8.6.13",
            ("With nobles aboard, a ship can leave a fortress only if it is friendly."),
        )


def _again_stops(table: KTable, ship_id: ShipId) -> Stops:
    """A Free Move helps a ship that has moved (base-7.20) and carries no other ship's men."""
    yield from _consort_stops(table, ship_id)
    if siege_binds(table, ship_id):
        yield IllegalChoice(
            "house-8.6.19", "The nobles aboard are besieging the port and must stay."
        )
    if not table.state.ships[ship_id].moved:
        yield ONE_FORCE
    if table.state.ships[ship_id].left is not None:
        yield IllegalChoice(
            "ishkibibble-blockade.2", "The ship must stop and fight the ships watching the port."
        )


# The noble who boards (house-8.6.2, house-8.6.3, house-8.6.4, house-8.6.12, house-5.22a)


def _embark_stops(table: KTable, seat: Seat, ship_id: ShipId, nobles: Sequence[NobleId]) -> Stops:
    yield from _berth_stops(table, seat, ship_id)
    port = table.state.ships[ship_id].port
    if port is None:
        return
    for noble in nobles:
        yield from _boarder_stops(table, seat, noble, table.content.board.places[port])
    if not nobles:
        yield IllegalChoice("house-8.6.3", "Say which of your nobles go aboard.")
    elif all(noble in table.state.nobles for noble in nobles):
        left, lone = _space(table, ship_id)
        fits = strength(table, nobles) <= left
        if not fits and not (lone and len(nobles) == 1):
            yield IllegalChoice("house-5.22a", "There is not enough room aboard for all of them.")


def _boarder_stops(table: KTable, seat: Seat, noble_id: NobleId, port: Place) -> Stops:
    state, noble = table.state, table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        yield NOT_YOURS
        return
    yield from held_stops(state, noble_id)
    yield from waverer_stops(state, noble_id)
    if noble.aboard is not None:
        yield IllegalChoice(
            "house-8.6.3", "That noble is already aboard. Nobles can board only in port."
        )
    if besieged(state, noble_id):
        yield IllegalChoice("house-6.2d", "A noble under siege cannot leave.")
    if not may_move(state, noble):
        yield KEPT_AT_PEACE
    if noble.landed:
        yield LANDED
    if noble.square != port.square:
        yield _NOT_IN_PORT
    if not noble.fresh:
        yield IllegalChoice("house-8.6.3", "A noble must start the phase in the port to board.")
    if noble.marched:
        yield IllegalChoice(
            "house-8.6.2", "That noble has marched. Nobody can go by land and by sea in one turn."
        )
    if port.is_fortress and (noble.inside != port.id or not noble.boards):
        yield IllegalChoice(
            "house-8.6.12",
            "To board, a noble must start the phase inside the port’s fortress and still be there.",
        )


_NOT_IN_PORT = IllegalChoice(
    "house-8.6.3", "A noble can board only in the port where the ship lies."
)


def _space(table: KTable, ship_id: ShipId) -> tuple[int, bool]:
    """How many more troops fit aboard, and whether a noble alone fits, however strong he is.

    A noble alone fits aboard an empty ship (house-5.22a, house-5.22b).
    """
    left = table.content.ships[ship_id].capacity - on_board(table, ship_id)
    if table.content.ruleset.fleets:
        left += hold(table, (*consorts(table, ship_id), *idle_sisters(table, ship_id)))
    return left, not aboard(table, ship_id) and table.content.ruleset.lone_noble_fits_ship


# The voyage (house-2.2g, house-2.2j, house-7.4.17, house-8.6.5, house-8.6.6)


def _goal_stops(table: KTable, seat: Seat, ship_id: ShipId, to: PlaceId | SeaId) -> Stops:
    board, ship = table.content.board, table.state.ships[ship_id]
    if to in (ship.port, ship.sea):
        yield IllegalChoice("house-2.2g", "The ship is already there.")
    port = PlaceId(to)
    place = board.places.get(port)
    watched = watched_seas(table, seat, ship_id)
    if watched and to not in watched:
        yield IllegalChoice(
            "ishkibibble-blockade.2",
            "The port is blockaded. The ship must sail out and fight the ships watching it.",
        )
    if owed(table, ship_id) and to in board.seas:
        yield IllegalChoice(
            "ishkibibble-seacombat.8", "The ship is lost to her captor. Bring her to a port now."
        )
    if place is not None and not has_way_in(table, seat, place):
        if table.content.is_open(port) and port in table.content.ruleset.entered_by:
            yield IllegalChoice(
                "base-19.10", "Only ships of the Lieutenant’s faction can put in there."
            )
        yield from overseas_stops(table, seat, place.square)
        yield IllegalChoice("house-8.6.5", "No ship can ever enter that port.")
    elif to not in board.seas and to not in board.ports:
        yield IllegalChoice("house-2.2g", "A ship sails to a sea square, or to a port.")
    elif place is not None and port_entry(table, seat, ship_id, place) is None:
        yield from _barred_stops(table, seat, ship_id, place)
    if to not in _sea_reach(table, seat, ship_id):
        yield IllegalChoice(
            "house-2.2g", "That is too far. A ship moves up to five squares, ports included."
        )


def _barred_stops(table: KTable, seat: Seat, ship_id: ShipId, place: Place) -> Stops:
    """The reasons why a port is closed to a ship, if `port_entry` says that it is."""
    if heirs_aboard(table, ship_id) and not heir_haven(table, seat, place):
        yield IllegalChoice(
            "house-8.6.6", "A ship with an heir aboard can land only on the mainland."
        )
    if friendly(table, seat, place):
        yield from shut_stops(table.state, place.id)
    if at_peace(table.state, place.id, place.square):
        yield IllegalChoice("house-7.4.17", "The King’s Peace protects that port.")
    if not aboard(table, ship_id):
        yield IllegalChoice("base-8.6", "An empty ship cannot enter a port that others hold.")
    yield from defeat_stops(table.state, seat)
    yield IllegalChoice(
        "house-2.2j",
        (
            "With nobles aboard, a ship can enter only a port that is open or "
            "friendly, or one that they can besiege."
        ),
    )


# Ashore (house-2.2i, house-8.5.3, house-8.6.14, house-8.6.15, house-8.6.16)


def _shore_stops(table: KTable, seat: Seat, ship_id: ShipId) -> Stops:
    """Nobles land inside a friendly fortress, or in an open port, where the ship is."""
    yield from _held_stops(table, ship_id)
    port = table.state.ships[ship_id].port
    if port is None:
        yield IllegalChoice("house-2.2i", "Nobles can go ashore only when the ship is in a port.")
        return
    place = table.content.board.places[port]
    yield from overseas_stops(table, seat, place.square)
    yield from square_stops(table.state, table.content, seat, place.square)
    yield from closed_port_stops(table, seat, ship_id, place)
    if place.is_fortress:
        yield from shut_stops(table.state, place.id)


def _landing_stops(table: KTable, seat: Seat, ship_id: ShipId, nobles: Sequence[NobleId]) -> Stops:
    known, port = table.state.nobles, table.state.ships[ship_id].port
    for noble in nobles:
        if noble not in known or known[noble].seat != seat:
            yield NOT_YOURS
            return
        if known[noble].aboard != ship_id:
            yield IllegalChoice(
                "house-2.2i", "That noble is not aboard. Choose from those who are."
            )
        yield from waverer_stops(table.state, noble)
    if not nobles:
        yield IllegalChoice("house-2.2i", "Say which of your nobles go ashore.")
    elif port is not None and table.content.board.places[port].is_fortress:
        place = table.content.board.places[port]
        left = room(table, place)
        lone = len(nobles) == 1 and takes_any(table, seat, place)
        if left is not None and strength(table, nobles) > left and not lone:
            yield IllegalChoice("house-8.5.3", "There is not enough room in the fortress.")
