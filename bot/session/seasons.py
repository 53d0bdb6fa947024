"""What is kept about finished games: the results and whose they are, the ratings, and who may see
them.

Ratings follow the Plackett-Luce model for games of many players, as in openskill.

A finished game is counted once: who took which place, and who answered in time.

The counting is done in the transaction of the command that ends the game, and undone in the one
that lets it resume. A game that was broken off has no result; nor does a second copy of a game that
has been counted. How people answered still counts, in each case for the person who had the seat
then.

A server's results give its leaderboards, profiles, statistics and season standings.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Feat, Match, Seat
from bot.session.journal.history import (
    DECISION,
    DEED,
    LATE,
    events_of,
    had_choice,
    holder_of,
    was_late,
)
from bot.session.library import rules_key
from bot.session.receipts import Refused, SeatInfo
from bot.session.seating import COMPUTER, KICK, REPLACE, plain_name
from bot.session.services import Services
from bot.storage import (
    AnswersRow,
    EntrantRow,
    ResultRow,
    ResultSeatRow,
    SeasonRow,
    journal,
    members,
    results,
)
from bot.storage.results import Chair, Result

logger = logging.getLogger(__name__)

_START, _STEP = 1000.0, 40.0
"""How a rating is shown: a newcomer's rating, and how many shown points one of the model's points
is worth.
"""

_CAUTION = 3.0
"""How many standard deviations below its mean a rating is shown: the player is almost certainly at
least that good.
"""


@dataclass(frozen=True, slots=True)
class Rated:
    """The person or computer player that is rated; a computer player goes by the name of its
    policy."""

    user_id: int | None
    policy: str | None = None


def rated_at(seat: ResultSeatRow) -> Rated | None:
    """The person or computer player to whom a seat's result belongs; None if the player has been
    forgotten or there was none.
    """
    if seat.user_id is None and seat.policy is None:
        return None
    return Rated(seat.user_id, seat.policy)


class Ratings:
    """The ratings for one game on one server, worked out from its results, oldest first.

    A computer player may have several seats in a game. Each of those seats enters with the player's
    one rating, and the model's new ratings for them are averaged.
    """

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._now: dict[Rated, PlackettLuceRating] = {}
        self.before: dict[Chair, tuple[float, float]] = {}
        """The rating of each seat before its game: the mean and the standard deviation."""

    def take_in(self, seats: Sequence[ResultSeatRow]) -> None:
        """Rate the players of a game by their places in it."""
        entering = [self._entering(seat) for seat in seats]
        for seat, rating in zip(seats, entering, strict=True):
            self.before[seat.seed_hash, seat.number] = (rating.mu, rating.sigma)
        leaving = self._model.rate(
            [[rating] for rating in entering], ranks=[float(seat.place) for seat in seats]
        )
        found: dict[Rated, list[PlackettLuceRating]] = {}
        for seat, (rating,) in zip(seats, leaving, strict=True):
            who = rated_at(seat)
            if who is not None:
                found.setdefault(who, []).append(rating)
        for who, ratings in found.items():
            mu, sigma = fmean(r.mu for r in ratings), fmean(r.sigma for r in ratings)
            self._now[who] = self._model.rating(mu, sigma)

    def _entering(self, seat: ResultSeatRow) -> PlackettLuceRating:
        who = rated_at(seat)
        if who is not None and who in self._now:
            rating = self._now[who]
            return self._model.rating(rating.mu, rating.sigma)
        # The rating stored with the seat, or a newcomer's if there is none.
        return self._model.rating(seat.mu, seat.sigma)

    def shown(self, who: Rated) -> int:
        """A player's rating as it is shown: 1000 for a newcomer, higher for better players."""
        rating = self._now.get(who) or self._model.rating()
        return round(rating.ordinal(_CAUTION, _STEP, _START))


_RESEATED = frozenset({REPLACE, COMPUTER, KICK})


@dataclass(frozen=True, slots=True)
class Counted:
    """What is kept about a game apart from its seats; ``timed`` says that its answers had a
    deadline."""

    game_id: str
    guild_id: int
    game: str
    ruleset: str
    seed_hash: str
    timed: bool
    season: int | None = None


async def count(
    db: AsyncSession, of: Counted, match: Match, seats: Sequence[SeatInfo], now: datetime
) -> None:
    """Store how people answered in a game that is over, if its answers had a deadline; and its
    result, unless the game was broken off, nobody won it, or the result is already stored.
    """
    played = _played(await results.deeds(db, of.game_id, (DECISION, DEED)))
    if of.timed:
        rows = [
            AnswersRow(
                game_id=of.game_id,
                guild_id=of.guild_id,
                user_id=user_id,
                answered=given.in_time,
                late=given.late,
                at=now,
            )
            for user_id, given in played.answers.items()
        ]
        await results.keep_answers(db, rows)
    state = match.position.state
    winners, victory = match.game.winners(state)
    if not winners:
        return
    places = match.game.places(state)
    steps = await journal.step_lines(db, of.game_id)
    happened = [event for step in steps for event in events_of(match.game, step)]
    feats = match.game.feats(event for event in happened if event.visible_to(None))
    result = ResultRow(
        game_id=of.game_id,
        guild_id=of.guild_id,
        game=of.game,
        victory=victory,
        ruleset=of.ruleset,
        rounds=match.game.rounds(state),
        feats=[msgspec.to_builtins(feat) for feat in feats],
        season_id=of.season,
        seed_hash=of.seed_hash,
        ended=now,
    )
    await results.keep(
        db,
        result,
        [
            ResultSeatRow(
                seed_hash=of.seed_hash,
                number=seat.number,
                user_id=played.by.get(seat.number) if seat.free else seat.user_id,
                policy=seat.policy,
                place=places[seat.number],
                won=seat.number in winners,
                side=match.game.side(state, seat.number),
            )
            for seat in seats
        ],
    )


async def uncount(db: AsyncSession, game_id: str) -> None:
    """Remove what was stored when a game ended, because the game continues after all."""
    await results.drop(db, game_id)


@dataclass(slots=True)
class _Answers:
    """How many questions a person answered in time, and how many too late."""

    in_time: int = 0
    late: int = 0


@dataclass(slots=True)
class _Played:
    """The last player on each seat, and what each person answered on any seat.

    ``open`` gives, by seat, the person and question of the newest answer: several answers in a row
    may belong to one question.
    """

    by: dict[Seat, int] = field(default_factory=dict)
    answers: dict[int, _Answers] = field(default_factory=dict)
    open: dict[Seat, tuple[int, str | None]] = field(default_factory=dict)

    def answered(self, deed: results.AnswerDeed, actor: int) -> None:
        """Count an answer as given in time, unless it continues the one before or was the only one
        possible.
        """
        seat, asked = deed.seat, (actor, deed.prompt)
        if had_choice(deed.kept) and (deed.prompt is None or self.open.get(seat) != asked):
            self.answers.setdefault(actor, _Answers()).in_time += 1
        self.open[seat], self.by[seat] = asked, actor

    def missed(self, deed: results.AnswerDeed) -> None:
        """Count an answer that was given on behalf of the person who had the seat, because they
        were late."""
        begun, holder = self.open.pop(deed.seat, None), holder_of(deed.kept)
        if holder is None or not was_late(deed.note) or not had_choice(deed.kept):
            return
        given = self.answers.setdefault(holder, _Answers())
        given.late += 1
        if deed.prompt is not None and begun == (holder, deed.prompt):
            # The answer was begun in time but not finished.
            given.in_time -= 1


def _played(deeds: Iterable[results.AnswerDeed]) -> _Played:
    """The answers of everybody who had a seat."""
    found = _Played()
    for deed in deeds:
        note = deed.note or {}
        if deed.kind == DEED:
            if note.get("what") in _RESEATED:
                found.by.pop(note["seat"], None)
                found.open.pop(note["seat"], None)
        elif note.get("what") == LATE:
            found.missed(deed)
        elif deed.actor is not None and "by" not in note:
            found.answered(deed, deed.actor)
    return found


@dataclass(frozen=True, slots=True)
class Rank:
    """A player on a leaderboard: place, rating as shown, games played and games won."""

    place: int
    player: Rated
    rating: int
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """A person's record in one game. ``rank`` is None as long as other people may not see this
    person's results.

    ``kinds`` counts the kinds of victory that the person won by; ``of`` is how many players are on
    the leaderboard.
    """

    game: str
    rating: int
    games: int
    won: int
    kinds: dict[str, int]
    rank: int | None
    of: int
    by_rules: dict[str, int] = field(default_factory=dict)
    """The rating under each rule set, if there was more than one."""
    played: list[Outcomes] = field(default_factory=list)
    """How this person's games ended, under each rule set."""


LATELY = timedelta(days=180)
"""How far back answers count towards how well somebody keeps to deadlines."""

_FEW = 20
"""Fewer answers than this say nothing."""


class Band(IntEnum):
    """How well somebody keeps to deadlines, the best band last; never given in figures."""

    OFTEN_LATE = 0
    MOSTLY = 1
    ALWAYS = 2

    @classmethod
    def of(cls, answered: int, late: int) -> Band | None:
        """The band for this many answers in time and too late; None if there are too few to
        tell."""
        asked = answered + late
        if asked < _FEW:
            return None
        if 20 * answered >= 19 * asked:
            return cls.ALWAYS
        return cls.MOSTLY if 5 * answered >= 4 * asked else cls.OFTEN_LATE


ASKS = "asks"
"""The table's option that names the band required of those who join."""

BANDS = {"mostly": Band.MOSTLY, "always": Band.ALWAYS}
"""The bands that a table may ask for."""

_HIDDEN = (
    "This table asks how well people keep to deadlines, but you keep that "
    "private. Use `/profile shown:True` to show it. Then you can join."
)
_TOO_LATE = (
    "This table wants people who answer in time more often than you have in recent months. Find "
    "other tables with `/tables`."
)


async def check_band(
    db: AsyncSession, options: Mapping[str, str], guild_id: int, user_id: int, now: datetime
) -> None:
    """Refuse to seat somebody who is known to have a lower band than the table asks for, or lets
    nobody see it. Nothing is known about newcomers, so they are welcome everywhere.
    """
    asked = BANDS.get(options.get(ASKS, ""))
    if asked is None:
        return
    if await members.is_unlisted(db, user_id):
        raise Refused(_HIDDEN)
    found = await results.answers_of(db, guild_id, [user_id], now - LATELY)
    band = Band.of(*found.get(user_id, (0, 0)))
    if band is not None and band < asked:
        raise Refused(_TOO_LATE)


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's record on a server: in each game, and how well they have kept to deadlines
    lately."""

    listed: bool
    records: list[SeasonRecord] = field(default_factory=list)
    band: Band | None = None


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The results of a server's or a person's games under one rule set.

    Of the ``games``, ``won`` are those with a winner among the players counted, and ``victories``
    their kinds of victory. ``lengths`` counts games by their rounds; ``sides`` are the Houses or
    families, each with how often it won and was played.
    """

    rules: str
    games: int
    won: int
    lengths: dict[int, int] = field(default_factory=dict)
    victories: dict[str, int] = field(default_factory=dict)
    sides: dict[str, tuple[int, int]] = field(default_factory=dict)
    feats: list[tuple[str, Feat, Rated | None]] = field(default_factory=list)
    """The feats that a server's statistics count, each with its game's rule set and options, and
    with the player who did it; None for anybody who is not to be named.
    """


SEASON = "season"
"""The table's option that names the season for which the table was drawn."""

POINTS = (5, 3, 2)
"""The points for the first places in a season's game."""

TAKING_PART = 1
"""The points for every other place."""

_LOTS = secrets.SystemRandom()

_LOOK_EVERY = timedelta(minutes=5)
"""How often to look for seasons that are over."""

_NO_SEASON = "There is no season here. A moderator can open one with `/season open`."


def season_in(options: Mapping[str, str]) -> int | None:
    """The number of the season that a table with these options was drawn for."""
    return int(options[SEASON]) if SEASON in options else None


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """Where a person stands in a season."""

    place: int
    user_id: int
    points: int
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A season and the standings of those who joined it, the leaders first; those who have not
    finished a game are counted only in ``joined``, the number of all who joined."""

    season: SeasonRow
    over: bool
    standings: list[SeasonPlace]
    joined: int


class Seasons:
    """The results of every server's finished games. The results say nothing about unfinished
    games.

    ``serves`` says whether this process looks after a server; ``tell`` tells a channel how its
    season ended.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._closing = asyncio.Event()
        self.serves: Callable[[int], bool] = lambda guild_id: True
        self.tell: Callable[[SeasonTable], Awaitable[None]] | None = None

    async def leaderboard(self, guild_id: int, game: str, rules: str | None = None) -> list[Rank]:
        """The people and computer players who have finished a game on a server, best first, except
        people who opted out; if a rule set is named, only its games count.
        """
        async with self._services.database.reading() as db:
            found = await results.of_server(db, guild_id, game)
            hidden = await results.unlisted(db, guild_id)
        if rules is not None:
            found = _by_rules(found).get(rules, [])
        return await asyncio.to_thread(_ranked, found, hidden)

    async def played(self, guild_id: int, game: str) -> list[Outcomes]:
        """The results of a server's games under each rule set, the most played first."""
        async with self._services.database.reading() as db:
            found = await results.of_server(db, guild_id, game)
            hidden = await results.unlisted(db, guild_id)
        return _outcomes(found, hidden)

    async def most_played(self, guild_id: int) -> str | None:
        """The game that has been finished most often on a server; None if there is none."""
        async with self._services.database.reading() as db:
            return await results.most_played(db, guild_id)

    async def profile(self, guild_id: int, user_id: int, *, by: int) -> Profile:
        """A person's record on a server, as ``by`` may see it: others see nothing if the person
        does not want it seen.
        """
        async with self._services.database.reading() as db:
            found = await results.of_server(db, guild_id)
            hidden = await results.unlisted(db, guild_id)
            listed = not await members.is_unlisted(db, user_id)
            since = self._services.clock.now() - LATELY
            answers = await results.answers_of(db, guild_id, [user_id], since)
        if not listed and by != user_id:
            return Profile(listed)
        band = Band.of(*answers.get(user_id, (0, 0)))
        return await asyncio.to_thread(_profile, found, hidden, user_id, listed, band)

    async def bands(self, guild_id: int, user_ids: Collection[int]) -> dict[int, Band]:
        """How well these people keep to deadlines, if that is known and others may see it."""
        since = self._services.clock.now() - LATELY
        async with self._services.database.reading() as db:
            found = await results.answers_of(db, guild_id, user_ids, since, listed=True)
        known = {user: Band.of(*answers) for user, answers in found.items()}
        return {user: band for user, band in known.items() if band is not None}

    async def show(self, user_id: int, *, listed: bool) -> None:
        """Choose whether others may see a person's results, on all servers."""
        async with self._services.database.writing() as db:
            await members.note_unlisted(db, user_id, unlisted=not listed)

    # Seasons with a beginning and an end

    async def open_season(
        self,
        place: tuple[int, int],
        game: str,
        ruleset: str,
        options: dict[str, str],
        days: tuple[int, int],
    ) -> SeasonRow:
        """Open a season in a place (its server and channel) for games under these rules, at tables
        with these options; ``days`` are the days until it begins and the days that it lasts.
        Refused while there is a season already.
        """
        guild_id, channel_id = place
        begins = self._services.clock.now() + timedelta(days=days[0])
        async with self._services.database.writing() as db:
            last = await results.season_of(db, guild_id)
            if last is not None and self._services.clock.now() < last.ends:
                raise Refused("There is a season here already. `/season end` ends it.")
            season = SeasonRow(
                guild_id=guild_id,
                channel_id=channel_id,
                game=game,
                ruleset=ruleset,
                options=options,
                begins=begins,
                ends=begins + timedelta(days=days[1]),
            )
            db.add(season)
            await db.flush()
            return season

    async def end_season(self, guild_id: int) -> None:
        """End a server's season now, and tell its channel."""
        async with self._services.database.writing() as db:
            season = await self._season(db, guild_id)
            season.ends = self._services.clock.now()
            db.add(season)
        await self.look()

    async def run(self) -> None:
        """Look now and then, until the process closes."""
        while not self._services.background.closing:
            try:
                await self.look()
            except Exception:
                logger.exception("could not look for seasons")
            await self._services.clock.wait(self._closing, self._services.clock.now() + _LOOK_EVERY)

    async def look(self) -> None:
        """Tell the channel of each season that is over how the season ended, once."""
        if self.tell is None:
            return
        async with self._services.database.reading() as db:
            over = await results.untold_seasons(db, self._services.clock.now())
        for season in over:
            if not self.serves(season.guild_id) or not await self._noted(season, told=True):
                continue
            try:
                async with self._services.database.reading() as db:
                    found = await self._table(db, season, by=None)
                await self.tell(found)
            except Exception:
                # Trouble in one channel must not affect another.
                logger.exception("a channel could not be told that its season is over")
                await self._noted(season, told=False)

    async def _noted(self, season: SeasonRow, *, told: bool) -> bool:
        """Note that a channel is being told (or, after a failure, that it was not); False if that
        has been noted already.
        """
        async with self._services.database.writing() as db:
            return await results.note_told(db, season.id or 0, told=told)

    def close(self) -> None:
        """Stop looking."""
        self._closing.set()

    async def join_season(self, guild_id: int, user_id: int, name: str) -> SeasonRow:
        """Take part in a server's season; people for its tables are drawn from all who take
        part."""
        async with self._services.database.writing() as db:
            season = await self._season(db, guild_id)
            assert season.id is not None
            others = await results.entrants(db, season.id)
            if any(each.user_id == user_id for each in others):
                raise Refused("You have already joined this season.")
            if await members.is_unlisted(db, user_id):
                raise Refused(
                    "A season shows everybody how its players stand, but you keep "
                    "your results private. Use `/profile shown:True` to show them. Then you "
                    "can join."
                )
            # A newcomer is level with those drawn least, and so is somebody who comes back.
            least = min((each.tables for each in others), default=0)
            db.add(
                EntrantRow(
                    season_id=season.id, user_id=user_id, name=plain_name(name), tables=least
                )
            )
            return season

    async def leave_season(self, guild_id: int, user_id: int) -> None:
        """Take no further part in a season, and no longer appear in its standings."""
        async with self._services.database.writing() as db:
            season = await self._season(db, guild_id)
            if not await results.drop_entrant(db, season.id or 0, user_id):
                raise Refused("You have not joined this season.")

    async def draw(self, guild_id: int, seats: int) -> tuple[SeasonRow, list[EntrantRow]]:
        """People for a table of the season in the order of their seats: drawn at random, but first
        from those who have been drawn least often.
        """
        async with self._services.database.reading() as db:
            season = await self._season(db, guild_id)
            people = await results.entrants(db, season.id or 0)
        if self._services.clock.now() < season.begins:
            raise Refused("This season has not begun yet.")
        if len(people) < seats:
            raise Refused(
                f"{len(people)} joined this season, too few for a table of {seats}. More people "
                "can join with `/season join`."
            )
        _LOTS.shuffle(people)
        drawn = sorted(people, key=lambda person: person.tables)[:seats]
        _LOTS.shuffle(drawn)
        return season, drawn

    async def note_drawn(self, season: SeasonRow, people: Sequence[EntrantRow]) -> None:
        """Note that a table was opened for the people drawn."""
        async with self._services.database.writing() as db:
            await results.count_tables(db, season.id or 0, [each.user_id for each in people])

    async def season_table(self, guild_id: int, *, by: int) -> SeasonTable:
        """How the people of the newest season stand, as ``by`` may see it."""
        async with self._services.database.reading() as db:
            season = await results.season_of(db, guild_id)
            if season is None:
                raise Refused(_NO_SEASON)
            return await self._table(db, season, by=by)

    async def _table(self, db: AsyncSession, season: SeasonRow, *, by: int | None) -> SeasonTable:
        """How the people of a season stand, as ``by`` (None: everybody) may see it."""
        people = {each.user_id for each in await results.entrants(db, season.id or 0)}
        found = await results.of_server(db, season.guild_id, season.game)
        hidden = await results.unlisted(db, season.guild_id) - {by}
        counted = [
            seats
            for result, seats in found
            if result.season_id == season.id and season.begins <= result.ended <= season.ends
        ]
        over = season.ends <= self._services.clock.now()
        return SeasonTable(season, over, _standings(counted, people - hidden), len(people))

    async def _season(self, db: AsyncSession, guild_id: int) -> SeasonRow:
        """The season that is on, or about to begin."""
        season = await results.season_of(db, guild_id)
        if season is None or season.ends <= self._services.clock.now():
            raise Refused(_NO_SEASON)
        return season


def _standings(
    games: Iterable[Sequence[ResultSeatRow]], people: Collection[int]
) -> list[SeasonPlace]:
    points, played, won = Counter[int](), Counter[int](), Counter[int]()
    for seat in (seat for seats in games for seat in seats):
        if seat.user_id is not None and seat.user_id in people:
            first = seat.place <= len(POINTS)
            points[seat.user_id] += POINTS[seat.place - 1] if first else TAKING_PART
            played[seat.user_id] += 1
            won[seat.user_id] += seat.won
    order = sorted(points, key=lambda user: (-points[user], -won[user], played[user], user))
    above = sorted(-each for each in points.values())
    return [
        SeasonPlace(above.index(-points[user]) + 1, user, points[user], played[user], won[user])
        for user in order
    ]


async def forget(db: AsyncSession, user_id: int) -> None:
    """Take a person out of all results; everybody else's ratings stay the same."""
    before: dict[results.Chair, tuple[float, float]] = {}
    for guild_id, game in sorted(await results.places_of(db, user_id)):
        found = await results.of_server(db, guild_id, game)
        before |= (await asyncio.to_thread(_rated, found)).before
    await results.forget(db, user_id, before)


def _rated(found: Iterable[Result]) -> Ratings:
    ratings = Ratings()
    for _, seats in found:
        ratings.take_in(seats)
    return ratings


def _ranked(found: Sequence[Result], hidden: Collection[int]) -> list[Rank]:
    """The players in the results of one game, ranked by their ratings; equal ratings share a
    place."""
    ratings = _rated(found)
    games, won = Counter[Rated](), Counter[Rated]()
    for _, seats in found:
        games.update({who for seat in seats if (who := rated_at(seat)) is not None})
        won.update({who for seat in seats if seat.won and (who := rated_at(seat)) is not None})
    shown = {who: ratings.shown(who) for who in games if who.user_id not in hidden}
    order = sorted(shown, key=lambda who: (-shown[who], -games[who], who.policy or "", who.user_id))
    above = sorted(-rating for rating in shown.values())
    return [
        Rank(above.index(-shown[who]) + 1, who, shown[who], games[who], won[who]) for who in order
    ]


def _by_rules(found: Iterable[Result]) -> dict[str, list[Result]]:
    """The results of a game by rule set."""
    by_rules: dict[str, list[Result]] = {}
    for each in found:
        by_rules.setdefault(rules_key(each[0].game, each[0].ruleset), []).append(each)
    return by_rules


def _outcomes(
    found: Iterable[Result], hidden: Collection[int], user_id: int | None = None
) -> list[Outcomes]:
    """How games ended under each rule set, the most played first: for everybody, or for a person
    who was in them all."""
    counted = [_counted(rules, its, hidden, user_id) for rules, its in _by_rules(found).items()]
    return sorted(counted, key=lambda played: (-played.games, played.rules))


def _counted(
    rules: str, found: Sequence[Result], hidden: Collection[int], user_id: int | None
) -> Outcomes:
    own = [
        (result, [seat for seat in seats if user_id in (None, seat.user_id)])
        for result, seats in found
    ]
    won = [result.victory for result, seats in own if any(seat.won for seat in seats)]
    sided = [seat for _, seats in own for seat in seats if seat.side]
    played = Counter(str(seat.side) for seat in sided)
    wins = Counter(str(seat.side) for seat in sided if seat.won)
    return Outcomes(
        rules,
        len(found),
        len(won),
        dict(sorted(Counter(result.rounds for result, _ in found).items())),
        dict(Counter(won).most_common()),
        {side: (wins[side], times) for side, times in played.most_common()},
        [done for each in found for done in _feats(each, hidden)] if user_id is None else [],
    )


def _feats(found: Result, hidden: Collection[int]) -> Iterator[tuple[str, Feat, Rated | None]]:
    """What was done in a game, and by whom if others may see it."""
    result, seats = found
    by = {seat.number: rated_at(seat) for seat in seats}
    for feat in msgspec.convert(result.feats, list[Feat]):
        who = by.get(feat.seat)
        named = None if who is None or who.user_id in hidden else who
        yield result.ruleset, feat, named


def _profile(
    found: Sequence[Result],
    hidden: Collection[int],
    user_id: int,
    listed: bool,
    band: Band | None,
) -> Profile:
    by_game: dict[str, list[Result]] = {}
    for result in found:
        by_game.setdefault(result[0].game, []).append(result)
    records = []
    for game, its in sorted(by_game.items()):
        own = [each for each in its if any(seat.user_id == user_id for seat in each[1])]
        if not own:
            continue
        board = _ranked(its, set(hidden) - {user_id})
        mine = next(rank for rank in board if rank.player == Rated(user_id))
        played, by_rules = _outcomes(own, (), user_id), _by_rules(its)
        kinds = sum((Counter(each.victories) for each in played), Counter[str]())
        rated = {each.rules: _rated(by_rules[each.rules]).shown(Rated(user_id)) for each in played}
        records.append(
            SeasonRecord(
                game,
                mine.rating,
                mine.games,
                mine.won,
                dict(kinds.most_common()),
                mine.place if listed else None,
                len(board),
                rated if len(rated) > 1 else {},
                played,
            )
        )
    return Profile(listed, records, band)
