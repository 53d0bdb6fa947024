"""The digest: what somebody missed, in one message where its headlines have room there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.session import GameSession
from bot.session.past.journal import Digest, played_in
from bot.session.seating.moderator_deeds import is_correction
from bot.words.phrases import often, uncited
from bot.words.weight import ABOVE_ALL, DONE_TO_YOU
from cogs.ui.log_notes import WENT_ALONG, note_line
from cogs.ui.names import by_seating, computers_at, names, plain_names
from cogs.ui.replies import cut, in_messages, runs_out, words_of

_DIGEST_LIMIT = 1_500
_HEADLINES_LIMIT = 4_500
"""Characters of it all, as long as nothing but headlines takes more than the first of them."""
_HEADLINES = (f"**{DONE_TO_YOU}**", f"**{ABOVE_ALL}**")


def digest_messages(
    session: GameSession, seat: int | None, found: Digest, above: Sequence[str] = ()
) -> list[str]:
    """The digest in as few messages as can hold it; ``above`` are lines that stand before it."""
    return in_messages([*above, *digest_text(session, seat, found).splitlines()])


def digest_text(session: GameSession, seat: int | None, found: Digest) -> str:
    """What a seat (None: a spectator) missed, and what is asked of it."""
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


def _played(session: GameSession, seat: int | None, found: Digest) -> list[str]:
    """What was played, under its headings; each line with the names of its time."""
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
    """As much as there is room for: what weighs least gives way first, headlines only where they
    alone are very many, and never what is asked."""
    text, left_out = "\n".join([head, *told, *asked]), 0
    while told and len(text) > _limit(told):
        left_out += not _is_heading(told.pop())
        if told and _is_heading(told[-1]):
            told.pop()
        more = f"-# and {left_out} more: `/log` tells all"
        text = "\n".join([head, *told, more, *asked])
    return cut(text, _HEADLINES_LIMIT)


def _limit(told: list[str]) -> int:
    """How much may be told whose last line this is."""
    last = next((line for line in reversed(told) if _is_heading(line)), None)
    return _HEADLINES_LIMIT if last in _HEADLINES else _DIGEST_LIMIT


def _is_heading(line: str) -> bool:
    return line.startswith("**") and line.endswith("**")
