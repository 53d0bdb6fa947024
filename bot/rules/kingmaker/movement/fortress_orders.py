"""Going in and out, leave to enter, guests: what stands in the way, and what is offered.

House §8.2, §8.5; base §6. Each rule is written once, as a stop: one set of stops for the place, one
for the noble, one for the room inside. Nothing is offered that would be refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker.entering import (
    entrant_stops,
    entry_field,
    gatekeeper,
    left_behind,
    left_stops,
    place_stops,
    shut_stops,
)
from bot.rules.kingmaker.forces.strength import (
    controller,
    inside,
    nobles_of,
)
from bot.rules.kingmaker.ids import NO_PLACE, NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.movement.ship_orders import gangway_stops, ships_to_ask
from bot.rules.kingmaker.state import KTable, State

# What is offered


def in_and_out_offers(table: KTable, square: SquareId, nobles: Sequence[NobleId]) -> list[Offer]:
    """The nobles of a faction in a square who may go into a place there or come out of it.

    The ``nobles`` are free to move, and belong to one faction.
    """
    board = table.content.board
    state, seat = table.state, table.state.nobles[nobles[0]].seat
    housed = [n for n in nobles if state.nobles[n].inside is not None]
    outside = [n for n in nobles if state.nobles[n].inside is None]
    offers = []
    for place_id in board.squares[square].places:
        place = board.places[place_id]
        within = tuple(n for n in housed if free(_inside_stops(table, n, place_id)))
        if within:
            fields = [Field("nobles", within, 1, len(within)), Field("place", (place_id,))]
            heirs = left_behind(table, within, place)
            if heirs:
                fields.append(Field("left", heirs, 0, len(heirs)))
            offers.append(Offer("leave", tuple(fields), "base-6.7"))
        if not outside or not free(place_stops(table, seat, place)):
            continue
        going = [n for n in outside if free(entrant_stops(table, seat, n, place))]
        field = entry_field(table, going, place) if going else None
        if field is not None:
            offers.append(Offer("enter", (field, Field("place", (place_id,))), "house-8.5.3"))
    return offers


def leave_offers(
    table: KTable, seat: Seat, asked: Sequence[PlaceId], fleet: Mapping[ShipId, Seat]
) -> list[Offer]:
    """Other players' fortresses and ships whose owners may be asked to declare them Friendly.

    ``fleet`` says who commands each ship, as returned by `hosts`.
    """
    gates = *_walls_to_ask(table, seat, asked), *ships_to_ask(table, seat, asked, fleet)
    return [Offer("ask_leave", (Field("place", gates),), "house-8.2.6")] if gates else []


def _walls_to_ask(table: KTable, seat: Seat, asked: Sequence[PlaceId]) -> tuple[PlaceId, ...]:
    """Other players' fortresses and towns whose owners may be asked."""
    places = _gates_of_others(table, seat)
    # A fortress that others control always has somebody to ask: only a siege or an earlier request
    # rules it out.
    doubtful = {*table.state.sieges, *asked}
    if doubtful and not doubtful.isdisjoint(places):
        shut = {p for p in doubtful if not free(_shut_gate_stops(table.state, p, asked))}
        places = tuple([place for place in places if place not in shut])
    return (*places, *(t for t in _towns_held(table) if free(_gate_stops(table, seat, t, asked))))


def _gates_of_others(table: KTable, seat: Seat) -> tuple[PlaceId, ...]:
    """The fortresses that others control."""
    state, shut = table.state, table.content.shut
    held, mine = state.control.items(), set(nobles_of(state, seat))
    return tuple([place for place, noble in held if noble not in mine and place not in shut])


def _towns_held(table: KTable) -> list[PlaceId]:
    """The towns without walls that others may hold: unfortified (base-6.6), open (base-1.8)."""
    if not table.content.ruleset.towns_held:
        return []
    places = table.content.board.places
    relations = table.state.relations
    towns = {p: n for p, n in relations.inside.items() if not places[p].is_fortress}
    return [town for town, _ in relations.in_order(towns)]


def dismiss_offers(table: KTable, seat: Seat) -> list[Offer]:
    """Guests in a faction's own fortresses, whom it may turn out (base-6.4)."""
    state = table.state
    offers = []
    for place, _ in state.relations.in_order(state.relations.inside):
        if controller(state, place) != seat:
            continue
        if not free(_host_stops(table, seat, place)):
            continue
        guests = tuple(n for n in inside(state, place) if free(_guest_stops(table, seat, n, place)))
        if guests:
            fields = (Field("nobles", guests, 1, len(guests)), Field("place", (place,)))
            offers.append(Offer("dismiss", fields, "base-6.4"))
    return offers


# Why not


def exit_stops(table: KTable, choice: Choice) -> Stops:
    """Everything that keeps nobles from coming out of a place, except reasons why they cannot move
    at all."""
    nobles, place = choice.many("nobles", NobleId), choice.first("place", NO_PLACE)
    for noble in nobles:
        yield from _inside_stops(table, noble, place)
    if not nobles:
        yield IllegalChoice("base-6.7", "Say which of your nobles come out.")
    else:
        seat = table.state.nobles[nobles[0]].seat
        yield from left_stops(table, seat, choice, table.content.board.places.get(place))


def leave_stops(table: KTable, seat: Seat, choice: Choice, asked: Sequence[PlaceId]) -> Stops:
    """Everything that keeps a faction from asking for leave, in its own movement phase.

    ``asked`` are the places and ships whose owners have already been asked this phase.
    """
    named = choice.many("place", PlaceId)
    wanted = next(iter(named), NO_PLACE)
    ship = ShipId(wanted)
    if ship in table.state.ships:
        host = gatekeeper(table, ship)
        yield from gangway_stops(table, seat, ship, host, asked)
    else:
        yield from _gate_stops(table, seat, wanted, asked)
    if len(named) != 1:
        yield IllegalChoice("house-8.2.6", "Ask for one fortress at a time.")


def dismiss_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that keeps guests from being turned out (base-6.4)."""
    nobles, place = choice.many("nobles", NobleId), choice.first("place", NO_PLACE)
    yield from _host_stops(table, seat, place)
    for noble in nobles:
        yield from _guest_stops(table, seat, noble, place)
    if not nobles:
        yield _NO_GUEST


# The noble, and the room for him (base-6.2, base-6.7, house-8.5.3)


def _inside_stops(table: KTable, noble_id: NobleId, place_id: PlaceId) -> Stops:
    within = table.state.nobles[noble_id].inside
    if within is None:
        yield IllegalChoice(
            "base-6.7", "That noble is not inside any place, so he cannot come out."
        )
    elif within != place_id:
        yield IllegalChoice(
            "base-6.7", "That noble is not inside the place. Name the one he is in."
        )


# Leave to enter (house-8.2.6)


def _gate_stops(table: KTable, seat: Seat, place_id: PlaceId, asked: Sequence[PlaceId]) -> Stops:
    place = table.content.board.places.get(place_id)
    guarded = place is not None and (place.is_fortress or place_id in _towns_held(table))
    if not guarded or not table.content.is_open(place_id):
        yield IllegalChoice(
            "house-8.2.6", "Ask leave of the player who controls the fortress or the ship."
        )
        return
    holder = gatekeeper(table, place_id)
    if holder is None:
        yield IllegalChoice("house-8.2.4", "Nobody controls that place, so nobody can let you in.")
    if holder == seat:
        yield IllegalChoice(
            "house-8.2.2", "You control that place yourself. It is friendly to you."
        )
    yield from _shut_gate_stops(table.state, place_id, asked)


def _shut_gate_stops(state: State, place_id: PlaceId, asked: Sequence[PlaceId]) -> Stops:
    yield from shut_stops(state, place_id)
    if place_id in asked:
        yield IllegalChoice("house-8.2.6", "You have already asked the owner in this phase.")


# Guests (base-6.4, house-6.2d, house-8.2.6)


def _host_stops(table: KTable, seat: Seat, place: PlaceId) -> Stops:
    """The player who controls a fortress turns its guests out in his own movement phase."""
    if controller(table.state, place) != seat:
        yield IllegalChoice(
            "base-6.4", "Only the player who controls the fortress can turn guests out."
        )
    if place in table.state.sieges:
        yield IllegalChoice("house-6.2d", "That place is under siege. Nobody can be put out of it.")
    if place in table.state.granted:
        yield IllegalChoice("house-8.2.6", "You gave leave for this whole movement phase.")
    if seat != table.state.active or table.state.phase != "movement":
        yield IllegalChoice("base-6.4", "Turn guests out in your own movement phase.")


def _guest_stops(table: KTable, seat: Seat, noble_id: NobleId, place: PlaceId) -> Stops:
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat == seat or noble.inside != place or noble.captor is not None:
        yield _NO_GUEST
    elif noble_id in table.state.amnesty:
        yield IllegalChoice(
            "ishkibibble-amnesty.1",
            "That noble is trapped in the port. He can leave in his own turn.",
        )


_NO_GUEST = IllegalChoice("base-6.4", "You can put out only guests inside your own fortress.")
