"""A game that is played to its end is found in `/profile` and `/leaderboard`, and nothing else."""

from __future__ import annotations

import re

from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, is_ephemeral, said
from tests.e2e.prepared import moved_on
from tests.e2e.stewards import advice


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
