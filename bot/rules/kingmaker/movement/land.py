"""Phase 2, movement: the phase, and moves over land (house §2.2, §8.4; base §7)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.rules.kernel import Choice, Form, IllegalChoice, Offer, Seat, Stops, first
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.lasting import FREE_MOVE, may_keep, spend
from bot.rules.kingmaker.conditions.sides import stirs, takes_turns, unmoving
from bot.rules.kingmaker.consequences.changes import give_heir, pick_up_heirs, stand_open
from bot.rules.kingmaker.entering import ask_leave, bar_guest, come_out, dismiss, enter
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.ids import NOWHERE, HeirId, NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.movement.crossing import cross
from bot.rules.kingmaker.movement.exile import close_ways, end_amnesty, exile_offers, take_refuge
from bot.rules.kingmaker.movement.fortress_orders import (
    dismiss_offers,
    leave_offers,
)
from bot.rules.kingmaker.movement.land_orders import (
    SPENT,
    fetch,
    fetch_offers,
    movement_offers,
    movement_stops,
)
from bot.rules.kingmaker.movement.ship_orders import embark_offers, land_offers, sail_offers
from bot.rules.kingmaker.ships.blockade import blockade, blockade_offers, sail_out
from bot.rules.kingmaker.ships.command import (
    aboard,
    bring_in,
    count_heirs_abroad,
    embark,
    heirs_aboard,
    hosts,
    land,
)
from bot.rules.kingmaker.state import KOrders, KTable
from bot.rules.kingmaker.succession import heirs_with, holder_seat, unheld_at


class MovementPhase(KOrders, tag="movement_phase"):
    """All, some or none of a faction's nobles move, in any order (base-3.2)."""

    seat: Seat
    begun: bool = False
    asked: list[PlaceId] = []
    """Fortresses and ships whose owners have been asked for leave this phase."""

    kind = "movement"
    done_by = "base-3.2"
    forms = {
        "march": Form(one=("to",), several=("nobles",)),
        "ride": Form(one=("to",), several=("nobles",)),
        "free_road": Form(one=("noble", "to")),
        "enter": Form(one=("place",), several=("nobles",)),
        "leave": Form(one=("place",), several=("nobles",), perhaps=("left",)),
        "entrust": Form(one=("heir", "noble")),
        "free_move": Form(several=("nobles",)),
        "free_sail": Form(one=("ship",)),
        "embark": Form(one=("ship",), several=("nobles",), perhaps=("left",)),
        "sail": Form(one=("ship", "to")),
        "land": Form(one=("ship",), several=("nobles",)),
        "cross": Form(one=("to",), several=("nobles",)),
        "blockade": Form(one=("ship", "port")),
        "take_refuge": Form(one=("card", "land")),
        "fetch": Form(one=("heir", "noble")),
        "ask_leave": Form(one=("place",)),
        "dismiss": Form(one=("place",), several=("nobles",)),
    }

    by_card = frozenset({"free_move", "free_road", "free_sail", "take_refuge"})

    @property
    def orders_of(self) -> Seat:
        return self.seat

    def could_go_on(self, table: KTable) -> bool:
        """Whether the player might hold a Free Move or a Refuge, with which he could go on: the end
        of his phase must not show anybody whether he holds one.
        """
        state, content = table.state, table.content
        return self.begun and any(may_keep(state, content, self.seat, card) for card in _GO_ON)

    def orders(self, table: KTable) -> Iterator[Offer]:
        if not self.begun:
            return
        fleet = hosts(table)
        yield from movement_offers(table, self.seat)
        yield from embark_offers(table, self.seat, fleet)
        yield from sail_offers(table, self.seat, fleet)
        yield from land_offers(table, self.seat)
        yield from blockade_offers(table, self.seat, fleet)
        yield from exile_offers(table, self.seat)
        yield from fetch_offers(table, self.seat)
        yield from leave_offers(table, self.seat, self.asked, fleet)
        yield from dismiss_offers(table, self.seat)

    def advance(self, table: KTable) -> None:
        if self.begun:
            self._end(table)
            return
        self.begun = True
        table.emit(facts.PhaseBegan(self.seat, "movement"))
        for noble in table.state.nobles.values():
            mine = noble.seat == self.seat
            noble.steps = table.content.ruleset.land_squares if mine else SPENT
            noble.fresh = noble.boards = mine
            noble.landed = noble.marched = False
        state = table.state
        if table.content.ruleset.status_fixed:
            own = {key for key, noble in state.nobles.items() if noble.seat == self.seat}
            state.status = [place for place, noble in state.control.items() if noble in own]
        for heir in table.state.heirs.values():
            heir.moved_with, heir.handed_on = None, False
        # A family moves in the middle of its House's turn, whose ships have yet to fight.
        for ship in state.ships.values() if takes_turns(table, self.seat) else ():
            ship.moved = ship.entered = False
            ship.left = None

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            self._end(table)
        elif choice.verb == "ask_leave":
            self.asked.append(choice.one("place", PlaceId))
            ask_leave(table, seat, choice.one("place", PlaceId))
        else:
            _MOVES[choice.verb](table, seat, choice)
            if choice.verb not in _STILL:
                stirs(table.state, seat)

    def order_stops(self, table: KTable, choice: Choice) -> Stops:
        yield from movement_stops(table, self.seat, choice, self.asked)

    @property
    def misfit(self) -> IllegalChoice:
        return IllegalChoice(
            "base-3.2", "Name each noble only once, and name one place, square or ship."
        )

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb not in self.forms:
            return None
        return first(self.stops(table, choice))

    def _end(self, table: KTable) -> None:
        table.finish(self)
        end_amnesty(table, self.seat)
        for noble in table.state.nobles.values():
            noble.steps, noble.fresh, noble.crosses = SPENT, False, False
            if noble.seat == self.seat and not noble.marched:
                noble.came_from = NOWHERE
        for heir in table.state.heirs.values():
            heir.moved_with, heir.handed_on = None, False
        table.state.granted.clear()
        table.state.status = None
        close_ways(table, self.seat)
        for seat in (self.seat, *unmoving(table.state, table.content, self.seat)):
            bring_in(table, seat)
        count_heirs_abroad(table, self.seat)
        _take_waiting_heirs(table, self.seat)


def _take_waiting_heirs(table: KTable, seat: Seat) -> None:
    """A movement phase ends: a noble who is with an heir without a keeper takes him, even if the
    noble has not moved (base-11.10).

    An heir held by a fortress belongs to its controller and stays where he was left.
    """
    state, content = table.state, table.content
    for noble_id in nobles_of(state, seat):
        noble = state.nobles[noble_id]
        if not noble.square or noble.captor is not None:
            continue
        heirs = unheld_at(state, noble.square, noble.inside)
        if any(holder_seat(state, content, heir) is None for heir in heirs):
            pick_up_heirs(table, noble_id)


# 2.2 Land movement: up to five squares (house-2.2a, house-2.2b, house-2.2c)


def march(table: KTable, seat: Seat, choice: Choice) -> None:
    """Move nobles cross-country (base-7.1); entering a forest ends their march (base-7.2)."""
    board, to = table.content.board, choice.one("to", SquareId)
    nobles = choice.many("nobles", NobleId)
    origin = table.state.nobles[nobles[0]].square
    # The march was offered because these nobles have enough steps left; the route is the one with
    # the fewest steps.
    cost = board.reach(origin, table.content.ruleset.land_squares)[to]
    forest = board.squares[to].is_forest
    for noble_id in nobles:
        noble = table.state.nobles[noble_id]
        noble.steps = SPENT if forest else noble.steps - cost
        noble.fresh = False
    _arrive(table, nobles, to, "march")


def _arrive(table: KTable, nobles: tuple[NobleId, ...], to: SquareId, by: str) -> None:
    """Put nobles in the open in the square they reached, with their heirs."""
    leader = table.state.nobles[nobles[0]]
    seat, origin = leader.seat, leader.square
    for noble_id in nobles:
        for heir in heirs_with(table.state, noble_id):
            table.state.heirs[heir].moved_with = noble_id
        bar_guest(table, noble_id)
        stand_open(table, noble_id, to)
        noble = table.state.nobles[noble_id]
        if not noble.marched:
            noble.came_from = origin
        noble.marched = True
    table.emit(facts.Marched(seat, nobles, origin, to, by))
    for noble_id in nobles:
        pick_up_heirs(table, noble_id)


# 2.2, 8.4 Road movement (house-2.2d, house-8.4.1, house-8.4.2)


def ride(table: KTable, seat: Seat, choice: Choice) -> None:
    """Move nobles along a road; that is their whole move (base-7.4)."""
    _ride(table, choice.many("nobles", NobleId), choice.one("to", SquareId), "road")


def _ride(table: KTable, nobles: tuple[NobleId, ...], to: SquareId, by: str) -> None:
    for noble_id in nobles:
        table.state.nobles[noble_id].steps = SPENT
        table.state.nobles[noble_id].fresh = False
    _arrive(table, nobles, to, by)


def free_road(table: KTable, seat: Seat, choice: Choice) -> None:
    """A noble with a bishop rides through unfriendly fortresses with a Free Move (house-8.4.3)."""
    _spend_free_move(table, seat, choice.many("noble", NobleId), "road")
    _ride(table, choice.many("noble", NobleId), choice.one("to", SquareId), "free_road")


# Heirs pass between a player's nobles who stand together (base-7.12, house-8.7.8)


def entrust(table: KTable, seat: Seat, choice: Choice) -> None:
    """Hand an heir to another noble of the faction at the same spot."""
    give_heir(table, choice.one("heir", HeirId), choice.one("noble", NobleId))
    table.state.heirs[choice.one("heir", HeirId)].handed_on = True


# Free Move: a second complete move (base-7.20, base-7.21)


def free_move(table: KTable, seat: Seat, choice: Choice) -> None:
    """Give the nobles of one force a second complete move."""
    nobles = choice.many("nobles", NobleId)
    _spend_free_move(table, seat, nobles, "move")
    for noble_id in nobles:
        noble = table.state.nobles[noble_id]
        noble.steps, noble.fresh = table.content.ruleset.land_squares, True
        for heir in heirs_with(table.state, noble_id):
            table.state.heirs[heir].moved_with = None


def free_sail(table: KTable, seat: Seat, choice: Choice) -> None:
    """Give a ship a second complete move."""
    ship = choice.one("ship", ShipId)
    _spend_free_move(table, seat, tuple(aboard(table, ship)), "ship")
    table.state.ships[ship].moved = False
    for heir in heirs_aboard(table, ship):
        table.state.heirs[heir].moved_with = None


def _spend_free_move(table: KTable, seat: Seat, nobles: tuple[NobleId, ...], use: str) -> None:
    card = spend(table, seat, FREE_MOVE)
    table.emit(facts.FreeMovePlayed(seat, card, nobles, use))


_GO_ON = ("free_move", "refuge")
"""The kinds of Event cards that can give a player more to do in his movement phase."""

_STILL = ("entrust", "dismiss")
"""Things done in the movement phase that are not moves themselves."""

_MOVES = {
    "march": march,
    "ride": ride,
    "free_road": free_road,
    "enter": enter,
    "leave": come_out,
    "entrust": entrust,
    "free_move": free_move,
    "free_sail": free_sail,
    "embark": embark,
    "sail": sail_out,
    "land": land,
    "cross": cross,
    "blockade": blockade,
    "take_refuge": take_refuge,
    "fetch": fetch,
    "dismiss": dismiss,
}
