"""A sheet of bars: to scale, with figures, and in words."""

from __future__ import annotations

import io

from PIL import Image

from rendering.canvas.chart import Bar, Chart, Panel, draw_chart
from rendering.canvas.theme import LIGHT

CHART = Chart(
    "Kingmaker",
    "3 games on this server",
    [
        Panel("Games won, by side", [Bar("York", 1, 4), Bar("Percy", 0, 2)]),
        Panel("Length", [Bar("4 to 8 rounds", 3), Bar("9 to 13 rounds", 0)]),
    ],
)


def test_bars_are_as_long_as_what_they_count() -> None:
    picture = draw_chart(CHART)
    assert (picture.width, picture.height) == (1140, 522)
    with Image.open(io.BytesIO(picture.png)) as drawn:
        image = drawn.convert("RGB")
    filled = {
        y: sum(image.getpixel((x, y)) == LIGHT.roof_royal for x in range(image.width))
        for y in range(image.height)
    }
    quarter, none, whole = (filled[top + 62 + 26] for top in (118, 118 + 56, 118 + 200))
    assert none == 0
    assert abs(whole - 4 * quarter) <= 12
    assert whole > 450


def test_a_chart_in_words() -> None:
    assert draw_chart(CHART).alt == (
        "Kingmaker, 3 games on this server. Games won, by side. York: 1 of 4; Percy: 0 of 2. "
        "Length. 4 to 8 rounds: 3; 9 to 13 rounds: 0."
    )
