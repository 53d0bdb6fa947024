"""A place defends once in a combat phase, as every force does (house-1.17)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import BAD, only, siege_of, sound
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.scene import Scene

FAIR = CARDS["majority"]
REASON = "The defenders of that place have already been attacked in this phase."


def delayed(*defenders: str) -> Scene:
    """Bad weather delays Percy's attempt; Neville, Mowbray and Stanley stand by."""
    scene = siege_of("masham", ("percy", "neville", "mowbray", "stanley"), defenders)
    scene.give("percy", "marshal_england").next_events(BAD, FAIR).rolls(*[100] * 12)
    scene.combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="masham")
    return scene


@pytest.mark.rule("house-1.17", "house-6.1c")
@pytest.mark.parametrize("defenders", [("scrope",), ()])
def test_bad_weather_uses_up_the_one_defence_of_a_place(defenders: tuple[str, ...]) -> None:
    scene = delayed(*defenders)
    others = ["neville", "mowbray", "stanley"]
    assert scene.offered(0, "conclude") == []
    said = scene.refused(0, "conclude", rule="house-1.17", nobles=others, place="masham")
    assert said == REASON
    assert all(scene.state.nobles[noble].defended for noble in defenders)


@pytest.mark.rule("house-6.1d", "house-6.2c")
def test_they_may_still_join_the_siege_that_it_began() -> None:
    scene = delayed("scrope")
    scene.play(0, "join", nobles=["neville"], place="masham")
    assert scene.state.sieges["masham"].besiegers == ["percy", "neville"]
    sound(scene)


@pytest.mark.rule("house-1.17", "house-6.1d")
def test_in_the_next_phase_it_is_attempted_again() -> None:
    scene = delayed("scrope")
    scene.combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="masham")
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("house-1.17", "house-6.1h")
def test_nor_may_others_follow_those_who_all_fell_in_the_attempt() -> None:
    scene = siege_of("masham", ("percy", "neville", "mowbray", "stanley"), ("scrope",))
    scene.give("percy", "marshal_england").next_events(FAIR, FAIR).rolls(1, *[100] * 9).combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="masham")
    assert not only(scene, facts.SiegeConcluded).taken
    others = ["neville", "mowbray", "stanley"]
    scene.refused(0, "conclude", rule="house-1.17", nobles=others, place="masham")
    scene.play(0, "lay", nobles=others, place="masham")  # that is no attack (house-6.2b)
