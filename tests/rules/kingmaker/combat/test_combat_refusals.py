"""Each attack and siege order that is refused names the rule that forbids it, and what to do."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from tests.rules.kingmaker.battlefield import (
    FIELD,
    FINE,
    attack,
    field_of,
    idlers,
    lay_rolls,
    siege_of,
)
from tests.rules.kingmaker.scene import Scene

MASHAM = "14,8"


def said(scene: Scene, verb: str, rule: str, **args: Any) -> str:
    """The sentence with which a rule refuses seat 0's order."""
    return scene.refused(0, verb, rule=rule, **args)


# Battle


@pytest.mark.rule("house-5.15b")
def test_a_lone_untitled_noble_is_told_of_the_assassin() -> None:
    scene = field_of(("howard", "talbot"), ("percy", "neville"))
    scene.combat(0)
    aim = {"against": "1", "square": FIELD}
    assert said(scene, "attack", "house-5.15b", nobles=["howard"], **aim) == (
        "You need a quarter of their strength to attack. Your noble may go alone, as an assassin."
    )
    assert said(scene, "attack", "house-5.15b", nobles=["talbot"], **aim) == (
        "You need at least a quarter of their strength in the same square."
    )


@pytest.mark.rule("house-8.5.14")
@pytest.mark.parametrize("verb", ["attack", "assassinate"])
def test_a_guest_sallies_only_with_his_host(verb: str) -> None:
    scene = idlers(Scene(3)).noble("scrope", 2, "masham").noble("grey", 0, "masham", guest=True)
    scene.noble("percy", 1, MASHAM).siege("masham", ["percy"])
    scene.combat(0)
    aim: dict[str, Any] = {"nobles": ["grey"], "against": "1", "square": MASHAM}
    if verb == "assassinate":
        aim = {"noble": "grey", "target": "percy"}
    assert said(scene, verb, "house-8.5.14", **aim) == (
        "Guests can sally out only together with the owner’s nobles."
    )


@pytest.mark.rule("house-6.2d", "house-6.4c")
def test_the_besieged_sally_at_their_besieger_alone() -> None:
    scene = idlers(Scene(3)).noble("scrope", 0, "masham")
    scene.noble("percy", 1, MASHAM).noble("talbot", 2, MASHAM).siege("masham", ["percy"])
    scene.combat(0)
    aim = {"nobles": ["scrope"], "against": "2", "square": MASHAM}
    assert said(scene, "attack", "house-6.2d", **aim) == (
        "A noble Under Siege may only sally out and attack the besieger."
    )


@pytest.mark.rule("base-16.4")
def test_an_ally_is_not_assassinated() -> None:
    scene = field_of(("howard",), ("percy",))
    scene.state.allied.append((1, 0))
    scene.combat(0)
    assert said(scene, "assassinate", "base-16.4", noble="howard", target="percy") == (
        "You stood together this turn, and allies do not attack each other."
    )


@pytest.mark.rule("house-1.17")
def test_a_force_that_was_attacked_is_not_assassinated() -> None:
    scene = field_of(("neville", "howard"), ("mowbray",)).next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville")
    assert said(scene, "assassinate", "house-1.17", noble="howard", target="mowbray") == (
        "That force has already been attacked in this phase."
    )


@pytest.mark.rule("house-5.15b")
def test_who_is_strong_enough_is_told_to_attack() -> None:
    scene = field_of(("stanley",), ("percy",))
    scene.combat(0)
    assert said(scene, "assassinate", "house-5.15b", noble="stanley", target="percy") == (
        "Your noble has a quarter of their strength. Let him attack instead."
    )


@pytest.mark.rule("house-7.4.13")
def test_who_came_home_does_not_attack_with_the_french_either() -> None:
    scene = field_of(("stanley",), ("percy",)).give("stanley", "french_foot")
    scene.peace(1, "1,1", "stanley").combat(0)
    aim = {"nobles": ["stanley"], "against": "1", "square": FIELD}
    assert said(scene, "attack_with_french", "house-7.4.13", **aim) == (
        "A noble who has come home keeps the King’s Peace."
    )


@pytest.mark.rule("house-7.4.13", "house-7.4.23", "house-6.4c")
def test_who_came_home_does_not_sally() -> None:
    scene = idlers(Scene()).noble("scrope", 0, "masham").noble("roos", 0, "masham")
    scene.control("masham", "scrope").noble("mowbray", 1, MASHAM).siege("masham", ["mowbray"])
    scene.peace(1, "1,1", "roos")
    scene.combat(0)
    aim = {"against": "1", "square": MASHAM}
    assert said(scene, "attack", "house-7.4.13", nobles=["roos"], **aim) == (
        "A noble who has come home keeps the King’s Peace."
    )
    here = [o for o in scene.offered(0, "attack") if o.field("square").candidates == (MASHAM,)]
    assert [o.field("nobles").candidates for o in here] in ([("scrope",)], [])


@pytest.mark.rule("house-7.4.13", "house-7.4.23", "house-8.5.9")
def test_a_guest_who_came_home_does_not_join_a_sally() -> None:
    scene = idlers(Scene(3)).noble("scrope", 0, "masham").noble("grey", 2, "masham", guest=True)
    scene.noble("roos", 0, "masham").control("masham", "scrope")
    scene.noble("mowbray", 1, MASHAM).siege("masham", ["mowbray"]).peace(1, "1,1", "grey")
    scene.next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack", nobles=["scrope", "roos"], against="1", square=MASHAM)
    assert "alliance" not in scene.asked(2)


# Sieges


@pytest.mark.rule("house-6.2c")
def test_where_no_siege_is_none_is_joined() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",))
    scene.combat(0)
    assert said(scene, "join", "house-6.2c", nobles=["percy"], place="masham") == (
        "You have no siege there to join. Lay siege first."
    )


@pytest.mark.rule("house-6.2c")
def test_who_besieges_does_not_join_nor_lay_again() -> None:
    scene = siege_of("masham", ("percy", "roos"), ("scrope",)).siege("masham", ["percy"])
    scene.combat(0)
    assert said(scene, "join", "house-6.2c", nobles=["percy"], place="masham") == (
        "That noble is already besieging the place."
    )
    assert said(scene, "lay", "house-6.2c", nobles=["roos"], place="masham") == (
        "You are already besieging that place. More of your nobles may join the siege."
    )


@pytest.mark.rule("house-5.13e")
def test_without_the_french_nothing_is_concluded_with_them() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",))
    scene.combat(0)
    assert said(scene, "conclude_with_french", "house-5.13e", nobles=["percy"], place="masham") == (
        "None of those nobles leads the French Foot-soldiers."
    )


# A combat phase with nothing on offer passes at once, and says why afterwards


def passed(scene: Scene) -> Scene:
    """Seat 0's combat phase has passed without a question."""
    scene.next_crown("saxons_2").combat(0)
    assert scene.state.phase != "combat"
    return scene


def not_now(scene: Scene, verb: str, place: str) -> tuple[str, str]:
    """Rule and sentence under 'Not now' for an order against a place."""
    found = {
        (refusal.rule, refusal.reason)
        for wish, refusal in scene.match.why_not(0)
        if wish.verb == verb and place in wish.many("place")
    }
    (only,) = found
    return only


WEAK = "To lay siege you need nobles there with half the strength of the defence."


@pytest.mark.rule("house-6.2a")
def test_who_is_too_weak_to_besiege_hears_so_when_the_phase_has_passed() -> None:
    scene = Scene().noble("scrope", 1, "masham").noble("roos", 0, "masham", outside=True)
    passed(scene)
    assert said(scene, "lay", "house-6.2a", nobles=["roos"], place="masham") == WEAK
    assert not_now(scene, "lay", "masham") == ("house-6.2a", WEAK)


@pytest.mark.rule("house-8.5.12")
def test_who_is_barred_from_a_fortress_hears_so_when_the_phase_has_passed() -> None:
    scene = Scene().noble("scrope", 1, "masham").noble("percy", 0, "masham", outside=True)
    noble = scene.state.nobles["percy"]
    noble.barred, noble.barred_by, noble.barred_turns = "masham", "house-8.5.12", 1
    passed(scene)
    sentence = "A noble who has left that garrison cannot attack it yet."
    assert said(scene, "lay", "house-8.5.12", nobles=["percy"], place="masham") == sentence
    assert not_now(scene, "lay", "masham") == ("house-8.5.12", sentence)


@pytest.mark.rule("house-6.1a")
def test_a_siege_that_can_only_be_held_says_so_when_the_phase_has_passed() -> None:
    scene = Scene().noble("scrope", 1, "masham").noble("neville", 0, "masham", outside=True)
    scene.noble("roos", 0, "masham", outside=True).siege("masham", ["neville", "roos"])
    passed(scene)
    sentence = "To conclude a siege you need nobles there who match the whole defence."
    assert said(scene, "conclude", "house-6.1a", nobles=["neville"], place="masham") == sentence
    assert not_now(scene, "conclude", "masham") == ("house-6.1a", sentence)


@pytest.mark.rule("house-1.14")
def test_what_was_possible_and_let_go_is_a_matter_of_the_phase() -> None:
    scene = Scene().noble("scrope", 1, "masham").noble("percy", 0, "masham", outside=True)
    scene.next_crown("saxons_2").combat(0)
    scene.play(0, "done")
    scene.refused(0, "lay", rule="house-1.14", nobles=["percy"], place="masham")
    assert Choice.of("lay", nobles=["percy"], place="masham") in [
        wish for wish, _ in scene.match.why_not(0)
    ]


@pytest.mark.rule("house-1.16", "house-6.1a")
def test_a_choice_that_names_nobody_is_refused_plainly() -> None:
    scene = field_of(("percy",), ("neville",))
    scene.combat(0)
    assert said(scene, "attack", "base-9.1") == (
        "Name an enemy force in the square of your nobles."
    )
    assert said(scene, "assassinate", "house-5.15d", noble="audley", target="nobody") == (
        "Name the assassin’s target: a noble or an heir in that force."
    )
