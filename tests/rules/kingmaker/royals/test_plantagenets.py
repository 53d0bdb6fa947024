"""The two Plantagenets, and the die of loyalty."""

from __future__ import annotations

import pytest

from bot.content.load import load_content
from bot.games import words_for
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.state import Exile, Fallen
from tests.rules.kingmaker.corrections.mending import choices, mend, refused
from tests.rules.kingmaker.scene import Scene

FAMILY = "classic+plantagenets"
LOYAL = "classic+loyalty"
BOTH = "classic+loyalty+plantagenets"
YORK, LANCASTER = "plantagenet_york", "plantagenet_lancaster"
FIELD = "13,20"


def holding(*heirs: str, ruleset: str = FAMILY, aside: bool = True) -> Scene:
    """Percy of seat 0 in the field with heirs, Courtenay of seat 1 far away."""
    scene = Scene(2, ruleset).noble("percy", 0, FIELD, heirs=heirs)
    scene.noble("courtenay", 1, "tiverton")
    if aside:
        scene.dead("henry", "margaret", "edward_lancaster")
    return scene


def pass_on(scene: Scene, heir: str, noble: str) -> None:
    """An heir has another keeper, and the game takes notice."""
    scene.hold(heir, noble)
    scene.movement(0)
    scene.play(0, "done")


@pytest.mark.rule("base-19.3", "base-19.1")
def test_they_are_in_no_deck() -> None:
    content = load_content(FAMILY)
    assert content.crown[YORK].troops == 50
    assert content.crown[LANCASTER].troops == 30
    assert not {YORK, LANCASTER} & set(Scene(2, FAMILY).state.crown_deck)
    assert YORK not in load_content("classic").crown


@pytest.mark.rule("base-19.3")
def test_a_younger_heir_brings_nobody_and_nobodys_heir_neither() -> None:
    scene = holding("george")
    scene.movement(0)
    scene.play(0, "done")
    assert YORK not in scene.state.nobles


@pytest.mark.rule("base-19.3")
def test_he_changes_sides_with_the_heir_and_leaves_his_cards() -> None:
    scene = holding("richard_york")
    pass_on(scene, "richard_york", "percy")
    scene.give(YORK, "treasurer_england", "saxons_1")
    scene.hold("richard_york", "courtenay").movement(0)
    noble = scene.state.nobles[YORK]
    assert (noble.seat, noble.office, noble.cards) == (1, None, [])
    assert scene.where(YORK)[1] == "tiverton"
    assert scene.state.chancery == ["treasurer_england"]
    assert scene.state.crown_discards == ["saxons_1"]
    assert facts.PlantagenetServes(YORK, 1, 0, "richard_york") in scene.happened(
        facts.PlantagenetServes
    )


@pytest.mark.rule("base-19.3", "ishkibibble-refuge.3")
def test_who_comes_to_an_heir_in_refuge_shares_it_and_leaves_with_him() -> None:
    scene = holding("richard_york", ruleset=f"{FAMILY}+refuge+lands_overseas")
    scotland = scene.board.places["scotland"].square
    scene.noble("roos", 0, scotland, heirs=("edward_march",))
    scene.state.event_deck.remove("X-RF3")
    scene.state.exiles.append(Exile(0, "scotland", "X-RF3", 4, nobles=["roos"]))
    scene.dead("richard_york")  # and Edward is the senior heir
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.nobles[YORK].square == scotland
    assert scene.state.exiles[0].nobles == ["roos", YORK]
    scene.state.round = 4
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.nobles[YORK].square == scene.board.places["cheviots"].square


@pytest.mark.rule("base-19.3", "base-8.9")
def test_who_changes_sides_with_the_heir_leaves_the_ship_he_commanded() -> None:
    scene = holding("richard_york", ruleset=f"{FAMILY}+sea_combat")
    pass_on(scene, "richard_york", "percy")
    scene.give("percy", "le_swan").ship("le_swan", sea="the-wash")
    scene.state.ships["le_swan"].captain_at_sea = YORK
    scene.hold("richard_york", "courtenay").movement(0)
    assert scene.state.nobles[YORK].seat == 1
    assert scene.destinations(0, "le_swan")


@pytest.mark.rule("base-19.3")
def test_while_nobody_controls_the_heir_he_stays() -> None:
    scene = holding("richard_york")
    pass_on(scene, "richard_york", "percy")
    scene.heir_at("richard_york", "14,16")
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.nobles[YORK].seat == 0


@pytest.mark.rule("base-19.3")
def test_killed_he_is_out_till_another_faction_gains_the_heir() -> None:
    scene = holding("richard_york")
    scene.state.fallen[YORK] = Fallen("richard_york", 0)
    scene.movement(0)
    scene.play(0, "done")
    assert YORK not in scene.state.nobles
    pass_on(scene, "richard_york", "courtenay")
    assert scene.state.nobles[YORK].seat == 1
    assert scene.state.fallen == {}


@pytest.mark.rule("base-19.3")
def test_killed_he_is_out_till_the_senior_heir_dies() -> None:
    scene = holding("edward_march")
    scene.state.fallen[YORK] = Fallen("richard_york", 0)
    scene.dead("richard_york")
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.nobles[YORK].seat == 0


@pytest.mark.rule("base-19.3", "base-12.4")
@pytest.mark.parametrize(("keeper", "back"), [("percy", False), ("courtenay", True)])
def test_killed_as_the_keeper_of_his_heir_he_comes_back_to_others_only(
    keeper: str, *, back: bool
) -> None:
    scene = holding()
    scene.state.crown_deck.append(YORK)  # where the scene takes every noble from
    scene.noble(YORK, 0, "14,16", heirs=("richard_york",))
    kill_noble(scene.match.table, YORK, "battle")
    assert scene.state.heirs["richard_york"].holder is None
    assert scene.state.fallen == {YORK: Fallen("richard_york", 0)}
    pass_on(scene, "richard_york", keeper)
    assert (YORK in scene.state.nobles) == back


@pytest.mark.rule("base-19.3", "base-12.1")
def test_his_card_goes_to_no_pile_when_he_is_killed() -> None:
    scene = plague_in_york(ruleset=FAMILY)
    assert YORK not in scene.state.nobles
    assert YORK not in scene.state.crown_discards
    assert scene.state.fallen == {YORK: Fallen("richard_york", 0)}


def plague_in_york(*, ruleset: str = BOTH, heirs: str = "", die: int | None = None) -> Scene:
    """The York Plantagenet of seat 0 dies of the plague, his heir is elsewhere with Percy."""
    held = ("richard_york", heirs) if heirs else ("richard_york",)
    scene = holding(*held, ruleset=ruleset, aside=not heirs)
    scene.state.crown_deck.append(YORK)  # where the scene takes every noble from
    scene.noble(YORK, 0, "york")
    scene.dice_show(then=die).next_events("E-PL02").event(0)
    return scene


@pytest.mark.rule("base-19.8", "base-19.3")
@pytest.mark.parametrize(
    ("die", "heirs", "modifier", "loyal"),
    [(3, "", 1, True), (2, "", 1, False), (4, "margaret", 0, True), (3, "margaret", 0, False)],
)
def test_the_die_of_a_plantagenet(die: int, heirs: str, modifier: int, *, loyal: bool) -> None:
    scene = plague_in_york(heirs=heirs, die=die)
    rolled = scene.happened(facts.LoyaltyRolled)
    assert rolled == [facts.LoyaltyRolled(YORK, 0, die, modifier, loyal)]
    assert scene.state.loyal == ({YORK: 0} if loyal else {})


@pytest.mark.rule("base-19.8")
def test_the_loyal_come_back_as_new_nobles_with_the_next_draw() -> None:
    scene = Scene(2, LOYAL).noble("beaufort", 0, "york").noble("courtenay", 1, "tiverton")
    scene.dice_show(then=4).next_events("E-PL02").event(0)
    assert scene.state.loyal == {"beaufort": 0}
    assert "beaufort" not in scene.state.crown_discards
    scene.next_crown("saxons_1").draw(0)
    assert scene.asked(0) == ["noble_arrives"]
    castle = min(scene.candidates(0, "settle", "castle"))
    scene.play(0, "settle", noble="beaufort", castle=castle)
    assert scene.state.nobles["beaufort"].seat == 0
    assert scene.state.loyal == {}


@pytest.mark.rule("base-19.8")
def test_who_is_not_loyal_goes_to_the_discards() -> None:
    scene = Scene(2, LOYAL).noble("beaufort", 0, "york").noble("courtenay", 1, "tiverton")
    scene.dice_show(then=3).next_events("E-PL02").event(0)
    assert scene.state.loyal == {}
    assert "beaufort" in scene.state.crown_discards


def test_what_is_told_of_them() -> None:
    names = ["Anne", "Bob"].__getitem__
    words = words_for("kingmaker", BOTH)
    assert "senior heir of York" in words.card_text(YORK, None, names)


@pytest.mark.rule("base-19.3", "base-11.11")
def test_he_appears_beside_the_senior_heir_and_dies_in_a_castle_of_his_own() -> None:
    scene = holding("richard_york")
    scene.movement(0)
    assert scene.where(YORK) == (FIELD, None, None)
    assert scene.state.nobles[YORK].seat == 0
    assert scene.match.view(None).nobles[YORK].troops == 50
    assert scene.state.control["ludlow"] == scene.state.control["sandal"] == YORK
    told = facts.PlantagenetServes(YORK, 0, None, "richard_york")
    assert told in scene.happened(facts.PlantagenetServes)
    ludlow = scene.board.places["ludlow"].square
    scene.heir_at("richard_york", ludlow, "ludlow")
    kill_noble(scene.match.table, YORK, "executed")
    assert YORK not in scene.state.nobles
    assert scene.state.fallen[YORK] == Fallen("richard_york", 0)
    assert "ludlow" not in scene.state.control


@pytest.mark.rule("base-19.3")
def test_a_moderator_brings_back_who_was_killed_to_whoever_has_his_heir() -> None:
    scene = holding("richard_york")
    scene.movement(0)
    assert YORK not in choices(scene, "correct_revive", "piece")  # he is there
    assert LANCASTER not in choices(scene, "correct_revive", "piece")  # he has never come
    mend(scene, "correct_kill", piece=YORK)
    serves = "That noble serves whoever controls the senior heir of his house."
    assert refused(scene, "correct_revive", piece=YORK, seat="1") == ("base-19.3", serves)
    mend(scene, "correct_revive", piece=YORK)
    assert (scene.state.nobles[YORK].seat, scene.where(YORK)[0]) == (0, FIELD)
    mend(scene, "correct_kill", piece=YORK)
    mend(scene, "correct_leave", heir="richard_york")
    assert refused(scene, "correct_revive", piece=YORK) == ("base-19.3", serves)
    mend(scene, "correct_heir", heir="richard_york", noble="courtenay")
    assert scene.state.nobles[YORK].seat == 1
