"""A whole turn in one private message: how many presses it takes, and that it stays one."""

from __future__ import annotations

from typing import Any

from bot.rules.kernel import Match
from bot.sandbox.members.sight import buttons, selects, text_of
from tests.e2e.conftest import Room, card, said, verb_id
from tests.e2e.test_minutes import _goes_on, begun, moves

Json = dict[str, Any]


class Hand:
    """Alice's hand at the controls of her panel, and how often it presses."""

    def __init__(self, room: Room) -> None:
        self.room, self.presses, self.panel = room, 0, Json()

    async def press(self, message: Json, control: str) -> None:
        """Press a button, of the panel or of the card."""
        self.presses += 1
        outcome = await self.room.alice.press(message, control)
        assert outcome.message is not None
        self.panel = outcome.message

    async def pick(self, kind: str, wanted: str) -> None:
        """Pick the first option of a menu of this kind whose label begins so."""
        self.presses += 1
        shown = await self.now()
        menu = next(m for m in selects(shown) if m["custom_id"].startswith(f"s.{kind}:"))
        option = next(o for o in menu["options"] if o["label"].startswith(wanted))
        await self.room.alice.choose(shown, menu["custom_id"], option["value"])

    async def now(self) -> Json:
        """The panel, once all is told."""
        await self.room.look()
        return self.room.alice.current(self.panel)


def private(room: Room) -> list[Json]:
    """All messages in the channel that only Alice sees."""
    return [m for m in room.alice.messages("kingmaker") if m["flags"] & 64]


def in_the_sixth_round(match: Match) -> bool:
    """Alice moves, with nobles in many places."""
    return match.position.state.round >= 6 and moves(match)


async def test_four_marches_a_siege_and_a_card_take_nine_presses(room: Room) -> None:
    await _goes_on(room, begun("kingmaker", in_the_sixth_round)[0])
    hand, alice = Hand(room), room.alice
    shown = await card(alice, "What can I do?")
    await hand.press(shown, str(verb_id(shown, "march")))
    told = text_of(await hand.now())
    still = (
        "**Still to move:** Mowbray (300), Howard (280), Neville (50), Stafford (30), Talbot (30)."
    )
    assert still in told
    panel = hand.panel["id"]
    # The strongest who has not moved is asked for without being chosen.
    await hand.pick("go", "O4 Alnwick")
    told = text_of(await hand.now())
    assert told.startswith("✓ **Stafford** and **Mowbray** march to O4 Alnwick.")
    assert "**Still to move:** Howard (280), Neville (50), Talbot (30)." in told
    assert "Part of a move left: Mowbray, Stafford." in told
    # Somebody else may be chosen first.
    await hand.pick("who", "Talbot")
    await hand.pick("go", "O14 South Wingfield")
    await hand.pick("go", "R21 Windsor")
    await hand.pick("go", "N9 Middleham")
    assert "**Nobody has a whole move left.**" in text_of(await hand.now())
    await hand.press(await hand.now(), str(verb_id(await hand.now(), "done")))
    await hand.pick("go", "Lay siege: Alnwick")
    end = await hand.now()
    assert "lay siege to Alnwick" in text_of(end)
    if (done := verb_id(end, "done")) is not None:
        await hand.press(end, done)
    # The Crown card that was drawn.
    await hand.pick("go", "Howard")
    assert hand.presses == 9
    # It was one message all the time, and nothing of it stands in the channel.
    assert [m["id"] for m in private(room)] == [panel]
    assert all(not selects(m) for m in alice.messages("kingmaker") if not m["flags"] & 64)


async def test_a_panel_asked_for_again_takes_the_place_of_the_last(room: Room) -> None:
    await room.start_game()
    shown = await card(room.alice, "What can I do?")
    first = await room.alice.press(shown, "What can I do?")
    second = await room.alice.press(await card(room.alice, "What can I do?"), "What can I do?")
    await room.look()
    assert first.message is not None
    assert second.message is not None
    left = {m["id"] for m in private(room)}
    assert second.message["id"] in left
    assert first.message["id"] not in left


async def test_the_picture_of_where_to_go_stands_on_the_question(room: Room) -> None:
    await room.start_game()
    shown = await card(room.alice, "What can I do?")
    hand = Hand(room)
    await hand.press(shown, str(verb_id(shown, "march")))
    (picture,) = (await hand.now())["attachments"]
    assert "moves" in picture["description"]
    assert not any(each.get("label") == "March" for each in buttons(await hand.now()))


async def test_a_move_in_one_typed_line(room: Room) -> None:
    await _goes_on(room, begun("kingmaker", in_the_sixth_round)[0])
    alice = room.alice
    await card(alice, "What can I do?")
    who = await alice.autocomplete("kingmaker", "move to", "noble")
    # Those who have not moved, the strongest first, and parts of a company after the whole.
    assert [each["name"].split(" — ")[0] for each in who] == [
        "Mowbray and Stafford",
        "Howard",
        "Neville",
        "Talbot",
        "Mowbray",
        "Stafford",
    ]
    where = await alice.autocomplete("kingmaker", "move to", "to", noble="Mowbray")
    labels = [each["name"] for each in where]
    # Heirs and foes before empty country.
    assert len(where) == 25
    assert any("Alnwick" in label for label in labels)
    typed = await alice.autocomplete("kingmaker", "move to", "to", "alnw", noble="Mowbray")
    assert all("alnw" in each["name"].casefold() for each in typed)
    moved = await alice.slash("kingmaker", "move to", noble="Mowbray", to="Alnwick")
    assert said(moved).startswith("✓ **Mowbray** marches to O4 Alnwick.")
    # Who may go on comes after those who have not moved.
    who = await alice.autocomplete("kingmaker", "move to", "noble")
    assert who[-1]["name"].startswith("Mowbray — may go on · ")
    # With nobody or nowhere named the panel asks.
    asked = await alice.slash("kingmaker", "move to", noble="Talbot")
    assert "**Still to move:** Howard (280), Neville (50), Stafford (30), Talbot (30)." in said(
        asked
    )
    # What may not be is refused as ever.
    refused = await alice.slash("kingmaker", "move to", noble="Talbot", to="Chillingham")
    march = await alice.slash("kingmaker", "move march", nobles="Talbot", to="Chillingham")
    assert said(refused) == said(march)
    assert "house-2.2a" in said(refused)
    unknown = await alice.slash("kingmaker", "move to", noble="Gandalf", to="Alnwick")
    assert said(unknown).startswith("There is nothing called “Gandalf” here.")
    assert await room.bob.autocomplete("kingmaker", "move to", "noble") == []
