"""Sieges as such: laying, holding, joining, breaking (house §6.2 to §6.4)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces import defence, strength
from bot.rules.kingmaker.state import KTable, Siege


def lay_siege(table: KTable, seat: int, place_id: str, nobles: list[str], by: str) -> None:
    """Put a place Under Siege; this is the first turn of the siege (house-6.2c)."""
    state, place = table.state, table.content.board.places[place_id]
    for noble in nobles:
        state.nobles[noble].attacked = True
    total = defence(table, place)
    state.sieges[place_id] = Siege(seat, list(nobles))
    table.emit(facts.SiegeLaid(seat, place_id, tuple(nobles), strength(table, nobles), total, by))


def join_siege(table: KTable, seat: int, place_id: str, nobles: tuple[str, ...]) -> None:
    """Further nobles of the besieger take part."""
    siege = table.state.sieges[place_id]
    new = tuple(noble for noble in nobles if noble not in siege.besiegers)
    siege.besiegers.extend(new)
    for noble in nobles:
        table.state.nobles[noble].attacked = True
    if new:
        table.emit(facts.SiegeJoined(seat, place_id, new))


def can_hold(table: KTable, place_id: str) -> bool:
    """Whether the besiegers are still half as strong as the defence (house-6.4e)."""
    siege, place = table.state.sieges[place_id], table.content.board.places[place_id]
    share, whole = table.content.ruleset.lay_share
    return strength(table, siege.besiegers) * whole >= defence(table, place) * share


def break_siege(table: KTable, place_id: str, reason: str) -> None:
    """End a siege without success; the garrison is whole again (house-6.4f)."""
    siege = table.state.sieges.pop(place_id)
    table.emit(facts.SiegeBroken(siege.seat, place_id, reason))


def review_sieges(table: KTable) -> None:
    """Break every siege that lost nobles and is now too weak (house-6.4e)."""
    state = table.state
    for place_id, siege in list(state.sieges.items()):
        square = table.content.board.places[place_id].square
        present = [
            key
            for key in siege.besiegers
            if (noble := state.nobles.get(key)) is not None
            and noble.square == square
            and noble.inside is None
            and noble.captor is None
        ]
        if len(present) == len(siege.besiegers):
            continue
        siege.besiegers = present
        if not present or not can_hold(table, place_id):
            break_siege(table, place_id, "weakness")
