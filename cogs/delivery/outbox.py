"""Bringing a game's news to its channel and its people.

The outbox hands over batches, each with a nonce that stays the same however often it is sent, so
Discord posts nothing twice. A batch has one kind of news for one audience.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from itertools import zip_longest
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.rules.kernel import Seat
from bot.session import GameSession, ShutOut, Undeliverable
from bot.session.announcements import (
    ASK,
    ASK_SECRET,
    BRIEF,
    DIGEST,
    LOG,
    MUSTER,
    OPENING,
    OVER,
    PETITION,
    PICTURE,
    REMIND,
    REPLAY,
    SECRET,
    STATUS,
    STRUCK,
    restore,
)
from bot.session.game_session import Course
from bot.session.seating import AMEND, UNDO
from bot.storage import OutboxRow
from cogs.delivery.cards import tidy
from cogs.delivery.direct_messages import Messenger
from cogs.delivery.discords_answers import ANSWERS, FOR_GOOD, Then, edited, says_anew
from cogs.delivery.late_pictures import Following, Pictured
from cogs.delivery.open_questions import OpenRequests
from cogs.delivery.private_news import PrivateNews
from cogs.delivery.standstill import SHUT, lost_its_channel, stop
from cogs.delivery.stories import bring_up
from cogs.delivery.storyteller import Storyteller
from cogs.ui.choosing.deadlines import clock_lines
from cogs.ui.choosing.outcomes import tell_outcomes
from cogs.ui.client import Client
from cogs.ui.controls import foot
from cogs.ui.emblems import missed
from cogs.ui.names import name_of
from cogs.ui.opening.lesson import chapter_of
from cogs.ui.opening.tables import opening_post
from cogs.ui.petitions import lost_lines, muster_text, petition_text, petition_view
from cogs.ui.replies import at_rest, is_on, words_of
from cogs.ui.status_card import (
    closing_buttons,
    closing_card,
    lobby_card,
    news_for,
    ready_button,
    status_card,
)

log = logging.getLogger(__name__)

_ENTRIES_OF_A_PAUSE = 200

_LULL, _LULLS = 0.1, 40
"""Seconds between two checks of whether the computers have paused, and the most checks made."""

_DOUBTS = 3
"""The number of times a forbidden action is tried again although the bot seems to have every
permission."""


class Delivery:
    """Delivers the outbox of all games through one client."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._shown: dict[str, str] = {}
        """The contents of each game's card, if this process has posted or changed it."""
        self._buried_in: dict[int, bool] = {}
        """The channels with cards that this process knows, and whether people have spoken below
        them."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._called: dict[str, list[Seat]] = {}
        self._acting: dict[str, list[int]] = {}
        """The people last called by each game’s card, as long as they are present."""
        self._turns: dict[str, list[int]] = {}
        """The people whose turn it is in each game: nobody while it is a computer's turn."""
        self._tidied: set[str] = set()
        """The games whose cards this process has already tidied."""
        self.following = Following()
        self.pictured = Pictured(bot, self.following, self._send)
        self.stories = Storyteller(bot, self._send, self._channel, self.pictured)
        self.reach = Messenger(bot, self._send)
        self.requests = OpenRequests(bot)
        self.private = PrivateNews(bot, self.reach, self.following)

    async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        """Deliver a batch. Raises Undeliverable if it can never be delivered, ShutOut if it has to
        wait for the channel.
        """
        deliveries = {
            LOG: self._log,
            STRUCK: self._strike,
            SECRET: self.private.secret,
            STATUS: self._status,
            ASK: self._ask,
            ASK_SECRET: self._ask_secret,
            OPENING: self._opening,
            PICTURE: self._picture,
            REPLAY: self._replay,
            OVER: self._over,
            REMIND: self._remind,
            BRIEF: self.private.brief,
            PETITION: self._petition,
            MUSTER: self._muster,
            DIGEST: self.private.digest,
        }
        handler = deliveries.get(rows[0].kind)
        if handler is None:
            raise Undeliverable(f"no way to deliver news of the kind {rows[0].kind}")
        try:
            await handler(session, rows, nonce)
        except discord.HTTPException as wrong:
            if await missed(self.bot, wrong):
                await handler(session, rows, nonce)
                return
            if wrong.code in FOR_GOOD:
                if rows[0].user_id is None and await self._shut_out(session, wrong):
                    raise ShutOut(f"Discord says {wrong.code}") from wrong
                if rows[0].user_id is not None or rows[0].attempts >= _DOUBTS:
                    raise Undeliverable(f"Discord says {wrong.code}") from wrong
            raise

    async def _shut_out(self, session: GameSession, wrong: discord.HTTPException) -> bool:
        """Tell the game's people that its channel is gone, or the host that it is closed to the
        bot. Return whether the news has to wait.
        """
        if ANSWERS.get(wrong.code) is Then.LOST:
            await lost_its_channel(self.bot, self.reach, session)
            # A finished game will not move to another channel, so nothing has to wait for one.
            return session.status != "over"
        if await self.reach.may_write(session):
            # Our knowledge of the permissions may be out of date, or only this one thing is
            # forbidden.
            return False
        await self.reach.say_shut_out(session)
        await stop(self.bot, session, SHUT)
        # The existing card may still be changed: it says that the game is on hold.
        with contextlib.suppress(discord.HTTPException):
            await self._show_card(session, None)
        return True

    # To the channel

    async def _log(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        told = [e for row in rows for e in restore(session.rules, row.payload.get("events", ()))]
        begun = [session.rules.whose_turn(e) for e in told if session.rules.marks_turn(e)]
        for seat in begun:
            self._turn_begins(session, seat)
        await self.stories.tell(session, rows, nonce, goes_on=session.id in self._acting)
        self.following.add(session, partial(tell_outcomes, self.bot, session))
        if begun:
            await self.reach.say_who_is_closed(session, rows[0].revision, nonce)
        if self.bot.pictures.ends(session, told):
            self.pictured.news(session, rows, f"{nonce}p")

    def _turn_begins(self, session: GameSession, seat: Seat | None) -> None:
        """Count the person called last as present until their own turn has ended or another
        person's begins."""
        acting = self._acting.get(session.id, [])
        whose = _people(session, [] if seat is None else [seat])
        ended = seat is None or self._turns.get(session.id, acting) == acting
        if ended or whose not in ([], acting):
            self._acting.pop(session.id, None)
        self._turns[session.id] = whose

    async def _strike(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        await bring_up(
            self.bot, session, self._channel(session), partial(self.stories.restate, session)
        )

    async def _opening(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        text, view = opening_post(session)
        message = await self._send(session, f"{nonce}b", text, view=view)
        self.pictured.opening(session, message)

    async def _picture(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        await at_rest(session)
        if not is_on(session):
            # The end has its own pictures.
            return
        if not session.voting and not _people(session, session.waiting_for()):
            # While computers play among themselves, nobody needs a picture after every turn.
            return
        self.pictured.turn(session, f"{nonce}p")

    async def _replay(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        if chapter_of(session) is not None:
            # A chapter is too short for a film.
            return
        if session.match is not None and self.bot.pictures.has(session):
            self.pictured.moments(session, f"{nonce}m")
            self.pictured.film(session, f"{nonce}r")

    async def _over(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        winners = rows[-1].payload.get("winners", [])
        if not winners and chapter_of(session) is not None:
            # A chapter that the learner leaves makes room for the next one, and there is nothing to
            # say.
            return
        if winners:
            listed = " and ".join(name_of(session, seat) for seat in winners)
            text = f"👑 {listed} {'wins' if len(winners) == 1 else 'win'} the game!"
        else:
            text = "The game has been ended."
        if session.seed is not None and session.match is not None:
            text += (
                f"\n-# The seed of all draws and rolls was `{session.seed}`. Its SHA-256, "
                f"`{session.seed_hash}`, was public from the start."
            )
        view = foot(closing_buttons(session))
        message = await self._send(session, f"{nonce}o", text, view=view)
        if rows[-1].payload.get("victory"):
            self.pictured.end(session, message)

    async def _status(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        await at_rest(session)
        self.private.settle(session)
        if session.voting:
            await self._sealed_status(session, f"{nonce}s")
            return
        # If the game has moved on, more news follows and says whose move it is.
        is_newest = session.revision <= rows[-1].revision
        # While computers move, nobody needs the buttons.
        needed = is_newest and bool(_people(session, session.waiting_for()))
        await self._show_card(session, f"{nonce}s", fresh=needed and self._spoken_below(session))
        await _lull(session)

    async def _ask(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        """Call the people who must act, in a new card.

        If one person acts alone and is asked something else, during their turn or the computers'
        turns before it, they are clearly present, and their card just changes.
        """
        await at_rest(session)
        if session.voting:
            # Everyone called to the vote, whether or not they have voted yet.
            still = list(rows[-1].payload.get("seats", ()))
        else:
            called = {seat for row in rows for seat in row.payload.get("seats", ())}
            still = [seat for seat in session.waiting_for() if seat in called]
        if not still:
            return
        people = _people(session, still)
        goes_on = len(people) == 1 and self._acting.get(session.id) == people
        self._called[session.id], self._acting[session.id] = still, people
        if goes_on:
            buried = self.stories.is_below(session, session.status_message_id)
            fresh = buried or self._spoken_below(session)
            await self._show_card(session, f"{nonce}a", fresh=fresh)
            return
        await self._show_card(session, f"{nonce}a", called=still, fresh=True)
        await self.reach.look_for(session, still)

    async def _remind(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        """Call only the people whose time is running out.

        Reminders about a sealed vote are private: calling somebody would show that they have not
        voted.
        """
        in_time = await _in_time(session, rows)
        await at_rest(session)
        voting = session.voting
        # In a vote, each player was told privately: once it is over, nobody else needs to know
        # whose vote was missing.
        called = {seat for reader, seat in in_time if (reader is None) is not voting}
        still = [seat for seat in session.waiting_for() if seat in called]
        if not still or session.paused_at is not None:
            return
        if not voting:
            self._called[session.id] = [
                seat
                for seat in session.waiting_for()
                if seat in called or seat in self._called.get(session.id, ())
            ]
            await self._show_card(session, f"{nonce}r", called=still, fresh=True, reminding=True)
            await self.reach.look_for(session, still)
            return
        for seat in still:
            await self.private.remind_of_vote(session, seat, f"{nonce}r{seat}")

    async def _ask_secret(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        await at_rest(session)
        if session.id not in self._shown:
            await self._show_card(session, f"{nonce}s")
        await self.private.ask(session, rows, nonce)

    async def _petition(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        """Ask the people who have a say for an answer, and report the outcome."""
        newest = {row.payload["number"]: row.payload for row in rows}
        first = {row.payload["number"] for row in rows if not _spoken(row.payload)}
        for number, told in newest.items():
            still_open = told["state"] == "open"
            if still_open and number not in first:
                # What each player has said so far stays private until the petition is settled.
                continue
            if still_open and told["what"] == UNDO:
                # Anyone who waits for the others to agree is called once it is their move again.
                self._acting.pop(session.id, None)
            until = datetime.fromisoformat(told["until"]) if told["until"] else None
            mentions = _people(session, told["asked"]) if still_open else []
            text = petition_text(session, told, until, mentions)
            view = petition_view(session, told) if still_open else None
            if text is not None:
                lost = await lost_lines(session, told) if still_open else []
                text = "\n".join((text, *lost))
                sent = await self._send(
                    session, f"{nonce}t{number}", text, view=view, mentions=mentions
                )
                if still_open:
                    self.requests.asked(session.id, number, sent, text)
            if not still_open:
                channel = self._channel(session)
                await self.requests.settled(session.id, number, channel, told["state"])

    async def _muster(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        """Call on people to say that they are present, or report what happened to those who did
        not."""
        told = rows[-1].payload
        called = [each["user_id"] for each in told.get("absent", told.get("calls", ()))]
        text, mentions = muster_text(session, told), [user for user in called if user]
        view = foot([ready_button(session)]) if mentions else None
        await self._send(session, f"{nonce}m", text, view=view, mentions=mentions)

    async def _sealed_status(self, session: GameSession, nonce: str) -> None:
        """Update the card while a sealed vote is being taken.

        A vote does not change the card, so nobody can tell from it that somebody has voted. After a
        restart, we do not know what the card shows, so updating it is left to `_ask_secret`. If
        there is no card yet, for example because the game has just moved to this channel, one is
        posted.
        """
        if session.id in self._shown or session.status_message_id is None:
            await self._show_card(session, nonce)

    async def spoken(self, channel_id: int, user_id: int) -> None:
        """Note that somebody has spoken in a channel: a card there is no longer the last message.

        Anyone who speaks in a channel has seen its messages.
        """
        if channel_id in self._buried_in:
            self._buried_in[channel_id] = True
            session = await self.bot.desk.in_channel(channel_id)
            if session is not None:
                await session.presence.greet(user_id)

    def _spoken_below(self, session: GameSession) -> bool:
        """Whether anybody has spoken below the card."""
        return self._buried_in.get(session.channel_id, False)

    async def repost(self, session: GameSession) -> None:
        """Post the card again at the bottom of the channel, without calling anybody."""
        await self._show_card(session, None, fresh=True)

    def pressed(self, message_id: int) -> None:
        """Note that somebody has pressed a button in this message."""
        self.private.questions.pressed(message_id)

    async def card_gone(self, channel_id: int, messages: Collection[int]) -> None:
        """Messages in a channel were deleted: if its game's card is among them, post it again."""
        session = await self.bot.desk.in_channel(channel_id)
        if (
            session is not None
            and session.status_message_id in messages
            and (session.status != "over")
        ):
            self._shown.pop(session.id, None)
            await self._show_card(session, None)

    # The card

    async def _show_card(
        self,
        session: GameSession,
        nonce: str | None,
        called: Sequence[Seat] = (),
        fresh: bool = False,
        reminding: bool = False,
    ) -> None:
        """Change the card where it is, or post a new one below and remove the old one."""
        lock = self._locks.setdefault(session.id, asyncio.Lock())
        async with lock:
            if session.id not in self._tidied:
                self._tidied.add(session.id)
                await tidy(self.bot, session)
            card = await self._card(session, called if reminding else ())
            gist, old = gist_of(card), session.status_message_id
            if old is not None and not fresh:
                self._buried_in.setdefault(session.channel_id, False)
                if self._shown.get(session.id) == gist:
                    return
                try:
                    shown = self._channel(session).get_partial_message(old)
                    await edited(self.bot, shown, view=card)
                except discord.HTTPException as wrong:
                    if not says_anew(wrong):
                        raise
                    old = None if isinstance(wrong, discord.NotFound) else old
                else:
                    self._shown[session.id] = gist
                    return
            mentions = _people(session, called)
            await session.cards.coming()
            # Until we know the message, the next call must look for the card.
            self._tidied.discard(session.id)
            message = await self._send(session, nonce, view=card, mentions=mentions)
            self._buried_in[session.channel_id] = False
            self._shown[session.id] = gist
            await session.cards.put_up(message.id, replaces=old)
            self._tidied.add(session.id)
            await tidy(self.bot, session)

    async def _card(
        self, session: GameSession, reminded: Sequence[Seat] = ()
    ) -> discord.ui.LayoutView:
        await at_rest(session)
        if session.match is None:
            if session.status != "lobby":
                return closing_card("This lobby is closed.")
            people = {seat.user_id for seat in session.seats if seat.user_id is not None}
            return lobby_card(
                session,
                await self.bot.desk.new_games.invited_to(session),
                await self.bot.desk.seasons.bands(session.guild_id, people),
                await session.lobby.called_until(),
            )
        course = await _course(session)
        await at_rest(session)
        entries, ends = course.entries, course.ends
        clock, linked = clock_lines(session, entries, course.dues), self.bot.links is not None
        if session.voting:
            called = self._called.get(session.id, ())
            return status_card(
                session, (), called, clock=clock, ends=ends, back=course.back, linked=linked
            )
        waiting = session.waiting_for()
        # Anyone who was called stays called, but nobody is pinged twice.
        called = [seat for seat in self._called.get(session.id, ()) if seat in waiting]
        seat = _at_move(session) if entries and session.paused_at is None else None
        news = news_for(session, seat, entries) if seat is not None else []
        return status_card(
            session,
            news,
            called,
            clock=clock,
            ends=ends,
            reminded=reminded,
            back=course.back,
            linked=linked,
        )

    async def tidy_all(self) -> None:
        """After a start, remove the cards that an earlier run left behind, in all games."""
        for session in await self.bot.desk.with_loose_cards():
            try:
                await self.tidy(session)
            except Exception:
                log.exception("game %s: could not update its cards", session.id)

    async def tidy(self, session: GameSession) -> None:
        """Remove the cards that a crash or a move left behind."""
        async with self._locks.setdefault(session.id, asyncio.Lock()):
            self._tidied.add(session.id)
            await tidy(self.bot, session)

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
        self.reach.is_back(session)
        return message


async def _lull(session: GameSession) -> None:
    """Let the computers play on for a moment, so that their turns fit into fewer messages."""
    computers = {info.number for info in session.seats if info.policy is not None}
    for _ in range(_LULLS):
        waiting = session.waiting_for()
        if not waiting or not computers.issuperset(waiting) or session.paused_at is not None:
            return
        await asyncio.sleep(_LULL)


async def _in_time(session: GameSession, rows: Sequence[OutboxRow]) -> list[tuple[int | None, int]]:
    """The reminders in these rows: for each, the seat that reads it and the seat it is about.

    Reminders to people who are now asked something else, with a separate deadline, are not
    included.
    """
    timed = any(row.payload.get("until") for row in rows)
    dues = await session.clock.deadlines() if timed else []
    until = {due.seat: due.due.isoformat() for due in dues}
    return [
        (row.seat, seat)
        for row in rows
        for seat, ends in zip_longest(row.payload.get("seats", ()), row.payload.get("until", ()))
        if ends in (None, until.get(seat))
    ]


def _spoken(told: dict[str, Any]) -> bool:
    """Whether anybody but the person who asked has answered a petition; an amendment is asked for
    by a moderator, so every answer to it counts."""
    asker = None if told["what"] == AMEND else told["seat"]
    return any(seat != asker for seat in (*told["agreed"], *told["against"]))


async def _course(session: GameSession) -> Course:
    """A game's progress, with as much of its log as its card may show: why it is paused, or what
    has happened since the last turn of the player to move."""
    if session.paused_at is not None:
        return await session.course(_ENTRIES_OF_A_PAUSE)
    return await session.course(0, _at_move(session))


def _at_move(session: GameSession) -> Seat | None:
    """The only seat that has to act, in its own turn or in nobody's; None if there is no such
    seat."""
    waiting = session.openly_waiting_for()
    turn = words_of(session).turn_of(session.view(None))
    return waiting[0] if len(waiting) == 1 and turn in (None, waiting[0]) else None


def _people(session: GameSession, seats: Sequence[Seat]) -> list[int]:
    return [s.user_id for s in session.seats if s.number in seats and s.user_id is not None]


def gist_of(card: discord.ui.LayoutView) -> str:
    """A card's text and offers, and the moment its buttons are for, since the buttons must not
    become stale."""
    return json.dumps(card.to_components())  # type: ignore[no-untyped-call]
