"""Colours for everybody: factions told apart, and text that can be read, in both themes."""

from __future__ import annotations

import itertools

import pytest

from rendering.counters import on_colour
from rendering.leaf import Leaf
from rendering.sheets import KINDS
from rendering.sight import Deficiency, contrast, difference, seen_with
from rendering.theme import FACTION_MARKS, NEUTRAL_MARK, THEMES

READABLE = 4.5


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
    for ink in (theme.ink, theme.ink_soft, theme.ink_red):
        assert contrast(ink, theme.card) >= READABLE
    for ink in (theme.ink, theme.ink_red):
        assert contrast(ink, theme.halo_land) >= READABLE
    for ground in (theme.sea_deep, theme.sea_shallow):
        assert contrast(theme.ink_sea, ground) >= 3.0, "large letters"
    at_sea = theme.ink if name == "light" else theme.halo_land
    assert contrast(at_sea, theme.halo_sea) >= READABLE


@pytest.mark.parametrize("name", sorted(THEMES))
def test_the_text_of_sheets_can_be_read(name: str) -> None:
    leaf = Leaf(60, 60, THEMES[name])
    for ink in (leaf.ink, leaf.soft, leaf.strong):
        for ground in (leaf.theme.paper, leaf.theme.paper_edge):
            floor = READABLE if ground == leaf.theme.paper else 3.0
            assert contrast(ink, ground) >= floor, (ink, ground)
