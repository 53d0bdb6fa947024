"""The six families: most points when a House is extinct (families-victory).

Seats: 0 Lancaster, 1 York, 2 Neville (York), 3 Percy (Lancaster).
"""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.standings import standings
from bot.rules.kingmaker.state import KTable, Result
from bot.rules.kingmaker.tables import Points, ScoreSheet
from bot.rules.kingmaker.victory.points import ByPoints
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
