"""The page as a file: small, alone, and with nothing of a player's name as markup."""

from __future__ import annotations

import base64
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from hashlib import sha256

import pytest
from PIL import Image

from bot.story import keeping
from bot.story.keeping import LIMIT, KeptStory
from bot.story.mosaic import BARE, TILE, Mosaicist
from tests.story.games import (
    KINGMAKER,
    SEVEN,
    SMALL,
    export,
    page_without_maps,
    retold,
    small_page,
)

EVIL = "</script><script>alert(1)</script> **&<b>"


@pytest.fixture(scope="module")
def small() -> str:
    """The page of a small game."""
    return small_page()


@pytest.mark.long
@pytest.mark.parametrize(("name", "turns"), [(KINGMAKER, 49), (SEVEN, 50)])
def test_a_long_game_is_small_enough_to_be_posted(name: str, turns: int) -> None:
    page = KeptStory(export(name)).make()
    found = json.loads(block(page))
    assert len(found["maps"]["frames"]) == len(found["story"]["turns"]) == turns
    assert len(page.encode()) <= LIMIT == 8_000_000


def block(page: str) -> str:
    """The data on a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found is not None
    return found[1]


def test_nothing_is_loaded_from_elsewhere(small: str) -> None:
    without_data = small.replace(block(small), "")
    assert re.findall(r"https?:|//[a-z]|@import|url\(|<link|<iframe|\bfetch\(", without_data) == []
    sources = re.findall(r'\bsrc="?([^" >]*)', without_data)
    assert sources == []
    charts = json.loads(block(small))["maps"]["charts"]
    assert all(chart.startswith("data:image/webp;base64,") for chart in charts)


def test_the_page_runs_its_own_script_alone(small: str) -> None:
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', small)
    (script,) = re.findall(r"<script>(.*?)</script>", small, re.S)
    (style,) = re.findall(r"<style>(.*?)</style>", small, re.S)
    assert policy == (
        f"default-src 'none'; img-src data:; style-src '{digest(style)}'; "
        f"script-src '{digest(script)}'; base-uri 'none'; form-action 'none'"
    )


def digest(text: str) -> str:
    """How a policy names this text."""
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


def test_a_name_is_never_markup() -> None:
    page = page_without_maps(retold(export(SMALL, "Anne", EVIL)).page)
    assert page.count("<script") == 2
    assert "alert(1)<" not in page
    assert "<b>" not in page
    assert json.loads(block(page))["story"]["seats"][1]["name"] == EVIL
    plain = page.replace(block(page), "")
    assert "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; **&amp;&lt;b&gt;" in plain


class Dauber:
    """A painter of small sheets, each in a colour of its own."""

    def __init__(self) -> None:
        self.painted = 0

    def frame(self, *_: object) -> Image.Image:
        """The next sheet."""
        self.painted += 1
        sheet = Image.new("P", (TILE, TILE), self.painted)
        sheet.putpalette([value for shade in range(256) for value in (shade, shade, shade)])
        return sheet


def test_a_page_that_would_be_too_large_has_fewer_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "painter_for", lambda *_: Dauber())
    whole = KeptStory(export(SMALL)).make()
    monkeypatch.setattr(keeping, "LIMIT", len(whole.encode()) - 1)
    found = json.loads(block(KeptStory(export(SMALL)).make()))
    turns = len(found["story"]["turns"])
    frames = found["maps"]["frames"]
    assert len(frames) == turns // 2
    # Each turn shows its own map or the newest before it, the last one its own.
    shown = [turn.get("map", -1) for turn in found["story"]["turns"]]
    kept = [(nth + 1) * turns // len(frames) - 1 for nth in range(len(frames))]
    assert kept[-1] == turns - 1
    assert shown == [bisect_right(kept, number) - 1 for number in range(turns)]


def test_a_page_that_is_too_large_without_maps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "painter_for", lambda *_: Dauber())
    monkeypatch.setattr(keeping, "LIMIT", 1_000)
    with pytest.raises(ValueError, match=r"^The story cannot be made smaller than \d+ bytes\.$"):
        KeptStory(export(SMALL)).make()


# Maps of tiles


def sheets() -> Iterator[Image.Image]:
    """A board on which one square moves, and that is lower in the end."""
    for step, height in enumerate((70, 70, 50)):
        sheet = Image.new("P", (3 * TILE, height), 1)
        sheet.putpalette([0, 0, 0, 200, 180, 140, 90, 0, 0] + [0] * 759)
        sheet.paste(2, (step * TILE, 0, step * TILE + 5, 5))
        yield sheet


def test_a_map_holds_what_differs_from_the_one_before() -> None:
    made = Mosaicist()
    for sheet in sheets():
        made.add(sheet)
    found = made.laid([0, 1, 2])
    assert (found.width, found.height, made.count) == (60, 70, 3)
    first = [0, 0, 1, 1, 2, 1, *(each for place in range(3, 12) for each in (place, 1))]
    assert found.frames == [first, [0, 1, 1, 0], [1, 1, 2, 0, 9, BARE, 10, BARE, 11, BARE]]
    assert len(found.charts) == 1
    assert made.laid([2]).frames == [
        [0, 0, 1, 0, 2, 1, *(e for place in range(3, 9) for e in (place, 0))]
    ]
