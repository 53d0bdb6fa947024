"""Importing an exported game: its rows are made as if it had been played here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import chain
from typing import Any

import msgspec

from bot import __version__
from bot.rules.kernel import Choice, Game, Match, Prompt, Seat
from bot.rules.kernel.events import NO_SEAT
from bot.session.announcements import plain
from bot.session.hosted_game import computer_waited_for
from bot.session.journal.history import DECISION, DEED, DIRECT, START, kept_of, seats_kept
from bot.session.journal.record import Played, Record, SeatRecord, began, check, parse
from bot.session.receipts import SeatInfo
from bot.session.seating import name_apart, plain_name
from bot.storage import GameRow, JournalRow, SeatRow, SnapshotRow
from bot.storage.snapshots import Whole, pack, row_of
from bot.storage.tables import OVER, RUNNING


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The rows of an imported game; its server, channel and host have yet to be set."""

    game: GameRow
    seats: list[SeatRow]
    history: list[JournalRow | SnapshotRow]
    match: Match

    @property
    def running(self) -> bool:
        """Whether the game continues."""
        return self.game.status == RUNNING


def named(data: Any) -> tuple[str, str]:
    """The game and rule set of an export. Raises ValueError if the data are not an export."""
    record = parse(data)
    return record.game, record.ruleset


def check_ids(*ids: int) -> None:
    """Raise ValueError unless all these are possible Discord ids (or 0 for none)."""
    for number in ids:
        if not 0 <= number < 2**63:
            raise ValueError(f"{str(number)[:40]} is not a Discord id: those have 17 to 19 digits.")


def _check_people(seats: list[SeatInfo], people: dict[Seat, int]) -> None:
    """Raise ValueError if people do not fit the seats they are meant for."""
    check_ids(*people.values())
    if len(set(people.values())) < len(people):
        raise ValueError("One person cannot have two seats: name each person once.")
    wrong = sorted(people.keys() - {seat.number for seat in seats})
    if wrong:
        raise ValueError(f"There is no seat {wrong[0]} in this export.")


def take_in(
    data: Any, rules: Game, game_id: str, now: datetime, people: dict[Seat, int]
) -> TakenIn:
    """Replay an export into rows. Raises ValueError if the record does not fit."""
    record = parse(data)
    seats = _seats(record, people)
    _check_people(seats, people)
    # The first revision after the lobby's: each seat that joined raised it by one.
    past = _Past(game_id, now, first=len(seats))
    try:
        match = past.play_over(data, rules)
    except ValueError as different:
        raise ValueError(f"This export does not fit the rules: {different}") from None
    over = match.over
    game = GameRow(
        id=game_id,
        guild_id=0,
        channel_id=0,
        host_id=0,
        game=record.game,
        ruleset=record.ruleset,
        status=OVER if over else RUNNING,
        options=record.options,
        seats_wanted=len(seats),
        revision=past.revision,
        moment=past.moment,
        seed=record.seed,
        seed_hash=record.seed_hash,
        snapshot=past.packed,
        played_with=__version__,
        to_play=not over and computer_waited_for(match, seats) is not None,
        created=now,
        started=min(began(record) or now, now),
        ended=now if over else None,
    )
    return TakenIn(game, [seat.row(game_id) for seat in seats], past.rows, match)


def _seats(record: Record, people: dict[Seat, int]) -> list[SeatInfo]:
    """The seating. A person who takes a seat replaces its computer player."""
    found: list[SeatInfo] = []
    for s in record.seats:
        name, policy = name_apart(found, s.number, s.name), s.policy
        found.append(
            SeatInfo(s.number, people.get(s.number), name, None if s.number in people else policy)
        )
    return found


def _former(seats: Sequence[SeatRecord]) -> dict[str, Any]:
    """What a row keeps of an earlier seating: names, but no user ids."""
    return {
        "seats": seats_kept([SeatInfo(s.number, None, plain_name(s.name), s.policy) for s in seats])
    }


def _question(match: Match, seat: Seat, choice: Choice) -> Prompt | None:
    """The question that a choice answers; None if it is an order or answers none.

    Choices outside the current step are listed only if the choice does not answer that step's
    question, because listing them takes longer than carrying the choice out.
    """
    if seat == NO_SEAT:
        return None
    listed = chain.from_iterable(look(seat) for look in (match.asked, match.prompts))
    return next((p for p in listed if p.find(choice)), None)


class _Past:
    """The rows of everything replayed, each at its revision.

    ``moment`` goes up whenever everybody could see that something was done, as in a game played
    here. ``packed`` is the newest position, for the game's own row.
    """

    def __init__(self, game_id: str, now: datetime, first: int) -> None:
        self.rows: list[JournalRow | SnapshotRow] = []
        self.revision = first
        self.moment = first - 1
        self.packed = b""
        self._game_id = game_id
        self._now = now
        self._position = b""
        self._whole: Whole | None = None

    def play_over(self, data: Any, rules: Game) -> Match:
        """Replay a record into rows. Returns its match. Raises ValueError if the record does not
        fit.

        Nobody here gave any of these answers, so they do not count for anybody.
        """
        record = parse(data)
        first, decisions = self.revision, record.decisions
        former = {each.decisions + 1: _former(each.seats) for each in reversed(record.former)}
        asked, voting = None, False
        for played in check(data, rules):
            match = played.match
            self._pass_on(rules, played, asked, voting)
            self._step(first + played.number, played, asked, former.pop(played.number, None))
            asked, voting = None, match.voting
            if played.number < len(decisions):
                next_one = decisions[played.number]
                asked = _question(match, next_one.seat, next_one.choice)
        kept = next(iter(former.values()), None)
        if match.save() != self._position or kept is not None:
            # Draws were taken back or seats changed hands, and nothing has been done since, so a
            # separate row says so.
            self._add(self.revision + 1, match, DEED, NO_SEAT, kept=kept)
        return match

    def _pass_on(self, rules: Game, played: Played, asked: Prompt | None, voting: bool) -> None:
        """Raise the moment by one if everybody could see the step that answered the question."""
        decision = played.decision
        told = any(event.visible_to(None) for event in played.outcome.events)
        voting = voting and played.match.voting
        unseen = asked is not None and asked.is_hidden(rules.etiquette)
        self.moment += told or decision is None or not (unseen or voting)

    def _step(
        self, revision: int, played: Played, asked: Prompt | None, kept: dict[str, Any] | None
    ) -> None:
        decision = played.decision
        seat = NO_SEAT if decision is None else decision.seat
        kind = START if decision is None else DIRECT if seat == NO_SEAT else DECISION
        self._add(
            revision,
            played.match,
            kind,
            seat,
            prompt=None if asked is None else asked.kind,
            choice=None if decision is None else msgspec.to_builtins(decision.choice),
            events=plain(played.outcome.events),
            known=played.outcome.known or kind != DECISION,
            kept=kept,
        )

    def _add(
        self,
        revision: int,
        match: Match,
        kind: str,
        seat: Seat,
        prompt: str | None = None,
        choice: dict[str, Any] | None = None,
        events: Sequence[dict[str, Any]] = (),
        known: bool = True,
        kept: dict[str, Any] | None = None,
    ) -> None:
        """Add the position of a match and its row in the journal."""
        self.revision, self._position = revision, match.save()
        self.packed = pack(self._position)
        snapshot, self._whole = row_of(
            self._game_id, revision, self._position, self.packed, self._whole
        )
        row = JournalRow(
            game_id=self._game_id,
            revision=revision,
            kind=kind,
            seat=seat,
            prompt=prompt,
            choice=choice,
            events=list(events),
            known=known,
            kept=kept_of(kept, match.taken_back),
            state=sha256(self._position).hexdigest(),
            moment=self.moment,
            at=self._now,
        )
        self.rows += [SnapshotRow(**snapshot), row]
