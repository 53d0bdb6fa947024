"""Alliances in battles and sieges: who may join, what it brings (house §5.11; base §16)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import settle, siege_of
from tests.rules.kingmaker.scene import Scene

FIELD = "13,20"
"""An open square of England without a place, a road or a bonus region."""

FINE = ("E-RA01", "E-RA02", "E-RA03", "E-RA04")
SURVIVE = 100


def field(
    attackers: tuple[str, ...] = ("mowbray",),
    defenders: tuple[str, ...] = ("percy",),
    third: tuple[str, ...] = ("talbot",),
) -> Scene:
    """Nobles of seats 0, 1 and 2 in one open square, before seat 0's combat phase."""
    scene = Scene(3)
    for seat, nobles in enumerate((attackers, defenders, third)):
        for noble in nobles:
            scene.noble(noble, seat, FIELD, outside=True)
    return scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")


def declare(scene: Scene, *nobles: str, against: int = 1) -> None:
    """Seat 0 attacks; the third player has not answered yet."""
    if scene.state.phase != "combat":
        scene.combat(0)
    scene.play(0, "attack", nobles=nobles or ("mowbray",), against=str(against), square=FIELD)


def weather(scene: Scene, roll: int, *deaths: int) -> None:
    """Fine weather, this roll on the table, these death rolls, and nobody else dies."""
    card = next(card for card in FINE if card in scene.state.event_deck)
    scene.dice.laid.clear()
    scene.next_events(card).rolls(roll, *deaths, *[SURVIVE] * 12)


def battle(scene: Scene) -> tuple[int, int]:
    """The strengths of the battle just rolled."""
    found = scene.happened(facts.BattleRolled)
    assert len(found) == 1
    return found[0].strength, found[0].opposed


# 5.11 Who is asked, and what he may answer


@pytest.mark.rule("house-5.11c", "house-5.11d", "base-16.1", "base-16.2", "base-9.3")
def test_a_third_force_may_join_the_attack() -> None:
    scene = field()
    declare(scene)
    assert scene.asked(2) == ["alliance"]
    assert scene.asked(0) == scene.asked(1) == []
    weather(scene, 30)
    scene.play(2, "ally_attack", nobles=["talbot"])
    assert scene.happened(facts.AllianceMade) == [facts.AllianceMade(2, ("talbot",), 0, True)]
    assert battle(scene) == (80, 100)


@pytest.mark.rule("house-5.11c", "house-5.11d", "base-16.2")
def test_a_third_force_may_join_the_defence() -> None:
    scene = field()
    declare(scene)
    weather(scene, 30)
    scene.play(2, "ally_defence", nobles=["talbot"])
    assert scene.happened(facts.AllianceMade) == [facts.AllianceMade(2, ("talbot",), 1, False)]
    assert battle(scene) == (50, 130)


@pytest.mark.rule("house-5.11d")
def test_a_third_force_may_stand_aside() -> None:
    scene = field()
    declare(scene)
    weather(scene, 30)
    scene.play(2, "stand_aside")
    assert scene.happened(facts.AllianceMade) == []
    assert battle(scene) == (50, 100)
    assert scene.where("talbot") == (FIELD, None, None)


@pytest.mark.rule("house-5.11e", "house-5.11d")
def test_neither_side_is_asked_whether_it_wants_the_ally() -> None:
    scene = field()
    declare(scene)
    weather(scene, 30)
    for seat in (0, 1):
        scene.forbidden(seat, "stand_aside", rule="house-5.11e", says="cannot refuse an ally")
    scene.play(2, "ally_attack", nobles=["talbot"])
    assert len(scene.happened(facts.BattleRolled)) == 1


@pytest.mark.rule("house-5.11c", "house-5.11e", "house-1.3")
def test_a_force_joins_one_side_only() -> None:
    """While a fourth player still thinks, the third cannot send Holland to the other side."""
    scene = Scene(4)
    for seat, nobles in enumerate((("mowbray",), ("percy",), ("talbot", "holland"), ("stanley",))):
        for noble in nobles:
            scene.noble(noble, seat, FIELD, outside=True)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    declare(scene)
    scene.play(2, "ally_attack", nobles=["talbot"])
    scene.forbidden(
        2, "ally_defence", rule="house-5.11c", says="Nobody can join both", nobles=["holland"]
    )
    scene.forbidden(
        3, "ally_attack", rule="house-1.3", says="your own faction", nobles=["stanley", "holland"]
    )
    weather(scene, 30)
    scene.play(3, "stand_aside")
    assert battle(scene) == (80, 100)


@pytest.mark.rule("house-5.11c", "house-5.11d")
def test_a_part_of_the_force_may_join() -> None:
    scene = field(third=("talbot", "holland"))
    declare(scene)
    assert scene.candidates(2, "ally_attack", "nobles") == {"talbot", "holland"}
    weather(scene, 30)
    scene.play(2, "ally_attack", nobles=["holland"])
    assert battle(scene) == (70, 100)
    assert scene.state.nobles["talbot"].attacked is False


@pytest.mark.rule("house-5.11c")
def test_several_players_join_each_the_side_he_likes() -> None:
    scene = Scene(5)
    for seat, noble in enumerate(("mowbray", "percy", "talbot", "stanley", "grey")):
        scene.noble(noble, seat, FIELD, outside=True)
    scene.combat(0)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square=FIELD)
    assert [scene.asked(seat) for seat in (2, 3, 4)] == [["alliance"]] * 3
    scene.play(3, "ally_attack", nobles=["stanley"])
    scene.play(2, "ally_defence", nobles=["talbot"])
    weather(scene, 30)
    scene.play(4, "stand_aside")
    assert battle(scene) == (100, 130)


@pytest.mark.rule("house-5.11c", "house-5.11e", "house-5.14a")
def test_sides_are_taken_before_the_weather() -> None:
    scene = field()
    declare(scene)
    assert scene.happened(facts.WeatherDrawn) == []
    scene.next_events("E-PL04")
    scene.play(2, "ally_attack", nobles=["talbot"])
    assert [e.bad for e in scene.happened(facts.WeatherDrawn)] == [True]
    scene.forbidden(2, "ally_defence", rule="house-5.11e", says="not afterwards", nobles=["talbot"])


@pytest.mark.rule("house-5.11a", "base-16.5")
@pytest.mark.parametrize("where", ["14,20", "13,21"])
def test_forces_in_other_squares_are_not_asked(where: str) -> None:
    scene = field(third=()).noble("talbot", 2, where)
    weather(scene, 30)
    declare(scene)
    assert battle(scene) == (50, 100)


# 5.11b Rest


@pytest.mark.rule("house-5.11b")
def test_who_fought_in_his_own_last_turn_may_not_join() -> None:
    """Talbot attacks in seat 2's turn; in seat 0's turn after it he is tired."""
    scene = field().noble("grey", 2, "19,18")
    scene.combat(2)
    weather(scene, 70)
    scene.play(2, "attack", nobles=["talbot"], against="1", square=FIELD)
    scene.play(0, "stand_aside")
    assert scene.happened(facts.BattleRolled)[0].result == "no_victory"
    scene.combat(0)
    weather(scene, 30)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square=FIELD)
    assert scene.asked(2) == []
    assert battle(scene) == (50, 100)


@pytest.mark.rule("house-5.11b")
def test_after_a_turn_of_rest_he_may_join_again() -> None:
    scene = field()
    scene.state.nobles["talbot"].fought = True
    scene.next_events("E-ST01").next_crown("saxons_1")
    scene.state.active = 1
    scene.draw(1)
    scene.play(1, "keep")  # seat 2's turn begins
    assert scene.state.active == 2
    scene.play(2, "done")  # movement
    if scene.asked(2) == ["combat"]:
        scene.play(2, "done")
    scene.combat(0)
    declare(scene)
    assert scene.candidates(2, "ally_attack", "nobles") == {"talbot"}


@pytest.mark.rule("house-5.11b")
def test_to_have_been_attacked_in_anothers_turn_does_not_tire() -> None:
    """Only combat in the ally's own turn counts."""
    scene = field(third=("stanley",)).noble("grey", 2, "19,18")
    scene.combat(1)
    weather(scene, 15)
    scene.play(1, "attack", nobles=["percy"], against="2", square=FIELD)
    scene.play(0, "stand_aside")
    assert scene.happened(facts.BattleRolled)[0].result == "no_victory"
    scene.combat(0)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square=FIELD)
    assert scene.candidates(2, "ally_attack", "nobles") == {"stanley"}


@pytest.mark.rule("house-5.11b")
@pytest.mark.parametrize("order", ["lay", "hold"])
def test_a_siege_in_ones_own_turn_tires_as_well(order: str) -> None:
    """Talbot lays or holds a siege before Masham in his own turn."""
    scene = Scene(3).noble("percy", 2, "masham", outside=True).control("masham", None)
    scene.noble("mowbray", 0, "masham", outside=True).noble("neville", 1, "masham", outside=True)
    scene.control("masham", None).noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    if order == "hold":
        scene.siege("masham", ["percy"])
        scene.combat(2)
    else:
        scene.combat(2)
        scene.play(2, "lay", nobles=["percy"], place="masham")
    scene.combat(0)
    weather(scene, 50)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square="14,8")
    assert scene.asked(2) == []
    assert battle(scene) == (50, 50)


@pytest.mark.rule("house-5.11b", "house-1.17")
def test_who_was_attacked_in_this_very_phase_may_not_join() -> None:
    """One defence per Force: Talbot has had his, and House §1.17 gives no second."""
    scene = field(attackers=("mowbray", "neville"))
    declare(scene, "neville", against=2)
    weather(scene, 25)
    scene.play(1, "stand_aside")
    assert scene.happened(facts.BattleRolled)[0].result == "no_victory"
    scene.events = []
    weather(scene, 30)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square=FIELD)
    assert scene.asked(2) == []
    assert battle(scene) == (50, 100)


# 16 What allies share


@pytest.mark.rule("base-16.2", "house-5.16a")
def test_an_ally_in_the_defence_shares_the_risk_and_the_capture() -> None:
    scene = field(attackers=("mowbray", "neville"))
    declare(scene, "mowbray", "neville")
    weather(scene, 100)
    scene.play(2, "ally_defence", nobles=["talbot"])
    rolls = {e.who: e.chance for e in scene.happened(facts.DeathRolled)}
    assert rolls == {"mowbray": 5, "neville": 5, "percy": 20, "talbot": 20}
    captured = scene.happened(facts.Captured)
    assert {n for e in captured for n in e.nobles} == {"percy", "talbot"}
    assert {e.captor for e in captured} == {0}


@pytest.mark.rule("base-16.2", "house-5.16b")
def test_an_ally_in_the_attack_shares_the_risk_and_the_way_home() -> None:
    scene = field(attackers=("mowbray",), third=("talbot",))
    declare(scene)
    weather(scene, 1)
    scene.play(2, "ally_attack", nobles=["talbot"])
    rolls = {e.who: e.chance for e in scene.happened(facts.DeathRolled)}
    assert rolls == {"mowbray": 15, "talbot": 15, "percy": 5}
    assert scene.happened(facts.BattleRolled)[0].result == "attack_fails"
    for _ in range(4):
        for seat in (0, 2):
            if "go_home" in scene.asked(seat):
                noble = "mowbray" if seat == 0 else "talbot"
                castle = "framlingham" if seat == 0 else "sheffield"
                scene.play(seat, "go_home", noble=noble, castle=castle)
    assert scene.where("mowbray")[1] == "framlingham"
    assert scene.where("talbot")[1] == "sheffield"


@pytest.mark.rule("base-16.2")
def test_the_strongest_noble_commands_and_his_player_has_the_spoils() -> None:
    """Stanley (50) of seat 2 is stronger than Holland (20): captives and heirs fall to seat 2."""
    scene = field(attackers=("holland",), defenders=("grey",), third=("stanley",))
    scene.hold("margaret", "grey")
    declare(scene, "holland")
    weather(scene, 100)
    scene.play(2, "ally_attack", nobles=["stanley"])
    scene.play(1, "let_through")
    assert [e.captor for e in scene.happened(facts.Captured)] == [2]
    assert scene.state.heirs["margaret"].holder == "stanley"


@pytest.mark.rule("base-16.2")
def test_at_equal_strength_the_player_whose_turn_it_is_commands() -> None:
    """Neville and Mowbray have 50 each; by name Mowbray would come first."""
    scene = field(attackers=("neville",), defenders=("grey",), third=("mowbray",))
    scene.hold("margaret", "grey")
    declare(scene, "neville")
    weather(scene, 100)
    scene.play(2, "ally_attack", nobles=["mowbray"])
    scene.play(1, "let_through")
    assert [e.captor for e in scene.happened(facts.Captured)] == [0]
    assert scene.state.heirs["margaret"].holder == "neville"


@pytest.mark.rule("base-16.1", "base-16.4")
def test_an_alliance_is_for_one_combat() -> None:
    """In the next round Talbot, who helped Mowbray, may help Percy against him."""
    scene = field()
    declare(scene)
    weather(scene, 35)
    scene.play(2, "ally_attack", nobles=["talbot"])
    assert scene.happened(facts.BattleRolled)[0].result == "no_victory"
    scene.combat(0)
    declare(scene)
    assert {o.verb for p in scene.match.prompts(2) for o in p.offers if p.blocking} == {
        "ally_attack",
        "ally_defence",
        "stand_aside",
    }


@pytest.mark.rule("base-16.4")
def test_an_ally_is_not_attacked_in_the_turn_of_the_alliance() -> None:
    """An alliance is cancelled at the start of a turn, not within it."""
    scene = field(attackers=("mowbray", "neville"))
    declare(scene, "mowbray")
    weather(scene, 35)
    scene.play(2, "ally_attack", nobles=["talbot"])
    assert scene.happened(facts.BattleRolled)[0].result == "no_victory"
    told = {"nobles": ["neville"], "against": "2", "square": FIELD}
    scene.forbidden(0, "attack", rule="base-16.4", says="allies do not attack", **told)


@pytest.mark.rule("base-16.4", "house-6.1a", "house-6.2a")
@pytest.mark.parametrize("course", ["lay", "conclude"])
def test_nor_is_his_castle_besieged(course: str) -> None:
    scene = siege_of("masham", ("mowbray", "percy", "neville"), seats=3)
    scene.noble("scrope", 2, "masham").noble("talbot", 2, "masham", outside=True)
    scene.noble("pole", 1, "masham", outside=True).combat(0)
    told = {"nobles": ["percy", "neville"], "place": "masham"}
    assert scene.offered(0, course)
    weather(scene, 99)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square="14,8")
    scene.play(2, "ally_attack", nobles=["talbot"])
    settle(scene)
    scene.forbidden(0, course, rule="base-16.4", says="allies do not attack", **told)


@pytest.mark.rule("house-5.11c", "house-1.16")
def test_an_ally_in_attack_has_attacked() -> None:
    scene = field(third=("talbot",))
    declare(scene)
    weather(scene, 35)
    scene.play(2, "ally_attack", nobles=["talbot"])
    assert scene.state.nobles["talbot"].attacked is True


# 5.14e Allies may tip the odds out of reach


@pytest.mark.rule("house-5.14e", "house-5.15b")
def test_an_attack_that_allies_push_below_one_to_four_does_not_take_place() -> None:
    scene = field(attackers=("talbot",), defenders=("percy",), third=("mowbray",))
    declare(scene, "talbot")
    weather(scene, 99)
    cards = list(scene.state.event_deck)
    scene.play(2, "ally_defence", nobles=["mowbray"])
    assert [e.reason for e in scene.happened(facts.AttackCancelled)] == ["odds"]
    assert scene.happened(facts.BattleRolled) == []
    assert scene.happened(facts.WeatherDrawn) == []
    assert scene.state.event_deck == cards
    assert scene.where("talbot") == (FIELD, None, None)


@pytest.mark.rule("house-5.14e")
def test_a_ratio_of_exactly_one_to_four_with_allies_is_fought() -> None:
    scene = field(attackers=("talbot",), defenders=("percy",), third=("grey",))
    declare(scene, "talbot")
    weather(scene, 30)
    scene.play(2, "ally_defence", nobles=["grey"])
    assert battle(scene) == (30, 120)
    assert scene.happened(facts.AttackCancelled) == []


@pytest.mark.rule("house-5.14e", "house-2.6c")
def test_cards_played_after_the_declaration_count() -> None:
    scene = field(attackers=("talbot",), defenders=("percy",), third=("grey",)).hand(1, "saxons_1")
    scene.hand(0, "scots_archers_1")
    declare(scene, "talbot")
    scene.play(1, "play", card="saxons_1", noble="percy")
    scene.play(0, "play", card="scots_archers_1", noble="talbot")
    weather(scene, 30)
    scene.play(2, "stand_aside")
    assert battle(scene) == (50, 110)


@pytest.mark.rule("house-5.14e", "house-5.15b", "house-5.11c")
def test_an_assassin_is_helped_by_nobody_and_not_stopped_by_the_odds() -> None:
    scene = field(attackers=("clifford",), defenders=("percy",), third=("mowbray",))
    scene.combat(0)
    scene.next_events(FINE[0]).rolls(*[SURVIVE] * 4)
    scene.play(0, "assassinate", noble="clifford", target="percy")
    assert scene.asked(2) == []
    assert {e.who for e in scene.happened(facts.DeathRolled)} == {"clifford", "percy"}


# 5.11f under siege


def masham_besieged(*, third: str = "talbot") -> Scene:
    """Seat 1's Scrope and Percy under siege in Masham by seat 0's Mowbray and Neville and Stanley;
    the third player's noble stands in the open there."""
    scene = Scene(3).noble("scrope", 1, "masham").noble("percy", 1, "masham")
    for noble in ("mowbray", "neville", "stanley"):
        scene.noble(noble, 0, "masham", outside=True)
    scene.noble(third, 2, "masham", outside=True).control("masham", "scrope")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    return scene.siege("masham", ["mowbray", "neville", "stanley"])


@pytest.mark.rule("house-5.11c", "base-16.2", "house-5.11f")
def test_an_ally_joins_the_besieger_and_nobody_the_besieged() -> None:
    scene = Scene(3).noble("scrope", 1, "masham").noble("percy", 0, "masham", outside=True)
    scene.noble("mowbray", 0, "masham", outside=True).noble("talbot", 2, "masham", outside=True)
    scene.control("masham", "scrope").siege("masham", ["percy", "mowbray"]).combat(0)
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="masham")
    assert {o.verb for p in scene.match.prompts(2) for o in p.offers if p.blocking} == {
        "ally_attack",
        "stand_aside",
    }
    scene.forbidden(
        2, "ally_defence", rule="house-5.11f", says="a place under siege", nobles=["talbot"]
    )
    weather(scene, SURVIVE)
    scene.play(2, "ally_attack", nobles=["talbot"])
    storm = scene.happened(facts.AssaultDeclared)[0]
    assert (storm.strength, storm.defence) == (180, 110)
    assert set(storm.attackers) == {"percy", "mowbray", "talbot"}


@pytest.mark.rule("house-5.11f", "house-6.4c")
def test_others_may_join_a_sally_out_of_the_besieged_place() -> None:
    scene = masham_besieged()
    scene.combat(1)
    scene.play(1, "attack", nobles=["percy", "scrope"], against="0", square="14,8")
    assert scene.candidates(2, "ally_attack", "nobles") == {"talbot"}
    weather(scene, 35)
    scene.play(2, "ally_attack", nobles=["talbot"])
    assert battle(scene) == (140, 150)


@pytest.mark.rule("house-5.11c", "house-5.11f")
def test_the_holder_of_a_besieged_fortress_is_not_asked_to_storm_it() -> None:
    """Courtenay of the holder's faction rested in the open of the square."""
    scene = Scene(2).noble("scrope", 1, "masham").noble("percy", 0, "masham", outside=True)
    scene.noble("mowbray", 0, "masham", outside=True).noble("courtenay", 1, "masham", outside=True)
    scene.control("masham", "scrope").combat(0)
    weather(scene, SURVIVE)
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="masham")
    assert "alliance" not in scene.asked(1)
    assert scene.happened(facts.AssaultDeclared)[0].attackers == ("percy", "mowbray")


@pytest.mark.rule("house-5.11c", "house-5.11f")
def test_the_faction_inside_an_open_town_is_not_asked_to_storm_it() -> None:
    """Nobody controls Hereford: it is held against the besieger by the noble inside."""
    scene = Scene(2).noble("howard", 1, "hereford")
    scene.noble("percy", 0, "hereford", outside=True, cards=("marshal_england", "saxons_1"))
    scene.noble("roos", 1, "hereford", outside=True).combat(0)
    weather(scene, SURVIVE)
    scene.play(0, "conclude", nobles=["percy"], place="hereford")
    assert "alliance" not in scene.asked(1)
    assert scene.happened(facts.AssaultDeclared)[0].attackers == ("percy",)


@pytest.mark.rule("base-16.4")
def test_the_refusal_to_attack_an_ally_says_so() -> None:
    scene = field(("mowbray", "neville"))
    scene.noble("grey", 2, "15,20").noble("howard", 0, "15,20")
    declare(scene)
    weather(scene, 45)
    scene.play(2, "ally_attack", nobles=["talbot"])
    against: dict[str, str] = {"against": "2", "square": FIELD}
    scene.refused(0, "attack", rule="base-16.4", nobles=["neville"], **against)
    scene.refused(0, "attack", rule="house-1.17", nobles=["neville"], against="1", square=FIELD)


@pytest.mark.rule("house-5.11c")
def test_whoever_is_asked_is_told_whether_it_is_a_siege() -> None:
    scene = field()
    declare(scene)
    told = next(p.facts for p in scene.match.prompts(2) if p.kind == "alliance")
    assert told == {
        "square": FIELD, "attacker": "0", "defender": "1", "strength": "50", "opposed": "100",
        "attackers": "mowbray", "defenders": "percy",
    }  # fmt: skip
    scene = Scene(3).noble("scrope", 1, "masham").noble("percy", 0, "masham", outside=True)
    scene.noble("mowbray", 0, "masham", outside=True).noble("talbot", 2, "masham", outside=True)
    scene.control("masham", "scrope").combat(0)
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="masham")
    told = next(p.facts for p in scene.match.prompts(2) if p.kind == "alliance")
    assert told == {
        "square": "14,8", "attacker": "0", "defender": "1", "strength": "150", "opposed": "110",
        "attackers": "percy,mowbray", "defenders": "scrope", "place": "masham",
    }  # fmt: skip


@pytest.mark.rule("house-5.11e", "house-1.14")
def test_while_sides_are_taken_nobody_who_may_take_one_does_anything_else() -> None:
    scene = field()
    declare(scene)
    for seat in (0, 2):
        scene.forbidden(seat, "done", rule="house-5.11e", says="may take sides first")
    scene.forbidden(1, "done", rule="house-1.14", says="turn")


@pytest.mark.rule("house-5.11a")
def test_a_guest_in_some_other_place_takes_no_side() -> None:
    scene = field().noble("scrope", 1, "masham").noble("hastings", 2, "masham", guest=True)
    declare(scene)
    scene.forbidden(
        2, "ally_attack", rule="house-5.11a", says="Only nobles in that square",
        nobles=["hastings"],
    )  # fmt: skip
