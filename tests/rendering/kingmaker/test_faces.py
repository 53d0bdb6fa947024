"""The arms of characters on the sheets that show the seats: by the name, which tells the same."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.games import game_for
from rendering import Picture
from tests.rendering.drawing import draw_parliament, draw_victory
from tests.rendering.gallery import THEMES, load_scenes
from tests.rendering.kingmaker.test_points_sheet import CONTENT, finished

HOUSE = game_for("kingmaker", "house").content
NAMES = ("Alice", "Wat the Warlike", "Ben", "Cat", "Dan")

Draws = Callable[[Sequence[str], str], Picture]


def parliament(faces: Sequence[str], theme: str) -> Picture:
    seen = load_scenes()
    told: Any = seen.facts["parliament"]
    return draw_parliament(
        seen.views["parliament"], HOUSE, told, names=NAMES, faces=faces, theme=theme
    )


def victory(faces: Sequence[str], theme: str) -> Picture:
    end = load_scenes().views["end"]
    return draw_victory(end, HOUSE, names=NAMES, faces=faces, theme=theme)


def points(faces: Sequence[str], theme: str) -> Picture:
    return draw_victory(finished(), CONTENT, names=NAMES, faces=faces, theme=theme)


def pixels(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("draws", [parliament, victory, points])
def test_only_whose_character_bears_arms_has_them_beside_his_name(draws: Draws, theme: str) -> None:
    plain, faced = draws((), theme), draws(("", "warlike"), theme)
    assert draws(("", "", "nobody"), theme).png == plain.png
    assert faced.alt == plain.alt
    assert "Wat the Warlike" in plain.alt
    box = ImageChops.difference(pixels(plain), pixels(faced)).getbbox()
    assert box is not None
    left, top, right, low = box
    # One row alone, and in it no more than the shield and the name.
    assert low - top < 70
    assert right < plain.width * 0.5
    assert left > 30
    assert pixels(draws(("", "merchant"), theme)).tobytes() != pixels(faced).tobytes()
