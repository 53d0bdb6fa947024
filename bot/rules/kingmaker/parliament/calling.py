"""Phase 4: calling Parliament, excuses, the journey there (house §7.1)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.combat.siege import break_siege, can_hold
from bot.rules.kingmaker.forces import (
    besieged,
    controller,
    friendly,
    nobles_of,
    occupants,
)
from bot.rules.kingmaker.movement.refuge import Refuge
from bot.rules.kingmaker.movement.ships import aboard, captain
from bot.rules.kingmaker.parliament.business import Business
from bot.rules.kingmaker.royals.succession import keeper, sole_king
from bot.rules.kingmaker.state import KStep, KTable, Noble, Sitting, State

CHANCELLOR = "chancellor_england"


class ParliamentPhase(KStep, tag="parliament_phase"):
    """The active player may call Parliament (house-1.19)."""

    seat: int

    def prompts(self, table: KTable) -> list[Prompt]:
        offers = call_offers(table, self.seat)
        if not offers:
            return []
        everything = (*offers, Offer("done", (), "house-7.1.1"))
        return [Prompt(self.seat, "parliament", everything, default=Choice("done"))]

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "call_parliament":
            call_parliament(table, seat, choice)

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "call_parliament":
            return call_refusal(table, seat, choice)
        return None


# 7.1 Who may call, and where


def callers(table: KTable, seat: int) -> list[tuple[str, str]]:
    """Those through whom a seat may call: (king or office, the noble who calls)."""
    state = table.state
    found = []
    king = sole_king(state)
    if king is not None:
        noble = keeper(state, king)
        if noble is not None and state.nobles[noble].seat == seat:
            found.append((king, noble))
    elif _held(table, seat, "chancellor_may"):
        found += [
            (CHANCELLOR, key)
            for key, noble in state.nobles.items()
            if noble.seat == seat and noble.office == CHANCELLOR
        ]
    return [(by, noble) for by, noble in found if _calls_left(table, by, noble)]


def _calls_left(table: KTable, by: str, noble: str) -> bool:
    """Nobody calls more than so often in a game (house-7.1.9)."""
    limit = table.content.ruleset.parliament_calls_per_caller
    key = by if by != CHANCELLOR else noble
    return limit is None or table.state.calls_made.get(key, 0) < limit


def _held(table: KTable, seat: int, kind: str) -> list[str]:
    held = table.state.factions[seat].held
    return [card for card in held if table.content.events[card].kind == kind]


def resting(table: KTable) -> bool:
    """Whether no Parliament may be called: King's Peace (house-7.1.7), or too soon after
    (house-7.1.8)."""
    state = table.state
    if state.peace is not None:
        return True
    if state.peace_ended_turn is None:
        return False
    rounds = table.content.ruleset.parliament_cooldown_rounds
    return state.turn - state.peace_ended_turn < rounds * len(state.factions)


def fit_place(table: KTable, seat: int, noble: Noble) -> Place | None:
    """The place a noble is in, if Parliament may meet there.

    A town or city (house-7.1.10) on the mainland (house-7.1.11) that the caller controls
    (house-7.1.12), not Under Siege (house-7.1.13).
    """
    if noble.inside is None or noble.inside in table.state.sieges:
        return None
    place = table.content.board.places[noble.inside]
    if not place.is_town_or_city or not table.content.board.is_mainland(place.square):
        return None
    if place.is_fortress:
        return place if controller(table.state, place.id) == seat else None
    return place if occupants(table.state, place.id) == {seat} else None


def call_offers(table: KTable, seat: int) -> list[Offer]:
    """How a seat may call Parliament now: by whom, and whom it may summon by Writ."""
    state = table.state
    if resting(table) or not _held(table, seat, "writ"):
        return []
    others = tuple(
        key
        for key, noble in state.nobles.items()
        if noble.seat != seat and not besieged(state, key)
    )
    ready = tuple(
        noble
        for _, noble in callers(table, seat)
        if fit_place(table, seat, state.nobles[noble]) is not None
    )
    if not others or not ready:
        return []
    fields = (Field("by", ready), Field("summon", others))
    return [Offer("call_parliament", fields, "house-7.1.1")]


def call_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice:
    """Why a seat cannot call Parliament now, or not so."""
    state = table.state
    summoned = next(iter(choice.many("summon")), "")
    if call_offers(table, seat) and summoned in state.nobles and besieged(state, summoned):
        return IllegalChoice("house-7.1.16", "A noble Under Siege cannot be summoned.")
    if state.peace is not None:
        return IllegalChoice("house-7.1.7", "The King's Peace holds; no Parliament may be called.")
    if resting(table):
        return IllegalChoice("house-7.1.8", "The last Parliament is too recent: wait three rounds.")
    king = sole_king(state)
    mine = [key for key, n in state.nobles.items() if n.seat == seat and n.office == CHANCELLOR]
    holder = None if king is None else keeper(state, king)
    if king is not None and (holder is None or state.nobles[holder].seat != seat):
        rule = "house-7.1.4" if mine else "house-7.1.1"
        return IllegalChoice(rule, "While there is a sole King only his keeper calls Parliament.")
    if king is None and not mine:
        return IllegalChoice("house-1.19", "Only a sole King or the Chancellor calls Parliament.")
    if king is None and not _held(table, seat, "chancellor_may"):
        return IllegalChoice("house-7.1.3", "The Chancellor needs his card to call Parliament.")
    if not callers(table, seat):
        return IllegalChoice("house-7.1.9", "He has called Parliament as often as he may.")
    if not _held(table, seat, "writ"):
        return IllegalChoice("house-7.1.2", "You need a Writ to call Parliament.")
    for _, noble in callers(table, seat):
        inside = state.nobles[noble].inside
        place = None if inside is None else table.content.board.places[inside]
        if place is not None and place.id in state.sieges:
            return IllegalChoice("house-7.1.13", "Parliament cannot meet in a place Under Siege.")
        if place is not None and not table.content.board.is_mainland(place.square):
            return IllegalChoice("house-7.1.11", "Parliament meets on the mainland only.")
        if place is None or not place.is_town_or_city:
            return IllegalChoice("house-7.1.10", "The caller must be inside a town or city.")
        if fit_place(table, seat, state.nobles[noble]) is None:
            return IllegalChoice("house-7.1.12", "You must control the place where it meets.")
    return IllegalChoice("house-7.1.14", "There is nobody of another faction to summon by Writ.")


def call_parliament(table: KTable, seat: int, choice: Choice) -> None:
    """Call Parliament: the Writ is served and spent, and a Chancellor's card (house-7.1.14)."""
    state = table.state
    noble = choice.one("by")
    by = next(by for by, key in callers(table, seat) if key == noble)
    key = noble if by == CHANCELLOR else by
    state.calls_made[key] = state.calls_made.get(key, 0) + 1
    spend(table, seat, "writ")
    if by == CHANCELLOR:
        spend(table, seat, "chancellor_may")
    place = fit_place(table, seat, state.nobles[noble])
    assert place is not None
    summoned = choice.one("summon")
    state.sitting = Sitting(seat, place.id, place.square, noble, summoned=summoned)
    table.emit(facts.ParliamentCalled(seat, place.id, noble, summoned))
    table.push(Excuses(order_from_left(state, seat)[:-1]), Revocations(), Assembly(), Business())


def spend(table: KTable, seat: int, kind: str) -> str:
    """Discard a held Event card of a kind."""
    card = _held(table, seat, kind)[0]
    table.state.factions[seat].held.remove(card)
    table.state.event_discards.append(card)
    return card


def order_from_left(state: State, seat: int) -> list[int]:
    """All seats clockwise from the left of a seat, that seat last."""
    count = len(state.factions)
    return [(seat + step) % count for step in range(1, count + 1)]


# 7.1 Excuses (house-7.1.18, house-7.1.19)


def across_the_sea(table: KTable, noble: Noble, square: str) -> bool:
    """Whether a noble would need a ship to come to Parliament (house-7.1.20).

    Of a noble aboard a ship in port the port counts; at sea he always would.
    """
    board, here = table.content.board, noble.square
    if noble.aboard is not None:
        port = table.state.ships[noble.aboard].port
        if port is None:
            return True
        here = board.places[port].square
    return square not in board.walkable(here)


class Excuses(KStep, tag="excuses"):
    """Players ask, one after the other, for their nobles to be excused."""

    seats: list[int]

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.seats:
            return []
        seat, sitting = self.seats[0], _sitting(table)
        by_sea: list[str] = []
        others: list[str] = []
        for key in nobles_of(table.state, seat):
            noble = table.state.nobles[key]
            if key == sitting.summoned or besieged(table.state, key):
                continue
            (by_sea if across_the_sea(table, noble, sitting.square) else others).append(key)
        writs = len(_held(table, seat, "writ"))
        fields = []
        if others and writs:
            fields.append(Field("nobles", tuple(others), 0, min(writs, len(others))))
        if by_sea:
            fields.append(Field("by_sea", tuple(by_sea), 0, len(by_sea)))
        if not fields:
            return []
        offer = Offer("excuse", tuple(fields), "house-7.1.18")
        about = {"place": sitting.place}
        return [Prompt(seat, "excuses", (offer,), default=Choice("excuse"), facts=about)]

    def advance(self, table: KTable) -> None:
        if self.seats:
            self.seats.pop(0)
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        self.seats.pop(0)
        paid, free = choice.many("nobles"), choice.many("by_sea")
        for _ in paid:
            spend(table, seat, "writ")
        if paid or free:
            _sitting(table).excused.extend((*paid, *free))
            table.emit(facts.Excused(seat, (*paid, *free), len(paid)))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb != "excuse":
            return IllegalChoice("house-7.1.18", "Parliament is called: first say whom you excuse.")
        return excuse_refusal(table, seat, choice)


def excuse_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice:
    """Why a seat cannot excuse these nobles, or not now."""
    state, sitting = table.state, table.state.sitting
    if sitting is None:
        return IllegalChoice("house-7.1.18", "Nobles are excused when Parliament is called.")
    if seat == sitting.caller:
        return IllegalChoice("house-7.1.21", "Who calls Parliament attends with all his nobles.")
    nobles = [n for n in (*choice.many("nobles"), *choice.many("by_sea")) if n in state.nobles]
    top = table.agenda[-1]
    for noble in nobles:
        if noble in sitting.freed:
            return IllegalChoice(
                "house-7.1.24", "The call broke his siege: he must attend, and no excuse is open."
            )
        if state.nobles[noble].seat != seat:
            return IllegalChoice("house-1.3", "You excuse only nobles of your own faction.")
        if noble == sitting.summoned:
            return IllegalChoice("house-7.1.15", "He is summoned by Writ and must attend.")
        if besieged(state, noble):
            return IllegalChoice(
                "house-7.1.17", "He is Under Siege and need not attend; he needs no excuse."
            )
    if not isinstance(top, Excuses) or seat not in top.seats[:1]:
        return IllegalChoice(
            "house-7.1.19", "Excuses are asked one player after the other, before anybody moves."
        )
    return IllegalChoice(
        "house-7.1.18", "Each noble excused costs a Writ, unless he lives across the sea."
    )


class Revocations(KStep, tag="revocations"):
    """The caller revokes excuses, a Writ for each (house-7.1.22)."""

    def prompts(self, table: KTable) -> list[Prompt]:
        sitting = _sitting(table)
        writs = len(_held(table, sitting.caller, "writ"))
        if not writs or not sitting.excused:
            return []
        most = min(writs, len(sitting.excused))
        field = Field("nobles", tuple(sitting.excused), 0, most)
        offer = Offer("revoke", (field,), "house-7.1.22")
        return [Prompt(sitting.caller, "revoke", (offer,), default=Choice("revoke"))]

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        table.finish(self)
        nobles, sitting = choice.many("nobles"), _sitting(table)
        for noble in nobles:
            spend(table, seat, "writ")
            sitting.excused.remove(noble)
        if nobles:
            table.emit(facts.ExcusesRevoked(seat, nobles))


def _sitting(table: KTable) -> Sitting:
    sitting = table.state.sitting
    assert sitting is not None
    return sitting


# 7.1 The journey (house-7.1.17)


class Assembly(KStep, tag="assembly"):
    """All who must attend move to Parliament at once (house-7.1.23); sieges they leave may break.

    Their heirs go along (house-7.1.36).
    """

    def advance(self, table: KTable) -> None:
        table.finish(self)
        sitting, state = _sitting(table), table.state
        if sitting.people:  # house-7.1.33
            for place in list(state.sieges):
                break_siege(table, place, "parliament")
        attending = [key for key in state.nobles if self._must_attend(table, key)]
        while self._leave_sieges(table, attending):
            attending = [
                key for key in state.nobles if key in attending or self._must_attend(table, key)
            ]
        self._ships(table)
        for key in attending:
            noble = state.nobles[key]
            if noble.inside != sitting.place:
                noble.square, noble.inside, noble.aboard = sitting.square, None, None
        sitting.attending = attending
        sitting.excused = [key for key in sitting.excused if key not in attending]
        table.emit(
            facts.ParliamentAssembled(sitting.place, tuple(attending), tuple(sitting.excused))
        )

    def _must_attend(self, table: KTable, key: str) -> bool:
        return key not in _sitting(table).excused and not besieged(table.state, key)

    def _leave_sieges(self, table: KTable, attending: list[str]) -> bool:
        """Take attending besiegers from their sieges; whether a siege broke (house-7.1.24)."""
        broke = False
        for place, siege in list(table.state.sieges.items()):
            inside = [k for k, n in table.state.nobles.items() if n.inside == place]
            siege.besiegers = [key for key in siege.besiegers if key not in attending]
            if not siege.besiegers or not can_hold(table, place):
                break_siege(table, place, "parliament")
                excused = _sitting(table).excused
                for key in inside:
                    if key in excused:
                        excused.remove(key)
                if table.state.edition > 1:
                    _sitting(table).freed += inside
                broke = True
        return broke

    def _ships(self, table: KTable) -> None:
        """Ships at sea or off the mainland put into a mainland port (house-7.1.26).

        Who must attend goes straight to Parliament, the others land in the port (house-8.6.26);
        a ship of excused nobles alone may stay (house-7.1.27).
        """
        board, excused = table.content.board, _sitting(table).excused
        for ship, where in table.state.ships.items():
            if where.port is not None and board.is_mainland(board.places[where.port].square):
                continue
            if any(ship in siege.ships for siege in table.state.sieges.values()):
                continue
            passengers, captain_here = aboard(table, ship), captain(table, ship)
            free = passengers or [n for n in (captain_here,) if n is not None]
            may_stay = bool(free) and set(free) <= set(excused)
            table.push(Refuge(ship, "parliament", mainland=True, may_stay=may_stay))


# 7.1 The People's Parliament


def peoples_parliament_due(table: KTable) -> bool:
    """Whether the card forces a People's Parliament now (house-7.1.28)."""
    return sole_king(table.state) is None and not resting(table)


def begin_peoples_parliament(table: KTable, seat: int) -> None:
    """The drawer must call Parliament at once and leads it (house-7.1.30).

    There is no Writ in it (house-7.1.32), and nobody is excused (house-7.1.34).
    """
    state = table.state
    table.push(PeoplesMeeting(seat))
    state.sitting = Sitting(seat, "london", table.content.board.places["london"].square)
    state.sitting.people = True


class PeoplesMeeting(KStep, tag="meeting"):
    """Where a People's Parliament meets: the nearest fit place by land (house-7.1.31).

    In London if no noble of the drawer can reach one (house-7.1.35).
    """

    seat: int

    def prompts(self, table: KTable) -> list[Prompt]:
        routes = self._routes(table)
        if not routes:
            return []
        offers = tuple(
            Offer("meet_at", (Field("noble", (noble,)), Field("place", tuple(places))), rule)
            for rule, noble, places in routes
        )
        first = routes[0]
        default = Choice.of("meet_at", noble=first[1], place=first[2][0])
        return [Prompt(self.seat, "peoples_parliament", offers, default=default)]

    def advance(self, table: KTable) -> None:
        self._open(table, "london")

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        place = table.content.board.places[choice.one("place")]
        noble = table.state.nobles[choice.one("noble")]
        if noble.inside != place.id:
            noble.square, noble.inside, noble.aboard = place.square, None, None
        self._open(table, place.id)

    def _routes(self, table: KTable) -> list[tuple[str, str, list[str]]]:
        """Nobles with the shortest land journey to fit places, and those places."""
        board = table.content.board
        best: dict[str, tuple[int, list[str]]] = {}
        for key in nobles_of(table.state, self.seat):
            noble = table.state.nobles[key]
            if not noble.square:
                continue
            for place in board.places.values():
                fit = place.is_town_or_city and board.is_mainland(place.square)
                if not fit or not friendly(table, self.seat, place):
                    continue
                steps = board.steps_between(noble.square, place.square)
                if steps is None:
                    continue
                known = best.get(key)
                if known is None or steps < known[0]:
                    best[key] = (steps, [place.id])
                elif steps == known[0]:
                    known[1].append(place.id)
        least = min((steps for steps, _ in best.values()), default=None)
        return [("house-7.1.31", k, p) for k, (steps, p) in best.items() if steps == least]

    def _open(self, table: KTable, place_id: str) -> None:
        table.finish(self)
        place = table.content.board.places[place_id]
        sitting = _sitting(table)
        sitting.place, sitting.square = place.id, place.square
        table.emit(facts.ParliamentCalled(self.seat, place.id, people=True))
        table.push(Assembly(), Business())
