"""The Event deck: when it is shuffled anew, in whichever phase the card was drawn."""

from __future__ import annotations

from bot.rules.kingmaker.changes import reshuffle_events
from bot.rules.kingmaker.state import KStep, KTable


class Reshuffle(KStep, tag="reshuffle"):
    """After an Embassy the Event deck and its discards are shuffled together (house-5.9)."""

    def advance(self, table: KTable) -> None:
        table.finish(self)
        reshuffle_events(table, "house-5.9")


class AtOnceAfterEmbassy:
    """Shuffle as soon as an Embassy, or the combat it was drawn in, is over (house-5.9)."""

    def at_start_of_turn(self, table: KTable) -> None:
        """The shuffle comes after what is put on top of it."""
        table.push(Reshuffle())

    def in_combat(self, table: KTable) -> None:
        """So it does then (house-5.9b)."""
        table.push(Reshuffle())


class WhenEmpty:
    """Shuffle only when the deck is empty (base-2.2)."""

    def at_start_of_turn(self, table: KTable) -> None:
        """An Embassy is a card like any other."""

    def in_combat(self, table: KTable) -> None:
        """So it is then."""
