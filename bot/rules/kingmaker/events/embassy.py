"""Embassies: Event cards that send the sole king somewhere (house-8.3.5, house-8.3.7)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.consequences.changes import leave_heir, pick_up_heirs
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.entering.fortresses import ask_leave
from bot.rules.kingmaker.events.calls import destinations, entry_requests, go_together
from bot.rules.kingmaker.forces.strength import together
from bot.rules.kingmaker.procedures import event_card, procedures
from bot.rules.kingmaker.ships.refuge import Refuge
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession.line import keeper, sole_king


@event_card("embassy", "place", reshuffles=True)
def embassy(table: KTable, card: EventCard, seat: int) -> None:
    """The sole king is sent for."""
    table.push(Embassy(card.id))


class Embassy(KStep, tag="embassy"):
    """The sole king goes to meet an embassy; his keeper with him, others if they like."""

    card: str
    asked: list[str] = []
    """The fortress whose owner was asked to let the King in (house-8.2.7)."""

    def prompts(self, table: KTable) -> list[Prompt]:
        king, noble_id = called_king(table)
        if king is None or noble_id is None or self._ship(table) is not None:
            return []
        state, place = table.state, self._place(table)
        spots = destinations(table, noble_id, [place.id])
        company = tuple(together(state, noble_id))
        fields = [Field("to", spots)]
        if company:
            fields.append(Field("with", company, 0, len(company)))
        return [
            Prompt(
                state.nobles[noble_id].seat,
                "attend_king",
                (
                    Offer("attend_king", tuple(fields), "house-8.3.5"),
                    *entry_requests(table, state.nobles[noble_id].seat, [place.id], self.asked),
                ),
                default=Choice.of("attend_king", to=spots[0]),
                facts={"king": king, "noble": noble_id, "place": place.id},
            )
        ]

    def advance(self, table: KTable) -> None:
        ship = self._ship(table)
        if ship is not None:
            # His keeper's ship puts in first, and everybody goes ashore (house-8.3.2).
            table.push(Refuge(ship, "call"))
            return
        table.finish(self)
        king = sole_king(table.state)
        if king is None:
            table.emit(facts.EventIdle(self.card, "no_sole_king"))
            return
        noble = keeper(table.state, king)
        if noble is None and table.state.heirs[king].inside not in table.state.sieges:
            # An uncontrolled king goes alone and waits in the open (house-8.3.7, house-8.2.8).
            place = self._place(table)
            leave_heir(table, king, place.square, None)
            table.emit(facts.KingCalled(king, place.id, place.square))
        else:
            table.emit(facts.EventIdle(self.card, "king_besieged"))

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "ask_leave":
            self.asked.append(choice.one("place"))
            ask_leave(table, seat, choice.one("place"))
            return
        table.finish(self)
        king, noble_id = called_king(table)
        assert king is not None
        assert noble_id is not None
        spot, place = choice.one("to"), self._place(table)
        party = (noble_id, *choice.many("with"))
        go_together(table, party, spot)
        noble = table.state.nobles[noble_id]
        table.emit(facts.KingCalled(king, place.id, noble.square, noble.inside, party))
        for member in party:
            pick_up_heirs(table, member)

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "house-8.3.5", "The King is called to an embassy. First say who goes with him."
        )

    def _ship(self, table: KTable) -> str | None:
        """The ship that puts in before the King's keeper answers, if he is aboard one."""
        _, noble = called_king(table)
        if noble is None or not procedures(table).calls.lands_first(table):
            return None
        return table.state.nobles[noble].aboard

    def _place(self, table: KTable) -> Place:
        place = table.content.events[self.card].place
        assert place is not None
        return table.content.board.places[place]


def called_king(table: KTable) -> tuple[str | None, str | None]:
    """The sole king and his keeper, if he has one who is not Under Siege."""
    king = sole_king(table.state)
    if king is None:
        return None, None
    noble = keeper(table.state, king)
    if noble is None or procedures(table).calls.cut_off(table, noble):
        return None, None
    return king, noble
