"""What the seats of a table are called on a picture."""

from __future__ import annotations

import pytest

from rendering.canvas.seats import drawable, seat_name


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


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Anne of Łódź", "Anne of Łódź"),
        ("Борис", "Борис"),
        ("アリス", ""),
        ("アリス (alice_w)", "alice_w"),
        ("王 Bob", "Bob"),
        ("🎲🎲", ""),
        ("Bob 🎲", "Bob 🎲"),
    ],
)
def test_a_name_is_drawn_as_far_as_there_are_letters_for_it(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


def test_seats_whose_names_cannot_be_drawn_apart_have_their_numbers() -> None:
    names = ["Bob", "王 Bob", "アリス", "アリス (alice_w)"]
    assert [seat_name(seat, names) for seat in range(4)] == ["Bob", "Seat 2", "Seat 3", "alice_w"]
