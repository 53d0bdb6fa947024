"""When a person's time runs: not in their quiet hours, and not while they are away. Pure."""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.session.receipts import Refused

Span = tuple[datetime, datetime]
"""From the first moment to the one after the last."""

LONGEST_QUIET = 14 * 60
"""Most minutes of quiet a day: the rest has to be left for playing."""

_DAY = timedelta(days=1)

logger = logging.getLogger(__name__)


def zone_of(name: str) -> tzinfo:
    """A time zone by name, as in ``Europe/Vienna``. Refused if there is none such."""
    if name.upper() == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused(
            f"There is no time zone called {name!r}. Write it like `Europe/London`, or `UTC`."
        ) from None


@functools.lru_cache(maxsize=1024)
def kept_zone(name: str | None) -> tzinfo:
    """The time zone that a person once chose, or UTC; one that is not known here any more counts
    as UTC too, since nobody at the table may be held up by it. Of each the log hears once."""
    try:
        return UTC if name is None else zone_of(name)
    except Refused:
        logger.warning("the time zone %r is not known here and counts as UTC", name)
        return UTC


def minutes_of(text: str) -> int:
    """A time of day as in ``22:30``, in minutes. Refused if it is none."""
    hours, _, minutes = text.strip().partition(":")
    minutes = minutes or "0"
    if hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60:
        return int(hours) * 60 + int(minutes)
    raise Refused("Write a time of day like `22:30`.")


@dataclass(frozen=True, slots=True)
class Rhythm:
    """``quiet``: from and until in minutes of the day in ``zone``; ``away``: longer absences."""

    quiet: tuple[int, int] | None = None
    zone: tzinfo = UTC
    away: Sequence[Span] = ()

    def after(self, start: datetime, span: timedelta) -> datetime:
        """When so much time has run for the person, counted from ``start``."""
        at, left = start, span
        while True:
            at = self._opens(at)
            closes = self._closes(at)
            if closes is None or at + left <= closes:
                return at + left
            left -= closes - at
            at = closes

    def between(self, start: datetime, end: datetime) -> timedelta:
        """How much time runs for the person from ``start`` to ``end``."""
        at, run = start, timedelta()
        while (at := self._opens(at)) < end:
            closes = self._closes(at)
            until = end if closes is None else min(closes, end)
            run += until - at
            at = until
        return run

    def _opens(self, at: datetime) -> datetime:
        """The first moment from ``at`` on at which time runs."""
        while True:
            ends = [end for begin, end in self._blocks(at) if begin <= at < end]
            if not ends:
                return at
            at = max(ends)

    def _closes(self, at: datetime) -> datetime | None:
        """When time stops running next; None if it does not."""
        return min((begin for begin, _ in self._blocks(at) if begin > at), default=None)

    def _blocks(self, at: datetime) -> Iterator[Span]:
        yield from self.away
        if self.quiet is None:
            return
        first, last = self.quiet
        today = at.astimezone(self.zone).date()
        for days in (-1, 0, 1, 2):
            day = today + timedelta(days=days)
            ends = day if last > first else day + _DAY
            begin = datetime.combine(day, _clock(first), self.zone).astimezone(UTC)
            end = datetime.combine(ends, _clock(last), self.zone).astimezone(UTC)
            if begin < end:
                yield begin, end


def _clock(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)


def checked_quiet(first: int, last: int) -> tuple[int, int]:
    """Quiet hours that leave time for playing. Refused if they do not."""
    if first == last or (last - first) % 1440 > LONGEST_QUIET:
        raise Refused(f"Quiet hours may last up to {LONGEST_QUIET // 60} hours a day.")
    return first, last
