"""How much of a text is said: of what somebody typed, of a card, of a confirmation."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import Field, Offer
from bot.session import Refused, SeatInfo
from cogs.kingmaker.odds import _one
from cogs.orders import _called, orders_open
from cogs.rulebook import _known_games, _meant, _named
from cogs.ui import status_card as cards
from cogs.ui.choosing import playing
from cogs.ui.choosing.typed_choices import Matcher, identify
from cogs.ui.command_topics import topic_named
from cogs.ui.customs import Customs
from cogs.ui.names import seat_named
from tests.cogs.conftest import MemorySession
from tests.cogs.ui.test_board_card import shown
from tests.rules.kingmaker.scene import Scene


@pytest.fixture
def session() -> Any:
    """Anne, who may move, and Ben."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match)


def fight(session: Any, text: str) -> None:
    """Name what is to be fought."""
    _one(Matcher(session, 0), (Offer("go", (Field("at", ("york",)),)),), "at", text)


QUOTED: list[tuple[int, Callable[[Any, str], object]]] = [
    (60, seat_named),
    (40, lambda _, text: topic_named(text)),
    (80, lambda session, text: identify(session, 0, text)),
    (60, lambda session, text: _called(session, orders_open(session, 0), text)),
    (40, _meant),
    (60, lambda _, text: _named({"a": "York"}, text, "place")),
    (60, fight),
]


def test_a_computer_goes_by_its_name_with_or_without_its_mark(session: Any) -> None:
    session.seats[1] = SeatInfo(1, None, "Steward Odo (computer)", "steward")
    assert [seat_named(session, text) for text in ("steward odo", "Steward Odo (computer)")] == [
        1, 1
    ]  # fmt: skip


@pytest.mark.parametrize(("most", "ask"), QUOTED)
def test_of_what_was_typed_no_more_is_repeated_than_names_it(
    session: Any, most: int, ask: Callable[[Any, str], object]
) -> None:
    for length in (most - 1, most, most + 1):
        with pytest.raises(Refused) as refused:
            ask(session, "z" * length)
        assert f"“{'z' * min(length, most)}”" in refused.value.text
    # It is no markup either.
    with pytest.raises(Refused) as refused:
        ask(session, "z*z")
    assert "“z\\*z”" in refused.value.text


def test_of_several_that_fit_six_are_named() -> None:
    known = {f"p{number}": f"York {number}" for number in range(8)}
    with pytest.raises(Refused) as refused:
        _named(known, "york", "place")
    listed = ", ".join(f"York {number}" for number in range(6))
    assert refused.value.text == f"“york” could be any of these: {listed}. Which one?"
    assert _named(known, "p3", "place") == "p3"
    assert _named(known, "York 7", "place") == "p7"
    assert _named({"a": "York", "b": "New York"}, "york", "place") == "a"
    assert _named({"a": "York", "b": "New York"}, "new", "place") == "b"
    with pytest.raises(Refused, match="There is no place called “”"):
        _named(known, "", "place")


def test_which_games_words_are_meant(session: Any) -> None:
    for name in (None, "kingmaker", " KINGMAKER "):
        assert _meant(session, name)[0] is session
    other, words = _meant(session, "lancaster")
    assert other is None
    assert words is not _meant(session, None)[1]
    assert _meant(None, None)[0] is None
    assert type(_meant(None, "Lancaster")[1]) is type(words)
    with pytest.raises(Refused) as refused:
        _meant(None, "chess")
    assert refused.value.text == f"There is no game called “chess”. I know: {_known_games()}."
    assert _known_games() == "Kingmaker, Lancaster"


@pytest.mark.parametrize(("length", "whole"), [(1_199, True), (1_200, True), (1_201, False)])
def test_a_card_says_no_more_than_a_phone_shows(
    session: Any, monkeypatch: pytest.MonkeyPatch, length: int, whole: bool
) -> None:
    text = "x" * length
    expected = text if whole else f"{'x' * 1_199}…"
    monkeypatch.setattr(cards, "_deciding", lambda *_: text)
    session.waiting_for = lambda: [0, 1]
    assert shown(cards.status_card(session))[0].splitlines()[1] == expected
    customs = Customs()
    monkeypatch.setattr(customs, "debate", lambda _: [text])
    monkeypatch.setattr(cards, "customs_of", lambda _: customs)
    assert shown(cards.status_card(session))[0].splitlines()[1] == expected


@pytest.mark.parametrize(("length", "whole"), [(998, True), (999, False)])
async def test_what_was_done_is_confirmed_in_a_thousand_letters(
    session: Any, monkeypatch: pytest.MonkeyPatch, length: int, whole: bool
) -> None:
    said: list[str] = []

    async def show(_: Any, text: str, **__: Any) -> None:
        said.append(text)

    monkeypatch.setattr(playing, "show", show)
    client = SimpleNamespace(panels=SimpleNamespace(shown=lambda *_: None))
    somebody: Any = SimpleNamespace(guild_id=1, client=client)
    await playing.confirm(somebody, session, 1, ["x" * length])
    (text,) = said
    done, waits = text.split("\n")
    assert done == ("✓ " + "x" * 998 if whole else "✓ " + "x" * 997 + "…")
    assert waits == "-# We are waiting for **Anne**."
