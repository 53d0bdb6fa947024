"""A sentence that was said to whoever did something, as others read it behind his name."""

from __future__ import annotations

import pytest

from bot.words.phrases import of_another


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Your movement ends.", "the movement ends."),
        ("You propose Percy as Earl of Kent.", "proposes Percy as Earl of Kent."),
        ("You bring no more business.", "brings no more business."),
        ("You pass on a title.", "passes on a title."),
        ("You do not let him be crowned.", "does not let him be crowned."),
        ("You are done with the castle.", "is done with the castle."),
        ("You let your House crown him.", "lets the House crown him."),
        ("Percy marches to S21 London.", "Percy marches to S21 London."),
        ("Nobody is crowned.", "Nobody is crowned."),
    ],
)
def test_nobody_else_is_called_you(said: str, told: str) -> None:
    assert of_another(said) == told
