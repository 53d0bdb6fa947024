"""When a person is not to be waited for, in words."""

from __future__ import annotations

from bot.session import Availability
from cogs.ui.log_notes import span
from cogs.ui.replies import stamp


def availability_lines(known: Availability) -> list[str]:
    """When no deadline of a person runs, in a line or two for their own eyes."""
    lines = []
    if known.away_until is not None:
        lines.append(
            f"🏖 You are away until {stamp(known.away_until, 'f')}. `/away back:True` ends it."
        )
    if known.quiet is None:
        lines.append("-# You have no quiet hours. `/quiet from:22:30 until:08:00` sets them.")
    else:
        first, last = (_clock(minutes) for minutes in known.quiet)
        lines.append(f"-# 🌙 Quiet hours: {first} to {last} ({known.zone}).")
    if left := known.holidays_left:
        lines.append(
            f"-# You may be away for another {span(left.total_seconds())} within this year. "
            "`/away days:7` stops your clocks for a week."
        )
    else:
        lines.append("-# You have been away for as long as you may within a year.")
    return lines


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
