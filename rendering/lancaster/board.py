"""Lancaster's whole table on one sheet, or one part of it on another.

A whole game of Lancaster, as a moving picture of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PIL import Image

from bot.rules.lancaster.content import Content
from bot.rules.lancaster.view import BoardView
from rendering.canvas.blank_sheet import EDGE, BlankSheet, who_wins
from rendering.canvas.encoding import LIMIT, WIDTHS, Animation, Picture, animated, smaller, thinned
from rendering.canvas.theme import Theme, theme_named
from rendering.lancaster import chamber, england, houses, war
from rendering.lancaster.alt import table_alt
from rendering.lancaster.houses import HEIGHT, paint_track
from rendering.lancaster.sheets import palette
from rendering.lancaster.writing import phase_line, seat_names

WIDTH = 1140
_TOP = 122
_GAP = 18


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table that can be viewed separately: its size in pixels, and how to draw it."""

    name: str
    width: int
    height: Callable[[BoardView], int]
    paint: Callable[[BlankSheet, tuple[float, float], BoardView, Content, Sequence[str]], None]


def _england(
    page: BlankSheet, at: tuple[float, float], view: BoardView, content: Content, _: Sequence[str]
) -> None:
    england.paint_england(page, at, view, content)


def _war(
    page: BlankSheet, at: tuple[float, float], view: BoardView, content: Content, _: Sequence[str]
) -> None:
    war.paint_war(page, at, view, content)


def _parliament(
    page: BlankSheet, at: tuple[float, float], view: BoardView, content: Content, _: Sequence[str]
) -> None:
    chamber.paint_parliament(page, at, view, content)


def _houses(
    page: BlankSheet,
    at: tuple[float, float],
    view: BoardView,
    content: Content,
    names: Sequence[str],
) -> None:
    paint_track(page, at, view)
    below = (at[0], at[1] + HEIGHT + _GAP)
    houses.paint_houses(page, below, view, content, names)


AREAS: dict[str, Area] = {
    "england": Area("England", england.SIZE[0], lambda _: england.SIZE[1], _england),
    "france": Area("France", war.WIDTH, lambda _: war.HEIGHT, _war),
    "parliament": Area("Parliament", chamber.WIDTH, lambda _: chamber.HEIGHT, _parliament),
    "houses": Area(
        "Houses",
        houses.WIDTH,
        lambda view: HEIGHT + _GAP + houses.height_of(view),
        _houses,
    ),
}
"""The parts of the table by id."""

_BELOW = _TOP + england.SIZE[1] + _GAP
CORNERS = {
    "england": (EDGE, _TOP),
    "france": (WIDTH - EDGE - war.WIDTH, _TOP),
    "parliament": (EDGE, _BELOW),
    "houses": (EDGE, _BELOW + chamber.HEIGHT + _GAP),
}
"""The position where each part begins on the sheet of the whole table."""

ABOVE_HOUSES = HEIGHT + _GAP
"""The height of the houses' panel above the first house, where the score track is."""


def draw_table(
    view: BoardView,
    content: Content,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """Everything on the table, as this view shows it."""
    called = seat_names(view, names)
    page = table_leaf(view, content, called, theme)
    picture = page.finish(table_alt(view, content, called), palette(page.theme))
    return replace(picture, whole=True)


def table_leaf(view: BoardView, content: Content, called: Sequence[str], theme: str) -> BlankSheet:
    """The sheet of the whole table, not yet a picture."""
    page = BlankSheet(WIDTH, height_of(view), theme_named(theme))
    page.title("Lancaster", f"{phase_line(view)} · {called[view.starter]} has the marker")
    for key, corner in CORNERS.items():
        AREAS[key].paint(page, corner, view, content, called)
    return page


def height_of(view: BoardView) -> int:
    """The height of the sheet of the whole table, in pixels."""
    return CORNERS["houses"][1] + AREAS["houses"].height(view) + EDGE


def draw_area(
    view: BoardView,
    content: Content,
    area: str,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """One part of the table. Raises KeyError for an area that is not in `AREAS`."""
    part, called = AREAS[area], seat_names(view, names)
    height = _TOP + part.height(view) + EDGE
    page = BlankSheet(part.width + 2 * EDGE, height, theme_named(theme))
    page.title(part.name, phase_line(view))
    part.paint(page, (EDGE, _TOP), view, content, called)
    alt = table_alt(view, content, called, area)
    return page.finish(alt, palette(page.theme))


def draw_replay(
    views: Sequence[BoardView],
    content: Content,
    *,
    names: Sequence[Sequence[str]] | None = None,
    theme: str = "light",
    limit: int = LIMIT,
) -> Animation:
    """The tables of these views in order, each with its own ``names``, because seats may change
    hands.

    Raises `ValueError` if there are no views or they cannot be made small enough.
    """
    if not views:
        raise ValueError("A replay needs at least one view.")
    called = [seat_names(view, names[i] if names else None) for i, view in enumerate(views)]
    leaves = (table_leaf(views[i], content, called[i], theme) for i in thinned(len(views)))
    paper = theme_named(theme)
    sheets = _of_one_height([smaller(page.image, WIDTHS[0]) for page in leaves], paper)
    return animated(sheets, paper, _alt(views, called[-1]), limit)


def _of_one_height(sheets: Sequence[Image.Image], theme: Theme) -> list[Image.Image]:
    """The sheets, on paper as high as the tallest one: a table grows with the things on it."""
    height = max(sheet.height for sheet in sheets)
    found = []
    for sheet in sheets:
        whole = Image.new("RGB", (sheet.width, height), theme.paper)
        whole.paste(sheet)
        found.append(whole)
    return found


def _alt(views: Sequence[BoardView], called: Sequence[str]) -> str:
    last = views[-1]
    text = f"The game from round {views[0].round} to round {last.round} on the table."
    if last.result is not None:
        winners = [called[seat] for seat in last.result.winners]
        text += f" {who_wins(winners)}."
    return text
