"""The palette of Kingmaker's sheets, and cards in it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from rendering.canvas.encoding import piece_colours, to_palette
from rendering.canvas.pen import mix
from rendering.canvas.theme import Colour, Theme
from rendering.kingmaker.card_faces import KINDS, Face, card


@lru_cache(maxsize=4)
def sheet_palette(theme: Theme) -> Image.Image:
    """The fixed palette of the sheets: counters, kinds of card, and ramps of paper and ink."""
    colours: list[Colour] = list(piece_colours(theme))
    for look in KINDS.values():
        colours += [
            look.colour,
            mix(look.colour, theme.card, 0.35),
            mix(look.colour, theme.card, 0.7),
            mix(look.colour, (255, 255, 255), 0.5),
        ]
    colours += [mix(theme.ink, theme.card, i / 13) for i in range(14)]
    colours += [mix(theme.paper, theme.paper_edge, i / 18) for i in range(10)]
    colours += [mix(theme.ink_soft, theme.paper, i / 5) for i in range(6)]
    colours += [mix(theme.stone, theme.ink, i / 5) for i in range(6)]
    colours += [
        theme.stone_shade,
        theme.roof_town,
        theme.roof_royal,
        theme.roof_plain,
        theme.gold,
        theme.card_edge,
        theme.ink_soft,
        theme.ink_red,
    ]
    flat = [v for colour in list(dict.fromkeys(colours))[:256] for v in colour]
    palette = Image.new("P", (1, 1))
    palette.putpalette(flat + [0] * (768 - len(flat)))
    return palette


@lru_cache(maxsize=256)
def card_in_palette(face: Face, theme: Theme) -> Image.Image:
    """A card in the colours that a sheet has in the end: it is kept in a byte for each pixel."""
    return to_palette(card(face, theme), sheet_palette(theme))
