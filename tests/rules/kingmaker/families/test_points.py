"""The schedule of points (families-victory)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.rules.kingmaker.tables import Bonus, ScoreSheet
from bot.rules.kingmaker.victory.points import score_sheet
from tests.rules.kingmaker.scene import Scene


def scored(scene: Scene, seat: int = 0, bonus: Bonus = "") -> ScoreSheet:
    """The sheet of a seat."""
    return score_sheet(scene.state, scene.content, seat, bonus)


def with_cards(*cards: str) -> dict[str, Fraction]:
    """The points by kind of Stanley, of 50, with some cards; his castles count nothing."""
    scene = Scene(2, "classic").noble("stanley", 0, "lathom")
    scene.state.nobles["stanley"].title = "earl_kent" if "earl_kent" in cards else None
    for card in cards:
        if card != "earl_kent":
            scene.give("stanley", card)
    found = dict(scored(scene).by_kind())
    assert found.pop("noble") == 75
    return {kind: value for kind, value in found.items() if kind != "town"}


@pytest.mark.rule("families-victory.2")
@pytest.mark.parametrize(
    ("office", "points"),
    [
        ("marshal_england", 100),
        ("treasurer_england", 50),
        ("constable_tower", 50 + 100),
        ("chamberlain_chester", 50 + 100),
        ("warden_marches", 50 + 50),
        ("chancellor_cornwall", 50 + 50),
    ],
)
def test_an_office_counts_its_basic_strength_and_half_of_the_rest(office: str, points: int) -> None:
    assert with_cards(office) == {"office": points}


@pytest.mark.rule("families-victory.3")
def test_a_title_counts_its_face() -> None:
    assert with_cards("earl_kent") == {"title": 30}


@pytest.mark.rule("families-victory.4", "families-victory.5")
def test_what_the_church_counts() -> None:
    assert with_cards("bp_norwich") == {"bishop": 50}
    assert with_cards("bp_durham", "bp_lincoln") == {"bishop": 50 + 15 + 50}
    assert with_cards("abp_canterbury") == {"archbishop": 100}
    assert with_cards("abp_york") == {"archbishop": 100 + 15}


@pytest.mark.rule("families-victory.6")
def test_a_ship_counts_a_fifth_of_her_room() -> None:
    assert with_cards("le_rose") == {"ship": 20}
    assert with_cards("admiral_england") == {"office": 50, "ship": 40 + 40}
    assert with_cards("warden_cinque_ports") == {"office": 50, "ship": 5 * 15}


@pytest.mark.rule("families-victory.6")
def test_a_ship_that_is_lost_counts_nothing() -> None:
    scene = Scene(2, "classic").noble("stanley", 0, "lathom", cards=("admiral_england",))
    del scene.state.ships["le_trinity"]
    assert scored(scene).by_kind()["ship"] == 40


@pytest.mark.rule("families-victory.7")
def test_towns_and_cities_count_a_tenth_of_their_garrison_and_castles_nothing() -> None:
    scene = Scene(2, "classic").noble("stanley", 0, "lathom", cards=("town_ipswich",))
    scene.control("newcastle", "stanley").control("kenilworth", "stanley")
    places = scene.board.places
    garrisons = places["ipswich"].garrison + places["newcastle"].garrison
    towns = {e.thing: e.value for e in scored(scene).entries if e.kind == "town"}
    assert towns == {
        "ipswich": Fraction(places["ipswich"].garrison, 10),
        "newcastle": Fraction(places["newcastle"].garrison, 10),
    }
    assert scored(scene).by_kind()["town"] == Fraction(garrisons, 10)
    # What is another faction's counts for that one.
    scene.noble("percy", 1, "alnwick").control("newcastle", "percy")
    assert "newcastle" in [e.thing for e in scored(scene, 1).entries]
    assert "newcastle" not in [e.thing for e in scored(scene, 0).entries]


@pytest.mark.rule("families-victory.8")
def test_mercenaries_count_half() -> None:
    assert with_cards("saxons_1", "burgundian_crossbowmen_1") == {"mercenary": 5 + 15}


@pytest.mark.rule("families-victory.9")
def test_each_noble_counts_half_as_much_again_as_his_own_card_without_any_title() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "alnwick").noble("scrope", 0, "masham")
    scene.state.nobles["scrope"].title = "earl_richmond"
    assert scored(scene).by_kind() == {"noble": 150 + 15, "title": 40}


@pytest.mark.rule("families-victory.10", "families-victory.11")
@pytest.mark.parametrize(
    ("bonus", "extra", "total"),
    [("", Fraction(0), 75), ("winning", Fraction(75, 2), 112), ("unfavoured", Fraction(75, 4), 93)],
)
def test_the_winning_side_gains_half_and_a_quarter_who_favours_the_other(
    bonus: Bonus, extra: Fraction, total: int
) -> None:
    scene = Scene(2, "classic").noble("stanley", 0, "lathom")
    found = scored(scene, 0, bonus)
    assert found.plain == 75
    assert (found.extra, found.total) == (extra, total)


@pytest.mark.rule("families-victory.7")
def test_fractions_are_kept_to_the_end() -> None:
    """A quarter more of 15 and of 5 is 18 3/4 and 6 1/4: together 25, and not 18 + 6."""
    scene = Scene(2, "classic").noble("scrope", 0, "masham", cards=("saxons_1",))
    found = scored(scene, 0, "unfavoured")
    assert found.by_kind() == {"noble": 15, "mercenary": 5}
    assert found.plain + found.extra == 25
    assert found.total == 25


def test_a_family_without_heirs_counts_nothing() -> None:
    scene = Scene(2, "classic").noble("stanley", 0, "lathom")
    assert score_sheet(scene.state, scene.content, 0, out=True).total == 0
