"""Taking in an exported game: its rows as if it had been played here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec

from bot.rules.kernel import Game, Match
from bot.rules.kernel.match import NO_SEAT
from bot.session.announcements import plain
from bot.session.drafts import DECISION, DEED, DIRECT, START, computer_waited_for, kept_of
from bot.session.journal.record import Played, began, parse, play_over, verify
from bot.session.receipts import SeatInfo
from bot.session.table.seating import plain_name
from bot.storage import GameRow, JournalRow, SeatRow, SnapshotRow
from bot.storage.snapshots import Whole, pack, row_of
from bot.storage.tables import OVER, RUNNING


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The rows of a game that was taken in; guild, channel and host are still to be set."""

    game: GameRow
    seats: list[SeatRow]
    history: list[JournalRow | SnapshotRow]
    match: Match

    @property
    def running(self) -> bool:
        """Whether the game goes on."""
        return self.game.status == RUNNING


def named(data: Any) -> tuple[str, str]:
    """The game and rule set of an export. Raises ValueError if it is none."""
    record = parse(data)
    return record.game, record.ruleset


def check_ids(*ids: int) -> None:
    """Raises ValueError unless all these are numbers such as Discord gives (or 0 for none)."""
    for number in ids:
        if not 0 <= number < 2**63:
            raise ValueError(
                f"{str(number)[:40]} is no id of Discord's: those have 17 to 19 digits."
            )


def _check_people(seats: list[SeatInfo], people: dict[int, int]) -> None:
    """Raises ValueError if people do not fit the seats they are to have."""
    check_ids(*people.values())
    if len(set(people.values())) < len(people):
        raise ValueError("One person cannot have two seats: name each person once.")
    wrong = sorted(people.keys() - {seat.number for seat in seats})
    if wrong:
        raise ValueError(f"There is no seat {wrong[0]} in this export.")


def take_in(data: Any, rules: Game, game_id: str, now: datetime, people: dict[int, int]) -> TakenIn:
    """Play an export over into rows. Raises ValueError where it does not fit."""
    record = parse(data)
    different = verify(data, rules)
    if different is not None:
        raise ValueError(f"This export does not fit the rules: {different}")
    seats = [
        # Where a person is to sit no computer plays any more.
        SeatInfo(
            s.number,
            people.get(s.number),
            plain_name(s.name),
            None if s.number in people else s.policy,
        )
        for s in record.seats
    ]
    _check_people(seats, people)
    history: list[JournalRow | SnapshotRow] = []
    whole: Whole | None = None
    # The first revision after the lobby's: every seat that joined had raised it by one.
    first = len(seats)
    revision, position, packed = first, b"", b""
    for played in play_over(data, rules):
        revision = first + played.number
        position = played.match.save()
        packed = pack(position)
        snapshot, whole = row_of(game_id, revision, position, packed, whole)
        actor = people.get(played.decision.seat) if played.decision else None
        history += [snapshot, _journal_row(snapshot, played, position, now, actor)]
    match = played.match
    if match.save() != position:
        # The last draws were taken back, and nothing was done since: a row of its own says so.
        revision, position = revision + 1, match.save()
        packed = pack(position)
        snapshot, whole = row_of(game_id, revision, position, packed, whole)
        history += [snapshot, _row(snapshot, match, position, now, kind=DEED, seat=NO_SEAT)]
    over = match.over
    started = min(began(record) or now, now)
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
        revision=revision,
        seed=record.seed,
        seed_hash=record.seed_hash,
        snapshot=packed,
        to_play=not over and computer_waited_for(match, seats) is not None,
        created=now,
        started=started,
        ended=now if over else None,
    )
    rows = [
        SeatRow(game_id=game_id, number=s.number, user_id=s.user_id, name=s.name, policy=s.policy)
        for s in seats
    ]
    return TakenIn(game, rows, history, match)


def _journal_row(
    snapshot: SnapshotRow, played: Played, position: bytes, now: datetime, actor: int | None
) -> JournalRow:
    decision = played.decision
    seat = NO_SEAT if decision is None else decision.seat
    kind = START if decision is None else DIRECT if seat == NO_SEAT else DECISION
    row = _row(snapshot, played.match, position, now, kind=kind, seat=seat)
    row.actor = actor
    row.choice = None if decision is None else msgspec.to_builtins(decision.choice)
    row.events = plain(played.outcome.events)
    row.known = played.outcome.known or kind != DECISION
    return row


def _row(
    snapshot: SnapshotRow, match: Match, position: bytes, now: datetime, *, kind: str, seat: int
) -> JournalRow:
    return JournalRow(
        game_id=snapshot.game_id,
        revision=snapshot.revision,
        kind=kind,
        seat=seat,
        kept=kept_of(None, match),
        known=True,
        state=sha256(position).hexdigest(),
        at=now,
    )
