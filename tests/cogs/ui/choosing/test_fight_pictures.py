"""The picture that comes with a private question: of ways, of fights, or none."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from bot.session import Refused
from cogs.ui.choosing.playing import _add_picture
from cogs.ui.pictures import Drawing, Pictures
from rendering import RenderPool
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.battlefield import field_of


class Drawn:
    """Stands for the pictures, and writes down what is asked of them."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.busy = False
        self.fight: Drawing | None = Drawing("board.png", b"fight", "A fight.")

    def has(self, _session: Any) -> bool:
        """There are pictures."""
        return True

    async def moves(self, _session: Any, seat: int, mover: str, *, wanted: Any) -> Drawing:
        """Where somebody can go."""
        self.asked.append(("moves", seat, mover, wanted()))
        return Drawing("board.png", b"ways", "Ways.")

    async def fights(self, _session: Any, seat: int, prompts: Any, *, wanted: Any) -> Any:
        """What may be fought."""
        self.asked.append(("fights", seat, [p.kind for p in prompts], wanted()))
        if self.busy:
            raise Refused("busy")
        return self.fight


class Room:
    """An interaction, with what it has shown."""

    def __init__(self) -> None:
        self.pictures = Drawn()
        self.shown: list[str | None] = []
        self.work: list[Coroutine[Any, Any, None]] = []
        panels = SimpleNamespace(is_newest=lambda *_: True, illustrate=self.illustrate)
        desk = SimpleNamespace(background=SimpleNamespace(keep=self.work.append))
        self.client = SimpleNamespace(pictures=self.pictures, panels=panels, desk=desk)

    async def illustrate(self, _interaction: Any, _game: str, file: Any) -> None:
        """A picture is added to what was shown."""
        self.shown.append(file.description)

    def settle(self) -> None:
        """Do what was put off."""
        for work in self.work:
            asyncio.run(work)
        self.work.clear()


@pytest.fixture
def room() -> Any:
    return Room()


@pytest.fixture
def session() -> Any:
    """Anne may attack Ben."""
    scene = field_of(("percy",), ("stafford",))
    scene.combat(0)
    return MemorySession(scene.match)


def test_a_question_about_fights_comes_with_them(room: Any, session: Any) -> None:
    _add_picture(room, session, 0, session.prompts(0))
    room.settle()
    assert room.pictures.asked == [("fights", 0, ["combat"], True)]
    assert room.shown == ["A fight."]


def test_a_question_about_ways_comes_with_them(room: Any, session: Any) -> None:
    _add_picture(room, session, 0, session.prompts(0), "percy")
    room.settle()
    assert room.pictures.asked == [("moves", 0, "percy", True)]
    assert room.shown == ["Ways."]


@pytest.mark.parametrize("why", ["none", "busy"])
def test_where_none_can_be_drawn_the_words_stand_alone(room: Any, session: Any, why: str) -> None:
    room.pictures.busy = why == "busy"
    room.pictures.fight = None
    _add_picture(room, session, 0, session.prompts(0))
    room.settle()
    assert room.shown == []


def test_who_is_asked_nothing_gets_none(room: Any, session: Any) -> None:
    _add_picture(room, session, 1, session.prompts(1))
    assert room.work == []


async def test_the_painter_draws_from_the_view_of_the_seat_alone(session: Any) -> None:
    pool = RenderPool()
    try:
        pictures = Pictures(pool)
        drawing = await pictures.fights(session, 0, session.prompts(0))
        assert drawing is not None
        assert (drawing.name, drawing.whole) == ("board.png", False)
        assert "You with Percy" in drawing.alt
        assert await pictures.fights(session, 1, session.prompts(1)) is None
    finally:
        await pool.close()
