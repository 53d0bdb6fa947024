"""A game that is played to its end is found in `/profile` and `/leaderboard`, and nothing else."""

from __future__ import annotations

import random
import re
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from bot.sandbox.members.sight import text_of
from bot.session import GameSession
from bot.storage import AnswersRow, results
from cogs.ui.replies import at_rest, is_on
from tests.e2e.conftest import CHANNEL, Room, card, is_ephemeral, said
from tests.e2e.guest import Guest, settled
from tests.e2e.prepared import moved_on
from tests.e2e.stewards import advice
from tests.e2e.table.test_muster import later
from tests.waiting import until


async def played_out(room: Room) -> None:
    """Alice and a computer play a short game of Kingmaker to its end; hers are good choices."""
    await room.open_game(seats=2, rounds=1)
    await room.alice.slash(CHANNEL, "game start")
    session = await room.session()
    alice = int(room.alice.me["id"])
    while session.status == "running":
        await at_rest(session)
        if session.status == "running" and 0 in session.waiting_for():
            await session.submit(user_id=alice, choice=await advice(session, 0))
        elif session.status == "running":
            await moved_on(session)
    await room.look()


async def test_a_finished_game_shows_in_profile_and_leaderboard(room: Room) -> None:
    alice, bob = room.alice, room.bob
    none = await alice.slash(CHANNEL, "leaderboard")
    assert is_ephemeral(none)
    assert said(none).startswith("### 🏆 Kingmaker on this server\nNobody here has finished a game")
    assert "You have not finished a game here yet." in said(await alice.slash(CHANNEL, "profile"))

    await played_out(room)
    session = await room.session()
    assert session.match is not None
    winners, victory = session.match.game.winners(session.match.position.state)
    assert winners in ((0,), (1,), (0, 1))
    board = await bob.slash(CHANNEL, "leaderboard", game="Kingmaker")
    assert is_ephemeral(board)
    own = f"<@{alice.me['id']}>"
    lines = said(board).splitlines()
    assert {line.split(" · ")[1] for line in lines[1:3]} == {own, "Steward (computer)"}
    for line in lines[1:3]:
        won = (0 if own in line else 1) in winners
        place = 1 if won else 2
        assert re.fullmatch(
            rf"\*\*{place}\*\* · .* · \*\*\d+\*\* · {int(won)} of 1 game won", line
        ), line

    seen = said(await bob.slash(CHANNEL, "profile", person="Alice")).splitlines()
    assert seen[0] == "### Alice on this server"
    place = 1 if 0 in winners else 2
    assert re.fullmatch(rf"\*\*Kingmaker\*\* · rating \*\*\d+\*\*, place {place} of 2", seen[1])
    assert seen[2].startswith(f"{int(0 in winners)} of 1 game won")
    assert victory
    stats = await bob.slash(CHANNEL, "stats")
    assert is_ephemeral(stats)
    assert said(stats).splitlines()[1] == "**Kingmaker: Covault’s evening** · 1 game, 1 round"
    assert stats.message is not None
    (chart,) = stats.message["attachments"]
    assert chart["filename"] == "chart.png"
    nobody = said(await alice.slash(CHANNEL, "profile", person="Bob"))
    assert nobody == (
        "### Bob on this server\n"
        "There is nothing to see: no finished games here, or none that others may see."
    )


async def test_one_keeps_ones_results_to_oneself_or_has_them_forgotten(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await played_out(room)
    wrong = await alice.slash(CHANNEL, "profile", person="Bob", shown=False)
    assert said(wrong) == "Everybody decides that for themselves. Leave out `person`."
    hidden = said(await alice.slash(CHANNEL, "profile", shown=False))
    assert "rating" in hidden
    assert hidden.endswith("Only you see this. `/profile shown:True` lets others see it.")
    assert alice.me["id"] not in said(await bob.slash(CHANNEL, "leaderboard"))
    assert "There is nothing to see" in said(await bob.slash(CHANNEL, "profile", person="Alice"))
    again = said(await alice.slash(CHANNEL, "profile", shown=True))
    assert "Others can see this" in again
    assert alice.me["id"] in said(await bob.slash(CHANNEL, "leaderboard"))

    assert "**Results**: your ratings" in said(await alice.slash(CHANNEL, "forget me"))
    await alice.slash(CHANNEL, "forget me", really=True)
    assert alice.me["id"] not in said(await bob.slash(CHANNEL, "leaderboard"))
    assert "You have not finished a game" in said(await alice.slash(CHANNEL, "profile"))
    assert "Steward (computer)" in said(await bob.slash(CHANNEL, "leaderboard"))


async def test_a_game_that_is_unknown_is_named(room: Room) -> None:
    wrong = await room.alice.slash(CHANNEL, "leaderboard", game="chess")
    assert said(wrong) == "I do not know a game called “chess”. I know: kingmaker, lancaster."


async def answered(session: GameSession) -> None:
    """Somebody whom the game waits for answers well, if it is not over."""
    await at_rest(session)
    if session.status == "running":
        seat = session.waiting_for()[0]
        user_id = session.seats[seat].user_id
        assert user_id is not None
        await session.submit(user_id=user_id, choice=await advice(session, seat))


async def played_by_all(session: GameSession) -> tuple[int, ...]:
    """Play a game to its end for all its people, whose choices are good; everybody's place."""
    while session.status == "running":
        await answered(session)
    assert session.match is not None
    return session.match.game.places(session.match.position.state)


async def laid_in(room: Room, user_id: int, in_time: int, late: int) -> None:
    """Somebody has answered so often in a game that is over."""
    row = AnswersRow(
        guild_id=int(room.alice.channel(CHANNEL)["guild_id"]),
        user_id=user_id,
        answered=in_time,
        late=late,
        at=room.bot.desk.services.clock.now(),
    )
    async with room.bot.database.writing() as db:
        await results.keep_answers(db, [row])


@pytest.mark.long
async def test_a_band_rises_with_answers_and_falls_with_deadlines_that_pass(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await laid_in(room, int(bob.me["id"]), 15, 5)

    async def shown() -> str:
        text = said(await alice.slash(CHANNEL, "profile", person="Bob"))
        return next((line for line in text.splitlines() if line.startswith("⏱")), "")

    async def begun() -> GameSession:
        terms = "People who mostly answer in time"
        await alice.slash(CHANNEL, "game new", seats=2, pace="live", terms=terms)
        return await room.session()

    assert await shown() == "⏱ Answers over the last six months: often late"
    table = await begun()
    refused = await bob.slash(CHANNEL, "game join")
    assert said(refused).startswith("This table wants people who answer in time more often")
    # Bob is let in without such terms, answers some questions in time, and rises.
    await table.lobby.end(int(alice.me["id"]))
    await room.look()
    await alice.slash(CHANNEL, "game new", seats=2, pace="live")
    await room.seat_bob()
    await alice.press(await card(alice, "Start"), "Start")
    session = await room.session()
    await until(partial(is_on, session))
    while session.view(None).round < 4:
        await answered(session)
    await session.lobby.end(session.host_id)
    await room.look()
    assert await shown() == "⏱ Answers over the last six months: mostly on time"
    # The table that asks for it lets Bob in, and its card says how he answers.
    table = await begun()
    await room.seat_bob()
    lines = text_of(await card(alice, "Start")).splitlines()
    assert any("**Bob**" in line and "mostly on time" in line for line in lines)
    await alice.press(await card(alice, "Start"), "Start")
    await until(partial(is_on, table))
    # Nobody answers for half a day.
    for hours in range(1, 13):
        later(room, hours=hours)
        await room.bot.desk.scheduler.carry_out_due()
        await settled()
    await table.lobby.end(table.host_id)
    await room.look()
    assert await shown() == "⏱ Answers over the last six months: often late"
    # Half a year later nothing of it is remembered.
    later(room, days=190)
    assert await shown() == ""


@pytest.mark.long
async def test_a_season_of_four_games(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    # Games with one seed would count as copies of one.
    luck = random.Random(11)
    drawn = SimpleNamespace(choice=luck.choice, token_hex=lambda size: luck.randbytes(size).hex())
    monkeypatch.setattr("bot.session.new_games.secrets", drawn)
    alice, bob, url = room.alice, room.bob, room.sandbox.base_url
    await alice.new_member("Cecily")
    async with await Guest.connect(url, "Cecily") as cecily:
        guests = {int(guest.me["id"]): guest for guest in (alice, bob, cecily)}
        opening: dict[str, Any] = {
            "rules": "Kingmaker: Six families",
            "days": 28,
            "start": 2,
            "rounds": 1,
        }
        none = await bob.slash(CHANNEL, "season join")
        assert (
            said(none) == "There is no season here. A moderator can open one with `/season open`."
        )
        refused = await bob.slash(CHANNEL, "season open", **opening)
        assert said(refused).startswith("Only a moderator can do that")
        fixed = await alice.slash(CHANNEL, "season open", rules="Lancaster", days=28, rounds=3)
        assert said(fixed) == ("The rules of Lancaster say when a game ends. Leave out `rounds`.")
        await alice.slash(CHANNEL, "season open", **opening)
        assert any(
            str(post.get("content")).startswith("🏁 **A season of Kingmaker: Six families**")
            for post in room.posted()
        )
        again = await alice.slash(CHANNEL, "season open", **opening)
        assert said(again) == "There is a season here already. `/season end` ends it."
        for guest in guests.values():
            assert said(await guest.slash(CHANNEL, "season join")).startswith("You are in.")
        early = await alice.slash(CHANNEL, "season draw", seats=2)
        assert said(early) == "This season has not begun yet."
        later(room, days=3)
        few = await alice.slash(CHANNEL, "season draw", seats=4)
        assert said(few).startswith("3 joined this season, too few for a table of 4.")

        points, games, won = dict.fromkeys(guests, 0), dict.fromkeys(guests, 0), dict[int, int]()
        played = set[str]()
        for number in range(4):
            assert said(await alice.slash(CHANNEL, "season draw", seats=2)) == "The table is open."
            session = await room.session()
            assert session.id not in played
            played.add(session.id)
            people = [info.user_id or 0 for info in session.seats]
            call = next(
                post for post in reversed(room.posted()) if "Drawn" in str(post.get("content"))
            )
            assert call["allowed_mentions"]["users"] == people
            assert session.host_id == people[0]
            host, other = (guests[user] for user in people)
            if number == 0:
                # Nobody has said yet that they are there.
                await host.press(await card(host, "Start"), "Start")
                await other.press(await card(other, "Ready"), "Ready")
                await until(partial(is_on, session))
            else:
                await session.lobby.start(session.host_id)
            for user, place in zip(people, await played_by_all(session), strict=True):
                points[user] += (5, 3)[place - 1]
                games[user] += 1
                won[user] = won.get(user, 0) + (place == 1)
            await room.look()
            if number == 2:
                assert set(games.values()) == {2}

        later(room, days=40)
        await room.bot.desk.seasons.look()
        told, *rest = [
            str(post["content"]).splitlines()
            for post in room.posted()
            if "is over" in str(post.get("content"))
        ]
        assert rest == []
        over = await alice.slash(CHANNEL, "season draw", seats=2)
        assert said(over).startswith("There is no season here.")
        first, ended, joined, *lines, how = said(
            await bob.slash(CHANNEL, "season table")
        ).splitlines()
        assert first == "### 🏁 Season of Kingmaker: Six families"
        assert ended.startswith("It ended ")
        assert joined == "3 people took part."
        # The channel has been told the same when it was over.
        assert told == [
            "### 🏁 The season of Kingmaker: Six families is over", joined, *lines, how
        ]  # fmt: skip
        assert how == "-# Points by place: 5, 3, 2, and 1 for every other place."
        assert sorted(line.split(" · ", 1)[1] for line in lines) == sorted(
            f"<@{user}> · **{points[user]} points** · {won[user]} of {games[user]} games won"
            for user in guests
        )
        assert [int(line.split("**")[3].split()[0]) for line in lines] == sorted(
            points.values(), reverse=True
        )

        await cecily.slash(CHANNEL, "forget me", really=True)
        left = said(await bob.slash(CHANNEL, "season table"))
        assert cecily.me["id"] not in left
        assert "2 people took part." in left
