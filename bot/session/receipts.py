"""The answer to a command: a receipt, or a refusal."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.rules.kernel import Event, Seat
from bot.storage import GameRow, SeatRow
from bot.storage.tables import OVER

STALE = (
    "That button or menu is from an earlier moment: the game has moved on. Press **What "
    "can I do?** on the newest card, or type `/help`."
)
"""The message for any control that no longer fits, whatever the reason."""
OUR_SIDE = (
    "Something went wrong on my side. Nothing has changed. Please try again, "
    "and tell the host if it happens again."
)
STORE_AWAY = (
    "I can't reach my store of games just now. Nothing is lost. Please try again in a minute."
)
BUSY = "Somebody else was quicker just now, so nothing has changed. Please try again."
NOT_RUNNING = "This game is not being played at the moment."
PAUSED = (
    "The game is paused. A moderator can resume it. If the table paused it, a "
    "majority of the table can resume it too."
)
NO_SEAT_HERE = "You have no seat in this game."

CHANNEL_TAKEN = "This channel already has a game. Finish or end it first, or use another channel."


class Refused(Exception):
    """A command that was not carried out; nothing was changed.

    ``text`` is a friendly sentence for the person alone, and ``rule`` the ledger id behind it, if
    any.
    """

    def __init__(self, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule


class Gone(Refused):
    """A game that is no longer kept."""

    def __init__(self) -> None:
        super().__init__("This game no longer exists.")


class Unreadable(Refused):
    """A game that is kept but cannot be read: its position is damaged, or its rules are gone.

    The error says which game it is, where it is played and who hosts it; ``text`` says what can be
    done.
    """

    seats: tuple[SeatInfo, ...] = ()

    def __init__(self, row: GameRow) -> None:
        super().__init__(
            f"I cannot read game {row.id} of this table, so it has stopped. Its moves are safe, "
            "and all other games go on. The person who runs this bot can put it right, from a "
            f"backup or from its moves: `kingmaker export {row.id}`, then `kingmaker import`. "
            "The host, or somebody who may manage the server, can give it up with `/game end`."
        )
        self.id = row.id
        self.over = row.status == OVER
        self.game = row.game
        self.guild_id = row.guild_id
        self.channel_id = row.channel_id
        self.host_id = row.host_id


@dataclass(frozen=True, slots=True)
class Receipt:
    """A command that was carried out and is safe on disk.

    ``events`` are those that the person who gave the command may see. With ``repeated``, the same
    interaction had been carried out before, and nothing was done this time.
    """

    revision: int
    events: tuple[Event, ...] = ()
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat: a person's, a computer player's (``policy``), or free for the moment.

    A computer may keep the seat for somebody (``kept_for``), who may take it back. ``ready_at`` is
    when its person last said, before the game, that they were here. ``shown_to`` may see the seat's
    hand without having a seat; with ``commented``, its player agrees that everybody without a seat
    may see it, a round later.
    """

    number: Seat
    user_id: int | None
    name: str
    policy: str | None = None
    kept_for: int | None = None
    ready_at: datetime | None = field(default=None, compare=False)
    shown_to: int | None = None
    commented: bool = False

    @classmethod
    def of(cls, row: SeatRow) -> SeatInfo:
        """A seat as it was stored."""
        return cls(
            row.number,
            row.user_id,
            row.name,
            row.policy,
            row.kept_for,
            row.ready_at,
            row.shown_to,
            row.commented,
        )

    def row(self, game_id: str) -> SeatRow:
        """The seat in the form in which it is stored."""
        return SeatRow(
            game_id=game_id,
            number=self.number,
            user_id=self.user_id,
            name=self.name,
            policy=self.policy,
            kept_for=self.kept_for,
            ready_at=self.ready_at,
            shown_to=self.shown_to,
            commented=self.commented,
        )

    def passed_to(self, user_id: int | None) -> SeatInfo:
        """The seat with somebody else in it, or nobody: anything that its player had allowed
        ends."""
        return replace(self, user_id=user_id, shown_to=None, commented=False)

    @property
    def free(self) -> bool:
        """Whether anybody may sit down here."""
        return self.user_id is None and self.policy is None


@dataclass(frozen=True, slots=True)
class Logged:
    """One entry of a game's log, as one seat (or a spectator) may read it.

    ``took_back`` is the seat that took back a step at this revision; there are then no events.
    ``note`` says how the entry came about, if in an unusual way: ``what`` is 'late' (the time had
    run out), for instance, or a moderator's action with ``by`` and ``reason``. ``along`` says that
    a secret step by the reader was taken back with it. ``seats`` is the seating at the time, if
    that has changed since.
    """

    revision: int
    at: datetime
    seat: Seat
    events: tuple[Event, ...]
    took_back: Seat | None = None
    note: dict[str, Any] | None = None
    along: bool = False
    seats: tuple[SeatInfo, ...] | None = None
