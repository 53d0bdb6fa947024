"""Who comes to a Parliament that nobody must attend, and Writs (base §15)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.assembly import (
    SQUARE,
    TOWN,
    afloat,
    call,
    kinds,
    realm,
    shut_in,
    sit,
    vote,
)
from tests.rules.kingmaker.scene import Scene

NOT_YOURS = "You can send only nobles of your own faction."
HERE = "That noble is already there."
SHUT_IN = "A noble under siege cannot leave."


# Free attendance (base-15.4)


@pytest.mark.rule("base-15.4", "classic-turn.4")
def test_each_player_is_asked_clockwise_from_the_caller_and_nobody_must_come() -> None:
    scene = call(realm().noble("roos", 0, "helmsley"))
    for seat, able in ((0, {"roos"}), (1, {"courtenay", "clifford"}), (2, {"talbot"})):
        assert scene.asked(seat) == ["attendance"]
        assert scene.candidates(seat, "attend", "nobles") == able
        scene.play(seat, "done")
    assert scene.state.sitting is None
    assert scene.where("courtenay") == ("8,23", "tiverton", None)


@pytest.mark.rule("base-15.4")
def test_nobles_go_there_directly_over_land_and_sea() -> None:
    scene = realm().noble("stanley", 1, "douglas").noble("grey", 1, "20,14", cards=("le_swan",))
    scene.ship("le_swan", sea="north-sea").aboard("grey", "le_swan")
    call(scene)
    scene.play(1, "attend", nobles=["stanley", "grey", "courtenay"])
    assert scene.happened(facts.CameToParliament) == [
        facts.CameToParliament(1, ("stanley", "grey", "courtenay"))
    ]
    for noble in ("stanley", "grey", "courtenay"):
        assert scene.where(noble) == (SQUARE, None, None)
    assert scene.where("clifford")[1] == "skipton"
    assert scene.lies("le_swan") == "north-sea"


@pytest.mark.rule("base-15.4")
def test_who_stands_in_the_square_is_present() -> None:
    scene = call(realm().noble("mowbray", 2, SQUARE).noble("roos", 0, TOWN))
    assert scene.state.sitting.attending == ["percy", "mowbray", "roos"]


@pytest.mark.rule("base-15.4", "base-10.6")
def test_why_somebody_cannot_be_sent() -> None:
    scene = call(shut_in(realm(), "skipton", 2))
    assert scene.asked(1) == ["attendance"]
    assert scene.candidates(1, "attend", "nobles") == {"courtenay"}
    for noble, rule, reason in (
        ("talbot", "base-15.4", NOT_YOURS),
        ("clifford", "base-10.6", SHUT_IN),
    ):
        assert scene.refused(1, "attend", rule=rule, nobles=[noble]) == reason
    reason = scene.refused(1, "attend", rule="base-15.4", nobles=[])
    assert reason == "Name each noble only once, or say that you are done."
    scene.play(1, "attend", nobles=["courtenay"])
    scene.play(2, "attend", nobles=["talbot"])
    assert scene.asked(2) == ["attendance"]
    assert scene.refused(2, "attend", rule="base-15.4", nobles=["talbot"]) == HERE


@pytest.mark.rule("base-15.4", "base-10.6")
def test_who_besieges_from_a_ship_is_not_under_siege_and_may_be_sent() -> None:
    scene = call(afloat(realm()))
    assert "mowbray" in scene.candidates(1, "attend", "nobles")
    scene.play(1, "attend", nobles=["mowbray", "grey"])
    assert scene.where("mowbray") == (SQUARE, None, None)
    assert scene.state.sieges == {}


@pytest.mark.rule("base-15.5")
def test_a_writ_forces_who_besieges_from_a_ship() -> None:
    scene = call(afloat(realm().held(0, "E-WR01")))
    for seat in (1, 2):
        scene.play(seat, "done")
    assert "mowbray" in scene.candidates(0, "serve_writ", "noble")


@pytest.mark.rule("base-17.5", "base-17.3")
def test_things_pass_between_those_who_besiege_from_a_ship() -> None:
    scene = afloat(realm())
    scene.movement(1)
    scene.play(1, "transfer", thing="beside:saxons_1", noble="grey")
    assert scene.state.nobles["grey"].cards == ["saxons_1"]


@pytest.mark.rule("base-4.4", "house-8.6.20")
@pytest.mark.parametrize(("ruleset", "goes"), [("classic", True), ("house", False)])
def test_who_besieges_from_a_ship_is_under_siege_in_the_house_rules_only(
    ruleset: str, *, goes: bool
) -> None:
    scene = afloat(realm(ruleset)).next_events("E-RV08")
    scene.event(0)
    ignored = facts.CallIgnored("mowbray", "framlingham", "besieged", "mowbray")
    assert (ignored in scene.happened(facts.CallIgnored)) == (not goes)
    assert (scene.asked(1) == ["answer_call"]) == goes


# Heirs (base-15.6)


@pytest.mark.rule("base-15.6")
def test_heirs_come_along_or_stay_with_another_of_the_force() -> None:
    scene = realm().noble("mowbray", 1, "tiverton", guest=False).hold("george", "courtenay")
    scene.hold("margaret", "courtenay")
    call(scene)
    assert scene.candidates(1, "attend_without", "leave") == {"george", "margaret"}
    scene.play(1, "attend_without", noble="courtenay", leave=["george"])
    heirs = scene.state.heirs
    assert (heirs["george"].holder, heirs["margaret"].holder) == ("mowbray", "courtenay")
    assert scene.happened(facts.CameToParliament) == [
        facts.CameToParliament(1, ("courtenay",), ("george",))
    ]


@pytest.mark.rule("base-15.6")
def test_of_several_who_stay_the_player_says_who_keeps_the_heir() -> None:
    scene = realm().noble("mowbray", 1, "11,22").noble("roos", 1, "11,22").noble("grey", 1, "11,22")
    scene.hold("george", "grey")
    call(scene)
    scene.play(1, "attend_without", noble="grey", leave=["george"])
    assert scene.asked(1) == ["keep_heir"]
    scene.play(1, "keep_heir", heir="george", noble="roos")
    assert scene.state.heirs["george"].holder == "roos"


@pytest.mark.rule("base-15.6", "base-11.11")
@pytest.mark.parametrize("ruleset", ["base", "classic"])
def test_a_noble_alone_in_a_fortress_may_leave_his_heir_there(ruleset: str) -> None:
    scene = call(realm(ruleset).hold("george", "courtenay"))
    scene.play(1, "attend_without", noble="courtenay", leave=["george"])
    square = scene.board.places["tiverton"].square
    assert scene.happened(facts.HeirLeft) == [facts.HeirLeft("george", square, "tiverton")]
    assert scene.happened(facts.CameToParliament) == [
        facts.CameToParliament(1, ("courtenay",), ("george",))
    ]
    seen = scene.match.view(None).heirs["george"]
    assert (seen.holder, seen.inside, seen.held_by) == (None, "tiverton", 1)


@pytest.mark.rule("base-15.5", "base-11.11")
def test_so_may_he_whom_a_writ_forces() -> None:
    scene = realm().hold("george", "courtenay").held(0, "E-WR01")
    call(scene)
    for seat in (1, 2):
        scene.play(seat, "done")
    scene.play(0, "serve_writ", noble="courtenay")
    scene.play(1, "attend_without", noble="courtenay", leave=["george"])
    assert scene.match.view(None).heirs["george"].held_by == 1


@pytest.mark.rule("base-15.6")
def test_an_heir_stays_with_nobody_else() -> None:
    scene = realm().hold("george", "courtenay")
    scene.state.nobles["courtenay"].inside = None
    call(scene)
    assert scene.offered(1, "attend_without") == []
    reason = scene.refused(
        1, "attend_without", rule="base-15.6", noble="courtenay", leave=["george"]
    )
    assert reason == "If the noble goes, nobody is left to keep that heir."
    reason = scene.refused(
        1, "attend_without", rule="base-15.6", noble="clifford", leave=["george"]
    )
    assert reason == "A noble can leave behind only an heir whom he keeps."
    scene.play(1, "attend", nobles=["courtenay"])
    assert scene.state.heirs["george"].holder == "courtenay"


# Sieges (base-15.14)


def besieged_percy_town(besiegers: tuple[str, ...]) -> Scene:
    """Seat 1's nobles besiege Talbot in Sheffield; Percy calls Parliament."""
    scene = realm()
    square = scene.state.nobles["talbot"].square
    for noble in besiegers:
        scene.noble(noble, 1, square)
    return scene.siege("sheffield", list(besiegers))


@pytest.mark.rule("base-15.14")
def test_a_siege_ends_when_the_besieger_leaves_for_parliament() -> None:
    scene = call(besieged_percy_town(("mowbray",)).give("mowbray", "marshal_england"))
    scene.play(1, "attend", nobles=["mowbray"])
    assert scene.state.sieges == {}
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(1, "sheffield", "parliament")]
    scene.play(1, "done")
    # freed, and not asked yet: he may come as well
    assert scene.candidates(2, "attend", "nobles") == {"talbot"}


@pytest.mark.rule("base-15.14")
def test_a_siege_goes_on_while_those_who_stay_match_the_place() -> None:
    scene = besieged_percy_town(("mowbray", "roos")).give("mowbray", "marshal_england")
    call(scene)
    scene.play(1, "attend", nobles=["roos"])
    assert scene.state.sieges["sheffield"].besiegers == ["mowbray"]
    scene.play(1, "attend", nobles=["courtenay"])
    assert list(scene.state.sieges) == ["sheffield"]


@pytest.mark.rule("base-15.14", "base-10.10")
def test_a_siege_ends_when_those_who_stay_do_not_match_the_place() -> None:
    # Mowbray with the Marshal has 150, Roos 20: alone he falls short of 100 and Talbot's 30
    scene = call(besieged_percy_town(("mowbray", "roos")).give("mowbray", "marshal_england"))
    scene.play(1, "attend", nobles=["mowbray"])
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(1, "sheffield", "parliament")]
    assert scene.state.sieges == {}


# Writs (base-15.5)


@pytest.mark.rule("base-15.5")
def test_whoever_is_there_serves_writs_the_caller_first() -> None:
    scene = realm().held(0, "E-WR01").held(1, "E-WR02").held(2, "E-WR03")
    call(scene)
    scene.play(1, "attend", nobles=["courtenay"])
    scene.play(1, "done")
    scene.play(2, "done")
    assert scene.asked(0) == ["writs"]
    assert scene.candidates(0, "serve_writ", "noble") == {"clifford", "talbot"}
    scene.play(0, "serve_writ", noble="clifford")
    assert scene.happened(facts.WritServed) == [facts.WritServed(0, "clifford")]
    assert scene.happened(facts.CameToParliament) == [
        facts.CameToParliament(1, ("clifford",), writ=True)
    ]
    assert scene.where("clifford") == (SQUARE, None, None)
    assert (scene.state.factions[0].held, scene.state.event_discards) == ([], ["E-WR01"])
    assert scene.asked(1) == ["writs"]
    scene.play(1, "serve_writ", noble="talbot")
    # Talbot is there now, and so his player may serve one; but all of seat 1 have come
    assert scene.asked(2) == []
    assert scene.state.sitting is None


@pytest.mark.rule("base-15.5")
def test_who_has_nobody_there_serves_none() -> None:
    scene = realm().held(2, "E-WR03")
    call(scene)
    scene.play(1, "done")
    scene.play(2, "done")
    assert scene.state.sitting is None
    assert scene.state.factions[2].held == ["E-WR03"]


@pytest.mark.rule("base-15.5")
def test_whom_no_writ_forces() -> None:
    scene = realm().noble("roos", 0, "helmsley").held(0, "E-WR01")
    call(shut_in(scene, "skipton", 2))
    for seat in (0, 1, 2):
        scene.play(seat, "done")
    others = {"courtenay", "talbot", "mowbray", "neville"}
    assert scene.candidates(0, "serve_writ", "noble") == others
    for noble, reason in (
        ("roos", "A Writ can force only a noble of another faction to come."),
        ("percy", "A Writ can force only a noble of another faction to come."),
        ("clifford", "A Writ cannot force a noble under siege to come."),
    ):
        assert scene.refused(0, "serve_writ", rule="base-15.5", noble=noble) == reason
    assert kinds(scene) == ["writs"]


@pytest.mark.rule("base-15.5", "base-15.6")
def test_who_is_served_says_with_which_heirs_he_comes() -> None:
    scene = realm().noble("mowbray", 1, "tiverton").hold("george", "courtenay").held(0, "E-WR01")
    call(scene)
    for seat in (1, 2):
        scene.play(seat, "done")
    scene.play(0, "serve_writ", noble="courtenay")
    assert scene.asked(1) == ["served"]
    reason = scene.refused(1, "done", rule="base-15.5")
    assert reason == "A Writ forces the noble to come. Say which heirs he brings."
    reason = scene.refused(
        1, "attend_without", rule="base-15.6", noble="courtenay", leave=["margaret"]
    )
    assert reason == "A noble can leave behind only an heir whom he keeps."
    scene.play(1, "attend_without", noble="courtenay", leave=["george"])
    assert scene.state.heirs["george"].holder == "mowbray"


# Who is there


@pytest.mark.rule("base-15.4", "base-15.23")
def test_those_there_are_told_and_counted() -> None:
    scene = sit(realm().chancery("earl_kent").noble("roos", 0, "helmsley"), (1, "courtenay"))
    assert scene.state.sitting.attending == ["percy", "courtenay"]
    # Edward of March is second in his line; Percy 3, Courtenay 2
    assert scene.state.sitting.lords == [3, 2, 0]


# Where nobody must attend Parliament there is nothing to excuse, beforehand or then.


@pytest.mark.rule("base-15.4", "house-7.1.17")
@pytest.mark.parametrize(("ruleset", "there"), [("house", True), ("classic", False)])
def test_who_may_order_an_excuse_beforehand(ruleset: str, there: bool) -> None:
    scene = realm(ruleset)
    (orders,) = scene.match.game.beforehand(scene.match.table, 1)
    assert ("order_excuse" in {offer.verb for offer in orders.offers}) == there


@pytest.mark.rule("base-15.4")
def test_an_excuse_is_refused() -> None:
    scene = call(realm())
    scene.play(1, "done")
    reason = scene.refused(1, "excuse", rule="base-15.4", nobles=["courtenay"])
    assert reason == "Nobody has to attend, so nobody needs an excuse."


@pytest.mark.rule("base-15.8", "base-15.20")
def test_everybody_sees_what_is_voted_on() -> None:
    scene = sit(realm().noble("roos", 0, "helmsley").chancery("earl_kent"))
    game, table = scene.match.game, scene.match.table
    assert game.view(table, 1).chancery_cards == ("earl_kent",)
    assert game.view(table, 1).motion == {}
    scene.play(0, "propose", card="earl_kent", noble="roos")
    motion = {"kind": "assign", "card": "earl_kent", "noble": "roos", "mover": "0"}
    assert game.view(table, 1).motion == motion
    vote(scene, "yea", "abstain", "abstain")
    assert game.view(table, 1).chancery_cards == ()
