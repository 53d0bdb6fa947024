"""Phase 2, movement: the phase, and the way over land (house §2.2, §8.4; base §7)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.changes import give_heir, pick_up_heirs, stand_open
from bot.rules.kingmaker.forces import (
    besieged,
    friendly,
    meeting_point,
    nobles_of,
    occupants,
)
from bot.rules.kingmaker.movement.fortresses import (
    ask_leave,
    bar_guest,
    come_out,
    dismiss,
    dismiss_offers,
    dismiss_refusal,
    enter,
    entry_refusal,
    in_and_out_offers,
    leave_offers,
    leave_refusal,
)
from bot.rules.kingmaker.movement.ships import (
    aboard,
    besieging_ship,
    command,
    count_heirs_abroad,
    embark,
    embark_offers,
    heirs_aboard,
    land,
    land_offers,
    sail,
    sail_offers,
)
from bot.rules.kingmaker.movement.ships_refusals import ship_refusal
from bot.rules.kingmaker.parliament.kings_peace import may_move
from bot.rules.kingmaker.royals.succession import heirs_with
from bot.rules.kingmaker.state import KStep, KTable, Noble

SPENT = 0


class MovementPhase(KStep, tag="movement_phase"):
    """All, some or none of a faction's nobles move, in any order (base-3.2)."""

    seat: int
    begun: bool = False
    asked: list[str] = []
    """Fortresses whose owners were asked for leave in this phase."""

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.begun:
            return []
        done = Choice("done")
        offers = (
            *movement_offers(table, self.seat),
            *embark_offers(table, self.seat),
            *sail_offers(table, self.seat),
            *land_offers(table, self.seat),
            *leave_offers(table, self.seat, self.asked),
            *dismiss_offers(table, self.seat),
            Offer("done", (), "base-3.2"),
        )
        return [Prompt(self.seat, "movement", offers, default=done)]

    def advance(self, table: KTable) -> None:
        self.begun = True
        table.emit(facts.PhaseBegan(self.seat, "movement"))
        for noble in table.state.nobles.values():
            mine = noble.seat == self.seat
            noble.steps = table.content.ruleset.land_squares if mine else SPENT
            noble.fresh = noble.boards = mine
            noble.landed = noble.marched = False
        state = table.state
        state.status = [p for p, n in state.control.items() if state.nobles[n].seat == self.seat]
        for heir in table.state.heirs.values():
            heir.moved_with = None
        for ship in table.state.ships.values():
            ship.moved = False

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "done":
            self._end(table)
        elif choice.verb == "ask_leave":
            self.asked.append(choice.one("place"))
            ask_leave(table, seat, choice.one("place"))
        else:
            _MOVES[choice.verb](table, seat, choice)

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "ask_leave":
            return leave_refusal(table, seat, choice, self.asked)
        return movement_refusal(table, seat, choice)

    def _end(self, table: KTable) -> None:
        table.finish(self)
        for noble in table.state.nobles.values():
            noble.steps, noble.fresh = SPENT, False
        for heir in table.state.heirs.values():
            heir.moved_with = None
        table.state.granted.clear()
        table.state.status = None
        count_heirs_abroad(table, self.seat)


# What may be done


def movement_offers(table: KTable, seat: int) -> list[Offer]:
    """Everything a faction may do in its movement phase but end it."""
    state = table.state
    by_square: dict[str, list[str]] = {}
    for noble_id in nobles_of(state, seat):
        noble = state.nobles[noble_id]
        if noble.square and not besieged(state, noble_id) and may_move(state, noble):
            by_square.setdefault(noble.square, []).append(noble_id)
    free_moves = _free_moves(table, seat)
    offers: list[Offer] = []
    for company in _companies(table, seat):
        offers += _entrust_offers(table, company)
    closed: dict[str, bool] = {}
    for square, nobles in by_square.items():
        offers += _march_offers(table, square, nobles)
        offers += _ride_offers(table, seat, square, nobles, closed)
        offers += in_and_out_offers(table, seat, square, nobles)
        if free_moves:
            offers += _free_move_offers(table, square, nobles)
    if free_moves:
        offers += _free_sail_offers(table, seat)
    return offers


def _group(name: str, nobles: list[str]) -> Field:
    return Field(name, tuple(nobles), 1, len(nobles))


def _may_set_out(table: KTable, noble_id: str) -> bool:
    """An heir moves only once: his noble stays if the heir came with another (base-7.12)."""
    return all(
        table.state.heirs[heir].moved_with in (None, noble_id)
        for heir in heirs_with(table.state, noble_id)
    )


# 2.2 Land movement: up to five squares (house-2.2a, house-2.2b, house-2.2c)


def _march_offers(table: KTable, square: str, nobles: list[str]) -> list[Offer]:
    """Marches by what is left to each: nobles part and meet on the way as they like (base-7.11)."""
    state = table.state
    able = [n for n in nobles if state.nobles[n].steps > 0 and _may_set_out(table, n)]
    offers = []
    for steps in sorted({state.nobles[n].steps for n in able}):
        group = [n for n in able if state.nobles[n].steps >= steps]
        reach = table.content.board.reach(square, steps)
        if reach:
            fields = (_group("nobles", group), Field("to", tuple(reach)))
            offers.append(Offer("march", fields, "house-2.2a"))
    return offers


def march(table: KTable, seat: int, choice: Choice) -> None:
    """Move nobles cross-country; a forest entered ends their march (house-2.2c)."""
    board, to = table.content.board, choice.one("to")
    nobles = choice.many("nobles")
    origin = table.state.nobles[nobles[0]].square
    # A march was offered at the least allowance that suffices; the way costs its fewest steps.
    cost = board.reach(origin, table.content.ruleset.land_squares)[to]
    forest = board.squares[to].is_forest
    for noble_id in nobles:
        noble = table.state.nobles[noble_id]
        noble.steps = SPENT if forest else noble.steps - cost
        noble.fresh = False
    _arrive(table, nobles, to, "march")


def _arrive(table: KTable, nobles: tuple[str, ...], to: str, by: str) -> None:
    """Stand nobles in the open of the square they came to, with their heirs."""
    leader = table.state.nobles[nobles[0]]
    seat, origin = leader.seat, leader.square
    for noble_id in nobles:
        for heir in heirs_with(table.state, noble_id):
            table.state.heirs[heir].moved_with = noble_id
        bar_guest(table, noble_id)
        stand_open(table, noble_id, to)
        table.state.nobles[noble_id].marched = table.state.edition > 1
    table.emit(facts.Marched(seat, nobles, origin, to, by))
    for noble_id in nobles:
        pick_up_heirs(table, noble_id)


# 2.2, 8.4 Road movement (house-2.2d, house-8.4.1, house-8.4.2)


def _ride_offers(
    table: KTable, seat: int, square: str, nobles: list[str], closed: dict[str, bool]
) -> list[Offer]:
    state, board = table.state, table.content.board
    if not board.road_neighbours(square):
        return []
    fresh = [n for n in nobles if state.nobles[n].fresh and _may_set_out(table, n)]
    if not fresh:
        return []
    offers = []
    reach = road_reach(table, seat, square, closed)
    if reach:
        offers.append(Offer("ride", (_group("nobles", fresh), Field("to", reach)), "house-2.2d"))
    if table.content.ruleset.free_move_bishop and _free_moves(table, seat):
        beyond = road_reach(table, seat, square, unimpeded=True)
        for noble_id in fresh:
            if len(beyond) > len(reach) and _bishops(table, state.nobles[noble_id]):
                # He alone, without company (house-8.4.4).
                fields = (Field("noble", (noble_id,)), Field("to", beyond))
                offers.append(Offer("free_road", fields, "house-8.4.3"))
    return offers


def _bishops(table: KTable, noble: Noble) -> bool:
    return any(table.content.crown[card].kind == "bishop" for card in noble.cards)


def road_reach(
    table: KTable,
    seat: int,
    square: str,
    closed: dict[str, bool] | None = None,
    *,
    unimpeded: bool = False,
) -> tuple[str, ...]:
    """Squares a fresh noble may ride to along roads, the start not included.

    ``closed`` remembers between calls which places stop this faction's rides.

    A place on the road that is not friendly ends the ride in its square (base-7.5, base-6.6); a
    fortress in the starting square does not hinder leaving (base-7.6).
    """
    board = table.content.board
    closed = {} if closed is None else closed
    seen = {square: None}
    open_ends = [square]
    ridden = {square}
    while open_ends:
        for there, stops in board.road_steps(open_ends.pop()):
            seen[there] = None
            if there in ridden:
                continue
            if stops and not unimpeded:
                for place in stops:
                    if place not in closed:
                        closed[place] = _closes_road(table, seat, place)
                if any(closed[place] for place in stops):
                    continue
            ridden.add(there)
            open_ends.append(there)
    del seen[square]
    return tuple(seen)


def _closes_road(table: KTable, seat: int, place_id: str) -> bool:
    """Whether a place stops a faction's ride along its road."""
    place = table.content.board.places[place_id]
    if place.is_fortress:
        return not friendly(table, seat, place)
    return bool(occupants(table.state, place_id) - {seat})


def ride(table: KTable, seat: int, choice: Choice) -> None:
    """Move nobles along the road; it is their whole move (base-7.4)."""
    _ride(table, choice.many("nobles"), choice.one("to"), "road")


def _ride(table: KTable, nobles: tuple[str, ...], to: str, by: str) -> None:
    for noble_id in nobles:
        table.state.nobles[noble_id].steps = SPENT
        table.state.nobles[noble_id].fresh = False
    _arrive(table, nobles, to, by)


def free_road(table: KTable, seat: int, choice: Choice) -> None:
    """A noble with a bishop rides through unfriendly fortresses by a Free Move (house-8.4.3)."""
    _spend_free_move(table, seat, choice.many("noble"), "road")
    _ride(table, choice.many("noble"), choice.one("to"), "free_road")


# Heirs pass between own nobles who stand together (base-7.12, house-8.7.8)


def _companies(table: KTable, seat: int) -> list[list[str]]:
    """A faction's nobles who may hand heirs to each other, those of each meeting point."""
    state = table.state
    found: dict[str, list[str]] = {}
    for noble_id in nobles_of(state, seat):
        noble = state.nobles[noble_id]
        if not besieged(state, noble_id) and noble.captor is None:
            found.setdefault(meeting_point(state, noble), []).append(noble_id)
    return [company for company in found.values() if len(company) > 1]


def _entrust_offers(table: KTable, nobles: list[str]) -> list[Offer]:
    state = table.state
    offers = []
    for noble_id in nobles:
        heirs = heirs_with(state, noble_id)
        if not heirs:
            continue
        others = tuple(n for n in nobles if n != noble_id)
        if others:
            fields = (Field("heir", tuple(heirs)), Field("noble", others))
            offers.append(Offer("entrust", fields, "house-8.7.8"))
    return offers


def entrust(table: KTable, seat: int, choice: Choice) -> None:
    """Hand an heir to another noble of the faction at the same spot."""
    give_heir(table, choice.one("heir"), choice.one("noble"))


# Free Move: a second complete move (base-7.20, base-7.21)


def _free_moves(table: KTable, seat: int) -> list[str]:
    held = table.state.factions[seat].held
    return [card for card in held if table.content.events[card].kind == "free_move"]


def _free_move_offers(table: KTable, square: str, nobles: list[str]) -> list[Offer]:
    """A second move for those who have moved over land; edition 1 gave it to the landed too."""
    known, old = table.state.nobles, table.state.edition < 2
    moved = [n for n in nobles if not known[n].fresh and (old or not known[n].landed)]
    if not moved:
        return []
    return [Offer("free_move", (_group("nobles", moved),), "base-7.20")]


def free_move(table: KTable, seat: int, choice: Choice) -> None:
    """Give nobles of one force a second complete move."""
    nobles = choice.many("nobles")
    _spend_free_move(table, seat, nobles, "move")
    for noble_id in nobles:
        noble = table.state.nobles[noble_id]
        noble.steps, noble.fresh = table.content.ruleset.land_squares, True
        for heir in heirs_with(table.state, noble_id):
            table.state.heirs[heir].moved_with = None


def _free_sail_offers(table: KTable, seat: int) -> list[Offer]:
    moved = tuple(
        ship
        for ship, where in table.state.ships.items()
        if where.moved and command(table, ship) == seat and not besieging_ship(table, ship)
    )
    return [Offer("free_sail", (Field("ship", moved),), "base-7.20")] if moved else []


def free_sail(table: KTable, seat: int, choice: Choice) -> None:
    """Give a ship a second complete move."""
    ship = choice.one("ship")
    _spend_free_move(table, seat, tuple(aboard(table, ship)), "ship")
    table.state.ships[ship].moved = False
    for heir in heirs_aboard(table, ship):
        table.state.heirs[heir].moved_with = None


def _spend_free_move(table: KTable, seat: int, nobles: tuple[str, ...], use: str) -> None:
    card = _free_moves(table, seat)[0]
    table.state.factions[seat].held.remove(card)
    table.state.event_discards.append(card)
    table.emit(facts.FreeMovePlayed(seat, card, nobles, use))


# Why not


def movement_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
    """The rule that forbids a move, as far as it can be told."""
    verb, state = choice.verb, table.state
    if verb not in _MOVES:
        return None
    if verb in ("embark", "sail", "land", "free_sail"):
        return ship_refusal(table, seat, choice)
    if verb == "dismiss":
        return dismiss_refusal(table, seat, choice)
    nobles = choice.many("nobles") or choice.many("noble")
    for noble_id in nobles:
        noble = state.nobles.get(noble_id)
        if noble is None or noble.seat != seat:
            return IllegalChoice("house-1.3", "You can move only nobles of your own faction.")
        if besieged(state, noble_id) and noble.aboard is not None:
            return IllegalChoice("house-8.6.19", "He besieges from his ship and must keep it up.")
        if besieged(state, noble_id):
            return IllegalChoice(
                "house-6.2d", "A noble Under Siege cannot leave; sally out in the combat phase."
            )
        if noble.aboard is not None:
            return IllegalChoice("house-8.6.2", "He is aboard a ship; land him first.")
        if noble.landed and verb != "enter":
            return IllegalChoice("house-8.6.4", "Who came ashore this turn does not move again.")
        if not may_move(state, noble):
            return IllegalChoice(
                "house-7.4.13", "He has come home from Parliament and keeps the King's Peace."
            )
        if verb in ("march", "ride", "free_road") and noble.steps == SPENT:
            return IllegalChoice("house-2.2a", "That noble has used up his move for this turn.")
        if verb in ("ride", "free_road") and not noble.fresh:
            return IllegalChoice("house-2.2d", "A noble moves by road or across country, not both.")
        if verb in ("march", "ride") and not _may_set_out(table, noble_id):
            return IllegalChoice("base-7.12", "The heir with him has made his journey this turn.")
    if verb.startswith("free_"):
        return _free_move_refusal(table, seat, verb)
    if verb == "march":
        return _march_refusal(table, nobles, next(iter(choice.many("to")), ""))
    if verb == "ride":
        squares = {state.nobles[noble].square for noble in nobles}
        if not any(table.content.board.road_neighbours(square) for square in squares):
            return IllegalChoice("base-7.3", "He does not stand on a road.")
        return IllegalChoice(
            "house-8.4.2",
            "No road leads there unhindered; a road ends at the first unfriendly fortress.",
        )
    return entry_refusal(table, seat, choice)


def _march_refusal(table: KTable, nobles: tuple[str, ...], to: str) -> IllegalChoice:
    """Why nobles who could march cannot march there: the plainest first."""
    board, steps = table.content.board, table.content.ruleset.land_squares
    origins = {table.state.nobles[noble].square for noble in nobles}
    if to not in board.squares:
        return IllegalChoice("house-2.2a", "There is no such square; march to one on the map.")
    if to in origins:
        return IllegalChoice("house-2.2a", "He stands in that square already.")
    if len(origins) != 1:
        return IllegalChoice("base-5.2", "Those who march together begin in one square.")
    origin = origins.pop()
    if to not in board.walkable(origin):
        return IllegalChoice("base-7.8", "There is sea between; nobody marches over the sea.")
    if (board.steps_between(origin, to) or 0) > steps:
        return IllegalChoice("house-2.2a", f"That is too far: a march covers {steps} squares.")
    if to not in board.reach(origin, steps):
        return IllegalChoice("house-2.2c", "A forest lies on the way; entering it ends the march.")
    left = min(table.state.nobles[noble].steps for noble in nobles)
    return IllegalChoice("house-2.2a", f"That is too far: {left} of his {steps} squares are left.")


def _free_move_refusal(table: KTable, seat: int, verb: str) -> IllegalChoice:
    rule = "house-8.4.3" if verb == "free_road" else "base-7.20"
    if not _free_moves(table, seat):
        return IllegalChoice(rule, "You hold no Free Move card.")
    if verb == "free_road":
        return IllegalChoice(
            rule, "Only a noble with a bishop, fresh and on a road, rides through by a Free Move."
        )
    return IllegalChoice(rule, "A Free Move serves one force or one ship that has moved already.")


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
    "sail": sail,
    "land": land,
    "dismiss": dismiss,
}
