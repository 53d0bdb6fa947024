"""Reaching one person: by direct message or, failing that, in a private thread; never where others
can read the message.

Each time, the bot checks that a thread is private enough: anybody who manages a channel's threads
can open other people's, so nobody else at the table may have that right.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.rules.kernel import Seat
from bot.session import GameSession, SeatInfo
from cogs.delivery.discords_answers import FOR_GOOD, NOT_HERE
from cogs.ui.client import Client
from cogs.ui.controls import button
from cogs.ui.names import full_name, name_of, plain, short_name

log = logging.getLogger(__name__)

_NO_SHARED_SERVER = 50278
_GONE = frozenset({10007, 10013})
_REMEMBERED = 600.0
"""Seconds for which somebody seen on a server is assumed to be still there."""

_TURN = 400
"""The number of log entries searched for the start of the previous turn."""

THREAD_NEEDS = discord.Permissions(create_private_threads=True, send_messages_in_threads=True)
_NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files")
"""The permissions the bot needs to run a game in a channel, by discord.py's names."""
_NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files")
_UNLOCKED = "An unlocked thread"

_THREAD_HELLO = (
    "I cannot send you direct messages, so everything only you may see comes here: your cards, "
    "ballots, deals and questions from the game in <#{channel}>. Only you and I are in this "
    "thread. Nobody else at your table may open it. People who manage this server’s threads but "
    "are not playing could."
)

Say = Callable[..., Awaitable[Any]]
Sent = Callable[[discord.Message], None]
"""A function to call with a message once it has been sent."""


def missing_in(permissions: discord.Permissions, *, thread: bool = False) -> list[str]:
    """The names of the permissions that the bot lacks to run a game in a channel or a thread."""
    return [
        name.replace("_", " ").capitalize()
        for name in (_NEEDED_IN_THREADS if thread else _NEEDED)
        if not getattr(permissions, name)
    ]


def missing_at(channel: discord.abc.GuildChannel | discord.Thread, me: discord.Member) -> list[str]:
    """The obstacles to running a game in a channel or thread: missing permissions, or a locked
    thread.

    An archived thread is no obstacle: posting in it opens it.
    """
    if not isinstance(channel, discord.Thread):
        return missing_in(channel.permissions_for(me))
    if channel.parent is None:
        # The bot cannot see the channel, so it cannot see anything in it either.
        return missing_in(discord.Permissions.none(), thread=True)
    permissions = channel.permissions_for(me)
    shut = channel.locked and not permissions.manage_threads
    return missing_in(permissions, thread=True) + ([_UNLOCKED] if shut else [])


@dataclass(frozen=True, slots=True)
class _Place:
    """A game's channel or thread, and the bot as a member of its server."""

    channel: discord.abc.GuildChannel | discord.Thread
    me: discord.Member

    @property
    def missing(self) -> list[str]:
        """The obstacles to running a game in this place."""
        return missing_at(self.channel, self.me)


async def channel_in(
    guild: discord.Guild, channel_id: int
) -> discord.abc.GuildChannel | discord.Thread:
    """A server's channel or thread. Raises Discord's error if it cannot be found."""
    known = guild.get_channel_or_thread(channel_id)
    return known if known is not None else await guild.fetch_channel(channel_id)


class Messenger:
    """The ways to reach people in all games, through one client."""

    def __init__(self, bot: Client, say: Say) -> None:
        self.bot = bot
        self._say = say
        self._told: set[tuple[str, str, int]] = set()
        self._here: dict[tuple[int, int], float] = {}
        self._threads = asyncio.Lock()

    def _once(self, what: str, session: GameSession, number: int) -> bool:
        """Whether this is the first time that something has happened."""
        known = (what, session.id, number)
        first = known not in self._told
        self._told.add(known)
        return first

    # To one seat

    async def to_seat(
        self,
        session: GameSession,
        seat: Seat,
        nonce: str,
        text: str,
        view: discord.ui.View | None = None,
        files: Callable[[], list[discord.File]] | None = None,
        *,
        quietly: bool = False,
        openly: bool = False,
        sent: Sent | None = None,
    ) -> bool:
        """Send something to the person in the seat; return False if they cannot be reached in
        private.

        If the person cannot be reached, the table is told when the next turn begins, so that the
        timing does not show what the message was about (`say_who_is_closed`); or immediately, if
        everybody knows that something is being sent (``openly``). With ``quietly``, the table is
        not even told about people who have left, because that could show whose vote is missing.
        ``sent`` is called with the message.
        """
        info = next((s for s in session.seats if s.number == seat), None)
        if info is None or info.user_id is None:
            return False
        # Once refused, direct messages are not tried again automatically; `/hand` tries again, and
        # finds out if they work.
        closed = await self.bot.desk.people.dms_closed(info.user_id)
        if not closed:
            made = files() if files is not None else None
            about: dict[str, Any] = {"view": view, "files": made, "nonce": nonce, "sent": sent}
            if await self.whisper(info.user_id, text, **about):
                return True
        gone = await self.has_left(session, info.user_id, lately=False)
        if not gone and await self._in_thread(session, info, text, nonce, view, files, sent):
            return True
        if quietly:
            return False
        if gone:
            await self.say_gone(session, info)
        elif openly and self._once("closed", session, info.user_id):
            await self._say_closed(session, info, f"{nonce}c")
        return False

    async def whisper(
        self,
        user_id: int,
        text: str,
        *,
        view: discord.ui.View | None = None,
        files: list[discord.File] | None = None,
        nonce: str | None = None,
        sent: Sent | None = None,
    ) -> bool:
        """Send a direct message; return False if the person cannot be reached that way."""
        try:
            user = self.bot.get_user(user_id) or discord.Object(user_id)
            channel = await self.bot.create_dm(user)
            message = await channel.send(text, **_parts(view, files, nonce))
        except discord.HTTPException as wrong:
            if wrong.code not in FOR_GOOD:
                raise
            if wrong.code != _NO_SHARED_SERVER:
                await self.bot.desk.people.note_dms(user_id, closed=True)
            return False
        if sent is not None:
            sent(message)
        if await self.bot.desk.people.dms_closed(user_id):
            await self.bot.desk.people.note_dms(user_id, closed=False)
        return True

    async def say_who_is_closed(self, session: GameSession, since: int, nonce: str) -> None:
        """When a turn begins, say who has turned out to be unreachable since the last one began:
        only once, and not again after a restart. ``since`` is the first revision of the news in
        which a turn begins.
        """
        seats = {info.user_id: info for info in session.seats if info.user_id is not None}
        closed = await self.bot.desk.people.dms_closed_since(seats)
        if not closed:
            return
        entries = await session.journal.log(None, last=_TURN)
        begun = [entry for entry in entries if any(map(session.rules.marks_turn, entry.events))]
        before = [entry.at for entry in begun if entry.revision < since]
        if not before and len(entries) == _TURN:
            before = [entries[0].at]
        for user, at in closed.items():
            if (before and at <= before[-1]) or not begun or at > begun[-1].at:
                continue
            if not await self._has_thread(session, seats[user]):
                await self._say_closed(session, seats[user], f"{nonce}c{seats[user].number}")

    async def _has_thread(self, session: GameSession, info: SeatInfo) -> bool:
        """Whether a person with closed direct messages reads private things in a thread."""
        if ("thread", session.id, info.user_id) in self._told:
            return False
        found = await self._place_of(session)
        return found is not None and await self._is_private(session, info, found)

    async def _say_closed(self, session: GameSession, info: SeatInfo, nonce: str) -> None:
        """Say in the channel that somebody cannot be reached, but never why we tried."""
        view = discord.ui.View(timeout=None)
        view.add_item(button("hand", session.id, label="My hand"))
        view.add_item(button("help", session.id, label="What can I do?"))
        text = (
            f"I cannot reach {name_of(session, info.number)} by direct message. Press **My "
            "hand** to see what is for your eyes only."
        )
        await self._say(session, nonce, text, view=view)

    # Private threads

    async def _in_thread(
        self,
        session: GameSession,
        info: SeatInfo,
        text: str,
        nonce: str,
        view: discord.ui.View | None,
        files: Callable[[], list[discord.File]] | None,
        sent: Sent | None = None,
    ) -> bool:
        """Send something in the person's private thread; return False if they cannot have one."""
        found = await self._place_of(session)
        if found is None or not await self._is_private(session, info, found):
            return False
        channel = found.channel
        assert isinstance(channel, discord.TextChannel)
        async with self._threads:
            number = await self._thread_of(session, info, channel)
        for _ in range(2):
            if number is None:
                return False
            place = self.bot.get_partial_messageable(number, guild_id=session.guild_id)
            try:
                message = await place.send(text, **_parts(view, files() if files else None, nonce))
            except discord.NotFound:
                # The thread was deleted: make another, but only once.
                async with self._threads:
                    number = await self._new_thread(session, info, channel)
            except discord.HTTPException as wrong:
                if wrong.code not in FOR_GOOD:
                    raise
                return False
            else:
                if sent is not None:
                    sent(message)
                return True
        return False

    async def _place_of(self, session: GameSession) -> _Place | None:
        """The game's channel or thread, and the bot as a member there; None if it cannot be found.

        Discord is asked only if this process does not know the server or the channel, for example
        because the channel is an archived thread.
        """
        guild = self.bot.get_guild(session.guild_id)
        try:
            if guild is None:
                guild = await self.bot.fetch_guild(session.guild_id, with_counts=False)
                channel = await guild.fetch_channel(session.channel_id)
                assert self.bot.user is not None
                return _Place(channel, await guild.fetch_member(self.bot.user.id))
            return _Place(await channel_in(guild, session.channel_id), guild.me)
        except discord.HTTPException as wrong:
            if wrong.code not in FOR_GOOD | NOT_HERE:
                raise
            return None

    async def _is_private(self, session: GameSession, info: SeatInfo, found: _Place) -> bool:
        """Whether the bot may make private threads that nobody else at the table can open."""
        channel = found.channel
        if not isinstance(channel, discord.TextChannel):
            # A thread cannot contain threads.
            return False
        if not channel.permissions_for(found.me) >= THREAD_NEEDS:
            return False
        for other in session.seats:
            if other.user_id is None or other.user_id == info.user_id:
                continue
            try:
                member = await channel.guild.fetch_member(other.user_id)
            except discord.NotFound:
                continue
            if channel.permissions_for(member).manage_threads:
                return False
        return True

    async def _thread_of(
        self, session: GameSession, info: SeatInfo, channel: discord.TextChannel
    ) -> int | None:
        assert info.user_id is not None
        known = await self.bot.desk.people.thread_of(session.id, info.user_id)
        return known if known is not None else await self._new_thread(session, info, channel)

    async def _new_thread(
        self, session: GameSession, info: SeatInfo, channel: discord.TextChannel
    ) -> int | None:
        assert info.user_id is not None
        known = ("thread", session.id, info.user_id)
        if known in self._told:
            # A thread has been tried and has failed: each new attempt would leave another empty
            # thread behind.
            return None
        try:
            thread = await channel.create_thread(
                name=f"{short_name(info)[:60]} · for your eyes only",
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=10080,
            )
            await thread.send(_THREAD_HELLO.format(channel=session.channel_id))
            await thread.add_user(discord.Object(info.user_id))
        except discord.HTTPException as wrong:
            if wrong.code not in FOR_GOOD:
                raise
            log.info("game %s: no private thread (%s)", session.id, wrong.code)
            self._told.add(known)
            return None
        await self.bot.desk.people.note_thread(session.id, info.user_id, thread.id)
        return thread.id

    # People who have left

    async def has_left(self, session: GameSession, user_id: int, *, lately: bool = True) -> bool:
        """Whether a person is known to have left the game's server.

        With ``lately``, somebody seen on the server a few minutes ago counts as still being on it.
        """
        key = (session.guild_id, user_id)
        seen = self._here.get(key)
        if lately and seen is not None and time.monotonic() - seen < _REMEMBERED:
            return False
        try:
            # Look the person up by number: this process may not know the server.
            await self.bot.http.get_member(*key)
        except discord.HTTPException as wrong:
            return wrong.code in _GONE
        self._here[key] = time.monotonic()
        return False

    async def look_for(self, session: GameSession, seats: list[Seat]) -> None:
        """For each of these seats, say once if its player has left the server."""
        for info in session.seats:
            if info.number not in seats or info.user_id is None:
                continue
            if await self.has_left(session, info.user_id):
                await self.say_gone(session, info)

    async def say_gone(self, session: GameSession, info: SeatInfo) -> None:
        """Say that somebody has left the server, and how the game continues."""
        if info.user_id is None or not self._once("gone", session, info.user_id):
            return
        view = discord.ui.View(timeout=None)
        view.add_item(
            button("vacate", session.id, info.number, info.user_id, label="Let a computer play")
        )
        text = (
            f"{full_name(info)} has left this server. I am keeping their seat. The host, or "
            "anybody who may manage this server, can let a computer play on instead."
        )
        # Part of the nonce is random, because the revision would show how much was done in secret.
        nonce = f"{session.id}.g{info.number}.{secrets.token_hex(4)}"
        await self._say(session, nonce, text, view=view)

    # Where the bot cannot write

    async def say_shut_out(self, session: GameSession) -> None:
        """Tell the host, once, that the bot may not write in the game's channel."""
        if not self._once("shut", session, session.channel_id):
            return
        found = await self._place_of(session)
        missing = [] if found is None else found.missing
        listed = ", ".join(missing or missing_in(discord.Permissions.none()))
        text = (
            f"I can no longer write in <#{session.channel_id}>, where you host a game of "
            f"{session.game.capitalize()}. Nothing is lost, and its deadlines have stopped. I need "
            f"these permissions there: {listed}. The game goes on once I have them again. Or "
            "move it to another channel with `/game move`."
        )
        await self._tell(session.host_id, text)

    async def may_write(self, session: GameSession) -> bool:
        """Whether the bot is known to have all the permissions it needs in the game's channel."""
        found = await self._place_of(session)
        return found is not None and not found.missing

    def is_back(self, session: GameSession) -> None:
        """Note that the bot has written in the game's channel: if writing there fails again, that
        is news."""
        self._told.discard(("shut", session.id, session.channel_id))

    async def say_channel_gone(self, session: GameSession, name: str | None = None) -> None:
        """Tell everybody at the table, once, that the game's channel is gone."""
        if session.status == "over" or not self._once("deleted", session, session.channel_id):
            return
        where = f"The channel #{plain(name)}" if name else "The channel"
        text = (
            f"{where} of your {session.game.capitalize()} table is gone, and so is the table. "
            "Its game had not begun. `/game new` opens another one."
        )
        if session.status != "lobby":
            text = (
                f"{where} of your game of {session.game.capitalize()} (game {session.id}) is "
                f"gone. Nothing else is lost. If the host types `/game move game:{session.id}` "
                "in another channel of the server, you can play on there."
            )
        for info in session.seats:
            if info.user_id is not None:
                await self._tell(info.user_id, text)

    async def _tell(self, user_id: int, text: str) -> None:
        try:
            await self.whisper(user_id, text)
        except discord.HTTPException as wrong:
            log.warning("a direct message could not be sent (%s)", wrong.code)


def _parts(
    view: discord.ui.View | None, files: list[discord.File] | None, nonce: str | None
) -> dict[str, Any]:
    given = {"view": view, "files": files or None, "nonce": nonce}
    return {name: value for name, value in given.items() if value is not None}
