"""What was taken back is struck through where it was told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.session.tellings import Telling
from cogs.delivery.stories import as_it_stands, bring_up

CLIENT: Any = None
"""Asked only to open what is archived."""


class Channel:
    """A channel whose messages can be changed."""

    def __init__(self) -> None:
        self.shown: dict[int, str] = {}
        self.more: dict[int, dict[str, Any]] = {}
        self.fails: dict[int, type[discord.HTTPException]] = {}

    def get_partial_message(self, number: int) -> Any:
        """A message."""

        async def edit(content: str, **more: Any) -> None:
            if number in self.fails:
                answer: Any = SimpleNamespace(status=404, reason="", headers={})
                raise self.fails[number](answer, {"code": 10008, "message": "gone"})
            self.shown[number], self.more[number] = content, more

        return SimpleNamespace(edit=edit)


class Game:
    """A game of which these messages do not show how much of them still stands."""

    id = "g"

    def __init__(self, *told: Telling) -> None:
        self.told = list(told)

    @property
    def tellings(self) -> Any:
        """What is kept of the messages."""
        return self

    async def overtaken(self) -> list[Telling]:
        """Those to be changed."""
        return list(self.told)

    async def shows(self, telling: Telling) -> None:
        """One needs no change any more."""
        self.told.remove(telling)


def telling(number: int, said: str, revisions: set[int], gone: set[int]) -> Telling:
    """A message that was sent."""
    return Telling(number, said, frozenset(revisions), frozenset(gone))


FIGHT = "### ⚔ The battle\n**Percy** attacks; he rolls 34.\n\n-# Neville falls."


@pytest.mark.parametrize(
    ("gone", "shown"),
    [
        (set(), FIGHT),
        ({9}, FIGHT),
        ({4}, f"{FIGHT}\n-# ↩ Some of this was taken back."),
        (
            {4, 5},
            "### ~~⚔ The battle~~\n~~**Percy** attacks; he rolls 34.~~\n\n-# ~~Neville falls.~~",
        ),
    ],
)
def test_what_a_message_shows(gone: set[int], shown: str) -> None:
    assert as_it_stands(FIGHT, frozenset({4, 5}), gone) == shown


def test_a_message_never_grows_too_long() -> None:
    long = "\n".join(["a fight"] * 240)
    shown = as_it_stands(long, frozenset({4}), {4})
    assert len(shown) <= 2_000
    assert shown.startswith("-# ↩ All of this was taken back.\na fight")


async def test_each_message_is_changed_to_what_stands_of_it() -> None:
    game: Any = Game(
        telling(1, "A march.", {3}, set()),
        telling(2, "A fight.", {4}, {4}),
        telling(3, "A fight and a march.", {4, 5}, {4}),
    )
    channel: Any = Channel()
    await bring_up(CLIENT, game, channel)
    assert channel.shown == {
        1: "A march.",
        2: "~~A fight.~~",
        3: "A fight and a march.\n-# ↩ Some of this was taken back.",
    }
    # A picture goes with the last of what it shows.
    assert channel.more == {1: {}, 2: {"attachments": []}, 3: {}}
    assert game.told == []


async def test_what_is_gone_is_left_alone_and_what_fails_is_tried_another_time() -> None:
    gone, fails = telling(1, "A fight.", {4}, {4}), telling(2, "A fight.", {4}, {4})
    game: Any = Game(gone, fails, telling(3, "A fight.", {4}, {4}))
    channel: Any = Channel()
    channel.fails = {1: discord.NotFound, 2: discord.HTTPException}
    await bring_up(CLIENT, game, channel)
    assert channel.shown == {3: "~~A fight.~~"}
    assert game.told == [fails]


@pytest.mark.parametrize(
    ("line", "struck"),
    [
        ("Percy falls.", "~~Percy falls.~~"),
        ("# Head", "# ~~Head~~"),
        ("## Head", "## ~~Head~~"),
        ("### Head", "### ~~Head~~"),
        ("> -# • so", "> -# • ~~so~~"),
        ("#Head", "~~#Head~~"),
        ("", ""),
        ("  ", "  "),
        ("-# ", "-# "),
    ],
)
def test_marks_at_the_head_of_a_line_keep_their_meaning(line: str, struck: str) -> None:
    assert as_it_stands(line, frozenset({4}), {4}) == struck


@pytest.mark.parametrize(("length", "struck"), [(1_996, True), (1_997, False)])
def test_a_text_is_struck_through_as_long_as_a_message_holds_it(length: int, struck: bool) -> None:
    text = "a" * length
    if struck:
        shown = f"~~{text}~~"
    else:
        shown = f"-# ↩ All of this was taken back.\n{'a' * 1_899}…"
    assert as_it_stands(text, frozenset({4}), {4}) == shown


def test_what_was_taken_back_in_part_is_cut_to_a_message() -> None:
    note = "\n-# ↩ Some of this was taken back."
    assert as_it_stands("a" * 1_900, {4, 5}, {4}) == "a" * 1_900 + note
    assert as_it_stands("a" * 1_901, {4, 5}, {4}) == "a" * 1_899 + "…" + note
