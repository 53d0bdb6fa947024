"""Bringing a game's news to its channel and its people.

The outbox hands over batches, each with a nonce that stays the same however often it is tried, so
that Discord posts nothing twice. A batch is of one kind and for one audience.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord

from bot.rules.kernel import Event, Prompt
from bot.session import GameSession, Refused, Undeliverable
from bot.session.announcements import ASK, ASK_SECRET, LOG, OVER, PICTURE, SECRET, STATUS, restore
from bot.storage import OutboxRow
from cogs.board_card import closing_card, lobby_card, news_for, status_card
from cogs.chamber import ballot_view, parted
from cogs.controls import button
from cogs.customs import customs_of
from cogs.openness import is_sealed, private_for, sealed_question
from cogs.play import actions_view
from cogs.speech import at_rest, in_messages, is_on, name_of, names, words_of

if TYPE_CHECKING:
    from bot.app import Bot

log = logging.getLogger(__name__)

_BURIED = 4
"""After so many messages below it the card is put up anew instead of being changed.

The card of one who is to move, with buttons for it, is put up anew after any."""

_ENTRIES_OF_NEWS = 200

_LULL, _LULLS = 0.1, 40
"""Seconds between two looks whether the computers have come to rest, and how often to look."""

_MOST_BUTTONS = 25

_FOR_GOOD = {50001, 50007, 50013, 10003, 10013, 50278}
"""Discord's errors after which trying again is useless, and counts against the bot."""


class Delivery:
    """Delivers the outbox of all games through one client."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._shown: dict[str, str] = {}
        """What each game's card says, as far as this process has put it up or changed it."""
        self._below: defaultdict[str, int] = defaultdict(int)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._called: dict[str, list[int]] = {}
        self._asked: set[tuple[str, int | None, int]] = set()
        self._told_closed: set[tuple[str, int]] = set()

    async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        """Deliver a batch. Raises Undeliverable if it never can be delivered."""
        deliveries = {
            LOG: self._log,
            SECRET: self._secret,
            STATUS: self._status,
            ASK: self._ask,
            ASK_SECRET: self._ask_secret,
            PICTURE: self._picture,
            OVER: self._over,
        }
        handler = deliveries.get(rows[0].kind)
        if handler is None:
            raise Undeliverable(f"nothing is known of the kind {rows[0].kind}")
        try:
            await handler(session, rows, nonce)
        except discord.HTTPException as wrong:
            if wrong.code in _FOR_GOOD:
                raise Undeliverable(f"Discord says {wrong.code}") from wrong
            raise

    # To the channel

    async def _log(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        for number, part in enumerate(_parts(session, rows)):
            if isinstance(part, str):
                await self._send(session, f"{nonce}-{number}", part)
            else:
                await self._send(session, f"{nonce}-{number}", view=part)

    async def _picture(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        await at_rest(session)
        if session.match is None:
            return
        text = None
        if any(row.payload.get("reason") == "start" for row in rows):
            text = (
                "👑 **The game begins!**\n-# Fair play: all draws and rolls come from a seed with "
                f"the SHA-256 `{session.seed_hash}`. The seed itself is told at the end."
            )
        elif (
            is_on(session)
            and sealed_question(session) is None
            and not _people(session, session.waiting_for())
        ):
            # While computers play among themselves nobody needs a picture after every turn.
            return
        files = None
        try:
            if self.bot.pictures.has(session):
                files = [(await self.bot.pictures.board(session)).file()]
        except Refused:
            # A newer picture of the same board is on its way, or there are far too many.
            pass
        if text is not None or files is not None:
            await self._send(session, f"{nonce}p", text, files=files)

    async def _over(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        winners = rows[-1].payload.get("winners", [])
        if winners:
            listed = " and ".join(name_of(session, seat) for seat in winners)
            text = f"👑 {listed} {'wins' if len(winners) == 1 else 'win'} the game!"
        else:
            text = "The game is ended."
        if session.seed is not None and session.match is not None:
            text += (
                f"\n-# The seed of all draws and rolls was `{session.seed}`; "
                f"its SHA-256 `{session.seed_hash}` was known from the start."
            )
        await self._send(session, f"{nonce}o", text)

    async def _status(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        await at_rest(session)
        if sealed_question(session) is not None:
            await self._sealed_status(session, f"{nonce}s")
            return
        waiting = session.waiting_for()
        one_moves = len(waiting) == 1 and bool(_people(session, waiting))
        buried = self._below[session.id] > 0 and one_moves
        await self._show_card(session, f"{nonce}s", fresh=buried)
        await _lull(session)

    async def _ask(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        await at_rest(session)
        if sealed_question(session) is not None:
            # All whom the vote called, whether or not they have voted by now.
            still = list(rows[-1].payload.get("seats", ()))
        else:
            called = {seat for row in rows for seat in row.payload.get("seats", ())}
            still = [seat for seat in session.waiting_for() if seat in called]
        if still:
            self._called[session.id] = still
            await self._show_card(session, f"{nonce}a", called=still, fresh=True)

    async def _sealed_status(self, session: GameSession, nonce: str) -> None:
        """Bring the card up to date while a sealed vote is being taken.

        No vote changes the card, so nobody can tell from it that somebody has voted. After a
        restart nobody knows what it shows; then it is left alone, and `_ask_secret` sees to it.
        """
        if session.id in self._shown:
            await self._show_card(session, nonce)

    async def repost(self, session: GameSession) -> None:
        """Put the card up anew at the bottom of the channel, calling nobody."""
        await self._show_card(session, None, fresh=True)

    # The card

    async def _show_card(
        self,
        session: GameSession,
        nonce: str | None,
        called: Sequence[int] = (),
        fresh: bool = False,
    ) -> None:
        """Change the card where it is, or put a new one below and take the old one away."""
        lock = self._locks.setdefault(session.id, asyncio.Lock())
        async with lock:
            card = await self._card(session)
            gist, old = gist_of(card), session.status_message_id
            buried = self._below[session.id] >= _BURIED and sealed_question(session) is None
            if old is not None and not fresh and not buried:
                if self._shown.get(session.id) == gist:
                    return
                try:
                    await self._channel(session).get_partial_message(old).edit(view=card)
                except discord.NotFound:
                    old = None
                else:
                    self._shown[session.id] = gist
                    return
            mentions = _people(session, called)
            message = await self._send(session, nonce, view=card, mentions=mentions)
            self._below[session.id] = 0
            self._shown[session.id] = gist
            if old != message.id:
                await session.set_status_message(message.id)
                if old is not None:
                    await self._take_down(session, old)

    async def _card(self, session: GameSession) -> discord.ui.LayoutView:
        await at_rest(session)
        if session.match is None:
            if session.status != "lobby":
                return closing_card("This lobby is closed.")
            return lobby_card(session)
        entries = await session.log(None, last=_ENTRIES_OF_NEWS)
        await at_rest(session)
        if sealed_question(session) is not None:
            return status_card(session, (), self._called.get(session.id, ()))
        waiting = session.waiting_for()
        # Whoever was called stays called, though nobody is pinged twice.
        called = [seat for seat in self._called.get(session.id, ()) if seat in waiting]
        news = news_for(session, waiting[0], entries) if len(waiting) == 1 else []
        return status_card(session, news, called)

    async def _take_down(self, session: GameSession, message_id: int) -> None:
        try:
            await self._channel(session).get_partial_message(message_id).delete()
        except discord.NotFound:
            pass
        except discord.HTTPException as wrong:
            # The new card is up; an old one too many does no harm, its buttons say they are old.
            log.warning("game %s: old card not deleted (%s)", session.id, wrong.code)

    # To one person

    async def _secret(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        events = _events(session, rows)
        lines = words_of(session).tell_all(events, names(session))
        seat = rows[-1].seat
        prompt = private_for(session, seat) if seat is not None else None
        if prompt is not None and lines:
            # What is asked because of it comes in the same message.
            lines.append(words_of(session).ask(prompt, names(session)))
        texts = in_messages([f"-# <#{session.channel_id}>", *lines]) if lines else []
        for number, text in enumerate(texts):
            view = None
            if number == len(texts) - 1 and seat is not None and prompt is not None:
                view = _answers(session, seat, prompt)
                self._asked.add((session.id, seat, rows[-1].revision))
            elif number == len(texts) - 1:
                view = discord.ui.View(timeout=None)
                view.add_item(button("hand", session.id, label="My hand"))
                view.add_item(button("help", session.id, label="What can I do?"))
            if view is not None:
                more = customs_of(session).extra_buttons(session, seat, events)
                for item in more[: _MOST_BUTTONS - len(view.children)]:
                    view.add_item(item)
            if not await self._to_seat(session, rows[-1], f"{nonce}-{number}", text, view):
                return

    async def _ask_secret(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        seat = rows[-1].seat
        await at_rest(session)
        # A vote is sent even if it has been cast by now, so that nothing can be told from it.
        prompt = sealed_question(session)
        if prompt is None and seat is not None:
            prompt = private_for(session, seat)
        if session.id not in self._shown:
            await self._show_card(session, f"{nonce}s")
        asked = (session.id, seat, rows[-1].revision)
        if prompt is None or seat is None or asked in self._asked:
            self._asked.discard(asked)
            return
        text = f"-# <#{session.channel_id}>\n{words_of(session).ask(prompt, names(session))}"
        view = _answers(session, seat, prompt)
        await self._to_seat(session, rows[-1], f"{nonce}q", text, view)

    async def _to_seat(
        self,
        session: GameSession,
        row: OutboxRow,
        nonce: str,
        text: str,
        view: discord.ui.View | None,
    ) -> bool:
        assert row.user_id is not None
        # Once refused it is not tried again by itself; `/hand` tries, and finds out if it works.
        closed = await self.bot.desk.dms_closed(row.user_id)
        if not closed and await self.whisper(row.user_id, text, view=view, nonce=nonce):
            return True
        await self._say_closed(session, row)
        return False

    async def whisper(
        self,
        user_id: int,
        text: str,
        *,
        view: discord.ui.View | None = None,
        files: list[discord.File] | None = None,
        nonce: str | None = None,
    ) -> bool:
        """Send a direct message; False if the person's direct messages are closed."""
        more: dict[str, Any] = {} if view is None else {"view": view}
        if files:
            more["files"] = files
        if nonce is not None:
            more["nonce"] = nonce
        try:
            user = self.bot.get_user(user_id) or discord.Object(user_id)
            channel = await self.bot.create_dm(user)
            await channel.send(text, **more)
        except discord.HTTPException as wrong:
            if wrong.code not in _FOR_GOOD:
                raise
            await self.bot.desk.note_dms(user_id, closed=True)
            return False
        if await self.bot.desk.dms_closed(user_id):
            await self.bot.desk.note_dms(user_id, closed=False)
        return True

    async def _say_closed(self, session: GameSession, row: OutboxRow) -> None:
        """Say in the channel, once, that somebody cannot be reached; never what it was about."""
        assert row.user_id is not None
        known = (session.id, row.user_id)
        if known in self._told_closed:
            return
        self._told_closed.add(known)
        who = name_of(session, row.seat) if row.seat is not None else "somebody"
        view = discord.ui.View(timeout=None)
        view.add_item(button("hand", session.id, label="My hand"))
        view.add_item(button("help", session.id, label="What can I do?"))
        text = (
            f"I can't reach {who} by direct message. Press **My hand** to see what is for your "
            "eyes only."
        )
        await self._send(session, f"{session.id}.{row.id}c", text, view=view)

    # Sending

    def _channel(self, session: GameSession) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(session.channel_id, guild_id=session.guild_id)

    async def _send(
        self,
        session: GameSession,
        nonce: str | None,
        text: str | None = None,
        *,
        view: Any = None,
        files: list[discord.File] | None = None,
        mentions: Sequence[int] = (),
    ) -> discord.Message:
        more: dict[str, Any] = {"content": text} if text else {}
        if view is not None:
            more["view"] = view
        if files:
            more["files"] = files
        if nonce is not None:
            more["nonce"] = nonce
        allowed = discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in mentions],
        )
        message = await self._channel(session).send(allowed_mentions=allowed, **more)
        self._below[session.id] += 1
        return message


def _answers(session: GameSession, seat: int, prompt: Prompt) -> discord.ui.View | None:
    """The answers to a question that only this seat may read."""
    return (
        ballot_view(session, prompt) if is_sealed(session, prompt) else actions_view(session, seat)
    )


async def _lull(session: GameSession) -> None:
    """Let the computers play on for a moment, so that their turns come in few messages."""
    computers = {info.number for info in session.seats if info.policy is not None}
    for _ in range(_LULLS):
        waiting = session.waiting_for()
        if not waiting or not computers.issuperset(waiting):
            return
        await asyncio.sleep(_LULL)


def _people(session: GameSession, seats: Sequence[int]) -> list[int]:
    return [s.user_id for s in session.seats if s.number in seats and s.user_id is not None]


def _parts(session: GameSession, rows: Sequence[OutboxRow]) -> list[str | discord.ui.LayoutView]:
    """The messages that tell of public events: text, and a card where one is worth it."""
    found: list[str | discord.ui.LayoutView] = []
    lines: list[str] = []
    for run in _runs(session, rows):
        if isinstance(run, str):
            lines.append(run)
        elif isinstance(run, list):
            lines += words_of(session).tell_all(run, names(session))
        else:
            found += [*in_messages(lines), customs_of(session).card(session, run)]
            lines = []
    return [*found, *in_messages(lines)]


def _runs(session: GameSession, rows: Sequence[OutboxRow]) -> Iterator[str | list[Event] | Event]:
    """Steps taken back (as text), events told together, and events that get a card."""
    events: list[Event] = []
    for row in rows:
        if "took_back" in row.payload:
            yield from parted(session, events)
            yield f"{name_of(session, row.payload['took_back'])} took back a step."
            events = []
        events += restore(session.rules, row.payload.get("events", ()))
    yield from parted(session, events)


def _events(session: GameSession, rows: Sequence[OutboxRow]) -> list[Event]:
    return [e for row in rows for e in restore(session.rules, row.payload.get("events", ()))]


_REVISION = re.compile(r"(?<=b\.act:)([A-Za-z0-9]+:\d+):\d+:")


def gist_of(card: discord.ui.LayoutView) -> str:
    """What a card says and offers, whatever the revision its buttons were made for."""
    return _REVISION.sub(r"\1:", json.dumps(card.to_components()))
