"""Treaties with the French and the Scots: what they keep off, and what ends them.

A sole King makes them (ishkibibble-treatyfrance.1, ishkibibble-treatyscotland.1); what his faction
gains by them stands in :mod:`bot.rules.kingmaker.conditions.overseas`.
"""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.state import KTable

FRANCE = "continent"
"""The land of the French, by whose treaty Calais is English (ishkibibble-treatyfrance.2)."""


def end_treaties_of(table: KTable, king: str) -> None:
    """A King has died, and with him his treaties (ishkibibble-treatyfrance.4,
    ishkibibble-treatyscotland.4)."""
    for land in [land for land, maker in table.state.treaties.items() if maker == king]:
        end_treaty(table, land, "death")


def kept_off(table: KTable, card: EventCard) -> bool:
    """A card was drawn at the start of a turn: what it does to treaties, and these to it.

    A Raid, a Siege by the French, an Invasion and a War end every treaty. A treaty with the Scots
    keeps their Raid or Invasion off for this once (ishkibibble-treatyscotland.2), one with the
    French their Siege of Calais (ishkibibble-treatyfrance.2).
    """
    if not card.ends_treaties:
        return False
    off = card.barred_by in table.state.treaties
    for land in list(table.state.treaties):
        end_treaty(table, land, card.id)
    if off:
        table.emit(facts.EventIdle(card.id, "treaty"))
    return off


def end_treaty(table: KTable, land: str, by: str) -> None:
    """A treaty is over. ``by``: death, an Event card, or correction."""
    king = table.state.treaties.pop(land)
    if land == FRANCE:
        table.state.calais_with = None
    table.emit(facts.TreatyEnded(land, king, by))
