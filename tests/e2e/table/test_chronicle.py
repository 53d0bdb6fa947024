"""The log, the digest and the replay, as the one who asks may know them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.rules.kernel import Event
from bot.sandbox.members.sight import text_of
from bot.session import GameSession
from cogs.ui.log_notes import digest_text
from cogs.ui.names import names
from cogs.ui.replies import at_rest, words_of
from tests.e2e.conftest import CHANNEL, Room, changed, has_button, is_ephemeral, said
from tests.e2e.prepared import (
    advance_to,
    before_long_siege,
    before_parliament,
    played_to_its_end,
    take_in,
)
from tests.e2e.stewards import advice


async def test_the_log_page_by_page(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    answer = await alice.slash(CHANNEL, "log", turns=50)
    assert is_ephemeral(answer)
    shown = answer.message
    assert shown is not None
    newest = text_of(shown)
    assert "‹house-2.1a›" in newest or "Event card" in newest
    assert not has_button(shown, "▶")
    pages = 1
    while has_button(shown, "◀"):
        await alice.press(shown, "◀")
        shown = await changed(alice, shown)
        pages += 1
    first = text_of(shown)
    if pages > 1:
        assert f"Page 1 of {pages}" in first
    assert has_button(shown, "▶") == (pages > 1)


async def test_the_log_since_the_beginning_and_since_ones_own_last_step(room: Room) -> None:
    await room.start_game()
    whole = (await room.alice.slash(CHANNEL, "log", since="all")).message
    assert whole is not None
    while has_button(whole, "◀"):
        await room.alice.press(whole, "◀")
        whole = await changed(room.alice, whole)
    assert "is dealt" in text_of(whole)
    own = said(await room.alice.slash(CHANNEL, "log", since="own"))
    assert "is dealt" not in own
    both = await room.alice.slash(CHANNEL, "log", turns=2, since="own")
    assert said(both) == "Give either `turns` or `since`, not both."


async def test_the_log_before_a_game(room: Room) -> None:
    none = await room.bob.slash(CHANNEL, "log")
    assert said(none).startswith("There is no game in this channel.")
    await room.open_game(3)
    for command in ("log", "digest", "replay"):
        answer = await room.alice.slash(CHANNEL, command)
        assert said(answer) == "The game has not begun, so there is nothing to tell yet."
        assert is_ephemeral(answer)


async def test_the_log_keeps_the_secrets_of_others(room: Room) -> None:
    """What only Alice knows stands in her log, and in nobody else's."""
    session = await take_in(room, before_long_siege())
    secrets = [
        line
        for entry in await session.journal.log(0, last=2_000)
        for event in entry.events
        if not event.visible_to(None)
        and not event.visible_to(1)
        and (line := _line(session, event))
    ]
    assert secrets
    logs = {}
    for player in (room.alice, room.bob):
        shown = (await player.slash(CHANNEL, "log", turns=999)).message
        assert shown is not None
        text = text_of(shown)
        while has_button(shown, "◀"):
            await player.press(shown, "◀")
            shown = await changed(player, shown)
            text += text_of(shown)
        logs[player.me["id"]] = text
    assert any(secret in logs[room.alice.me["id"]] for secret in secrets)
    assert not any(secret in logs[room.bob.me["id"]] for secret in secrets)


def _line(session: GameSession, event: Event) -> str | None:
    return words_of(session).tell(event, names(session))


async def test_a_digest_says_what_was_missed_and_what_is_asked(room: Room) -> None:
    shown = await room.start_game()
    answer = await room.alice.slash(CHANNEL, "digest")
    assert is_ephemeral(answer)
    text = said(answer)
    assert "**You decide**\n• Move your nobles: all, some or none, in any order." in text
    assert answer.message is not None
    assert has_button(answer.message, "March")
    assert shown is not None
    watching = await room.bob.slash(CHANNEL, "digest")
    assert "You decide" not in said(watching)
    session = await room.session()
    assert "You have nothing to decide just now." in digest_text(
        session, 1, await session.journal.missed(1)
    )
    whole = digest_text(session, 0, await session.journal.digest(0, -1))
    assert len(whole) <= 1_900
    assert "**You decide**\n• Move your nobles" in whole


async def test_a_long_digest_keeps_what_weighs_most(room: Room) -> None:
    session = await take_in(room, before_parliament())
    session = await advance_to(room, lambda s: s.view(None).round >= 9)
    text = digest_text(session, 0, await session.journal.digest(0, -1))
    assert len(text) <= 4_500
    assert "**Done to you**" in text
    assert "more: `/log` has them all" in text
    assert text.splitlines()[0].startswith("### Round ")


async def test_the_game_again_shows_a_seat_what_it_knew_and_no_more(room: Room) -> None:
    """A turn in which Alice learnt what Bob did not: it stands in her replay, not in his."""
    session = await take_in(room, before_parliament())
    session = await advance_to(room, lambda s: s.view(None).round >= 5)
    alice = int(room.alice.me["id"])
    turns = (await session.replay.turn(user_id=alice, seat=0, number=None)).turns
    told: list[tuple[int, int, list[str]]] = []
    for number in range(turns + 1):
        turn = await session.replay.turn(user_id=alice, seat=0, number=number)
        hidden = [e for e in turn.events if not e.visible_to(None) and not e.visible_to(1)]
        lines = [line for event in hidden if (line := _line(session, event))]
        if lines:
            told.append((len(turn.events), number, lines))
    # The turn with the least to tell, which no message cuts short.
    _, number, secrets = min(told)
    shown = {
        name: said(await player.slash(CHANNEL, "replay", turn=number))
        for name, player in (("Alice", room.alice), ("Bob", room.bob))
    }
    for name, text in shown.items():
        assert text.startswith(f"### Turn {number} of {turns} ")
        assert f"as **{name}** saw it" in text
    assert all(secret in shown["Alice"] for secret in secrets)
    assert not any(secret in shown["Bob"] for secret in secrets)


async def test_the_game_again_is_turned_over_turn_by_turn(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    answer = await alice.slash(CHANNEL, "replay")
    assert is_ephemeral(answer)
    shown = answer.message
    assert shown is not None
    assert "as **Alice** saw it" in text_of(shown)
    (picture,) = shown["attachments"]
    assert picture["filename"] == "board.png"
    while has_button(shown, "◀"):
        await alice.press(shown, "◀")
        shown = await changed(alice, shown)
    assert text_of(shown).startswith("### The set-up")
    await alice.press(shown, "⏭")
    shown = await changed(alice, shown)
    assert "### Turn " in text_of(shown)
    bobs = await room.bob.slash(CHANNEL, "replay", turn=1)
    assert "as everybody saw it" in said(bobs)


async def test_nobody_sees_through_the_eyes_of_others_before_the_end(room: Room) -> None:
    await room.start_with_bob()
    assert [c["name"] for c in await room.bob.autocomplete(CHANNEL, "replay", "player")] == ["Bob"]
    answer = await room.bob.slash(CHANNEL, "replay", player="Alice")
    assert said(answer) == "While the game runs, you can watch it again only from your own seat."
    assert answer.message is not None
    assert not answer.message["attachments"]
    # One that is broken off may go on.
    session = await room.session()
    await session.lobby.end(session.host_id)
    answer = await room.bob.slash(CHANNEL, "replay", player="Alice")
    assert said(answer) == "While the game runs, you can watch it again only from your own seat."


async def test_after_the_end_everybody_sees_through_the_eyes_of_others(room: Room) -> None:
    session = await take_in(room, played_to_its_end())
    assert session.lies_open
    over = await room.bob.slash(CHANNEL, "replay", player="Alice")
    assert "as **Alice** saw it" in said(over)


async def test_who_comes_back_after_an_absence_is_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.session.people.LONG", timedelta(0))
    monkeypatch.setattr("bot.session.people.NOTICED", timedelta(0))
    monkeypatch.setattr("bot.session.people.SEVERAL", 1)
    await take_in(room, before_parliament())
    await room.bob.slash(CHANNEL, "help")
    alice = int(room.alice.me["id"])
    for _ in range(3):
        session = await room.session()
        await at_rest(session)
        if 0 in session.waiting_for():
            await session.submit(user_id=alice, choice=await advice(session, 0))
    await room.bob.slash(CHANNEL, "help")
    told = await room.bob.wait_for_private(lambda m: "This is what you missed." in text_of(m))
    assert f"<#{session.channel_id}>" in text_of(told)
