"""Who leads a Parliament that must be summoned, if an Event card keeps a faction from calling any:
French Treachery (ishkibibble-treachery-french.3) or Defeatism Rife (ishkibibble-defeatism.2)."""

from __future__ import annotations

import pytest

from bot.games import words_for
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker import assembly
from tests.rules.kingmaker.scene import Scene

MUST = "E-PM01"

CLASSIC = "classic+advanced_cards+card_french_treachery+card_defeatism"
THREE_ROUNDS = f"{CLASSIC}+house_parliament"
ROGUES, DEFEAT = "ishkibibble-treachery-french.3", "ishkibibble-defeatism.2"
BANS = [
    pytest.param("rogues", marks=pytest.mark.rule(ROGUES)),
    pytest.param("defeat", marks=pytest.mark.rule(DEFEAT)),
]


def barred(scene: Scene, seat: int, ban: str) -> Scene:
    """French soldiers of a faction sack York, or it is defeatist."""
    if ban == "rogues":
        scene.state.crown_deck.remove("french_foot")
        scene.state.rogues = {"york": seat}
    else:
        scene.state.spells.append(Spell("defeatism", seat, 2))
    return scene


def drawn(scene: Scene, seat: int) -> Scene:
    """A seat draws the card that Parliament must be summoned."""
    scene.next_events(MUST).event(seat)
    return scene


# By the base rules: the Chancellor's player, or else who drew the card (base-4.5)


@pytest.mark.parametrize("ban", BANS)
def test_in_the_stead_of_such_a_chancellor_who_drew_the_card_leads_it(ban: str) -> None:
    scene = drawn(barred(assembly.chancellors(CLASSIC), 0, ban), 2)
    assert scene.state.sitting.caller == 2


@pytest.mark.parametrize("ban", BANS)
def test_none_meets_if_the_chancellors_player_drew_it_himself(ban: str) -> None:
    scene = drawn(barred(assembly.chancellors(CLASSIC), 0, ban), 0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(MUST, "no_leader")]
    assert (scene.state.sitting, scene.asked(0)) == (None, ["movement"])


@pytest.mark.parametrize("ban", BANS)
def test_nor_if_there_is_no_chancellor_and_it_drew_the_card(ban: str) -> None:
    scene = assembly.realm(CLASSIC).crowned()
    drawn(barred(scene, 1, ban), 1)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(MUST, "no_leader")]


@pytest.mark.parametrize("ban", BANS)
def test_a_faction_that_is_not_barred_leads_it_though_another_is(ban: str) -> None:
    scene = drawn(barred(assembly.chancellors(CLASSIC), 1, ban), 1)
    assert scene.state.sitting.caller == 0


# By the house rules: who drew the card (house-7.1.30)


@pytest.mark.rule("house-7.1.30")
@pytest.mark.parametrize("ban", BANS)
@pytest.mark.parametrize(("seat", "meets"), [(0, False), (1, True)])
def test_the_peoples_parliament_does_not_meet_if_the_drawer_may_call_none(
    ban: str, seat: int, *, meets: bool
) -> None:
    scene = Scene(2, THREE_ROUNDS).noble("percy", 0, "13,20").crowned()
    scene.noble("courtenay", 1, "tiverton")
    drawn(barred(scene, 0, ban), seat)
    if meets:
        assert scene.state.sitting.caller == seat
        return
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(MUST, "no_leader")]
    assert scene.asked(0) == ["movement"]  # his movement and battle are not cancelled


@pytest.mark.parametrize(("rules", "row"), [(CLASSIC, "base-4.5"), (THREE_ROUNDS, "house-7.1.30")])
def test_why_none_meets_is_told(rules: str, row: str) -> None:
    words = words_for("kingmaker", rules)
    told = words.tell(facts.EventIdle(MUST, "no_leader"), lambda seat: f"S{seat}")
    assert told == f"Its leader may not call a Parliament. ‹{row}›"
