"""The first answer to an interaction.

Discord waits three seconds for this answer and accepts only one. The real answer may wait for the
database, the game or a picture; the sign that the bot has heard must not. So every command gets
that sign at once, and so does a press or a form whose answer is not ready in a moment; whatever
comes later fills in the answer (`show`) or adds to it (`tell`). An answer that is ready goes out in
place of the sign, and is on the screen one round trip sooner.

The private message in a game that somebody is looking at: each person needs only one.

A private message can be changed or removed only through the interaction that it answers, and only
for a quarter of an hour. So we keep track of the message only in memory; a forgotten message stays
where it is and does no harm.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.rules.kernel import Choice

log = logging.getLogger(__name__)

_TOO_LATE = 10062
_ANSWERED_ALREADY = 40060
_PROMISE = "promise"
_HEARD = "heard"
_KEPT = "kept"
_APART = "apart"
_TURN = "turn"

_AT_ONCE = 0.02
"""Seconds for which the sign that the bot has heard waits for the answer: most answers are ready
sooner."""

_OLD = 2.0
"""Seconds after which somebody may have given up on an interaction. One that comes in later than
that is acknowledged first, so that nothing is carried out for a person who is told that it
failed."""


class First(enum.Enum):
    """The promise that the first answer makes."""

    PRIVATE = enum.auto()
    """The private message in which a button was pressed will change; if there is none, a new one
    will come."""
    FRESH = enum.auto()
    """There will be a new message for this person alone, wherever the button is."""
    CARD = enum.auto()
    """The message in which a button was pressed will show the result, and usually nothing else is
    said."""


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether only one person can see the message with the control."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


async def acknowledge(interaction: discord.Interaction[Any], first: First = First.PRIVATE) -> bool:
    """Give the sign that the bot has heard. Returns False if it came too late, in which case nobody
    is waiting for more.

    For a command, the first answer always promises a private message.
    """
    _promise(interaction, first)
    return await give_sign(interaction)


@contextlib.asynccontextmanager
async def answering(
    interaction: discord.Interaction[Any], first: First = First.PRIVATE
) -> AsyncIterator[bool]:
    """The time in which an answer is made. If it takes longer than a moment, or if nothing is said,
    the sign is given that the bot has heard. Yields False if nobody is waiting any more."""
    _promise(interaction, first)
    age = discord.utils.utcnow() - interaction.created_at
    if age.total_seconds() > _OLD:
        yield await give_sign(interaction)
        return
    signs: list[asyncio.Task[bool]] = []

    def begin() -> None:
        signs.append(asyncio.create_task(give_sign(interaction)))

    timer = asyncio.get_running_loop().call_later(_AT_ONCE, begin)
    try:
        yield True
        await give_sign(interaction)
    finally:
        timer.cancel()
        await asyncio.gather(*signs, return_exceptions=True)


def _promise(interaction: discord.Interaction[Any], first: First) -> None:
    """Note whether a new private message will come, or the message with the control will change."""
    is_command = interaction.type is discord.InteractionType.application_command
    anew = is_command or first is First.FRESH
    fresh = anew or (first is First.PRIVATE and not is_private(interaction))
    interaction.extras[_PROMISE] = fresh
    interaction.extras[_TURN] = asyncio.Lock()


async def give_sign(interaction: discord.Interaction[Any]) -> bool:
    """Give the sign that the bot has heard, unless the first answer has been given already. Returns
    False if it came too late."""
    async with interaction.extras[_TURN]:
        if _HEARD in interaction.extras:
            return True
        fresh = interaction.extras[_PROMISE]
        try:
            await interaction.response.defer(ephemeral=fresh, thinking=fresh)
        except discord.HTTPException as wrong:
            if wrong.code == _TOO_LATE:
                log.info("interaction %s came too late", interaction.id)
                return False
            if wrong.code != _ANSWERED_ALREADY:
                raise
            # A first attempt got through but its receipt was lost, so the library tried again.
            log.info("interaction %s was already acknowledged", interaction.id)
        interaction.extras[_HEARD] = True
        return True


def is_acknowledged(interaction: discord.Interaction[Any]) -> bool:
    """Whether an answer has been promised or given."""
    return _PROMISE in interaction.extras or interaction.response.is_done()


def is_owed(interaction: discord.Interaction[Any]) -> bool:
    """Whether a promised message is still to come."""
    return bool(interaction.extras.get(_PROMISE)) and _KEPT not in interaction.extras


def is_for_one(interaction: discord.Interaction[Any]) -> bool:
    """Whether only one person can see the message that can be filled in or changed."""
    return bool(interaction.extras.get(_PROMISE)) or is_private(interaction)


async def fill_in(interaction: discord.Interaction[Any], **changes: Any) -> None:
    """Put this into the promised message, or into the private one in which a button was pressed."""
    if await _answered_at_once(interaction, changes):
        interaction.client.dispatch("answered_at_once", interaction)
        return
    message = await interaction.edit_original_response(**changes)
    interaction.extras[_KEPT] = message.id


async def _answered_at_once(
    interaction: discord.Interaction[Any], changes: Mapping[str, Any]
) -> bool:
    """Give the whole answer as the first one, if none has been given yet. Returns whether it
    arrived."""
    async with interaction.extras[_TURN]:
        if _HEARD in interaction.extras:
            return False
        try:
            if interaction.extras[_PROMISE]:
                made = await _say(interaction, **changes)
            else:
                made = await interaction.response.edit_message(**changes)
        except discord.HTTPException as wrong:
            if wrong.code == _TOO_LATE:
                raise
            log.info("interaction %s could not be answered at once: %s", interaction.id, wrong.code)
        else:
            interaction.extras.update({_HEARD: True, _KEPT: made and made.message_id})
            return True
    # Whatever is wrong with the answer is found again when it is filled in, and dealt with then.
    await give_sign(interaction)
    for file in changes.get("attachments", ()):
        file.reset()
    return False


async def _say(
    interaction: discord.Interaction[Any],
    content: str | None = None,
    view: Any = None,
    attachments: Sequence[discord.File] = (),
) -> Any:
    more: dict[str, Any] = {}
    if view is not None:
        # The controls' ids say what they do. A view that has not stopped would be kept for a
        # quarter of an hour.
        view.stop()
        more["view"] = view
    return await interaction.response.send_message(
        content, ephemeral=True, files=attachments, **more
    )


async def tell_apart(interaction: discord.Interaction[Any], text: str, **more: Any) -> None:
    """Say this in a new message, because the one with the pressed button is gone."""
    sent = await interaction.followup.send(text, ephemeral=True, wait=True, **more)
    interaction.extras[_APART] = sent


def apart(interaction: discord.Interaction[Any]) -> discord.WebhookMessage | None:
    """The new message in which this interaction was answered, if there was one."""
    return interaction.extras.get(_APART)


def answered_in(interaction: discord.Interaction[Any]) -> int | None:
    """The id of the message in which this interaction was answered, if there is one."""
    own = apart(interaction)
    return interaction.extras.get(_KEPT) if own is None else own.id


_LASTS = 14 * 60.0
"""Seconds for which an interaction's message can certainly be reached: Discord allows 15
minutes."""

_MOST = 2_000


@dataclass(frozen=True, slots=True)
class _Shown:
    interaction: discord.Interaction[Any]
    message: int
    at: float


@dataclass(slots=True)
class Followed:
    """A step whose result is in the newest message that its player has seen. ``since`` is the
    revision up to which the message reports the result, and ``text`` is everything the message
    says so far; ``over`` says that nothing more will come.
    """

    interaction: discord.Interaction[Any]
    game: str
    choice: Choice
    since: int
    text: str
    over: bool = False


class Panels:
    """The newest private message of each person in each game."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._shown: OrderedDict[tuple[int, str], _Shown] = OrderedDict()
        self._steps: dict[tuple[int, str], Followed] = {}
        self._going: set[asyncio.Task[None]] = set()
        self._answering: dict[tuple[int, str], asyncio.Event] = {}
        self._heard: OrderedDict[tuple[int, str], range] = OrderedDict()

    @contextlib.contextmanager
    def answering(self, user: int, game: str) -> Iterator[None]:
        """The time during which somebody's step is carried out and the answers to it are shown in
        their own message; until it is over, no direct message brings those answers."""
        done = self._answering[user, game] = asyncio.Event()
        try:
            yield
        finally:
            done.set()
            if self._answering.get((user, game)) is done:
                del self._answering[user, game]

    def heard(self, user: int, game: str, revisions: range) -> None:
        """Note that somebody's own message has told them whatever concerned them in these
        revisions."""
        self._heard[user, game] = revisions
        self._heard.move_to_end((user, game))
        while len(self._heard) > _MOST:
            self._heard.popitem(last=False)

    async def has_told(self, user: int, game: str, revision: int) -> bool:
        """Whether somebody's own message has told them of a revision; if such a message is under
        way, waits for it."""
        if (under_way := self._answering.get((user, game))) is not None:
            await under_way.wait()
        return revision in self._heard.get((user, game), ())

    def shown(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Note that this interaction has shown somebody a game's private message, and remove any
        older one."""
        message = answered_in(interaction)
        if interaction.guild_id is None or message is None:
            return
        key, now = (interaction.user.id, game), self._now()
        before = self._shown.pop(key, None)
        self._shown[key] = _Shown(interaction, message, now)
        while len(self._shown) > _MOST or now - next(iter(self._shown.values())).at >= _LASTS:
            self._shown.popitem(last=False)
        if interaction.message is not None:
            # Two thirds of what an interaction takes up are the buttons beside the one pressed.
            interaction.message.components = []
        if before is not None and before.message != message and now - before.at < _LASTS:
            task = asyncio.create_task(_take_down(before.interaction))
            self._going.add(task)
            task.add_done_callback(self._going.discard)

    def is_newest(self, interaction: discord.Interaction[Any], game: str) -> bool:
        """Whether the person has been shown nothing else in this game since this interaction."""
        seen = self._shown.get((interaction.user.id, game))
        return seen is not None and seen.interaction is interaction

    def follow(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        choice: Choice,
        since: int,
        text: str,
    ) -> None:
        """Note that this interaction has shown what somebody did, and that more results may
        follow."""
        self._steps[interaction.user.id, game] = Followed(interaction, game, choice, since, text)

    def followed(self, game: str) -> list[Followed]:
        """The steps of a game that may still have more to report: the player has been shown nothing
        since, and the message can be reached."""
        for key, step in list(self._steps.items()):
            seen, newest = self._shown.get(key), self.is_newest(step.interaction, step.game)
            if step.over or not newest or seen is None or self._now() - seen.at >= _LASTS:
                del self._steps[key]
        return [step for step in self._steps.values() if step.game == game]

    async def restate(self, step: Followed, text: str) -> None:
        """Update a step's message, if nothing has been shown since."""
        if self.is_newest(step.interaction, step.game):
            await _edit(step.interaction, content=text)

    async def illustrate(
        self, interaction: discord.Interaction[Any], game: str, file: discord.File
    ) -> None:
        """Add a picture to the message that this interaction has shown, if nothing has been shown
        since."""
        if self.is_newest(interaction, game):
            await _edit(interaction, attachments=[file])


async def _edit(interaction: discord.Interaction[Any], **changes: Any) -> None:
    own = apart(interaction)
    with contextlib.suppress(discord.HTTPException):
        if own is None:
            await interaction.edit_original_response(**changes)
        else:
            await own.edit(**changes)


async def _take_down(interaction: discord.Interaction[Any]) -> None:
    # The person may have dismissed the message already.
    own = apart(interaction)
    with contextlib.suppress(discord.HTTPException):
        if own is None:
            await interaction.delete_original_response()
        else:
            await own.delete()
