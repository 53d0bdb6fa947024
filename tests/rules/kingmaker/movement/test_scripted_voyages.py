"""Whole stretches of play, turn by turn: voyages, a succession, a ransom, the end of the time.

Each test is a story of several rounds, told in the choices the players make. The Event and Crown
cards are laid beforehand in the order in which they are drawn.
"""

from __future__ import annotations

import pytest

from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Result
from tests.rules.kingmaker.scene import Scene
from tests.rules.kingmaker.tale import Tale

IDLE = (
    "saxons_1",
    "saxons_2",
    "scots_archers_1",
    "scots_archers_2",
    "flemish_crossbowmen_1",
    "flemish_crossbowmen_2",
    "burgundian_crossbowmen_1",
    "burgundian_crossbowmen_2",
    "le_rose",
    "le_michael",
)
"""Crown cards to draw and keep, or to throw away."""


def rest(scene: Scene, seat: int) -> None:
    """The seat does nothing more in its turn, and keeps the card it draws if it can."""
    told = list(scene.events)
    while scene.state.active == seat and not scene.match.over:
        kinds = scene.asked(seat)
        if kinds == ["keep_or_play"]:
            scene.play(seat, "keep")
        elif kinds == ["trim_hand"]:
            scene.play(seat, "discard", card=scene.state.factions[seat].hand[0])
        elif kinds in (["movement"], ["combat"], ["parliament"], ["coronation"]):
            scene.play(seat, "done")
        else:
            break
        told += scene.events
    scene.events = told


def told(scene: Scene, fact: Event) -> bool:
    """Whether this happened just now."""
    return fact in scene.events


@pytest.mark.rule(
    "house-5.23",
    "house-8.6.16",
    "house-8.6.17",
    "house-8.6.19",
    "house-8.6.20",
    "house-5.12b",
    "house-6.3a",
    "house-6.1c",
    "house-5.19c",
)
def test_hull_falls_to_two_lords_in_a_ship() -> None:
    """Percy and Mowbray sail from Lynn, besiege Roos in Hull for four turns, and take it."""
    scene = Tale().noble("percy", 0, "lynn", cards=("le_nicholas",)).noble("mowbray", 0, "lynn")
    scene.noble("roos", 1, "hull").noble("howard", 1, "castle-rising")
    scene.ship("le_nicholas", port="lynn")
    scene.next_events(
        *("E-ST01", "E-RA11", "E-ST02", "E-MG01", "E-MG02", "E-PL04", "E-MG03", "E-PL13", "E-RA01")
    ).next_crown(*IDLE)

    # Round 1. The ship goes up the coast; from her decks the two lay siege.
    scene.turn(0)
    scene.play(0, "embark", nobles=["percy", "mowbray"], ship="le_nicholas")
    scene.play(0, "sail", ship="le_nicholas", to="hull")
    ashore = {"nobles": ["percy"], "ship": "le_nicholas"}
    scene.forbidden(
        0, "land", rule="house-8.6.16", says="The nobles aboard are besieging it", **ashore
    )
    scene.play(0, "done")
    assert told(scene, facts.SiegeLaid(0, "hull", ("percy", "mowbray"), 150, 220, "ship"))
    beside = {"card": "saxons_1", "noble": "percy"}
    scene.forbidden(0, "play", rule="house-5.12b", says="besieging from a ship", **beside)
    rest(scene, 0)
    # Pirates call Roos to Helmsley: he cannot come.
    assert told(scene, facts.CallIgnored("roos", "helmsley", "besieged", "roos"))
    rest(scene, 1)

    # Round 2. Nobody leaves, on either side.
    away = {"ship": "le_nicholas", "to": "humber-mouth"}
    scene.forbidden(0, "sail", rule="house-8.6.19", says="must stay", **away)
    rest(scene, 0)
    assert told(scene, facts.SiegeHeld(0, "hull", 2, 200))
    out = {"nobles": ["roos"], "place": "hull"}
    scene.forbidden(1, "leave", rule="house-6.2d", says="under siege cannot leave", **out)
    rest(scene, 1)

    # Round 3. The garrison starves to a quarter, but the storm is washed out by rain.
    scene.play(0, "done")
    assert told(scene, facts.SiegeHeld(0, "hull", 3, 50))
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="hull")
    scene.play(1, "let_through")  # an heir is with him, who could be killed until the weather
    storm = scene.happened(facts.AssaultDeclared)[0]
    assert (storm.strength, storm.defence) == (150, 70)
    assert [e.bad for e in scene.happened(facts.WeatherDrawn)] == [True]
    assert scene.where("percy") == ("", None, "le_nicholas")
    rest(scene, 0)
    rest(scene, 1)

    # Round 4. Fine weather: Hull falls, and Roos with it. He buys himself free with Belvoir.
    scene.play(0, "done")
    scene.rolls(100, 100, 100)
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="hull")
    scene.play(1, "let_through")
    assert told(scene, facts.SiegeConcluded(0, "hull", True))
    assert told(scene, facts.Captured(("roos",), 0, (1,)))
    scene.play(1, "offer_ransom", places=["belvoir"])
    scene.play(0, "accept")
    assert scene.where("roos") == ("15,8", "helmsley", None)
    if scene.asked(0) == ["hold_place"]:
        scene.play(0, "hold", place="hull", noble="mowbray")
    scene.play(0, "enter", nobles=["percy", "mowbray"], place="hull")
    assert scene.state.control["hull"] == "mowbray"
    assert scene.state.nobles[scene.state.control["belvoir"]].seat == 0
    assert scene.where("percy") == scene.where("mowbray") == ("18,10", "hull", None)
    assert scene.lies("le_nicholas") == "hull"
    assert scene.state.sieges == {}
    assert scene.match.violations() == []
    scene.ends(
        "siege-from-a-ship",
        "A siege from a ship: Percy and Mowbray take Hull from Roos, who is ransomed",
    )


@pytest.mark.rule(
    "house-8.6.7",
    "house-8.6.6",
    "house-2.2g",
    "house-2.2j",
    "house-8.2.6",
    "house-8.6.14",
    "house-4.8",
)
def test_edward_of_march_is_drowned_by_a_deadline() -> None:
    """Stanley takes him out of Harlech by sea, finds every port shut, and loses him."""
    scene = Tale().noble("stanley", 0, "harlech", heirs=("edward_march",))
    scene.noble("grey", 1, "ruthin").noble("audley", 0, "13,18")
    scene.control("conway", "grey").control("lancaster", "grey")
    scene.ship("le_lucas", port="harlech").dead("richard_york")
    scene.next_events("E-ST01", "E-MG01", "E-MG02", "E-MG03", "E-PL13", "E-PL14")
    scene.next_crown(*IDLE)

    # Round 1. Out of Harlech into Conway Bay; Grey will not open Conway.
    scene.turn(0)
    scene.play(0, "embark", nobles=["stanley"], ship="le_lucas")
    scene.play(0, "ask_leave", place="conway")
    scene.play(1, "deny")
    assert not {"conway", "chester", "douglas", "beaumaris"} & scene.destinations(0, "le_lucas")
    scene.play(0, "sail", ship="le_lucas", to="conway-bay")
    scene.play(0, "done")
    assert scene.state.heirs["edward_march"].alive is True
    assert scene.state.heirs["edward_march"].holder == "stanley"
    rest(scene, 0)
    rest(scene, 1)

    # Round 2. Lancaster is refused as well; his own Douglas is no mainland. Edward is lost.
    scene.play(0, "ask_leave", place="lancaster")
    scene.play(1, "deny")
    scene.refused(0, "sail", rule="house-8.6.6", ship="le_lucas", to="douglas")
    scene.refused(0, "sail", rule="house-2.2j", ship="le_lucas", to="lancaster")
    scene.play(0, "sail", ship="le_lucas", to="manx-sea")
    scene.play(0, "done")
    assert told(scene, facts.HeirDied("edward_march", "abroad", 0))
    view = scene.match.view(1)
    assert view.heirs["edward_march"].alive is False
    assert {h: v.rank for h, v in view.heirs.items() if v.house == "york" and v.alive} == {
        "george": 1,
        "richard_gloucester": 2,
    }
    rest(scene, 0)
    rest(scene, 1)

    # Round 3. Without an heir aboard Stanley lands at home on Man.
    scene.play(0, "sail", ship="le_lucas", to="douglas")
    scene.play(0, "land", nobles=["stanley"], ship="le_lucas")
    assert scene.where("stanley") == ("6,8", "douglas", None)
    assert scene.match.violations() == []
    scene.ends(
        "heir-drowned-by-a-deadline",
        "An heir drowned by a deadline: Stanley finds no port for Edward of March",
    )


@pytest.mark.rule(
    "house-4.11",
    "house-4.14",
    "house-4.15",
    "house-4.16",
    "house-4.19",
    "house-1.12",
    "house-2.5a",
    "house-3.2",
    "house-5.6d",
)
def test_beaufort_succeeds_and_wins() -> None:
    """Henry, last of the three, dies in battle; Beaufort is heir, is crowned, and is alone."""
    scene = Tale().noble("grey", 0, "13,18", heirs=("henry", "george")).noble("audley", 0, "19,18")
    scene.noble("beaufort", 1, "13,18", cards=("abp_york",)).noble("mowbray", 1, "13,18")
    scene.dead("margaret", "edward_lancaster", "richard_york", "edward_march")
    scene.dead("richard_gloucester").control("york", "beaufort")
    scene.next_events("E-ST01", "E-ST02", "E-RA01", "E-MG01", "E-MG02", "E-MG03", "E-PL13")
    scene.next_crown(*IDLE)
    assert "beaufort" not in scene.match.view(0).heirs

    # Round 1. Grey keeps Henry, the King, and George close; Beaufort and Mowbray attack him.
    scene.turn(0)
    rest(scene, 0)
    scene.play(1, "done")
    # 80 to 20 and the King's guard of 30: a Minor Victory. Henry alone dies (6 in a hundred).
    scene.rolls(50, 100, 100, 100, 6, 100)
    scene.play(1, "attack", nobles=["beaufort", "mowbray"], against="0", square="13,18")
    scene.play(0, "let_through")
    rolled = scene.happened(facts.BattleRolled)[0]
    assert (rolled.strength, rolled.opposed, rolled.result) == (80, 50, "minor_victory")
    assert [(e.heir, e.cause) for e in scene.happened(facts.HeirDied)] == [("henry", "battle")]
    assert told(scene, facts.BeaufortBecameHeir(1))
    assert scene.state.result is None
    assert scene.match.view(0).heirs["beaufort"].rank == 1

    # Grey finds no ransom; George falls to Mowbray.
    while scene.match.waiting_for():
        if scene.asked(0) == ["offer_ransom"]:
            scene.play(0, "offer_ransom")
        elif scene.asked(1) == ["answer_ransom"]:
            scene.play(1, "refuse")
        elif scene.asked(1) == ["keep_heir"]:
            scene.play(1, "keep_heir", heir="george", noble="mowbray")
        else:
            break
    assert "grey" not in scene.state.nobles
    assert scene.state.heirs["george"].holder == "mowbray"
    rest(scene, 1)

    # Round 2. Seat 1 alone holds heirs, but none of them is King: nobody has won.
    rest(scene, 0)
    assert scene.state.result is None
    # Beaufort goes to York in two marches; there an archbishop is with him, his own.
    scene.play(1, "march", nobles=["beaufort"], to="13,13")
    rest(scene, 1)
    rest(scene, 0)
    scene.play(1, "march", nobles=["beaufort"], to="15,9")
    scene.play(1, "enter", nobles=["beaufort"], place="york")
    scene.play(1, "done")
    scene.play(1, "crown", heir="beaufort")
    assert told(scene, facts.Crowned("beaufort", "york", 1))
    assert scene.state.result is None
    # The Royal Guard of Lancaster, 30 troops, lies with Beaufort himself.
    assert scene.match.view(1).nobles["beaufort"].troops == 30 + 30 + 30

    # The last of York stands in his way. Seat 1 kills its own captive, and the war is over.
    scene.play(1, "discard", card=scene.state.factions[1].hand[-1])
    scene.play(1, "kill_heir", heir="george")
    assert scene.state.result == Result((1,), "complete")
    assert told(scene, facts.GameWon((1,), "complete"))
    scene.refused(0, "done", rule="house-3.3")
    scene.ends(
        "beaufort-succeeds",
        "A Beaufort succession: he becomes heir when Henry falls, is crowned, and wins",
    )


@pytest.mark.rule(
    "house-5.19a",
    "house-5.19b",
    "house-5.19c",
    "house-5.19d",
    "house-5.19e",
    "house-5.19f",
    "house-5.19g",
    "house-5.19i",
    "house-8.7.2",
    "house-8.7.3",
    "house-5.17a",
    "base-16.6",
)
def test_one_captive_is_ransomed_and_another_is_not() -> None:
    """Talbot buys his life with a town and a hidden card; Clifford has nothing to offer."""
    field = "13,20"
    scene = Tale(3).noble("percy", 0, field, cards=("marshal_england",)).hand(0, "saxons_1")
    scene.noble("talbot", 1, field, cards=("bp_norwich", "treasurer_england"), heirs=("margaret",))
    scene.noble("clifford", 1, field, cards=("earl_kent", "flemish_crossbowmen_1"))
    scene.noble("stanley", 1, "lathom").noble("neville", 2, "warwick")
    scene.give("talbot", "town_swansea").hand(0, "saxons_2").hand(1, "bp_durham", "le_swan")
    scene.next_events("E-ST01", "E-RA01", "E-MG01", "E-ST02", "E-MG03", "E-PL13", "E-PL14")
    scene.next_crown("scots_archers_1", "scots_archers_2", "burgundian_crossbowmen_1", "le_rose")
    assert scene.state.control["swansea"] == "talbot"

    # Before the battle Talbot puts Goodrich into Stanley's safe hands.
    scene.turn(0)
    scene.play(1, "transfer", thing="place:goodrich", noble="stanley")
    scene.play(0, "done")

    # 200 against 30 + 50 and 10 + 30 + 20: a Minor Victory; everybody lives.
    scene.rolls(60, *[100] * 6)
    scene.play(0, "attack", nobles=["percy"], against="1", square=field)
    scene.play(1, "let_through")
    rolled = scene.happened(facts.BattleRolled)[0]
    assert (rolled.strength, rolled.opposed) == (200, 140)
    assert rolled.result == "minor_victory"
    assert told(scene, facts.Captured(("talbot", "clifford"), 0, (1,)))
    assert scene.state.heirs["margaret"].holder == "percy"

    # Talbot's player offers too little first; the third player sees only how much.
    assert scene.asked(1) == ["offer_ransom"]
    scene.play(1, "offer_ransom", places=["sheffield"])
    scene.play(0, "ask_more")
    scene.play(1, "offer_ransom", places=["swansea"], cards=["bp_durham"])
    assert b"bp_durham" not in scene.seen_by(2)
    assert b"bp_durham" in scene.seen_by(0)
    scene.play(0, "accept")
    assert scene.state.control["swansea"] == "percy"
    assert "town_swansea" in scene.state.nobles["percy"].cards
    assert b"bp_durham" not in scene.seen_by(2)

    # He goes home at once with all his other cards; the captor is over his hand limit.
    trimmed = False
    clifford = False
    for _ in range(12):
        if scene.asked(1) == ["go_home"]:
            scene.play(1, "go_home", noble="talbot", castle="sheffield")
        elif scene.asked(0) == ["trim_hand"]:
            assert scene.candidates(0, "discard", "card") == {"saxons_1", "saxons_2", "bp_durham"}
            scene.play(0, "play", card="bp_durham", noble="percy")
            trimmed = True
        elif scene.asked(1) == ["offer_ransom"]:
            scene.play(1, "offer_ransom")
        elif scene.asked(0) == ["answer_ransom"]:
            scene.play(0, "refuse")
            clifford = True
            died = scene.happened(facts.NobleDied)
            assert [(e.noble, e.cause) for e in died] == [("clifford", "executed")]
        else:
            break
    assert (trimmed, clifford) == (True, True)
    assert scene.where("talbot") == ("14,12", "sheffield", None)
    assert scene.state.nobles["talbot"].office == "treasurer_england"
    assert scene.state.nobles["talbot"].cards == ["bp_norwich"]

    # Clifford's title goes to the Chancery, the rest to the discards, his castles to nobody.
    assert scene.state.chancery == ["earl_kent"]
    assert sorted(scene.state.crown_discards) == ["clifford", "flemish_crossbowmen_1"]
    assert not {"skipton", "brougham"} & set(scene.state.control)
    rest(scene, 0)

    # In his turn Talbot's player sells the Swan to Neville for a promise that is broken.
    scene.play(1, "propose_deal", to="2", give=["hand:le_swan"])
    scene.play(2, "accept_deal", deal="1")
    scene.play(2, "propose_deal", to="1", promise="Warwick is yours.", due="1")
    scene.play(1, "accept_deal", deal="2")
    rest(scene, 1)
    rest(scene, 2)
    assert [(e.giver, e.taker, e.audience) for e in scene.happened(facts.PromiseDue)] == [
        (2, 1, (2, 1))
    ]
    assert scene.state.control["warwick"] == "neville"
    assert scene.match.violations() == []
    scene.ends(
        "ransom",
        "A ransom: Talbot buys his life with a town and a hidden card, Clifford has nothing",
    )


@pytest.mark.rule(
    "house-3.1",
    "house-3.8",
    "house-3.9",
    "house-3.12",
    "house-3.7",
    "base-15.24",
    "base-15.25",
    "base-15.26",
    "house-8.7.4",
)
def test_time_runs_out_on_a_divided_realm() -> None:
    """Neville leads the Commons by his towns, Percy the Lords by his bishops: they share it."""
    scene = Tale(3, rounds=2)
    scene.noble("neville", 0, "warwick").noble("percy", 1, "alnwick")
    scene.noble("talbot", 2, "sheffield").noble("stanley", 2, "lathom")
    scene.give("percy", "abp_york", "bp_lincoln").give("neville", "town_bristol", "town_coventry")
    scene.control("norwich", "talbot")
    scene.next_events("E-ST01", "E-ST02", "E-MG01", "E-MG02", "E-MG03", "E-PL13")
    scene.next_crown(*IDLE)
    places = scene.board.places
    before = {p: places[p].commons for p in ("bristol", "coventry", "norwich", "york", "lincoln")}

    # Round 1 passes without a blow, but Talbot hands Norwich to Neville.
    scene.turn(0)
    rest(scene, 0)
    rest(scene, 1)
    scene.play(2, "propose_deal", to="0", give=["place:norwich"])
    scene.play(0, "accept_deal", deal="1")
    assert scene.state.control["norwich"] == "neville"
    rest(scene, 2)
    assert scene.state.round == 2

    # Round 2: the last player's turn is played to its end; only then is it over.
    rest(scene, 0)
    rest(scene, 1)
    assert scene.state.result is None
    scene.play(2, "done")
    assert scene.state.result is None
    rest(scene, 2)
    assert told(scene, facts.TimeCalled(2))

    # Commons: Neville 3 and three towns; Percy 2 with York, Lincoln and Newark; Talbot 1.
    neville = 3 + before["bristol"] + before["coventry"] + before["norwich"]
    percy = 2 + before["york"] + before["lincoln"] + places["newark"].commons
    counted = scene.happened(facts.VotesCounted)
    assert [e.commons for e in counted] == [(neville, percy, 1)]
    # Lords: Neville 4; Percy 3, York's archbishop 5, Lincoln's bishop 2; Talbot and Stanley 2 each.
    assert [e.lords for e in counted] == [(4, 10, 4)]
    assert neville > percy
    assert scene.state.result == Result((0, 1), "minor_split")
    assert told(scene, facts.GameWon((0, 1), "minor_split"))
    scene.ends(
        "split-victory",
        "A split victory: time runs out, Neville leads the Commons, Percy the Lords",
    )
