"""The six families: most points when a House is extinct (families-victory).

Seats: 0 Lancaster, 1 York, 2 Neville (York), 3 Percy (Lancaster).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.state import KTable, Result
from bot.rules.kingmaker.tables import Bonus, Points, ScoreSheet
from bot.rules.kingmaker.victory.points import ByPoints, score_sheet
from bot.rules.kingmaker.view import standings
from tests.rules.kingmaker.scene import Scene

YORKISTS = ("richard_york", "edward_march", "george", "richard_gloucester")
LANCASTRIANS = ("henry", "margaret", "edward_lancaster")


def close_to_the_end(*others: str, serves: str = "york") -> Scene:
    """Seat 1 holds the last Yorkist but one of those named, whom it may put to death."""
    scene = Scene(4, "families").noble("clifford", 0, "skipton").noble("neville", 2, "warwick")
    scene.noble("percy", 3, "alnwick").noble("bourchier", 1, "pleshey")
    scene.state.sides[2].serves = serves
    return scene.dead(*others)


@pytest.mark.rule("families-victory.1", "families-victory.10")
def test_the_game_ends_with_the_last_heir_of_a_house_and_most_points_win() -> None:
    scene = close_to_the_end(*YORKISTS[1:]).hold("richard_york", "clifford")
    scene.movement(0)
    scene.play(0, "kill_heir", heir="richard_york")
    assert scene.happened(facts.PointsCounted) == [
        facts.PointsCounted((22, 15, 75, 225), ("winning", "", "", "winning"), ("york",))
    ]
    assert scene.state.result == Result((3,), "points")


@pytest.mark.rule("families-victory.10", "families-victory.11")
def test_who_serves_the_other_house_than_his_own_gains_a_quarter() -> None:
    scene = close_to_the_end(*YORKISTS[1:], serves="lancaster").hold("richard_york", "clifford")
    scene.movement(0)
    scene.play(0, "kill_heir", heir="richard_york")
    (counted,) = scene.happened(facts.PointsCounted)
    assert counted.points == (22, 15, 93, 225)
    assert counted.bonuses == ("winning", "", "unfavoured", "winning")


@pytest.mark.rule("families-victory.10")
def test_a_neutral_family_gains_nothing() -> None:
    scene = close_to_the_end(*YORKISTS[1:]).hold("richard_york", "clifford")
    scene.state.sides[3].serves = ""
    scene.movement(0)
    scene.play(0, "kill_heir", heir="richard_york")
    (counted,) = scene.happened(facts.PointsCounted)
    assert counted.points == (22, 15, 75, 150)
    assert scene.state.result == Result((3,), "points")


@pytest.mark.rule("families-victory.1")
def test_beaufort_keeps_lancaster_from_dying_out() -> None:
    scene = close_to_the_end(*LANCASTRIANS[1:]).noble("beaufort", 0, "corfe")
    scene.hold("henry", "bourchier").movement(1)
    scene.play(1, "kill_heir", heir="henry")
    assert scene.state.result is None
    kill_noble(scene.match.table, "beaufort", "plague")
    scene.play(1, "done")
    assert scene.state.result is not None
    assert scene.happened(facts.PointsCounted)[0].extinct == ("lancaster",)


@pytest.mark.rule("families-victory.1")
def test_a_tie_goes_to_who_is_on_the_winning_side() -> None:
    """Grey of 20 with half as much again has 45, as three nobles of 10 have on the other side."""
    scene = Scene(4, "families").noble("grey", 0, "ruthin").noble("bourchier", 1, "pleshey")
    scene.noble("scrope", 1, "masham").noble("howard", 1, "castle-rising")
    scene.dead(*YORKISTS[1:]).hold("richard_york", "grey").movement(0)
    scene.play(0, "kill_heir", heir="richard_york")
    assert scene.happened(facts.PointsCounted)[0].points == (45, 45, 0, 0)
    assert scene.state.result == Result((0,), "points")


@pytest.mark.rule("families-victory.1")
def test_what_is_equal_in_all_is_shared() -> None:
    scene = Scene(4, "families").noble("grey", 0, "ruthin").noble("audley", 3, "20,20")
    scene.noble("berkeley", 3, "20,20").noble("bourchier", 1, "pleshey")
    scene.dead(*YORKISTS[1:]).hold("richard_york", "grey").movement(0)
    scene.play(0, "kill_heir", heir="richard_york")
    assert scene.state.result == Result((0, 3), "points")


@pytest.mark.rule("families-victory.1")
def test_the_stronger_faction_wins_a_tie() -> None:
    """Roos of 20 with mercenaries of 30 has as many points as Grey of 20 and Audley of 10."""
    scene = Scene(4, "families").noble("grey", 0, "ruthin").noble("audley", 0, "20,20")
    scene.noble("roos", 3, "helmsley", cards=("burgundian_crossbowmen_1",))
    scene.noble("bourchier", 1, "pleshey").dead(*YORKISTS[1:]).hold("richard_york", "grey")
    scene.movement(0)
    scene.play(0, "kill_heir", heir="richard_york")
    assert scene.happened(facts.PointsCounted)[0].points == (67, 15, 0, 67)
    assert scene.state.result == Result((3,), "points")


@pytest.mark.rule("families-victory.1", "families-victory.7")
def test_a_fraction_decides_where_the_whole_points_are_alike() -> None:
    """Both have 67 and something, and the weaker faction has a quarter more."""
    quarters = {0: 270, 1: 0, 2: 0, 3: 271}

    class InQuarters(ByPoints):
        def sheet(self, table: KTable, seat: int) -> ScoreSheet:
            return ScoreSheet((Points("noble", "percy", quarters[seat], 4),))

    scene = Scene(4, "families").noble("stanley", 0, "lathom").noble("grey", 3, "ruthin")
    table = scene.noble("bourchier", 1, "pleshey").match.table
    table.events = []
    InQuarters().time_is_up(table)
    assert table.events[0] == facts.PointsCounted((67, 0, 0, 67), ("", "", "", ""), ())
    assert table.state.result == Result((3,), "points")


def test_when_the_time_is_up_the_points_are_counted_and_no_side_has_won() -> None:
    table = close_to_the_end().match.table
    table.events = []
    ByPoints().time_is_up(table)
    assert table.events[0] == facts.PointsCounted((15, 15, 75, 150), ("", "", "", ""), ())
    assert table.state.result == Result((3,), "points")


def test_both_houses_gone_at_once_leave_no_winning_side() -> None:
    scene = close_to_the_end(*YORKISTS, *LANCASTRIANS)
    scene.movement(0)
    assert scene.happened(facts.PointsCounted) == [
        facts.PointsCounted((15, 15, 75, 150), ("", "", "", ""), ("lancaster", "york"))
    ]


@pytest.mark.rule("families-victory.1", "families-heads.3")
def test_a_family_whose_line_is_out_has_no_points() -> None:
    scene = close_to_the_end(*YORKISTS[1:]).hold("richard_york", "clifford")
    scene.state.sides[3].extinct = True
    scene.movement(0)
    scene.play(0, "kill_heir", heir="richard_york")
    assert scene.happened(facts.PointsCounted)[0].points == (22, 15, 75, 0)
    assert scene.state.result == Result((2,), "points")


def test_the_standings_show_how_points_come_about_and_no_other_rules_do() -> None:
    scene = close_to_the_end()
    found = standings(scene.match.table)
    assert [s.sheet.by_kind() for s in found if s.sheet] == [
        {"noble": 15},
        {"noble": 15},
        {"noble": 75},
        {"noble": 150},
    ]
    assert found[0].goal.rivals == YORKISTS
    assert standings(Scene(2, "classic").match.table)[0].sheet is None


@pytest.mark.rule("families-victory.1")
def test_everybody_sees_how_the_points_came_about_once_it_is_over() -> None:
    scene = close_to_the_end(*YORKISTS[1:]).hold("richard_york", "clifford")
    scene.movement(0)
    assert scene.match.view(None).sheets == ()
    scene.play(0, "kill_heir", heir="richard_york")
    (counted,) = scene.happened(facts.PointsCounted)
    for seat in (None, 0, 3):
        sheets = scene.match.view(seat).sheets
        assert tuple(sheet.total for sheet in sheets) == counted.points
        assert tuple(sheet.bonus for sheet in sheets) == counted.bonuses


# The schedule of points (families-victory).


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
