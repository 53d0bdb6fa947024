"""Written names: their boxes, line breaks, and the layout of the whole sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rendering.canvas.fonts import Style, line_metrics, text_width
from rendering.canvas.pen import Point
from rendering.kingmaker.map.geometry import Rect
from rendering.kingmaker.map.pictograms import Sign

_NO_DESCENT = frozenset("ABCDEFGHIKLMNOPRSTUVWXYZabcdefhiklmnorstuvwxz’'-. ")

LABEL_STYLES: dict[str, Style] = {
    "city": Style("capitals", 18.0, 0.6),
    "fortified_town": Style("bold", 17.5),
    "open_town": Style("strong", 16.0),
    "unfortified_town": Style("strong", 15.0),
    "royal_castle": Style("italic", 16.5),
    "noble_castle": Style("italic", 15.5),
    "special": Style("antique", 17.0),
}

SEA_SIZES: tuple[float, ...] = (27.0, 24.0, 21.5, 19.0, 17.0, 15.5)
"""The sizes tried for the name of a sea square, the largest first."""

AREA_STYLES: dict[str, Style] = {
    "scotland": Style("antique", 33.0, 5.0),
    "ireland": Style("antique", 23.0, 1.5),
    "continent": Style("antique", 21.0, 1.0),
}


@dataclass(frozen=True, slots=True)
class Label:
    """A written name: its lines, their style, the ink box, and where each line's baseline
    starts."""

    of: str
    lines: tuple[str, ...]
    style: Style
    box: Rect
    starts: tuple[Point, ...]

    def at(self, centre: Point) -> Label:
        """The same name, with its box centred on a point."""
        x, y = self.box.centre
        dx, dy = centre[0] - x, centre[1] - y
        starts = tuple((sx + dx, sy + dy) for sx, sy in self.starts)
        return replace(self, box=self.box.moved(dx, dy), starts=starts)

    def by_itself(self) -> Label:
        """The same name in the corner of a sheet, to a thousandth of a pixel: names that look the
        same are then equal, wherever they are written."""
        x0, y0 = self.box.x0, self.box.y0
        box = Rect(0.0, 0.0, round(self.box.width, 3), round(self.box.height, 3))
        starts = tuple((round(x - x0, 3), round(y - y0, 3)) for x, y in self.starts)
        return replace(self, box=box, starts=starts)


@dataclass(frozen=True)
class Layout:
    """All the signs and names on the empty sheet, and the boxes of its ornaments."""

    signs: Mapping[str, Sign]
    places: Mapping[str, Label]
    seas: Mapping[str, Label]
    ornaments: tuple[Rect, ...] = ()


def _measure(lines: Sequence[str], style: Style, scale: int) -> tuple[list[float], float, float]:
    """The widths of the lines, the ascent, and the descent of the last line, in sheet pixels."""
    big = style.scaled(scale)
    widths = [text_width(line, big) / scale for line in lines]
    up, down = line_metrics(big)
    last = 0.0 if all(c in _NO_DESCENT for c in lines[-1]) else down / scale
    return widths, up / scale, last


def make_label(
    of: str,
    lines: Sequence[str],
    style: Style,
    centre: Point,
    scale: int,
    align: float = 0.5,
) -> Label:
    """A label whose ink box is centred on a point; `align` is 0 for flush left, 1 for flush
    right."""
    widths, up, down = _measure(lines, style, scale)
    pitch = style.size * 0.94
    width, height = max(widths), up + pitch * (len(lines) - 1) + down
    box = Rect.around(centre, width, height)
    starts = tuple(
        (box.x0 + (width - w) * align, box.y0 + up + i * pitch) for i, w in enumerate(widths)
    )
    return Label(of, tuple(lines), style, box, starts)


def splits(name: str) -> list[tuple[str, ...]]:
    """The name on one line and, if it has enough words, on two and on three."""
    words = name.replace("-", "-\x00").replace(" ", "\x00").split("\x00")
    out: list[tuple[str, ...]] = [(name,)]
    if len(words) > 1:
        cut = [(_join(words[:i]), _join(words[i:])) for i in range(1, len(words))]
        out.append(min(cut, key=lambda c: (max(len(c[0]), len(c[1])), c)))
    if len(words) > 2:
        out.append((words[0], _join(words[1:-1]), words[-1]))
    return out


def _join(words: Sequence[str]) -> str:
    text = ""
    for word in words:
        text += word if not text or text.endswith("-") else f" {word}"
    return text
