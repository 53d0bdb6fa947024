"""The steward where nobles are recruited: whom it tries for, with what, and where it goes."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker.consequences.changes import takes_from
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, step


def at_ashby(*hand: str) -> Scene:
    """Bourchier of York is at Ashby, the castle of Hastings; Howard before Lathom, Stanley's."""
    scene = Scene(4, "families").noble("bourchier", 1, "ashby").noble("clifford", 0, "skipton")
    scene.noble("howard", 1, "lathom", outside=True).noble("neville", 2, "warwick")
    scene.noble("percy", 3, "alnwick").hand(1, *hand)
    return scene.movement_over(1)


def test_it_tries_for_whoever_is_likely_and_strong() -> None:
    """Stanley of 50 comes on twelve alone less one; Hastings of 10 on six or more."""
    scene = at_ashby()
    assert answer(scene, 1) == Choice.of("recruit", noble="hastings", envoy="bourchier")


def test_it_offers_what_adds_to_the_roll_and_nothing_else() -> None:
    """With all of it Stanley of 50 is likely enough to come; the Saxons alone add nothing."""
    scene = at_ashby("saxons_1", "bp_lincoln", "earl_kent", "chancellor_england")
    chosen = answer(scene, 1)
    assert chosen == Choice.of(
        "recruit",
        noble="stanley",
        envoy="howard",
        title="earl_kent",
        office="chancellor_england",
        cards="bp_lincoln",
    )


def test_it_leaves_off_once_nobody_is_left_who_might_come() -> None:
    scene = at_ashby()
    for _ in range(2):
        scene.dice_show(1, 1)
        step(scene, 1)
    assert scene.asked(1) != ["recruiting"]


def test_it_lets_be_whom_no_throw_would_bring() -> None:
    scene = Scene(4, "families").noble("clifford", 0, "ashby").noble("bourchier", 1, "pleshey")
    scene.movement_over(0)
    assert answer(scene, 0) == Choice("done")


def test_it_goes_to_a_castle_where_a_noble_may_be_won() -> None:
    scene = Scene(4, "families").noble("bourchier", 1, "leicester", outside=True)
    scene.noble("clifford", 0, "skipton").noble("percy", 3, "alnwick").movement(1)
    for heir in scene.state.heirs:
        if heir not in ("henry", "richard_york"):
            scene.dead(heir)
    ashby = scene.board.places["ashby"].square
    for _ in range(6):
        if scene.asked(1) != ["movement"]:
            break
        step(scene, 1)
    assert scene.state.nobles["bourchier"].square == ashby


@pytest.mark.rule("families-recruit.23")
def test_a_house_without_nobles_wins_whom_it_can_to_a_castle_where_he_is_safe() -> None:
    scene = Scene(2, "families").noble("beaufort", 0, "warwick", outside=True)
    scene.movement_over(1)
    choice = answer(scene, 1)
    assert choice.one("noble") == "neville"
    assert choice.one("castle") != "warwick"
    assert choice.many("envoy") == ()
    scene.match.submit(1, choice)


def test_it_makes_good_what_a_recruit_has_lost_with_the_least_that_does() -> None:
    scene = Scene(4, "families").noble("bourchier", 1, "pleshey").noble("clifford", 0, "skipton")
    scene.noble("hastings", 1, "ashby").give("hastings", "bp_norwich")
    scene.hand(1, "abp_york", "bp_lincoln").noble("percy", 3, "alnwick")
    scene.state.nobles["hastings"].bargain = 1
    scene.movement(1)
    takes_from(scene.state.nobles["hastings"])
    scene.match.table.state.lose_card("bp_norwich")
    scene.state.crown_discards.append("bp_norwich")
    scene.play(1, "done")
    assert scene.asked(1) == ["make_good"]
    assert answer(scene, 1) == Choice.of("make_good", card="bp_lincoln")


def test_it_kills_the_heirs_of_the_other_house_and_keeps_its_own() -> None:
    scene = Scene(4, "families").noble("bourchier", 1, "pleshey", heirs=("george", "henry"))
    scene.noble("clifford", 0, "skipton", heirs=("margaret",)).movement(1)
    assert answer(scene, 1) == Choice.of("kill_heir", heir="henry")
    step(scene, 1)
    assert scene.state.heirs["george"].alive
    chosen = answer(scene, 1)
    assert chosen is None or chosen.verb != "kill_heir"
