"""A list of what a picture shows, written below it. Any game's picture can have one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from rendering.canvas.fonts import Style, draw_text, ellipsis, wrap
from rendering.canvas.parchment import paper
from rendering.canvas.pen import mix
from rendering.canvas.theme import Theme

_LINE = 30
_PITCH = 25


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list: its number or letter if it has one, its token, and the words."""

    number: str
    token: Image.Image
    text: str


def with_list(
    part: Image.Image, entries: Sequence[Entry], theme: Theme, more: int = 0
) -> Image.Image:
    """The picture with a list below it, in two columns if it is wide; `more` were left out."""
    if not entries:
        return part
    columns = 2 if part.width >= 1300 and len(entries) > 3 else 1
    width = part.width // columns - 30
    style = Style("strong", 23)
    texts = [wrap(entry.text, style, width - 96) for entry in entries]
    heights = [max(1, len(t)) * _PITCH + 11 for t in texts]
    split = _split(heights, columns)
    tall = max(sum(heights[:split]), sum(heights[split:]))
    size = (part.width, part.height + tall + 26 + (_LINE if more else 0))
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
            draw_text(draw, (x + 76, y + 24 + _PITCH * n), text, style, ink)
        y += height
    if more:
        at = (24, size[1] - 16)
        draw_text(draw, at, f"And {more} more.", Style("light-italic", 22), ink)
    return image


def _split(heights: Sequence[int], columns: int) -> int:
    """After how many entries the second column begins."""
    if columns == 1:
        return len(heights)
    whole, run = sum(heights), 0
    for i, height in enumerate(heights):
        run += height
        if 2 * run >= whole:
            return i + 1
    return len(heights)
