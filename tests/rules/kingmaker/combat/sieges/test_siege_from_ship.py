"""Sieges from ships: who may come, who must stay, what becomes of them (house §5.23, §8.6)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

FINE = "E-RA01"
BAD = "E-PL04"
HULL = "18,10"


def before_hull(
    *nobles: str,
    heirs: tuple[str, ...] = (),
    defender: str | None = None,
    office: str | None = None,
    seats: int = 2,
) -> Scene:
    """Seat 0's nobles aboard Le Swan off Hull; Audley and Bourchier stand far away.

    The first of them has the ship's card, the heirs, and the office.
    """
    scene = Scene(seats)
    for number, noble in enumerate(nobles):
        cards = ("le_swan", *((office,) if office else ())) if number == 0 else ()
        scene.noble(noble, 0, "19,17", cards=cards, heirs=heirs if number == 0 else ())
        scene.aboard(noble, "le_swan")
    if defender is not None:
        scene.noble(defender, 1, "hull")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    return scene.ship("le_swan", sea="humber-mouth")


def besieging_hull(*nobles: str, heirs: tuple[str, ...] = (), office: str | None = None) -> Scene:
    """They have sailed in and laid siege; seat 0's combat phase goes on."""
    scene = before_hull(*nobles, heirs=heirs, office=office)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    return scene


# 8.6.17, 8.6.18 Which ports are besiegable


@pytest.mark.rule("house-8.6.17", "base-1.9", "base-9.2")
def test_bonus_troops_of_that_country_count_for_a_crew_as_well() -> None:
    """Mowbray and Talbot have 80 men, and 30 of the Bishop of Durham's north of the Trent."""
    scene = before_hull("mowbray", "talbot", office="bp_durham")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    assert [e.strength for e in scene.happened(facts.SiegeLaid)] == [110]


@pytest.mark.rule("house-8.6.17", "house-5.23", "house-2.2j", "base-8.7")
@pytest.mark.parametrize(
    ("nobles", "defender", "may"),
    [
        (("percy",), None, True),  # 100 of 200: exactly half
        (("mowbray", "talbot"), None, False),  # 80 of 200
        (("mowbray", "neville"), None, True),  # 100 of 200
        (("percy",), "scrope", False),  # 100 of 210
        (("percy", "clifford"), "roos", True),  # 110 of 220
        (("percy", "clifford"), "talbot", False),  # 110 of 230
    ],
)
def test_besiegable_is_half_the_defence(
    nobles: tuple[str, ...], defender: str | None, may: bool
) -> None:
    scene = before_hull(*nobles, defender=defender)
    scene.movement(0)
    assert ("hull" in scene.destinations(0, "le_swan")) is may
    if not may:
        scene.refused(0, "sail", rule="house-2.2j", ship="le_swan", to="hull")


@pytest.mark.rule("house-8.6.16", "house-5.23", "base-8.7", "house-2.2i", "house-8.6.14")
def test_a_siege_is_the_only_way_ashore_and_is_laid_without_being_asked() -> None:
    scene = before_hull("percy")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.refused(0, "land", rule="house-8.6.16", nobles=["percy"], ship="le_swan")
    assert scene.where("percy") == ("", None, "le_swan")
    assert scene.offered(0, "land") == []
    scene.play(0, "done")
    assert scene.happened(facts.SiegeLaid) == [
        facts.SiegeLaid(0, "hull", ("percy",), 100, 200, "ship")
    ]
    siege = scene.state.sieges["hull"]
    assert (siege.seat, siege.besiegers, siege.turns, siege.ships) == (
        0,
        ["percy"],
        1,
        ["le_swan"],
    )
    assert scene.where("percy") == ("", None, "le_swan")


@pytest.mark.rule("house-8.6.18")
def test_no_consent_is_needed_to_join_another_players_siege() -> None:
    scene = Scene(3).noble("roos", 0, "19,17", cards=("le_swan",)).aboard("roos", "le_swan")
    scene.noble("percy", 2, "hull", outside=True).control("hull", None).siege("hull", ["percy"])
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", sea="humber-mouth").movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    assert scene.asked(2) == []
    siege = scene.state.sieges["hull"]
    assert (siege.seat, siege.besiegers, siege.ships) == (2, ["percy", "roos"], ["le_swan"])


@pytest.mark.rule("house-8.6.16", "house-8.6.17", "house-8.6.21")
def test_who_is_too_weak_by_the_combat_phase_is_lost() -> None:
    """Scrope slips into Hull meanwhile, so that Percy's 100 are no half of 210 any more."""
    scene = before_hull("percy").noble("scrope", 1, "18,11").control("hull", "scrope")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.state.nobles["scrope"].square, scene.state.nobles["scrope"].inside = HULL, "hull"
    scene.play(0, "done")
    assert "percy" not in scene.state.nobles
    assert scene.state.sieges == {}


# Concluding it


@pytest.mark.rule("house-5.23", "house-8.6.16", "house-6.1a")
def test_a_siege_from_a_ship_is_concluded_like_another() -> None:
    scene = besieging_hull("percy", "mowbray", office="marshal_england")
    scene.rolls(100, 100).next_events(FINE)
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="hull")
    assert scene.happened(facts.SiegeConcluded) == [facts.SiegeConcluded(0, "hull", True)]
    while scene.asked(0) in (["hold_place"], ["keep_heir"], ["occupy"]):
        kind = scene.asked(0)[0]
        if kind == "hold_place":
            scene.play(0, "hold", place="hull", noble="mowbray")
        else:
            scene.play(0, "enter", nobles=["percy", "mowbray"], place="hull")
    assert scene.state.control["hull"] == "mowbray"
    assert scene.where("percy") == scene.where("mowbray") == (HULL, "hull", None)
    assert scene.state.sieges == {}
    assert scene.lies("le_swan") == "hull"


@pytest.mark.rule("house-6.1c", "house-8.6.19")
def test_in_bad_weather_the_siege_goes_on_from_the_ship() -> None:
    scene = besieging_hull("percy", "mowbray", office="marshal_england")
    scene.next_events(BAD)
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="hull")
    siege = scene.state.sieges["hull"]
    assert (siege.besiegers, siege.ships, siege.turns) == (["percy", "mowbray"], ["le_swan"], 1)
    assert scene.where("percy") == ("", None, "le_swan")


# 8.6.19 They must keep it up


@pytest.mark.rule("house-8.6.19", "house-2.2g")
def test_besiegers_neither_sail_away_nor_land() -> None:
    scene = besieging_hull("percy", "mowbray").held(0, "E-FM01")
    scene.movement(0)
    assert scene.destinations(0, "le_swan") == set()
    assert scene.offered(0, "land") == []
    assert scene.offered(0, "free_sail") == []
    scene.refused(0, "sail", rule="house-8.6.19", ship="le_swan", to="humber-mouth")
    scene.refused(0, "land", rule="house-8.6.19", nobles=["percy"], ship="le_swan")
    scene.play(0, "done")
    assert scene.state.sieges["hull"].turns == 2
    assert scene.state.sieges["hull"].besiegers == ["percy", "mowbray"]


@pytest.mark.rule("house-8.6.19", "house-8.6.16")
def test_everybody_aboard_takes_part() -> None:
    scene = besieging_hull("percy", "clifford", "roos")
    assert scene.state.sieges["hull"].besiegers == ["percy", "clifford", "roos"]
    assert scene.happened(facts.SiegeLaid)[0].strength == 130


@pytest.mark.rule("house-8.6.19")
def test_nobody_boards_or_leaves_a_besieging_ship() -> None:
    scene = besieging_hull("percy").noble("grey", 0, "hull", outside=True)
    scene.control("hull", None).movement(0)
    assert "le_swan" not in scene.candidates(0, "embark", "ship")
    scene.refused(0, "embark", rule="house-8.6.19", nobles=["grey"], ship="le_swan")


@pytest.mark.rule("house-8.6.19", "house-6.3a")
def test_in_its_third_turn_the_garrison_is_a_quarter_for_them_too() -> None:
    scene = besieging_hull("percy")
    scene.combat(0)
    scene.combat(0)
    assert scene.happened(facts.SiegeHeld) == [facts.SiegeHeld(0, "hull", 3, 50)]
    scene.rolls(100).next_events(FINE)
    scene.play(0, "conclude", nobles=["percy"], place="hull")
    assert scene.happened(facts.SiegeConcluded) == [facts.SiegeConcluded(0, "hull", True)]


# 8.6.20, 5.12b They count as besieged


@pytest.mark.rule("house-5.12b", "house-8.6.20")
def test_besiegers_aboard_are_given_no_cards() -> None:
    scene = besieging_hull("percy").hand(0, "saxons_1")
    assert "percy" not in scene.candidates(0, "play", "noble")
    assert scene.candidates(0, "play", "noble") == {"audley"}
    beside = {"card": "saxons_1", "noble": "percy"}
    scene.forbidden(0, "play", rule="house-5.12b", says="besieging from a ship", **beside)


@pytest.mark.rule("house-5.12b", "house-8.7.13")
def test_besiegers_aboard_receive_nothing_from_others_either() -> None:
    scene = besieging_hull("percy").control("swansea", "audley").control("plymouth", "bourchier")
    assert ("place:swansea" in scene.candidates(0, "transfer", "thing")) is False
    to = {"thing": "place:swansea", "noble": "percy"}
    scene.forbidden(0, "transfer", rule="house-8.7.13", says="may give, but not receive", **to)
    scene.play(1, "propose_deal", to="0", give=["place:plymouth"])
    scene.play(0, "accept_deal", deal="1")
    assert scene.state.control["plymouth"] == "audley"


@pytest.mark.rule("house-5.12b")
def test_a_besieger_on_land_may_still_be_given_cards() -> None:
    scene = Scene().noble("percy", 0, "hull", outside=True).control("hull", None)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.siege("hull", ["percy"]).hand(0, "saxons_1").combat(0)
    scene.play(0, "play", card="saxons_1", noble="percy")
    assert scene.state.nobles["percy"].cards == ["saxons_1"]


@pytest.mark.rule("house-8.6.20", "house-7.1.16")
def test_besiegers_aboard_cannot_be_summoned_to_parliament() -> None:
    scene = besieging_hull("percy").noble("mowbray", 1, "york", heirs=("henry",))
    scene.held(1, "E-WR01").parliament(1)
    assert scene.candidates(1, "call_parliament", "summon") == {"audley"}


# 8.6.21 A broken siege kills them


@pytest.mark.rule("house-8.6.21", "house-6.4a", "house-5.23")
def test_lifting_the_siege_kills_all_aboard() -> None:
    scene = besieging_hull("percy", "roos", heirs=("margaret",))
    scene.play(0, "lift", place="hull")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, "hull", "choice")]
    assert "percy" not in scene.state.nobles
    assert "roos" not in scene.state.nobles
    assert scene.state.heirs["margaret"].alive is False
    assert {e.noble for e in scene.happened(facts.NobleDied)} == {"percy", "roos"}
    assert sorted(scene.state.crown_discards) == ["le_swan", "percy", "roos"]
    assert scene.lies("le_swan") is None


@pytest.mark.rule("house-8.6.21", "house-6.4e")
def test_a_siege_broken_by_weakness_kills_all_aboard() -> None:
    """With Scrope inside Percy's 100 are less than half of 210."""
    scene = besieging_hull("percy")
    scene.noble("scrope", 1, "hull").control("hull", "scrope").combat(0)
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, "hull", "weakness")]
    assert "percy" not in scene.state.nobles


@pytest.mark.rule("house-8.6.21", "house-6.4f", "house-8.6.18")
def test_a_weak_force_may_join_a_siege_and_dies_without_its_fellows_on_land() -> None:
    scene = before_hull("roos").noble("percy", 0, "hull", outside=True).control("hull", None)
    scene.siege("hull", ["percy"]).movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    siege = scene.state.sieges["hull"]
    assert (siege.seat, siege.besiegers, siege.ships) == (0, ["percy", "roos"], ["le_swan"])
    assert scene.happened(facts.SiegeJoined) == [facts.SiegeJoined(0, "hull", ("roos",))]
    scene.play(0, "lift", place="hull")
    assert "roos" not in scene.state.nobles
    assert scene.where("percy") == (HULL, None, None)


@pytest.mark.rule("house-8.6.21", "house-6.4b")
def test_a_relief_that_wins_in_the_open_kills_all_aboard() -> None:
    """Mowbray comes to Hull's relief and beats the besiegers in their ship."""
    scene = besieging_hull("percy", heirs=("margaret",)).noble("mowbray", 1, "hull", outside=True)
    scene.control("hull", None).noble("neville", 1, "hull", outside=True).control("hull", None)
    scene.noble("stanley", 1, "hull", outside=True).control("hull", None)
    scene.combat(1)
    scene.rolls(100, *[100] * 6).next_events(FINE)
    scene.play(1, "attack", nobles=["mowbray", "neville", "stanley"], against="0", square=HULL)
    scene.play(0, "let_through")
    assert scene.happened(facts.BattleRolled)[0].result == "major_victory"
    assert scene.happened(facts.SiegeBroken)[0].reason == "defeat"
    assert "percy" not in scene.state.nobles
    assert scene.state.heirs["margaret"].alive is False
    assert scene.state.sieges == {}


@pytest.mark.rule("house-8.6.21", "house-6.4b")
def test_a_relief_without_victory_leaves_the_siege_in_place() -> None:
    scene = besieging_hull("percy").noble("mowbray", 1, "hull", outside=True)
    scene.control("hull", None).noble("neville", 1, "hull", outside=True).control("hull", None)
    scene.combat(1)
    scene.rolls(20, *[100] * 6).next_events(FINE)
    scene.play(1, "attack", nobles=["mowbray", "neville"], against="0", square=HULL)
    assert scene.happened(facts.BattleRolled)[0].result == "no_victory"
    assert scene.state.sieges["hull"].besiegers == ["percy"]
    assert scene.where("percy") == ("", None, "le_swan")


@pytest.mark.rule("house-6.4a", "house-5.11c", "house-5.14f")
def test_a_siege_lifted_while_others_are_asked_to_take_sides_ends_the_attempt() -> None:
    scene = before_hull("percy", "neville", "mowbray", seats=3)
    scene.noble("stanley", 2, "hull", outside=True).movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    scene.play(0, "conclude", nobles=["percy", "neville", "mowbray"], place="hull")
    assert scene.asked(2) == ["alliance"]
    scene.play(0, "lift", place="hull")
    assert "percy" not in scene.state.nobles
    scene.play(2, "stand_aside")
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("nobody")]


@pytest.mark.rule("house-6.4a", "house-5.11c", "house-8.6.29")
def test_besiegers_aboard_who_lift_their_siege_are_no_longer_there_to_be_attacked() -> None:
    scene = before_hull("percy", seats=3).noble("stanley", 2, "hull", outside=True)
    scene.noble("mowbray", 1, "hull", outside=True).movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    scene.combat(1)
    scene.play(1, "attack", nobles=["mowbray"], against="0", square=HULL)
    assert scene.asked(2) == ["alliance"]
    scene.play(0, "lift", place="hull")
    scene.play(2, "stand_aside")
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("nobody")]
    assert not scene.state.nobles["mowbray"].attacked


def crew_beaten_in_anothers_siege(*, strong: bool) -> Scene:
    """Percy, with Margaret aboard Le Swan, has joined Neville's siege of Hull; Mowbray beats him.

    Unless Neville is strong, he cannot keep the siege up alone.
    """
    scene = Scene(3).noble("neville", 2, "hull", outside=True, cards=("marshal_england",))
    scene.noble("percy", 0, "19,17", cards=("le_swan",), heirs=("margaret",))
    scene.aboard("percy", "le_swan").ship("le_swan", port="hull").siege("hull", ["neville"])
    scene.state.sieges["hull"].besiegers.append("percy")
    scene.state.sieges["hull"].ships.append("le_swan")
    scene.state.nobles["neville"].fought = True
    if not strong:
        scene.state.nobles["neville"].office = None
    for noble in ("mowbray", "stafford", "talbot"):
        scene.noble(noble, 1, "hull", outside=True)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18").control("hull", None)
    scene.rolls(100, *[100] * 6).next_events(FINE).combat(1)
    scene.play(1, "attack", nobles=["mowbray", "stafford", "talbot"], against="0", square=HULL)
    scene.play(0, "let_through")
    assert scene.happened(facts.BattleRolled)[0].result == "major_victory"
    return scene


@pytest.mark.rule("house-5.16a", "house-5.17a", "house-6.2c", "house-8.6.11")
def test_a_crew_beaten_in_a_siege_that_goes_on_is_captured_with_its_heirs() -> None:
    scene = crew_beaten_in_anothers_siege(strong=True)
    assert scene.state.sieges["hull"].besiegers == ["neville"]
    scene.play(1, "keep_heir", heir="margaret", noble="talbot")
    assert scene.state.heirs["margaret"].holder == "talbot"
    assert scene.where("percy") == (HULL, None, None)
    scene.play(0, "offer_ransom")
    scene.play(1, "accept")
    scene.play(0, "go_home", noble="percy", castle="alnwick")
    assert scene.state.sieges["hull"].ships == []
    scene.movement(0)  # nobody is left aboard to keep the ship in the siege
    assert "humber-mouth" in scene.destinations(0, "le_swan")


@pytest.mark.rule("house-5.16a", "house-5.19a", "house-6.4e")
def test_a_crew_is_captured_before_its_defeat_breaks_the_siege() -> None:
    scene = crew_beaten_in_anothers_siege(strong=False)
    assert [e.reason for e in scene.happened(facts.SiegeBroken)] == ["weakness"]
    scene.play(1, "keep_heir", heir="margaret", noble="talbot")
    scene.play(0, "offer_ransom")
    scene.play(1, "refuse")
    assert "percy" not in scene.state.nobles


@pytest.mark.rule("house-8.6.21", "house-1.18")
def test_plague_in_the_port_strikes_those_who_besiege_it_from_the_ship() -> None:
    """Aboard in Bristol's port Percy dies with the town; the siege dies with him."""
    scene = Scene().noble("percy", 0, "19,17", cards=("le_swan",)).noble("mowbray", 0, "19,17")
    scene.aboard("percy", "le_swan").aboard("mowbray", "le_swan").ship("le_swan", port="bristol")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.siege("bristol", ["percy", "mowbray"])
    scene.state.sieges["bristol"].ships = ["le_swan"]
    scene.next_events("E-PL03").event(1)
    assert scene.state.sieges == {}
    assert "percy" not in scene.state.nobles
    assert "mowbray" not in scene.state.nobles


# 8.6.22 Parliament spares them


@pytest.mark.rule("house-8.6.22", "house-7.1.24")
def test_a_siege_broken_by_the_call_of_parliament_spares_those_aboard() -> None:
    """Percy besieges Hull by land, Roos from a ship; Percy must attend, so the siege breaks."""
    scene = before_hull("roos").noble("percy", 0, "hull", outside=True).control("hull", None)
    scene.siege("hull", ["percy"]).movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    assert scene.state.sieges["hull"].besiegers == ["percy", "roos"]
    scene.noble("mowbray", 1, "york", heirs=("henry",)).held(1, "E-WR01").parliament(1)
    scene.play(1, "call_parliament", by="mowbray", summon="percy")
    while scene.asked(0) == ["excuses"]:
        scene.play(0, "excuse")
    assert scene.state.sieges == {}
    assert scene.happened(facts.SiegeBroken)[0].reason == "parliament"
    assert "roos" in scene.state.nobles
    assert scene.where("roos")[0] == "15,9"
    assert scene.where("percy")[0] == "15,9"


@pytest.mark.rule("house-8.6.19", "base-9.1")
def test_besiegers_aboard_are_attacked_in_the_square_of_the_port_only() -> None:
    scene = (
        besieging_hull("percy")
        .noble("mowbray", 1, "13,20")
        .noble("neville", 1, "hull", outside=True)
    )
    scene.control("hull", None).noble("stanley", 0, "13,20").combat(1)
    offers = scene.offered(1, "attack")
    assert {o.field("square").candidates[0] for o in offers} == {HULL, "13,20", "19,18"}
    scene.next_events(FINE).rolls(*[100] * 8)
    scene.play(1, "attack", nobles=["mowbray"], against="0", square="13,20")
    assert scene.happened(facts.AttackDeclared)[0].defenders == ("stanley",)


@pytest.mark.rule("house-8.6.29", "house-8.6.20", "house-6.4b")
def test_besiegers_aboard_and_on_land_are_one_force_against_a_relief() -> None:
    scene = before_hull("roos").noble("percy", 0, "hull", outside=True).control("hull", None)
    scene.noble("mowbray", 1, "hull", outside=True).control("hull", None)
    scene.noble("neville", 1, "hull", outside=True).control("hull", None)
    scene.siege("hull", ["percy"]).movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    assert scene.state.sieges["hull"].besiegers == ["percy", "roos"]
    scene.combat(1)
    scene.rolls(*[100] * 8).next_events(FINE)
    scene.play(1, "attack", nobles=["mowbray", "neville"], against="0", square=HULL)
    declared = scene.happened(facts.AttackDeclared)[0]
    assert (declared.defenders, declared.opposed) == (("percy", "roos"), 120)
    assert declared.aboard == ("roos",)


@pytest.mark.rule("house-8.6.16")
@pytest.mark.parametrize(("port", "own"), [("hull", True), ("lynn", False), ("lynn", True)])
def test_in_a_port_of_ones_own_or_without_walls_nothing_is_besieged(port: str, own: bool) -> None:
    scene = before_hull("percy").ship("le_swan", port=port)
    if own:
        scene.control(port, "percy")
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.sieges == {}
    assert scene.happened(facts.SiegeLaid) == []
