"""Who commands a ship: cards, offices, Stanley's own; hand-over at sea and in port."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import ShipState
from tests.rules.kingmaker.scene import Scene

# 5.26 Stanley gets a ship


@pytest.mark.rule("house-5.26a", "house-5.26b")
@pytest.mark.parametrize("castle", ["lathom", "douglas"])
def test_stanley_drawn_brings_le_lucas_to_douglas(castle: str) -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("bourchier", 1, "19,18")
    assert "le_lucas" not in scene.state.ships
    scene.next_crown("stanley").draw(0)
    scene.play(0, "settle", noble="stanley", castle=castle)
    assert scene.lies("le_lucas") == "douglas"
    seen = scene.match.view(None).ships["le_lucas"]
    assert (seen.noble, seen.seat) == ("stanley", 0)
    assert scene.happened(facts.ShipAppeared) == [facts.ShipAppeared("le_lucas", "douglas")]
    scene.movement(0)
    assert scene.destinations(0, "le_lucas") != set()
    scene.movement(1)
    assert scene.destinations(1, "le_lucas") == set()


@pytest.mark.rule("house-5.26a", "house-5.25a")
def test_le_lucas_is_no_card_of_the_deck() -> None:
    scene = Scene()
    assert "le_lucas" not in scene.content.crown
    assert "le_lucas" not in scene.state.crown_deck


@pytest.mark.rule("house-5.26a")
def test_le_lucas_leaves_with_stanley_and_comes_back_with_him() -> None:
    scene = Scene().noble("stanley", 0, "york").noble("percy", 0, "alnwick")
    scene.noble("bourchier", 1, "19,18").ship("le_lucas", port="lancaster")
    scene.next_events("E-PL02").event(0)  # plague in York
    assert "stanley" not in scene.state.nobles
    assert scene.lies("le_lucas") is None
    assert scene.happened(facts.ShipGone) == [facts.ShipGone("le_lucas")]
    scene.state.crown_discards.remove("stanley")
    scene.state.crown_deck.append("stanley")
    scene.draw(1)
    scene.play(1, "settle", noble="stanley", castle="lathom")
    assert scene.lies("le_lucas") == "douglas"
    scene.movement(1)
    assert scene.destinations(1, "le_lucas") != set()


@pytest.mark.rule("house-5.26a", "house-8.7.4")
def test_le_lucas_is_stanleys_own_and_no_card_to_hand_over() -> None:
    scene = Scene().noble("stanley", 0, "lathom").noble("percy", 0, "lathom")
    scene.noble("bourchier", 1, "11,11", outside=True).ship("le_lucas", port="douglas")
    scene.movement(0)
    assert "ship:le_lucas" not in scene.candidates(0, "transfer", "thing")
    assert "ship:le_lucas" not in scene.candidates(0, "propose_deal", "give")


# Ships of cards and offices


@pytest.mark.rule("base-8.9", "house-8.7.4")
def test_control_goes_with_the_card() -> None:
    scene = Scene().noble("roos", 0, "helmsley", cards=("le_swan",)).noble("grey", 1, "ruthin")
    scene.movement(0)
    assert scene.destinations(0, "le_swan") != set()
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.nobles["grey"].cards == ["le_swan"]
    assert scene.destinations(0, "le_swan") == set()
    scene.movement(1)
    assert "boston" in scene.destinations(1, "le_swan")


@pytest.mark.rule("base-8.9")
@pytest.mark.parametrize(
    ("office", "ships", "port"),
    [
        ("admiral_england", {"le_trinity", "le_grace_dieu"}, "southampton"),
        (
            "warden_cinque_ports",
            {"le_george", "le_katherine", "le_christopher", "le_thomas", "le_margaret"},
            "rye",
        ),
    ],
)
def test_the_ships_of_an_office_obey_its_holder(office: str, ships: set[str], port: str) -> None:
    scene = Scene().noble("percy", 0, "alnwick", cards=(office,)).noble("bourchier", 1, "19,18")
    scene.movement(0)
    assert {ship for ship in scene.state.ships if scene.destinations(0, ship)} == ships
    assert {scene.lies(ship) for ship in ships} == {port}


@pytest.mark.rule("base-8.5", "house-8.6.17", "house-8.6.18")
def test_ships_of_one_faction_act_together_against_a_port() -> None:
    """100 and 50 troops in two ships add up to 150 against a garrison of 200."""
    scene = Scene().noble("percy", 0, "19,17", cards=("le_swan",)).noble("mowbray", 0, "19,17")
    scene.state.nobles["percy"].cards.append("le_rose")
    scene.state.crown_deck.remove("le_rose")
    scene.ship("le_swan", sea="humber-mouth").ship("le_rose", sea="humber-mouth")
    scene.aboard("percy", "le_swan").aboard("mowbray", "le_rose")
    scene.noble("bourchier", 1, "19,18").movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    siege = scene.state.sieges["hull"]
    assert (siege.besiegers, siege.ships) == (["percy"], ["le_swan"])
    scene.movement(0)
    scene.play(0, "sail", ship="le_rose", to="hull")
    scene.play(0, "done")
    siege = scene.state.sieges["hull"]
    assert (siege.besiegers, siege.ships) == (["percy", "mowbray"], ["le_swan", "le_rose"])


# 8.7.5 Hand-over at sea takes effect in port


@pytest.mark.rule("house-8.7.5", "base-8.9")
def test_a_ship_at_sea_stays_with_her_old_captain_until_she_is_in_port() -> None:
    scene = Scene().noble("roos", 0, "helmsley", cards=("le_swan",)).noble("grey", 1, "ruthin")
    scene.ship("le_swan", sea="the-wash").movement(0)
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.nobles["grey"].cards == ["le_swan"]
    assert "humber-mouth" in scene.destinations(0, "le_swan")
    scene.movement(1)
    assert scene.destinations(1, "le_swan") == set()
    scene.refused(1, "sail", rule="house-8.7.5", ship="le_swan", to="boston")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    scene.movement(0)
    assert scene.destinations(0, "le_swan") == set()
    scene.movement(1)
    assert "the-wash" in scene.destinations(1, "le_swan")


@pytest.mark.rule("house-8.7.5")
def test_between_own_nobles_a_ship_at_sea_waits_for_a_port_as_well() -> None:
    """While she is at sea she is lost or kept with Roos, whose card she was."""
    scene = Scene().noble("roos", 0, "helmsley", cards=("le_swan",)).noble("howard", 0, "york")
    scene.ship("le_swan", sea="the-wash").noble("grey", 1, "ruthin").movement(0)
    scene.play(0, "transfer", thing="ship:le_swan", noble="howard")
    assert scene.state.nobles["howard"].cards == ["le_swan"]
    assert scene.state.ships["le_swan"].captain_at_sea == "roos"
    scene.play(0, "sail", ship="le_swan", to="lynn")
    assert scene.state.ships["le_swan"].captain_at_sea is None


@pytest.mark.rule("house-8.7.5")
def test_a_captain_who_dies_commands_her_no_more_even_if_he_is_drawn_again() -> None:
    scene = Scene(3).noble("percy", 0, "york", cards=("le_swan",)).noble("roos", 0, "helmsley")
    scene.noble("courtenay", 1, "tiverton").noble("grey", 2, "ruthin")
    scene.ship("le_swan", sea="dogger").aboard("roos", "le_swan").next_events("E-PL02")
    scene.movement(1)
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    scene.event(2)  # the plague is in York
    scene.state.crown_discards.remove("percy")
    scene.state.crown_deck.append("percy")
    scene.draw(2)
    scene.play(2, "settle", noble="percy", castle="alnwick")
    scene.movement(2)
    assert scene.destinations(2, "le_swan") == set()
    scene.movement(1)
    assert "humber-mouth" in scene.destinations(1, "le_swan")


@pytest.mark.rule("house-8.7.5", "house-8.7.4")
def test_given_away_in_port_she_obeys_her_new_captain_at_sea_as_well() -> None:
    scene = Scene().noble("roos", 0, "helmsley", cards=("le_swan",)).noble("grey", 1, "ruthin")
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    scene.movement(1)
    scene.play(1, "sail", ship="le_swan", to="the-wash")
    scene.movement(0)
    assert scene.destinations(0, "le_swan") == set()
    scene.movement(1)
    assert "boston" in scene.destinations(1, "le_swan")


@pytest.mark.rule("house-8.7.5")
def test_passed_on_twice_at_sea_she_still_obeys_the_first_until_port() -> None:
    scene = Scene().noble("roos", 0, "helmsley", cards=("le_swan",)).noble("grey", 1, "ruthin")
    scene.noble("howard", 1, "castle-rising").ship("le_swan", sea="the-wash").movement(0)
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    owner, other = ("grey", "howard")
    if scene.state.nobles["howard"].cards == ["le_swan"]:
        owner, other = other, owner
    scene.play(1, "transfer", thing="ship:le_swan", noble=other)
    assert scene.state.nobles[other].cards == ["le_swan"]
    assert scene.state.nobles[owner].cards == []
    assert "humber-mouth" in scene.destinations(0, "le_swan")
    scene.movement(1)
    assert scene.destinations(1, "le_swan") == set()


@pytest.mark.rule("house-8.7.5", "base-8.10")
def test_with_the_old_captain_dead_the_new_one_commands() -> None:
    scene = Scene().noble("roos", 0, "york", cards=("le_swan",)).noble("howard", 0, "21,15")
    scene.noble("grey", 1, "ruthin").ship("le_swan", sea="the-wash").movement(0)
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    scene.next_events("E-PL02").event(1)  # plague in York
    assert "roos" not in scene.state.nobles
    assert scene.lies("le_swan") == "the-wash"
    scene.movement(1)
    assert "boston" in scene.destinations(1, "le_swan")


@pytest.mark.rule("base-8.9")
def test_passengers_land_when_their_ship_changes_hands_in_port() -> None:
    scene = Scene().noble("roos", 0, "lynn", cards=("le_swan",)).aboard("roos", "le_swan")
    scene.noble("grey", 1, "ruthin").movement(0)
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.where("roos") == ("20,14", None, None)


@pytest.mark.rule("base-8.9", "house-8.7.5")
def test_passengers_land_when_a_ship_given_away_at_sea_comes_to_port() -> None:
    scene = Scene().noble("roos", 0, "lynn", cards=("le_swan",)).aboard("roos", "le_swan")
    scene.ship("le_swan", sea="the-wash").noble("grey", 1, "ruthin").movement(0)
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.where("roos") == ("", None, "le_swan")
    scene.play(0, "sail", ship="le_swan", to="lynn")
    assert scene.where("roos") == ("20,14", None, None)


# 8.10 A ship whose card is gone


@pytest.mark.rule("base-8.10")
def test_a_ship_leaves_the_board_with_her_card() -> None:
    scene = Scene().noble("roos", 0, "york", cards=("le_swan",)).noble("howard", 0, "21,15")
    scene.noble("bourchier", 1, "19,18").ship("le_swan", sea="dogger")
    scene.next_events("E-PL02").event(0)
    assert scene.lies("le_swan") is None
    assert "le_swan" in scene.state.crown_discards
    assert scene.match.violations() == []


@pytest.mark.rule("base-8.10")
def test_passengers_at_sea_are_put_ashore_in_the_nearest_unfortified_port() -> None:
    """Roos, whose card Le Swan is, dies in York while Howard sails in her: Lynn or Boston."""
    scene = Scene().noble("roos", 0, "york", cards=("le_swan",)).noble("howard", 0, "21,15")
    scene.ship("le_swan", sea="the-wash").aboard("howard", "le_swan")
    scene.noble("bourchier", 1, "19,18").next_events("E-PL02").event(0)
    assert scene.where("howard") in {("20,14", None, None), ("19,13", None, None)}
    assert scene.lies("le_swan") is None
    assert scene.match.violations() == []


@pytest.mark.rule("base-8.10")
def test_passengers_are_put_ashore_in_a_friendly_fortress_if_it_is_nearer() -> None:
    """From the Severn Sea Bristol is one square away; the next open port is two."""
    scene = Scene().noble("roos", 0, "york", cards=("le_nicholas",))
    scene.noble("berkeley", 0, "bristol").noble("howard", 0, "21,15")
    scene.ship("le_nicholas", sea="severn-sea").aboard("howard", "le_nicholas")
    scene.noble("bourchier", 1, "19,18").next_events("E-PL02").event(0)
    assert scene.where("howard") == ("11,21", "bristol", None)


@pytest.mark.rule("base-8.10", "house-8.6.6")
@pytest.mark.parametrize(
    ("heirs", "where"),
    [((), ("6,8", "douglas", None)), (("margaret",), ("11,9", "lancaster", None))],
)
def test_with_an_heir_they_are_put_ashore_on_the_mainland(
    heirs: tuple[str, ...], where: tuple[str, str, None]
) -> None:
    """Of two friendly ports Douglas, on Man, is nearer to the Manx Sea than Lancaster."""
    scene = Scene().noble("roos", 0, "york", cards=("le_swan",))
    scene.noble("howard", 0, "21,15", heirs=heirs).noble("stanley", 0, "lathom")
    scene.control("lancaster", "stanley").ship("le_swan", sea="manx-sea").aboard(
        "howard", "le_swan"
    )
    scene.noble("bourchier", 1, "19,18")
    scene.next_events("E-PL02").event(0)
    assert scene.where("howard") == where


@pytest.mark.rule("base-8.10")
def test_the_count_of_ships_does_not_hide_one_without_a_captain() -> None:
    """Le Trinity was lost; her Admiral still has one ship too many in his papers."""
    scene = Scene().noble("percy", 1, "alnwick", cards=("admiral_england",))
    del scene.state.ships["le_trinity"]
    scene.noble("roos", 0, "york", cards=("le_swan",)).noble("howard", 0, "21,15")
    scene.ship("le_swan", sea="the-wash").aboard("howard", "le_swan")
    scene.next_events("E-PL02").event(0)
    assert "roos" not in scene.state.nobles
    assert scene.where("howard") in {("20,14", None, None), ("19,13", None, None)}
    assert scene.lies("le_swan") is None


@pytest.mark.rule("base-8.10", "base-8.9")
def test_ships_of_an_office_lie_idle_at_home_when_its_holder_dies() -> None:
    scene = Scene().noble("percy", 0, "york", cards=("admiral_england",))
    scene.noble("howard", 0, "21,15").noble("bourchier", 1, "19,18")
    scene.ship("le_trinity", sea="the-wash").ship("le_grace_dieu", port="rye")
    scene.state.ships["le_trinity"].load["percy"] = 70
    scene.next_events("E-PL02").event(0)
    assert scene.state.chancery == ["admiral_england"]
    assert scene.state.ships["le_trinity"] == ShipState(port="southampton")
    assert scene.state.ships["le_grace_dieu"] == ShipState(port="southampton")
    scene.movement(0)
    assert scene.offered(0, "sail") == []
    scene.movement(1)
    assert scene.offered(1, "sail") == []


@pytest.mark.rule("base-2.7", "base-8.9")
def test_a_ship_card_played_brings_her_to_her_home_port() -> None:
    scene = Scene().noble("roos", 0, "york").noble("bourchier", 1, "19,18").hand(0, "le_michael")
    scene.movement(0)
    scene.play(0, "play", card="le_michael", noble="roos")
    assert scene.lies("le_michael") == "plymouth"
    assert "eddystone" in scene.destinations(0, "le_michael")


@pytest.mark.rule("base-8.10", "ishkibibble-blockade.3")
def test_a_ship_of_an_office_that_goes_home_without_a_master_is_nobodys_prisoner_there() -> None:
    scene = Scene(2, "classic+sea_combat+blockade").noble("percy", 0, "york")
    scene.give("percy", "admiral_england").noble("roos", 0, "helmsley").noble("mowbray", 1, "13,20")
    scene.ship("le_trinity", port="rye").aboard("roos", "le_trinity").next_events("E-PL02")
    scene.state.ships["le_trinity"].prisoner = True
    scene.event(0)
    assert (scene.lies("le_trinity"), scene.where("roos")[2]) == ("southampton", None)
    assert not scene.match.view(None).ships["le_trinity"].prisoner
