"""Laying, joining and holding a siege; garrisons."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.sieges import can_hold
from tests.rules.kingmaker.battlefield import (
    FINE,
    attack,
    idlers,
    lay_rolls,
    not_accepted,
    only,
    siege_of,
    sound,
    stand_aside,
    where,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

# What the defence is


@pytest.mark.rule("base-1.7", "house-2.3f", "house-6.2a")
@pytest.mark.parametrize(
    ("place", "garrison"),
    [
        ("london", 300),
        ("york", 300),
        ("bristol", 300),
        ("norwich", 300),
        ("lincoln", 200),
        ("oxford", 200),
        ("newark", 200),
        ("calais", 200),
        ("windsor", 200),
        ("tickhill", 200),
        ("carisbrooke", 200),
        ("ludlow", 100),
        ("pontefract", 100),
        ("alnwick", 100),
    ],
)
def test_the_garrison_of_each_kind_of_fortress(place: str, garrison: int) -> None:
    scene = idlers(Scene()).noble("grey", 1, place)
    scene.noble("mowbray", 0, place, outside=True, cards=("marshal_england",))
    scene.noble("neville", 0, place, outside=True, cards=("treasurer_england",))
    scene.combat(0)
    scene.play(0, "lay", nobles=["mowbray", "neville"], place=place)
    laid = only(scene, facts.SiegeLaid)
    assert (laid.strength, laid.defence) == (250, garrison + 20)


@pytest.mark.rule("base-1.7", "base-10.13", "base-1.11")
def test_an_heir_in_a_place_adds_nothing_to_its_garrison() -> None:
    scene = siege_of("fotheringhay", ("percy",))
    assert scene.state.heirs["margaret"].inside == "fotheringhay"
    scene.combat(0)
    scene.play(0, "lay", nobles=["percy"], place="fotheringhay")
    assert only(scene, facts.SiegeLaid).defence == 200


@pytest.mark.rule("house-2.3f", "house-6.2a")
def test_garrison_and_all_nobles_inside_make_the_defence() -> None:
    scene = siege_of("masham", ("percy",), ("scrope", "roos", "grey"))
    scene.noble("howard", 1, "masham", outside=True).combat(0)
    scene.play(0, "lay", nobles=["percy"], place="masham")
    assert only(scene, facts.SiegeLaid).defence == 100 + 10 + 20 + 20


@pytest.mark.rule("base-10.15")
def test_defenders_already_in_the_open_are_no_part_of_the_defence() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",)).noble("mowbray", 1, "masham", outside=True)
    scene.combat(0)
    scene.play(0, "lay", nobles=["percy"], place="masham")
    assert only(scene, facts.SiegeLaid).defence == 110


@pytest.mark.rule("base-9.2", "base-1.9", "house-2.3f")
def test_bonus_troops_and_cards_count_at_a_siege() -> None:
    scene = idlers(Scene()).noble("scrope", 1, "masham", cards=("bp_durham", "saxons_1"))
    scene.noble("talbot", 0, "masham", outside=True, cards=("treasurer_england", "abp_york"))
    scene.combat(0)
    scene.play(0, "lay", nobles=["talbot"], place="masham")
    laid = only(scene, facts.SiegeLaid)
    assert (laid.strength, laid.defence) == (30 + 50 + 30, 100 + 10 + 30 + 10)


# Laying


@pytest.mark.rule("house-6.2a")
@pytest.mark.parametrize(
    ("defenders", "besiegers", "enough"),
    [
        ((), ("mowbray",), True),  # 50 of 100
        ((), ("holland", "grey"), False),  # 40
        (("scrope",), ("mowbray", "howard"), True),  # 60 of 110
        (("scrope",), ("mowbray",), False),  # 50, a troop in ten short
        (("scrope", "howard"), ("mowbray", "hastings"), True),  # 60 of 120
        (("scrope", "howard", "cromwell"), ("mowbray", "hastings"), False),  # 60 of 130
    ],
)
def test_half_the_defence_is_needed_to_lay_siege(
    defenders: tuple[str, ...], besiegers: tuple[str, ...], enough: bool
) -> None:
    scene = siege_of("masham", besiegers, defenders)
    scene.combat(0)
    if enough:
        scene.play(0, "lay", nobles=besiegers, place="masham")
        assert scene.state.sieges["masham"].besiegers == list(besiegers)
    else:
        scene.refused(0, "lay", rule="house-6.2a", nobles=besiegers, place="masham")


@pytest.mark.rule("house-6.2b", "house-6.2c")
def test_laying_siege_draws_no_card_and_nobody_rolls() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",))
    deck = list(scene.state.event_deck)
    scene.combat(0)
    scene.play(0, "lay", nobles=["percy"], place="masham")
    assert scene.state.event_deck == deck
    assert scene.happened(facts.WeatherDrawn) == []
    assert scene.happened(facts.DeathRolled) == []
    laid = only(scene, facts.SiegeLaid)
    assert (laid.seat, laid.place, laid.besiegers, laid.by) == (0, "masham", ("percy",), "choice")
    siege = scene.state.sieges["masham"]
    assert (siege.seat, siege.besiegers, siege.turns) == (0, ["percy"], 1)
    assert where(scene, "percy") == ("14,8", None)
    sound(scene)


@pytest.mark.rule("house-6.2a")
def test_who_could_conclude_may_merely_lay_siege() -> None:
    scene = siege_of("masham", ("percy", "neville", "mowbray"), ("scrope",))
    scene.combat(0)
    assert scene.offered(0, "conclude")
    scene.play(0, "lay", nobles=["percy", "neville", "mowbray"], place="masham")
    assert scene.state.control["masham"] == "scrope"


@pytest.mark.rule("base-10.1", "house-2.3e")
def test_sieges_are_laid_only_where_the_besiegers_stand() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",)).noble("neville", 0, "13,8", castles=False)
    scene.combat(0)
    scene.refused(0, "lay", rule="base-10.1", nobles=["percy"], place="middleham")
    offered = {
        (o.field("nobles").candidates, o.field("place").candidates) for o in scene.offered(0, "lay")
    }
    assert offered == {(("percy",), ("masham",)), (("neville",), ("middleham",))}


@pytest.mark.rule("base-10.1")
def test_ones_own_fortress_is_not_besieged() -> None:
    scene = siege_of("masham", ("percy",)).control("masham", "audley")
    scene.combat(0)
    scene.refused(0, "lay", rule="base-10.1", nobles=["percy"], place="masham")
    scene.refused(0, "conclude", rule="base-10.1", nobles=["percy"], place="masham")


@pytest.mark.rule("base-10.1", "base-6.5")
def test_a_neutral_fortress_is_besieged_like_any_other() -> None:
    scene = siege_of("ludlow", ("mowbray",))
    scene.combat(0)
    scene.play(0, "lay", nobles=["mowbray"], place="ludlow")
    assert only(scene, facts.SiegeLaid).defence == 100


@pytest.mark.rule("house-6.2a")
def test_only_the_active_player_lays_siege() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",))
    scene.combat(0)
    scene.refused(1, "lay", rule="house-1.14", nobles=["scrope"], place="masham")


@pytest.mark.rule("house-1.16")
def test_who_has_attacked_lays_no_siege_but_his_comrade_may() -> None:
    scene = siege_of("masham", ("percy", "roos"), ("scrope",)).noble(
        "grey", 1, "masham", outside=True
    )
    scene.next_events(FINE)
    lay_rolls(scene, 20).combat(0)
    attack(scene, "roos", square="14,8")
    scene.refused(0, "lay", rule="house-1.16", nobles=["percy", "roos"], place="masham")
    scene.play(0, "lay", nobles=["percy"], place="masham")


# Open and unfortified towns


@pytest.mark.rule("base-1.8", "base-10.1")
@pytest.mark.parametrize("place", ["cardigan", "hereford", "kingston"])
def test_an_occupied_open_town_is_defended_by_its_garrison_too(place: str) -> None:
    scene = siege_of(place, ("percy", "howard"), ("hastings",))
    scene.noble("mowbray", 0, place, outside=True).combat(0)
    scene.refused(0, "lay", rule="house-6.2a", nobles=["percy"], place=place)
    scene.play(0, "lay", nobles=["percy", "howard"], place=place)
    assert only(scene, facts.SiegeLaid).defence == 210


@pytest.mark.rule("base-1.8", "base-1.6", "base-10.1")
def test_an_empty_open_town_needs_no_siege() -> None:
    scene = siege_of("cardigan", ("percy",))
    scene.combat(0)
    scene.refused(0, "lay", rule="base-10.1", nobles=["percy"], place="cardigan")


@pytest.mark.rule("house-2.3g", "base-6.6", "base-1.6")
@pytest.mark.parametrize("within", [("roos",), ()])
@pytest.mark.parametrize("order", ["lay", "join", "conclude"])
def test_an_unfortified_town_is_never_besieged(within: tuple[str, ...], order: str) -> None:
    scene = siege_of("carmarthen", ("howard",), within)
    scene.combat(0)
    reason = scene.refused(0, order, rule="house-2.3g", nobles=["howard"], place="carmarthen")
    assert reason == "Nobody can besiege an unfortified town. Attack the nobles inside it."


# Under siege


def besieged(turns: int = 1) -> Scene:
    """Percy besieges Scrope in Masham."""
    return siege_of("masham", ("percy",), ("scrope",)).siege("masham", ["percy"], turns)


@pytest.mark.rule("house-6.2d", "base-7.10", "base-10.6")
def test_the_besieged_do_not_leave() -> None:
    scene = besieged()
    scene.movement(1)
    scene.refused(1, "leave", rule="house-6.2d", nobles=["scrope"], place="masham")
    scene.refused(1, "march", rule="house-6.2d", nobles=["scrope"], to="14,9")
    assert scene.candidates(1, "march", "nobles") == {"bourchier"}


@pytest.mark.rule("house-6.2d")
def test_nobody_enters_a_besieged_place() -> None:
    scene = besieged().noble("howard", 1, "masham", outside=True)
    scene.movement(1)
    assert scene.offered(1, "enter") == []


@pytest.mark.rule("house-5.12a", "house-6.2c", "base-10.6", "base-3.4")
@pytest.mark.parametrize("card", ["saxons_1", "earl_kent", "bp_norwich", "le_rose"])
def test_no_card_is_laid_beside_a_besieged_noble(card: str) -> None:
    scene = besieged().hand(1, card)
    scene.combat(0)
    for field in scene.offered(1, "play"):
        assert "scrope" not in field.field("noble").candidates
    not_accepted(scene, 1, "play", card=card, noble="scrope")


@pytest.mark.rule("house-5.12a")
def test_the_refusal_of_a_card_for_a_besieged_noble_names_the_siege() -> None:
    scene = besieged().hand(1, "saxons_1")
    scene.combat(0)
    scene.refused(1, "play", rule="house-5.12a", card="saxons_1", noble="scrope")


@pytest.mark.rule("house-5.12a")
def test_the_besieger_himself_may_be_given_cards() -> None:
    scene = besieged().hand(0, "saxons_1")
    scene.combat(0)
    scene.play(0, "play", card="saxons_1", noble="percy")
    assert scene.state.nobles["percy"].cards == ["saxons_1"]


@pytest.mark.rule("house-8.3.1", "house-6.2c", "base-10.6", "base-4.4")
def test_the_besieged_do_not_answer_calls() -> None:
    scene = besieged().noble("greystoke", 1, "greystoke", outside=True).next_events("E-RV05")
    scene.event(0)
    ignored = {(e.who, e.reason) for e in scene.happened(facts.CallIgnored)}
    assert ("scrope", "besieged") in ignored
    assert where(scene, "scrope") == ("14,8", "masham")


@pytest.mark.rule("house-6.2c")
def test_another_player_does_not_besiege_the_same_place() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",), seats=3)
    scene.noble("neville", 2, "masham", outside=True).siege("masham", ["neville"]).combat(0)
    scene.refused(0, "lay", rule="house-6.2c", nobles=["percy"], place="masham")
    scene.refused(0, "conclude", rule="house-6.2c", nobles=["percy"], place="masham")


@pytest.mark.rule("house-6.2c")
def test_further_nobles_join_a_siege() -> None:
    scene = besieged().noble("mowbray", 0, "masham", outside=True)
    scene.combat(0)
    assert scene.candidates(0, "join", "nobles") == {"mowbray"}
    scene.play(0, "join", nobles=["mowbray"], place="masham")
    assert only(scene, facts.SiegeJoined).nobles == ("mowbray",)
    assert scene.state.sieges["masham"].besiegers == ["percy", "mowbray"]
    assert scene.state.sieges["masham"].turns == 2
    sound(scene)


# Holding, and the garrison on the third turn


@pytest.mark.rule("house-6.2e", "house-6.3a", "house-6.3c")
@pytest.mark.parametrize(
    ("place", "turns", "garrison"),
    [
        ("masham", 1, 100),
        ("masham", 2, 25),
        ("masham", 3, 25),
        ("masham", 7, 25),
        ("lincoln", 1, 200),
        ("lincoln", 2, 50),
        ("york", 1, 300),
        ("york", 2, 75),
        ("york", 4, 75),
        ("windsor", 2, 50),
    ],
)
def test_the_garrison_falls_to_a_quarter_when_the_third_turn_opens(
    place: str, turns: int, garrison: int
) -> None:
    scene = siege_of(place, ("percy", "neville"), ("scrope",))
    scene.noble("mowbray", 0, place, outside=True)
    scene.siege(place, ["percy", "neville", "mowbray"], turns).combat(0)
    held = only(scene, facts.SiegeHeld)
    assert (held.seat, held.place, held.turns, held.garrison) == (0, place, turns + 1, garrison)
    assert scene.state.sieges[place].turns == turns + 1


@pytest.mark.rule("house-6.2e", "house-6.3a")
def test_a_siege_laid_is_in_its_third_turn_two_combat_phases_later() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",))
    scene.combat(0)
    scene.play(0, "lay", nobles=["percy"], place="masham")
    turns = [scene.state.sieges["masham"].turns]
    garrisons = []
    for _ in range(3):
        scene.combat(1)
        assert scene.happened(facts.SiegeHeld) == []
        scene.combat(0)
        turns.append(scene.state.sieges["masham"].turns)
        garrisons.append(only(scene, facts.SiegeHeld).garrison)
    assert turns == [1, 2, 3, 4]
    assert garrisons == [100, 25, 25]


@pytest.mark.rule("house-6.3a")
@pytest.mark.parametrize(("whole", "quarter"), [(100, 25), (200, 50), (300, 75), (101, 26), (1, 1)])
def test_a_quarter_is_rounded_up(whole: int, quarter: int) -> None:
    rules = HOUSE.content.ruleset
    assert [rules.garrison_left(whole, turn) for turn in (0, 1, 2)] == [whole] * 3
    assert [rules.garrison_left(whole, turn) for turn in (3, 4, 9)] == [quarter] * 3


@pytest.mark.rule("house-6.3b", "house-6.3c", "house-6.1a")
def test_only_the_garrison_shrinks_not_the_forces_inside() -> None:
    scene = siege_of("masham", ("percy",), ("scrope", "mowbray"))
    scene.siege("masham", ["percy"], 2).next_events(FINE)
    lay_rolls(scene).combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="masham")
    assert only(scene, facts.AssaultDeclared).defence == 25 + 10 + 50


@pytest.mark.rule("house-6.3c", "house-6.1a")
def test_on_the_second_turn_the_whole_garrison_still_counts() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",)).siege("masham", ["percy"], 1)
    scene.combat(0)
    scene.refused(0, "conclude", rule="house-6.1a", nobles=["percy"], place="masham")
    scene.siege("masham", ["percy"], 2).combat(0)
    assert scene.candidates(0, "conclude", "place") == {"masham"}


@pytest.mark.rule("house-6.3c")
def test_a_siege_may_be_held_instead_of_concluded() -> None:
    scene = besieged(2)
    scene.combat(0)
    assert scene.offered(0, "conclude")
    scene.play(0, "done")
    assert "masham" in scene.state.sieges


@pytest.mark.rule("house-6.3a")
@pytest.mark.parametrize("seat", [0, 1])
def test_only_the_besiegers_own_combat_phase_counts(seat: int) -> None:
    scene = besieged(2)
    scene.combat(seat)
    assert scene.state.sieges["masham"].turns == (3 if seat == 0 else 2)


# Sieges that several players keep up: joined ashore, or begun together (house §5.11, §6, §7.4).


BAD = "E-PL04"
MASHAM = "14,8"


def before_masham(*, laid: bool = True) -> Scene:
    """Scrope (10) holds Masham with its 100 against Neville and Roos (70) of seat 2; Mowbray (50)
    of seat 0 has come to the square."""
    scene = idlers(Scene(seats=3)).noble("scrope", 1, "masham")
    for noble in ("neville", "roos"):
        scene.noble(noble, 2, "masham", outside=True)
    scene.noble("mowbray", 0, "masham", outside=True)
    return scene.siege("masham", ["neville", "roos"]) if laid else scene


def joined() -> Scene:
    scene = before_masham()
    scene.combat(0)
    scene.play(0, "join", nobles=["mowbray"], place="masham")
    return scene


@pytest.mark.rule("house-6.2c")
def test_it_is_neither_laid_nor_concluded_by_another() -> None:
    scene = before_masham()
    scene.combat(0)
    for verb in ("lay", "conclude"):
        scene.forbidden(0, verb, rule="house-6.2c", says="join", nobles=["mowbray"], place="masham")
    assert {verb for verb in ("lay", "conclude", "join") if scene.offered(0, verb)} == {"join"}


@pytest.mark.rule("house-7.4.15", "house-7.4.23")
def test_who_has_come_home_from_parliament_joins_none() -> None:
    scene = before_masham().peace(1, "19,23", "mowbray")
    scene.combat(0)
    assert scene.offered(0, "join") == []
    scene.refused(0, "join", rule="house-7.4.23", nobles=["mowbray"], place="masham")


@pytest.mark.rule("house-6.2c", "house-6.4e", "house-5.11e", "house-7.4.23")
def test_a_siege_of_another_player_is_joined_ashore_and_held_by_both() -> None:
    scene = joined()
    assert only(scene, facts.SiegeJoined) == facts.SiegeJoined(0, "masham", ("mowbray",))
    siege = scene.state.sieges["masham"]
    assert (siege.seat, siege.besiegers) == (2, ["neville", "roos", "mowbray"])
    scene.forbidden(
        0, "join", rule="house-6.2c", says="besieging", nobles=["mowbray"], place="masham"
    )
    scene.movement(2)
    scene.play(2, "march", nobles=["neville"], to="13,8")
    assert scene.state.sieges["masham"].besiegers == ["roos", "mowbray"]  # 70 of 110
    scene.movement(0)
    scene.play(0, "march", nobles=["mowbray"], to="13,8")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(2, "masham", "weakness")]


@pytest.mark.rule("house-6.2c", "house-8.6.18")
def test_and_keeps_it_up_for_himself_once_the_other_has_gone() -> None:
    scene = joined().give("mowbray", "saxons_1")
    scene.movement(2)
    scene.play(2, "march", nobles=["neville", "roos"], to="13,8")
    assert scene.happened(facts.SiegePassedOn) == [facts.SiegePassedOn(0, "masham")]


@pytest.mark.rule("house-6.2c", "house-5.11g", "house-6.1a")
def test_and_is_asked_when_it_is_concluded_though_he_fought() -> None:
    scene = joined()
    scene.next_events(FINE).rolls(*[100] * 9).combat(2)
    scene.play(2, "conclude", nobles=["neville", "roos"], place="masham")  # 70, and 50 of his
    assert scene.candidates(0, "ally_attack", "nobles") == {"mowbray"}
    scene.play(0, "ally_attack", nobles=["mowbray"])
    assert scene.happened(facts.SiegeConcluded)[0].taken


@pytest.mark.rule("house-6.2c", "house-6.4c")
def test_those_inside_sally_against_whoever_has_joined() -> None:
    scene = joined().give("scrope", "saxons_1")
    scene.combat(1)
    sallies = [o for o in scene.offered(1, "attack") if "scrope" in o.field("nobles").candidates]
    assert {foe for offer in sallies for foe in offer.field("against").candidates} == {"0", "2"}


# Begun together: an attempt that the weather stops (house-6.1c)


def attempt() -> Scene:
    """Mowbray (50) declares against 110; Neville and Roos (70) help him, and the weather is bad."""
    scene = before_masham(laid=False).next_events(BAD)
    scene.combat(0)
    scene.play(0, "conclude", nobles=["mowbray"], place="masham")
    scene.play(2, "ally_attack", nobles=["neville", "roos"])
    stand_aside(scene)
    return scene


@pytest.mark.rule("house-6.1c", "house-5.11g", "house-6.2a")
def test_all_who_attempted_it_besiege_the_place_if_the_weather_is_bad() -> None:
    scene = attempt()
    siege = scene.state.sieges["masham"]
    assert (siege.seat, siege.besiegers) == (0, ["mowbray", "neville", "roos"])
    assert can_hold(scene.match.table, "masham")
