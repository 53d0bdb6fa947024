"""Phase 1, chance events: draw one Event card, everybody obeys (house §2.1, §8.3; base §4)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.treaties import kept_off
from bot.rules.kingmaker.consequences.changes import draw_event
from bot.rules.kingmaker.procedures import handler_of, procedures
from bot.rules.kingmaker.state import KStep, KTable


class EventPhase(KStep, tag="event_phase"):
    """Draw exactly one card (house-2.1a, base-4.1), which everybody obeys (house-2.1b,
    classic-turn.1)."""

    seat: int

    def advance(self, table: KTable) -> None:
        table.finish(self)
        card_id = draw_event(table)
        card = table.content.events[card_id]
        table.emit(facts.EventDrawn(self.seat, card.face))
        if card.veiled:
            table.emit(facts.EventDrawn(self.seat, card_id, audience=(self.seat,)))
        if card.hold:  # base-4.2
            table.state.factions[self.seat].held.append(card_id)
            table.emit(facts.EventKept(self.seat, card.face))
            return
        table.state.event_discards.append(card_id)
        handler, off = handler_of(table, card), kept_off(table, card)
        if handler.reshuffles:
            procedures(table).reshuffle.at_start_of_turn(table)
        if off:
            return
        assert handler.drawn is not None
        handler.drawn(table, card, self.seat)
