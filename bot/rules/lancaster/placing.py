"""Placing knights on counties, in the castle and on conflicts (lancaster §4(i))."""

from __future__ import annotations

from bot.rules.kernel import Choice, IllegalChoice, Offer, Prompt, first
from bot.rules.lancaster import facts
from bot.rules.lancaster.knights import join_conflict, to_court
from bot.rules.lancaster.placing_orders import placing_offers, placing_stops
from bot.rules.lancaster.rewards.favours import TakeFavour, favour_open
from bot.rules.lancaster.sides import ALLYS, side_named
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
        return first(placing_stops(table, seat, choice))


def _safest(offers: list[Offer]) -> Choice:
    """A placement for somebody who does not answer: where nobody can expel or capture him.

    The weakest own knight goes into the castle, if it has an empty space, else to a conflict.
    """
    order = ("castle", "conflict", "county")
    own = [offer for offer in offers if not any(ALLYS in f.candidates for f in offer.fields)]
    best = min(own or offers, key=lambda offer: order.index(offer.verb))
    return next(best.choices())


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
