"""Placing knights on counties, in the castle and on conflicts (seed 4(i))."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.lancaster import facts
from bot.rules.lancaster.knights import join_conflict, open_conflicts, to_court
from bot.rules.lancaster.placing_refusals import placing_refusal
from bot.rules.lancaster.rewards.favours import TakeFavour, favour_open
from bot.rules.lancaster.sides import ALLYS, house_field, side_named
from bot.rules.lancaster.state import Holding, LStep, LTable


class Placing(LStep, tag="placing"):
    """In turn everybody places one knight, until nobody can place any more (lancaster-4i.2).

    ``state.active`` is the seat whose turn it is; whoever has no knight to place is passed over,
    and has a turn again if one of his is expelled (lancaster-4i.21).
    """

    def prompts(self, table: LTable) -> list[Prompt]:
        seat = table.state.active
        offers = placing_offers(table, seat)
        if not offers:
            return []
        return [Prompt(seat, "place", tuple(offers), default=_safest(offers))]

    def advance(self, table: LTable) -> None:
        state = table.state
        for ahead in range(1, state.seats):
            seat = (state.active + ahead) % state.seats
            if placing_offers(table, seat):
                state.active = seat
                return
        table.finish(self)
        table.emit(facts.PlacingEnded())

    def answer(self, table: LTable, seat: int, choice: Choice) -> None:
        state = table.state
        state.active = (seat + 1) % state.seats
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

    def concerns(self, seat: int) -> bool:
        return True

    def refusal(self, table: LTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return placing_refusal(table, seat, choice)


def _safest(offers: list[Offer]) -> Choice:
    """A placement for somebody who does not answer: where nobody can expel or capture him.

    The weakest own knight goes into the castle, if it has an empty space, else to a conflict.
    """
    order = ("castle", "conflict", "county")
    own = [offer for offer in offers if not any(ALLYS in f.candidates for f in offer.fields)]
    best = min(own or offers, key=lambda offer: order.index(offer.verb))
    return next(best.choices())


def placing_offers(table: LTable, seat: int) -> list[Offer]:
    """Every way in which a seat can place a knight of its own or of its ally."""
    offers: list[Offer] = []
    for side in table.state.sides_of(seat):
        offers += _county_offers(table, side)
        offers += _castle_offers(table, side)
        offers += _conflict_offers(table, side)
    return offers


# 4(i)a Counties


def _county_offers(table: LTable, side: int) -> list[Offer]:
    """One offer for each strength and each number of squires that at least is needed."""
    state = table.state
    house = state.houses[side]
    offers = []
    for knight in sorted(set(house.court)):
        by_need: dict[int, list[str]] = {}
        for county in table.content.counties:
            need = squires_needed(table, side, knight, county)
            least = table.content.county(county, state.edition).minimum
            # Squires do not help to the minimum (lancaster-4i.5).
            if least <= knight and need is not None and need <= house.squires:
                by_need.setdefault(need, []).append(county)
        for need, counties in sorted(by_need.items()):
            fields = [
                *house_field(state, side),
                Field("knight", (str(knight),)),
                Field("county", tuple(counties)),
            ]
            if not state.is_ally(side):
                counts = tuple(str(count) for count in range(need, house.squires + 1))
                fields.append(Field("squires", counts))
            rule = "lancaster-4i.8" if need else "lancaster-4i.3"
            offers.append(Offer("county", tuple(fields), rule))
    return offers


def squires_needed(table: LTable, side: int, knight: int, county: str) -> int | None:
    """The squires a knight needs to take a county; None if it is held by his own people."""
    state = table.state
    held = state.counties.get(county)
    if held is None:
        return 0
    if state.seat_of(held.side) == state.seat_of(side):
        return None
    return max(0, held.strength + 1 - knight)


def take_county(table: LTable, side: int, knight: int, county: str, squires: int) -> None:
    """A knight takes a county; whoever stood there goes back to his court (lancaster-4i.10)."""
    state = table.state
    held = state.counties.pop(county, None)
    if held is not None:
        state.bank.squires += held.squires  # lancaster-4i.11
        to_court(state, held.side, held.knight)
        table.emit(facts.KnightExpelled(held.side, held.knight, county, held.squires, side))
    state.houses[side].squires -= squires
    state.counties[county] = Holding(side, knight, squires)
    table.emit(facts.KnightInCounty(side, knight, county, squires))


# 4(i)b The castle


def castle_spaces(table: LTable, side: int) -> tuple[str, ...]:
    """The spaces that a side's castle has."""
    content = table.content
    return tuple(content.ally_spaces if table.state.is_ally(side) else content.spaces)


def _castle_offers(table: LTable, side: int) -> list[Offer]:
    house = table.state.houses[side]
    spaces = tuple(
        space
        for space in castle_spaces(table, side)
        if space not in house.castle and space not in house.extensions
    )
    if not spaces or not house.court:
        return []
    fields = (
        *house_field(table.state, side),
        Field("knight", _strengths(house.court)),
        Field("space", spaces),
    )
    return [Offer("castle", fields, "lancaster-4i.13")]


# 4(i)c Conflicts


def _conflict_offers(table: LTable, side: int) -> list[Offer]:
    court = table.state.houses[side].court
    cards = open_conflicts(table.state, table.content, side)
    if not cards or not court:
        return []
    fields = (
        *house_field(table.state, side),
        Field("knight", _strengths(court)),
        Field("card", cards),
    )
    return [Offer("conflict", fields, "lancaster-4i.15")]


def _strengths(court: list[int]) -> tuple[str, ...]:
    return tuple(str(knight) for knight in sorted(set(court)))
