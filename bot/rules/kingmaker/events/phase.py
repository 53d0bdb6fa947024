"""Phase 1, chance events: one Event card is drawn, and everybody obeys it (house §2.1, §8.3; base
§4); when the deck is reshuffled (house §5.9; base §2; ishkibibble-reshuffle).
"""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.abroad import kept_off
from bot.rules.kingmaker.consequences.changes import draw_event, reshuffle_events
from bot.rules.kingmaker.procedures import RESHUFFLINGS, handler_of, procedures
from bot.rules.kingmaker.state import KStep, KTable


class Reshuffle(KStep, tag="reshuffle"):
    """After an Embassy or another card that reshuffles, the Event deck and its discards are
    shuffled together (house-5.9).
    """

    def advance(self, table: KTable) -> None:
        table.finish(self)
        reshuffle_events(table, "house-5.9")


@RESHUFFLINGS.named("empty")
class WhenEmpty:
    """Shuffle only when the deck is empty (base-2.2)."""

    def at_start_of_turn(self, table: KTable) -> None:
        """An Embassy is a card like any other."""

    def in_combat(self, table: KTable) -> None:
        """Nothing is shuffled."""

    def turn_ends(self, table: KTable) -> None:
        """The end of a turn changes nothing."""


@RESHUFFLINGS.named("embassy_now")
class AtOnceAfterEmbassy(WhenEmpty):
    """Shuffle as soon as an Embassy, or another card that reshuffles, is over; if it was drawn in a
    combat, as soon as the combat is over (house-5.9).
    """

    def at_start_of_turn(self, table: KTable) -> None:
        """The shuffle comes after any step put on top of it."""
        table.push(Reshuffle())

    def in_combat(self, table: KTable) -> None:
        """The deck is shuffled after a combat too (house-5.9b)."""
        table.push(Reshuffle())


@RESHUFFLINGS.named("listed_end_of_turn")
class AtEndOfTurn(WhenEmpty):
    """Shuffle at the end of a turn that began with a card that reshuffles
    (ishkibibble-reshuffle.2); in combat such a card is like any other (ishkibibble-reshuffle.1).
    """

    def at_start_of_turn(self, table: KTable) -> None:
        """The shuffle waits until the end of the turn."""
        table.state.reshuffle_due = True

    def turn_ends(self, table: KTable) -> None:
        """The deck is reshuffled now (ishkibibble-reshuffle.2)."""
        if table.state.reshuffle_due:
            table.state.reshuffle_due = False
            reshuffle_events(table, "ishkibibble-reshuffle.2")


class EventPhase(KStep, tag="event_phase"):
    """Draw exactly one card (house-2.1a, base-4.1), which everybody obeys (house-2.1b,
    classic-turn.1)."""

    seat: Seat

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
