"""Every kind of picture is as it was when somebody last looked at it: to the pixel where it is
drawn by what drew the kept ones, and elsewhere as far as letters are set alike."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from bot.rules.kingmaker.ids import PlaceId
from tests.rendering import lancaster_gallery
from tests.rendering.gallery import (
    EXACT,
    GOLDEN,
    KINDS,
    MEAN,
    SCENES,
    THEMES,
    WORST,
    Scenes,
    differences,
    digest,
    draw,
    drawn_by,
    golden,
    load_scenes,
    shrunk,
)

HOW = "if it is meant to: python -m tests.tools.make_goldens, and look at the pictures"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", [*KINDS, *lancaster_gallery.KINDS])
def test_a_picture_is_as_it_was(kind: str, theme: str, maps: Path) -> None:
    lancaster = kind in lancaster_gallery.KINDS
    drawn = lancaster_gallery.draw(kind, theme) if lancaster else draw(kind, theme, maps)
    small = shrunk(drawn)
    with Image.open(golden(kind, theme)) as kept:
        assert small.size == kept.size, HOW
        mean, worst = differences(small, kept)
    assert mean <= MEAN, HOW
    assert worst <= WORST, HOW
    exact = json.loads(EXACT.read_text())
    if exact["drawn_by"] == drawn_by():
        assert digest(drawn) == exact["pixels"][golden(kind, theme).stem], HOW


def test_a_missing_counter_or_another_owner_is_noticed(maps: Path) -> None:
    scenes = load_scenes()
    busy = scenes.views["busy"]
    noble = next(key for key, n in busy.nobles.items() if n.square and len(n.cards) > 1)
    gone = {key: n for key, n in busy.nobles.items() if key != noble}
    place = PlaceId("colchester")
    holder = busy.control[place]
    other = next(k for k, n in busy.nobles.items() if n.seat != busy.nobles[holder].seat)
    with Image.open(golden("board", "light")) as kept:
        for change in ({"nobles": gone}, {"control": {**busy.control, place: other}}):
            view = msgspec.structs.replace(busy, **change)
            changed = Scenes({**scenes.views, "busy": view}, scenes.facts, scenes.turns)
            _, worst = differences(shrunk(draw("board", "light", maps, changed)), kept)
            assert worst > 1.2 * WORST, change


def test_the_kept_pictures_are_small_and_none_is_left_over() -> None:
    files = sorted(GOLDEN.iterdir())
    assert {f.name for f in files} == {
        SCENES.name,
        EXACT.name,
        lancaster_gallery.SCENES.name,
        *(
            golden(kind, theme).name
            for kind in (*KINDS, *lancaster_gallery.KINDS)
            for theme in THEMES
        ),
    }
    assert sum(f.stat().st_size for f in files) < 5_500_000
