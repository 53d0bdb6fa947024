"""A hand shown to a friend, and all hands a round later, for people without a seat."""

from __future__ import annotations

from bot.sandbox.members.sight import text_of
from cogs.ui.replies import at_rest, words_of
from tests.e2e.conftest import CHANNEL, Room, card, has_button, is_ephemeral, said
from tests.e2e.guest import Guest
from tests.e2e.play.test_refusals import nothing_changes
from tests.e2e.prepared import before_parliament, take_in

WATCHING = "You are not playing in this game. You are welcome to watch!"
LOOKED = "-# You have looked, so you cannot take a seat in this game. Tell the players nothing."


async def test_a_friend_looks_over_a_shoulder_and_then_takes_no_seat(room: Room) -> None:
    alice, bob, url = room.alice, room.bob, room.sandbox.base_url
    await alice.new_member("Cecily")
    async with await Guest.connect(url, "Cecily") as cecily:
        session = await take_in(room, before_parliament())
        friend = f"<@{cecily.me['id']}>"
        assert said(await cecily.slash(CHANNEL, "hand")) == WATCHING
        shown = await bob.slash(CHANNEL, "hand", friend="Cecily")
        assert is_ephemeral(shown)
        assert (
            said(shown)
            == f"{friend} can see your hand with `/hand` now. `/hand hide:True` ends it."
        )
        told = await alice.wait_for_message(
            lambda m: (
                f"👁 **Bob** lets {friend} see their hand" in text_of(m)
                and "from now on" in text_of(m)
            ),
            channel=CHANNEL,
        )
        assert not told["flags"] & 64
        posted = next(p for p in room.posted() if "from now on" in str(p.get("content")))
        assert posted["allowed_mentions"]["users"] == [
            int(guest.me["id"]) for guest in (alice, cecily)
        ]
        # The card says so as long as it lasts.
        shown_card = await card(alice, "My hand")
        assert f"-# 👁 Hands shown: **Bob** to {friend}" in text_of(shown_card).splitlines()
        lines = words_of(session).hand_lines(session.view(1))
        async with nothing_changes(room):
            seen = await cecily.slash(CHANNEL, "hand")
            assert is_ephemeral(seen)
            head, *rest = said(seen).splitlines()
            assert head.startswith("### A hand shown to you · Kingmaker · <#")
            assert rest == ["**Bob**", *lines, LOOKED]
            assert seen.message is not None
            assert len(seen.message["attachments"]) == 1
            pressed = await cecily.press(await card(cecily, "My hand"), "My hand")
            assert said(pressed).splitlines()[1:] == rest
        two = await bob.slash(CHANNEL, "hand", friend="Cecily", hide=True)
        assert said(two) == "Give `friend`, `hide` or `commentary`, one at a time."
        by_message = await bob.slash(await bob.open_dm(), "hand", hide=True)
        assert said(by_message) == (
            "In a direct message I cannot tell which game you mean. Use this command in the game’s "
            "channel."
        )
        own = await bob.slash(CHANNEL, "hand", friend="Alice")
        assert said(own) == (
            "Only somebody without a seat in this game may see your hand. Name another person."
        )
        hidden = await bob.slash(CHANNEL, "hand", hide=True)
        assert said(hidden) == "Nobody but you sees your hand now."
        await alice.wait_for_message(
            lambda m: f"👁 **Bob** no longer lets {friend} see their hand." in text_of(m),
            channel=CHANNEL,
        )
        assert said(await cecily.slash(CHANNEL, "hand")) == WATCHING
        await session.lobby.leave(int(bob.me["id"]))
        await at_rest(session)
        assert said(await cecily.slash(CHANNEL, "game join")) == (
            "You have seen a hand in this game, and so cannot take a seat in it. The next game at "
            "this table is open to everybody again."
        )


async def test_a_spectator_sees_all_hands_a_round_later_once_all_agree(room: Room) -> None:
    alice, bob, url = room.alice, room.bob, room.sandbox.base_url
    await alice.new_member("Cecily")
    async with await Guest.connect(url, "Cecily") as cecily:
        session = await take_in(room, before_parliament())
        early = await cecily.slash(CHANNEL, "hand", commentary=True)
        assert said(early) == (
            "The table has not agreed. Any player can ask for it with `/hand commentary:True`."
        )
        asked = await alice.slash(CHANNEL, "hand", commentary=True)
        assert said(asked) == (
            "I have asked the others: **Bob**. Everybody has to agree. Anybody who looks cannot "
            "take a seat in this game."
        )
        question = await bob.wait_for_message(lambda m: has_button(m, "Agree"), channel=CHANNEL)
        assert text_of(question).startswith(
            "🎙 **Alice** would like people without a seat to see all hands, a round later."
        )
        assert said(await bob.press(question, "Agree")) == "Done, as you agreed."
        await cecily.wait_for_message(
            lambda m: "🎙 Everybody agrees to commentary" in text_of(m), channel=CHANNEL
        )
        line = "-# 🎙 People without a seat may see all hands, a round later"
        assert line in text_of(await card(cecily, "My hand")).splitlines()
        seen = await cecily.slash(CHANNEL, "hand", commentary=True)
        assert is_ephemeral(seen)
        words, views = words_of(session), (await session.onlookers.look(1, all_hands=True)).views
        expected = [
            "### All hands at the end of round 9",
            "-# `/map` shows the board as it is now.",
        ]
        for seat, name in enumerate(("**Alice**", "**Bob**", "**Steward 1**")):
            expected += [name, *words.hand_lines(views[seat])]
        assert said(seen).splitlines() == [*expected, LOOKED]
        # A player sees nothing by it: everybody has agreed already.
        again = await bob.slash(CHANNEL, "hand", commentary=True)
        assert said(again) == "Everybody has agreed to that already."
        ended = await bob.slash(CHANNEL, "hand", commentary=False)
        assert said(ended) == "The commentary has ended."
        await cecily.wait_for_message(
            lambda m: "🎙 **Bob** ends the commentary" in text_of(m), channel=CHANNEL
        )
        assert said(await cecily.slash(CHANNEL, "hand", commentary=True)) == said(early)
