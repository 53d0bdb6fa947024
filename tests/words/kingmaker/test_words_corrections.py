"""What a moderator reads before he mends something."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker.corrections.sea import ShipCorrected
from bot.words.kingmaker.words import KingmakerWords
from bot.words.shape import DESCRIPTION_LIMIT, FIELD_LIMIT, LABEL_LIMIT, VERB_LIMIT
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob"].__getitem__


def sentence(verb: str, **args: str) -> str:
    return WORDS.choice(Choice.of(verb, **args), NAMES)


@pytest.mark.parametrize(
    ("verb", "args", "text"),
    [
        ("correct_move", {"piece": "percy", "to": "york"}, "**Percy** is put inside York."),
        (
            "correct_move",
            {"piece": "henry", "to": "18,20"},
            "*Henry VI* is put in the open at S21 London.",
        ),
        (
            "correct_card",
            {"card": "earl_kent", "to": "percy"},
            "Earl of Kent goes to **Percy**.",
        ),
        (
            "correct_card",
            {"card": "earl_kent", "to": "hand:1"},
            "Earl of Kent goes into Bob’s hand.",
        ),
        (
            "correct_card",
            {"card": "earl_kent", "to": "chancery"},
            "Earl of Kent goes to the Chancery.",
        ),
        ("correct_control", {"place": "york", "to": "nobody"}, "York is controlled by nobody."),
        (
            "correct_control",
            {"place": "york", "to": "scots"},
            "York falls into the hands of the Scots.",
        ),
        (
            "correct_control",
            {"place": "york", "to": "percy"},
            "York is controlled by **Percy**.",
        ),
        (
            "correct_heir",
            {"heir": "henry", "noble": "percy"},
            "*Henry VI* is handed to **Percy**.",
        ),
        (
            "correct_leave",
            {"heir": "henry"},
            "*Henry VI* stays where he is, without a keeper.",
        ),
        (
            "correct_event",
            {"card": "E-FM01", "to": "hand:0"},
            "Free Move goes into Anne’s hand.",
        ),
        (
            "correct_ship",
            {"ship": "le_rose", "to": "newcastle"},
            "Le Rose is put in port at Newcastle upon Tyne.",
        ),
        (
            "correct_aboard",
            {"noble": "percy", "ship": "le_rose"},
            "**Percy** is put aboard Le Rose.",
        ),
        ("correct_kill", {"piece": "percy"}, "**Percy** dies."),
        ("correct_revive", {"piece": "percy", "seat": "0"}, "**Percy** comes back with Anne."),
        ("correct_revive", {"piece": "henry"}, "*Henry VI* comes back."),
        (
            "correct_phase",
            {"phase": "parliament"},
            "The turn goes on with this phase: Parliament.",
        ),
    ],
)
def test_a_correction_is_a_sentence(verb: str, args: dict[str, str], text: str) -> None:
    assert sentence(verb, **args) == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ShipCorrected("le_rose", "the-wash"), "Le Rose is put at sea: The Wash."),
        (
            ShipCorrected("le_rose", "newcastle", noble="percy"),
            "**Percy** is put aboard Le Rose in port at Newcastle upon Tyne.",
        ),
    ],
)
def test_a_ship_that_was_corrected_is_told(event: ShipCorrected, text: str) -> None:
    assert WORDS.tell(event, NAMES) == text


def test_every_value_that_is_offered_has_its_own_name() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.movement(0)
    (known,) = scene.game.corrections(scene.match.table)
    view = scene.match.view(None)
    for offer in known.offers:
        assert 0 < len(WORDS.verb(offer, known)) <= VERB_LIMIT
        assert "Correct" not in WORDS.verb(offer, known)
        for field in offer.fields:
            assert 0 < len(WORDS.field(offer, field)) <= FIELD_LIMIT
            assert not field.candidates or WORDS.field(offer, field) != "Choose"
            labels = []
            for candidate in field.candidates:
                label, about = WORDS.option(offer, field, candidate, view, NAMES)
                assert len(label) <= LABEL_LIMIT
                assert len(about) <= DESCRIPTION_LIMIT
                assert "_" not in label
                labels.append(label)
            assert len(set(labels)) == len(labels), offer.verb
