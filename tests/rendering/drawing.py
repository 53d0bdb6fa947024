"""Kingmaker's pictures one by one, with what a test leaves out filled in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.rules.kernel import Event, Seat
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from rendering import Animation, Picture
from rendering.canvas.encoding import LIMIT
from rendering.kingmaker.adapter import seat_names
from rendering.kingmaker.battle_sheet import battle_picture
from rendering.kingmaker.changes import changes_picture
from rendering.kingmaker.moves import moves_picture
from rendering.kingmaker.painter import KingmakerPainter
from rendering.kingmaker.parliament_sheet import parliament_picture
from rendering.kingmaker.prospect_sheet import prospect_picture

Names = Sequence[str] | None


def draw_board(
    view: BoardView, content: Content, *, names: Names = None, foot: Any = (), **how: Any
) -> Picture:
    """The whole board."""
    return _painter(content, **how).board(view, seat_names(view, names), foot)


def draw_crop(
    view: BoardView,
    content: Content,
    *,
    centre: str,
    names: Names = None,
    radius: int = 4,
    **how: Any,
) -> Picture:
    """A part of the board."""
    return _painter(content, **how).crop(view, centre, seat_names(view, names), radius)


def draw_hand(
    view: BoardView, content: Content, seat: Seat, *, names: Names = None, **how: Any
) -> Picture:
    """A hand."""
    return _painter(content, **how).hand(view, seat, seat_names(view, names))


def draw_victory(
    view: BoardView,
    content: Content,
    *,
    names: Names = None,
    faces: Sequence[str] = (),
    **how: Any,
) -> Picture:
    """The end of a game."""
    return _painter(content, **how).victory(view, seat_names(view, names), faces)


def draw_changes(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    *,
    names: Names = None,
    then: Sequence[Sequence[str]] = (),
    theme: str = "light",
    cache_dir: Path | None = None,
) -> Picture:
    """What changed."""
    return changes_picture(view, content, events, names, then, theme, cache_dir)


def draw_moves(
    view: BoardView,
    content: Content,
    reach: Any,
    *,
    names: Names = None,
    theme: str = "light",
    cache_dir: Path | None = None,
) -> Picture:
    """Where a noble can go."""
    return moves_picture(view, content, reach, names, theme, cache_dir)


def draw_battle(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    *,
    names: Names = None,
    theme: str = "light",
) -> Picture:
    """The last battle."""
    return battle_picture(view, content, events, names, theme)


def draw_prospects(
    view: BoardView, content: Content, found: Any, *, names: Names = None, theme: str = "light"
) -> Picture:
    """Fights to come."""
    return prospect_picture(view, content, found, names, theme)


def draw_parliament(
    view: BoardView,
    content: Content,
    events: Sequence[Event] = (),
    *,
    names: Names = None,
    faces: Sequence[str] = (),
    theme: str = "light",
) -> Picture:
    """A Parliament."""
    return parliament_picture(view, content, events, names, theme, faces)


def draw_replay(
    views: Sequence[BoardView],
    content: Content,
    *,
    names: Sequence[Sequence[str]] | None = None,
    limit: int = LIMIT,
    **how: Any,
) -> Animation:
    """A game turn by turn."""
    called = names or [seat_names(view, None) for view in views]
    return _painter(content, **how).replay(views, called, limit)


def _painter(
    content: Content, *, theme: str = "light", cache_dir: Path | None = None
) -> KingmakerPainter:
    return KingmakerPainter(content, cache_dir, theme)
