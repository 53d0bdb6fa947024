"""The Event deck: when it is shuffled anew, in whichever phase the card was drawn."""

from __future__ import annotations

from bot.rules.kingmaker.changes import reshuffle_events
from bot.rules.kingmaker.state import KStep, KTable


class Reshuffle(KStep, tag="reshuffle"):
    """After an Embassy the Event deck and its discards are shuffled together (house-5.9)."""

    def advance(self, table: KTable) -> None:
        table.finish(self)
        reshuffle_events(table, "house-5.9")
