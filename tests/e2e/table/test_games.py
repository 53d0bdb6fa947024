"""A person's games in one list, holidays and quiet hours, and the card anew."""

from __future__ import annotations

from bot.sandbox.members.sight import text_of
from tests.e2e.conftest import CHANNEL, Room, card, is_ephemeral, said, verb_id
from tests.session.doubles import time_limit


async def test_all_games_of_a_person_with_what_is_asked(room: Room) -> None:
    alice = room.alice
    none = await alice.slash(CHANNEL, "games")
    assert is_ephemeral(none)
    assert "You are not at any table just now." in said(none)
    await room.start_game(seats=2, pace="daily")
    await alice.slash("tower", "game new", seats=3)
    answer = await alice.slash("tavern", "games")
    assert is_ephemeral(answer)
    text = said(answer)
    first, second = text.index(f"<#{alice.channel(CHANNEL)['id']}>"), text.index("Not begun yet")
    assert first < second
    assert "➤ **You decide:** Move your nobles" in text
    assert "If you do not answer, your movement ends." in text
    assert "2 seats are free." in text
    dues = await (await room.session()).clock.deadlines()
    assert [due.seat for due in dues] == [0]
    assert f"<t:{int(dues[0].due.timestamp())}:R>" in text
    # Bob plays in none of them, and the list is nobody else's business.
    assert "You are not at" in said(await room.bob.slash(CHANNEL, "games"))
    # The list can be asked for in direct messages too.
    dm = await alice.open_dm()
    assert "Move your nobles" in said(await alice.slash(dm, "games"))


async def test_the_card_shows_the_deadline_and_what_then(room: Room) -> None:
    shown = await room.start_game(seats=2, pace="live", hours=2)
    session = await room.session()
    (due,) = await session.clock.deadlines()
    at = int(due.due.timestamp())
    text = text_of(shown)
    assert (
        f"⏳ Time runs out <t:{at}:R> (<t:{at}:f>). If you do not answer, your movement ends."
        in text
    )
    limit = await time_limit(room.bot.desk, session)
    assert limit is not None
    assert f"ends <t:{int(limit.timestamp())}:R>" in text


async def test_a_holiday_stops_the_clock_in_every_game(room: Room) -> None:
    alice = room.alice
    await room.start_game(seats=2, pace="daily")
    (before,) = await (await room.session()).clock.deadlines()
    gone = await alice.slash(CHANNEL, "away", days=2)
    assert is_ephemeral(gone)
    assert "Have a good time!" in said(gone)
    (during,) = await (await room.session()).clock.deadlines()
    assert 47 < (during.due - before.due).total_seconds() / 3_600 < 49
    assert "You are already away" in said(await alice.slash(CHANNEL, "away", days=1))
    assert "🏖 You are away until" in said(await alice.slash(CHANNEL, "games"))
    # The card follows, and names no reason.
    shown = await alice.wait_for_message(
        lambda m: f"<t:{int(during.due.timestamp())}:R>" in text_of(m) and not m["flags"] & 64,
        channel=CHANNEL,
    )
    assert "away" not in text_of(shown)
    assert "Welcome back!" in said(await alice.slash(CHANNEL, "away", back=True))
    (after,) = await (await room.session()).clock.deadlines()
    assert abs((after.due - before.due).total_seconds()) < 60
    assert "You are not away." in said(await alice.slash(CHANNEL, "away", back=True))
    both = await alice.slash(CHANNEL, "away", back=True, days=1)
    assert "Give `days` to go away or `back`" in said(both)


async def test_quiet_hours(room: Room) -> None:
    alice = room.alice
    zones = await alice.autocomplete(CHANNEL, "quiet", "zone", "vienna")
    assert [zone["value"] for zone in zones] == ["Europe/Vienna"]
    hours = {"from": "22:30", "until": "08:00", "zone": "Europe/Vienna"}
    told = await alice.slash(CHANNEL, "quiet", hours)
    assert is_ephemeral(told)
    assert "Quiet hours: 22:30 to 08:00 (Europe/Vienna)." in said(told)
    # The zone is remembered.
    told = await alice.slash(CHANNEL, "quiet", {"from": "23:00", "until": "7"})
    assert "Quiet hours: 23:00 to 07:00 (Europe/Vienna)." in said(told)
    for wrong, words in (
        ({"from": "22:30"}, "Give both"),
        ({"from": "late", "until": "08:00"}, "Write a time of day like `22:30`."),
        ({"from": "01:00", "until": "00:00"}, "Quiet hours may last up to 14 hours"),
        ({"from": "01:00", "until": "02:00", "zone": "Mars"}, "There is no time zone called"),
    ):
        assert words in said(await alice.slash(CHANNEL, "quiet", wrong))
    assert "23:00 to 07:00" in said(await alice.slash(CHANNEL, "quiet"))
    assert "You have no quiet hours" in said(await alice.slash(CHANNEL, "quiet", off=True))


async def test_anybody_may_have_the_card_put_up_anew(room: Room) -> None:
    shown = await room.start_game(seats=2)
    await room.alice.delete_message(shown)
    answer = await room.bob.slash(CHANNEL, "status")
    assert is_ephemeral(answer)
    again = await room.alice.wait_for_message(
        lambda m: verb_id(m, "march") is not None and m["id"] != shown["id"], channel=CHANNEL
    )
    # A spectator may look, and is kept from playing with a kind word.
    seen = next(m for m in room.bob.messages(CHANNEL) if m["id"] == again["id"])
    looked = await room.bob.press(seen, "Map")
    assert is_ephemeral(looked)
    assert looked.message is not None
    assert looked.message["attachments"][0]["filename"] == "board.png"
    for label in ("March", "Do it for me", "My hand"):
        refused = await room.bob.press(seen, label)
        assert "You are not playing in this game. You are welcome to watch!" in said(refused)
    assert (await card(room.alice, "March"))["id"] == again["id"]
