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

    async def fill(self, label: str, **values: Any) -> None:
        """Open a form and hand it in: values by the names of its questions."""
        self.presses += 2
        shown = await self.now()
        opened = await self.room.alice.press(shown, label, until="modal")
        await self.room.alice.submit_modal(opened, values, channel=shown["channel_id"])

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


async def test_three_marches_a_siege_and_a_card_take_eight_presses(room: Room) -> None:
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
    told = text_of(await hand.now())
    assert "**Still to move:** Neville (50). Part of a move left: " in told
    await hand.press(await hand.now(), str(verb_id(await hand.now(), "done")))
    await hand.pick("go", "Lay siege: Alnwick")
    end = await hand.now()
    assert "lay siege to Alnwick" in text_of(end)
    if (done := verb_id(end, "done")) is not None:
        await hand.press(end, done)
    # The Crown card that was drawn.
    await hand.pick("go", "Howard")
    # One of them chose who goes.
    assert hand.presses == 8
    # It was one message all the time, and nothing of it stands in the channel.
    assert [m["id"] for m in private(room)] == [panel]
    assert all(not selects(m) for m in alice.messages("kingmaker") if not m["flags"] & 64)


async def test_the_first_own_move_takes_three_presses(room: Room) -> None:
    alone, hand = await room.alice.slash("kingmaker", "game start"), Hand(room)
    assert alone.message is not None
    await hand.press(alone.message, "Play now")
    await hand.press(await card(room.alice, "What can I do?"), "What can I do?")
    await hand.pick("go", "")
    assert text_of(await hand.now()).startswith("✓ ")
    assert hand.presses == 3


def deals_cards(match: Match) -> bool:
    """Alice gives out the cards she was dealt."""
    return any(prompt.kind == "assign_dealt" for prompt in match.asked(0))


async def test_nine_dealt_cards_take_three_presses(room: Room) -> None:
    session, _ = await _goes_on(room, begun("kingmaker", deals_cards)[0])
    dealt = session.view(0).dealt
    assert len(dealt) == 9
    hand = Hand(room)
    await hand.press(await card(room.alice, "What can I do?"), "Give your cards…")
    await hand.fill(
        "All on one form…",
        **{
            "n.howard": ["duke_exeter", "bp_carlisle", "saxons_2"],
            "n.stafford": ["marshal_england", "town_ipswich"],
            "n.mowbray": ["french_foot", "burgundian_crossbowmen_1", "flemish_crossbowmen_2"],
        },
    )
    assert hand.presses == 3
    told = text_of(await hand.now())
    # Titles first, since an office needs a titled noble, then the rest in the order of the form.
    assert told.startswith("✓ **Howard** is now Duke of Exeter.\n✓ **Stafford** is now Marshal")
    # Nobody of hers can be Earl of Essex, and she is told so.
    assert told.count("✓ ") == 8
    assert "The rules decided who got Earl of Essex. **My hand** shows what you have." in told
    stafford = session.view(0).nobles["stafford"]
    assert (stafford.office, stafford.cards) == ("marshal_england", ("town_ipswich",))
    assert session.view(0).dealt == ()


async def test_a_card_ticked_twice_leaves_all_ticks_on_the_form(room: Room) -> None:
    session, _ = await _goes_on(room, begun("kingmaker", deals_cards)[0])
    alice, hand = room.alice, Hand(room)
    await hand.press(await card(alice, "What can I do?"), "Give your cards…")
    ticks = {
        "n.howard": ["duke_exeter", "saxons_2"],
        "n.stafford": ["marshal_england", "saxons_2"],
        "n.mowbray": ["french_foot"],
    }
    await hand.fill("All on one form…", **ticks)
    assert text_of(await hand.now()) == (
        "⚠️ Only one noble can get Saxons. Untick the others: your other ticks are kept."
    )
    assert len(session.view(0).dealt) == 9
    form = await alice.press(await hand.now(), "Back to the form…", until="modal")
    assert form.modal is not None
    shown = {
        box["custom_id"]: {each["value"] for each in box["options"] if each.get("default")}
        for box in (each["component"] for each in form.modal["components"])
    }
    assert {name: found for name, found in shown.items() if found} == {
        name: set(wanted) for name, wanted in ticks.items()
    }
    await hand.fill("Back to the form…", **{**ticks, "n.stafford": ["marshal_england"]})
    assert text_of(await hand.now()).startswith("✓ **Howard** is now Duke of Exeter.")
    assert session.view(0).nobles["howard"].cards == ("saxons_2",)


FIVE = {"stafford", "mowbray", "neville", "talbot", "greystoke"}


def in_company(match: Match) -> bool:
    """Alice moves with five nobles who can go together."""
    return any(
        len(offer.field("nobles").candidates) == 5
        for prompt in match.asked(0)
        if prompt.kind == "movement"
        for offer in prompt.offers
        if offer.verb == "march"
    )


async def test_a_company_of_five_takes_two_presses(room: Room) -> None:
    session, _ = await _goes_on(room, begun("kingmaker", in_company)[0])
    hand, shown = Hand(room), await card(room.alice, "What can I do?")
    await hand.press(shown, str(verb_id(shown, "march")))
    await hand.pick("go", "")
    assert hand.presses == 2
    gone = {n.square for key, n in session.view(0).nobles.items() if key in FIVE}
    assert len(gone) == 1
    assert "march to" in text_of(await hand.now())


async def test_a_deal_of_three_things_takes_five_presses(room: Room) -> None:
    session, _ = await _goes_on(room, begun("kingmaker", in_the_sixth_round)[0])
    hand, shown = Hand(room), await card(room.alice, "What can I do?")
    await hand.press(shown, "What can I do?")
    await hand.press(await hand.now(), "Propose a deal")
    await hand.pick("pick", "Cecily (2)")
    await hand.fill("All on one form…", give=["0", "1"], take=["0"])
    assert hand.presses == 5
    (deal,) = session.view(0).deals
    assert (deal.giver, deal.taker, len(deal.give), len(deal.take)) == (0, 1, 2, 1)


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
