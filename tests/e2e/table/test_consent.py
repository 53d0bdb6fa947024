"""Undo by consent, and pauses by a majority: asked, answered, refused, and told to the table."""

from __future__ import annotations

from bot.sandbox.members.sight import text_of
from bot.session import GameSession
from tests.e2e.conftest import CHANNEL, Room, card, has_button, is_ephemeral, said, verb_id
from tests.e2e.play.test_refusals import nothing_changes
from tests.e2e.prepared import advance_to, asks


async def bobs_turn(room: Room) -> GameSession:
    """A game of Alice, Bob and a computer in which Alice has had her turn, and Bob is to move."""
    await room.start_with_bob()
    return await advance_to(room, lambda session: asks(session, 1, "movement"))


async def asked_of_bob(room: Room) -> dict[str, object]:
    """Alice asks to take her last step back; what Bob sees of it."""
    answer = await room.alice.slash(CHANNEL, "undo")
    assert is_ephemeral(answer)
    assert said(answer) == (
        "I have asked the others: **Bob**. If all agree, it is taken back. Everything rolled or "
        "drawn since then is rolled or drawn again."
    )
    return await room.bob.wait_for_message(
        lambda m: has_button(m, "Agree") and "take back their last step" in text_of(m),
        channel=CHANNEL,
    )


async def test_a_known_step_is_taken_back_when_all_agree(room: Room) -> None:
    session = await bobs_turn(room)
    asked = await asked_of_bob(room)
    assert f"<@{room.bob.me['id']}>: do you agree?" in text_of(asked)
    # Those who are to agree can read what that would take along: the beginning of Bob's turn.
    lost = text_of(asked).split("-# This would be lost:\n")[1].splitlines()
    assert 1 <= len(lost) <= 6
    assert all(line.startswith("-# • ") for line in lost)
    assert any("**Bob**" in line for line in lost)
    posted = next(each for each in room.posted() if "do you agree" in str(each.get("content")))
    assert posted["allowed_mentions"]["users"] == [int(room.bob.me["id"])]
    await room.bob.press(asked, "Agree")
    told = await room.alice.wait_for_message(
        lambda m: "**Alice** took back a step; everybody agreed." in text_of(m), channel=CHANNEL
    )
    assert not told["flags"] & 64
    assert 0 in session.waiting_for()
    # What was asked is settled: nothing can be pressed there any more.
    await room.bob.wait_until(
        lambda p: not any(has_button(m, "Agree") for m in p.messages(CHANNEL))
    )


async def test_one_word_against_it_and_the_step_stands(room: Room) -> None:
    session = await bobs_turn(room)
    asked = await asked_of_bob(room)
    before = session.match.save() if session.match else b""
    mine = next(m for m in room.alice.messages(CHANNEL) if m["id"] == asked["id"])
    own = await room.alice.press(mine, "Agree")
    assert "Now the others answer" in said(own)
    refused = await room.bob.press(asked, "No")
    assert said(refused) == "Noted: it stays as it is."
    await room.alice.wait_for_message(
        lambda m: "**Alice**’s step stands: not everybody agrees." in text_of(m), channel=CHANNEL
    )
    assert session.match is not None
    assert session.match.save() == before
    async with nothing_changes(room):
        again = await room.alice.slash(CHANNEL, "undo")
        assert "The others did not all agree." in said(again)


async def test_the_table_pauses_and_goes_on(room: Room) -> None:
    alice, bob = room.alice, room.bob
    shown = await room.start_with_bob()
    session = await room.session()
    moved = await alice.slash(CHANNEL, "pause")
    assert said(moved) == "I have asked the others: **Bob**. A majority of the players decides."
    asked = await bob.wait_for_message(lambda m: has_button(m, "Agree"), channel=CHANNEL)
    assert "**Alice** would like to pause the game" in text_of(asked)
    await bob.press(asked, "Agree")
    paused = await alice.wait_for_message(
        lambda m: "⏸ **The game has been paused**" in text_of(m), channel=CHANNEL
    )
    assert not has_button(paused, "March")
    assert session.paused_at is not None
    async with nothing_changes(room):
        stale = await alice.slash(CHANNEL, "move done")
        assert "paused" in said(stale)
        twice = await alice.slash(CHANNEL, "pause")
        assert said(twice) == "The game is already paused."
    # What was asked is settled: nothing can be pressed there any more.
    await bob.wait_until(lambda p: not any(has_button(m, "Agree") for m in p.messages(CHANNEL)))
    await bob.press(paused, "Resume")
    asked = await alice.wait_for_message(
        lambda m: has_button(m, "Agree") and "would like the game to go on" in text_of(m),
        channel=CHANNEL,
    )
    assert said(await alice.slash(CHANNEL, "agree")) == "Done, as you agreed."
    assert "Nobody is asking the table" in said(await alice.slash(CHANNEL, "agree", yes=False))
    await alice.wait_for_message(
        lambda m: "▶ The table resumes the game." in text_of(m), channel=CHANNEL
    )
    assert session.paused_at is None
    shown = await card(alice, "March")
    assert verb_id(shown, "done") is not None


async def test_a_spectator_has_no_say(room: Room) -> None:
    await room.start_game(seats=2)
    async with nothing_changes(room):
        for command in ("pause", "undo"):
            refused = await room.bob.slash(CHANNEL, command)
            assert is_ephemeral(refused)
            assert "in this game" in said(refused)
