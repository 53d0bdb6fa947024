"""A seat that nobody has is found, heard of and posted, by those alone who may see its channel."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.sandbox.members.sight import Outcome, buttons, text_of
from bot.sandbox.objects import Overwrite
from tests.e2e.conftest import CHANNEL, Room, is_ephemeral, said
from tests.e2e.guest import Guest
from tests.e2e.table.test_muster import later

VIEW = 1 << 10


async def hide(room: Room, channel: str, guest: Guest) -> None:
    """Let somebody see a channel no more."""
    world = room.sandbox.sandbox.world
    place = world.channel(str(room.alice.channel(channel)["id"]))
    number = guest.me["id"]
    place.overwrites[number] = Overwrite(id=number, type=1, deny=VIEW)
    heard = room.bot.wait_for("guild_channel_update", timeout=60)
    room.sandbox.sandbox.announce_channel("CHANNEL_UPDATE", place)
    await heard


def message_of(outcome: Outcome) -> dict[str, Any]:
    """What the bot answered."""
    assert outcome.message is not None
    return outcome.message


async def test_open_seats_are_listed_and_one_is_taken_from_afar(room: Room) -> None:
    alice, bob = room.alice, room.bob
    none = await bob.slash(CHANNEL, "tables")
    assert is_ephemeral(none)
    assert "No table has a free seat that you could take." in said(none)
    await alice.slash(CHANNEL, "game new", game="lancaster", seats=3, pace="live")
    await alice.slash("tower", "game new", seats=2, rounds=4, pace="daily")
    there = await bob.slash("tavern", "tables")
    kingmaker, tower = alice.channel(CHANNEL)["id"], alice.channel("tower")["id"]
    assert said(there).splitlines() == [
        "### Open seats on this server",
        f"**Kingmaker: Covault’s evening** · <#{tower}> · 1 of 2 seats free",
        "-# Daily: a look at the game every day. It ends after 4 rounds at the latest.",
        f"**Lancaster** · <#{kingmaker}> · 2 of 3 seats free",
        "-# Live: everybody is at the table now. It ends after 5 rounds.",
    ]
    only = said(await bob.slash("tavern", "tables", pace="live"))
    assert "Lancaster" in only
    assert "Covault" not in only
    assert "Lancaster" not in said(await bob.slash("tavern", "tables", game="Kingmaker"))
    taken = await bob.choose(message_of(there), "Take a seat", ["Kingmaker: Covault’s evening"])
    assert "You are in." in said(taken)
    session = await room.session()
    assert session.game == "lancaster"
    assert "Covault" not in said(await bob.slash("tavern", "tables"))


async def test_a_table_behind_a_closed_door_is_not_listed(room: Room) -> None:
    await room.alice.slash("tower", "game new", seats=2)
    await hide(room, "tower", room.bob)
    assert "No table has a free seat" in said(await room.bob.slash(CHANNEL, "tables"))
    assert "1 of 2 seats free" in said(await room.alice.slash(CHANNEL, "tables"))


async def test_who_asked_hears_when_a_seat_opens(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await alice.slash("tower", "game new", seats=2)
    there = await bob.slash(CHANNEL, "tables")
    form = await bob.press(message_of(there), "Tell me when one opens…")
    half = await bob.submit_modal(form, {"from": "18:00"}, channel=CHANNEL)
    assert said(half).startswith("Give both hours")
    form = await bob.press(message_of(there), "Tell me when one opens…")
    kept = await bob.submit_modal(
        form, {"rules": ["Lancaster"], "paces": ["Live: everybody is at the table now"]},
        channel=CHANNEL,
    )  # fmt: skip
    assert (
        "🔔 I will send you a direct message when a seat opens here: Lancaster; live; at any hour."
        in said(kept)
    )
    await alice.slash(CHANNEL, "game new", game="lancaster", seats=2, pace="daily")
    await alice.slash("tavern", "game new", game="lancaster", seats=2, pace="live")
    await room.bot.desk.open_seats.look()
    heard = await bob.wait_for_private(lambda m: "Open seats on" in text_of(m))
    assert f"<#{alice.channel('tavern')['id']}>" in text_of(heard)
    assert f"<#{alice.channel(CHANNEL)['id']}>" not in text_of(heard)
    shown = await bob.slash(CHANNEL, "tables")
    ended = await bob.press(message_of(shown), "Stop telling me")
    assert "🔔" not in said(ended)
    assert [each["label"] for each in buttons(message_of(ended))] == ["Tell me when one opens…"]


async def test_of_three_who_asked_two_hear_each_at_their_own_hours(room: Room) -> None:
    alice, bob, url = room.alice, room.bob, room.sandbox.base_url
    for name in ("Cecily", "Duncan"):
        await alice.new_member(name)
    async with (
        await Guest.connect(url, "Cecily") as cecily,
        await Guest.connect(url, "Duncan") as duncan,
    ):
        guests = {"Bob": bob, "Cecily": cecily, "Duncan": duncan}
        terms: dict[str, dict[str, Any]] = {
            "Bob": {"from": "18:00", "until": "23:00"},
            "Cecily": {"from": "08:00", "until": "12:00", "rules": ["Lancaster"]},
            # Another pace than that of the table to come.
            "Duncan": {"paces": ["Daily: a look at the game every day"]},
        }
        midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0) + timedelta(days=1)

        async def told_by(hours: float) -> list[str]:
            """Those who have been told by then, counted from midnight."""
            later(room, seconds=(midnight - datetime.now(UTC)).total_seconds() + hours * 3600)
            await room.bot.desk.open_seats.look()
            await room.look()
            return sorted(
                name
                for name, guest in guests.items()
                if any("Open seats on" in text_of(m) for m in guest.private_messages())
            )

        assert await told_by(0) == []
        for name, guest in guests.items():
            there = await guest.slash(CHANNEL, "tables")
            form = await guest.press(message_of(there), "Tell me when one opens…")
            kept = await guest.submit_modal(form, {**terms[name], "zone": "UTC"}, channel=CHANNEL)
            assert "🔔" in said(kept)
        await alice.slash(CHANNEL, "game new", game="lancaster", seats=2, pace="live")
        assert await told_by(15) == []
        assert await told_by(19) == ["Bob"]
        assert await told_by(24 + 7) == ["Bob"]
        assert await told_by(24 + 9) == ["Bob", "Cecily"]
        assert await told_by(24 + 20) == ["Bob", "Cecily"]
        assert [len(guest.private_messages()) for guest in guests.values()] == [1, 1, 0]


async def test_a_host_posts_a_seat_where_the_server_wants_it(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await alice.slash(CHANNEL, "game new", seats=2)
    nowhere = said(await alice.slash(CHANNEL, "game announce"))
    assert nowhere.startswith("This server has chosen no channel for open seats.")
    assert "Only a moderator" in said(await bob.slash(CHANNEL, "mod seats", where="tavern"))
    named = said(await alice.slash(CHANNEL, "mod seats", where="tavern"))
    tavern = alice.channel("tavern")["id"]
    assert named == f"Hosts post open seats in <#{tavern}>, with `/game announce`."
    assert "Only the host" in said(await bob.slash(CHANNEL, "game announce"))
    assert (
        said(await alice.slash(CHANNEL, "game announce"))
        == f"The open seats are posted in <#{tavern}>."
    )
    again = said(await alice.slash(CHANNEL, "game announce"))
    assert again.startswith("A seat at this table was posted less than 12 hours ago.")
    post = await bob.wait_for_message(lambda m: "A seat is open" in text_of(m), channel="tavern")
    taken = await bob.press(post, "Take a seat")
    assert is_ephemeral(taken)
    assert "You are in." in said(taken)
    assert said(await alice.slash(CHANNEL, "game announce")) == "No seat is free at this table."
    cleared = said(await alice.slash(CHANNEL, "mod seats", clear=True))
    assert cleared.startswith("Open seats are not posted anywhere.")
