"""Colours for everybody: factions told apart, and text that can be read, in both themes."""

from __future__ import annotations

import itertools

import pytest

from rendering.canvas.blank_sheet import BlankSheet
from rendering.canvas.heraldry import GOLD, INK, RED_ROSE, WHITE, on_colour
from rendering.canvas.pen import mix
from rendering.canvas.theme import FACTION_MARKS, NEUTRAL_MARK, THEMES, contrast
from rendering.kingmaker.card_faces import KINDS
from tests.rendering.canvas.colour_vision import Deficiency, difference, seen_with

READABLE = 4.5
VISIBLE = 3.0


def test_contrast_and_difference_of_known_colours() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert difference((255, 255, 255), (0, 0, 0)) == pytest.approx(100.0, abs=0.01)
    assert difference((200, 30, 40), (200, 30, 40)) == 0.0


@pytest.mark.parametrize("deficiency", ["protanopia", "deuteranopia", "tritanopia"])
def test_grey_stays_grey_for_the_colour_blind(deficiency: Deficiency) -> None:
    assert max(abs(v - 128) for v in seen_with((128, 128, 128), deficiency)) <= 1


@pytest.mark.parametrize("deficiency", [None, "protanopia", "deuteranopia", "tritanopia"])
def test_faction_colours_stay_apart(deficiency: Deficiency | None) -> None:
    seen = [
        (m.name, m.colour if deficiency is None else seen_with(m.colour, deficiency))
        for m in FACTION_MARKS
    ]
    for (a, first), (b, second) in itertools.combinations(seen, 2):
        assert difference(first, second) >= 20.0, (a, b, deficiency)


def test_letters_can_be_read_on_every_faction_and_kind_of_card() -> None:
    colours = [m.colour for m in (*FACTION_MARKS, NEUTRAL_MARK)]
    colours += [look.colour for look in KINDS.values()]
    for colour in colours:
        assert contrast(on_colour(colour), colour) >= READABLE, colour


@pytest.mark.parametrize("name", sorted(THEMES))
def test_the_text_of_maps_and_cards_can_be_read(name: str) -> None:
    theme = THEMES[name]
    on_card = [theme.ink, theme.ink_soft, theme.ink_red]
    # Names of places stand on a halo, of seas and foreign lands on their own ground.
    pairs = [(ink, theme.card) for ink in on_card]
    pairs += [(ink, theme.halo_land) for ink in (theme.ink, theme.ink_red)]
    pairs += [(theme.ink_sea, ground) for ground in (theme.sea_deep, theme.sea_shallow)]
    pairs += [(theme.ink_foreign, theme.foreign_light), (theme.ink_foreign, theme.foreign_dark)]
    if name == "light":
        pairs += [(theme.ink, theme.halo_sea), (theme.ink_red, theme.halo_sea)]
    else:
        pairs += [(theme.halo_land, theme.halo_sea), (theme.gold, theme.halo_sea)]
    # The strip of the seats, the active one on gold.
    strip = mix(theme.paper, theme.paper_edge, 0.55)
    light = name == "light"
    pairs += [(theme.ink if light else theme.stone, ground) for ground in (theme.paper, strip)]
    pairs += [(theme.ink_soft if light else theme.land_dark, strip)]
    pairs += [(ink, mix(theme.card, GOLD, 0.28)) for ink in (theme.ink, theme.ink_soft)]
    poor = [(a, b, round(contrast(a, b), 2)) for a, b in pairs if contrast(a, b) < READABLE]
    assert poor == []


@pytest.mark.parametrize("name", sorted(THEMES))
def test_the_text_of_sheets_can_be_read(name: str) -> None:
    page = BlankSheet(60, 60, THEMES[name])
    for ink in (page.ink, page.soft, page.strong):
        for ground in (page.theme.paper, page.theme.paper_edge):
            assert contrast(ink, ground) >= READABLE, (ink, ground)


@pytest.mark.parametrize("name", sorted(THEMES))
def test_marks_stand_out_from_what_they_lie_on(name: str) -> None:
    theme = THEMES[name]
    lands = (theme.land_light, theme.land_dark)
    seas = (theme.sea_shallow, theme.sea_deep)
    pairs = [
        (mark, land) for mark in (theme.coast, theme.road_case, theme.barred) for land in lands
    ]
    pairs += [(theme.road_case, theme.road_fill), (theme.tree_shade, theme.forest_wash)]
    pairs += [(theme.sea_border, sea) for sea in seas]
    # Signs and counters ashore are drawn in ink; counters at sea have a dark edge and a pale one.
    pairs += [(INK, ground) for ground in (*lands, theme.forest_wash)]
    pairs += [(INK if contrast(INK, sea) > contrast(WHITE, sea) else WHITE, sea) for sea in seas]
    pairs += [(WHITE, INK), (GOLD, INK), (RED_ROSE, WHITE)]
    poor = [(a, b, round(contrast(a, b), 2)) for a, b in pairs if contrast(a, b) < VISIBLE]
    assert poor == []


def test_every_faction_differs_from_every_other_in_letter_and_pattern_too() -> None:
    assert len({m.letter for m in FACTION_MARKS}) == len(FACTION_MARKS)
    assert len({m.pattern for m in FACTION_MARKS}) == len(FACTION_MARKS)
