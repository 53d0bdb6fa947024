"""Royal Hunt: the King rides out, and whoever likes rides with him (ishkibibble-hunt.1).

No King's Peace comes with it (ishkibibble-hunt.3); what the card says in combat is data
(ishkibibble-hunt.4).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.kings_peace import may_move
from bot.rules.kingmaker.consequences.changes import leave_heir, pick_up_heirs
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.events.calls import go_together
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.procedures import event_card, procedures
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession.line import house_of, keeper, kings, whereabouts

_HOUSES = {1: "lancaster", 2: "lancaster", 3: "york", 4: "york"}
"""Whose King rides out when there are two, by the die; on 5 both do, on 6 it rains."""
_BOTH = 5


@event_card("royal_hunt")
def royal_hunt(table: KTable, card: EventCard, seat: int) -> None:
    """The sole king hunts; with two a die says who, if anybody (ishkibibble-hunt.2)."""
    hunting = kings(table.state)
    if len(hunting) > 1:
        die = table.below(6) + 1
        hunting = [
            king
            for king in hunting
            if die == _BOTH or _HOUSES.get(die) == house_of(table.state, table.content, king)
        ]
        table.emit(facts.HuntRolled(die, tuple(hunting)))
    elif not hunting:
        table.emit(facts.EventIdle(card.id, "no_king"))
    able = [king for king in hunting if _may_ride(table, king)]
    if able:
        seats = len(table.state.factions)
        table.push(Hunt(card.id, able, [(seat + i) % seats for i in range(seats)]))
    elif hunting:
        table.emit(facts.EventIdle(card.id, "king_besieged"))


def _may_ride(table: KTable, king: str) -> bool:
    """Nobody comes out of a place Under Siege."""
    noble_id = keeper(table.state, king)
    if noble_id is not None:
        return not procedures(table).calls.cut_off(table, noble_id)
    return whereabouts(table.state, king)[1] not in table.state.sieges


class Hunt(KStep, tag="hunt"):
    """Everybody in turn says which of his nobles ride along; then all are there at once.

    ``seats`` are still to be asked, ``riders`` those who come.
    """

    card: str
    kings: list[str]
    seats: list[int]
    riders: list[str] = []

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.seats:
            return []
        seat, square = self.seats[0], _forest(table)
        fit = self._fit(table, seat)
        if not fit:
            return []
        fields = (Field("to", (square,)), Field("with", fit, 0, len(fit)))
        offer = Offer("attend_king", fields, "ishkibibble-hunt.1")
        about = {"king": self.kings[0], "place": square}
        default = Choice.of("attend_king", to=square)
        return [Prompt(seat, "royal_hunt", (offer,), default=default, facts=about)]

    def advance(self, table: KTable) -> None:
        if self.seats:
            self.seats.pop(0)
        else:
            table.finish(self)
            self._ride_out(table)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        self.seats.pop(0)
        self.riders.extend(choice.many("with"))

    def concerns(self, seat: int) -> bool:
        return True

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "ishkibibble-hunt.1",
            "The King is riding out to hunt. Say which of your nobles ride along.",
        )

    def _fit(self, table: KTable, seat: int) -> tuple[str, ...]:
        """Nobles on the mainland who are free to go, whoever's; a king's keeper goes anyway."""
        state, board = table.state, table.content.board
        keepers = [keeper(state, king) for king in self.kings]
        return tuple(
            key
            for key in nobles_of(state, seat)
            if key not in keepers
            and state.nobles[key].captor is None
            and board.is_mainland(state.nobles[key].square)
            and may_move(state, state.nobles[key])
            and not procedures(table).calls.cut_off(table, key)
        )

    def _ride_out(self, table: KTable) -> None:
        square, hunters = _forest(table), list(self.riders)
        for king in self.kings:
            noble_id = keeper(table.state, king)
            if noble_id is None:
                leave_heir(table, king, square, None)
            else:
                hunters.append(noble_id)
        go_together(table, tuple(hunters), square)
        for king in self.kings:
            noble_id = keeper(table.state, king)
            party = () if noble_id is None else (noble_id,)
            table.emit(facts.KingCalled(king, square, square, None, party))
        if self.riders:
            table.emit(facts.RodeAlong(tuple(self.riders), square))
        for member in hunters:
            pick_up_heirs(table, member)


def _forest(table: KTable) -> str:
    return table.content.board.landmarks["forest_west_of_tickhill"]
