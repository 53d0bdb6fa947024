"""A few lines below a picture, each with its heading. Any game's picture can have such lines.

Below a picture, a list of the things it shows. Any game's picture can have such a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from rendering.canvas.encoding import to_palette
from rendering.canvas.fonts import Style, draw_text, ellipsis, text_width, wrap
from rendering.canvas.parchment import paper
from rendering.canvas.pen import mix
from rendering.canvas.theme import Theme, theme_named

Foot = Sequence[tuple[str, str]]
"""Lines with their headings."""

_SIZE = 33
"""The height of the writing on a sheet 1600 pixels wide, which a phone shows at a third of that
size."""
_PITCH = 40
_EDGE = 30
_MOST = 3
"""The most lines a text may have; anything longer is cut."""


def with_foot(picture: Image.Image, foot: Foot, theme: Theme) -> Image.Image:
    """A palette picture with these lines below it; if there are none, the picture unchanged."""
    if not foot:
        return picture
    palette = bytes(picture.getpalette() or ())
    strip = _strip(tuple(foot), picture.width, theme.name, palette)
    whole = Image.new("P", (picture.width, picture.height + strip.height))
    whole.putpalette(palette)
    whole.paste(picture, (0, 0))
    whole.paste(strip, (0, picture.height))
    return whole


@lru_cache(maxsize=16)
def _strip(
    foot: tuple[tuple[str, str], ...], width: int, theme_name: str, palette: bytes
) -> Image.Image:
    """The lines on paper, in the colours of a palette. The lines are cached, because they seldom
    change."""
    theme = theme_named(theme_name)
    ink = theme.ink if theme.name == "light" else theme.stone
    head, style = Style("capitals", _SIZE * 0.86), Style("strong", _SIZE)
    room = width - 2 * _EDGE
    lines = [line for heading, text in foot for line in _lines(heading, text, head, style, room)]
    size = (width, _PITCH * len(lines) + 34)
    image = Image.new("RGB", size, theme.paper)
    draw = ImageDraw.Draw(image)
    draw.line([(_EDGE, 5), (width - _EDGE, 5)], fill=mix(ink, theme.paper, 0.5), width=3)
    for number, (heading, left, text) in enumerate(lines):
        y = 12 + _PITCH * number + _SIZE
        draw_text(draw, (_EDGE, y), heading, head, ink)
        draw_text(draw, (_EDGE + left, y), text, style, ink)
    colours = Image.new("P", (1, 1))
    colours.putpalette(palette)
    return to_palette(image, colours)


def _lines(
    heading: str, text: str, head: Style, style: Style, room: int
) -> list[tuple[str, float, str]]:
    """A heading and its text, broken into lines: for each line, the heading (only on the first),
    the indent and the text."""
    heading = ellipsis(heading.upper(), head, room * 0.6)
    left = text_width(heading, head) + _SIZE * 0.6
    first = wrap(text, style, room - left)[0]
    rest = wrap(text[len(first) :].strip(), style, room - _SIZE)
    if len(rest) >= _MOST:
        rest = [*rest[: _MOST - 2], ellipsis(" ".join(rest[_MOST - 2 :]), style, room - _SIZE)]
    return [(heading, left, first), *(("", float(_SIZE), line) for line in rest if line)]


_LINE_PITCH = 25


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list: its number or letter if it has one, its token, and the words."""

    number: str
    token: Image.Image
    text: str


def with_list(part: Image.Image, entries: Sequence[Entry], theme: Theme) -> Image.Image:
    """The picture with a list below it, in two columns if it is wide."""
    if not entries:
        return part
    columns = 2 if part.width >= 1300 and len(entries) > 3 else 1
    width = part.width // columns - 30
    style = Style("strong", 23)
    texts = [wrap(entry.text, style, width - 96) for entry in entries]
    heights = [max(1, len(t)) * _LINE_PITCH + 11 for t in texts]
    split = _split(heights, columns)
    tall = max(sum(heights[:split]), sum(heights[split:]))
    size = (part.width, part.height + tall + 26)
    image = paper(size, theme.paper, theme.paper_edge)
    image.paste(part, (0, 0))
    draw = ImageDraw.Draw(image)
    ink = theme.ink if theme.name == "light" else theme.stone
    rule = [(24, part.height + 2), (size[0] - 24, part.height + 2)]
    draw.line(rule, fill=mix(ink, theme.paper, 0.5), width=2)
    y = part.height + 12
    for i, (entry, lines, height) in enumerate(zip(entries, texts, heights, strict=True)):
        if i == split:
            y = part.height + 12
        x = 24 + (width + 30 if i >= split else 0)
        draw_text(draw, (x, y + 25), entry.number, Style("number", 23), ink)
        token = entry.token
        middle = x + 50, y + 18
        at = round(middle[0] - token.width / 2), round(middle[1] - token.height / 2)
        image.paste(token, at, token)
        for n, line in enumerate(lines):
            text = ellipsis(line, style, width - 90)
            draw_text(draw, (x + 76, y + 24 + _LINE_PITCH * n), text, style, ink)
        y += height
    return image


def _split(heights: Sequence[int], columns: int) -> int:
    """The number of entries in the first column."""
    if columns == 1:
        return len(heights)
    whole, run = sum(heights), 0
    for i, height in enumerate(heights):
        run += height
        if 2 * run >= whole:
            return i + 1
    return len(heights)
