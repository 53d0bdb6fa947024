"""Who besieges a port from a ship is bound to it, whatever changes hands and whoever goes."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Field, Offer
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import sound
from tests.rules.kingmaker.scene import Scene

FINE = "E-RA01"
PORT = "18,10"
"""The square of Hull, a fortified town of 200."""


def off_hull(*nobles: str) -> Scene:
    """Seat 0's nobles aboard Le Swan off Hull, which nobody holds; Talbot of seat 2 is at home."""
    scene = Scene(3)
    for number, noble in enumerate(nobles):
        scene.noble(noble, 0, "19,17", cards=("le_swan",) if number == 0 else ())
        scene.aboard(noble, "le_swan")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18").noble("talbot", 2, "sheffield")
    scene.ship("le_swan", sea="humber-mouth")
    return scene


def sail_in(scene: Scene) -> Scene:
    """They enter the port to besiege it; their movement goes on."""
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    return scene


def besieging(*nobles: str) -> Scene:
    """They have laid siege, and seat 0's combat phase goes on."""
    scene = sail_in(off_hull(*nobles))
    scene.play(0, "done")
    return scene


def joined(*nobles: str) -> Scene:
    """Seat 0's nobles have joined from their ship a siege that Roos and Percy of seat 1 laid."""
    scene = off_hull(*nobles)
    scene.noble("percy", 1, PORT).noble("roos", 1, PORT).siege("hull", ["percy", "roos"])
    sail_in(scene).play(0, "done")
    return scene


# The ship is given away


def give_ship_away(scene: Scene) -> None:
    """Le Swan becomes Talbot's, by a deal."""
    scene.play(0, "propose_deal", to="2", give=["ship:le_swan"])
    scene.play(2, "accept_deal", deal="1")


@pytest.mark.rule("house-8.6.19", "house-8.6.21", "house-8.7.13")
def test_besiegers_stay_aboard_a_ship_that_they_give_away() -> None:
    scene = besieging("percy", "clifford")
    give_ship_away(scene)
    assert scene.happened(facts.Landed) == []
    assert scene.where("percy") == scene.where("clifford") == ("", None, "le_swan")
    assert scene.state.sieges["hull"].besiegers == ["percy", "clifford"]
    scene.play(0, "lift", place="hull")
    assert [e.noble for e in scene.happened(facts.NobleDied)] == ["percy", "clifford"]


@pytest.mark.rule("house-8.6.19", "house-6.1a")
def test_they_still_take_the_place_from_her_and_are_in_it_then() -> None:
    scene = besieging("percy", "mowbray", "neville")
    give_ship_away(scene)
    scene.next_events(FINE).rolls(*[100] * 9)
    scene.play(0, "conclude", nobles=["percy", "mowbray", "neville"], place="hull")
    assert scene.state.control["hull"] in ("percy", "mowbray", "neville")
    assert scene.where("percy") == (PORT, None, None)


@pytest.mark.rule("house-8.6.16", "house-8.6.19", "house-8.7.5")
@pytest.mark.parametrize("sea", [True, False], ids=["at sea", "in port"])
def test_who_has_come_to_besiege_must_do_so_though_the_ship_is_given_away_first(sea: bool) -> None:
    scene = off_hull("percy")
    if sea:
        scene.movement(0)
        give_ship_away(scene)
        scene.play(0, "sail", ship="le_swan", to="hull")
    else:
        give_ship_away(sail_in(scene))
    assert "le_swan" in scene.state.nobles["talbot"].cards
    assert scene.where("percy") == ("", None, "le_swan")
    scene.play(0, "done")
    siege = scene.state.sieges["hull"]
    assert (siege.seat, siege.besiegers, siege.ships) == (0, ["percy"], ["le_swan"])
    assert not scene.state.ships["le_swan"].hostile
    assert scene.match.violations() == []


@pytest.mark.rule("house-8.6.19")
def test_nobody_sails_her_away_from_under_them() -> None:
    scene = besieging("percy")
    give_ship_away(scene)
    scene.movement(2)
    assert scene.offered(2, "sail") == []
    scene.refused(2, "sail", rule="house-8.6.19", ship="le_swan", to="humber-mouth")


# Her captain dies


def captain_dead(*crew: str) -> Scene:
    """They besiege Hull from the ship of Audley, who dies of the plague in Canterbury."""
    scene = off_hull(*crew)
    scene.state.nobles[crew[0]].cards.remove("le_swan")
    scene.state.nobles["audley"].cards.append("le_swan")
    scene.control("canterbury", "audley").state.nobles["audley"].square = "22,21"
    scene.state.nobles["audley"].inside = "canterbury"
    sail_in(scene).play(0, "done")
    scene.next_events("E-PL13").event(1)
    assert "audley" not in scene.state.nobles
    return scene


@pytest.mark.rule("house-8.6.19", "house-8.6.21", "base-8.10")
def test_a_besieging_ship_whose_card_is_lost_stays_till_the_siege_ends() -> None:
    scene = captain_dead("percy", "clifford")
    assert scene.where("percy") == ("", None, "le_swan")
    assert scene.match.violations() == []
    scene.play(0, "lift", place="hull")
    assert [e.noble for e in scene.happened(facts.NobleDied)] == ["percy", "clifford"]
    assert scene.lies("le_swan") is None
    assert scene.match.violations() == []


@pytest.mark.rule("house-8.6.19", "house-6.1a")
def test_from_her_they_take_the_place_and_she_is_gone() -> None:
    scene = captain_dead("percy", "mowbray", "neville")
    scene.next_events(FINE).rolls(*[100] * 9).combat(0)
    scene.play(0, "conclude", nobles=["percy", "mowbray", "neville"], place="hull")
    assert scene.where("percy") == (PORT, None, None)
    assert scene.lies("le_swan") is None


@pytest.mark.rule("house-8.6.16", "house-8.6.14", "base-8.9")
@pytest.mark.parametrize("how", ["surrender", "leave"])
def test_who_need_not_besiege_after_all_goes_ashore_from_a_ship_given_away(how: str) -> None:
    scene = off_hull("percy").control("hull", "talbot")
    sail_in(scene)
    give_ship_away(scene)
    assert scene.where("percy") == ("", None, "le_swan")
    if how == "surrender":
        scene.play(2, "propose_deal", to="0", give=["place:hull"])
        scene.play(0, "accept_deal", deal="2")
        scene.play(0, "done")
    else:
        scene.play(0, "ask_leave", place="hull")
        scene.play(2, "grant")
    assert scene.where("percy") == (PORT, "hull", None)
    sound(scene)


# Whose siege it was goes


@pytest.mark.rule("house-8.6.18", "house-8.6.19", "house-6.4a")
def test_a_siege_that_only_its_joiners_keep_up_is_theirs() -> None:
    scene = joined("mowbray", "neville", "clifford")
    scene.movement(1)
    scene.play(1, "march", nobles=["percy"], to="17,10")
    assert scene.state.sieges["hull"].seat == 1
    scene.play(1, "march", nobles=["roos"], to="17,10")
    assert scene.happened(facts.SiegePassedOn) == [facts.SiegePassedOn(0, "hull")]
    siege = scene.state.sieges["hull"]
    assert (siege.seat, siege.besiegers) == (0, ["mowbray", "neville", "clifford"])
    assert scene.offered(1, "lift") == []
    assert scene.candidates(0, "lift", "place") == {"hull"}


@pytest.mark.rule("house-8.6.19", "house-6.3c", "house-6.1a")
def test_they_hold_and_conclude_it_in_their_own_turn() -> None:
    scene = joined("mowbray", "neville", "clifford")
    scene.state.sieges["hull"].turns = 2
    scene.movement(1)
    scene.play(1, "march", nobles=["percy", "roos"], to="17,10")
    scene.combat(0)
    assert scene.happened(facts.SiegeHeld) == [facts.SiegeHeld(0, "hull", 3, 50)]
    scene.next_events(FINE).rolls(*[100] * 9)
    scene.play(0, "conclude", nobles=["mowbray", "neville"], place="hull")
    assert scene.happened(facts.SiegeConcluded) == [facts.SiegeConcluded(0, "hull", True)]


@pytest.mark.rule("house-5.11b", "house-6.2c")
@pytest.mark.parametrize(
    ("seat", "noble", "other"), [(0, "mowbray", "percy"), (1, "percy", "mowbray")]
)
def test_to_keep_up_a_siege_is_a_combat_in_ones_own_turn(seat: int, noble: str, other: str) -> None:
    scene = joined("mowbray", "neville")
    for besieger in scene.state.nobles.values():
        besieger.fought = False
    scene.combat(seat)
    assert scene.state.nobles[noble].fought
    assert not scene.state.nobles[other].fought


@pytest.mark.rule("house-6.4a", "house-6.4f", "house-8.6.18")
def test_whoever_gives_up_his_siege_leaves_it_to_those_who_have_joined_it() -> None:
    scene = joined("mowbray", "neville", "clifford")
    scene.state.sieges["hull"].turns = 3
    scene.play(1, "lift", place="hull")
    assert scene.happened(facts.SiegeBroken) == []
    assert scene.happened(facts.SiegePassedOn) == [facts.SiegePassedOn(0, "hull")]
    siege = scene.state.sieges["hull"]
    assert (siege.turns, siege.besiegers) == (1, ["mowbray", "neville", "clifford"])


@pytest.mark.rule("house-6.4a", "house-6.4e", "house-8.6.21")
def test_if_they_are_too_weak_they_are_lost_with_it() -> None:
    scene = joined("clifford")
    scene.play(1, "lift", place="hull")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(1, "hull", "weakness")]
    assert "clifford" not in scene.state.nobles


@pytest.mark.rule("house-6.4a", "house-8.6.19", "house-8.6.21")
def test_a_crew_that_gives_up_its_siege_dies_though_others_go_on_with_it() -> None:
    scene = besieging("mowbray", "neville")
    for noble in ("percy", "roos"):
        scene.noble(noble, 1, PORT)
    scene.state.sieges["hull"].besiegers += ["percy", "roos"]
    scene.play(0, "lift", place="hull")
    assert {n.noble for n in scene.happened(facts.NobleDied)} == {"mowbray", "neville"}
    siege = scene.state.sieges["hull"]
    assert (siege.seat, siege.besiegers, siege.ships) == (1, ["percy", "roos"], [])


@pytest.mark.rule("house-8.6.21", "house-6.4e")
def test_who_is_too_weak_to_keep_it_up_alone_is_lost() -> None:
    scene = joined("clifford")
    scene.movement(1)
    scene.play(1, "march", nobles=["percy", "roos"], to="17,10")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(1, "hull", "weakness")]
    assert "clifford" not in scene.state.nobles


@pytest.mark.rule("house-6.2c", "house-8.7.4", "house-8.6.21")
def test_who_is_given_the_place_besieges_it_no_longer_and_does_not_die_with_the_siege() -> None:
    scene = joined("mowbray")
    scene.control("hull", "talbot")
    scene.play(2, "propose_deal", to="0", give=["place:hull"])
    scene.play(0, "accept_deal", deal="1")
    siege = scene.state.sieges["hull"]
    assert (siege.seat, siege.besiegers, siege.ships) == (1, ["percy", "roos"], [])
    scene.play(1, "lift", place="hull")
    assert scene.where("mowbray") == ("", None, "le_swan")


# An attempt to conclude a siege that others have joined


def attempt(scene: Scene, *crew: str) -> Scene:
    """Percy and Roos try to conclude it, in fine weather; these of seat 0 help from their ship."""
    scene.next_events(FINE).rolls(*[100] * 9).combat(1)
    scene.play(1, "conclude", nobles=["percy", "roos"], place="hull")
    scene.play(0, "ally_attack", nobles=crew)
    return scene


@pytest.mark.rule("house-8.6.18", "house-5.11c", "house-5.11g")
def test_who_has_joined_the_siege_counts_when_it_is_concluded() -> None:
    scene = attempt(joined("mowbray", "neville"), "mowbray", "neville")
    declared = scene.happened(facts.AssaultDeclared)[0]
    assert (declared.attackers, declared.strength, declared.defence) == (
        ("percy", "roos", "mowbray", "neville"), 220, 200,
    )  # fmt: skip
    assert scene.happened(facts.SiegeConcluded) == [facts.SiegeConcluded(1, "hull", True, (0,))]
    assert scene.where("mowbray") == ("", None, "le_swan")


@pytest.mark.rule("house-8.6.18", "house-6.1g", "base-16.2")
def test_if_the_strongest_is_aboard_the_place_is_his_and_he_goes_ashore() -> None:
    scene = joined("mowbray", "neville").give("mowbray", "marshal_england", "saxons_1")
    attempt(scene, "mowbray")
    assert scene.state.control["hull"] == "mowbray"
    assert scene.where("mowbray") == (PORT, None, None)


@pytest.mark.rule("house-8.6.21", "house-6.1h")
def test_if_all_who_attempt_it_fall_those_left_aboard_are_lost() -> None:
    scene = besieging("percy", "neville")
    scene.give("percy", "marshal_england", "saxons_1", "saxons_2")
    scene.next_events(FINE).rolls(1)
    scene.play(0, "conclude", nobles=["percy"], place="hull")
    assert not scene.happened(facts.SiegeConcluded)[0].taken
    assert [n for n in ("percy", "neville") if n in scene.state.nobles] == []


# Cards for those who have besieging a port from his ship


@pytest.mark.rule("house-5.12b")
def test_who_has_entered_a_port_to_besiege_it_is_given_no_cards() -> None:
    scene = sail_in(off_hull("percy", "clifford").hand(0, "saxons_1"))
    assert scene.candidates(0, "play", "noble") == {"audley"}
    beside = {"card": "saxons_1", "noble": "percy"}
    scene.forbidden(0, "play", rule="house-5.12b", says="besieging from a ship", **beside)


@pytest.mark.rule("house-5.12b")
def test_nor_by_anybody_elses_hand() -> None:
    scene = sail_in(off_hull("percy", "clifford").control("swansea", "audley"))
    to = {"thing": "place:swansea", "noble": "percy"}
    assert ("place:swansea" in scene.candidates(0, "transfer", "thing")) is False
    scene.forbidden(0, "transfer", rule="house-5.12b", says="besieging a port from his ship", **to)


@pytest.mark.rule("house-5.12b", "base-3.4")
def test_in_an_open_port_they_were() -> None:
    scene = off_hull("percy").hand(0, "saxons_1")
    scene.ship("le_swan", sea="the-wash").movement(0)
    scene.play(0, "sail", ship="le_swan", to="lynn")
    assert "percy" in scene.candidates(0, "play", "noble")


# Crews who lie in a port that nobody holds any more may besiege it from aboard.


def left_in_hull(*nobles: str, holder: str | None = None) -> Scene:
    """Seat 0's nobles aboard Le Swan, which lies in Hull, a fortress of 200, as a friend."""
    scene = Scene()
    for number, noble in enumerate(nobles):
        scene.noble(noble, 0, "19,17", cards=("le_swan",) if number == 0 else ())
        scene.aboard(noble, "le_swan")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", port="hull").control("hull", holder)
    return scene


@pytest.mark.rule("house-8.6.13", "house-8.2.4")
def test_they_neither_sail_nor_land() -> None:
    scene = left_in_hull("percy", "clifford")
    scene.movement(0)
    assert scene.offered(0, "sail") == scene.offered(0, "land") == []
    scene.refused(0, "sail", rule="house-8.6.13", ship="le_swan", to="humber-mouth")
    wanted = {"ship": "le_swan", "nobles": ["percy"]}
    told = scene.refused(0, "land", rule="house-8.2.4", **wanted)
    assert told == "Nobody holds that fortress, so nobody can let you in."


@pytest.mark.rule("house-5.23", "house-8.6.16", "house-8.6.17", "house-8.6.19")
def test_they_may_lay_siege_all_together_and_are_bound_by_it() -> None:
    scene = left_in_hull("percy", "clifford")
    scene.combat(0)
    crew = ("percy", "clifford")
    fields = (Field("nobles", crew, 2, 2), Field("place", ("hull",)))
    assert scene.offered(0, "lay") == [Offer("lay", fields, "house-5.23")]
    scene.play(0, "lay", nobles=crew, place="hull")
    siege = scene.state.sieges["hull"]
    assert (siege.besiegers, siege.ships) == (["percy", "clifford"], ["le_swan"])
    scene.movement(0)
    scene.refused(0, "sail", rule="house-8.6.19", ship="le_swan", to="humber-mouth")


@pytest.mark.rule("house-5.23", "house-6.1a")
def test_who_matches_the_defence_takes_it_in_the_same_phase() -> None:
    scene = left_in_hull("percy", "mowbray", "neville")
    scene.next_events(FINE).combat(0)
    crew = ["percy", "mowbray", "neville"]
    scene.play(0, "lay", nobles=crew, place="hull")
    scene.rolls(*[100] * 12).play(0, "conclude", nobles=crew, place="hull")
    assert scene.happened(facts.SiegeConcluded)[0].taken


@pytest.mark.rule("house-8.6.21")
def test_they_die_if_the_siege_is_broken() -> None:
    scene = left_in_hull("percy")
    scene.combat(0)
    scene.play(0, "lay", nobles=["percy"], place="hull")
    scene.play(0, "lift", place="hull")
    assert "percy" not in scene.state.nobles


@pytest.mark.rule("house-8.6.16", "house-8.6.17")
@pytest.mark.parametrize(("nobles", "holder"), [(("mowbray",), None), (("percy",), "bourchier")])
def test_too_weak_or_where_somebody_may_let_them_go_they_wait(
    nobles: tuple[str, ...], holder: str | None
) -> None:
    scene = left_in_hull(*nobles, holder=holder)
    scene.combat(0)
    assert scene.offered(0, "lay") == []
