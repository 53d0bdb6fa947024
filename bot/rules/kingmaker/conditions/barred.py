"""Fortresses that former garrison allies may not attack yet (house-8.5.5, house-8.5.12)."""

from __future__ import annotations

from bot.rules.kingmaker.state import KTable, Noble


def bar(table: KTable, noble: Noble, place: str | None, rule: str) -> None:
    """A noble may not attack a fortress until the end of his player's turn, this one or the next
    (house-8.5.5, house-8.5.12).

    What was barred to him before stays so.
    """
    if noble.barred is not None and noble.barred != place:
        noble.barred_too[noble.barred] = noble.barred_by
    noble.barred, noble.barred_turns, noble.barred_by = place, 1, rule


def bars(noble: Noble) -> dict[str, str]:
    """The fortresses that a noble may not attack, each with the rule."""
    last = {} if noble.barred is None else {noble.barred: noble.barred_by}
    return noble.barred_too | last
