"""A blank sheet of paper with a title, and the drawing that several kinds of sheet share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.rules.kernel import Seat
from bot.words.phrases import listed
from rendering.canvas.encoding import Picture, png_bytes, to_palette
from rendering.canvas.fonts import Style, draw_centred, draw_text, ellipsis, fitted
from rendering.canvas.heraldry import INK, paint_field
from rendering.canvas.parchment import paper
from rendering.canvas.pen import Pen, mix
from rendering.canvas.theme import Colour, Theme, faction_mark

EDGE = 30
ALT_LIMIT = 1000


class BlankSheet:
    """A sheet in the colours of a theme, with its writing and drawings. Lengths are in pixels.

    `ink`, `soft` and `strong` are the colours of text, minor text and headings on the paper.
    """

    def __init__(self, width: int, height: int, theme: Theme) -> None:
        self.theme = theme
        self.width, self.height = width, height
        light = theme.name == "light"
        self.ink = theme.ink if light else theme.stone
        self.soft = theme.ink_soft if light else theme.stone_shade
        self.strong = theme.ink_red if light else theme.gold
        edge = mix(theme.paper, theme.paper_edge, 0.6)
        self.image = paper((width, height), theme.paper, edge)
        self.draw = ImageDraw.Draw(self.image)
        for inset, line in ((8, 2), (13, 1)):
            box = [inset, inset, width - inset - 1, height - inset - 1]
            self.draw.rectangle(box, outline=self.soft, width=line)

    def title(self, words: str, below: str = "") -> None:
        """The heading in capitals, with a line in italics under it."""
        room = self.width - 2 * EDGE - 20
        style = fitted(words, Style("capitals", 38, 1.5), room)
        draw_centred(self.draw, (self.width / 2, 52), words, style, self.strong)
        if below:
            small = fitted(below, Style("italic", 25), room)
            text = ellipsis(below, small, room)
            draw_centred(self.draw, (self.width / 2, 92), text, small, self.ink)

    def text(
        self,
        at: tuple[float, float],
        words: str,
        style: Style,
        ink: Colour | None = None,
        room: float | None = None,
    ) -> None:
        """Write a line from the left end of its baseline, cut to fit."""
        draw_text(self.draw, at, *_fitting(words, style, room), ink or self.ink)

    def centred(
        self,
        at: tuple[float, float],
        words: str,
        style: Style,
        ink: Colour | None = None,
        room: float | None = None,
    ) -> None:
        """Write a line centred on a point, cut to fit."""
        draw_centred(self.draw, at, *_fitting(words, style, room), ink or self.ink)

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        self.image.paste(sprite, (round(x), round(y)), sprite)

    def card(self, box: tuple[float, float, float, float], fill: Colour | None = None) -> None:
        """A panel with an outline."""
        self.draw.rounded_rectangle(
            box, radius=8, fill=fill or self.theme.card, outline=self.theme.card_edge, width=2
        )

    def finish(self, alt: str, palette: Image.Image) -> Picture:
        """The sheet as a picture with a palette of 256 colours."""
        png = png_bytes(to_palette(self.image, palette))
        short = alt if len(alt) <= ALT_LIMIT else alt[: ALT_LIMIT - 1] + "…"
        return Picture(png, self.width, self.height, short)


def _fitting(words: str, style: Style, room: float | None) -> tuple[str, Style]:
    """The words and their style, made smaller and then cut to fit the width (None: left as they
    are)."""
    if room is None:
        return words, style
    style = fitted(words, style, room)
    return ellipsis(words, style, room), style


@lru_cache(maxsize=64)
def seat_badge(seat: Seat | None, side: int) -> Image.Image:
    """A seat's colour, pattern and letter in a square with sides of this many pixels."""
    mark = faction_mark(seat)
    pen = Pen(side, side, 1)
    half = side / 2 - side / 30
    square = [(-half, -half), (half, -half), (half, half), (-half, half)]
    paint_field(pen, mark, square, 2 * half, 2 * half)
    pen.polygon(square, None, INK, max(1.4, side / 32))
    pen.circle(0, 0, half * 0.62, (255, 255, 255), INK, max(1.0, side / 44))
    sprite = pen.sprite()
    at = sprite.width / 2, sprite.height / 2
    draw_centred(ImageDraw.Draw(sprite), at, mark.letter, Style("number", side * 0.48), INK)
    return sprite


def who_wins(winners: Sequence[str]) -> str:
    """`Anne wins` or `Anne and Bob win`; `A draw` if nobody wins."""
    return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}" if winners else "A draw"
