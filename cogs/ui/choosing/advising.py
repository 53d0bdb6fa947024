"""'Do it for me': a computer player's choice and the reason for it, shown before it is carried out.

A button carries the moment and a mark of the proposal. The proposal is carried out if the question
is the same and the choice still allowed, whatever others have done since. If the question has
passed, or the proposal is no longer remembered, a new proposal is made.
"""

from __future__ import annotations

import logging
import random
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.games import adviser_of
from bot.rules.kernel import Choice, Prompt, Seat
from bot.session import GameSession, Refused
from bot.session.computers import plainest, think
from bot.session.receipts import STALE
from cogs.ui.choosing.outcomes import came_of
from cogs.ui.choosing.panel import first_blocking, idle_text
from cogs.ui.choosing.playing import (
    chosen_text,
    confirm,
    put_up,
    seat_in_play,
)
from cogs.ui.choosing.public_questions import told_moment
from cogs.ui.controls import Press, button, on
from cogs.ui.opening.computers import LEVEL
from cogs.ui.replies import Interaction, at_rest

log = logging.getLogger(__name__)

_AT_A_STRETCH = 80
SHALL_I = "Shall I?"

Why = Callable[[GameSession, Seat, Choice], Awaitable[str]]

_PROPOSED = OrderedDict[tuple[str, Seat], tuple[int, Choice]]()
"""The latest proposal for each seat in a game, and its revision."""

_REMEMBERED = 512

WHY: dict[str, Why] = {}
"""The function with which each game explains a computer player's choice."""


async def advice(session: GameSession, seat: Seat) -> Choice:
    """The answer a computer player would give for this person."""
    prompts = [prompt for prompt in session.prompts(seat) if prompt.blocking]
    if not prompts:
        raise Refused(idle_text(session))
    revision, proposed = _PROPOSED.get((session.id, seat), (-1, None))
    if proposed is not None and revision == session.revision:
        return proposed
    adviser = adviser_of(session.game, session.options.get(LEVEL, ""))
    policy = session.computers.policy(adviser)
    chance = random.Random(f"{session.id}:{session.revision}:{seat}")
    revision, view = session.revision, session.view(seat)
    try:
        choice = (
            await session.computers.thought(policy, seat)
            or (await think(policy.choose, view, prompts, seat, chance))[1]
        )
    except Exception as wrong:
        # The error's message is left out: it may give away the seat's cards.
        reason = type(wrong).__name__
        at = session.revision
        log.warning("game %s: the adviser failed at revision %d (%s)", session.id, at, reason)
        return plainest(prompts)
    # Keep the proposal, whatever it is: asked again, the adviser might choose differently.
    _remember(session, seat, revision, choice)
    return choice


def _remember(session: GameSession, seat: Seat, revision: int, choice: Choice) -> None:
    _PROPOSED[session.id, seat] = revision, choice
    _PROPOSED.move_to_end((session.id, seat))
    if len(_PROPOSED) > _REMEMBERED:
        _PROPOSED.popitem(last=False)


def mark_of(choice: Choice) -> str:
    """A short mark that identifies a proposed choice."""
    return f"{zlib.crc32(repr(choice).encode()):x}"


@on("advise")
async def _advise(interaction: Interaction, press: Press) -> None:
    """'Do it for me': say what a computer would choose and why."""
    session = await press.session(interaction)
    await propose(interaction, session, seat_in_play(interaction, session))


async def propose(interaction: Interaction, session: GameSession, seat: Seat) -> None:
    """Say what a computer would choose for a seat and why, with a button that does it."""
    lines, parts = await proposal(session, seat)
    view = discord.ui.View(timeout=None)
    style = discord.ButtonStyle.primary
    view.add_item(button("doit", session.id, *parts, label="Do it", style=style))
    view.add_item(button("help", session.id, label="I will choose"))
    await put_up(interaction, session, "\n".join((f"### {SHALL_I}", *lines)), view)


async def proposal(session: GameSession, seat: Seat) -> tuple[list[str], tuple[str, str, str]]:
    """A text that says what a computer would choose for a seat and why, and the data for a button
    that does it."""
    moment, choice = told_moment(session), await advice(session, seat)
    why = WHY.get(session.game)
    lines = [chosen_text(session, seat, choice)]
    if why is not None:
        lines.append(f"*Why:* {await why(session, seat, choice)}")
    return lines, (str(seat), str(moment), mark_of(choice))


@on("doit")
async def _do_it(interaction: Interaction, press: Press) -> None:
    """'Do it': carry out the proposal, or make another if the question has changed."""
    session = await press.session(interaction)
    seat = seat_in_play(interaction, session)
    done = await do_proposed(session, interaction.user.id, seat, press.parts, interaction.id)
    if done is None:
        await propose(interaction, session, seat)
        return
    await at_rest(session)
    await confirm(interaction, session, seat, *done)


async def do_proposed(
    session: GameSession, user_id: int, seat: Seat, parts: Sequence[str], once: object
) -> tuple[list[str], list[str]] | None:
    """Carry out the proposal made to this seat. Returns what was done and the results; None if the
    question has changed."""
    made = await _made_for(session, seat, parts)
    try:
        return None if made is None else await _do(session, user_id, seat, *made, f"{once}-0")
    except Refused as refused:
        if refused.text != STALE:
            raise
        return None


async def _made_for(
    session: GameSession, seat: Seat, parts: Sequence[str]
) -> tuple[Choice, int] | None:
    """The choice that a button proposed to this seat, and the revision it was made for; None if
    that has been forgotten."""
    whose, moment, mark = (*parts, "", "", "")[:3]
    if whose != str(seat) or not moment.isdigit():
        return None
    revision, choice = _PROPOSED.get((session.id, seat), (session.revision, None))
    if choice is None and moment == str(told_moment(session)):
        revision, choice = session.revision, await advice(session, seat)
    if choice is None or mark != mark_of(choice):
        return None
    return choice, await session.made_at(int(moment)) if int(moment) else revision


@on("rest")
async def _rest(interaction: Interaction, press: Press) -> None:
    """'Do the rest for me': a computer keeps choosing while the question stays the same."""
    session = await press.session(interaction)
    seat = seat_in_play(interaction, session)
    asked = first_blocking(session, seat)
    if asked is None:
        raise Refused(idle_text(session))
    done: list[str] = []
    news: list[str] = []
    now: Prompt | None = asked
    for number in range(_AT_A_STRETCH):
        if now is None or now.kind != asked.kind:
            break
        revision, choice = session.revision, await advice(session, seat)
        once = f"{interaction.id}-{number}"
        told, more = await _do(session, interaction.user.id, seat, choice, revision, once)
        done += told
        news += more
        await at_rest(session)
        now = first_blocking(session, seat)
    await confirm(interaction, session, seat, done, news)


async def _do(
    session: GameSession, user_id: int, seat: Seat, choice: Choice, revision: int, once: str
) -> tuple[list[str], list[str]]:
    """Submit a choice. Returns what the choice did, and the results. Raises Refused if the choice
    is stale.

    ``once`` identifies this choice among all others.
    """
    sentence = chosen_text(session, seat, choice)
    receipt = await session.submit(
        user_id=user_id, choice=choice, revision=revision, interaction_id=once
    )
    told, more = came_of(session, choice, () if session.imagined else receipt.events)
    return told or [sentence], more
