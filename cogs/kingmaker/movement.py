"""The movement phase as commands, and a move in one typed line: who goes, and where to.

The line's suggestions are the same as on the movement panel: nobles who have not moved yet come
first, and so do the most important targets. Anything else is passed to the game as a march.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.session import GameSession, Refused
from bot.words.phrases import in_one_line
from cogs.kingmaker import turn
from cogs.ui.choosing.lists import MOST, Mover, Pick, wizard_for
from cogs.ui.choosing.playing import advance, show_panel
from cogs.ui.choosing.public_questions import told_moment
from cogs.ui.choosing.typed_choices import NAME_LIMIT, Unknown, choose, one_named, suggestion, typed
from cogs.ui.client import Client
from cogs.ui.controls import OfferKey
from cogs.ui.names import folded
from cogs.ui.replies import Interaction, seat_here, session_at_hand, session_here
from cogs.ui.suggestions import Suggestions


def _mover(movement: turn.Movement | None, text: str | None) -> Mover | None:
    """The piece that was typed, if it may move, alone or with others. Raises Refused if it is not
    clear which piece is meant."""
    movers = {} if movement is None else {each.key: each for each in movement.movers()}
    found = _named(text, {key: each.label for key, each in movers.items()})
    return None if found is None else movers[found]


def _pick(movement: turn.Movement, mover: Mover, text: str) -> Pick | None:
    picks = {pick.value: pick for pick in movement.picks(movement.group(mover.key))}
    found = _named(text, {value: pick.label for value, pick in picks.items()})
    return None if found is None else picks[found]


def _named(text: str | None, labels: Mapping[str, str]) -> str | None:
    if not text:
        return None
    try:
        return one_named(text, labels)
    except Unknown:
        return None


# Suggestions


async def movers_like(interaction: Interaction, current: str) -> Suggestions:
    """The nobles who may move; those who have not moved yet come first."""
    movement = _at_hand(interaction)
    movers = [] if movement is None else movement.movers()
    return _suggested(current, ((each.key, each.label, each.about) for each in movers))


async def goals_like(interaction: Interaction, current: str) -> Suggestions:
    """The places where the noble already named may go, the most important first."""
    movement = _at_hand(interaction)
    try:
        mover = _mover(movement, interaction.namespace.noble)
    except Refused:
        return []
    if movement is None or mover is None:
        return []
    picks = movement.picks(movement.group(mover.key))
    return _suggested(current, ((pick.value, *pick.told()) for pick in picks))


def _at_hand(interaction: Interaction) -> turn.Movement | None:
    try:
        session: GameSession = session_at_hand(interaction)
        return turn.movement_of(session, seat_here(interaction, session))
    except Refused:
        return None


def _suggested(current: str, found: Iterable[tuple[Any, str, str]]) -> Suggestions:
    sought = folded(current)
    fitting = [
        suggestion(in_one_line(label, about, NAME_LIMIT), value)
        for value, label, about in found
        if sought in folded(f"{label} {about}")
    ]
    return fitting[:MOST]


@app_commands.guild_only()
class Movement(commands.GroupCog, group_name="move", group_description="Move your nobles"):
    """``/move``: one sub-command for each way of moving, and for what goes with it."""

    @app_commands.command(description="Move anybody in any way: say who, and where to")
    @app_commands.describe(noble="The noble who moves, alone or with others", to="Where to")
    @app_commands.autocomplete(noble=movers_like, to=goals_like)
    async def to(
        self, interaction: Interaction, noble: str | None = None, to: str | None = None
    ) -> None:
        """March, ride, go inside or come out, in one line; ask for anything missing, refuse
        anything not allowed."""
        session = await session_here(interaction)
        seat = seat_here(interaction, session)
        movement = turn.movement_of(session, seat)
        mover = _mover(movement, noble)
        if movement is None or (noble and mover is None):
            await choose(interaction, "march", nobles=noble, to=to)
        elif to is None or mover is None:
            await show_panel(interaction, session, seat, key=mover.key if mover else "")
        elif (pick := _pick(movement, mover, to)) is not None:
            key = OfferKey(session.id, seat, told_moment(session), pick.way.verb, pick.way.mark)
            await advance(interaction, session, wizard_for(session, key, pick.way), pick.draft)
        else:
            await choose(interaction, "march", nobles=", ".join(movement.group(mover.key)), to=to)

    refuge = typed(
        "refuge",
        "take_refuge",
        "Play a Refuge card: a land abroad is open for this phase",
        card="Which Refuge card",
        land="Scotland or the Continent",
    )
    fetch = typed(
        "fetch",
        "fetch",
        "Fetch an heir of your House who has no keeper",
        heir="Which heir",
        noble="The noble who takes the heir along",
    )
    march = typed(
        "march",
        "march",
        "March across country, up to five squares",
        nobles="Nobles who march (names separated by commas, or all)",
        to="Where to",
    )
    ride = typed(
        "ride",
        "ride",
        "Ride along a road, as far as it is open",
        nobles="Nobles who ride (names separated by commas, or all)",
        to="Where to",
    )
    enter = typed(
        "enter",
        "enter",
        "Go inside a town or castle in the square",
        nobles="Nobles who go in",
        place="Which town or castle",
    )
    leave = typed(
        "leave",
        "leave",
        "Come out into the open",
        nobles="Nobles who come out",
        place="Which town or castle",
    )
    cross = typed(
        "cross",
        "cross",
        "Cross the sea with the French, without a ship",
        nobles="Nobles who cross (names separated by commas, or all)",
        to="Which port",
    )
    entrust = typed(
        "entrust",
        "entrust",
        "Hand a royal heir to another of your nobles there",
        heir="Which heir",
        noble="The noble who takes charge",
    )
    again = typed(
        "again",
        "free_move",
        "Play a Free Move: a second complete move",
        nobles="Nobles who move again",
    )
    free_road = typed(
        "free-road",
        "free_road",
        "Play a Free Move: ride past any fortress",
        noble="Which noble rides (he needs a bishop)",
        to="Where to",
    )
    ask_leave = typed(
        "ask-leave",
        "ask_leave",
        "Ask leave to enter a place or to board a ship",
        place="Which town or castle, or which ship to board",
    )
    take_back = typed("take-back", "withdraw_request", "Stop waiting for the leave you asked for")
    put_out = typed(
        "put-out",
        "dismiss",
        "Turn guests out of one of your places",
        nobles="Which guests to put out",
        place="Which town or castle",
    )
    done = typed("done", "done", "End your movement")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Movement())
