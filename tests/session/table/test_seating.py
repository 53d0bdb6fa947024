"""Names at the table."""

from __future__ import annotations

import pytest

from bot.session.table.seating import plain_name


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("Percy", "Percy"),
        ("  Sir\n  Percy ", "Sir Percy"),
        ("Per\u202ecy", "Percy"),
        ("\u2066Percy\u2069 \u200f\u061c", "Percy"),
        ("Per\ufeffcy\u00ad", "Percy"),
        ("\u202e\u2067", "Somebody"),
        ("\u200d", "Somebody"),
        ("", "Somebody"),
        ("👩\u200d🚀 می\u200cروم", "👩\u200d🚀 می\u200cروم"),
        ("P" * 100, "P" * 80),
    ],
)
def test_a_name_has_no_marks_that_nobody_sees(given: str, plain: str) -> None:
    assert plain_name(given) == plain
