"""Placing knights in counties, in the castle and in conflicts (lancaster §4(i), §7)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.lancaster import facts
from tests.rules.lancaster.scene import Scene


def scene_of(seats: int = 3, **more: Any) -> Scene:
    """Two empty conflicts in the upper row."""
    return Scene(seats, **more).war("K04").war("K05")


def place(scene: Scene, seat: int, county: str, knight: int, squires: int = 0) -> None:
    scene.play(seat, "county", knight=str(knight), county=county, squires=str(squires))


# Turns


@pytest.mark.rule("lancaster-4i.1", "lancaster-4i.2")
def test_one_knight_a_turn_clockwise_from_the_starter() -> None:
    scene = scene_of().court(0, 1, 2).court(1, 1).court(2, 1, 1)
    scene.begin("placing", active=1, starter=1)
    assert scene.match.waiting_for() == [1]
    scene.refused(0, "castle", rule="lancaster-4i.1", knight="1", space="gold")
    scene.play(1, "castle", knight="1", space="gold")
    assert scene.match.waiting_for() == [2]
    scene.play(2, "castle", knight="1", space="gold")
    scene.play(0, "castle", knight="1", space="gold")
    assert scene.match.waiting_for() == [2]  # seat 1 has none left
    scene.play(2, "castle", knight="1", space="votes")
    scene.play(0, "castle", knight="2", space="votes")
    assert len(scene.told(facts.PlacingEnded)) == 1
    assert scene.state.round == 2  # nothing else was left to decide


@pytest.mark.rule("lancaster-4i.2")
def test_a_knight_without_a_space_stays_in_court() -> None:
    scene = Scene(3).court(0, 1)
    scene.extend(0, "gold", "squires", "votes", "recruit", "upgrade", "provisions")
    scene.war("K04", (1, 1), (2, 1), (0, 3)).war("K05", (1, 1), (2, 1), (0, 4))
    for county, side in zip("ABEI", (1, 2, 2, 1), strict=True):
        scene.county(side, county, 2 if county != "I" else 3)
    scene.purse(0)
    scene.begin("placing")
    # Only his own stacks are open to him.
    assert scene.verbs(0) == ["conflict"]
    other = Scene(3).court(0, 1).purse(0)
    other.extend(0, "gold", "squires", "votes", "recruit", "upgrade", "provisions")
    for county, side in zip("ABEI", (1, 2, 2, 1), strict=True):
        other.county(side, county, 2 if county != "I" else 3)
    other.begin("placing")
    assert other.house(0).court == [1]
    assert other.state.phase != "placing"


@pytest.mark.rule("lancaster-4i.1")
def test_only_knights_of_the_own_court() -> None:
    scene = scene_of().court(0, 1).court(1, 3).begin("placing")
    scene.refused(0, "county", rule="lancaster-4i.1", knight="3", county="A", squires="0")
    scene.refused(0, "county", rule="lancaster-4i.1", knight="king", county="A", squires="0")
    scene.refused(0, "wait", rule="lancaster-4i.2")


@pytest.mark.rule("lancaster-4i.3")
def test_a_knight_may_go_to_three_kinds_of_space() -> None:
    scene = scene_of().court(0, 1).begin("placing")
    assert scene.verbs(0) == ["county", "castle", "conflict"]
    scene.refused(0, "county", rule="lancaster-4i.3", knight="1", county="Z", squires="0")


# Counties


@pytest.mark.rule("lancaster-4i.4")
def test_the_minimum_of_a_county() -> None:
    scene = scene_of().court(0, 2).begin("placing")
    assert scene.values(0, "county", "county") == set("ABEFHI")
    scene.refused(0, "county", rule="lancaster-4i.4", knight="2", county="C", squires="0")
    place(scene, 0, "B", 2)
    assert scene.state.counties["B"].knight == 2


@pytest.mark.rule("lancaster-4i.5")
def test_squires_do_not_help_to_the_minimum() -> None:
    scene = scene_of().court(0, 2).purse(0, squires=5).begin("placing")
    scene.refused(0, "county", rule="lancaster-4i.5", knight="2", county="C", squires="5")
    assert not scene.offers(0, "county", knight="2", county="G", squires="1")


@pytest.mark.rule("lancaster-4i.6", "lancaster-4i.7")
def test_any_number_of_ones_squires() -> None:
    scene = scene_of().court(0, 1).purse(0, squires=3).begin("placing")
    assert scene.values(0, "county", "squires") == {"0", "1", "2", "3"}
    scene.refused(0, "county", rule="lancaster-4i.6", knight="1", county="A", squires="4")
    scene.refused(0, "county", rule="lancaster-4i.6", knight="1", county="A")
    bank = scene.state.bank.squires
    scene.play(0, "county", knight="1", county="A", squires="2")
    settled = scene.told(facts.KnightInCounty)[0]
    assert (settled.knight, settled.squires) == (1, 2)
    assert scene.house(0).squires == 1
    assert scene.state.bank.squires == bank
    assert scene.state.counties["A"].strength == 3


@pytest.mark.rule("lancaster-4i.8", "lancaster-4i.10", "lancaster-4i.11")
def test_a_stronger_knight_expels() -> None:
    scene = scene_of().court(0, 1).purse(0, squires=3).county(1, "A", 2, squires=1)
    scene.begin("placing")
    bank = scene.state.bank.squires
    scene.refused(0, "county", rule="lancaster-4i.8", knight="1", county="A", squires="1")
    place(scene, 0, "A", 1, squires=3)
    assert (scene.state.counties["A"].side, scene.state.counties["A"].strength) == (0, 4)
    assert scene.house(1).court == [2]
    assert scene.state.bank.squires == bank + 1
    assert scene.told(facts.KnightExpelled)[0].by == 0
    assert scene.match.waiting_for() == [1]


@pytest.mark.rule("lancaster-4i.9")
def test_equal_strength_does_not_expel() -> None:
    scene = scene_of().court(0, 2).purse(0, squires=1).county(1, "A", 2, squires=1)
    scene.begin("placing")
    scene.refused(0, "county", rule="lancaster-4i.9", knight="2", county="A", squires="1")
    assert "A" not in scene.values(0, "county", "county")


@pytest.mark.rule("lancaster-4i.12")
def test_nobody_expels_his_own() -> None:
    scene = scene_of().court(0, 4).county(0, "A", 1).begin("placing")
    scene.refused(0, "county", rule="lancaster-4i.12", knight="4", county="A", squires="0")
    assert "A" not in scene.values(0, "county", "county")


@pytest.mark.rule("lancaster-4i.21", "lancaster-4i.10")
def test_the_expelled_goes_on_placing_alone() -> None:
    scene = scene_of().court(0, 2).county(1, "A", 1).begin("placing")
    place(scene, 0, "A", 2)
    assert scene.match.waiting_for() == [1]
    scene.play(1, "county", knight="1", county="E", squires="0")
    assert scene.state.phase != "placing"


@pytest.mark.rule("lancaster-7.1")
def test_no_squires_are_added_later() -> None:
    scene = scene_of().court(0, 1).county(0, "A", 2).begin("placing")
    scene.refused(0, "squires", rule="lancaster-7.1", county="A", squires="1")
    assert scene.verbs(0) == ["county", "castle", "conflict"]


# The castle


@pytest.mark.rule("lancaster-4i.13", "lancaster-4i.14")
def test_a_castle_space_holds_one_knight() -> None:
    scene = scene_of().court(0, 1).castle(0, "gold", 2).begin("placing")
    free = {"squires", "votes", "recruit", "upgrade", "provisions"}
    assert scene.values(0, "castle", "space") == free
    scene.refused(0, "castle", rule="lancaster-4i.14", knight="1", space="gold")
    scene.refused(0, "castle", rule="lancaster-4i.13", knight="1", space="moat")
    scene.play(0, "castle", knight="1", space="votes")
    assert scene.told(facts.KnightInCastle)[0].space == "votes"


@pytest.mark.rule("lancaster-7.3")
def test_a_covered_space_takes_no_knight() -> None:
    scene = scene_of().court(0, 1).extend(0, "gold").begin("placing")
    assert "gold" not in scene.values(0, "castle", "space")
    scene.refused(0, "castle", rule="lancaster-7.3", knight="1", space="gold")


# Conflicts and the King's Favour


@pytest.mark.rule("lancaster-4i.15", "lancaster-4i.16")
def test_the_topmost_empty_space() -> None:
    scene = Scene(4).court(0, 1).court(1, 2, 1).court(2, 1).court(3, 4)
    scene.war("K04", (3, 1)).war("K05").begin("placing")
    for seat in (0, 1):
        knight = "1" if seat == 0 else "2"
        scene.play(seat, "conflict", knight=knight, card="K04")
        scene.play(seat, "pass")
    assert [stack.side for stack in scene.state.upper[0].stacks] == [3, 0, 1]
    scene.refused(2, "conflict", rule="lancaster-4i.15", knight="1", card="K04")
    scene.refused(2, "conflict", rule="lancaster-4i.15", knight="1", card="K12")
    assert scene.values(2, "conflict", "card") == {"K05"}


@pytest.mark.rule("lancaster-4i.16", "lancaster-4i.17")
def test_own_knights_are_stacked_on_one_space() -> None:
    scene = Scene(3).court(0, 2, 1).war("K04", (0, 1), (1, 1)).war("K05").begin("placing")
    scene.play(0, "conflict", knight="2", card="K04")
    scene.play(0, "pass")
    stacks = scene.state.upper[0].stacks
    assert [(stack.side, stack.knights) for stack in stacks] == [(0, [1, 2]), (1, [1])]
    assert scene.told(facts.KnightInConflict)[0].reinforces
    scene.refused(0, "conflict", rule="lancaster-4i.1", card="K04", knight=["1", "1"])


@pytest.mark.rule("lancaster-4i.17")
def test_a_conflict_of_the_lower_row_may_be_joined_without_squires() -> None:
    scene = Scene(3).court(0, 1).war("K06", (1, 2), row="lower").begin("placing")
    offer = next(o for o in scene.match.prompts(0)[0].offers if o.verb == "conflict")
    assert [field.name for field in offer.fields] == ["knight", "card"]
    scene.play(0, "conflict", knight="1", card="K06")
    assert [stack.side for stack in scene.state.lower[0].stacks] == [1, 0]


@pytest.mark.rule("lancaster-4i.18", "lancaster-4i.19")
def test_a_favour_is_taken_at_once_and_turned() -> None:
    scene = scene_of(4).court(0, 1, 1).court(1, 1, 1).begin("placing")
    scene.play(0, "conflict", knight="1", card="K04")
    scene.refused(1, "castle", rule="lancaster-4.1", knight="1", space="gold")
    scene.play(0, "favour", tile="gold")
    assert scene.house(0).gold == 4
    assert "gold" not in scene.state.favours
    scene.play(1, "conflict", knight="1", card="K04")
    scene.refused(1, "favour", rule="lancaster-4i.19", tile="gold")
    scene.refused(1, "favour", rule="lancaster-4i.18", tile="crown")
    scene.play(1, "favour", tile="squires")
    assert scene.house(1).squires == 4
    assert scene.state.favours_used == ["gold", "squires"]


@pytest.mark.rule("lancaster-4i.18")
def test_reinforcing_earns_a_favour_and_the_seventh_knight_none() -> None:
    scene = scene_of(4).court(0, 1, 1, 2).court(1, 1, 1, 2).court(2, 1, 1).begin("placing")
    tiles = iter(["gold", "squires", "gold_squire", "upgrade", "nobleman", "new_knight"])
    for count in range(6):
        seat = scene.match.waiting_for()[0]
        scene.play(seat, "conflict", knight="1", card="K04")
        tile = next(tiles)
        scene.play(seat, "favour", tile=tile)
        if tile == "nobleman":
            scene.play(seat, "nobleman", county="A")
        elif tile == "upgrade":
            scene.play(seat, "decline")
        assert scene.state.favoured == count + 1
    assert scene.state.favours == []
    seat = scene.match.waiting_for()[0]
    scene.play(seat, "conflict", knight="2", card="K04")
    assert scene.match.waiting_for() != [seat]
    assert "favour" not in [kind for s in range(4) for kind in scene.asked(s)]


@pytest.mark.rule("lancaster-4i.18")
def test_three_players_have_five_favours() -> None:
    scene = scene_of().court(0, 1).court(1, 1).begin("placing")
    scene.state.favours_used, scene.state.favours = list(scene.state.favours), []
    scene.state.favoured = 5
    scene.play(0, "conflict", knight="1", card="K04")
    assert scene.match.waiting_for() == [1]


@pytest.mark.rule("lancaster-4i.20")
def test_whoever_passes_still_counts_among_the_six() -> None:
    scene = scene_of().court(0, 1).court(1, 1).court(2, 1).begin("placing")
    scene.state.favoured = 5
    scene.play(0, "conflict", knight="1", card="K04")
    assert scene.verbs(0) == ["favour", "pass"]
    scene.play(0, "pass")
    assert scene.told(facts.FavourDeclined)[0].side == 0
    assert len(scene.state.favours) == 5
    scene.play(1, "conflict", knight="1", card="K04")
    assert scene.match.waiting_for() == [2]  # the seventh placement is offered nothing


@pytest.mark.rule("lancaster-7.2")
def test_a_favour_that_cannot_be_used_is_wasted() -> None:
    scene = scene_of(4).court(0, 1, 1, 1).court(1, 1).begin("placing")
    scene.play(0, "conflict", knight="1", card="K04")
    scene.play(0, "favour", tile="new_knight")
    assert scene.told(facts.RecruitForfeited)[0].side == 0
    assert scene.house(0).court == [1, 1]
    assert scene.state.favours_used == ["new_knight"]


def test_a_new_knight_can_be_placed_in_the_same_round() -> None:
    scene = scene_of().court(0, 2).begin("placing")
    scene.play(0, "conflict", knight="2", card="K04")
    scene.play(0, "favour", tile="new_knight")
    assert scene.match.waiting_for() == [0]
    scene.play(0, "castle", knight="1", space="gold")


@pytest.mark.rule("lancaster-7.7")
def test_an_upgrade_takes_the_exact_place() -> None:
    scene = Scene(4).court(0, 1).war("K04", (0, 2)).war("K05").county(0, "A", 3, squires=1)
    scene.castle(0, "gold", 1).court(1, 1).begin("placing")
    scene.play(0, "conflict", knight="1", card="K04")
    scene.play(0, "favour", tile="upgrade")
    wanted = {"county:A:3", "castle:gold:1", "conflict:K04:1"}
    assert scene.values(0, "upgrade", "knight") == wanted  # strength 3 stands in A already
    scene.play(0, "upgrade", knight="county:A:3")
    assert (scene.state.counties["A"].knight, scene.state.counties["A"].squires) == (4, 1)
    assert scene.house(0).reserve == [1, 2, 3]


@pytest.mark.rule("lancaster-7.7")
@pytest.mark.parametrize("knight", ["court:2", "castle:gold:1", "conflict:K04:1", "conflict:K04:2"])
def test_an_upgrade_wherever_the_knight_stands(knight: str) -> None:
    scene = Scene(4).court(0, 1, 2).war("K04", (1, 1), (0, 2)).war("K05")
    scene.castle(0, "gold", 1).court(1, 1)
    scene.begin("placing")
    scene.house(0).reserve.sort()
    scene.play(0, "conflict", knight="1", card="K04")
    scene.play(0, "favour", tile="upgrade")
    if knight.endswith(":1"):  # both knights of strength 2 are out
        assert knight not in scene.values(0, "upgrade", "knight")
        scene.refused(0, "upgrade", rule="lancaster-7.7", knight=knight)
        return
    scene.play(0, "upgrade", knight=knight)
    where = scene.house(0).court if knight.startswith("court") else None
    assert (where == [3]) if where is not None else True
    if knight == "conflict:K04:2":
        assert [s.knights for s in scene.state.upper[0].stacks] == [[1], [3, 1]]


@pytest.mark.rule("lancaster-7.7")
def test_an_upgrade_without_the_next_knight_is_forfeited() -> None:
    scene = Scene(4).court(0, 4).war("K04").court(1, 1).begin("placing")
    scene.play(0, "conflict", knight="4", card="K04")
    scene.play(0, "favour", tile="upgrade")
    assert scene.told(facts.UpgradeForfeited)[0].side == 0
    assert scene.match.waiting_for() == [1]


def test_a_nobleman_by_favour_is_one_not_yet_at_the_table() -> None:
    scene = scene_of().court(0, 1).court(1, 1).nobles(0, "A").nobles(1, "B").nobles(2, "B")
    scene.begin("placing")
    scene.play(0, "conflict", knight="1", card="K04")
    scene.play(0, "favour", tile="nobleman")
    assert scene.values(0, "nobleman", "county") == set("CDEFGHI")
    scene.refused(0, "nobleman", rule="lancaster-4iiia.4", county="A")
    scene.refused(0, "nobleman", rule="lancaster-4iiia.4", county="B")
    scene.refused(0, "nobleman", rule="lancaster-4i.18", county="Z")
    scene.play(0, "nobleman", county="C")
    assert scene.house(0).noblemen == ["A", "C"]
    assert scene.state.noblemen["C"] == 1


def test_odd_numbers_of_squires_are_refused() -> None:
    scene = Scene(3).court(0, 1).purse(0, squires=2).war("K04").war("K05").begin("placing")
    for odd in ("many", "-1", "1000000", "²"):
        scene.refused(0, "county", rule="lancaster-4i.6", knight="1", county="A", squires=odd)


def test_the_board_is_worth_a_look_after_every_knight() -> None:
    scene = Scene(3).court(0, 1, 1, 2).court(1, 1).court(2, 1).war("K04").begin("placing")
    for seat, verb, args in (
        (0, "county", {"knight": "1", "county": "E", "squires": "0"}),
        (1, "castle", {"knight": "1", "space": "gold"}),
        (2, "conflict", {"knight": "1", "card": "K04"}),
    ):
        events = scene.play(seat, verb, **args).events
        assert any(scene.game.worth_a_look(event) for event in events)
        assert not any(scene.game.marks_turn(event) for event in events)
    events = scene.play(2, "favour", tile="gold").events
    assert not any(scene.game.worth_a_look(event) for event in events)
