"""An answer is tried: it is given, stewards play the round to its end, then the value is asked."""

from __future__ import annotations

import random

from bot.rules.kernel import Choice, Match, Prompt
from bot.seats.comparing import Budget
from bot.seats.lancaster_steward import steward
from bot.seats.lancaster_strategist.value import chances

RUNAWAY = 400
"""So many decisions are played out at most in one world."""

BEGINNING = 2
"""Beginning a world and judging where it led cost as much as so many decisions."""

_OF_ONE_MIND = 0.85
"""So often another player votes as the steward would."""
_MOST_MARKERS = 2


class _Steady(random.Random):
    """No luck at all: what a seat itself will do later is what seems best to it."""

    def random(self) -> float:
        return 0.0


_STEADY = _Steady()


def outcome(match: Match, seat: int, choice: Choice, world: int, budget: Budget) -> float | None:
    """The seat's chance to win, at the end of the round, if it answers so in an imagined world.

    ``world`` is its number, by which luck falls. None if the budget is used up before.
    """
    state = match.position.state
    this_round, known = max(1, state.round), match.game.content
    match.submit(seat, choice)
    for number in range(RUNAWAY):
        if match.over or (state.round > this_round and state.phase == "placing"):
            break
        if budget.spent() >= 1:
            return None
        asked = match.waiting_for()[0]
        luck = _STEADY if asked == seat else random.Random(world << 12 | number << 3 | asked)
        match.submit(asked, _answer(match, asked, luck))
        budget.work()
    for _ in range(BEGINNING):
        budget.work()
    return chances(state, known)[seat]


def _answer(match: Match, seat: int, luck: random.Random) -> Choice:
    """What a seat answers in a world: as the steward, only that its vote is not so sure."""
    prompts = match.asked(seat)
    prompt = prompts[0]
    if prompt.kind == "vote" and luck.random() > _OF_ONE_MIND:
        return _any_vote(prompt, luck)
    return steward.choose(match.view(seat), prompts, seat, luck)[1]


def _any_vote(prompt: Prompt, luck: random.Random) -> Choice:
    offer = luck.choice(prompt.offers)
    counts = offer.field("markers").candidates[: _MOST_MARKERS + 1]
    return Choice.of(offer.verb, markers=luck.choice(counts))
