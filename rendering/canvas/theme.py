"""Colours. Every faction colour goes with a pattern and a letter badge.

The contrast of text with its background.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.kernel import Seat

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of the sheet. Ramps run from light to dark."""

    name: str
    paper: Colour
    paper_edge: Colour
    land_light: Colour
    land_dark: Colour
    foreign_light: Colour
    foreign_dark: Colour
    sea_shallow: Colour
    sea_deep: Colour
    waterline: Colour
    coast: Colour
    grid: Colour
    sea_border: Colour
    barred: Colour
    road_case: Colour
    road_fill: Colour
    forest_wash: Colour
    tree: Colour
    tree_shade: Colour
    ink: Colour
    ink_soft: Colour
    ink_red: Colour
    ink_sea: Colour
    ink_foreign: Colour
    halo_land: Colour
    halo_sea: Colour
    stone: Colour
    stone_shade: Colour
    roof_town: Colour
    roof_royal: Colour
    roof_plain: Colour
    gold: Colour
    card: Colour
    card_edge: Colour


LIGHT = Theme(
    name="light",
    paper=(243, 233, 208),
    paper_edge=(214, 194, 152),
    land_light=(246, 236, 209),
    land_dark=(219, 199, 155),
    foreign_light=(229, 221, 201),
    foreign_dark=(203, 191, 164),
    sea_shallow=(199, 216, 211),
    sea_deep=(118, 158, 170),
    waterline=(78, 118, 132),
    coast=(72, 52, 34),
    grid=(126, 96, 58),
    sea_border=(22, 60, 82),
    barred=(40, 92, 138),
    road_case=(112, 72, 40),
    road_fill=(226, 184, 122),
    forest_wash=(164, 178, 116),
    tree=(94, 122, 66),
    tree_shade=(52, 76, 42),
    ink=(40, 28, 20),
    ink_soft=(92, 68, 46),
    ink_red=(134, 30, 26),
    ink_sea=(8, 40, 60),
    ink_foreign=(92, 68, 46),
    halo_land=(248, 240, 217),
    halo_sea=(205, 221, 216),
    stone=(238, 228, 204),
    stone_shade=(196, 180, 148),
    roof_town=(178, 62, 44),
    roof_royal=(44, 74, 138),
    roof_plain=(186, 120, 70),
    gold=(214, 164, 42),
    card=(250, 244, 228),
    card_edge=(150, 118, 74),
)

DARK = Theme(
    name="dark",
    paper=(46, 40, 34),
    paper_edge=(30, 26, 22),
    land_light=(206, 188, 148),
    land_dark=(168, 144, 102),
    foreign_light=(84, 77, 64),
    foreign_dark=(64, 58, 48),
    sea_shallow=(62, 92, 108),
    sea_deep=(22, 38, 56),
    waterline=(128, 164, 176),
    coast=(34, 24, 16),
    grid=(96, 70, 40),
    sea_border=(164, 194, 202),
    barred=(22, 58, 120),
    road_case=(84, 50, 26),
    road_fill=(226, 190, 132),
    forest_wash=(130, 142, 86),
    tree=(70, 98, 52),
    tree_shade=(34, 54, 30),
    ink=(28, 18, 12),
    ink_soft=(70, 50, 32),
    ink_red=(112, 18, 16),
    ink_sea=(206, 224, 226),
    ink_foreign=(214, 198, 160),
    halo_land=(214, 198, 160),
    halo_sea=(40, 64, 82),
    stone=(236, 226, 202),
    stone_shade=(180, 164, 132),
    roof_town=(168, 52, 38),
    roof_royal=(36, 66, 132),
    roof_plain=(170, 106, 60),
    gold=(222, 176, 58),
    card=(236, 224, 196),
    card_edge=(120, 92, 54),
)

THEMES: dict[str, Theme] = {t.name: t for t in (LIGHT, DARK)}


def theme_named(name: str) -> Theme:
    """The theme with this name. Raises `KeyError` for an unknown theme."""
    return THEMES[name]


@dataclass(frozen=True, slots=True)
class FactionMark:
    """The marks that set a seat's pieces apart: colour, second colour, pattern and letter."""

    name: str
    colour: Colour
    second: Colour
    pattern: str
    """`plain`, `pale`, `fess`, `bend`, `chevron`, `quarter`, `cross`, `lozenge`."""
    letter: str


FACTION_MARKS: tuple[FactionMark, ...] = (
    FactionMark("red", (168, 18, 28), (255, 255, 255), "plain", "A"),
    FactionMark("blue", (38, 62, 172), (255, 255, 255), "pale", "B"),
    FactionMark("gold", (244, 206, 30), (40, 28, 20), "fess", "C"),
    FactionMark("green", (28, 130, 88), (255, 255, 255), "chevron", "D"),
    FactionMark("purple", (140, 78, 158), (255, 255, 255), "bend", "E"),
    FactionMark("black", (42, 34, 44), (255, 255, 255), "cross", "F"),
    FactionMark("orange", (214, 118, 18), (40, 28, 20), "quarter", "G"),
    FactionMark("teal", (86, 204, 212), (40, 28, 20), "lozenge", "H"),
)
NEUTRAL_MARK = FactionMark("neutral", (206, 198, 180), (92, 84, 72), "plain", "·")


def faction_mark(seat: Seat | None) -> FactionMark:
    """The mark of a seat number; `None` stands for nobody."""
    if seat is None or seat < 0:
        return NEUTRAL_MARK
    return FACTION_MARKS[seat % len(FACTION_MARKS)]


TINCTURES: dict[str, Colour] = {
    "or": (232, 182, 46),
    "argent": (248, 246, 238),
    "gules": (186, 30, 40),
    "azure": (34, 74, 160),
    "sable": (34, 30, 34),
    "vert": (34, 116, 66),
}
"""The metals and colours of heraldry."""


def linear(colour: Colour) -> tuple[float, float, float]:
    """A colour's red, green and blue as linear light, each from 0 to 1."""
    r, g, b = (
        c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4
        for c in colour
    )
    return r, g, b


def luminance(colour: Colour) -> float:
    """The relative luminance, from 0 for black to 1 for white."""
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    """The contrast ratio of two colours as the web's guidelines define it, 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
