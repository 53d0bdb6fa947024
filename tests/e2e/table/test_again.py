"""*Play again* below a finished game: its table is opened once more, over sockets."""

from __future__ import annotations

from bot.sandbox.members.sight import text_of
from cogs.ui.opening.tables import AGAIN, TABLE_OPEN
from tests.e2e.conftest import CHANNEL, Room, card, is_ephemeral, said


async def test_a_table_is_opened_again_by_whoever_presses(room: Room) -> None:
    await room.alice.slash(
        CHANNEL, "game new", seats=3, rounds=5, level="easy", character="courtier"
    )
    await room.seat_bob()
    await room.add_computer()
    await room.alice.press(await card(room.alice, "Start"), "Start")
    await card(room.alice, "My hand")
    old = await room.session()
    await old.lobby.end(old.host_id)
    pressed = await room.bob.press(await card(room.bob, "Play again"), "Play again")
    assert is_ephemeral(pressed)
    assert said(pressed) == (
        f"{AGAIN}The card says who is invited. Press **Start** when all seats are taken."
    )
    session = await room.session()
    assert session.id != old.id
    assert (session.game, session.ruleset, session.seats_wanted) == (old.game, old.ruleset, 3)
    assert session.host_id == int(room.bob.me["id"])
    kept = {name: value for name, value in session.options.items() if name != "after"}
    assert kept == old.options == {"rounds": "5", "level": "easy", "character": "courtier"}
    policies = [info.policy for info in old.seats if info.policy is not None]
    assert [info.policy for info in session.seats] == [None, *policies]
    lobby = await card(room.alice, "Join")
    assert "Alice is invited to play again. Press Join" in text_of(lobby).replace("*", "")
    # The button of the old card opens no second table, and says what to do instead.
    finished = await card(room.alice, "Play again")
    assert said(await room.alice.press(finished, "Play again")) == TABLE_OPEN
    await room.alice.press(lobby, "Join")
    await room.look()
    seated = await card(room.alice, "Start")
    assert "invited" not in text_of(seated)
    assert [info.name for info in session.seats][::2] == ["Bob", "Alice"]
    await room.bob.press(seated, "Start")
    await room.look()
    assert session.status == "running"


async def test_alone_with_computers_all_is_ready_at_once(room: Room) -> None:
    await room.alice.slash(CHANNEL, "game play")
    await card(room.alice, "My hand")
    old = await room.session()
    await old.lobby.end(old.host_id)
    pressed = await room.alice.press(await card(room.alice, "Play again"), "Play again")
    assert said(pressed) == f"{AGAIN}All seats are taken: press **Start**."
    await card(room.alice, "Start")
