"""Revised siege: a place is stormed in a battle, or besieged until the next turn decides."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.lasting import ROGUES
from bot.rules.kingmaker.state import Booty, Spell
from tests.rules.kingmaker.battlefield import only, settle, sound, where
from tests.rules.kingmaker.captivity.held import capture, owed
from tests.rules.kingmaker.combat.by_card.field import CARDS, DEADLY
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before, square_of
from tests.rules.kingmaker.combat.by_card.test_vacillating import dice, idlers
from tests.rules.kingmaker.scene import Scene

RULES = "classic+storm_or_siege"
BESIEGERS = ("percy", "mowbray", "neville")
"""200 troops, as many as the garrison of the town."""

STRONG = (*BESIEGERS, "grey", "roos")


def camp(
    besiegers: tuple[str, ...] = STRONG, within: tuple[str, ...] = (), **more: object
) -> Scene:
    """Seat 0's nobles before the town, seat 1's inside it."""
    ruleset = str(more.get("ruleset", RULES))
    return before(TOWN, besiegers, within, ruleset=ruleset)


def stormed(scene: Scene, *nobles: str, place: str = TOWN, card: str = "majority") -> Scene:
    """Seat 0 storms a place, and this half of a card decides."""
    scene.next_events(CARDS.get(card, card)).combat(0)
    scene.play(0, "storm", nobles=nobles, place=place)
    return scene


def announced(scene: Scene, *nobles: str) -> Scene:
    """Seat 0 announces a siege of the town."""
    scene.combat(0)
    scene.play(0, "lay", nobles=nobles, place=TOWN)
    return scene


# Storm or siege (ishkibibble-siege.1)


@pytest.mark.rule("base-10.4")
def test_without_the_option_nothing_is_stormed() -> None:
    scene = camp(ruleset="classic")
    scene.combat(0)
    assert scene.offered(0, "storm") == []
    reason = scene.refused(0, "storm", rule="base-10.4", nobles=["percy"], place=TOWN)
    assert (
        reason == "You cannot storm a place in a battle. Conclude a siege, and draw a card for it."
    )


# Storm (ishkibibble-siege.2, ishkibibble-siege.3)


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-siege.3")
def test_a_storm_takes_the_place_and_everyone_inside() -> None:
    scene = camp((*STRONG, "stanley"), ("stafford",)).hold("margaret", "stafford")
    stormed(scene, *STRONG, "stanley")
    told = only(scene, facts.WallsStormed)
    opposed = 200 + scene.match.view(0).nobles["stafford"].troops
    assert told.defence == opposed
    assert told.defenders == ("stafford",)
    assert told.strength > opposed
    assert only(scene, facts.StormDecided).outcome == "taken"
    assert scene.state.nobles[scene.state.control[TOWN]].seat == 0
    assert scene.state.nobles["stafford"].captor == 0
    assert scene.state.heirs["margaret"].holder == "percy"
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2")
@pytest.mark.parametrize("card", ["4-1", "3-1"])
def test_an_undecided_storm_lays_no_siege_and_is_not_tried_again(card: str) -> None:
    scene = stormed(camp(), *BESIEGERS, "grey", card=card)
    assert only(scene, facts.StormDecided).outcome == "undecided"
    assert scene.state.sieges == {}
    assert TOWN not in scene.state.control
    assert where(scene, "grey") == (square_of(scene, TOWN), None)
    reason = scene.refused(0, "storm", rule="base-10.7", nobles=["roos"], place=TOWN)
    assert "in your next combat" in reason


@pytest.mark.rule("ishkibibble-siege.2")
def test_bad_weather_stops_a_storm_and_lays_no_siege() -> None:
    scene = stormed(camp(), *STRONG, card="bad_weather")
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.state.sieges == {}
    assert scene.happened(facts.StormDecided) == []


@pytest.mark.rule("ishkibibble-siege.2")
def test_a_storm_is_tried_at_any_odds_and_nobodys_garrison_captures_nobody() -> None:
    scene = camp(("grey",))
    scene.next_events(CARDS["5-4"]).combat(0)
    assert scene.offered(0, "storm")
    scene.play(0, "storm", nobles=["grey"], place=TOWN)
    told = only(scene, facts.StormDecided)
    assert (told.strength, told.defence, told.outcome) == (20, 200, "repelled")
    assert "grey" not in scene.state.nobles  # the card names him
    other = stormed(camp(("roos",)), "roos", card="5-4")
    assert other.state.nobles["roos"].captor is None
    assert where(other, "roos") == (square_of(other, TOWN), None)
    sound(other)


@pytest.mark.rule("ishkibibble-siege.2")
def test_defenders_who_win_capture_the_attackers_for_the_places_master() -> None:
    scene = camp(("roos",), ("stafford",)).hold("margaret", "roos")
    stormed(scene, "roos", card="5-4")
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert scene.state.nobles["roos"].captor == 1
    assert scene.state.heirs["margaret"].holder == "stafford"
    assert where(scene, "stafford") == (square_of(scene, TOWN), TOWN)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2")
def test_a_garrison_alone_captures_them_for_its_absent_master() -> None:
    scene = camp(("roos",)).hold("margaret", "roos").control(TOWN, "bourchier")
    stormed(scene, "roos", card="5-4")
    assert scene.state.nobles["roos"].captor == 1
    heir = scene.state.heirs["margaret"]
    assert (heir.holder, heir.inside) == (None, TOWN)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2")
def test_nobles_die_by_name_in_a_storm_on_both_sides() -> None:
    scene = stormed(camp(STRONG, ("clifford",)), *STRONG, card=DEADLY)
    assert not {"percy", "clifford"} & set(scene.state.nobles)


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-booty.1")
def test_a_repelled_hundred_is_booty_even_for_a_garrison_alone() -> None:
    scene = camp(("percy",), ruleset=f"{RULES}+booty").control(TOWN, "bourchier")
    stormed(scene, "percy", card="majority")
    assert scene.state.booty == [Booty(loser=0, victor=1)]


# Siege (ishkibibble-siege.4, ishkibibble-siege.5, ishkibibble-siege.6)


@pytest.mark.rule("ishkibibble-siege.4", "ishkibibble-siege.1")
def test_an_attacker_chooses_between_a_storm_and_a_siege_that_takes_a_match() -> None:
    scene = camp()
    scene.combat(0)
    assert [o.rule for o in scene.offered(0, "storm")] == ["ishkibibble-siege.2"]
    assert scene.offered(0, "lay")
    assert scene.offered(0, "conclude") == []
    few = scene.refused(
        0, "lay", rule="ishkibibble-siege.4", nobles=["percy", "mowbray"], place=TOWN
    )
    assert few == "To announce a siege you need nobles there who match the whole defence."
    early = scene.refused(0, "conclude", rule="ishkibibble-siege.4", nobles=STRONG, place=TOWN)
    assert early == (
        "First announce the siege. Lay siege now, and conclude it in your next combat."
    )
    scene.play(0, "lay", nobles=BESIEGERS, place=TOWN)
    assert scene.happened(facts.CombatCardDrawn) == []
    assert scene.state.sieges[TOWN].besiegers == [*BESIEGERS]
    again = scene.refused(0, "conclude", rule="ishkibibble-siege.4", nobles=["grey"], place=TOWN)
    assert again == "You announced this siege this turn. Conclude it in your next combat."
    assert scene.offered(0, "conclude") == []


@pytest.mark.rule("ishkibibble-siege.5", "ishkibibble-siege.1")
def test_who_besieges_does_not_storm_and_the_next_combat_decides_it() -> None:
    scene = announced(camp(), *BESIEGERS)
    assert scene.offered(0, "storm") == []
    reason = scene.refused(0, "storm", rule="ishkibibble-siege.1", nobles=["grey"], place=TOWN)
    assert reason == "You chose to besiege that place. Conclude the siege in your next combat."
    scene.next_events(CARDS["majority"]).combat(0)
    assert scene.offered(0, "conclude")
    scene.play(0, "conclude", nobles=BESIEGERS, place=TOWN)
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.sieges == {}
    assert scene.state.nobles[scene.state.control[TOWN]].seat == 0


@pytest.mark.rule("ishkibibble-siege.5")
def test_bad_weather_delays_it_again() -> None:
    scene = announced(camp(), *BESIEGERS)
    scene.next_events(CARDS["bad_weather"]).combat(0)
    scene.play(0, "conclude", nobles=BESIEGERS, place=TOWN)
    assert scene.state.sieges[TOWN].turns == 2
    scene.refused(0, "conclude", rule="base-10.7", nobles=BESIEGERS, place=TOWN)
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=BESIEGERS, place=TOWN)
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("ishkibibble-siege.6")
def test_relief_from_outside_lifts_it_before_it_is_decided() -> None:
    scene = announced(camp(BESIEGERS), *BESIEGERS)
    square = square_of(scene, TOWN)
    scene.noble("stanley", 1, square, outside=True).noble("stafford", 1, square, outside=True)
    scene.give("stanley", "marshal_england", "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    scene.next_events(CARDS["majority"]).combat(1)
    scene.play(1, "attack", nobles=["stanley", "stafford"], against="0", square=square)
    assert TOWN not in scene.state.sieges
    assert scene.state.nobles["percy"].captor == 1
    assert TOWN not in scene.state.control


@pytest.mark.rule("ishkibibble-siege.6", "base-10.8")
def test_those_inside_lift_it_only_with_relief() -> None:
    scene = camp(STRONG, ("stafford",))
    announced(scene, *STRONG)
    square = square_of(scene, TOWN)
    scene.combat(1)
    alone = scene.refused(
        1, "attack", rule="base-10.8", nobles=["stafford"], against="0", square=square
    )
    assert alone == "Nobles under siege can come out only together with relief from outside."


@pytest.mark.rule("ishkibibble-siege.4")
def test_others_join_a_siege_in_the_turn_in_which_it_is_announced() -> None:
    scene = announced(camp(), *BESIEGERS)
    scene.play(0, "join", nobles=["grey"], place=TOWN)
    assert scene.state.sieges[TOWN].besiegers == [*BESIEGERS, "grey"]


# Storms and announced sieges meet other rules: invaders, excommunication, defeatism.


FRENCH = f"{RULES}+card_french_treachery+advanced_cards"
FORCE = ("percy", "mowbray", "neville", "grey", "roos")
"""230 troops."""


def held_by(invader: str) -> Scene:
    """Strangers hold the town; seat 0 stands before it."""
    scene = before(TOWN, FORCE, ruleset=FRENCH)
    if invader == ROGUES:
        scene.state.crown_deck.remove(ROGUES)
        scene.state.rogues = {TOWN: 1}
    else:
        setattr(scene.state, invader, [TOWN])
    return scene


@pytest.mark.rule(
    "ishkibibble-siege.2", "ishkibibble-siege.3", "ishkibibble-scotsinvasion.5", "base-19.2",
    "ishkibibble-treachery-french.2",
)  # fmt: skip
@pytest.mark.parametrize(("invader", "men"), [("scots", 200), ("french", 200), (ROGUES, 100)])
def test_what_strangers_hold_is_stormed_like_a_garrison_and_taken(invader: str, men: int) -> None:
    scene = stormed(held_by(invader), *FORCE)
    assert only(scene, facts.WallsStormed).defence == men
    assert only(scene, facts.StormDecided).outcome == "taken"
    assert scene.state.control[TOWN] == "percy"
    assert (scene.state.scots, scene.state.french, scene.state.rogues) == ([], [], {})
    assert (ROGUES in scene.state.crown_discards) == (invader == ROGUES)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2")
@pytest.mark.parametrize("invader", ["scots", "french", ROGUES])
def test_strangers_who_beat_a_storm_back_capture_nobody(invader: str) -> None:
    scene = stormed(held_by(invader), "grey")
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert scene.state.nobles["grey"].captor is None
    assert where(scene, "grey")[1] is None
    assert TOWN in (*scene.state.scots, *scene.state.french, *scene.state.rogues)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.3", "ishkibibble-excommunication.3")
def test_the_excommunicated_take_a_cathedral_city_and_stay_outside() -> None:
    nobles = ("percy", "mowbray", "neville", "grey", "stafford", "pole", "talbot", "fitzalan")
    scene = before("york", nobles, ruleset=f"{RULES}+card_excommunication")
    scene.state.spells = [Spell("excommunication", 0, 0)]
    stormed(scene, *nobles, place="york")
    assert only(scene, facts.StormDecided).outcome == "taken"
    assert scene.state.control["york"] == "percy"
    assert {where(scene, noble)[1] for noble in nobles} == {None}
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.4", "ishkibibble-siege.5", "ishkibibble-defeatism.3")
def test_who_loses_heart_after_announcing_a_siege_announces_it_anew() -> None:
    scene = before(TOWN, FORCE, ruleset=f"{RULES}+card_defeatism")
    scene.combat(0)
    scene.play(0, "lay", nobles=FORCE, place=TOWN)
    scene.next_events("X-DEF").rolls(1)
    scene.event(0)
    assert [e.reason for e in scene.happened(facts.SiegeBroken)] == ["defeatism"]
    assert scene.state.sieges == {}
    scene.state.spells = []
    scene.combat(0)
    reason = scene.refused(0, "conclude", rule="ishkibibble-siege.4", nobles=FORCE, place=TOWN)
    assert reason == (
        "First announce the siege. Lay siege now, and conclude it in your next combat."
    )


# A storm that is beaten back


@pytest.mark.rule("ishkibibble-siege.2")
def test_defenders_take_what_lay_beside_the_fallen_and_hold_the_living() -> None:
    scene = before(TOWN, ("percy", "grey"), ("stafford",), ruleset=RULES)
    scene.give("percy", "town_coventry").hold("margaret", "percy")
    scene.next_events(DEADLY).combat(0)
    scene.play(0, "storm", nobles=["percy", "grey"], place=TOWN)
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert "percy" not in scene.state.nobles
    assert scene.state.nobles["stafford"].cards == ["town_coventry"]
    assert scene.state.heirs["margaret"].holder == "stafford"
    captured = only(scene, facts.Captured)
    assert (captured.nobles, captured.captor) == (("grey",), 1)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-ransom.7")
def test_a_garrison_alone_frees_captives_of_its_master_with_those_it_captures() -> None:
    scene = before(TOWN, ("percy", "grey"), ruleset=f"{RULES}+expanded_ransom")
    scene.noble("courtenay", 1, "exeter").control(TOWN, "bourchier")
    capture(scene, "courtenay", "grey")
    scene.next_events(DEADLY).combat(0)
    scene.play(0, "storm", nobles=["percy", "grey"], place=TOWN)
    assert only(scene, facts.Captured) == facts.Captured(("grey",), 1, (0,))
    assert (scene.state.nobles["grey"].captor, owed(scene)) == (1, {})
    assert scene.state.nobles["courtenay"].captor is None
    sound(scene)


# Somebody wavers while walls are stormed: the battle goes on with the others.


WAVERING = "classic+storm_or_siege+card_vacillating"
STORMING = ("percy", "stafford", "neville")


def walls(then: str = "majority") -> Scene:
    """Seat 0 before Ruthin, where Grey and Roos of seat 1 are with a garrison."""
    scene = idlers(Scene(2, WAVERING)).noble("grey", 1, "ruthin").noble("roos", 1, "ruthin")
    for noble in STORMING:
        scene.noble(noble, 0, "ruthin", outside=True)
    return scene.control("ruthin", "grey").next_events("X-VA1", CARDS[then])


def ruthin_stormed(scene: Scene) -> Scene:
    scene.combat(0)
    scene.play(0, "storm", nobles=list(STORMING), place="ruthin")
    return scene


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-vacillating.6")
def test_a_defender_who_comes_out_counts_for_the_attackers() -> None:
    scene = dice(walls(), 0, 1, 5)
    men = scene.board.places["ruthin"].garrison
    ruthin_stormed(scene)
    assert only(scene, facts.WallsStormed).defenders == ("grey", "roos")
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(200, men + 20)
    told = only(scene, facts.StormDecided)
    assert (told.strength, told.defence, told.outcome) == (200, men + 20, "taken")
    assert only(scene, facts.Captured) == facts.Captured(("grey",), 0, (1,))
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-vacillating.11")
def test_an_attacker_who_goes_in_may_turn_the_storm() -> None:
    scene = dice(walls().give("roos", "saxons_1", "saxons_2"), 5, 0, 5)
    ruthin_stormed(scene)
    assert only(scene, facts.NobleWavered).noble == "percy"
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert only(scene, facts.Captured) == facts.Captured(("stafford", "neville"), 1, (0,))
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-vacillating.11")
def test_a_holder_who_comes_out_gives_the_place_away_and_nothing_is_stormed() -> None:
    scene = dice(walls(), 0, 0, 5)
    ruthin_stormed(scene)
    assert only(scene, facts.NobleWavered).noble == "grey"
    assert scene.state.nobles["grey"].seat == 0
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("nobody")]
    assert scene.happened(facts.StormDecided) == []
    assert scene.state.control["ruthin"] == "grey"
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2", "base-10.10", "base-10.11")
def test_a_storm_that_is_lost_ends_no_siege_of_others_in_its_square() -> None:
    scene = idlers(Scene(2, RULES)).noble("grey", 0, "sandal", outside=True)
    for noble in BESIEGERS:
        scene.noble(noble, 0, "sandal", outside=True)
    scene.noble("stafford", 1, "wakefield").control("sandal", "bourchier")
    scene.siege("sandal", list(BESIEGERS))
    stormed(scene, "grey", place="wakefield")
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert only(scene, facts.Captured).nobles == ("grey",)
    assert scene.state.sieges["sandal"].besiegers == list(BESIEGERS)
