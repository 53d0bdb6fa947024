"""Several processes of the bot on one PostgreSQL: whether each thing is done exactly once, by the
remaining processes if one is killed.

    python -m tests.tools.processes --processes 2 --games 100

First, the deadlines of all games come due at the same time. Then they come due again while people
press buttons in half as many other games, and one process is killed (SIGKILL). The journal and the
channels are checked; the exit status is 1 if anything was lost, done twice or told twice, or if a
game stood still for a minute. The processes talk to PostgreSQL and the local Discord over sockets.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, insert, text, update
from sqlmodel import col, select

from bot.bench.games import fill, long_game
from bot.games import game_for
from bot.rules.kernel import Match
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import PlayerError, buttons, text_of
from bot.session import SystemClock
from bot.session.clock.deadlines import ANSWER as DEADLINE
from bot.session.clock.deadlines import question_of
from bot.session.computers import plainest
from bot.session.journal.history import LATE
from bot.session.journal.record import play_over
from bot.storage import Database, DeadlineRow, GameRow, JournalRow, OutboxRow, SeatRow
from bot.storage.snapshots import unpack
from tests.tools.fleet import ANSWER, PATIENCE, Fleet, fleet
from tests.tools.wire import confirmed, counted, sent_twice

MINUTE = 60.0
_DECISIONS = 300
_TOLD = "⌛ Time is up for"
_CARD = 1 << 15
"""The flag of messages with a layout, such as cards."""
_SOON = timedelta(seconds=12)
"""Long enough for every process to check its deadlines in the meantime."""


@dataclass
class Table:
    """A game: its channel, and the person who is asked there."""

    game_id: str
    channel: int
    person: Player


@dataclass
class Story:
    """What has happened in one game since a certain moment, according to the database."""

    late: list[datetime] = field(default_factory=list)
    """When a deadline was carried out."""
    since: list[datetime] = field(default_factory=list)
    """When anything was carried out afterwards; in games in which nobody presses anything,
    computers do it."""
    told: list[datetime] = field(default_factory=list)
    """When the news of any of this was delivered."""

    def goes_on(self) -> datetime:
        """The time by which the deadline had been carried out, the computers had played, and all
        the news had been delivered."""
        return max((*self.late, *self.since, *self.told))


class Tables:
    """The games of a fleet, as they are in the database and in the channels."""

    def __init__(self, of: Fleet, store: Database) -> None:
        self.fleet = of
        self.store = store
        self.tables: list[Table] = []

    async def set_up(self, games: int, data: dict[str, Any]) -> None:
        """Fill the database with games in which one person is asked and the other seats are
        computers'."""
        servers = list(self.fleet.servers.items())
        channels = [servers[n % len(servers)][1][n // len(servers)] for n in range(games)]
        people = {seat: int(p.me["id"]) for seat, p in enumerate(self.fleet.people)}
        await fill(self.store, games, history=False, channels=channels, people=people, data=data)
        async with self.store.writing() as db:
            rows = (await db.exec(select(GameRow).order_by(col(GameRow.id)))).all()
            snapshot = rows[0].snapshot
            assert snapshot is not None
            match = Match.load(game_for("kingmaker", "house"), unpack(snapshot))
            seat = match.waiting_for()[0]
            asked = {"seat": seat, "kind": DEADLINE, "prompt": question_of(match, seat)}
            await db.exec(
                update(SeatRow)
                .where(col(SeatRow.number) != seat)
                .values(user_id=None, policy="steward")
            )
            await db.exec(delete(DeadlineRow))
            now = SystemClock().now()
            asked |= {"set_at": now, "due": now + timedelta(days=1)}
            for number, row in enumerate(rows):
                person = self.fleet.people[number % len(self.fleet.people)]
                row.guild_id = next(g for g, held in servers if row.channel_id in held)
                row.host_id = int(person.me["id"])
                row.options = {**row.options, "pace": "daily"}
                mine = (col(SeatRow.game_id) == row.id, col(SeatRow.number) == seat)
                await db.exec(update(SeatRow).where(*mine).values(user_id=row.host_id))
                self.tables.append(Table(row.id, row.channel_id, person))
            ids = [{"game_id": row.id} for row in rows]
            await db.exec(insert(DeadlineRow), params=[{**i, **asked} for i in ids])
            first = {"revision": rows[0].revision, "kind": "status", "payload": {}}
            await db.exec(insert(OutboxRow), params=[{**i, **first} for i in ids])

    async def bring_due(self, tables: Iterable[Table]) -> datetime:
        """Let the deadlines of these games come due together, a little later. Returns the time when
        they do."""
        due = SystemClock().now() + _SOON
        ids = [table.game_id for table in tables]
        async with self.store.writing() as db:
            done = await db.exec(
                update(DeadlineRow)
                .where(col(DeadlineRow.game_id).in_(ids), col(DeadlineRow.kind) == DEADLINE)
                .values(due=due)
            )
        assert done.rowcount == len(ids), "somebody is not asked"
        return due

    async def carried_out(self, since: datetime) -> int:
        """The number of deadlines carried out since then."""
        return sum(len(story.late) for story in (await self.stories(since)).values())

    async def stories(self, since: datetime) -> dict[str, Story]:
        """What has happened in each game since then."""
        found: defaultdict[str, Story] = defaultdict(Story)
        begun: dict[str, int] = {}
        async with self.store.reading() as db:
            rows = await db.exec(
                select(JournalRow)
                .where(col(JournalRow.at) >= since)
                .order_by(col(JournalRow.game_id), col(JournalRow.revision))
            )
            for row in rows.all():
                story = found[row.game_id]
                if (row.note or {}).get("what") == LATE:
                    story.late.append(row.at)
                    begun.setdefault(row.game_id, row.revision)
                elif row.game_id in begun and row.actor is None:
                    story.since.append(row.at)
            told = await db.exec(
                select(col(OutboxRow.game_id), col(OutboxRow.revision), col(OutboxRow.delivered_at))
            )
            for game_id, revision, at in told.all():
                if at is not None and revision >= begun.get(game_id, revision + 1):
                    found[game_id].told.append(at)
        return found

    async def at_rest(self) -> bool:
        """Whether no computer has to play and no news is waiting to be delivered."""
        async with self.store.reading() as db:
            waiting = select(func.count()).where(col(OutboxRow.delivered_at).is_(None))
            playing = select(func.count()).where(col(GameRow.to_play))
            return not (await db.exec(waiting)).one() and not (await db.exec(playing)).one()

    async def spent(self) -> tuple[int, int, int]:
        """The moves, the transactions and the bytes of PostgreSQL's log so far."""
        async with self.store.reading() as db:
            moves = (await db.exec(select(func.count()).select_from(JournalRow))).one()
            asked = text(
                "SELECT sum(xact_commit)::bigint, (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint"
                " FROM pg_stat_database"
            )
            done, written = (await (await db.connection()).execute(asked)).one()
            return moves, done, written

    async def couriers(self) -> set[str]:
        """The processes that are now delivering something."""
        async with self.store.reading() as db:
            found = await db.exec(select(col(GameRow.courier)).distinct())
            return {name for name in found.all() if name is not None}

    async def answered(self) -> Counter[str]:
        """How often each interaction is in the journal."""
        async with self.store.reading() as db:
            found = await db.exec(
                select(col(JournalRow.interaction_id)).where(
                    col(JournalRow.interaction_id).is_not(None)
                )
            )
            # One press may cause several actions, which are numbered.
            return Counter(str(each) for each in found.all())

    def told(self) -> Counter[str]:
        """How often each game's channel says that somebody's time is up."""
        onlooker = self.fleet.people[0]
        return Counter(
            {
                table.game_id: sum(
                    text_of(message).count(_TOLD)
                    for message in onlooker.messages(str(table.channel))
                    if not message["flags"] & (_CARD | 64)
                )
                for table in self.tables
            }
        )


def _times(counts: Iterable[int]) -> dict[str, int]:
    """How many things happened once, more than once, and never."""
    found = list(counts)
    return {
        "once": sum(n == 1 for n in found),
        "twice": sum(n > 1 for n in found),
        "never": sum(n == 0 for n in found),
    }


def _spread(seconds: Iterable[float]) -> dict[str, float]:
    ordered = sorted(seconds) or [0.0]
    return {"p50": round(ordered[len(ordered) // 2], 1), "max": round(ordered[-1], 1)}


async def _until(true: Any, what: str) -> None:
    """Wait until something is true. Raises TimeoutError, which says what did not happen."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not await true():  # noqa: ASYNC110 - other processes ring nowhere here
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise TimeoutError(f"{what} within {PATIENCE:.0f} s") from None


async def due_at_once(tables: Tables, due_ones: Sequence[Table]) -> dict[str, Any]:
    """Let all these deadlines come due at the same time, and count what happens."""
    before, couriers = tables.told(), set[str]()
    requests, spent = counted(tables.fleet.record), await tables.spent()
    cpu = tables.fleet.cpu()
    since = SystemClock().now()
    due = await tables.bring_due(due_ones)

    async def done() -> bool:
        couriers.update(await tables.couriers())
        return await tables.carried_out(since) >= len(due_ones) and await tables.at_rest()

    await _until(done, "not all deadlines were carried out")
    stories = await tables.stories(since)
    await tables.fleet.people[0].caught_up(PATIENCE)
    told = tables.told()
    moves, done_by, written = (
        now - then for now, then in zip(await tables.spent(), spent, strict=True)
    )
    late = [at for table in due_ones for at in stories[table.game_id].late]
    ends = [stories[table.game_id].goes_on() for table in due_ones]
    return {
        "carried_out": _times(len(stories[table.game_id].late) for table in due_ones),
        "told": _times(told[table.game_id] - before[table.game_id] for table in due_ones),
        "late_s": _spread((at - due).total_seconds() for at in late),
        "all_told_s": round((max(ends) - due).total_seconds(), 1),
        "computers_moves": sum(len(story.since) for story in stories.values()),
        "processes_that_told": len(couriers),
        "a_move": {
            "requests": round((counted(tables.fleet.record) - requests) / moves, 1),
            "transactions": round(done_by / moves, 1),
            "log_kb": round(written / moves / 1000, 1),
            "cpu_ms": round((tables.fleet.cpu() - cpu) / moves * 1000),
        },
    }


# Pressing


@dataclass
class Presses:
    """The number of presses, and how many were answered."""

    made: int = 0
    answered: int = 0
    unanswered: int = 0


async def press(tables: Sequence[Table], rate: float, tally: Presses) -> None:
    """Let people ask for advice and follow it, until cancelled."""
    async with asyncio.TaskGroup() as under_way:
        begun, number = time.perf_counter(), 0
        while True:
            number += 1
            await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
            under_way.create_task(_press_once(tables[number % len(tables)], tally))


async def _press_once(table: Table, tally: Presses, within: float = ANSWER) -> None:
    player = table.person
    for message in reversed(player.messages(str(table.channel))):
        ids = [str(each.get("custom_id", "")) for each in buttons(message)]
        for wanted in ("b.doit:", "b.advise:"):
            found = next((each for each in ids if each.startswith(wanted)), None)
            if found is None:
                continue
            tally.made += 1
            try:
                await player.press(message, found, within=within)
            except PlayerError:
                tally.unanswered += 1
            else:
                tally.answered += 1
            return


# Killing


async def kill_one(
    tables: Tables, due_ones: Sequence[Table], pressed: Sequence[Table], rate: float
) -> dict[str, Any]:
    """Kill the last process while deadlines come due and people press buttons, and count what
    happens."""
    fleet_, victim = tables.fleet, tables.fleet.processes - 1
    name, before = f"shards {victim}", tables.told()
    tally = Presses()
    pressing = asyncio.create_task(press(pressed, rate, tally))
    await _until(lambda: _at_least(tally, len(pressed)), "nobody's presses were answered")
    since = SystemClock().now()
    await tables.bring_due(due_ones)

    async def in_the_middle() -> bool:
        """Whether some deadlines are carried out while the victim is delivering something, or all
        are carried out anyway."""
        done = await tables.carried_out(since)
        return done >= len(due_ones) or (done > 0 and name in await tables.couriers())

    await _until(in_the_middle, "no deadline was carried out")
    await fleet_.kill(victim)
    killed = SystemClock().now()
    left = len(due_ones) - await tables.carried_out(since)
    at_work = await _leases(tables, name)

    async def all_done() -> bool:
        return await tables.carried_out(since) >= len(due_ones)

    await _until(all_done, "not all deadlines were carried out after the kill")
    pressing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await pressing
    await _until(tables.at_rest, "the games did not come to rest after the kill")
    stories = await tables.stories(since)
    await fleet_.people[0].caught_up(PATIENCE)
    told, record = tables.told(), fleet_.record
    said, answered = confirmed(record), await tables.answered()
    mine = [t for t in due_ones if fleet_.shard_of(t.channel) == victim]
    after = {t.game_id: (stories[t.game_id].goes_on() - killed).total_seconds() for t in due_ones}
    return {
        "deadlines_left": left,
        "games_in_hand": at_work,
        "carried_out": _times(len(stories[t.game_id].late) for t in due_ones),
        "told": _times(told[t.game_id] - before[t.game_id] for t in due_ones),
        "deadline_s": _spread(
            (s.late[0] - killed).total_seconds() for s in stories.values() if s.late
        ),
        "goes_on_s": _spread(max(0.0, each) for each in after.values()),
        "goes_on_s_own_servers": _spread(max(0.0, after[t.game_id]) for t in mine),
        "presses": {"made": tally.made, "answered": tally.answered, "unanswered": tally.unanswered},
        "confirmed": len(said),
        "confirmed_and_lost": len(said - {each.partition("-")[0] for each in answered}),
        "carried_out_twice": sum(n - 1 for n in answered.values()),
        **sent_twice(record),
    }


async def _at_least(tally: Presses, number: int) -> bool:
    return tally.answered >= number


async def _leases(tables: Tables, name: str) -> int:
    async with tables.store.reading() as db:
        held = select(func.count()).where(col(GameRow.courier) == name)
        return (await db.exec(held)).one()


async def come_back(tables: Tables, pressed: Sequence[Table]) -> float:
    """Start the killed process again. Returns the seconds until it answers a press on one of its
    servers."""
    fleet_, victim = tables.fleet, tables.fleet.processes - 1
    table = next(t for t in pressed if fleet_.shard_of(t.channel) == victim)
    begun, tally = time.perf_counter(), Presses()
    await fleet_.begin(victim)

    async def answered() -> bool:
        await _press_once(table, tally, within=2.0)
        return tally.answered > 0

    await _until(answered, "the process that was started again answers nobody")
    return round(time.perf_counter() - begun, 1)


# Everything


def _before_the_computers() -> dict[str, Any]:
    """A game in which a seat is openly asked something, and after its default answer the others are
    to move."""
    data, rules = long_game(rounds=16), game_for("kingmaker", "house")
    for played in play_over(data, rules):
        if played.number < _DECISIONS:
            continue
        cut = {**data, "decisions": data["decisions"][: played.number], "result": None}
        match = Match.load(rules, played.match.save())
        seat = match.waiting_for()[0]
        asked = [p for p in match.asked(seat) if p.blocking]
        if any(prompt.sealed for prompt in asked):  # nothing is told about these
            continue
        match.submit(seat, plainest(asked))
        if seat not in match.waiting_for():
            return cut
    raise AssertionError


async def measure(
    processes: int, games: int, *, rate: float = 2.0, pictures: bool = False, back: bool = True
) -> dict[str, Any]:
    """Set everything up, let it happen, and count; with ``back``, the killed process is started
    again."""
    more = max(processes, games // 2)
    # This takes a while, during which no player's page could answer, so it comes first.
    game = _before_the_computers()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with fleet(Path(folder), processes, games + more, pictures=pictures) as running:
            store = Database(running.database)
            try:
                tables = Tables(running, store)
                await tables.set_up(games + more, game)
                for number in range(processes):
                    await running.begin(number)
                await running.people[0].wait_for_command("game", within=PATIENCE)
                await _until(tables.at_rest, "not all cards were put up")
                due_ones, pressed = tables.tables[:games], tables.tables[games:]
                at_once = await due_at_once(tables, due_ones)
                killed = await kill_one(tables, due_ones, pressed, rate)
                seconds = await come_back(tables, pressed) if back else None
            finally:
                await store.close()
    return {
        "processes": processes,
        "games": games,
        "due_at_once": at_once,
        "one_killed": killed,
        "back_after_s": seconds,
    }


def is_whole(found: dict[str, Any]) -> bool:
    """Whether everything was done and told once, and nothing that was confirmed has been lost."""
    every = {"once": found["games"], "twice": 0, "never": 0}
    parts = (found["due_at_once"], found["one_killed"])
    once = all(part[what] == every for part in parts for what in ("carried_out", "told"))
    killed = found["one_killed"]
    nothing = ("confirmed_and_lost", "carried_out_twice", "there_twice")
    return once and killed["confirmed"] > 0 and not any(killed[what] for what in nothing)


def main() -> int:
    """Measure, and print the figures as JSON."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--processes", type=int, default=2)
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--rate", type=float, default=2.0, help="presses a second")
    asked.add_argument("--pictures", action="store_true", help="draw pictures as well")
    given = asked.parse_args()
    found = asyncio.run(
        measure(given.processes, given.games, rate=given.rate, pictures=given.pictures)
    )
    print(json.dumps(found, indent=2))
    return int(not is_whole(found) or found["one_killed"]["goes_on_s"]["max"] >= MINUTE)


if __name__ == "__main__":
    sys.exit(main())
