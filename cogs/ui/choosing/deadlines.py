"""The deadline for an answer, and what happens if it passes, in words and with Discord's
timestamps.

The text on the card is public. About a sealed vote, the text says nothing that would change as
votes come in: the vote closes for everybody at the same time, and until then the deadlines stay as
they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.rules.kernel import Seat
from bot.session import GameSession, Logged, QuestionDue
from bot.session.seating import PAUSE, PAUSE_VOTED
from bot.words.phrases import listed
from cogs.ui.choosing.public_questions import COMPUTER, FIRST, if_late, public_ways
from cogs.ui.log_notes import last_of, span
from cogs.ui.names import name_of, names, plain
from cogs.ui.replies import is_on, runs_out, stamp, words_of

_RUNNING = "⏳ Time runs out"
_THEN_PLAIN = "Then the game goes on without an answer."


def clock_lines(
    session: GameSession, entries: Sequence[Logged], dues: Sequence[QuestionDue]
) -> list[str]:
    """The card's lines about time: the pause, or the deadline for answers and what happens then.
    ``entries`` are a spectator's newest log entries, ``dues`` the session's deadlines.
    """
    if not is_on(session):
        return []
    if session.paused_at is not None:
        return [_paused(session, entries)]
    closing = _closing_line(session, dues)
    if closing or session.pace is None:
        return [closing] if closing else []
    return _due_lines(session, dues)


def _paused(session: GameSession, entries: Sequence[Logged]) -> str:
    assert session.paused_at is not None
    note = last_of(entries, lambda each: each.get("what") in (PAUSE, PAUSE_VOTED)) or {}
    reason = f" Reason: {plain(str(note['reason']))}" if "reason" in note else ""
    by_moderator = note.get("what") == PAUSE
    way_on = "A moderator can resume it." if by_moderator else "`/resume` asks the table to go on."
    since = stamp(session.paused_at, "f")
    return f"⏸ **The game has been paused** since {since}.{reason}\n{way_on}"


def _closing_line(session: GameSession, dues: Sequence[QuestionDue]) -> str:
    """The time at which a debate or a vote ends for everybody, no matter who has spoken; empty if
    there is none."""
    assert session.match is not None
    prompt = next(iter(session.match.closing().values()), None)
    at = max((each.due for each in dues if each.left is None), default=None)
    if prompt is None or at is None:
        return ""
    then = words_of(session).default(prompt, names(session))
    return f"{_runs_out(at)} {then}"


def time_given(
    session: GameSession, dues: Sequence[QuestionDue], seat: Seat | None, more: timedelta
) -> str:
    """The new deadline for a player, or for everybody the game is waiting for, with ``more`` time.
    ``dues`` are the session's deadlines; a stopped deadline has no date yet.
    """
    assert session.match is not None
    running = {each.seat: each.due for each in dues if each.left is None}
    if running and session.match.closing():
        return f"Everybody has until {stamp(max(running.values()), 'f')}."
    waiting = session.waiting_for() if seat is None else [seat]
    due = {each: running[each] for each in waiting if each in running}
    if due:
        return f"{listed(_until(session, each, at) for each, at in due.items())}."
    who = "Everybody who has to answer" if seat is None else name_of(session, seat)
    return f"{who} has {span(more.total_seconds())} more."


def _until(session: GameSession, seat: Seat, at: datetime) -> str:
    return f"{name_of(session, seat)} has until {stamp(at, 'f')}"


def _due_lines(session: GameSession, dues: Sequence[QuestionDue]) -> list[str]:
    waiting = session.waiting_for()
    due = {each.seat: each.due for each in dues if each.seat in waiting and each.left is None}
    if not due:
        return []
    if len(due) == 1:
        ((seat, at),) = due.items()
        return [f"{_runs_out(at)} {_then_public(session, seat)}"]
    stamps = ", ".join(f"{name_of(session, seat)} {stamp(at)}" for seat, at in due.items())
    together = len({stamp(at) for at in due.values()}) == 1
    until = _runs_out(next(iter(due.values()))) if together else f"⏳ {stamps}."
    then = {_then_public(session, seat) for seat in due}
    return [f"{until} {then.pop() if len(then) == 1 else _THEN_PLAIN}"]


def _runs_out(at: datetime) -> str:
    return f"{_RUNNING} {runs_out(at)}."


def without_time(text: str) -> str:
    """The text of a message whose question is settled, without the line about time."""
    kept = [line for line in text.split("\n") if not line.startswith(_RUNNING)]
    return "\n".join(kept) or text


def _then_public(session: GameSession, seat: Seat) -> str:
    """What happens if nobody answers, in words that everybody may read."""
    asked = next((prompt for prompt in session.prompts(seat) if prompt.blocking), None)
    if asked is None:
        return _THEN_PLAIN
    then = if_late(session, asked)
    if then in (COMPUTER, FIRST) or asked.default is None:
        return then
    return then if asked.default.verb in public_ways(session, seat) else _THEN_PLAIN


async def own_time(session: GameSession, seat: Seat, *, with_default: bool = True) -> str:
    """The deadline for a seat's answer and what happens then, for its own eyes only; empty if there
    is no deadline.

    Without ``with_default``, only the deadline is given, because the text around it says what
    happens then.
    """
    if not is_on(session) or session.paused_at is not None:
        return ""
    if not any(prompt.blocking for prompt in session.prompts(seat)):
        # If the game is not waiting for this player, there is no deadline to look up.
        return ""
    due = next(
        (d for d in await session.clock.deadlines() if d.seat == seat and d.left is None), None
    )
    asked = [prompt for prompt in session.prompts(seat) if prompt.blocking]
    if due is None or not asked:
        return ""
    then = if_late(session, asked[0]) if with_default else ""
    return f"{_runs_out(due.due)} {then}".rstrip()


def pace_text(session: GameSession) -> str:
    """A sentence or two on how quickly this table plays and what happens to late players."""
    pace = session.pace
    if pace is None:
        return (
            "No deadlines: nobody is hurried. Only things with a time limit in the rules, such "
            "as votes, end after a day."
        )
    late = "the game goes on" if pace.stand_in is None else "a computer player decides"
    return (
        f"Pace *{pace.name}*: {span(pace.answer.total_seconds())} for each answer, with a reminder "
        f"{span(pace.reminder.total_seconds())} before the deadline. If no answer comes, {late}."
    )
