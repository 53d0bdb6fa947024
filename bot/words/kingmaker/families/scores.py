"""The score sheet in words: how the points of a faction come about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from bot.rules.kingmaker.score_sheet import PointKind, ScoreSheet
from bot.words.phrases import plural
from bot.words.shape import Names

KINDS: dict[PointKind, tuple[str, str]] = {
    "noble": ("noble", "nobles"),
    "title": ("title", "titles"),
    "office": ("office", "offices"),
    "archbishop": ("archbishop", "archbishops"),
    "bishop": ("bishop", "bishops"),
    "mercenary": ("mercenary band", "mercenary bands"),
    "ship": ("ship", "ships"),
    "town": ("town", "towns"),
}
"""For what there are points, for one and for several."""

_BONUSES = {"winning": "half as much again", "unfavoured": "a quarter as much again"}


def points(sheet: ScoreSheet) -> str:
    """The total: `412 points`."""
    return plural(sheet.total, "point")


def sheet_text(sheet: ScoreSheet | None) -> str:
    """How it comes about: `412 points: 3 nobles 150, 2 titles 70`; empty where none are counted."""
    if sheet is None:
        return ""
    if sheet.out:
        return "0 points: its line has died out"
    parts = []
    for kind, value in sheet.by_kind().items():
        parts.append(f"{plural(sheet.count(kind), *KINDS[kind])} {number(value)}")
    if sheet.bonus:
        parts.append(f"{_BONUSES[sheet.bonus]} on the winning side {number(sheet.extra)}")
    return f"{points(sheet)}: {', '.join(parts)}" if parts else points(sheet)


def at_a_glance(sheets: Sequence[ScoreSheet | None], names: Names) -> str:
    """The points of all players in a line; empty where none are counted."""
    return points_listed(
        ((seat, sheet.total) for seat, sheet in enumerate(sheets) if sheet is not None), names
    )


def points_listed(points: Iterable[tuple[int, int]], names: Names) -> str:
    """The points of players, the most first."""
    ordered = sorted(points, key=lambda found: (-found[1], found[0]))
    return ", ".join(f"{names(seat)} {count}" for seat, count in ordered)


def number(value: Fraction) -> str:
    """A number with its fraction, as it is kept until the end: `37 1/2`."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    part = f"{rest.numerator}/{rest.denominator}"
    return f"{whole} {part}" if whole else part
