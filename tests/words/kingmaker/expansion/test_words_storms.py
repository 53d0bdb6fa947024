"""Storms and sieges announced, to the letter: the log, the question, and the odds."""

from __future__ import annotations

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Choice, Event
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.fights import storm_odds
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer

RULES = "classic+storm_or_siege"
CONTENT = game_for("kingmaker", RULES).content
WORDS = KingmakerWords(CONTENT, table_rules(RULES))
NAMES = ["Anne", "Bob"].__getitem__
HOST = ("percy", "mowbray", "neville", "grey")

TOLD: list[tuple[Event, str]] = [
    (
        facts.WallsStormed(0, TOWN, ("percy",), ("stafford",), 100, 230),
        "Anne storms Northampton: **Percy** (100) against 230, **Stafford** inside."
        " ‹ishkibibble-siege.2›",
    ),
    (
        facts.StormDecided(0, TOWN, 300, 200, "5-4", "taken"),
        "Anne’s storming of Northampton succeeds. ‹ishkibibble-siege.3›",
    ),
    (
        facts.StormDecided(0, TOWN, 100, 200, "2-1", "repelled"),
        "Anne’s storming of Northampton is beaten back. ‹ishkibibble-siege.2›",
    ),
    (
        facts.StormDecided(0, TOWN, 200, 200, "2-1", "undecided"),
        "Anne’s storming of Northampton decides nothing. ‹ishkibibble-siege.2›",
    ),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=range(len(TOLD)))
def test_what_is_told_of_a_storm(event: Event, text: str) -> None:
    assert WORDS.tell_all([event], NAMES) == [text]


@pytest.mark.parametrize(
    ("verb", "text"),
    [
        ("storm", "**Percy** storms Northampton."),
        ("storm_with_french", "**Percy** storms with French help Northampton."),
    ],
)
def test_what_is_told_of_the_choice(verb: str, text: str) -> None:
    assert WORDS.choice(Choice.of(verb, nobles=["percy"], place=TOWN), NAMES) == text


def facing(besiegers: tuple[str, ...] = HOST) -> Scene:
    """Seat 0 before the town, in its combat phase."""
    scene = before(TOWN, besiegers, ruleset=RULES)
    scene.combat(0)
    return scene


@pytest.mark.rule("ishkibibble-siege.1", "ishkibibble-siege.2", "ishkibibble-siege.4")
def test_the_question_tells_the_odds_of_a_storm_and_when_a_siege_is_decided() -> None:
    scene = facing()
    view = scene.match.view(0)
    odds = storm_odds(CONTENT, view, TOWN, HOST)
    assert (odds.attack, odds.opposed, odds.defenders) == (220, 200, ())
    assert odds.chance(False) == 0
    prompt = next(p for p in scene.match.prompts(0) if p.blocking)
    told = WORDS.stakes(prompt, view, NAMES)
    won, rest = (round(100 * odds.chance(wins)) for wins in (True, None))
    walls = "Northampton, defended by 200 (garrison 200)"
    force = "• Your **Percy**, **Mowbray**, **Neville** and **Grey** (220)"
    assert f"{force} against {walls}: 1.1 to 1, win {won}%, lose 0%, undecided {rest}%." in (told)
    assert f"{force} against {walls}: a siege announced now is decided in your next combat." in told


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-siege.4")
def test_the_odds_command_tells_of_both_ways() -> None:
    scene = facing()
    lex = Lexicon(CONTENT, table_rules(RULES))
    text = assault_text(lex, scene.match.view(0), TOWN, [*HOST], NAMES)
    assert "Besieging it needs 200 troops: enough." in text
    assert "Storm it now: win " in text
    assert text.endswith(
        "A siege announced now is decided in your next combat. ‹ishkibibble-siege.4›"
    )


@pytest.mark.rule("ishkibibble-siege.1")
def test_the_steward_besieges_what_it_only_just_matches() -> None:
    scene = before(TOWN, HOST, ruleset=RULES).heir_at("henry", "16,17", TOWN)
    scene.combat(0)
    assert answer(scene) == Choice.of("lay", nobles=HOST, place=TOWN)


@pytest.mark.rule("ishkibibble-siege.1")
def test_the_steward_storms_what_it_outweighs_by_far() -> None:
    scene = before("helmsley", HOST, ruleset=RULES).give("percy", "marshal_england")
    scene.noble("stanley", 0, "helmsley", outside=True)
    scene.heir_at("henry", "15,8", "helmsley").combat(0)
    assert answer(scene).verb == "storm"


@pytest.mark.rule("ishkibibble-siege.5")
def test_the_steward_concludes_a_siege_that_is_due() -> None:
    scene = facing()
    scene.play(0, "lay", nobles=HOST, place=TOWN)
    scene.combat(0)
    assert answer(scene).verb == "conclude"
