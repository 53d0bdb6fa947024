"""Letting a captive go before his ransom is paid (ishkibibble-ransom.5)."""

from __future__ import annotations

from bot.rules.kernel import Field, IllegalChoice, Offer, Stops, free
from bot.rules.kingmaker.state import KTable


def freeing_offers(table: KTable, seat: int) -> list[Offer]:
    """The captives whom a seat may free."""
    held = tuple(c for c in table.state.custody if free(freeing_stops(table, seat, c)))
    rule = "ishkibibble-ransom.5"
    return [Offer("free_captive", (Field("captive", held),), rule)] if held else []


def freeing_stops(table: KTable, seat: int, captive: str) -> Stops:
    """Who holds a captive may free him at any time."""
    held = table.state.custody.get(captive)
    if held is None:
        yield IllegalChoice("ishkibibble-ransom.5", "Nobody is held for a ransom by that name.")
    elif held.captor != seat:
        yield IllegalChoice("ishkibibble-ransom.5", "You free only a captive of your own.")
