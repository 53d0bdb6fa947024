"""News and questions for one person: what happened in secret, ballots, reminders, a briefing, a
digest.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

import discord

from bot.rules.kernel import Event, Prompt, Seat
from bot.session import GameSession, Refused, SeatInfo
from bot.session.announcements import plain, restore
from bot.session.journal.history import TAKEN_ALONG
from bot.storage import OutboxRow, QuestionRow
from cogs.delivery.direct_messages import Messenger, Sent
from cogs.delivery.late_pictures import Following
from cogs.delivery.open_questions import OpenQuestions, news_foot
from cogs.ui.choosing.deadlines import own_time
from cogs.ui.choosing.panel import actions_view, what_now
from cogs.ui.choosing.public_questions import (
    ballot_for,
    mark_of,
    private_for,
)
from cogs.ui.choosing.shared_questions import ballot_view
from cogs.ui.client import Client
from cogs.ui.customs import customs_of
from cogs.ui.log_notes import digest_messages, note_line
from cogs.ui.names import name_of, names, plain_names
from cogs.ui.replies import at_rest, cut, in_messages, whereabouts, words_of

log = logging.getLogger(__name__)

_MOST_BUTTONS = 25
_OF_A_TURN = 60
"""How many of the newest log entries are searched for somebody's answer in this turn."""


class PrivateNews:
    """Tells people the things that only they may read."""

    def __init__(self, bot: Client, reach: Messenger, following: Following) -> None:
        self.bot = bot
        self.reach = reach
        self._following = following
        self.questions = OpenQuestions(bot)
        self._asked: dict[tuple[str, int], tuple[str, int]] = {}
        """The question that each seat read last, and the revision at that moment."""

    async def secret(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        seat = rows[-1].seat
        rows = [row for row in rows if not await self._has_read(session, row)]
        if not rows:
            return
        events = _events(session, rows)
        if seat is None or await _is_being_asked(session, seat, rows, events):
            return
        lines = _lines(session, rows, seat)
        prompt = private_for(session, seat)
        if prompt is not None and all(row.payload.get("own") for row in rows):
            # The answer to the player's own step has already told them this and put the question to
            # them.
            self._has_asked(session, seat, prompt)
            return
        if prompt is not None and lines:
            # Any question that arises from the news comes in the same message.
            lines += _question(session, seat, prompt)
            if time := await own_time(session, seat):
                lines.append(time)
        texts = in_messages([whereabouts(session), *lines]) if lines else []
        for number, text in enumerate(texts):
            view, sent = None, None
            if number == len(texts) - 1 and prompt is not None:
                needless = customs_of(session).needless(session, seat, events)
                view = _answers(session, seat, prompt, needless)
                self._has_asked(session, seat, prompt)
            elif number == len(texts) - 1:
                view = news_foot(session)
            if view is not None:
                more = customs_of(session).extra_buttons(session, seat, events)
                more = more[: _MOST_BUTTONS - len(view.children)]
                # A question's own answers come first, just as the buttons for a deal do elsewhere.
                first, last = (view.children, more) if prompt is not None else (more, view.children)
                view = discord.ui.View(timeout=None)
                for item in (*first, *last):
                    view.add_item(item)
                if prompt is not None or more:
                    sent = self._remember(session, seat, prompt, events if more else (), news=True)
            quietly = session.voting or _went_along(rows)
            if not await self.reach.to_seat(
                session, seat, f"{nonce}-{number}", text, view, quietly=quietly, sent=sent
            ):
                return

    async def ask(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        seat = rows[-1].seat
        await at_rest(session)
        if seat is None:
            return
        # Ask for a vote even if it has been cast by now, so that nothing gives that away.
        prompt = ballot_for(session, seat) or private_for(session, seat)
        if prompt is None or self._was_asked(session, seat, prompt, rows[-1].revision):
            return
        must_come = prompt.is_vote and sum(info.user_id is not None for info in session.seats) > 1
        if not must_come and await _has_answered(session, seat):
            return
        lines = [whereabouts(session), *_question(session, seat, prompt)]
        lines.append(await own_time(session, seat))
        view = _answers(session, seat, prompt)
        text = "\n".join(line for line in lines if line)
        sent = self._remember(session, seat, prompt)
        await self.reach.to_seat(session, seat, f"{nonce}q", text, view, sent=sent)
        self._has_asked(session, seat, prompt)

    def _has_asked(self, session: GameSession, seat: Seat, prompt: Prompt) -> None:
        """Note that a seat reads this question now."""
        self._asked[session.id, seat] = mark_of(prompt), session.revision

    def _was_asked(self, session: GameSession, seat: Seat, prompt: Prompt, revision: int) -> bool:
        """Whether a seat has read this question since a revision that asks it."""
        mark, at = self._asked.get((session.id, seat), ("", 0))
        return mark == mark_of(prompt) and revision <= at

    def _remember(
        self,
        session: GameSession,
        seat: Seat,
        prompt: Prompt | None,
        events: Sequence[Event] = (),
        *,
        news: bool = False,
    ) -> Sent:
        """Remember that a message asks something. If the question was answered before the message
        arrived, the message is settled at once."""
        row = QuestionRow(
            game_id=session.id,
            message_id=0,
            channel_id=0,
            seat=seat,
            mark="" if prompt is None else mark_of(prompt),
            events=plain(events),
            news=news,
        )

        def sent(message: discord.Message) -> None:
            self.questions.asked(message, row)
            self._following.add(session, partial(session.private_questions.note, row))
            self.settle(session)

        return sent

    def settle(self, session: GameSession) -> None:
        """When there is time, remove the buttons that no longer answer anything."""
        if self.questions.any_settled(session):
            self._following.add(session, partial(self.questions.settle, session))

    async def brief(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        """Tell somebody who has taken over a seat how things stand, what is in their hand, and what
        they are asked."""
        seat = rows[-1].seat
        await at_rest(session)
        if seat is None or session.match is None:
            return
        text = "\n".join(_briefing(session, seat))
        if not await self.reach.to_seat(session, seat, f"{nonce}b", text, openly=True):
            return
        asked = await own_time(session, seat, with_default=False)
        now = cut("\n".join(part for part in (what_now(session, seat), asked) if part))
        await self.reach.to_seat(session, seat, f"{nonce}h", now, actions_view(session, seat))
        if self.bot.pictures.has(session):
            self._following.add(session, partial(self._show_hand, session, seat, f"{nonce}p"))

    async def _show_hand(self, session: GameSession, seat: Seat, nonce: str) -> None:
        try:
            hand = await self.bot.pictures.hand(session, seat)
        except Refused as busy:
            # The words have been sent; the picture comes with the next `/hand`.
            log.info("game %s: a briefing has no picture (%s)", session.id, busy.text)
            return
        text = "Everything you hold, at a glance:"
        await self.reach.to_seat(session, seat, nonce, text, files=lambda: [hand.file()])

    async def digest(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        """Tell somebody who comes back after an absence what has happened, and what they are
        asked."""
        seat = rows[-1].seat
        await at_rest(session)
        if seat is None or session.match is None:
            return
        since = min(row.payload["since"] for row in rows)
        lines = [whereabouts(session), "Welcome back! This is what you missed."]
        missed = await session.journal.missed(seat, since)
        *before, last = digest_messages(session, seat, missed, lines)
        for number, text in enumerate(before):
            await self.reach.to_seat(session, seat, f"{nonce}d{number}", text)
        view = actions_view(session, seat)
        await self.reach.to_seat(session, seat, f"{nonce}d", last, view)

    async def _has_read(self, session: GameSession, row: OutboxRow) -> bool:
        """Whether somebody has read this news in the answer to their own step, and it asks nothing
        of them."""
        reader, seat = row.user_id, row.seat
        if reader is None or not await self.bot.panels.has_told(reader, session.id, row.revision):
            return False
        return not customs_of(session).extra_lines(session, seat, _events(session, [row]))

    async def remind_of_vote(self, session: GameSession, seat: Seat, nonce: str) -> None:
        """Remind somebody of a vote in private: in public, a reminder would show who has not
        voted."""
        vote = ballot_for(session, seat)
        if vote is None:
            return
        asked, *known = _question(session, seat, vote)
        lines = [whereabouts(session), f"⏰ {asked}", *known, await own_time(session, seat)]
        text = "\n".join(line for line in lines if line)
        view = ballot_view(session, vote)
        sent = self._remember(session, seat, vote)
        await self.reach.to_seat(session, seat, nonce, text, view, quietly=True, sent=sent)


async def _is_being_asked(
    session: GameSession, seat: Seat, rows: Sequence[OutboxRow], events: Sequence[Event]
) -> bool:
    """Whether all this news is part of a question to somebody who is acting at the moment: in that
    case, the card asks the question."""
    if not events or any(said_besides(session, row, seat) is not None for row in rows):
        return False
    puts = customs_of(session).is_put_as_a_question
    return all(puts(event, seat) for event in events) and await _has_answered(session, seat)


async def _has_answered(session: GameSession, seat: Seat) -> bool:
    """Whether the seat has answered in the current turn: if so, the game's card is enough to ask
    them more."""
    for entry in reversed(await session.journal.log(seat, last=_OF_A_TURN)):
        if any(map(session.rules.marks_turn, entry.events)):
            return False
        if entry.seat == seat:
            return entry.note is None
    return False


def _question(session: GameSession, seat: Seat | None, prompt: Prompt) -> list[str]:
    """The question, and anything this seat knows that helps with the answer."""
    words, who = words_of(session), names(session)
    return [words.ask(prompt, who), *words.stakes(prompt, session.view(seat), who)]


def _answers(
    session: GameSession, seat: Seat, prompt: Prompt, needless: frozenset[str] = frozenset()
) -> discord.ui.View | None:
    """The answers to a question that only this seat may read."""
    if prompt.is_vote:
        return ballot_view(session, prompt)
    return actions_view(session, seat, needless=needless)


def said_besides(
    session: GameSession,
    row: OutboxRow,
    reader: Seat | None,
    seats: Sequence[SeatInfo] | None = None,
) -> str | None:
    """The text of a row apart from its events: how they came about, or that a step was taken back.

    ``seats`` is the seating at the time, if it has changed since.
    """
    if "note" in row.payload:
        return note_line(session, row.payload["note"], reader, seats=seats)
    if "took_back" in row.payload:
        return f"{name_of(session, row.payload['took_back'], seats)} took back a step."
    return None


def _lines(session: GameSession, rows: Sequence[OutboxRow], seat: Seat) -> list[str]:
    """The lines that only a seat may read, each note before its result."""
    told = customs_of(session).told
    lines: list[str] = []
    events: list[Event] = []
    for row in rows:
        said = said_besides(session, row, seat)
        if said is not None:
            lines += [*told(session, seat, events), said]
            events = []
        events += _events(session, [row])
    return [*lines, *told(session, seat, events)]


def _went_along(rows: Sequence[OutboxRow]) -> bool:
    """Whether a secret step was taken back along with an open one; nobody may know that there was a
    secret step."""
    return any(row.payload.get("note", {}).get("what") == TAKEN_ALONG for row in rows)


def _briefing(session: GameSession, seat: Seat) -> list[str]:
    """The text for somebody who joins a game in progress, from their own seat's view only."""
    words, view = words_of(session), session.view(seat)
    return [
        whereabouts(session),
        "### Welcome! This seat is yours from now on.",
        words.phase(view, plain_names(session)),
        *words.card_lines(view, seat, names(session)),
        (
            "-# `/log` in the channel tells you what has happened so far. **My hand** shows your "
            "cards."
        ),
    ]


def _events(session: GameSession, rows: Sequence[OutboxRow]) -> list[Event]:
    return [e for row in rows for e in restore(session.rules, row.payload.get("events", ()))]
