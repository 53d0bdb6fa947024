"""'Do it for me': what a computer player would do and why, before it is done.

What it would choose hangs on the position alone, so that a button need carry no more than the
revision: as long as nothing has happened since, it is the same choice.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Awaitable, Callable

import discord

from bot.rules.kernel import Choice, Prompt
from bot.session import GameSession, Refused
from bot.session.table.computers import plainest
from bot.session.table.thinking import think
from cogs.ui.choosing.panel import IDLE, first_blocking
from cogs.ui.choosing.playing import (
    chosen_text,
    confirm,
    put_up,
    seat_in_play,
)
from cogs.ui.choosing.public_questions import told_revision
from cogs.ui.controls import Press, button, on
from cogs.ui.replies import Interaction, at_rest

log = logging.getLogger(__name__)

ADVISER = "steward"
"""The computer player that chooses for a person who asks for it."""

_AT_A_STRETCH = 80

Why = Callable[[GameSession, int, Choice], Awaitable[str]]

WHY: dict[str, Why] = {}
"""How each game says why its computer player would choose something."""


async def advice(session: GameSession, seat: int) -> Choice:
    """What a computer player would answer in this person's place."""
    prompts = [prompt for prompt in session.prompts(seat) if prompt.blocking]
    if not prompts:
        raise Refused(IDLE)
    policy = session.computers.policy(ADVISER)
    chance = random.Random(f"{session.id}:{session.revision}:{seat}")
    view = session.view(seat)
    try:
        _, choice = await think(policy.choose, view, prompts, seat, chance)
    except Exception as wrong:
        # Its message is left out: it may tell of the seat's cards.
        reason = type(wrong).__name__
        at = session.revision
        log.warning("game %s: the adviser failed at revision %d (%s)", session.id, at, reason)
        return plainest(prompts)
    return choice


@on("advise")
async def _advise(interaction: Interaction, press: Press) -> None:
    """'Do it for me': say what the steward would choose, and why."""
    session = await press.session(interaction)
    await propose(interaction, session, seat_in_play(interaction, session))


async def propose(interaction: Interaction, session: GameSession, seat: int) -> None:
    """Say what the steward would choose for a seat and why, with a button that does it."""
    choice = await advice(session, seat)
    why = WHY.get(session.game)
    lines = ["### Shall I?", chosen_text(session, seat, choice)]
    if why is not None and (reason := await why(session, seat, choice)):
        lines.append(f"*Why:* {reason}")
    view = discord.ui.View(timeout=None)
    style = discord.ButtonStyle.primary
    revision = told_revision(session)
    view.add_item(button("doit", session.id, seat, revision, label="Do it", style=style))
    view.add_item(button("help", session.id, label="No, I choose myself"))
    await put_up(interaction, session, "\n".join(lines), view)


@on("doit")
async def _do_it(interaction: Interaction, press: Press) -> None:
    """'Do it': what was proposed; proposed anew if something has happened since."""
    session = await press.session(interaction)
    seat = seat_in_play(interaction, session)
    if press.parts != (str(seat), str(told_revision(session))):
        await propose(interaction, session, seat)
        return
    await _steward(interaction, session, seat, at_most=1)


@on("rest")
async def _rest(interaction: Interaction, press: Press) -> None:
    """'Do the rest for me': the steward goes on choosing while the same thing is asked."""
    session = await press.session(interaction)
    seat = seat_in_play(interaction, session)
    await _steward(interaction, session, seat, at_most=_AT_A_STRETCH)


async def _steward(interaction: Interaction, session: GameSession, seat: int, at_most: int) -> None:
    asked = first_blocking(session, seat)
    if asked is None:
        raise Refused(IDLE)
    done: list[str] = []
    now: Prompt | None = asked
    while now is not None and now.kind == asked.kind and len(done) < at_most:
        revision, choice = session.revision, await advice(session, seat)
        sentence = chosen_text(session, seat, choice)
        await session.submit(
            user_id=interaction.user.id,
            choice=choice,
            revision=revision,
            interaction_id=f"{interaction.id}-{len(done)}",
        )
        done.append(sentence)
        await at_rest(session)
        now = first_blocking(session, seat)
    await confirm(interaction, session, seat, done)
