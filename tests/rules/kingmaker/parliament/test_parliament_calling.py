"""Who may call Parliament, where, when, and whom he summons (house §7.1)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.chamber import (
    FREE_MOVES,
    SQUARE,
    call,
    cannot_call,
    chancellors_realm,
    follow,
    realm,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

# Who calls


@pytest.mark.rule("house-1.19", "house-7.1.1", "base-15.1")
def test_the_keeper_of_the_sole_king_calls_parliament() -> None:
    scene = call(realm())
    assert scene.happened(facts.ParliamentCalled) == [
        facts.ParliamentCalled(0, "coventry", "percy", "courtenay")
    ]


@pytest.mark.rule("house-7.1.1")
def test_he_need_not_call_it() -> None:
    scene = realm()
    scene.parliament(0)
    scene.play(0, "done")
    assert scene.happened(facts.ParliamentCalled) == []
    assert scene.state.sitting is None
    assert scene.state.peace is None
    assert scene.state.factions[0].held == ["E-WR01"]


@pytest.mark.rule("house-7.1.1", "base-15.1")
@pytest.mark.parametrize("king", sorted(HOUSE.content.heirs))
def test_any_heir_who_is_the_sole_king_will_do(king: str) -> None:
    scene = call(realm(king=king))
    assert scene.state.calls_made == {king: 1}


@pytest.mark.rule("house-1.19", "house-7.1.1")
@pytest.mark.parametrize("kings", [(), ("henry", "richard_york"), ("richard_york",)])
def test_without_the_sole_king_his_player_calls_nothing(kings: tuple[str, ...]) -> None:
    assert cannot_call(realm().crowned(*kings))


@pytest.mark.rule("house-1.19", "house-7.1.6")
def test_henry_without_a_keeper_calls_nothing_and_bars_the_chancellor() -> None:
    scene = chancellors_realm().crowned("henry")
    assert (scene.state.heirs["henry"].holder, scene.state.heirs["henry"].inside) == (
        None,
        "london",
    )
    for seat in range(3):
        assert cannot_call(scene, seat)


@pytest.mark.rule("house-7.1.6")
def test_at_the_start_henry_is_the_sole_king() -> None:
    fresh = Scene(3)
    assert [k for k, heir in fresh.state.heirs.items() if heir.crowned] == ["henry"]
    assert fresh.state.heirs["henry"].inside == "london"


@pytest.mark.rule("house-7.1.3", "house-7.1.4", "base-15.1")
@pytest.mark.parametrize("kings", [(), ("henry", "richard_york")])
def test_the_chancellor_calls_while_there_is_no_sole_king(kings: tuple[str, ...]) -> None:
    scene = call(chancellors_realm().crowned(*kings))
    assert scene.happened(facts.ParliamentCalled) == [
        facts.ParliamentCalled(0, "coventry", "percy", "courtenay")
    ]
    assert scene.state.factions[0].held == []
    assert sorted(scene.state.event_discards) == ["E-CM01", "E-WR01"]


@pytest.mark.rule("house-7.1.4", "house-1.19")
@pytest.mark.parametrize("king", ["henry", "richard_york"])
def test_the_chancellor_does_not_call_under_a_sole_king(king: str) -> None:
    assert cannot_call(chancellors_realm().crowned(king))


@pytest.mark.rule("house-7.1.3")
def test_the_chancellor_needs_a_card_of_his_own_player() -> None:
    scene = chancellors_realm()
    scene.state.factions[0].held.remove("E-CM01")
    assert cannot_call(scene)
    scene.held(1, "E-CM02")
    assert cannot_call(scene)
    assert cannot_call(scene, 1)


@pytest.mark.rule("house-1.19")
@pytest.mark.parametrize(
    "office", [o for o in HOUSE.content.offices if o not in ("chancellor_england",)]
)
def test_no_other_office_calls(office: str) -> None:
    scene = Scene(3).noble("percy", 0, "coventry", cards=(office,)).crowned()
    scene.noble("courtenay", 1, "tiverton").noble("talbot", 2, "sheffield")
    scene.held(0, "E-WR01", "E-CM01")
    assert cannot_call(scene)


@pytest.mark.rule("house-1.19", "house-7.1.1")
def test_a_king_calls_without_the_chancellors_card_and_does_not_spend_it() -> None:
    scene = call(realm().held(0, "E-CM01"))
    assert scene.state.factions[0].held == ["E-CM01"]
    assert scene.state.event_discards == ["E-WR01"]


@pytest.mark.rule("house-1.19")
def test_only_the_active_player_calls() -> None:
    scene = realm()
    scene.parliament(1)
    assert scene.offered(0, "call_parliament") == []
    scene.refused(0, "call_parliament", rule="house-1.14", by="percy", summon="courtenay")


# The Writ


@pytest.mark.rule("house-7.1.2", "base-15.3")
def test_a_king_needs_a_writ() -> None:
    assert cannot_call(realm(writs=0))
    assert not cannot_call(realm(writs=1))


@pytest.mark.rule("house-7.1.2", "base-15.3")
def test_a_chancellor_needs_a_writ() -> None:
    scene = chancellors_realm()
    scene.state.factions[0].held.remove("E-WR01")
    assert cannot_call(scene)


@pytest.mark.rule("house-7.1.2")
def test_the_writ_of_another_player_does_not_help() -> None:
    assert cannot_call(realm(writs=0).held(1, "E-WR05"))


@pytest.mark.rule("house-7.1.2", "house-7.1.14", "base-15.3")
def test_the_summons_spends_one_writ_and_no_more() -> None:
    scene = call(realm(writs=3))
    assert len(scene.state.factions[0].held) == 2
    assert len(scene.state.event_discards) == 1


@pytest.mark.rule("house-7.1.5")
@pytest.mark.parametrize("card", ["E-WR07", "E-CM02", "E-FM03"])
def test_cards_of_parliament_are_kept_when_drawn(card: str) -> None:
    scene = realm().next_events(card)
    scene.event(1)
    assert scene.state.factions[1].held == [card]


@pytest.mark.rule("house-7.1.5", "house-7.1.2")
def test_a_writ_that_was_traded_serves_its_new_owner() -> None:
    scene = realm(writs=0).held(1, "E-WR05")
    scene.movement(0)
    scene.play(1, "propose_deal", to="0", give="held:E-WR05")
    scene.play(0, "accept_deal", deal="1")
    assert scene.state.factions[0].held == ["E-WR05"]
    assert scene.state.factions[1].held == []
    call(scene)
    assert scene.state.event_discards == ["E-WR05"]


@pytest.mark.rule("house-7.1.5", "house-7.1.3")
def test_so_does_the_chancellors_card() -> None:
    scene = chancellors_realm()
    scene.state.factions[0].held.remove("E-CM01")
    scene.held(2, "E-CM02").movement(0)
    scene.play(2, "propose_deal", to="0", give="held:E-CM02")
    scene.play(0, "accept_deal", deal="1")
    call(scene)
    assert sorted(scene.state.event_discards) == ["E-CM02", "E-WR01"]


# When


@pytest.mark.rule("house-7.1.7", "base-15.13")
@pytest.mark.parametrize("caller", [0, 1, 2])
def test_nobody_calls_in_the_kings_peace(caller: int) -> None:
    assert cannot_call(realm().peace(caller, "18,20"))


@pytest.mark.rule("house-7.1.8")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("rounds", [0, 1, 2, 3, 4])
def test_three_rounds_pass_before_the_next_call(seats: int, rounds: int) -> None:
    scene = realm(seats=seats)
    if seats == 4:
        scene.noble("howard", 3, "castle-rising")
    scene.state.peace_ended_turn, scene.state.turn = 7, 7 + rounds * seats
    assert cannot_call(scene) == (rounds < 3)


@pytest.mark.rule("house-7.1.8")
def test_the_third_round_lasts_to_its_last_turn() -> None:
    scene = realm()
    scene.state.peace_ended_turn, scene.state.turn = 7, 7 + 8
    assert cannot_call(scene)
    scene.state.turn = 7 + 9
    assert not cannot_call(scene)


@pytest.mark.rule("house-7.1.8")
def test_the_rest_binds_whoever_did_not_call_as_well() -> None:
    scene = chancellors_realm()
    scene.state.peace_ended_turn, scene.state.turn = 2, 4
    scene.state.calls_made = {"henry": 1}
    assert cannot_call(scene)


def again(scene: Scene, place: str = "coventry") -> Scene:
    """Back to the town with a new Writ, the Peace and the rest after it over."""
    noble = scene.state.nobles["percy"]
    noble.square, noble.inside = SQUARE, place
    scene.state.peace = scene.state.peace_ended_turn = None
    scene.state.factions[0].held.append("E-WR01")
    scene.state.event_discards.remove("E-WR01")
    return scene


@pytest.mark.rule("house-7.1.9")
def test_a_king_calls_twice_and_no_more() -> None:
    scene = realm()
    for _ in range(2):
        follow(call(scene))
        again(scene)
    assert cannot_call(scene)
    scene.hold("margaret", "percy").dead("henry").crowned("margaret")
    assert not cannot_call(scene)


@pytest.mark.rule("house-7.1.9")
def test_a_chancellor_calls_twice_and_no_more() -> None:
    scene = chancellors_realm().noble("neville", 0, "coventry")
    for _ in range(2):
        follow(call(scene))
        again(scene).state.factions[0].held.append("E-CM01")
        scene.state.event_discards.remove("E-CM01")
    assert cannot_call(scene)
    scene.state.nobles["percy"].office = None
    scene.state.nobles["neville"].office = "chancellor_england"
    scene.state.nobles["neville"].square, scene.state.nobles["neville"].inside = SQUARE, "coventry"
    assert not cannot_call(scene)


@pytest.mark.rule("house-7.1.9")
def test_the_king_is_counted_not_his_keeper() -> None:
    scene = realm()
    follow(call(scene))
    again(scene).noble("neville", 0, "coventry").hold("henry", "neville")
    follow(call(scene, by="neville"))
    again(scene).hold("henry", "percy")
    assert cannot_call(scene)


# Where


@pytest.mark.rule("house-7.1.10", "base-15.2")
@pytest.mark.parametrize(
    ("place", "fit"),
    [
        ("worcester", True),  # unfortified town
        ("rye", True),
        ("hereford", True),  # open town
        ("coventry", True),  # fortified town
        ("york", True),  # city
        ("kenilworth", False),  # royal castle
        ("dover", False),
        ("alnwick", False),  # noble castle
        ("pembroke", False),
        ("carisbrooke", False),
        ("beaumaris", False),
    ],
)
def test_parliament_meets_in_towns_and_cities_only(place: str, fit: bool) -> None:
    assert cannot_call(realm(place)) != fit


@pytest.mark.rule("house-7.1.11", "base-15.2")
def test_calais_is_no_place_for_parliament() -> None:
    assert cannot_call(realm("calais"))


@pytest.mark.rule("house-7.1.10", "house-7.1.12", "base-15.2")
@pytest.mark.parametrize("square", ["15,16", "12,17", "13,20"])
def test_the_open_is_no_place_for_parliament(square: str) -> None:
    assert cannot_call(realm(square).control("coventry", "percy"))


@pytest.mark.rule("house-7.1.12", "base-15.2")
@pytest.mark.parametrize("owner", [None, "courtenay"])
def test_the_caller_must_control_a_fortress(owner: str | None) -> None:
    assert cannot_call(realm().control("coventry", owner))


@pytest.mark.rule("house-7.1.12")
def test_it_may_be_a_fellow_noble_who_controls_it() -> None:
    scene = realm().noble("neville", 0, "warwick").control("coventry", "neville")
    assert not cannot_call(scene)


@pytest.mark.rule("house-7.1.12", "base-15.2")
@pytest.mark.parametrize("town", ["worcester", "hereford"])
def test_a_town_without_walls_must_be_his_alone(town: str) -> None:
    scene = realm(town).noble("howard", 2, town)
    assert cannot_call(scene)
    other = realm(town).noble("howard", 0, town)
    assert not cannot_call(other)


@pytest.mark.rule("house-7.1.13", "base-15.2")
def test_parliament_does_not_meet_under_siege() -> None:
    scene = realm().noble("neville", 1, "coventry", outside=True).siege("coventry", ["neville"])
    assert cannot_call(scene)


# The summons


@pytest.mark.rule("house-7.1.14")
def test_any_noble_of_another_player_may_be_summoned() -> None:
    scene = realm().noble("neville", 0, "warwick")
    scene.parliament(0)
    assert scene.candidates(0, "call_parliament", "summon") == {"courtenay", "clifford", "talbot"}
    assert scene.candidates(0, "call_parliament", "by") == {"percy"}


@pytest.mark.rule("house-7.1.14")
@pytest.mark.parametrize("summon", [[], ["courtenay", "talbot"], ["neville"], ["percy"]])
def test_exactly_one_of_them_is_summoned(summon: list[str]) -> None:
    scene = realm(writs=3).noble("neville", 0, "warwick")
    scene.parliament(0)
    scene.refused(0, "call_parliament", rule="house-7.1.14", by="percy", summon=summon)


def talbot_besieged(scene: Scene) -> Scene:
    """Talbot of seat 2 is under siege in Sheffield."""
    scene.noble("neville", 1, "sheffield", outside=True)
    return scene.siege("sheffield", ["neville"])


@pytest.mark.rule("house-7.1.16")
def test_nobody_under_siege_is_summoned() -> None:
    scene = talbot_besieged(realm())
    scene.parliament(0)
    assert scene.candidates(0, "call_parliament", "summon") == {
        "courtenay",
        "clifford",
        "neville",
    }
    scene.refused(0, "call_parliament", rule="house-7.1.16", by="percy", summon="talbot")


@pytest.mark.rule("house-7.1.14", "house-7.1.16")
def test_with_all_others_under_siege_there_is_no_parliament() -> None:
    scene = Scene(2).noble("percy", 0, "coventry", heirs=("henry",)).held(0, "E-WR01")
    scene.noble("talbot", 1, "sheffield").noble("neville", 0, "sheffield", outside=True)
    assert not cannot_call(scene)
    assert cannot_call(scene.siege("sheffield", ["neville"]))


@pytest.mark.rule("house-8.6.20", "house-7.1.16")
def test_besiegers_aboard_a_ship_are_not_summoned() -> None:
    scene = realm().noble("neville", 1, "18,20", cards=("le_swan",))
    scene.ship("le_swan", port="plymouth").aboard("neville", "le_swan")
    scene.siege("plymouth", ["neville"])
    scene.state.sieges["plymouth"].ships = ["le_swan"]
    scene.parliament(0)
    assert scene.candidates(0, "call_parliament", "summon") == {"courtenay", "clifford", "talbot"}


# Refusals


def two_kings() -> Scene:
    return realm().crowned("henry", "richard_york")


def with_peace() -> Scene:
    return realm().peace(0, "18,20")


def rested() -> Scene:
    scene = realm()
    scene.state.peace_ended_turn = scene.state.turn = 4
    return scene


def tired() -> Scene:
    scene = realm()
    scene.state.calls_made = {"henry": 2}
    return scene


def cardless() -> Scene:
    scene = chancellors_realm()
    scene.state.factions[0].held.remove("E-CM01")
    return scene


def sieged() -> Scene:
    scene = realm().noble("neville", 1, "coventry", outside=True)
    return scene.siege("coventry", ["neville"])


@pytest.mark.rule(
    "house-1.19",
    "house-7.1.1",
    "house-7.1.2",
    "house-7.1.3",
    "house-7.1.4",
    "house-7.1.7",
    "house-7.1.8",
    "house-7.1.9",
    "house-7.1.10",
    "house-7.1.11",
    "house-7.1.12",
    "house-7.1.13",
)
@pytest.mark.parametrize(
    ("build", "rule"),
    [
        (two_kings, "house-1.19"),
        (lambda: realm(writs=0), "house-7.1.2"),
        (cardless, "house-7.1.3"),
        (lambda: chancellors_realm().crowned("henry"), "house-7.1.4"),
        (with_peace, "house-7.1.7"),
        (rested, "house-7.1.8"),
        (tired, "house-7.1.9"),
        (lambda: realm("alnwick"), "house-7.1.10"),
        (lambda: realm("calais"), "house-7.1.11"),
        (lambda: realm().control("coventry", None), "house-7.1.12"),
        (sieged, "house-7.1.13"),
    ],
)
def test_a_call_that_is_not_possible_is_refused_by_its_own_rule(build: object, rule: str) -> None:
    assert callable(build)
    scene = build()
    scene.next_crown("saxons_2").parliament(0)
    scene.refused(0, "call_parliament", rule=rule, by="percy", summon="courtenay")


@pytest.mark.rule("house-7.1.5")
def test_free_move_cards_may_be_traded_too() -> None:
    scene = realm().held(1, FREE_MOVES[0])
    scene.movement(0)
    scene.play(1, "propose_deal", to="2", give=f"held:{FREE_MOVES[0]}")
    scene.play(2, "accept_deal", deal="1")
    assert scene.state.factions[2].held == [FREE_MOVES[0]]


@pytest.mark.rule("house-7.1.1", "house-7.1.4", "house-1.19")
def test_the_refusal_speaks_of_ones_own_chancellor_alone() -> None:
    """Henry is the sole King and Percy's; the Chancellor is Courtenay's."""
    scene = realm().give("courtenay", "chancellor_england").held(2, "E-WR05").held(1, "E-WR06")
    scene.next_crown("saxons_2").parliament(2)
    scene.refused(2, "call_parliament", rule="house-7.1.1", by="talbot", summon="percy")


@pytest.mark.rule("house-1.14")
def test_what_belongs_to_another_phase_waits_for_it() -> None:
    scene = realm()
    scene.parliament(0)
    scene.refused(0, "march", rule="house-1.14", nobles=["percy"], to="15,15")
