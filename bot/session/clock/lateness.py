"""What the clock does about a question: it reminds, then sees to an answer, or closes a vote."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import CLOSE, Choice, Match
from bot.session.announcements import REMIND
from bot.session.clock.deadlines import ANSWER, CLOSING, LATE, last_of, question_of
from bot.session.clock.pace import BY_DEFAULT
from bot.session.drafts import Draft
from bot.session.receipts import Receipt, Refused
from bot.session.table.computers import chosen, plainest
from bot.storage import DeadlineRow, deadlines

if TYPE_CHECKING:
    from bot.session.game_session import GameSession

logger = logging.getLogger(__name__)


async def fall_due(session: GameSession, deadline: DeadlineRow) -> Receipt | None:
    """Remind of a question or answer it, once; None if there is no need any more."""
    if deadline.kind == CLOSING:
        return await _closed(session, deadline)
    number, seat = deadline.id, deadline.seat
    assert number is not None
    assert seat is not None
    gone = outlived = False

    async def work(db: AsyncSession) -> Draft:
        nonlocal gone, outlived
        match = session.in_play()
        gone = not await deadlines.due_by(db, number, session.now())
        outlived = question_of(match, seat) != deadline.prompt
        if gone or outlived:
            raise Refused("This question was answered already.")
        await deadlines.carried_out(db, number)
        if deadline.kind == ANSWER:
            return await _answered(session, match, deadline)
        return await _reminded(db, session, match, deadline)

    try:
        return await session.command(work)
    except Refused:
        if outlived:
            await session.forget_deadline(number)
        if gone or outlived:
            return None
        raise


async def _closed(session: GameSession, deadline: DeadlineRow) -> Receipt | None:
    """Close what all are asked together, once the time of the last of them is over.

    One order does it, whoever has answered and whoever has not.
    """
    number, early = deadline.id, False
    assert number is not None

    async def work(db: AsyncSession) -> Draft:
        nonlocal early
        if not await deadlines.due_by(db, number, session.now()):
            raise Refused("That is closed already.")
        closes = last_of(await deadlines.of_questions(db, session.id))
        early = closes is not None and closes > session.now()
        if early:
            raise Refused("Somebody has time left.")
        await deadlines.carried_out(db, number)
        return session.ordered(CLOSE, None)

    try:
        return await session.command(work)
    except Refused:
        async with session.transaction() as db:
            still = await deadlines.due_by(db, number, session.now())
        if early:
            await session.forget_deadline(number)
        if early or not still:
            return None
        raise


async def _reminded(
    db: AsyncSession, session: GameSession, match: Match, deadline: DeadlineRow
) -> Draft:
    """Remind whoever sits there, and with them all others whose reminder is due now."""
    seats = {deadline.seat}
    until: dict[int | None, str] = {}
    for row in await deadlines.of_questions(db, session.id):
        if row.kind == ANSWER:
            until[row.seat] = row.due.isoformat()
        elif (
            row.kind == REMIND
            and row.due <= session.now()
            and row.id is not None
            and row.seat is not None
        ):
            if question_of(match, row.seat) == row.prompt:
                seats.add(row.seat)
            await deadlines.carried_out(db, row.id)
    called = [s.number for s in session.seats if s.user_id is not None and s.number in seats]
    draft = Draft(None, match, session.seats)
    if match.vote() is not None:
        # Whose vote is missing they hear alone.
        draft.say = tuple((REMIND, {"seats": [seat]}, seat) for seat in called)
    elif called:
        payload = {"seats": called, "until": [until.get(seat) for seat in called]}
        draft.say = ((REMIND, payload, None),)
    return draft


async def _answered(session: GameSession, match: Match, deadline: DeadlineRow) -> Draft:
    assert deadline.seat is not None
    seat = deadline.seat
    choice, how = await _choice(session, match, seat)
    draft = session.decided(match, seat, choice, None)
    assert draft.entry is not None
    sealed = any(p.blocking and p.sealed for p in match.asked(seat))
    note = {"what": LATE, "seat": seat, "how": how}
    # What is the default is known to everybody: of a sealed answer nothing at all is told.
    draft.entry = replace(draft.entry, note=note, quiet=sealed)
    return draft


async def _choice(session: GameSession, match: Match, seat: int) -> tuple[Choice, str]:
    """The answer for somebody who is late, and how it was come by."""
    pace = session.pace
    prompts = [p for p in match.asked(seat) if p.blocking]
    if pace is not None and pace.late != BY_DEFAULT:
        try:
            choice = await chosen(session, session.policy(pace.late), seat)
            if any(p.find(choice) is not None for p in prompts):
                return choice, "computer"
        except Exception as wrong:
            # Its message is left out: it may tell of the seat's cards.
            reason = type(wrong).__name__
            logger.warning("game %s: no computer's answer for %d (%s)", session.id, seat, reason)
    return plainest(prompts), "default"
