"""The boards: two games that differ only in what is hidden show everybody the same."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import pytest

from bot.board.offered import touched
from bot.games import GAMES
from bot.rules.kernel import Dice
from bot.secrecy import observers, other_world
from rendering.canvas.touch import Laid, TouchBoard
from tests.board.standing import Standing, board_of, positions, shown

EVERY_GAME = [(game, ruleset) for game, rulesets in GAMES.items() for ruleset in rulesets]

OWN = "offers", "seat", "hand", "near"
"""What of a document is the viewer's own."""

NO_BOARD = Laid(TouchBoard(0, 0, (), {}), {})

DECISIONS = 4_000
"""How many decisions of each rule set are looked at in the long search."""


def twin(session: Any, seat: int | None, luck: Dice) -> Any:
    """The same game with other secrets."""
    assert session.match is not None
    return Standing(other_world(session.match, seat, luck), session.game, session.ruleset)


@pytest.mark.parametrize(("game", "ruleset"), EVERY_GAME)
def test_twins_look_alike(game: str, ruleset: str) -> None:
    others = 0
    for number, session in enumerate(positions(game, ruleset, 6, 35)):
        assert session.match is not None
        luck, board = Dice(f"luck {number}"), board_of(session)
        for seat in observers(session.match):
            other = twin(session, seat, luck)
            assert other.match is not None
            others += session.match.save() != other.match.save()
            if seat is None:
                assert board_of(other) == board
            before = shown(session, seat, board)
            assert shown(other, seat, board) == before
            if seat is None:
                continue
            for thing in before["offers"].get("live", ())[:8]:
                assert touched(session, seat, thing, None) == touched(other, seat, thing, None)
    assert others, "nothing was hidden, so that nothing was tried"


def test_a_board_is_everybodys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board and what is said of all of it are made from the spectators' view alone."""
    session = next(positions("kingmaker", "house", 1, 60))
    board, asked = board_of(session), list[int | None]()
    honest = Standing.view

    def heard(self: Standing, seat: int | None) -> object:
        asked.append(seat)
        return honest(self, seat)

    monkeypatch.setattr(Standing, "view", heard)
    alone = shown(session, None, board)
    assert set(asked) == {None}
    for seat in range(4):
        own = shown(session, seat, board)
        assert {**own, **dict.fromkeys(OWN)} == {**alone, **dict.fromkeys(OWN)}


@pytest.mark.long
@pytest.mark.parametrize(("game", "ruleset"), EVERY_GAME)
def test_no_frame_of_a_long_search_tells_what_is_hidden(game: str, ruleset: str) -> None:
    """After every decision somebody's frame, and the answer to a tap, are the same in a twin.

    A board is laid from the spectators' view alone (see above), so that the view stands for it.
    """
    seen, others, chance = 0, 0, random.Random(ruleset)
    for number in count():
        for session in positions(game, ruleset, DECISIONS - seen, 1, f" {number}"):
            seen += 1
            seat = chance.choice(observers(session.match))
            other = twin(session, seat, Dice(f"luck {seen}"))
            others += session.match.save() != other.match.save()
            if seat is None:
                assert session.view(None) == other.view(None), seen
            before = shown(session, seat, NO_BOARD)
            assert shown(other, seat, NO_BOARD) == before, seen
            live = before["offers"].get("live", ())
            if seat is not None and live:
                thing = chance.choice(live)
                assert touched(session, seat, thing, None) == touched(other, seat, thing, None)
        if seen >= DECISIONS:
            break
    assert seen == DECISIONS
    assert others > seen / 2
