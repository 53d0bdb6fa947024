"""A move in one typed line, however it is made: who goes, and where to.

The suggestions are the same as on the movement panel: nobles who have not moved yet come first, and
so do the most important targets. Anything else is passed to the game as a march.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from discord import app_commands

from bot.session import GameSession, Refused
from bot.words.phrases import in_one_line
from cogs.kingmaker.turn import Movement, movement_of
from cogs.ui.choosing.lists import MOST, Mover, Pick, wizard_for
from cogs.ui.choosing.playing import advance, show_panel
from cogs.ui.choosing.public_questions import told_moment
from cogs.ui.choosing.typed_choices import NAME_LIMIT, Unknown, choose, one_named, suggestion
from cogs.ui.controls import OfferKey
from cogs.ui.names import folded
from cogs.ui.replies import Interaction, seat_here, session_at_hand, session_here

Suggested = list[app_commands.Choice[str]]


async def go(interaction: Interaction, noble: str | None, to: str | None) -> None:
    """Move somebody; ask for anything missing, refuse anything not allowed."""
    session = await session_here(interaction)
    seat = seat_here(interaction, session)
    movement = movement_of(session, seat)
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


def _mover(movement: Movement | None, text: str | None) -> Mover | None:
    """The piece that was typed, if it may move, alone or with others. Raises Refused if it is not
    clear which piece is meant."""
    movers = {} if movement is None else {each.key: each for each in movement.movers()}
    found = _named(text, {key: each.label for key, each in movers.items()})
    return None if found is None else movers[found]


def _pick(movement: Movement, mover: Mover, text: str) -> Pick | None:
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


async def movers_like(interaction: Interaction, current: str) -> Suggested:
    """The nobles who may move; those who have not moved yet come first."""
    movement = _at_hand(interaction)
    movers = [] if movement is None else movement.movers()
    return _suggested(current, ((each.key, each.label, each.about) for each in movers))


async def goals_like(interaction: Interaction, current: str) -> Suggested:
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


def _at_hand(interaction: Interaction) -> Movement | None:
    try:
        session: GameSession = session_at_hand(interaction)
        return movement_of(session, seat_here(interaction, session))
    except Refused:
        return None


def _suggested(current: str, found: Iterable[tuple[Any, str, str]]) -> Suggested:
    typed = folded(current)
    fitting = [
        suggestion(in_one_line(label, about, NAME_LIMIT), value)
        for value, label, about in found
        if typed in folded(f"{label} {about}")
    ]
    return fitting[:MOST]
