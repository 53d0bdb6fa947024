"""Calling Parliament in the base and classic rules (base §15; classic-turn)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.assembly import (
    SQUARE,
    TOWN,
    call,
    chancellors,
    end,
    kinds,
    realm,
    shut_in,
)
from tests.rules.kingmaker.scene import Scene

WHO = {"base": "base-15.1", "classic": "classic-turn.4"}
NEEDS_CARD = "The Chancellor needs his card to call Parliament."


def offers_call(scene: Scene, seat: int = 0) -> bool:
    """Whether a seat is offered a call in its Parliament phase."""
    scene.parliament(seat)
    return scene.offered(seat, "call_parliament") != []


# Who (classic-turn.4, classic-turn.5, base-15.1)


@pytest.mark.rule("classic-turn.4", "base-15.3", "base-15.1")
@pytest.mark.parametrize("ruleset", ["base", "classic"])
def test_the_sole_kings_player_calls_without_a_writ(ruleset: str) -> None:
    scene = call(realm(ruleset))
    assert scene.happened(facts.ParliamentCalled) == [
        facts.ParliamentCalled(0, "coventry", "percy")
    ]
    assert scene.state.factions[0].held == []
    assert scene.state.sitting.attending == ["percy"]
    assert scene.state.calls_made == {}


@pytest.mark.rule("base-15.3")
def test_no_summons_goes_with_the_call() -> None:
    scene = realm().held(0, "E-WR01")
    scene.parliament(0)
    (offer,) = scene.offered(0, "call_parliament")
    assert [field.name for field in offer.fields] == ["by"]
    reason = scene.refused(0, "call_parliament", rule="base-15.3", by="percy", summon="courtenay")
    assert reason == (
        "You need no Writ to call Parliament here. Once it has met, Writs may force nobles to come."
    )


@pytest.mark.rule("classic-turn.5")
def test_the_chancellor_calls_without_a_card_when_there_is_no_king() -> None:
    scene = call(chancellors())
    assert scene.happened(facts.ParliamentCalled)[0].noble == "percy"


@pytest.mark.rule("classic-turn.5")
def test_the_chancellor_calls_when_there_are_two_kings() -> None:
    assert offers_call(chancellors().crowned("henry", "richard_york"))


@pytest.mark.rule("classic-turn.5")
@pytest.mark.parametrize("keeper", [None, "courtenay"])
def test_a_sole_king_bars_the_chancellor_held_or_not(keeper: str | None) -> None:
    scene = chancellors().crowned("henry")
    if keeper is not None:
        scene.hold("henry", keeper)
    assert not offers_call(scene)
    reason = scene.refused(0, "call_parliament", rule="classic-turn.5", by="percy")
    assert reason == "While there is a sole King, only his keeper can call Parliament."


@pytest.mark.rule("classic-turn.4")
def test_nobody_else_calls() -> None:
    scene = realm()
    assert not offers_call(scene, 1)
    for args in ({"by": "courtenay"}, {}):
        reason = scene.refused(1, "call_parliament", rule="classic-turn.4", **args)
        assert reason == "While there is a sole King, only his keeper can call Parliament."
    scene.crowned()
    reason = scene.refused(1, "call_parliament", rule="classic-turn.4", by="courtenay")
    assert reason == "Only a sole King or the Chancellor can call Parliament."


@pytest.mark.rule("base-15.1", "base-19.14")
@pytest.mark.parametrize("ruleset", ["base", "classic+chancellor_card"])
def test_the_chancellor_spends_his_card_where_he_needs_one(ruleset: str) -> None:
    scene = chancellors(ruleset)
    assert not offers_call(scene)
    reason = scene.refused(0, "call_parliament", rule="base-19.14", by="percy")
    assert reason == NEEDS_CARD
    call(scene.held(0, "E-CM01"))
    assert scene.state.factions[0].held == []
    assert scene.state.event_discards == ["E-CM01"]


@pytest.mark.rule("classic-turn.5")
def test_a_card_is_kept_where_none_is_needed() -> None:
    assert call(chancellors().held(0, "E-CM01")).state.factions[0].held == ["E-CM01"]


@pytest.mark.rule("base-15.1", "base-15.2", "base-11.11")
@pytest.mark.parametrize("ruleset", ["base", "classic"])
def test_who_controls_the_fortress_that_holds_the_king_calls_where_the_king_is(
    ruleset: str,
) -> None:
    scene = realm(ruleset, "alnwick").noble("roos", 0, "york").control(TOWN, "percy")
    scene.heir_at("edward_march", SQUARE, TOWN)
    scene.parliament(0)
    assert scene.candidates(0, "call_parliament", "by") == {"percy"}
    says = "While there is a sole King, only his keeper can call Parliament."
    assert scene.refused(0, "call_parliament", rule=WHO[ruleset], by="roos") == says
    call(scene)
    assert scene.happened(facts.ParliamentCalled) == [facts.ParliamentCalled(0, TOWN, "percy")]
    assert scene.state.sitting.attending == []


@pytest.mark.rule("base-15.2", "base-11.11")
def test_a_king_whom_a_castle_holds_calls_nothing() -> None:
    castle = "alnwick"
    scene = realm().control(castle, "percy")
    scene.heir_at("edward_march", scene.board.places[castle].square, castle)
    assert not offers_call(scene)
    reason = scene.refused(0, "call_parliament", rule="base-15.2", by="percy")
    assert reason == "The caller must be inside a town or city."


@pytest.mark.rule("classic-turn.5", "base-11.11")
def test_a_king_whom_a_fortress_holds_bars_the_chancellor_but_not_its_controller() -> None:
    scene = chancellors().crowned("henry").control("london", "courtenay")
    scene.heir_at("henry", scene.board.places["london"].square, "london")
    assert not offers_call(scene)
    assert offers_call(scene, 1)
    assert scene.candidates(1, "call_parliament", "by") == {"courtenay"}


# Where (base-15.2)


@pytest.mark.rule("base-15.2")
@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ("alnwick", "The caller must be inside a town or city."),
        ("15,16", "The caller must be inside a town or city."),
        ("calais", "Parliament meets only on the mainland."),
    ],
)
def test_it_meets_in_a_town_or_city_of_the_mainland(at: str, reason: str) -> None:
    scene = realm(at=at)
    assert not offers_call(scene)
    assert scene.refused(0, "call_parliament", rule="base-15.2", by="percy") == reason


@pytest.mark.rule("base-15.2")
@pytest.mark.parametrize("at", ["london", "coventry", "worcester"])
def test_a_city_a_town_and_an_unfortified_town_will_do(at: str) -> None:
    assert offers_call(realm(at=at))


@pytest.mark.rule("base-15.2", "house-7.1.12")
@pytest.mark.parametrize(
    ("ruleset", "meets"), [("base", True), ("classic", True), ("house", False)]
)
def test_in_a_town_without_walls_it_meets_whoever_else_is_inside(
    ruleset: str, *, meets: bool
) -> None:
    scene = realm(ruleset, "worcester").noble("grey", 1, "worcester").held(0, "E-WR01")
    assert offers_call(scene) == meets


@pytest.mark.rule("base-15.2")
def test_it_does_not_meet_under_siege_nor_in_another_players_town() -> None:
    scene = shut_in(realm(), "coventry", 1)
    assert not offers_call(scene)
    reason = scene.refused(0, "call_parliament", rule="base-15.2", by="percy")
    assert reason == "Parliament cannot meet in a place under siege."
    scene = realm().control("coventry", "courtenay")
    assert not offers_call(scene)
    reason = scene.refused(0, "call_parliament", rule="base-15.2", by="percy")
    assert reason == "You must control the place where Parliament meets."


# When (base-15.13)


@pytest.mark.rule("base-15.13", "classic-turn.4")
def test_it_may_be_called_every_turn_without_limit_or_wait() -> None:
    scene = realm()
    for turn in range(4):
        scene.state.turn = 3 * turn + 1
        end(call(scene))
    assert scene.state.parliament_turn == 10
    # the King's Peace of another's Parliament bars nobody
    assert scene.state.peace.caller == 0


@pytest.mark.rule("base-15.13")
def test_it_meets_once_a_turn() -> None:
    scene = realm()
    end(call(scene))
    assert not offers_call(scene)
    reason = scene.refused(0, "call_parliament", rule="base-15.13", by="percy")
    assert reason == "Parliament has already met this turn. It meets once a turn."
    scene.state.turn += 1
    assert offers_call(scene)


@pytest.mark.rule("base-15.13", "base-15.11")
def test_no_peace_keeps_it_from_being_called_and_everybody_sees_so() -> None:
    scene = realm()
    end(call(scene))
    assert scene.match.view(1).resting
    scene.state.turn += 1
    assert scene.state.peace is not None
    assert not scene.match.view(1).resting
    assert offers_call(scene)


@pytest.mark.rule("house-7.1.7", "house-7.1.8")
def test_by_the_house_rules_it_rests_in_the_peace_and_three_rounds_after_it() -> None:
    scene = realm("house").peace(2, SQUARE)
    assert scene.match.view(None).resting
    scene.state.peace, scene.state.peace_ended_turn, scene.state.turn = None, 1, 9
    assert scene.match.view(None).resting
    scene.state.turn = 10
    assert not scene.match.view(None).resting


# Parliament must be summoned (base-4.5, base-15.1)


@pytest.mark.rule("base-4.5")
def test_the_card_does_nothing_while_there_is_a_sole_king() -> None:
    scene = realm().next_events("E-PM01")
    scene.event(1)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("E-PM01", "sole_king")]
    assert scene.state.sitting is None


@pytest.mark.rule("base-4.5", "base-15.1")
@pytest.mark.parametrize("card", ["E-PM01", "E-PM02"])
def test_without_a_king_the_chancellors_player_leads_whoever_drew_it(card: str) -> None:
    scene = chancellors().next_events(card)
    scene.event(1)
    assert (scene.state.sitting.caller, scene.state.sitting.place) == (0, "coventry")
    assert scene.state.sitting.attending == ["percy"]
    end(scene)
    # the drawer's movement and combat are his as ever
    assert scene.state.phase == "movement"
    assert not offers_call(scene)
    assert scene.refused(0, "call_parliament", rule="base-15.13", by="percy")


@pytest.mark.rule("base-4.5")
def test_without_a_chancellor_the_drawer_leads() -> None:
    scene = realm().crowned().next_events("E-PM01")
    scene.event(2)
    assert scene.state.sitting.caller == 2
    assert scene.state.sitting.attending == ["talbot"]


@pytest.mark.rule("base-4.5", "base-11.10")
def test_who_leads_it_takes_the_heir_who_stands_there_alone() -> None:
    scene = chancellors(at="15,17").control(TOWN, "percy").heir_at("george", SQUARE)
    scene.next_events("E-PM01").event(1)
    if scene.asked(0) == ["peoples_parliament"]:
        scene.play(0, "meet_at", noble="percy", place=TOWN)
    assert scene.state.sitting.place == TOWN
    assert scene.where("percy") == (SQUARE, None, None)
    assert scene.state.heirs["george"].holder == "percy"


@pytest.mark.rule("base-4.5", "base-10.6", "base-15.14")
def test_who_is_under_siege_leads_nobody_there_and_it_meets_in_london() -> None:
    scene = shut_in(realm().crowned(), "sheffield", 1).next_events("E-PM01")
    scene.event(2)
    assert scene.state.sitting.place == "london"
    assert list(scene.state.sieges) == ["sheffield"]
    assert kinds(scene) == ["attendance"]


@pytest.mark.rule("base-4.5", "base-15.2")
def test_it_does_not_meet_in_a_place_under_siege() -> None:
    scene = shut_in(chancellors(), "coventry", 1)
    scene.noble("audley", 0, "15,17").next_events("E-PM01")
    scene.event(0)
    assert "coventry" not in scene.candidates(0, "meet_at", "place")
    reason = scene.refused(0, "meet_at", rule="base-15.2", noble="audley", place="coventry")
    assert reason == "Parliament cannot meet in a place under siege."
