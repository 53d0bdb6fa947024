"""Gales at Sea, and how an office gets its lost ships back."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import assign, kill_noble, to_chancery
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.parliament.ballot import count_votes
from tests.rules.kingmaker.assembly import chancellors, realm, sit, vote
from tests.rules.kingmaker.combat.at_sea.fleets import fight, meeting
from tests.rules.kingmaker.scene import Scene

RULES = "classic+gales+sea_combat"


def struck(*, card: str = "X-GA1", heirs: dict[str, str] | None = None) -> Scene:
    """Neville and Mowbray are at sea when a gale comes; Courtenay is Warden of the Cinque Ports."""
    scene = meeting(
        ("le_nicholas",),
        ("le_george", "le_thomas"),
        aboard={"neville": "le_nicholas", "mowbray": "le_george"},
        heirs=heirs,
        ruleset=RULES,
    )
    scene.ship("le_thomas", port="rye").give("mowbray", "saxons_1", "earl_wiltshire")
    scene.next_events(card).event(0)
    return scene


@pytest.mark.rule("ishkibibble-gales.1", "ishkibibble-gales.2", "ishkibibble-gales.3")
@pytest.mark.rule("ishkibibble-gales.7")
@pytest.mark.parametrize("card", ["X-GA1", "X-GA2"])
def test_all_ships_at_sea_go_down_with_all_aboard(card: str) -> None:
    scene = struck(card=card, heirs={"henry": "neville"})
    assert {e.ship: (e.nobles, e.heirs) for e in scene.happened(facts.ShipLost)} == {
        "le_nicholas": (("neville",), ("henry",)),
        "le_george": (("mowbray",), ()),
    }
    state = scene.state
    assert (scene.lies("le_nicholas"), scene.lies("le_george")) == (None, None)
    assert scene.lies("le_thomas") == "rye"  # in port nothing befalls her
    assert not state.heirs["henry"].alive
    assert {"neville", "mowbray", "le_nicholas", "saxons_1"} <= set(state.crown_discards)
    assert "earl_wiltshire" in state.chancery
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-gales.1")
def test_the_london_estuary_is_at_sea() -> None:
    scene = Scene(2, "classic+gales+second_edition").noble("percy", 0, "alnwick")
    scene.give("percy", "le_swan").ship("le_swan", sea="london-estuary")
    scene.noble("courtenay", 1, "tiverton").next_events("X-GA1").event(1)
    assert scene.lies("le_swan") is None


@pytest.mark.rule("ishkibibble-gales.1")
def test_a_gale_that_meets_no_ship_does_nothing() -> None:
    scene = Scene(2, "classic+gales").noble("percy", 0, "alnwick").noble("roos", 1, "helmsley")
    scene.next_events("X-GA2").event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-GA2", "no_ship_at_sea")]


@pytest.mark.rule("ishkibibble-gales.7")
@pytest.mark.parametrize(("card", "half"), [("X-GA1", "4-1"), ("X-GA2", "bad_weather")])
def test_the_lower_halves_of_both_cards(card: str, half: str) -> None:
    scene = meeting(("le_nicholas",), ("le_rose",), ruleset=RULES)
    fight(scene, card)
    (drawn,) = scene.happened(facts.CombatCardDrawn)
    assert drawn.half == half
    assert scene.happened(facts.ShipLost) == []


@pytest.mark.rule("ishkibibble-gales.4")
def test_the_office_stays_when_its_ships_are_lost() -> None:
    scene = struck()
    assert scene.state.nobles["courtenay"].office == "warden_cinque_ports"
    scene.movement(1)
    assert scene.destinations(1, "le_george") == set()


@pytest.mark.rule("ishkibibble-gales.5")
def test_lost_ships_come_back_when_the_office_is_awarded() -> None:
    scene = struck()
    scene.match.table.state.lose_card("warden_cinque_ports")
    to_chancery(scene.match.table, ["warden_cinque_ports"])
    scene.state.chancery.remove("warden_cinque_ports")
    assign(scene.match.table, "warden_cinque_ports", "percy", "grant")
    assert scene.lies("le_george") == "rye"


# An heir who is won (ishkibibble-gales.3, ishkibibble-influence.1)


def mourned(card: str = "X-GA1") -> Scene:
    """Neville of seat 0 is at sea alone when a card is drawn; seat 1 keeps Influence Heir."""
    rules = f"{RULES}+card_influence"
    scene = meeting(("le_nicholas",), (), aboard={"neville": "le_nicholas"}, ruleset=rules)
    scene.held(1, "X-INF").next_events(card).event(1)
    return scene


@pytest.mark.rule("ishkibibble-gales.3", "ishkibibble-influence.1")
def test_the_heir_of_who_is_lost_in_a_gale_may_be_won_as_after_the_plague() -> None:
    scene = mourned()
    assert facts.NobleDied("neville", 0, "gale") in scene.events
    assert (scene.asked(0), scene.asked(1)) == ([], ["woo_heir"])
    scene.play(1, "woo_heir", noble="neville")
    assert scene.happened(facts.HeirWooed) == [facts.HeirWooed(1, "neville", 0)]
    assert scene.asked(1) == ["noble_arrives"]


# By a vote (ishkibibble-gales.6)


def chamber(ruleset: str = "classic+gales") -> Scene:
    """Talbot is Admiral, and one of his ships is lost; he and Clifford attend."""
    scene = chancellors(ruleset).give("talbot", "admiral_england")
    del scene.state.ships["le_trinity"]
    return sit(scene, (1, "clifford"), (2, "talbot"))


@pytest.mark.rule("ishkibibble-gales.6")
def test_any_faction_there_may_ask_for_a_vote_of_the_commons() -> None:
    scene = chamber()
    assert scene.asked(0) == ["lost_ships"]
    scene.refused(0, "recall_ships", rule="ishkibibble-gales.6", ships=["le_george"])
    scene.refused(0, "propose", rule="ishkibibble-gales.6", card="earl_kent", noble="percy")
    scene.play(0, "done")
    scene.play(1, "done")
    assert scene.candidates(2, "recall_ships", "ships") == {"le_trinity"}
    scene.play(2, "recall_ships", ships=["le_trinity"])
    proposed = facts.Proposed(2, "recall_ships", ships=("le_trinity",))
    assert scene.happened(facts.Proposed) == [proposed]
    vote(scene, "yea", "nay", "nay")
    (closed,) = scene.happened(facts.BallotClosed)
    assert (closed.passed, closed.lords[0] > closed.lords[1]) == (True, False)
    assert scene.lies("le_trinity") == "southampton"


@pytest.mark.rule("ishkibibble-gales.6")
def test_without_a_majority_of_the_commons_they_stay_lost() -> None:
    scene = chamber()
    scene.play(0, "recall_ships", ships=["le_trinity"])
    assert not vote(scene, "nay", "yea", "yea").passed
    assert scene.lies("le_trinity") is None
    assert scene.asked(1) == ["lost_ships"]  # everybody may ask once


@pytest.mark.rule("ishkibibble-gales.6", "base-15.21")
def test_whoever_has_votes_in_the_lords_only_is_not_asked_about_lost_ships() -> None:
    scene = chamber()
    kill_noble(scene.match.table, "courtenay", "battle")
    scene.play(0, "recall_ships", ships=["le_trinity"])
    scene.play(0, "call_vote")
    commons, lords = count_votes(scene.match.table)
    assert (commons[1], lords[1]) == (0, 1)  # Clifford, who has no title
    assert [seat for seat in range(3) if "ballot" in scene.asked(seat)] == [0, 2]
    reason = scene.refused(1, "nay", rule="base-15.24")
    assert reason == "You have no votes in the Commons, who decide this alone."


@pytest.mark.rule("ishkibibble-gales.6", "ishkibibble-seacombat.11")
def test_scuttled_ships_come_back_in_the_same_way() -> None:
    assert chamber("classic+sea_combat").asked(0) == ["lost_ships"]


@pytest.mark.rule("ishkibibble-gales.6")
def test_nobody_is_asked_where_no_ship_is_lost_or_nobody_holds_the_office() -> None:
    scene = realm("classic+gales")
    scene.noble("roos", 0, "helmsley").chancery("earl_kent")
    sit(scene, (1, "courtenay"))
    assert scene.asked(0) == ["chancery"]
    scene.play(0, "done")
    assert scene.asked(0) != ["lost_ships"]
