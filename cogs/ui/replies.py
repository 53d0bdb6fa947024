"""How the bot answers: refusals, and messages that only one person sees."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from typing import Any, TypeAlias

import discord

from bot.games import words_for
from bot.rules.kernel import Seat
from bot.session import GameSession, Refused
from bot.session.receipts import STORE_AWAY
from bot.storage.database import is_away, is_damaged
from bot.words.shape import Words
from cogs.ui.client import Client
from cogs.ui.emblems import missed, without_emblems
from cogs.ui.first_answer import (
    First,
    answering,
    fill_in,
    give_sign,
    is_acknowledged,
    is_for_one,
    is_owed,
    tell_apart,
)

Interaction: TypeAlias = discord.Interaction[Client]

log = logging.getLogger(__name__)

MESSAGE_LIMIT = 1_900
"""The most characters in one message, a little under Discord's 2,000."""

_AT_ITS_END = re.compile(r" \([^()]*\)(?=\.?$)")
"""The brackets at the end of a line."""

_NO_MESSAGE = 10008

NO_GAME = (
    "There is no game in this channel. `/game play` starts one straight away. `/game new` lets "
    "you choose how."
)
NOT_SEATED = "You are not playing in this game. You are welcome to watch!"
TROUBLE = (
    "Something went wrong on my side, and I have made a note of it. Nothing was lost. "
    "`/status` shows where the game stands."
)
_DAMAGED = (
    "The file I keep the games in is damaged. The person who runs me has to restore a backup. "
    "Until then, what you choose here may be lost."
)


class NoGame(Refused):
    """Somebody asked for a game in a place without one."""

    def __init__(self) -> None:
        super().__init__(NO_GAME)


REMEDIES: dict[type[Refused], Callable[[], discord.ui.View]] = {}
"""Controls that can fix the problem, shown below a refusal of this kind."""


def words_of(session: GameSession) -> Words:
    """The words of the game being played here."""
    return words_for(session.game, session.ruleset)


def whereabouts(session: GameSession) -> str:
    """The heading of a private message: which game it is about, and where that is played."""
    return f"-# {session.game.capitalize()} · <#{session.channel_id}>"


def refusal(bot: Client, refused: Refused) -> str:
    """The reason why something was refused, with the rule behind it and its text."""
    text = refused.text
    rule = bot.ledger.find(refused.rule) if refused.rule else None
    if rule is not None:
        text += f"\n-# {rule.id} · {rule.title}: {rule.rule}"
        if rule.ruling:
            text += f" *{rule.ruling}*"
    elif refused.rule:
        text += f"\n-# {refused.rule}"
    return cut(text)


def cut(text: str, limit: int = MESSAGE_LIMIT) -> str:
    """The text, ended with an ellipsis if it would be too long; an unpaired mark for bold or
    italics is removed, so that no asterisks show."""
    if len(text) <= limit:
        return text
    kept = text[: limit - 1].rstrip("*")
    for star in (r"\*\*", r"(?<!\*)\*(?!\*)"):
        found = list(re.finditer(star, kept))
        if len(found) % 2:
            kept = kept[: found[-1].start()] + kept[found[-1].end() :]
    return f"{kept}…"


def brief(text: str, limit: int) -> str:
    """The text; if it is too long, without the brackets at its end, and cut if that is not
    enough."""
    return cut(text if len(text) <= limit else bare(text), limit)


def bare(text: str) -> str:
    """The text without the brackets at its end."""
    return _AT_ITS_END.sub("", text)


def in_messages(lines: Iterable[str], limit: int = MESSAGE_LIMIT) -> list[str]:
    """Lines joined into as few messages as possible, with a blank line before each turn (▸)."""
    messages: list[str] = []
    for whole in lines:
        line = cut(whole, limit)
        gap = "\n\n" if line.startswith("▸") else "\n"
        if messages and len(messages[-1]) + len(gap) + len(line) <= limit:
            messages[-1] += f"{gap}{line}"
        else:
            messages.append(line)
    return messages


def is_on(session: GameSession) -> bool:
    """Whether the game has begun and is not over."""
    return session.match is not None and session.status == "running"


async def tell(
    interaction: Interaction,
    text: str,
    *,
    view: discord.ui.View | None = None,
    files: list[discord.File] | None = None,
) -> None:
    """Say something to this person alone: in the promised message, or in a new one."""
    more: dict[str, Any] = {} if view is None else {"view": view}
    if is_owed(interaction):
        await fill_in(interaction, content=text, attachments=files or [], **more)
        return
    if files:
        more["files"] = files
    if is_acknowledged(interaction):
        await give_sign(interaction)
        await interaction.followup.send(text, ephemeral=True, **more)
    else:
        await interaction.response.send_message(text, ephemeral=True, **more)


async def show(
    interaction: Interaction,
    text: str,
    *,
    view: discord.ui.View | None = None,
    files: list[discord.File] | None = None,
) -> None:
    """Put text into the private message at hand: the promised one, or the one in which a button was
    pressed.

    If there is neither, the text goes into a new message, so nothing that others see is ever
    changed. A new message is also sent if the private one has since been dismissed, or removed for
    a newer one. If an emblem on a control is gone, the message is shown without emblems.
    """
    try:
        await _show(interaction, text, view, files)
    except discord.HTTPException as wrong:
        if view is None or not await missed(interaction.client, wrong):
            raise
        without_emblems(view)
        for file in files or ():
            file.reset()
        await _show(interaction, text, view, files)


async def _show(
    interaction: Interaction,
    text: str,
    view: discord.ui.View | None,
    files: list[discord.File] | None,
) -> None:
    if is_acknowledged(interaction) and is_for_one(interaction):
        try:
            await fill_in(interaction, content=text, view=view, attachments=files or [])
            return
        except discord.NotFound as gone:
            if gone.code != _NO_MESSAGE or is_owed(interaction):
                raise
            more: dict[str, Any] = {} if view is None else {"view": view}
            await tell_apart(interaction, text, **(more | ({"files": files} if files else {})))
            return
    await tell(interaction, text, view=view, files=files)


async def settle_up(interaction: Interaction, text: str) -> None:
    """Say that something is done, unless the card with the pressed button shows it anyway."""
    if is_for_one(interaction):
        await show(interaction, text)


async def at_rest(session: GameSession) -> None:
    """Wait until no command is running, so that revision and offers belong together.

    Everything read before the next `await` belongs to one moment and is safe on disk.
    """
    await session.commands.at_rest()


def notice(interaction: Interaction, session: GameSession) -> None:
    """Note in the background that this person is here: anybody who has been away for a long time
    gets a digest."""
    interaction.client.desk.background.keep(session.presence.greet(interaction.user.id))


async def session_here(interaction: Interaction) -> GameSession:
    """The game of this channel, or of the channel that this thread belongs to.

    Raises NoGame if there is no game.
    """
    session = None
    if interaction.channel_id is not None:
        session = await interaction.client.desk.in_channel(interaction.channel_id)
    if session is None and isinstance(interaction.channel, discord.Thread):
        session = await interaction.client.desk.in_channel(interaction.channel.parent_id)
    if session is None:
        raise NoGame
    await at_rest(session)
    notice(interaction, session)
    return session


def session_at_hand(interaction: Interaction) -> GameSession:
    """The game of this channel or thread from memory, for suggestions, which cannot wait.

    Raises NoGame if no game is remembered.
    """
    desk, session = interaction.client.desk, None
    if interaction.channel_id is not None:
        session = desk.at_hand_in(interaction.channel_id)
    if session is None and isinstance(interaction.channel, discord.Thread):
        session = desk.at_hand_in(interaction.channel.parent_id)
    if session is None:
        raise NoGame
    return session


def seat_here(interaction: Interaction, session: GameSession) -> Seat:
    """The person's seat. Raises Refused if the person is not playing, or if play has not begun."""
    seat = session.seat_of(interaction.user.id)
    if seat is None:
        raise Refused(NOT_SEATED)
    if session.match is None:
        raise Refused("The game has not begun yet. The host starts it with `/game start`.")
    return seat


async def attend(
    interaction: Interaction,
    game: str,
    work: Callable[[], Awaitable[None]],
    first: First = First.PRIVATE,
) -> None:
    """Do the work for a game when its turn comes; explain any error kindly."""
    try:
        async with answering(interaction, first) as awaited:
            if awaited:
                async with interaction.client.turnstile.passage(game):
                    await work()
    except Exception as error:
        await explain(interaction, error)


async def explain(interaction: Interaction, error: BaseException) -> None:
    """Tell the person about an error, and log what is needed to find it again (ids only)."""
    if isinstance(error, discord.app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, Refused):
        text = refusal(interaction.client, error)
    elif isinstance(error, discord.NotFound) and error.code in (10062, 10015):
        # The three seconds are over, or the message is gone: there is nobody left to answer.
        log.warning("interaction %s came too late", interaction.id)
        return
    elif is_damaged(error):
        text = _DAMAGED
        log.error("interaction %s ran into a damaged file", interaction.id, exc_info=error)
    elif is_away(error):
        text = STORE_AWAY
        log.warning("interaction %s could not reach the database", interaction.id, exc_info=error)
    elif interaction.client.turnstile.closed:
        log.warning("interaction %s was cut short at the end", interaction.id)
        return
    elif isinstance(error, discord.app_commands.AppCommandError):
        text = "You may not do that here."
    else:
        text = TROUBLE
        log.error(
            "interaction %s in channel %s failed",
            interaction.id,
            interaction.channel_id,
            exc_info=error,
        )
    try:
        await tell(interaction, text, view=_remedy(interaction, error))
    except discord.HTTPException as late:
        log.warning("interaction %s could not be answered: %s", interaction.id, late.code)


def _remedy(interaction: Interaction, error: BaseException) -> discord.ui.View | None:
    """The controls below a refusal; none in a direct message, where no game can be played."""
    found = REMEDIES.get(type(error)) if isinstance(error, Refused) else None
    return None if found is None or interaction.guild_id is None else found()


def stamp(moment: datetime, style: str = "R") -> str:
    """A moment, shown by each reader's own clock."""
    return f"<t:{int(moment.timestamp())}:{style}>"


def runs_out(moment: datetime) -> str:
    """When the time is up: first how long is left, which everybody understands, then the time of
    day."""
    return f"{stamp(moment)} ({stamp(moment, 'f')})"
