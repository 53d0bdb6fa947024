"""A turn played by buttons and by commands, over sockets."""

from __future__ import annotations

from typing import Any

from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import selects, text_of
from tests.e2e.conftest import CHANNEL, Room, card, changed, is_ephemeral, said, verb_id


async def follow(player: Player, message: dict[str, Any], until: str) -> dict[str, Any]:
    """Answer the menus of a private message, always with the first option, to the confirmation."""
    for _ in range(6):
        shown = player.current(message)
        if until in text_of(shown):
            return shown
        menu = next(m for m in selects(shown) if not m["custom_id"].startswith("s.who:"))
        await player.choose(shown, menu["custom_id"], menu["options"][0]["value"])
        await changed(player, shown)
    raise AssertionError("the menus do not come to an end")


async def test_a_turn_by_buttons(room: Room) -> None:
    alice = room.alice
    shown = await room.begin_game()
    begun = await alice.press(shown, str(verb_id(shown, "march")))
    assert is_ephemeral(begun)
    assert begun.message is not None
    done = await follow(alice, begun.message, "✓")
    # What may be done next stands in the same message.
    assert verb_id(done, "done") is not None
    told = await alice.wait_for_message(
        lambda m: "marches from" in text_of(m) and not m["flags"] & 64, channel=CHANNEL
    )
    shown = await alice.wait_for_message(
        lambda m: verb_id(m, "done") is not None and not m["flags"] & 64, channel=CHANNEL
    )
    # It grew above the card, which stays where it is.
    assert int(told["id"]) < int(shown["id"])
    ended = await alice.press(shown, str(verb_id(shown, "done")))
    assert ended.state == "done"
    assert said(ended).startswith("✓ Your movement ends.")
    # The turn goes round the table and comes back.
    before = (await room.session()).view(None).round
    while (await room.session()).view(None).round == before:
        await room.play_until("done")
        shown = await card(alice, "What can I do?")
        await alice.press(shown, str(verb_id(shown, "done")))
    assert (await room.session()).view(None).round > before


async def test_a_march_by_command(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    nobles = await alice.autocomplete(CHANNEL, "move march", "nobles")
    assert nobles
    who = nobles[0]["value"]
    squares = await alice.autocomplete(CHANNEL, "move march", "to", nobles=who)
    assert 1 <= len(squares) <= 25
    typed = squares[-1]["name"].split(" ")[0]
    narrowed = await alice.autocomplete(CHANNEL, "move march", "to", typed, nobles=who)
    assert squares[-1]["value"] in {each["value"] for each in narrowed}
    moved = await alice.slash(CHANNEL, "move march", nobles=who, to=squares[-1]["value"])
    assert is_ephemeral(moved)
    assert said(moved).startswith("✓")


async def test_a_command_asks_for_what_was_left_out(room: Room) -> None:
    alice = room.alice
    await room.begin_game()
    who = (await alice.autocomplete(CHANNEL, "move march", "nobles"))[0]["value"]
    asked = await alice.slash(CHANNEL, "move march", nobles=who)
    assert is_ephemeral(asked)
    assert asked.message is not None
    menu = selects(asked.message)[0]
    assert menu["custom_id"].startswith("s.pick:")
    await follow(alice, asked.message, "✓")


async def test_a_step_is_taken_back(room: Room) -> None:
    alice = room.alice
    shown = await room.start_game()
    begun = await alice.press(shown, str(verb_id(shown, "march")))
    assert begun.message is not None
    done = await follow(alice, begun.message, "✓")
    await alice.press(done, "Undo")
    await alice.wait_for_message(
        lambda m: m["id"] == done["id"] and "taken back your last step" in text_of(m)
    )
    told = await alice.wait_for_message(lambda m: "took back a step" in text_of(m))
    assert not told["flags"] & 64


async def test_help_hand_map_and_faction_are_private(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    for label in ("What can I do?", "My hand", "Map"):
        assert is_ephemeral(await alice.press(await card(alice, label), label))
    for command in ("help", "map", "faction", "guide"):
        assert is_ephemeral(await alice.slash(CHANNEL, command))
    hand = await alice.press(await card(alice, "My hand"), "My hand")
    assert hand.message is not None
    (attachment,) = hand.message["attachments"]
    assert attachment["filename"] == "hand.png"
    assert attachment["description"]


async def test_the_hand_comes_by_direct_message(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    before = len(alice.private_messages())
    answer = await alice.slash(CHANNEL, "hand")
    assert is_ephemeral(answer)
    assert answer.message is not None
    assert not answer.message["attachments"]
    sent = alice.private_messages()
    assert len(sent) == before + 1
    assert sent[-1]["attachments"][0]["filename"] == "hand.png"


async def test_only_those_who_must_act_are_called(room: Room) -> None:
    await room.bob.slash(CHANNEL, "help")
    await room.begin_game()
    posted = room.posted()
    assert posted
    called = {user for each in posted for user in each["allowed_mentions"].get("users", [])}
    assert called == {int(room.alice.me["id"])}
    assert all(each["allowed_mentions"]["parse"] == [] for each in posted)


async def test_every_batch_carries_a_nonce_that_holds(room: Room) -> None:
    await room.start_game()
    batches = room.posted()
    assert batches
    assert all(each["enforce_nonce"] is True for each in batches)
    assert all(len(each["nonce"]) <= 25 for each in batches)
    assert len({each["nonce"] for each in batches}) == len(batches)
