"""Storms and announced sieges by crews of ships and by allies, and what a fight for walls costs."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import strength, troops
from bot.rules.kingmaker.prospects.fights import card_odds
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.battlefield import FIELD, only, settle, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, allied, attack, meeting
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import (
    TOWN,
    before,
    before_calais,
    square_of,
)
from tests.rules.kingmaker.scene import Scene

RULES = "classic+storm_or_siege"
CREW = ("percy", "mowbray", "neville")
"""200 troops, as many as the garrison of Calais."""


# Crews (ishkibibble-siege.1)


@pytest.mark.rule("ishkibibble-siege.1", "base-8.7")
def test_who_is_in_a_closed_port_with_his_ship_announces_a_siege() -> None:
    scene = before_calais(*CREW, ruleset=RULES)
    scene.combat(0)
    laid = only(scene, facts.SiegeLaid)
    assert (laid.place, laid.strength, laid.defence, laid.by) == ("calais", 200, 200, "ship")
    siege = scene.state.sieges["calais"]
    assert (siege.besiegers, siege.ships, siege.turns) == ([*CREW], ["le_swan"], 1)
    assert scene.happened(facts.CombatCardDrawn) == []
    assert {scene.where(noble)[2] for noble in CREW} == {"le_swan"}
    scene.refused(0, "conclude", rule="ishkibibble-siege.4", nobles=CREW, place="calais")
    scene.refused(0, "storm", rule="ishkibibble-siege.1", nobles=CREW, place="calais")
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.5", "base-8.7")
def test_the_crew_decides_it_in_its_next_combat() -> None:
    scene = before_calais(*CREW, ruleset=RULES)
    scene.combat(0)
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=CREW, place="calais")
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.sieges == {}


@pytest.mark.rule("ishkibibble-siege.4", "base-8.7")
def test_a_crew_that_does_not_match_the_defence_goes_ashore() -> None:
    scene = before_calais(*CREW, within=("hastings",), ruleset=RULES)
    scene.combat(0)
    assert scene.state.sieges == {}
    assert {scene.where(noble) for noble in CREW} == {(square_of(scene, "calais"), None, None)}
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.1", "base-8.7")
def test_a_crew_that_finds_its_own_side_besieging_joins_the_siege() -> None:
    scene = before_calais(*CREW, ruleset=RULES)
    more = ("stanley", "stafford", "fitzalan", "grey", "roos", "talbot", "pole")
    for noble in more:
        scene.noble(noble, 0, "calais", outside=True)
    scene.siege("calais", list(more)).combat(0)
    assert only(scene, facts.SiegeJoined) == facts.SiegeJoined(0, "calais", CREW)
    assert scene.happened(facts.SiegeLaid) == []
    siege = scene.state.sieges["calais"]
    assert (siege.besiegers, siege.ships) == ([*more, *CREW], ["le_swan"])


# What a storm costs


@pytest.mark.rule("ishkibibble-siege.2")
@pytest.mark.parametrize("card", ["3-1", "bad_weather"])
def test_who_has_stormed_has_had_his_attack(card: str) -> None:
    scene = before(TOWN, ("percy", "stafford", "roos"), ruleset=RULES)
    scene.noble("grey", 1, TOWN, outside=True).next_events(CARDS[card]).combat(0)
    scene.play(0, "storm", nobles=["percy", "stafford"], place=TOWN)
    square = square_of(scene, TOWN)
    assert scene.candidates(0, "attack", "nobles") == {"roos", "audley"}
    assert scene.offered(0, "storm") == []
    assert scene.state.nobles["percy"].attacked
    assert not scene.state.nobles["roos"].attacked
    assert where(scene, "percy") == (square, None)


@pytest.mark.rule("ishkibibble-siege.2", "base-19.6")
def test_cards_for_one_combat_are_spent_by_a_storm_that_is_decided() -> None:
    rules = f"{RULES}+advanced_cards"
    scene = before(TOWN, CREW, ruleset=rules).give("percy", "french_foot")
    scene.next_events(CARDS["2-1"]).combat(0)
    scene.play(0, "storm", nobles=CREW, place=TOWN)
    assert only(scene, facts.StormDecided).outcome == "undecided"
    assert scene.state.nobles["percy"].cards == []
    assert scene.state.crown_discards == ["french_foot"]
    other = before(TOWN, CREW, ruleset=rules).give("percy", "french_foot")
    other.next_events(CARDS["bad_weather"]).combat(0)
    other.play(0, "storm", nobles=CREW, place=TOWN)
    assert other.state.nobles["percy"].cards == ["french_foot"]


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-siege.3")
def test_if_all_who_stormed_die_the_place_stays_its_holders() -> None:
    scene = before(TOWN, ("percy",), ruleset=RULES)
    scene.give("percy", "earl_kent", "marshal_england", "burgundian_crossbowmen_1")
    scene.give("percy", "burgundian_crossbowmen_2", "saxons_1", "saxons_2", "flemish_crossbowmen_1")
    scene.control(TOWN, "bourchier").next_events("E-RA07").combat(0)  # 5 to 4; Percy
    scene.play(0, "storm", nobles=["percy"], place=TOWN)
    told = only(scene, facts.StormDecided)
    assert (told.strength >= 250, told.defence, told.outcome) == (True, 200, "taken")
    assert "percy" not in scene.state.nobles
    assert scene.state.control[TOWN] == "bourchier"


# Allies


@pytest.mark.rule("ishkibibble-siege.2", "base-16.2", "base-16.5")
def test_allies_storm_together_and_an_alliance_for_one_combat_is_over() -> None:
    scene = before(TOWN, ("percy", "mowbray"), seats=3, ruleset=f"{RULES}+alliance")
    scene.noble("stanley", 2, TOWN, outside=True).noble("talbot", 2, TOWN, outside=True)
    allied(scene, 0, 2, lasting=False, square=square_of(scene, TOWN))
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "storm", nobles=["percy", "mowbray"], place=TOWN)
    told = only(scene, facts.WallsStormed)
    assert set(told.attackers) == {"percy", "mowbray", "stanley", "talbot"}
    assert scene.state.pacts == []


@pytest.mark.rule("ishkibibble-siege.2", "base-16.2")
def test_the_captives_of_a_town_without_walls_are_theirs_who_command_inside() -> None:
    scene = before("hereford", ("grey",), ("stafford",), ruleset=RULES)
    scene.control("hereford", None).next_events(CARDS["2-1"]).combat(0)
    scene.play(0, "storm", nobles=["grey"], place="hereford")
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert only(scene, facts.Captured) == facts.Captured(("grey",), 1, (0,))


@pytest.mark.rule("ishkibibble-siege.2")
def test_a_guest_who_helps_to_beat_a_storm_back_captures_nobody_for_himself() -> None:
    scene = before(TOWN, ("roos",), seats=3, ruleset=RULES).control(TOWN, "bourchier")
    scene.noble("talbot", 2, TOWN, guest=True).hold("margaret", "roos")
    scene.next_events(CARDS["5-4"]).combat(0)
    scene.play(0, "storm", nobles=["roos"], place=TOWN)
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert only(scene, facts.Captured) == facts.Captured(("roos",), 1, (0,))
    heir = scene.state.heirs["margaret"]
    assert (heir.holder, heir.inside) == (None, TOWN)


@pytest.mark.rule("ishkibibble-booty.1")
@pytest.mark.parametrize(("within", "won"), [(("stanley", "mowbray"), True), (("stanley",), False)])
def test_a_hundred_beaten_in_a_siege_are_booty(within: tuple[str, ...], won: bool) -> None:
    nobles = ("percy", "neville", "grey", "pole", "stafford", "roos", "talbot", "fitzalan")
    scene = before(TOWN, nobles, within, ruleset="classic+booty")
    scene.give("percy", "earl_kent", "marshal_england").next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=nobles, place=TOWN)
    assert only(scene, facts.SiegeConcluded).taken
    assert [(b.loser, b.victor) for b in scene.state.booty] == ([(1, 0)] if won else [])


@pytest.mark.rule("ishkibibble-siege.4", "base-16.2")
def test_allies_announce_a_siege_together() -> None:
    scene = before(TOWN, ("percy", "mowbray"), seats=3, ruleset=f"{RULES}+alliance")
    scene.noble("neville", 2, TOWN, outside=True)
    allied(scene, 0, 2, square=square_of(scene, TOWN))
    scene.combat(0)
    assert [offer.rule for offer in scene.offered(0, "lay")] == ["house-5.11g"]
    given = {"nobles": ["percy", "mowbray"], "place": TOWN}
    scene.refused(0, "lay", rule="ishkibibble-siege.4", nobles=["percy"], place=TOWN)
    scene.play(0, "lay", **given)
    laid = only(scene, facts.SiegeLaid)
    assert (laid.besiegers, laid.strength) == (("percy", "mowbray", "neville"), 200)
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", **given)
    assert only(scene, facts.SiegeConcluded) == facts.SiegeConcluded(0, TOWN, True, (2,))


@pytest.mark.rule("base-15.11", "base-8.7", "ishkibibble-diet-papal.4")
def test_a_crew_driven_where_a_peace_holds_besieges_nothing_and_goes_ashore() -> None:
    scene = before_calais(*CREW, ruleset=RULES).peace(
        1, square_of(before_calais(*CREW, ruleset=RULES), "calais")
    )
    scene.combat(0)
    assert "calais" not in scene.state.sieges
    assert scene.where("percy")[2] is None


@pytest.mark.rule("ishkibibble-defeatism.2", "base-8.7")
def test_a_defeatist_crew_enters_no_port_that_it_would_have_to_besiege() -> None:
    scene = before_calais(*CREW, ruleset=RULES).ship("le_swan", sea="dover-strait")
    scene.state.spells.append(Spell("defeatism", 0, 2))
    scene.movement(0)
    assert "calais" not in scene.destinations(0, "le_swan")
    rule = "ishkibibble-defeatism.2"
    scene.refused(0, "sail", rule=rule, ship="le_swan", to="calais")


@pytest.mark.rule("ishkibibble-diet-papal.4", "base-15.11")
def test_a_crew_that_besieges_a_port_does_not_conclude_it_where_a_peace_holds() -> None:
    scene = before_calais(*CREW, ruleset=RULES)
    scene.combat(0)
    scene.peace(1, square_of(scene, "calais"))
    scene.next_events(CARDS["majority"]).combat(0)
    assert not scene.offered(0, "conclude")
    scene.refused(0, "conclude", rule="base-15.11", nobles=CREW, place="calais")
    assert "calais" in scene.state.sieges


# Men of the towns: they come with who holds their cards, in attack and on the mainland.


TOWN_MEN = "classic+town_men"
TOWNS = (
    ("town_bristol", 30), ("town_carisbrooke", 0), ("town_coventry", 20), ("town_ipswich", 20),
    ("town_lancaster", 20), ("town_leicester", 20), ("town_newcastle", 20),
    ("town_northampton", 20), ("town_nottingham", 20), ("town_shrewsbury", 20),
    ("town_swansea", 20),
)  # fmt: skip


def lord(*cards: str, at: str = FIELD) -> Scene:
    """Percy, with 100 troops of his own, and town cards beside him."""
    return Scene(2, TOWN_MEN).noble("percy", 0, at, outside=True).give("percy", *cards)


@pytest.mark.rule("ishkibibble-men.1")
@pytest.mark.parametrize(("card", "men"), TOWNS)
def test_what_each_town_card_gives(card: str, men: int) -> None:
    scene = lord(card)
    assert troops(scene.match.table, "percy", attacking=IN_ATTACK) == 100 + men
    both = lord("town_bristol", "town_coventry")
    assert strength(both.match.table, ["percy"], IN_ATTACK) == 150


@pytest.mark.rule("ishkibibble-men.1")
def test_a_town_without_its_card_gives_none() -> None:
    scene = Scene(2, TOWN_MEN).noble("percy", 0, FIELD, outside=True).control("coventry", "percy")
    assert troops(scene.match.table, "percy", attacking=IN_ATTACK) == 100
    plain = Scene(2, "classic").noble("percy", 0, FIELD, outside=True).give("percy", "town_bristol")
    assert troops(plain.match.table, "percy", attacking=IN_ATTACK) == 100


@pytest.mark.rule("ishkibibble-men.2")
def test_they_count_for_the_attacker_and_not_for_the_attacked() -> None:
    scene = meeting(("percy",), ("mowbray",), ruleset=TOWN_MEN)
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
    scene = before(TOWN, nobles, ruleset=TOWN_MEN)
    scene.give("percy", "town_bristol").combat(0)
    reason = scene.refused(0, "conclude", rule="base-10.3", nobles=nobles, place=TOWN)
    assert reason == "To conclude a siege you need nobles there who match the whole defence."
    enough = before(TOWN, nobles, ruleset=TOWN_MEN)
    enough.give("percy", "town_bristol").give("mowbray", "town_coventry")
    enough.next_events(CARDS["majority"]).combat(0)
    enough.play(0, "conclude", nobles=nobles, place=TOWN)
    told = only(enough, facts.AssaultDeclared)
    assert (told.strength, told.defence) == (100 + 50 + 30 + 20, 200)
    within = before(TOWN, ("percy",), ("mowbray",), ruleset=TOWN_MEN)
    within.give("mowbray", "town_bristol").combat(0)
    view = within.match.view(0)
    assert view.nobles["mowbray"].troops == 50


@pytest.mark.rule("ishkibibble-men.2", "base-16.2")
def test_those_of_allies_count_for_a_match() -> None:
    scene = before(TOWN, ("percy",), seats=3, ruleset=f"{TOWN_MEN}+alliance")
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


@pytest.mark.rule("ishkibibble-men.3", "base-8.7")
@pytest.mark.parametrize(
    ("sea", "port", "opens"), [("humber-mouth", "hull", True), ("dover-strait", "calais", False)]
)
def test_a_crew_counts_on_them_where_it_is_going(sea: str, port: str, *, opens: bool) -> None:
    scene = lord("town_bristol", "le_nicholas").noble("mowbray", 0, "14,16", cards=("saxons_1",))
    scene.noble("clifford", 0, "14,16").noble("courtenay", 1, "tiverton")
    for noble in ("percy", "mowbray", "clifford"):
        scene.aboard(noble, "le_nicholas")
    scene.give("clifford", "flemish_crossbowmen_1").ship("le_nicholas", sea=sea)
    scene.movement(0)  # 190 troops, and 30 men of Bristol
    assert (port in scene.destinations(0, "le_nicholas")) is opens


@pytest.mark.rule("ishkibibble-men.4")
def test_they_take_no_room_aboard_a_ship() -> None:
    scene = lord("town_bristol")
    assert troops(scene.match.table, "percy") == 100
    assert scene.match.view(None).nobles["percy"].troops == 100


@pytest.mark.rule("ishkibibble-men.5")
def test_the_card_of_a_town_that_falls_is_his_who_takes_it() -> None:
    scene = before("northampton", ("percy", "mowbray", "neville", "grey"), ruleset=TOWN_MEN)
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
    scene = meeting(("percy", "neville"), ("stafford",), ruleset=TOWN_MEN)
    scene.give("stafford", "town_coventry")
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", "neville")
    assert scene.state.nobles["stafford"].captor == 0
    settle(scene)
    owner = next(n for n, found in scene.state.nobles.items() if "town_coventry" in found.cards)
    assert owner in ("percy", "neville")
