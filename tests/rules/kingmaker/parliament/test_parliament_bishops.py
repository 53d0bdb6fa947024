"""Bishops are given out before all other business, and without a vote (house §7.2)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.chamber import call, follow, realm, told
from tests.rules.kingmaker.scene import Scene


def with_bishops(*bishops: str, scene: Scene | None = None) -> Scene:
    """Parliament sits and these bishops lie in the Chancery, with one title."""
    return call((scene or realm()).chancery(*bishops, "earl_kent"))


@pytest.mark.rule("house-7.2.7")
@pytest.mark.parametrize("order", [("abp_york", "bp_durham"), ("bp_durham", "abp_york")])
def test_one_at_a_time_in_his_own_order(order: tuple[str, str]) -> None:
    scene = with_bishops("abp_york", "bp_durham")
    scene.play(0, "grant_bishop", card=order[0], noble="talbot")
    assert scene.happened(facts.CardAssigned)[0] == facts.CardAssigned(
        2, order[0], "talbot", "parliament"
    )
    assert scene.state.nobles["talbot"].cards == [order[0]]
    assert scene.candidates(0, "grant_bishop", "card") == {order[1]}
    scene.play(0, "grant_bishop", card=order[1], noble="clifford")
    assert scene.state.nobles["clifford"].cards == [order[1]]
    assert scene.asked(0) == ["round"]


@pytest.mark.rule("house-7.2.8", "base-15.15", "house-7.2.11", "house-7.2.6", "house-7.2.7")
def test_the_caller_gives_each_to_any_noble_who_attends_and_withholds_none() -> None:
    scene = with_bishops("abp_york")
    assert scene.offered(1, "grant_bishop") == []
    scene.refused(1, "grant_bishop", rule="house-1.14", card="abp_york", noble="courtenay")
    scene.refused(0, "done", rule="house-7.2.11")
    scene.refused(0, "propose", rule="house-7.2.11", card="earl_kent")
    assert scene.candidates(0, "grant_bishop", "noble") == {
        "percy",
        "courtenay",
        "clifford",
        "talbot",
    }
    scene.play(0, "grant_bishop", card="abp_york", noble="clifford")  # untitled
    assert scene.state.nobles["clifford"].cards == ["abp_york"]


@pytest.mark.rule("house-7.2.8", "base-15.7")
def test_whoever_is_absent_may_not() -> None:
    scene = realm().noble("stanley", 2, "sheffield", outside=True).noble("neville", 2, "13,20")
    scene.held(2, "E-WR05")
    with_bishops("abp_york", scene=scene)
    scene.play(2, "excuse", nobles="neville")
    assert "neville" not in scene.candidates(0, "grant_bishop", "noble")
    scene.refused(0, "grant_bishop", rule="house-7.2.8", card="abp_york", noble="neville")


@pytest.mark.rule("house-7.2.8", "house-7.2.15")
def test_nor_may_whoever_is_under_siege() -> None:
    scene = realm().noble("neville", 1, "sheffield", outside=True)
    scene.give("neville", "burgundian_crossbowmen_1").siege("sheffield", ["neville"])
    scene.held(1, "E-WR05")
    with_bishops("abp_york", scene=scene)
    scene.play(1, "excuse", nobles="neville")
    scene.refused(0, "grant_bishop", rule="house-7.2.8", card="abp_york", noble="talbot")


@pytest.mark.rule("house-7.2.9", "base-15.15")
def test_nobody_with_a_bishop_is_given_another() -> None:
    scene = with_bishops("abp_york", scene=realm().give("talbot", "bp_norwich"))
    assert "talbot" not in scene.candidates(0, "grant_bishop", "noble")
    scene.refused(0, "grant_bishop", rule="house-7.2.9", card="abp_york", noble="talbot")


@pytest.mark.rule("house-7.2.9", "house-7.2.7", "house-7.2.6", "base-15.8")
def test_the_caller_gives_out_bishops_first_one_by_one_and_one_to_a_noble() -> None:
    scene = with_bishops("abp_york", "bp_durham")
    assert scene.match.waiting_for() == [0]
    assert scene.asked(0) == ["grant_bishops"]
    assert scene.candidates(0, "grant_bishop", "card") == {"abp_york", "bp_durham"}
    assert scene.offered(0, "propose") == []
    assert scene.happened(facts.RoundBegan) == []
    (grant,) = scene.offered(0, "grant_bishop")
    assert [(field.least, field.most) for field in grant.fields] == [(1, 1), (1, 1)]
    scene.play(0, "grant_bishop", card="abp_york", noble="talbot")
    scene.refused(0, "grant_bishop", rule="house-7.2.9", card="bp_durham", noble="talbot")


@pytest.mark.rule("house-7.2.11")
def test_the_last_of_them_is_given_by_itself() -> None:
    scene = Scene(2).noble("howard", 0, "coventry", heirs=("henry",), cards=("bp_norwich",))
    scene.noble("talbot", 1, "sheffield").held(0, "E-WR01").chancery("abp_york", "earl_kent")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="howard", summon="talbot")
    assert scene.state.nobles["talbot"].cards == ["abp_york"]
    assert scene.asked(0) == ["round"]


@pytest.mark.rule("house-7.2.11", "base-15.10", "house-7.2.33")
def test_those_that_nobody_can_take_stay_in_the_chancery() -> None:
    scene = realm().give("percy", "bp_norwich").give("clifford", "bp_lincoln")
    scene.give("talbot", "bp_carlisle").give("courtenay", "bp_durham")
    with_bishops("abp_york", scene=scene)
    assert scene.asked(0) == ["round"]
    follow(scene)
    assert "abp_york" in scene.state.chancery


@pytest.mark.rule("house-7.2.7", "house-7.2.8", "house-7.2.10")
def test_his_see_comes_with_him_and_there_is_no_vote() -> None:
    scene = with_bishops("abp_york")
    scene.play(0, "grant_bishop", card="abp_york", noble="courtenay")
    assert scene.state.nobles["courtenay"].cards == ["abp_york"]
    assert scene.happened(facts.BallotClosed) == []
    assert scene.happened(facts.Proposed) == []
    assert scene.asked(0) == ["round"]
    assert scene.state.control["york"] == "courtenay"


@pytest.mark.rule("house-7.2.7", "house-7.2.8")
def test_but_not_if_another_holds_it() -> None:
    scene = with_bishops("abp_york", scene=realm().control("york", "talbot"))
    scene.play(0, "grant_bishop", card="abp_york", noble="courtenay")
    assert scene.state.control["york"] == "talbot"


@pytest.mark.rule("house-5.24", "base-15.15")
def test_a_bishop_played_from_hand_may_be_a_nobles_second() -> None:
    scene = realm().give("talbot", "bp_norwich").hand(2, "abp_york")
    scene.movement(2)
    scene.play(2, "play", card="abp_york", noble="talbot")
    assert scene.state.nobles["talbot"].cards == ["bp_norwich", "abp_york"]


@pytest.mark.rule("house-5.24")
def test_so_may_one_that_is_drawn() -> None:
    scene = realm().give("talbot", "bp_norwich").next_crown("abp_york")
    scene.draw(2)
    assert "talbot" in scene.candidates(2, "play", "noble")
    scene.play(2, "play", card="abp_york", noble="talbot")
    assert scene.state.nobles["talbot"].cards == ["bp_norwich", "abp_york"]


@pytest.mark.rule("base-15.15")
def test_the_bishop_of_a_dead_noble_is_given_out_again() -> None:
    scene = realm().noble("howard", 2, "norwich", cards=("bp_norwich",)).next_events("E-PL04")
    scene.event(2)
    assert scene.state.chancery == ["bp_norwich"]
    call(scene)
    assert scene.candidates(0, "grant_bishop", "card") == {"bp_norwich"}


@pytest.mark.rule("house-7.2.34")
def test_strange_cards_of_the_chancery_are_discarded() -> None:
    scene = realm().chancery("saxons_1", "earl_kent", "le_swan", "abp_york", "marshal_england")
    call(scene)
    assert scene.state.chancery == ["earl_kent", "abp_york", "marshal_england"]
    assert scene.state.crown_discards == ["saxons_1", "le_swan"]
    assert told(list(scene.events), facts.CardsDiscarded) == [
        facts.CardsDiscarded(("saxons_1", "le_swan"))
    ]
