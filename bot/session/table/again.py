"""The same table once more: what a finished game says of the one that is opened after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.session.hosted_game import HostedGame
from bot.session.receipts import SeatInfo

AFTER = "after"
"""The option of a table that was opened again: the game that was played there before."""


@dataclass(frozen=True, slots=True)
class SameTable:
    """How many seats, options and computers a table has that is opened again."""

    seats: int
    options: dict[str, str]
    computers: tuple[str, ...]


def same_table(before: HostedGame, host_id: int) -> SameTable:
    """The table of a game, with this host. Computers sit down as far as they leave room for him
    and for all the people who played."""
    people = {info.user_id for info in before.seats if info.user_id is not None} | {host_id}
    seats = len(before.seats)
    computers = tuple(info.policy for info in before.seats if info.policy is not None)
    options = {**before.options, AFTER: before.id}
    return SameTable(seats, options, computers[: max(0, seats - len(people))])


def still_missing(before: Sequence[SeatInfo], now: Sequence[SeatInfo]) -> list[SeatInfo]:
    """The people of the table before who have no seat at this one."""
    here = {info.user_id for info in now}
    return [info for info in before if info.user_id is not None and info.user_id not in here]
