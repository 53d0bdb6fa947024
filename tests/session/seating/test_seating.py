"""Names at the table, and who sits down and gets up."""

from __future__ import annotations

import pytest

from bot.session import Refused, SeatInfo, seating
from bot.session.receipts import NO_SEAT_HERE
from bot.session.seating import plain_name

ALICE = SeatInfo(0, 101, "Alice")
BOB = SeatInfo(1, 102, "Bob")
FREE = SeatInfo(2, None, "Cecily")
ANOTHER = SeatInfo(3, None, "Duncan")
COMPUTER = SeatInfo(4, None, "Steward 1 (computer)", "steward")


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
        ("\u3164", "Somebody"),
        ("\u2800\u2800", "Somebody"),
        ("\u0301\ufe0f", "Somebody"),
        ("Sir\u3164Percy\u034f", "Sir Percy"),
        ("👩\u200d🚀 می\u200cروم", "👩\u200d🚀 می\u200cروم"),
        ("P" * 100, "P" * 80),
    ],
)
def test_a_name_has_no_marks_that_nobody_sees(given: str, plain: str) -> None:
    assert plain_name(given) == plain


def test_in_a_lobby_who_joins_sits_down_beside_the_others() -> None:
    assert seating.joined([ALICE], 2, 102, " Bob ", False) == [ALICE, BOB]
    # Beyond the seats of the table up to five people wait for one.
    waiting = [SeatInfo(number, 110 + number, f"Guest {number}") for number in range(2, 7)]
    cecily = SeatInfo(6, 103, "Cecily")
    assert seating.joined([ALICE, BOB, *waiting[:4]], 2, 103, "Cecily", False)[6] == cecily
    with pytest.raises(Refused) as refused:
        seating.joined([ALICE, BOB, *waiting], 2, 103, "Cecily", False)
    assert refused.value.text == "All seats are taken, and enough people are waiting for one."


def test_in_a_running_game_who_joins_takes_over_a_free_seat() -> None:
    seats = [ALICE, FREE, ANOTHER, COMPUTER]
    taken = seating.joined(seats, 4, 109, "Emma", True)
    assert taken == [ALICE, SeatInfo(2, 109, "Emma"), ANOTHER, COMPUTER]
    # Who has sat there before, by the name, has their own again.
    back = seating.joined(seats, 4, 104, "Duncan\n", True)
    assert back == [ALICE, FREE, SeatInfo(3, 104, "Duncan"), COMPUTER]
    with pytest.raises(Refused) as refused:
        seating.joined([ALICE, COMPUTER], 5, 109, "Emma", True)
    assert refused.value.text == "The game has begun, and no seat is free."


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Bob", "Bob (2)"),
        ("bób!", "bób! (2)"),
        ("Steward 1", "Steward 1 (2)"),
        ("Bobby", "Bobby"),
        ("🎲", "🎲"),
        ("B" * 80, "B" * 80),
    ],
)
def test_the_second_of_one_name_is_marked(name: str, called: str) -> None:
    seats = [ALICE, BOB, COMPUTER]
    newcomer = SeatInfo(3, 109, called)
    assert seating.joined(seats, 4, 109, name, False) == [*seats, newcomer]
    # A third one has the next number.
    third = seating.name_apart([*seats, SeatInfo(3, 109, "Bob (2)")], 4, "Bob")
    assert third == "Bob (3)"


def test_a_long_name_is_marked_within_its_length() -> None:
    long = SeatInfo(0, 101, "B" * 80)
    assert seating.name_apart([long], 1, "B" * 90) == "B" * 76 + " (2)"


def test_the_second_of_one_name_has_the_own_seat_again() -> None:
    seats = [BOB, FREE, SeatInfo(3, None, "Bob (2)")]
    back = seating.joined(seats, 3, 109, "Bob", True)
    assert back == [BOB, FREE, SeatInfo(3, 109, "Bob (2)")]


@pytest.mark.parametrize("running", [True, False])
def test_nobody_sits_down_twice(running: bool) -> None:
    with pytest.raises(Refused) as refused:
        seating.joined([ALICE, BOB, FREE], 9, 102, "Somebody else", running)
    assert refused.value.text == "You already have a seat in this game."


def test_who_gets_up_leaves_a_free_seat_or_none() -> None:
    seats = [ALICE, BOB, SeatInfo(2, 103, "Cecily")]
    assert seating.left(seats, 102, True) == [ALICE, SeatInfo(1, None, "Bob"), seats[2]]
    assert seating.left(seats, 102, False) == [ALICE, SeatInfo(1, 103, "Cecily")]
    for running in (True, False):
        with pytest.raises(Refused) as refused:
            seating.left(seats, 104, running)
        assert refused.value.text == NO_SEAT_HERE


def test_a_computer_sits_down_and_gets_up() -> None:
    first = SeatInfo(1, None, "Steward 1 (computer)", "steward")
    second = SeatInfo(2, None, "Steward 2 (computer)", "steward")
    assert seating.with_computer([ALICE], 2, "steward", False) == [ALICE, first]
    assert seating.with_computer([ALICE, first], 3, "steward", False) == [ALICE, first, second]
    with pytest.raises(Refused) as refused:
        seating.with_computer([ALICE, first], 2, "steward", False)
    assert refused.value.text == "All seats are taken."
    assert seating.without_computer([ALICE, first, second], False) == [ALICE, first]
    later = SeatInfo(2, 102, "Bob")
    moved = [ALICE, SeatInfo(1, 102, "Bob")]
    assert seating.without_computer([ALICE, first, later], False) == moved
    for running in (True, False):
        with pytest.raises(Refused) as refused:
            seating.without_computer([ALICE, FREE], running)
        assert refused.value.text == "This game has no computer player."


def test_in_a_running_game_a_computer_takes_the_first_free_seat_and_leaves_it_free() -> None:
    seats = [ALICE, FREE, ANOTHER]
    seated = SeatInfo(2, None, "Steward 1 (computer)", "steward")
    assert seating.with_computer(seats, 0, "steward", True) == [ALICE, seated, ANOTHER]
    with pytest.raises(Refused) as refused:
        seating.with_computer([ALICE, COMPUTER], 9, "steward", True)
    assert refused.value.text == "No seat is free for a computer player."
    free = SeatInfo(4, None, "Steward 1 (computer)")
    assert seating.without_computer([seated, COMPUTER, BOB], True) == [seated, free, BOB]


def test_without_names_computers_are_numbered() -> None:
    assert seating.computer_name([], 0, "long_planner") == "Long planner 1 (computer)"
    named = [SeatInfo(n, None, f"Steward {n} (computer)", "steward") for n in (1, 2, 4)]
    assert seating.computer_name(named, 5, "steward") == "Steward 3 (computer)"


def test_a_computer_has_the_name_of_its_seat_or_the_next_one() -> None:
    names = ("Odo", "Maud", "Wat")
    assert seating.computer_name([], 1, "steward", names) == "Steward Maud (computer)"
    seats = [SeatInfo(0, None, "Random Maud (computer)", "random")]
    assert seating.computer_name(seats, 1, "steward", names) == "Steward Wat (computer)"
    assert seating.computer_name(seats, 2, "steward", names) == "Steward Wat (computer)"
    # A person may be called like a computer; it is not mistaken for one.
    assert seating.computer_name([SeatInfo(0, 101, "Odo")], 0, "steward", names) == (
        "Steward Odo (computer)"
    )
    for name in names:
        number = len(seats)
        seats.append(SeatInfo(number, None, f"Steward {name} (computer)", "steward"))
    assert seating.computer_name(seats, 4, "steward", names) == "Steward 1 (computer)"
    # Computers of games that were begun without names keep their numbers.
    old = [SeatInfo(0, None, "Steward 1 (computer)", "steward")]
    assert seating.with_computer(old, 2, "steward", False, names) == [
        *old, SeatInfo(1, None, "Steward Maud (computer)", "steward")
    ]  # fmt: skip


def test_a_game_has_the_names_in_an_order_of_its_own() -> None:
    names = tuple("abcdefgh")
    first = seating.names_in("WXWCBY", names)
    assert first == seating.names_in("WXWCBY", names)
    assert sorted(first) == sorted(names)
    assert first != seating.names_in("WXWCBZ", names)


def test_the_first_person_there_looks_after_the_game() -> None:
    assert seating.next_host([FREE, COMPUTER, BOB, ALICE]) == 102
    assert seating.next_host([FREE, COMPUTER]) is None


def test_a_newcomer_is_who_has_no_seat_where_none_is_free() -> None:
    assert seating.is_newcomer([ALICE, BOB, COMPUTER], 103)
    assert not seating.is_newcomer([ALICE, BOB], 102)
    assert not seating.is_newcomer([ALICE, FREE], 103)


def test_who_has_a_character_is_called_by_it_and_not_by_the_level() -> None:
    called = seating.computer_name([], 1, "strategist+warlike", ("Wat", "Maud"))
    assert called == "Maud the Warlike (computer)"
    assert seating.computer_name([], 1, "strategist+warlike") == (
        "Strategist 1 the Warlike (computer)"
    )
