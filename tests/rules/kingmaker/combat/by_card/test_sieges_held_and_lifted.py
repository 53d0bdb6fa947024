"""Sieges by one card: how often one is drawn, who comes out, and what ends them."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import only, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, DEADLY
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import (
    BAD,
    FAIR,
    TOWN,
    before,
    before_calais,
    draw_for,
    square_of,
)

DRAWN = "You drew for that place in this phase; you may again in your next combat."


# One card for a place in a phase (base-10.7, base-5.5)


@pytest.mark.rule("base-10.7", "base-5.5")
def test_after_bad_weather_others_of_the_faction_wait_for_its_next_combat_too() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville", "stanley", "grey"))
    scene.give("stanley", "marshal_england").next_events(BAD, FAIR).combat(0)
    draw_for(scene, "percy", "mowbray", "neville", place=TOWN)
    fresh = {"nobles": ["stanley", "grey"], "place": TOWN}
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
    scene.noble("stanley", 0, calais, outside=True).give("stanley", "marshal_england")
    scene.noble("beaufort", 0, calais, outside=True).next_events(BAD).combat(0)
    assert scene.state.sieges["calais"].ships == ["le_swan"]
    wanted = {"nobles": ["stanley", "beaufort"], "place": "calais"}
    assert scene.refused(0, "conclude", rule="base-10.7", **wanted) == DRAWN  # type: ignore[arg-type]


@pytest.mark.rule("base-10.7")
def test_a_draw_for_one_place_keeps_nobody_from_another() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville"))
    for noble in ("stanley", "beaufort"):
        scene.noble(noble, 0, "brougham", outside=True)
    scene.next_events(BAD, FAIR).combat(0)
    draw_for(scene, "percy", "mowbray", "neville", place=TOWN)
    draw_for(scene, "stanley", "beaufort", place="brougham")
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
