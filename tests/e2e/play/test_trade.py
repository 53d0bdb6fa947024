"""Deals by direct message, and leave to enter another's place, over sockets."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import Outcome, buttons, selects, text_of
from tests.e2e.conftest import CHANNEL, Room, card, changed, is_ephemeral, said
from tests.e2e.prepared import advance_to, asks, before_parliament, take_in


def labels(message: dict[str, Any]) -> list[Any]:
    """The labels of a message's buttons."""
    return [each.get("label") for each in buttons(message)]


async def offers(player: Player, label: str) -> dict[str, Any]:
    """The newest direct message with this button."""
    return await player.wait_for_private(lambda m: label in labels(m))


async def read_back(player: Player, message: dict[str, Any], terms: str) -> dict[str, Any]:
    """What stands in place of a message whose "Accept" was pressed: the terms, and a question."""
    page = await changed(player, message)
    assert terms in text_of(page)
    assert text_of(page).endswith("Shall I do it?")
    assert labels(page)[:2] == ["Yes, do it", "Back"]
    return page


async def pass_by(player: Player, message: dict[str, Any], question: str) -> dict[str, Any]:
    """Choose nothing where this is asked; the next page."""
    shown = player.current(message)
    assert question in text_of(shown)
    await player.press(shown, "Nothing")
    return await changed(player, shown)


async def deals_of(room: Room) -> list[Any]:
    """The deals on offer."""
    session = await room.session()
    assert session.match is not None
    deals: list[Any] = session.match.position.state.deals
    return deals


async def no_deals(room: Room) -> None:
    """Whatever is on offer is taken back or refused; one of Alice and Bob is in every deal."""
    session, people = await room.session(), (room.alice, room.bob)
    for deal in list(await deals_of(room)):
        verb, seat = (
            ("withdraw_deal", deal.giver) if deal.giver < 2 else ("refuse_deal", deal.taker)
        )
        await session.submit(
            user_id=int(people[seat].me["id"]), choice=Choice.of(verb, deal=deal.name)
        )
    assert await deals_of(room) == []


async def test_a_deal_is_offered_countered_and_accepted(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await take_in(room, before_parliament())
    await no_deals(room)
    # Alice asks for a place of Bob's, by command; her offer is seen by the two of them.
    wanted = await alice.autocomplete(CHANNEL, "deal offer", "take", to="1")
    offered = await alice.slash(
        CHANNEL,
        "deal offer",
        to="Bob",
        take=wanted[0]["value"],
        promise="peace until *Easter*",
        due=3,
    )
    assert is_ephemeral(offered)
    assert said(offered).startswith("✓ You ask **Bob** for ")
    (deal,) = await deals_of(room)
    assert (deal.giver, deal.taker, deal.take) == (0, 1, [wanted[0]["value"]])
    assert (deal.promise, deal.due) == (
        "peace until *Easter*",
        (await room.session()).view(0).round + 3,
    )
    received = await offers(bob, "Accept Alice’s offer")
    assert labels(received)[:3] == [
        "Accept Alice’s offer",
        "Refuse Alice’s offer",
        "Offer Alice something else",
    ]
    assert "peace until \\*Easter\\*" in text_of(received)
    own = offered.message
    assert own is not None
    # Who offered it takes it back where it was offered, and gets no message of his own words.
    assert "Take back the offer to Bob" in labels(own)
    # Bob would rather give something else, for nothing, with a promise: he is asked for it all.
    begun = await bob.press(received, "Offer Alice something else")
    assert begun.state == "done"
    page = await changed(bob, received)
    menu = selects(page)[0]
    # What Alice asks for stands there as picked already.
    assert len([each for each in menu["options"] if each.get("default")]) == 1
    assert "Done (1 chosen)" in labels(page)
    await bob.choose(page, menu["custom_id"], menu["options"][0]["value"])
    page = await changed(bob, page)
    page = await pass_by(bob, page, "What do you ask for?")
    number = deal.number
    assert f"You answer **Alice**’s deal {number}: you offer **Alice** " in text_of(page)
    form = await bob.press(page, "Write…", until="modal")
    assert form.modal is not None
    assert form.modal["title"] == f"Offer something else: Deal {number} from Alice"
    handed_in: Outcome = await bob.submit_modal(
        form, {"promise": "and no more of it", "due": ["1"]}, channel=page["channel_id"]
    )
    assert handed_in.state == "done"
    said_so = f"✓ You answer **Alice**’s deal {number}: you offer **Alice** "
    await bob.wait_for_message(lambda m: text_of(m).startswith(said_so))
    # It takes the place of hers, by a number of its own, and she hears both in one line.
    (counter,) = await deals_of(room)
    assert (counter.giver, counter.taker, len(counter.give)) == (1, 0, 1)
    assert (counter.promise, counter.number) == ("and no more of it", number + 1)
    line = f"**Bob** answers your deal {number} with deal {number + 1}: **Bob** offers you "
    await alice.wait_for_private(lambda m: line in text_of(m))
    # Before she accepts, the terms are read back, on her list as well.
    listed = await alice.slash(CHANNEL, "deal list")
    assert "you ask **Bob** for " not in said(listed)
    assert "**Bob** offers you " in said(listed)
    assert listed.message is not None
    label = next(each for each in labels(listed.message) if str(each).startswith("Accept"))
    await alice.press(listed.message, label)
    page = await read_back(alice, listed.message, "**Bob** offers you ")
    assert "and promises “and no more of it”" in text_of(page)
    received = await offers(alice, "Accept Bob’s offer")
    await alice.press(received, "Accept Bob’s offer")
    page = await read_back(alice, received, "**Bob** offers you ")
    assert await deals_of(room) == [counter]
    await alice.press(page, "Yes, do it")
    await alice.wait_for_private(lambda m: "✓ You accept **Bob**’s deal " in text_of(m))
    await bob.wait_for_private(lambda m: "accepts your deal" in text_of(m))
    assert await deals_of(room) == []
    # The table has heard of what changed hands, and of nothing else.
    public = "\n".join(text_of(m) for m in bob.messages(CHANNEL) if not m["flags"] & 64)
    assert "Easter" not in public
    assert "no more of it" not in public
    # An offer is taken back.
    await alice.slash(CHANNEL, "deal offer", to="Bob", promise="a tun of wine")
    await alice.slash(CHANNEL, "deal withdraw")
    await bob.wait_for_private(lambda m: "is taken back" in text_of(m))
    assert "You have no deals on offer" in said(await alice.slash(CHANNEL, "deal list"))


async def test_a_computer_refuses_and_its_counter_offer_is_whole(room: Room) -> None:
    await take_in(room, before_parliament())
    await no_deals(room)
    offered = await room.alice.slash(
        CHANNEL, "deal offer", to="2", give="place:pleshey", take="place:berkeley"
    )
    assert said(offered).splitlines()[:7] == [
        "✓ You offer **Steward 1** Pleshey for Berkeley.",
        "**Steward 1** refuses your deal 8: “Berkeley is dear to me, but I would shake hands for "
        "Dover besides”. ‹house-8.7.2›",
        "Deal 9: **Steward 1** offers you Berkeley for Pleshey and Dover. Only the two of you see "
        "this. ‹house-8.7.2›",
        "• Control of Berkeley: Percy’s castle · garrison 100",
        "• Control of Pleshey: your castle · garrison 100",
        "• Control of Dover: your royal castle · garrison 200",
        "It lapses when **Steward 1**’s next turn begins.",
    ]
    assert offered.message is not None
    assert labels(offered.message)[:3] == [
        "Accept Steward 1’s offer",
        "Refuse Steward 1’s offer",
        "Offer Steward 1 something else",
    ]


async def test_the_menus_of_a_member_and_of_a_message(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await take_in(room, before_parliament())
    wrote = await bob.send(CHANNEL, "Who trades?")
    for target in ("Bob", wrote):
        begun = await alice.menu(target, "Propose a deal", channel=CHANNEL)
        assert is_ephemeral(begun)
        # Whom it is with is not asked any more.
        assert said(begun).startswith("### Propose a deal\n-# Who is the deal with? Bob\n")
        assert "What do you give?" in said(begun)
        told = await alice.menu(target, "How does he stand?", channel=CHANNEL)
        assert is_ephemeral(told)
        assert said(told).startswith("**Bob**’s faction: ")
        assert "hidden card" in said(told)
    by_the_bot = await card(alice, "My hand")
    refused = await alice.menu(by_the_bot, "How does he stand?", channel=CHANNEL)
    assert "has no seat in this game. Choose one of the players." in said(refused)
    own = await alice.menu("Alice", "Propose a deal", channel=CHANNEL)
    assert "house-8.7" in said(own)


async def test_a_deal_is_accepted_by_command_with_nothing_typed(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await take_in(room, before_parliament())
    await no_deals(room)
    await alice.slash(CHANNEL, "deal offer", to="Bob", promise="a tun of wine")
    asked = await bob.slash(CHANNEL, "deal accept")
    assert "and promises “a tun of wine”" in said(asked)
    assert said(asked).endswith("Shall I do it?")
    assert asked.message is not None
    assert len(await deals_of(room)) == 1
    # Meanwhile it is taken back: nothing is struck.
    await alice.slash(CHANNEL, "deal withdraw")
    late = await bob.press(asked.message, "Yes, do it")
    assert "✓" not in said(late)
    await alice.slash(CHANNEL, "deal offer", to="Bob", promise="a tun of ale")
    asked = await bob.slash(CHANNEL, "deal accept")
    assert asked.message is not None
    await bob.press(asked.message, "Yes, do it")
    await alice.wait_for_private(lambda m: "accepts your deal" in text_of(m))
    assert await deals_of(room) == []


WORD = "Done: 10% for_you, né?"


@pytest.mark.parametrize(
    ("verb", "told"), [("accept", "accepts your deal"), ("refuse", "refuses your deal")]
)
async def test_a_word_with_an_answer_waits_while_it_is_asked_which_deal_is_meant(
    room: Room, verb: str, told: str
) -> None:
    alice, bob = room.alice, room.bob
    await take_in(room, before_parliament())
    await no_deals(room)
    await alice.slash(CHANNEL, "deal offer", to="Bob", promise="a tun of wine")
    await alice.slash(CHANNEL, "deal offer", to="Bob", promise="a tun of ale")
    refused = await bob.slash(CHANNEL, f"deal {verb}", word="so " * 30)
    assert said(refused).endswith(
        "Your text is too long to keep while I ask. Answer that in the command too."
    )
    asked = await bob.slash(CHANNEL, f"deal {verb}", word=WORD)
    assert asked.message is not None
    (menu,) = selects(asked.message)
    page = await bob.choose(asked.message, menu["custom_id"], menu["options"][1]["value"])
    if verb == "accept":
        assert "and promises “a tun of ale”" in said(page)
        assert page.message is not None
        await bob.press(page.message, "Yes, do it")
    heard = await alice.wait_for_private(lambda m: told in text_of(m))
    assert WORD.replace("_", "\\_") in text_of(heard)
    assert len(await deals_of(room)) == 1


async def test_a_word_alone_does_not_accept_the_only_deal_unread(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await take_in(room, before_parliament())
    await no_deals(room)
    await alice.slash(CHANNEL, "deal offer", to="Bob", promise="a tun of wine")
    refused = await bob.slash(CHANNEL, "deal accept", word="so " * 30)
    assert said(refused).startswith(
        "Which deal do you accept? Your text is too long to keep while I ask."
    )
    asked = await bob.slash(CHANNEL, "deal accept", word=WORD)
    assert "and promises “a tun of wine”" in said(asked)
    assert said(asked).endswith("Shall I do it?")
    assert len(await deals_of(room)) == 1
    assert asked.message is not None
    await bob.press(asked.message, "Yes, do it")
    heard = await alice.wait_for_private(lambda m: "accepts your deal" in text_of(m))
    assert WORD.replace("_", "\\_") in text_of(heard)
    assert await deals_of(room) == []
    # A no gives nothing away, and is said at once.
    await alice.slash(CHANNEL, "deal offer", to="Bob", promise="a tun of ale")
    assert "✓ You refuse" in said(await bob.slash(CHANNEL, "deal refuse", word=WORD))


async def test_a_computer_answers_under_the_offer_and_says_why(room: Room) -> None:
    alice = room.alice
    await take_in(room, before_parliament())
    await no_deals(room)
    wanted = await alice.autocomplete(CHANNEL, "deal offer", "take", to="2")
    asked = await alice.slash(CHANNEL, "deal offer", to="2", take=wanted[0]["value"])
    assert is_ephemeral(asked)
    assert said(asked).startswith("✓ You ask **Steward 1** for ")
    assert re.search(
        r"\*\*Steward 1\*\* refuses your deal \d+: "
        r"“(You ask for|I cannot give) ",
        said(asked),
    ), said(asked)
    await no_deals(room)
    assert asked.message is not None
    assert "Take back the offer to Steward 1" not in labels(asked.message)
    mine = await alice.autocomplete(CHANNEL, "deal offer", "give", "control", to="2")
    castle = mine[0]["name"].removeprefix("Control of ").partition(" ·")[0]
    given = await alice.slash(CHANNEL, "deal offer", to="2", give=mine[0]["value"])
    assert re.search(
        rf"\*\*Steward 1\*\* accepts your deal \d+: “I take {re.escape(castle)}, "
        r"with thanks”\. ‹house-8\.7\.2›",
        said(given),
    ), said(given)
    line = f"**Alice** gives {castle} to **Steward 1**."
    await alice.wait_for_message(lambda m: line in text_of(m), channel=CHANNEL)
    # What she has just read comes by no direct message.
    told = [str(sent.get("content")) for sent in room.posted()]
    assert [text for text in told if f"I take {castle}, with thanks" in text] == []


async def test_leave_is_asked_for_and_granted(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await take_in(room, before_parliament())
    await no_deals(room)
    session = await advance_to(room, lambda s: asks(s, 0, "movement"))
    mine = {k for k, noble in session.view(None).nobles.items() if noble.seat == 1}
    place = next(p for p, holder in session.view(None).control.items() if holder in mine)
    name = session.rules.content.board.places[place].name
    asked = await alice.slash(CHANNEL, "move ask-leave", place=place)
    assert said(asked).startswith("✓ You ask for leave to enter")
    question = await bob.wait_for_message(
        lambda m: "Let them in" in labels(m) and f"<@{bob.me['id']}>" in text_of(m),
        channel=CHANNEL,
    )
    assert "Keep them out" in labels(question)
    assert "Take it back" in labels(question)
    assert name.split(" ")[0] in text_of(question)
    answer = await alice.press(question, "Let them in")
    assert "Only **Bob** can choose that" in said(answer)
    granted = await bob.press(await card(bob, "Let them in"), "Let them in")
    assert said(granted).startswith("✓ You let them in.")
    session = await advance_to(room, lambda s: asks(s, 0, "movement"))
    assert session.match is not None
    assert session.match.position.state.granted == {place: [0]}
