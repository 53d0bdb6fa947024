"""What the seats of a table are called on a picture."""

from __future__ import annotations

import pytest

from rendering.canvas.seats import seat_name


@pytest.mark.parametrize(
    ("seat", "names", "called"),
    [
        (0, ["Anne", "Bob"], "Anne"),
        (1, ["Anne", "Bob"], "Bob"),
        (2, ["Anne", "Bob"], "Seat 3"),
        (0, [], "Seat 1"),
        (1, None, "Seat 2"),
    ],
)
def test_a_seat_has_the_name_given_or_its_number(
    seat: int, names: list[str] | None, called: str
) -> None:
    assert seat_name(seat, names) == called
