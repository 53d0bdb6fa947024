"""A whole game of Lancaster as a moving picture of the table."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.rules.lancaster.content import Content
from bot.rules.lancaster.view import BoardView
from rendering.canvas.animation import LIMIT, WIDTHS, Animation, animated, smaller, thinned
from rendering.canvas.blank_sheet import who_wins
from rendering.canvas.theme import Theme, theme_named
from rendering.lancaster.board import table_leaf
from rendering.lancaster.writing import seat_names


def draw_replay(
    views: Sequence[BoardView],
    content: Content,
    *,
    names: Sequence[Sequence[str]] | None = None,
    theme: str = "light",
    limit: int = LIMIT,
) -> Animation:
    """The tables of these views one after another, each with its ``names``: seats may change hands.

    Raises `ValueError` without views.
    """
    if not views:
        raise ValueError("A replay needs at least one view.")
    called = [seat_names(view, names[i] if names else None) for i, view in enumerate(views)]
    leaves = (table_leaf(views[i], content, called[i], theme) for i in thinned(len(views)))
    paper = theme_named(theme)
    sheets = _of_one_height([smaller(page.image, WIDTHS[0]) for page in leaves], paper)
    return animated(sheets, paper, _alt(views, called[-1]), limit)


def _of_one_height(sheets: Sequence[Image.Image], theme: Theme) -> list[Image.Image]:
    """The sheets on paper of the tallest one's height: a table grows with what lies on it."""
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
