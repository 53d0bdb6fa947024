"""Storms at Sea: who rolls, who drowns, which port gives refuge (house §5.10, §8.6)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.strength import room
from bot.rules.kingmaker.ships.refuge import takes_in
from tests.rules.kingmaker.scene import Scene

STORM = "E-ST01"


def in_the_severn_sea(*nobles: str, heirs: tuple[str, ...] = (), seats: int = 2) -> Scene:
    """Seat 0's nobles aboard Le Nicholas; Bristol and Swansea are one square away."""
    scene = Scene(seats)
    for number, noble in enumerate(nobles):
        cards = ("le_nicholas",) if number == 0 else ()
        scene.noble(noble, 0, "19,17", cards=cards, heirs=heirs if number == 0 else ())
        scene.aboard(noble, "le_nicholas")
    scene.noble("audley", 0, "13,13").noble("bourchier", 1, "19,18")
    return scene.ship("le_nicholas", sea="severn-sea")


def storm(scene: Scene, *rolls: int, seat: int = 0) -> None:
    """A storm breaks in a seat's turn."""
    scene.next_events(STORM).rolls(*rolls).event(seat)


def rolled(scene: Scene) -> list[tuple[str, int, bool, str | None]]:
    """The rolls of ships: ship, roll, lost, port passed by."""
    return [(e.ship, e.roll, e.lost, e.port) for e in scene.happened(facts.StormRolled)]


# 5.10 The roll


@pytest.mark.rule("house-5.10a")
@pytest.mark.parametrize(("roll", "lost"), [(1, False), (95, False), (96, True), (100, True)])
def test_a_ship_at_sea_is_lost_on_96_and_more(roll: int, lost: bool) -> None:
    scene = Scene().noble("roos", 0, "york", cards=("le_swan",)).noble("bourchier", 1, "19,18")
    scene.ship("le_swan", sea="yarmouth-roads")
    storm(scene, roll)
    assert rolled(scene)[0] == ("le_swan", roll, lost, None)
    assert scene.happened(facts.StormRolled)[0].lost_from == 96
    assert scene.lies("le_swan") == (None if lost else "yarmouth")


@pytest.mark.rule("house-5.10a", "house-2.1b")
def test_ships_of_all_players_roll_if_they_are_at_sea() -> None:
    scene = Scene(3).noble("roos", 0, "york", cards=("le_swan",))
    scene.noble("grey", 1, "ruthin", cards=("le_rose", "le_michael"))
    scene.noble("howard", 2, "castle-rising", cards=("le_nicholas",))
    scene.ship("le_swan", sea="the-wash").ship("le_rose", port="newcastle")
    scene.ship("le_michael", sea="lands-end").ship("le_nicholas", sea="yarmouth-roads")
    scene.noble("audley", 0, "13,13")
    storm(scene, 50, 60, 97)
    scene.play(0, "put_in", ship="le_swan", port="lynn")
    rolls = {e.ship: e.roll for e in scene.happened(facts.StormRolled)}
    assert rolls == {"le_michael": 60, "le_nicholas": 97}
    assert scene.lies("le_swan") == "lynn"
    assert scene.lies("le_rose") == "newcastle"
    assert scene.lies("le_michael") == "penzance"
    assert scene.lies("le_nicholas") is None


@pytest.mark.rule("house-5.10a")
def test_a_ship_in_port_is_safe_with_all_aboard() -> None:
    scene = in_the_severn_sea("roos").ship("le_nicholas", port="milford-haven")
    storm(scene, 100)
    assert rolled(scene) == []
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(STORM, "no_ship_at_sea")]
    assert scene.where("roos") == ("", None, "le_nicholas")


@pytest.mark.rule("house-5.10c", "house-5.19e", "house-5.19f")
def test_everybody_aboard_a_lost_ship_drowns() -> None:
    scene = in_the_severn_sea("percy", "roos", heirs=("margaret", "george"))
    for noble, card in (("percy", "bp_durham"), ("percy", "saxons_1"), ("roos", "earl_kent")):
        scene.state.crown_deck.remove(card)
        if card.startswith("earl"):
            scene.state.nobles[noble].title = card
        else:
            scene.state.nobles[noble].cards.append(card)
    storm(scene, 96)
    assert scene.happened(facts.ShipLost) == [
        facts.ShipLost("le_nicholas", ("percy", "roos"), ("margaret", "george"))
    ]
    assert {h for h in scene.state.heirs if not scene.state.heirs[h].alive} == {
        "margaret",
        "george",
    }
    assert "percy" not in scene.state.nobles
    assert "roos" not in scene.state.nobles
    assert sorted(scene.state.chancery) == ["bp_durham", "earl_kent"]
    assert sorted(scene.state.crown_discards) == ["le_nicholas", "percy", "roos", "saxons_1"]
    assert scene.lies("le_nicholas") is None
    assert {p for p, n in scene.state.control.items() if n in ("percy", "roos")} == set()


@pytest.mark.rule("house-5.10c")
def test_the_card_of_a_lost_ship_is_discarded_though_its_noble_stays_ashore() -> None:
    scene = Scene().noble("roos", 0, "york", cards=("le_swan",)).noble("howard", 0, "21,15")
    scene.noble("bourchier", 1, "19,18").ship("le_swan", sea="the-wash").aboard("howard", "le_swan")
    storm(scene, 99)
    assert scene.state.nobles["roos"].cards == []
    assert scene.state.crown_discards == ["le_swan", "howard"]
    assert scene.where("roos") == ("15,9", "york", None)


@pytest.mark.rule("house-5.10c")
def test_a_lost_ship_comes_back_with_her_card() -> None:
    scene = Scene().noble("roos", 0, "york", cards=("le_swan",)).noble("bourchier", 1, "19,18")
    scene.ship("le_swan", sea="the-wash")
    storm(scene, 99)
    scene.state.crown_discards.remove("le_swan")
    scene.state.crown_deck.append("le_swan")
    scene.draw(1)
    scene.play(1, "play", card="le_swan", noble="bourchier")
    assert scene.lies("le_swan") == "lynn"


@pytest.mark.rule("house-5.10c")
def test_a_lost_ship_of_an_office_returns_when_the_office_changes_hands() -> None:
    scene = Scene().noble("percy", 0, "york", cards=("admiral_england",))
    scene.noble("talbot", 1, "19,18").noble("audley", 0, "13,13")
    scene.ship("le_trinity", sea="solent")
    storm(scene, 99)
    assert scene.lies("le_trinity") is None
    assert scene.state.nobles["percy"].office == "admiral_england"
    scene.movement(0)
    assert scene.destinations(0, "le_trinity") == set()
    scene.next_events("E-PL02").event(0)  # Percy dies in York
    assert scene.state.chancery == ["admiral_england"]
    assert scene.lies("le_trinity") is None
    scene.state.chancery.remove("admiral_england")
    scene.hand(1)
    scene.state.factions[1].hand.append("admiral_england")
    scene.movement(1)
    scene.play(1, "play", card="admiral_england", noble="talbot")
    assert scene.lies("le_trinity") == "southampton"


@pytest.mark.rule("house-5.10a", "house-5.10c", "base-8.10")
def test_a_ship_that_goes_with_her_drowned_captain_does_not_roll() -> None:
    """Roos drowns in Le Rose, which is first on the board: Le Swan leaves it with her card."""
    scene = Scene().noble("roos", 0, "york", cards=("le_rose", "le_swan"))
    scene.noble("audley", 0, "13,13").noble("bourchier", 1, "19,18")
    scene.ship("le_rose", sea="yarmouth-roads").ship("le_swan", sea="the-wash")
    storm(scene.aboard("roos", "le_rose"), 97, 97)
    assert rolled(scene) == [("le_rose", 97, True, None)]
    assert (scene.lies("le_rose"), scene.lies("le_swan")) == (None, None)
    assert sorted(scene.state.crown_discards) == ["le_rose", "le_swan", "roos"]


@pytest.mark.rule("house-5.10a", "house-5.10c")
def test_a_ship_of_an_office_that_goes_home_without_its_holder_does_not_roll() -> None:
    scene = Scene().noble("percy", 0, "york", cards=("admiral_england",))
    scene.noble("audley", 0, "13,13").noble("bourchier", 1, "19,18")
    scene.ship("le_grace_dieu", sea="solent").ship("le_trinity", sea="the-wash")
    storm(scene.aboard("percy", "le_grace_dieu"), 97, 97)
    assert rolled(scene) == [("le_grace_dieu", 97, True, None)]
    assert scene.lies("le_trinity") == "southampton"


@pytest.mark.rule("house-5.10c", "house-5.26a")
def test_le_lucas_lost_with_stanley_aboard_takes_him_along() -> None:
    scene = Scene().noble("stanley", 0, "lathom").noble("audley", 0, "13,13")
    scene.noble("bourchier", 1, "19,18").ship("le_lucas", sea="manx-sea")
    scene.aboard("stanley", "le_lucas")
    storm(scene, 100)
    assert "stanley" not in scene.state.nobles
    assert scene.state.crown_discards == ["stanley"]
    assert scene.lies("le_lucas") is None


@pytest.mark.rule("house-5.10c", "house-5.26a")
def test_le_lucas_lost_without_stanley_leaves_him_alive() -> None:
    scene = Scene().noble("stanley", 0, "lathom").noble("bourchier", 1, "19,18")
    scene.ship("le_lucas", sea="manx-sea")
    storm(scene, 100)
    assert scene.where("stanley") == ("11,11", "lathom", None)
    assert scene.lies("le_lucas") is None
    assert scene.happened(facts.ShipLost) == [facts.ShipLost("le_lucas")]
    assert scene.state.crown_discards == []
    assert scene.match.violations() == []


# 8.6 Refuge


@pytest.mark.rule("house-8.6.23", "house-8.6.25")
def test_refuge_is_in_the_nearest_open_or_friendly_port() -> None:
    """From the Tintagel Sea Penzance is one square away, Barnstaple two."""
    scene = in_the_severn_sea("roos").ship("le_nicholas", sea="tintagel-sea")
    storm(scene, 50)
    assert rolled(scene) == [("le_nicholas", 50, False, None)]
    assert scene.happened(facts.ShipSoughtPort) == [
        facts.ShipSoughtPort("le_nicholas", "penzance", "storm")
    ]


@pytest.mark.rule("house-8.6.23", "house-8.6.10")
def test_an_unfortified_port_is_a_refuge_though_an_enemy_sits_in_it() -> None:
    scene = in_the_severn_sea("roos").ship("le_nicholas", sea="tintagel-sea")
    scene.noble("percy", 1, "penzance")
    storm(scene, 50)
    assert scene.lies("le_nicholas") == "penzance"
    assert scene.where("roos") == ("3,27", None, None)


@pytest.mark.rule("house-8.6.23", "base-8.15")
def test_of_two_ports_as_near_the_player_chooses() -> None:
    scene = in_the_severn_sea("roos").ship("le_nicholas", sea="the-wash")
    storm(scene, 50)
    assert scene.asked(0) == ["refuge"]
    assert scene.candidates(0, "put_in", "port") == {"lynn", "boston"}
    scene.refused(0, "put_in", rule="house-8.6.23", ship="le_nicholas", port="yarmouth")
    scene.play(0, "put_in", ship="le_nicholas", port="boston")
    assert scene.lies("le_nicholas") == "boston"


@pytest.mark.rule("house-8.6.24", "house-8.6.14")
def test_all_aboard_go_ashore_into_the_fortress_of_refuge() -> None:
    scene = in_the_severn_sea("roos", "howard").noble("berkeley", 0, "bristol")
    storm(scene, 50)
    assert scene.lies("le_nicholas") == "bristol"
    assert scene.where("roos") == scene.where("howard") == ("11,21", "bristol", None)
    assert rolled(scene) == [("le_nicholas", 50, False, None)]


@pytest.mark.rule("house-8.6.24")
def test_all_aboard_go_ashore_into_the_square_of_an_unfortified_port() -> None:
    scene = in_the_severn_sea("roos", "howard").ship("le_nicholas", sea="lundy")
    storm(scene, 50)
    assert scene.where("roos") == scene.where("howard") == ("7,22", None, None)


@pytest.mark.rule("house-8.6.25", "house-8.6.23")
def test_each_unfriendly_port_passed_by_is_another_roll() -> None:
    """Bristol and Swansea are neutral: two more rolls before Milford Haven."""
    scene = in_the_severn_sea("roos")
    storm(scene, 10, 95, 20)
    rolls = rolled(scene)
    assert rolls[0] == ("le_nicholas", 10, False, None)
    assert {(r[1], r[2], r[3]) for r in rolls[1:]} in (
        {(95, False, "bristol"), (20, False, "swansea")},
        {(95, False, "swansea"), (20, False, "bristol")},
    )
    assert scene.lies("le_nicholas") == "milford-haven"
    assert scene.where("roos") == ("4,19", None, None)


@pytest.mark.rule("house-8.6.25", "house-5.10c")
@pytest.mark.parametrize("rolls", [(10, 96), (10, 50, 100)])
def test_a_ship_may_be_lost_while_passing_unfriendly_ports(rolls: tuple[int, ...]) -> None:
    scene = in_the_severn_sea("roos", heirs=("margaret",))
    storm(scene, *rolls)
    assert len(rolled(scene)) == len(rolls)
    assert rolled(scene)[-1][1:3] == (rolls[-1], True)
    assert "roos" not in scene.state.nobles
    assert scene.state.heirs["margaret"].alive is False


@pytest.mark.rule("house-8.6.25")
def test_nearest_means_fewest_squares_and_no_roll_for_ports_as_near() -> None:
    """Swansea is friendly and as near as neutral Bristol: nothing is passed by."""
    scene = in_the_severn_sea("roos").control("swansea", "roos")
    storm(scene, 10)
    assert rolled(scene) == [("le_nicholas", 10, False, None)]
    assert scene.where("roos") == ("7,20", "swansea", None)


@pytest.mark.rule("house-5.10b", "house-8.2.7", "house-8.6.15")
def test_a_port_of_another_player_is_friendly_if_he_lets_the_ship_in() -> None:
    scene = in_the_severn_sea("roos").control("bristol", "bourchier")
    storm(scene, 10)
    assert scene.asked(1) == ["grant_port"]
    assert scene.asked(0) == []
    scene.play(1, "grant")
    assert scene.happened(facts.LeaveAnswered) == [facts.LeaveAnswered(0, 1, "bristol", True)]
    assert rolled(scene) == []
    assert scene.lies("le_nicholas") == "bristol"
    assert scene.where("roos") == ("11,21", "bristol", None)
    assert scene.state.control["bristol"] == "bourchier"


@pytest.mark.rule("house-8.2.7", "house-5.10b")
def test_the_permission_of_a_storm_is_over_with_it() -> None:
    scene = in_the_severn_sea("roos").control("bristol", "bourchier")
    storm(scene, 10)
    scene.play(1, "grant")
    assert scene.state.granted == {}
    scene.noble("grey", 0, "bristol", outside=True).control("bristol", "bourchier").movement(0)
    assert scene.offered(0, "enter") == []


@pytest.mark.rule("house-5.10b", "house-8.6.25")
def test_a_port_that_is_refused_is_unfriendly_and_costs_a_roll() -> None:
    scene = in_the_severn_sea("roos").control("bristol", "bourchier").control("swansea", "roos")
    scene.control("swansea", None).control("swansea", "bourchier")
    storm(scene, 10, 20, 30)
    scene.play(1, "deny")
    assert rolled(scene) == []  # the other is as near
    scene.play(1, "deny")
    assert [roll[1:3] for roll in rolled(scene)] == [(20, False), (30, False)]
    assert scene.lies("le_nicholas") == "milford-haven"


@pytest.mark.rule("house-8.6.25", "house-5.10b")
def test_a_port_that_is_refused_costs_no_roll_if_another_as_near_is_opened() -> None:
    scene = in_the_severn_sea("roos").control("bristol", "bourchier")
    scene.control("swansea", "bourchier")
    storm(scene, 10, 97)
    scene.play(1, "deny")
    scene.play(1, "grant")
    assert rolled(scene) == []
    assert scene.lies("le_nicholas") in ("bristol", "swansea")


@pytest.mark.rule("house-5.10b")
def test_the_owner_alone_answers_for_his_port() -> None:
    scene = in_the_severn_sea("roos", seats=3).noble("howard", 2, "castle-rising")
    scene.control("bristol", "howard")
    storm(scene, 10)
    assert scene.asked(2) == ["grant_port"]
    for seat in (0, 1):
        scene.forbidden(seat, "grant", rule="house-5.10b", says="Only the port’s owner")
    scene.play(2, "grant")
    assert scene.lies("le_nicholas") == "bristol"


@pytest.mark.rule("house-8.6.11", "house-5.10a", "house-8.6.23")
def test_an_empty_ship_takes_refuge_in_any_fortress() -> None:
    scene = Scene().noble("roos", 0, "york", cards=("le_nicholas",)).noble("bourchier", 1, "19,18")
    scene.ship("le_nicholas", sea="severn-sea").control("swansea", "bourchier")
    storm(scene, 95)
    assert scene.candidates(0, "put_in", "port") == {"bristol", "swansea"}
    scene.play(0, "put_in", ship="le_nicholas", port="swansea")
    assert scene.lies("le_nicholas") == "swansea"
    assert rolled(scene) == []


@pytest.mark.rule("house-8.6.6", "house-8.6.5", "house-8.6.23")
def test_with_an_heir_refuge_is_on_the_mainland_only() -> None:
    """In the Manx Sea Douglas is nearest, and Percy's own, but an heir is aboard."""
    scene = in_the_severn_sea("percy", heirs=("margaret",)).control("douglas", "percy")
    scene.ship("le_nicholas", sea="manx-sea").control("lancaster", "percy")
    storm(scene, *[10] * 6)
    assert scene.lies("le_nicholas") == "lancaster"
    assert scene.where("percy") == ("11,9", "lancaster", None)


@pytest.mark.rule("house-8.6.5", "base-8.13")
def test_no_refuge_in_ireland() -> None:
    """From Dublin Bay the nearest usable port is Douglas, Caernarvon or Beaumaris."""
    scene = Scene().noble("roos", 0, "york", cards=("le_rose",)).noble("bourchier", 1, "19,18")
    scene.ship("le_rose", sea="dublin-bay")
    storm(scene, 10)
    assert scene.candidates(0, "put_in", "port") == {"douglas", "caernarvon", "beaumaris"}


@pytest.mark.rule("house-8.6.24", "house-8.5.3", "house-8.6.25")
def test_a_fortress_without_room_is_no_refuge() -> None:
    scene = in_the_severn_sea("mowbray").noble("percy", 0, "bristol", cards=("marshal_england",))
    scene.noble("neville", 0, "bristol", cards=("treasurer_england",))
    scene.noble("stanley", 0, "bristol", cards=("earl_kent",))
    storm(scene, 10, 20, 30)
    assert scene.lies("le_nicholas") == "milford-haven"


@pytest.mark.rule("house-8.6.7", "house-8.6.24")
def test_an_heir_driven_ashore_on_the_mainland_is_safe() -> None:
    scene = in_the_severn_sea("roos", heirs=("margaret",)).ship("le_nicholas", port="bristol")
    scene.control("bristol", "roos").movement(0)
    scene.play(0, "sail", ship="le_nicholas", to="lundy")
    scene.play(0, "done")
    storm(scene, 10, seat=1)
    assert scene.where("roos") == ("7,22", None, None)
    for _ in range(3):
        scene.movement(0)
        scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is True


def test_the_ships_of_the_active_player_roll_first_then_clockwise() -> None:
    scene = Scene(3).noble("roos", 0, "york", cards=("le_swan",))
    scene.noble("grey", 1, "ruthin", cards=("le_michael",))
    scene.noble("howard", 2, "castle-rising", cards=("le_nicholas",))
    scene.ship("le_swan", sea="yarmouth-roads").ship("le_michael", sea="lands-end")
    scene.ship("le_nicholas", sea="severn-sea")
    storm(scene, 96, 97, 98, seat=1)
    assert [e.ship for e in scene.happened(facts.StormRolled)] == [
        "le_michael",
        "le_nicholas",
        "le_swan",
    ]


@pytest.mark.rule("house-5.10b")
def test_the_owner_of_a_port_is_told_who_asks_for_refuge() -> None:
    scene = in_the_severn_sea("roos").control("bristol", "bourchier").control("swansea", None)
    storm(scene, 50)
    asked = next(p for p in scene.match.prompts(1) if p.kind == "grant_port")
    assert asked.facts == {"ship": "le_nicholas", "place": "bristol", "asker": "0"}


@pytest.mark.rule("house-5.10b")
def test_the_port_that_is_opened_is_the_one_of_the_player_who_opened_it() -> None:
    """Bristol and Swansea are as near; nobody holds Bristol, Bourchier lets the ship into his."""
    scene = in_the_severn_sea("roos").control("swansea", "bourchier")
    storm(scene, 50)
    assert scene.asked(1) == ["grant_port"]
    scene.play(1, "grant")
    assert scene.happened(facts.LeaveAnswered) == [facts.LeaveAnswered(0, 1, "swansea", True)]
    assert scene.where("roos") == ("7,20", "swansea", None)


@pytest.mark.rule("house-8.5.3", "base-1.9", "base-6.1")
def test_the_room_in_a_fortress_of_refuge_is_for_the_troops_he_has_there() -> None:
    """Roos has 20 troops, and north of the Trent 30 more from the Bishop of Durham."""
    scene = Scene().noble("roos", 0, "14,16", cards=("le_swan", "bp_durham"))
    scene.aboard("roos", "le_swan").ship("le_swan", sea="tyne-water")
    for noble, cards in (
        ("percy", ("marshal_england", "saxons_1")),
        ("neville", ("treasurer_england",)),
    ):
        scene.noble(noble, 0, "newcastle", cards=cards)
    scene.noble("bourchier", 1, "19,18")
    table, newcastle = scene.match.table, scene.board.places["newcastle"]
    assert room(table, newcastle) == 90
    assert takes_in(table, "le_swan", newcastle)
    scene.noble("mowbray", 0, "newcastle")
    assert room(scene.match.table, newcastle) == 40
    assert not takes_in(scene.match.table, "le_swan", newcastle)
