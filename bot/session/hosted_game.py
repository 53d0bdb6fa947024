"""A game as this process knows it: who plays, the position, and what each seat may see and do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar

from bot.rules.kernel import Choice, Game, IllegalChoice, Match, Outcome, Prompt, Seat
from bot.session.clock.pace import Pace, Times, pace_of, times_of
from bot.session.receipts import NO_SEAT_HERE, NOT_RUNNING, OUR_SIDE, PAUSED, Refused, SeatInfo
from bot.storage import GameRow, SeatRow
from bot.storage.snapshots import unpack
from bot.storage.tables import OVER, RUNNING

_VIEWS_KEPT = 16
"""How many views are remembered, for all games together."""


class HostedGame:
    """A game as it was last committed or read. Looking at the game changes nothing.

    Only :class:`~bot.session.commands.Commands` may make the game :meth:`take` what was read and
    :meth:`adopt` what was committed. ``readable`` is False if the game's position could not be
    read.
    """

    __slots__ = (
        "_moment",
        "_seed",
        "channel_id",
        "ended",
        "game",
        "guild_id",
        "host_id",
        "id",
        "match",
        "newsless",
        "options",
        "orders_given",
        "paused_at",
        "petitions",
        "readable",
        "reseated",
        "revision",
        "rules",
        "ruleset",
        "seats",
        "seats_wanted",
        "seed_hash",
        "started",
        "status",
        "status_message_id",
        "stepped",
        "stepped_openly",
        "turn_of",
    )

    imagined: ClassVar[bool] = False
    """Whether the game is one person's what-if rather than a channel's."""

    id: str
    guild_id: int
    channel_id: int
    game: str
    ruleset: str
    status: str
    host_id: int
    seats_wanted: int
    options: dict[str, str]
    seed_hash: str
    started: datetime | None
    ended: datetime | None
    status_message_id: int | None
    paused_at: datetime | None
    orders_given: bool
    petitions: bool
    """Whether the database may contain a petition: if not, there is no need to look."""
    stepped: set[Seat]
    """Seats known to have a step that stands: there is no need to look these up."""
    stepped_openly: set[Seat]
    """Seats known to have a step that stands and that everybody knows about."""
    turn_of: Seat | None
    """The seat whose turn it is; None if it is nobody's, or not known."""
    newsless: int | None
    """The seat known to have done the last thing that everybody could see, in its own turn: there
    is no need to look for its news."""
    reseated: int
    """The newest revision at which a seat may have changed hands: there is no need to look at any
    later ones.
    """
    seats: list[SeatInfo]
    revision: int
    match: Match | None
    readable: bool

    def __init__(self, rules: Game, row: GameRow, seats: list[SeatRow]) -> None:
        self.rules = rules
        self.take(row, seats)

    def take(self, row: GameRow, seats: list[SeatRow]) -> None:
        """Take over the state from the database. Raises an error if the position cannot be read."""
        match = None
        if row.snapshot is not None:
            match = Match.load(self.rules, unpack(row.snapshot))
        self.id = row.id
        self.guild_id = row.guild_id
        self.channel_id = row.channel_id
        self.game = row.game
        self.ruleset = row.ruleset
        self.status = row.status
        self.host_id = row.host_id
        self.seats_wanted = row.seats_wanted
        self.options = row.options
        self.seed_hash = row.seed_hash
        self._seed = row.seed
        self.started = row.started
        self.ended = row.ended
        self.status_message_id = row.status_message_id
        self.paused_at = row.paused_at
        self.orders_given = row.orders_given
        self.petitions = True
        self.stepped = set()
        self.stepped_openly = set()
        self.turn_of = self.newsless = None
        self.reseated = row.revision
        self.seats = [SeatInfo.of(seat) for seat in seats]
        self.revision = row.revision
        self._moment = row.moment
        self.match = match
        self.readable = True

    def adopt(self, match: Match | None, seats: list[SeatInfo], columns: dict[str, Any]) -> None:
        """Take over the state that a command has left; ``columns`` are those of the game's row."""
        self.revision = columns.get("revision", self.revision + 1)
        self._moment = columns.get("moment", self._moment)
        self.match = match
        if seats != self.seats:
            self.reseated = self.revision
        self.seats = seats
        self.status = columns.get("status", self.status)
        self.host_id = columns.get("host_id", self.host_id)
        self.started = columns.get("started", self.started)
        self.ended = columns.get("ended", self.ended)
        self.paused_at = columns.get("paused_at", self.paused_at)
        self.guild_id = columns.get("guild_id", self.guild_id)
        self.channel_id = columns.get("channel_id", self.channel_id)
        self.status_message_id = columns.get("status_message_id", self.status_message_id)
        self.orders_given = columns.get("orders_given", self.orders_given)

    def lose(self) -> None:
        """Forget the position until it is read again."""
        self.match = None
        self.readable = False

    @property
    def moment(self) -> int:
        """How many things have happened that everybody could see.

        Controls carry this number: the revision would show how much was decided in secret.
        """
        return self.revision if self._moment is None else self._moment

    # Who plays, and how quickly

    def seat_of(self, user_id: int) -> Seat | None:
        """The number of the person's seat; None if they have none."""
        return next((seat.number for seat in self.seats if seat.user_id == user_id), None)

    def own_seat(self, user_id: int) -> Seat:
        """The person's seat. Refused if they have no seat."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refused(NO_SEAT_HERE)
        return seat

    @property
    def pace(self) -> Pace | None:
        """How quickly answers are wanted; None if the table has not chosen a pace."""
        return pace_of(self.options)

    @property
    def times(self) -> Times:
        """The time for each kind of question, with or without a pace."""
        return times_of(self.options)

    @property
    def lies_open(self) -> bool:
        """Whether all secrets may be known, because the game was played to its end.

        A game that was broken off may resume, if a moderator takes that back.
        """
        return self.status == OVER and self.match is not None and self.match.over

    @property
    def seed(self) -> str | None:
        """The seed of all draws and rolls, once all secrets may be known."""
        return self._seed if self.lies_open else None

    def begin(self, seats: int) -> tuple[Match, Outcome]:
        """A new match with this many seats, made from the game's seed. Raises ValueError if the
        seats or options do not fit.
        """
        return Match.start(self.rules, seats, self._seed, dict(self.options))

    @property
    def timed(self) -> bool:
        """Whether questions may have a deadline now."""
        return self.times.runs or (self.match is not None and bool(self.match.closing()))

    # Where the game stands

    def in_progress(self) -> Match:
        """The match. Refused if no game is being played."""
        if self.status != RUNNING or self.match is None:
            raise Refused(NOT_RUNNING)
        return self.match

    def in_play(self) -> Match:
        """The match, if people may decide now. Refused otherwise."""
        if self.paused_at is not None:
            raise Refused(PAUSED)
        return self.in_progress()

    def prompts(self, seat: Seat) -> list[Prompt]:
        """What the seat may do now."""
        if self.status != RUNNING or self.match is None:
            return []
        return self.match.prompts(seat)

    def why_not(self, seat: Seat) -> list[tuple[Choice, IllegalChoice]]:
        """What the player might expect to be able to do now but may not, each with the rule that
        forbids it."""
        if self.status != RUNNING or self.match is None:
            return []
        return self.match.why_not(seat)

    def view(self, seat: Seat | None) -> Any:
        """What the seat (None: a spectator) may see. Refused before the game has begun."""
        if self.match is None:
            raise Refused(NOT_RUNNING if self.readable else OUR_SIDE)
        return _view(self.match, seat)

    def standings(self) -> Any:
        """How all sides are doing, for everybody to see. Refused before the game has begun."""
        if self.match is None:
            raise Refused(NOT_RUNNING if self.readable else OUR_SIDE)
        return self.match.standings()

    def waiting_for(self) -> list[Seat]:
        """The seats without whose answers the game cannot continue."""
        if self.status != RUNNING or self.match is None:
            return []
        return self.match.waiting_for()

    def openly_waiting_for(self) -> list[Seat]:
        """The seats that everybody may know the game is waiting for; none during a vote."""
        return [] if self.voting else self.waiting_for()

    @property
    def voting(self) -> bool:
        """Whether a vote is under way: if so, nobody may know who the game is waiting for."""
        return self.status == RUNNING and self.match is not None and self.match.voting

    def computer_waited_for(self) -> Seat | None:
        """The first computer seat the game is waiting for, if any."""
        return computer_waited_for(self.match, self.seats)


@lru_cache(maxsize=_VIEWS_KEPT)
def _view(match: Match, seat: Seat | None) -> Any:
    """What a seat sees of a match. A match never changes: commands replace it with another.

    One answer needs this view several times.
    """
    return match.view(seat)


def computer_waited_for(match: Match | None, seats: Sequence[SeatInfo]) -> Seat | None:
    """The first computer seat a match is waiting for, if any."""
    if match is None or match.over:
        return None
    computers = {seat.number for seat in seats if seat.policy is not None}
    return next((seat for seat in match.waiting_for() if seat in computers), None)
