"""Event cards that send the clergy somewhere: any noble who has a bishop goes (ishkibibble-diet,
ishkibibble-diet-papal, ishkibibble-heresy)."""

from __future__ import annotations

import msgspec

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import Call, EventCard
from bot.rules.kingmaker.conditions.kings_peace import proclaim
from bot.rules.kingmaker.events.calls import CalledNoble, Summons, called_nobles
from bot.rules.kingmaker.ids import PlaceId, SquareId
from bot.rules.kingmaker.procedures import event_card
from bot.rules.kingmaker.state import KStep, KTable, Peace

CONTINENT = PlaceId("continent")
_DIETS = tuple(map(PlaceId, ("salisbury", "wells", "st-davids")))
"""The places where the clergy meet: on a die roll of 1 or 2, 3 or 4, 5 or 6
(ishkibibble-diet.1)."""


@event_card("heresy", "calls")
def heresy(table: KTable, card: EventCard, seat: Seat) -> None:
    """All bishops and archbishops return to their dioceses (ishkibibble-heresy.1).

    Heresy is neither a raid nor a revolt, so nobody goes instead of the clergy. The card's effect
    in combat is in the data (ishkibibble-heresy.2).
    """
    calls = called_nobles(table, card)
    if calls:
        table.push(Summons(calls))


@event_card("religious_diet")
def religious_diet(table: KTable, card: EventCard, seat: Seat) -> None:
    """All bishops and archbishops meet where a die says (ishkibibble-diet.1).

    The card's effect in combat is in the data (ishkibibble-diet.3).
    """
    die = table.below(6)
    table.emit(facts.DieRolled(card.id, die + 1))
    place = _DIETS[die // 2]
    calls = _all_clergy(table, card, place)
    if calls:
        square = table.content.board.places[place].square
        table.push(Summons(calls), Diet(seat, [square], place))
    else:
        table.emit(facts.EventIdle(card.id, "no_clergy"))


@event_card("papal_diet")
def papal_diet(table: KTable, card: EventCard, seat: Seat) -> None:
    """All the clergy go to the Continent, without a ship (ishkibibble-diet-papal.1) and even out of
    sieges (ishkibibble-diet-papal.2); they must find their own way back (ishkibibble-diet-papal.3).

    The King's Peace holds there and in Calais (ishkibibble-diet-papal.4). The card's effect in
    combat is in the data (ishkibibble-diet-papal.5).
    """
    calls = _all_clergy(table, card, CONTINENT, out_of_sieges=True)
    if calls:
        places = table.content.board.places
        squares = [places[place].square for place in (PlaceId("calais"), CONTINENT)]
        summons = Summons(calls, out_of_sieges=True)
        table.push(summons, Diet(seat, squares, CONTINENT))
    else:
        table.emit(facts.EventIdle(card.id, "no_clergy"))


def _all_clergy(
    table: KTable, card: EventCard, place: PlaceId, *, out_of_sieges: bool = False
) -> list[CalledNoble]:
    """All the nobles who have clergy, called to one place wherever they are."""
    calls = tuple(Call(bishop, place) for bishop in table.content.bishops)
    called = msgspec.structs.replace(card, calls=calls)
    return called_nobles(table, called, out_of_sieges=out_of_sieges)


class Diet(KStep, tag="diet"):
    """The King's Peace follows a diet, until the drawer's next turn begins (ishkibibble-diet.2)."""

    seat: Seat
    squares: list[SquareId]
    place: PlaceId

    def advance(self, table: KTable) -> None:
        table.finish(self)
        proclaim(table.state, *(Peace(self.seat, square) for square in self.squares))
        table.emit(facts.DietMet(self.seat, self.place))
