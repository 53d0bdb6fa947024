"""Lengths of time as people type them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.session import Refused
from cogs.ui.suggestions import length_of


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("90 minutes", timedelta(minutes=90)),
        ("6h", timedelta(hours=6)),
        ("1 day and 12 hours", timedelta(hours=36)),
        ("1w, 2d", timedelta(days=9)),
    ],
)
def test_what_is_understood(text: str, length: timedelta) -> None:
    assert length_of(text) == length


@pytest.mark.parametrize("text", ["", "soon", "3", "2 days or so", "12345 days", "-"])
def test_what_is_not(text: str) -> None:
    with pytest.raises(Refused, match="Say how long, for example"):
        length_of(text)
