"""What changed: facts into moves and lines, the window, and the picture."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

from bot.rules.kernel import Match, Weight
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from rendering.kingmaker.changes import window_of, windows_of
from rendering.kingmaker.counters.pieces import Spot
from rendering.kingmaker.happenings import Changes, Happening, Move, read_changes
from rendering.kingmaker.map.base_map import BaseMap, sea_ways
from rendering.kingmaker.map.geometry import BoardMap, Rect
from tests.rendering.drawing import draw_changes
from tests.rules.kingmaker.scene import Scene

NAMES = ["Alice", "Bertrand", "Chloë", "Dafydd"]

FIGHT = (
    facts.TurnBegan(0, 3),
    facts.Marched(0, ("percy", "grey"), "13,3", "13,4"),
    facts.Marched(0, ("grey", "percy"), "13,4", "13,5"),
    facts.AttackDeclared(0, 1, "13,5", ("grey", "percy"), ("neville",), 130, 100),
    facts.BattleRolled(130, 100, "G", 82, "minor_victory"),
    facts.NobleDied("grey", 0, "battle"),
    facts.Captured(("neville",), 0),
)


@pytest.mark.parametrize(("winner", "end"), [(None, "nobody wins"), (0, "Alice wins")])
def test_a_battle_by_card_is_told_with_its_winner(
    content: Content, winner: int | None, end: str
) -> None:
    decided = facts.BattleDecided(130, 100, "3_2", winner)
    (fight,) = read_changes((FIGHT[3], decided), content, NAMES).happenings
    assert fight.text.endswith(f"Alice (130) against Bertrand (100): {end}")


@pytest.mark.parametrize(
    ("why", "end"),
    [
        ("weather", "called off in bad weather"),
        ("evaded", "called off: evaded with a card"),
        ("odds", "called off, the odds too low"),
        ("nobody", "called off, nobody left to fight"),
    ],
)
def test_a_battle_that_does_not_take_place_says_why(content: Content, why: str, end: str) -> None:
    (fight,) = read_changes((FIGHT[3], facts.AttackCancelled(why)), content, NAMES).happenings
    assert fight.text == f"Battle at N6: Alice (130) against Bertrand (100): {end}"


@pytest.mark.parametrize(
    ("cause", "told"),
    [
        ("killed", ["Henry VI put to death"]),
        ("natural", ["Henry VI died in bed"]),
        ("abroad", ["Henry VI died abroad"]),
        ("unmasked", ["Henry VI put to death as a fraud"]),
        ("correction", ["Henry VI dead"]),
        ("plague", []),
        ("drowned", []),
        ("gale", []),
    ],
)
def test_a_death_outside_of_a_fight_says_how(content: Content, cause: str, told: list[str]) -> None:
    found = read_changes((facts.HeirDied("henry", cause),), content, NAMES).happenings
    assert [death.text for death in found] == told


def test_steps_of_one_force_are_one_way(content: Content) -> None:
    changes = read_changes(FIGHT, content, NAMES)
    assert [(m.seat, m.who, m.path, m.ship) for m in changes.moves] == [
        (0, ("grey", "percy"), ["13,3", "13,4", "13,5"], False)
    ]


def test_a_march_is_filled_in_with_its_squares_and_ends_in_no_forest_on_the_way(
    content: Content,
) -> None:
    (move,) = read_changes((facts.Marched(0, ("pole",), "22,16", "18,16"),), content, NAMES).moves
    assert (move.path[0], move.path[-1], len(move.path)) == ("22,16", "18,16", 5)
    assert move.roads == ["", "", "", ""]
    squares = content.board.squares
    assert all(b in squares[a].neighbours for a, b in itertools.pairwise(move.path))
    assert not any(squares[square].is_forest for square in move.path[1:-1])


def test_a_ride_is_filled_in_along_its_road(content: Content) -> None:
    ride = facts.Marched(0, ("pole",), "18,20", "15,9", "road")
    (move,) = read_changes((ride,), content, NAMES).moves
    assert (move.path[0], move.path[-1]) == ("18,20", "15,9")
    assert set(move.roads) == {"great-north-road"}
    road = content.board.roads["great-north-road"].squares
    assert set(move.path) <= set(road)


def test_ships_keep_to_the_water(base: BaseMap) -> None:
    plan = base.plan
    ends = [plan.layout.signs[port].box.centre for port in ("southampton", "calais", "bristol")]
    for a, b in itertools.combinations(ends, 2):
        way = sea_ways(plan).way(a, b)
        assert (way[0], way[-1]) == (a, b)
        afloat = [p for p in way if min(math.dist(p, a), math.dist(p, b)) > 60]
        assert len(afloat) > 5
        assert [p for p in afloat if plan.land.share(Rect.around(p, 4, 4)) > 0.5] == []


def test_a_battle_is_one_line_with_its_outcome(content: Content) -> None:
    (battle,) = read_changes(FIGHT, content, NAMES).happenings
    assert (battle.kind, battle.spots) == ("battle", [Spot("square", "13,5")])
    assert battle.text == (
        "Battle at N6: Alice (130) against Bertrand (100): Minor Victory (roll 82); "
        "Grey dead; Neville captive"
    )


def test_other_facts_in_words(content: Content) -> None:
    events = (
        facts.AssaultDeclared(1, "york", ("percy",), (), 350, 300),
        facts.SiegeConcluded(1, "york"),
        facts.ControlGained("york", "percy", 1, "siege"),
        facts.ControlGained("hull", "percy", 1, "siege"),
        facts.PhaseBegan(1, "parliament"),
        facts.PlagueStruck("london", ("beaufort",), ("henry",)),
        facts.Crowned("edward_march", "york", 1),
        facts.ParliamentCalled(2, "norwich"),
        facts.Sailed(2, "le_swan", "lynn", "the-wash"),
        facts.NobleDied("roos", 3, "executed"),
        facts.SiegeLaid(3, "hull", ("pole",), 250, 200),
    )
    changes = read_changes(events, content, NAMES[:3])
    assert [(h.kind, h.text) for h in changes.happenings] == [
        ("siege", "Assault on York: Bertrand (350) against 300: taken"),
        ("control", "Bertrand now holds York, Hull"),
        ("plague", "Plague in London: Beaufort and Henry VI dead"),
        ("crown", "Edward of March crowned in York"),
        ("parliament", "Chloë calls Parliament to Norwich"),
        ("death", "Roos put to death"),
        ("siege", "Seat 4 (250) besieges Hull"),
    ]
    assert [(m.who, m.path, m.ship) for m in changes.moves] == [
        (("le_swan",), ["lynn", "the-wash"], True)
    ]
    assert changes.happenings[1].spots == [Spot("place", "york"), Spot("place", "hull")]


def test_a_place_that_changes_hands_twice_is_told_with_its_last_holder(content: Content) -> None:
    events = (
        facts.ControlLost("london", 2),
        facts.ControlGained("london", "percy", 0, "siege"),
        facts.ControlGained("hull", "percy", 0, "siege"),
        facts.ControlLost("london", 0),
        facts.ControlGained("london", "pole", 1, "deal"),
        facts.ControlGained("york", "roos", 2, "deal"),
        facts.ControlGained("york", "pole", 1, "deal"),
    )
    changes = read_changes(events, content, NAMES)
    assert [h.text for h in changes.happenings] == [
        "Chloë no longer holds London",
        "Alice now holds Hull",
        "Alice no longer holds London",
        "Bertrand now holds London, York",
    ]
    assert changes.happenings[-1].spots == [Spot("place", "london"), Spot("place", "york")]
    back = read_changes((*events[:1], facts.ControlGained("london", "roos", 2, "deal")),
                        content, NAMES)  # fmt: skip
    assert [h.text for h in back.happenings] == ["Chloë now holds London"]


def test_what_strangers_take_is_one_line_each(content: Content) -> None:
    events = (
        facts.TakenByScots("durham", 0),
        facts.TakenByScots("raby", None),
        facts.TakenByFrench("calais", 1),
        facts.TakenByRogues("hull", 1),
    )
    changes = read_changes(events, content, NAMES)
    assert [(h.kind, h.text) for h in changes.happenings] == [
        ("control", "The Scots now hold Durham, Raby"),
        ("control", "The French now hold Calais"),
        ("control", "The French soldiers now hold Hull"),
    ]


def test_what_weighs_most_comes_first_and_heirs_are_shown_where_they_are(content: Content) -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.hold("henry", "percy")
    events = (
        facts.ControlGained("hull", "percy", 0, "siege"),
        facts.SiegeLaid(1, "york", ("clifford",), 250, 200),
        facts.HeirTaken("henry", "percy", 0),
        facts.HeirLeft("george", "5,18", "cardigan"),
        facts.HeirTaken("margaret", "clifford", 1),
    )
    changes = read_changes(events, content, NAMES, scene.match.view(None))
    assert [(h.text, h.spots) for h in changes.weightiest(4)] == [
        ("Alice’s Percy takes Henry VI", [Spot("place", "alnwick")]),
        ("George of Clarence is left without a keeper at Cardigan", [Spot("place", "cardigan")]),
        ("Bertrand’s Clifford takes Margaret of Anjou", []),
        ("Bertrand (250) besieges York", [Spot("place", "york")]),
    ]
    assert changes.happenings[0].text == "Alice now holds Hull"
    (fight,) = read_changes(FIGHT, content, NAMES).happenings
    assert fight.weight is Weight.HEADLINE


def test_nothing_secret_is_told(content: Content) -> None:
    secret = (
        facts.Marched(0, ("percy",), "13,3", "13,4", audience=(0,)),
        facts.PlagueStruck("york", ("percy",), audience=()),
    )
    changes = read_changes(secret, content, NAMES)
    assert (changes.moves, changes.happenings) == ([], [])


def test_the_window_holds_everything_and_stays_on_the_board(board: BoardMap) -> None:
    assert window_of(board, []) == (0, 0, 25, 29)
    assert window_of(board, ["camelot"]) == (0, 0, 25, 29)
    assert window_of(board, ["18,20"]) == (14, 16, 22, 24)
    assert window_of(board, ["0,0"]) == (0, 0, 8, 8)
    assert window_of(board, ["25,29"]) == (17, 21, 25, 29)
    wide = window_of(board, ["2,10", "20,12"])
    assert (wide[0], wide[2]) == (1, 21)
    assert wide[3] - wide[1] == 8


def changed(*at: str, weight: Weight = Weight.NOTABLE) -> Changes:
    return Changes(
        happenings=[Happening("battle", [Spot("square", each)], "", weight) for each in at]
    )


def test_a_crop_has_what_happened_in_its_middle_and_always_the_same_width(board: BoardMap) -> None:
    assert windows_of(board, changed("18,20")) == [(14, 17, 23, 23)]
    assert windows_of(board, changed("0,0")) == [(0, 0, 9, 6)]
    assert windows_of(board, changed("25,29")) == [(16, 23, 25, 29)]
    assert windows_of(board, changed("10,10", "16,20")) == [(9, 9, 18, 21)]
    assert windows_of(board, changed()) == []
    assert windows_of(board, changed("camelot")) == []


def test_what_is_far_apart_takes_two_crops_from_north_to_south(board: BoardMap) -> None:
    assert windows_of(board, changed("18,20", "10,4")) == [(6, 1, 15, 7), (14, 17, 23, 23)]


def test_two_crops_show_what_matters_most(board: BoardMap) -> None:
    changes = changed("2,26", "3,26", "4,26", weight=Weight.DETAIL)
    changes.happenings += changed("10,4", weight=Weight.HEADLINE).happenings
    changes.happenings += changed("20,20").happenings
    assert windows_of(board, changes) == [(6, 1, 15, 7), (16, 17, 25, 23)]


def test_where_a_march_began_is_shown_if_there_is_room_and_makes_no_crop(board: BoardMap) -> None:
    near = Move(0, "Alice", ("percy",), ["10,10", "12,10"], [""])
    assert windows_of(board, Changes([near])) == [(7, 7, 16, 13)]
    far = Move(0, "Alice", ("percy",), ["10,4", "12,26"], [""])
    assert windows_of(board, Changes([far])) == [(8, 23, 17, 29)]


def test_the_picture_of_changes(
    base: BaseMap, opening: Match, content: Content, cache: Path
) -> None:
    view = opening.view(None)
    picture = draw_changes(view, content, FIGHT, names=NAMES, cache_dir=cache)
    assert picture.width == 10 * 116 + 104
    assert picture.height == 7 * 116 + 104 + 84
    assert "Battle at N6" in picture.alt
    assert picture.alt.endswith("Alice moves 1 force.")
    assert picture == draw_changes(view, content, FIGHT, names=NAMES, cache_dir=cache)
    hidden = [facts.Marched(0, ("percy",), "13,3", "13,4", audience=(0,))]
    bare = draw_changes(view, content, hidden, names=NAMES, cache_dir=cache)
    assert bare == draw_changes(view, content, (), names=NAMES, cache_dir=cache)
    assert bare.alt.endswith("nothing moved.")


def test_a_long_description_is_cut(
    base: BaseMap, opening: Match, content: Content, cache: Path
) -> None:
    events = [facts.SiegeLaid(0, place, ("percy",), 200, 100) for place in content.board.places]
    picture = draw_changes(opening.view(None), content, events, cache_dir=cache)
    assert picture.width == 10 * 116 + 104
    assert picture.height == 2 * (7 * 116 + 104) + 84
    assert len(picture.alt) <= 1000
    assert picture.alt.endswith("more.")
