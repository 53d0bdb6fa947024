"""Why the steward advises a move: from the view and the targets that it chooses by."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.seats.kingmaker_reasons import Reason, reason_for
from bot.words.kingmaker.choices import reason_text
from bot.words.kingmaker.names import Lexicon
from tests.rules.kingmaker.scene import HOUSE, Scene


def told(scene: Scene, choice: Choice) -> Reason | None:
    """The reason for a choice of seat 0."""
    return reason_for(scene.match.view(0), 0, HOUSE.content, choice)


def scene() -> Scene:
    """Percy stands at Alnwick; an heir waits in the open, a foe stands weak, a castle is free."""
    made = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    made.heir_at("margaret", "15,11")
    made.movement(0)
    return made


def test_an_heir_who_waits_is_named() -> None:
    reason = told(scene(), Choice.of("march", nobles="percy", to="15,11"))
    assert reason == Reason("heir", ("margaret",))


def test_a_place_that_can_be_taken_is_named_with_its_defence() -> None:
    reason = told(scene(), Choice.of("march", nobles="percy", to="15,8"))
    assert reason == Reason("siege", ("helmsley",), 100)


def test_where_there_is_nothing_to_win_they_gather_or_shelter() -> None:
    board = HOUSE.content.board
    empty = next(
        s for s in board.reach(board.places["alnwick"].square) if not board.squares[s].places
    )
    assert told(scene(), Choice.of("march", nobles="percy", to=empty)) == Reason("gather")
    home = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    home.movement(0)
    square = board.places["alnwick"].square
    assert told(home, Choice.of("ride", nobles="percy", to=square)) == Reason(
        "shelter", ("alnwick",)
    )


@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        (Choice("done"), "rest"),
        (Choice.of("leave", nobles="percy", place="alnwick"), "outside"),
        (Choice.of("enter", nobles="percy", place="alnwick"), "inside"),
        (Choice.of("attack", nobles="percy", against="1"), "fight"),
        (Choice.of("conclude", nobles="percy", place="skipton"), "fight"),
        (Choice.of("lay", nobles="percy", place="skipton"), "besiege"),
    ],
)
def test_what_a_step_is_for(choice: Choice, kind: str) -> None:
    reason = told(scene(), choice)
    assert reason is not None
    assert reason.kind == kind
    assert reason_text(Lexicon(HOUSE.content), reason.kind, reason.about, 0)


def test_what_needs_no_reason_has_none() -> None:
    assert told(scene(), Choice.of("keep", card="x")) is None


def test_a_reason_in_words() -> None:
    lex = Lexicon(HOUSE.content)
    assert reason_text(lex, "heir", ("margaret",), 0) == (
        "Margaret of Anjou can be taken there without a fight."
    )
    assert reason_text(lex, "siege", ("alnwick",), 100) == (
        "Alnwick can be taken from there: 100 defend it."
    )
    assert reason_text(lex, "unknown", (), 0) == ""
