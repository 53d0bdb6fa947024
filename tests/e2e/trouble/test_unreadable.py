"""A game that cannot be read: its people hear of it in words, and the channel can be freed."""

from __future__ import annotations

from bot.sandbox.members.sight import text_of
from bot.storage import games
from tests.e2e.conftest import CHANNEL, Room, bot_at, card, changed, said


async def test_games_tells_of_the_one_and_the_host_can_give_it_up(room: Room) -> None:
    alice = room.alice
    await room.open_game(seats=2)
    game_id = (await room.session()).id
    await alice.slash("tower", "game new", seats=2)
    async with room.bot.desk.services.database.writing() as db:
        await games.change(db, game_id, snapshot=b"no snapshot at all", to_play=True)
    await room.bot.close()
    async with bot_at(room.sandbox.base_url, room.database):
        told = said(await alice.slash(CHANNEL, "games"))
        assert f"⚠️ I cannot read game {game_id} of this table" in told
        assert "Not begun yet. One seat is free." in told
        for command in ("status", "hand", "parliament done", "mod audit"):
            told = said(await alice.slash(CHANNEL, command))
            assert f"I cannot read game {game_id} of this table" in told
        refused = said(await room.bob.slash(CHANNEL, "game end"))
        assert "Only the host or somebody who may manage this server can do that." in refused
        asked = await alice.slash(CHANNEL, "game end")
        assert asked.message is not None
        assert "End this game for everybody?" in said(asked)
        await alice.press(asked.message, "Yes, end it")
        assert "The game has been ended." in text_of(await changed(alice, asked.message))
        assert game_id not in said(await alice.slash(CHANNEL, "games"))
        await alice.slash(CHANNEL, "game new", seats=2)
        assert text_of(await card(alice, "Join"))
