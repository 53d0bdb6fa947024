"""Parts of one rule set at the table of another: sieges, Parliament, battles, hands and ends."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from bot.content import load_content
from bot.games import game_for
from bot.rules.kernel import Choice, Register
from bot.rules.kingmaker import facts
from bot.rules.kingmaker import procedures as kinds_of
from bot.rules.kingmaker.combat.card_battle import ByEventCard
from bot.rules.kingmaker.combat.fight import ByPercentileTable
from bot.rules.kingmaker.content import Use
from bot.rules.kingmaker.events.phase import AtOnceAfterEmbassy, Reshuffle, WhenEmpty
from bot.rules.kingmaker.procedures import EVENT_CARDS, Procedures, kept_card, procedures
from bot.rules.kingmaker.repertoire import HANDLERS, chosen
from bot.rules.kingmaker.state import Pact
from bot.rules.kingmaker.victory.house import HouseVictory
from bot.rules.kingmaker.victory.reign import FourTurns, LastKing
from tests.rules.kingmaker.battlefield import FIELD, only, stand_aside
from tests.rules.kingmaker.families.tables import LANCASTER, PERCY, heads
from tests.rules.kingmaker.scene import Scene

FREE = "14,16"
"""A square with nothing in it."""


def before_masham(*besiegers: str) -> Scene:
    """A card table with the house's sieges: Scrope, 10 and a garrison of 100, is inside."""
    scene = Scene(2, "classic+house_sieges").noble("scrope", 1, "masham")
    for noble in besiegers:
        scene.noble(noble, 0, "masham", outside=True)
    return scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")


@pytest.mark.rule("house-6.2a", "house-6.2b")
def test_half_the_defence_lays_a_siege_at_a_card_table() -> None:
    scene = before_masham("neville", "howard")  # 60 of 110
    left = scene.next_events("E-RA08").combat(0) and len(scene.state.event_deck)
    scene.play(0, "lay", nobles=["neville", "howard"], place="masham")
    assert scene.state.sieges["masham"].besiegers == ["neville", "howard"]
    assert len(scene.state.event_deck) == left
    short = before_masham("neville")  # 50 of 110
    short.combat(0)
    short.refused(0, "lay", rule="house-6.2a", nobles=["neville"], place="masham")


@pytest.mark.rule("house-6.1e", "base-9.9")
@pytest.mark.parametrize(("card", "dies"), [("E-RA08", False), ("E-ST01", True)])
def test_the_card_drawn_for_the_weather_names_the_dead(card: str, dies: bool) -> None:
    scene = before_masham("percy", "neville").next_events(card)
    scene.combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.happened(facts.DeathRolled) == []
    assert ("scrope" in scene.state.nobles) is not dies
    assert scene.state.control["masham"] in ("percy", "neville")


@pytest.mark.rule("base-11.7")
def test_at_a_card_table_the_dead_leave_their_cards_to_those_who_took_the_place() -> None:
    scene = before_masham("percy", "neville").give("scrope", "bp_lincoln", "saxons_1")
    scene.next_events("E-ST01").combat(0)  # Scrope is named
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    assert "scrope" not in scene.state.nobles
    assert scene.state.nobles["percy"].cards == ["bp_lincoln", "saxons_1"]


@pytest.mark.rule("base-19.6", "base-16.1")
def test_a_siege_by_strength_is_a_combat_for_soldiers_and_allies_of_one_combat() -> None:
    rules = "classic+advanced_cards+alliance+house_sieges"
    scene = Scene(3, rules).noble("scrope", 1, "masham").noble("percy", 0, "masham", outside=True)
    scene.noble("neville", 2, "masham", outside=True).give("percy", "french_foot")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.state.pacts.append(Pact(0, 2, scene.board.places["masham"].square))
    scene.next_events("E-RA08").combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="masham")
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.nobles["percy"].cards == []
    assert "french_foot" in scene.state.crown_discards
    assert [e.how for e in scene.happened(facts.PactEnded)] == ["fought"]


@pytest.mark.rule("house-6.3a")
def test_the_garrison_starves_from_the_third_turn_at_a_card_table() -> None:
    rules = game_for("kingmaker", "classic+house_sieges").content.ruleset
    assert [rules.garrison_left(100, turn) for turn in (0, 1, 2, 3, 4)] == [100, 100, 100, 25, 25]


@pytest.mark.rule("house-7.1.2", "house-7.1.17")
def test_parliament_in_three_rounds_costs_a_writ_at_a_card_table() -> None:
    def table(*held: str) -> Scene:
        scene = Scene(2, "classic+house_parliament").noble("percy", 0, "coventry")
        scene.hold("henry", "percy").noble("talbot", 1, "sheffield").chancery("earl_kent")
        scene.held(0, *held).parliament(0)
        return scene

    table().refused(0, "call_parliament", rule="house-7.1.2", by="percy")
    scene = table("E-WR01")
    scene.play(0, "call_parliament", by="percy", summon="talbot")
    called = only(scene, facts.ParliamentCalled)
    assert (called.place, called.noble, called.summoned) == ("coventry", "percy", "talbot")
    assert scene.state.sitting.attending == ["percy", "talbot"]


@pytest.mark.rule("base-9.7")
@pytest.mark.parametrize(("card", "victory"), [("E-RA08", True), ("E-AD01", False)])
def test_a_card_decides_battles_at_a_house_table(card: str, victory: bool) -> None:
    scene = Scene(2, "house+battles_by_card").noble("percy", 0, FIELD).noble("neville", 0, FIELD)
    scene.noble("mowbray", 1, FIELD).noble("howard", 1, FIELD)  # 150 against 60: not three to one
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18").next_events(card).combat(0)
    scene.play(0, "attack", nobles=["percy", "neville"], against="1", square=FIELD)
    assert scene.happened(facts.BattleRolled) == []
    assert bool(scene.happened(facts.Captured)) is victory


@pytest.mark.rule("house-8.6.21", "house-8.6.29", "base-9.11")
@pytest.mark.parametrize("rules", ["house+battles_by_card", "classic+house_sieges"])
def test_a_relief_that_wins_by_card_kills_all_aboard_a_besieging_ship(rules: str) -> None:
    scene = Scene(2, rules).noble("percy", 0, "19,17", cards=("le_swan",), heirs=("margaret",))
    scene.aboard("percy", "le_swan").ship("le_swan", port="hull", hostile=True)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18").combat(0)
    assert scene.state.sieges["hull"].ships == ["le_swan"]
    for noble in ("mowbray", "neville", "stafford"):
        scene.noble(noble, 1, "hull", outside=True)
    scene.next_events("E-RA08").combat(1)
    square = scene.board.places["hull"].square
    scene.play(1, "attack", nobles=["mowbray", "neville", "stafford"], against="0", square=square)
    stand_aside(scene)
    assert scene.state.sieges == {}
    assert "percy" not in scene.state.nobles
    assert not scene.state.heirs["margaret"].alive
    assert scene.asked(1) == ["combat"]


@pytest.mark.rule("ishkibibble-vacillating.11", "house-8.6.21")
def test_a_besieger_aboard_who_changes_sides_leaves_the_ship_that_goes_down() -> None:
    scene = Scene(2, "house+battles_by_card+card_vacillating")
    for noble, cards in (("percy", ("le_swan",)), ("hastings", ())):
        scene.noble(noble, 0, "19,17", cards=cards).aboard(noble, "le_swan")
    scene.ship("le_swan", port="hull", hostile=True)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18").combat(0)
    for noble in ("mowbray", "neville", "stafford"):
        scene.noble(noble, 1, "hull", outside=True)
    # The weaker side wavers: Hastings, the second of two, goes over on a 6.
    scene.next_events("X-VA1", "E-RA08").dice_show(1, 2, 6).combat(1)
    square = scene.board.places["hull"].square
    scene.play(1, "attack", nobles=["mowbray", "neville", "stafford"], against="0", square=square)
    assert only(scene, facts.NobleWavered).noble == "hastings"
    assert scene.state.nobles["hastings"].seat == 1
    assert scene.where("hastings") == (square, None, None)
    assert "percy" not in scene.state.nobles


@pytest.mark.rule("base-8.15", "base-8.10", "house-6.4a")
def test_a_ship_that_is_gone_before_her_port_is_chosen_is_driven_nowhere() -> None:
    scene = Scene(2, "classic+house_sieges").noble(
        "percy", 0, "19,17", cards=("le_swan", "le_rose")
    )
    scene.aboard("percy", "le_swan").ship("le_swan", port="hull", hostile=True)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18").combat(0)
    scene.ship("le_rose", sea="severn-sea").next_events("E-ST01").event(1)
    assert scene.asked(0) == ["refuge"]
    scene.play(0, "lift", place="hull")  # Percy dies, and both his ships leave the board
    assert scene.lies("le_rose") is None
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("house-6.4e", "base-10.11")
def test_a_siege_that_loses_a_besieger_to_a_card_battle_is_weighed_at_once() -> None:
    scene = Scene(3, "house+battles_by_card").noble("percy", 2, "leicester", outside=True)
    scene.noble("grey", 0, "leicester", outside=True).siege("leicester", ["grey"])
    scene.state.sieges["leicester"].besiegers.append("percy")
    for noble in ("mowbray", "neville", "stafford"):
        scene.noble(noble, 1, "leicester", outside=True)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18").control("leicester", None)
    scene.state.nobles["grey"].fought = True
    scene.next_events("E-RA08").combat(1)
    square = scene.board.places["leicester"].square
    scene.play(1, "attack", nobles=["mowbray", "neville", "stafford"], against="2", square=square)
    assert scene.happened(facts.Captured)
    assert [e.reason for e in scene.happened(facts.SiegeBroken)] == ["weakness"]  # 20 of 200


@pytest.mark.rule("house-5.1", "house-8.7.3")
def test_a_hand_of_two_at_any_table() -> None:
    for rules in ("classic", "ishkibibble"):
        scene = Scene(2, f"{rules}+hand_of_two").noble("percy", 0, FREE).hand(0, "bp_norwich")
        scene.hand(0, "saxons_1").noble("courtenay", 1, "tiverton").next_crown("saxons_2").draw(0)
        scene.play(0, "keep")
        assert scene.asked(0)[0] == "trim_hand"
        scene.play(0, "discard", card="saxons_2")
        assert scene.state.factions[0].hand == ["bp_norwich", "saxons_1"]


@pytest.mark.rule("house-8.7.3", "families-cards.3")
def test_a_family_that_is_given_one_card_too_many_lays_one_off() -> None:
    scene = heads("families+hand_of_two").next_crown("saxons_1", "saxons_2")
    scene.hand(PERCY, "bp_norwich").hand(PERCY, "bp_durham").draw(LANCASTER)
    scene.play(LANCASTER, "hand_out", card="saxons_1", family=str(PERCY))
    assert scene.asked(PERCY) == ["trim_hand"]
    scene.play(PERCY, "discard", card="bp_durham")
    assert scene.state.factions[PERCY].hand == ["bp_norwich", "saxons_1"]


def last_draw(rules: str) -> Scene:
    """Seat 1 leads the Lords, seat 0 keeps the last heir, who is no King; the time runs out."""
    scene = Scene(2, rules).noble("percy", 0, FREE).noble("neville", 1, "13,20")
    heirs = [heir for heir in scene.state.heirs if heir != "edward_march"]
    scene.hold("edward_march", "percy").dead(*heirs)
    scene.next_crown("saxons_2").draw(0)
    scene.match.direct(Choice.of("time_up"))
    scene.play(0, "keep")
    return scene


@pytest.mark.rule("house-3.4", "classic-object.3")
@pytest.mark.parametrize(
    ("rules", "victory"),
    [
        ("classic", "final_parliament"),
        ("classic+reckoning", "major_royal"),
        ("ishkibibble", "final_parliament"),
        ("ishkibibble+reckoning", "major_royal"),
        ("house", "major_royal"),
        ("house+last_parliament", "final_parliament"),
        ("house+four_turns", "major_royal"),
        ("classic+last_king", "final_parliament"),
    ],
)
def test_the_end_of_one_set_with_the_victory_of_another(rules: str, victory: str) -> None:
    won = only(last_draw(rules), facts.GameWon)
    assert won.victory == victory


@pytest.mark.rule("classic-object.1", "base-14.1")
@pytest.mark.parametrize(
    ("rules", "turns"), [("classic", 1), ("house+four_turns", 1), ("classic+last_king", 0)]
)
def test_a_reign_is_counted_where_the_table_has_it(rules: str, turns: int) -> None:
    scene = Scene(2, rules).noble("percy", 0, FREE).noble("courtenay", 1, "tiverton")
    scene.dead("henry").crowned("edward_march").hold("edward_march", "percy")
    scene.next_events("E-WR01").turn(0)
    scene.next_crown("saxons_2")
    for _ in range(9):
        asked = [p for p in scene.match.asked(0) if p.blocking] if not scene.match.over else []
        if not asked:
            break
        choice = asked[0].default
        assert choice is not None
        scene.play(0, choice.verb, **choice.args)
    reign = scene.state.reign
    assert (reign.turns if reign is not None else 0) == turns


@pytest.mark.rule("base-14.1", "base-14.3")
def test_the_last_heir_crowned_wins_the_classic_game_at_once() -> None:
    for rules, over in (("classic", False), ("classic+last_king", True)):
        scene = Scene(2, rules).noble("percy", 0, FREE).noble("courtenay", 1, "tiverton")
        heirs = [heir for heir in scene.state.heirs if heir != "edward_march"]
        scene.crowned("edward_march").hold("edward_march", "percy").dead(*heirs).movement(1)
        assert scene.match.over is over


# A rule set's procedures: each name leads to its own, and each makes a difference.


def used(ruleset: str) -> Procedures:
    """What a rule set uses."""
    return procedures(Scene(2, ruleset).match.table)


def test_each_rule_set_uses_what_it_names() -> None:
    assert isinstance(used("house").victory, HouseVictory)
    assert isinstance(used("base").victory, LastKing)
    assert isinstance(used("classic").victory, FourTurns)
    assert isinstance(used("house").reshuffle, AtOnceAfterEmbassy)
    assert isinstance(used("classic").reshuffle, WhenEmpty)
    assert isinstance(used("house").battle, ByPercentileTable)
    assert isinstance(used("classic").battle, ByEventCard)
    assert load_content("house").procedures is load_content("house").procedures


def test_every_kind_of_procedure_is_chosen_by_a_field_of_the_rule_set() -> None:
    assert set(Procedures.__struct_fields__) <= set(Use.__struct_fields__)


def test_there_is_a_procedure_for_every_name_that_a_rule_set_may_use_and_no_other() -> None:
    names = {field: get_args(hint) for field, hint in get_type_hints(Use).items()}
    spare = {field: named[0] for field, named in names.items()}
    for field, named in names.items():
        used = [getattr(chosen(Use(**{**spare, field: name})), field) for name in named]
        apart = {found if callable(found) else type(found) for found in used}
        assert len(apart) == len(named)
    kinds = [kind for kind in vars(kinds_of).values() if isinstance(kind, Register)]
    written = [sorted(kind) for kind in kinds if kind is not EVENT_CARDS]
    assert sorted(written) == sorted(sorted(named) for named in names.values())


def test_no_two_handlers_obey_the_same_kind_of_event_card() -> None:
    assert HANDLERS["plague"].fields == {"place"}
    with pytest.raises(ValueError, match="Two things are called 'plague'"):
        kept_card("plague")


@pytest.mark.rule("house-5.9", "base-2.2")
@pytest.mark.parametrize(("ruleset", "shuffles"), [("house", True), ("classic", False)])
def test_an_embassy_shuffles_the_deck_in_the_house_rules_only(ruleset: str, shuffles: bool) -> None:
    scene = Scene(2, ruleset)
    procedures(scene.match.table).reshuffle.at_start_of_turn(scene.match.table)
    assert isinstance(scene.match.position.agenda[-1], Reshuffle) == shuffles


@pytest.mark.rule("house-5.10a", "base-8.15")
@pytest.mark.parametrize(("ruleset", "lost"), [("house", True), ("base", False)])
def test_a_storm_sinks_ships_in_the_house_rules_only(ruleset: str, lost: bool) -> None:
    scene = Scene(2, ruleset).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    scene.give("percy", "le_swan").ship("le_swan", sea="humber-mouth")
    scene.next_events("E-ST01").rolls(100).event(0)
    assert ("le_swan" not in scene.state.ships) == lost
    if not lost:
        assert scene.lies("le_swan") is not None
        assert scene.dice.laid == [100]  # nobody rolled
