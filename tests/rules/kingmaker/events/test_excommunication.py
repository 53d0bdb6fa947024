"""Excommunication: bishops and towns are lost, and cathedrals are closed."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.movement.movers import road_reach
from bot.rules.kingmaker.parliament.calling import Assembly
from bot.rules.kingmaker.prospects.reach import reach_of
from bot.rules.kingmaker.ships.command import nearest_port_for
from bot.rules.kingmaker.ships.refuge import Driven
from bot.rules.kingmaker.state import Sitting, Spell
from bot.rules.kingmaker.view import view
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import targets
from tests.rules.kingmaker import assembly
from tests.rules.kingmaker.battlefield import idlers, sound
from tests.rules.kingmaker.combat.by_card.field import DEADLY
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_excommunication"
LOST = Spell("excommunication", 0, 0)
NO_CATHEDRAL = "You are excommunicated. No cathedral city or town lets your nobles in."


def cursed(at: str = "14,16") -> Scene:
    """Percy's faction is excommunicated."""
    scene = Scene(2, RULES).noble("percy", 0, at).noble("courtenay", 1, "tiverton")
    scene.state.spells.append(LOST)
    return scene


@pytest.mark.rule("ishkibibble-excommunication.1")
def test_clerical_and_town_cards_go_back_from_hand_and_table() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    towns = [c for c in scene.content.place_cards if c != "carisbrooke"]
    castle = next(c for c in scene.content.place_cards if scene.content.crown[c].controls ==
                  ("carisbrooke",))  # fmt: skip
    town = next(c for c in towns if c != castle)
    scene.give("percy", "bp_norwich").give("percy", "saxons_1").give("percy", castle)
    scene.hand(0, "abp_york", town, "earl_kent").hand(1, "bp_durham")
    scene.next_events("X-EXC").event(0)
    assert sorted(scene.state.nobles["percy"].cards) == sorted(["saxons_1", castle])
    assert scene.state.factions[0].hand == ["earl_kent"]
    assert scene.state.factions[1].hand == ["bp_durham"]
    assert sorted(scene.state.crown_discards) == sorted(["abp_york", town, "bp_norwich"])
    assert scene.state.spells == [LOST]
    assert scene.happened(facts.SpellBegan) == [facts.SpellBegan("excommunication", 0, 0)]


@pytest.mark.rule("ishkibibble-excommunication.2")
def test_nobles_in_towns_just_lost_are_put_out() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    scene.give("percy", "abp_york")
    scene.state.nobles["percy"].square, scene.state.nobles["percy"].inside = "15,9", "york"
    scene.next_events("X-EXC").event(0)
    assert "york" not in scene.state.control
    assert scene.where("percy") == ("15,9", None, None)
    assert scene.happened(facts.Expelled) == [facts.Expelled(("percy",), "york")]


@pytest.mark.rule("ishkibibble-excommunication.2")
def test_the_besieged_are_put_out_among_their_besiegers() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "14,16").give("percy", "abp_york")
    scene.state.nobles["percy"].square, scene.state.nobles["percy"].inside = "15,9", "york"
    besiegers = ["neville", "stafford", "courtenay", "talbot", "mowbray", "herbert"]
    for noble in besiegers:
        scene.noble(noble, 1, "york", outside=True)
    scene.siege("york", besiegers).next_events("X-EXC").event(0)
    assert scene.where("percy") == ("15,9", None, None)
    assert scene.state.control.get("york") is None
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_no_cathedral_town_lets_them_in() -> None:
    scene = cursed("15,9").control("york", "percy")
    scene.movement(0)
    reason = scene.refused(
        0, "enter", rule="ishkibibble-excommunication.3", nobles=["percy"], place="york"
    )
    assert reason == NO_CATHEDRAL
    assert scene.offered(0, "enter") == []
    free = Scene(2, RULES).noble("percy", 0, "15,9").noble("courtenay", 1, "tiverton")
    free.control("york", "percy").movement(0)
    free.play(0, "enter", nobles=["percy"], place="york")


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_who_is_left_in_a_cathedral_port_by_a_mutiny_stands_before_it() -> None:
    rules = f"{RULES}+advanced_cards+card_mutiny+lands_overseas"
    scene = Scene(2, rules).noble("percy", 0, "alnwick", cards=("le_michael",))
    scene.noble("courtenay", 1, "tiverton").control("london", "percy")
    scene.ship("le_michael", port="london").aboard("percy", "le_michael")
    scene.state.spells.append(LOST)
    scene.next_events("X-MUM").event(1)
    assert scene.where("percy") == ("18,20", None, None)


def off_fishguard() -> Scene:
    """Percy aboard Le Swan in Fishguard, which lies in the square of St David's."""
    scene = Scene(2, f"{RULES}+advanced_cards").noble("percy", 0, "14,16", cards=("le_swan",))
    scene.noble("courtenay", 1, "tiverton").ship("le_swan", port="fishguard")
    scene.aboard("percy", "le_swan").state.spells.append(LOST)
    return scene


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_nobody_lands_in_the_squares_of_the_diets() -> None:
    scene = off_fishguard()
    scene.movement(0)
    assert not scene.offered(0, "land")
    rule = "ishkibibble-excommunication.3"
    reason = scene.refused(0, "land", rule=rule, ship="le_swan", nobles=["percy"])
    assert reason == "You are excommunicated. Your nobles cannot go there."
    assert scene.destinations(0, "le_swan")  # and she sails away


@pytest.mark.rule("ishkibibble-excommunication.3", "base-8.15")
def test_whom_a_storm_drives_there_stays_aboard() -> None:
    scene = off_fishguard()
    storm = Driven("le_swan", "fishguard")
    assert storm._may_land(scene.match.table) == ()


@pytest.mark.rule("ishkibibble-excommunication.3", "house-8.6.25", "house-8.6.23")
@pytest.mark.parametrize("cursed_one", ["percy", "roos"])
def test_no_ship_that_must_land_him_seeks_refuge_there(cursed_one: str) -> None:
    scene = Scene(2, "house+card_excommunication").noble("percy", 0, "14,16", cards=("le_swan",))
    scene.noble("roos", 1, "14,16").ship("le_swan", sea="cardigan-bay")
    for noble in ("percy", "roos"):  # Roos is a guest aboard
        scene.aboard(noble, "le_swan")
    scene.state.ships["le_swan"].guests["roos"] = 0
    scene.state.spells.append(Spell("excommunication", scene.state.nobles[cursed_one].seat, 0))
    scene.next_events("E-ST01").rolls(1).event(0)
    assert scene.lies("le_swan") == "cardigan"  # as near as Fishguard
    assert scene.where("percy")[1] == scene.where("roos")[1] is None


@pytest.mark.rule("ishkibibble-excommunication.3", "base-8.7")
def test_a_crew_too_weak_to_besiege_a_port_there_stays_aboard() -> None:
    scene = cursed().noble("neville", 1, "fishguard", cards=("marshal_england",))
    scene.noble("roos", 0, "14,16", cards=("le_swan",)).aboard("roos", "le_swan")
    scene.ship("le_swan", port="fishguard", hostile=True).combat(0)
    assert scene.where("roos") == ("", None, "le_swan")


@pytest.mark.rule("ishkibibble-excommunication.3", "base-10.9")
def test_who_sallied_from_a_cathedral_town_does_not_go_back_in() -> None:
    scene = idlers(Scene(2, RULES)).noble("mowbray", 0, "durham")
    square = scene.board.places["durham"].square
    scene.noble("percy", 1, square, outside=True).noble("neville", 0, square, outside=True)
    scene.give("percy", "marshal_england", "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    scene.state.spells.append(LOST)
    scene.siege("durham", ["percy"]).next_events(DEADLY).combat(0)  # Percy beats them, and dies
    scene.play(0, "attack", nobles=["neville", "mowbray"], against="1", square=square)
    assert scene.asked(0) == ["combat"]
    assert scene.where("mowbray") == (square, None, None)
    assert scene.state.control["durham"] == "mowbray"
    sound(scene)


@pytest.mark.rule("ishkibibble-excommunication.3")
@pytest.mark.parametrize("place", ["salisbury", "wells", "st-davids"])
def test_nobody_marches_into_the_squares_of_the_diets(place: str) -> None:
    square = Scene(2, RULES).board.places[place].square
    start = min(Scene(2, RULES).board.squares[square].neighbours)
    scene = cursed(start)
    scene.movement(0)
    assert square not in scene.candidates(0, "march", "to")
    reason = scene.refused(
        0, "march", rule="ishkibibble-excommunication.3", nobles=["percy"], to=square
    )
    assert reason == "You are excommunicated. Your nobles cannot go there."
    assert square not in road_reach(scene.match.table, 0, start)
    other = Scene(2, RULES).noble("percy", 0, start).noble("courtenay", 1, "tiverton")
    other.movement(0)
    assert square in other.candidates(0, "march", "to")


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_the_way_does_not_lead_through_them_either() -> None:
    board = Scene(2, RULES).board
    holy = {board.places[p].square for p in ("salisbury", "wells", "st-davids")}
    start = min(board.squares["13,22"].neighbours)
    barred = frozenset(holy)
    round_about, straight = board.reach_round(start, 5, barred), board.reach(start, 5)
    assert set(round_about) < set(straight)
    lost = sorted(set(straight) - set(round_about) - holy)
    scene = cursed(start)
    scene.movement(0)
    for to in lost:
        scene.refused(0, "march", rule="ishkibibble-excommunication.3", nobles=["percy"], to=to)
    assert not set(lost) & scene.candidates(0, "march", "to")


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_the_picture_of_where_he_can_go_leaves_them_out() -> None:
    start = min(Scene(2, RULES).board.squares["13,22"].neighbours)
    scene = cursed(start)
    scene.movement(1)
    seen = view(scene.match.table, 0)
    found = reach_of(scene.content, seen, "percy")
    assert found.marches
    assert "13,22" not in {*found.marches, *found.rides}


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_a_call_into_such_a_square_is_not_heard() -> None:
    scene = cursed().give("percy", "earl_salisbury").next_events("E-RV13")
    scene.event(1)
    assert scene.happened(facts.CallIgnored)[0] == facts.CallIgnored(
        "earl_salisbury", "salisbury", "excommunicated", "percy"
    )
    assert scene.where("percy")[0] == "14,16"


@pytest.mark.rule("ishkibibble-excommunication.4")
@pytest.mark.parametrize(
    ("card", "ends"), [("bp_norwich", True), ("saxons_1", False), ("earl_kent", False)]
)
def test_it_ends_when_the_faction_draws_a_clerical_or_town_card(card: str, ends: bool) -> None:
    scene = cursed().next_crown(card)
    scene.draw(0)
    assert (scene.state.spells == []) == ends
    ended = [facts.SpellEnded("excommunication", 0)] if ends else []
    assert scene.happened(facts.SpellEnded) == ended
    other = cursed().next_crown(card)
    other.draw(1)
    assert other.state.spells == [LOST]


@pytest.mark.rule("ishkibibble-excommunication.4", "house-3.14")
def test_it_ends_when_a_beaten_faction_is_dealt_such_a_card() -> None:
    scene = Scene(2, "house+card_excommunication").noble("courtenay", 1, "tiverton")
    scene.noble("percy", 0, "york").state.spells.append(LOST)
    scene.next_events("E-PL02").next_crown("bp_norwich", "clifford").event(1)
    assert scene.happened(facts.SpellEnded) == [facts.SpellEnded("excommunication", 0)]
    assert scene.state.spells == []


@pytest.mark.rule("ishkibibble-excommunication.5")
def test_in_combat_the_card_is_bad_weather() -> None:
    scene = Scene(2, RULES).noble("talbot", 0, "14,16", cards=("bp_norwich",))
    scene.noble("courtenay", 1, "14,16").next_events("X-EXC").combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square="14,16")
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("weather")]
    assert "bp_norwich" in scene.state.nobles["talbot"].cards
    assert scene.state.spells == []
    assert "X-EXC" not in Scene(2, "classic").state.event_deck


# Parliament


def salisbury(*cursed: int) -> Scene:
    """Percy keeps the sole King inside Salisbury; some factions are excommunicated."""
    scene = assembly.realm(RULES, at="salisbury").held(0, "E-WR01")
    scene.state.spells += [Spell("excommunication", seat, 0) for seat in cursed]
    return scene


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_they_do_not_come_to_a_parliament_in_a_barred_square() -> None:
    scene = assembly.call(salisbury(1))
    assert scene.asked(1) == []
    assert scene.candidates(2, "attend", "nobles") == {"talbot"}
    scene.play(2, "done")
    assert scene.asked(0) == ["writs"]
    assert scene.candidates(0, "serve_writ", "noble") == {"talbot"}
    rule = "ishkibibble-excommunication.3"
    reason = scene.refused(0, "serve_writ", rule=rule, noble="clifford")
    assert reason == "Nobles of an excommunicated faction cannot go there."
    scene.play(0, "done")
    assert scene.where("clifford")[1] == "skipton"


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_who_stood_there_before_is_present() -> None:
    scene = salisbury(1)
    scene.state.nobles["clifford"].square = "13,22"
    scene.state.nobles["clifford"].inside = None
    assembly.call(scene)
    assert scene.state.sitting.attending == ["percy", "clifford"]


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_a_parliament_that_all_must_attend_sits_without_them() -> None:
    scene = Scene(2, "house+card_excommunication").noble("percy", 0, "14,16")
    scene.noble("courtenay", 1, "tiverton").noble("clifford", 0, "skipton")
    scene.state.spells.append(LOST)
    place = scene.board.places["salisbury"]
    scene.state.sitting = Sitting(1, place.id, place.square, "courtenay")
    scene._begin("parliament", 1, Assembly())
    assert scene.happened(facts.ParliamentAssembled)[0].attending == ("courtenay",)
    assert scene.where("percy")[0] == "14,16"


# The steward


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_a_steward_keeps_in_mind_where_he_is_kept_out() -> None:
    scene = cursed("15,9").control("york", "percy")
    scene.movement(0)
    outlook = Outlook(view(scene.match.table, 0), 0, scene.content)
    assert not outlook.enterable(scene.board.places["york"])
    assert not {aim.square for aim in targets(outlook)} & {"13,22", "11,22", "4,18"}
    scene.state.spells.clear()
    freed = Outlook(view(scene.match.table, 0), 0, scene.content)
    assert freed.enterable(scene.board.places["york"])


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_a_defeatist_steward_goes_for_no_fight() -> None:
    scene = Scene(2, "classic+card_defeatism").noble("percy", 0, "14,16")
    scene.noble("courtenay", 1, "14,17").heir_at("margaret", "14,15")
    scene.movement(0)
    bold = targets(Outlook(view(scene.match.table, 0), 0, scene.content))
    scene.state.spells.append(Spell("defeatism", 0, 2))
    meek = targets(Outlook(view(scene.match.table, 0), 0, scene.content))
    assert {aim.kind for aim in bold} > {"pick"}
    assert {aim.kind for aim in meek} == {"pick"}


@pytest.mark.rule("ishkibibble-excommunication.3", "base-8.9")
def test_who_is_put_ashore_from_anothers_ship_comes_into_no_barred_square() -> None:
    scene = cursed()
    scene.ship("le_swan", sea="st-davids-head").aboard("percy", "le_swan")
    port = nearest_port_for(scene.match.table, "le_swan", 0)
    assert port.id != "fishguard"
    assert nearest_port_for(scene.match.table, "le_swan", 1).id == "fishguard"


@pytest.mark.rule("ishkibibble-excommunication.3", "base-8.9")
def test_who_is_put_ashore_in_a_barred_city_of_his_own_stays_outside() -> None:
    scene = cursed("8,23").give("percy", "le_swan").ship("le_swan", port="london")
    scene.noble("grey", 0, "14,16").aboard("grey", "le_swan").control("london", "percy")
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.where("grey") == ("18,20", None, None)
