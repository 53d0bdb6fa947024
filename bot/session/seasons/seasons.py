"""How the people and computers of a server have done in its finished games."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.seasons.ratings import Rated, Ratings, rated_at
from bot.session.services import Services
from bot.storage import members
from bot.storage.seasons import results
from bot.storage.seasons.results import Result


@dataclass(frozen=True, slots=True)
class Rank:
    """A player on a leaderboard: the place, the rating as it is shown, games, and those won."""

    place: int
    player: Rated
    rating: int
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """How a person has done in one game. ``rank`` is None while others are not shown theirs.

    ``kinds`` are the kinds of victory they won by, each with how often; ``of`` is how many players
    stand on the leaderboard.
    """

    game: str
    rating: int
    games: int
    won: int
    kinds: dict[str, int]
    rank: int | None
    of: int


@dataclass(frozen=True, slots=True)
class Profile:
    """How a person has done on a server: in each game, and how many answers came in time."""

    listed: bool
    records: list[SeasonRecord] = field(default_factory=list)
    answered: int = 0
    late: int = 0


class Seasons:
    """The results of every server's finished games. Of running ones they tell nothing."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def leaderboard(self, guild_id: int, game: str) -> list[Rank]:
        """The people who have finished a game on a server, the best first; without those who do not
        want it."""
        async with self._services.database.reading() as db:
            found = await results.of_server(db, guild_id, game)
            hidden = await results.unlisted(db, guild_id)
        return await asyncio.to_thread(_ranked, found, hidden)

    async def most_played(self, guild_id: int) -> str | None:
        """The game that was finished most often on a server; None if none was."""
        async with self._services.database.reading() as db:
            return await results.most_played(db, guild_id)

    async def profile(self, guild_id: int, user_id: int, *, by: int) -> Profile:
        """How a person has done on a server, as ``by`` may see it: nothing if they do not want."""
        async with self._services.database.reading() as db:
            found = await results.of_server(db, guild_id)
            hidden = await results.unlisted(db, guild_id)
            listed = not await members.is_unlisted(db, user_id)
            answers = await results.answers_of(db, guild_id, user_id)
        if not listed and by != user_id:
            return Profile(listed)
        return await asyncio.to_thread(_profile, found, hidden, user_id, listed, answers)

    async def show(self, user_id: int, *, listed: bool) -> None:
        """Let a person's results be shown to others, or not, on all servers."""
        async with self._services.database.writing() as db:
            await members.note_unlisted(db, user_id, unlisted=not listed)


async def forget(db: AsyncSession, user_id: int) -> None:
    """Take a person out of all results; the ratings of all others stay as they are."""
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
    """The players of the results of one game by their ratings; equal ones share a place."""
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


def _profile(
    found: Sequence[Result],
    hidden: Collection[int],
    user_id: int,
    listed: bool,
    answers: tuple[int, int],
) -> Profile:
    by_game: dict[str, list[Result]] = {}
    for result in found:
        by_game.setdefault(result[0].game, []).append(result)
    own = [(result, seat) for result, seats in found for seat in seats if seat.user_id == user_id]
    records = []
    for game in sorted({result.game for result, _ in own}):
        board = _ranked(by_game[game], set(hidden) - {user_id})
        mine = next(rank for rank in board if rank.player == Rated(user_id))
        kinds = Counter(r.victory for r, seat in own if seat.won and r.game == game)
        records.append(
            SeasonRecord(
                game,
                mine.rating,
                mine.games,
                mine.won,
                dict(kinds.most_common()),
                mine.place if listed else None,
                len(board),
            )
        )
    return Profile(listed, records, *answers)
