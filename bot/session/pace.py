"""How quickly a table plays: what its options say about the time for an answer. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta

from bot.session.receipts import Refused

BY_DEFAULT = "default"
"""When a deadline passes, the question's default is carried out."""

TIME_FOR = "time."
"""Options of this beginning name a kind of question and give its time: ``time.vote`` = ``12h``."""

_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_SHORTEST = timedelta(minutes=1)
_LONGEST = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Pace:
    """The time for an answer, and how long before its end the reminder comes.

    ``grace`` is the least that is left for the next question of the same kind, and all that is
    given to somebody who let the last deadline pass. ``late``: 'default', or the computer player
    that decides in place of who is late.
    """

    name: str
    answer: timedelta
    reminder: timedelta
    grace: timedelta
    late: str = BY_DEFAULT
    times: dict[str, timedelta] = field(default_factory=dict)

    def time_for(self, prompt: str) -> timedelta:
        """The time for a kind of question."""
        return self.times.get(prompt, self.answer)

    def reminder_after(self, given: timedelta) -> timedelta:
        """How long after a question with so much time the reminder comes."""
        return given - self.reminder if given > 2 * self.reminder else given / 2


PACES = {
    "live": (timedelta(minutes=10), timedelta(minutes=3), timedelta(minutes=2)),
    "daily": (timedelta(hours=24), timedelta(hours=6), timedelta(hours=3)),
    "relaxed": (timedelta(days=3), timedelta(days=1), timedelta(hours=9)),
}
"""Time for an answer, time from reminder to deadline, and grace, of each pace."""


def pace_of(options: dict[str, str]) -> Pace | None:
    """The pace that the options of a game name; None: no question has a deadline.

    Refused if an option does not fit.
    """
    name = options.get("pace", "").strip()
    if name in ("", "none"):
        return None
    if name not in PACES:
        raise Refused(f"The pace is one of {', '.join(PACES)}, or none.")
    times = {
        key.removeprefix(TIME_FOR): span_of(value)
        for key, value in options.items()
        if key.startswith(TIME_FOR)
    }
    answer, reminder, grace = PACES[name]
    late = options.get("late", "").strip() or BY_DEFAULT
    return Pace(name, answer, reminder, grace, late, times)


def span_of(text: str) -> timedelta:
    """A span as in ``30m``, ``12h`` or ``2d``. Refused if it is none, or unreasonable."""
    found = re.fullmatch(r"\s*(\d{1,5})\s*([mhd])\s*", text)
    if found is None:
        raise Refused("A time is written like `30m`, `12h` or `2d`.")
    span = timedelta(**{_UNITS[found[2]]: int(found[1])})
    if not _SHORTEST <= span <= _LONGEST:
        raise Refused("A time is from one minute to sixty days.")
    return span
