"""What all of Parliament's business looks at: who sits, and the Event cards that it costs."""

from __future__ import annotations

from bot.rules.kingmaker.state import KTable, Sitting, State


def sitting_of(table: KTable) -> Sitting:
    """The Parliament that sits."""
    sitting = table.state.sitting
    assert sitting is not None
    return sitting


def order_from_left(state: State, seat: int) -> list[int]:
    """All seats clockwise from the left of a seat, that seat last."""
    count = len(state.factions)
    return [(seat + step) % count for step in range(1, count + 1)]


def caller_first(table: KTable) -> list[int]:
    """All seats, whoever called first, then clockwise (base-15.5)."""
    *others, caller = order_from_left(table.state, sitting_of(table).caller)
    return [caller, *others]


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
