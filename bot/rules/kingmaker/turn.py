"""The turn of a player and its six phases (house §1, §2)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat import CombatPhase
from bot.rules.kingmaker.coronation import CoronationPhase
from bot.rules.kingmaker.draw import DrawPhase
from bot.rules.kingmaker.event_phase import EventPhase
from bot.rules.kingmaker.movement import MovementPhase, Overcrowded
from bot.rules.kingmaker.state import PHASES, KStep, KTable, Phase
from bot.rules.kingmaker.victory import final_reckoning


class Turns(KStep, tag="turns"):
    """Turn after turn, clockwise, each through its phases in fixed order (house-1.14).

    ``next_phase`` is the index in ``PHASES`` of the phase that comes next.
    """

    next_phase: int = 0

    def advance(self, table: KTable) -> None:
        state = table.state
        if self.next_phase == len(PHASES):
            self.next_phase += 1
            table.push(Overcrowded())
            return
        if self.next_phase > len(PHASES):
            self._end_turn(table)
            return
        if self.next_phase == 0:
            table.emit(facts.TurnBegan(state.active, state.round))
        phase = PHASES[self.next_phase]
        self.next_phase += 1
        state.phase = phase
        step = _phase_step(phase, state.active)
        if step is not None:
            table.push(step)

    def _end_turn(self, table: KTable) -> None:
        state = table.state
        self.next_phase = 0
        following = (state.active + 1) % len(state.factions)
        last_round = state.rounds_limit is not None and state.round >= state.rounds_limit
        if following == state.first and last_round and not state.time_up:
            state.time_up = True
            table.emit(facts.TimeCalled(state.round))
        if state.time_up:
            final_reckoning(table)
            return
        state.active = following
        if following == state.first:
            state.round += 1


def _phase_step(phase: Phase, seat: int) -> KStep | None:
    """The step of a phase. The Parliament phase has no business of its own as yet."""
    if phase == "event":
        return EventPhase(seat)
    if phase == "movement":
        return MovementPhase(seat)
    if phase == "combat":
        return CombatPhase(seat)
    if phase == "coronation":
        return CoronationPhase(seat)
    if phase == "draw":
        return DrawPhase(seat)
    return None
