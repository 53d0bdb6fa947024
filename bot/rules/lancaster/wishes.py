"""What a seat might want to do now, so that it can be told why it cannot."""

from __future__ import annotations

from bot.rules.kernel import Choice, Seat
from bot.rules.lancaster.placing import Placing, castle_spaces
from bot.rules.lancaster.rewards.castles import ScoreCastle
from bot.rules.lancaster.rewards.counties import SettleCounty
from bot.rules.lancaster.sides import OWN
from bot.rules.lancaster.state import LTable


def wishes(table: LTable, seat: Seat) -> list[Choice]:
    """Places for a knight, answers in a county, and spaces of a castle."""
    state, step = table.state, table.agenda[-1]
    if isinstance(step, Placing) and state.active == seat:
        return _placements(table, seat)
    if isinstance(step, SettleCounty) and state.counties[step.county].side == seat:
        return [Choice(verb) for verb in ("reward", "nobleman", "both")]
    if isinstance(step, ScoreCastle) and step.side == seat:
        return [Choice.of("score", space=space) for space in step.left]
    return []


def _placements(table: LTable, seat: Seat) -> list[Choice]:
    """Every place, for the player's own strongest knight with all his squires."""
    state = table.state
    house = state.houses[seat]
    if not house.court:
        return []
    whose = {"house": OWN} if len(state.sides_of(seat)) > 1 else {}
    mine = {**whose, "knight": str(max(house.court))}
    squires = str(house.squires)
    return [
        *(Choice.of("county", **mine, county=c, squires=squires) for c in table.content.counties),
        *(Choice.of("castle", **mine, space=space) for space in castle_spaces(table, seat)),
        *(Choice.of("conflict", **mine, card=found.card) for found in state.conflicts()),
    ]
