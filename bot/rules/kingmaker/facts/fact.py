"""The base of all facts of Kingmaker."""

from __future__ import annotations

from bot.rules.kernel import Event


class Fact(Event, frozen=True):
    """A fact of Kingmaker."""
