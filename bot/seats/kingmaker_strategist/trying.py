"""A plan is tried: the seat's turn by the plan, a round by the quick policy, then the value."""

from __future__ import annotations

from bot.rules.kernel import Choice, Match
from bot.seats.comparing import Budget
from bot.seats.kingmaker_strategist.plans import TurnPlan
from bot.seats.kingmaker_strategist.quick import QuickTable
from bot.seats.kingmaker_strategist.value import chances

RUNAWAY = 400
"""So many decisions are played out at most in one world."""


def outcome(
    match: Match,
    seat: int,
    plan: TurnPlan,
    budget: Budget,
    *,
    opening: Choice | None = None,
    brief: bool = False,
) -> float | None:
    """The seat's chance to win after its plan and a round played out: at the end of its next
    turn, or if ``brief`` of this one. ``opening`` is its answer to what it is asked now. None if
    the budget is used up before."""
    table = QuickTable(match, seat, plan, opening)
    state = match.position.state
    last = state.turn + (0 if brief else match.game.seats(state))
    for _ in range(RUNAWAY):
        if match.over or state.turn > last:
            break
        if budget.spent() >= 1:
            return None
        table.step()
        budget.work()
    return chances(match.view(None), match.game.content)[seat]
