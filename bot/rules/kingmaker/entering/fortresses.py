"""Going in and out of places, leave to enter, guests, crowding (house §8.2, §8.5; base §6)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.barred import bar
from bot.rules.kingmaker.consequences.changes import leave_heir, pick_up_heirs
from bot.rules.kingmaker.consequences.expulsion import put_out
from bot.rules.kingmaker.forces.strength import (
    controller,
    friendly,
    guest,
    inside,
    nobles_of,
    occupants,
    room,
    troops,
)
from bot.rules.kingmaker.ships.command import BOARDING, cease_hostilities, command
from bot.rules.kingmaker.state import KStep, KTable, State
from bot.rules.kingmaker.succession.line import whereabouts

# Going in and out (base-6.4, base-6.7, house-8.5.3)


def enter(table: KTable, seat: int, choice: Choice) -> None:
    """Take nobles inside a friendly place of their square."""
    place = choice.one("place")
    nobles = choice.many("nobles")
    for noble_id in nobles:
        table.state.go_inside(noble_id, place)
        table.state.nobles[noble_id].boards = False
    table.emit(facts.EnteredPlace(seat, nobles, place))
    for noble_id in nobles:
        pick_up_heirs(table, noble_id)


def come_out(table: KTable, seat: int, choice: Choice) -> None:
    """Take nobles out of a place into the open of its square.

    Guests go in their own movement phase, as soon as no siege holds them (house-8.5.16). Heirs may
    be left inside (base-11.11).
    """
    nobles = choice.many("nobles")
    for heir_id in choice.many("left"):
        leave_heir(table, heir_id, *whereabouts(table.state, heir_id))
    for noble_id in nobles:
        bar_guest(table, noble_id)
        table.state.go_inside(noble_id, None)
    table.emit(facts.CameOut(seat, nobles, choice.one("place")))
    staying = _of_the_house(table, choice.one("place")) if choice.many("left") else ()
    for noble_id in (*nobles, *staying):
        pick_up_heirs(table, noble_id)


def _of_the_house(table: KTable, place: str) -> list[str]:
    """Nobles of a fortress's controller inside it: an heir left there is theirs to keep."""
    return inside(table.state, place, controller(table.state, place))


# Leave to enter another's fortress (house-8.2.6), and guests (house-8.5, base-6.4)


def let_in_by_others(table: KTable, seat: int) -> tuple[str, ...]:
    """The places of others that are Friendly to a seat by their leave, or where it is inside."""
    state, places = table.state, table.content.board.places
    asked = [p for p, seats in state.granted.items() if seat in seats and p in places]
    mine = nobles_of(state, seat)
    own = (state.nobles[noble].inside for noble in mine)
    within = [p for p in own if p is not None and state.control.get(p) not in mine]
    return tuple(
        place
        for place in dict.fromkeys((*asked, *within))
        if _of_others(state, seat, place) and friendly(table, seat, places[place])
    )


def _of_others(state: State, seat: int, place: str) -> bool:
    """Whether others control a place, or are inside where nobody does."""
    holder = controller(state, place)
    return holder != seat and (holder is not None or bool(occupants(state, place) - {seat}))


def gatekeeper(table: KTable, place: str) -> int | None:
    """The seat that may open a fortress, or a ship, to others (house-8.2.6, house-8.6.27).

    A town without walls is held by whoever is in it alone (base-6.6).
    """
    if place in table.state.ships:
        return command(table, place)
    if table.content.board.places[place].is_fortress:
        return controller(table.state, place)
    within = occupants(table.state, place)
    return min(within) if len(within) == 1 else None


def ask_leave(table: KTable, seat: int, place: str) -> None:
    """Ask the owner of a fortress or of a ship to declare it Friendly."""
    owner = gatekeeper(table, place)
    assert owner is not None
    table.emit(facts.LeaveAsked(seat, owner, place))
    table.push(AskLeave(seat, place))


class AskLeave(KStep, tag="ask_leave"):
    """The owner declares a fortress, or a ship, Friendly for this phase, or not (house-8.2.6).

    ``place`` is the one or the other (house-8.6.27). The asker may take the request back while he
    waits.
    """

    seat: int
    place: str

    def prompts(self, table: KTable) -> list[Prompt]:
        owner = gatekeeper(table, self.place)
        if owner is None or owner == self.seat:
            return []
        ship = self.place in table.state.ships
        rule = BOARDING[table.content.ruleset.ships_take_guests] if ship else "house-8.2.6"
        about = {"ship" if ship else "place": self.place, "asker": str(self.seat)}
        answers = (Offer("grant", (), rule), Offer("deny", (), rule))
        withdraw = (Offer("withdraw_request", (), rule),)
        return [
            Prompt(owner, "grant_leave", answers, default=Choice("deny"), facts=about),
            Prompt(self.seat, "leave_asked", withdraw, blocking=False, facts=about),
        ]

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "withdraw_request":
            return
        granted = choice.verb == "grant"
        if granted:
            table.state.granted.setdefault(self.place, []).append(self.seat)
            cease_hostilities(table, self.seat, self.place)
        table.emit(facts.LeaveAnswered(self.seat, seat, self.place, granted))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        rule = (
            BOARDING[table.content.ruleset.ships_take_guests]
            if self.place in table.state.ships
            else "house-8.2.6"
        )
        return IllegalChoice(
            rule, "Somebody is answering a request for leave. Wait for the answer."
        )


def dismiss(table: KTable, seat: int, choice: Choice) -> None:
    """Put guests out of one's fortress."""
    put_out(table, choice.one("place"), list(choice.many("nobles")))


def bar_guest(table: KTable, noble_id: str) -> None:
    """A guest who leaves may not attack that fortress this turn (house-8.5.5)."""
    noble = table.state.nobles[noble_id]
    if table.content.ruleset.garrison_alliances and guest(table.state, noble_id):
        bar(table, noble, noble.inside, "house-8.5.5")


class Overcrowded(KStep, tag="overcrowded"):
    """At the end of a turn nobles come out of places that hold more than they can (base-6.3).

    The owner of the place says who, his guests too. A noble alone may stay whatever his strength;
    nobody leaves a place Under Siege.
    """

    def prompts(self, table: KTable) -> list[Prompt]:
        prompts = []
        housed = [n.inside for n in table.state.nobles.values() if n.inside is not None]
        for place_id in dict.fromkeys(housed):
            if housed.count(place_id) < 2 or place_id in table.state.sieges:
                continue
            nobles = inside(table.state, place_id)
            if len(nobles) < 2:
                continue
            left = room(table, table.content.board.places[place_id])
            if left is None or left >= 0:
                continue
            weights = tuple(troops(table, noble) for noble in nobles)
            out = Field("nobles", tuple(nobles), 1, len(nobles), weights=weights, weight_min=-left)
            offer = Offer("leave", (out, Field("place", (place_id,))), "base-6.3")
            seat = controller(table.state, place_id)
            if seat is None:
                seat = table.state.nobles[nobles[0]].seat
            prompts.append(Prompt(seat, "overcrowded", (offer,), facts={"place": place_id}))
        return prompts

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        known, named = table.state.nobles, choice.many("nobles")
        guests = [n for n in named if known[n].seat != seat]
        put_out(table, choice.one("place"), guests)
        own = tuple(n for n in named if n not in guests)
        if own:
            come_out(table, seat, Choice("leave", {**choice.args, "nobles": own}))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice("base-6.3", "A place of yours is overcrowded. First bring nobles out.")
