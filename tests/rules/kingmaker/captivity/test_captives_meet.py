"""A captive over plague, Parliament, recapture and shipwreck; captors who are beaten themselves."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.captivity import hold
from bot.rules.kingmaker.invariants import violations
from tests.rules.kingmaker.assembly import SQUARE, call, realm
from tests.rules.kingmaker.battlefield import FAR, FIELD, lay_rolls
from tests.rules.kingmaker.battlefield import attack as attack_by_dice
from tests.rules.kingmaker.captivity.held import (
    RULES,
    capture,
    capture_heir,
    held,
    keeper,
    owed,
    seen,
)
from tests.rules.kingmaker.combat.at_sea.fleets import SEA, fight, meeting
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack
from tests.rules.kingmaker.combat.by_card.field import meeting as field
from tests.rules.kingmaker.scene import Scene

SEA_RULES = f"{RULES}+sea_combat"


def ended(scene: Scene) -> list[tuple[str, str, int]]:
    """Which captives are held no more, why, and what is unpaid."""
    return [(e.captive, e.why, e.left) for e in scene.happened(facts.CustodyEnded)]


# Plague


@pytest.mark.rule("ishkibibble-ransom.3")
def test_plague_kills_a_captive_with_his_captors() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "york").noble("courtenay", 1, "york", outside=True)
    scene.noble("clifford", 0, FAR).noble("bourchier", 1, FAR)
    capture(scene, "courtenay", "percy").next_events("E-PL02").event(0)
    (struck,) = scene.happened(facts.PlagueStruck)
    assert set(struck.nobles) == {"percy", "courtenay"}
    assert set(scene.state.nobles) == {"clifford", "bourchier"}
    assert ended(scene) == [("courtenay", "gone", 2)]
    assert owed(scene) == {}
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-ransom.3")
def test_plague_elsewhere_spares_a_captive_in_the_open() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "york", outside=True)
    scene.noble("courtenay", 1, "york", outside=True).noble("clifford", 0, "york")
    capture(scene, "courtenay", "percy").next_events("E-PL02").event(0)
    assert owed(scene) == {"courtenay": (1, 0, 2)}


# Parliament


def parliament(at: str = SQUARE) -> Scene:
    """Talbot of seat 2 holds Clifford of seat 1; seat 0 calls Parliament at Coventry."""
    scene = realm(RULES).noble("mowbray", 2, at)
    return capture(scene, "clifford", "mowbray")


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_takes_no_part_in_parliament() -> None:
    scene = call(parliament())
    assert scene.state.sitting.attending == ["percy", "mowbray"]
    assert scene.candidates(1, "attend", "nobles") == {"courtenay"}
    reason = scene.refused(1, "attend", rule="ishkibibble-ransom.3", nobles=["clifford"])
    assert reason == "That noble is a captive until his ransom is paid or he is freed."


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_goes_to_parliament_with_his_keeper() -> None:
    scene = call(parliament(at=FAR))
    scene.play(1, "done")
    scene.play(2, "attend", nobles=["mowbray"])
    assert seen(scene, "clifford") == (SQUARE, None, None)
    assert owed(scene) == {"clifford": (1, 2, 2)}


@pytest.mark.rule("ishkibibble-ransom.3")
def test_no_writ_forces_a_captive_to_come() -> None:
    scene = parliament().held(0, "E-WR01")
    call(scene)
    scene.play(1, "done")
    scene.play(2, "done")
    assert scene.asked(0) == ["writs"]
    assert scene.candidates(0, "serve_writ", "noble") == {"courtenay", "talbot"}
    scene.refused(0, "serve_writ", rule="ishkibibble-ransom.3", noble="clifford")


@pytest.mark.rule("ishkibibble-ransom.8")
def test_whom_one_faction_has_moved_no_other_brings_to_parliament_in_that_turn() -> None:
    scene = parliament(at=FAR)
    custody = scene.state.custody["clifford"]
    custody.moved_by, custody.moved_in = 0, scene.state.turn
    call(scene)
    scene.play(1, "done")
    reason = scene.refused(2, "attend", rule="ishkibibble-ransom.8", nobles=["mowbray"])
    assert reason == (
        "Another faction has already moved this noble’s captive this turn. Free the captive "
        "first, or stay."
    )
    assert scene.candidates(2, "attend", "nobles") == {"talbot"}
    scene.play(2, "free_captive", captive="clifford")
    scene.play(2, "attend", nobles=["mowbray"])
    assert scene.where("clifford")[1] == "skipton"


@pytest.mark.rule("ishkibibble-ransom.8", "ishkibibble-ransom.6")
def test_who_would_be_moved_by_a_second_faction_stays_behind_and_is_free() -> None:
    scene = parliament(at=FAR).held(0, "E-WR01")
    custody = scene.state.custody["clifford"]
    custody.moved_by, custody.moved_in = 0, scene.state.turn
    call(scene)
    scene.play(1, "done")
    scene.play(2, "done")
    scene.play(0, "serve_writ", noble="mowbray")
    assert scene.where("mowbray") == (SQUARE, None, None)
    assert ended(scene) == [("clifford", "alone", 2)]


@pytest.mark.rule("ishkibibble-ransom.8")
def test_with_another_of_his_captors_there_he_stays_with_him() -> None:
    scene = parliament(at=FAR).held(0, "E-WR01").noble("neville", 2, FAR)
    custody = scene.state.custody["clifford"]
    custody.moved_by, custody.moved_in = 0, scene.state.turn
    call(scene)
    scene.play(1, "done")
    scene.play(2, "done")
    scene.play(0, "serve_writ", noble="mowbray")
    assert keeper(scene, "clifford") == "neville"
    assert seen(scene, "clifford") == (FAR, None, None)


@pytest.mark.rule("ishkibibble-ransom.8")
def test_in_the_next_turn_he_goes_with_his_captor() -> None:
    scene = parliament(at=FAR)
    custody = scene.state.custody["clifford"]
    custody.moved_by, custody.moved_in = 0, scene.state.turn - 1
    scene.movement(2)
    scene.play(2, "march", nobles=["mowbray"], to="17,18")
    assert seen(scene, "clifford") == ("17,18", None, None)
    assert (custody.moved_by, custody.moved_in) == (2, scene.state.turn)


@pytest.mark.rule("ishkibibble-ransom.8")
def test_who_marched_into_captivity_was_moved_by_his_own_faction() -> None:
    scene = field(("courtenay",), ("percy", "neville"), ruleset=RULES)
    scene.state.nobles["courtenay"].marched = True
    capture(scene, "courtenay", "percy", 1)
    custody = scene.state.custody["courtenay"]
    assert (custody.moved_by, custody.moved_in) == (0, scene.state.turn)


# Recapture, and captors beaten by others


def rescue(seat: int, captor: int = 1) -> Scene:
    """Mowbray and Neville of seat 0 beat Talbot, who holds Clifford of this seat."""
    scene = field(("mowbray", "neville"), (), ruleset=RULES, seats=3)
    scene.noble("talbot", captor, FIELD, outside=True).noble("clifford", seat, FIELD, outside=True)
    scene.noble("stafford", 2, FAR)
    capture(scene, "clifford", "talbot", 3)
    scene.next_events(CARDS["majority"]).combat(0)
    return attack(scene, "mowbray", "neville")


@pytest.mark.rule("ishkibibble-ransom.7")
def test_a_recaptured_noble_is_free_where_he_is_and_nothing_more_is_owed() -> None:
    scene = rescue(0)
    assert ended(scene) == [("clifford", "recaptured", 3)]
    assert scene.where("clifford") == (FIELD, None, None)
    assert scene.state.nobles["clifford"].captor is None
    assert owed(scene) == {}
    assert scene.happened(facts.Captured)[-1].nobles == ("talbot",)
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-ransom.7")
def test_a_captive_taken_by_a_third_faction_is_captured_anew() -> None:
    scene = rescue(2)
    assert ended(scene) == [("clifford", "taken", 3)]
    assert set(scene.happened(facts.Captured)[-1].nobles) == {"talbot", "clifford"}
    assert scene.state.nobles["clifford"].captor == 0
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert scene.asked(2) == ["offer_ransom"]
    scene.play(2, "offer_ransom", draws="1")
    scene.play(0, "accept")
    assert owed(scene) == {"clifford": (2, 0, 1)}
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-ransom.7")
def test_a_keeper_who_falls_with_his_force_leaves_the_captive_to_the_victor() -> None:
    scene = field(("mowbray", "neville"), (), ruleset=RULES, seats=3)
    scene.noble("stanley", 1, FIELD, outside=True).noble("clifford", 0, FIELD, outside=True)
    capture(scene, "clifford", "stanley", 3)
    scene.next_events(CARDS["majority"]).combat(0)  # it names Stanley
    attack(scene, "mowbray", "neville")
    assert "stanley" not in scene.state.nobles
    assert ended(scene) == [("clifford", "recaptured", 3)]
    assert scene.where("clifford") == (FIELD, None, None)


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_whose_keeper_dies_goes_with_the_rest_of_the_force() -> None:
    scene = field(("stanley", "mowbray", "neville"), ("courtenay",), ruleset=RULES)
    scene.noble("clifford", 1, FIELD, outside=True)
    capture(scene, "clifford", "stanley", 3)
    scene.next_events(CARDS["majority"]).combat(0)  # it names Stanley
    attack(scene, "stanley", "mowbray", "neville")
    assert "stanley" not in scene.state.nobles
    assert keeper(scene, "clifford") in {"mowbray", "neville"}
    assert owed(scene) == {"clifford": (1, 0, 3)}


@pytest.mark.rule("ishkibibble-ransom.7")
def test_a_place_that_falls_gives_back_the_captive_inside() -> None:
    scene = Scene(2, RULES).noble("audley", 0, FAR).noble("bourchier", 1, FAR)
    scene.noble("scrope", 1, "masham").noble("clifford", 0, "masham", outside=True)
    for noble in ("percy", "mowbray"):
        scene.noble(noble, 0, "masham", outside=True)
    capture(scene, "clifford", "scrope", 2)
    assert seen(scene, "clifford")[1] == "masham"
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="masham")
    assert ended(scene) == [("clifford", "recaptured", 2)]
    assert scene.where("clifford") == (scene.board.places["masham"].square, None, None)


@pytest.mark.rule("ishkibibble-ransom.7")
def test_an_heir_who_is_won_back_is_owed_for_no_more() -> None:
    scene = field(("mowbray", "neville"), ("talbot",), ruleset=RULES)
    scene.hold("henry", "talbot")
    capture_heir(scene, "henry", 0)
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "mowbray", "neville")
    assert ("henry", "recaptured", 2) in ended(scene)
    assert owed(scene) == {}


@pytest.mark.rule("ishkibibble-ransom.6")
def test_an_heir_left_alone_goes_to_a_noble_of_his_faction() -> None:
    scene = field(("mowbray",), ("talbot",), ruleset=RULES)
    scene.hold("henry", "mowbray")
    capture_heir(scene, "henry", 1)
    scene.heir_at("henry", FIELD)
    scene.movement(0)
    assert ended(scene) == [("henry", "alone", 2)]
    assert scene.state.heirs["henry"].holder in {"talbot", "bourchier"}


@pytest.mark.rule("ishkibibble-ransom.3", "ishkibibble-ransom.5")
def test_an_heir_who_is_held_is_given_to_nobody() -> None:
    scene = field(("mowbray",), ("talbot",), ruleset=RULES)
    scene.hold("henry", "mowbray")
    capture_heir(scene, "henry", 1)
    scene.movement(0)
    scene.forbidden(
        0,
        "propose_deal",
        rule="ishkibibble-ransom.3",
        says="Keep him or free",
        to="1",
        give=["heir:henry"],
    )
    scene.play(0, "free_captive", captive="henry")
    assert scene.state.heirs["henry"].holder in {"talbot", "bourchier"}


# At sea


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_drowns_with_his_captors_in_a_gale() -> None:
    scene = meeting(
        ("le_nicholas",), (), aboard={"neville": "le_nicholas"}, ruleset=f"{SEA_RULES}+gales"
    )
    capture(scene, "mowbray", "neville")
    scene.next_events("X-GA1").event(0)
    (lost,) = scene.happened(facts.ShipLost)
    assert set(lost.nobles) == {"neville", "mowbray"}
    assert ended(scene) == [("mowbray", "gone", 2)]
    assert {"neville", "mowbray"}.isdisjoint(scene.state.nobles)


@pytest.mark.rule("ishkibibble-ransom.1", "ishkibibble-ransom.3")
def test_who_is_taken_at_sea_is_held_aboard_his_captors_ship() -> None:
    scene = meeting(
        ("le_nicholas",),
        ("le_swan",),
        aboard={"neville": "le_nicholas", "courtenay": "le_swan"},
        ruleset=SEA_RULES,
    )
    fight(scene, CARDS["majority"])
    scene.play(1, "offer_ransom", draws="2")
    scene.play(0, "accept")
    assert owed(scene) == {"courtenay": (1, 0, 2)}
    assert seen(scene) == ("", None, "le_nicholas")
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-ransom.7")
def test_a_captive_aboard_a_beaten_ship_is_back_with_his_own() -> None:
    scene = meeting(
        ("le_nicholas",),
        ("le_swan",),
        aboard={"neville": "le_nicholas", "courtenay": "le_swan"},
        ruleset=SEA_RULES,
    )
    scene.noble("clifford", 0, FAR)
    capture(scene, "clifford", "courtenay")
    fight(scene, CARDS["majority"])
    assert ended(scene) == [("clifford", "recaptured", 2)]
    assert scene.where("clifford") == ("", None, "le_swan")
    assert scene.lies("le_swan") == SEA
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-ransom.4")
def test_who_is_freed_at_sea_goes_home() -> None:
    scene = meeting(
        ("le_nicholas",), ("le_swan",), aboard={"neville": "le_nicholas"}, ruleset=SEA_RULES
    )
    capture(scene, "courtenay", "neville", 1)
    scene.control("tiverton", "courtenay")
    scene.movement(0)
    scene.play(0, "free_captive", captive="courtenay")
    assert scene.where("courtenay") == ("8,23", "tiverton", None)


# By the house rules


@pytest.mark.rule("ishkibibble-ransom.1", "ishkibibble-ransom.3", "ishkibibble-ransom.4")
def test_it_goes_with_the_house_rules_too() -> None:
    scene = Scene(2, "house+expanded_ransom").noble("audley", 0, FAR).noble("bourchier", 1, FAR)
    scene.noble("percy", 0, FIELD).noble("pole", 1, FIELD, heirs=("henry",))
    lay_rolls(scene, 90).next_events("E-RA01").combat(0)
    attack_by_dice(scene, "percy")
    scene.play(1, "offer_ransom", draws="1")
    scene.play(0, "accept")
    assert owed(scene) == {"pole": (1, 0, 1)}
    assert scene.asked(1) == ["heir_ransom"]
    scene.play(1, "offer_draws")
    scene.next_crown("saxons_1").draw(1)
    assert owed(scene) == {}
    assert scene.state.factions[0].hand == ["saxons_1"]
    assert scene.where("pole")[1] == "donnington"


# Told and seen


@pytest.mark.rule("ishkibibble-ransom.1")
def test_everybody_sees_the_debts_and_nobody_the_card() -> None:
    scene = held(draws=2).next_crown("saxons_1")
    scene.draw(1)
    for seat in (1, None):
        view = scene.match.view(seat)
        assert {c: (h.owner, h.captor, h.draws) for c, h in view.custody.items()} == {
            "courtenay": (1, 0, 1)
        }
        assert b"saxons_1" not in scene.seen_by(seat)


@pytest.mark.rule("ishkibibble-ransom.3", "base-19.3")
def test_a_plantagenet_who_leaves_his_faction_is_captive_no_more() -> None:
    scene = Scene(3, f"{RULES}+plantagenets").noble("percy", 0, FIELD).noble("talbot", 1, FAR)
    scene.noble("mowbray", 2, FAR, heirs=("richard_york",))
    scene.dead("edward_march")
    scene.movement(0)
    assert scene.state.nobles["plantagenet_york"].seat == 2
    capture(scene, "plantagenet_york", "percy")
    scene.hold("richard_york", "talbot")
    scene.movement(0)
    assert scene.state.nobles["plantagenet_york"].seat == 1
    assert scene.state.nobles["plantagenet_york"].captor is None
    assert owed(scene) == {}
    assert violations(scene.match.table) == []


# What his men do


def two_apart(*, together: bool = False) -> Scene:
    """Two captives of a faction, with Saxons of their own, are kept in two places or in one."""
    scene = Scene(3, f"{RULES}+card_strife").noble("talbot", 2, "sheffield")
    scene.noble("percy", 0, "14,16")
    guards = {"courtenay": "percy", "herbert": "percy" if together else "talbot"}
    for number, (captive, guard) in enumerate(guards.items(), 1):
        scene.noble(captive, 1, FAR, cards=(f"saxons_{number}",))
        captor = scene.state.nobles[guard].seat
        scene.state.nobles[captive].captor = captor
        hold(scene.match.table, captive, captor, 2, guard)
    scene.next_events("X-MST").event(0)
    return scene


@pytest.mark.rule("ishkibibble-strife.1", "ishkibibble-ransom.3")
def test_the_men_of_captives_who_are_kept_apart_do_not_quarrel() -> None:
    scene = two_apart()
    assert [kind for kind in scene.asked(1) if kind == "strife"] == []


@pytest.mark.rule("ishkibibble-strife.1", "ishkibibble-ransom.3")
def test_those_of_captives_who_are_kept_together_do() -> None:
    assert two_apart(together=True).asked(1) == ["strife"]


@pytest.mark.rule("ishkibibble-treachery-french.1", "ishkibibble-ransom.3")
def test_the_french_of_a_captive_leave_from_where_he_is_kept() -> None:
    scene = Scene(2, f"{RULES}+card_french_treachery+advanced_cards").noble("percy", 0, "14,16")
    scene.noble("courtenay", 1, FAR, cards=("french_foot",)).noble("herbert", 1, FAR)
    for town in ("york", "leicester", "newcastle"):
        scene.control(town, "herbert")
    scene.state.nobles["courtenay"].captor = 0
    hold(scene.match.table, "courtenay", 0, 2, "percy")
    scene.next_events("X-FRT").event(0)
    assert scene.state.rogues == {"leicester": 1}


@pytest.mark.rule("ishkibibble-ransom.3", "base-4.5")
def test_a_captive_chancellor_leads_no_parliament_that_must_be_summoned() -> None:
    scene = parliament(at=FAR).crowned().give("clifford", "earl_kent", "chancellor_england")
    scene.next_events("E-PM01").event(0)
    assert scene.state.sitting.caller == 0
