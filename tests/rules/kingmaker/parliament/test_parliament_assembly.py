"""The journey to Parliament: nobles, heirs, sieges, ships (house §7.1, §8.6)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.succession import whereabouts
from tests.rules.kingmaker.chamber import SQUARE, call, follow, place_of, realm, told
from tests.rules.kingmaker.scene import Scene


def assembled(scene: Scene, summon: str = "courtenay") -> Scene:
    """Parliament is called; an open question in its first round holds it there."""
    return call(scene.chancery("earl_kent"), summon)


def attending(scene: Scene) -> set[str]:
    """Who attends the Parliament that sits."""
    return set(scene.state.sitting.attending)


# Nobles


@pytest.mark.rule("house-7.1.17", "house-7.1.23", "base-15.4")
def test_everybody_comes_from_wherever_he_is() -> None:
    scene = realm().noble("stanley", 1, "douglas").noble("fitzalan", 2, "calais")
    scene.noble("herbert", 2, "pembroke").noble("grey", 1, "13,20")
    assembled(scene)
    scene.play(1, "excuse")
    scene.play(2, "excuse")
    assert attending(scene) == set(scene.state.nobles)
    for noble in set(scene.state.nobles) - {"percy"}:
        assert place_of(scene, noble) == (SQUARE, None)
    assert place_of(scene, "percy") == (SQUARE, "coventry")


@pytest.mark.rule("house-7.1.23")
def test_they_come_at_once_before_any_business() -> None:
    scene = assembled(realm())
    assert scene.asked(0) == ["round"]
    assert place_of(scene, "talbot") == (SQUARE, None)


@pytest.mark.rule("house-7.1.21")
def test_the_callers_nobles_come_too() -> None:
    scene = assembled(realm(writs=3).noble("neville", 0, "raby").noble("fitzalan", 0, "calais"))
    assert attending(scene) >= {"neville", "fitzalan"}


@pytest.mark.rule("house-7.1.21", "house-7.1.17")
def test_but_not_if_under_siege() -> None:
    scene = realm().noble("neville", 0, "raby").noble("grey", 1, "13,6", cards=("saxons_1",))
    scene.state.nobles["grey"].title = "earl_richmond"
    scene.state.crown_deck.remove("earl_richmond")
    scene.noble("roos", 1, "13,6").siege("raby", ["grey", "roos"]).held(1, "E-WR05")
    assembled(scene)
    scene.play(1, "excuse", nobles="grey")
    # 50 and the garrison's 100 need 75 to be held; Grey has 70, and Roos leaves him.
    assert "raby" not in scene.state.sieges
    assert "neville" in attending(scene)
    strong = realm().noble("neville", 0, "raby").noble("mowbray", 1, "13,6")
    strong.state.nobles["mowbray"].office = "marshal_england"
    strong.state.crown_deck.remove("marshal_england")
    strong.siege("raby", ["mowbray"]).held(1, "E-WR05")
    assembled(strong)
    strong.play(1, "excuse", nobles="mowbray")
    assert "raby" in strong.state.sieges
    assert "neville" not in attending(strong)
    assert place_of(strong, "neville") == ("13,6", "raby")


@pytest.mark.rule("house-7.1.25", "house-7.1.17")
def test_all_see_who_attends_and_who_is_excused() -> None:
    scene = assembled(realm().noble("stanley", 1, "douglas"))
    scene.play(1, "excuse", by_sea="stanley")
    (told_,) = scene.happened(facts.ParliamentAssembled)
    assert told_ == facts.ParliamentAssembled(
        "coventry", ("percy", "courtenay", "clifford", "talbot"), ("stanley",)
    )
    assert all(told_.visible_to(seat) for seat in (0, 1, 2, None))
    assert place_of(scene, "stanley") == ("6,8", "douglas")


@pytest.mark.rule("house-7.1.23", "house-7.1.10")
@pytest.mark.parametrize(
    ("town", "square"), [("worcester", "12,17"), ("york", "15,9"), ("hereford", "11,18")]
)
def test_they_come_to_where_it_was_called(town: str, square: str) -> None:
    scene = assembled(realm(town))
    assert (scene.state.sitting.place, scene.state.sitting.square) == (town, square)
    assert place_of(scene, "talbot") == (square, None)


# Heirs


@pytest.mark.rule("house-7.1.36", "base-15.6")
def test_an_heir_comes_with_his_noble() -> None:
    scene = assembled(realm().hold("margaret", "talbot").hold("george", "clifford"))
    assert whereabouts(scene.state, "margaret") == (SQUARE, None)
    assert whereabouts(scene.state, "george") == (SQUARE, None)
    assert whereabouts(scene.state, "henry") == (SQUARE, "coventry")
    assert scene.state.heirs["margaret"].holder == "talbot"


@pytest.mark.rule("house-7.1.36")
def test_an_heir_without_a_keeper_stays() -> None:
    scene = assembled(realm().heir_at("margaret", "13,20"))
    assert scene.state.heirs["margaret"].holder is None
    assert scene.state.heirs["margaret"].square == "13,20"
    assert whereabouts(scene.state, "richard_york") == ("15,9", "york")


@pytest.mark.rule("house-7.1.36")
def test_an_heir_stays_with_an_excused_noble() -> None:
    scene = assembled(realm().hold("margaret", "talbot").held(2, "E-WR05"))
    scene.play(2, "excuse", nobles="talbot")
    assert whereabouts(scene.state, "margaret") == ("14,12", "sheffield")


# Sieges


def siege_of_talbot(scene: Scene, *besiegers: str, seat: int = 1) -> Scene:
    """Nobles of a seat besiege Talbot in Sheffield: 130 with the garrison, 65 hold the siege."""
    for noble in besiegers:
        scene.noble(noble, seat, "sheffield", outside=True)
    return scene.siege("sheffield", list(besiegers))


@pytest.mark.rule("house-7.1.24", "base-15.14")
def test_a_siege_breaks_when_the_besiegers_must_attend() -> None:
    scene = siege_of_talbot(realm(), "neville", "mowbray")
    scene.held(2, "E-WR05")
    assembled(scene)
    assert scene.state.sieges == {}
    assert facts.SiegeBroken(1, "sheffield", "parliament") in scene.happened(facts.SiegeBroken)
    assert attending(scene) == {
        "percy",
        "courtenay",
        "clifford",
        "talbot",
        "neville",
        "mowbray",
    }
    assert place_of(scene, "talbot") == (SQUARE, None)


@pytest.mark.rule("house-7.1.24")
def test_the_freed_are_not_asked_for_excuses() -> None:
    scene = siege_of_talbot(realm(), "neville", "mowbray").held(2, "E-WR05", "E-WR06")
    assembled(scene)
    assert scene.offered(2, "excuse") == []
    assert scene.state.factions[2].held == ["E-WR05", "E-WR06"]
    assert "talbot" in attending(scene)


@pytest.mark.rule("house-7.1.24", "base-15.14")
def test_a_siege_lasts_if_enough_besiegers_are_excused() -> None:
    scene = siege_of_talbot(realm(), "neville", "mowbray").held(1, "E-WR05", "E-WR06")
    assembled(scene)
    scene.play(1, "excuse", nobles=["neville", "mowbray"])
    assert scene.state.sieges["sheffield"].besiegers == ["neville", "mowbray"]
    assert attending(scene) == {"percy", "courtenay", "clifford"}
    assert place_of(scene, "talbot") == ("14,12", "sheffield")


@pytest.mark.rule("house-7.1.24", "base-15.14")
def test_a_siege_breaks_if_too_few_are_excused() -> None:
    scene = siege_of_talbot(realm(), "neville", "mowbray").held(1, "E-WR05")
    assembled(scene)
    scene.play(1, "excuse", nobles="neville")
    # Neville's 50 are less than half of 130.
    assert scene.state.sieges == {}
    assert "talbot" in attending(scene)
    assert attending(scene) & {"neville", "mowbray"} == {"mowbray"}
    assert place_of(scene, "neville") == ("14,12", None)


@pytest.mark.rule("house-7.1.24", "base-15.14")
def test_a_siege_lasts_if_those_who_stay_are_strong_enough() -> None:
    scene = realm().noble("neville", 1, "14,12", cards=("burgundian_crossbowmen_1",))
    siege_of_talbot(scene, "mowbray").siege("sheffield", ["neville", "mowbray"])
    scene.held(1, "E-WR05")
    assembled(scene)
    scene.play(1, "excuse", nobles="neville")
    assert scene.state.sieges["sheffield"].besiegers == ["neville"]
    assert "talbot" not in attending(scene)


# Ships


def at_sea(scene: Scene, sea: str = "rye-bay", seat: int = 1) -> Scene:
    """Neville, who commands Le Swan, is aboard her at sea."""
    scene.noble("neville", seat, "18,20", cards=("le_swan",))
    return scene.ship("le_swan", sea=sea).aboard("neville", "le_swan")


@pytest.mark.rule("house-7.1.26", "house-8.6.26", "house-7.1.23")
def test_a_ship_at_sea_puts_into_port_and_her_nobles_go_to_parliament() -> None:
    scene = assembled(at_sea(realm()), "neville")
    assert (scene.state.ships["le_swan"].port, scene.state.ships["le_swan"].sea) == ("rye", None)
    assert place_of(scene, "neville") == (SQUARE, None)
    assert scene.state.nobles["neville"].aboard is None
    assert scene.happened(facts.ShipSoughtPort) == [
        facts.ShipSoughtPort("le_swan", "rye", "parliament")
    ]


@pytest.mark.rule("house-7.1.26")
@pytest.mark.parametrize(
    ("sea", "ports"),
    [
        ("rye-bay", {"rye"}),
        ("the-wash", {"boston", "lynn"}),
        ("sussex-coast", {"rye", "southampton"}),
        ("solent", {"southampton"}),  # Carisbrooke is as near, but off the mainland
        ("manx-sea", {"lancaster", "conway", "chester", "caernarvon"}),  # not Douglas
    ],
)
def test_it_is_the_nearest_mainland_port(sea: str, ports: set[str]) -> None:
    scene = realm().noble("neville", 1, "18,20", cards=("le_swan",)).ship("le_swan", sea=sea)
    assembled(scene)
    if len(ports) == 1:
        assert {scene.state.ships["le_swan"].port} == ports
        return
    assert scene.match.waiting_for() == [1]
    assert scene.candidates(1, "put_in", "port") == ports
    chosen = sorted(ports)[-1]
    scene.play(1, "put_in", ship="le_swan", port=chosen)
    assert scene.state.ships["le_swan"].port == chosen


@pytest.mark.rule("house-7.1.26")
@pytest.mark.parametrize(
    ("port", "ports"),
    [
        ("carisbrooke", {"southampton", "weymouth"}),
        ("calais", {"dover", "london", "rye", "sandwich"}),
    ],
)
def test_a_ship_off_the_mainland_comes_over(port: str, ports: set[str]) -> None:
    scene = realm().noble("neville", 1, "18,20", cards=("le_swan",)).ship("le_swan", port=port)
    assembled(scene)
    assert scene.candidates(1, "put_in", "port") == ports


@pytest.mark.rule("house-7.1.26")
def test_a_ship_in_a_mainland_port_stays() -> None:
    scene = realm().noble("neville", 1, "18,20", cards=("le_swan",)).ship("le_swan", port="hull")
    assembled(scene)
    assert scene.state.ships["le_swan"].port == "hull"
    assert scene.happened(facts.ShipSoughtPort) == []


@pytest.mark.rule("house-7.1.27")
def test_so_does_one_off_the_mainland() -> None:
    scene = realm().noble("neville", 1, "calais", cards=("le_swan",))
    scene.ship("le_swan", port="calais")
    assembled(scene)
    scene.play(1, "excuse", by_sea="neville")
    assert scene.state.ships["le_swan"].port == "calais"


@pytest.mark.rule("house-7.1.27")
def test_an_empty_ship_of_an_excused_noble_stays() -> None:
    scene = realm().noble("neville", 1, "raby", cards=("le_swan",)).ship("le_swan", sea="rye-bay")
    assembled(scene.held(1, "E-WR05"))
    scene.play(1, "excuse", nobles="neville")
    assert scene.state.ships["le_swan"].sea == "rye-bay"


@pytest.mark.rule("house-7.1.27", "house-8.6.26")
def test_one_passenger_who_must_attend_sends_her_to_port() -> None:
    scene = at_sea(realm()).noble("howard", 1, "18,20").aboard("howard", "le_swan")
    assembled(scene, "howard")
    scene.play(1, "excuse", by_sea="neville")
    assert scene.state.ships["le_swan"].port == "rye"
    assert place_of(scene, "howard") == (SQUARE, None)
    rye = scene.board.places["rye"].square
    assert place_of(scene, "neville")[0] == rye
    assert scene.state.nobles["neville"].aboard is None
    assert "neville" not in attending(scene)


@pytest.mark.rule("house-7.1.27")
def test_a_ship_that_carries_only_excused_nobles_may_stay_whoever_commands_her() -> None:
    scene = at_sea(realm()).noble("howard", 1, "castle-rising")
    scene.state.nobles["neville"].cards.remove("le_swan")
    scene.state.nobles["howard"].cards.append("le_swan")
    assembled(scene, "howard")
    scene.play(1, "excuse", by_sea="neville")
    if scene.match.waiting_for() == [1]:  # her captain may be asked whether she stays
        assert scene.candidates(1, "put_in", "port") == {"rye"}
    assert scene.state.ships["le_swan"].sea == "rye-bay"
    assert scene.state.nobles["neville"].aboard == "le_swan"


@pytest.mark.rule("house-7.1.27")
def test_a_ship_at_sea_may_put_in_or_stay_there_with_her_excused_captain() -> None:
    scene = assembled(at_sea(realm()))
    scene.play(1, "excuse", by_sea="neville")
    assert (scene.state.ships["le_swan"].port, scene.state.ships["le_swan"].sea) == (
        None,
        "rye-bay",
    )
    assert scene.state.nobles["neville"].aboard == "le_swan"
    assert "neville" not in attending(scene)
    assert scene.match.waiting_for() == [1]
    assert scene.candidates(1, "put_in", "port") == {"rye"}
    scene.play(1, "stay_put")
    assert scene.asked(0) == ["round"]
    assert scene.lies("le_swan") == "rye-bay"
    assert scene.where("neville") == ("", None, "le_swan")


@pytest.mark.rule("house-7.1.27")
@pytest.mark.parametrize("stays", [True, False])
def test_leave_to_put_in_does_not_force_an_excused_captain_into_port(stays: bool) -> None:
    scene = at_sea(realm()).ship("le_swan", sea="tweed-mouth").control("bamburgh", "talbot")
    assembled(scene)
    scene.play(1, "excuse", by_sea="neville")
    assert scene.asked(2) == ["grant_port"]
    scene.play(2, "grant")
    assert scene.candidates(1, "put_in", "port") == {"bamburgh"}
    if stays:
        scene.play(1, "stay_put")
    else:
        scene.play(1, "put_in", ship="le_swan", port="bamburgh")
    assert scene.lies("le_swan") == ("tweed-mouth" if stays else "bamburgh")
    assert scene.asked(0) == ["round"]


@pytest.mark.rule("house-7.1.27", "house-8.6.26")
def test_if_he_puts_in_all_aboard_go_ashore() -> None:
    scene = assembled(at_sea(realm()))
    scene.play(1, "excuse", by_sea="neville")
    scene.play(1, "put_in", ship="le_swan", port="rye")
    assert scene.lies("le_swan") == "rye"
    assert scene.where("neville") == (scene.board.places["rye"].square, None, None)
    assert "neville" not in attending(scene)


@pytest.mark.rule("house-7.1.26", "house-8.6.26")
@pytest.mark.parametrize(
    ("owner", "port", "inside"),
    [
        (None, "weymouth", None),  # Southampton is nearer, but neutral
        ("courtenay", "southampton", "southampton"),  # a friendly fortress
    ],
)
def test_with_forces_aboard_it_is_the_nearest_open_or_friendly_port(
    owner: str | None, port: str, inside: str | None
) -> None:
    """Neville is excused, Howard aboard with him is summoned."""
    scene = at_sea(realm(), "solent").noble("howard", 1, "18,20").aboard("howard", "le_swan")
    assembled(scene.control("southampton", owner), "howard")
    scene.play(1, "excuse", by_sea="neville")
    assert scene.lies("le_swan") == port
    assert scene.where("neville") == (scene.board.places[port].square, inside, None)
    assert scene.where("howard") == (SQUARE, None, None)


@pytest.mark.rule("house-7.1.26")
def test_a_revoked_excuse_sends_her_to_port() -> None:
    scene = assembled(at_sea(realm(writs=2)))
    scene.play(1, "excuse", by_sea="neville")
    scene.play(0, "revoke", nobles="neville")
    assert scene.state.ships["le_swan"].port == "rye"
    assert place_of(scene, "neville") == (SQUARE, None)


# Sieges from ships


def ship_siege(scene: Scene, *ashore: str) -> Scene:
    """Neville besieges neutral Plymouth (200) from Le Swan, others of seat 1 by land."""
    scene.noble("neville", 1, "18,20", cards=("le_swan",))
    scene.ship("le_swan", port="plymouth").aboard("neville", "le_swan")
    for noble in ashore:
        scene.noble(noble, 1, "plymouth", outside=True)
    scene.control("plymouth", None).siege("plymouth", ["neville", *ashore])
    scene.state.sieges["plymouth"].ships = ["le_swan"]
    return scene


@pytest.mark.rule("house-8.6.20", "house-7.1.17")
def test_besiegers_from_a_ship_count_as_under_siege() -> None:
    scene = ship_siege(realm())
    scene.state.nobles["neville"].cards += ["burgundian_crossbowmen_1", "burgundian_crossbowmen_2"]
    for card in ("burgundian_crossbowmen_1", "burgundian_crossbowmen_2"):
        scene.state.crown_deck.remove(card)
    assembled(scene.held(1, "E-WR05"))
    assert scene.candidates(1, "excuse", "nobles") == {"clifford"}
    scene.play(1, "excuse")
    assert "neville" not in attending(scene)
    assert scene.state.nobles["neville"].aboard == "le_swan"
    assert scene.state.sieges["plymouth"].besiegers == ["neville"]
    assert scene.state.ships["le_swan"].port == "plymouth"


@pytest.mark.rule("house-8.6.22", "house-7.1.24")
def test_if_parliament_breaks_the_siege_they_live_and_attend() -> None:
    scene = assembled(ship_siege(realm(), "mowbray"))
    # Mowbray must attend; Neville's 50 alone are less than half of 200.
    assert scene.state.sieges == {}
    assert attending(scene) >= {"neville", "mowbray"}
    assert place_of(scene, "neville") == (SQUARE, None)
    assert scene.state.nobles["neville"].aboard is None
    assert scene.happened(facts.NobleDied) == []


@pytest.mark.rule("house-8.6.22")
def test_their_heirs_live_as_well() -> None:
    scene = ship_siege(realm(), "mowbray").hold("george", "neville")
    assembled(scene)
    assert scene.state.heirs["george"].alive
    assert whereabouts(scene.state, "george") == (SQUARE, None)


@pytest.mark.rule("house-7.1.23", "house-7.1.17")
def test_parliament_with_nothing_to_do_still_assembles() -> None:
    scene = call(realm())
    events = follow(scene)
    assert told(events, facts.ParliamentAssembled) == [
        facts.ParliamentAssembled("coventry", ("percy", "courtenay", "clifford", "talbot"))
    ]


@pytest.mark.rule("house-7.1.24", "house-6.4e", "base-15.14")
def test_a_siege_that_nobody_leaves_goes_on_however_weak_it_has_become() -> None:
    """Grey has fewer than 65 since his mercenaries went home; no besieger goes to Parliament."""
    scene = siege_of_talbot(realm(), "grey").held(1, "E-WR05")
    assembled(scene)
    scene.play(1, "excuse", nobles="grey")
    assert scene.state.sieges["sheffield"].besiegers == ["grey"]
    assert "talbot" not in attending(scene)
