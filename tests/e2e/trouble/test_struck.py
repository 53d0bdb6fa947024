"""An assault is told and taken back: its message is struck through, and may come to stand again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.app import Bot
from bot.rules.kernel import Choice
from bot.sandbox import RunningSandbox
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import text_of
from bot.session import GameSession, SeatInfo
from bot.storage import outbox
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, bot_at, is_ephemeral, said
from tests.rules.kingmaker import underway
from tests.waiting import PATIENCE

ANEW = "The dice are rolled again, and the decks are shuffled."
ALONE = (
    SeatInfo(0, None, "Alice"),
    SeatInfo(1, None, "Steward 1 (computer)", "steward"),
    SeatInfo(2, None, "Steward 2 (computer)", "steward"),
)


async def at_the_gates(bot: Bot, alice: Player) -> GameSession:
    """A game of Alice and two computers in which she could take a castle by assault now."""
    channel, user = alice.channel(CHANNEL), int(alice.me["id"])
    session = await bot.desk.new_games.bring_in(
        underway.before_siege(ALONE),
        guild_id=int(channel["guild_id"]),
        channel_id=int(channel["id"]),
        host_id=user,
        people={0: user},
    )
    await at_rest(session)
    return session


async def stormed(bot: Bot, alice: Player, session: GameSession) -> dict[str, Any]:
    """Alice assaults the castle with all she has, the dice fall; the message that tells of it."""
    assert session.match is not None
    offers = [offer for prompt in session.match.asked(0) for offer in prompt.offers]
    assault = next(offer for offer in offers if offer.verb == "conclude")
    nobles, place = (field.candidates for field in assault.fields)
    choice = Choice("conclude", {"nobles": nobles, "place": place})
    await session.submit(user_id=int(alice.me["id"]), choice=choice)
    told = await alice.wait_for_message(
        lambda m: not m["flags"] & 64 and "tries to conclude the siege" in text_of(m),
        channel=CHANNEL,
    )
    await all_told(bot, session)
    return alice.current(told)


async def all_told(bot: Bot, session: GameSession) -> None:
    """Wait until all that happened has been told, and noted as told."""
    async with asyncio.timeout(60):
        while True:
            async with bot.database.reading() as db:
                if not await outbox.waiting(db, session.id):
                    return
            await asyncio.sleep(0.01)


def is_struck(message: dict[str, Any]) -> bool:
    """Whether every line of a message is struck through."""
    lines = [line for line in text_of(message).splitlines() if line.strip()]
    return all("~~" in line and line.endswith("~~") for line in lines)


async def test_alone_one_decides_oneself_and_the_message_is_struck_through(room: Room) -> None:
    alice = room.alice
    session = await at_the_gates(room.bot, alice)
    before = session.view(0)
    told = await stormed(room.bot, alice, session)
    assert "~~" not in text_of(told)
    answer = await alice.slash(CHANNEL, "undo")
    assert is_ephemeral(answer)
    assert said(answer).startswith(f"You have taken back your last step. {ANEW}")
    struck = [f"~~{line}~~" for line in text_of(told).splitlines()]
    await alice.wait_until(
        lambda player: set(struck) <= set(text_of(player.current(told)).splitlines())
    )
    await alice.wait_for_message(
        lambda m: f"↩ **Alice** took back a step. {ANEW}" in text_of(m), channel=CHANNEL
    )
    assert session.waiting_for() == [0]
    assert session.view(0) == before


async def test_after_a_restart_too_and_what_is_brought_back_stands_again(
    sandbox: RunningSandbox, database: str, tmp_path: Path
) -> None:
    url = sandbox.base_url
    async with await Player.connect(url, "Alice", within=PATIENCE) as alice:
        async with bot_at(url, database) as bot:
            told = await stormed(bot, alice, await at_the_gates(bot, alice))
        async with bot_at(url, database):
            await alice.slash(CHANNEL, "mod undo", {"reason": "a slip"})
            await alice.wait_until(lambda player: is_struck(player.current(told)))
            undone = await alice.wait_for_message(
                lambda m: "takes back the last decision of" in text_of(m) and ANEW in text_of(m),
                channel=CHANNEL,
            )
        async with bot_at(url, database):
            await alice.slash(CHANNEL, "mod retract", {"reason": "it was right"})
            await alice.wait_until(lambda player: text_of(player.current(told)) == text_of(told))
            # The news of the undo do not stand any more.
            await alice.wait_until(lambda player: is_struck(player.current(undone)))
