"""The notes in the log, in words: how something came about if not in the usual way.

A note goes to everybody, or only to the seat concerned (such as a standing order's answer, or a
sealed answer that came too late), in which case the person in that seat is addressed.

The digest of everything somebody missed, in one message if its headlines fit.

The times when a person need not play, in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from bot.rules.kernel import Choice, Event, Prompt, Seat
from bot.session import Availability, GameSession, SeatInfo
from bot.session import seating as deed
from bot.session.journal.history import (
    GOT_UP,
    JOINED,
    LATE,
    LEFT,
    MENDED,
    SAT_DOWN,
    SKIP,
    TAKEN_ALONG,
)
from bot.session.past.journal import Digest, played_in
from bot.session.past.rewind import AFRESH, AGREED, ALONE, CORRECTED
from bot.session.seating import is_correction
from bot.session.table.standing_orders import FIRED
from bot.words.phrases import often, own, uncited
from bot.words.shape import Names
from bot.words.weight import ABOVE_ALL, DONE_TO_YOU
from cogs.ui.names import by_seating, computers_at, names, plain, plain_names
from cogs.ui.replies import cut, in_messages, runs_out, stamp, words_of

Note = dict[str, Any]

_HOUR, _DAY = 3_600, 86_400

_DEEDS: dict[str, str] = {
    deed.PAUSE: "⏸ {by} pauses the game.",
    deed.RESUME: "▶ {by} resumes the game.",
    deed.EXTEND: "⏳ {by} gives {whom} {time} more.",
    deed.UNDO_LAST: "↩ {by} takes back {undone}.",
    deed.REWIND: "⏪ {by} takes the game back to an earlier moment.",
    deed.REPLACE: "{by} gives {whose} seat to {user}.",
    deed.COMPUTER: "{by} lets a computer play for {seat}.",
    deed.KICK: "{by} takes {seat} out of the game. `/game join` takes the seat.",
    deed.END: "{by} ends the game.",
    deed.CORRECT: "✏ {by} corrects the position.",
    deed.PROPOSED: "✏ {by} wants to amend one of {whose} answers. The table decides.",
    deed.AMENDED: "✏ {by} amends one of {whose} answers. Everybody has agreed.",
    deed.GLASS: "🔎 {by} has looked at everything {seat} sees.",
    SKIP: "⏭ {by} answers for {seat}.",
    MENDED: "🛠 Some rules of this game have been corrected since it began. Everything played so "
    "far stands, and the game goes on from here.",
    JOINED: "{user} takes {whose} seat.",
    LEFT: "{seat} leaves the game. `/game join` takes the seat.",
    SAT_DOWN: "A computer plays for {seat} from now on.",
    GOT_UP: "{seat} leaves the table. `/game join` takes the seat.",
    deed.PAUSE_VOTED: "⏸ The table pauses the game.",
    deed.RESUME_VOTED: "▶ The table resumes the game.",
    deed.SHOWN: "👁 {seat} lets {user} see their hand with `/hand` from now on. If you look, you "
    "cannot take a seat in this game.",
    deed.HIDDEN: "👁 {seat} no longer lets {user} see their hand.",
    deed.COMMENTED: "🎙 Everybody agrees to commentary: if you have no seat, `/hand "
    "commentary:True` shows you all hands, a round later. If you look, you cannot take a seat "
    "in this game.",
    deed.UNCOMMENTED: "🎙 {seat} ends the commentary: all hands are closed again.",
}
"""Lines about what moderators, players or the whole table did. The person in ``by`` is mentioned,
which pings nobody in the log.
"""

_RETRACTED: dict[str, str] = {
    deed.PAUSE: "the pause",
    deed.RESUME: "the end of the pause",
    deed.EXTEND: "the extra time",
    deed.UNDO_LAST: "the undoing of a decision",
    deed.REWIND: "the rewinding of the game",
    deed.REPLACE: "the change of players",
    deed.COMPUTER: "the seating of a computer",
    deed.KICK: "the loss of a seat",
    deed.END: "the end of the game",
    deed.CORRECT: "the correction",
    SKIP: "the answer given for a player",
}


WENT_ALONG = (
    "↩ A secret step that you know about (a vote, an answer or an offer) was taken back too. You "
    "will be asked again when it comes up. Only you can see this."
)
"""The line for people whose vote, answer or offer was taken back along with open steps; nobody else
reads it."""

DRAWN_AFRESH = "The dice are rolled again, and the decks are shuffled."
"""The line for draws that were taken back: nobody can look first and choose afterwards."""


def note_line(
    session: GameSession,
    note: Note,
    reader: Seat | None = None,
    done: Iterable[Event] = (),
    seats: Sequence[SeatInfo] | None = None,
) -> str:
    """A note in one line, for everybody or for the seat that may read it. ``done`` is the result of
    an action, if the line is to report it as well; ``seats`` is the seating at the time, if it has
    changed since.
    """
    who = names(session, seats)
    what = str(note.get("what"))
    if what == LATE:
        return _late(session, note, reader, who)
    if what == FIRED:
        return _ordered(session, note)
    if what == AGREED:
        agreed = "" if note.get(ALONE) else "; everybody agreed"
        return f"↩ {_holder(note, who)} took back a step{agreed}.{_afresh(note)}"
    if what == TAKEN_ALONG:
        return WENT_ALONG
    if reader is not None and reader == note.get("seat") and what == deed.GLASS:
        return (
            f"🔎 {_person(note['by'], 'Somebody')} has looked at everything you see.{_reason(note)}"
        )
    came = "".join(f" {uncited(line)}" for line in words_of(session).tell_all(done, who))
    return _deed_line(note, what, who) + _afresh(note) + came + _reason(note)


def _afresh(note: Note) -> str:
    return f" {DRAWN_AFRESH}" if note.get(AFRESH) else ""


def _ordered(session: GameSession, note: Note) -> str:
    """The line that tells somebody what their standing order has answered."""
    shown = "`/order list` shows them."
    if "choice" not in note:
        return f"📜 One of your standing orders has answered for you. {shown}"
    return f"📜 One of your standing orders has answered for you: {_said(session, note)} {shown}"


def _said(session: GameSession, note: Note) -> str:
    """The answer in a note, as told to its player."""
    choice = msgspec.convert(note["choice"], Choice)
    asked = Prompt(note["seat"], note["prompt"] or "", ())
    said = words_of(session).choice(choice, names(session), asked)
    return said[:1].lower() + said[1:]


def _late(session: GameSession, note: Note, reader: Seat | None, who: Names) -> str:
    by_computer = note.get("how") == "computer"
    if reader is not None and reader == note["seat"]:
        if "choice" in note:
            return f"⌛ Your time ran out, so this counts as your answer: {_said(session, note)}"
        done = "a computer player has answered for you" if by_computer else "no answer came in"
        return f"⌛ Your time ran out: {done}."
    done = "a computer player decides" if by_computer else "the game goes on without an answer"
    return f"⌛ Time is up for {_holder(note, who)}: {done}."


def _holder(note: Note, names: Names) -> str:
    """The name that the note's seat had when the note was written; the seat may have changed hands
    since."""
    if "was" in note:
        return f"**{plain(str(note['was']).removesuffix(' (computer)'))}**"
    return names(note["seat"])


def _deed_line(note: Note, what: str, names: Names) -> str:
    by = _person(note["by"], "Somebody") if "by" in note else "The table"
    if what == deed.RETRACT:
        return f"↩ {by} takes back {retracted(note)}."
    template = _DEEDS.get(what)
    if template is None:
        return f"{by}: {plain(what.replace('_', ' '))}."
    seat = note.get("seat")
    who = "everybody" if seat is None else _holder(note, names)
    user = _person(note.get("user_id", 0))
    told = {
        **note,
        "undone": _undone(note, who),
        "by": by,
        "user": user,
        "whom": who,
        "whose": own(who),
        "seat": who,
        "time": span(note.get("seconds", 0)),
    }
    return template.format_map(told)


def _undone(note: Note, who: str) -> str:
    """The steps an undo has taken back, as far as they are public."""
    if note.get(CORRECTED):
        return "the latest correction"
    return f"the last decision of {who if 'seat' in note else 'a player'}"


def retracted(note: Note) -> str:
    """A moderator's action that has been taken back, such as `the pause`."""
    return _RETRACTED.get(str(note.get("retracted")), "a deed")


def _person(user_id: int, forgotten: str = "somebody") -> str:
    """A mention of a person; anybody who was forgotten on request remains unnamed."""
    return f"<@{user_id}>" if user_id else forgotten


def _reason(note: Note) -> str:
    reason = note.get("reason")
    return f" Reason: {plain(str(reason))}" if reason else ""


def span(seconds: float) -> str:
    """A length of time in words, in its two largest units."""
    rest, parts = round(seconds / 60), []
    for size, name in ((_DAY // 60, "day"), (_HOUR // 60, "hour"), (1, "minute")):
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " and ".join(parts[:2]) or "less than a minute"


def last_of(entries: Any, is_it: Callable[[Note], bool]) -> Note | None:
    """The newest note of one kind among the entries of a log."""
    notes = (entry.note for entry in reversed(entries) if entry.note is not None)
    return next((note for note in notes if is_it(note)), None)


_DIGEST_LIMIT = 1_500
_HEADLINES_LIMIT = 4_500
"""The higher limit in characters, for a digest in which only headlines go beyond the first
limit."""
_HEADLINES = (f"**{DONE_TO_YOU}**", f"**{ABOVE_ALL}**")


def digest_messages(
    session: GameSession, seat: Seat | None, found: Digest, above: Sequence[str] = ()
) -> list[str]:
    """The digest in as few messages as can hold it; ``above`` are lines that come before it."""
    return in_messages([*above, *digest_text(session, seat, found).splitlines()])


def digest_text(session: GameSession, seat: Seat | None, found: Digest) -> str:
    """Everything a seat (None: a spectator) missed, and the questions it has to answer."""
    words = words_of(session)
    head = f"### {words.phase(session.view(seat), plain_names(session))}"
    notes = Counter(
        note_line(session, e.note, seat, e.events if is_correction(e.note) else (), e.seats)
        for e in found.entries
        if e.note is not None
    )
    told = [line if times == 1 else f"{line} ({often(times)})" for line, times in notes.items()]
    told += [WENT_ALONG] * any(e.along for e in found.entries)
    told += map(uncited, _played(session, seat, found))
    asked: list[str] = []
    if found.asked:
        asked.append("**You decide**")
        asked += [f"• {words.ask(prompt, names(session))}" for prompt in found.asked]
        if found.due is not None:
            asked.append(f"⏳ Time runs out {runs_out(found.due)}.")
    elif seat is not None and session.status != "over":
        asked.append("You have nothing to decide just now.")
    return _fitted(head, told or ["Nothing important has happened."], asked)


def _played(session: GameSession, seat: Seat | None, found: Digest) -> list[str]:
    """The events played, under their headings; each line uses the names from that time."""
    told: dict[str, list[str]] = {}
    for seats, run in by_seating(found.entries):
        who, computers = names(session, seats), computers_at(session, seats)
        for line in words_of(session).digest(played_in(run), who, seat, computers):
            if _is_heading(line):
                below = told.setdefault(line, [])
            else:
                below.append(line)
    return [line for heading, below in told.items() for line in (heading, *below)]


def _fitted(head: str, told: list[str], asked: list[str]) -> str:
    """As much as there is room for: the least important lines are dropped first, headlines only if
    there are very many, and questions never."""
    text, left_out = "\n".join([head, *told, *asked]), 0
    while told and len(text) > _limit(told):
        left_out += not _is_heading(told.pop())
        if told and _is_heading(told[-1]):
            told.pop()
        more = f"-# and {left_out} more: `/log` has them all"
        text = "\n".join([head, *told, more, *asked])
    return cut(text, _HEADLINES_LIMIT)


def _limit(told: list[str]) -> int:
    """The most characters a digest that ends with these lines may have."""
    last = next((line for line in reversed(told) if _is_heading(line)), None)
    return _HEADLINES_LIMIT if last in _HEADLINES else _DIGEST_LIMIT


def _is_heading(line: str) -> bool:
    return line.startswith("**") and line.endswith("**")


def availability_lines(known: Availability) -> list[str]:
    """A few lines, for a person's own eyes, about the times when none of their deadlines run."""
    lines = []
    if known.away_until is not None:
        lines.append(
            f"🏖 You are away until {stamp(known.away_until, 'f')}. `/away back:True` ends your "
            "absence."
        )
    if known.quiet is None:
        lines.append("-# You have no quiet hours. `/quiet from:22:30 until:08:00` sets them.")
    else:
        first, last = map(clock_time, known.quiet)
        lines.append(f"-# 🌙 Quiet hours: {first} to {last} ({known.zone}).")
    if left := known.holidays_left:
        lines.append(
            f"-# You may be away for another {span(left.total_seconds())} this year. "
            "`/away days:7` stops your deadlines for a week."
        )
    else:
        lines.append("-# You have used up your time away for this year.")
    return lines


def clock_time(minutes: int) -> str:
    """A time of day, given in minutes, as shown on a clock."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
