"""The question between an attack and its weather has a time of its own, and a standing order."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import pytest

from bot.games import LIBRARY
from bot.rules.kernel import BEFOREHAND, Choice
from bot.rules.kingmaker import facts
from bot.session import Desk, GameSession, Library
from bot.session.announcements import restore
from bot.session.table.standing_orders import Until
from tests.rules.kingmaker.underway import before_weather
from tests.session.doubles import ALICE, CHANNEL, GUILD, FakeClock, Notebook
from tests.session.laid import laid
from tests.session.parliament import PEOPLE, SEATS, kind, public


@pytest.fixture
def library() -> Library:
    """The real games."""
    return LIBRARY


async def attacked(desk: Desk, **options: str) -> GameSession:
    """Somebody attacks Alice, who has a card in hand."""
    session = await laid(desk, ("attack", *options.items()), partial(_taken_in, options=options))
    assert (kind(session), session.waiting_for()) == ("moment", [0])
    return session


async def _taken_in(desk: Desk, options: dict[str, str]) -> GameSession:
    people = dict(enumerate(PEOPLE))
    data = {**before_weather(SEATS), "options": options}
    return await desk.new_games.bring_in(
        data, guild_id=GUILD, channel_id=CHANNEL, host_id=ALICE, people=people
    )


async def left(session: GameSession) -> timedelta | None:
    """What is left of the time of the question."""
    closes = await session.clock.closes()
    return None if closes is None else closes - session.clock.now()


async def weather_drawn(session: GameSession, desk: Desk, notebook: Notebook) -> bool:
    """Whether the channel was told of the weather just now."""
    payloads = [each for _, given in await public(desk, notebook) for each in given]
    events = [e for each in payloads for e in restore(session.rules, each.get("events", ()))]
    return any(isinstance(event, facts.WeatherDrawn) for event in events)


@pytest.mark.rule("house-5.14f")
@pytest.mark.parametrize(
    ("pace", "time"),
    [
        ("live", timedelta(minutes=1)),
        ("daily", timedelta(hours=24)),
        ("relaxed", timedelta(days=3)),
        ("none", timedelta(hours=24)),
    ],
)
async def test_its_time_is_that_of_a_quick_answer_at_the_tables_pace(
    desk: Desk, notebook: Notebook, clock: FakeClock, pace: str, time: timedelta
) -> None:
    session = await attacked(desk, pace=pace)
    assert await left(session) == time
    await public(desk, notebook)
    clock.advance(seconds=time.total_seconds() - 1)
    await desk.scheduler.carry_out_due()
    assert not await weather_drawn(session, desk, notebook)
    clock.advance(seconds=1)
    await desk.scheduler.carry_out_due()
    assert await weather_drawn(session, desk, notebook)


@pytest.mark.rule("house-5.14f")
async def test_a_standing_order_lets_the_attack_through(desk: Desk, notebook: Notebook) -> None:
    session = await attacked(desk)
    await public(desk, notebook)
    await session.orders.give(
        user_id=ALICE, prompt=BEFOREHAND, choice=Choice("order_let"), until=Until(times=1)
    )
    for _ in range(4_000):
        if not await session.orders.of(ALICE):
            break
        await asyncio.sleep(0.005)
    assert await weather_drawn(session, desk, notebook)
    assert await session.orders.of(ALICE) == []


@pytest.mark.rule("house-5.14f")
async def test_alice_lets_it_go_on_herself(desk: Desk, notebook: Notebook) -> None:
    session = await attacked(desk)
    await public(desk, notebook)
    await session.submit(user_id=ALICE, choice=Choice("let_through"))
    assert await weather_drawn(session, desk, notebook)
