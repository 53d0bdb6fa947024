"""Dublin and Ireland, Scotland and the Continent: who comes there, and where nobody fights."""

from __future__ import annotations

import pytest

from bot.content.load import load_content
from bot.rules.kingmaker.conditions.abroad import lands_open
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.facts import RoguesDied
from bot.rules.kingmaker.prospects.reach import reach_of
from bot.rules.kingmaker.sieges import fighter_stops
from bot.rules.kingmaker.succession import on_the_board
from tests.rules.kingmaker.scene import Scene

OVERSEAS = "classic+advanced_cards+edmund+lands_overseas"
PLAIN = "classic+lands_overseas"
IRELAND, SCOTLAND, CONTINENT, CHEVIOTS = "1,11", "10,1", "25,25", "12,2"


def scene_of(ruleset: str = OVERSEAS) -> Scene:
    """A noble of the other faction, far away."""
    return Scene(2, ruleset).noble("courtenay", 1, "tiverton")


# The squares


@pytest.mark.rule("ishkibibble-dublin.1", "ishkibibble-dublin.2", "ishkibibble-dublin.7")
def test_dublin_is_a_city_and_a_port_without_votes_or_bishops_seat() -> None:
    content = load_content(PLAIN)
    dublin = content.board.places["dublin"]
    assert (dublin.kind, dublin.garrison, dublin.port, dublin.commons) == ("city", 300, True, 0)
    assert not dublin.cathedral
    assert dublin.square == content.board.places["ireland"].square == IRELAND
    assert load_content("classic").board.places["dublin"].cathedral


@pytest.mark.rule("ishkibibble-scotland.3", "ishkibibble-scotland.2")
def test_scotland_lies_behind_the_cheviots_and_has_no_port() -> None:
    board = load_content(PLAIN).board
    assert board.places["scotland"].square == SCOTLAND
    assert board.squares[SCOTLAND].neighbours == (CHEVIOTS,)
    assert board.landmarks["cheviots"] == CHEVIOTS
    assert SCOTLAND in board.squares[CHEVIOTS].neighbours
    assert "scotland" not in board.ports
    assert SCOTLAND not in load_content("classic").board.squares


@pytest.mark.rule("ishkibibble-continent.2", "ishkibibble-ireland.2")
def test_the_continent_is_an_island_with_a_port_for_any_number_of_ships() -> None:
    content = load_content(PLAIN)
    board = content.board
    assert board.places["continent"].square == CONTINENT
    assert board.walkable(CONTINENT) == {CONTINENT}
    assert board.ports["continent"] == ("dover-strait", "narrow-seas", "channel-west")
    for land in ("continent", "ireland"):
        assert content.ruleset.capacity(board.places[land]) is None
    scene = scene_of(PLAIN).noble("percy", 0, "13,20", cards=("le_swan", "le_rose", "le_michael"))
    for ship in ("le_swan", "le_rose", "le_michael"):
        scene.ship(ship, sea="dublin-bay")
    scene.movement(0)
    for ship in ("le_swan", "le_rose", "le_michael"):
        scene.play(0, "sail", ship=ship, to="ireland")
        assert scene.state.ships[ship].port == "ireland"


# Ireland and Dublin


@pytest.mark.rule("ishkibibble-ireland.1", "ishkibibble-ireland.2")
def test_anybody_lands_in_ireland_with_an_heir_and_stays() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, "13,20", cards=("le_swan",), heirs=("henry",))
    scene.ship("le_swan", sea="dublin-bay").aboard("percy", "le_swan").movement(0)
    scene.play(0, "sail", ship="le_swan", to="ireland")
    scene.play(0, "land", ship="le_swan", nobles=["percy"])
    scene.play(0, "done")
    assert scene.where("percy") == (IRELAND, None, None)
    assert scene.state.heirs["henry"].holder == "percy"


@pytest.mark.rule("ishkibibble-dublin.6", "ishkibibble-dublin.1")
def test_dublin_is_entered_by_who_has_taken_it() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, IRELAND)
    scene.movement(0)
    scene.refused(0, "enter", rule="base-6.5", nobles=["percy"], place="dublin")
    weak = scene_of(PLAIN).noble("percy", 0, IRELAND)
    weak.combat(0)
    weak.refused(0, "conclude", rule="base-10.3", nobles=["percy"], place="dublin")
    strong = scene_of(PLAIN).noble("percy", 0, IRELAND)
    strong.give("percy", *load_content(PLAIN).mercenaries)
    strong.noble("neville", 0, IRELAND).noble("stafford", 0, IRELAND)
    strong.next_events("E-RA08").combat(0)
    strong.play(0, "conclude", nobles=["percy", "neville", "stafford"], place="dublin")
    assert strong.state.control["dublin"] == "percy"


@pytest.mark.rule("ishkibibble-dublin.5")
def test_the_lieutenant_enters_dublin_freely() -> None:
    scene = scene_of().noble("percy", 0, IRELAND).hand(0, "lieutenant_ireland")
    scene.movement(0)
    scene.play(0, "play", card="lieutenant_ireland", noble="percy")
    scene.play(0, "enter", nobles=["percy"], place="dublin")
    assert scene.where("percy") == (IRELAND, "dublin", None)


@pytest.mark.rule("ishkibibble-dublin.5", "ishkibibble-dublin.6")
def test_but_not_once_another_has_taken_it() -> None:
    scene = scene_of().noble("percy", 0, IRELAND).hand(0, "lieutenant_ireland")
    scene.control("dublin", "courtenay").movement(0)
    scene.play(0, "play", card="lieutenant_ireland", noble="percy")
    assert scene.state.control["dublin"] == "courtenay"
    scene.refused(0, "enter", rule="base-6.4", nobles=["percy"], place="dublin")


@pytest.mark.rule("ishkibibble-dublin.5", "base-1.17")
def test_once_nobody_else_has_dublin_the_lieutenant_has_it_and_besieges_nothing() -> None:
    scene = scene_of().noble("percy", 0, IRELAND, cards=("earl_kent",))
    scene.control("dublin", "courtenay").give("percy", "lieutenant_ireland")
    assert scene.state.control["dublin"] == "courtenay"
    kill_noble(scene.match.table, "courtenay", "plague")
    assert scene.state.control["dublin"] == "percy"
    scene.movement(0)
    scene.play(0, "enter", nobles=["percy"], place="dublin")
    assert scene.where("percy") == (IRELAND, "dublin", None)
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-dublin.5", "ishkibibble-dublin.6")
def test_without_a_lieutenant_dublin_is_nobodys_again() -> None:
    scene = scene_of().noble("percy", 0, IRELAND).noble("neville", 0, "warwick")
    scene.control("dublin", "courtenay")
    kill_noble(scene.match.table, "courtenay", "plague")
    assert "dublin" not in scene.state.control
    scene.movement(0)
    scene.refused(0, "enter", rule="base-6.5", nobles=["percy"], place="dublin")


@pytest.mark.rule("ishkibibble-dublin.5", "ishkibibble-treachery-french.2")
def test_the_lieutenant_has_dublin_again_once_the_plague_has_killed_who_sacked_it() -> None:
    scene = Scene(2, "ishkibibble").noble("percy", 0, "alnwick", cards=("earl_kent",))
    scene.noble("courtenay", 1, "tiverton").give("percy", "lieutenant_ireland")
    del scene.state.control["dublin"]
    scene.state.crown_deck.remove("french_foot")
    scene.state.rogues["dublin"] = 1
    scene.next_events("X-PLD").event(1)
    assert scene.happened(RoguesDied) == [RoguesDied("dublin")]
    assert scene.state.control["dublin"] == "percy"


@pytest.mark.rule("ishkibibble-dublin.4")
def test_edmund_begins_in_dublin() -> None:
    edmund = Scene(2, OVERSEAS).state.heirs["edmund_rutland"]
    assert (edmund.square, edmund.inside) == (IRELAND, "dublin")


@pytest.mark.rule("ishkibibble-dublin.7")
def test_one_goes_out_of_dublin_into_ireland_on_foot() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, "dublin")
    scene.movement(0)
    scene.play(0, "leave", nobles=["percy"], place="dublin")
    assert scene.where("percy") == (IRELAND, None, None)
    scene.play(0, "enter", nobles=["percy"], place="dublin")
    assert scene.where("percy") == (IRELAND, "dublin", None)


@pytest.mark.rule("ishkibibble-dublin.3", "ishkibibble-dublin.2")
def test_no_parliament_meets_in_dublin() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, "dublin", heirs=("henry",))
    scene.parliament(0)
    assert "dublin" not in scene.candidates(0, "call_parliament", "place")
    scene.refused(0, "call_parliament", rule="base-15.2", by="percy", place="dublin")


@pytest.mark.rule("ishkibibble-dublin.1")
def test_nobody_is_crowned_in_dublin() -> None:
    scene = scene_of(PLAIN).noble(
        "percy", 0, "dublin", heirs=("richard_york",), cards=("abp_york",)
    )
    scene.coronation(0)
    scene.refused(0, "crown", rule="base-13.3", heir="richard_york")


@pytest.mark.rule("ishkibibble-ireland.3")
def test_they_fight_in_ireland() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, IRELAND).noble("neville", 1, IRELAND)
    scene.combat(0)
    assert scene.offered(0, "attack")


# Scotland


@pytest.mark.rule("ishkibibble-scotland.1")
def test_nobody_marches_into_scotland_unbidden() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, CHEVIOTS)
    scene.movement(0)
    assert SCOTLAND not in scene.candidates(0, "march", "to")
    reason = scene.refused(0, "march", rule="ishkibibble-scotland.1", nobles=["percy"], to=SCOTLAND)
    assert reason == "No card lets you into this land (Scotland). You need a treaty or a refuge."
    assert SCOTLAND not in reach_of(scene.content, scene.match.view(0), "percy").marches


@pytest.mark.rule(
    "ishkibibble-scotland.1", "ishkibibble-scotland.3", "ishkibibble-treatyscotland.3"
)
def test_a_treaty_opens_scotland_to_the_faction_that_has_its_king() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, "12,3", heirs=("henry",))
    scene.noble("neville", 1, CHEVIOTS)
    scene.state.treaties["scotland"] = "henry"
    assert lands_open(scene.state, scene.content, 0) == ("scotland",)
    assert lands_open(scene.state, scene.content, 1) == ()
    scene.movement(0)
    assert SCOTLAND in reach_of(scene.content, scene.match.view(0), "percy").marches
    scene.play(0, "march", nobles=["percy"], to=SCOTLAND)
    assert scene.where("percy") == (SCOTLAND, None, None)
    scene.movement(1)
    scene.refused(1, "march", rule="ishkibibble-scotland.1", nobles=["neville"], to=SCOTLAND)
    scene.movement(0)
    assert CHEVIOTS in scene.candidates(0, "march", "to")
    near = {square for square in scene.candidates(0, "march", "to") if square != CHEVIOTS}
    steps = scene.board.reach(SCOTLAND, 1)
    assert steps == {CHEVIOTS: 1}
    assert near


@pytest.mark.rule("ishkibibble-scotland.4")
def test_nobody_fights_in_scotland() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, SCOTLAND).noble("neville", 1, SCOTLAND)
    scene.combat(0)
    assert scene.offered(0, "attack") == []
    table = scene.match.table
    assert [stop.reason for stop in fighter_stops(table, 0, "percy")] == [
        "Nobody fights in this land (Scotland)."
    ]


# The Continent


def at_the_strait(noble_there: bool = False) -> Scene:
    """Percy aboard in the Strait of Dover, and perhaps Neville of his on the Continent."""
    scene = scene_of(PLAIN).noble("percy", 0, "13,20", cards=("le_swan",), heirs=("henry",))
    if noble_there:
        scene.noble("neville", 0, CONTINENT)
    return scene.ship("le_swan", sea="dover-strait").aboard("percy", "le_swan")


@pytest.mark.rule("ishkibibble-continent.1")
def test_no_ship_puts_in_on_the_continent_unbidden() -> None:
    scene = at_the_strait()
    scene.movement(0)
    assert "continent" not in scene.candidates(0, "sail", "to")
    scene.refused(0, "sail", rule="ishkibibble-continent.1", ship="le_swan", to="continent")
    assert "continent" not in reach_of(scene.content, scene.match.view(0), "percy").sails


@pytest.mark.rule("ishkibibble-continent.1", "ishkibibble-treatyfrance.3")
def test_a_treaty_opens_the_continent() -> None:
    scene = at_the_strait()
    scene.state.treaties["continent"] = "henry"
    scene.movement(0)
    assert "continent" in reach_of(scene.content, scene.match.view(0), "percy").sails
    scene.play(0, "sail", ship="le_swan", to="continent")
    scene.play(0, "land", ship="le_swan", nobles=["percy"])
    assert scene.where("percy") == (CONTINENT, None, None)
    assert not on_the_board(scene.state, scene.content, "henry")


@pytest.mark.rule("ishkibibble-continent.1")
def test_a_ship_fetches_who_is_there_but_lands_nobody_else() -> None:
    scene = at_the_strait(noble_there=True)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="continent")
    scene.refused(0, "land", rule="ishkibibble-continent.1", ship="le_swan", nobles=["percy"])
    scene.play(0, "done")
    scene.movement(0)
    scene.play(0, "embark", nobles=["neville"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="dover-strait")
    assert scene.where("neville") == ("", None, "le_swan")


@pytest.mark.rule("ishkibibble-continent.1")
def test_a_storm_drives_a_ship_to_the_continent() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, "13,20", cards=("le_swan",))
    scene.ship("le_swan", sea="narrow-seas").aboard("percy", "le_swan")
    scene.next_events("E-ST01").event(0)
    assert scene.state.ships["le_swan"].port == "continent"
    scene.play(0, "disembark", noble="percy")
    assert scene.where("percy") == (CONTINENT, None, None)
    closed = Scene(2, "classic").noble("percy", 0, "13,20", cards=("le_swan",))
    closed.noble("courtenay", 1, "tiverton")
    closed.ship("le_swan", sea="narrow-seas").aboard("percy", "le_swan")
    closed.next_events("E-ST01").event(0)
    assert closed.state.ships["le_swan"].port != "continent"


@pytest.mark.rule("ishkibibble-continent.3")
def test_nobody_fights_on_the_continent() -> None:
    scene = scene_of(PLAIN).noble("percy", 0, CONTINENT).noble("neville", 1, CONTINENT)
    scene.combat(0)
    table = scene.match.table
    assert scene.offered(0, "attack") == []
    assert [stop.reason for stop in fighter_stops(table, 0, "percy")] == [
        "Nobody fights in this land (The Continent)."
    ]


@pytest.mark.rule("ishkibibble-continent.1", "ishkibibble-scotland.1")
def test_without_the_option_the_lands_overseas_stay_closed() -> None:
    content = load_content("classic")
    assert not any(content.is_open(land) for land in ("dublin", "ireland", "scotland", "continent"))
    assert all(load_content(PLAIN).is_open(land) for land in ("dublin", "ireland", "continent"))
    scene = Scene(2, "classic").noble("percy", 0, CHEVIOTS)
    scene.noble("courtenay", 1, "tiverton").movement(0)
    scene.refused(0, "march", rule="base-7.1", nobles=["percy"], to=SCOTLAND)
