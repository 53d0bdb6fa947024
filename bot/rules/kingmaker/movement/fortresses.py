"""Going in and out of places, leave to enter, guests, crowding (house §8.2, §8.5; base §6)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.changes import pick_up_heirs, put_out
from bot.rules.kingmaker.forces import (
    controller,
    guest,
    inside,
    may_enter,
    occupants,
    room,
    troops,
)
from bot.rules.kingmaker.movement.ships import command, ships_to_ask
from bot.rules.kingmaker.state import KStep, KTable

# Going in and out (base-6.4, base-6.7, house-8.5.3)


def in_and_out_offers(table: KTable, seat: int, square: str, nobles: list[str]) -> list[Offer]:
    state, board = table.state, table.content.board
    offers = []
    outside = [n for n in nobles if state.nobles[n].inside is None]
    for place_id in board.squares[square].places:
        place = board.places[place_id]
        within = [n for n in nobles if state.nobles[n].inside == place_id]
        if within:
            fields = (Field("nobles", tuple(within), 1, len(within)), Field("place", (place_id,)))
            offers.append(Offer("leave", fields, "base-6.7"))
        if outside and may_enter(table, seat, place):
            field = entry_field(table, outside, place)
            if field is not None:
                offers.append(Offer("enter", (field, Field("place", (place_id,))), "house-8.5.3"))
    return offers


def entry_field(table: KTable, nobles: list[str], place: Place, least: int = 1) -> Field | None:
    """Which of these nobles may go inside, as far as there is room (house-8.5.3, base-6.2)."""
    left = room(table, place)
    if left is None:
        return Field("nobles", tuple(nobles), least, len(nobles))
    weights = [troops(table, noble) for noble in nobles]
    empty = not occupants(table.state, place.id)
    able = [i for i, weight in enumerate(weights) if weight <= left or empty]
    if not able:
        return None
    return Field(
        "nobles",
        tuple(nobles[i] for i in able),
        least,
        len(able),
        weights=tuple(weights[i] for i in able),
        weight_max=left,
        lone_exempt=empty,
    )


def enter(table: KTable, seat: int, choice: Choice) -> None:
    """Take nobles inside a friendly place of their square."""
    place = choice.one("place")
    nobles = choice.many("nobles")
    for noble_id in nobles:
        noble = table.state.nobles[noble_id]
        noble.inside, noble.boards = place, False
    table.emit(facts.EnteredPlace(seat, nobles, place))
    for noble_id in nobles:
        pick_up_heirs(table, noble_id)


def come_out(table: KTable, seat: int, choice: Choice) -> None:
    """Take nobles out of a place into the open of its square.

    Guests go in their own movement phase, as soon as no siege holds them (house-8.5.16).
    """
    nobles = choice.many("nobles")
    for noble_id in nobles:
        bar_guest(table, noble_id)
        table.state.nobles[noble_id].inside = None
    table.emit(facts.CameOut(seat, nobles, choice.one("place")))
    for noble_id in nobles:
        pick_up_heirs(table, noble_id)


# Leave to enter another's fortress (house-8.2.6), and guests (house-8.5, base-6.4)


def leave_offers(table: KTable, seat: int, asked: list[str]) -> list[Offer]:
    """The fortresses and ships of others whose owners may be asked to declare them Friendly."""
    state = table.state
    places = tuple(
        place
        for place, holder in state.control.items()
        if state.nobles[holder].seat != seat
        and place not in asked
        and place not in state.sieges
        and table.content.is_open(place)
    )
    ships = tuple(ship for ship in ships_to_ask(table, seat) if ship not in asked)
    if not places and not ships:
        return []
    return [Offer("ask_leave", (Field("place", (*places, *ships)),), "house-8.2.6")]


def gatekeeper(table: KTable, place: str) -> int | None:
    """The seat that may open a fortress, or a ship, to others (house-8.2.6, house-8.6.27)."""
    return command(table, place) if place in table.state.ships else controller(table.state, place)


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
        rule = "house-8.6.27" if ship else "house-8.2.6"
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
        table.emit(facts.LeaveAnswered(self.seat, seat, self.place, granted))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice("house-8.2.6", "A request for leave is being answered.")


def dismiss_offers(table: KTable, seat: int) -> list[Offer]:
    """Guests in a faction's own fortresses, whom it may put out (base-6.4)."""
    state = table.state
    offers = []
    for place in dict.fromkeys(noble.inside for noble in state.nobles.values()):
        if place is None or place in state.sieges or controller(state, place) != seat:
            continue
        guests = tuple(n for n in inside(state, place) if state.nobles[n].seat != seat)
        if guests:
            fields = (Field("nobles", guests, 1, len(guests)), Field("place", (place,)))
            offers.append(Offer("dismiss", fields, "base-6.4"))
    return offers


def dismiss(table: KTable, seat: int, choice: Choice) -> None:
    """Put guests out of one's fortress."""
    put_out(table, choice.one("place"), list(choice.many("nobles")))


def bar_guest(table: KTable, noble_id: str) -> None:
    """A guest who leaves may not attack that fortress this turn (house-8.5.5)."""
    noble = table.state.nobles[noble_id]
    if guest(table.state, noble_id):
        noble.barred, noble.barred_turns, noble.barred_by = noble.inside, 1, "house-8.5.5"


class Overcrowded(KStep, tag="overcrowded"):
    """At the end of a turn nobles come out of places that hold more than they can (base-6.3).

    The owner of the place says who, his guests too. A noble alone may stay whatever his strength;
    nobody leaves a place Under Siege.
    """

    def prompts(self, table: KTable) -> list[Prompt]:
        prompts = []
        for place_id in dict.fromkeys(n.inside for n in table.state.nobles.values()):
            if place_id is None or place_id in table.state.sieges:
                continue
            left = room(table, table.content.board.places[place_id])
            nobles = inside(table.state, place_id)
            if left is None or left >= 0 or len(nobles) < 2:
                continue
            weights = tuple(troops(table, noble) for noble in nobles)
            out = Field("nobles", tuple(nobles), 1, len(nobles), weights=weights, weight_min=-left)
            offer = Offer("leave", (out, Field("place", (place_id,))), "base-6.3")
            seat = controller(table.state, place_id)
            if seat is None or table.state.edition < 2:  # edition 1 asked whoever came first
                seat = table.state.nobles[nobles[0]].seat
            prompts.append(Prompt(seat, "overcrowded", (offer,), facts={"place": place_id}))
        return prompts

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        known, named = table.state.nobles, choice.many("nobles")
        guests = [n for n in named if known[n].seat != seat and table.state.edition > 1]
        put_out(table, choice.one("place"), guests)
        own = tuple(n for n in named if n not in guests)
        if own:
            come_out(table, seat, Choice("leave", {**choice.args, "nobles": own}))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice("base-6.3", "A place of yours is overcrowded: bring nobles out first.")


# Why not


def entry_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
    """Why nobles cannot go inside: the place first, then the room."""
    if choice.verb != "enter":
        return None
    place = table.content.board.places.get(next(iter(choice.many("place")), ""))
    obstacle = place_refusal(table, seat, place)
    if obstacle is not None or place is None:
        return obstacle
    state = table.state
    for noble_id in choice.many("nobles"):
        noble = state.nobles.get(noble_id)
        if noble is None or noble.seat != seat:
            return IllegalChoice("base-6.7", "Only your own nobles go in; choose among them.")
        if noble.square != place.square:
            return IllegalChoice("base-6.7", "He goes in only where he stands; march there first.")
        if noble.inside is not None:
            return IllegalChoice("base-6.7", "He is inside already; bring him out first.")
    return IllegalChoice("house-8.5.3", "There is not room enough inside for all of them.")


def place_refusal(table: KTable, seat: int, place: Place | None) -> IllegalChoice | None:
    """Why a place is closed to a faction's nobles, if it is (house §8.2; base §6)."""
    if place is None or place.kind == "special" or not table.content.is_open(place.id):
        return IllegalChoice("base-6.4", "That is no place that nobles go into.")
    if place.id in table.state.sieges:
        return IllegalChoice("house-6.2c", "It is Under Siege: nobody goes in until that ends.")
    if may_enter(table, seat, place):
        return None
    holder = controller(table.state, place.id)
    if place.is_fortress and holder is None:
        return IllegalChoice("house-8.2.4", "Nobody controls it; it opens only to a siege.")
    if place.is_fortress and holder == seat:
        return IllegalChoice(
            "house-8.2.1", "It became yours after this movement began; it opens to you next turn."
        )
    if place.is_fortress:
        return IllegalChoice(
            "house-8.2.5", "You may go inside friendly places only; ask its owner for leave."
        )
    if place.is_open_town:
        return IllegalChoice("house-8.2.3", "Others are inside, so that town is unfriendly to you.")
    return IllegalChoice("base-6.6", "Others are inside, and hold that town against you.")


def leave_refusal(table: KTable, seat: int, choice: Choice, asked: list[str]) -> IllegalChoice:
    """Why nobody can be asked for leave to enter, in one's own movement phase."""
    wanted = next(iter(choice.many("place")), "")
    if wanted in table.state.ships:
        return _boarding_refusal(table, seat, wanted, asked)
    place = table.content.board.places.get(wanted)
    holder = None if place is None else controller(table.state, place.id)
    if place is None or not place.is_fortress:
        return IllegalChoice(
            "house-8.2.6", "Leave is asked of whoever controls a fortress, or a ship."
        )
    if holder is None:
        return IllegalChoice("house-8.2.4", "Nobody controls it, so nobody can let you in.")
    if holder == seat:
        return IllegalChoice("house-8.2.2", "You control it yourself; it is friendly to you.")
    if place.id in table.state.sieges:
        return IllegalChoice("house-6.2c", "It is Under Siege: nobody goes in until that ends.")
    if place.id in asked:
        return IllegalChoice("house-8.2.6", "You have asked its owner in this phase already.")
    return IllegalChoice("house-8.2.6", "Ask for one fortress at a time.")


def _boarding_refusal(table: KTable, seat: int, ship: str, asked: list[str]) -> IllegalChoice:
    """Why nobody can be asked for leave to board a ship."""
    owner = gatekeeper(table, ship)
    if owner is None:
        return IllegalChoice("house-8.6.27", "Nobody commands her, so nobody can let you board.")
    if owner == seat:
        return IllegalChoice("house-8.6.27", "She is yours; you board her without leave.")
    if ship in asked:
        return IllegalChoice("house-8.2.6", "You have asked her owner in this phase already.")
    return IllegalChoice(
        "house-8.6.3", "None of your nobles could board her now: be in her port at the start."
    )


def dismiss_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice:
    """Why guests cannot be put out (base-6.4)."""
    place = next(iter(choice.many("place")), "")
    if controller(table.state, place) != seat:
        return IllegalChoice("base-6.4", "Only who controls the fortress puts its guests out.")
    if place in table.state.sieges:
        return IllegalChoice("house-6.2d", "It is Under Siege: nobody is put out of it.")
    if place in table.state.granted:
        return IllegalChoice("house-8.2.6", "You gave leave for this whole movement phase.")
    if seat != table.state.active or table.state.phase != "movement":
        return IllegalChoice("base-6.4", "You put guests out in your own movement phase.")
    return IllegalChoice("base-6.4", "You put out guests who are inside your own fortress.")
