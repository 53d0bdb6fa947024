"""Journeys and hunts of the King meet sieges, captives, heirs and the King's Peace."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.royals.test_royal_journeys import (
    CONTINENT,
    FRANCE,
    IRELAND,
    SCOTLAND,
    VISIT,
    court,
)
from tests.rules.kingmaker.royals.test_royal_journeys import RULES as JOURNEYS
from tests.rules.kingmaker.royals.test_royal_lives import FOREST, HUNT, dice
from tests.rules.kingmaker.scene import Scene

HUNTS = "classic+card_royal_hunt+expanded_ransom"


def besieged_king(card: str, ruleset: str) -> Scene:
    """Henry is alone in Masham, which Mowbray of seat 0 besieges, and this card is drawn."""
    scene = Scene(2, ruleset).noble("courtenay", 1, "tiverton")
    scene.noble("mowbray", 0, "masham", outside=True).give("mowbray", *scene.content.mercenaries)
    scene.heir_at("henry", scene.board.places["masham"].square, "masham")
    scene.siege("masham", ["mowbray"]).next_events(card)
    scene.event(0)
    return scene


@pytest.mark.rule("ishkibibble-visit.1", "ishkibibble-treatyscotland.1", "base-4.4")
@pytest.mark.parametrize("card", [VISIT, SCOTLAND])
def test_a_king_alone_in_a_place_under_siege_goes_nowhere(card: str) -> None:
    scene = besieged_king(card, JOURNEYS)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(card, "king_besieged")]
    assert scene.state.heirs["henry"].inside == "masham"
    assert scene.state.treaties == {}


@pytest.mark.rule("ishkibibble-hunt.1", "base-4.4")
def test_nor_does_he_hunt() -> None:
    scene = besieged_king(HUNT, HUNTS)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(HUNT, "king_besieged")]
    assert (scene.asked(0), scene.asked(1)) == (["movement"], [])
    assert scene.state.heirs["henry"].inside == "masham"


@pytest.mark.rule("ishkibibble-hunt.1", "base-4.4")
def test_a_king_whose_keeper_is_under_siege_does_not_hunt_either() -> None:
    scene = Scene(2, HUNTS).noble("scrope", 1, "masham", heirs=("henry",))
    scene.noble("mowbray", 0, "masham", outside=True).give("mowbray", *scene.content.mercenaries)
    scene.siege("masham", ["mowbray"]).next_events(HUNT)
    scene.event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(HUNT, "king_besieged")]
    assert scene.where("scrope")[1] == "masham"


@pytest.mark.rule("ishkibibble-hunt.2")
def test_of_two_kings_who_hunt_only_he_rides_who_is_not_under_siege(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(2, HUNTS).noble("scrope", 1, "masham", heirs=("henry",))
    scene.noble("mowbray", 0, "masham", outside=True).give("mowbray", *scene.content.mercenaries)
    scene.noble("percy", 0, "13,20", heirs=("richard_york",)).crowned("henry", "richard_york")
    scene.siege("masham", ["mowbray"]).next_events(HUNT)
    dice(monkeypatch, 5)
    scene.event(0)
    (prompt,) = [p for p in scene.match.prompts(0) if p.blocking]
    assert prompt.facts == {"king": "richard_york", "place": FOREST}


@pytest.mark.rule("ishkibibble-hunt.1", "ishkibibble-ransom.3")
def test_captives_do_not_ride_along() -> None:
    scene = Scene(2, HUNTS).noble("percy", 0, "13,20", heirs=("henry",))
    scene.noble("roos", 0, "york").noble("courtenay", 1, "tiverton").noble("grey", 1, "14,20")
    scene.state.nobles["roos"].captor = 1
    scene.next_events(HUNT).event(0)
    assert scene.asked(0) == []
    assert scene.candidates(1, "attend_king", "with") == {"courtenay", "grey"}


@pytest.mark.rule("ishkibibble-hunt.1", "house-7.4.13")
def test_who_may_not_move_under_the_kings_peace_does_not_ride_along() -> None:
    scene = Scene(2, "house+card_royal_hunt").noble("percy", 0, "13,20", heirs=("henry",))
    scene.noble("courtenay", 1, "tiverton").noble("grey", 1, "york")
    scene.peace(0, "15,18", "courtenay").next_events(HUNT)
    scene.event(1)
    assert scene.candidates(1, "attend_king", "with") == {"grey"}


@pytest.mark.rule("ishkibibble-visit.1")
def test_into_dublin_under_siege_nobody_is_let() -> None:
    scene = court().control("dublin", "courtenay")
    scene.noble("mowbray", 0, IRELAND, outside=True).give("mowbray", *scene.content.mercenaries)
    scene.give("mowbray", "earl_kent", "marshal_england")
    scene.siege("dublin", ["mowbray"]).next_events(VISIT)
    scene.event(0)
    assert scene.candidates(0, "attend_king", "to") == {IRELAND}
    scene.play(0, "attend_king", to=IRELAND)
    assert scene.where("percy") == (IRELAND, None, None)


@pytest.mark.rule("ishkibibble-visit.2")
def test_those_who_come_along_take_in_an_heir_who_stands_there() -> None:
    scene = court().heir_at("margaret", CONTINENT).next_events(FRANCE)
    scene.event(0)
    scene.play(0, "attend_king", **{"to": CONTINENT, "with": ["roos"]})
    assert scene.state.heirs["margaret"].holder in ("percy", "roos")


@pytest.mark.rule("ishkibibble-visit.2")
def test_who_says_nothing_sends_the_kings_keeper_alone() -> None:
    scene = court().next_events(VISIT)
    scene.event(0)
    (prompt,) = [p for p in scene.match.prompts(0) if p.blocking]
    assert prompt.default is not None
    assert (prompt.default.one("to"), prompt.default.many("with")) == ("dublin", ())
    assert prompt.facts == {"king": "henry", "noble": "percy", "place": "ireland"}
    reason = scene.refused(0, "done", rule="ishkibibble-visit.1")
    assert reason == "The King is crossing the border. First say who goes with him."


@pytest.mark.rule("ishkibibble-visit.2")
def test_his_party_are_guests_in_anothers_dublin() -> None:
    scene = court().control("dublin", "courtenay").next_events(VISIT)
    scene.event(0)
    scene.play(0, "attend_king", **{"to": "dublin", "with": ["roos"]})
    assert scene.where("percy") == scene.where("roos") == (IRELAND, "dublin", None)
