"""Event cards that send the clergy somewhere: the noble beside whom a bishop lies goes."""

from __future__ import annotations

from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.events.calls import Summons, called_nobles
from bot.rules.kingmaker.state import KTable


def heresy(table: KTable, card: EventCard, seat: int) -> None:
    """All bishops and archbishops return to their dioceses (ishkibibble-heresy.1).

    It is neither a raid nor a revolt, so nobody goes in their place. What the card says in combat
    is data (ishkibibble-heresy.2).
    """
    calls = called_nobles(table, card)
    if calls:
        table.push(Summons(calls))
