"""The two Plantagenets: nobles who serve whoever controls the senior heir of their house
(base-19.3)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import (
    claim,
    discard,
    enter_play,
    idle_ships,
    lose_place,
    pass_on_heirs,
    pick_up_heirs,
    stand,
    stand_open,
    to_chancery,
)
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession.line import BEAUFORT, heirs_with, whereabouts
from bot.rules.kingmaker.succession.loyalty import served_by

_PHASE_ON_TOP = 2
"""Steps on the agenda while nothing lies upon the phase: the turns, and the phase."""


def review_plantagenets(table: KTable) -> None:
    """Each serves the faction that controls his senior heir now.

    What is under way, as a battle with its ransoms, is settled first.
    """
    if len(table.agenda) > _PHASE_ON_TOP:
        return
    for noble_id in table.content.ruleset.family_nobles:
        heir, seat = served_by(table, noble_id)
        if heir is None or seat is None:
            continue  # nobody has gained control, so nothing changes
        spot = _spot(table, heir)
        noble = table.state.nobles.get(noble_id)
        if spot is None or (noble is not None and noble.aboard is not None):
            continue  # he waits until both are ashore
        former = None if noble is None else noble.seat
        if former == seat or (noble is None and not _may_come(table, noble_id, heir, seat)):
            continue
        if former is not None:
            _leave(table, noble_id)
        table.emit(facts.PlantagenetServes(noble_id, seat, former, heir))
        _appear(table, noble_id, seat, *spot)


def _spot(table: KTable, heir: str) -> tuple[str, str | None] | None:
    """Where an heir is; None while he is aboard a ship."""
    if heir == BEAUFORT:
        found = table.state.nobles[heir]
        square, place = found.square, found.inside
    else:
        square, place = whereabouts(table.state, heir)
    return (square, place) if square else None


def _may_come(table: KTable, noble_id: str, heir: str, seat: int) -> bool:
    """A noble who was killed stays out until that heir dies or joins another faction (base-19.3).

    A loyal one comes back at the next draw of his faction (base-19.8), or at once to another.
    """
    fallen = table.state.fallen.get(noble_id)
    return fallen is None or fallen.heir != heir or fallen.seat != seat


def _leave(table: KTable, noble_id: str) -> None:
    """He leaves his cards: titles and offices to the Chancery, the rest to the discards."""
    state = table.state
    pass_on_heirs(table, noble_id, heirs_with(state, noble_id))
    noble = state.leave_play(noble_id)
    high = [card for card in (noble.title, noble.office) if card is not None]
    to_chancery(table, high, noble.seat)
    discard(table, noble.cards, noble.seat)
    for card in (*high, *noble.cards):
        idle_ships(table, card)
    for place in [key for key, holder in state.control.items() if holder == noble_id]:
        lose_place(table, place, noble.seat)
    for siege in state.sieges.values():
        siege.besiegers = [other for other in siege.besiegers if other != noble_id]


def _appear(table: KTable, noble_id: str, seat: int, square: str, place: str | None) -> None:
    """He stands where the heir is, inside if there is room for him; he has not moved."""
    state = table.state
    state.fallen.pop(noble_id, None)
    state.loyal.pop(noble_id, None)
    enter_play(table, noble_id, seat)
    for castle in table.content.castles_of(noble_id):
        claim(table, castle, noble_id, "castle")
    if place is None:
        stand_open(table, noble_id, square)
    else:
        stand(table, noble_id, table.content.board.places[place])
    noble = state.nobles[noble_id]
    table.emit(facts.NobleEntered(seat, noble_id, noble.square, noble.inside))
    pick_up_heirs(table, noble_id)
