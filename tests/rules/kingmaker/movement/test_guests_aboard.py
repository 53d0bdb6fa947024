"""Aboard another player's ship by his leave (house §8.6.27)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import changes
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

WASH = "the-wash"
SHORE = "20,14"
"""The square of Lynn, an unfortified port."""


def at_lynn(*, seats: int = 2, ship: str = "le_swan") -> Scene:
    """Roos of seat 0 has a ship in Lynn; Howard of seat 1 stands in its square with Margaret."""
    scene = Scene(seats).noble("roos", 0, "lynn", cards=(ship,), heirs=())
    scene.noble("howard", 1, "lynn", outside=True, heirs=("margaret",))
    scene.noble("percy", 0, "alnwick").noble("bourchier", 1, "19,18")
    return scene.ship(ship, port="lynn")


def aboard(scene: Scene, ship: str = "le_swan") -> Scene:
    """Howard has asked for leave, was given it, and is aboard; seat 1's phase goes on."""
    scene.movement(1)
    scene.play(1, "ask_leave", place=ship)
    scene.play(0, "grant")
    scene.play(1, "embark", nobles=["howard"], ship=ship)
    assert scene.where("howard") == ("", None, ship)
    assert scene.match.violations() == []
    return scene


# Asking and answering


@pytest.mark.rule("house-8.6.27", "house-8.2.6")
def test_her_owner_is_asked_and_gives_leave() -> None:
    scene = at_lynn()
    scene.movement(1)
    assert scene.offered(1, "embark") == []
    reason = scene.refused(1, "embark", rule="house-8.6.27", nobles=["howard"], ship="le_swan")
    assert reason == "The ship is another player’s. Ask leave to board."
    scene.play(1, "ask_leave", place="le_swan")
    assert scene.happened(facts.LeaveAsked) == [facts.LeaveAsked(1, 0, "le_swan")]
    assert scene.asked(0) == ["grant_leave"]
    asked = scene.match.prompts(0)[0]
    assert asked.facts == {"ship": "le_swan", "asker": "1"}
    assert asked.default is not None
    assert asked.default.verb == "deny"
    scene.play(0, "grant")
    assert scene.happened(facts.LeaveAnswered) == [facts.LeaveAnswered(1, 0, "le_swan", True)]
    scene.play(1, "embark", nobles=["howard"], ship="le_swan")
    assert scene.where("howard") == ("", None, "le_swan")
    assert scene.state.ships["le_swan"].guests == {"howard": 0}


@pytest.mark.rule("house-8.6.27")
def test_or_refuses_and_is_not_asked_again() -> None:
    scene = at_lynn()
    scene.movement(1)
    scene.play(1, "ask_leave", place="le_swan")
    scene.play(0, "deny")
    scene.refused(1, "embark", rule="house-8.6.27", nobles=["howard"], ship="le_swan")
    scene.refused(1, "ask_leave", rule="house-8.2.6", place="le_swan")


@pytest.mark.rule("house-8.6.27")
def test_the_request_may_be_taken_back() -> None:
    scene = at_lynn()
    scene.movement(1)
    scene.play(1, "ask_leave", place="le_swan")
    scene.play(1, "withdraw_request")
    assert scene.match.waiting_for() == [1]
    assert scene.offered(1, "embark") == []


@pytest.mark.rule("house-8.6.27", "house-8.2.6")
def test_leave_ends_with_the_movement_phase() -> None:
    scene = at_lynn()
    scene.movement(1)
    scene.play(1, "ask_leave", place="le_swan")
    scene.play(0, "grant")
    scene.play(1, "done")
    scene.movement(1)
    scene.refused(1, "embark", rule="house-8.6.27", nobles=["howard"], ship="le_swan")


@pytest.mark.rule("house-8.6.27", "house-8.6.3")
def test_nobody_asks_who_could_not_board() -> None:
    scene = at_lynn().ship("le_swan", port="boston")
    scene.movement(1)
    assert "le_swan" not in scene.candidates(1, "ask_leave", "place")
    scene.refused(1, "ask_leave", rule="house-8.6.3", place="le_swan")
    scene.movement(0)
    scene.refused(0, "ask_leave", rule="house-8.6.27", place="le_swan")


@pytest.mark.rule("house-8.6.27", "house-5.22a")
def test_guests_count_in_what_she_carries() -> None:
    scene = at_lynn()
    for noble, office in (("mowbray", "marshal_england"), ("neville", "treasurer_england")):
        scene.noble(noble, 1, "lynn", outside=True, cards=(office,))
    scene.movement(1)
    scene.play(1, "ask_leave", place="le_swan")
    scene.play(0, "grant")
    scene.refused(
        1, "embark", rule="house-5.22a", nobles=["howard", "mowbray", "neville"], ship="le_swan"
    )


# At sea


@pytest.mark.rule("house-8.6.27")
def test_her_owner_decides_where_she_sails_and_they_land_in_a_phase_of_their_own() -> None:
    scene = aboard(at_lynn())
    reason = scene.refused(1, "sail", rule="house-8.6.27", ship="le_swan", to=WASH)
    assert reason == "Your nobles are guests aboard. The owner says where she sails."
    scene.play(1, "done")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    sailed = scene.happened(facts.Sailed)
    assert sailed == [facts.Sailed(0, "le_swan", "lynn", "boston", ("howard",))]
    assert scene.offered(0, "land") == []
    scene.play(0, "done")
    assert scene.where("howard") == ("", None, "le_swan")
    scene.movement(1)
    scene.play(1, "land", nobles=["howard"], ship="le_swan")
    assert scene.where("howard") == (scene.board.places["boston"].square, None, None)
    assert scene.state.ships["le_swan"].guests == {}


@pytest.mark.rule("house-8.6.27", "house-8.6.14", "house-8.2.5")
def test_into_a_fortress_guests_go_with_leave_of_its_own() -> None:
    scene = aboard(at_lynn()).control("hull", "percy")
    scene.play(1, "done")
    scene.ship("le_swan", port="hull")
    scene.state.ships["le_swan"].guests = {"howard": 0}
    scene.movement(1)
    scene.refused(1, "land", rule="house-8.2.5", nobles=["howard"], ship="le_swan")
    scene.play(1, "ask_leave", place="hull")
    scene.play(0, "grant")
    scene.play(1, "land", nobles=["howard"], ship="le_swan")
    assert scene.where("howard")[1] == "hull"


@pytest.mark.rule("house-8.6.27", "house-8.6.7")
def test_an_heir_aboard_counts_for_who_sails_her_out() -> None:
    scene = aboard(at_lynn())
    scene.play(1, "done")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to=WASH)
    scene.play(0, "done")
    heir = scene.state.heirs["margaret"]
    assert (heir.landing_due, heir.landing_for) == (1, 0)


# What becomes of them


def sailing(port: str | None = None, sea: str | None = WASH) -> Scene:
    """Howard is a guest aboard Le Swan, which lies in a sea square or a port."""
    scene = aboard(at_lynn())
    scene.play(1, "done")
    scene.ship("le_swan", port=port, sea=None if port else sea)
    scene.state.ships["le_swan"].guests = {"howard": 0}
    return scene


@pytest.mark.rule("house-8.6.27", "house-8.6.24", "house-5.10a")
def test_in_a_storm_they_go_ashore_with_all_others() -> None:
    scene = sailing().aboard("roos", "le_swan")
    scene.next_events("E-ST01").rolls(50).event(0)
    while "refuge" in scene.asked(0):
        scene.play(0, "put_in", ship="le_swan", port="lynn")
    assert scene.where("howard") == scene.where("roos") == (SHORE, None, None)
    landed = scene.happened(facts.Landed)
    assert {(e.seat, e.nobles) for e in landed} == {(0, ("roos",)), (1, ("howard",))}


@pytest.mark.rule("house-8.6.27", "base-8.9")
def test_when_she_changes_hands_they_are_put_ashore_as_others_are() -> None:
    scene = Scene(3).noble("roos", 0, "lynn", cards=("le_swan",))
    scene.noble("howard", 1, "19,17").noble("percy", 2, "alnwick")
    scene.ship("le_swan", port="boston").aboard("howard", "le_swan")
    scene.state.ships["le_swan"].guests = {"howard": 0}
    scene.movement(0)
    assert scene.where("howard")[2] == "le_swan"
    scene.play(0, "propose_deal", to="2", give=["ship:le_swan"])
    scene.play(2, "accept_deal", deal="1")
    assert scene.where("howard") == (scene.board.places["boston"].square, None, None)
    assert scene.match.violations() == []


@pytest.mark.rule("house-8.6.27", "base-8.10")
def test_when_her_captain_dies_at_sea_everybody_lands_by_himself() -> None:
    scene = sailing().aboard("percy", "le_swan")
    changes.kill_noble(scene.match.table, "roos", "battle")
    scene.movement(0)
    assert scene.lies("le_swan") is None
    assert scene.where("howard")[0] in scene.board.squares
    assert scene.where("percy")[0] in scene.board.squares
    assert scene.match.violations() == []


@pytest.mark.rule("house-8.6.27", "house-8.6.16", "house-8.6.17")
def test_guests_besiege_nothing_for_themselves_nor_for_her_captain() -> None:
    scene = sailing(sea="humber-mouth").noble("stafford", 1, "19,18")
    scene.movement(0)
    assert "hull" not in scene.destinations(0, "le_swan")
    scene = sailing(port="hull").control("hull", "roos")
    scene.combat(1)
    assert scene.state.sieges == {}
    assert scene.where("howard")[2] == "le_swan"


@pytest.mark.rule("house-8.6.27")
def test_a_stranger_aboard_without_leave_is_a_violation() -> None:
    scene = sailing(port="boston")
    scene.movement(0)
    scene.state.ships["le_swan"].guests = {}
    assert scene.match.violations() == ["howard is aboard le_swan without leave"]


@pytest.mark.rule("house-8.7.5")
def test_the_new_owner_of_a_ship_at_sea_waits_till_she_is_in_port() -> None:
    scene = at_lynn().ship("le_swan", sea=WASH)
    scene.state.nobles["roos"].cards.remove("le_swan")
    scene.state.nobles["bourchier"].cards.append("le_swan")
    scene.state.ships["le_swan"].captain_at_sea = "roos"
    scene.movement(1)
    reason = scene.refused(1, "sail", rule="house-8.7.5", ship="le_swan", to="humber-mouth")
    assert reason == "The ship changed hands at sea. She will obey you once she reaches a port."


def test_it_is_told_and_asked_in_words() -> None:
    words, names = KingmakerWords(HOUSE.content), ["Anne", "Bob"].__getitem__
    scene = at_lynn()
    scene.movement(1)
    view = scene.match.view(1)
    offer = scene.offered(1, "ask_leave")[0]
    about = words.option(offer, offer.field("place"), "le_swan", view, names)
    assert about[0] == "Le Swan"
    choice = Choice.of("ask_leave", place="le_swan")
    assert words.choice(choice, names) == "You ask for leave to board Le Swan."
    scene.play(1, "ask_leave", place="le_swan")
    assert words.ask(scene.match.prompts(0)[0], names) == (
        "Bob asks leave to board Le Swan. You decide where she sails, and they go ashore in "
        "a movement phase of their own. Take them aboard?"
    )
    assert words.ask(scene.match.asked(1)[0], names) == (
        "You have asked leave to board Le Swan. Wait for the answer, or take your request back."
    )
    told = words.tell(scene.events[0], names)
    assert told == "Bob asks Anne for leave to board Le Swan. ‹house-8.6.27›"
    scene.play(0, "grant")
    told = words.tell(scene.events[0], names)
    assert told == "Anne lets Bob board Le Swan. ‹house-8.6.27›"
    refused = facts.LeaveAnswered(1, 0, "le_swan", False)
    assert words.tell(refused, names) == "Anne does not let Bob board Le Swan. ‹house-8.6.27›"


# Calls that find nobles at sea, and leave asked for a called noble or ship (house §8.2, §8.3).


IRISH_SEA = "E-RA09"
"""Calls the Chamberlain of Chester to Chester and Stanley to Lathom."""

HUMBER = "E-RA11"
"""Calls the Archbishop of York to York and Roos to Helmsley."""

WIGHT = "E-RA07"
"""Calls the Earl of Wiltshire to Carisbrooke and Beaufort to Corfe."""

BURGUNDY = "E-EM01"
"""Calls the sole King to Ravenser."""


def roos_at_sea(sea: str, *others: str, seats: int = 2) -> Scene:
    """Roos and others of seat 0 aboard Le Swan."""
    scene = Scene(seats).noble("roos", 0, "19,17", cards=("le_swan",)).aboard("roos", "le_swan")
    for other in others:
        scene.noble(other, 0, "19,17").aboard(other, "le_swan")
    scene.noble("audley", 0, "13,13").noble("bourchier", 1, "19,18")
    return scene.ship("le_swan", sea=sea)


@pytest.mark.rule("house-8.3.2", "house-8.6.23", "house-8.6.24")
def test_the_ship_puts_in_first_and_the_called_noble_goes_on() -> None:
    scene = roos_at_sea("tyne-water", "howard")
    scene.next_events(HUMBER).event(0)
    assert scene.happened(facts.ShipSoughtPort) == [
        facts.ShipSoughtPort("le_swan", "hartlepool", "call")
    ]
    assert scene.lies("le_swan") == "hartlepool"
    assert scene.where("howard") == ("15,6", None, None)
    scene.play(0, "answer_call", to="helmsley")
    assert scene.where("roos") == ("15,8", "helmsley", None)
    assert scene.where("howard") == ("15,6", None, None)


@pytest.mark.rule("house-8.3.2", "house-8.6.24")
def test_the_others_are_put_into_a_friendly_fortress_and_stay_there() -> None:
    scene = roos_at_sea("humber-mouth", "howard").control("hull", "audley")
    scene.next_events(HUMBER).event(0)
    scene.play(0, "put_in", ship="le_swan", port="hull")
    scene.play(0, "answer_call", to="helmsley")
    assert scene.where("roos") == ("15,8", "helmsley", None)
    assert scene.where("howard") == ("18,10", "hull", None)


@pytest.mark.rule("house-8.6.25", "house-8.6.23", "house-8.3.2")
def test_a_called_ship_rolls_for_nothing_on_her_way() -> None:
    scene = roos_at_sea("severn-sea").rolls(100, 100, 100)
    scene.next_events(HUMBER).event(0)
    assert scene.happened(facts.StormRolled) == []
    assert scene.lies("le_swan") == "milford-haven"
    assert scene.dice.laid == [100, 100, 100]


@pytest.mark.rule("house-8.2.7", "house-8.6.23", "house-8.6.15")
def test_the_owner_of_the_nearest_port_may_let_a_called_ship_in() -> None:
    scene = roos_at_sea("severn-sea", "howard").control("bristol", "bourchier")
    scene.next_events(HUMBER).event(0)
    assert scene.asked(1) == ["grant_port"]
    scene.play(1, "grant")
    assert scene.lies("le_swan") == "bristol"
    assert scene.where("howard") == ("11,21", "bristol", None)
    assert scene.state.granted == {}


@pytest.mark.rule("house-8.3.2")
def test_a_ship_that_lies_in_an_open_port_stays_there_when_her_passenger_is_called() -> None:
    """Lynn is the nearest port of a ship in Lynn; Boston in the same bay is not."""
    scene = roos_at_sea("the-wash", "howard").ship("le_swan", port="lynn")
    scene.next_events(HUMBER).event(0)
    assert scene.asked(0) == ["answer_call"]
    assert scene.lies("le_swan") == "lynn"
    assert scene.where("howard") == ("20,14", None, None)


@pytest.mark.rule("house-8.3.2", "house-8.6.23")
def test_an_heir_called_as_king_comes_ashore_with_his_keeper() -> None:
    """An embassy waits in Ravenser; Roos holds the sole King at sea."""
    scene = roos_at_sea("tyne-water", "howard").hold("henry", "roos")
    scene.next_events(BURGUNDY).event(0)
    assert scene.lies("le_swan") == "hartlepool"
    assert scene.where("howard") == ("15,6", None, None)
    if scene.asked(0) == ["attend_king"]:
        scene.play(0, "attend_king", to="ravenser")
    assert scene.where("roos")[0] == "19,10"
    assert scene.state.heirs["henry"].holder == "roos"


@pytest.mark.rule("house-8.6.20", "house-8.3.1")
def test_who_besieges_from_a_ship_is_not_called() -> None:
    scene = roos_at_sea("humber-mouth").ship("le_swan", port="hull")
    scene.siege("hull", ["roos"])
    scene.state.sieges["hull"].ships = ["le_swan"]
    scene.next_events(HUMBER).event(0)
    assert facts.CallIgnored("roos", "helmsley", "besieged", "roos") in scene.events
    assert scene.where("roos") == ("", None, "le_swan")
    assert scene.lies("le_swan") == "hull"


# 8.2.7 Leave for a called noble


@pytest.mark.rule("house-8.2.8", "house-8.2.7")
def test_without_leave_a_called_noble_stands_outside_anothers_fortress() -> None:
    scene = Scene().noble("roos", 0, "york").noble("bourchier", 1, "19,18")
    scene.control("helmsley", "bourchier").next_events(HUMBER).event(0)
    for prompt in scene.match.prompts(1):
        if prompt.blocking:
            scene.play(1, "deny")
    if scene.asked(0) == ["answer_call"]:
        scene.play(0, "answer_call", to="15,8")
    assert scene.where("roos") == ("15,8", None, None)


@pytest.mark.rule("house-8.2.7", "house-8.5.1")
def test_the_owner_may_let_a_called_noble_into_his_fortress() -> None:
    """House §8.2: leave may be asked when an Event card sends nobles to a Fortress."""
    scene = Scene().noble("roos", 0, "york").noble("bourchier", 1, "19,18")
    scene.control("helmsley", "bourchier").next_events(HUMBER).event(0)
    assert scene.state.phase == "event"
    if scene.offered(0, "ask_leave"):
        scene.play(0, "ask_leave", place="helmsley")
    scene.play(1, "grant")
    if scene.asked(0) == ["answer_call"]:
        scene.play(0, "answer_call", to="helmsley")
    assert scene.where("roos") == ("15,8", "helmsley", None)
    assert scene.state.control["helmsley"] == "bourchier"
    assert scene.state.granted == {}


# 8.6.26, 7.1.26 The call of Parliament


def parliament_at_york(*at_sea: str, writs: tuple[str, ...] = ()) -> Scene:
    """Percy holds the sole King in York, with a Writ; seat 1's nobles are aboard Le Swan."""
    scene = Scene().noble("percy", 0, "york", heirs=("henry",)).held(0, "E-WR01")
    for number, noble in enumerate(at_sea):
        scene.noble(noble, 1, "19,17", cards=("le_swan",) if number == 0 else ())
        scene.aboard(noble, "le_swan")
    return scene.held(1, *writs).noble("bourchier", 1, "19,18")


@pytest.mark.rule("house-8.6.26", "house-7.1.26")
def test_who_attends_goes_from_his_ship_to_parliament() -> None:
    scene = parliament_at_york("roos", "howard").ship("le_swan", sea="yarmouth-roads")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="percy", summon="bourchier")
    if scene.asked(1) == ["excuses"]:
        scene.play(1, "excuse")
    assert scene.lies("le_swan") == "yarmouth"
    assembled = scene.happened(facts.ParliamentAssembled)[-1]
    assert (assembled.place, {*assembled.attending} >= {"roos", "howard"}) == ("york", True)


@pytest.mark.rule("house-8.6.26", "house-7.1.26", "house-7.1.27")
def test_an_excused_noble_lands_where_the_ship_is_sent_with_others() -> None:
    """Howard is excused, Roos in the same ship is not: she must seek port, and Howard lands."""
    scene = parliament_at_york("roos", "howard").ship("le_swan", sea="yarmouth-roads")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="percy", summon="bourchier")
    scene.play(1, "excuse", by_sea=["howard"])
    assert scene.lies("le_swan") == "yarmouth"
    assert scene.where("roos")[0] == "15,9"
    assert scene.where("howard") == ("23,15", None, None)
