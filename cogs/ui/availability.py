"""When a person is not to be waited for, in words."""

from __future__ import annotations

from bot.session import Availability
from cogs.ui.log_notes import span
from cogs.ui.replies import stamp


def availability_lines(known: Availability) -> list[str]:
    """When no deadline of a person runs, in a line or two for their own eyes."""
    lines = []
    if known.away_until is not None:
        lines.append(f"🏖 You are away until {stamp(known.away_until, 'f')}.")
    if known.quiet is None:
        lines.append("-# You have no quiet hours; `/quiet` sets them.")
    else:
        first, last = (_clock(minutes) for minutes in known.quiet)
        lines.append(f"-# 🌙 Quiet hours: {first} to {last} ({known.zone}).")
    left = known.holidays_left
    budget = f"{span(left.total_seconds())} more" if left else "no longer"
    lines.append(f"-# You may be away for {budget} within this year: `/away` stops your clocks.")
    return lines


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
