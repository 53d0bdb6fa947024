"""Lines below a picture: where they stand, what becomes of long ones, and that they are kept."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.rules.kingmaker.content import Content
from rendering.canvas.encoding import make_palette
from rendering.canvas.fonts import Style, text_width
from rendering.canvas.foot import _lines, _strip, with_foot
from rendering.canvas.theme import theme_named
from tests.rendering.drawing import draw_board
from tests.rendering.gallery import NAMES, load_scenes

FOOT = (("York", "Richard of York (Chloë), Edward of March"), ("Chloë", "without a King to win"))
HEAD, TEXT = Style("capitals", 28.38), Style("strong", 33.0)


@pytest.fixture(params=["light", "dark"])
def picture(request: pytest.FixtureRequest) -> tuple[Image.Image, str]:
    """A small picture in the palette of a theme."""
    rgb = Image.radial_gradient("L").convert("RGB").resize((700, 300))
    return rgb.quantize(palette=make_palette(rgb, theme_named(request.param))), request.param


def test_the_picture_stands_unchanged_above_its_lines(picture: tuple[Image.Image, str]) -> None:
    image, theme = picture
    footed = with_foot(image, FOOT, theme_named(theme))
    assert (footed.width, footed.height) == (700, 300 + 3 * 40 + 34)
    assert footed.getpalette() == image.getpalette()
    assert ImageChops.difference(footed.crop((0, 0, 700, 300)), image).getbbox() is None
    below = footed.crop((0, 310, 700, footed.height)).convert("L")
    found = [level for level, count in enumerate(below.histogram()) if count]
    assert found[-1] - found[0] > 120, "the writing stands out from its paper"


def test_without_lines_it_is_the_same(picture: tuple[Image.Image, str]) -> None:
    image, theme = picture
    assert with_foot(image, (), theme_named(theme)) is image


def test_the_same_lines_are_drawn_once(picture: tuple[Image.Image, str]) -> None:
    image, theme = picture
    _strip.cache_clear()
    for _ in range(3):
        with_foot(image, FOOT, theme_named(theme))
    assert (_strip.cache_info().misses, _strip.cache_info().hits) == (1, 2)


def test_no_line_is_wider_than_its_room() -> None:
    for text in ("short", "heir " * 40, "x" * 200):
        for heading in ("York", "Anne and many others " * 9):
            lines = _lines(heading, text.strip(), HEAD, TEXT, 900)
            assert len(lines) <= 3
            if " " in text:
                assert all(left + text_width(line, TEXT) <= 901 for _, left, line in lines)
            assert text_width(lines[0][0], HEAD) <= 0.6 * 900 + 1
            assert [heading for heading, _, _ in lines[1:]] == [""] * (len(lines) - 1)
    assert _lines("York", "heir " * 80, HEAD, TEXT, 900)[-1][2].endswith("…")


def test_the_board_tells_its_lines_in_its_description_too(content: Content, cache: Path) -> None:
    view = load_scenes().views["busy"]
    bare = draw_board(view, content, names=NAMES, cache_dir=cache)
    footed = draw_board(view, content, names=NAMES, cache_dir=cache, foot=FOOT)
    assert "York: Richard of York (Chloë), Edward of March. Chloë: without a King" in footed.alt
    assert len(footed.alt) <= 1000
    assert footed.height == bare.height + 2 * 40 + 34
    above = Image.open(io.BytesIO(footed.png)).crop((0, 0, bare.width, bare.height))
    whole = Image.open(io.BytesIO(bare.png))
    assert ImageChops.difference(above.convert("RGB"), whole.convert("RGB")).getbbox() is None
    long = [("York", "heir " * 60), ("Lancaster", "heir " * 60), ("All", "nothing")]
    assert len(draw_board(view, content, cache_dir=cache, foot=long).alt) <= 1000
