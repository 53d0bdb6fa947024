"""Men of the towns: they come with who holds their cards, in attack and on the mainland."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import strength, troops
from bot.rules.kingmaker.prospects.fights import card_odds
from tests.rules.kingmaker.battlefield import FIELD, only, settle, sound
from tests.rules.kingmaker.combat.by_card.field import CARDS, allied, attack, meeting
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before
from tests.rules.kingmaker.scene import Scene

RULES = "classic+town_men"
TOWNS = (
    ("town_bristol", 30), ("town_carisbrooke", 0), ("town_coventry", 20), ("town_ipswich", 20),
    ("town_lancaster", 20), ("town_leicester", 20), ("town_newcastle", 20),
    ("town_northampton", 20), ("town_nottingham", 20), ("town_shrewsbury", 20),
    ("town_swansea", 20),
)  # fmt: skip


def lord(*cards: str, at: str = FIELD) -> Scene:
    """Percy, with 100 troops of his own, and town cards beside him."""
    return Scene(2, RULES).noble("percy", 0, at, outside=True).give("percy", *cards)


@pytest.mark.rule("ishkibibble-men.1")
@pytest.mark.parametrize(("card", "men"), TOWNS)
def test_what_each_town_card_gives(card: str, men: int) -> None:
    scene = lord(card)
    assert troops(scene.match.table, "percy", attacking=IN_ATTACK) == 100 + men
    both = lord("town_bristol", "town_coventry")
    assert strength(both.match.table, ["percy"], IN_ATTACK) == 150


@pytest.mark.rule("ishkibibble-men.1")
def test_a_town_without_its_card_gives_none() -> None:
    scene = Scene(2, RULES).noble("percy", 0, FIELD, outside=True).control("coventry", "percy")
    assert troops(scene.match.table, "percy", attacking=IN_ATTACK) == 100
    plain = Scene(2, "classic").noble("percy", 0, FIELD, outside=True).give("percy", "town_bristol")
    assert troops(plain.match.table, "percy", attacking=IN_ATTACK) == 100


@pytest.mark.rule("ishkibibble-men.2")
def test_they_count_for_the_attacker_and_not_for_the_attacked() -> None:
    scene = meeting(("percy",), ("mowbray",), ruleset=RULES)
    scene.give("percy", "town_bristol").give("mowbray", "town_coventry")
    scene.next_events(CARDS["majority"]).combat(0)
    odds = card_odds(scene.content, scene.match.view(0), ["percy"], ["mowbray"])
    assert (odds.attack, odds.opposed) == (130, 50)
    attack(scene, "percy")
    told = only(scene, facts.AttackDeclared)
    assert (told.strength, told.opposed) == (130, 50)
    sound(scene)


@pytest.mark.rule("ishkibibble-men.2")
def test_they_besiege_and_do_not_defend_a_place() -> None:
    nobles = ("percy", "mowbray")
    scene = before(TOWN, nobles, ruleset=RULES)
    scene.give("percy", "town_bristol").combat(0)
    reason = scene.refused(0, "conclude", rule="base-10.3", nobles=nobles, place=TOWN)
    assert reason == "To conclude a siege you need nobles there who match the whole defence."
    enough = before(TOWN, nobles, ruleset=RULES)
    enough.give("percy", "town_bristol").give("mowbray", "town_coventry")
    enough.next_events(CARDS["majority"]).combat(0)
    enough.play(0, "conclude", nobles=nobles, place=TOWN)
    told = only(enough, facts.AssaultDeclared)
    assert (told.strength, told.defence) == (100 + 50 + 30 + 20, 200)
    within = before(TOWN, ("percy",), ("mowbray",), ruleset=RULES)
    within.give("mowbray", "town_bristol").combat(0)
    view = within.match.view(0)
    assert view.nobles["mowbray"].troops == 50


@pytest.mark.rule("ishkibibble-men.2", "base-16.2")
def test_those_of_allies_count_for_a_match() -> None:
    scene = before(TOWN, ("percy",), seats=3, ruleset=f"{RULES}+alliance")
    scene.noble("mowbray", 2, TOWN, outside=True)
    scene.give("percy", "town_coventry").give("mowbray", "town_bristol")
    allied(scene, 0, 2).next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=["percy"], place=TOWN)
    told = only(scene, facts.AssaultDeclared)
    assert (told.attackers, told.strength) == (("percy", "mowbray"), 100 + 20 + 50 + 30)
    sound(scene)


@pytest.mark.rule("ishkibibble-men.3")
@pytest.mark.parametrize(
    ("place", "men"), [("cardigan", 30), ("carisbrooke", 0), ("calais", 0), ("beaumaris", 0)]
)
def test_they_are_of_use_on_the_mainland_alone(place: str, men: int) -> None:
    scene = lord("town_bristol", at=place)
    assert troops(scene.match.table, "percy", attacking=IN_ATTACK) == 100 + men


@pytest.mark.rule("ishkibibble-men.4")
def test_they_take_no_room_aboard_a_ship() -> None:
    scene = lord("town_bristol")
    assert troops(scene.match.table, "percy") == 100
    assert scene.match.view(None).nobles["percy"].troops == 100


@pytest.mark.rule("ishkibibble-men.5")
def test_the_card_of_a_town_that_falls_is_his_who_takes_it() -> None:
    scene = before("northampton", ("percy", "mowbray", "neville", "grey"), ruleset=RULES)
    scene.give("bourchier", "town_northampton").control("northampton", "bourchier")
    scene.next_events(CARDS["5-4"]).combat(0)
    nobles = ["percy", "mowbray", "neville", "grey"]
    scene.play(0, "conclude", nobles=nobles, place="northampton")
    owner = scene.state.control["northampton"]
    assert owner in ("percy", "mowbray", "neville")
    assert scene.state.nobles[owner].cards == ["town_northampton"]
    assert scene.state.nobles["bourchier"].cards == []


@pytest.mark.rule("ishkibibble-men.5")
def test_the_town_card_of_one_who_is_beaten_is_spoils_of_the_victors() -> None:
    scene = meeting(("percy", "neville"), ("stafford",), ruleset=RULES)
    scene.give("stafford", "town_coventry")
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", "neville")
    assert scene.state.nobles["stafford"].captor == 0
    settle(scene)
    owner = next(n for n, found in scene.state.nobles.items() if "town_coventry" in found.cards)
    assert owner in ("percy", "neville")
