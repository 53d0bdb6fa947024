"""The rounds and their phases (lancaster §4)."""

from __future__ import annotations

from bot.rules.lancaster import facts
from bot.rules.lancaster.parliament import Parliament
from bot.rules.lancaster.placing import Placing
from bot.rules.lancaster.prepare import PrepareNextRound
from bot.rules.lancaster.rewards.castles import Castles
from bot.rules.lancaster.rewards.conflicts import Conflicts
from bot.rules.lancaster.rewards.counties import Counties
from bot.rules.lancaster.state import PHASES, LStep, LTable, Phase


class Rounds(LStep, tag="rounds"):
    """Round after round through the phases in fixed order (lancaster-4.1, lancaster-4.2).

    ``next_phase`` is the index in ``PHASES`` of the phase that comes next.
    """

    next_phase: int = 0

    def advance(self, table: LTable) -> None:
        state = table.state
        if self.next_phase == 0:
            state.round += 1
            table.emit(facts.RoundBegan(state.round, state.starter))
        enter_phase(table, self, PHASES[self.next_phase])


def enter_phase(table: LTable, rounds: Rounds, phase: Phase) -> None:
    """Begin a phase of the present round, from which the round goes on."""
    state = table.state
    rounds.next_phase = (PHASES.index(phase) + 1) % len(PHASES)
    state.phase = phase
    state.active = state.starter
    table.emit(facts.PhaseBegan(phase, state.round))
    table.push(_phase_step(phase))


def _phase_step(phase: Phase) -> LStep:
    """The step of a phase."""
    if phase == "placing":
        return Placing()
    if phase == "parliament":
        return Parliament()
    if phase == "counties":
        return Counties()
    if phase == "castles":
        return Castles()
    if phase == "conflicts":
        return Conflicts()
    return PrepareNextRound()
