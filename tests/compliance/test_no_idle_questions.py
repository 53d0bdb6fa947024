"""In whole games by computers nobody is asked where a single answer is possible.

Only sealed and guarded questions are asked all the same, since their lack would tell a secret.
"""

from __future__ import annotations

import random
from itertools import islice

import pytest

from bot.games import policy_for
from bot.rules.kernel import Match, Offer, Prompt
from bot.rules.kingmaker.conditions.lasting import may_keep
from tests.compliance.whole_games import SOME_KINDS, Kind, unless_long

LONGEST = 150
"""Decisions of each game that are looked at."""

AT_ONCE = ("settle_in_turn", "peoples_parliament")
"""Which of the nobles is named is a choice, whatever each one's places are."""

IN_ORDER = "base-15.31"
"""Where a noble without a castle goes may depend on who went before him."""


def ways(offer: Offer) -> int:
    """How many answers an offer leaves; of many, some number above one."""
    found = 1
    for field in offer.fields:
        found *= 2 if field.free else len(list(islice(field.selections(), 2)))
    return found


def by_a_secret(match: Match, prompt: Prompt) -> bool:
    """Whether somebody could hold a Free Move, as far as all know, and keep any noble from home by
    it: nobody may learn whether he does by what he is asked."""
    state, content = match.position.state, match.game.content
    return prompt.kind == "return_home" and may_keep(state, content, prompt.seat, "free_move")


def idle(match: Match, prompt: Prompt) -> bool:
    """Whether a question, or a part of it that nothing else touches, has a single answer."""
    if not prompt.blocking or prompt.sealed or prompt.guarded or prompt.seconds is not None:
        return False
    if sum(map(ways, prompt.offers)) < 2:
        return True
    named = [{c for field in o.fields for c in field.candidates} for o in prompt.offers]
    parts = {offer.verb for offer in prompt.offers} == {prompt.offers[0].verb}
    return (
        parts
        and prompt.kind not in AT_ONCE
        and not by_a_secret(match, prompt)
        and any(
            ways(offer) == 1
            and offer.rule != IN_ORDER
            and all(mine.isdisjoint(other) for other in named if other is not mine)
            for offer, mine in zip(prompt.offers, named, strict=True)
        )
    )


@pytest.mark.parametrize("kind", unless_long(SOME_KINDS), ids=str)
def test_nobody_is_asked_where_one_answer_is_possible(kind: Kind) -> None:
    match, _ = kind.begin(f"idle {kind}")
    chance, steward = random.Random(str(kind)), policy_for(kind.game, "steward")
    for _ in range(LONGEST):
        if match.over:
            break
        waited = match.waiting_for()
        assert [p for seat in waited for p in match.asked(seat) if idle(match, p)] == []
        seat = chance.choice(waited)
        choice = steward.choose(match.view(seat), match.asked(seat), seat, chance)[1]
        match.submit(seat, choice)
