"""The map: the whole board, a part of it, or the places where one of your own pieces can go."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.session import GameSession, Refused
from cogs.ui.client import BoardLinks, Client
from cogs.ui.controls import Press, button, foot, on
from cogs.ui.first_answer import First
from cogs.ui.names import folded, names
from cogs.ui.pictures import LIGHT
from cogs.ui.replies import (
    Interaction,
    in_messages,
    seat_here,
    session_here,
    show,
    tell,
    words_of,
)
from cogs.ui.status_card import OPEN
from cogs.ui.suggestions import Suggestions, at_hand
from rendering import THEMES

_NUMBER = "boardhand"
_ABOUT_LINK = (
    "The link is yours alone, and works for a day. It shows what everybody sees. **Show my hand "
    "there** gives you a number. With it, the page shows your hand too and lets you play."
)
_ABOUT_NUMBER = (
    "Enter it on the page within five minutes. Keep it to yourself: anyone with your link and "
    "this number can see your hand and play for you."
)
_IN_ITS_BOX = "The game has not begun yet, so the board is still in its box."


@at_hand
def _movers(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    """Pieces of the player who is typing, if their moves can be shown."""
    found = words_of(session).movers(session.view(seat_here(interaction, session)))
    wanted = folded(current)
    fitting = [(name, key) for key, name in found.items() if wanted in folded(name)]
    return [app_commands.Choice(name=name[:100], value=key) for name, key in fitting[:25]]


@at_hand
def _areas(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    """Regions and places of the board."""
    found = interaction.client.pictures.areas_like(session, current)
    return [app_commands.Choice(name=name[:100], value=area) for area, name in found[:25]]


class Map(commands.Cog):
    """``/map``."""

    @app_commands.command(name="map", description="See the board, a part of it, or your moves")
    @app_commands.describe(
        area="A region or a place on the board (all of it if you leave this out)",
        moves="One of your pieces: where it can go, and what stops it",
        theme="A light picture, or a dark one",
        text="In words instead of a picture",
    )
    @app_commands.choices(theme=[app_commands.Choice(name=t, value=t) for t in THEMES])
    @app_commands.autocomplete(area=_areas, moves=_movers)
    @app_commands.guild_only()
    async def map(
        self,
        interaction: Interaction,
        area: str | None = None,
        moves: str | None = None,
        theme: str = LIGHT,
        text: bool = False,
    ) -> None:
        """Draw the board for the person who asks."""
        session = await session_here(interaction)
        if moves is not None:
            await show_moves(interaction, session, moves, theme, text=text)
        elif text:
            await tell_map(interaction, session)
        else:
            await show_map(interaction, session, area, theme)


async def tell_map(interaction: Interaction, session: GameSession) -> None:
    """Describe the board in words, only to the person who asks."""
    if session.match is None:
        raise Refused(_IN_ITS_BOX)
    board = words_of(session).map_text(session.view(None), names(session))
    for part in in_messages(board.splitlines() or ["The board is empty."]):
        await tell(interaction, part)


async def show_moves(
    interaction: Interaction, session: GameSession, mover: str, theme: str, *, text: bool
) -> None:
    """Show where one of the asker's own pieces can go, to the asker alone."""
    if session.match is None:
        raise Refused(_IN_ITS_BOX)
    seat, words = seat_here(interaction, session), words_of(session)
    found = words.movers(session.view(seat))
    if not found:
        raise Refused("You have nobody on the board who can move.")
    wanted = folded(mover)
    key = next((k for k, name in found.items() if mover == k or wanted == folded(name)), None)
    if key is None:
        raise Refused(
            f"On the board you have {', '.join(sorted(found.values()))}. Choose one of them for "
            "**moves**."
        )
    if text or not interaction.client.pictures.has(session):
        said = words.moves_text(session.view(seat), key, session.prompts(seat))
        for part in in_messages(said.splitlines()):
            await tell(interaction, part)
        return
    picture = await interaction.client.pictures.moves(session, seat, key, theme)
    await show(interaction, "", files=[picture.file()])


async def show_map(
    interaction: Interaction, session: GameSession, area: str | None = None, theme: str = LIGHT
) -> None:
    """Show the board, or a part of it, only to the person who asks; in words if there is no
    picture."""
    if session.match is None:
        raise Refused(_IN_ITS_BOX)
    pictures = interaction.client.pictures
    if not pictures.has(session):
        await tell_map(interaction, session)
        return
    centre = pictures.area(session, area) if area else None
    asker = interaction.user.id
    # Only the person who asked sees the picture, so it may show their secrets.
    seat = session.seat_of(asker)
    if centre is not None:
        picture = await pictures.crop(session, centre, asker, theme, seat)
    else:
        picture = await pictures.board(session, asker, theme, seat)
    linked = interaction.client.links is not None and not session.imagined
    below = [button(OPEN, session.id, label="Open the board")] if linked else []
    await show(interaction, "", view=foot(below), files=[picture.file()])


@on("map", First.FRESH)
async def _map(interaction: Interaction, press: Press) -> None:
    """'Map': the whole board."""
    await show_map(interaction, await press.session(interaction))


@on(OPEN, First.FRESH)
async def _open(interaction: Interaction, press: Press) -> None:
    """'Open the board': a link to the board, only for the person who pressed the button."""
    session = await press.session(interaction)
    await _give_link(interaction, session, _ABOUT_LINK)


@on(_NUMBER)
async def _number(interaction: Interaction, press: Press) -> None:
    """'Show my hand there': the number that makes a browser show the hand of the person who
    asks."""
    session = await press.session(interaction)
    seat_here(interaction, session)
    links = _links(interaction)
    number = links.number(session, interaction.user.id)
    told = f"Your number is **{number[:3]} {number[3:]}**. {_ABOUT_NUMBER}"
    await _give_link(interaction, session, told)


def _links(interaction: Interaction) -> BoardLinks:
    """The maker of links. Raises Refused if boards are not served on the web."""
    links = interaction.client.links
    if links is None:
        raise Refused("The board cannot be opened in a browser here. **Map** shows it.")
    return links


async def _give_link(interaction: Interaction, session: GameSession, told: str) -> None:
    user_id, view = interaction.user.id, discord.ui.View(timeout=None)
    link = _links(interaction).link(session, user_id)
    view.add_item(discord.ui.Button(label="Open it in your browser", url=link))
    if session.seat_of(user_id) is not None:
        view.add_item(button(_NUMBER, session.id, label="Show my hand there"))
    await show(interaction, told, view=view)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Map())
