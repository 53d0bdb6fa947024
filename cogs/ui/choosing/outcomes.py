"""The result of a step, shown to the player who took it: straight away, or later if others had to
answer first.

Everybody in the channel is told the result at the same time; this module also puts it into the
message that answered the step. Only what everybody may read in the log is added later.

The look of a what-if: the questions and buttons of the game, always with a reminder that it is
imagined.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from itertools import takewhile

import discord

from bot.rules.kernel import Choice, Event
from bot.session import GameSession, Logged
from bot.session.journal.history import LATE
from bot.session.whatif import ImaginedGame
from bot.words.phrases import uncited
from bot.words.weight import lines_by_weight
from cogs.ui.choosing.public_questions import whom_next
from cogs.ui.client import Client
from cogs.ui.controls import button
from cogs.ui.customs import customs_of
from cogs.ui.names import names
from cogs.ui.replies import MESSAGE_LIMIT, cut, words_of

WHAT_IF = "whatif"
AGAIN = "again"
LEAVE = "leave"

_HEAD = "-# 🔮 *What if*: hidden cards and dice are imagined. The real game does not change."

ABOUT = (
    "This is a copy of the game for you alone, made from what you know. The cards you cannot "
    "see, and all dice and draws, are **imagined**: drawn at random, not the real ones. "
    "Computers play for everybody else. Try whatever you like."
)

_NEWS = 900


def dressed(
    session: GameSession, text: str, view: discord.ui.View | None
) -> tuple[str, discord.ui.View | None]:
    """A game's message; in a what-if, with a line above that says so, and the ways out below."""
    if not isinstance(session, ImaginedGame):
        return text, view
    below = discord.ui.View(timeout=None) if view is None else view
    for what, label in ((AGAIN, "Begin again"), (LEAVE, "Leave")):
        # A long menu's page buttons may leave no room for these; the message before it has them.
        with contextlib.suppress(ValueError):
            below.add_item(button(WHAT_IF, session.id, what, session.of, label=label))
    return f"{_HEAD}\n{text}", below


def seen_happen(session: GameSession) -> list[str]:
    """The events that the person in a what-if has seen since the last answer; empty in a real
    game."""
    if not isinstance(session, ImaginedGame):
        return []
    told = words_of(session).tell_all(session.news(), names(session))
    return [cut("\n".join(told), _NEWS)] if told else []


_ENTRIES = 100


def came_of(
    session: GameSession, choice: Choice, events: Sequence[Event]
) -> tuple[list[str], list[str]]:
    """The lines that say better than the choice's own sentence what it did, and the results that
    count as news, as far as the turn has gone."""
    customs, words, who = customs_of(session), words_of(session), names(session)
    events = list(takewhile(lambda event: not session.rules.marks_turn(event), events))
    own = [at for at, event in enumerate(events) if customs.reports(choice, event)]
    news = [
        at for at, event in enumerate(events) if at not in own and customs.came_of(choice, event)
    ]
    told, more = lines_by_weight(words, events, (own, news), who)
    return [uncited(line) for _, line in told], [uncited(line) for _, line in more]


async def tell_outcomes(client: Client, session: GameSession) -> None:
    """Add the results so far of the steps that people have taken in this game to the messages that
    answered those steps."""
    for step in client.panels.followed(session.id):
        logged = await session.journal.log(None, last=_ENTRIES, after=step.since)
        # Another check may have reported some of these entries in the meantime.
        entries = [entry for entry in logged if entry.revision > step.since]
        if not entries:
            continue
        step.since = entries[-1].revision
        lasting = list(takewhile(lambda entry: not _ends(session, entry), entries))
        events = [event for entry in lasting for event in entry.events]
        if len(lasting) < len(entries):
            step.over = True
            if not _is_taken_back(entries[len(lasting)]):
                events += entries[len(lasting)].events
        done, news = came_of(session, step.choice, events)
        text = "\n".join([step.text, *done, *news])
        if (done or news) and len(text) <= MESSAGE_LIMIT:
            step.text = text
            reader = session.seat_of(step.interaction.user.id)
            shown = "\n".join(filter(None, (text, whom_next(session, reader))))
            await client.panels.restate(step, shown)


def _ends(session: GameSession, entry: Logged) -> bool:
    """Whether this entry ends the part of the game that a step is about."""
    return _is_taken_back(entry) or any(map(session.rules.marks_turn, entry.events))


def _is_taken_back(entry: Logged) -> bool:
    """Whether the game continues from here in some way other than by an answer."""
    mended = entry.note is not None and entry.note.get("what") != LATE
    return entry.took_back is not None or mended
