"""Sieges by one card: how often one is drawn, who comes out, and what ends them."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.card_siege import CardSiege
from tests.rules.kingmaker.battlefield import only, sound, where
from tests.rules.kingmaker.combat.by_card.field import DEADLY
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import (
    BAD,
    FAIR,
    TOWN,
    before,
    before_calais,
    draw_for,
    square_of,
)
from tests.rules.kingmaker.scene import Scene

STEEP = "E-MG01"
"""Four to one, which decides nothing between forces of like strength."""
DRAWN = (
    "You have already drawn for that place in this phase. You may draw again in your next combat."
)


# One card for a place in a phase (base-10.7, base-5.5)


@pytest.mark.rule("base-10.7", "base-5.5")
def test_after_bad_weather_others_of_the_faction_wait_for_its_next_combat_too() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville", "beaufort", "stanley", "grey"))
    scene.give("beaufort", "marshal_england").next_events(BAD, FAIR).combat(0)
    draw_for(scene, "percy", "mowbray", "neville", place=TOWN)
    fresh = {"nobles": ["beaufort", "stanley", "grey"], "place": TOWN}
    assert scene.offered(0, "conclude") == []
    assert scene.refused(0, "conclude", rule="base-10.7", **fresh) == DRAWN  # type: ignore[arg-type]
    scene.combat(0)
    scene.play(0, "conclude", **fresh)  # type: ignore[arg-type]
    assert only(scene, facts.SiegeConcluded).taken
    sound(scene)


@pytest.mark.rule("base-10.7", "base-5.5", "classic-siege.5")
def test_after_besiegers_who_all_died_nobody_else_of_theirs_draws_at_once() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville", "stanley"), cards=("marshal_england",))
    scene.give("mowbray", "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    scene.next_events(DEADLY, FAIR).combat(0)
    draw_for(scene, "percy", place=TOWN)
    assert not only(scene, facts.SiegeConcluded).taken
    left = {"nobles": ["mowbray", "neville", "stanley"], "place": TOWN}
    assert scene.offered(0, "conclude") == []
    assert scene.refused(0, "conclude", rule="base-10.7", **left) == DRAWN  # type: ignore[arg-type]
    scene.combat(0)
    scene.play(0, "conclude", **left)  # type: ignore[arg-type]
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("base-10.7", "base-8.7")
def test_those_on_land_do_not_draw_again_for_a_port_whose_crew_has_drawn() -> None:
    scene = before_calais("percy", "mowbray", "neville")
    calais = square_of(scene, "calais")
    for noble in ("beaufort", "stanley", "grey"):
        scene.noble(noble, 0, calais, outside=True)
    scene.give("beaufort", "marshal_england").next_events(BAD).combat(0)
    assert scene.state.sieges["calais"].ships == ["le_swan"]
    wanted = {"nobles": ["beaufort", "stanley", "grey"], "place": "calais"}
    assert scene.refused(0, "conclude", rule="base-10.7", **wanted) == DRAWN  # type: ignore[arg-type]


@pytest.mark.rule("base-10.7")
def test_a_draw_for_one_place_keeps_nobody_from_another() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville"))
    others = ("fitzalan", "beaufort", "talbot", "holland")
    for noble in others:
        scene.noble(noble, 0, "brougham", outside=True)
    scene.next_events(BAD, FAIR).combat(0)
    draw_for(scene, "percy", "mowbray", "neville", place=TOWN)
    draw_for(scene, *others, place="brougham")
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.drawn_for == [TOWN]


def test_with_the_phase_what_was_drawn_for_is_forgotten() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville")).next_events(BAD)
    scene.combat(0)
    draw_for(scene, "percy", "mowbray", "neville", place=TOWN)
    assert scene.state.drawn_for == [TOWN]
    scene.play(0, "done")
    assert scene.state.drawn_for == []


# Who dies aboard (base-12.4)


@pytest.mark.rule("base-12.4", "classic-succession.7", "classic-siege.5")
def test_the_heir_of_a_besieger_who_dies_aboard_stays_in_the_square_of_the_port() -> None:
    scene = before_calais("percy").give("percy", "marshal_england").hold("george", "percy")
    scene.next_events(DEADLY).combat(0)
    assert not only(scene, facts.SiegeConcluded).taken
    assert "percy" not in scene.state.nobles
    george = scene.state.heirs["george"]
    calais = square_of(scene, "calais")
    assert (george.holder, george.square, george.inside) == (None, calais, None)
    assert only(scene, facts.HeirLeft) == facts.HeirLeft("george", calais, None)
    sound(scene)


@pytest.mark.rule("base-12.3", "classic-succession.7")
def test_with_others_aboard_he_goes_to_them() -> None:
    scene = before_calais("percy", "mowbray").give("percy", "marshal_england")
    scene.hold("george", "percy").next_events(DEADLY).combat(0)
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.heirs["george"].holder == "mowbray"


# A guest and his own relief (base-10.8)

RELIEF = ("mowbray", "neville", "beaufort", "fitzalan", "holland", "talbot")


def guest_under_siege(*relief: str) -> tuple[Scene, dict[str, str]]:
    """Seat 0 besieges Clifford's town, where Stafford of seat 2 is by leave; his combat begins."""
    scene = before(TOWN, ("percy",), ("clifford",), seats=3)
    scene.give("percy", "marshal_england", "burgundian_crossbowmen_1")
    scene.noble("stafford", 2, TOWN, guest=True).siege(TOWN, ["percy"])
    for noble in relief:
        scene.noble(noble, 2, TOWN, outside=True)
    return scene, {"against": "0", "square": square_of(scene, TOWN)}


@pytest.mark.rule("base-10.8", "classic-siege.7", "base-9.3")
def test_a_guest_comes_out_with_relief_of_his_own() -> None:
    scene, aim = guest_under_siege(*RELIEF)
    scene.next_events(FAIR).combat(2)
    reason = scene.refused(2, "attack", rule="base-10.8", nobles=["stafford"], **aim)
    assert reason == "Nobles under siege can come out only together with relief from outside."
    assert "stafford" in scene.candidates(2, "attack", "nobles")
    scene.play(2, "attack", nobles=[*RELIEF, "stafford"], **aim)
    told = only(scene, facts.AttackDeclared)
    assert (told.sallying, told.strength, told.opposed) == (("stafford",), 240, 230)
    assert only(scene, facts.BattleDecided).winner == 2
    assert TOWN not in scene.state.sieges
    sound(scene)


@pytest.mark.rule("base-9.6", "base-10.9")
def test_in_bad_weather_nobody_has_come_out() -> None:
    scene, aim = guest_under_siege("mowbray")
    scene.next_events(BAD).combat(2)
    scene.play(2, "attack", nobles=["mowbray", "stafford"], **aim)
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.offered(2, "return_inside") == []
    assert where(scene, "stafford") == (aim["square"], TOWN)
    assert where(scene, "mowbray") == (aim["square"], None)
    assert TOWN in scene.state.sieges
    sound(scene)


@pytest.mark.rule("base-10.9", "base-9.8")
@pytest.mark.parametrize("back", [(), ("stafford",)])
def test_after_it_he_goes_back_in_or_stays_out_and_nothing_bars_him(back: tuple[str, ...]) -> None:
    scene, aim = guest_under_siege("mowbray")
    scene.next_events(STEEP).combat(2)
    scene.play(2, "attack", nobles=["mowbray", "stafford"], **aim)
    assert scene.asked(2) == ["return_inside"]
    scene.play(2, "return_inside", nobles=back)
    assert where(scene, "stafford") == (aim["square"], TOWN if back else None)
    assert scene.state.nobles["stafford"].barred is None
    sound(scene)


@pytest.mark.rule("base-9.1")
def test_a_guest_who_is_not_under_siege_is_not_in_the_open() -> None:
    scene, aim = guest_under_siege("mowbray")
    scene.state.sieges.clear()
    scene.combat(2)
    reason = scene.refused(2, "attack", rule="base-9.1", nobles=["stafford"], **aim)
    assert reason == "You can attack only an enemy in the open in your own square."


# An open town in which nobody is left (base-10.1, base-10.10)


@pytest.mark.rule("base-10.1", "base-10.10", "base-1.8")
def test_the_siege_of_an_open_town_is_over_when_nobody_is_inside() -> None:
    scene = before("cardigan", ("percy", "mowbray", "neville", "grey"), ("hastings",))
    scene.siege("cardigan", ["percy", "mowbray", "neville", "grey"])
    scene.next_events("E-PL15").event(1)
    assert only(scene, facts.PlagueStruck).nobles == ("hastings",)
    assert only(scene, facts.SiegeBroken) == facts.SiegeBroken(0, "cardigan", "empty")
    assert scene.state.sieges == {}
    scene.movement(0)
    scene.play(0, "enter", nobles=["percy"], place="cardigan")
    assert where(scene, "percy") == (square_of(scene, "cardigan"), "cardigan")
    sound(scene)


@pytest.mark.rule("base-10.9", "base-10.10")
@pytest.mark.parametrize("back", [(), ("mowbray",)])
def test_it_is_not_over_while_those_inside_have_only_come_out_to_fight(
    back: tuple[str, ...],
) -> None:
    scene = before("cardigan", ("percy",), ("mowbray",), cards=("marshal_england",))
    scene.give("percy", "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    square = square_of(scene, "cardigan")
    scene.siege("cardigan", ["percy"]).noble("neville", 1, square, outside=True)
    scene.next_events(STEEP).combat(1)
    scene.play(1, "attack", nobles=["mowbray", "neville"], against="0", square=square)
    assert scene.asked(1) == ["return_inside"]
    assert "cardigan" in scene.state.sieges
    scene.play(1, "return_inside", nobles=back)
    assert ("cardigan" in scene.state.sieges) == bool(back)
    assert [e.reason for e in scene.happened(facts.SiegeBroken)] == ([] if back else ["empty"])


# Besiegers who are beaten (base-10.10)


@pytest.mark.rule("base-10.10", "base-9.12", "base-10.12")
def test_besiegers_who_are_beaten_besiege_no_more_even_if_all_victors_die() -> None:
    scene = before("brougham", ("mowbray", "neville")).siege("brougham", ["mowbray", "neville"])
    square = square_of(scene, "brougham")
    for noble in ("percy", "beaufort"):
        scene.noble(noble, 1, square, outside=True)
    scene.next_events(DEADLY).combat(1)
    scene.play(1, "attack", nobles=["percy", "beaufort"], against="0", square=square)
    assert only(scene, facts.BattleDecided).winner == 1
    assert {e.noble for e in scene.happened(facts.NobleDied)} == {"percy", "beaufort"}
    assert scene.happened(facts.Captured) == []
    assert only(scene, facts.SiegeBroken) == facts.SiegeBroken(0, "brougham", "defeat")
    assert scene.state.sieges == {}
    assert where(scene, "mowbray") == where(scene, "neville") == (square, None)
    sound(scene)


# The match when the card is drawn (base-10.3)


def attempted(scene: Scene, place: str, *attackers: str) -> Scene:
    """An attempt of seat 0's that was declared before comes to its card."""
    table = scene.match.table
    table.events = []
    siege = CardSiege(0, place, list(attackers))
    table.push(siege)
    siege.advance(table)
    scene.events = list(table.events)
    return scene


@pytest.mark.rule("base-10.3")
def test_who_is_no_match_any_more_when_the_card_is_due_draws_none() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville"), ("clifford",)).next_events(FAIR)
    scene.combat(0)
    attempted(scene, TOWN, "percy", "mowbray", "neville")  # 200 against 210
    assert scene.events == [facts.AttackCancelled("odds")]
    assert scene.state.event_discards == scene.state.drawn_for == []
    assert not scene.state.nobles["percy"].attacked


@pytest.mark.rule("base-10.3", "base-8.7")
def test_a_crew_that_is_no_match_any_more_goes_ashore() -> None:
    scene = before_calais("percy").give("percy", "marshal_england").next_events(BAD)
    scene.combat(0)
    assert scene.state.sieges["calais"].ships == ["le_swan"]
    scene.noble("beaufort", 1, "calais")
    attempted(scene, "calais", "percy")
    assert scene.events == [facts.AttackCancelled("odds")]
    assert scene.where("percy")[2] == "le_swan"  # until the siege is looked at
    scene.state.sieges.clear()
    attempted(scene, "calais", "percy")
    assert scene.where("percy") == (square_of(scene, "calais"), None, None)


# What ends it, and what does not


@pytest.mark.rule("base-10.5", "base-10.6")
def test_a_siege_that_takes_the_place_is_over_and_was_not_broken() -> None:
    besiegers = ("percy", "mowbray", "neville")
    scene = before(TOWN, besiegers).siege(TOWN, list(besiegers)).next_events(FAIR)
    scene.combat(0)
    draw_for(scene, *besiegers, place=TOWN)
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.sieges == {}
    assert scene.happened(facts.SiegeBroken) == []
    assert scene.state.control[TOWN] == "percy"


@pytest.mark.rule("base-10.10")
@pytest.mark.parametrize("taken", [False, True])
def test_a_besieger_who_was_captured_holds_no_siege(taken: bool) -> None:
    besiegers = ["percy", "mowbray", "neville"]
    scene = before(TOWN, tuple(besiegers)).siege(TOWN, besiegers)
    if taken:
        scene.state.nobles["neville"].captor = 1
    scene.movement(1)
    broken = [facts.SiegeBroken(0, TOWN, "weakness")] if taken else []
    assert scene.happened(facts.SiegeBroken) == broken


@pytest.mark.rule("base-9.2", "base-10.8")
def test_who_all_stand_outside_attack_in_any_number() -> None:
    scene = before(TOWN, ("percy", "mowbray")).noble("pole", 1, TOWN, outside=True)
    scene.combat(0)
    (offer,) = (o for o in scene.offered(0, "attack") if square_of(scene, TOWN) in str(o))
    nobles = offer.field("nobles")
    assert (nobles.candidates, nobles.required) == (("percy", "mowbray"), ())
