"""Emblems stand beside names, and nothing depends on them."""

from __future__ import annotations

import io
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image

from bot.rules.kernel import Field, Offer, Prompt
from bot.session import SeatInfo
from cogs.ui.choosing.lists import lists_for, menus_of, wizard_for
from cogs.ui.choosing.offers import Draft, ways_of
from cogs.ui.choosing.panel import _emblem
from cogs.ui.controls import ControlMenu, OfferKey
from cogs.ui.emblems import EMBLEMS, emblem_of, headed, put_up
from rendering import RenderPool
from rendering.emblems import draw_emblems, emblem_names
from tests.cogs.conftest import MemorySession
from tests.cogs.ui.choosing.test_turn_lists import north

SEATS = [
    SeatInfo(0, 1, "Anne", None),
    SeatInfo(1, 2, "Percy", None),
]
SESSION: Any = SimpleNamespace(seats=SEATS)
ROOM = 1_900


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Every emblem as it is written in a text."""
    for number, name in enumerate(emblem_names(), 100):
        monkeypatch.setitem(EMBLEMS, name, discord.PartialEmoji(name=name, id=number))
    return {name: str(emoji) for name, emoji in EMBLEMS.items()}


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    """No test finds any, or leaves any behind."""
    before = dict(EMBLEMS)
    EMBLEMS.clear()
    yield
    EMBLEMS.clear()
    EMBLEMS.update(before)


def test_every_emblem_may_be_put_up() -> None:
    drawn = draw_emblems(emblem_names())
    assert list(drawn) == emblem_names()
    assert len(drawn) == len(set(drawn)) <= 2_000
    for name, data in drawn.items():
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", name)
        assert len(data) <= 256 * 1024
        with Image.open(io.BytesIO(data)) as image:
            assert (image.format, image.size) == ("PNG", (128, 128))


def test_the_name_at_the_head_of_a_line_has_its_emblem(shown: dict[str, str]) -> None:
    text = "\n".join(
        (
            "▸ Round 2: **Anne**’s turn.",
            "**Anne** draws a card",
            "**Mowbray** marches to York and meets **Scrope**",
            "-# *Henry VI* is with **Scrope**",
            "~~King *Henry VI* goes to Dover~~",
            "• *Edward of March* is free",
            "-# **York** *Edward of March* (Anne)",
            "Nobody is where **Mowbray** was",
            "**Mowbrayne** is nobody",
        )
    )
    assert headed(SESSION, text, ROOM).split("\n") == [
        f"▸ Round 2: {shown['seat_a']} **Anne**’s turn.",
        "**Anne** draws a card",
        f"{shown['noble_mowbray']} **Mowbray** marches to York and meets **Scrope**",
        f"-# {shown['rose_lancaster']} *Henry VI* is with **Scrope**",
        f"~~{shown['crown']} King *Henry VI* goes to Dover~~",
        f"• {shown['rose_york']} *Edward of March* is free",
        f"-# {shown['rose_york']} **York** *Edward of March* (Anne)",
        "Nobody is where **Mowbray** was",
        "**Mowbrayne** is nobody",
    ]


def test_without_emblems_everything_reads_as_before() -> None:
    assert headed(SESSION, "**Anne** moves", ROOM) == "**Anne** moves"
    assert emblem_of("percy") is None


def test_a_text_never_outgrows_its_room(shown: dict[str, str]) -> None:
    text = "**Mowbray** marches\n**Stanley** marches\n**Holland** marches"
    mark = len(shown["noble_mowbray"]) + 1
    for room in range(len(text) - 5, len(text) + 3 * mark + 5):
        found = headed(SESSION, text, room)
        assert len(found) <= max(room, len(text))
        assert found.count("<:") == min(3, max(0, room - len(text)) // mark)


def test_a_castle_is_not_its_namesake(shown: dict[str, str]) -> None:
    assert str(emblem_of("stafford", "noble")) == shown["noble_stafford"]
    assert emblem_of("stafford", "to") is None
    assert str(emblem_of("henry", "heir")) == shown["rose_lancaster"]
    assert emblem_of("york", "noble") is None


def test_menus_and_buttons_show_whom_they_name(shown: dict[str, str]) -> None:
    scene = north()
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    lists = lists_for(session, 0)
    items: Any = menus_of(session, 0, lists)
    whom, where = items[0].item.options, items[1].item.options
    assert {each.label: str(each.emoji) for each in whom} == {
        "Percy and Neville": shown["noble_percy"],
        "Percy": shown["noble_percy"],
        "Neville": shown["noble_neville"],
        "Talbot": shown["noble_talbot"],
    }
    assert {each.emoji for each in where} == {None}
    march = ways_of(session.prompts(0))["march"]
    key = OfferKey(session.id, 0, 1, "march", march.mark)
    asked: Any = march.walk(Draft())
    page: Any = wizard_for(session, key, march).page(Draft(), asked)
    (menu,) = (each for each in page.view.children if isinstance(each, ControlMenu))
    assert {each.label: str(each.emoji) for each in menu.item.options} == {
        "Percy, Neville": shown["noble_percy"],
        "Talbot": shown["noble_talbot"],
    }


def test_a_button_shows_the_one_whom_it_names(shown: dict[str, str]) -> None:
    session: Any = MemorySession(north().match)
    offer = Offer("execute", (Field("noble", ("percy",)),))
    way = ways_of([Prompt(0, "fate", (offer,))])["execute"]
    assert str(_emblem(session, way, "Execute Percy")) == shown["noble_percy"]
    assert _emblem(session, way, "Execute him") is None


class Application:
    """The application's emoji as Discord keeps them, and what was asked of it."""

    def __init__(self, has: list[str], most: int = 2_000) -> None:
        self.has, self.most = {name: n for n, name in enumerate(has, 1)}, most
        self.asked: list[str] = []

    async def fetch_application_emojis(self) -> list[Any]:
        self.asked.append("list")
        return [SimpleNamespace(name=name, id=number) for name, number in self.has.items()]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        self.asked.append(name)
        if len(self.has) >= self.most:
            raise discord.HTTPException(SimpleNamespace(status=400, reason=""), {"code": 30008})
        assert image.startswith(b"\x89PNG")
        self.has[name] = len(self.has) + 1
        return SimpleNamespace(name=name, id=self.has[name])


class Turns:
    """A database whose lock others may hold first."""

    def __init__(self, others: Application | None = None) -> None:
        self.others = others

    @asynccontextmanager
    async def in_turn(self, _: int) -> AsyncIterator[None]:
        if self.others is not None:
            self.others.has |= {name: n for n, name in enumerate(emblem_names(), 500)}
        yield


async def put(application: Any, turns: Any) -> None:
    async with RenderPool() as pool:
        await put_up(application, turns, pool)


async def test_what_is_missing_is_put_up_once() -> None:
    application = Application(["crown", "somebody_elses"])
    await put(application, Turns())
    wanted = [name for name in emblem_names() if name != "crown"]
    assert application.asked == ["list", "list", *wanted]
    assert EMBLEMS["crown"] == discord.PartialEmoji(name="crown", id=1)
    assert set(EMBLEMS) == {*emblem_names(), "somebody_elses"}
    application.asked.clear()
    await put(application, Turns())
    assert application.asked == ["list"]


async def test_another_process_has_put_them_up_meanwhile() -> None:
    application = Application([])
    await put(application, Turns(application))
    assert application.asked == ["list", "list"]
    assert EMBLEMS["seat_a"].id == 500


async def test_at_the_limit_the_rest_stays_without() -> None:
    application = Application([], most=2)
    await put(application, Turns())
    first, second, third, *_ = emblem_names()
    assert application.asked == ["list", "list", first, second, third]
    assert set(EMBLEMS) == {first, second}
