"""From a picture in a palette to a PNG file."""

from __future__ import annotations

import io
import zlib

import pytest
from PIL import Image

from rendering.canvas import encoding
from rendering.canvas.encoding import animated, png_bytes
from rendering.canvas.theme import LIGHT

COLOURS = [(200, 30, 30), (30, 200, 30), (30, 30, 200)]


def spotted(width: int, height: int) -> Image.Image:
    """Spots of three colours, no row like the one before."""
    image = Image.new("P", (width, height))
    flat = [value for colour in COLOURS for value in colour]
    image.putpalette(flat + [0] * (768 - len(flat)))
    image.putdata([(x * y + x) % 3 for y in range(height) for x in range(width)])
    return image


@pytest.mark.parametrize("size", [(1, 1), (5, 3), (317, 40)])
@pytest.mark.parametrize("squeezer", [encoding._squeezer, zlib], ids=["chosen", "zlib"])
def test_whoever_reads_the_file_sees_the_picture(
    size: tuple[int, int], squeezer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "_squeezer", squeezer)
    image = spotted(*size)
    png = png_bytes(image)
    with Image.open(io.BytesIO(png)) as file:
        file.verify()
    with Image.open(io.BytesIO(png)) as file:
        assert (file.format, file.mode, file.size) == ("PNG", "P", size)
        assert file.tobytes() == image.tobytes()
        assert file.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_equal_pictures_are_equal_files() -> None:
    assert png_bytes(spotted(40, 30)) == png_bytes(spotted(40, 30))
    assert png_bytes(spotted(40, 30)) != png_bytes(spotted(30, 40))


def test_an_animation_may_have_a_single_sheet() -> None:
    told = animated([Image.new("RGB", (800, 400), LIGHT.gold)], LIGHT, "one turn")
    assert (told.width, told.height, told.frames, told.alt) == (800, 400, 1, "one turn")
    with Image.open(io.BytesIO(told.webp)) as file:
        assert (file.format, file.size) == ("WEBP", (800, 400))
