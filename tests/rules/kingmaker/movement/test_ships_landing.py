"""Ships entering and leaving ports, and who lands from them where (house §2.2)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.keeping import nearest_shore
from bot.rules.kingmaker.prospects.reach import reach_of
from bot.rules.kingmaker.ships.command import go_ashore
from bot.rules.kingmaker.ships.refuge import open_to
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.movement.afloat import THE_WASH, sailing
from tests.rules.kingmaker.scene import Scene


@pytest.mark.rule("house-2.2j", "base-8.6", "house-8.6.11")
def test_which_ports_a_laden_ship_may_enter() -> None:
    """Roos alone is no match for a garrison: open and friendly ports remain."""
    scene = sailing("roos", "eddystone", ship="le_michael")
    scene.noble("courtenay", 0, "15,20").control("plymouth", "courtenay").movement(0)
    ports = {to for to in scene.destinations(0, "le_michael") if to in scene.board.places}
    assert ports == {
        "plymouth",
        "dartmouth",
        "fowey",
        "penzance",
        "weymouth",
        "barnstaple",
        "milford-haven",
        "fishguard",
        "cardigan",
        "rye",
    }
    scene.control("plymouth", "bourchier").movement(0)
    assert "plymouth" not in scene.destinations(0, "le_michael")
    scene.refused(0, "sail", rule="house-2.2j", ship="le_michael", to="plymouth")
    scene.control("plymouth", None).movement(0)
    scene.refused(0, "sail", rule="house-2.2j", ship="le_michael", to="plymouth")


@pytest.mark.rule("house-8.6.11", "base-8.6", "house-2.2j")
def test_an_empty_ship_goes_in_and_out_of_any_port() -> None:
    scene = Scene().noble("roos", 0, "19,17", cards=("le_michael",))
    scene.noble("bourchier", 1, "19,18").control("plymouth", "bourchier")
    scene.ship("le_michael", sea="eddystone").movement(0)
    assert {"plymouth", "dartmouth", "southampton", "carisbrooke"} <= scene.destinations(
        0, "le_michael"
    )
    scene.play(0, "sail", ship="le_michael", to="plymouth")
    assert scene.lies("le_michael") == "plymouth"
    scene.movement(0)
    scene.play(0, "sail", ship="le_michael", to="eddystone")
    assert scene.lies("le_michael") == "eddystone"


@pytest.mark.rule("house-8.6.13")
@pytest.mark.parametrize("owner", [None, "bourchier"])
def test_a_laden_ship_does_not_leave_an_unfriendly_fortress(owner: str | None) -> None:
    scene = Scene().noble("roos", 0, "hull", cards=("le_swan",)).aboard("roos", "le_swan")
    scene.noble("bourchier", 1, "19,18").ship("le_swan", port="hull").control("hull", owner)
    scene.movement(0)
    assert scene.destinations(0, "le_swan") == set()
    scene.refused(0, "sail", rule="house-8.6.13", ship="le_swan", to="humber-mouth")


@pytest.mark.rule("house-8.6.13", "house-8.6.10")
def test_a_laden_ship_leaves_a_friendly_fortress_or_any_unfortified_port() -> None:
    scene = Scene().noble("roos", 0, "hull", cards=("le_swan",)).aboard("roos", "le_swan")
    scene.ship("le_swan", port="hull").noble("bourchier", 1, "ravenser").movement(0)
    scene.play(0, "sail", ship="le_swan", to="ravenser")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="holderness")
    assert scene.lies("le_swan") == "holderness"


@pytest.mark.rule("house-8.6.10", "house-2.2j")
def test_an_unfortified_port_is_open_though_an_enemy_sits_in_it() -> None:
    scene = sailing("roos", THE_WASH).noble("percy", 1, "lynn")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="lynn")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    assert scene.where("roos") == ("20,14", None, None)


@pytest.mark.rule("house-2.2i")
def test_nobody_lands_from_the_open_sea_and_nobody_has_to() -> None:
    scene = sailing("roos", THE_WASH)
    scene.movement(0)
    assert scene.offered(0, "land") == []
    scene.refused(0, "land", rule="house-2.2i", nobles=["roos"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="lynn")
    scene.play(0, "done")
    assert scene.where("roos") == ("", None, "le_swan")
    assert scene.lies("le_swan") == "lynn"


@pytest.mark.rule("house-8.6.14")
def test_landing_at_a_friendly_fortress_is_into_its_inside() -> None:
    scene = sailing("howard", "orwell-haven").noble("roos", 0, "ipswich")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="ipswich")
    scene.play(0, "land", nobles=["howard"], ship="le_swan")
    assert scene.where("howard") == ("22,18", "ipswich", None)
    assert scene.happened(facts.Landed) == [facts.Landed(0, ("howard",), "ipswich", True)]


@pytest.mark.rule("ishkibibble-excommunication.3")
def test_the_excommunicated_who_are_put_ashore_stay_outside_a_cathedral_city() -> None:
    scene = Scene(2, "ishkibibble").noble("howard", 0, "19,16")
    scene.state.spells.append(Spell("excommunication", 0, 0))
    place = scene.board.places["london"]
    go_ashore(scene.match.table, ("howard",), place)
    assert scene.where("howard") == (place.square, None, None)
    assert [e for e in scene.match.table.events if isinstance(e, facts.Landed)] == [
        facts.Landed(0, ("howard",), "london", False)
    ]


@pytest.mark.rule("house-8.6.14", "house-8.5.3")
def test_landing_stops_at_the_room_in_the_fortress() -> None:
    """Ipswich holds 400: Percy's Marshal and Neville leave room for 20, not for 30."""
    scene = sailing("talbot", "orwell-haven").noble("grey", 0, "19,16").aboard("grey", "le_swan")
    scene.noble("percy", 0, "ipswich", cards=("marshal_england", "saxons_1"))
    scene.noble("neville", 0, "ipswich", cards=("treasurer_england",))
    scene.noble("stanley", 0, "ipswich").noble("holland", 0, "ipswich")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="ipswich")
    # 100 + 100 + 10, 50 + 50, 50, 20: 380 of 400 troops are inside.
    ashore = {"nobles": ["talbot"], "ship": "le_swan"}
    scene.forbidden(0, "land", rule="house-8.5.3", says="not enough room in the", **ashore)
    scene.play(0, "land", nobles=["grey"], ship="le_swan")
    assert scene.where("grey") == ("22,18", "ipswich", None)
    assert scene.where("talbot") == ("", None, "le_swan")


@pytest.mark.rule("house-8.6.15", "house-8.5.1", "house-8.2.6")
def test_landing_by_leave_makes_a_garrison_alliance() -> None:
    scene = sailing("howard", "orwell-haven").noble("roos", 1, "ipswich")
    scene.movement(0)
    assert "ipswich" not in scene.destinations(0, "le_swan")
    scene.play(0, "ask_leave", place="ipswich")
    scene.play(1, "grant")
    scene.play(0, "sail", ship="le_swan", to="ipswich")
    scene.play(0, "land", nobles=["howard"], ship="le_swan")
    assert scene.where("howard") == ("22,18", "ipswich", None)
    assert scene.state.control["ipswich"] == "roos"


@pytest.mark.rule("base-8.8")
def test_who_has_landed_may_fight_in_the_ports_square_that_turn() -> None:
    scene = sailing("talbot", THE_WASH).noble("grey", 1, "lynn", outside=True)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="lynn")
    scene.play(0, "land", nobles=["talbot"], ship="le_swan")
    scene.play(0, "done")
    assert scene.state.phase == "combat"
    assert scene.candidates(0, "attack", "nobles") == {"talbot"}
    scene.rolls(100, *[100] * 4).next_events("E-RA01")
    scene.play(0, "attack", nobles=["talbot"], against="1", square="20,14")
    assert scene.happened(facts.BattleRolled)[0].strength == 30


HUMBER = "humber-mouth"


# Ashore from a ship that has not moved (house-8.6.4)


@pytest.mark.rule("house-8.6.4")
def test_who_lands_from_a_ship_that_lay_in_port_moves_by_land() -> None:
    scene = sailing("roos", HUMBER).control("hull", "roos").ship("le_swan", port="hull")
    scene.movement(0)
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    assert scene.where("roos") == ("18,10", "hull", None)
    scene.refused(0, "embark", rule="house-8.6.12", nobles=["roos"], ship="le_swan")
    scene.play(0, "march", nobles=["roos"], to="17,12")
    assert scene.where("roos") == ("17,12", None, None)


@pytest.mark.rule("house-8.6.4", "base-8.3")
def test_who_came_in_this_turn_does_not_even_after_a_free_move() -> None:
    scene = sailing("roos", HUMBER).control("hull", "roos").held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "free_sail", ship="le_swan")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    assert scene.offered(0, "march") == []
    said = scene.refused(0, "march", rule="house-8.6.4", nobles=["roos"], to="17,12")
    assert said == "A noble who came ashore from a voyage this turn cannot move again."


# One's own port under siege (house-6.2c)


@pytest.mark.rule("house-6.2c", "base-10.6")
def test_a_besieged_port_of_ones_own_is_shut_by_sea_too() -> None:
    scene = sailing("roos", HUMBER).noble("courtenay", 0, "hull").control("hull", "courtenay")
    scene.noble("percy", 1, "hull", outside=True).movement(0)
    assert "hull" in scene.destinations(0, "le_swan")
    scene.siege("hull", ["percy"]).movement(0)
    assert "hull" not in scene.destinations(0, "le_swan")
    said = scene.refused(0, "sail", rule="house-6.2c", ship="le_swan", to="hull")
    assert said == "That place is under siege. Nobody can go in until the siege ends."
    found = reach_of(scene.content, scene.match.view(0), "roos")
    assert "hull" not in found.sails


@pytest.mark.rule("house-6.2c", "base-10.6")
def test_nobody_lands_in_it_from_a_ship_that_lies_there() -> None:
    scene = sailing("roos", HUMBER).noble("courtenay", 0, "hull").control("hull", "courtenay")
    scene.noble("percy", 1, "hull", outside=True).siege("hull", ["percy"])
    scene.ship("le_swan", port="hull").movement(0)
    assert scene.offered(0, "land") == []
    scene.refused(0, "land", rule="house-6.2c", nobles=["roos"], ship="le_swan")


@pytest.mark.rule("house-6.2c", "house-8.6.11")
def test_an_empty_ship_goes_in_all_the_same() -> None:
    scene = Scene().noble("roos", 0, "hull", cards=("le_swan",)).noble("percy", 1, "18,10")
    scene.ship("le_swan", sea=HUMBER).siege("hull", ["percy"]).movement(0)
    assert "hull" in scene.destinations(0, "le_swan")


@pytest.mark.rule("house-6.2c", "house-8.6.24")
def test_nor_is_it_a_refuge() -> None:
    scene = sailing("roos", HUMBER).noble("courtenay", 0, "hull").control("hull", "courtenay")
    place = scene.board.places["hull"]
    assert open_to(scene.match.table, "le_swan", place)
    scene.noble("percy", 1, "hull", outside=True).siege("hull", ["percy"])
    assert not open_to(scene.match.table, "le_swan", place)
    assert nearest_shore(scene.match.table, HUMBER, 0, with_heirs=False).id != "hull"


# Ports that stay closed, islands, heirs aboard, Douglas (house §8.6; base 8.13, 8.14, 19.11).


def voyage(
    noble: str,
    sea: str,
    *,
    heirs: tuple[str, ...] = (),
    cards: tuple[str, ...] = (),
    ship: str = "le_nicholas",
) -> Scene:
    """Seat 0's noble aboard his ship in a sea square, with the heirs he holds."""
    scene = Scene().noble(noble, 0, "19,17", cards=(ship, *cards), heirs=heirs)
    scene.ship(ship, sea=sea).aboard(noble, ship)
    return scene.noble("bourchier", 1, "19,18")


# Where no ship goes


@pytest.mark.rule("house-8.6.5", "base-8.13")
@pytest.mark.parametrize(
    ("sea", "port"),
    [
        ("dublin-bay", "dublin"),
        ("dublin-bay", "ireland"),
        ("st-georges-channel", "ireland"),
        ("dover-strait", "continent"),
        ("narrow-seas", "continent"),
        ("channel-west", "continent"),
    ],
)
@pytest.mark.parametrize("laden", [True, False])
def test_no_ship_enters_ireland_or_the_continent(sea: str, port: str, laden: bool) -> None:
    scene = voyage("percy", sea, cards=("admiral_england",))
    if not laden:
        scene.state.nobles["percy"].aboard = None
        scene.state.nobles["percy"].square = "19,17"
    scene.movement(0)
    assert port not in scene.destinations(0, "le_nicholas")
    scene.refused(0, "sail", rule="house-8.6.5", ship="le_nicholas", to=port)


@pytest.mark.rule("base-8.13", "house-8.6.5")
def test_scotland_has_no_port() -> None:
    scene = voyage("roos", "tweed-mouth")
    assert [p for p in scene.board.ports if p == "scotland"] == []
    scene.movement(0)
    scene.refused(0, "sail", rule="house-8.6.5", ship="le_nicholas", to="scotland")


@pytest.mark.rule("house-8.6.5")
@pytest.mark.parametrize(
    ("sea", "port"),
    [
        ("dover-strait", "calais"),
        ("manx-sea", "douglas"),
        ("conway-bay", "beaumaris"),
        ("solent", "carisbrooke"),
    ],
)
def test_without_an_heir_islands_and_calais_are_ports_like_others(sea: str, port: str) -> None:
    scene = voyage("percy", sea).control(port, "percy")
    scene.movement(0)
    scene.play(0, "sail", ship="le_nicholas", to=port)
    scene.play(0, "land", nobles=["percy"], ship="le_nicholas")
    assert scene.where("percy")[1] == port


@pytest.mark.rule("base-8.14", "house-8.6.6")
@pytest.mark.parametrize(
    ("place", "mainland"),
    [
        ("douglas", False),
        ("carisbrooke", False),
        ("beaumaris", False),
        ("dublin", False),
        ("calais", False),
        ("caernarvon", True),
        ("southampton", True),
        ("berwick", True),
        ("penzance", True),
    ],
)
def test_what_lies_off_the_mainland(place: str, mainland: bool) -> None:
    board = Scene().board
    assert board.is_mainland(board.places[place].square) is mainland


@pytest.mark.rule("base-8.14", "base-7.8")
def test_anglesey_is_reached_on_foot() -> None:
    scene = Scene().noble("roos", 0, "7,13", outside=True).noble("bourchier", 1, "19,18")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="7,12")
    assert scene.where("roos") == ("7,12", None, None)


# 8.6 Ships with heirs


@pytest.mark.rule("house-8.6.6")
@pytest.mark.parametrize(
    ("sea", "port"),
    [("dover-strait", "calais"), ("manx-sea", "douglas"), ("conway-bay", "beaumaris")],
)
def test_a_ship_with_an_heir_lands_on_the_mainland_only(sea: str, port: str) -> None:
    scene = voyage("percy", sea, heirs=("margaret",)).control(port, "percy")
    scene.movement(0)
    assert port not in scene.destinations(0, "le_nicholas")
    scene.refused(0, "sail", rule="house-8.6.6", ship="le_nicholas", to=port)


@pytest.mark.rule("house-8.6.6", "house-8.6.14")
def test_a_ship_with_an_heir_lands_in_any_mainland_port_open_to_her() -> None:
    scene = voyage("percy", "dover-strait", heirs=("margaret",)).control("dover", "percy")
    scene.movement(0)
    assert {"rye", "sandwich", "dover"} <= scene.destinations(0, "le_nicholas")
    scene.play(0, "sail", ship="le_nicholas", to="dover")
    scene.play(0, "land", nobles=["percy"], ship="le_nicholas")
    assert scene.where("percy") == ("22,22", "dover", None)
    assert scene.state.heirs["margaret"].holder == "percy"


@pytest.mark.rule("house-8.6.9", "house-8.6.6")
def test_carisbrooke_counts_as_mainland_for_who_controls_it() -> None:
    scene = voyage("percy", "solent", heirs=("margaret",)).control("carisbrooke", "percy")
    scene.movement(0)
    scene.play(0, "sail", ship="le_nicholas", to="carisbrooke")
    scene.play(0, "land", nobles=["percy"], ship="le_nicholas")
    for _ in range(3):
        scene.play(0, "done")
        scene.movement(0)
    assert scene.where("percy") == ("15,24", "carisbrooke", None)
    assert scene.state.heirs["margaret"].alive is True


@pytest.mark.rule("house-8.6.9", "house-8.6.6")
@pytest.mark.parametrize("owner", [None, "bourchier"])
def test_carisbrooke_does_not_count_for_others(owner: str | None) -> None:
    """Percy could besiege it, but not with an heir aboard."""
    scene = voyage("percy", "solent", heirs=("margaret",)).control("carisbrooke", owner)
    scene.movement(0)
    assert "carisbrooke" not in scene.destinations(0, "le_nicholas")
    scene.refused(0, "sail", rule="house-8.6.6", ship="le_nicholas", to="carisbrooke")


@pytest.mark.rule("house-8.6.9")
def test_carisbrooke_by_leave_is_no_control() -> None:
    """Its owner's leave makes it Friendly, but the heir's player does not control it."""
    scene = voyage("percy", "solent", heirs=("margaret",)).control("carisbrooke", "bourchier")
    scene.movement(0)
    scene.play(0, "ask_leave", place="carisbrooke")
    scene.play(1, "grant")
    assert "carisbrooke" not in scene.destinations(0, "le_nicholas")


# Douglas


@pytest.mark.rule("base-19.11", "house-8.6.5")
def test_the_isle_of_man_is_reached_by_ship() -> None:
    scene = Scene().noble("roos", 0, "lancaster", cards=("le_rose",))
    scene.noble("bourchier", 1, "19,18")
    scene.ship("le_rose", port="lancaster").control("douglas", "roos").movement(0)
    scene.play(0, "embark", nobles=["roos"], ship="le_rose")
    scene.play(0, "sail", ship="le_rose", to="douglas")
    scene.play(0, "land", nobles=["roos"], ship="le_rose")
    assert scene.where("roos") == ("6,8", "douglas", None)


@pytest.mark.rule("base-19.11", "base-7.8")
def test_nobody_walks_to_or_from_the_isle_of_man() -> None:
    scene = Scene().noble("stanley", 0, "douglas", outside=True).noble("bourchier", 1, "19,18")
    scene.noble("roos", 0, "11,10").movement(0)
    assert scene.board.walkable("6,8") == {"6,7", "6,8"}
    offers = scene.offered(0, "march")
    mine = [o for o in offers if "stanley" in o.field("nobles").candidates]
    assert [set(o.field("to").candidates) for o in mine] == [{"6,7"}]
    theirs = [o for o in offers if "roos" in o.field("nobles").candidates]
    assert not any({"6,7", "6,8"} & set(o.field("to").candidates) for o in theirs)


@pytest.mark.rule("base-19.11", "house-8.3.3")
def test_a_call_brings_stanley_from_the_isle_of_man() -> None:
    """Pirates: Irish Sea calls Stanley to Lathom; no ship is needed."""
    scene = Scene().noble("stanley", 0, "douglas").noble("bourchier", 1, "19,18")
    scene.next_events("E-RA09").event(0)
    scene.play(0, "answer_call", to="lathom")
    assert scene.where("stanley") == ("11,11", "lathom", None)
    assert scene.happened(facts.NobleCalled)[0].place == "lathom"
