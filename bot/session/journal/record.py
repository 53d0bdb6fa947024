"""A whole game as one JSON document: writing it, checking it, and replaying it.

Anybody can check a record: the published hash matches the seed, and the decisions lead from the
seed to every position whose SHA-256 is given. If draws were taken back on the way, the record says
how often (``taken_back``), because the draws after that are made again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any

import msgspec

from bot.rules.kernel import Choice, Game, IllegalChoice, Match, Outcome, Seat, commitment
from bot.rules.kernel.events import NO_SEAT
from bot.session.receipts import SeatInfo

FORMAT = 1

JOIN = "join"
"""The order that adds a seat to a game under way; the record counts all seats."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision, and the hash of the position that it led to. Seat -1 stands for the clock or a
    moderator.

    ``taken_back`` is how often draws had been taken back when the decision was made.
    """

    seat: Seat
    choice: Choice
    state: str
    taken_back: int = 0


# A record may come from anywhere: nothing in it may be longer than what a game would write.
_Short = Annotated[str, msgspec.Meta(max_length=200)]
_Word = Annotated[str, msgspec.Meta(max_length=1_000)]
_Number = Annotated[int, msgspec.Meta(ge=-1, le=1_000_000)]
_SeatNumber = Annotated[Seat, msgspec.Meta(ge=-1, le=1_000_000)]

_MOST_VALUES = 1_000
_LONGEST_VALUE = 4_000
_FIRST_YEAR, _LAST_YEAR = 2000, 2200


class SeatRecord(msgspec.Struct):
    """The person on a seat, or the computer player."""

    number: _SeatNumber
    name: _Short
    policy: _Short | None = None


class _Decision(msgspec.Struct):
    seat: _SeatNumber
    choice: Choice
    state: _Short
    taken_back: _Number | None = None
    """The number is given only if it differs from that at the previous decision."""


class _Former(msgspec.Struct):
    """An earlier seating and the last decision for which it was in force, if seats have changed
    hands since."""

    decisions: _Number
    seats: Annotated[list[SeatRecord], msgspec.Meta(min_length=1, max_length=20)]


class _Result(msgspec.Struct):
    winners: Annotated[list[_SeatNumber], msgspec.Meta(max_length=20)]
    victory: _Short


class Record(msgspec.Struct):
    """A record as it was read; only its form has been checked."""

    format: _Number
    game: _Short
    ruleset: _Word
    seats: Annotated[list[SeatRecord], msgspec.Meta(min_length=1, max_length=20)]
    options: Annotated[dict[_Short, _Word], msgspec.Meta(max_length=100)]
    seed: _Short
    seed_hash: _Short
    started: _Short | None
    edition: _Number
    decisions: Annotated[list[_Decision], msgspec.Meta(max_length=200_000)]
    first_state: _Short
    result: _Result | None = None
    taken_back: _Number | None = None
    """How often draws had been taken back by the end, if that differs from the number at the last
    decision.
    """
    former: Annotated[list[_Former], msgspec.Meta(max_length=200_000)] = []
    """Earlier seatings, oldest first; ``seats`` is the one at the end."""

    def seats_at(self, number: int) -> list[SeatRecord]:
        """The seats at a decision; decision 0 is the set-up. A seat that was added later is
        included from the start."""
        then = next((f.seats for f in self.former if number <= f.decisions), self.seats)
        return [*then, *self.seats[len(then) :]]


def state_hash(match: Match) -> str:
    """The SHA-256 (hex) of the saved position."""
    return sha256(match.save()).hexdigest()


def result_of(match: Match) -> dict[str, Any] | None:
    """The winners and their victory; None before the end."""
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
    taken_back: int = 0,
    former: Mapping[int, Sequence[SeatInfo]] | None = None,
) -> dict[str, Any]:
    """The record of a game as JSON data. The record contains the seed: keep it secret until the
    game is over.

    ``taken_back`` is how often draws were taken back in the whole game; ``former`` gives earlier
    seatings, and the last decision for which each was in force, if seats have changed hands.
    """
    steps, before = [], 0
    for decision in decisions:
        choice = msgspec.to_builtins(decision.choice)
        step = {"seat": decision.seat, "choice": choice, "state": decision.state}
        if decision.taken_back != before:
            step["taken_back"] = before = decision.taken_back
        steps.append(step)
    earlier = [
        {"decisions": number, "seats": _seats(then)} for number, then in (former or {}).items()
    ]
    return {
        "format": FORMAT,
        "game": game,
        "ruleset": ruleset,
        "edition": edition,
        "seats": _seats(seats),
        "options": dict(options),
        "seed": seed,
        "seed_hash": commitment(seed),
        "started": started.isoformat() if started else None,
        "decisions": steps,
        "first_state": first_state,
        "result": result,
        **({"taken_back": taken_back} if taken_back != before else {}),
        **({"former": earlier} if earlier else {}),
    }


def _seats(seats: Sequence[SeatInfo]) -> list[dict[str, Any]]:
    return [{"number": s.number, "name": s.name, "policy": s.policy} for s in seats]


def parse(data: Any) -> Record:
    """Read a record. Raises ValueError, saying what is wrong, if the data are not a record."""
    try:
        record = msgspec.convert(data, Record)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"This is not a game's export: {wrong}.") from None
    except RecursionError:
        raise ValueError("This is not a game's export: it is nested too deeply.") from None
    if record.format != FORMAT:
        raise ValueError(f"This export has format {record.format}; only {FORMAT} can be read.")
    for seats in (record.seats, *(each.seats for each in record.former)):
        numbers = [seat.number for seat in seats]
        if numbers != list(range(len(numbers))):
            raise ValueError(
                f"The seats of an export are numbered from 0; here they are {numbers}."
            )
    began(record)
    for number, decision in enumerate(record.decisions, start=1):
        if not _is_short(decision.choice):
            raise ValueError(f"Decision {number} is longer than any that can be made.")
    return record


def began(record: Record) -> datetime | None:
    """When the game began. Raises ValueError for a date that no game can have."""
    if record.started is None:
        return None
    try:
        found = datetime.fromisoformat(record.started)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None or not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise ValueError(
            f"An export's game cannot have begun at {record.started!r}: a date, a time and the "
            "time zone are needed, as in 2026-11-01T12:00:00+00:00."
        )
    return found


def _is_short(choice: Choice) -> bool:
    """Whether a choice is at most as long as the longest that a person could make."""
    words = [choice.verb, *choice.args, *(v for values in choice.args.values() for v in values)]
    return len(words) <= _MOST_VALUES and all(len(word) <= _LONGEST_VALUE for word in words)


@dataclass(frozen=True, slots=True)
class Played:
    """One step of a record that is replayed. ``number`` 0, which has no decision, is the set-up."""

    number: int
    decision: Decision | None
    outcome: Outcome
    match: Match


def play_over(data: Any, game: Game) -> Iterator[Played]:
    """Replay a record step by step; the match stays the same object throughout.

    Raises ValueError if the record does not fit.
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
        if given.seat >= len(record.seats):
            raise ValueError(
                f"Decision {number} belongs to seat {given.seat}, which does not exist."
            )
        _take_back(match, given.taken_back)
        decision = Decision(given.seat, given.choice, given.state, match.taken_back)
        try:
            if given.seat == NO_SEAT:
                outcome = match.direct(given.choice)
            else:
                outcome = match.submit(given.seat, given.choice)
        except IllegalChoice as refused:
            sentence = f"Decision {number} of seat {given.seat} is refused: {refused}"
            raise ValueError(sentence) from None
        except Exception as broken:
            # No choice on offer breaks a game; a record may name one that was never offered.
            sentence = f"Decision {number} of seat {given.seat} was not possible"
            raise ValueError(f"{sentence} ({type(broken).__name__}).") from None
        yield Played(number, decision, outcome, match)
    _take_back(match, record.taken_back)


def _take_back(match: Match, times: int | None) -> None:
    """Draw again from here on if the record says that draws had been taken back by this point."""
    if times is None:
        return
    if times <= match.taken_back:
        raise ValueError(f"Draws cannot have been taken back {times} times by this point.")
    match.draw_afresh(times)


def check(data: Any, game: Game) -> Iterator[Played]:
    """Replay a record step by step, and compare everything with what the record itself says.

    Raises ValueError, giving the first difference in words.
    """
    record = parse(data)
    if commitment(record.seed) != record.seed_hash:
        raise ValueError("The published hash is not the hash of the seed.")
    match: Match | None = None
    for played in play_over(data, game):
        match = played.match
        if played.decision is None:
            if state_hash(match) != record.first_state:
                raise ValueError("The first position differs.")
        elif state_hash(match) != played.decision.state:
            raise ValueError(f"After decision {played.number} the position differs.")
        yield played
    assert match is not None
    claimed = msgspec.to_builtins(record.result) if record.result else None
    if claimed != result_of(match):
        raise ValueError("The result differs.")


def verify(data: Any, game: Game, position: bytes | None = None) -> str | None:
    """Replay a record and compare everything. Returns the first difference in words, or None.
    ``position`` is the one from which the game continues, if the record should end with it.
    """
    match: Match | None = None
    try:
        for played in check(data, game):
            match = played.match
    except ValueError as wrong:
        return str(wrong)
    assert match is not None
    if position is not None and match.save() != position:
        return "The position it continues from differs."
    return None
