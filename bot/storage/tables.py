"""The tables. Times are in UTC and carry their time zone; Discord's ids are 64-bit numbers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    text,
)
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

from bot.rules.kernel import Seat

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = NAMING

LOBBY = "lobby"
RUNNING = "running"
OVER = "over"


class Moment(TypeDecorator[datetime]):
    """A time with its zone, even if the database stores no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


# SQLite numbers rows automatically only in a column of type INTEGER.
Serial = BigInteger().with_variant(Integer(), "sqlite")


def _of_game(**more: Any) -> Column[str]:
    return Column(ForeignKey("game.id", ondelete="CASCADE"), nullable=False, **more)


class GameRow(SQLModel, table=True):
    """One game in one channel. ``snapshot`` is the game's newest position, compressed."""

    __tablename__ = "game"
    __table_args__ = (
        # Two people may open a game in one channel at the same moment, in two processes.
        Index(
            "one_open_game_a_channel",
            "channel_id",
            unique=True,
            sqlite_where=text("status <> 'over'"),
            postgresql_where=text("status <> 'over'"),
        ),
        # After a restart, all games are searched for those in which a computer may have to answer.
        Index(
            "ix_game_to_play",
            "to_play",
            sqlite_where=text("to_play"),
            postgresql_where=text("to_play"),
        ),
    )

    id: str = Field(primary_key=True, max_length=12)
    guild_id: int = Field(sa_type=BigInteger)
    channel_id: int = Field(sa_type=BigInteger)
    game: str
    ruleset: str
    status: str = LOBBY
    host_id: int = Field(sa_type=BigInteger)
    options: dict[str, str] = Field(default_factory=dict, sa_type=JSON)
    seats_wanted: int
    revision: int = 0
    #: How many publicly visible things have happened; None while that equals the revision.
    moment: int | None = None
    seed: str
    seed_hash: str
    snapshot: bytes | None = None
    #: A computer or a standing order may have to answer: some process has to see to it.
    to_play: bool = False
    status_message_id: int | None = Field(default=None, sa_type=BigInteger)
    #: When the game was paused: since then, nobody may play and no deadline runs; None if it is not
    #: paused.
    paused_at: datetime | None = Field(default=None, sa_type=Moment)
    #: Somebody has given a standing order since the game began.
    orders_given: bool = False
    #: The version that began or imported the game, or last checked its record; empty in a lobby.
    played_with: str = ""
    #: The process that delivers this game's outbox, and how long others may rely on it.
    courier: str | None = None
    courier_until: datetime | None = Field(default=None, sa_type=Moment)
    created: datetime = Field(sa_type=Moment)
    started: datetime | None = Field(default=None, sa_type=Moment)
    ended: datetime | None = Field(default=None, sa_type=Moment)


class SeatRow(SQLModel, table=True):
    """A seat: a person's, a computer player's, or free for the moment.

    In a lobby, any seats beyond the number wanted are those of people waiting for a seat.
    """

    __tablename__ = "seat"

    game_id: str = Field(sa_column=_of_game(primary_key=True))
    number: Seat = Field(primary_key=True, sa_type=Integer)
    user_id: int | None = Field(default=None, sa_type=BigInteger, index=True)
    name: str
    policy: str | None = None
    #: The person who may take the seat back from the computer playing for them.
    kept_for: int | None = Field(default=None, sa_type=BigInteger)
    #: When the seat's person last said, before the game, that they were here.
    ready_at: datetime | None = Field(default=None, sa_type=Moment)
    #: The person without a seat who may see this seat's hand.
    shown_to: int | None = Field(default=None, sa_type=BigInteger)
    #: The seat's player agrees that people without a seat may see all hands, a round later.
    commented: bool = False


class JournalRow(SQLModel, table=True):
    """Each answer: who gave it, when, and what followed. ``kind`` is ``start``, ``decision``,
    ``direct`` (an order from the clock or a moderator, seat -1), ``undo``, or ``deed`` (something
    about the session rather than the position). ``prompt`` names the question; ``state`` is the
    SHA-256 of the resulting position. ``note`` says how the answer came about, if in an unusual
    way; ``kept`` is what else has to be stored, such as what is needed to take it back.
    """

    __tablename__ = "journal"

    game_id: str = Field(sa_column=_of_game(primary_key=True))
    revision: int = Field(primary_key=True)
    kind: str
    seat: Seat = Field(sa_type=Integer)
    actor: int | None = Field(default=None, sa_type=BigInteger)
    prompt: str | None = None
    choice: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    interaction_id: str | None = None
    events: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSON)
    known: bool = False
    undone: bool = False
    state: str
    note: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    kept: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    #: The game's moment after the answer.
    moment: int
    at: datetime = Field(sa_type=Moment)


class SnapshotRow(SQLModel, table=True):
    """A position, compressed; if it has a ``base``, only how it differs from that revision's
    position."""

    __tablename__ = "snapshot"

    game_id: str = Field(sa_column=_of_game(primary_key=True))
    revision: int = Field(primary_key=True)
    base: int | None = None
    data: bytes


class OutboxRow(SQLModel, table=True):
    """Something to say: to the channel (``user_id`` is None) or to one person.

    Rows in the same ``batch`` go out together; a batch is fixed before it is first sent.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        Index(
            "ix_outbox_waiting",
            "game_id",
            sqlite_where=text("delivered_at IS NULL"),
            postgresql_where=text("delivered_at IS NULL"),
        ),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=Serial)
    game_id: str = Field(sa_column=_of_game())
    revision: int
    kind: str
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    seat: Seat | None = Field(default=None, sa_type=Integer)
    payload: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    batch: str | None = None
    attempts: int = 0
    not_before: datetime | None = Field(default=None, sa_type=Moment)
    delivered_at: datetime | None = Field(default=None, sa_type=Moment)
    #: Why the row was not delivered, if it was not.
    failure: str | None = None


class SeenRow(SQLModel, table=True):
    """An interaction that was carried out, and the revision that it led to."""

    __tablename__ = "seen_interaction"

    id: str = Field(primary_key=True, max_length=64)
    game_id: str = Field(sa_column=_of_game())
    revision: int
    at: datetime = Field(sa_type=Moment, index=True)


class MemberRow(SQLModel, table=True):
    """What is remembered about a person: whether their direct messages turned out to be closed,
    their quiet hours, and whether others may see their results.

    No deadline runs between ``quiet_from`` and ``quiet_until`` (minutes of the day in ``zone``).
    """

    __tablename__ = "member"

    user_id: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    dms_closed_at: datetime | None = Field(default=None, sa_type=Moment)
    quiet_from: int | None = None
    quiet_until: int | None = None
    zone: str | None = None
    #: The person does not want their results to be shown to others.
    unlisted: bool = False


class ServerRow(SQLModel, table=True):
    """A server's (guild's) settings: the role whose members moderate its games, and the channel in
    which hosts may post open seats."""

    __tablename__ = "server"

    guild_id: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    moderator_role_id: int | None = Field(default=None, sa_type=BigInteger)
    seats_channel_id: int | None = Field(default=None, sa_type=BigInteger)


class WishRow(SQLModel, table=True):
    """The open seats on a server that a person wants to hear about, and those they have heard of.

    ``rules`` are games, each with a rule set, and ``paces`` are names of paces; an empty list means
    any. The person hears about seats between ``hours_from`` and ``hours_until`` (minutes of the day
    in ``zone``). ``told`` are the games they were told about whose seats are still open.
    """

    __tablename__ = "wish"

    guild_id: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    user_id: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    rules: list[str] = Field(default_factory=list, sa_type=JSON)
    paces: list[str] = Field(default_factory=list, sa_type=JSON)
    hours_from: int | None = None
    hours_until: int | None = None
    zone: str
    told: list[str] = Field(default_factory=list, sa_type=JSON)
    told_at: datetime | None = Field(default=None, sa_type=Moment)


class MixRow(SQLModel, table=True):
    """Rules that a server keeps under a name: a game, and a rule set with options."""

    __tablename__ = "mix"
    # The number of a deleted mix must not be given to a newer one.
    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True, sa_type=Serial)
    guild_id: int = Field(sa_type=BigInteger, index=True)
    game: str
    ruleset: str
    name: str
    kept_by: int = Field(sa_type=BigInteger)


class AbsenceRow(SQLModel, table=True):
    """A period in which a person is away and their deadlines do not run."""

    __tablename__ = "absence"

    id: int | None = Field(default=None, primary_key=True, sa_type=Serial)
    user_id: int = Field(sa_type=BigInteger, index=True)
    begins: datetime = Field(sa_type=Moment)
    ends: datetime = Field(sa_type=Moment)


class StandingOrderRow(SQLModel, table=True):
    """A seat's advance answer to one kind of question.

    Without a ``choice``, the question's default applies. ``until`` says when the order disarms
    itself (see :mod:`bot.session.table.standing_orders`).
    """

    __tablename__ = "standing_order"

    id: int | None = Field(default=None, primary_key=True, sa_type=Serial)
    game_id: str = Field(sa_column=_of_game(index=True))
    seat: Seat = Field(sa_type=Integer)
    user_id: int = Field(sa_type=BigInteger)
    prompt: str
    choice: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    until: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    made_at: datetime = Field(sa_type=Moment)


class DeadlineRow(SQLModel, table=True):
    """An order to the game from the clock, a reminder, or the end of a question. ``seat`` and
    ``prompt`` are those of a question that must be answered by the deadline; without a seat,
    ``prompt`` is what the order needs to know. ``left`` is how many seconds were left when the game
    was paused; the deadline is not due until the game is resumed. ``set_at`` is the time from which
    ``due`` was calculated: a wrong clock may have set it.
    """

    __tablename__ = "deadline"

    id: int | None = Field(default=None, primary_key=True, sa_type=Serial)
    game_id: str = Field(sa_column=_of_game(index=True))
    due: datetime = Field(sa_type=Moment, index=True)
    set_at: datetime = Field(sa_type=Moment)
    kind: str
    seat: Seat | None = Field(default=None, sa_type=Integer)
    prompt: str | None = None
    left: int | None = None
    claimed_until: datetime | None = Field(default=None, sa_type=Moment)


class PetitionRow(SQLModel, table=True):
    """Something that the table is asked to agree to, such as taking a step back or pausing.

    ``to`` is the revision to go back to (or that of an amendment's proposal), ``asked`` are the
    seats that have a say, and ``answers`` are their answers so far (seat → whether they agree). If
    ``closed`` is set, the petition was refused, and is kept so that it is not asked for again
    straight away. One of the game's deadlines says when the petition lapses.
    """

    __tablename__ = "petition"
    # The controls of a settled petition must not work on a newer one.
    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True, sa_type=Serial)
    game_id: str = Field(sa_column=_of_game(index=True))
    what: str
    seat: Seat = Field(sa_type=Integer)
    to: int | None = None
    asked: list[Seat] = Field(default_factory=list, sa_type=JSON)
    answers: dict[str, bool] = Field(default_factory=dict, sa_type=JSON)
    closed: bool = False
    made_at: datetime = Field(sa_type=Moment)


class PrivateThreadRow(SQLModel, table=True):
    """The thread in which a person reads a game's secrets if direct messages do not reach them."""

    __tablename__ = "private_thread"

    game_id: str = Field(sa_column=_of_game(primary_key=True))
    user_id: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    thread_id: int = Field(sa_type=BigInteger)


class LooseCardRow(SQLModel, table=True):
    """A status card that is about to be posted (it has no message yet) or removed.

    The note comes first, because a process may die between posting a card and noting its message.
    """

    __tablename__ = "loose_card"
    # The number of a settled note must not be given to a newer one.
    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True, sa_type=Serial)
    game_id: str = Field(sa_column=_of_game(index=True))
    channel_id: int = Field(sa_type=BigInteger)
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    at: datetime = Field(sa_type=Moment)


class TellingRow(SQLModel, table=True):
    """A message that told the channel about revisions, and which of them it shows as taken back."""

    __tablename__ = "telling"

    game_id: str = Field(sa_column=_of_game(primary_key=True))
    message_id: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    channel_id: int = Field(sa_type=BigInteger)
    text: str
    revisions: list[int] = Field(default_factory=list, sa_type=JSON)
    struck: list[int] = Field(default_factory=list, sa_type=JSON)


class QuestionRow(SQLModel, table=True):
    """A private message that asks a seat something, kept for as long as the message can be used to
    answer.

    ``mark`` tells the question apart from others, ``events`` are the events that the message
    reports and that can be answered too, and ``controls`` are the ids of the buttons with which it
    was sent. ``news`` says that the message is about more than the question.
    """

    __tablename__ = "private_question"

    game_id: str = Field(sa_column=_of_game(primary_key=True))
    message_id: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    channel_id: int = Field(sa_type=BigInteger)
    seat: Seat = Field(sa_type=Integer)
    mark: str = ""
    events: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSON)
    controls: list[str] = Field(default_factory=list, sa_type=JSON)
    news: bool = False


class PresenceRow(SQLModel, table=True):
    """When a person was last noticed in a game, and the game's revision at that time."""

    __tablename__ = "presence"

    game_id: str = Field(sa_column=_of_game(primary_key=True))
    user_id: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    revision: int
    at: datetime = Field(sa_type=Moment)
    #: Whether the person has seen a hand without having a seat, and can no longer take one; False
    #: if they were only allowed to look.
    looked: bool | None = None


class ResultRow(SQLModel, table=True):
    """How a game played to its end turned out. The result outlives the game, and has the game's id
    for as long as the game is kept.

    A game and its copies share a ``seed_hash`` and count as one.
    """

    __tablename__ = "result"
    __table_args__ = (Index("ix_result_guild_id_game", "guild_id", "game"),)

    seed_hash: str = Field(primary_key=True)
    game_id: str | None = Field(default=None, max_length=12, index=True)
    guild_id: int = Field(sa_type=BigInteger)
    game: str
    victory: str
    ruleset: str
    """The specification of the rule set."""
    rounds: int
    feats: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSON)
    """The seats' feats that the statistics count."""
    season_id: int | None = Field(default=None, sa_type=BigInteger)
    """The season that the result counts towards."""
    ended: datetime = Field(sa_type=Moment)


class ResultSeatRow(SQLModel, table=True):
    """The result of one seat: its player (nobody, if they have been forgotten), and its place.
    ``side`` is the House or family that the seat played; empty if it had none. ``mu`` and ``sigma``
    are the rating that a person who has since been forgotten had before this game, so the others'
    ratings stay as they are.
    """

    __tablename__ = "result_seat"

    seed_hash: str = Field(
        sa_column=Column(
            ForeignKey("result.seed_hash", ondelete="CASCADE"), nullable=False, primary_key=True
        )
    )
    number: int = Field(primary_key=True)
    user_id: int | None = Field(default=None, sa_type=BigInteger, index=True)
    policy: str | None = None
    place: int
    won: bool
    side: str = ""
    mu: float | None = None
    sigma: float | None = None


class AnswersRow(SQLModel, table=True):
    """How a person answered in a game that is over, even if the game was broken off or the person
    had left.

    ``answered`` counts the questions with a deadline that were answered in time, and ``late`` those
    that were not; ``at`` is when the game ended. The row outlives the game, and has the game's id
    for as long as the game is kept.
    """

    __tablename__ = "answers"

    id: int | None = Field(default=None, sa_column=Column(Serial, primary_key=True))
    game_id: str | None = Field(default=None, max_length=12, index=True)
    guild_id: int = Field(sa_type=BigInteger)
    user_id: int = Field(sa_type=BigInteger, index=True)
    answered: int
    late: int
    at: datetime = Field(sa_type=Moment)


class SeasonRow(SQLModel, table=True):
    """A season of a server: games of one rule set from one time to another, among those who joined,
    at tables drawn at random. ``options`` are those of its tables. The channel in which it was
    opened is told how it ended; ``told`` says that this has been done.
    """

    __tablename__ = "season"
    # Results name a season by its number.
    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True, sa_type=Serial)
    guild_id: int = Field(sa_type=BigInteger, index=True)
    channel_id: int = Field(sa_type=BigInteger)
    game: str
    ruleset: str
    options: dict[str, str] = Field(default_factory=dict, sa_type=JSON)
    begins: datetime = Field(sa_type=Moment)
    ends: datetime = Field(sa_type=Moment)
    told: bool = False


class EntrantRow(SQLModel, table=True):
    """A person who has joined a season; ``tables`` counts those they were drawn for."""

    __tablename__ = "entrant"

    season_id: int = Field(
        sa_column=Column(
            BigInteger().with_variant(Integer(), "sqlite"),
            ForeignKey("season.id", ondelete="CASCADE"),
            nullable=False,
            primary_key=True,
            autoincrement=False,
        )
    )
    user_id: int = Field(
        primary_key=True,
        index=True,
        sa_type=BigInteger,
        sa_column_kwargs={"autoincrement": False},
    )
    name: str
    tables: int = 0
