"""Every step of the rules can be saved and read again."""

from __future__ import annotations

from typing import Any, get_args

from bot.rules.kernel import Step
from bot.rules.kingmaker.game import AnyStep


def below(step: type[Any]) -> set[type[Any]]:
    """All kinds of a step."""
    found: set[type[Any]] = set(step.__subclasses__())
    for one in list(found):
        found |= below(one)
    return found


def test_every_step_is_among_those_that_a_saved_game_may_hold() -> None:
    mine = {step for step in below(Step) if step.__module__.startswith("bot.rules.kingmaker")}
    # Of which there are kinds is no step itself, but what several have in common.
    mine = {step for step in mine if not step.__subclasses__()}
    assert len(mine) > 70
    assert {step.__name__ for step in mine - set(get_args(AnyStep))} == set()
