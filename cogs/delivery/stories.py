"""The story of a turn: one message in the channel, which grows while the turn is played.

The message reports everything in chronological order. If there is no room for everything, only the
most important things are reported and the rest are counted; they are one button away, as are all
the rules. A person's turn has its own message; several computers' turns in a row share one.

News that was taken back is struck through on the spot.

Only the newest messages of each game are remembered; older ones stay as they are, and the news of
the undo comes below them anyway.

The computers' table talk: at most one line per turn, in a message that is sent anyway.

The remark is made from the turn's public events and the seating, and mentions nobody. If the same
things happen in public at two tables, both get the same remark, whatever cards are hidden.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import discord

from bot.games import character_with, voices_of
from bot.rules.kernel import Event, Seat
from bot.session import GameSession, SeatInfo
from bot.session.tellings import Telling
from bot.words.phrases import uncited
from bot.words.weight import by_weight, lines_by_weight
from cogs.delivery.discords_answers import edited
from cogs.ui.controls import button, foot
from cogs.ui.emblems import headed
from cogs.ui.names import computers_at, name_of, names, plain_names
from cogs.ui.opening.computers import are_silent
from cogs.ui.replies import MESSAGE_LIMIT, cut, words_of

log = logging.getLogger(__name__)

_LONGEST, _BESIDE_A_NOTE = 2_000, 1_900
"""The most characters in a message, and in its story if a note is added."""

_PARTLY = "-# ↩ Some of this was taken back."
_WHOLLY = "-# ↩ All of this was taken back."
_SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z*])")
"""The space between two sentences of a line."""
_HEADS = ("### ", "## ", "# ", "-# ", "> ", "• ")


Restate = Callable[[Telling], Awaitable[bool]]
"""Updates a message, if it is still known, line by line. Returns whether the message is known."""


async def _unknown(_: Telling) -> bool:
    return False


async def bring_up(
    client: discord.Client,
    session: GameSession,
    channel: discord.PartialMessageable,
    restate: Restate = _unknown,
) -> None:
    """Update every message to show how much of it is still valid; leave deleted ones alone."""
    for told in await session.tellings.overtaken():
        message = channel.get_partial_message(told.message_id)
        try:
            if not await restate(told):
                text = as_it_stands(told.said, told.revisions, told.gone)
                await edited(client, message, content=text, **without_picture(told))
        except discord.NotFound:
            pass
        except discord.HTTPException as wrong:
            log.warning("game %s: could not strike a message through (%s)", session.id, wrong)
            continue
        await session.tellings.shows(told)


def without_picture(told: Telling) -> dict[str, Any]:
    """The change that removes a message's picture if all of the message was taken back."""
    return {"attachments": []} if told.revisions <= told.gone else {}


def as_it_stands(text: str, revisions: AbstractSet[int], gone: AbstractSet[int]) -> str:
    """A message's text, struck through if all of it was taken back; if only part was, or the marks
    do not fit, a note says so instead.
    """
    if not revisions & gone:
        return text
    if revisions - gone:
        return f"{cut(text, _BESIDE_A_NOTE)}\n{_PARTLY}"
    struck = "\n".join(struck_through(line) for line in text.splitlines())
    return struck if len(struck) <= _LONGEST else f"{_WHOLLY}\n{cut(text, _BESIDE_A_NOTE)}"


def struck_through(line: str) -> str:
    """A line, struck through so that a heading is still a heading."""
    for head in _HEADS:
        if line.startswith(head):
            return head + struck_through(line.removeprefix(head))
    return f"~~{line}~~" if line.strip() else line


def spoken(
    session: GameSession,
    mark: Event,
    events: Sequence[Event],
    seats: Sequence[SeatInfo] | None = None,
) -> str | None:
    """A computer's remark on the most important event of the turn that began with ``mark``.

    ``seats`` is the seating at the time, if it has changed since.
    """
    voices, round_ = voices_of(session.game), getattr(mark, "round", 0)
    then = session.seats if seats is None else seats
    manners = {
        info.number: character
        for info in then
        if (character := character_with(session.game, info.policy))
    }
    if voices is None or not manners or are_silent(session):
        return None
    words, who = words_of(session), plain_names(session, seats)
    known, found = list[Event](), list[tuple[int, Seat, str]]()
    lot = "|".join(info.name for info in then)
    for event in events:
        for moment in words.moments(known, event, who):
            weight = voices.weight(moment.occasion, moment.seat, round_)
            if weight is None or moment.seat not in manners:
                continue
            character = manners[moment.seat]
            said = voices.line(
                character, moment.occasion, moment.named, round_, f"{lot}:{moment.seat}"
            )
            if said:
                found.append((weight, moment.seat, said))
        known.append(event)
    best = min(found, key=lambda each: each[0], default=None)
    if best is None:
        return None
    _, seat, said = best
    return f"-# {name_of(session, seat, seats)}: “{said}”"


TURN_LIMIT = 360
"""The most characters for a turn, unless its headlines alone need more: no headline is dropped."""

_BEFORE_TURNS = 900
"""The most characters for news outside any turn: set-up lists everybody's nobles."""

_EASY = 160
"""On a computer's turn, details may fill the text only up to this many characters."""

_TURNS = 4
"""The most turns of computer players that one message reports."""

_Entry = tuple[int, Event | str]
"""A place in the turn, and the event or other piece of news there."""


@dataclass(frozen=True, slots=True)
class ToldStep:
    """A revision, its moment and its results: public events, or other news as text."""

    revision: int
    moment: int
    events: tuple[Event, ...] = ()
    said: str = ""


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """The steps of a turn in order. ``mark`` is the event that began it; None in the middle of a
    turn."""

    mark: Event | None
    steps: tuple[ToldStep, ...] = ()

    @property
    def revisions(self) -> frozenset[int]:
        """The revisions that the turn covers."""
        return frozenset(step.revision for step in self.steps)

    def without(self, told: AbstractSet[int]) -> ToldTurn | None:
        """The part not yet reported; None if nothing is left."""
        rest = tuple(step for step in self.steps if step.revision not in told)
        if not rest:
            return None
        return ToldTurn(self.mark if rest[0] is self.steps[0] else None, rest)


@dataclass(slots=True)
class ToldNews:
    """A message that reports events, with the controls and the picture added to it.

    The message has at most one picture; if the picture shows changes, ``shown`` is the revision
    they start from.
    """

    message: discord.Message
    own: discord.ui.Item[Any] | None = None
    added: discord.ui.Item[Any] | None = None
    shown: int | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def view(self) -> discord.ui.View | None:
        """The message's controls; None if there are none."""
        return controls(self.own, self.added)


def controls(*items: discord.ui.Item[Any] | None) -> discord.ui.View | None:
    """A view of these controls; None if there are none."""
    return foot(item for item in items if item is not None)


@dataclass(frozen=True)
class TurnStory:
    """The turns that one message covers, and the parts of them that were taken back.

    ``seats`` is the seating at the time, if it has changed since. When a seat changes hands, a new
    message begins, so that one seating is right for the whole of a story.
    """

    session: GameSession
    turns: tuple[ToldTurn, ...] = ()
    gone: frozenset[int] = frozenset()
    seats: Sequence[SeatInfo] | None = None

    @property
    def revisions(self) -> frozenset[int]:
        """The revisions that the story covers."""
        return frozenset[int]().union(*(turn.revisions for turn in self.turns))

    def has_room(self, turn: ToldTurn, goes_on: bool = False) -> bool:
        """Whether a new turn, or more of the last one, belongs in the same message, if it fits.

        If a person was called during the turns before their own (``goes_on``), their turn belongs
        in the same message too, because the card below it is theirs.
        """
        if not self.turns or turn.mark is None:
            return True
        marked = [each.mark for each in self.turns if each.mark is not None]
        marks = marked if goes_on else (turn.mark, *marked)
        if marked and any(_is_a_persons(self.session, mark, self.seats) for mark in marks):
            return False
        return len(marked) < _TURNS

    def with_turn(self, turn: ToldTurn) -> TurnStory:
        """The story with one more turn, or with more of the last one."""
        if turn.mark is not None or not self.turns:
            return replace(self, turns=(*self.turns, turn))
        last = self.turns[-1]
        return replace(
            self, turns=(*self.turns[:-1], replace(last, steps=(*last.steps, *turn.steps)))
        )

    @cached_property
    def told(self) -> tuple[str, int]:
        """The text of the message, and how many lines did not fit."""
        texts, left_out = [], 0
        for turn in self.turns:
            lines, more = _turn_lines(self.session, turn, self.gone, self.seats)
            texts.append("\n".join(lines))
            left_out += more
        whole = "\n\n".join(text for text in texts if text)
        return headed(self.session, whole, MESSAGE_LIMIT, self.seats), left_out

    @property
    def fits(self) -> bool:
        """Whether the story fits into one Discord message."""
        return len(self.told[0]) <= MESSAGE_LIMIT


def turns_of(session: GameSession, steps: Iterable[ToldStep]) -> list[ToldTurn]:
    """The steps, split at the events that begin a turn."""
    turns: list[ToldTurn] = []
    for step in steps:
        for part, mark in _parted(session, step):
            if mark is not None or not turns:
                turns.append(ToldTurn(mark))
            turns[-1] = replace(turns[-1], steps=(*turns[-1].steps, part))
    return turns


def _parted(session: GameSession, step: ToldStep) -> Iterator[tuple[ToldStep, Event | None]]:
    if step.said:
        yield step, None
        return
    mark: Event | None = None
    below: list[Event] = []
    for event in step.events:
        if session.rules.marks_turn(event):
            if below or mark is not None:
                yield replace(step, events=tuple(below)), mark
            mark, below = event, []
        else:
            below.append(event)
    if below or mark is not None:
        yield replace(step, events=tuple(below)), mark


def _is_a_persons(session: GameSession, mark: Event, seats: Sequence[SeatInfo] | None) -> bool:
    """Whether the turn that ``mark`` begins is a person's; a phase that everybody shares is
    nobody's."""
    seat, then = getattr(mark, "seat", None), session.seats if seats is None else seats
    return any(s.number == seat and s.user_id is not None for s in then)


def _turn_lines(
    session: GameSession,
    turn: ToldTurn,
    gone: AbstractSet[int],
    seats: Sequence[SeatInfo] | None,
) -> tuple[list[str], int]:
    """A turn's lines, its heading first, and how many more there are; anything taken back is struck
    through."""
    head = []
    if turn.mark is not None:
        told_all = words_of(session).tell_all([turn.mark], names(session, seats))
        head = [uncited(line) for line in told_all]
        if turn.steps[0].revision in gone:
            head = [struck_through(line) for line in head]
    standing = [step for step in turn.steps if step.revision not in gone]
    persons = turn.mark is not None and _is_a_persons(session, turn.mark, seats)
    limit = _BEFORE_TURNS if turn.mark is None else TURN_LIMIT
    room = limit - sum(len(line) + 1 for line in head)
    easy = room if persons else min(room, _EASY)
    stands, lost = _in_order(turn, gone)
    told, left_out = _weighed(session, stands, seats, room, easy, _anew(turn, gone))
    # News that was posted and then taken back stays visible, whatever has been said since.
    struck, more = _weighed(session, lost, seats, room, easy)
    told += [(at, struck_through(line)) for at, line in struck]
    lines = [*head, *(line for _, line in sorted(told))]
    return [*lines, *_voice(session, turn.mark, standing, lines, seats)], left_out + more


def _voice(
    session: GameSession,
    mark: Event | None,
    steps: Sequence[ToldStep],
    told: Sequence[str],
    seats: Sequence[SeatInfo] | None,
) -> list[str]:
    """A computer's remark on the turn, if the news leaves room for it."""
    if mark is None:
        return []
    events = [event for step in steps for event in step.events]
    said = spoken(session, mark, events, seats)
    used = sum(len(line) + 1 for line in told)
    return [said] if said is not None and used + len(said) <= TURN_LIMIT else []


def _in_order(turn: ToldTurn, gone: AbstractSet[int]) -> tuple[list[_Entry], list[_Entry]]:
    """Everything a turn has to report, each thing with its place: first what is still valid, then
    what was taken back."""
    stands: list[_Entry] = []
    lost: list[_Entry] = []
    for step in turn.steps:
        part = lost if step.revision in gone else stands
        entries: list[Event | str] = [step.said] if step.said else [*step.events]
        part += enumerate(entries, len(stands) + len(lost))
    return stands, lost


def _anew(turn: ToldTurn, gone: AbstractSet[int]) -> list[range]:
    """The places of each step that replaced one taken back."""
    found: list[range] = []
    first, struck = 0, False
    for step in turn.steps:
        after = first + (1 if step.said else len(step.events))
        if step.revision in gone:
            struck = True
        elif struck and not step.said:
            found.append(range(first, after))
            struck = False
        first = after
    return found


def _runs(entries: Sequence[_Entry]) -> list[tuple[int, list[Event]]]:
    """Runs of events that follow one another directly, each with the place of its first event."""
    runs: list[tuple[int, list[Event]]] = []
    for at, each in entries:
        if isinstance(each, str):
            continue
        if not runs or at != runs[-1][0] + len(runs[-1][1]):
            runs.append((at, []))
        runs[-1][1].append(each)
    return runs


def _weighed(
    session: GameSession,
    entries: Sequence[_Entry],
    seats: Sequence[SeatInfo] | None,
    room: int,
    easy: int,
    anew: Sequence[range] = (),
) -> tuple[list[tuple[int, str]], int]:
    """As many lines as fit, with their places, and the number of lines left over.

    Details may fill the text only up to ``easy`` characters, and only the first sentence of each is
    told: the effects of a card are told anyway. There is always at least one line, cut to fit if
    necessary. Only headlines, remarks, and the most important line of each step in ``anew`` (a step
    that replaces one struck through) may take up more.
    """
    told = [(at, each) for at, each in entries if isinstance(each, str)]
    words, who = words_of(session), names(session, seats)
    notable: list[tuple[int, str]] = []
    details: list[tuple[int, str]] = []
    for first, events in _runs(entries):
        groups = by_weight(events, computers_at(session, seats))
        found = lines_by_weight(words, events, groups, who)
        for lines, group in zip((told, notable, details), found, strict=True):
            lines += [(first + at, uncited(line)) for at, line in group]
    details = [(at, _SENTENCES.split(line, maxsplit=1)[0]) for at, line in details]
    left_out = 0
    besides = {at for at, each in entries if isinstance(each, str)}
    owed = [step for step in anew if not any(at in step for at, _ in told)]
    for lines, limit in ((notable, room), (details, easy)):
        full = False
        for at, line in lines:
            used = sum(len(each) + 1 for place, each in told if place not in besides)
            full = full or (used > 0 and used + len(line) > limit)
            due = next((step for step in owed if at in step), None)
            if full and due is None:
                left_out += 1
                continue
            owed = [step for step in owed if step != due]
            told.append((at, cut(line, room)))
    return told, left_out


def details_button(
    session: GameSession, story: TurnStory, left_out: int
) -> discord.ui.Item[Any] | None:
    """The button that shows all the lines of a story with the rules behind them; None if there are
    none.

    The button carries the moments that the story covers: revisions would show how much was secret.
    """
    steps = [step for turn in story.turns for step in turn.steps]
    if not any(step.events for step in steps):
        return None
    first, last = (pick(step.moment for step in steps) for pick in (min, max))
    label = f"Details ({left_out})" if left_out else "Why?"
    return button("details", session.id, first, last, label=label)
