"""Whatever is corrected in games of the whole second edition: refused, or all stays whole."""

from __future__ import annotations

import pytest

from bot.games import game_for
from bot.rules.kingmaker.corrections.land import VERBS
from tests.rules.kingmaker.corrections.mending import at_random


def test_what_is_tried_in_a_short_game_leaves_everything_whole() -> None:
    done = at_random(game_for("kingmaker", "ishkibibble"), ("one",), 80, {})
    assert done.total() > 20, done


@pytest.mark.long
def test_every_correction_is_taken_in_games_with_all_cards() -> None:
    seeds = [f"mend-{number}" for number in range(12)]
    done = at_random(game_for("kingmaker", "ishkibibble"), seeds, 200, {})
    assert set(done) == set(VERBS), done
