"""Six families over sockets: a word in secret, a change of sides, and who sees what of it."""

from __future__ import annotations

from typing import Any

from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import buttons, text_of
from bot.session import SeatInfo
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, card, changed, said
from tests.rules.kingmaker import underway

SEATS = (
    SeatInfo(0, None, "Alice"),
    SeatInfo(1, None, "Steward 1 (computer)", "steward"),
    SeatInfo(2, None, "Bob"),
)
PROMISE = "you shall be Chancellor"


def public(player: Player) -> str:
    """All that stands in the channel for everybody."""
    return "\n".join(text_of(m) for m in player.messages(CHANNEL) if not m["flags"] & 64)


def can_accept(message: dict[str, Any]) -> bool:
    """Whether a message has a button that takes a deal."""
    return any(str(each.get("label")).startswith("Accept ") for each in buttons(message))


async def test_a_family_is_won_in_secret_and_goes_over_for_all_to_see(room: Room) -> None:
    alice, bob = room.alice, room.bob
    channel = alice.channel(CHANNEL)
    session = await room.bot.desk.new_games.bring_in(
        underway.before_change_of_sides(SEATS),
        guild_id=int(channel["guild_id"]),
        channel_id=int(channel["id"]),
        host_id=int(alice.me["id"]),
        people={0: int(alice.me["id"]), 2: int(bob.me["id"])},
    )
    await at_rest(session)
    # Lancaster bargains with Neville: the two of them see it, the channel does not.
    offered = await alice.slash(CHANNEL, "deal offer", to="Bob", promise=PROMISE, due=3)
    assert said(offered).startswith("✓ You offer **Bob**"), said(offered)
    received = await bob.wait_for_private(can_accept)
    await bob.press(received, "Accept Alice’s offer")
    page = await changed(bob, received)
    assert PROMISE in text_of(page)
    await bob.press(page, "Yes, do it")
    await room.look()
    assert PROMISE not in public(alice)
    assert "Bob** (Neville, serves York)" in said(await alice.slash(CHANNEL, "standings"))
    # As Lancaster's turn begins Bob declares the change, and Alice agrees.
    shown = await card(bob, "Serve this House")
    assert "York: **Steward 1** (the House) and **Bob** (Neville)" in text_of(shown)
    assert "If House Lancaster agrees, you move and fight in its turn now" in text_of(shown)
    await bob.press(shown, "Serve this House")
    asked = await card(alice, "Let them in")
    assert "**Bob** wants to serve your House." in text_of(asked)
    assert "and **Bob** (Neville)" in text_of(asked), "nothing has changed yet"
    await alice.press(asked, "Let them in")
    after = await card(alice, "End movement")
    assert "Lancaster: **Alice** (the House) and **Bob** (Neville)" in text_of(after)
    assert "**Bob** betrays House York and goes over to House Lancaster" in public(alice)
    assert "Bob** (Neville, serves Lancaster)" in said(await bob.slash(CHANNEL, "standings"))
