"""What all of Parliament's business looks at: who sits, and the Event cards that it costs."""

from __future__ import annotations

from bot.rules.kingmaker.state import KTable, Sitting


def sitting_of(table: KTable) -> Sitting:
    """The Parliament that sits."""
    sitting = table.state.sitting
    assert sitting is not None
    return sitting


def held(table: KTable, seat: int, kind: str) -> list[str]:
    """The Event cards of a kind that a seat holds, face up."""
    cards = table.state.factions[seat].held
    return [card for card in cards if table.content.events[card].kind == kind]


def spend(table: KTable, seat: int, kind: str) -> str:
    """Discard a held Event card of a kind."""
    card = held(table, seat, kind)[0]
    table.state.factions[seat].held.remove(card)
    table.state.event_discards.append(card)
    return card
