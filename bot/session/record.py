"""A whole game as one JSON document: writing it, checking it, and playing it over.

Anybody can check such a record: the published hash fits the seed, and the decisions lead from the
seed to every position whose SHA-256 is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec

from bot.rules.kernel import Choice, Game, IllegalChoice, Match, Outcome, commitment
from bot.rules.kernel.match import NO_SEAT
from bot.session.receipts import SeatInfo

FORMAT = 1

JOIN = "join"
"""The order by which a seat is added to a game under way; the record counts all seats."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision, and the hash of the position it led to. Seat -1: the clock or a moderator."""

    seat: int
    choice: Choice
    state: str


class _Seat(msgspec.Struct):
    number: int
    name: str
    policy: str | None = None


class _Decision(msgspec.Struct):
    seat: int
    choice: Choice
    state: str


class _Result(msgspec.Struct):
    winners: list[int]
    victory: str


class _Record(msgspec.Struct):
    format: int
    game: str
    ruleset: str
    seats: list[_Seat]
    options: dict[str, str]
    seed: str
    seed_hash: str
    started: str | None
    decisions: list[_Decision]
    first_state: str
    result: _Result | None = None
    edition: int = 1


def state_hash(match: Match) -> str:
    """The SHA-256 (hex) of the saved position."""
    return sha256(match.save()).hexdigest()


def result_of(match: Match) -> dict[str, Any] | None:
    """Who won and how, None before the end."""
    if not match.over:
        return None
    winners, victory = match.game.winners(match.position.state)
    return {"winners": list(winners), "victory": victory}


def export_match(
    *,
    game: str,
    ruleset: str,
    seats: Sequence[SeatInfo],
    options: dict[str, str],
    seed: str,
    started: datetime | None,
    first_state: str,
    decisions: Iterable[Decision],
    result: dict[str, Any] | None,
    edition: int,
) -> dict[str, Any]:
    """The record of a game as JSON data. It holds the seed: for the end of a game only."""
    return {
        "format": FORMAT,
        "game": game,
        "ruleset": ruleset,
        "edition": edition,
        "seats": [{"number": s.number, "name": s.name, "policy": s.policy} for s in seats],
        "options": dict(options),
        "seed": seed,
        "seed_hash": commitment(seed),
        "started": started.isoformat() if started else None,
        "decisions": [
            {"seat": d.seat, "choice": msgspec.to_builtins(d.choice), "state": d.state}
            for d in decisions
        ],
        "first_state": first_state,
        "result": result,
    }


def parse(data: Any) -> _Record:
    """Read a record. Raises ValueError with a sentence if it is none."""
    try:
        record = msgspec.convert(data, _Record)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"This is not a game's export: {wrong}.") from None
    if record.format != FORMAT:
        raise ValueError(f"This export has format {record.format}; only {FORMAT} can be read.")
    return record


@dataclass(frozen=True, slots=True)
class Played:
    """One step of a record played over. ``number`` 0, without a decision, is the set-up."""

    number: int
    decision: Decision | None
    outcome: Outcome
    match: Match


def play_over(data: Any, game: Game) -> Iterator[Played]:
    """Play a record over, step by step; the match is the same object all the time.

    Raises ValueError where the record does not fit.
    """
    record = parse(data)
    late = sum(d.seat == NO_SEAT and d.choice.verb == JOIN for d in record.decisions)
    try:
        match, outcome = Match.start(
            game,
            len(record.seats) - late,
            record.seed,
            record.options,
            edition=record.edition,
        )
    except ValueError as wrong:
        raise ValueError(f"The game cannot be set up: {wrong}") from None
    yield Played(0, None, outcome, match)
    for number, given in enumerate(record.decisions, start=1):
        decision = Decision(given.seat, given.choice, given.state)
        try:
            if given.seat == NO_SEAT:
                outcome = match.direct(given.choice)
            else:
                outcome = match.submit(given.seat, given.choice)
        except IllegalChoice as refused:
            sentence = f"Decision {number} of seat {given.seat} is refused: {refused}"
            raise ValueError(sentence) from None
        yield Played(number, decision, outcome, match)


def import_match(data: Any, game: Game, step: int | None = None) -> Match:
    """The match of a record after all decisions, or after the first ``step`` of them.

    Raises ValueError where the record does not fit.
    """
    match: Match | None = None
    for played in play_over(data, game):
        match = played.match
        if played.number == step:
            break
    assert match is not None
    return match


def verify(data: Any, game: Game) -> str | None:
    """Play a record over and compare everything; the first difference in words, or None."""
    try:
        record = parse(data)
        if commitment(record.seed) != record.seed_hash:
            return "The published hash is not the hash of the seed."
        match: Match | None = None
        for played in play_over(data, game):
            match = played.match
            if played.decision is None:
                if state_hash(match) != record.first_state:
                    return "The first position is another one."
            elif state_hash(match) != played.decision.state:
                return f"After decision {played.number} the position is another one."
    except ValueError as wrong:
        return str(wrong)
    assert match is not None
    claimed = msgspec.to_builtins(record.result) if record.result else None
    if claimed != result_of(match):
        return "The result is another one."
    return None
