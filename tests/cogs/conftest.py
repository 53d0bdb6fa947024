"""A session without a database: a match in memory, seen as the cogs see a game."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import cogs.kingmaker  # noqa: F401 - makes the customs of the game known
from bot.rules.kernel import Match, Prompt, Seat
from bot.session import Pace, QuestionDue, SeatInfo
from bot.session.clock.pace import Times, pace_of, times_of
from bot.session.game_session import Course
from bot.storage import LooseCardRow

HOST = 101


class MemorySession:
    """What the cogs read of a session, over a match."""

    imagined = False
    id = "ABC123"
    guild_id = 1
    channel_id = 2
    game = "kingmaker"
    ruleset = "house"
    status = "running"
    host_id = HOST
    options: dict[str, str] = {}
    seed_hash = "5e" * 32
    status_message_id: int | None = None
    seed: str | None = None
    revision = 7
    moment = 7
    paused_at: datetime | None = None
    ends: datetime | None = None

    def __init__(self, match: Match, names: tuple[str, ...] = ("Anne", "Ben")) -> None:
        self.match = match
        self.rules = match.game
        self.seats = [SeatInfo(n, HOST + n, name) for n, name in enumerate(names)]
        self.seats_wanted = len(names)
        self.entries: list[Any] = []
        self.old_cards: list[LooseCardRow] = []
        self.dues: list[QuestionDue] = []
        self.told: list[tuple[int, str, frozenset[int]]] = []
        self.no_undo: dict[int, str] = {}
        self.looks: dict[int, int] = {}
        self.seatings_kept: list[tuple[int, tuple[SeatInfo, ...]]] = []
        #: Its parts, each of which is the whole.
        self.commands = self.journal = self.replay = self.clock = self.consent = self
        self.presence: Any = self

    @property
    def lies_open(self) -> bool:
        """Whether it was played to its end."""
        return self.status == "over"

    async def made_at(self, moment: int) -> int:
        return moment

    async def begun_at(self, moment: int) -> int:
        return moment

    async def moment_of(self, revision: int) -> int:
        return revision

    def prompts(self, seat: int) -> list[Prompt]:
        """What the seat may do."""
        return self.match.prompts(seat) if self.status == "running" else []

    def why_not(self, seat: int) -> list[Any]:
        """What the seat may not do now, and why."""
        return self.match.why_not(seat) if self.status == "running" else []

    def standings(self) -> Any:
        """How all sides stand."""
        return self.match.standings()

    def view(self, seat: int | None) -> Any:
        """What the seat may see."""
        return self.match.view(seat)

    @property
    def voting(self) -> bool:
        """Whether a vote is being taken."""
        return self.status == "running" and self.match.voting

    def openly_waiting_for(self) -> list[Seat]:
        """Those of them of whom everybody may know."""
        return [] if self.voting else self.waiting_for()

    def waiting_for(self) -> list[Seat]:
        """Who must act."""
        return self.match.waiting_for() if self.status == "running" else []

    def seat_of(self, user_id: int) -> int | None:
        """The person's seat."""
        return next((s.number for s in self.seats if s.user_id == user_id), None)

    async def at_rest(self) -> None:
        """No command is ever under way."""

    def last_look(self, user_id: int) -> int | None:
        """Up to which revision somebody has read what stands above the hand."""
        return self.looks.get(user_id)

    def note_look(self, user_id: int, revision: int) -> None:
        """Remember it."""
        self.looks[user_id] = revision

    async def seatings(self, after: int) -> list[Any]:
        """How seats have changed hands after a revision."""
        return [each for each in self.seatings_kept if each[0] > after]

    async def log(self, seat: int | None, last: int = 20, after: int | None = None) -> list[Any]:
        """The entries laid in."""
        return [e for e in self.entries if after is None or e.revision > after][-last:]

    @property
    def pace(self) -> Pace | None:
        """How quickly answers are wanted."""
        return pace_of(self.options)

    @property
    def times(self) -> Times:
        """The time for each kind of question."""
        return times_of(self.options)

    async def deadlines(self) -> list[QuestionDue]:
        """The deadlines laid in."""
        return self.dues

    async def course(self, last: int, news_of: int | None = None) -> Course:
        """How the game runs, as it was laid in."""
        entries = self.entries if news_of is not None else self.entries[-last:] if last else []
        return Course(entries, self.dues, self.ends, back=True)

    @property
    def cards(self) -> Any:
        """What is kept of the card: its message, and the old one to be taken down."""
        return self

    async def coming(self) -> None:
        """A card is about to be put up."""

    async def put_up(self, message_id: int, replaces: int | None) -> None:
        """Remember the card."""
        self.status_message_id = message_id
        if replaces not in (None, message_id):
            at = datetime.now(UTC)
            row = LooseCardRow(game_id=self.id, channel_id=2, message_id=replaces, at=at)
            self.old_cards.append(row)

    async def loose(self) -> list[LooseCardRow]:
        """The cards to be taken down."""
        return list(self.old_cards)

    async def gone(self, row: LooseCardRow) -> None:
        """One is down."""
        self.old_cards.remove(row)

    @property
    def private_questions(self) -> Any:
        """What is kept of questions in private: nothing outlives a test."""

        async def drop(_: Any) -> None:
            return None

        async def noted() -> list[Any]:
            return []

        return SimpleNamespace(note=drop, forget=drop, noted=noted)

    @property
    def tellings(self) -> Any:
        """What is kept of the messages in the channel: their notes, in order."""
        return SimpleNamespace(note=self._note_telling, telling_of=self._told_before)

    async def _note_telling(self, message_id: int, text: str, revisions: Any) -> None:
        self.told.append((message_id, text, frozenset(revisions)))

    async def _told_before(self, revisions: Any) -> list[Any]:
        """No earlier life has told anything."""
        return []

    async def why_no_undo(self, seat: int) -> str | None:
        """Everybody could take a step back, unless something else was laid in."""
        return self.no_undo.get(seat)

    async def open_one(self, *_: str) -> Any:
        """Nobody asks anything of the table."""
        return None
