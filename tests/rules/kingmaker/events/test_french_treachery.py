"""French Treachery: soldiers who leave their master hold a town of his."""

from __future__ import annotations

import pytest

from bot.games import words_for
from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.strength import defence
from bot.rules.kingmaker.prospects.odds import garrison as garrison_seen
from bot.rules.kingmaker.state import Siege
from bot.seats.kingmaker_steward.outlook import Outlook
from tests.rules.kingmaker import assembly
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_french_treachery+advanced_cards"
BAN = "ishkibibble-treachery-french.3"
NO_PARLIAMENT = (
    "Your French soldiers are sacking a town. You can neither sit in Parliament nor crown anyone."
)


def hired(at: str = "14,16") -> Scene:
    """The French serve Percy, whose faction has York, Leicester and Newcastle."""
    scene = Scene(2, RULES).noble("percy", 0, at, cards=("french_foot",))
    scene.noble("courtenay", 1, "tiverton")
    for town in ("york", "leicester", "newcastle"):
        scene.control(town, "percy")
    return scene


def sacked(ruleset: str = RULES) -> Scene:
    """They hold York; nobody is near."""
    scene = Scene(2, ruleset).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    for pile in (scene.state.crown_deck, scene.state.crown_discards):
        if "french_foot" in pile:
            pile.remove("french_foot")
    scene.state.rogues = {"york": 0}
    return scene


@pytest.mark.rule("ishkibibble-treachery-french.1")
def test_they_sack_the_nearest_town_of_their_master() -> None:
    scene = hired().next_events("X-FRT")
    scene.event(1)
    assert scene.state.rogues == {"leicester": 0}
    assert scene.state.nobles["percy"].cards == []
    assert "leicester" not in scene.state.control
    assert scene.happened(facts.TakenByRogues) == [facts.TakenByRogues("leicester", 0)]
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-treachery-french.1")
def test_not_where_somebody_is_and_of_two_as_near_the_first_by_name() -> None:
    scene = hired("12,7").next_events("X-FRT")  # three squares from York and Newcastle
    scene.event(0)
    assert scene.state.rogues == {"newcastle": 0}
    other = hired("12,7").noble("mowbray", 0, "newcastle").next_events("X-FRT")
    other.event(0)
    assert other.state.rogues == {"york": 0}


@pytest.mark.rule("ishkibibble-treachery-french.1")
def test_without_a_town_to_sack_they_go_home() -> None:
    scene = hired()
    for town in ("york", "leicester", "newcastle"):
        scene.control(town, None)
    scene.next_events("X-FRT").event(0)
    assert scene.state.rogues == {}
    assert scene.state.crown_discards == ["french_foot"]
    assert scene.happened(facts.BandLeft) == [facts.BandLeft(0, "french_foot", "percy", "unpaid")]


@pytest.mark.rule("ishkibibble-treachery-french.1")
def test_who_serves_nobody_betrays_nobody() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    scene.hand(0, "french_foot").next_events("X-FRT").event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-FRT", "no_french")]
    assert scene.state.factions[0].hand == ["french_foot"]


@pytest.mark.rule("ishkibibble-treachery-french.2", "ishkibibble-treachery-french.4")
def test_they_defend_the_town_and_its_garrison_does_not() -> None:
    scene = sacked()
    scene.movement(1)
    place = scene.board.places["york"]
    seen = scene.match.view(1)
    outlook = Outlook(seen, 1, scene.content)
    assert place.garrison != 100
    assert defence(scene.match.table, place, ()) == 100
    assert garrison_seen(scene.content, seen, "york") == 100
    assert (outlook.garrison(place), outlook.coming_garrison(place)) == (100, 100)
    scene.state.sieges["york"] = Siege(1, ["courtenay"], turns=9)
    assert defence(scene.match.table, place, ()) == 100


@pytest.mark.rule("ishkibibble-treachery-french.2")
def test_who_takes_the_town_is_rid_of_them() -> None:
    scene = sacked().noble("mowbray", 1, "15,9").noble("neville", 1, "15,9")
    scene.noble("stafford", 1, "15,9").next_events("E-RA08").combat(1)
    scene.play(1, "conclude", nobles=["mowbray", "neville", "stafford"], place="york")
    assert scene.state.rogues == {}
    assert "york" in scene.state.control
    assert scene.state.crown_discards == ["french_foot"]
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-treachery-french.2")
def test_they_die_of_plague() -> None:
    card = next(
        c.id
        for c in Scene(2, RULES).content.events.values()
        if (c.kind, c.place) == ("plague", "york")
    )
    scene = sacked().next_events(card)
    scene.event(1)
    assert scene.state.rogues == {}
    assert "york" not in scene.state.control
    assert scene.state.crown_discards == ["french_foot"]
    assert scene.happened(facts.RoguesDied) == [facts.RoguesDied("york")]


@pytest.mark.rule("ishkibibble-treachery-french.3")
def test_their_master_calls_no_parliament() -> None:
    scene = assembly.realm(RULES)
    scene.state.rogues = {"york": 0}
    scene.parliament(0)
    assert scene.offered(0, "call_parliament") == []
    scene.state.rogues = {"york": 1}
    scene.parliament(0)
    assert scene.candidates(0, "call_parliament", "by") == {"percy"}


@pytest.mark.rule("ishkibibble-treachery-french.3")
def test_nor_does_he_attend_one() -> None:
    scene = assembly.realm(RULES).held(0, "E-WR01").noble("roos", 1, assembly.SQUARE)
    scene.state.rogues = {"york": 1}
    assembly.call(scene)
    assert scene.state.sitting.attending == ["percy"]
    assert scene.asked(1) == []
    scene.play(2, "done")
    assert scene.candidates(0, "serve_writ", "noble") == {"talbot"}
    reason = scene.refused(0, "serve_writ", rule=BAN, noble="clifford")
    assert (
        reason == "Parliament keeps nobles out while their faction’s French soldiers sack a town."
    )


@pytest.mark.rule("ishkibibble-treachery-french.3")
@pytest.mark.parametrize("master", [0, 1])
def test_nor_does_he_crown_a_king(master: int) -> None:
    scene = Scene(2, RULES).noble("percy", 0, "york", cards=("abp_york",), heirs=("richard_york",))
    scene.noble("courtenay", 1, "tiverton").crowned()
    scene.state.rogues = {"lincoln": master}
    scene.coronation(0)
    if master == 1:
        assert scene.candidates(0, "crown", "heir") == {"richard_york"}
        return
    assert scene.offered(0, "crown") == []
    assert scene.refused(0, "crown", rule=BAN, heir="richard_york") == NO_PARLIAMENT


@pytest.mark.rule("ishkibibble-treachery-french.5")
def test_in_combat_the_card_is_bad_weather() -> None:
    scene = hired().noble("talbot", 1, "14,16").next_events("X-FRT")
    scene.combat(1)
    scene.play(1, "attack", nobles=["talbot"], against="0", square="14,16")
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("weather")]
    assert scene.state.rogues == {}
    assert "X-FRT" not in Scene(2, "classic+advanced_cards").state.event_deck


def test_a_moderator_sends_them_home_and_the_place_is_looked_up() -> None:
    scene = sacked()
    scene.movement(0)
    text = words_for("kingmaker", RULES).place_text(
        "york", scene.match.view(None), lambda seat: "Anne"
    )
    assert "In the hands of the French Foot Soldiers." in text
    scene.match.direct(Choice.of("correct_control", place="york", to="nobody"))
    assert (scene.state.rogues, scene.state.crown_discards) == ({}, ["french_foot"])
