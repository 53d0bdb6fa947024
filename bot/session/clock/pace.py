"""How quickly a table plays: what its options say about the time for an answer.

Also when a person's time runs: outside their quiet hours, and not while they are away.
"""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.session.receipts import Refused

NONE = "none"
"""The name for having no pace: questions have no deadline unless the rules or the options give them
one."""

LIVE = "live"
"""The pace of people who sit at one table."""

BY_DEFAULT = "default"
"""When a deadline passes, the question's default applies."""

TIME_FOR = "time."
"""Options with this prefix name a kind of question and give its time: ``time.vote`` = ``12h``."""

_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_SHORTEST = timedelta(minutes=1)
_WORTH_REMINDING = timedelta(minutes=5)
_LONGEST = timedelta(days=60)
_LONGEST_HOURS = 24 * 366


@dataclass(frozen=True, slots=True)
class Times:
    """The times for the questions that have a deadline, with or without a pace. ``reminder`` is how
    long before the end the reminder comes; ``grace`` is the least time left for the next question
    of the same kind, and all the time that is given to a player who let the last deadline pass.
    ``late`` is 'default', or the computer player that decides for a late player. ``times`` are
    those that the table has chosen for certain kinds of question.
    """

    reminder: timedelta
    grace: timedelta
    late: str
    times: dict[str, timedelta]

    def span_for(self, prompt: str, by_rules: timedelta | None = None) -> timedelta | None:
        """The time for a kind of question to which the rules give this time; None if it has no
        deadline.

        The rules' times are meant for people who sit at one table. Players at a table without a
        pace may be anywhere, so they get as long as they would for an answer at a daily pace.
        """
        return self.times.get(prompt, None if by_rules is None else _UNHURRIED)

    @property
    def runs(self) -> bool:
        """Whether questions have deadlines other than those that the rules give them."""
        return bool(self.times)

    @property
    def stand_in(self) -> str | None:
        """The computer player that answers for a late seat; None if the default applies."""
        return None

    def reminder_after(self, given: timedelta) -> timedelta | None:
        """How long after a question the reminder comes, if this much time is given; None if the
        time is too short.
        """
        if given < _WORTH_REMINDING:
            return None
        return given - self.reminder if given > 2 * self.reminder else given / 2


@dataclass(frozen=True, slots=True)
class Pace(Times):
    """A pace: every question has a deadline."""

    name: str
    answer: timedelta

    def time_for(self, prompt: str) -> timedelta:
        """The time for a kind of question."""
        return self.times.get(prompt, self.answer)

    def span_for(self, prompt: str, by_rules: timedelta | None = None) -> timedelta | None:
        """The time for a kind of question.

        The rules' times (``by_rules``) are meant for people who sit at one table: at a slower pace,
        these questions get as long as any other.
        """
        if by_rules is not None and self.name == LIVE:
            return self.times.get(prompt, by_rules)
        return self.time_for(prompt)

    @property
    def runs(self) -> bool:
        """Whether questions have deadlines other than those that the rules give them."""
        return True

    @property
    def stand_in(self) -> str | None:
        """The computer player that answers for a late seat; None if the default applies."""
        return None if self.late == BY_DEFAULT else self.late


PACES = {
    LIVE: (timedelta(minutes=10), timedelta(minutes=3), timedelta(minutes=2)),
    "daily": (timedelta(hours=24), timedelta(hours=6), timedelta(hours=3)),
    "relaxed": (timedelta(days=3), timedelta(days=1), timedelta(hours=9)),
}
"""For each pace: the time for an answer, the time between reminder and deadline, and the grace."""

UNHURRIED = "daily"
"""The pace from which a table that has chosen none takes its times."""

_UNHURRIED = PACES[UNHURRIED][0]


def pace_of(options: dict[str, str]) -> Pace | None:
    """The pace that a game's options name; None if they name none. Refused if an option
    does not fit."""
    times = times_of(options)
    return times if isinstance(times, Pace) else None


def times_of(options: dict[str, str]) -> Times:
    """The times that follow from a game's options: those of its pace, if they name one.

    Refused if an option does not fit.
    """
    name = options.get("pace", "").strip() or NONE
    if name not in (*PACES, NONE):
        raise Refused(f"Choose a pace: {', '.join(PACES)}, or none.")
    times = {
        key.removeprefix(TIME_FOR): span_of(value)
        for key, value in options.items()
        if key.startswith(TIME_FOR)
    }
    late = options.get("late", "").strip() or BY_DEFAULT
    answer, reminder, grace = PACES[UNHURRIED if name == NONE else name]
    if name == NONE:
        return Times(reminder, grace, late, times)
    return Pace(reminder, grace, late, times, name, answer)


def span_of(text: str) -> timedelta:
    """A span of time, such as ``30m``, ``12h`` or ``2d``. Refused if the text is not a span, or not
    a sensible one."""
    found = re.fullmatch(r"\s*(\d{1,5})\s*([mhd])\s*", text)
    if found is None:
        raise Refused("Write a time like `30m`, `12h` or `2d`.")
    span = timedelta(**{_UNITS[found[2]]: int(found[1])})
    if not _SHORTEST <= span <= _LONGEST:
        raise Refused("Give a time from one minute to sixty days.")
    return span


def hours_of(options: dict[str, str]) -> float | None:
    """The number of hours after which the clock ends the game; None for never. Refused if the
    number is invalid."""
    given = options.get("hours", "").strip()
    if given in ("", "0"):
        return None
    try:
        hours = float(given)
    except ValueError:
        hours = -1.0
    if not 0 < hours <= _LONGEST_HOURS:
        raise Refused("The time limit must be a number of hours, at most a year.")
    return hours


Span = tuple[datetime, datetime]
"""A span, from its first moment to the moment after its last."""

LONGEST_QUIET = 14 * 60
"""The largest number of quiet minutes that a day may have: the rest must be left for playing."""

_DAY = timedelta(days=1)

logger = logging.getLogger(__name__)


def zone_of(name: str) -> tzinfo:
    """A time zone by name, such as ``Europe/Vienna``. Refused if there is no such zone."""
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
    """The time zone that a person once chose, or UTC. A zone that is no longer known here counts as
    UTC, because an unknown zone must not hold up anybody at the table. Each zone of this kind is
    logged once."""
    try:
        return UTC if name is None else zone_of(name)
    except Refused:
        logger.warning("unknown time zone %r, using UTC", name)
        return UTC


def minutes_of(text: str) -> int:
    """A time of day such as ``22:30``, in minutes. Refused if the text is not a time of day."""
    hours, _, minutes = text.strip().partition(":")
    minutes = minutes or "0"
    if hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60:
        return int(hours) * 60 + int(minutes)
    raise Refused("Write a time of day like `22:30`.")


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When a person's time stands still: ``quiet`` gives the start and end of the quiet hours, in
    minutes of the day in ``zone``; ``away`` lists longer absences."""

    quiet: tuple[int, int] | None = None
    zone: tzinfo = UTC
    away: Sequence[Span] = ()

    def after(self, start: datetime, span: timedelta) -> datetime:
        """The time at which this much of the person's time has run, counted from ``start``."""
        at, left = start, span
        while True:
            at = self._opens(at)
            closes = self._closes(at)
            if closes is None or at + left <= closes:
                return at + left
            left -= closes - at
            at = closes

    def between(self, start: datetime, end: datetime) -> timedelta:
        """How much of the person's time runs from ``start`` to ``end``."""
        at, run = start, timedelta()
        while (at := self._opens(at)) < end:
            closes = self._closes(at)
            until = end if closes is None else min(closes, end)
            run += until - at
            at = until
        return run

    def _opens(self, at: datetime) -> datetime:
        """The first moment from ``at`` onwards at which time runs."""
        while True:
            ends = [end for begin, end in self._blocks(at) if begin <= at < end]
            if not ends:
                return at
            at = max(ends)

    def _closes(self, at: datetime) -> datetime | None:
        """The moment when time next stops running; None if it does not."""
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
    """Quiet hours that leave enough time for playing. Refused if the hours leave too little."""
    if first == last or (last - first) % 1440 > LONGEST_QUIET:
        raise Refused(f"Quiet hours may last up to {LONGEST_QUIET // 60} hours a day.")
    return first, last
