"""What if: a private copy of the game to try moves in, by the same menus and buttons."""

from __future__ import annotations

from typing import Any

from bot.sandbox.members.sight import buttons, selects, text_of
from tests.e2e.conftest import CHANNEL, Room, changed, has_button, is_ephemeral, said, verb_id
from tests.e2e.play.test_lancaster import to_placing, to_the_ballot
from tests.e2e.play.test_refusals import nothing_changes

Json = dict[str, Any]

HEAD = "🔮 *What if*: hidden cards and dice are imagined. The real game does not change."


async def begun(room: Room) -> Json:
    """Alice's what-if, as it begins."""
    answer = await room.alice.slash(CHANNEL, "whatif")
    assert is_ephemeral(answer)
    assert answer.message is not None
    await room.look()
    return room.alice.current(answer.message)


async def test_a_turn_is_tried_and_the_game_stands(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    session = await room.session()
    async with nothing_changes(room):
        shown = await begun(room)
        told = text_of(shown)
        assert HEAD in told
        assert "all dice and draws, are **imagined**" in told
        assert "**Still to move:**" in told
        assert not has_button(shown, "Undo")
        menu = next(m for m in selects(shown) if m["custom_id"].startswith("s.go:"))
        assert session.id not in menu["custom_id"]
        where = next(o for o in menu["options"] if o["value"])
        await alice.choose(shown, menu["custom_id"], where["value"])
        await room.look()
        shown = alice.current(shown)
        assert HEAD in text_of(shown)
        assert "\n✓ " in text_of(shown)
        # The others' turns are played by computers, and she reads what she saw of them.
        while verb_id(shown, "done") is not None:
            await alice.press(shown, str(verb_id(shown, "done")))
            shown = await changed(alice, shown)
        assert HEAD in text_of(shown)
        # Again it is the game as it stands.
        await alice.press(shown, "Begin again")
        shown = await changed(alice, shown)
        assert "**Still to move:**" in text_of(shown)
        await alice.press(shown, "Leave")
        shown = await changed(alice, shown)
        assert text_of(shown).startswith("You have left the what-if.")
        assert not buttons(shown)


async def test_a_knight_is_placed_in_a_what_if_of_lancaster(room: Room) -> None:
    await to_placing(room)
    async with nothing_changes(room):
        shown = await begun(room)
        for button in ("Do it for me", "Do it"):
            await room.alice.press(room.alice.current(shown), button)
            await room.look()
        assert HEAD in text_of(room.alice.current(shown))
        assert "\n✓ " in text_of(room.alice.current(shown))
    # For the other people there play computers of the usual level.
    (kept,) = room.bot.desk.whatifs._kept.values()
    assert {seat.policy for seat in kept.game.seats} == {None, "chamberlain"}


async def test_a_vote_is_tried_and_nobody_learns_of_it(room: Room) -> None:
    await to_the_ballot(room)
    before = len(room.posted())
    async with nothing_changes(room):
        shown = await begun(room)
        await room.alice.press(shown, "Vote yes")
        await room.look()
        assert HEAD in text_of(room.alice.current(shown))
    assert len(room.posted()) == before


async def test_who_has_no_seat_or_no_game_hears_so(room: Room) -> None:
    answer = await room.alice.slash(CHANNEL, "whatif")
    assert "There is no game in this channel." in said(answer)
    await room.open_game()
    answer = await room.alice.slash(CHANNEL, "whatif")
    assert "The game has not begun yet." in said(answer)
    await room.alice.press(await room.alice.wait_for_message(_has_start), "Start")
    answer = await room.bob.slash(CHANNEL, "whatif")
    assert "You are not playing in this game." in said(answer)


def _has_start(message: Json) -> bool:
    return has_button(message, "Start")


async def test_what_is_forgotten_says_so_and_can_be_begun_again(room: Room) -> None:
    await room.start_game()
    shown = await begun(room)
    kept = room.bot.desk.whatifs._kept
    # As after a restart: they are in memory alone.
    kept.clear()
    answer = await room.alice.press(shown, "What can I do?")
    assert said(answer).startswith("This what-if is gone")
    await room.alice.press(shown, "Begin again")
    await room.look()
    assert "**Still to move:**" in text_of(room.alice.current(shown))
    assert len(kept) == 1
