"""Phase 4: Parliament is called, and everybody who must attend goes there (house §7.1).

Each rule is written once, as a stop: one set of stops for the time, one for the caller, one for the
place, one for the noble he summons. Nothing is offered that would be refused. The stops for the
right to call and for the place are also used by `free_calling`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    every_seat,
    first,
    free,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.abroad import refugees
from bot.rules.kingmaker.conditions.custody import held_stops
from bot.rules.kingmaker.conditions.lasting import (
    WRIT,
    absence_stops,
    atrocity_stops,
    defeat_stops,
    held,
    may_keep,
    missing_stops,
    shut_out_of,
    spend,
)
from bot.rules.kingmaker.conditions.sides import takes_turns
from bot.rules.kingmaker.forces.strength import besieged, controller, friendly, nobles_of, occupants
from bot.rules.kingmaker.forces.votes import commons_votes, lords_votes
from bot.rules.kingmaker.ids import NO_NOBLE, NOWHERE, CardId, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.parliament.ballot import Votes, order_from_left, sitting_of
from bot.rules.kingmaker.parliament.business import Business
from bot.rules.kingmaker.parliament.excuses import Excuses, Revocations
from bot.rules.kingmaker.procedures import PARLIAMENTS, kept_card, procedures
from bot.rules.kingmaker.ships.command import aboard, captain
from bot.rules.kingmaker.ships.refuge import Refuge
from bot.rules.kingmaker.sieges import break_siege, can_hold
from bot.rules.kingmaker.state import PHASES, KStep, KTable, Sitting
from bot.rules.kingmaker.succession import keeper, place_of, sole_king, warden

CHANCELLOR_MAY = kept_card("chancellor_may")
"""The kind of the card with which the Chancellor may call Parliament (house-7.1.3)."""
CHANCELLOR = CardId("chancellor_england")


# What is offered


def call_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The ways a seat may call Parliament now: the callers, and the nobles they may summon by
    Writ."""
    if resting(table) or not free(_writ_stops(table, seat)):
        return []
    ready = [n for n in callers(table, seat) if free(_own_place_stops(table, seat, n))]
    if not ready:
        return []
    others = [n for n in table.state.nobles if free(_summons_stops(table, seat, n, ready))]
    if not others:
        return []
    fields = (Field("by", tuple(ready)), Field("summon", tuple(others)))
    return [Offer("call_parliament", fields, "house-7.1.1")]


def could_call(table: KTable, seat: Seat) -> bool:
    """Whether a seat could call Parliament if it had the cards, and might have them as far as
    anybody can tell (house-7.1.2, house-7.1.3).
    """
    return (
        not resting(table)
        and any(free(_summons_stops(table, seat, noble, ())) for noble in table.state.nobles)
        and any(
            free(right_stops(table, seat, noble))
            and free(_limit_stops(table, noble))
            and free(_own_place_stops(table, seat, noble))
            and may_keep(table.state, table.content, seat, WRIT, *cards_needed(table, noble))
            for noble in nobles_of(table.state, seat)
        )
    )


def cards_needed(table: KTable, noble: NobleId) -> tuple[str, ...]:
    """The kind of card that a noble needs for his right to call, if he needs one (house-7.1.3)."""
    needed = calls_as_chancellor(table, noble) and table.content.ruleset.chancellor_card
    return (CHANCELLOR_MAY,) if needed else ()


def callers(table: KTable, seat: Seat) -> list[NobleId]:
    """The nobles of a seat who have the right to call Parliament, and the card for it if they need
    one, wherever they are.
    """
    return [
        noble
        for noble in nobles_of(table.state, seat)
        if authority(table, noble) is not None and free(_caller_stops(table, seat, noble))
    ]


def meeting_place(table: KTable, noble: NobleId) -> Place:
    """The place where Parliament meets if this noble calls it."""
    within = _caller_inside(table, noble)
    assert within is not None
    return table.content.board.places[within]


def _caller_inside(table: KTable, noble: NobleId) -> PlaceId | None:
    """The place of the King or Chancellor by whose right a noble calls (base-15.2)."""
    by = authority(table, noble)
    if by is None or by == CHANCELLOR:
        return table.state.nobles[noble].inside
    return place_of(table.state, HeirId(by))


# Why not


def call_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of the chosen call; if it names nobody, the likeliest
    caller is checked.
    """
    yield from _time_stops(table)
    named = choice.many("by", NobleId) or likeliest(table, seat)
    for noble in named:
        yield from _caller_stops(table, seat, noble)
    yield from _writ_stops(table, seat)
    for noble in named:
        if noble in table.state.nobles:
            yield from _own_place_stops(table, seat, noble)
    if not any(free(_summons_stops(table, seat, noble, named)) for noble in table.state.nobles):
        yield IllegalChoice("house-7.1.14", "No noble of another faction can be summoned by Writ.")
    for noble in choice.many("summon", NobleId):
        yield from _summons_stops(table, seat, noble, named)
    if len(choice.many("summon", NobleId)) != 1:
        yield IllegalChoice(
            "house-7.1.14", "Name one noble of another player for your Writ to summon."
        )
    if len(choice.many("by", NobleId)) != 1:
        yield IllegalChoice("house-7.1.1", "Say which one of your nobles calls Parliament.")


def likeliest(table: KTable, seat: Seat) -> tuple[NobleId, ...]:
    """The noble who would call Parliament for a seat that has named nobody; `NO_NOBLE` if the seat
    has no noble who could."""
    own = nobles_of(table.state, seat)
    by_right = [n for n in own if authority(table, n) is not None]
    offices = [n for n in own if table.state.nobles[n].office == CHANCELLOR]
    return tuple((*by_right, *offices, NO_NOBLE)[:1])


# The time (house-7.1.7, house-7.1.8)


def resting(table: KTable) -> bool:
    """Whether nobody may call Parliament just now."""
    return not free(_time_stops(table))


def _time_stops(table: KTable) -> Stops:
    state = table.state
    if state.peace is not None:
        yield IllegalChoice("house-7.1.7", "The King’s Peace holds. Nobody can call Parliament.")
    rounds, since = table.content.ruleset.parliament_cooldown_rounds, state.peace_ended_turn
    if since is not None and state.turn - since < rounds * _turns_in_round(table):
        yield IllegalChoice("house-7.1.8", "Parliament sat too recently. Wait three rounds.")


def _turns_in_round(table: KTable) -> int:
    """How many turns a round has: families have none of their own (families-turn.1)."""
    seats = every_seat(len(table.state.factions))
    return sum(takes_turns(table, seat) for seat in seats)


# The caller (house-1.19, house-7.1.1, house-7.1.2, house-7.1.3, house-7.1.4, house-7.1.9)


def authority(table: KTable, noble: NobleId) -> HeirId | CardId | None:
    """The King whom a noble keeps, or the office he holds, that lets him call Parliament; None if
    he has no such right.

    If a fortress holds the King, the noble who controls the fortress calls Parliament (base-11.11,
    base-15.1).
    """
    king = sole_king(table.state)
    if king is not None:
        held_by = keeper(table.state, king) or warden(table.state, table.content, king)
        return king if held_by == noble else None
    return CHANCELLOR if table.state.nobles[noble].office == CHANCELLOR else None


def caller_key(table: KTable, noble: NobleId) -> str:
    """The name under which a noble's calls are counted: the King's, or the Chancellor's own."""
    by = authority(table, noble)
    return noble if by is None or by == CHANCELLOR else by


def calls_as_chancellor(table: KTable, noble: NobleId) -> bool:
    """Whether a noble calls by his office, rather than as the King's keeper."""
    return authority(table, noble) == CHANCELLOR


def _caller_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    yield from authority_stops(table, seat, noble_id)
    if noble_id in table.state.nobles:
        yield from _limit_stops(table, noble_id)


def _limit_stops(table: KTable, noble_id: NobleId) -> Stops:
    limit = table.content.ruleset.parliament_calls_per_caller
    if limit is not None and table.state.calls_made.get(caller_key(table, noble_id), 0) >= limit:
        yield IllegalChoice("house-7.1.9", "That noble has called Parliament as often as he may.")


def authority_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """Nobles without the right to call, or without the card for it (house-7.1.3)."""
    yield from right_stops(table, seat, noble_id)
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        return
    if any(not held(table, seat, card) for card in cards_needed(table, noble_id)):
        yield IllegalChoice("house-7.1.3", "The Chancellor needs his card to call Parliament.")


def right_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """A noble with no right to call: neither a sole King's keeper nor, if there is no sole King,
    the Chancellor.

    A sole King whom nobody holds bars the Chancellor too (classic-turn.5).
    """
    state, noble = table.state, table.state.nobles.get(noble_id)
    by = None if noble is None else authority(table, noble_id)
    if by is None and sole_king(state) is not None:
        chancellor = noble is not None and noble.office == CHANCELLOR
        yield IllegalChoice(
            "house-7.1.4" if chancellor else "house-7.1.1",
            "While there is a sole King, only his keeper can call Parliament.",
        )
    elif by is None:
        yield IllegalChoice("house-1.19", "Only a sole King or the Chancellor can call Parliament.")
    if noble is None or noble.seat != seat:
        yield IllegalChoice("house-1.3", "Name a noble of your own to call Parliament.")
        return
    yield from held_stops(state, noble_id)


def _writ_stops(table: KTable, seat: Seat) -> Stops:
    if not held(table, seat, WRIT):
        yield IllegalChoice("house-7.1.2", "You need a Writ to call Parliament.")


# The place (house-7.1.10, house-7.1.11, house-7.1.12, house-7.1.13)


def place_stops(table: KTable, seat: Seat, noble: NobleId) -> Stops:
    """The place is a town or city on the mainland with the caller inside, not under siege; a
    fortress must be his faction's own, but a town without walls may be anybody's (base-15.2)."""
    state, inside = table.state, _caller_inside(table, noble)
    if inside is None:
        yield IllegalChoice("house-7.1.10", "The caller must be inside a town or city.")
        return
    place = table.content.board.places[inside]
    if place.id in state.sieges:
        yield IllegalChoice("house-7.1.13", "Parliament cannot meet in a place under siege.")
    if not table.content.board.is_mainland(place.square):
        yield IllegalChoice("house-7.1.11", "Parliament meets only on the mainland.")
    if not place.is_town_or_city:
        yield IllegalChoice("house-7.1.10", "The caller must be inside a town or city.")
    if place.is_fortress and controller(state, place.id) != seat:
        yield IllegalChoice("house-7.1.12", "You must control the place where Parliament meets.")


def _own_place_stops(table: KTable, seat: Seat, noble: NobleId) -> Stops:
    """Even a town without walls must be the caller's alone (house-7.1.12)."""
    yield from place_stops(table, seat, noble)
    inside = _caller_inside(table, noble)
    place = None if inside is None else table.content.board.places[inside]
    if place is not None and not place.is_fortress and occupants(table.state, place.id) != {seat}:
        yield IllegalChoice("house-7.1.12", "You must control the place where Parliament meets.")


# The summons (house-7.1.14, house-7.1.16)


def _summons_stops(table: KTable, seat: Seat, noble: NobleId, by: Iterable[NobleId]) -> Stops:
    """A Writ summons a noble of another player who can come to the place from which one of the
    nobles in ``by`` calls; no Writ is wasted on a noble kept away by an Event card."""
    state = table.state
    if noble not in state.nobles or state.nobles[noble].seat == seat:
        yield IllegalChoice("house-7.1.14", "A Writ can summon only another player’s noble.")
    elif besieged(state, noble):
        yield IllegalChoice("house-7.1.16", "A Writ cannot summon a noble under siege.")
    yield from held_stops(state, noble)
    for caller in by if noble in state.nobles else ():
        within = _caller_inside(table, caller) if caller in state.nobles else None
        square = NOWHERE if within is None else table.content.board.places[within].square
        if state.nobles[noble].square != square:
            yield from missing_stops(state, table.content, state.nobles[noble].seat, square)


class ParliamentPhase(KStep, tag="parliament_phase"):
    """The active player may call Parliament (house-1.19).

    The player is asked whenever he might have the cards for it, so that nobody learns whether he
    has them.
    """

    seat: Seat

    def prompts(self, table: KTable) -> list[Prompt]:
        parliament = procedures(table).parliament
        if not free(caller_stops(table, self.seat)) or not parliament.could_call(table, self.seat):
            return []
        offers = parliament.call_offers(table, self.seat)
        everything = (*offers, Offer("done", (), "house-7.1.1"))
        about = {
            "commons": ",".join(map(str, commons_votes(table))),
            "lords": ",".join(map(str, lords_votes(table))),
        }
        default = Choice("done")
        return [
            Prompt(self.seat, "parliament", everything, default=default, guarded=True, facts=about)
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "call_parliament":
            procedures(table).parliament.call(table, seat, choice)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "call_parliament":
            stop = first(caller_stops(table, seat))
            return stop or first(procedures(table).parliament.call_stops(table, seat, choice))
        return None


def caller_stops(table: KTable, seat: Seat) -> Stops:
    """The effects of Event cards that keep a faction from calling any Parliament."""
    yield from defeat_stops(table.state, seat)
    yield from atrocity_stops(table.state, seat)


def may_lead(table: KTable, seat: Seat) -> bool:
    """Whether a faction may lead a Parliament that must be summoned, just as it may call one."""
    return free(caller_stops(table, seat))


@PARLIAMENTS.named("three_rounds")
class ThreeRounds:
    """The Parliament of the house rules: called by Writ, attended by everybody, in three rounds."""

    def could_call(self, table: KTable, seat: Seat) -> bool:
        """Whether the seat could call Parliament if it had a Writ (and the Chancellor's card, if
        that is needed), and whether it might have the cards.
        """
        return could_call(table, seat)

    def call_offers(self, table: KTable, seat: Seat) -> list[Offer]:
        """Offers name the caller and the noble he may summon by Writ."""
        return call_offers(table, seat)

    def call_stops(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Checks the time, the caller, the Writ, the place and the summons."""
        return call_stops(table, seat, choice)

    def call(self, table: KTable, seat: Seat, choice: Choice) -> None:
        """Parliament is called; excuses come before the journey."""
        call_parliament(table, seat, choice)

    def resting(self, table: KTable) -> bool:
        """Whether the King's Peace holds (house-7.1.7), or it is too soon after (house-7.1.8)."""
        return resting(table)

    def must_be_summoned(self, table: KTable, card: CardId) -> None:
        """The card forces a People's Parliament now (house-7.1.28), instead of the movement and
        combat of the player who drew it (house-7.1.29).
        """
        if sole_king(table.state) is not None:
            table.emit(facts.EventIdle(card, "sole_king"))
        elif resting(table):
            table.emit(facts.EventIdle(card, "too_recent"))
        elif not may_lead(table, table.state.active):
            table.emit(facts.EventIdle(card, "no_leader"))
        else:
            turns = table.agenda[0]
            turns.next_phase = PHASES.index("coronation")
            begin_peoples_parliament(table, table.state.active)

    def excuses(self) -> bool:
        """Everybody must attend unless excused (house-7.1.17)."""
        return True

    def breaks_sieges(self) -> bool:
        """A People's Parliament breaks every siege (house-7.1.33)."""
        return True

    def goes_first(self, table: KTable, noble: NobleId) -> None:
        """Everybody else follows the caller now, with their heirs (house-7.1.36)."""

    def sit(self, table: KTable) -> None:
        """Everybody goes straight to Parliament, and business begins."""
        table.push(Assembly(), Business())

    def votes(self, table: KTable) -> Votes:
        """The votes were fixed before any business (house-7.2.4)."""
        sitting = sitting_of(table)
        return sitting.commons, sitting.lords


# 7.1 The call


def call_parliament(table: KTable, seat: Seat, choice: Choice) -> None:
    """Call Parliament: the Writ is served and spent, and so is a Chancellor's card
    (house-7.1.14)."""
    state = table.state
    noble = choice.one("by", NobleId)
    key, place = caller_key(table, noble), meeting_place(table, noble)
    state.calls_made[key] = state.calls_made.get(key, 0) + 1
    spend(table, seat, WRIT)
    for card in cards_needed(table, noble):
        spend(table, seat, card)
    summoned = choice.one("summon", NobleId)
    state.sitting = Sitting(seat, place.id, place.square, noble, summoned=summoned)
    table.emit(facts.ParliamentCalled(seat, place.id, noble, summoned))
    table.push(Excuses(order_from_left(state, seat)[:-1]), Revocations(), Assembly(), Business())


# 7.1 The journey (house-7.1.17)


class Assembly(KStep, tag="assembly"):
    """Everybody who must attend moves to Parliament immediately (house-7.1.23); any siege they
    leave may break.

    The heirs of those who attend go with them (house-7.1.36).
    """

    def advance(self, table: KTable) -> None:
        table.finish(self)
        sitting, state = sitting_of(table), table.state
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
            if state.nobles[key].inside != sitting.place:
                state.stand(key, sitting.square)
        sitting.attending = attending
        sitting.excused = [key for key in sitting.excused if key not in attending]
        table.emit(
            facts.ParliamentAssembled(sitting.place, tuple(attending), tuple(sitting.excused))
        )

    def _must_attend(self, table: KTable, key: NobleId) -> bool:
        """Whether a noble must attend: he need not if he is excused, besieged, a captive, or kept
        away by an Event card.
        """
        sitting, noble = sitting_of(table), table.state.nobles[key]
        if noble.square != sitting.square and shut_out_of(
            table.state, table.content, noble.seat, sitting.square
        ):
            return False
        if key in table.state.custody or not free(atrocity_stops(table.state, noble.seat)):
            return False
        return key not in sitting.excused and not besieged(table.state, key)

    def _leave_sieges(self, table: KTable, attending: list[NobleId]) -> bool:
        """Take attending besiegers from their sieges, and return whether a siege broke
        (house-7.1.24)."""
        broke = False
        for place, siege in list(table.state.sieges.items()):
            inside = [k for k, n in table.state.nobles.items() if n.inside == place]
            staying = [key for key in siege.besiegers if key not in attending]
            if staying == siege.besiegers:
                continue
            siege.besiegers = staying
            if not siege.besiegers or not can_hold(table, place):
                break_siege(table, place, "parliament")
                excused = sitting_of(table).excused
                for key in inside:
                    if key in excused:
                        excused.remove(key)
                sitting_of(table).freed += inside
                broke = True
        return broke

    def _ships(self, table: KTable) -> None:
        """Ships at sea or off the mainland put into a mainland port (house-7.1.26).

        Nobles who must attend go straight to Parliament, while the others land in the port
        (house-8.6.26); a ship carrying only excused nobles may stay (house-7.1.27).
        """
        board, excused = table.content.board, sitting_of(table).excused
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


def begin_peoples_parliament(table: KTable, seat: Seat) -> None:
    """The player who drew the card must call Parliament immediately, and leads it (house-7.1.30).

    Such a Parliament needs no Writ (house-7.1.32), and nobody is excused (house-7.1.34).
    """
    state = table.state
    table.push(PeoplesMeeting(seat))
    state.sitting = Sitting(
        seat, PlaceId("london"), table.content.board.places[PlaceId("london")].square
    )
    state.sitting.people = True


class PeoplesMeeting(KStep, tag="meeting"):
    """The meeting place of a People's Parliament: the nearest suitable place by land
    (house-7.1.31).

    Parliament meets in London if none of its leader's nobles can reach such a place (house-7.1.35).
    """

    seat: Seat

    def prompts(self, table: KTable) -> list[Prompt]:
        routes = self._routes(table)
        if not routes:
            return []
        offers = tuple(
            Offer("meet_at", (Field("noble", (noble,)), Field("place", tuple(places))), rule)
            for rule, noble, places in routes
        )
        _, noble, places = routes[0]
        default = Choice.of("meet_at", noble=noble, place=places[0])
        return [Prompt(self.seat, "peoples_parliament", offers, default=default)]

    def advance(self, table: KTable) -> None:
        self._open(table, PlaceId("london"))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        place = table.content.board.places[choice.one("place", PlaceId)]
        noble = table.state.nobles[choice.one("noble", NobleId)]
        if noble.inside != place.id:
            table.state.stand(choice.one("noble", NobleId), place.square)
            procedures(table).parliament.goes_first(table, choice.one("noble", NobleId))
        self._open(table, place.id)

    def objections(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        if choice.verb != "meet_at":
            yield IllegalChoice("house-7.1.31", "First say where the People’s Parliament meets.")
        for place in choice.many("place", PlaceId):
            yield from _town_stops(table, self.seat, table.content.board.places.get(place))
        for noble in choice.many("noble", NobleId):
            if noble not in nobles_of(table.state, self.seat):
                yield IllegalChoice("house-1.3", "Name a noble of your own to go there first.")
        near = {(noble, place) for _, noble, fit in self._routes(table) for place in fit}
        if near.isdisjoint(product(choice.many("noble", NobleId), choice.many("place", PlaceId))):
            yield IllegalChoice(
                "house-7.1.31",
                "Parliament meets at the place nearest to one of your nobles by land.",
            )

    def _routes(self, table: KTable) -> list[tuple[str, NobleId, list[PlaceId]]]:
        """Nobles with the shortest land journey to suitable places, and those places."""
        board = table.content.board
        fit = [p for p in board.places.values() if free(_town_stops(table, self.seat, p))]
        best: dict[NobleId, tuple[int, list[PlaceId]]] = {}
        sheltered = refugees(table)  # ishkibibble-refuge.8
        for key in nobles_of(table.state, self.seat):
            noble = table.state.nobles[key]
            if (
                not noble.square
                or key in sheltered
                or (besieged(table.state, key) and not procedures(table).parliament.breaks_sieges())
            ):
                continue
            for place in fit:
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

    def _open(self, table: KTable, place_id: PlaceId) -> None:
        table.finish(self)
        place = table.content.board.places[place_id]
        sitting = sitting_of(table)
        sitting.place, sitting.square = place.id, place.square
        table.emit(facts.ParliamentCalled(self.seat, place.id, people=True))
        procedures(table).parliament.sit(table)


def _town_stops(table: KTable, seat: Seat, place: Place | None) -> Stops:
    """A People's Parliament meets in an unfortified or friendly town or city (house-7.1.31) on the
    mainland.
    """
    if place is None or not place.is_town_or_city:
        yield IllegalChoice("house-7.1.31", "The People’s Parliament meets in a town or city.")
        return
    yield from absence_stops(table.state, table.content, seat, place.square)
    if not table.content.board.is_mainland(place.square):
        yield IllegalChoice("house-7.1.11", "Parliament meets only on the mainland.")
    if place.id in table.state.sieges and not procedures(table).parliament.breaks_sieges():
        yield IllegalChoice("house-7.1.13", "Parliament cannot meet in a place under siege.")
    if not place.is_unfortified and not friendly(table, seat, place):
        yield IllegalChoice(
            "house-7.1.31", ("Parliament meets in a friendly or an unfortified place.")
        )
