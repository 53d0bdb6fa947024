"""Event cards that send the King over the border: to Ireland, to the Continent, to Scotland.

What they say in combat is data (ishkibibble-visit.3, ishkibibble-treatyfrance.5,
ishkibibble-treatyscotland.5).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.lasting import invaders_leave
from bot.rules.kingmaker.conditions.treaties import FRANCE
from bot.rules.kingmaker.consequences.changes import claim, leave_heir, pick_up_heirs, take_control
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.events.calls import go_together
from bot.rules.kingmaker.events.embassy import called_king
from bot.rules.kingmaker.forces.strength import controller, occupants, together
from bot.rules.kingmaker.procedures import event_card
from bot.rules.kingmaker.sieges import break_siege
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession.line import keeper, sole_king

DUBLIN, CALAIS = "dublin", "calais"

_RULES = {
    "ireland": "ishkibibble-visit.1",
    "continent": "ishkibibble-treatyfrance.1",
    "scotland": "ishkibibble-treatyscotland.1",
}


@event_card("royal_visit", reshuffles=True)
def royal_visit(table: KTable, card: EventCard, seat: int) -> None:
    """The sole king goes to Ireland (ishkibibble-visit.1)."""
    table.push(Journey(card.id, "ireland"))


@event_card("treaty_france")
def treaty_with_france(table: KTable, card: EventCard, seat: int) -> None:
    """The sole king goes to the Continent, for a treaty (ishkibibble-treatyfrance.1)."""
    table.push(Journey(card.id, "continent", treaty=True))


@event_card("treaty_scotland")
def treaty_with_scotland(table: KTable, card: EventCard, seat: int) -> None:
    """The sole king goes to Scotland, for a treaty (ishkibibble-treatyscotland.1)."""
    table.push(Journey(card.id, "scotland", treaty=True))


class Journey(KStep, tag="journey"):
    """The sole king crosses the border; his keeper with him, others of his party if they like.

    They need no ship to go there, and find their own way back (ishkibibble-visit.2). As to an
    embassy, nobody goes who is Under Siege; a king whom nobody holds goes alone.
    """

    card: str
    land: str
    treaty: bool = False

    def prompts(self, table: KTable) -> list[Prompt]:
        king, noble_id = called_king(table)
        if king is None or noble_id is None:
            return []
        company, spot = tuple(together(table.state, noble_id)), self._spot(table)
        fields = [Field("to", (spot,))]
        if company:
            fields.append(Field("with", company, 0, len(company)))
        return [
            Prompt(
                table.state.nobles[noble_id].seat,
                "attend_king",
                (Offer("attend_king", tuple(fields), _RULES[self.land]),),
                default=Choice.of("attend_king", to=spot),
                facts={"king": king, "noble": noble_id, "place": self.land},
            )
        ]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        king = sole_king(table.state)
        if king is None:
            table.emit(facts.EventIdle(self.card, "no_sole_king"))
            return
        if keeper(table.state, king) is not None or _besieged(table, king):
            table.emit(facts.EventIdle(self.card, "king_besieged"))
            return
        place = table.content.board.places[self.land]
        inside = self._town(table)
        leave_heir(table, king, place.square, inside)
        table.emit(facts.KingCalled(king, self.land, place.square, inside))
        self._arrived(table, king)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        table.finish(self)
        king, noble_id = called_king(table)
        assert king is not None
        assert noble_id is not None
        town, party = self._town(table), (noble_id, *choice.many("with"))
        if town is not None and controller(table.state, town) is None:
            claim(table, town, noble_id, "visit")
        elif town is not None:
            table.state.granted.setdefault(town, []).append(seat)
        go_together(table, party, choice.one("to"))
        noble = table.state.nobles[noble_id]
        table.emit(facts.KingCalled(king, self.land, noble.square, noble.inside, party))
        for member in party:
            pick_up_heirs(table, member)
        self._arrived(table, king)

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            _RULES[self.land], "The King is crossing the border. First say who goes with him."
        )

    def _spot(self, table: KTable) -> str:
        return self._town(table) or table.content.board.places[self.land].square

    def _town(self, table: KTable) -> str | None:
        """Dublin, while nobody is inside it and nobody before it (ishkibibble-visit.1)."""
        state = table.state
        if self.land != "ireland" or occupants(state, DUBLIN) or DUBLIN in state.sieges:
            return None
        return DUBLIN

    def _arrived(self, table: KTable, king: str) -> None:
        if not self.treaty:
            return
        table.state.treaties[self.land] = king
        table.emit(facts.TreatyMade(self.land, king))
        if self.land == FRANCE:
            _restore_calais(table, king)
        else:
            _scots_go_home(table)


def _besieged(table: KTable, king: str) -> bool:
    return table.state.heirs[king].inside in table.state.sieges


def _scots_go_home(table: KTable) -> None:
    """The Scots leave every place that they hold, and it is neutral (ishkibibble-treatyscotland.2).

    Their Raids are over as soon as all who are called have answered.
    """
    places = tuple(table.state.scots)
    for place in places:
        invaders_leave(table.state, place)
    if places:
        table.emit(facts.ScotsWentHome(places))


def _restore_calais(table: KTable, king: str) -> None:
    """Calais is English again, and with the faction that has the King
    (ishkibibble-treatyfrance.2)."""
    state, noble_id = table.state, keeper(table.state, king)
    state.french = [place for place in state.french if place != CALAIS]
    if noble_id is None:
        return
    state.calais_with = state.nobles[noble_id].seat
    _give_calais(table, noble_id)


def review_calais(table: KTable) -> None:
    """While the treaty lasts Calais goes with its King: to the first who has him, and from
    faction to faction, unless somebody has taken it meanwhile (ishkibibble-treatyfrance.2).
    """
    state, king = table.state, table.state.treaties.get(FRANCE)
    noble_id = None if king is None else keeper(state, king)
    if noble_id is None or state.calais_with == state.nobles[noble_id].seat:
        return
    former, state.calais_with = state.calais_with, state.nobles[noble_id].seat
    if former in (None, controller(state, CALAIS)):
        _give_calais(table, noble_id)


def _give_calais(table: KTable, noble_id: str) -> None:
    """A noble has it by the treaty, whoever held it; a siege of it ends."""
    state = table.state
    if controller(state, CALAIS) == state.nobles[noble_id].seat:
        return
    if CALAIS in state.sieges:
        break_siege(table, CALAIS, "treaty")
    take_control(table, CALAIS, noble_id, "treaty")
