"""The fonts we ship: roles, measuring and drawing, with a fallback for letters that a font lacks.

Every file in `data/fonts` is under the SIL OFL 1.1, with the licence text beside it. The web
subsets are split by script, so a single word may need two files; `coverage.json` says which
characters each file has.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec
from PIL import ImageDraw, ImageFont

from bot import DATA

FONT_DIR = DATA / "fonts"

_GARAMOND_500 = tuple(
    f"eb-garamond/eb-garamond-{s}-500-normal.woff2"
    for s in ("latin", "latin-ext", "cyrillic", "greek")
)
_GARAMOND_600 = tuple(
    f"eb-garamond/eb-garamond-{s}-600-normal.woff2"
    for s in ("latin", "latin-ext", "cyrillic", "greek")
)
ROLES: dict[str, tuple[str, ...]] = {
    "capitals": (
        "cinzel/cinzel-latin-700-normal.woff2",
        "cinzel/cinzel-latin-ext-700-normal.woff2",
        *_GARAMOND_600,
    ),
    "bold": (
        "eb-garamond/eb-garamond-latin-700-normal.woff2",
        "eb-garamond/eb-garamond-latin-ext-700-normal.woff2",
        *_GARAMOND_600,
    ),
    "strong": _GARAMOND_600,
    "body": _GARAMOND_500,
    "italic": (
        "eb-garamond/eb-garamond-latin-600-italic.woff2",
        "eb-garamond/eb-garamond-latin-ext-600-italic.woff2",
        *_GARAMOND_600,
    ),
    "light-italic": (
        "eb-garamond/eb-garamond-latin-500-italic.woff2",
        "eb-garamond/eb-garamond-latin-ext-500-italic.woff2",
        *_GARAMOND_500,
    ),
    "sea": (
        "im-fell-english/im-fell-english-latin-400-italic.woff2",
        "eb-garamond/eb-garamond-latin-ext-500-italic.woff2",
        *_GARAMOND_500,
    ),
    "antique": (
        "im-fell-english-sc/im-fell-english-sc-latin-400-normal.woff2",
        *_GARAMOND_500,
    ),
    "number": (
        "source-sans-3/source-sans-3-latin-900-normal.woff2",
        "source-sans-3/source-sans-3-latin-ext-900-normal.woff2",
        *_GARAMOND_600,
    ),
    "sans": (
        "source-sans-3/source-sans-3-latin-700-normal.woff2",
        "source-sans-3/source-sans-3-latin-ext-700-normal.woff2",
        *_GARAMOND_600,
    ),
}
"""The fonts for each kind of writing: font files in order of preference."""

_lock = RLock()


@dataclass(frozen=True, slots=True)
class Style:
    """A way of writing: a role, a size, and the extra space between letters (the last two in
    pixels)."""

    role: str
    size: float
    tracking: float = 0.0

    def scaled(self, by: float) -> Style:
        return Style(self.role, self.size * by, self.tracking * by)


@lru_cache(maxsize=1)
def coverage() -> dict[str, tuple[list[int], list[int]]]:
    """The first and last code points of the ranges each font file covers, in ascending order.

    Raises ValueError, naming the file, if a file's ranges cannot be used.
    """
    found = {}
    for name, runs in _read_runs(FONT_DIR / "coverage.json").items():
        starts, ends = [first for first, _ in runs], [last for _, last in runs]
        edges = [code for first, last in runs for code in (first, last + 1)]
        if edges != sorted(set(edges)):
            raise ValueError(f"coverage.json: {name}: its runs are not in ascending order")
        found[name] = (starts, ends)
    return found


def _read_runs(file: Path) -> dict[str, list[tuple[int, int]]]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, list[tuple[int, int]]])
    except (OSError, msgspec.MsgspecError) as wrong:
        raise ValueError(f"{file.name}: {wrong}") from wrong


def covers(file: str, char: str) -> bool:
    """Whether this font file has a glyph for this character."""
    starts, ends = coverage()[file]
    at = bisect_right(starts, ord(char)) - 1
    return at >= 0 and ord(char) <= ends[at]


class _Kept(ImageFont.FreeTypeFont):
    """A font that caches recent writing: picture after picture has the same names in the same
    places, and drawing their letters is most of the work."""

    def getmask2(self, *args: Any, **kwargs: Any) -> Any:
        return _letters(self, args, tuple(sorted(kwargs.items())))


@lru_cache(maxsize=1024)
def _letters(face: _Kept, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> Any:
    return ImageFont.FreeTypeFont.getmask2(face, *args, **dict(kwargs))


@lru_cache(maxsize=256)
def font(file: str, size: float) -> ImageFont.FreeTypeFont:
    with _lock:
        return _Kept(FONT_DIR / file, size=size, layout_engine=ImageFont.Layout.BASIC)


def printable(text: str, role: str) -> str:
    """The text; characters that none of the role's files can draw are made plain or replaced.

    Names come from players: a letter the fonts lack loses its accent, and anything else (emoji,
    other scripts) becomes a middle dot, so no empty box ever appears.
    """
    out: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        if char == " " or any(covers(f, char) for f in ROLES[role]):
            out.append(char)
            continue
        plain = unicodedata.normalize("NFKD", char)[:1]
        if any(covers(f, plain) for f in ROLES[role]):
            out.append(plain)
        elif not unicodedata.combining(char) and unicodedata.category(char) not in ("Cf", "Mn"):
            out.append("·")
    return "".join(out)


def can_write(text: str, role: str) -> bool:
    """Whether every letter and digit in a text can be drawn, without its accent if need be."""
    letters = (char for char in unicodedata.normalize("NFC", text) if char.isalnum())
    either = ((char, unicodedata.normalize("NFKD", char)[0]) for char in letters)
    return all(any(covers(f, c) for c in pair for f in ROLES[role]) for pair in either)


@lru_cache(maxsize=4096)
def _runs(text: str, role: str) -> tuple[tuple[str, str], ...]:
    """Split printable text into runs that one font file can set."""
    runs: list[tuple[str, str]] = []
    for char in printable(text, role):
        files = ROLES[role]
        if char == " " and runs:
            file = runs[-1][0]
        else:
            file = next((f for f in files if covers(f, char)), files[0])
        if runs and runs[-1][0] == file:
            runs[-1] = (file, runs[-1][1] + char)
        else:
            runs.append((file, char))
    return tuple(runs)


@lru_cache(maxsize=8192)
def text_width(text: str, style: Style) -> float:
    """The advance width of a line, in pixels."""
    with _lock:
        total = 0.0
        for file, run in _runs(text, style.role):
            face = font(file, style.size)
            if style.tracking:
                total += sum(face.getlength(c) + style.tracking for c in run)
            else:
                total += face.getlength(run)
        return max(0.0, total - style.tracking)


@lru_cache(maxsize=1024)
def line_metrics(style: Style) -> tuple[float, float]:
    """The ink above and below the baseline of ordinary text: the height of capitals and ascenders,
    and the descent."""
    with _lock:
        face = font(ROLES[style.role][0], style.size)
        top = face.getbbox("dHl", anchor="ls")[1]
        bottom = face.getbbox("gpy", anchor="ls")[3]
    return float(-top), float(bottom)


def draw_text(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    style: Style,
    fill: tuple[int, ...] | int,
    halo: tuple[int, ...] | int | None = None,
    halo_width: float = 0.0,
) -> None:
    """Write one line from the left end of its baseline, with any halo under all of it."""
    with _lock:
        if halo is not None and halo_width > 0:
            _pass(draw, at, text, style, halo, halo_width, halo)
        _pass(draw, at, text, style, fill, 0.0, None)


def _pass(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    style: Style,
    fill: tuple[int, ...] | int,
    stroke: float,
    stroke_fill: tuple[int, ...] | int | None,
) -> None:
    x, y = at
    for file, run in _runs(text, style.role):
        face = font(file, style.size)
        pieces = list(run) if style.tracking else [run]
        for piece in pieces:
            draw.text(
                (x, y),
                piece,
                font=face,
                fill=fill,
                anchor="ls",
                stroke_width=stroke,
                stroke_fill=stroke_fill,
            )
            x += face.getlength(piece) + style.tracking


def draw_centred(
    draw: ImageDraw.ImageDraw,
    centre: tuple[float, float],
    text: str,
    style: Style,
    fill: tuple[int, ...] | int,
    halo: tuple[int, ...] | int | None = None,
    halo_width: float = 0.0,
    max_width: float | None = None,
) -> None:
    """Write one line centred on a point (the capital height counts as the height of the line).

    With `max_width`, the size is reduced until the line fits, but not below two thirds.
    """
    if max_width is not None:
        style = fitted(text, style, max_width)
    up, _ = line_metrics(style)
    x = centre[0] - text_width(text, style) / 2
    draw_text(draw, (x, centre[1] + up / 2), text, style, fill, halo, halo_width)


def fitted(text: str, style: Style, max_width: float) -> Style:
    """The style, made smaller by up to a third so that the text fits the width."""
    width = text_width(text, style)
    if width <= max_width:
        return style
    smaller = style.scaled(max(2 / 3, max_width / width))
    # Hinting keeps letters a little wider than they should be: take one more step if that shows.
    if text_width(text, smaller) > max_width:
        smaller = style.scaled(max(2 / 3, 0.96 * max_width / width))
    return smaller


def wrap(text: str, style: Style, max_width: float) -> list[str]:
    """Break text into lines no wider than `max_width` (a single word that is longer stays
    whole)."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", style) <= max_width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def ellipsis(text: str, style: Style, max_width: float) -> str:
    """The text, cut with an ellipsis if it is wider than `max_width`."""
    if text_width(text, style) <= max_width:
        return text
    while text and text_width(text + "…", style) > max_width:
        text = text[:-1]
    return text.rstrip() + "…"
