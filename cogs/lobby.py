"""Opening, joining, starting and ending games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES, default_ruleset
from bot.session import GameSession, Refused
from cogs.controls import Press, button, on
from cogs.play import ADVISER
from cogs.speech import (
    Interaction,
    name_of,
    plain,
    session_here,
    settle_up,
    show,
    tell,
    wait_for_card,
    wait_for_it,
)

if TYPE_CHECKING:
    from bot.app import Bot

_NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, attach_files=True, embed_links=True
)
_HELLO = (
    "You have joined a game in <#{channel}>. Secret things, such as your hand of cards, come to "
    "you here. You can always see them with the button **My hand** as well."
)
_CLOSED = (
    "\nI could not send you a direct message, so your secret things wait behind the button "
    "**My hand** instead. If you would rather have them sent, allow direct messages from members "
    "of this server and type `/hand` once."
)


async def games_like(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The games there are."""
    found = [game for game in GAMES if current.casefold() in game.casefold()]
    return [app_commands.Choice(name=game.capitalize(), value=game) for game in found[:25]]


async def rulesets_like(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The rule sets of the game named, or of the only one."""
    game = interaction.namespace.game or next(iter(GAMES))
    found = [r for r in GAMES.get(game, ()) if current.casefold() in r.casefold()]
    return [app_commands.Choice(name=r.capitalize(), value=r) for r in found[:25]]


@app_commands.guild_only()
class Lobby(commands.GroupCog, group_name="game", group_description="Open, join and run a game"):
    """``/game``: one game a channel, from the lobby to the end."""

    @app_commands.command(description="Open a game in this channel")
    @app_commands.describe(
        game=f"Which game ({next(iter(GAMES)).capitalize()}, if you leave it out)",
        ruleset="Which rules",
        seats="How many players, computers included",
        rounds="End after so many rounds",
        hours="End after so many hours",
    )
    @app_commands.autocomplete(game=games_like, ruleset=rulesets_like)
    async def new(
        self,
        interaction: Interaction,
        *,
        game: str | None = None,
        ruleset: str | None = None,
        seats: app_commands.Range[int, 2, 7] = 4,
        rounds: app_commands.Range[int, 1, 999] | None = None,
        hours: app_commands.Range[int, 1, 720] | None = None,
    ) -> None:
        """Open the lobby of a game."""
        kind, rules = _known_game(game, ruleset)
        _check_channel(interaction)
        await wait_for_it(interaction)
        options = {"rounds": str(rounds)} if rounds is not None else {}
        if hours is not None:
            options["hours"] = str(hours)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        session = await interaction.client.desk.open(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            host_id=interaction.user.id,
            host_name=interaction.user.display_name,
            game=kind,
            ruleset=rules,
            seats=seats,
            options=options,
        )
        text = "The lobby is open. Share the channel, add computers, and press **Start**."
        await show(interaction, text + await welcome(interaction, session))

    @app_commands.command(description="Join the game of this channel")
    async def join(self, interaction: Interaction) -> None:
        """Take a seat."""
        await join(interaction, await session_here(interaction))

    @app_commands.command(description="Leave the game of this channel")
    async def leave(self, interaction: Interaction) -> None:
        """Give the seat up."""
        await leave(interaction, await session_here(interaction))

    @app_commands.command(name="add-computer", description="Give a free seat to a computer player")
    async def add_computer(self, interaction: Interaction) -> None:
        """Seat a computer player."""
        await add_computer(interaction, await session_here(interaction))

    @app_commands.command(name="remove-computer", description="Send a computer player away")
    async def remove_computer(self, interaction: Interaction) -> None:
        """Free the seat of the last computer player."""
        session = await session_here(interaction)
        _must_lead(interaction, session)
        await wait_for_it(interaction)
        await session.remove_computer(session.host_id)
        await show(interaction, "One computer player has left.")

    @app_commands.command(description="Start the game: everybody is dealt their cards")
    async def start(self, interaction: Interaction) -> None:
        """Begin."""
        await start(interaction, await session_here(interaction))

    @app_commands.command(description="Show where the game stands, with fresh buttons")
    async def status(self, interaction: Interaction) -> None:
        """Put the status card up anew."""
        session = await session_here(interaction)
        await wait_for_it(interaction)
        await interaction.client.deliverer.repost(session)
        await show(interaction, "Here is the table again, at the bottom of the channel.")

    @app_commands.command(description="End the game for everybody")
    async def end(self, interaction: Interaction) -> None:
        """Ask whether the game should really end."""
        session = await session_here(interaction)
        _must_lead(interaction, session)
        view = discord.ui.View(timeout=None)
        danger = discord.ButtonStyle.danger
        view.add_item(button("end", session.id, "yes", label="Yes, end it", style=danger))
        view.add_item(button("end", session.id, "no", label="No, play on"))
        text = "End this game for everybody? It cannot be taken up again."
        await tell(interaction, text, view=view)


def _known_game(game: str | None, ruleset: str | None) -> tuple[str, str]:
    kind = (game or next(iter(GAMES))).casefold()
    if kind not in GAMES:
        raise Refused(f"I don't know a game called “{plain(kind)}”. I know: {', '.join(GAMES)}.")
    rules = (ruleset or default_ruleset(kind)).casefold()
    if rules not in GAMES[kind]:
        known = ", ".join(GAMES[kind])
        raise Refused(f"{kind.capitalize()} has no rules called “{plain(rules)}”. It has: {known}.")
    return kind, rules


def _check_channel(interaction: Interaction) -> None:
    """Raises Refused if the bot lacks a permission that it needs in this channel."""
    if interaction.channel is None or interaction.channel.type is discord.ChannelType.private:
        raise Refused("Games are played in a server's channel.")
    needed, have = dict(_NEEDED), dict(interaction.app_permissions)
    missing = [name for name, wanted in needed.items() if wanted and not have.get(name)]
    if missing:
        listed = ", ".join(name.replace("_", " ").capitalize() for name in missing)
        raise Refused(f"I can't run a game here. In this channel I still need: {listed}.")


def _must_lead(interaction: Interaction, session: GameSession) -> None:
    """Raises Refused unless the person hosts the game or manages the server."""
    if interaction.user.id == session.host_id or interaction.permissions.manage_guild:
        return
    host = next((s.number for s in session.seats if s.user_id == session.host_id), None)
    who = f"its host {name_of(session, host)}" if host is not None else "its host"
    raise Refused(f"That is for {who}, or for somebody who may manage this server.")


async def join(interaction: Interaction, session: GameSession) -> None:
    """Seat the person, and find out whether they can be sent direct messages."""
    await wait_for_card(interaction)
    await session.join(interaction.user.id, interaction.user.display_name)
    trouble = await welcome(interaction, session)
    if trouble:
        await tell(interaction, f"You are in.{trouble}")
    else:
        await settle_up(interaction, "You are in.")


async def welcome(interaction: Interaction, session: GameSession) -> str:
    """Send a first direct message. What to add to the answer if that does not work."""
    hello = _HELLO.format(channel=session.channel_id)
    try:
        reached = await interaction.client.deliverer.reach.whisper(interaction.user.id, hello)
    except discord.HTTPException:
        # Whether they can be reached is not known; the game will find out.
        return ""
    return "" if reached else _CLOSED


async def leave(interaction: Interaction, session: GameSession) -> None:
    """Give the person's seat up."""
    await wait_for_card(interaction)
    await session.leave(interaction.user.id)
    await settle_up(interaction, "You have left the game.")


async def add_computer(interaction: Interaction, session: GameSession) -> None:
    """Seat a computer player."""
    _must_lead(interaction, session)
    await wait_for_card(interaction)
    await session.add_computer(session.host_id, ADVISER)
    await settle_up(interaction, "A computer player has sat down.")


async def start(interaction: Interaction, session: GameSession) -> None:
    """Begin the game."""
    _must_lead(interaction, session)
    await wait_for_card(interaction)
    await session.start(session.host_id, str(interaction.id))
    await settle_up(interaction, "The game begins!")


@on("join")
async def _join(interaction: Interaction, press: Press) -> None:
    await join(interaction, await press.session(interaction))


@on("leave")
async def _leave(interaction: Interaction, press: Press) -> None:
    await leave(interaction, await press.session(interaction))


@on("add")
async def _add(interaction: Interaction, press: Press) -> None:
    await add_computer(interaction, await press.session(interaction))


@on("start")
async def _start(interaction: Interaction, press: Press) -> None:
    await start(interaction, await press.session(interaction))


@on("end")
async def _end(interaction: Interaction, press: Press) -> None:
    """The answer to whether the game should end."""
    session = await press.session(interaction)
    if press.parts != ("yes",):
        await show(interaction, "The game goes on.")
        return
    _must_lead(interaction, session)
    await wait_for_it(interaction)
    await session.end(session.host_id)
    await show(interaction, "The game is ended.")


async def setup(bot: Bot) -> None:
    """Add the cog."""
    await bot.add_cog(Lobby())
