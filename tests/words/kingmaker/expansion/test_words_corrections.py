"""What moderators read of corrections of what the expansion brings, to the letter."""

from __future__ import annotations

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, Event
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.captivity import BootyForgiven
from bot.rules.kingmaker.corrections.lasting import RefugeCorrected
from bot.rules.kingmaker.corrections.sea import WatchCorrected
from bot.rules.kingmaker.state import Booty, Custody, Exile, Spell
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import Scene

GAME = game_for("kingmaker", "ishkibibble")
WORDS = KingmakerWords(GAME.content)
NAMES = ["Anne", "Bob"].__getitem__


@pytest.mark.parametrize(
    ("verb", "args", "text"),
    [
        (
            "curse",
            {"spell": "defeatism:1", "turns": "2"},
            "Defeatism (Bob) begins and lasts 2 turns.",
        ),
        ("curse", {"spell": "excommunication:0"}, "Excommunication (Anne) begins."),
        ("spell", {"spell": "vacillating:0:percy"}, "Vacillating (Percy, Anne) is over."),
        (
            "treaty",
            {"land": "continent", "to": "henry"},
            "A treaty with France, made by *Henry VI*, is in force.",
        ),
        ("treaty", {"land": "scotland", "to": "nobody"}, "No treaty with Scotland is in force."),
        (
            "refuge",
            {"refuge": "scotland:1"},
            "The refuge in Scotland (Bob) is over: all in it are put out.",
        ),
        ("blockade", {"ship": "le_rose", "to": "hull"}, "Le Rose blockades Hull."),
        ("blockade", {"ship": "le_rose", "to": "nobody"}, "Le Rose blockades no port."),
        ("prisoner", {"ship": "le_rose", "to": "prisoner"}, "Le Rose is a prisoner in her port."),
        ("prisoner", {"ship": "le_rose", "to": "free"}, "Le Rose is no longer a prisoner."),
        (
            "hold",
            {"captive": "percy", "noble": "neville", "draws": "1"},
            "**Neville** holds **Percy** for a ransom: his player owes 1 Crown draw.",
        ),
        (
            "hold",
            {"captive": "henry", "noble": "neville", "draws": "3", "seat": "1"},
            "**Neville** holds *Henry VI* for a ransom: Bob owes 3 Crown draws.",
        ),
        ("booty", {"seat": "1", "to": "0"}, "Anne draws Bob’s next Crown card as Booty."),
        ("booty", {"seat": "1", "to": "nobody"}, "Bob gives up one fewer draw as Booty."),
        (
            "control",
            {"place": "york", "to": "french_foot"},
            "York falls into the hands of the French Foot Soldiers.",
        ),
    ],
)
def test_what_is_about_to_be_mended(verb: str, args: dict[str, str], text: str) -> None:
    assert WORDS.choice(Choice.of(f"correct_{verb}", **args), NAMES) == text


TOLD: list[tuple[Event, str]] = [
    (BootyForgiven(1, 0), "Anne draws one fewer of Bob’s Crown cards as Booty."),
    (RefugeCorrected("percy", "scotland"), "**Percy** shares the refuge in Scotland."),
    (WatchCorrected("le_rose", "hull", "blockade"), "Le Rose no longer blockades Hull."),
    (WatchCorrected("le_rose", "hull", "prisoner"), "Le Rose is no longer a prisoner in Hull."),
    (facts.TreatyEnded("continent", "henry", "correction"), "The treaty with France is over."),
    (
        facts.SpellBegan("catastrophe", 0, 1),
        "Titles, offices and bishops bring no troops until Anne’s next turn begins."
        " ‹ishkibibble-catastrophe.1›",
    ),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=range(len(TOLD)))
def test_what_was_mended(event: Event, text: str) -> None:
    assert WORDS.tell_all([event], NAMES) == [text]


def test_what_is_suggested() -> None:
    scene = Scene(2, "ishkibibble").noble("percy", 0, "alnwick").noble("neville", 1, "middleham")
    scene.give("percy", "le_rose").ship("le_rose", port="hull").crowned("henry").movement(0)
    state = scene.state
    state.spells = [Spell("vacillating", 0, 1, noble="percy")]
    state.exiles = [Exile(1, "scotland", "X-RF3", 3, nobles=["neville"])]
    state.custody = {"percy": Custody(0, 1, 2, keeper="neville")}
    state.booty = [Booty(0, 1)]
    (prompt,) = scene.game.corrections(scene.match.table)
    view, found = scene.match.view(None), {}
    for offer in prompt.offers:
        for field in offer.fields:
            for candidate in field.candidates:
                label, _ = WORDS.option(offer, field, candidate, view, NAMES)
                found[offer.verb, field.name, candidate] = label
    assert found["correct_spell", "spell", "vacillating:0:percy"] == "Vacillating (Percy, Anne)"
    assert found["correct_curse", "spell", "defeatism:1"] == "Defeatism (Bob)"
    assert found["correct_curse", "turns", "3"] == "3 turns"
    assert found["correct_treaty", "land", "continent"] == "The Continent"
    assert found["correct_treaty", "to", "henry"] == "Henry VI"
    assert found["correct_treaty", "to", "nobody"] == "Nobody"
    assert found["correct_refuge", "refuge", "scotland:1"] == "Scotland (Bob)"
    assert found["correct_blockade", "to", "hull"] == "Hull"
    assert found["correct_blockade", "to", "nobody"] == "No port"
    assert found["correct_prisoner", "to", "prisoner"] == "Prisoner"
    assert found["correct_prisoner", "to", "free"] == "Free"
    assert found["correct_hold", "draws", "3"] == "3 Crown draws"
    assert found["correct_hold", "seat", "1"] == "Bob"
    assert found["correct_booty", "to", "1"] == "Bob"
    assert found["correct_booty", "to", "nobody"] == "Nobody"
    assert found["correct_control", "to", "french_foot"] == "The French Foot Soldiers"
    assert len({offer.verb for offer in prompt.offers}) <= 25  # all fit into Discord's suggestions
