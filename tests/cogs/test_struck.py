"""What was taken back is struck through where it was told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.struck import Struck, as_it_stands


class Channel:
    """A channel whose messages can be changed."""

    def __init__(self) -> None:
        self.shown: dict[int, str] = {}
        self.gone: set[int] = set()

    def get_partial_message(self, number: int) -> Any:
        """A message."""

        async def edit(content: str) -> None:
            if number in self.gone:
                answer: Any = SimpleNamespace(status=404, reason="", headers={})
                raise discord.NotFound(answer, {"code": 10008, "message": "gone"})
            assert self.shown.get(number) != content
            self.shown[number] = content

        return SimpleNamespace(edit=edit)


class Game:
    """A game of which some revisions were taken back."""

    id, channel_id = "g", 7

    def __init__(self) -> None:
        self.undone: set[int] = set()

    async def taken_back_among(self, revisions: set[int]) -> set[int]:
        """Those of them."""
        return self.undone & revisions


def message(number: int) -> Any:
    """A message that was sent."""
    return SimpleNamespace(id=number)


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


async def test_a_fight_is_struck_through_and_stands_again() -> None:
    struck, channel = Struck(), Channel()
    game: Any = Game()
    place: Any = channel
    struck.told(game, message(1), "A march.", {3})
    struck.told(game, message(2), "A fight.", {4})
    game.undone = {4}
    await struck.bring_up(game, place)
    assert channel.shown == {2: "~~A fight.~~"}
    # Once more changes nothing; brought forward again, it reads as before.
    await struck.bring_up(game, place)
    game.undone = set()
    await struck.bring_up(game, place)
    assert channel.shown == {2: "A fight."}


async def test_a_message_that_is_gone_is_left_alone() -> None:
    struck, channel = Struck(), Channel()
    game: Any = Game()
    place: Any = channel
    struck.told(game, message(1), "A fight.", {4})
    game.undone, channel.gone = {4}, {1}
    await struck.bring_up(game, place)
    await struck.bring_up(game, place)
    assert channel.shown == {}
