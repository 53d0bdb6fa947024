"""The commands by topic, for whoever looks for one."""

from __future__ import annotations

import bot
from bot.sandbox.members.sight import selects, text_of
from tests.e2e.conftest import CHANNEL, Room, changed, is_ephemeral, said


async def test_without_a_game_help_is_the_guide_with_its_topics(room: Room) -> None:
    answer = await room.bob.slash(CHANNEL, "help")
    assert is_ephemeral(answer)
    assert said(answer).startswith("### How to win: Covault’s evening\nYou win at once when you ")
    assert answer.message is not None
    menu = selects(answer.message)[0]
    assert [option["label"] for option in menu["options"]][:3] == [
        "Your table",
        "At play",
        "Kingmaker’s own commands",
    ]
    await room.bob.choose(answer.message, menu["custom_id"], "past")
    shown = await changed(room.bob, answer.message)
    assert text_of(shown).splitlines() == [
        "### What has happened",
        "`/log` Read what has happened, as far as you are allowed to know",
        "`/digest` What you missed, and what you have to decide",
        "`/replay` Watch the game again, turn by turn",
        "`/profile` See how somebody has done in this server’s finished games",
        "`/leaderboard` The best players of a game on this server, with ratings",
        "`/stats` How this server’s games ended, under each set of rules",
        "`/season` A season of games: open · join · leave · draw · table · end",
    ]
    assert selects(shown)


async def test_the_bot_says_what_it_is_and_its_version(room: Room) -> None:
    answer = await room.bob.slash(CHANNEL, "about")
    assert is_ephemeral(answer)
    assert said(answer).startswith(f"### kingmaker-bot {bot.__version__}\n")
    assert "board games of treachery in your channels: Kingmaker and Lancaster." in said(answer)
    assert "`/bug` writes a report for the people who run this bot." in said(answer)


async def test_a_topic_by_name(room: Room) -> None:
    offered = await room.alice.autocomplete(CHANNEL, "help", "topic", "kingm")
    assert [each["value"] for each in offered] == ["kingmaker"]
    await room.start_game()
    answer = await room.alice.slash(CHANNEL, "help", topic="kingmaker")
    assert is_ephemeral(answer)
    assert "`/odds` The odds of a fight: battle · siege" in said(answer)
    unknown = await room.alice.slash(CHANNEL, "help", topic="chess")
    assert said(unknown).startswith("There is no topic “chess”. Choose from: table, play, ")
