"""Placing knights in counties, in the castle and in conflicts (lancaster §4(i)).

Placing a knight: what stands in the way, and what is offered (lancaster §4(i), §7).

Each rule is written once, as a stop: one set of stops for the knight, one for the place, one for
the squires who go with him. Nothing is offered that would be refused.
"""

from __future__ import annotations

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    clockwise,
    first,
    free,
)
from bot.rules.kernel.choices import number_of, one_of
from bot.rules.lancaster import facts
from bot.rules.lancaster.knights import conflict_stops, join_conflict, open_conflicts, to_court
from bot.rules.lancaster.rewards.favours import TakeFavour, favour_open
from bot.rules.lancaster.sides import ALLYS, house_field, house_stops, side_named
from bot.rules.lancaster.state import Holding, LStep, LTable, State

PLACEMENTS = ("county", "castle", "conflict")
"""The three kinds of space where a knight may go (lancaster-4i.3)."""


# What is offered


def placing_offers(table: LTable, seat: Seat) -> list[Offer]:
    """Every way in which a seat can place a knight, its own or its ally's."""
    offers: list[Offer] = []
    for side in table.state.sides_of(seat):
        knights = sorted(set(table.state.houses[side].court))
        if not knights:
            continue
        for knight in knights:
            offers += _county_offers(table, side, knight)
        strengths = Field("knight", tuple(str(knight) for knight in knights))
        offers += _castle_offers(table, side, strengths)
        offers += _conflict_offers(table, side, strengths)
    return offers


def _county_offers(table: LTable, side: int, knight: int) -> list[Offer]:
    """One offer for each minimum number of squires needed."""
    state, squires = table.state, table.state.houses[side].squires
    by_need: dict[int, list[str]] = {}
    for county in table.content.counties:
        if free(county_stops(table, knight, county)) and free(_holder_stops(state, side, county)):
            need = _squires_needed(state, knight, county)
            if need <= squires:
                by_need.setdefault(need, []).append(county)
    offers = []
    for need, counties in sorted(by_need.items()):
        fields = [
            *house_field(state, side),
            Field("knight", (str(knight),)),
            Field("county", tuple(counties)),
        ]
        if not state.is_ally(side):
            counts = tuple(str(count) for count in range(need, squires + 1))
            fields.append(Field("squires", counts))
        rule = "lancaster-4i.8" if need else "lancaster-4i.3"
        offers.append(Offer("county", tuple(fields), rule))
    return offers


def _castle_offers(table: LTable, side: int, strengths: Field) -> list[Offer]:
    spaces = castle_spaces(table, side)
    spaces = tuple(space for space in spaces if free(castle_stops(table, side, space)))
    if not spaces:
        return []
    fields = (*house_field(table.state, side), strengths, Field("space", spaces))
    return [Offer("castle", fields, "lancaster-4i.13")]


def _conflict_offers(table: LTable, side: int, strengths: Field) -> list[Offer]:
    cards = open_conflicts(table.state, table.content, side)
    if not cards:
        return []
    fields = (*house_field(table.state, side), strengths, Field("card", cards))
    return [Offer("conflict", fields, "lancaster-4i.15")]


# Why not


def placing_stops(table: LTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of the chosen placement."""
    state = table.state
    yield from _turn_stops(state, seat, choice.verb)
    if choice.verb not in PLACEMENTS:
        return
    yield from house_stops(state, choice)
    side = side_named(state, seat, choice)
    if side not in state.houses:
        return
    knight = number_of(choice, "knight")
    yield from _knight_stops(state, side, knight)
    if knight is None:
        return
    if choice.verb == "county":
        county = one_of(choice, "county")
        yield from county_stops(table, knight, county, number_of(choice, "squires") or 0)
        yield from _holder_stops(state, side, county)
        yield from _squires_stops(state, side, knight, choice)
    elif choice.verb == "castle":
        yield from castle_stops(table, side, one_of(choice, "space"))
    else:
        yield from conflict_stops(state, table.content, side, one_of(choice, "card"))


# The turn (lancaster-4i.1, lancaster-4i.2, lancaster-7.1)


def _turn_stops(state: State, seat: Seat, verb: str) -> Stops:
    if verb == "squires":
        yield IllegalChoice(
            "lancaster-7.1",
            "Squires go with their knight when you place him. You cannot add any later.",
        )
    if seat != state.active:
        yield IllegalChoice("lancaster-4i.1", "It is another player’s turn to place a knight.")
    if verb not in PLACEMENTS:
        yield IllegalChoice(
            "lancaster-4i.2", "Place one of your knights: in a county, in your castle or at war."
        )


# The knight (lancaster-4i.1)


def _knight_stops(state: State, side: int, knight: int | None) -> Stops:
    if knight is None:
        yield IllegalChoice("lancaster-4i.1", "Name one knight, by his strength.")
    if knight not in state.houses[side].court:
        yield IllegalChoice("lancaster-4i.1", "That court has no knight of that strength.")


# 4(i)a Counties


def county_stops(table: LTable, knight: int, county_id: str, squires: int = 0) -> Stops:
    """A county needs a knight who is strong enough by himself, no matter who is there."""
    if county_id not in table.content.counties:
        yield IllegalChoice("lancaster-4i.3", "Name one county of England.")
        return
    county = table.content.counties[county_id]
    if knight < county.minimum <= knight + squires:
        yield IllegalChoice(
            "lancaster-4i.5",
            f"{county.name} needs a knight of strength {county.minimum}. Squires do not help.",
        )
    if knight < county.minimum:
        yield IllegalChoice(
            "lancaster-4i.4", f"{county.name} needs a knight of strength {county.minimum}."
        )


def _holder_stops(state: State, side: int, county: str) -> Stops:
    """Nobody expels his own knight."""
    held = state.counties.get(county)
    if held is None:
        return
    if held.side == side:
        yield IllegalChoice("lancaster-4i.12", "Your own knight holds that county. He stays there.")
    if state.seat_of(held.side) == state.seat_of(side):
        yield IllegalChoice("lancaster-2.11", "You and your ally cannot expel each other.")


def _squires_stops(state: State, side: int, knight: int, choice: Choice) -> Stops:
    """Any number of the player's own squires that makes his knight stronger than the one already
    there."""
    squires = number_of(choice, "squires")
    if state.is_ally(side):
        if choice.many("squires"):
            yield IllegalChoice("lancaster-2.11", "An ally’s knights get no squires.")
        squires = 0
    if squires is None:
        yield IllegalChoice("lancaster-4i.6", "Say how many of your squires go with the knight.")
        return
    if squires > state.houses[side].squires:
        yield IllegalChoice("lancaster-4i.6", "You do not have that many squires.")
    county = one_of(choice, "county")
    missing = _squires_needed(state, knight, county) - squires
    if missing == 1:
        yield IllegalChoice("lancaster-4i.9", "You cannot expel a knight of equal strength.")
    if missing > 0:
        yield IllegalChoice(
            "lancaster-4i.8",
            f"The knight there counts {state.counties[county].strength}. Yours must be stronger, "
            "counting his squires.",
        )


def _squires_needed(state: State, knight: int, county: str) -> int:
    """The squires that would make a knight stronger than the one who holds the county."""
    held: Holding | None = state.counties.get(county)
    return 0 if held is None else max(0, held.strength + 1 - knight)


# 4(i)b The castle


def castle_spaces(table: LTable, side: int) -> tuple[str, ...]:
    """The spaces that a side's castle has."""
    content = table.content
    return tuple(content.ally_spaces if table.state.is_ally(side) else content.spaces)


def castle_stops(table: LTable, side: int, space: str) -> Stops:
    """A knight goes on an empty space in his own side's castle."""
    house = table.state.houses[side]
    if space not in castle_spaces(table, side):
        if space in table.content.spaces:
            yield IllegalChoice("lancaster-2.11", "An ally’s castle has no such space.")
        yield IllegalChoice("lancaster-4i.13", "Choose an empty knight space in your own castle.")
    if space in house.extensions:
        yield IllegalChoice("lancaster-7.3", "An extension covers that space.")
    if space in house.castle:
        yield IllegalChoice("lancaster-4i.14", "A knight is already there. A space holds only one.")


class Placing(LStep, tag="placing"):
    """Everybody in turn places one knight, until nobody can place any more (lancaster-4i.2).
    ``state.active`` is the seat whose turn it is. A player with no knight to place is passed over,
    but has a turn again if one of his is expelled (lancaster-4i.21).
    """

    heard_by_all = True

    def prompts(self, table: LTable) -> list[Prompt]:
        seat = table.state.active
        offers = placing_offers(table, seat)
        if not offers:
            return []
        return [Prompt(seat, "place", tuple(offers), default=_safest(offers))]

    def advance(self, table: LTable) -> None:
        state = table.state
        for seat in clockwise(state.active, state.seats)[:-1]:
            if placing_offers(table, seat):
                state.active = seat
                return
        table.finish(self)
        table.emit(facts.PlacingEnded())

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        state = table.state
        state.active = clockwise(seat, state.seats)[0]
        side = side_named(state, seat, choice)
        knight = int(choice.one("knight"))
        state.houses[side].court.remove(knight)
        if choice.verb == "county":
            squires = next((int(count) for count in choice.many("squires")), 0)
            take_county(table, side, knight, choice.one("county"), squires)
        elif choice.verb == "castle":
            state.houses[side].castle[choice.one("space")] = knight
            table.emit(facts.KnightInCastle(side, knight, choice.one("space")))
        else:
            join_conflict(table, side, knight, choice.one("card"), "court")
            state.favoured += 1
            if favour_open(table):
                table.push(TakeFavour(side))

    def refusal(self, table: LTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return first(placing_stops(table, seat, choice))


def _safest(offers: list[Offer]) -> Choice:
    """A placement for a player who does not answer: if possible, where nobody can expel or capture
    the knight.

    The player's weakest knight goes into the castle if it has an empty space, otherwise to a
    conflict or, failing that, a county.
    """
    order = ("castle", "conflict", "county")
    own = [offer for offer in offers if not any(ALLYS in f.candidates for f in offer.fields)]
    best = min(own or offers, key=lambda offer: order.index(offer.verb))
    return next(best.choices())


def take_county(table: LTable, side: int, knight: int, county: str, squires: int) -> None:
    """A knight takes a county; any knight already there goes back to his court
    (lancaster-4i.10)."""
    state = table.state
    held = state.counties.pop(county, None)
    if held is not None:
        state.bank.squires += held.squires  # lancaster-4i.11
        to_court(state, held.side, held.knight)
        table.emit(facts.KnightExpelled(held.side, held.knight, county, held.squires, side))
    state.houses[side].squires -= squires
    state.counties[county] = Holding(side, knight, squires)
    table.emit(facts.KnightInCounty(side, knight, county, squires))
