"""What the count of blunders counts, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games import game_for, policy_for
from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.selfplay import play_game
from tests.rules.kingmaker.scene import Scene
from tests.tools.blunders import (
    Blunders,
    Habits,
    Onlooker,
    Watch,
    count,
    habits,
    sheltered,
    would_fall,
)

pytestmark = pytest.mark.tools


def watched(scene: Scene, verb: str, **args: Any) -> Blunders:
    """What is counted of one decision of seat 0 in its movement."""
    onlooker = Onlooker(scene.match.game.content)
    before = scene.match.view(None)
    onlooker.watch(before, [facts.PhaseBegan(0, "movement")], before)
    outcome = scene.play(0, verb, **args)
    onlooker.watch(before, outcome.events, scene.match.view(None))
    return onlooker.found


def siege(turns: int, *, guest: bool = False) -> Scene:
    """Percy, who has 100, before Masham, whose garrison is 100, and 50 from the third turn on."""
    scene = Scene().noble("percy", 0, "14,8").noble("neville", 1, "warwick")
    if guest:
        scene.noble("cromwell", 1, "masham")
    scene.control("masham", "cromwell" if guest else None)
    return scene.siege("masham", ["percy"], turns)


def test_a_siege_that_would_have_been_won_counts_when_its_besieger_marches_off() -> None:
    scene = siege(1)
    scene.movement(0)
    assert watched(scene, "march", nobles=["percy"], to="14,7").sieges_left == 1
    assert scene.happened(facts.SiegeBroken)


def test_a_siege_that_would_not_have_been_won_does_not_count() -> None:
    scene = siege(1, guest=True)
    scene.movement(0)
    assert watched(scene, "march", nobles=["percy"], to="14,7").sieges_left == 0
    assert scene.happened(facts.SiegeBroken)


def test_a_siege_broken_in_another_phase_does_not_count() -> None:
    scene = siege(1)
    scene.movement(0)
    onlooker, before = Onlooker(scene.match.game.content), scene.match.view(None)
    broken = [facts.PhaseBegan(0, "combat"), facts.SiegeBroken(0, "masham", "choice")]
    onlooker.watch(before, broken, before)
    assert onlooker.found.sieges_left == 0


def test_a_siege_that_ends_as_a_card_gives_the_place_does_not_count() -> None:
    scene = siege(1)
    scene.movement(0)
    onlooker, before = Onlooker(scene.match.game.content), scene.match.view(None)
    onlooker.watch(before, [facts.PhaseBegan(0, "movement")], before)
    scene.control("masham", "percy")
    onlooker.watch(before, [facts.SiegeBroken(0, "masham", "choice")], scene.match.view(None))
    assert onlooker.found.sieges_left == 0


def test_the_strength_that_takes_a_place() -> None:
    def falls(scene: Scene) -> bool:
        return would_fall(scene.match.game.content, scene.match.view(None), "masham")

    assert falls(siege(1))
    assert not falls(siege(1, guest=True))
    assert not falls(Scene().noble("percy", 0, "14,8"))


def motion(passed: bool, commons: int, lords: int, heir: str = "henry") -> list[Any]:
    """A motion of seat 0 and its roll call."""
    return [
        facts.Proposed(0, "illegitimate", heir=heir),
        facts.BallotClosed(("yea", "nay"), (commons, 40), (lords, 40), passed),
    ]


@pytest.mark.parametrize(
    ("votes", "again"),
    [
        ([(False, 10, 10), (False, 10, 10)], 1),
        ([(False, 10, 10), (False, 9, 10), (False, 10, 8)], 2),
        ([(False, 10, 10), (False, 12, 10)], 0),
        ([(False, 10, 10), (True, 50, 50), (False, 10, 10)], 0),
    ],
)
def test_a_lost_motion_counts_when_it_is_lost_again_with_no_more_votes(
    votes: list[tuple[bool, int, int]], again: int
) -> None:
    scene = Scene()
    onlooker, view = Onlooker(scene.match.game.content), scene.match.view(None)
    for vote in votes:
        onlooker.watch(view, motion(*vote), view)
    assert onlooker.found.lost_again == again


def test_another_motion_is_no_repetition() -> None:
    scene = Scene()
    onlooker, view = Onlooker(scene.match.game.content), scene.match.view(None)
    onlooker.watch(view, motion(False, 10, 10), view)
    onlooker.watch(view, motion(False, 10, 10, heir="margaret"), view)
    assert onlooker.found.lost_again == 0


def test_heirs_count_where_their_movement_ends() -> None:
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",))
    scene.noble("neville", 0, "10,8", heirs=("margaret",)).noble("scrope", 1, "masham")
    scene.hold("richard_york", "scrope").movement(0)
    onlooker, view = Onlooker(scene.match.game.content), scene.match.view(None)
    onlooker.watch(view, [facts.PhaseBegan(0, "movement")], view)
    onlooker.hear(scene.match.asked(0))
    onlooker.watch(view, [facts.PhaseBegan(0, "combat")], view)
    assert (onlooker.found.turns, onlooker.found.heirs_moved, onlooker.found.heirs_open) == (
        1,
        2,
        1,
    )
    onlooker.watch(view, [facts.PhaseBegan(0, "coronation")], view)
    assert onlooker.found.turns == 1


def test_where_all_move_before_anybody_fights_each_movement_is_looked_at() -> None:
    scene = Scene().noble("percy", 0, "10,8", heirs=("henry",)).noble("scrope", 1, "masham")
    scene.hold("richard_york", "scrope")
    onlooker, view = Onlooker(scene.match.game.content), scene.match.view(None)
    for seat, phase in ((0, "movement"), (1, "movement"), (0, "combat"), (1, "combat")):
        onlooker.watch(view, [facts.PhaseBegan(seat, phase)], view)
        if phase == "movement":
            scene.movement(seat)
            onlooker.hear(scene.match.asked(seat))
    found = onlooker.found
    assert (found.turns, found.heirs_moved, found.heirs_open) == (2, 2, 1)


def test_who_cannot_be_moved_from_an_island_is_stuck_there_and_counted_apart() -> None:
    wight = Scene().content.board.places["carisbrooke"].square
    scene = Scene().noble("percy", 0, wight, heirs=("henry",)).noble("scrope", 1, "masham")
    scene.noble("neville", 0, "10,8", heirs=("margaret",)).movement(0)
    onlooker, view = Onlooker(scene.match.game.content), scene.match.view(None)
    onlooker.watch(view, [facts.PhaseBegan(0, "movement")], view)
    onlooker.hear(scene.match.asked(0))
    onlooker.watch(view, [facts.PhaseBegan(0, "combat")], view)
    found = onlooker.found
    assert (found.heirs_moved, found.heirs_open, found.heirs_stuck) == (1, 1, 1)


def test_who_fled_to_a_land_where_nobody_fights_is_not_in_the_open() -> None:
    scene = Scene(ruleset="ishkibibble")
    scotland = scene.content.board.places["scotland"].square
    scene.noble("percy", 0, scotland).noble("scrope", 1, "10,8").noble("neville", 1, "masham")
    nobles = scene.match.view(None).nobles
    assert [sheltered(scene.content, nobles[one]) for one in ("percy", "scrope", "neville")] == [
        True,
        False,
        True,
    ]


def test_a_whole_game_is_counted_and_figures_are_of_a_game() -> None:
    game = game_for("kingmaker", "house")
    record = play_game(game, 3, "blunders", [policy_for("kingmaker", "random")], {"rounds": "2"})
    found = count(game, record)
    assert (found.games, found.turns) == (1, 6)
    found.add(Blunders(games=1, sieges_left=3, heirs_moved=2, heirs_open=1))
    assert found.figures()["sieges_left_a_game"] == round(found.sieges_left / 2, 2)


def noted(scene: Scene) -> Watch:
    """A watch that has seen seat 0's movement begin."""
    watch = Watch(scene.match.game.content)
    watch.watch([facts.PhaseBegan(0, "movement")], scene.match.view(None))
    return watch


def note(watch: Watch, scene: Scene, verb: str, **args: Any) -> None:
    """Seat 0 decides, and the watch looks on."""
    choice = scene._choice(verb, args)
    watch.decision(scene.match, 0, choice)
    watch.watch(scene._note(scene.match.submit(0, choice)).events, scene.match.view(None))


def test_steps_back_in_a_movement_and_of_the_one_before_are_counted() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.movement(0)
    watch = noted(scene)
    note(watch, scene, "march", nobles=["percy"], to="14,4")
    note(watch, scene, "done")
    assert (watch.found.steps_taken_back, watch.found.marches_undone) == (0, 0)
    scene.movement(0)
    watch.watch([facts.PhaseBegan(0, "movement")], scene.match.view(None))
    note(watch, scene, "march", nobles=["percy"], to="14,3")
    note(watch, scene, "march", nobles=["percy"], to="14,4")
    note(watch, scene, "done")
    assert (watch.found.steps_taken_back, watch.found.marches_undone) == (1, 1)


@pytest.mark.parametrize(("to", "wasted"), [("14,5", 1), ("14,9", 0)])
def test_a_free_move_to_where_one_could_have_marched_is_wasted(to: str, wasted: int) -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.held(0, "E-FM01").movement(0)
    watch = noted(scene)
    note(watch, scene, "march", nobles=["percy"], to="14,4")
    note(watch, scene, "free_move", nobles=["percy"])
    note(watch, scene, "march", nobles=["percy"], to=to)
    note(watch, scene, "done")
    assert (watch.found.free_moves, watch.found.free_moves_wasted) == (1, wasted)


def test_a_free_move_of_nobles_who_died_before_anybody_could_look_is_not_wasted() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.held(0, "E-FM01").movement(0)
    watch = noted(scene)
    note(watch, scene, "march", nobles=["percy"], to="14,4")
    note(watch, scene, "free_move", nobles=["percy"])
    watch.watch([facts.PhaseBegan(0, "combat")], replace(scene.match.view(None), nobles={}))
    assert (watch.found.free_moves, watch.found.free_moves_wasted) == (1, 0)


def test_a_free_move_that_fetched_an_heir_out_of_reach_is_not_wasted() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.control("york", "percy").heir_at("henry", "15,9", "york").held(0, "E-FM01").movement(0)
    watch = noted(scene)
    note(watch, scene, "march", nobles=["percy"], to="14,4")
    note(watch, scene, "free_move", nobles=["percy"])
    note(watch, scene, "march", nobles=["percy"], to="15,9")
    note(watch, scene, "enter", nobles=["percy"], place="york")
    assert scene.state.heirs["henry"].holder == "percy"
    note(watch, scene, "done")
    assert (watch.found.free_moves, watch.found.free_moves_wasted) == (1, 0)


def test_nor_is_that_of_a_noble_who_joined_in_the_movement() -> None:
    """He has no move of his own."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.held(0, "E-FM01").movement(0)
    watch = noted(scene)
    note(watch, scene, "march", nobles=["percy"], to="14,4")
    scene.noble("grey", 0, "14,4", castles=False)
    note(watch, scene, "free_move", nobles=["grey"])
    note(watch, scene, "march", nobles=["grey"], to="14,5")
    note(watch, scene, "done")
    assert (watch.found.free_moves, watch.found.free_moves_wasted) == (1, 0)


def test_cards_sold_and_places_that_go_back_are_counted() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.held(0, "E-WR01").movement(0)
    watch = noted(scene)
    for number, (give, take) in enumerate([("held:E-WR01", "place:raby"), ("place:raby", "")]):
        terms = {"give": [give]} | ({"take": [take]} if take else {})
        scene.play(0, "propose_deal", to="1", **terms)
        assert (watch.found.deals, watch.found.places_back) == (number, 0)
        yes = Choice.of("accept_deal", deal=scene.state.deals[0].name)
        watch.decision(scene.match, 1, yes)
        scene.match.submit(1, yes)
    found = watch.found
    assert (found.deals, found.cards_sold, found.places_back) == (2, 1, 1)


def left_outside(*, foes: int = 3) -> tuple[Watch, Scene]:
    """Percy has left his castle with an heir, and as many foes stand near."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",))
    for foe in ("neville", "mowbray", "stanley")[:foes]:
        scene.noble(foe, 1, "14,5", castles=False)
    scene.movement(0)
    watch = noted(scene)
    note(watch, scene, "leave", nobles=["percy"], place="alnwick")
    note(watch, scene, "done")
    return watch, scene


def next_turn(watch: Watch, scene: Scene) -> int:
    """Seat 1's turn begins: the keepers in danger that are counted by then."""
    assert watch.found.keepers_in_danger == 0
    watch.watch([facts.PhaseBegan(1, "events")], scene.match.view(None))
    return watch.found.keepers_in_danger


def test_a_keeper_who_could_have_been_behind_his_own_walls_counts_as_his_turn_ends() -> None:
    assert next_turn(*left_outside()) == 1
    assert next_turn(*left_outside(foes=1)) == 0


def test_a_keeper_whose_attack_or_call_has_saved_him_is_not_in_danger() -> None:
    watch, scene = left_outside()
    scene.state.nobles["percy"].inside = "alnwick"
    assert next_turn(watch, scene) == 0
    watch, scene = left_outside()
    scene.peace(0, scene.state.nobles["percy"].square)
    assert next_turn(watch, scene) == 0


def test_who_fetched_an_heir_in_that_movement_could_not_have_been_behind_walls() -> None:
    scene = Scene().noble("percy", 0, "alnwick").heir_at("margaret", "14,4")
    for foe in ("neville", "mowbray", "stanley"):
        scene.noble(foe, 1, "14,5", castles=False)
    scene.movement(0)
    watch = noted(scene)
    note(watch, scene, "march", nobles=["percy"], to="14,4")
    assert scene.state.heirs["margaret"].holder == "percy"
    note(watch, scene, "done")
    assert next_turn(watch, scene) == 0


def test_habits_are_told_a_game() -> None:
    game = game_for("kingmaker", "house")
    record = play_game(game, 3, "blunders", [policy_for("kingmaker", "random")], {"rounds": "2"})
    found = habits(game, record)
    assert found.games == 1
    found.add(Habits(games=1, cards_sold=3))
    assert found.figures()["cards_sold"] == round(found.cards_sold / 2, 2)
