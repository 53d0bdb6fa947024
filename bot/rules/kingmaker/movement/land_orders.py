"""Moves over land: what stands in the way, and what is offered (house §2.2, §8.4; base §7).

Each rule is written once, as a stop: one set of stops for the noble, one for the route, one for the
card. Nothing is offered that would be refused.

A House fetches its heirs from places that nobody holds, as if those places were friendly
(families-players.2, families-players.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker.conditions.abroad import entry_stops as overseas_stops
from bot.rules.kingmaker.conditions.abroad import lands_open, shut_squares
from bot.rules.kingmaker.conditions.custody import held_stops
from bot.rules.kingmaker.conditions.lasting import (
    FREE_MOVE,
    barred_squares,
    church_stops,
    held,
    square_stops,
)
from bot.rules.kingmaker.conditions.sides import favours, given, is_house
from bot.rules.kingmaker.consequences.changes import give_heir
from bot.rules.kingmaker.entering import entry_stops
from bot.rules.kingmaker.forces.strength import in_open, meeting_point, nobles_of, occupants
from bot.rules.kingmaker.ids import NO_HEIR, NO_NOBLE, NOWHERE, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.movement.crossing import cross_offers, cross_stops
from bot.rules.kingmaker.movement.exile import exile_stops
from bot.rules.kingmaker.movement.fortress_orders import (
    dismiss_stops,
    exit_stops,
    in_and_out_offers,
    leave_stops,
)
from bot.rules.kingmaker.movement.movers import (
    LANDED,
    NOT_YOURS,
    ONE_FORCE,
    Gates,
    card_stops,
    mover_stops,
    road_reach,
    siege_stops,
)
from bot.rules.kingmaker.movement.ship_orders import free_sail_offers, ship_stops
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.ships.blockade import blockade_stops
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession import heirs_with, holder_seat, house_of


def fetch_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The heirs whom a House may fetch, each with the nobles outside the place where he is."""
    if not is_house(table.state, table.content, seat):
        return []
    found = []
    for heir in table.state.heirs:
        if free(_fetch_stops(table, seat, heir)):
            here = _before(table, seat, heir)
            nobles = tuple(noble for noble in here if free(_noble_stops(table, seat, noble)))
            if nobles:
                fields = (Field("heir", (heir,)), Field("noble", nobles))
                found.append(Offer("fetch", fields, "families-players.2"))
    return found


def fetch_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that keeps a noble from fetching an heir."""
    if not given(table.state):
        yield IllegalChoice(
            "base-11.10", "You need not fetch an heir here: a noble who reaches him takes him."
        )
        return
    if not is_house(table.state, table.content, seat):
        yield IllegalChoice("families-players.2", "Only a House can fetch an heir.")
        return
    heir = choice.first("heir", NO_HEIR)
    yield from _fetch_stops(table, seat, heir)
    noble = choice.first("noble", NO_NOBLE)
    yield from _noble_stops(table, seat, noble)
    if heir in table.state.heirs and noble not in _before(table, seat, heir):
        yield IllegalChoice(
            "families-players.2",
            "The noble must be in the open outside the heir’s place, or aboard in its port.",
        )


def _fetch_stops(table: KTable, seat: Seat, heir_id: HeirId) -> Stops:
    """The heir is of this House, alive and held by nobody, and no other faction is inside with
    him."""
    state, content = table.state, table.content
    heir = state.heirs.get(heir_id)
    if heir is None or not heir.alive:
        yield IllegalChoice("families-players.2", "Name a living heir.")
        return
    if house_of(state, content, heir_id) != favours(state, content, seat):
        yield IllegalChoice("families-players.2", "A House can fetch only its own heirs.")
    if holder_seat(state, content, heir_id) is not None or heir.inside is None:
        yield IllegalChoice(
            "families-players.2", "You can fetch an heir only from a place where nobody holds him."
        )
    elif occupants(state, heir.inside) - {seat}:
        yield IllegalChoice(
            "families-players.2", "Other players’ nobles are inside with that heir."
        )
    else:
        yield from _gate_stops(table, seat, heir.inside)


def _gate_stops(table: KTable, seat: Seat, place_id: PlaceId) -> Stops:
    """What keeps a House out of a place even if it is friendly."""
    if place_id in table.state.sieges:
        yield IllegalChoice("base-10.6", "That place is under siege. Nobody can come out of it.")
    yield from church_stops(table.state, table.content, seat, table.content.board.places[place_id])


def _noble_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """The noble is free to move; if he is aboard, he need not go ashore first."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat or noble.aboard is None:
        yield from mover_stops(table, seat, noble_id)


def _before(table: KTable, seat: Seat, heir_id: HeirId) -> list[NobleId]:
    """The nobles of a seat in the open in the square where an heir is, or aboard in port there."""
    state = table.state
    heir = state.heirs[heir_id]
    ships = {key for key, ship in state.ships.items() if ship.port == heir.inside}
    aboard = [n for n in nobles_of(state, seat) if state.nobles[n].aboard in ships]
    return [*in_open(state, heir.square, seat), *aboard]


def fetch(table: KTable, seat: Seat, choice: Choice) -> None:
    """The heir comes out to a noble of his House, and goes with him from now on."""
    give_heir(table, choice.one("heir", HeirId), choice.one("noble", NobleId))


SPENT = 0


# What is offered


def movement_offers(table: KTable, seat: Seat) -> Iterator[Offer]:
    """Everything a faction may do over land in its movement phase except end it; also a ship's Free
    Move, and crossings with soldiers.
    """
    mine, gates = nobles_of(table.state, seat), Gates(table, seat)
    has_card = bool(held(table, seat, FREE_MOVE))
    for company in _companies(table, mine):
        yield from _entrust_offers(table, company)
    for square, nobles in _movers(table, seat, mine).items():
        yield from _square_offers(table, square, nobles, gates, has_card=has_card)
    if has_card:
        yield from free_sail_offers(table, seat)
    yield from cross_offers(table, seat)


def _movers(table: KTable, seat: Seat, nobles: Sequence[NobleId]) -> dict[SquareId, list[NobleId]]:
    """A faction's nobles ashore who may move at all, by the square they are in."""
    found: dict[SquareId, list[NobleId]] = {}
    for key in nobles:
        square = table.state.nobles[key].square
        if square and free(mover_stops(table, seat, key)):
            found.setdefault(square, []).append(key)
    return found


def _square_offers(
    table: KTable, square: SquareId, nobles: list[NobleId], gates: Gates, *, has_card: bool
) -> Iterator[Offer]:
    """Everything that a faction's nobles who are free to move may do in one square."""
    yield from _march_offers(table, square, nobles)
    yield from _ride_offers(table, square, nobles, gates, has_card=has_card)
    yield from in_and_out_offers(table, square, nobles)
    if has_card:
        moved = [n for n in nobles if free(_second_move_stops(table, n))]
        if moved:
            yield Offer("free_move", (_group(moved),), "base-7.20")


def _group(nobles: Sequence[NobleId]) -> Field:
    return Field("nobles", tuple(nobles), 1, len(nobles))


def _companies(table: KTable, nobles: Sequence[NobleId]) -> Iterator[list[NobleId]]:
    """The nobles of a faction who are together and could hand each other an heir, if one of them
    has an heir."""
    state = table.state
    holders = {heir.holder for heir in state.heirs.values() if heir.alive}.intersection(nobles)
    spots = {meeting_point(state, state.nobles[holder]) for holder in holders if holder}
    by_spot: dict[str, list[NobleId]] = {}
    for noble_id in nobles if spots else ():
        spot = meeting_point(state, state.nobles[noble_id])
        if spot in spots:
            by_spot.setdefault(spot, []).append(noble_id)
    for together in by_spot.values():
        if len(together) > 1:
            seat = state.nobles[together[0]].seat
            able = [noble for noble in together if free(_hand_stops(table, seat, noble))]
            if len(able) > 1:
                yield able


def _entrust_offers(table: KTable, nobles: list[NobleId]) -> list[Offer]:
    offers = []
    for noble_id in nobles:
        heirs = heirs_with(table.state, noble_id)
        if heirs:
            others = tuple(n for n in nobles if n != noble_id)
            fields = (Field("heir", tuple(heirs)), Field("noble", others))
            offers.append(Offer("entrust", fields, "house-8.7.8"))
    return offers


def _march_offers(table: KTable, square: SquareId, nobles: list[NobleId]) -> list[Offer]:
    """Marches within what each noble has left: nobles may part and meet on the way as they please
    (base-7.11)."""
    state = table.state
    able = [n for n in nobles if free(_marcher_stops(table, n))]
    shut = _shut(table, nobles)
    barred = barred_squares(state, table.content, state.nobles[nobles[0]].seat)
    offers = []
    for steps in sorted({state.nobles[n].steps for n in able}):
        group = [n for n in able if state.nobles[n].steps >= steps]
        reach = table.content.board.goals(square, steps, shut)
        if barred:
            round_it = table.content.board.reach_round(square, steps, barred)
            reach = tuple(there for there in round_it if there not in shut)
        if reach:
            offers.append(Offer("march", (_group(group), Field("to", reach)), "house-2.2a"))
    return offers


def _shut(table: KTable, nobles: Sequence[NobleId]) -> frozenset[SquareId]:
    """The squares of lands abroad that are closed to the faction of these nobles."""
    if not table.content.ruleset.opened_by_events:
        return frozenset()
    opened = lands_open(table.state, table.content, table.state.nobles[nobles[0]].seat)
    return shut_squares(table.content.board, table.content, opened)


def _ride_offers(
    table: KTable, square: SquareId, nobles: list[NobleId], gates: Gates, *, has_card: bool
) -> list[Offer]:
    if not free(_roadside_stops(table, square)):
        return []
    fresh = [n for n in nobles if free(_rider_stops(table, n))]
    if not fresh:
        return []
    offers = []
    reach = road_reach(table, gates.seat, square, gates)
    if reach:
        offers.append(Offer("ride", (_group(fresh), Field("to", reach)), "house-2.2d"))
    bishops = [n for n in fresh if free(_bishop_stops(table, n))] if has_card else []
    if bishops:
        beyond = road_reach(table, gates.seat, square, unimpeded=True)
        if free(_barrier_stops(reach, beyond)):
            for noble_id in bishops:  # each rides alone (house-8.4.4)
                fields = (Field("noble", (noble_id,)), Field("to", beyond))
                offers.append(Offer("free_road", fields, "house-8.4.3"))
    return offers


# Why not


def movement_stops(table: KTable, seat: Seat, choice: Choice, asked: Sequence[PlaceId]) -> Stops:
    """Everything that stands in the way of an order in the movement phase, the plainest first.

    ``asked`` are the places and ships whose owners were asked for leave this phase.
    """
    verb = choice.verb
    if verb in ("embark", "sail", "free_sail", "land"):
        yield from ship_stops(table, seat, choice)
    elif verb == "cross":
        yield from cross_stops(table, seat, choice)
    elif verb == "dismiss":
        yield from dismiss_stops(table, seat, choice)
    elif verb == "blockade":
        yield from blockade_stops(table, seat, choice)
    elif verb == "take_refuge":
        yield from exile_stops(table, seat, choice)
    elif verb == "fetch":
        yield from fetch_stops(table, seat, choice)
    elif verb == "ask_leave":
        yield from leave_stops(table, seat, choice, asked)
    else:
        yield from land_stops(table, seat, choice)


def land_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of the chosen move over land, the plainest first."""
    nobles = choice.many("nobles", NobleId) or choice.many("noble", NobleId)
    if choice.verb == "entrust":
        yield from _entrust_stops(table, seat, choice)
        return
    for noble in nobles:
        yield from mover_stops(table, seat, noble)
    if any(noble not in table.state.nobles for noble in nobles):
        return
    squares = {table.state.nobles[noble].square for noble in nobles}
    to = choice.first("to", NOWHERE)
    if choice.verb == "march":
        yield from _march_stops(table, nobles, squares, to)
    elif choice.verb in ("ride", "free_road"):
        yield from _ride_stops(table, seat, choice, squares, to)
    elif choice.verb == "enter":
        yield from entry_stops(table, seat, choice)
    elif choice.verb == "leave":
        yield from exit_stops(table, choice)
    elif choice.verb == "free_move":
        yield from card_stops(table, seat)
        for noble in nobles:
            yield from _second_move_stops(table, noble)
        if len(squares) != 1:
            yield ONE_FORCE


def _march_stops(
    table: KTable, nobles: Sequence[NobleId], squares: set[SquareId], to: SquareId
) -> Stops:
    for noble in nobles:
        yield from _marcher_stops(table, noble)
    yield from _goal_stops(table, squares, to)
    if len(squares) != 1:
        yield _NOT_TOGETHER
        return
    known = table.state.nobles
    yield from overseas_stops(table, known[nobles[0]].seat, to)
    left = min(known[noble].steps for noble in nobles)
    origin, seat = next(iter(squares)), known[nobles[0]].seat
    yield from square_stops(table.state, table.content, seat, to)
    yield from _distance_stops(table, origin, to, left)
    barred = barred_squares(table.state, table.content, seat)
    if barred and to not in table.content.board.reach_round(origin, left, barred):
        yield IllegalChoice(
            "ishkibibble-excommunication.3",
            "You are excommunicated. The way there leads through a square you must not enter.",
        )


def _ride_stops(
    table: KTable, seat: Seat, choice: Choice, squares: set[SquareId], to: SquareId
) -> Stops:
    nobles = choice.many("nobles", NobleId) or choice.many("noble", NobleId)
    by_card = choice.verb == "free_road"
    for noble in nobles:
        yield from _rider_stops(table, noble)
    if by_card:
        yield from card_stops(table, seat, road=True)
        for noble in nobles:
            yield from _bishop_stops(table, noble)
    for square in squares:
        yield from _roadside_stops(table, square)
    yield from _goal_stops(table, squares, to)
    if len(squares) != 1:
        yield _NOT_TOGETHER
        return
    (square,) = squares
    reach = road_reach(table, seat, square, unimpeded=by_card)
    yield from square_stops(table.state, table.content, seat, to)
    if by_card:
        yield from _barrier_stops(road_reach(table, seat, square), reach)
    if to not in reach:
        yield IllegalChoice(
            "house-8.4.2",
            "No clear road leads there. A road ends at the first unfriendly fortress.",
        )


# The noble's own move (house-2.2a, house-2.2d, house-8.6.4)


def _marcher_stops(table: KTable, noble_id: NobleId) -> Stops:
    """A noble's march is used up, or the heir with him has already travelled with another noble
    (base-7.12).
    """
    noble = table.state.nobles[noble_id]
    if noble.steps == SPENT:
        if noble.landed:
            yield LANDED
        yield IllegalChoice("house-2.2a", "That noble has used up his move for this turn.")
    yield from _heir_stops(table, noble_id)


def _rider_stops(table: KTable, noble_id: NobleId) -> Stops:
    """The road takes a whole move (house-2.2d)."""
    noble = table.state.nobles[noble_id]
    if not noble.fresh:
        if noble.landed:
            yield LANDED
        if noble.steps == SPENT:
            yield IllegalChoice("house-2.2a", "That noble has used up his move for this turn.")
        yield IllegalChoice("house-2.2d", "A noble moves either by road or across country.")
    yield from _heir_stops(table, noble_id)


def _heir_stops(table: KTable, noble_id: NobleId) -> Stops:
    """An heir moves only once: his noble stays if the heir came with another noble (base-7.12)."""
    heirs = table.state.heirs
    for heir in heirs_with(table.state, noble_id):
        if heirs[heir].moved_with not in (None, noble_id):
            yield IllegalChoice(
                "base-7.12", "The heir with that noble has already travelled this turn."
            )
            return


# The route across country: up to five squares (house-2.2a, house-2.2b, house-2.2c)


def _goal_stops(table: KTable, squares: set[SquareId], to: SquareId) -> Stops:
    if to not in table.content.board.squares:
        yield IllegalChoice("house-2.2a", "There is no such square. March to one on the map.")
    if to in squares:
        yield IllegalChoice("house-2.2a", "That noble is already in the square.")


_NOT_TOGETHER = IllegalChoice(
    "base-5.2", "Nobles who march together must start in the same square."
)


def _distance_stops(table: KTable, origin: SquareId, to: SquareId, left: int) -> Stops:
    """A march covers only so many squares; ``left`` is how many are left."""
    board, steps = table.content.board, table.content.ruleset.land_squares
    if to in board.reach(origin, left):
        return
    if to not in board.walkable(origin):
        yield IllegalChoice("base-7.8", "The sea is in the way. Nobody can march across it.")
    if (board.steps_between(origin, to) or 0) > steps:
        yield IllegalChoice(
            "house-2.2a", f"That is too far. A march covers at most {steps} squares."
        )
    if to not in board.reach(origin, steps):
        yield IllegalChoice("house-2.2c", "A forest is in the way, and entering it ends the march.")
    yield IllegalChoice(
        "house-2.2a", f"That is too far. The noble has {left} of his {steps} squares left."
    )


# The road (house-2.2d, house-8.4.1, house-8.4.2)


def _roadside_stops(table: KTable, square: SquareId) -> Stops:
    if not table.content.board.road_neighbours(square):
        yield IllegalChoice("base-7.3", "That noble is not on a road.")


# Heirs pass between a player's nobles who stand together (base-7.12, house-8.7.8)


def _hand_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """What keeps a noble from handing an heir over, or from being given one."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        yield NOT_YOURS
        return
    yield from siege_stops(table, noble_id)
    yield from held_stops(table.state, noble_id)
    if noble.captor is not None:
        yield IllegalChoice("house-5.19a", "That noble is a captive until he is ransomed.")
    yield from procedures(table).trade.giver_stops(table, "near", noble_id)


def _entrust_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    state, taker = table.state, choice.first("noble", NO_NOBLE)
    yield from _hand_stops(table, seat, taker)
    heir = state.heirs.get(choice.first("heir", NO_HEIR))
    giver = NO_NOBLE if heir is None else heir.holder or NO_NOBLE
    if giver not in state.nobles or state.nobles[giver].seat != seat:
        yield IllegalChoice("house-8.7.8", "Name an heir who is with one of your nobles.")
        return
    yield from _hand_stops(table, seat, giver)
    if giver == taker:
        yield IllegalChoice("house-8.7.8", "The heir is already with that noble.")
    if meeting_point(state, state.nobles[giver]) != meeting_point(state, state.nobles[taker]):
        yield IllegalChoice(
            "house-8.7.8", "An heir can be passed only between nobles who stand together."
        )


# Free Move: a second complete move, or a ride past something that bars the road (base-7.20,
# base-7.21)


def _bishop_stops(table: KTable, noble_id: NobleId) -> Stops:
    """A noble with a bishop rides through unfriendly fortresses (house-8.4.3)."""
    crown, cards = table.content.crown, table.state.nobles[noble_id].cards
    if not table.content.ruleset.free_move_bishop or not any(
        crown[card].kind == "bishop" for card in cards
    ):
        yield IllegalChoice(
            "house-8.4.3",
            "To ride through with a Free Move, a noble needs a bishop, a road and his whole move.",
        )


def _barrier_stops(reach: Sequence[SquareId], beyond: Sequence[SquareId]) -> Stops:
    if len(beyond) <= len(reach):
        yield IllegalChoice("house-8.4.3", "Nothing bars the road from here. Simply ride it.")


def _second_move_stops(table: KTable, noble_id: NobleId) -> Stops:
    """A second move is for those who have moved over land."""
    noble = table.state.nobles[noble_id]
    if noble.landed:
        yield LANDED
    if noble.fresh:
        yield ONE_FORCE
