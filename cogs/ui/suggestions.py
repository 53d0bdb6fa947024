"""What is suggested while somebody types the name of a game or of a player."""

from __future__ import annotations

from discord import app_commands

from bot.games import GAMES
from bot.session import Refused
from cogs.ui.names import folded
from cogs.ui.replies import Interaction, session_at_hand


async def games_like(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The games there are."""
    found = [game for game in GAMES if current.casefold() in game.casefold()]
    return [app_commands.Choice(name=game.capitalize(), value=game) for game in found[:25]]


async def players_like(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggests whoever sits at the table of this channel."""
    try:
        session = session_at_hand(interaction)
    except Refused:
        return []
    found = [s for s in session.seats if folded(current) in folded(s.name)]
    return [app_commands.Choice(name=s.name[:100], value=str(s.number)) for s in found[:25]]
