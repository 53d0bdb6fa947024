"""What an alliance agreed on beforehand does in battles, sieges, places and ships (base §16)."""

from __future__ import annotations

import pytest

from bot.games import table_rules_for
from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.odds import besiegers_with_allies, with_allies
from bot.rules.kingmaker.state import Pact
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text, battle_text
from tests.rules.kingmaker.battlefield import FAR, FIELD, idlers, only, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, DEADLY, WRIT, allied, attack
from tests.rules.kingmaker.scene import Scene

TABLE = "classic+alliance"

TOWN = "northampton"
"""A fortified town of nobody's, with a garrison of 200."""

SHORE = "20,14"
"""The square of Lynn, a town without walls and a port."""

NAMES = ["Anne", "Bob", "Cecily", "David"].__getitem__


def forces(*nobles: tuple[str, ...], at: str = FIELD) -> Scene:
    """The nobles of each seat in the open of a square or before a place."""
    scene = idlers(Scene(len(nobles), TABLE))
    for seat, party in enumerate(nobles):
        for noble in party:
            scene.noble(noble, seat, at, outside=True)
    return scene


def square_of(scene: Scene, place: str) -> str:
    return str(scene.board.places[place].square)


def lexicon(scene: Scene) -> Lexicon:
    return Lexicon(scene.content, table_rules_for("kingmaker", TABLE))


# Battle


@pytest.mark.rule("base-16.2", "base-9.3")
def test_allied_troops_add_in_attack() -> None:
    scene = allied(forces(("mowbray",), ("courtenay", "pole"), ("stanley",)), 0, 2)
    scene.next_events(CARDS["5-4"]).combat(0)
    attack(scene, "mowbray")
    joined = facts.AllianceMade(2, ("stanley",), 0, True)
    assert scene.happened(facts.AllianceMade) == [joined]
    told = only(scene, facts.AttackDeclared)
    assert (told.attackers, told.strength) == (("mowbray", "stanley"), 100)
    assert only(scene, facts.BattleDecided) == facts.BattleDecided(100, 60, "5-4", 0, (2,))
    assert scene.state.nobles["stanley"].attacked
    assert scene.state.pacts == [Pact(0, 2, FIELD, True)]


@pytest.mark.rule("base-16.2", "base-5.3")
def test_of_equal_commanders_that_of_the_active_player_takes_and_divides() -> None:
    """What Courtenay, who dies, had beside him goes to Stanley, who is Cecily's."""
    scene = allied(forces(("mowbray",), ("courtenay", "pole"), ("stanley",)), 0, 2)
    scene.give("courtenay", "saxons_1").next_events(CARDS["5-4"]).combat(0)
    attack(scene, "mowbray")
    assert only(scene, facts.Captured) == facts.Captured(("pole",), 0, (1,))
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert scene.asked(0) == ["spoils"]
    assert scene.candidates(0, "keep_spoil", "noble") == {"mowbray", "stanley"}
    scene.play(0, "keep_spoil", card="saxons_1", noble="stanley")
    assert scene.state.nobles["stanley"].cards == ["saxons_1"]
    sound(scene)


@pytest.mark.rule("base-16.2", "base-11.5")
def test_what_a_captive_leaves_is_shared_among_all_who_won() -> None:
    scene = allied(forces(("mowbray",), ("pole",), ("stanley",)), 0, 2)
    scene.give("pole", "saxons_1").next_events(CARDS["5-4"]).combat(0)
    attack(scene, "mowbray")
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert scene.candidates(0, "keep_spoil", "noble") == {"mowbray", "stanley"}


@pytest.mark.rule("base-16.2", "base-5.3", "base-9.11")
def test_the_player_of_the_strongest_noble_takes_captives_and_heirs() -> None:
    scene = allied(forces(("mowbray",), ("pole",), ("percy",)), 0, 2)
    scene.hold("george", "pole").next_events(CARDS["5-4"]).combat(0)
    attack(scene, "mowbray")
    assert only(scene, facts.Captured) == facts.Captured(("pole",), 2, (1,))
    assert scene.state.heirs["george"].holder == "percy"
    scene.play(1, "offer_ransom")
    assert scene.asked(2) == ["answer_ransom"]


@pytest.mark.rule("base-16.2", "base-9.9")
def test_allies_share_the_risk() -> None:
    scene = allied(forces(("mowbray",), ("courtenay",), ("stanley",)), 0, 2)
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "mowbray")
    assert only(scene, facts.NobleDied) == facts.NobleDied("stanley", 2, "battle")


@pytest.mark.rule("base-16.2", "base-9.3")
def test_allied_troops_add_in_defence_and_win_for_the_attacked() -> None:
    scene = allied(forces(("mowbray", "neville"), ("stanley",), ("percy",)), 2, 1)
    scene.next_events(CARDS["5-4"]).combat(0)
    attack(scene, "mowbray", "neville")
    joined = facts.AllianceMade(2, ("percy",), 1, False)
    assert scene.happened(facts.AllianceMade) == [joined]
    assert only(scene, facts.BattleDecided) == facts.BattleDecided(100, 150, "5-4", 1, (2,))
    assert only(scene, facts.Captured) == facts.Captured(("mowbray", "neville"), 2, (0,))
    assert scene.state.nobles["percy"].defended


@pytest.mark.rule("base-16.2", "base-5.5")
def test_who_was_attacked_already_does_not_come_to_anothers_help() -> None:
    scene = allied(forces(("mowbray", "neville"), ("stanley",), ("percy",)), 2, 1)
    scene.combat(0)
    scene.state.nobles["percy"].defended = True
    scene.next_events(CARDS["5-4"])
    attack(scene, "mowbray", "neville")
    assert only(scene, facts.AttackDeclared).defenders == ("stanley",)


@pytest.mark.rule("base-16.4")
def test_who_is_allied_with_both_sides_stands_aside() -> None:
    scene = allied(allied(forces(("mowbray",), ("pole",), ("percy",)), 0, 2), 1, 2)
    scene.next_events(CARDS["4-1"]).combat(0)
    attack(scene, "mowbray")
    told = only(scene, facts.AttackDeclared)
    assert (told.attackers, told.defenders) == (("mowbray",), ("pole",))
    assert scene.happened(facts.AllianceMade) == []


@pytest.mark.rule("base-16.1", "base-16.5")
@pytest.mark.parametrize(("lasting", "joins"), [(True, True), (False, False)])
def test_a_lasting_alliance_holds_wherever_both_stand_in_one_square(
    lasting: bool, joins: bool
) -> None:
    scene = forces(("mowbray",), ("pole",), ("percy",))
    allied(scene, 0, 2, lasting=lasting, square=FAR).next_events(CARDS["3-1"]).combat(0)
    attack(scene, "mowbray")
    assert ("percy" in only(scene, facts.AttackDeclared).attackers) == joins


@pytest.mark.rule("base-16.5")
def test_only_forces_in_the_same_square_act_together() -> None:
    scene = allied(forces(("mowbray",), ("pole",), ()), 0, 2).noble("percy", 2, "14,20")
    scene.next_events(CARDS["3-1"]).combat(0)
    attack(scene, "mowbray")
    assert only(scene, facts.AttackDeclared).attackers == ("mowbray",)


@pytest.mark.rule("base-16.1")
@pytest.mark.parametrize(("half", "over"), [("majority", True), ("bad_weather", False)])
def test_an_alliance_for_one_combat_ends_with_it(half: str, over: bool) -> None:
    scene = allied(forces(("mowbray",), ("pole",), ("percy",)), 0, 2, lasting=False)
    scene.next_events(CARDS[half]).combat(0)
    attack(scene, "mowbray")
    ended = [facts.PactEnded(0, 2, FIELD, "fought")] if over else []
    assert scene.happened(facts.PactEnded) == ended
    assert scene.state.pacts == ([] if over else [Pact(0, 2, FIELD)])


@pytest.mark.rule("base-16.1")
def test_and_not_with_a_combat_of_others() -> None:
    scene = forces(("mowbray",), ("pole",), ("percy",), ("talbot",))
    allied(scene, 2, 3, lasting=False)
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "mowbray")
    assert scene.state.pacts == [Pact(2, 3, FIELD)]


@pytest.mark.rule("base-11.10", "base-16.2")
def test_an_ally_does_not_stand_between_the_victor_and_an_heir_who_waits_there() -> None:
    scene = allied(forces(("percy",), ("pole",), ("talbot",)), 0, 2)
    scene.heir_at("george", FIELD).next_events(CARDS["3-1"]).combat(0)
    attack(scene, "percy")
    assert scene.state.heirs["george"].holder == "percy"


# Siege


@pytest.mark.rule("base-16.2", "base-10.3", "base-10.4")
def test_allies_before_a_place_match_its_defence_together() -> None:
    scene = allied(forces(("percy",), (), ("mowbray", "neville"), at=TOWN), 0, 2)
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=["percy"], place=TOWN)
    told = only(scene, facts.AssaultDeclared)
    assert (told.attackers, told.strength) == (("percy", "mowbray", "neville"), 200)
    assert only(scene, facts.SiegeConcluded) == facts.SiegeConcluded(0, TOWN, True, (2,))
    assert scene.state.control[TOWN] == "percy"
    assert where(scene, "percy")[1] == TOWN
    assert where(scene, "mowbray")[1] is None
    sound(scene)


@pytest.mark.rule("base-16.2")
def test_the_place_falls_to_the_player_of_the_strongest_noble() -> None:
    scene = allied(forces(("mowbray", "neville"), (), ("percy",), at=TOWN), 0, 2)
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=["mowbray", "neville"], place=TOWN)
    assert only(scene, facts.SiegeConcluded) == facts.SiegeConcluded(2, TOWN, True, (0,))
    assert scene.state.control[TOWN] == "percy"


@pytest.mark.rule("base-10.3", "base-16.5")
def test_without_the_ally_in_the_square_it_is_no_match() -> None:
    scene = allied(forces(("percy",), (), ("mowbray",), at=TOWN), 0, 2)
    scene.noble("neville", 2, FIELD).combat(0)
    reason = scene.refused(0, "conclude", rule="base-10.3", nobles=["percy"], place=TOWN)
    assert reason == "To conclude a siege you need nobles there who match the whole defence."


@pytest.mark.rule("base-16.2", "base-16.4", "base-10.6", "base-10.10")
def test_in_bad_weather_they_besiege_together_until_the_alliance_is_cancelled() -> None:
    scene = allied(forces(("percy",), (), ("mowbray", "neville"), at=TOWN), 0, 2)
    scene.next_events(CARDS["bad_weather"], "E-WR01").combat(0)
    scene.play(0, "conclude", nobles=["percy"], place=TOWN)
    assert scene.state.sieges[TOWN].besiegers == ["percy", "mowbray", "neville"]
    scene.turn(2)
    assert scene.state.sieges[TOWN].seat == 0
    scene.play(2, "cancel_alliance", ally="0")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, TOWN, "weakness")]


@pytest.mark.rule("base-16.2", "base-10.2", "base-10.15")
@pytest.mark.parametrize(
    ("bound", "defence", "defenders"),
    [(True, 240, ("hastings", "talbot")), (False, 230, ("talbot",))],
)
def test_allies_inside_one_fortress_defend_it_together(
    bound: bool, defence: int, defenders: tuple[str, ...]
) -> None:
    nobles = ("percy", "mowbray", "neville", "grey", "roos")
    scene = forces(nobles, (), ("pole",), at=TOWN).noble("hastings", 1, TOWN)
    scene.noble("talbot", 2, TOWN, guest=True).next_events(CARDS["majority"])
    if bound:
        allied(scene, 1, 2)
    scene.combat(0)
    scene.play(0, "conclude", nobles=nobles, place=TOWN)
    told = only(scene, facts.AssaultDeclared)
    assert (told.defence, told.defenders) == (defence, defenders)
    assert set(only(scene, facts.Captured).nobles) == {"hastings", "talbot"}


@pytest.mark.rule("base-16.4")
def test_nobody_besieges_a_place_that_an_ally_holds_or_is_inside() -> None:
    scene = forces(("percy", "mowbray", "neville", "stanley"), (), (), at=TOWN)
    scene.noble("hastings", 1, TOWN).noble("talbot", 2, TOWN, guest=True)
    scene.noble("pole", 2, FAR, outside=True)
    for ally in (1, 2):
        scene.state.pacts[:] = [Pact(0, ally, FAR, True)]
        scene.combat(0)
        assert scene.offered(0, "conclude") == []
        nobles = ["percy", "mowbray", "neville", "stanley"]
        reason = scene.refused(0, "conclude", rule="base-16.4", nobles=nobles, place=TOWN)
        assert reason.startswith("You are allied there, and allies do not attack each other.")


@pytest.mark.rule("base-16.4", "base-16.2")
def test_who_has_an_ally_inside_does_not_besiege_him_for_another_and_nothing_happens() -> None:
    besiegers = ("mowbray", "neville", "stanley")
    scene = allied(forces(("percy",), (), besiegers, (), at=TOWN), 0, 2)
    scene.noble("hastings", 1, TOWN).noble("talbot", 3, TOWN, guest=True)
    allied(scene, 2, 3).combat(0)
    scene.play(0, "conclude", nobles=["percy"], place=TOWN)
    assert scene.happened(facts.AllianceMade) == []
    assert only(scene, facts.AlliesStayedOut) == facts.AlliesStayedOut(
        0, 1, square_of(scene, TOWN), TOWN
    )
    assert not scene.state.nobles["percy"].attacked


@pytest.mark.rule("base-16.4")
def test_a_siege_ends_when_besieger_and_besieged_agree_on_an_alliance() -> None:
    scene = forces(("percy", "mowbray", "neville", "grey", "roos"), (), at=TOWN)
    scene.noble("hastings", 1, TOWN)
    scene.siege(TOWN, ["percy", "mowbray", "neville", "grey", "roos"]).movement(0)
    scene.play(0, "propose_alliance", ally="1", square=square_of(scene, TOWN), term="one_combat")
    scene.play(1, "accept_alliance")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, TOWN, "choice")]


@pytest.mark.rule("base-16.4", "base-16.1", "base-10.10")
@pytest.mark.parametrize("alone", [True, False], ids=["he-still-matches", "too-weak"])
def test_a_besiegers_ally_who_makes_an_alliance_with_the_besieged_leaves_the_siege(
    alone: bool,
) -> None:
    scene = allied(forces(("percy",), (), ("mowbray", "neville"), at=TOWN), 0, 2)
    scene.noble("hastings", 1, TOWN).give("percy", "marshal_england")
    if alone:
        scene.give("percy", "burgundian_crossbowmen_1")
    scene.siege(TOWN, ["percy", "mowbray", "neville"])
    scene.movement(2)
    scene.play(2, "propose_alliance", ally="1", square=square_of(scene, TOWN), term="lasting")
    scene.play(1, "accept_alliance")
    broken = [] if alone else [facts.SiegeBroken(0, TOWN, "weakness")]
    assert scene.happened(facts.SiegeBroken) == broken
    assert {n for s in scene.state.sieges.values() for n in s.besiegers} <= {"percy"}
    sound(scene)


@pytest.mark.rule("base-16.2", "base-10.8", "base-9.3")
def test_an_ally_outside_is_the_relief_with_whom_those_inside_come_out() -> None:
    scene = forces(("percy",), (), ("neville",), at=TOWN).noble("mowbray", 1, TOWN)
    scene.give("percy", "marshal_england", "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    scene.give("percy", "scots_archers_1").siege(TOWN, ["percy"])
    place = square_of(scene, TOWN)
    scene.next_events(CARDS["4-1"]).combat(1)
    wanted = {"against": "0", "square": place}
    reason = scene.refused(1, "attack", rule="base-10.8", nobles=["mowbray"], **wanted)
    assert reason == "Nobles under siege can come out only together with relief from outside."
    allied(scene, 1, 2).combat(1)
    scene.play(1, "attack", nobles=["mowbray"], **wanted)
    told = only(scene, facts.AttackDeclared)
    assert (told.attackers, told.sallying) == (("mowbray", "neville"), ("mowbray",))


# Fortresses and ships (base-16.3)


@pytest.mark.rule("base-16.3", "base-6.4")
def test_an_ally_enters_a_fortress_by_leave() -> None:
    scene = allied(Scene(2, TABLE).noble("percy", 0, "alnwick"), 0, 1)
    scene.noble("talbot", 1, "alnwick", outside=True).movement(1)
    scene.refused(1, "enter", rule="base-6.4", nobles=["talbot"], place="alnwick")
    scene.play(1, "ask_leave", place="alnwick")
    scene.play(0, "grant")
    scene.play(1, "enter", nobles=["talbot"], place="alnwick")
    assert where(scene, "talbot")[1] == "alnwick"


def at_lynn() -> Scene:
    """Roos of seat 0 has Le Swan in Lynn; Howard of seat 1 stands in its square."""
    scene = idlers(Scene(2, TABLE)).noble("roos", 0, "lynn", cards=("le_swan",))
    return scene.noble("howard", 1, "lynn", outside=True).ship("le_swan", port="lynn")


@pytest.mark.rule("base-16.3", "base-8.2")
def test_an_ally_boards_a_ship_by_leave_and_nobody_else_does() -> None:
    scene = at_lynn()
    scene.movement(1)
    reason = scene.refused(1, "ask_leave", rule="base-8.2", place="le_swan")
    assert reason == "Nobles can board only ships of their own faction."
    allied(scene, 0, 1, square=SHORE).movement(1)
    reason = scene.refused(1, "embark", rule="base-16.3", nobles=["howard"], ship="le_swan")
    assert reason == "The ship is another player’s. Ask leave to board."
    scene.play(1, "ask_leave", place="le_swan")
    assert scene.offered(0, "grant")[0].rule == "base-16.3"
    scene.play(0, "grant")
    scene.play(1, "embark", nobles=["howard"], ship="le_swan")
    assert scene.where("howard") == ("", None, "le_swan")
    sound(scene)


@pytest.mark.rule("base-16.4", "base-8.7")
def test_a_crew_that_is_allied_with_the_port_goes_ashore_and_does_not_besiege_it() -> None:
    scene = idlers(Scene(2, TABLE)).noble("hastings", 1, "calais")
    for noble in ("percy", "mowbray", "neville", "stanley"):
        scene.noble(noble, 0, FAR)
    scene.give("percy", "le_swan").ship("le_swan", port="calais", hostile=True)
    for noble in ("percy", "mowbray", "neville", "stanley"):
        scene.aboard(noble, "le_swan")
    allied(scene, 0, 1).combat(0)
    assert scene.happened(facts.AssaultDeclared) == []
    assert scene.where("percy") == (square_of(scene, "calais"), None, None)


# What is told of it


@pytest.mark.rule("base-16.2")
def test_the_odds_count_the_allies_of_both_sides() -> None:
    scene = forces(("mowbray",), ("courtenay",), ("stanley",), ("talbot",))
    allied(allied(scene, 0, 2), 1, 3).combat(0)
    view = scene.match.view(0)
    found = with_allies(scene.content, view, FIELD, ["mowbray"], ["courtenay"])
    assert found == (["mowbray", "stanley"], ["courtenay", "talbot"])
    told = battle_text(lexicon(scene), view, FIELD, ["mowbray"], ["courtenay"], NAMES)
    assert "Anne’s **Mowbray** and Cecily’s **Stanley** (100) against" in told
    assert "Bob’s **Courtenay** and David’s **Talbot** (60)" in told


@pytest.mark.rule("base-16.2", "base-10.3")
def test_the_odds_of_a_siege_count_the_allies_before_the_place_and_inside() -> None:
    scene = allied(forces(("percy",), (), ("mowbray", "neville"), (), at=TOWN), 0, 2)
    scene.noble("hastings", 1, TOWN).noble("talbot", 3, TOWN, guest=True)
    allied(scene, 1, 3).combat(0)
    view = scene.match.view(0)
    party = besiegers_with_allies(scene.content, view, TOWN, ["percy"])
    assert party == ["percy", "mowbray", "neville"]
    told = assault_text(lexicon(scene), view, TOWN, ["percy"], NAMES)
    assert "(200) against a defence of 240" in told
    scene.state.pacts.append(Pact(2, 3, FAR, True))
    view = scene.match.view(0)
    assert besiegers_with_allies(scene.content, view, TOWN, ["percy"]) == ["percy"]


@pytest.mark.rule("base-16.1", "base-16.4")
def test_a_standing_order_keeps_alliances_and_declines_others() -> None:
    scene = forces(("percy",), ("pole",), ("talbot",))
    scene.movement(0)
    order = Choice.of("order_pass", phases=["pacts", "pact"])
    game, table = scene.game, scene.match.table
    assert any(prompt.find(order) is not None for prompt in game.beforehand(table, 1))
    scene.play(0, "propose_alliance", ally="1", square=FIELD, term="lasting")
    (asked,) = (prompt for prompt in scene.match.prompts(1) if prompt.kind == "pact")
    assert game.as_ordered(table, asked, order) == Choice("decline_alliance")
    classic = Scene(2, "classic").noble("percy", 0, FIELD).noble("pole", 1, FAR)
    classic.movement(0)
    offered = classic.game.beforehand(classic.match.table, 1)
    assert all(prompt.find(order) is None for prompt in offered)


# A siege that allies keep up together (base-16.2, base-16.4)


@pytest.mark.rule("base-16.2", "base-16.4")
@pytest.mark.parametrize("lasting", [True, False])
def test_an_alliance_that_lapses_ends_no_siege_while_another_binds_the_same_two(
    lasting: bool,
) -> None:
    scene = forces(("percy", "mowbray"), (), ("neville",), at=TOWN)
    scene.siege(TOWN, ["percy", "mowbray", "neville"])
    allied(scene, 0, 2, lasting=False, square=square_of(scene, TOWN)).next_events(WRIT)
    if lasting:
        allied(scene, 2, 0, square=FAR)
    scene.turn(0)
    ended = scene.happened(facts.PactEnded)
    assert ended == [facts.PactEnded(0, 2, square_of(scene, TOWN), "lapsed")]
    broken = [] if lasting else [facts.SiegeBroken(0, TOWN, "weakness")]
    assert scene.happened(facts.SiegeBroken) == broken
    if lasting:
        assert scene.state.sieges[TOWN].besiegers == ["percy", "mowbray", "neville"]


@pytest.mark.rule("base-16.4", "base-10.10")
def test_the_siege_of_allies_ends_with_their_alliance_when_the_besieger_falls_in_battle() -> None:
    scene = forces(("percy",), ("pole",), ("stanley",), at=TOWN)
    scene.give("percy", "marshal_england").siege(TOWN, ["percy", "stanley"])
    place = square_of(scene, TOWN)
    allied(scene, 0, 2, lasting=False, square=place).next_events(DEADLY).combat(0)
    attack(scene, "percy", square=place)
    assert "percy" not in scene.state.nobles
    assert scene.happened(facts.PactEnded) == [facts.PactEnded(0, 2, place, "fought")]
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, TOWN, "gone")]
