"""A player's turn and its six phases (house §1, §2)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.cards.deals import remind
from bot.rules.kingmaker.cards.draw import DrawPhase
from bot.rules.kingmaker.combat.phase import CombatPhase
from bot.rules.kingmaker.conditions import lasting
from bot.rules.kingmaker.conditions.kings_peace import peace_ends
from bot.rules.kingmaker.conditions.sides import (
    act_within,
    counted_with,
    follows,
    given,
    house_served,
)
from bot.rules.kingmaker.entering import Overcrowded
from bot.rules.kingmaker.events.phase import EventPhase
from bot.rules.kingmaker.families.alignment import Declarations
from bot.rules.kingmaker.families.heads import count_waiting
from bot.rules.kingmaker.movement.land import MovementPhase
from bot.rules.kingmaker.parliament.calling import ParliamentPhase
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.recruiting import Recruiting, recruits, remember
from bot.rules.kingmaker.royals.coronation import CoronationPhase
from bot.rules.kingmaker.royals.houses import TwoHouses, holds_both_houses
from bot.rules.kingmaker.state import PHASES, KStep, KTable, Phase


class Turns(KStep, tag="turns"):
    """Turn after turn, clockwise, each through its phases in fixed order (house-1.14).

    ``next_phase`` is the index in ``PHASES`` of the phase that comes next. ``within`` are families
    that have yet to act in the current phase, in the turn of the House of the seat ``lead``, and
    ``recruiting`` are the seats that recruit once all of them have moved.
    """

    next_phase: int = 0
    within: list[Seat] = []
    lead: Seat | None = None
    recruiting: list[Seat] = []

    def advance(self, table: KTable) -> None:
        state = table.state
        if self.within:
            self._family_acts(table)
            return
        if self.recruiting:
            self._next_recruits(table)
            return
        if self.lead is not None:
            state.active, self.lead = self.lead, None
        if self.next_phase == len(PHASES):
            self.next_phase += 1
            for seat in (state.active, *act_within(table, state.active)):
                count_down_bars(table, seat)
            table.push(Overcrowded(), TwoHouses(state.active))
            return
        if self.next_phase > len(PHASES):
            self._end_turn(table)
            return
        before = self._begin_turn(table) if self.next_phase == 0 else ()
        phase = PHASES[self.next_phase]
        self.next_phase += 1
        self._enter(table, phase)
        table.push(*before, phase_step(phase, state.active))

    def skip_to(self, table: KTable, phase: Phase) -> None:
        """Continue the turn of the active seat with this phase."""
        state = table.state
        if self.lead is not None:
            state.active, self.lead = self.lead, None
        self.next_phase = PHASES.index(phase) + 1
        self._enter(table, phase)

    def _enter(self, table: KTable, phase: Phase) -> None:
        """Enter a phase of the active seat's turn, and note the seats that act in it afterwards.

        At the end of the movement phase, the seats that may recruit do so in the same order
        (families-recruit.4).
        """
        state = table.state
        state.phase = phase
        self.within = act_within(table, state.active, phase)
        acting = [state.active, *self.within] if phase == "movement" else []
        self.recruiting = [seat for seat in acting if recruits(table, seat)]

    def _family_acts(self, table: KTable) -> None:
        """The next family acts in a phase of the turn of its House (families-turn.6)."""
        state = table.state
        seat = self.within.pop(0)
        if state.sides[seat].extinct:
            return
        self._takes_over(table, seat)
        if state.phase == "movement":
            remind(table)
        table.push(phase_step(state.phase, seat))

    def _next_recruits(self, table: KTable) -> None:
        """The next seat that has moved recruits (families-recruit.4)."""
        seat = self.recruiting.pop(0)
        if recruits(table, seat):
            self._takes_over(table, seat)
            table.push(Recruiting(seat))

    def _takes_over(self, table: KTable, seat: Seat) -> None:
        """A seat acts within the turn of its House."""
        if self.lead is None:
            self.lead = table.state.active
        table.state.active = seat

    def _begin_turn(self, table: KTable) -> Sequence[KStep]:
        """Begin a turn, and return the steps that come before its first phase."""
        state = table.state
        state.turn += 1
        over = peace_ends(state, state.active)
        if over:
            table.emit(facts.PeaceEnded(() if state.peace is None else over))
        acting = (state.active, *act_within(table, state.active))
        for noble in state.nobles.values():
            if noble.seat in acting:
                noble.fought = False
        for one in state.factions:
            one.traded = []
        faction = state.factions[state.active]
        faction.began_with_both = holds_both_houses(table, state.active)
        table.emit(facts.TurnBegan(state.active, state.round))
        lasting.turn_begins(table, state.active)
        procedures(table).victory.turn_begins(table, state.active)
        remind(table)
        alliances = procedures(table).alliances.turn_begins(table, state.active)
        if not given(state):
            return alliances
        families = []
        remember(table, state.active)
        families.append(FamiliesBegin(state.active))
        return [Declarations(state.active), *alliances, *families]

    def _end_turn(self, table: KTable) -> None:
        state = table.state
        self.next_phase = 0
        lasting.turn_ends(table, state.active)
        procedures(table).reshuffle.turn_ends(table)
        procedures(table).victory.turn_ends(table, state.active)
        if state.result is not None:
            return
        following = follows(table, state.active)
        last_round = state.rounds_limit is not None and state.round >= state.rounds_limit
        if following == state.first and last_round and not state.time_up:
            state.time_up = True
            table.emit(facts.TimeCalled(state.round))
        if state.time_up:
            procedures(table).limit(table)
            return
        table.push(*count_waiting(table, state.active))
        state.active = following
        if following == state.first:
            state.round += 1


class FamiliesBegin(KStep, tag="families_begin"):
    """When a House (``seat``) begins its turn, so does each family that serves it, or is neutral
    and favours it (families-turn.6)."""

    seat: Seat

    def advance(self, table: KTable) -> None:
        table.finish(self)
        state, alliances = table.state, procedures(table).alliances
        families = counted_with(state, table.content, house_served(state, self.seat))
        for family in families:
            remember(table, family)
        table.push(*(step for one in families for step in alliances.turn_begins(table, one)))


def count_down_bars(table: KTable, seat: Seat) -> None:
    """At the end of a turn, count down the bars on former garrison allies (house-8.5.5)."""
    for noble in table.state.nobles.values():
        if noble.seat == seat and noble.barred is not None:
            noble.barred_turns -= 1
            if noble.barred_turns <= 0:
                noble.barred, noble.barred_turns, noble.barred_by = None, 0, ""
                noble.barred_too = {}


def phase_step(phase: Phase, seat: Seat) -> KStep:
    """The step of a phase."""
    if phase == "event":
        return EventPhase(seat)
    if phase == "movement":
        return MovementPhase(seat)
    if phase == "combat":
        return CombatPhase(seat)
    if phase == "parliament":
        return ParliamentPhase(seat)
    if phase == "coronation":
        return CoronationPhase(seat)
    return DrawPhase(seat)
