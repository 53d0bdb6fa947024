"""Two players and their allies (lancaster-2.11, lancaster §7). Sides 10 and 11 are the allies."""

from __future__ import annotations

import pytest

from bot.rules.lancaster import facts
from tests.rules.lancaster.scene import Scene


def two() -> Scene:
    return Scene(2).war("K04").war("K05")


@pytest.mark.rule("lancaster-2.11")
def test_a_player_places_an_own_knight_or_the_allys() -> None:
    scene = two().court(0, 1).court(10, 2).court(1, 1).begin("placing")
    assert scene.values(0, "county", "house") == {"own", "ally"}
    scene.play(0, "castle", knight="2", space="recruit", house="ally")
    assert scene.house(10).castle == {"recruit": 2}
    assert scene.match.waiting_for() == [1]
    scene.play(1, "castle", knight="1", space="gold", house="own")
    scene.play(0, "castle", knight="1", space="gold", house="own")


def test_an_ally_has_two_castle_spaces_and_no_squires() -> None:
    scene = two().court(10, 2).purse(0, squires=3).begin("placing")
    assert scene.values(0, "castle", "space") == {"recruit", "upgrade"}
    assert scene.values(0, "county", "squires") == set()
    scene.refused(
        0, "county", rule="lancaster-2.11", knight="2", county="A", squires="1", house="ally"
    )
    scene.play(0, "county", knight="2", county="A", house="ally")
    assert scene.state.counties["A"].side == 10


def test_friends_do_not_expel_each_other_but_enemies_do() -> None:
    scene = two().court(0, 4).county(10, "A", 2).county(11, "E", 2).begin("placing")
    scene.refused(
        0, "county", rule="lancaster-2.11", knight="4", county="A", squires="0", house="own"
    )
    scene.play(0, "county", knight="4", county="E", squires="0", house="own")
    assert scene.house(11).court == [2]
    assert scene.match.waiting_for() == [1]  # who leads the one expelled


@pytest.mark.rule("lancaster-7.5", "lancaster-4i.16")
def test_player_and_ally_have_separate_spaces() -> None:
    scene = Scene(2).court(10, 2).court(1, 1).war("K04", (0, 1)).war("K05", (0, 1), (1, 1), (11, 1))
    scene.begin("placing")
    scene.refused(0, "conflict", rule="lancaster-7.5", knight="2", card="K05", house="ally")
    scene.play(0, "conflict", knight="2", card="K04", house="ally")
    scene.play(0, "pass")
    stacks = scene.state.upper[0].stacks
    assert [(stack.side, stack.knights) for stack in stacks] == [(0, [1]), (10, [2])]


@pytest.mark.parametrize("tile", ["gold", "squires", "gold_squire"])
def test_tokens_are_void_for_an_ally(tile: str) -> None:
    scene = two().court(10, 2).court(1, 1).begin("placing")
    scene.play(0, "conflict", knight="2", card="K04", house="ally")
    before = scene.house(0).gold, scene.house(0).squires
    scene.play(0, "favour", tile=tile)
    assert (scene.house(10).gold, scene.house(10).squires) == (0, 0)
    assert (scene.house(0).gold, scene.house(0).squires) == before


def test_an_allys_nobleman_leaves_the_game() -> None:
    scene = two().court(10, 2).court(1, 1).nobles(0, "A").begin("placing")
    scene.play(0, "conflict", knight="2", card="K04", house="ally")
    scene.play(0, "favour", tile="nobleman")
    assert "A" in scene.values(0, "nobleman", "county")
    scene.play(0, "nobleman", county="A")
    assert scene.state.noblemen["A"] == 0
    assert scene.state.noblemen_gone == {"A": 1}
    assert scene.house(0).noblemen == ["A"]


def test_an_ally_recruits_and_is_upgraded() -> None:
    scene = two().court(10, 2).court(1, 1).begin("placing")
    scene.play(0, "conflict", knight="2", card="K04", house="ally")
    scene.play(0, "favour", tile="new_knight")
    assert scene.house(10).court == [1]
    scene.play(1, "castle", knight="1", space="gold", house="own")
    scene.play(0, "conflict", knight="1", card="K05", house="ally")
    scene.play(0, "favour", tile="upgrade")
    scene.play(0, "upgrade", knight="conflict:K04:2")
    assert scene.told(facts.Upgraded)[0].side == 10


def test_an_allys_county() -> None:
    scene = two().county(10, "B", 2).county(11, "C", 4).begin("counties")
    assert scene.verbs(0) == ["reward", "nobleman", "nothing"]
    scene.play(0, "reward")
    assert scene.house(10).court == [1, 2]
    scene.play(1, "nobleman")
    assert scene.told(facts.NoblemanRemoved)[0].county == "C"
    useless = two().county(10, "A", 2).begin("counties")
    assert useless.verbs(0) == ["nobleman", "nothing"]


def test_an_allys_castle_costs_nothing() -> None:
    scene = two().castle(10, "recruit", 2).castle(10, "upgrade", 1).begin("castles")
    assert scene.values(0, "score", "space") == {"recruit", "upgrade"}
    scene.play(0, "score", space="recruit")
    scene.play(0, "score", space="upgrade")
    scene.play(0, "upgrade", knight="court:2")
    assert scene.house(10).court == [1, 1, 3]
    assert [e.side for e in scene.told(facts.Gained) if e.source == "table"] == [0, 1]


def test_an_ally_ranks_but_scores_nothing_and_is_not_ransomed() -> None:
    scene = Scene(2).war("K09", (10, 4), (0, 1), row="lower").purse(0, gold=5).begin("conflicts")
    decided = scene.told(facts.ConflictDecided)[0]
    assert (decided.england, decided.ranking, decided.points) == (5, (10, 0), (0, 2))
    scene.play(0, "ransom")
    assert scene.told(facts.KnightLost)[0].side == 10
    assert scene.house(10).reserve == [1, 1, 1, 2, 2, 3, 4]


def test_allies_do_not_vote_and_gain_nothing_from_laws() -> None:
    scene = two().propose("L12").county(10, "A", 1).county(10, "E", 1).county(10, "I", 1)
    scene.laws("L13", "L11", "L17").begin("parliament")
    assert scene.match.waiting_for() == [0, 1]
    scene.vote("no", "no")
    assert all(not event.seats for event in scene.told(facts.LawApplied))


def test_allies_count_for_nothing_at_the_end() -> None:
    scene = Scene(2, round=5).war("K06").war("K07").court(10, 4, 3, 2).court(0, 1)
    scene.begin("conflicts")
    assert scene.told(facts.Awarded)[0].points == (8, 4)
    assert scene.told(facts.GameWon)[0].winners == (0,)


def test_an_ally_is_not_offered_what_he_cannot_use() -> None:
    recruits = two().county(10, "B", 2).court(10, 1, 1, 1).begin("counties")
    assert recruits.verbs(0) == ["nobleman", "nothing"]
    idle = two().county(10, "D", 4).begin("counties")  # nobody stronger is left, nobody weaker out
    assert idle.verbs(0) == ["nobleman", "nothing"]
    useful = two().county(10, "D", 3).begin("counties")
    assert useful.verbs(0) == ["reward", "nobleman", "nothing"]
