"""Open seats: which there are, and who hears of them, at their hours, once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from bot.session import Desk, Refused, Wish
from bot.session.forgetting import Kept
from bot.session.library import rules_key
from bot.storage.games import OpenRow
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    DUNCAN,
    GUILD,
    FakeClock,
    open_game,
    running_game,
)
from tests.storage.databases import database_url

__all__ = ["database_url"]

EVENING = (18 * 60, 23 * 60)


class Told:
    """Writes down who is told of which games; fails as often as it is told to."""

    def __init__(self, desk: Desk, fails: int = 0) -> None:
        self.of: list[tuple[int, list[str]]] = []
        self.fails = fails
        desk.open_seats.tell = self

    async def __call__(self, guild_id: int, user_id: int, tables: Sequence[OpenRow]) -> None:
        if self.fails:
            self.fails -= 1
            raise ConnectionError("Discord is away")
        assert guild_id == GUILD
        self.of.append((user_id, [table.game_id for table in tables]))

    def taken(self) -> list[tuple[int, list[str]]]:
        """What was told since the last time."""
        of, self.of = self.of, []
        return of


async def test_open_seats_are_those_of_lobbies_and_of_people_who_left(
    desk: Desk, clock: FakeClock
) -> None:
    lobby = await open_game(desk, seats=3, options={"pace": "live"})
    clock.advance(minutes=1)
    running = await running_game(desk, channel=CHANNEL + 1)
    full = await open_game(desk, channel=CHANNEL + 2)
    await full.lobby.join(BOB, "Bob")
    (found,) = await desk.open_seats.of(GUILD)
    assert found == OpenRow(
        lobby.id, GUILD, CHANNEL, "toy", "plain", {"pace": "live"}, False, 3, 2, frozenset({ALICE})
    )
    await running.lobby.leave(BOB)
    _, left = await desk.open_seats.of(GUILD)
    assert (left.game_id, left.running, left.seats, left.free) == (running.id, True, 2, 1)
    await running.lobby.add_computer(ALICE, "dabbler")
    assert [table.game_id for table in await desk.open_seats.of(GUILD)] == [lobby.id]
    await lobby.lobby.end(ALICE)
    assert await desk.open_seats.of(GUILD) == []
    assert await desk.open_seats.of(GUILD + 1) == []


async def test_two_of_three_who_asked_hear_of_a_table_each_at_their_hours(
    desk: Desk, clock: FakeClock
) -> None:
    told = Told(desk)
    seats = desk.open_seats
    # It is noon in UTC, and one o'clock in Vienna.
    await seats.keep(GUILD, BOB, Wish(rules=frozenset({rules_key("toy", "plain")})))
    await seats.keep(GUILD, CECILY, Wish(hours=EVENING, zone="Europe/Vienna"))
    await seats.keep(GUILD, DUNCAN, Wish(paces=frozenset({"daily"})))
    await seats.keep(GUILD + 1, DUNCAN, Wish())
    await seats.look()
    assert told.taken() == []

    session = await open_game(desk, seats=4, options={"pace": "live"})
    await seats.look()
    assert told.taken() == [(BOB, [session.id])]
    await seats.look()
    clock.advance(hours=4, minutes=59)
    await seats.look()
    assert told.taken() == []
    clock.advance(minutes=1)
    await seats.look()
    await seats.look()
    assert told.taken() == [(CECILY, [session.id])]


async def test_a_table_that_was_full_is_told_again_but_not_at_once(
    desk: Desk, clock: FakeClock
) -> None:
    told = Told(desk)
    await desk.open_seats.keep(GUILD, CECILY, Wish())
    session = await open_game(desk)
    await desk.open_seats.look()
    assert told.taken() == [(CECILY, [session.id])]
    await session.lobby.join(BOB, "Bob")
    await desk.open_seats.look()
    await session.lobby.leave(BOB)
    clock.advance(minutes=1)
    other = await open_game(desk, channel=CHANNEL + 1)
    clock.advance(minutes=13)
    await desk.open_seats.look()
    assert told.taken() == []
    clock.advance(minutes=1)
    await desk.open_seats.look()
    assert told.taken() == [(CECILY, [session.id, other.id])]


async def test_whoever_sits_there_is_away_or_rests_hears_nothing(
    desk: Desk, clock: FakeClock
) -> None:
    told = Told(desk)
    for person in (ALICE, BOB, CECILY):
        await desk.open_seats.keep(GUILD, person, Wish())
    await desk.availability.go_away(BOB, 2)
    await desk.availability.set_quiet_hours(CECILY, (11 * 60, 13 * 60))
    session = await open_game(desk)
    await desk.open_seats.look()
    assert told.taken() == []
    clock.advance(hours=1)
    await desk.open_seats.look()
    assert told.taken() == [(CECILY, [session.id])]
    clock.advance(days=2)
    await desk.open_seats.look()
    assert told.taken() == [(BOB, [session.id])]


async def test_what_could_not_be_told_is_told_later_and_holds_up_nobody(desk: Desk) -> None:
    told = Told(desk, fails=1)
    for person in (BOB, CECILY):
        await desk.open_seats.keep(GUILD, person, Wish())
    session = await open_game(desk)
    await desk.open_seats.look()
    assert told.taken() == [(CECILY, [session.id])]
    await desk.open_seats.look()
    assert told.taken() == [(BOB, [session.id])]


async def test_a_server_that_another_process_serves_is_left_to_it(desk: Desk) -> None:
    told = Told(desk)
    desk.open_seats.serves = lambda guild_id: guild_id != GUILD
    await desk.open_seats.keep(GUILD, BOB, Wish())
    await open_game(desk)
    await desk.open_seats.look()
    assert told.taken() == []


async def test_a_wish_is_kept_changed_dropped_and_forgotten(desk: Desk) -> None:
    seats = desk.open_seats
    assert await seats.wish_of(GUILD, BOB) is None
    for wish, said in (
        (Wish(zone="Atlantis"), "There is no time zone called 'Atlantis'"),
        (Wish(hours=(60, 60)), "Leave both hours empty"),
        (
            Wish(paces=frozenset({"brisk"})),
            "Choose one of the paces: live, daily, relaxed, or none",
        ),
    ):
        with pytest.raises(Refused, match=said):
            await seats.keep(GUILD, BOB, wish)
    wish = Wish(frozenset({"toy/plain"}), frozenset({"none"}), (60, 120), "Europe/London")
    await seats.keep(GUILD, BOB, Wish())
    await seats.keep(GUILD, BOB, wish)
    assert await seats.wish_of(GUILD, BOB) == wish
    assert await seats.drop(GUILD, BOB)
    assert not await seats.drop(GUILD, BOB)
    await seats.keep(GUILD, BOB, wish)
    assert await desk.forgetting.kept_of(BOB) == Kept(0, 0, 0, settings=True)
    await desk.forgetting.forget(BOB, "Bob")
    assert await seats.wish_of(GUILD, BOB) is None
    assert await desk.forgetting.kept_of(BOB) == Kept(0, 0, 0, settings=False)


@pytest.mark.parametrize(
    ("hours", "zone", "there"),
    [
        (EVENING, "UTC", [18, 19, 20, 21, 22]),
        ((22 * 60, 2 * 60), "UTC", [22, 23, 0, 1]),
        (EVENING, "America/New_York", [23, 0, 1, 2, 3]),
    ],
)
def test_hours_of_the_day_in_ones_own_zone(
    hours: tuple[int, int], zone: str, there: list[int]
) -> None:
    wish = Wish(hours=hours, zone=zone)
    day = [datetime(2026, 11, 29, hour, 30, tzinfo=UTC) for hour in range(24)]
    assert sorted(there) == [at.hour for at in day if wish.at_its_hours(at)]


async def test_a_server_chooses_a_channel_for_open_seats(desk: Desk) -> None:
    assert await desk.open_seats.channel(GUILD) is None
    await desk.servers.name_moderator_role(GUILD, 5)
    await desk.open_seats.name_channel(GUILD, CHANNEL)
    assert await desk.open_seats.channel(GUILD) == CHANNEL
    assert await desk.servers.moderator_role(GUILD) == 5
    await desk.open_seats.name_channel(GUILD, None)
    assert await desk.open_seats.channel(GUILD) is None
