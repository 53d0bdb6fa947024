"""People's rights, as they use them: what is kept, being forgotten, a report of a fault."""

from __future__ import annotations

import re
from datetime import timedelta

import bot
from bot.sandbox.members.sight import text_of
from tests.e2e.conftest import CHANNEL, Room, is_ephemeral, said


async def test_one_is_told_what_is_kept(room: Room) -> None:
    answer = await room.bob.slash(CHANNEL, "privacy")
    assert is_ephemeral(answer)
    assert said(answer).startswith("### What I keep about you\n- **Your games:** your Discord id")
    assert "I keep games until the people who run this bot remove them" in said(answer)
    room.bot.desk.forgetting.keep_for = timedelta(days=90)
    assert "I keep games for 90 days after they end" in said(
        await room.bob.slash(CHANNEL, "privacy")
    )


async def test_one_is_forgotten_after_a_second_word(room: Room) -> None:
    await room.alice.slash(CHANNEL, "game new", seats=3, rounds=5)
    await room.bob.slash(CHANNEL, "game join")
    await room.alice.slash(CHANNEL, "game add-computer")
    await room.alice.slash(CHANNEL, "game start")
    session = await room.session()
    seat = session.seat_of(int(room.bob.me["id"]))
    assert seat is not None

    asked = await room.bob.slash(CHANNEL, "forget me")
    assert is_ephemeral(asked)
    assert "**Running games** (1): you leave them. Somebody else (`/game join`)" in said(asked)
    assert "`/forget me really:True` does it. Until then everything stays as it is." in said(asked)
    assert session.seats[seat].name == "Bob"

    done = await room.bob.slash(CHANNEL, "forget me", really=True)
    assert is_ephemeral(done)
    assert said(done).startswith("Done: I have forgotten you.")
    session = await room.session()
    former = f"Former player {seat + 1}"
    assert (session.seats[seat].user_id, session.seats[seat].name) == (None, former)
    shown = await room.alice.wait_for_message(lambda m: former in text_of(m), channel=CHANNEL)
    assert "Bob" not in text_of(shown)
    assert "You have no seat" in said(await room.bob.slash(CHANNEL, "game leave"))
    # Nothing is left to forget; whoever comes again begins anew.
    assert "**Finished games** (0)" in said(await room.bob.slash(CHANNEL, "forget me"))
    assert said(await room.bob.slash(CHANNEL, "game join")) == "You are in."


async def test_a_report_of_a_fault_holds_no_secret(room: Room) -> None:
    none = await room.bob.slash(CHANNEL, "bug")
    assert is_ephemeral(none)
    assert f"version: {bot.__version__}\ngame: none in this channel\n" in said(none)
    await room.open_game(seats=2)
    session = await room.session()
    await room.alice.slash(CHANNEL, "game start")
    told = said(await room.alice.slash(CHANNEL, "bug"))
    assert re.search(
        rf"```\nversion: {re.escape(bot.__version__)}\ngame: {session.id}\n"
        rf"rules: kingmaker house\nstate: running\nmoment: {session.moment}\n```",
        told,
    )
    assert session._seed not in told
