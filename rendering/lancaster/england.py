"""The map of the nine counties: the land, and a plaque for each county."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from PIL import Image, ImageDraw

from bot import DATA
from bot.rules.lancaster.content import Content, County
from bot.rules.lancaster.view import BoardView, CountyView
from rendering.canvas.blank_sheet import BlankSheet
from rendering.canvas.fonts import Style, draw_centred
from rendering.canvas.heraldry import INK, shield_outline
from rendering.canvas.pen import Pen, Point, mix
from rendering.canvas.theme import Theme
from rendering.lancaster.writing import WHITE, knight, reward_row, token

MAP_FILE = DATA / "lancaster" / "map.json"
SIZE = (616, 806)
"""The size of the panel in pixels."""

_SCALE = 27.0
_WEST, _NORTH = 1.5, -0.1
PLAQUE = (198, 112)
_OVERSAMPLE = 3
_LEAST_OF_A_RING = 3


class _Map(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    about: str
    outline: list[list[Point]]
    counties: dict[str, Point]


@lru_cache(maxsize=1)
def load_map() -> _Map:
    """The outline of the land and the places of the plaques. Raises ValueError, naming the file, if
    the map cannot be used."""
    try:
        found = msgspec.json.decode(MAP_FILE.read_bytes(), type=_Map)
    except (OSError, msgspec.DecodeError) as wrong:
        raise ValueError(f"{MAP_FILE.name}: {wrong}") from wrong
    for index, ring in enumerate(found.outline):
        if len(ring) < _LEAST_OF_A_RING:
            at = f"{MAP_FILE.name}: outline[{index}]"
            raise ValueError(f"{at}: a coast needs at least three points")
    return found


def plaque_box(county: str) -> tuple[float, float, float, float]:
    """A county's plaque inside the panel, in pixels. Raises ValueError if the county has no
    place."""
    if county not in load_map().counties:
        raise ValueError(f"{MAP_FILE.name}: counties: {county} has no place on the map")
    x, y = _px(load_map().counties[county])
    w, h = PLAQUE
    return x - w / 2, y - h / 2, x + w / 2, y + h / 2


def paint_england(page: BlankSheet, at: Point, view: BoardView, content: Content) -> None:
    """Draw the panel with its upper left corner at a point on the page."""
    page.image.paste(land(page.theme), (round(at[0]), round(at[1])))
    box = (at[0], at[1], at[0] + SIZE[0], at[1] + SIZE[1])
    page.draw.rectangle(box, outline=page.theme.coast, width=2)
    for key in content.counties:
        county = content.counties[key]
        x0, y0, _, _ = plaque_box(key)
        _plaque(page, (at[0] + x0, at[1] + y0), county, view.counties[key])


def _px(point: Point) -> Point:
    return (point[0] - _WEST) * _SCALE, (point[1] - _NORTH) * _SCALE


@lru_cache(maxsize=4)
def land(theme: Theme) -> Image.Image:
    """The sea, three water lines, the land and the coast, as large as the panel."""
    k = _OVERSAMPLE
    sea = mix(theme.sea_shallow, theme.sea_deep, 0.35)
    image = Image.new("RGB", (SIZE[0] * k, SIZE[1] * k), sea)
    draw = ImageDraw.Draw(image)
    rings = [[(x * k, y * k) for x, y in map(_px, ring)] for ring in load_map().outline]
    for width, blend in ((44, 0.22), (26, 0.5), (12, 0.8)):
        for ring in rings:
            tone = mix(sea, theme.sea_shallow, blend)
            draw.line([*ring, ring[0]], fill=tone, width=width * k, joint="curve")
    for ring in rings:
        draw.polygon(ring, fill=theme.land_light)
        draw.line([*ring, ring[0]], fill=theme.coast, width=2 * k, joint="curve")
    return image.reduce(k)


def _plaque(page: BlankSheet, at: Point, county: County, held: CountyView) -> None:
    x, y = at
    w, h = PLAQUE
    page.card((x, y, x + w, y + h))
    page.text((x + 46, y + 31), county.name, Style("bold", 25), page.theme.ink, w - 54)
    page.paste(least(county.minimum), x + 7, y + 6)
    reward_row(page, (x + 9, y + 44), county.reward, 28, starter=county.names_starter)
    for index in range(held.noblemen):
        page.paste(token("nobleman", 28), x + 8 + index * 24, y + 78)
    if held.side is not None:
        page.paste(knight(held.side, held.knight, 60), x + w - 58, y + 46)
        if held.squires:
            page.paste(token("squires", 30), x + w - 112, y + 76)
            where = (x + w - 72, y + 92)
            page.centred(where, f"{held.squires}", Style("number", 24), page.theme.ink)


@lru_cache(maxsize=16)
def least(strength: int) -> Image.Image:
    """The mark for the minimum strength that a county asks of a knight."""
    pen = Pen(34, 38, 1)
    pen.polygon(shield_outline(31, 35), WHITE, INK, 2.0)
    sprite = pen.sprite()
    centre = sprite.width / 2, sprite.height / 2 - 2
    draw_centred(ImageDraw.Draw(sprite), centre, str(strength), Style("number", 23), INK)
    return sprite
