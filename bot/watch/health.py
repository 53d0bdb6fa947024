"""Whether the bot is healthy: it is in touch with Discord, delivers its outbox, and keeps checking
itself.

Each check produces a report. The report is written to a file, which the container's check reads
(`bot.watch.check`), and sent to anybody who asks for `/health`. An old file is a sign of trouble
too: it means that the program hangs.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from bot.session import Clock, Desk
from bot.session.delivery import LONGEST_BACK_OFF
from bot.storage import figures
from bot.watch.check import STALE, too_old

log = logging.getLogger(__name__)

PULSE = timedelta(seconds=5)
"""The time between two checks."""

# Trouble must be reported within a minute, including the pulse and the time for the check.

_GONE = timedelta(seconds=20)
"""How long a connection may be lost: Discord ends every connection now and then, and it has to be
resumed."""

_SILENT = timedelta(seconds=7)
"""A connection counts as dead once Discord has owed it the answer to a heartbeat for this long."""

_STILL = timedelta(seconds=40)
"""How long the outbox may go without delivering anything."""

_ANSWER = 10.0
"""Seconds within which the database must answer."""


_STARTING = "The bot is starting."
_HELD_UP = "The games are not loaded yet: the database does not answer."


class Gateway(Protocol):
    """This process's connections to Discord."""

    def overdue(self) -> Mapping[int, timedelta | None]:
        """For how long Discord has owed each shard a sign of life; None for a shard that is not
        connected."""
        ...


@dataclass(frozen=True, slots=True)
class Report:
    """The state of the bot at one moment; it is healthy if there is no trouble. ``still`` is the
    number of seconds for which nothing has been delivered."""

    at: datetime
    troubles: tuple[str, ...] = ()
    still: float = 0.0

    @property
    def well(self) -> bool:
        """Whether there is no trouble."""
        return not self.troubles

    def to_json(self) -> bytes:
        """The report for the file, and for anybody who asks: Unix time, and what is wrong, in
        words."""
        said = {"at": self.at.timestamp(), "well": self.well, "troubles": list(self.troubles)}
        return json.dumps(said).encode() + b"\n"


class Health:
    """Checks the bot's state. ``process`` is the name with which the bot signs whatever it has
    taken over."""

    def __init__(self, clock: Clock, gateway: Gateway, desk: Desk, process: str) -> None:
        self._clock = clock
        self._gateway = gateway
        self._desk = desk
        self._process = process
        self._lost: dict[int, datetime] = {}
        """When each shard lost its connection."""
        self._settled = 0
        self._moved: datetime | None = None
        """When something was last delivered, or there was nothing to deliver."""
        self._begun = asyncio.Event()
        self._not_yet = _STARTING
        """Why the bot has not yet taken up its games."""
        self._newest = Report(clock.now(), (_STARTING,))

    @property
    def begun(self) -> bool:
        """Whether the bot has taken up its games."""
        return self._begun.is_set()

    def held_up(self, held: bool) -> None:
        """Note whether the start-up is waiting for a database that is away."""
        self._not_yet = _HELD_UP if held else _STARTING

    def at_work(self) -> None:
        """Note that the bot has taken up its games: from now on they are watched."""
        self._begun.set()

    @property
    def newest(self) -> Report:
        """The last report; an old one is a bad sign."""
        report = self._newest
        age = (self._clock.now() - report.at).total_seconds()
        return replace(report, troubles=(too_old(age),)) if age > STALE else report

    async def look(self) -> Report:
        """Check the bot's state now."""
        now = self._clock.now()
        troubles: list[str] = []
        still = timedelta()
        if self.begun:
            troubles += self._connections(now)
            try:
                async with asyncio.timeout(_ANSWER):
                    still = await self._outbox(now)
            except Exception as wrong:
                log.debug("the database does not answer", exc_info=wrong)
                troubles.append("The database does not answer.")
            if still >= _STILL:
                seconds = int(still.total_seconds())
                troubles.append(f"No message has been delivered for {seconds} s.")
        else:
            troubles.append(self._not_yet)
        report = Report(now, tuple(troubles), still.total_seconds())
        self._say(report)
        self._newest = report
        return report

    def _say(self, report: Report) -> None:
        """Log the moment when the bot becomes unhealthy, and the moment when that is over."""
        if self._newest.well and not report.well:
            log.warning("the bot is unhealthy: %s", " ".join(report.troubles))
        elif report.well and not self._newest.well:
            log.info("the bot is healthy")

    def _connections(self, now: datetime) -> list[str]:
        overdue = self._gateway.overdue()
        for shard in self._lost.keys() - overdue.keys():
            del self._lost[shard]
        if not overdue:
            return ["There is no connection to Discord."]
        troubles = []
        for shard, late in sorted(overdue.items()):
            if late is not None:
                self._lost.pop(shard, None)
                if late >= _SILENT:
                    troubles.append(f"Discord has gone quiet on shard {shard}.")
            elif now - self._lost.setdefault(shard, now) >= _GONE:
                troubles.append(f"Shard {shard} has lost its connection to Discord.")
        return troubles

    async def _outbox(self, now: datetime) -> timedelta:
        """How long the outbox has been stuck."""
        services = self._desk.services
        # The file is opened for writing, because a file that another program has locked can still
        # be read.
        async with services.database.writing() as db:
            waiting = await figures.to_deliver(db, now, self._process, LONGEST_BACK_OFF)
        settled = services.tallies.settled
        if self._moved is None or not waiting or settled != self._settled:
            self._moved, self._settled = now, settled
        return now - self._moved


class Pulse:
    """Checks again and again, and keeps the report in a file, if one is wanted."""

    def __init__(self, health: Health, clock: Clock, file: Path | None) -> None:
        self._health = health
        self._clock = clock
        self._file = file
        self._ended = asyncio.Event()
        self._written = True

    async def run(self) -> None:
        """Check until stopped."""
        while not self._ended.is_set():
            next_look = self._clock.now() + PULSE
            try:
                report = await self._health.look()
                if self._file is not None:
                    # A disk that hangs must not hold up the games; the file then goes out of date.
                    await asyncio.to_thread(self._write, self._file, report)
            except Exception:
                log.exception("could not find out whether the bot is healthy")
            await self._clock.wait(self._ended, next_look)

    def end(self) -> None:
        """Stop checking."""
        self._ended.set()

    def _write(self, file: Path, report: Report) -> None:
        """Write a report to the file all at once: every reader finds this one or the previous
        one."""
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            fresh.write_bytes(report.to_json())
            fresh.replace(file)
        except OSError as wrong:
            if self._written:
                log.error("HEALTH_FILE %s cannot be written: %s", file, wrong.strerror)
            self._written = False
        else:
            self._written = True
