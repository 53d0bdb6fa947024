"""The map: the whole board, or the part round a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.session import GameSession, Refused
from cogs.controls import Press, on
from cogs.speech import (
    Interaction,
    in_messages,
    names,
    session_here,
    show,
    tell,
    wait_for_it,
    words_of,
)

if TYPE_CHECKING:
    from bot.app import Bot

_IN_ITS_BOX = "The game has not begun yet, so the board is still in its box."


class Map(commands.Cog):
    """``/map``."""

    @app_commands.command(name="map", description="See the board, or the part round a place")
    @app_commands.describe(
        area="A place on the board; the whole board without it",
        text="In words instead of a picture",
    )
    @app_commands.guild_only()
    async def map(
        self, interaction: Interaction, area: str | None = None, text: bool = False
    ) -> None:
        """Draw the board for the one who asks."""
        session = await session_here(interaction)
        if text:
            await tell_map(interaction, session)
        else:
            await show_map(interaction, session, area)

    @map.autocomplete("area")
    async def _areas(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            session = await session_here(interaction)
        except Refused:
            return []
        found = interaction.client.pictures.areas_like(session, current)
        return [app_commands.Choice(name=name[:100], value=area) for area, name in found[:25]]


async def tell_map(interaction: Interaction, session: GameSession) -> None:
    """Tell the board in words to the one who asks alone."""
    if session.match is None:
        raise Refused(_IN_ITS_BOX)
    board = words_of(session).map_text(session.view(None), names(session))
    for part in in_messages(board.splitlines() or ["The board is empty."]):
        await tell(interaction, part)


async def show_map(interaction: Interaction, session: GameSession, area: str | None = None) -> None:
    """Show the board, or part of it, to the one who asks alone; in words without a picture."""
    if session.match is None:
        raise Refused(_IN_ITS_BOX)
    pictures = interaction.client.pictures
    if not pictures.has(session):
        await tell_map(interaction, session)
        return
    centre = pictures.area(session, area) if area else None
    if not interaction.response.is_done():
        await wait_for_it(interaction)
    asker = interaction.user.id
    if centre is not None:
        picture = await pictures.crop(session, centre, asker)
    else:
        picture = await pictures.board(session, asker)
    await show(interaction, "", files=[picture.file()])


@on("map")
async def _map(interaction: Interaction, press: Press) -> None:
    """'Map': the whole board."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_map(interaction, await press.session(interaction))


async def setup(bot: Bot) -> None:
    """Add the cog."""
    await bot.add_cog(Map())
