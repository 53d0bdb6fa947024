"""Each game has its own customs, and a command of one is sent away kindly by another."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands

from bot.rules.kernel import Etiquette
from bot.rules.kingmaker import facts
from bot.session import Refused
from cogs.kingmaker.movement import Movement
from cogs.map import Map
from cogs.ui.choosing.public_questions import public_ways
from cogs.ui.customs import CUSTOMS, Customs, misplaced, register
from cogs.vote import Vote
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.scene import Scene


class OtherCustoms(Customs):
    """A game with two commands and votes of its own."""

    commands = ("/dig", "/fill")
    votes = {"yea": "yes", "nay": "no"}


@pytest.fixture(autouse=True)
def other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second game is known."""
    monkeypatch.setattr("cogs.ui.customs.CUSTOMS", dict(CUSTOMS))
    register("ditches", OtherCustoms())


def scene() -> Scene:
    """Anne's movement."""
    found = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    found.movement(0)
    return found


def playing(game: str, command: Any) -> Any:
    """Somebody runs a command in a channel where this game is played."""
    session: Any = MemorySession(scene().match)
    session.game = game

    async def in_channel(_: int) -> Any:
        return session

    session.presence = SimpleNamespace(greet=lambda _: None)
    background = SimpleNamespace(keep=lambda _: None)
    desk = SimpleNamespace(in_channel=in_channel, background=background)
    who = SimpleNamespace(id=101)
    return SimpleNamespace(
        command=command, channel_id=2, client=SimpleNamespace(desk=desk), user=who
    )


def moving(name: str) -> Any:
    """A command of `/move`."""
    group = Movement().app_command
    assert isinstance(group, app_commands.Group)
    return group.get_command(name)


@pytest.mark.parametrize("name", ["to", "march"])
async def test_a_command_of_another_game_says_what_to_use_here(name: str) -> None:
    """Whether it is a method of its cog or a line in it."""
    assert await misplaced(playing("ditches", moving(name))) == (
        f"`/move {name}` belongs to Kingmaker, but this is a game of Ditches. Its own commands "
        "are `/dig` · `/fill`. `/help` shows what you can do now."
    )


async def test_a_command_of_the_game_or_of_any_game_is_let_through() -> None:
    assert await misplaced(playing("kingmaker", moving("march"))) is None
    (shared,) = Map().get_app_commands()
    assert await misplaced(playing("ditches", shared)) is None


async def test_a_vote_that_the_game_does_not_have_is_refused() -> None:
    group = Vote().app_command
    assert isinstance(group, app_commands.Group)
    abstain: Any = group.get_command("abstain")
    nay: Any = group.get_command("nay")
    with pytest.raises(Refused, match=r"You cannot abstain in this game\. Use `/vote yea` or"):
        await abstain.callback(Vote(), _asks("ditches"))
    with pytest.raises(Refused, match="Leave them out"):
        await nay.callback(Vote(), _asks("kingmaker"), markers="2")
    with pytest.raises(Refused, match="There are no votes in this game"):
        await nay.callback(Vote(), _asks("snakes"))


def _asks(game: str) -> Any:
    return playing(game, None)


def test_a_verb_that_gives_a_hidden_thing_away_gets_no_public_button(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session: Any = MemorySession(scene().match)
    before = set(public_ways(session, 0))
    assert "march" in before
    manners = Etiquette(telltale_verbs=frozenset({"march"}))
    monkeypatch.setattr(type(session.rules), "etiquette", manners)
    assert set(public_ways(session, 0)) == before - {"march"}


def test_what_somebody_has_just_said_of_a_deal_is_not_told_him_again() -> None:
    customs = CUSTOMS["kingmaker"]
    said = {
        facts.DealProposed(1, 0, 1, ("york",), (), "", None, audience=(0, 1)): (0,),
        facts.DealClosed(1, 0, 1, "withdrawn", audience=(0, 1)): (0,),
        facts.DealClosed(1, 0, 1, "refused", audience=(0, 1)): (1,),
        # That a deal is struck, or that nobody has answered it, hears who offered it.
        facts.DealClosed(1, 0, 1, "accepted", audience=(0, 1)): (1,),
        facts.DealClosed(1, 0, 1, "lapsed", audience=(0, 1)): (1,),
        # That a line has died out, and the offer with it, is nobody's word.
        facts.DealClosed(1, 0, 1, "void", audience=(0, 1)): (),
        facts.RansomOffered("percy", 1, 0, ("york",), audience=(0, 1)): (1,),
    }
    for event, seats in said.items():
        assert tuple(seat for seat in (0, 1, 2) if customs.is_own_word(event, seat)) == seats
