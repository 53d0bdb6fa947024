"""What if: a private copy of the game, made of what one seat knows, to try moves in."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from cogs.ui.choosing.advising import ADVISER
from cogs.ui.choosing.imagining import ABOUT, AGAIN, LEAVE, WHAT_IF
from cogs.ui.choosing.playing import confirm, seat_in_play
from cogs.ui.client import Client
from cogs.ui.controls import Press, on
from cogs.ui.replies import Interaction, at_rest, session_here, show

_LEFT = (
    "You have left the what-if. The game itself stands where it stood; `/whatif` begins another."
)


class WhatIf(commands.Cog):
    """``/whatif``."""

    @app_commands.command(description="Try moves in a private copy that knows only what you know")
    @app_commands.guild_only()
    async def whatif(self, interaction: Interaction) -> None:
        """Begin a what-if."""
        await begin(interaction, await session_here(interaction))


async def begin(interaction: Interaction, session: GameSession) -> None:
    """Imagine a game as it stands now, and show the person what they could do in it."""
    seat = seat_in_play(interaction, session)
    imagined = interaction.client.desk.whatifs.begin(session, interaction.user.id, ADVISER)
    await at_rest(imagined)
    await confirm(interaction, imagined, seat, [], [ABOUT])


@on(WHAT_IF)
async def _way_out(interaction: Interaction, press: Press) -> None:
    """'Begin again' and 'Leave'; both work for one that is forgotten, too."""
    what, of = (*press.parts, "", "")[:2]
    if what == LEAVE:
        interaction.client.desk.whatifs.leave(press.game)
        await show(interaction, _LEFT)
        return
    session = await interaction.client.desk.get(of)
    if what != AGAIN or session is None:
        raise Refused(STALE)
    await at_rest(session)
    await begin(interaction, session)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(WhatIf())
