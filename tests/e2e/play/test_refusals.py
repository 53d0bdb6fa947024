"""What is not allowed is answered kindly, to the one person, and changes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.rules.kernel import Choice
from bot.sandbox.members.sight import Outcome
from cogs.ui.choosing.playing import way_of
from tests.e2e.conftest import CHANNEL, Room, card, is_ephemeral, said, verb_id


@asynccontextmanager
async def nothing_changes(room: Room) -> AsyncIterator[None]:
    """Holds that the game stands after the block as it stood before."""
    session = await room.session()
    before = (session.revision, session.match.save() if session.match else None)
    yield
    session = await room.session()
    assert (session.revision, session.match.save() if session.match else None) == before


def assert_refused(outcome: Outcome, *parts: str) -> None:
    """Holds that the answer is private and says these things."""
    assert is_ephemeral(outcome)
    text = said(outcome)
    for part in parts:
        assert part in text


async def test_out_of_turn(room: Room) -> None:
    await room.start_with_bob()
    async with nothing_changes(room):
        answer = await room.bob.slash(CHANNEL, "move done")
    assert_refused(answer, "another player’s turn", "house-1.14 ·")


async def test_an_illegal_move_names_its_rule(room: Room) -> None:
    await room.start_game()
    session = await room.session()
    way = way_of(session, 0, "march")
    assert way is not None
    reach = {square for offer in way.offers for square in offer.field("to").candidates}
    board, nobles = session.rules.content.board, session.view(0).nobles
    own = await room.alice.autocomplete(CHANNEL, "move march", "nobles")
    noble, far = next(
        (each["value"], max(too_far))
        for each in own
        if (too_far := board.walkable(here := nobles[each["value"]].square) - reach - {here})
    )
    async with nothing_changes(room):
        answer = await room.alice.slash(CHANNEL, "move march", nobles=noble, to=far)
    assert_refused(answer, "too far", "house-2.2a ·", room.bot.ledger.get("house-2.2a").rule)


async def test_a_stale_button(room: Room) -> None:
    await room.start_game()
    shown = await card(room.alice, "What can I do?")
    panel = (await room.alice.press(shown, "What can I do?")).message
    assert panel is not None
    session, alice = await room.session(), int(room.alice.me["id"])
    await session.submit(user_id=alice, choice=Choice("done"))
    answer = await room.alice.press(panel, str(verb_id(panel, "done")))
    assert_refused(answer, "earlier moment")


async def test_another_players_button(room: Room) -> None:
    shown = await room.start_with_bob()
    shown = next(m for m in room.bob.messages(CHANNEL) if m["id"] == shown["id"])
    async with nothing_changes(room):
        answer = await room.bob.press(shown, str(verb_id(shown, "march")))
    assert_refused(answer, "Only **Alice** can choose that")


async def test_a_spectator(room: Room) -> None:
    shown = await room.start_game()
    shown = next(m for m in room.bob.messages(CHANNEL) if m["id"] == shown["id"])
    async with nothing_changes(room):
        for label in ("My hand", "Do it for me", "Undo"):
            assert_refused(await room.bob.press(shown, label), "You are not playing in this game")
        assert_refused(
            await room.bob.slash(CHANNEL, "move done"), "You are not playing in this game"
        )
    assert await room.bob.autocomplete(CHANNEL, "move march", "nobles") == []


async def test_a_channel_without_a_game(room: Room) -> None:
    for command in ("move done", "map", "hand", "undo", "game start", "game end", "status"):
        assert_refused(
            await room.alice.slash("tavern", command), "There is no game in this channel"
        )
    assert await room.alice.autocomplete("tavern", "move march", "to") == []


async def test_a_name_that_does_not_exist(room: Room) -> None:
    await room.start_game()
    async with nothing_changes(room):
        answer = await room.alice.slash(CHANNEL, "move march", nobles="Gandalf *the* Grey")
        assert_refused(answer, "There is nothing called “Gandalf \\*the\\* Grey”")
        answer = await room.alice.slash(CHANNEL, "faction", player="Gandalf")
        assert_refused(answer, "Nobody here is called “Gandalf”", "At the table: Alice")
        assert_refused(await room.alice.slash(CHANNEL, "map", area="Mordor"), "no such place")
    answer = await room.alice.slash("tower", "game new", ruleset="marsh")
    assert_refused(
        answer, "Kingmaker has no rules called “marsh”. It has: Covault’s evening, Classic sheet"
    )
    assert_refused(
        await room.alice.slash("tower", "game new", game="chess"), "I do not know a game"
    )


async def test_what_only_the_host_may_do(room: Room) -> None:
    await room.alice.slash(CHANNEL, "game new", seats=2)
    async with nothing_changes(room):
        for label in ("Start", "Add computer"):
            answer = await room.bob.press(await card(room.bob, label), label, until="followed")
            assert_refused(answer, "Only the host (**Alice**)")
        assert_refused(await room.bob.slash(CHANNEL, "game end"), "Only the host (**Alice**)")


async def test_a_second_game_in_the_channel(room: Room) -> None:
    await room.open_game(seats=2)
    async with nothing_changes(room):
        assert_refused(
            await room.bob.slash(CHANNEL, "game new"), "This channel already has an open table"
        )


async def test_playing_before_the_start(room: Room) -> None:
    await room.open_game(seats=2)
    async with nothing_changes(room):
        for command in ("move done", "hand", "faction", "map"):
            assert_refused(await room.alice.slash(CHANNEL, command), "has not begun yet")
