"""A season: who takes part, whom a table is drawn for, which games count, and who stands where."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.session import Desk, GameSession, Refused, SeasonPlace, SeasonTable
from bot.session.new_games import MOST_HOSTED
from bot.session.seasons import SEASON
from bot.session.table.lobby import same_table
from bot.storage.results import entrants
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    DUNCAN,
    GUILD,
    FakeClock,
    bid,
    open_game,
    take,
)
from tests.storage.databases import database_url

__all__ = ["database_url"]

NO_SEASON = "There is no season here. A moderator can open one with `/season open`."


def refused(text: str) -> pytest.RaisesExc[Refused]:
    """A refusal with this sentence."""
    return pytest.raises(Refused, match=re.escape(text))


async def opened(desk: Desk, *people: tuple[int, str], days: tuple[int, int] = (0, 10)) -> None:
    """A season of a short game, joined by these people."""
    await desk.seasons.open_season((GUILD, CHANNEL), "toy", "plain", {"stones": "4"}, days)
    for user_id, name in people:
        await desk.seasons.join_season(GUILD, user_id, name)


async def drawn(desk: Desk, seats: int, channel: int = CHANNEL) -> GameSession:
    """A table that was drawn, after its first bids."""
    season, (host, *others) = await desk.seasons.draw(GUILD, seats)
    session = await desk.new_games.open(
        guild_id=GUILD,
        channel_id=channel,
        host_id=host.user_id,
        host_name=host.name,
        game=season.game,
        ruleset=season.ruleset,
        seats=seats,
        options={**season.options, SEASON: str(season.id)},
        people=[(each.user_id, each.name) for each in others],
    )
    await desk.seasons.note_drawn(season, [host, *others])
    await session.lobby.start(host.user_id)
    for seat in session.seats:
        assert seat.user_id is not None
        await session.submit(user_id=seat.user_id, choice=bid(1 if seat.number == 0 else 0))
    return session


async def won_by_the_second(session: GameSession) -> tuple[int, int]:
    """Play it to its end; the winner and the loser."""
    loser, winner = (seat.user_id or 0 for seat in session.seats[:2])
    await session.submit(user_id=loser, choice=take(1))
    await session.submit(user_id=winner, choice=take(3))
    assert session.status == "over"
    return winner, loser


async def standings(desk: Desk, by: int = ALICE) -> list[SeasonPlace]:
    return (await desk.seasons.season_table(GUILD, by=by)).standings


ANN, BEN, CAT = (ALICE, "Alice"), (BOB, "Bob"), (CECILY, "Cecily")


async def test_nobody_is_in_a_season_who_has_not_joined(desk: Desk) -> None:
    with refused(NO_SEASON):
        await desk.seasons.join_season(GUILD, ALICE, "Alice")
    with refused(NO_SEASON):
        await desk.seasons.season_table(GUILD, by=ALICE)
    await opened(desk, ANN)
    with refused("You have already joined this season."):
        await desk.seasons.join_season(GUILD, ALICE, "Alice")
    with refused("There is a season here already. `/season end` ends it."):
        await opened(desk)
    with refused("1 joined this season, too few for a table of 2."):
        await desk.seasons.draw(GUILD, 2)
    with refused("You have not joined this season."):
        await desk.seasons.leave_season(GUILD, BOB)
    # Another server has none.
    with refused(NO_SEASON):
        await desk.seasons.draw(GUILD + 1, 2)


async def test_who_lets_nobody_see_results_does_not_join(desk: Desk) -> None:
    await opened(desk)
    await desk.seasons.show(BOB, listed=False)
    with refused(
        "A season shows everybody how its players stand, but you keep your results private."
    ):
        await desk.seasons.join_season(GUILD, *BEN)


async def test_tables_are_drawn_between_beginning_and_end(desk: Desk, clock: FakeClock) -> None:
    await opened(desk, ANN, BEN, days=(2, 5))
    with refused("This season has not begun yet."):
        await desk.seasons.draw(GUILD, 2)
    clock.advance(days=3)
    season, people = await desk.seasons.draw(GUILD, 2)
    assert {each.user_id for each in people} == {ALICE, BOB}
    assert (season.ends - season.begins).days == 5
    clock.advance(days=5)
    with refused(NO_SEASON):
        await desk.seasons.draw(GUILD, 2)
    # The next one may begin.
    await opened(desk)


async def test_those_drawn_least_come_first_and_seats_are_by_chance(desk: Desk) -> None:
    await opened(desk, ANN, BEN, CAT)
    season, first = await desk.seasons.draw(GUILD, 2)
    await desk.seasons.note_drawn(season, first)
    (left,) = {ALICE, BOB, CECILY} - {each.user_id for each in first}
    heads = set[int]()
    for _ in range(60):
        _, people = await desk.seasons.draw(GUILD, 2)
        assert left in {each.user_id for each in people}
        heads.add(people[0].user_id)
    assert heads == {ALICE, BOB, CECILY}


async def test_whoever_comes_back_or_later_is_level_with_those_drawn_least(desk: Desk) -> None:
    await opened(desk, ANN, BEN, CAT)
    for _ in range(3):
        season, people = await desk.seasons.draw(GUILD, 3)
        await desk.seasons.note_drawn(season, people)
    season, people = await desk.seasons.draw(GUILD, 2)
    await desk.seasons.note_drawn(season, people)
    await desk.seasons.leave_season(GUILD, ALICE)
    await desk.seasons.join_season(GUILD, *ANN)
    await desk.seasons.join_season(GUILD, DUNCAN, "Duncan")
    async with desk.services.database.reading() as db:
        tables = {each.user_id: each.tables for each in await entrants(db, season.id or 0)}
    counts = {each.user_id: 4 for each in people} | {ALICE: min(tables[BOB], tables[CECILY])}
    assert tables == {BOB: 3, CECILY: 3} | counts | {DUNCAN: min(tables[BOB], tables[CECILY])}


async def test_whoever_is_drawn_hosts_any_number_of_games(desk: Desk) -> None:
    await opened(desk, ANN, BEN)
    for number in range(MOST_HOSTED):
        await open_game(desk, channel=CHANNEL + 10 + number)
    with refused(f"You host {MOST_HOSTED} games that are not over"):
        await open_game(desk, channel=CHANNEL + 90)
    season, _ = await desk.seasons.draw(GUILD, 2)
    session = await desk.new_games.open(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=ALICE,
        host_name="Alice",
        game=season.game,
        ruleset=season.ruleset,
        seats=2,
        options=season.options,
        people=[BEN],
    )
    # Nor has anybody said that they are there: if a moderator begins, both are called.
    assert [seat.ready_at for seat in session.seats] == [None, None]
    await session.lobby.start(ALICE, stand_in="dabbler", pressed_by=CECILY)
    await session.lobby.ready(BOB)
    assert session.status == "lobby"
    await session.lobby.ready(ALICE)
    assert session.status == "running"


async def test_points_by_place_for_those_who_take_part(desk: Desk, clock: FakeClock) -> None:
    await opened(desk, ANN, BEN)
    winner, loser = await won_by_the_second(await drawn(desk, 2))
    assert await standings(desk) == [
        SeasonPlace(1, winner, 5, 1, 1),
        SeasonPlace(2, loser, 3, 1, 0),
    ]
    # Other games of theirs do not count: not the same table again, and not one that ends too late.
    late = await drawn(desk, 2)
    clock.advance(days=11)
    await won_by_the_second(late)
    table = await desk.seasons.season_table(GUILD, by=ALICE)
    assert (table.over, table.joined) == (True, 2)
    assert table.standings == [SeasonPlace(1, winner, 5, 1, 1), SeasonPlace(2, loser, 3, 1, 0)]


async def test_a_season_ends_when_a_moderator_says_so(desk: Desk, clock: FakeClock) -> None:
    await opened(desk, ANN, BEN)
    session = await drawn(desk, 2)
    clock.advance(minutes=1)
    await desk.seasons.end_season(GUILD)
    clock.advance(minutes=1)
    await won_by_the_second(session)
    assert await standings(desk) == []
    with refused(NO_SEASON):
        await desk.seasons.end_season(GUILD)


async def test_a_channel_is_told_once_when_its_season_is_over(
    desk: Desk, open_desk: Any, clock: FakeClock
) -> None:
    told = list[tuple[int, bool, list[int]]]()

    async def tell(found: SeasonTable) -> None:
        people = [each.user_id for each in found.standings]
        told.append((found.season.channel_id, found.over, people))
        if len(told) == 1:
            raise RuntimeError("Discord is away")

    other = open_desk(process="other")
    for each in (desk, other):
        each.seasons.tell = tell
    await opened(desk, ANN, BEN)
    winner, loser = await won_by_the_second(await drawn(desk, 2))
    await desk.seasons.show(loser, listed=False)
    clock.advance(days=9.9)
    await desk.seasons.look()
    assert told == []
    clock.advance(days=0.2)
    # Another process looks after that server; the next season has begun by then.
    other.seasons.serves = lambda guild_id: guild_id != GUILD
    await opened(desk, CAT)
    await other.seasons.look()
    assert told == []
    other.seasons.serves = lambda _: True
    for each in (desk, other, desk):
        await each.seasons.look()
    # The first try failed; who shows nobody any results is not named.
    assert told == [(CHANNEL, True, [winner])] * 2
    # One that a moderator ends is told at once.
    await desk.seasons.end_season(GUILD)
    assert told[2:] == [(CHANNEL, True, [])]


async def test_whoever_leaves_hides_or_is_forgotten_is_in_no_table(
    desk: Desk, clock: FakeClock
) -> None:
    await opened(desk, ANN, BEN)
    winner, loser = await won_by_the_second(await drawn(desk, 2))
    await desk.seasons.show(winner, listed=False)
    assert [each.user_id for each in await standings(desk, by=loser)] == [loser]
    assert [each.user_id for each in await standings(desk, by=winner)] == [winner, loser]
    assert (await desk.forgetting.kept_of(winner)).settings
    await desk.forgetting.forget(winner, "nobody")
    table = await desk.seasons.season_table(GUILD, by=winner)
    assert ([each.user_id for each in table.standings], table.joined) == ([loser], 1)
    assert not (await desk.forgetting.kept_of(winner)).settings
    await desk.seasons.leave_season(GUILD, loser)
    assert (await desk.seasons.season_table(GUILD, by=loser)).joined == 0


async def test_the_same_table_once_more_is_not_of_the_season(desk: Desk) -> None:
    await opened(desk, ANN, BEN)
    session = await drawn(desk, 2)
    assert SEASON in session.options
    await won_by_the_second(session)
    assert SEASON not in same_table(session, ALICE).options
    data = await desk.export(session.id)
    taken_in = await desk.new_games.bring_in(
        data, guild_id=GUILD, channel_id=CHANNEL + 1, host_id=ALICE
    )
    assert SEASON not in taken_in.options


async def test_it_looks_every_five_minutes_whatever_goes_wrong(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    seasons, background = desk.seasons, desk.services.background
    done: list[Any] = []

    async def look() -> None:
        done.append("looked")
        if len(done) == 1:
            raise OSError

    async def wait(_: Any, until: datetime) -> bool:
        done.append(until - desk.services.clock.now())
        background.closing = len(done) == 4
        return True

    monkeypatch.setattr(seasons, "look", look)
    monkeypatch.setattr(desk.services.clock, "wait", wait)
    try:
        await seasons.run()
    finally:
        background.closing = False
    assert done == ["looked", timedelta(minutes=5)] * 2
