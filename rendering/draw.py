"""The pictures of a game of Kingmaker, drawn from a view and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from rendering.adapter import board_of, pieces_from_view, seat_names
from rendering.board import board_picture, crop_picture
from rendering.encode import Picture
from rendering.pieces import PieceSet
from rendering.sheets import hand_picture
from rendering.theme import theme_named


def draw_board(
    view: BoardView,
    content: Content,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
    cache_dir: Path | None = None,
) -> Picture:
    """The whole board, 1600 by 1894 pixels.

    `names` are the players' names in seat order. Raises `KeyError` for an unknown theme.
    """
    pieces = pieces_from_view(view, content, names)
    return board_picture(board_of(content), pieces, theme_named(theme), cache_dir)


def draw_crop(
    view: BoardView,
    content: Content,
    *,
    centre: str,
    radius: int = 4,
    names: Sequence[str] | None = None,
    theme: str = "light",
    cache_dir: Path | None = None,
) -> Picture:
    """Part of the board at double size: `radius` squares to each side of a place, sea or square.

    `centre` is an id such as `york`, `the-downs` or `18,20`. Raises `KeyError` if there is no such
    thing on the board or no such theme, and `ValueError` for a radius below 1.
    """
    pieces = pieces_from_view(view, content, names)
    return crop_picture(board_of(content), pieces, theme_named(theme), centre, radius, cache_dir)


def draw_hand(
    view: BoardView,
    content: Content,
    seat: int,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """The hand, the kept events and the nobles of a seat as a sheet of cards.

    Raises `ValueError` if the view is not that seat's own.
    """
    if view.seat != seat:
        raise ValueError("A hand is drawn only from the view of the seat that holds it.")
    return hand_picture(view, content, seat, seat_names(view, names)[seat], theme_named(theme))


def draw_empty_board(
    content: Content, *, theme: str = "light", cache_dir: Path | None = None
) -> Picture:
    """The board with nothing on it."""
    return board_picture(board_of(content), PieceSet(), theme_named(theme), cache_dir)
