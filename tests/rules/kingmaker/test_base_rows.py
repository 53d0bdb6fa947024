"""Rows of the ledger that need a position of their own: ships, callers, Calais, Man, offices."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.content.load import data_root
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.parliament.calling import ParliamentPhase
from bot.rules.kingmaker.state import ShipState
from tests.rules.kingmaker.battlefield import idlers, not_accepted, where
from tests.rules.kingmaker.scene import HOUSE, Scene

BOARD = HOUSE.content.board
LYNN = "20,14"
WRIT = "E-WR01"
CHANCELLOR_MAY = "E-CM01"


def afloat(*aboard: str, heirs: tuple[str, ...] = ()) -> Scene:
    """Percy of seat 0 owns Le Swan, which lies in Lynn; these nobles stand there as well.

    The first of them holds the heirs. Greystoke idles in Bodmin so that the phase stays open.
    """
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    scene.noble("percy", 0, LYNN if "percy" in aboard else "13,20", cards=("le_swan",))
    for noble in aboard:
        if noble != "percy":
            scene.noble(noble, 0, LYNN)
    for heir in heirs:
        scene.hold(heir, aboard[0])
    return scene


def laden(*nobles: str) -> Scene:
    """Le Swan with nobles aboard, about to leave Lynn."""
    scene = afloat(*nobles)
    scene.movement(0)
    scene.play(0, "embark", nobles=list(nobles), ship="le_swan")
    return scene


def at_sea(sea: str) -> Scene:
    """Le Swan, empty, in a sea square as seat 0's movement begins."""
    scene = afloat()
    ship = scene.state.ships["le_swan"]
    ship.port, ship.sea = None, sea
    scene.movement(0)
    return scene


# Embark, sail, disembark


@pytest.mark.rule("house-2.2e")
def test_first_embark_then_sail_then_disembark() -> None:
    scene = afloat("percy", "roos")
    scene.movement(0)
    not_accepted(scene, 0, "land", nobles=["percy"], ship="le_swan")
    scene.play(0, "embark", nobles=["percy"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="boston")
    scene.refused(0, "embark", rule="house-2.2e", nobles=["roos"], ship="le_swan")
    scene.play(0, "land", nobles=["percy"], ship="le_swan")
    assert where(scene, "percy") == (BOARD.places["boston"].square, None)
    assert scene.state.ships["le_swan"].port == "boston"
    not_accepted(scene, 0, "embark", nobles=["percy"], ship="le_swan")


@pytest.mark.rule("house-2.2f")
@pytest.mark.parametrize(
    ("holder", "inside", "allowed"),
    [("percy", True, True), (None, False, False), ("courtenay", False, False)],
)
def test_who_boards_needs_the_port_on_his_side(
    holder: str | None, inside: bool, allowed: bool
) -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    scene.noble("percy", 0, "bristol", outside=not inside, cards=("le_nicholas",))
    scene.control("bristol", holder).movement(0)
    assert scene.state.ships["le_nicholas"].port == "bristol"
    if allowed:
        scene.play(0, "embark", nobles=["percy"], ship="le_nicholas")
        assert scene.state.nobles["percy"].aboard == "le_nicholas"
    else:
        assert scene.offered(0, "embark") == []
        not_accepted(scene, 0, "embark", nobles=["percy"], ship="le_nicholas")


@pytest.mark.rule("house-2.2f")
def test_a_town_without_walls_is_an_open_port() -> None:
    scene = laden("percy", "roos")
    assert {scene.state.nobles[n].aboard for n in ("percy", "roos")} == {"le_swan"}
    assert {scene.state.nobles[n].square for n in ("percy", "roos")} == {""}


# Five squares


@pytest.mark.rule("house-2.2g", "house-2.2h")
def test_a_ship_leaving_port_sails_five_squares_ports_included() -> None:
    scene = afloat()
    scene.movement(0)
    # Into the Wash is one square; four further on lies the last that she can reach.
    assert scene.candidates(0, "sail", "to") == {
        "the-wash",
        *("humber-mouth", "norfolk-coast"),
        *("holderness", "dogger", "broad-fourteens", "yarmouth-roads"),
        *("cleveland-coast", "north-sea", "orwell-haven"),
        *("tweed-mouth", "tyne-water", "the-downs"),
        *("boston", "hull", "ravenser", "yarmouth", "scarborough"),
        *("hartlepool", "whitby", "ipswich", "london"),
    }
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="dover-strait")
    scene.play(0, "sail", ship="le_swan", to="tyne-water")
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="cleveland-coast")


@pytest.mark.rule("house-2.2h")
def test_leaving_a_port_and_entering_one_each_cost_a_square() -> None:
    scene = afloat()
    scene.movement(0)
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="newcastle")
    out = at_sea("the-wash")
    out.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="rye")  # a fifth square of sea
    out.play(0, "sail", ship="le_swan", to="newcastle")  # four squares of sea, and the port
    assert out.state.ships["le_swan"].port == "newcastle"


@pytest.mark.rule("house-2.2g")
def test_a_ship_already_at_sea_sails_five_squares() -> None:
    scene = at_sea("the-wash")
    assert "dover-strait" in scene.candidates(0, "sail", "to")
    scene.refused(0, "sail", rule="house-2.2g", ship="le_swan", to="rye-bay")


@pytest.mark.rule("house-2.2g")
@pytest.mark.parametrize(
    ("sea", "corner", "ports"),
    [
        ("lancaster-bay", "solway-firth", {"lancaster", "chester"}),
        ("lyme-bay", "eddystone", {"plymouth", "fowey"}),
    ],
)
def test_squares_of_sea_that_touch_at_a_corner_are_one_step_apart(
    sea: str, corner: str, ports: set[str]
) -> None:
    assert BOARD.sea_distances(sea)[corner] == 1
    scene = at_sea(sea)
    assert {corner, *ports} <= scene.candidates(0, "sail", "to")


# Going ashore


@pytest.mark.rule("house-2.2i")
def test_nobody_goes_ashore_but_in_a_port() -> None:
    scene = laden("percy")
    scene.play(0, "sail", ship="le_swan", to="humber-mouth")
    assert scene.offered(0, "land") == []
    scene.refused(0, "land", rule="house-2.2i", nobles=["percy"], ship="le_swan")


@pytest.mark.rule("house-2.2i")
def test_in_port_they_may_stay_aboard() -> None:
    scene = laden("percy")
    scene.play(0, "sail", ship="le_swan", to="boston")
    assert scene.candidates(0, "land", "nobles") == {"percy"}
    scene.play(0, "done")
    assert scene.state.nobles["percy"].aboard == "le_swan"
    assert scene.state.phase != "movement"


@pytest.mark.rule("house-2.2i", "house-2.2j")
def test_before_a_fortress_to_besiege_nobody_lands() -> None:
    scene = laden("percy")
    scene.play(0, "sail", ship="le_swan", to="hull")  # a hundred men are half of its garrison
    assert scene.state.ships["le_swan"].port == "hull"
    scene.refused(0, "land", rule="house-8.6.16", nobles=["percy"], ship="le_swan")


@pytest.mark.rule("house-2.2j")
@pytest.mark.parametrize(
    ("noble", "hull", "enters"),
    [
        ("percy", None, True),  # 100 of 200: besiegeable
        ("neville", None, False),
        ("percy", "courtenay", True),
        ("neville", "courtenay", False),
        ("neville", "greystoke", True),  # friendly
    ],
)
def test_a_laden_ship_enters_ports_that_are_open_friendly_or_besiegeable(
    noble: str, hull: str | None, enters: bool
) -> None:
    scene = afloat(noble).control("hull", hull)
    scene.movement(0)
    scene.play(0, "embark", nobles=[noble], ship="le_swan")
    ports = scene.candidates(0, "sail", "to") & set(BOARD.places)
    assert {"boston", "ravenser", "yarmouth", "whitby"} <= ports  # open
    assert ("hull" in ports) == enters
    if enters:
        scene.play(0, "sail", ship="le_swan", to="hull")
        assert scene.state.ships["le_swan"].port == "hull"
    else:
        scene.refused(0, "sail", rule="house-2.2j", ship="le_swan", to="hull")


@pytest.mark.rule("house-2.2j")
def test_an_empty_ship_enters_any_port() -> None:
    scene = afloat().control("hull", "courtenay")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    assert scene.state.ships["le_swan"].port == "hull"


# Who calls Parliament


def parliament(*kings: str, cards: tuple[str, ...] = (), held: tuple[str, ...] = (WRIT,)) -> Scene:
    """Seat 0's Parliament phase: Percy inside his London with Henry, Courtenay of seat 1."""
    scene = Scene().noble("courtenay", 1, "tiverton")
    scene.noble("percy", 0, "london", heirs=("henry",), cards=cards).crowned(*kings)
    scene.held(0, *held).held(1, "E-WR02", "E-CM02").next_crown("saxons_1")
    scene._begin("parliament", 0, ParliamentPhase(0))
    return scene


@pytest.mark.rule("house-1.19")
def test_a_sole_king_may_call_parliament() -> None:
    scene = parliament("henry")
    assert scene.candidates(0, "call_parliament", "by") == {"percy"}
    assert scene.offered(1, "call_parliament") == []
    scene.play(0, "call_parliament", by="percy", summon="courtenay")
    sitting = scene.state.sitting
    assert (sitting.caller, sitting.place, sitting.people) == (0, "london", False)


@pytest.mark.rule("house-1.19", "base-19.14")
@pytest.mark.parametrize("kings", [(), ("henry", "richard_york")])
def test_without_a_sole_king_the_chancellor_may_call_it_with_his_card(
    kings: tuple[str, ...],
) -> None:
    scene = parliament(*kings, cards=("chancellor_england",), held=(WRIT, CHANCELLOR_MAY))
    assert scene.candidates(0, "call_parliament", "by") == {"percy"}
    scene.play(0, "call_parliament", by="percy", summon="courtenay")
    assert (scene.state.sitting.caller, scene.state.sitting.noble) == (0, "percy")
    assert not {WRIT, CHANCELLOR_MAY} & set(scene.state.factions[0].held)
    without = parliament(*kings, cards=("chancellor_england",))
    without.refused(0, "call_parliament", rule="house-7.1.3", by="percy", summon="courtenay")


@pytest.mark.rule("house-1.19")
@pytest.mark.parametrize("kings", [(), ("henry", "richard_york")])
@pytest.mark.parametrize("cards", [(), ("marshal_england",), ("treasurer_england", "abp_york")])
def test_nobody_else_calls_it(kings: tuple[str, ...], cards: tuple[str, ...]) -> None:
    scene = parliament(*kings, cards=cards, held=(WRIT, CHANCELLOR_MAY))
    assert scene.offered(0, "call_parliament") == []
    scene.refused(0, "call_parliament", rule="house-1.19", by="percy", summon="courtenay")


# Titles and offices stay


@pytest.mark.rule("base-1.13")
def test_titles_and_offices_stay_with_their_noble() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton")
    scene.noble("roos", 0, "13,20", cards=("earl_kent", "marshal_england"))
    scene.noble("scrope", 0, "13,20")
    scene.movement(0)
    for card in ("earl_kent", "marshal_england"):
        scene.refused(0, "transfer", rule="house-8.7.11", thing=f"beside:{card}", noble="scrope")
    assert (scene.state.nobles["roos"].title, scene.state.nobles["roos"].office) == (
        "earl_kent",
        "marshal_england",
    )


# Sieges are those of the house


@pytest.mark.rule("base-10.17")
def test_half_the_defence_lays_a_siege_and_all_of_it_takes_the_place() -> None:
    scene = idlers(Scene()).noble("percy", 0, "newark", outside=True)
    scene.combat(0)
    scene.refused(0, "conclude", rule="house-6.1a", nobles=["percy"], place="newark")
    scene.play(0, "lay", nobles=["percy"], place="newark")  # the plain rules ask for 200
    laid = scene.happened(facts.SiegeLaid)[0]
    assert (laid.strength, laid.defence) == (100, 200)
    assert scene.state.sieges["newark"].besiegers == ["percy"]


# The advanced cards


def cards_of(file: str, kind: str) -> dict[str, dict[str, Any]]:
    """The cards of one set in a data file."""
    path = data_root() / "kingmaker" / file
    cards = json.loads(path.read_text(encoding="utf-8"))["cards"]
    return {card["id"]: card for card in cards if card.get("game", "basic") == kind}


@pytest.mark.rule("base-19.1")
def test_the_extra_crown_cards() -> None:
    extra = cards_of("crown.json", "advanced")
    figures = {
        key: (card["kind"], card.get("troops", 0), card.get("bonus", 0), card.get("bonus_area"))
        for key, card in extra.items()
    }
    assert figures == {
        "plantagenet_york": ("noble", 50, 0, None),
        "plantagenet_lancaster": ("noble", 30, 0, None),
        "kings_pardon_1": ("pardon", 0, 0, None),
        "kings_pardon_2": ("pardon", 0, 0, None),
        "captain_calais": ("office", 50, 300, "place:calais"),
        "lieutenant_ireland": ("office", 50, 200, "place:ireland"),
        "french_foot": ("mercenary", 100, 0, None),
        "le_lucas": ("ship", 0, 0, None),
    }


@pytest.mark.rule("base-19.2")
def test_the_extra_event_cards() -> None:
    extra = cards_of("events.json", "advanced")
    assert sorted((card["kind"], card.get("place")) for card in extra.values()) == [
        ("french_siege", "calais"),
        ("irish_revolt", None),
        ("plague", "calais"),
    ]


@pytest.mark.rule("base-19.6")
def test_the_french_serve_anybody_anywhere_and_cross_no_sea() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    scene.noble("percy", 0, "calais").hand(0, "french_foot")
    scene.movement(0)
    assert scene.candidates(0, "play", "noble") == {"percy", "greystoke"}
    scene.play(0, "play", card="french_foot", noble="percy")
    assert scene.match.view(None).nobles["percy"].troops == 100
    assert "percy" not in scene.candidates(0, "march", "nobles")
    assert scene.offered(0, "sail") == []


# Calais and Man


@pytest.mark.rule("base-19.9")
def test_calais() -> None:
    calais = BOARD.places["calais"]
    assert (calais.kind, calais.garrison, calais.port) == ("fortified_town", 200, True)
    assert calais.commons == 0
    assert not BOARD.is_mainland(calais.square)
    assert HOUSE.content.is_open("calais")
    assert cards_of("crown.json", "advanced")["captain_calais"]["controls"] == ["calais"]


@pytest.mark.rule("base-19.9")
def test_no_parliament_meets_in_calais() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton")
    scene.noble("percy", 0, "calais", heirs=("henry",)).held(0, WRIT).next_crown("saxons_1")
    scene._begin("parliament", 0, ParliamentPhase(0))
    scene.refused(0, "call_parliament", rule="house-7.1.11", by="percy", summon="courtenay")


@pytest.mark.rule("base-19.11")
def test_nobody_walks_to_the_isle_of_man_or_away_from_it() -> None:
    douglas = BOARD.places["douglas"]
    assert douglas.owner == "stanley"
    assert BOARD.walkable(douglas.square) == {"6,7", "6,8"}
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    scene.noble("stanley", 0, "douglas")
    scene.movement(0)
    scene.play(0, "leave", nobles=["stanley"], place="douglas")
    ways = {
        to
        for offer in (*scene.offered(0, "march"), *scene.offered(0, "ride"))
        if "stanley" in offer.field("nobles").candidates
        for to in offer.field("to").candidates
    }
    assert ways == {"6,7"}


@pytest.mark.rule("base-19.11")
def test_a_ship_goes_to_the_isle_of_man() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    scene.noble("stanley", 0, "lancaster")
    scene.state.ships["le_lucas"] = ShipState(port="lancaster")
    scene.movement(0)
    scene.play(0, "embark", nobles=["stanley"], ship="le_lucas")
    scene.play(0, "sail", ship="le_lucas", to="douglas")
    scene.play(0, "land", nobles=["stanley"], ship="le_lucas")
    assert where(scene, "stanley") == ("6,8", "douglas")


@pytest.mark.rule("base-19.11", "house-8.3.3")
def test_a_call_leads_to_the_isle_of_man() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    scene.noble("stanley", 0, "13,20", cards=("earl_richmond",)).next_events("E-RV05")
    scene.event(0)
    scene.play(0, "answer_call", to="douglas")
    assert where(scene, "stanley") == ("6,8", "douglas")


# Two great offices


@pytest.mark.rule("base-19.13")
def test_the_constable_of_the_tower_opens_london() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    scene.noble("percy", 0, "18,20").hand(0, "constable_tower")
    scene.movement(0)
    not_accepted(scene, 0, "enter", nobles=["percy"], place="london")
    scene.play(0, "play", card="constable_tower", noble="percy")
    assert scene.state.control["london"] == "percy"
    assert scene.match.view(None).nobles["percy"].troops == 100 + 50 + 200


@pytest.mark.rule("base-19.13")
def test_who_holds_the_tower_enters_london_from_his_next_turn() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    scene.noble("percy", 0, "18,20", cards=("constable_tower",))
    scene.movement(0)
    scene.play(0, "enter", nobles=["percy"], place="london")
    assert where(scene, "percy") == ("18,20", "london")


@pytest.mark.rule("base-19.14")
def test_the_chancellor_has_no_power_over_the_king() -> None:
    scene = Scene().noble("roos", 1, "13,20", heirs=("henry",))
    scene.noble("percy", 0, "13,20", cards=("chancellor_england",))
    scene.noble("scrope", 0, "13,20")
    scene.movement(0)
    assert scene.offered(0, "kill_heir") == []
    assert scene.offered(0, "entrust") == []
    scene.refused(0, "kill_heir", rule="house-1.11", heir="henry")
    assert scene.match.view(None).nobles["percy"].troops == 150  # and no Royal Guard
