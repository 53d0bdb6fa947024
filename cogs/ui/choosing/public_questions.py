"""The questions that everybody may read, and those that nothing may give away, not even their
timing.

Questions with hidden facts, questions asked only of somebody who holds something hidden, and the
names of people whose sealed vote is still missing must not be seen on the public card. The game's
etiquette says which questions and names those are.

The things that everybody may know about one seat's choices.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord
import msgspec

from bot.rules.kernel import Etiquette, Offer, Prompt, Seat
from bot.session import GameSession
from bot.words.phrases import listed
from cogs.ui.choosing.offers import Way, letters, ways_of
from cogs.ui.controls import button
from cogs.ui.names import name_of, names, names_for
from cogs.ui.replies import is_on, words_of

WAITS = ""
"""The text for a question whose answer the game simply waits for."""
COMPUTER = "If no answer comes, a computer player decides."
FIRST = "If no answer comes, the first possible one counts."


def if_late(session: GameSession, prompt: Prompt) -> str:
    """A sentence that says what really happens if nobody answers a question; empty if the game
    waits."""
    by_rules = None if prompt.seconds is None else timedelta(seconds=prompt.seconds)
    if session.imagined or session.times.span_for(prompt.kind, by_rules) is None:
        return WAITS
    # If the rules set a time limit, a question closes for everybody together, as the rules say.
    if prompt.seconds is None and session.times.stand_in is not None:
        return COMPUTER
    return FIRST if prompt.default is None else words_of(session).default(prompt, names(session))


def late_line(session: GameSession, prompt: Prompt) -> str:
    """A sentence that says what happens if nobody answers, for a message that lists everything that
    can be done; it also says if the game waits."""
    found = if_late(session, prompt) if prompt.blocking else ""
    plain = msgspec.structs.replace(prompt, default=None)
    return found or words_of(session).default(plain, names(session))


@dataclass(frozen=True, slots=True)
class SealedWords:
    """How to describe a question that everybody answers in secret: on the card, and to a person who
    presses its button."""

    control: str
    """The kind of the button, which decides what handles a press."""
    label: str
    heading: str
    how: str
    over: str
    given: str


VOTE = SealedWords(
    "ballot",
    "Cast your vote",
    "🗳 **A sealed vote is being taken.**",
    "-# Your ballot comes by direct message. **Cast your vote** shows it here too, for your eyes "
    "only.",
    "That vote is over. The roll call shows how it went.",
    "You have cast your vote, or you have none here. Votes stay sealed until all are in.",
)
ANSWER = SealedWords(
    "answer",
    "Your answer",
    "✉ **Everybody is asked in secret.**",
    "-# The question comes by direct message. **Your answer** shows it here too, for your eyes "
    "only.",
    "That question is closed. The channel tells you how it ended.",
    "You have answered, or nobody is asking you. Answers stay sealed until all are in.",
)


def sealed_words(session: GameSession, prompt: Prompt) -> SealedWords:
    """The words that describe this sealed question."""
    return ANSWER if prompt.kind in etiquette_of(session).secret_answers else VOTE


def etiquette_of(session: GameSession) -> Etiquette:
    """This game's etiquette: how to treat its questions."""
    return session.rules.etiquette


def is_open_verb(session: GameSession, verb: str) -> bool:
    """Whether a verb can be shown as open to somebody without revealing anything hidden."""
    return verb not in etiquette_of(session).telltale_verbs


def asked(session: GameSession, seat: Seat) -> list[Prompt]:
    """The questions that the current step puts to the seat, without anything that may be done at
    any time."""
    return session.match.asked(seat) if session.match is not None and is_on(session) else []


def sealed_question(session: GameSession) -> Prompt | None:
    """The sealed question now being answered, as it looks before anybody has answered.

    Everybody is asked the same question, but the possible answers differ: `ballot_for` gives a
    player's own.
    """
    return session.match.vote() if session.match is not None and is_on(session) else None


def ballot_for(session: GameSession, seat: Seat) -> Prompt | None:
    """This seat's own sealed question in the current vote, answered or not."""
    return session.match.ballot(seat) if session.match is not None and is_on(session) else None


def told_moment(session: GameSession) -> int:
    """The moment that a control may carry; 0 during a vote.

    Secret decisions do not change the moment, so the number says nothing about them. A control's
    mark still shows what it offers.
    """
    return 0 if session.voting else session.moment


def sealed_for(session: GameSession, seat: Seat) -> Prompt | None:
    """The sealed question that this seat still has to answer."""
    return next((p for p in asked(session, seat) if p.is_vote), None)


def private_for(session: GameSession, seat: Seat) -> Prompt | None:
    """The question that this seat has yet to answer and only it may read; a vote counts too."""
    return next((p for p in asked(session, seat) if p.is_sealed), None)


def waiting_text(session: GameSession) -> str:
    """The players the game is waiting for, as far as that is public; empty if it is waiting for
    nobody."""
    if (prompt := sealed_question(session)) is not None:
        return sealed_words(session, prompt).heading.split("**")[1]
    waiting = listed(name_of(session, seat) for seat in session.openly_waiting_for())
    return f"We are waiting for {waiting}." if waiting else ""


def whom_next(session: GameSession, reader: Seat | None) -> str:
    """A small line for a player who has done his part: whom the game is waiting for now, perhaps
    including him; empty while computers think, because they will have answered before the line is
    read."""
    if session.paused_at is not None or not is_on(session):
        return ""
    if not session.voting:
        people = {info.number for info in session.seats if info.policy is None}
        who = names_for(session, reader)
        waiting = [str(who(seat)) for seat in session.waiting_for() if seat in people]
        return f"-# We are waiting for {listed(waiting)}." if waiting else ""
    return f"-# {waiting_text(session)}"


def mark_of(prompt: Prompt) -> str:
    """A few letters that differ when the question differs."""
    return letters((prompt.kind, prompt.facts))


def say_button(
    session: GameSession, prompt: Prompt, offer: Offer, style: discord.ButtonStyle
) -> discord.ui.Item[Any]:
    """A button with which anybody who is asked may give this answer.

    The button does not carry the game's revision, which would show how many have answered.
    """
    label = words_of(session).verb(offer, prompt)
    return button("say", session.id, offer.verb, mark_of(prompt), label=label, style=style)


_NAME = re.compile(rb'"(?:[^"\\]|\\.)*"')
"""A string in JSON."""


def public_ways(session: GameSession, seat: Seat) -> dict[str, Way]:
    """The choices the seat must make, as far as they are public."""
    own, open_to_all = (
        set(_NAME.findall(msgspec.json.encode(session.view(each)))) for each in (seat, None)
    )
    hidden = {msgspec.json.decode(name) for name in own - open_to_all}
    prompts = [p for p in session.prompts(seat) if p.is_public(etiquette_of(session))]
    return {
        verb: way
        for verb, way in ways_of(prompts).items()
        if is_open_verb(session, verb)
        and hidden.isdisjoint(c for o in way.offers for f in o.fields for c in f.candidates)
    }
