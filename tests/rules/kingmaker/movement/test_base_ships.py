"""Ships by the base rules: what enters which port, who boards, whom a ship obeys."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.prospects.reach import reach_of
from bot.rules.kingmaker.ships.fleets import review_ships
from bot.rules.kingmaker.succession import holder_seat
from tests.rules.kingmaker.scene import Scene

WASH = "the-wash"


def cruising(*aboard: str, sea: str, heirs: tuple[str, ...] = ()) -> Scene:
    """Percy of seat 0 owns Le Swan, which lies in a sea square with these nobles of his."""
    scene = Scene(2, "classic").noble("percy", 0, "alnwick", cards=("le_swan",))
    scene.ship("le_swan", sea=sea).noble("howard", 1, "castle-rising")
    for noble in aboard:
        if noble != "percy":
            scene.noble(noble, 0, "skipton" if noble == "clifford" else "13,20")
        scene.aboard(noble, "le_swan")
    for heir in heirs:
        scene.hold(heir, aboard[0])
    return scene


# Ports (base-8.6, base-8.7)


@pytest.mark.rule("base-8.6")
def test_an_empty_ship_enters_no_port_that_others_hold() -> None:
    scene = cruising(sea="humber-mouth")
    scene.movement(0)
    assert "hull" in scene.destinations(0, "le_swan")  # neutral
    scene.control("hull", "howard").movement(0)
    assert "hull" not in scene.destinations(0, "le_swan")
    reason = scene.refused(0, "sail", rule="base-8.6", ship="le_swan", to="hull")
    assert reason == "An empty ship cannot enter a port that others hold."
    scene.control("hull", "percy").movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")


@pytest.mark.rule("base-8.6", "base-6.6")
def test_an_empty_ship_enters_a_town_without_walls_only_while_no_enemy_is_in_it() -> None:
    scene = cruising(sea=WASH)
    scene.movement(0)
    assert "lynn" in scene.destinations(0, "le_swan")
    scene.noble("bourchier", 1, "lynn").movement(0)
    assert "lynn" not in scene.destinations(0, "le_swan")
    scene.refused(0, "sail", rule="base-8.6", ship="le_swan", to="lynn")


@pytest.mark.rule("base-8.7", "classic-succession.7")
@pytest.mark.parametrize(("cards", "enters"), [((), False), (("marshal_england",), True)])
def test_a_laden_ship_enters_a_neutral_port_that_her_passengers_match(
    cards: tuple[str, ...], enters: bool
) -> None:
    scene = cruising("percy", sea="narrow-seas")
    scene.give("percy", *cards).movement(0)
    assert ("calais" in scene.destinations(0, "le_swan")) == enters  # 200 against 100 or 200
    if not enters:
        scene.refused(0, "sail", rule="base-8.7", ship="le_swan", to="calais")


@pytest.mark.rule("base-8.7")
def test_a_town_held_by_others_is_a_port_to_be_besieged() -> None:
    scene = cruising("percy", sea=WASH)
    scene.noble("mowbray", 1, "lynn").movement(0)
    scene.play(0, "sail", ship="le_swan", to="lynn")
    reason = scene.refused(0, "land", rule="base-8.7", ship="le_swan", nobles=["percy"])
    assert reason == "That port is hostile. The nobles aboard are besieging it."


@pytest.mark.rule("base-8.7")
def test_a_laden_ship_does_not_enter_a_held_town_that_she_does_not_match() -> None:
    scene = cruising("roos", sea=WASH)
    scene.noble("mowbray", 1, "lynn").movement(0)
    assert "lynn" not in scene.destinations(0, "le_swan")
    scene.refused(0, "sail", rule="base-8.7", ship="le_swan", to="lynn")


@pytest.mark.rule("base-8.7", "base-8.3")
def test_those_aboard_land_in_an_empty_town_and_move_no_more() -> None:
    scene = cruising("percy", sea=WASH)
    scene.noble("roos", 0, "helmsley").movement(0)
    scene.play(0, "sail", ship="le_swan", to="lynn")
    scene.play(0, "land", ship="le_swan", nobles=["percy"])
    assert scene.where("percy") == (scene.board.places["lynn"].square, None, None)
    scene.refused(0, "march", rule="base-8.3", nobles=["percy"], to="20,15")


@pytest.mark.rule("base-8.4")
def test_no_noble_fits_who_is_too_strong_for_the_ship() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "lynn", cards=("le_swan", "marshal_england"))
    scene.ship("le_swan", port="lynn").noble("howard", 1, "castle-rising")
    scene.noble("roos", 0, "lynn").movement(0)
    assert scene.candidates(0, "embark", "nobles") == {"roos"}  # 200 men, room for 150
    scene.refused(0, "embark", rule="base-8.4", ship="le_swan", nobles=["percy"])


# Heirs at sea and abroad


@pytest.mark.rule("base-8.14", "base-7.12")
def test_an_heir_is_landed_on_islands_too_and_has_all_the_time_in_the_world() -> None:
    scene = cruising("percy", sea="narrow-seas", heirs=("margaret",))
    scene.give("percy", "marshal_england").control("calais", "percy").movement(0)
    scene.play(0, "sail", ship="le_swan", to="calais")
    scene.play(0, "land", ship="le_swan", nobles=["percy"])
    assert scene.where("percy")[1] == "calais"
    assert scene.state.heirs["margaret"].landing_due is None


# Whose ship (base-8.2, base-8.9)


@pytest.mark.rule("base-8.2")
def test_nobody_boards_a_ship_of_others() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "alnwick", cards=("le_swan",))
    scene.noble("howard", 1, "lynn").ship("le_swan", port="lynn")
    scene.movement(1)
    assert "le_swan" not in scene.candidates(1, "ask_leave", "place")
    reason = scene.refused(1, "ask_leave", rule="base-8.2", place="le_swan")
    assert reason == "Nobles can board only ships of their own faction."
    scene.refused(1, "embark", rule="base-8.2", ship="le_swan", nobles=["howard"])


@pytest.mark.rule("base-8.9")
def test_a_ship_that_changes_hands_at_sea_puts_in_and_those_aboard_land() -> None:
    scene = cruising("roos", sea=WASH)
    scene.match.table.events = []
    changes.pass_card(scene.match.table, "le_swan", "percy", "howard")
    review_ships(scene.match.table)
    assert scene.lies("le_swan") == "boston"
    assert scene.where("roos") == (scene.board.places["boston"].square, None, None)
    told = scene.match.table.events
    assert facts.ShipSoughtPort("le_swan", "boston", "master") in told
    scene.movement(1)
    assert scene.destinations(1, "le_swan")


@pytest.mark.rule("base-8.9")
def test_an_empty_ship_obeys_her_new_master_at_once() -> None:
    scene = cruising(sea=WASH)
    changes.pass_card(scene.match.table, "le_swan", "percy", "howard")
    review_ships(scene.match.table)
    assert scene.lies("le_swan") == WASH
    scene.movement(1)
    assert "lynn" in scene.destinations(1, "le_swan")


@pytest.mark.rule("classic-succession.6", "base-19.9", "base-19.11")
def test_calais_and_man_are_reached_by_ship_only() -> None:
    board = Scene(2, "classic").board
    for place in ("calais", "douglas"):
        square = board.places[place].square
        assert "12,3" not in board.walkable(square)
        assert place in board.ports


@pytest.mark.rule("classic-turn.2", "base-3.2", "classic-turn.3", "base-3.1")
def test_all_some_or_none_move_and_combat_follows() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "12,3").noble("roos", 0, "12,3")
    scene.noble("howard", 1, "12,3").movement(0)
    assert scene.offered(0, "done")
    scene.play(0, "march", nobles=["roos"], to="12,4")
    scene.play(0, "done")
    assert scene.where("percy") == ("12,3", None, None)
    assert scene.state.phase == "combat"


# Fleets (base-8.5)


def fleet() -> Scene:
    """Percy of 180 men stands in Lynn, where Le Swan (150) and Le Rose (100) of his lie."""
    hired = ("burgundian_crossbowmen_1", "burgundian_crossbowmen_2", "scots_archers_1")
    scene = Scene(2, "classic").noble("percy", 0, "lynn", cards=("le_swan", "le_rose", *hired))
    scene.ship("le_swan", port="lynn").ship("le_rose", port="lynn")
    return scene.noble("howard", 1, "castle-rising").noble("roos", 0, "lynn")


@pytest.mark.rule("base-8.5", "base-8.4")
def test_ships_that_lie_together_lend_each_other_their_room() -> None:
    scene = fleet()
    scene.movement(0)
    scene.play(0, "embark", ship="le_swan", nobles=["percy"])
    assert scene.state.ships["le_rose"].consort_of == "le_swan"
    scene.refused(0, "sail", rule="base-8.5", ship="le_rose", to=WASH)
    scene.refused(0, "embark", rule="base-8.5", ship="le_rose", nobles=["roos"])
    scene.play(0, "sail", ship="le_swan", to=WASH)
    assert (scene.lies("le_swan"), scene.lies("le_rose")) == (WASH, WASH)
    assert scene.state.ships["le_rose"].moved


@pytest.mark.rule("base-8.5")
def test_a_ship_that_has_room_alone_needs_no_other() -> None:
    scene = fleet()
    scene.movement(0)
    scene.play(0, "embark", ship="le_swan", nobles=["roos"])
    assert scene.state.ships["le_rose"].consort_of is None
    scene.play(0, "sail", ship="le_rose", to=WASH)
    assert (scene.lies("le_swan"), scene.lies("le_rose")) == ("lynn", WASH)


@pytest.mark.rule("base-8.5")
def test_250_men_are_all_that_both_ships_carry() -> None:
    scene = fleet()
    scene.give("roos", "earl_kent", "marshal_england").movement(0)
    assert scene.candidates(0, "embark", "nobles") == {"percy", "roos"}
    scene.refused(0, "embark", rule="base-8.4", ship="le_swan", nobles=["percy", "roos"])


@pytest.mark.rule("base-8.5")
@pytest.mark.parametrize("boards_next", [(), ("roos",)])
def test_when_the_passengers_have_landed_each_ship_goes_her_own_way(
    boards_next: tuple[str, ...],
) -> None:
    """Nor is the second ship bound when those who board next do not need her."""
    scene = fleet()
    scene.movement(0)
    scene.play(0, "embark", ship="le_swan", nobles=["percy"])
    scene.play(0, "land", ship="le_swan", nobles=["percy"])
    for noble in boards_next:
        scene.play(0, "embark", ship="le_swan", nobles=[noble])
    scene.play(0, "sail", ship="le_rose", to=WASH)
    assert (scene.lies("le_swan"), scene.lies("le_rose")) == ("lynn", WASH)


@pytest.mark.rule("base-8.5", "base-8.9")
def test_a_ship_of_another_faction_is_no_part_of_the_fleet_any_more() -> None:
    scene = fleet()
    scene.movement(0)
    scene.play(0, "embark", ship="le_swan", nobles=["percy"])
    scene.state.nobles["percy"].cards.remove("le_rose")
    scene.state.nobles["howard"].cards.append("le_rose")
    scene.play(0, "sail", ship="le_swan", to=WASH)
    assert (scene.lies("le_swan"), scene.lies("le_rose")) == (WASH, "lynn")


@pytest.mark.rule("base-8.5")
def test_nor_is_a_ship_that_has_met_her_again_with_men_of_her_own() -> None:
    scene = fleet()
    scene.movement(0)
    scene.play(0, "embark", ship="le_swan", nobles=["percy"])
    scene.aboard("roos", "le_rose")
    scene.play(0, "sail", ship="le_rose", to=WASH)
    assert (scene.lies("le_swan"), scene.lies("le_rose")) == ("lynn", WASH)


# Who besieges from a ship (base-10.10, base-10.11, base-8.7)


def before_calais(*besiegers: str) -> Scene:
    """Percy (200 men) and others of seat 0 besiege Calais (200) from Le Swan, since a turn ago."""
    scene = Scene(2, "classic").noble("howard", 1, "castle-rising")
    for noble in besiegers:
        scene.noble(noble, 0, "13,20")
    scene.give("percy", "le_swan", "marshal_england").ship("le_swan", port="calais")
    for noble in besiegers:
        scene.aboard(noble, "le_swan")
    scene.siege("calais", list(besiegers))
    scene.state.sieges["calais"].ships = ["le_swan"]
    return scene


@pytest.mark.rule("base-10.10", "base-8.7")
def test_a_crew_that_besieges_may_sail_away_in_a_later_turn_and_the_siege_ends() -> None:
    scene = before_calais("percy")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="narrow-seas")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, "calais", "gone")]
    assert scene.state.sieges == {}
    assert (scene.lies("le_swan"), scene.where("percy")) == ("narrow-seas", ("", None, "le_swan"))


@pytest.mark.rule("base-10.11", "base-10.10")
def test_a_second_ship_that_the_match_does_not_need_is_detached() -> None:
    scene = before_calais("percy").noble("roos", 0, "13,20", cards=("le_rose",))
    scene.ship("le_rose", port="calais").aboard("roos", "le_rose")
    scene.state.sieges["calais"].besiegers.append("roos")
    scene.state.sieges["calais"].ships.append("le_rose")
    scene.movement(0)
    scene.play(0, "sail", ship="le_rose", to="narrow-seas")
    siege = scene.state.sieges["calais"]
    assert (siege.besiegers, siege.ships) == (["percy"], ["le_swan"])
    scene.play(0, "sail", ship="le_swan", to="narrow-seas")
    assert scene.state.sieges == {}


@pytest.mark.rule("base-12.3", "base-10.4")
def test_the_heir_of_a_besieger_who_falls_goes_to_a_comrade_aboard_another_ship() -> None:
    scene = before_calais("percy").noble("roos", 0, "13,20", cards=("le_rose",), heirs=("henry",))
    scene.ship("le_rose", port="calais").aboard("roos", "le_rose")
    scene.state.sieges["calais"].besiegers.append("roos")
    scene.state.sieges["calais"].ships.append("le_rose")
    scene.next_events("E-PL08").combat(0)  # Courtenay, Neville and Roos fall
    scene.play(0, "conclude", nobles=["percy", "roos"], place="calais")
    assert "roos" not in scene.state.nobles
    assert scene.state.heirs["henry"].holder == "percy"


@pytest.mark.rule("base-10.10", "base-8.3")
def test_what_a_besieger_aboard_can_do_says_the_same() -> None:
    scene = before_calais("percy")
    scene.movement(0)
    reach = reach_of(scene.content, scene.match.view(0), "percy", scene.match.prompts(0))
    assert "narrow-seas" in reach.sails
    assert reach_of(scene.content, scene.match.view(0), "percy").sails
    reason = scene.refused(0, "march", rule="base-8.3", nobles=["percy"], to="24,22")
    assert reason == "That noble is aboard a ship. Put him ashore first."


@pytest.mark.rule("house-8.6.19")
def test_in_the_house_rules_they_must_keep_it_up() -> None:
    scene = Scene(2).noble("howard", 1, "castle-rising").noble("percy", 0, "13,20")
    scene.give("percy", "le_swan", "marshal_england").ship("le_swan", port="calais")
    scene.aboard("percy", "le_swan").siege("calais", ["percy"])
    scene.state.sieges["calais"].ships = ["le_swan"]
    scene.movement(0)
    scene.refused(0, "sail", rule="house-8.6.19", ship="le_swan", to="narrow-seas")
    scene.refused(0, "march", rule="house-8.6.19", nobles=["percy"], to="24,22")


@pytest.mark.rule("base-8.7")
@pytest.mark.parametrize(("cards", "enters"), [((), False), (("marshal_england",), True)])
def test_a_port_that_ones_own_side_besieges_opens_only_to_a_crew_that_matches_it(
    cards: tuple[str, ...], enters: bool
) -> None:
    scene = cruising("percy", sea="narrow-seas")
    scene.noble("mowbray", 0, "calais", outside=True).siege("calais", ["mowbray"])
    scene.noble("neville", 0, "calais", outside=True).noble("pole", 0, "calais", outside=True)
    scene.noble("stanley", 0, "calais", outside=True)
    scene.state.sieges["calais"].besiegers += ["neville", "pole", "stanley"]
    scene.give("mowbray", "earl_essex", "constable_dover")
    scene.give("percy", *cards).movement(0)
    assert "calais" in scene.state.sieges
    assert ("calais" in scene.destinations(0, "le_swan")) == enters  # 100 or 200 against 200
    reach = reach_of(scene.content, scene.match.view(0), "percy")
    assert ("calais" in reach.sails) == enters
    if not enters:
        scene.refused(0, "sail", rule="base-8.7", ship="le_swan", to="calais")


# Heirs at sea (base-17.5)


@pytest.mark.rule("base-17.5", "base-7.12")
def test_no_heir_is_handed_over_at_sea_but_in_port_he_is() -> None:
    scene = cruising("percy", "clifford", sea=WASH, heirs=("margaret",))
    scene.movement(0)
    assert scene.offered(0, "entrust") == []
    reason = scene.refused(0, "entrust", rule="base-17.5", heir="margaret", noble="clifford")
    assert reason == "You can pass nothing to or from a noble at sea."
    scene.ship("le_swan", port="lynn").movement(0)
    scene.play(0, "entrust", heir="margaret", noble="clifford")
    assert scene.state.heirs["margaret"].holder == "clifford"


# Ashore (base-6.2, base-10.6)


def in_conway(*inside: str) -> Scene:
    """Percy (360 men) and Roos lie in his castle of Conway, which takes 300, aboard Le Swan."""
    scene = cruising("percy", "roos", sea=WASH).control("conway", "percy")
    hired = [c.id for c in scene.content.crown.values() if c.kind == "mercenary"]
    scene.give("percy", "marshal_england", *hired).ship("le_swan", port="conway")
    for noble in inside:
        scene.noble(noble, 0, "conway").control("conway", "percy")
    return scene


@pytest.mark.rule("base-6.2", "base-6.1")
def test_one_noble_alone_goes_ashore_into_an_empty_fortress_of_his_own() -> None:
    scene = in_conway()
    scene.movement(0)
    assert scene.match.view(0).nobles["percy"].troops == 360
    scene.refused(0, "land", rule="base-6.1", ship="le_swan", nobles=["percy", "roos"])
    assert "percy" in scene.candidates(0, "land", "nobles")
    scene.play(0, "land", ship="le_swan", nobles=["percy"])
    assert scene.where("percy")[1] == "conway"
    reason = scene.refused(0, "land", rule="base-6.1", ship="le_swan", nobles=["roos"])
    assert reason == "There is not enough room in the fortress."


@pytest.mark.rule("base-6.2")
def test_nobody_too_strong_goes_ashore_where_others_are_or_by_leave() -> None:
    scene = in_conway("neville")
    scene.movement(0)
    assert "percy" not in scene.candidates(0, "land", "nobles")
    scene.refused(0, "land", rule="base-6.1", ship="le_swan", nobles=["percy"])
    scene = in_conway().control("conway", "howard")
    scene.movement(0)
    scene.play(0, "ask_leave", place="conway")
    scene.play(1, "grant")
    assert scene.candidates(0, "land", "nobles") == {"roos"}
    scene.refused(0, "land", rule="base-6.1", ship="le_swan", nobles=["percy"])


@pytest.mark.rule("base-10.6")
def test_nobody_goes_ashore_into_a_place_under_siege() -> None:
    scene = cruising("roos", sea=WASH).control("lancaster", "percy")
    scene.ship("le_swan", port="lancaster").noble("mowbray", 1, "lancaster", outside=True)
    scene.give("mowbray", "marshal_england").noble("neville", 1, "lancaster", outside=True)
    scene.siege("lancaster", ["mowbray", "neville"]).movement(0)
    assert "lancaster" in scene.state.sieges
    assert scene.offered(0, "land") == []
    reason = scene.refused(0, "land", rule="base-10.6", ship="le_swan", nobles=["roos"])
    assert reason == "That place is under siege. Nobody can go in until the siege ends."


@pytest.mark.rule("base-7.20", "base-8.5")
def test_no_free_move_is_spent_on_a_ship_that_sails_with_another() -> None:
    scene = fleet()
    scene.held(0, "E-FM01").movement(0)
    scene.play(0, "embark", ship="le_swan", nobles=["percy"])
    scene.play(0, "sail", ship="le_swan", to=WASH)
    assert scene.candidates(0, "free_sail", "ship") == {"le_swan"}
    reason = scene.refused(0, "free_sail", rule="base-8.5", ship="le_rose")
    assert reason == "This ship carries another ship’s men and sails with that ship."
    assert scene.state.factions[0].held == ["E-FM01"]
    scene.play(0, "free_sail", ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="yarmouth-roads")
    assert scene.lies("le_rose") == "yarmouth-roads"


# Heirs who stay in the fortress (base-11.11)


def going_aboard(*others: str, ruleset: str = "classic", at: str = "hull") -> Scene:
    """Percy is inside Hull with Henry, and Le Swan is in port."""
    scene = Scene(2, ruleset).noble("percy", 0, at, cards=("le_swan",), heirs=("henry",))
    for other in others:
        scene.noble(other, 0, at)
    scene.noble("courtenay", 1, "tiverton").ship("le_swan", port=at).control("hull", "percy")
    scene.movement(0)
    return scene


@pytest.mark.rule("base-11.11", "base-8.3")
@pytest.mark.parametrize(("others", "keeper"), [((), None), (("grey",), "grey")])
def test_an_heir_may_stay_in_the_fortress_that_his_noble_leaves_by_sea(
    others: tuple[str, ...], keeper: str | None
) -> None:
    scene = going_aboard(*others)
    scene.play(0, "embark", nobles=["percy"], ship="le_swan", left=["henry"])
    assert scene.where("percy")[2] == "le_swan"
    henry = scene.state.heirs["henry"]
    assert (henry.holder, henry.inside) == (keeper, None if keeper else "hull")
    assert holder_seat(scene.state, scene.content, "henry") == 0
    assert scene.match.violations() == []


@pytest.mark.rule("base-11.11", "house-5.3")
@pytest.mark.parametrize(
    ("ruleset", "at", "rule"), [("house", "hull", "house-5.3"), ("classic", "lynn", "base-11.11")]
)
def test_but_not_where_no_fortress_keeps_him(ruleset: str, at: str, rule: str) -> None:
    scene = going_aboard(ruleset=ruleset, at=at)
    assert all(len(offer.fields) == 2 for offer in scene.offered(0, "embark"))
    order = {"nobles": ["percy"], "ship": "le_swan", "left": ["henry"]}
    scene.forbidden(0, "embark", rule=rule, says="Only a fortress", **order)


@pytest.mark.rule("base-11.11")
def test_nor_one_who_is_with_nobody_there() -> None:
    scene = going_aboard().hold("margaret", "courtenay")
    order = {"nobles": ["percy"], "ship": "le_swan", "left": ["margaret"]}
    scene.forbidden(0, "embark", rule="base-11.11", says="with your nobles there", **order)
