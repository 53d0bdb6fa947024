"""Going in and out of towns and castles, and asking leave to enter.

The nobles who may go inside a place, and for whom there is room (house §8.5; base §6).

Also guests in others' places, and places that are too full (house §8.2, §8.5; base §6).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.kings_peace import bar
from bot.rules.kingmaker.conditions.lasting import church_stops
from bot.rules.kingmaker.consequences.changes import leave_heir, pick_up_heirs
from bot.rules.kingmaker.consequences.havens import put_out
from bot.rules.kingmaker.forces.strength import (
    controller,
    friendly,
    guest,
    inside,
    nobles_of,
    occupants,
    room,
    strength,
    takes_any,
    troops,
)
from bot.rules.kingmaker.ids import NO_PLACE, HeirId, NobleId, PlaceId, ShipId
from bot.rules.kingmaker.ships.command import BOARDING, command
from bot.rules.kingmaker.ships.fleets import make_peace
from bot.rules.kingmaker.state import KStep, KTable, State
from bot.rules.kingmaker.succession import heirs_with, whereabouts


def entry_field(table: KTable, nobles: Sequence[NobleId], place: Place) -> Field | None:
    """The field for nobles who go inside a place, as many as there is room for (house-8.5.3,
    base-6.2); None if none may.
    """
    empty = takes_any(table, table.state.nobles[nobles[0]].seat, place)
    return within_room(table, nobles, room(table, place), lone=empty)


def entry_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that keeps nobles from going inside: the place first, then each of them, then the
    room.

    What keeps a noble from moving at all is not included.
    """
    nobles = choice.many("nobles", NobleId)
    place = table.content.board.places.get(choice.first("place", NO_PLACE))
    yield from place_stops(table, seat, place)
    if place is None:
        return
    for noble in nobles:
        yield from entrant_stops(table, seat, noble, place)
    if not nobles:
        yield IllegalChoice("base-6.7", "Say which of your nobles go in.")
    elif all(noble in table.state.nobles for noble in nobles):
        yield from _room_stops(table, nobles, place)


def place_stops(table: KTable, seat: Seat, place: Place | None) -> Stops:
    """A faction's nobles go inside only where it is friendly to them, and not under siege."""
    if place is None or place.kind == "special" or not table.content.is_open(place.id):
        yield IllegalChoice("base-6.4", "Nobles cannot go into that place.")
        return
    yield from shut_stops(table.state, place.id)
    yield from church_stops(table.state, table.content, seat, place)
    if not friendly(table, seat, place):
        yield _unfriendly(table, seat, place)


def _unfriendly(table: KTable, seat: Seat, place: Place) -> IllegalChoice:
    """Why a place is unfriendly to a faction, as a neutral fortress is (base-6.5)."""
    if place.is_open_town:
        return IllegalChoice("house-8.2.3", "Others are inside, so that town is unfriendly to you.")
    if not place.is_fortress:
        return IllegalChoice("base-6.6", "Others are inside and hold that town against you.")
    holder = controller(table.state, place.id)
    if holder is None:
        return IllegalChoice(
            "house-8.2.4", "Nobody controls that place. You can get in only by siege."
        )
    if holder == seat:
        return IllegalChoice(
            "house-8.2.1",
            "That place became yours during this movement phase. You can enter it next turn.",
        )
    return IllegalChoice(
        "house-8.2.5", "You can go only into friendly places. Ask the owner for leave."
    )


def entrant_stops(table: KTable, seat: Seat, noble_id: NobleId, place: Place) -> Stops:
    """A faction’s own noble goes in from the open in the same square."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        yield IllegalChoice("base-6.7", "You can choose only your own nobles to go in.")
        return
    if noble.square != place.square:
        yield IllegalChoice(
            "base-6.7", ("A noble can enter only a place in his own square. March there first.")
        )
    if noble.inside is not None:
        yield IllegalChoice(
            "base-6.7", "That noble is already inside a place. Bring him out first."
        )


def _room_stops(table: KTable, nobles: Sequence[NobleId], place: Place) -> Stops:
    """A fortress has limited room; one noble alone fits into an empty one (base-6.2)."""
    left = room(table, place)
    if left is None or sum(troops(table, noble) for noble in nobles) <= left:
        return
    if len(nobles) > 1 or not takes_any(table, table.state.nobles[nobles[0]].seat, place):
        yield IllegalChoice("house-8.5.3", "There is not enough room inside for all of them.")


def within_room(
    table: KTable, nobles: Sequence[NobleId], left: int | None, *, lone: bool
) -> Field | None:
    """The nobles among these who may enter where ``left`` more troops fit (None for any number);
    None if none may.

    With ``lone``, a noble alone may enter however strong he is (base-6.2).
    """
    if left is None:
        return Field("nobles", tuple(nobles), 1, len(nobles))
    weights = [troops(table, noble) for noble in nobles]
    fit = [i for i, weight in enumerate(weights) if weight <= left or lone]
    if not fit:
        return None
    return Field(
        "nobles",
        tuple(nobles[i] for i in fit),
        1,
        len(fit),
        weights=tuple(weights[i] for i in fit),
        weight_max=max(left, 0),
        lone_exempt=lone,
    )


def shut_stops(state: State, place: PlaceId) -> Stops:
    """A siege shuts even friends out of a place, by land and by sea."""
    if place in state.sieges:
        yield IllegalChoice(
            "house-6.2c", "That place is under siege. Nobody can go in until the siege ends."
        )


# Going in and out (base-6.4, base-6.7, house-8.5.3)


def enter(table: KTable, seat: Seat, choice: Choice) -> None:
    """Take nobles inside a friendly place in their square."""
    place = choice.one("place", PlaceId)
    nobles = choice.many("nobles", NobleId)
    for noble_id in nobles:
        table.state.go_inside(noble_id, place)
        table.state.nobles[noble_id].boards = False
    table.emit(facts.EnteredPlace(seat, nobles, place))
    for noble_id in nobles:
        pick_up_heirs(table, noble_id)


def come_out(table: KTable, seat: Seat, choice: Choice) -> None:
    """Take nobles out of a place into the open in its square.

    Guests leave in their own movement phase, as soon as no siege holds them (house-8.5.16). Heirs
    may be left inside (base-11.11).
    """
    nobles = choice.many("nobles", NobleId)
    for heir_id in choice.many("left", HeirId):
        leave_heir(table, heir_id, *whereabouts(table.state, heir_id))
    for noble_id in nobles:
        bar_guest(table, noble_id)
        table.state.go_inside(noble_id, None)
    table.emit(facts.CameOut(seat, nobles, choice.one("place", PlaceId)))
    staying = (
        _of_the_house(table, choice.one("place", PlaceId)) if choice.many("left", HeirId) else ()
    )
    for noble_id in (*nobles, *staying):
        pick_up_heirs(table, noble_id)


def left_behind(table: KTable, nobles: Sequence[NobleId], place: Place) -> tuple[HeirId, ...]:
    """The heirs whom nobles inside a place may leave there."""
    if not free(_haven_stops(table, place)):
        return ()
    return tuple(heir for noble in nobles for heir in heirs_with(table.state, noble))


def left_stops(table: KTable, seat: Seat, choice: Choice, place: Place | None) -> Stops:
    """What keeps a faction from leaving the heirs it names inside a place."""
    left = choice.many("left", HeirId)
    if not left or place is None:
        return
    yield from _haven_stops(table, place)
    own = inside(table.state, place.id, seat)
    if not {h for n in own for h in heirs_with(table.state, n)} >= set(left):
        yield IllegalChoice(
            "base-11.11", "You can leave behind only heirs who are with your nobles there."
        )


def _haven_stops(table: KTable, place: Place) -> Stops:
    """An heir may be left without a noble in a friendly fortress, which then holds him
    (base-11.11)."""
    if not table.content.ruleset.fortress_holds_heirs or not place.is_fortress:
        yield IllegalChoice(
            "base-11.11", "Only a fortress can keep an heir without one of your nobles."
        )


def _of_the_house(table: KTable, place: PlaceId) -> list[NobleId]:
    """The nobles of a fortress's controller who are inside it: they may keep an heir who was left
    there.
    """
    return inside(table.state, place, controller(table.state, place))


# Leave to enter another's fortress (house-8.2.6), and guests (house-8.5, base-6.4)


def let_in_by_others(table: KTable, seat: Seat) -> tuple[PlaceId, ...]:
    """Other players' places that are Friendly to a seat by leave, or because its nobles are already
    inside.
    """
    state, places = table.state, table.content.board.places
    asked = [PlaceId(p) for p, seats in state.granted.items() if seat in seats and p in places]
    mine = nobles_of(state, seat)
    own = (state.nobles[noble].inside for noble in mine)
    within = [p for p in own if p is not None and state.control.get(p) not in mine]
    return tuple(
        place
        for place in dict.fromkeys((*asked, *within))
        if _of_others(state, seat, place) and friendly(table, seat, places[place])
    )


def _of_others(state: State, seat: Seat, place: PlaceId) -> bool:
    """Whether another player controls a place, or is inside one that nobody controls."""
    holder = controller(state, place)
    return holder != seat and (holder is not None or bool(occupants(state, place) - {seat}))


def gatekeeper(table: KTable, asked: PlaceId | ShipId) -> Seat | None:
    """The seat that may open a fortress or a ship to others (house-8.2.6, house-8.6.27).

    A faction that is alone in a town without walls holds it (base-6.6).
    """
    if asked in table.state.ships:
        return command(table, ShipId(asked))
    place = PlaceId(asked)
    if table.content.board.places[place].is_fortress:
        return controller(table.state, place)
    within = occupants(table.state, place)
    return min(within) if len(within) == 1 else None


def ask_leave(table: KTable, seat: Seat, place: PlaceId | ShipId) -> None:
    """Ask the owner of a fortress or of a ship to declare it Friendly."""
    owner = gatekeeper(table, place)
    assert owner is not None
    table.emit(facts.LeaveAsked(seat, owner, place))
    table.push(AskLeave(seat, place))


class AskLeave(KStep, tag="ask_leave"):
    """The owner declares a fortress or a ship Friendly for this phase, or refuses (house-8.2.6).

    ``place`` names the fortress or the ship (house-8.6.27). The asker may take the request back
    while he waits.
    """

    seat: Seat
    place: PlaceId | ShipId

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

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "withdraw_request":
            return
        granted = choice.verb == "grant"
        if granted:
            table.state.granted.setdefault(self.place, []).append(self.seat)
            make_peace(table, self.seat, PlaceId(self.place))
        table.emit(facts.LeaveAnswered(self.seat, seat, self.place, granted))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        rule = (
            BOARDING[table.content.ruleset.ships_take_guests]
            if self.place in table.state.ships
            else "house-8.2.6"
        )
        return IllegalChoice(
            rule, "Somebody is answering a request for leave. Wait for the answer."
        )


def dismiss(table: KTable, seat: Seat, choice: Choice) -> None:
    """Turn guests out of a fortress."""
    put_out(table, choice.one("place", PlaceId), list(choice.many("nobles", NobleId)))


def bar_guest(table: KTable, noble_id: NobleId) -> None:
    """A guest who leaves a fortress may not attack it this turn (house-8.5.5)."""
    noble = table.state.nobles[noble_id]
    if table.content.ruleset.garrison_alliances and guest(table.state, noble_id):
        bar(table, noble, noble.inside, "house-8.5.5")


class Overcrowded(KStep, tag="overcrowded"):
    """At the end of a turn, nobles come out of places that are too full (base-6.3).

    The owner of the place says who leaves, guests included, but not those who are trapped in the
    port if others can make room (ishkibibble-amnesty.1). A noble on his own may stay, however
    strong he is; nobody leaves a place under siege.
    """

    meanwhile = IllegalChoice(
        "base-6.3", "A place of yours is overcrowded. First bring nobles out."
    )

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
            others = [noble for noble in nobles if noble not in table.state.amnesty]
            if strength(table, others) >= -left:
                nobles = others
            weights = tuple(troops(table, noble) for noble in nobles)
            out = Field("nobles", tuple(nobles), 1, len(nobles), weights=weights, weight_min=-left)
            offer = Offer("leave", (out, Field("place", (place_id,))), "base-6.3")
            seat = controller(table.state, place_id)
            if seat is None:
                seat = table.state.nobles[nobles[0]].seat
            prompts.append(Prompt(seat, "overcrowded", (offer,), facts={"place": place_id}))
        return prompts

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        known, named = table.state.nobles, choice.many("nobles", NobleId)
        guests = [n for n in named if known[n].seat != seat]
        put_out(table, choice.one("place", PlaceId), guests)
        own = tuple(n for n in named if n not in guests)
        if own:
            come_out(table, seat, Choice("leave", {**choice.args, "nobles": own}))
