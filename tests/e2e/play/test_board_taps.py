"""What stands below every question on the board: a step back, and what a computer would do."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.app import Bot
from bot.board.document import shown_to
from bot.board.playing import Tap, answer
from bot.sandbox import RunningSandbox
from bot.session import GameSession, Refused
from tests.board.standing import board_of
from tests.e2e.conftest import bot_at
from tests.e2e.trouble.test_forged_taps import a_game


@pytest.fixture
async def bot(sandbox: RunningSandbox, database: str) -> AsyncIterator[Bot]:
    """The bot, which draws nothing."""
    async with bot_at(sandbox.base_url, database) as running:
        yield running


@pytest.fixture
async def game(sandbox: RunningSandbox, bot: Bot) -> GameSession:
    """A game of four people."""
    return await a_game(sandbox, bot)


def asked_in(game: GameSession) -> tuple[int, int]:
    """Somebody who is asked, and his seat."""
    seat = game.waiting_for()[0]
    user_id = game.seats[seat].user_id
    assert user_id is not None
    return user_id, seat


async def test_it_is_proposed_and_done_and_taken_back(game: GameSession) -> None:
    who, seat = asked_in(game)
    assert not (await shown_to(game, board_of(game), seat)).back
    before = game.revision
    proposed = await answer(game, who, Tap(1, want="advise"))
    assert proposed.title == "Shall I?"
    assert proposed.sure[0]
    assert game.revision == before

    done = await answer(game, who, Tap(2, want="do", value=proposed.value, once="a"))
    assert done.done
    assert game.revision > before
    # The same tap once more, as after a lost connection, does it no second time.
    after = game.revision
    again = await answer(game, who, Tap(3, want="do", value=proposed.value, once="b"))
    assert (again.title, again.done) == ("Shall I?", ())
    assert game.revision == after

    assert (await shown_to(game, board_of(game), seat)).back
    back = await answer(game, who, Tap(4, want="undo", once="c"))
    assert back.done == ("You have taken back your last step.",)
    assert not (await shown_to(game, board_of(game), seat)).back


async def test_a_proposal_that_has_passed_is_made_anew(game: GameSession) -> None:
    who, _ = asked_in(game)
    before = game.revision
    for value in ("", "0|0|ffff", "9|9|9", "x"):
        made = await answer(game, who, Tap(1, want="do", value=value, once=value))
        assert (made.title, made.done) == ("Shall I?", ())
    assert game.revision == before


async def test_who_watches_is_refused(game: GameSession) -> None:
    before = game.revision
    wants = [Tap(1, want="undo"), Tap(1, want="advise"), Tap(1, want="do"), Tap(1, value="done||")]
    for tap in wants:
        with pytest.raises(Refused, match="You are watching"):
            await answer(game, 1, tap)
    assert game.revision == before


async def test_the_hand_is_its_own_seats(game: GameSession) -> None:
    own = await shown_to(game, board_of(game), 0)
    other = await shown_to(game, board_of(game), 1)
    assert any("Cards still to give" in line or line.startswith("Hand") for line in own.hand)
    assert own.hand != other.hand
    assert (await shown_to(game, board_of(game), None)).hand == ()
