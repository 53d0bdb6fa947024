"""All of a person's games, wherever they are played, and the state of this channel's game.

The open seats on a server, and the people who are told about them.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import game_and_table
from bot.session import GameSession, Refused, Unreadable, Wish
from bot.session.clock.pace import NONE, minutes_of
from bot.session.servers import pace_name
from bot.storage.games import OpenRow
from cogs.delivery.cards import show_status
from cogs.ui.choosing.deadlines import own_time
from cogs.ui.choosing.forms import filled, on_form
from cogs.ui.client import Client
from cogs.ui.controls import Press, button, foot, menu, on, opens
from cogs.ui.log_notes import availability_lines
from cogs.ui.names import names, plain, plain_names
from cogs.ui.opening.plan import NOBODYS, PACE_WORDS
from cogs.ui.opening.tables import (
    SIT,
    open_table_lines,
    open_to,
    seats_free,
    tell_of_seats,
    wish_form,
    wish_text,
)
from cogs.ui.replies import (
    TROUBLE,
    Interaction,
    at_rest,
    cut,
    in_messages,
    is_on,
    show,
    tell,
    words_of,
)
from cogs.ui.suggestions import games_like

_NONE = "You are not at any table just now. `/game new` opens one in a channel."
_KEPT = "A computer keeps your seat until you come back. `/game join` in the channel takes it back."
_LONGEST = 600
_PACES = [app_commands.Choice(name=words, value=name or NONE) for name, words in PACE_WORDS.items()]
_MOST_TABLES = 12
"""The number of tables that one message has room for."""
_NO_SEATS = (
    "No table has a free seat that you could take. `/game new` opens one, or I can tell you when "
    "somebody else does."
)
_CLOSED = (
    "⚠️ I have not been able to send you direct messages lately. "
    "Allow them in this server’s settings.\n"
)

log = logging.getLogger(__name__)


class Games(commands.Cog):
    """``/games``, ``/tables`` and ``/status``."""

    @app_commands.command(description="All your games, with what you have to decide and by when")
    async def games(self, interaction: Interaction) -> None:
        """List the person's games, wherever they are played, for their eyes only."""
        bot, person = interaction.client, interaction.user.id
        sessions, unreadable = await bot.desk.tables_of(person)
        entries = [await _entry(bot, session, person) for session in sessions]
        # Games waiting for an answer come first.
        entries.sort(key=lambda entry: not entry[0])
        lines = [text for _, text in entries]
        lines += [f"{_head(bot, lost)}\n⚠️ {lost.text}" for lost in unreadable]
        lines = lines or [_NONE]
        lines += availability_lines(
            await interaction.client.desk.availability.of(interaction.user.id)
        )
        first, *more = in_messages(lines)
        await show(interaction, first)
        for text in more:
            await tell(interaction, text)

    @app_commands.command(description="Find open seats on this server, or be told when one opens")
    @app_commands.describe(game="Only tables of this game", pace="Only tables at this pace")
    @app_commands.autocomplete(game=games_like)
    @app_commands.choices(pace=_PACES)
    @app_commands.guild_only()
    async def tables(
        self, interaction: Interaction, game: str | None = None, pace: str | None = None
    ) -> None:
        """List the tables with open seats whose channels the person may see."""
        await _show_tables(interaction, game, pace)

    @app_commands.command(description="Show where this channel’s game stands, with fresh buttons")
    @app_commands.guild_only()
    async def status(self, interaction: Interaction) -> None:
        """Post the status card again."""
        await show_status(interaction)


async def _entry(bot: Client, session: GameSession, user_id: int) -> tuple[bool, str]:
    """What `game_lines` says; if one game cannot be put into words, the others are still shown."""
    try:
        return await game_lines(bot, session, user_id)
    except Exception:
        log.exception("game %s: could not be put into words", session.id)
        return False, f"{_head(bot, session)}\n{TROUBLE}"


async def game_lines(bot: Client, session: GameSession, user_id: int) -> tuple[bool, str]:
    """Whether a game is waiting for this person, and what it asks, for their eyes only."""
    await at_rest(session)
    seat = session.seat_of(user_id)
    head = _head(bot, session)
    kept = any(info.kept_for == user_id for info in session.seats)
    if session.match is None or (seat is None and not kept):
        free = max(0, session.seats_wanted - len(session.seats))
        begins = f"{free} seats are free." if free > 1 else "One seat is free."
        wait = begins if free else "All seats are taken. The host can press **Start**."
        return False, f"{head}\nNot begun yet. {wait}"
    lines = [head, words_of(session).phase(session.view(None), plain_names(session))]
    if seat is None:
        return False, "\n".join((*lines, _KEPT))
    asked = [prompt for prompt in session.prompts(seat) if prompt.blocking]
    waits = seat in session.waiting_for() and bool(asked) and is_on(session)
    if session.paused_at is not None:
        lines.append("⏸ Paused.")
    elif waits:
        words, who = words_of(session), names(session)
        lines.append(f"➤ **You decide:** {' '.join(words.ask(p, who) for p in asked)}")
        lines.append(await own_time(session, seat))
    else:
        lines.append("You have nothing to decide just now.")
    return waits, cut("\n".join(line for line in lines if line), _LONGEST)


def _head(bot: Client, session: GameSession | Unreadable) -> str:
    """The name of the game, with its channel and server."""
    guild = bot.get_guild(session.guild_id)
    server = "" if guild is None else f" · {plain(guild.name)}"
    return f"### {session.game.capitalize()} · <#{session.channel_id}>{server}"


# Open seats


async def _show_tables(
    interaction: Interaction, game: str | None = None, pace: str | None = None, said: str = ""
) -> None:
    guild, person, seats = interaction.guild, interaction.user, interaction.client.desk.open_seats
    assert guild is not None
    assert isinstance(person, discord.Member)
    there = [
        table
        for table in open_to(guild, person, await seats.of(guild.id))
        if (game is None or table.game == game.strip().casefold())
        and (pace is None or pace_name(table.options) == pace)
    ]
    there.sort(key=lambda t: (t.game, t.ruleset, pace_name(t.options), t.options.get("hours", "")))
    there = there[:_MOST_TABLES]
    wish = await seats.wish_of(guild.id, person.id)
    lines = [said] if said else []
    people = {user for table in there for user in table.people}
    bands = await interaction.client.desk.seasons.bands(guild.id, people)
    lines.append("### Open seats on this server")
    lines += [open_table_lines(table, bands) for table in there]
    lines += [] if there else [_NO_SEATS]
    lines += [] if wish is None else [wish_text(wish)]
    controls: list[discord.ui.Item[Any]] = []
    if own := [table for table in there if person.id not in table.people]:
        controls.append(menu(SIT, NOBODYS, placeholder="Take a seat", options=_to_sit(guild, own)))
    label = "Tell me when one opens…" if wish is None else "Change what I hear about…"
    controls.append(button("wish", NOBODYS, label=label))
    if wish is not None:
        controls.append(button("unwish", NOBODYS, label="Stop telling me"))
    await show(interaction, cut("\n".join(lines)), view=foot(controls))


def _to_sit(guild: discord.Guild, tables: list[OpenRow]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=cut(game_and_table(table.game, table.ruleset), 100),
            value=table.game_id,
            description=cut(f"#{guild.get_channel_or_thread(table.channel_id)} · "
                            f"{seats_free(table)}", 100),
        )
        for table in tables
    ]  # fmt: skip


@opens("wish")
def _ask_for_terms(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Tell me when one opens…': the form in which somebody says which seats they want to hear
    about."""
    return wish_form()


@on_form("wish")
async def _keep_wish(interaction: Interaction, press: Press, data: Any) -> None:
    """Note that somebody wants to be told about open seats that match the form."""
    assert interaction.guild_id is not None
    desk, user, said = interaction.client.desk, interaction.user.id, filled(data)
    first, last, zone = (str(said.get(key) or "").strip() for key in ("from", "until", "zone"))
    if bool(first) != bool(last):
        raise Refused("Give both hours, such as 18:00 and 23:00, or leave both empty.")
    wish = Wish(
        frozenset(said.get("rules") or ()),
        frozenset(said.get("paces") or ()),
        (minutes_of(first), minutes_of(last)) if first else None,
        zone or await desk.open_seats.zone_of(user),
    )
    await desk.open_seats.keep(interaction.guild_id, user, wish)
    closed = await desk.people.dms_closed(user)
    await _show_tables(interaction, said=_CLOSED if closed else "")


@on("unwish")
async def _drop_wish(interaction: Interaction, press: Press) -> None:
    """Note that somebody no longer wants to be told about open seats."""
    assert interaction.guild_id is not None
    await interaction.client.desk.open_seats.drop(interaction.guild_id, interaction.user.id)
    await _show_tables(interaction)


async def setup(bot: Client) -> None:
    """Add the cog, and tell people about open seats from now on."""
    bot.desk.open_seats.serves = lambda guild_id: bot.get_guild(guild_id) is not None
    bot.desk.open_seats.tell = partial(tell_of_seats, bot)
    await bot.add_cog(Games())
