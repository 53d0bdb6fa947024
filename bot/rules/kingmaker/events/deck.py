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

    def turn_ends(self, table: KTable) -> None:
        """All is shuffled that had to be."""


class AtEndOfTurn:
    """Shuffle at the end of a turn that began with such a card (ishkibibble-reshuffle.1,
    ishkibibble-reshuffle.2).
    """

    def at_start_of_turn(self, table: KTable) -> None:
        """The shuffle waits."""
        table.state.reshuffle_due = True

    def in_combat(self, table: KTable) -> None:
        """Then it is a card like any other (ishkibibble-reshuffle.1)."""

    def turn_ends(self, table: KTable) -> None:
        """Now it is time (ishkibibble-reshuffle.2)."""
        if table.state.reshuffle_due:
            table.state.reshuffle_due = False
            reshuffle_events(table, "ishkibibble-reshuffle.2")


class WhenEmpty:
    """Shuffle only when the deck is empty (base-2.2)."""

    def at_start_of_turn(self, table: KTable) -> None:
        """An Embassy is a card like any other."""

    def in_combat(self, table: KTable) -> None:
        """So it is then."""

    def turn_ends(self, table: KTable) -> None:
        """A turn's end changes nothing."""
