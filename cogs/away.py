"""Times when a person need not play: holidays, and daily quiet hours."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

from discord import app_commands
from discord.ext import commands

from bot.session import GameSession, Refused
from bot.session.clock.pace import minutes_of
from cogs.ui.client import Client
from cogs.ui.log_notes import availability_lines
from cogs.ui.replies import Interaction, show, stamp
from cogs.ui.suggestions import Suggestions

_UTC = "UTC"
_LONG = 3
"""An absence of this many days is a long one for the people waiting."""
_OTHERS_WAIT = (
    "\n-# People are waiting for you. `/game leave` in a game’s channel also lets a computer play "
    "for you until you are back."
)


def _waits(session: GameSession) -> bool:
    """Whether the game is in progress and more than one person plays in it."""
    people = [info for info in session.seats if info.user_id is not None]
    return session.status == "running" and len(people) > 1


class Away(commands.Cog):
    """``/away`` and ``/quiet``: during an absence or quiet hours, none of the person's deadlines
    run in any game."""

    @app_commands.command(description="Go on holiday: your deadlines stop in all games")
    @app_commands.describe(
        days="How many days from now (0.5 to 28)", back="True: you are back early"
    )
    async def away(
        self,
        interaction: Interaction,
        days: app_commands.Range[float, 0.5, 28.0] | None = None,
        back: bool = False,
    ) -> None:
        """Be away for some days, or come back; with no options, say how things stand."""
        desk, user = interaction.client.desk, interaction.user.id
        if back and days is not None:
            raise Refused("Give `days` to go away or `back` to come back, not both.")
        if back:
            await desk.availability.come_back(user)
            text = "Welcome back! Your deadlines are running again from where they stopped."
        elif days is not None:
            until = await desk.availability.go_away(user, days)
            text = (
                f"Have a good time! Until {stamp(until, 'f')} none of your deadlines "
                "run, in any game. The others only see a later time on the card. "
                "`/away back:True` brings you back sooner."
            )
            if days >= _LONG and any(map(_waits, await desk.games_of(user))):
                text += _OTHERS_WAIT
        else:
            text = "\n".join(availability_lines(await desk.availability.of(user)))
        await show(interaction, text)

    @app_commands.command(description="Set the hours of the day when your deadlines stop")
    @app_commands.describe(
        start="When they start, such as 22:30",
        until="When they end, such as 08:00",
        zone="Your time zone, such as Europe/London",
        off="Remove your quiet hours",
    )
    @app_commands.rename(start="from")
    async def quiet(
        self,
        interaction: Interaction,
        start: str | None = None,
        until: str | None = None,
        zone: str | None = None,
        off: bool = False,
    ) -> None:
        """Set or drop quiet hours; with no options, say how things stand."""
        desk, user = interaction.client.desk, interaction.user.id
        hours = None
        if not off and (start is not None or until is not None or zone is not None):
            if start is None or until is None:
                raise Refused("Give both `from` and `until`, such as 22:30 and 08:00.")
            hours = (minutes_of(start), minutes_of(until))
        if off:
            await desk.availability.set_quiet_hours(user, None)
        elif hours is not None:
            known = (await desk.availability.of(user)).zone
            await desk.availability.set_quiet_hours(user, hours, zone or known)
        await show(interaction, "\n".join(availability_lines(await desk.availability.of(user))))

    @quiet.autocomplete("zone")
    async def _zones(self, _: Interaction, current: str) -> Suggestions:
        return [app_commands.Choice(name=zone, value=zone) for zone in zones_like(current)]


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted({_UTC, *(zone for zone in available_timezones() if "/" in zone)}))


def zones_like(typed: str) -> list[str]:
    """Time zones whose names contain what was typed; those whose city begins with it come first."""
    wanted = typed.strip().casefold().replace(" ", "_")
    found = [zone for zone in _zones() if wanted in zone.casefold()]
    found.sort(key=lambda zone: (not zone.casefold().split("/")[-1].startswith(wanted), zone))
    return found[:25]


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Away())
