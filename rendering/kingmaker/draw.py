"""The pictures of a Kingmaker game, drawn only from a view and public events.

A whole game as a moving picture: the board turn by turn, as an animated WebP.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from bot.rules.kernel import Event, Seat
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.prospects.fights import Prospect
from bot.rules.kingmaker.prospects.reach import Reach
from bot.rules.kingmaker.view import BoardView
from rendering.canvas.blank_sheet import who_wins
from rendering.canvas.encoding import (
    LIMIT,
    WIDTHS,
    Animation,
    Picture,
    animated,
    smaller,
    thinned,
    to_palette,
    webp_bytes,
)
from rendering.canvas.foot import Foot
from rendering.canvas.seats import seat_name
from rendering.canvas.theme import theme_named
from rendering.canvas.touch import Art, Laid
from rendering.kingmaker import touch
from rendering.kingmaker.adapter import board_of, pieces_from_view, seat_names
from rendering.kingmaker.battle_sheet import battle_picture
from rendering.kingmaker.board import board_image, board_picture, crop_picture
from rendering.kingmaker.card_sheets import hand_picture, keep_cards
from rendering.kingmaker.changes import changes_picture
from rendering.kingmaker.counters.art import draw_art
from rendering.kingmaker.counters.pieces import PieceSet
from rendering.kingmaker.map.base_map import (
    BaseMap,
    base_map,
    prepare,
    prepare_base,
    prepared,
    sea_ways,
)
from rendering.kingmaker.moves import moves_picture
from rendering.kingmaker.parliament_sheet import parliament_picture
from rendering.kingmaker.prospect_sheet import prospect_picture
from rendering.kingmaker.victory_sheet import points_picture, victory_picture, won_by


def replay_animation(
    views: Sequence[BoardView],
    content: Content,
    names: Sequence[Sequence[str]] | None,
    theme_name: str,
    cache_dir: Path | None,
    limit: int = LIMIT,
) -> Animation:
    """The boards of these views, in order. See `draw.draw_replay`."""
    if not views:
        raise ValueError("A replay needs at least one view.")
    base = base_map(board_of(content), theme_named(theme_name), cache_dir)
    chosen = thinned(len(views))
    sheets = []
    for i in chosen:
        sheet = board_image(base, pieces_from_view(views[i], content, names[i] if names else None))
        sheets.append(smaller(sheet, WIDTHS[0]))
    return animated(sheets, base.theme, _alt(views, names[-1] if names else None), limit)


def _alt(views: Sequence[BoardView], names: Sequence[str] | None) -> str:
    last = views[-1]
    text = f"The game from round {views[0].round} to round {last.round}, turn by turn on the map."
    if last.result is not None:
        who = [seat_name(seat, names) for seat in last.result.winners]
        how = won_by(last.result.victory)
        text += f" {who_wins(who)}: {how}."
    return text


def draw_board(
    view: BoardView,
    content: Content,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
    cache_dir: Path | None = None,
    foot: Foot = (),
) -> Picture:
    """The whole board, 1600 by 1894 pixels, with the lines of `foot` below it.

    `names` are the players' names in seat order. Raises `KeyError` for an unknown theme.
    """
    pieces = pieces_from_view(view, content, names)
    return board_picture(board_of(content), pieces, theme_named(theme), cache_dir, foot)


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
    """Part of the board at double size: a region, or `radius` squares in each direction from a
    place, sea or square.

    `centre` is an id such as `york`, `the-downs` or `18,20`. Raises `KeyError` if the board has no
    such thing or there is no such theme, and `ValueError` for a radius below 1.
    """
    pieces = pieces_from_view(view, content, names)
    return crop_picture(board_of(content), pieces, theme_named(theme), centre, radius, cache_dir)


def draw_hand(
    view: BoardView,
    content: Content,
    seat: Seat,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """A seat's hand, kept events and nobles as a sheet of cards.

    Raises `ValueError` if the view is not that seat's own.
    """
    if view.seat != seat:
        raise ValueError("A hand is drawn only from the view of the seat that holds it.")
    return hand_picture(view, content, seat, seat_names(view, names)[seat], theme_named(theme))


def draw_empty_board(
    content: Content, *, theme: str = "light", cache_dir: Path | None = None
) -> Picture:
    """The empty board."""
    return board_picture(board_of(content), PieceSet(), theme_named(theme), cache_dir)


def seek_sea_ways(content: Content, *, theme: str = "light", cache_dir: Path | None = None) -> None:
    """Find the routes over the seas before a picture has to wait for them; this takes half a
    second."""
    sea_ways(base_map(board_of(content), theme_named(theme), cache_dir).plan)


def prepare_cards(content: Content, *, theme: str = "light") -> None:
    """Draw every Crown card, so that no hand has to wait for a new one."""
    keep_cards(content, theme_named(theme))


def draw_changes(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    *,
    names: Sequence[str] | None = None,
    then: Sequence[Sequence[str]] = (),
    theme: str = "light",
    cache_dir: Path | None = None,
) -> Picture:
    """The parts of the board that these events changed most: arrows for moves, and tokens for what
    happened.

    Only the public events are used. `then` gives the names at the time of each event, if they were
    different. Raises `KeyError` for an unknown theme.
    """
    return changes_picture(view, content, events, names, then, theme, cache_dir)


def draw_moves(
    view: BoardView,
    content: Content,
    reach: Reach,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
    cache_dir: Path | None = None,
) -> Picture:
    """The places a noble can go: discs with the number of squares marched, lozenges along roads,
    anchors at sea, and lettered squares where a rule stops him, with the rules listed below. Raises
    `KeyError` for an unknown theme."""
    return moves_picture(view, content, reach, names, theme, cache_dir)


def draw_battle(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """The sheet of the last battle or assault among the public events here.

    A view from before the battle also shows the troops of those who died in it. Raises
    `ValueError` if there was no battle, and `KeyError` for an unknown theme.
    """
    return battle_picture(view, content, events, names, theme)


def draw_prospects(
    view: BoardView,
    content: Content,
    found: Sequence[Prospect],
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """Fights that the viewer may take part in: both sides, their troops and the chances.

    Raises `KeyError` for an unknown theme.
    """
    return prospect_picture(view, content, found, names, theme)


def draw_parliament(
    view: BoardView,
    content: Content,
    events: Sequence[Event] = (),
    *,
    names: Sequence[str] | None = None,
    faces: Sequence[str] = (),
    theme: str = "light",
) -> Picture:
    """Both houses by seat, the last roll call among the public events, the nobles present, and the
    cards in the Chancery while Parliament sits.

    `faces` are the characters of computer players in seat order, empty for all others.
    Raises `ValueError` if there are no votes in the view or in the events, and `KeyError` for an
    unknown theme.
    """
    return parliament_picture(view, content, events, names, theme, faces)


def draw_victory(
    view: BoardView,
    content: Content,
    *,
    names: Sequence[str] | None = None,
    faces: Sequence[str] = (),
    theme: str = "light",
) -> Picture:
    """The winner, how he won, and everything each faction has left; if points decide, also how they
    add up. `faces` are the characters of computer players in seat order, empty for all others.
    Raises `ValueError` while the game is still in progress, and `KeyError` for an unknown theme.
    """
    if view.sheets:
        return points_picture(view, content, names, theme, faces)
    return victory_picture(view, content, names, theme, faces)


def draw_frame(
    view: BoardView,
    content: Content,
    width: int,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
    cache_dir: Path | None = None,
) -> Image.Image:
    """The whole board, `width` pixels wide, with the palette of its map. Raises `KeyError` for an
    unknown theme."""
    base = base_map(board_of(content), theme_named(theme), cache_dir)
    sheet = board_image(base, pieces_from_view(view, content, names))
    return to_palette(smaller(sheet, width), base.palette)


def lay_board(
    view: BoardView, content: Content, names: Sequence[str] | None, cache_dir: Path | None = None
) -> Laid:
    """The board, with everything that this view shows, as data."""
    plan = base_map(board_of(content), theme_named("light"), cache_dir).plan
    return touch.lay(plan, pieces_from_view(view, content, names))


def draw_ground(
    content: Content, detail: int, *, theme: str = "light", cache_dir: Path | None = None
) -> bytes:
    """The map with all its names, as WebP: in the full detail of the master (2), or half of it."""
    base = base_map(board_of(content), theme_named(theme), cache_dir)
    kept = prepared(base.board, base.theme, base.frame, _ground_name(detail))
    return _draw_ground(base, detail) if kept is None else kept


def _draw_ground(base: BaseMap, detail: int) -> bytes:
    image = touch.ground_image(base)
    return webp_bytes(image if detail == base.frame.scale else image.reduce(base.frame.scale))


def _ground_name(detail: int) -> str:
    return f"ground-{detail}.webp"


def prepare_map(content: Content, theme: str) -> None:
    """Draw the empty board, for pictures and for pages, and keep it with this installation. Raises
    OSError."""
    base = prepare_base(board_of(content), theme_named(theme))
    for detail in (1, base.frame.scale):
        prepare(base, _ground_name(detail), _draw_ground(base, detail))


def draw_arts(arts: Sequence[Art], *, theme: str = "light") -> list[bytes]:
    """Drawings of counters, by look, each as WebP with three pixels per sheet pixel."""
    return [webp_bytes(draw_art(art, theme_named(theme), 3), whole=True) for art in arts]


def draw_replay(
    views: Sequence[BoardView],
    content: Content,
    *,
    names: Sequence[Sequence[str]] | None = None,
    theme: str = "light",
    cache_dir: Path | None = None,
) -> Animation:
    """An animated WebP of these views in order, at most 8 MB and 90 frames (evenly spaced).

    ``names`` has the names for each view, because seats may change hands. Raises `ValueError` if
    there are no views or they cannot be made small enough, and `KeyError` for an unknown theme.
    This takes several seconds.
    """
    return replay_animation(views, content, names, theme, cache_dir)
