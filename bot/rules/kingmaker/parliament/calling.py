"""Phase 4: Parliament is called, and everybody who must attend goes there (house §7.1)."""

from __future__ import annotations

from itertools import product

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.lasting import (
    WRIT,
    absence_stops,
    atrocity_stops,
    defeat_stops,
    shut_out_of,
    spend,
)
from bot.rules.kingmaker.forces.strength import besieged, friendly, nobles_of
from bot.rules.kingmaker.forces.votes import commons_votes, lords_votes
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId
from bot.rules.kingmaker.parliament.ballot import Votes, order_from_left, sitting_of
from bot.rules.kingmaker.parliament.business import Business
from bot.rules.kingmaker.parliament.call_orders import (
    call_offers,
    call_stops,
    caller_key,
    cards_needed,
    could_call,
    meeting_place,
    resting,
)
from bot.rules.kingmaker.parliament.excuses import Excuses, Revocations
from bot.rules.kingmaker.procedures import PARLIAMENTS, procedures
from bot.rules.kingmaker.ships.command import aboard, captain
from bot.rules.kingmaker.ships.refuge import Refuge
from bot.rules.kingmaker.sieges import break_siege, can_hold
from bot.rules.kingmaker.state import PHASES, KStep, KTable, Sitting
from bot.rules.kingmaker.succession import sole_king


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
            siege.besiegers = [key for key in siege.besiegers if key not in attending]
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

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return first(self._stops(table, choice))

    def _stops(self, table: KTable, choice: Choice) -> Stops:
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
        for key in nobles_of(table.state, self.seat):
            noble = table.state.nobles[key]
            if not noble.square or (besieged(table.state, key) and not _breaks_sieges(table)):
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


def _breaks_sieges(table: KTable) -> bool:
    return procedures(table).parliament.breaks_sieges()


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
    if place.id in table.state.sieges and not _breaks_sieges(table):
        yield IllegalChoice("house-7.1.13", "Parliament cannot meet in a place Under Siege.")
    if not friendly(table, seat, place):
        yield IllegalChoice(
            "house-7.1.31", ("Parliament meets in a friendly or an unfortified place.")
        )
