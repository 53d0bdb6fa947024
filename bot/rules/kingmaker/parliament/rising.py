"""The end of a Parliament of the base rules, and the King's Peace that follows (base §15)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.kings_peace import proclaim
from bot.rules.kingmaker.consequences.changes import pick_up_heirs
from bot.rules.kingmaker.consequences.going_home import go_home
from bot.rules.kingmaker.consequences.havens import haven
from bot.rules.kingmaker.forces.strength import fits, may_enter
from bot.rules.kingmaker.ids import NobleId, PlaceId
from bot.rules.kingmaker.parliament.ballot import caller_first, order_from_left, sitting_of
from bot.rules.kingmaker.procedures import HOMEWARD
from bot.rules.kingmaker.state import KStep, KTable, Peace
from bot.rules.kingmaker.succession import keeper, sole_king


def rise(table: KTable) -> None:
    """Parliament is over: nobody fights in its square until the caller's next turn (base-15.11)."""
    sitting = sitting_of(table)
    proclaim(table.state, Peace(sitting.caller, sitting.square))
    table.state.sitting = None
    table.emit(facts.ParliamentDismissed(sitting.square, sitting.caller))


# Everybody stays (base-15.12)


@HOMEWARD.called("stay")
class Rising(KStep, tag="rising"):
    """Nobles stay in the square: in the open, or inside the place if it is friendly (base-15.12).
    They leave in their own turns.

    ``seats`` have already said who goes inside.
    """

    seats: list[Seat] = []

    def prompts(self, table: KTable) -> list[Prompt]:
        for seat in caller_first(table):
            fit = self._fit(table, seat)
            if fit and seat not in self.seats:
                offers = (
                    Offer("lodge", (Field("noble", fit),), "base-15.12"),
                    Offer("done", (), "base-15.12"),
                )
                about = {"place": sitting_of(table).place}
                return [Prompt(seat, "rising", offers, default=Choice("done"), facts=about)]
        return []

    def _fit(self, table: KTable, seat: Seat) -> tuple[NobleId, ...]:
        attending = sitting_of(table).attending
        return tuple(n for n in attending if free(_lodging_stops(table, seat, n)))

    def advance(self, table: KTable) -> None:
        table.finish(self)
        rise(table)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            self.seats.append(seat)
            return
        place = _meeting_place(table)
        noble = choice.one("noble", NobleId)
        table.state.go_inside(noble, place.id)
        table.emit(facts.EnteredPlace(seat, (noble,), place.id))
        pick_up_heirs(table, noble)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb != "lodge":
            return IllegalChoice("base-15.12", "Parliament is over. First say who goes inside.")
        for noble in choice.many("noble", NobleId):
            stop = first(_lodging_stops(table, seat, noble))
            if stop is not None:
                return stop
        return IllegalChoice("base-15.12", "Name one noble at a time to go inside.")


def _meeting_place(table: KTable) -> Place:
    return table.content.board.places[sitting_of(table).place]


def _lodging_stops(table: KTable, seat: Seat, noble: NobleId) -> Stops:
    """The noble is the player's, in the open where Parliament met; the place is friendly and has
    room.
    """
    nobles, place = table.state.nobles, _meeting_place(table)
    if noble not in nobles or nobles[noble].seat != seat:
        yield IllegalChoice("base-15.12", "You can speak only for nobles of your own faction.")
        return
    if noble not in sitting_of(table).attending or nobles[noble].inside is not None:
        yield IllegalChoice("base-15.12", "That noble is not in the open where Parliament met.")
    if not may_enter(table, seat, place):
        yield IllegalChoice("base-15.12", "The place is not friendly. The noble stays in the open.")
    if not fits(table, noble, place):
        yield IllegalChoice("base-6.2", "There is no room inside for that noble.")


# Everybody goes home (base-15.30, base-15.31, base-15.32)


@HOMEWARD.called("castles")
class GoingHome(KStep, tag="going_home"):
    """Each noble who attended goes to a friendly castle of his own (base-15.30).

    The players take turns, clockwise from the caller's left; the nobles go with their heirs,
    whatever lies between. ``gone`` are the nobles who have gone home or stayed with the King.
    """

    gone: list[NobleId] = []

    def prompts(self, table: KTable) -> list[Prompt]:
        for seat in order_from_left(table.state, sitting_of(table).caller):
            mine = self._to_go(table, seat)
            if mine:
                return [self._prompt(table, seat, mine)]
        return []

    def _prompt(self, table: KTable, seat: Seat, nobles: list[NobleId]) -> Prompt:
        staying = tuple(noble for noble in nobles if free(_stay_stops(table, noble)))
        offers, homes = [], {noble: homes_of(table, noble) for noble in nobles}
        for noble, (rule, places) in homes.items():
            fields = (Field("noble", (noble,)), Field("castle", places))
            # If a noble has no castle, where he goes may depend on who went before him.
            due = noble not in staying and rule == "base-15.30"
            offers.append(Offer("go_home", fields, rule, due))
        if staying:
            offers.append(Offer("stay", (Field("noble", staying),), "base-15.32"))
        home = haven(table, nobles[0], seat, homes[nobles[0]][1])
        default = Choice.of("go_home", noble=nobles[0], castle=home)
        return Prompt(seat, "return_home", tuple(offers), default=default)

    def advance(self, table: KTable) -> None:
        table.finish(self)
        rise(table)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        noble = choice.one("noble", NobleId)
        self.gone.append(noble)
        if choice.verb == "stay":
            table.emit(facts.StayedAtParliament(seat, noble, "caller"))
        else:
            go_home(table, noble, choice.one("castle", PlaceId), "parliament")

    def objections(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of the choice to go home or to stay."""
        if choice.verb not in ("go_home", "stay"):
            yield IllegalChoice("base-15.30", "Parliament is over. Bring your nobles home.")
        for noble in choice.many("noble", NobleId):
            if noble not in self._to_go(table, seat):
                yield IllegalChoice(
                    "base-15.30", "That is not one of your nobles still in Parliament."
                )
            if choice.verb == "stay":
                yield from _stay_stops(table, noble)
            elif noble in table.state.nobles:
                rule, places = homes_of(table, noble)
                if any(castle not in places for castle in choice.many("castle", PlaceId)):
                    yield _wrong_home(rule)
        yield IllegalChoice(
            "base-15.30", "Name one noble at a time to go home, and say where he goes."
        )

    def _to_go(self, table: KTable, seat: Seat) -> list[NobleId]:
        nobles = table.state.nobles
        return [
            key
            for key in sitting_of(table).attending
            if key in nobles and nobles[key].seat == seat and key not in self.gone
        ]


def _wrong_home(rule: str) -> IllegalChoice:
    """The refusal to let a noble go elsewhere, citing the rule that says where he may go."""
    if rule == "base-15.30":
        return IllegalChoice(
            "base-15.30", "The noble goes home to one of his own friendly castles."
        )
    return IllegalChoice(
        "base-15.31",
        "None of the noble’s castles is friendly. He goes to the nearest friendly place, or "
        "stands outside one of his castles.",
    )


def homes_of(table: KTable, noble: NobleId) -> tuple[str, tuple[PlaceId, ...]]:
    """The places that a noble may go home to, and the rule: a friendly castle of his own
    (base-15.30).

    If there is none, the noble goes to the nearest friendly town, city or castle; failing that, he
    stays outside one of his castles (base-15.31).
    """
    places, seat = table.content.board.places, table.state.nobles[noble].seat

    def takes(place: Place) -> bool:
        return may_enter(table, seat, place) and fits(table, noble, place)

    castles = table.content.castles_of(noble)
    own = tuple(castle for castle in castles if takes(places[castle]))
    if own:
        return "base-15.30", own
    here = sitting_of(table).square
    steps = {
        place.id: far
        for place in places.values()
        if (place.is_castle or place.is_town_or_city)
        and (far := table.content.board.steps_between(here, place.square)) is not None
        and takes(place)
    }
    least = min(steps.values(), default=None)
    nearest = tuple(place for place, far in steps.items() if far == least)
    return "base-15.31", nearest or castles


def _stay_stops(table: KTable, noble: NobleId) -> Stops:
    """Only the noble who keeps the King and called Parliament stays there, with the King
    (base-15.32)."""
    king = sole_king(table.state)
    keeps = king is not None and keeper(table.state, king) == noble
    if not keeps or noble != sitting_of(table).noble:
        yield IllegalChoice(
            "base-15.32", "Only the noble who called Parliament and keeps the King may stay."
        )
