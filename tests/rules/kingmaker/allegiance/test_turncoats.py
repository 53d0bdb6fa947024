"""A noble who goes over to another faction: what goes with him, and what stays behind."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.allegiance import change_sides
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.state import Exile
from tests.rules.kingmaker.battlefield import FIELD, idlers, only
from tests.rules.kingmaker.captivity.held import capture, keeper, owed
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_vacillating+expanded_ransom+lands_overseas+refuge+port_amnesty+sea_combat"
SEA = "humber-mouth"


def field(ruleset: str = RULES) -> Scene:
    """Percy of seat 0 and Grey and Roos of seat 1 stand in one field."""
    scene = idlers(Scene(3, ruleset)).noble("percy", 0, FIELD, outside=True)
    scene.noble("talbot", 2, "sheffield")
    return scene.noble("grey", 1, FIELD, outside=True).noble("roos", 1, FIELD, outside=True)


def goes_over(scene: Scene, noble: str = "grey", seat: int = 0) -> Scene:
    """He serves another seat from now on."""
    scene.match.table.events = []
    change_sides(scene.match.table, noble, seat)
    scene.events = list(scene.match.table.events)
    assert scene.state.nobles[noble].seat == seat
    return scene


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_his_captives_stay_with_the_rest_of_his_old_force() -> None:
    scene = field().noble("courtenay", 0, FIELD)
    capture(scene, "courtenay", "grey")
    goes_over(scene)
    assert keeper(scene) == "roos"
    assert owed(scene) == {"courtenay": (0, 1, 2)}
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_he_besieges_nothing_for_them_any_more_and_they_go_on() -> None:
    scene = field().noble("mowbray", 1, "masham", outside=True)
    scene.noble("neville", 1, "masham", outside=True).siege("masham", ["mowbray", "neville"])
    goes_over(scene, "mowbray")
    assert scene.state.sieges["masham"].besiegers == ["neville"]


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_he_has_no_part_in_their_refuge_any_more() -> None:
    scene = field()
    scotland = scene.board.places["scotland"].square
    scene.noble("mowbray", 1, scotland).noble("neville", 1, scotland)
    scene.state.event_deck.remove("X-RF3")
    scene.state.exiles = [Exile(1, "scotland", "X-RF3", 4, nobles=["mowbray", "neville"])]
    goes_over(scene, "mowbray")
    assert scene.state.exiles[0].nobles == ["neville"]


@pytest.mark.rule("ishkibibble-vacillating.11", "ishkibibble-amnesty.1")
def test_his_amnesty_ends_and_that_of_others_does_not() -> None:
    scene = field()
    scene.state.amnesty = ["roos", "grey"]
    goes_over(scene)
    assert scene.state.amnesty == ["roos"]


def afloat() -> Scene:
    """Grey of seat 1 is a guest aboard Percy's ship, with Talbot of seat 2."""
    scene = field().give("percy", "le_swan").ship("le_swan", sea=SEA)
    for noble in ("grey", "talbot"):
        scene.aboard(noble, "le_swan")
    scene.state.ships["le_swan"].guests = {"grey": 0, "talbot": 0}
    return scene


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_aboard_his_new_players_ship_he_is_a_guest_no_longer() -> None:
    scene = goes_over(afloat())
    assert scene.state.ships["le_swan"].guests == {"talbot": 0}


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_who_joins_others_stays_the_guest_of_who_took_him_aboard() -> None:
    scene = goes_over(afloat(), seat=2)
    assert scene.state.ships["le_swan"].guests == {"grey": 0, "talbot": 0}


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_what_barred_him_from_a_place_bars_him_no_longer() -> None:
    scene = field()
    grey = scene.state.nobles["grey"]
    grey.barred, grey.barred_by, grey.barred_turns = "masham", "house-8.5.5", 2
    goes_over(scene)
    assert (grey.barred, grey.barred_by, grey.barred_turns) == (None, "", 0)


# His places


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_out_of_his_places_go_those_who_are_not_of_his_new_faction() -> None:
    scene = field().noble("neville", 1, "chillingham").control("chillingham", "grey")
    scene.noble("stafford", 0, "chillingham", guest=True)
    goes_over(scene)
    assert only(scene, facts.Expelled) == facts.Expelled(("neville",), "chillingham")
    square = scene.board.places["chillingham"].square
    assert scene.where("neville") == (square, None, None)
    assert scene.where("stafford") == (square, "chillingham", None)
    assert scene.state.control["ruthin"] == scene.state.control["chillingham"] == "grey"
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-vacillating.11", "ishkibibble-amnesty.1")
@pytest.mark.parametrize(("options", "stays"), [(RULES, True), ("classic+card_vacillating", False)])
def test_from_a_port_of_his_they_need_not_go_at_once_under_an_amnesty(
    options: str, stays: bool
) -> None:
    scene = field(options).noble("neville", 1, "hull").control("hull", "grey")
    goes_over(scene)
    assert scene.state.nobles["neville"].inside == ("hull" if stays else None)
    assert scene.state.amnesty == (["neville"] if stays else [])


# His ships at sea


def obeys(scene: Scene, ship: str) -> int | None:
    """The seat that commands a ship now."""
    seen = scene.match.view(None).ships[ship]
    return seen.seat if seen.master is None else seen.master


def fleet(ruleset: str = RULES) -> Scene:
    """Grey bears the cards of Le Swan, at sea with Neville and Roos aboard, and of Le Rose."""
    scene = field(ruleset).noble("neville", 1, FIELD)
    scene.give("grey", "le_swan", "le_rose").ship("le_swan", sea=SEA).ship("le_rose", sea=SEA)
    return scene.aboard("neville", "le_swan").aboard("roos", "le_swan")


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_a_ship_at_sea_with_comrades_aboard_obeys_the_strongest_of_them() -> None:
    scene = goes_over(fleet())
    assert scene.state.ships["le_swan"].captain_at_sea == "neville"
    assert obeys(scene, "le_swan") == 1
    assert scene.state.ships["le_rose"].captain_at_sea is None  # nobody is aboard of her
    assert obeys(scene, "le_rose") == 0
    assert scene.state.nobles["grey"].cards == ["le_swan", "le_rose"]


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_a_ship_in_port_goes_over_with_him() -> None:
    scene = fleet().ship("le_swan", port="hull")
    goes_over(scene)
    assert scene.state.ships["le_swan"].captain_at_sea is None
    assert obeys(scene, "le_swan") == 0


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_the_ship_that_he_is_aboard_of_goes_over_with_him() -> None:
    scene = goes_over(fleet().aboard("grey", "le_swan"))
    assert scene.state.ships["le_swan"].captain_at_sea is None
    assert obeys(scene, "le_swan") == 0


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_guests_and_captives_aboard_do_not_keep_his_ship_for_his_old_faction() -> None:
    scene = fleet().noble("mowbray", 2, FIELD).aboard("mowbray", "le_swan")
    scene.state.ships["le_swan"].guests = {"mowbray": 1}
    for noble in ("neville", "roos"):
        scene.state.nobles[noble].captor = 2
    goes_over(scene)
    assert scene.state.ships["le_swan"].captain_at_sea is None
    assert obeys(scene, "le_swan") == 0


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_comrades_aboard_a_ship_of_another_comrade_obey_him_as_before() -> None:
    scene = fleet().give("roos", "le_michael").ship("le_michael", sea=SEA)
    goes_over(scene.aboard("neville", "le_michael"))
    assert scene.state.ships["le_michael"].captain_at_sea is None
    assert obeys(scene, "le_michael") == 1


@pytest.mark.rule("ishkibibble-gales.5", "ishkibibble-vacillating.11")
def test_lost_ships_of_his_office_come_back_with_him() -> None:
    scene = field(f"{RULES}+gales").give("grey", "earl_kent", "warden_cinque_ports")
    del scene.state.ships["le_george"]  # a gale has taken one of his two, the other is at sea
    scene.ship("le_thomas", sea=SEA)
    goes_over(scene)
    back = [facts.ShipAppeared("le_george", "rye")]
    assert scene.happened(facts.ShipAppeared) == back
    assert (scene.lies("le_george"), scene.lies("le_thomas")) == ("rye" if back else None, SEA)
    assert violations(scene.match.table) == []
