"""What computers say at the table: a line at most for a turn, in a message that is sent anyway.

It is made of the turn's public events and of who sits where, and calls nobody. Two tables at which
the same happened before everybody's eyes read the same, whatever their hidden cards are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from bot.games import character_with, voices_of
from bot.rules.kernel import Event
from bot.session import GameSession
from cogs.ui.names import name_of, plain_names
from cogs.ui.opening.computers import are_silent
from cogs.ui.replies import words_of


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line and who says it."""

    seat: int
    line: str


@dataclass(slots=True)
class TurnHeard:
    """What everybody saw in the turn that is being told, and who may have said something in it.

    ``carded``: a part of it was told by a card.
    """

    mark: Event
    events: list[Event] = field(default_factory=list)
    spoke: set[int] = field(default_factory=set)
    carded: bool = False


def spoken(
    session: GameSession,
    mark: Event,
    events: Sequence[Event],
    *,
    before: Sequence[Event] = (),
    silent: Collection[int] = (),
) -> Spoken | None:
    """What a computer says to events of the turn that ``mark`` began: to the weightiest of them.

    ``before`` are the turn's earlier events, and ``silent`` the seats that have said enough.
    """
    voices, round_ = voices_of(session.game), getattr(mark, "round", 0)
    manners = {
        info.number: character
        for info in session.seats
        if info.number not in silent and (character := character_with(session.game, info.policy))
    }
    if voices is None or not manners or are_silent(session):
        return None
    words, who = words_of(session), plain_names(session)
    known, found = list(before), list[tuple[int, int, str]]()
    lot = "|".join(info.name for info in session.seats)
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
    return Spoken(seat, f"-# {name_of(session, seat)}: “{said}”")
