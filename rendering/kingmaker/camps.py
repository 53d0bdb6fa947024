"""The key below the map at a table with sides: who serves which House, or neither."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.rules.kernel import Seat
from rendering.canvas.blank_sheet import seat_badge
from rendering.canvas.fonts import Style, draw_text, ellipsis, fitted, text_width
from rendering.canvas.heraldry import GOLD
from rendering.canvas.parchment import paper
from rendering.canvas.pen import mix
from rendering.canvas.theme import Theme
from rendering.kingmaker.counters.counters import big_arms
from rendering.kingmaker.counters.marks import CAMPS, camp_badge
from rendering.kingmaker.counters.pieces import Camp, PieceSet, SeatPiece

ROW = 66
"""The height of a side's row, which a phone shows at a third of that size."""

_EDGE = 26
_BADGE = 48
_HEADING = Style("capitals", 30)
_NAME = Style("bold", 28)
_PART = Style("italic", 24)
_MOST_HEADING = 240
_TURN = 36


@lru_cache(maxsize=128)
def sided_badge(seat: Seat | None, side: int, camp: Camp | None) -> Image.Image:
    """A seat's badge, with the sign of its side at one corner; just the badge if there are no
    sides.

    With the sign, the badge is a fifth wider and higher.
    """
    badge = seat_badge(seat, side)
    if camp is None:
        return badge
    over = side // 5
    whole = Image.new("RGBA", (side + over, side + over), (0, 0, 0, 0))
    whole.paste(badge, (0, 0))
    sign = camp_badge(camp, round(side * 0.46))
    whole.paste(sign, (whole.width - sign.width, whole.height - sign.height), sign)
    return whole


def by_camp(seats: Iterable[SeatPiece]) -> dict[Camp, list[SeatPiece]]:
    """The seats of each side that has any, the House first."""
    listed = sorted(seats, key=lambda seat: (bool(seat.head), seat.number))
    sides: dict[Camp, list[SeatPiece]] = {
        camp: [seat for seat in listed if seat.camp == camp] for camp in CAMPS
    }
    return {camp: found for camp, found in sides.items() if found}


def camps_words(seats: Sequence[SeatPiece], letters: Sequence[str]) -> list[str]:
    """The key in words, a sentence for each side; `letters` are those of the seats' badges."""
    return [
        f"{CAMPS[camp]}: "
        + ", ".join(f"{letters[seat.number]} {seat.name} ({seat.part})" for seat in found)
        + "."
        for camp, found in by_camp(seats).items()
    ]


def key_height(pieces: PieceSet, *, turn: bool = False) -> int:
    """The height of the key in pixels; with `turn`, including a line for the round and phase."""
    rows = by_camp(pieces.seats)
    return len(rows) * ROW + _EDGE // 2 + (_TURN if turn and pieces.round else 0) if rows else 0


def with_key(
    picture: Image.Image, pieces: PieceSet, theme: Theme, *, turn: bool = False
) -> Image.Image:
    """A picture in RGB with the key below it; unchanged if there are no sides."""
    height = key_height(pieces, turn=turn)
    if not height:
        return picture
    whole = Image.new("RGB", (picture.width, picture.height + height))
    whole.paste(picture, (0, 0))
    strip = paper((picture.width, height), theme.paper, theme.paper_edge)
    _draw_key(strip, pieces, theme, turn and pieces.round > 0)
    whole.paste(strip, (0, picture.height))
    return whole


def _draw_key(strip: Image.Image, pieces: PieceSet, theme: Theme, turn: bool) -> None:
    draw = ImageDraw.Draw(strip)
    ink = theme.ink if theme.name == "light" else theme.stone
    y = 4
    if turn:
        words = f"Round {pieces.round} · {pieces.phase}"
        draw_text(draw, (_EDGE, y + 28), words, _PART, ink)
        y += _TURN
    sides = by_camp(pieces.seats)
    heading = max(text_width(CAMPS[camp].upper(), _HEADING) for camp in sides)
    left = _EDGE + _BADGE + 12 + min(_MOST_HEADING, heading) + 24
    for camp, seats in sides.items():
        draw.line([(_EDGE, y), (strip.width - _EDGE, y)], fill=mix(ink, theme.paper, 0.6), width=2)
        badge = camp_badge(camp, _BADGE)
        strip.paste(badge, (_EDGE, y + (ROW - _BADGE) // 2), badge)
        at = _EDGE + _BADGE + 12, y + ROW / 2 + 10
        draw_text(draw, at, CAMPS[camp].upper(), _HEADING, ink)
        pitch = (strip.width - left - _EDGE) / max(3, len(seats))
        for nth, seat in enumerate(seats):
            _draw_seat(strip, draw, seat, theme, (left + nth * pitch, y, pitch - 10))
        y += ROW


def _draw_seat(
    strip: Image.Image,
    draw: ImageDraw.ImageDraw,
    seat: SeatPiece,
    theme: Theme,
    at: tuple[float, float, float],
) -> None:
    """Draw a seat's badge, the family's shield, the player's name and his part."""
    x, y, width = at
    light = theme.name == "light"
    ink, soft = (theme.ink, theme.ink_soft) if light else (theme.stone, theme.stone_shade)
    if seat.active:
        box = [x - 5, y + 4, x + width, y + ROW - 3]
        fill = mix(theme.card, GOLD, 0.28)
        draw.rounded_rectangle(box, radius=8, fill=fill, outline=theme.gold, width=3)
        ink, soft = theme.ink, theme.ink_soft
    top = round(y + (ROW - _BADGE) / 2)
    badge = seat_badge(seat.number, _BADGE)
    strip.paste(badge, (round(x), top), badge)
    across = x + _BADGE + 6
    if seat.head:
        arms = big_arms(seat.head, seat.number, 40, _BADGE)
        strip.paste(arms, (round(across), top), arms)
        across += 46
    room = x + width - across - 8
    for words, style, colour, down in (
        (seat.name, _NAME, ink, 31),
        (seat.part, _PART, soft, 56),
    ):
        small = fitted(words, style, room)
        draw_text(draw, (across, y + down), ellipsis(words, small, room), small, colour)
