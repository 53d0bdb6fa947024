"""Links to boards: whose they are, how long they hold, and that nobody else can make one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.board.links import TOO_OFTEN, WRONG_NUMBER, Links, Pass
from bot.session import Refused

KEY = b"a key of the tests"
URL = "https://boards.example/games"


class Hours:
    """A clock in seconds that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hours() -> Hours:
    """The clock of the links."""
    return Hours()


@pytest.fixture
def links(hours: Hours) -> Links:
    """Links to the boards of the tests."""
    return Links(URL + "/", KEY, now=hours)


def game(seat: int | None = 2) -> Any:
    """A game in which everybody who asks has this seat."""
    return SimpleNamespace(id="G1", seat_of=lambda _: seat)


def read(links: Links, link: str) -> Pass:
    """What a link says."""
    address, _, text = link.partition("#")
    assert address == URL + "/"
    found = links.read(text)
    assert found is not None
    return found


def test_a_link_says_whose_it_is_behind_the_sign_that_browsers_do_not_send(links: Links) -> None:
    assert (links.site, links.origin) == ("boards.example", "https://boards.example")
    found = read(links, links.link(game(), 77))
    assert found == Pass("G1", 77, 2, 1_800_086_400)
    assert read(links, links.link(game(None), 77)).seat is None


def test_it_holds_for_a_day(links: Links, hours: Hours) -> None:
    text = links.link(game(), 77).partition("#")[2]
    hours.now += 86_399
    assert links.read(text) is not None
    hours.now += 1
    assert links.read(text) is None


def test_another_process_reads_it_and_another_key_does_not(links: Links, hours: Hours) -> None:
    text = links.link(game(), 77).partition("#")[2]
    assert Links(URL, KEY, now=hours).read(text) == links.read(text)
    assert Links(URL, b"another", now=hours).read(text) is None


@pytest.mark.parametrize("place", range(5))
def test_what_was_changed_is_no_link(links: Links, place: int) -> None:
    parts = links.link(game(), 77).partition("#")[2].split(".")
    parts[place] = ["G2", "78", "1", "1800086401", "h"][place]
    assert links.read(".".join(parts)) is None


@pytest.mark.parametrize("text", ["", "G1", "a.b.c.d.e.f", "é" * 40, "G1.77.2.1800086400.h."])
def test_what_is_no_link_is_none(links: Links, text: str) -> None:
    assert links.read(text) is None


def test_the_number_of_discord_shows_the_hand(links: Links, hours: Hours) -> None:
    found, number = read(links, links.link(game(), 77)), links.number(game(), 77)
    assert len(number) == 6
    shown = links.with_hand(found, f" {number[:3]} {number[3:]}")
    assert shown == msgspec.structs.replace(found, hand=True)
    assert links.read(links.signed(shown)) == shown
    hours.now += 299
    assert links.with_hand(found, number) == shown
    hours.now += 600
    with pytest.raises(Refused) as refused:
        links.with_hand(found, number)
    assert refused.value.text == WRONG_NUMBER


def test_it_is_nobody_elses_number(links: Links) -> None:
    number = links.number(game(), 77)
    others = (
        Pass("G1", 78, 2, 0),
        Pass("G2", 77, 2, 0),
        Pass("G1", 77, 1, 0),
        Pass("G1", 77, None, 0),
    )
    for other in others:
        with pytest.raises(Refused):
            links.with_hand(other, number)


def test_nobody_guesses_for_long(links: Links, hours: Hours) -> None:
    found, number = read(links, links.link(game(), 77)), links.number(game(), 77)
    wrong = "000000" if number != "000000" else "000001"
    for _ in range(5):
        with pytest.raises(Refused) as refused:
            links.with_hand(found, wrong)
        assert refused.value.text == WRONG_NUMBER
    with pytest.raises(Refused) as refused:
        links.with_hand(found, number)
    assert refused.value.text == TOO_OFTEN
    # It stands in the way of nobody else, and passes.
    other = read(links, links.link(game(3), 78))
    assert links.with_hand(other, links.number(game(3), 78)).hand
    hours.now += 600
    assert links.with_hand(found, links.number(game(), 77)).hand
