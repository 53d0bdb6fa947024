"""Ships at sea: embarking, five sea squares, what they carry (house §2.2, §8.6)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.movement.afloat import THE_WASH, at_lynn, sailing
from tests.rules.kingmaker.scene import Scene

# 2.2 The order of things


@pytest.mark.rule("house-2.2e", "house-8.6.3", "base-8.3", "house-8.6.10")
def test_a_force_embarks_sails_and_lands_in_one_phase() -> None:
    scene = at_lynn("roos", "howard")
    scene.movement(0)
    scene.play(0, "embark", nobles=["roos", "howard"], ship="le_swan")
    assert scene.where("roos") == scene.where("howard") == ("", None, "le_swan")
    assert scene.happened(facts.Embarked) == [
        facts.Embarked(0, ("roos", "howard"), "le_swan", "lynn")
    ]
    scene.play(0, "sail", ship="le_swan", to="boston")
    assert scene.happened(facts.Sailed) == [
        facts.Sailed(0, "le_swan", "lynn", "boston", ("roos", "howard"))
    ]
    scene.play(0, "land", nobles=["howard"], ship="le_swan")
    assert scene.where("howard") == ("19,13", None, None)
    assert scene.where("roos") == ("", None, "le_swan")
    assert scene.lies("le_swan") == "boston"
    assert scene.match.violations() == []


@pytest.mark.rule("house-2.2e", "house-8.6.3", "base-8.3")
def test_nobody_embarks_once_the_ship_has_moved() -> None:
    scene = at_lynn("roos").noble("howard", 0, "boston")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    assert scene.offered(0, "embark") == []
    on = {"nobles": ["howard"], "ship": "le_swan"}
    scene.forbidden(0, "embark", rule="house-2.2e", says="That ship has already moved", **on)


@pytest.mark.rule("house-2.2e", "house-8.6.4")
def test_who_has_landed_does_not_embark_again() -> None:
    scene = sailing("roos", THE_WASH).noble("howard", 0, "boston", cards=("le_rose",))
    scene.ship("le_rose", port="boston")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    on = {"nobles": ["roos"], "ship": "le_rose"}
    scene.forbidden(0, "embark", rule="house-8.6.4", says="cannot move again", **on)


@pytest.mark.rule("house-2.2f", "house-8.6.10")
def test_embarking_at_an_open_town_is_free_from_inside_and_from_the_square() -> None:
    scene = (
        Scene().noble("roos", 0, "cardigan", cards=("le_swan",)).ship("le_swan", port="cardigan")
    )
    scene.noble("howard", 0, "cardigan", outside=True).noble("grey", 1, "cardigan", outside=True)
    scene.movement(0)
    scene.play(0, "embark", nobles=["roos", "howard"], ship="le_swan")
    assert scene.where("roos") == scene.where("howard") == ("", None, "le_swan")


@pytest.mark.rule("house-2.2f", "house-8.6.12")
@pytest.mark.parametrize("owner", [None, "grey"])
def test_no_embarking_in_a_port_that_is_not_friendly(owner: str | None) -> None:
    """A ship may lie there empty, but nobody comes aboard."""
    scene = Scene().noble("roos", 0, "hull", outside=True, cards=("le_swan",))
    scene.noble("grey", 1, "19,18").control("hull", owner).ship("le_swan", port="hull")
    scene.movement(0)
    assert scene.offered(0, "embark") == []
    scene.refused(0, "embark", rule="house-2.2f", nobles=["roos"], ship="le_swan")
    assert "humber-mouth" in scene.destinations(0, "le_swan")


@pytest.mark.rule("house-8.6.12", "house-2.2f")
def test_boarding_in_a_fortress_port_is_from_inside_only() -> None:
    scene = Scene().noble("roos", 0, "hull", cards=("le_swan",))
    scene.noble("howard", 0, "hull", outside=True).ship("le_swan", port="hull")
    scene.noble("grey", 1, "19,18").movement(0)
    assert scene.candidates(0, "embark", "nobles") == {"roos"}
    scene.refused(0, "embark", rule="house-8.6.12", nobles=["howard"], ship="le_swan")
    scene.play(0, "embark", nobles=["roos"], ship="le_swan")
    assert scene.where("roos") == ("", None, "le_swan")


@pytest.mark.rule("house-8.6.12", "house-8.6.3", "base-8.3")
def test_stepping_inside_just_now_is_too_late_to_board() -> None:
    """Forces may not come from the open square of a Fortress Port to board in the same phase."""
    scene = Scene().noble("roos", 0, "hull", cards=("le_swan",))
    scene.noble("howard", 0, "hull", outside=True).ship("le_swan", port="hull")
    scene.noble("grey", 1, "19,18").movement(0)
    scene.play(0, "enter", nobles=["howard"], place="hull")
    scene.refused(0, "embark", rule="house-8.6.12", nobles=["howard"], ship="le_swan")


@pytest.mark.rule("house-8.6.3", "house-8.6.2", "base-8.3")
def test_who_has_marched_to_the_port_does_not_board() -> None:
    scene = at_lynn("roos").noble("howard", 0, "20,15")
    scene.movement(0)
    scene.play(0, "march", nobles=["howard"], to="20,14")
    assert scene.candidates(0, "embark", "nobles") == {"roos"}
    on = {"nobles": ["howard"], "ship": "le_swan"}
    scene.forbidden(0, "embark", rule="house-8.6.3", says="start the phase in the port", **on)


@pytest.mark.rule("house-8.6.2", "house-8.6.4", "base-8.3")
def test_who_has_landed_does_not_march_or_ride() -> None:
    scene = sailing("roos", THE_WASH)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="lynn")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    assert scene.where("roos") == ("20,14", None, None)
    assert "roos" not in scene.candidates(0, "march", "nobles")
    assert "roos" not in scene.candidates(0, "ride", "nobles")
    on = {"nobles": ["roos"], "to": "20,15"}
    scene.forbidden(0, "march", rule="house-8.6.4", says="cannot move again", **on)


@pytest.mark.rule("house-8.6.4", "base-7.20")
def test_nor_does_a_free_move_help_who_has_landed() -> None:
    scene = sailing("roos", THE_WASH).held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="lynn")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    assert scene.candidates(0, "free_move", "nobles") == set()
    on = {"nobles": ["roos"]}
    scene.forbidden(0, "free_move", rule="house-8.6.4", says="cannot move again", **on)


@pytest.mark.rule("house-8.6.2", "base-7.20")
def test_who_has_marched_does_not_board_by_a_free_move_either() -> None:
    """Land or sea, never both: his second move is over land as well."""
    scene = at_lynn("roos").noble("howard", 0, "20,15").held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "march", nobles=["howard"], to="20,14")
    scene.play(0, "free_move", nobles=["howard"])
    assert scene.candidates(0, "embark", "nobles") == {"roos"}
    on = {"nobles": ["howard"], "ship": "le_swan"}
    scene.forbidden(0, "embark", rule="house-8.6.2", says="by land and by sea", **on)
    scene.play(0, "march", nobles=["howard"], to="20,15")
    assert scene.where("howard") == ("20,15", None, None)


@pytest.mark.rule("house-8.6.2")
def test_who_has_marched_may_board_in_the_next_turn() -> None:
    scene = at_lynn("roos").noble("howard", 0, "20,15").held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "march", nobles=["howard"], to="20,14")
    scene.play(0, "done")
    scene.movement(0)
    assert scene.candidates(0, "embark", "nobles") == {"roos", "howard"}


@pytest.mark.rule("house-8.6.2")
def test_who_is_aboard_does_not_march() -> None:
    scene = at_lynn("roos", "howard")
    scene.movement(0)
    scene.play(0, "embark", nobles=["roos"], ship="le_swan")
    assert "roos" not in scene.candidates(0, "march", "nobles")
    assert scene.candidates(0, "march", "nobles") == {"howard"}


@pytest.mark.rule("base-8.2")
def test_a_ship_obeys_only_in_her_controllers_turn() -> None:
    scene = at_lynn("roos", "howard").noble("clifford", 1, "lynn", cards=("le_rose",))
    scene.ship("le_rose", port="lynn").movement(1)
    assert scene.destinations(1, "le_swan") == set()
    scene.refused(1, "sail", rule="base-8.2", ship="le_swan", to="boston")
    scene.refused(1, "embark", rule="house-8.6.27", nobles=["clifford"], ship="le_swan")
    scene.refused(0, "sail", rule="house-1.14", ship="le_swan", to="boston")
    scene.refused(0, "embark", rule="house-1.14", nobles=["howard"], ship="le_swan")
    assert scene.destinations(1, "le_rose") != set()


@pytest.mark.rule("base-8.2", "house-8.6.12")
def test_only_nobles_of_her_own_faction_who_are_in_port_come_aboard() -> None:
    scene = at_lynn("roos").noble("grey", 1, "lynn", outside=True)
    scene.noble("howard", 0, "20,15").noble("audley", 0, "boston").movement(0)
    assert scene.candidates(0, "embark", "nobles") == {"roos"}
    for rule, says, noble in (
        ("house-8.6.3", "in the port where the ship lies", "howard"),
        ("house-1.3", "nobles of your own faction", "grey"),
    ):
        scene.forbidden(0, "embark", rule=rule, says=says, nobles=[noble], ship="le_swan")
    scene.movement(1)
    assert scene.offered(1, "embark") == []


@pytest.mark.rule("base-8.2")
def test_passengers_do_not_land_in_somebody_elses_turn() -> None:
    scene = at_lynn("roos").aboard("roos", "le_swan")
    scene.movement(1)
    assert scene.offered(0, "land") == []
    scene.refused(0, "land", rule="house-1.14", nobles=["roos"], ship="le_swan")


# 2.2 Five sea squares


@pytest.mark.rule("house-2.2h", "base-8.1", "house-2.2g", "house-8.6.1")
def test_leaving_and_entering_port_costs_a_square_of_five_each() -> None:
    scene = at_lynn("roos")
    scene.movement(0)
    reach = scene.destinations(0, "le_swan")
    seas = {to for to in reach if to in scene.board.seas}
    assert seas == {
        THE_WASH,
        "norfolk-coast",
        "humber-mouth",
        "yarmouth-roads",
        "broad-fourteens",
        "dogger",
        "holderness",
        "orwell-haven",
        "north-sea",
        "cleveland-coast",
        "the-downs",
        "tyne-water",
        "tweed-mouth",
    }
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="dover-strait")
    ports = {to for to in scene.destinations(0, "le_swan") if to in scene.board.places}
    assert ports == {
        "boston",
        "yarmouth",
        "hull",
        "ravenser",
        "scarborough",
        "whitby",
        "hartlepool",
        "ipswich",
        "london",
    }
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="newcastle")
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="sandwich")


@pytest.mark.rule("house-2.2g", "house-2.2h", "base-8.1")
def test_a_ship_at_sea_has_all_five_squares_before_her() -> None:
    scene = sailing("roos", "orwell-haven")
    scene.movement(0)
    reach = scene.destinations(0, "le_swan")
    assert {"sussex-coast", "narrow-seas"} <= reach
    assert "solent" in reach
    assert "portland-race" in reach
    assert "rye" in reach
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="lyme-bay")
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="weymouth")


@pytest.mark.rule("house-2.2g")
def test_a_ship_moves_once_in_a_phase_and_again_in_the_next() -> None:
    scene = sailing("roos", THE_WASH)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="humber-mouth")
    assert scene.destinations(0, "le_swan") == set()
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to=THE_WASH)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to=THE_WASH)
    assert scene.lies("le_swan") == THE_WASH


@pytest.mark.rule("base-7.20", "house-2.2g")
def test_a_free_move_gives_a_ship_a_second_complete_move() -> None:
    scene = sailing("roos", THE_WASH).held(0, "E-FM01")
    scene.movement(0)
    assert scene.offered(0, "free_sail") == []
    scene.play(0, "sail", ship="le_swan", to="humber-mouth")
    scene.play(0, "free_sail", ship="le_swan")
    assert scene.state.factions[0].held == []
    assert "E-FM01" in scene.state.event_discards
    scene.play(0, "sail", ship="le_swan", to="hartlepool")
    assert scene.lies("le_swan") == "hartlepool"


@pytest.mark.rule("house-8.6.1", "base-8.11", "base-8.12")
def test_the_open_sea_is_never_blocked_by_other_ships() -> None:
    scene = Scene().noble("roos", 0, "lynn", cards=("le_swan",)).aboard("roos", "le_swan")
    scene.noble("talbot", 1, "19,18", cards=("warden_cinque_ports",))
    for ship in ("le_george", "le_katherine", "le_christopher"):
        scene.ship(ship, sea=THE_WASH)
    scene.ship("le_thomas", sea="norfolk-coast").ship("le_margaret", sea="humber-mouth")
    scene.movement(0)
    assert {THE_WASH, "norfolk-coast", "humber-mouth", "yarmouth-roads", "dogger"} <= (
        scene.destinations(0, "le_swan")
    )
    scene.play(0, "sail", ship="le_swan", to=THE_WASH)
    assert [s for s, at in scene.state.ships.items() if at.sea == THE_WASH] == [
        "le_swan",
        "le_george",
        "le_katherine",
        "le_christopher",
    ]


@pytest.mark.rule("base-8.11")
def test_ships_never_fight_at_sea() -> None:
    scene = sailing("percy", THE_WASH).noble("talbot", 1, "19,16", cards=("le_rose",))
    scene.ship("le_rose", sea=THE_WASH).aboard("talbot", "le_rose")
    scene.noble("audley", 0, "19,18")  # keeps the phase open, against Bourchier
    scene.combat(0)
    assert scene.candidates(0, "attack", "nobles") == {"audley"}
    assert scene.candidates(0, "attack", "square") == {"19,18"}
    told = {"nobles": ["percy"], "against": "1", "square": "19,18"}
    scene.forbidden(0, "attack", rule="base-8.11", says="nobody fights at sea", **told)


@pytest.mark.rule("base-8.12")
def test_any_number_of_ships_lies_in_one_port() -> None:
    scene = Scene().noble("talbot", 1, "19,18", cards=("warden_cinque_ports",))
    scene.noble("percy", 0, "19,17", cards=("admiral_england", "le_swan", "le_rose", "le_michael"))
    for ship in ("le_trinity", "le_grace_dieu", "le_swan", "le_michael"):
        scene.ship(ship, port="rye")
    scene.ship("le_rose", sea="rye-bay").movement(0)
    scene.play(0, "sail", ship="le_rose", to="rye")
    assert len([s for s, at in scene.state.ships.items() if at.port == "rye"]) == 10


# 5.22 Capacity


@pytest.mark.rule("house-5.22a", "base-8.4")
def test_a_ship_carries_no_more_than_her_capacity() -> None:
    scene = at_lynn("percy", "mowbray", "audley")
    scene.movement(0)
    full = {"rule": "house-5.22a", "says": "not enough room aboard", "ship": "le_swan"}
    scene.forbidden(0, "embark", nobles=["percy", "mowbray", "audley"], **full)
    scene.play(0, "embark", nobles=["percy", "mowbray"], ship="le_swan")
    scene.forbidden(0, "embark", nobles=["audley"], **full)


@pytest.mark.rule("house-5.22b")
def test_one_noble_alone_always_fits() -> None:
    scene = Scene().noble("percy", 0, "rye", cards=("warden_cinque_ports", "saxons_1"))
    scene.noble("audley", 0, "rye").noble("bourchier", 1, "19,18").movement(0)
    assert scene.board.places["rye"].square == "21,23"
    assert scene.content.ships["le_george"].capacity == 75
    scene.play(0, "embark", nobles=["percy"], ship="le_george")
    assert scene.where("percy") == ("", None, "le_george")
    full = {"rule": "house-5.22a", "says": "not enough room aboard", "ship": "le_george"}
    scene.forbidden(0, "embark", nobles=["audley"], **full)


@pytest.mark.rule("house-5.22b", "house-5.22a")
def test_two_nobles_do_not_fit_because_one_of_them_would() -> None:
    scene = Scene().noble("percy", 0, "rye", cards=("warden_cinque_ports",))
    scene.noble("audley", 0, "rye").noble("bourchier", 1, "19,18").movement(0)
    full = {"rule": "house-5.22a", "says": "not enough room aboard", "ship": "le_george"}
    scene.forbidden(0, "embark", nobles=["percy", "audley"], **full)
    scene.play(0, "embark", nobles=["audley"], ship="le_george")
    scene.forbidden(0, "embark", nobles=["percy"], **full)


@pytest.mark.rule("house-5.22b", "base-8.4")
def test_heirs_take_up_no_room() -> None:
    scene = Scene().noble("percy", 0, "lynn", cards=("le_swan",), heirs=("margaret", "george"))
    scene.noble("mowbray", 0, "lynn", heirs=("edward_march",)).noble("bourchier", 1, "19,18")
    scene.movement(0)
    scene.play(0, "embark", nobles=["percy", "mowbray"], ship="le_swan")
    assert scene.where("percy") == scene.where("mowbray") == ("", None, "le_swan")
    assert scene.state.heirs["george"].holder == "percy"


@pytest.mark.rule("base-8.4")
def test_bonus_troops_count_in_the_port_where_they_apply() -> None:
    """Durham's 30 archers count north of the Trent: 100 + 50 + 30 is more than 150."""
    scene = Scene().noble("percy", 0, "newcastle", cards=("le_swan", "bp_durham"))
    scene.noble("mowbray", 0, "newcastle").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", port="newcastle").movement(0)
    full = {"rule": "house-5.22a", "says": "not enough room aboard", "ship": "le_swan"}
    scene.forbidden(0, "embark", nobles=["percy", "mowbray"], **full)
    south = Scene().noble("percy", 0, "lynn", cards=("le_swan", "bp_durham"))
    south.noble("mowbray", 0, "lynn").noble("bourchier", 1, "19,18").movement(0)
    south.play(0, "embark", nobles=["percy", "mowbray"], ship="le_swan")
    assert south.where("mowbray") == ("", None, "le_swan")


@pytest.mark.rule("base-8.4")
def test_bonus_troops_aboard_still_take_up_room_while_others_embark() -> None:
    scene = Scene().noble("percy", 0, "newcastle", cards=("le_swan", "bp_durham"))
    scene.noble("mowbray", 0, "newcastle").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", port="newcastle").movement(0)
    scene.play(0, "embark", nobles=["percy"], ship="le_swan")
    full = {"rule": "house-5.22a", "says": "not enough room aboard", "ship": "le_swan"}
    scene.forbidden(0, "embark", nobles=["mowbray"], **full)


@pytest.mark.rule("house-8.6.2", "base-8.9")
def test_who_boarded_and_is_put_ashore_again_has_moved() -> None:
    """Roos gives Le Swan away while he is aboard in Lynn: he stays there, on the road or off it."""
    scene = at_lynn("roos", "howard")
    scene.movement(0)
    assert "roos" in scene.candidates(0, "ride", "nobles")
    scene.play(0, "embark", nobles=["roos"], ship="le_swan")
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.where("roos") == ("20,14", None, None)
    for verb in ("ride", "march"):
        assert "roos" not in scene.candidates(0, verb, "nobles")
        assert "howard" in scene.candidates(0, verb, "nobles")
    scene.refused(0, "march", rule="house-2.2a", nobles=["roos"], to="20,15")


# What passes between nobles of one square passes between ships of one sea square (§8.7.15).


WASH, HUMBER = "the-wash", "humber-mouth"


def two_ships(seat: int, *, other: str = WASH) -> Scene:
    """Roos of seat 0 aboard Le Swan in the Wash, with heir, bishop and men; Howard on Le Michael.

    Howard is of the seat named; his ship lies in the sea square named.
    """
    scene = Scene()
    scene.noble("roos", 0, "19,17", cards=("le_swan", "bp_norwich", "saxons_1"))
    scene.hold("margaret", "roos").noble("howard", seat, "19,17", cards=("le_michael",))
    scene.noble("percy", 0, "alnwick").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", sea=WASH).ship("le_michael", sea=other)
    return scene.aboard("roos", "le_swan").aboard("howard", "le_michael")


@pytest.mark.rule("house-8.7.15", "house-8.7.8")
@pytest.mark.parametrize("thing", ["heir:margaret", "beside:bp_norwich", "beside:saxons_1"])
def test_it_passes_to_another_player_whose_ship_lies_beside(thing: str) -> None:
    scene = two_ships(1)
    scene.combat(1)
    scene.play(0, "propose_deal", to="1", give=[thing])
    scene.play(1, "accept_deal", deal="1")
    taken = [card for card in scene.state.nobles["howard"].cards if card != "le_michael"]
    heir = scene.state.heirs["margaret"].holder == "howard"
    assert (["heir:margaret"] if heir else [f"beside:{card}" for card in taken]) == [thing]


@pytest.mark.rule("house-8.7.15", "house-8.7.8")
def test_within_a_faction_too() -> None:
    scene = two_ships(0)
    scene.combat(1)
    assert {"heir:margaret", "beside:saxons_1"} <= scene.candidates(0, "transfer", "thing")
    scene.play(0, "transfer", thing="beside:saxons_1", noble="howard")
    assert scene.state.nobles["howard"].cards == ["le_michael", "saxons_1"]
    scene.movement(0)
    scene.play(0, "entrust", heir="margaret", noble="howard")
    assert scene.state.heirs["margaret"].holder == "howard"


@pytest.mark.rule("house-8.7.15", "house-8.7.8")
def test_not_between_two_sea_squares() -> None:
    scene = two_ships(1, other=HUMBER)
    scene.combat(1)
    reason = scene.refused(0, "propose_deal", rule="house-8.7.8", to="1", give=["heir:margaret"])
    assert reason == (
        "You can pass that only between nobles in the same square, or between ships in the same "
        "sea square."
    )
    scene = two_ships(0, other=HUMBER)
    scene.movement(0)
    assert scene.offered(0, "entrust") == []


@pytest.mark.rule("house-8.7.15")
def test_nor_from_a_ship_at_sea_to_one_in_port_or_to_the_shore() -> None:
    scene = two_ships(1).ship("le_michael", port="lynn")
    scene.combat(1)
    scene.refused(0, "propose_deal", rule="house-8.7.8", to="1", give=["heir:margaret"])
    scene = two_ships(1).ship("le_michael", port="lynn").ship("le_swan", port="lynn")
    scene.combat(1)
    scene.refused(0, "propose_deal", rule="house-8.7.8", to="1", give=["heir:margaret"])


@pytest.mark.rule("house-8.7.15", "house-8.7.1")
def test_the_nobles_themselves_do_not_change_ships() -> None:
    scene = two_ships(0)
    scene.movement(0)
    scene.refused(0, "embark", rule="house-8.6.3", nobles=["roos"], ship="le_michael")


@pytest.mark.rule("house-8.7.15", "base-7.12")
def test_an_heir_handed_over_at_sea_makes_no_second_voyage_in_one_phase() -> None:
    scene = two_ships(0, other=HUMBER)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to=HUMBER)
    scene.play(0, "entrust", heir="margaret", noble="howard")
    assert scene.destinations(0, "le_michael") == set()
    scene.refused(0, "sail", rule="base-7.12", ship="le_michael", to=WASH)
    scene.play(0, "entrust", heir="margaret", noble="roos")
    scene.play(0, "sail", ship="le_michael", to=WASH)
    assert scene.lies("le_michael") == WASH


@pytest.mark.rule("house-8.7.15", "base-7.20")
def test_a_free_move_lets_the_heir_sail_again() -> None:
    scene = two_ships(0).held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to=HUMBER)
    scene.play(0, "free_sail", ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to=WASH)
    scene.play(0, "entrust", heir="margaret", noble="howard")
    assert scene.happened(facts.HeirTaken) == [
        facts.HeirTaken("margaret", "howard", 0, handed=True)
    ]
