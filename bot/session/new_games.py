"""How games begin: a host opens a lobby, or brings in an exported game."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy.exc import IntegrityError

from bot.rules.kernel import Match, Seat, commitment
from bot.session import seating
from bot.session.announcements import Announcements
from bot.session.clock import deadlines as timekeeping
from bot.session.clock.deadlines import TIME_UP
from bot.session.clock.pace import BY_DEFAULT, hours_of, times_of
from bot.session.game_session import Find, GameSession
from bot.session.library import policy_of, rules_of
from bot.session.past import imports
from bot.session.receipts import CHANNEL_TAKEN, Refused, SeatInfo
from bot.session.seasons import SEASON
from bot.session.services import Services
from bot.session.table.lobby import AFTER, still_missing
from bot.storage import DeadlineRow, GameRow, SeatRow, games, outbox

logger = logging.getLogger(__name__)

_ID_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ID_LENGTH = 6
MOST_HOSTED = 10
"""How many unfinished games one person can host."""


class NewGames:
    """Opens games, and brings in exported ones. If something does not fit, a sentence explains
    what."""

    def __init__(self, services: Services, find: Find) -> None:
        self._services = services
        self._find = find

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        host_name: str,
        game: str,
        ruleset: str,
        seats: int,
        options: dict[str, str],
        computers: Sequence[str] = (),
        people: Sequence[tuple[int, str]] = (),
        seed: str | None = None,
    ) -> GameSession:
        """Open a lobby in a channel, with the host in the first seat and these people (each with a
        name) and computer players in the next ones. ``seed`` is for a game whose cards must fall in
        a known way; otherwise the seed is random. Refused if the channel has an unfinished game, if
        seats or options do not fit, or if the host already has as many games as one person may host
        (unless he was put at the table together with these people).
        """
        rules = rules_of(self._services.library, game, ruleset)
        hours_of(options)
        self._check_pace(game, options)
        try:
            Match.start(rules, seats, "trial", dict(options))
        except ValueError as wrong:
            raise Refused(str(wrong)) from None
        seed = secrets.token_hex(16) if seed is None else seed
        row = GameRow(
            id=await self._new_id(),
            guild_id=guild_id,
            channel_id=channel_id,
            game=game,
            ruleset=rules.ruleset,
            host_id=host_id,
            options=dict(options),
            seats_wanted=seats,
            seed=seed,
            seed_hash=commitment(seed),
            created=self._services.clock.now(),
        )
        name = seating.plain_name(host_name)
        # People who are put at a table, its host included, have not said that they are here; nor
        # can they help how many games they host.
        here, most = (None, None) if people else (row.created, MOST_HOSTED)
        taken = [SeatInfo(Seat(0), host_id, name, ready_at=here)]
        for user_id, called in people:
            number = Seat(len(taken))
            taken.append(SeatInfo(number, user_id, seating.name_apart(taken, number, called)))
        return await self._insert(row, self._seated(row, taken, computers), [], most=most)

    def _seated(
        self, row: GameRow, taken: list[SeatInfo], computers: Sequence[str]
    ) -> list[SeatRow]:
        """The seats, with these computer players on them. Refused if a computer player is unknown
        or there is no seat for it."""
        names = seating.names_in(row.id, self._services.library.computer_names())
        for policy in computers:
            policy_of(self._services.library, row.game, policy)
            taken = seating.with_computer(taken, row.seats_wanted, policy, False, names)
        return [seat.row(row.id) for seat in taken]

    async def invited_to(self, session: GameSession) -> list[SeatInfo]:
        """The people from a finished game who do not yet have a seat at the table opened after
        it."""
        before = session.options.get(AFTER)
        if before is None:
            return []
        _, seats = await self._services.read(before)
        return still_missing([SeatInfo.of(seat) for seat in seats], session.seats)

    async def bring_in(
        self,
        data: Any,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        people: dict[Seat, int] | None = None,
    ) -> GameSession:
        """Continue an exported game in a channel. ``people`` gives the user id for each seat
        number.

        Seats of people who are not named are free to take. Refused if the export does not fit, or
        if the channel has an unfinished game.
        """
        now = self._services.clock.now()
        try:
            imports.check_ids(guild_id, channel_id, host_id)
            game, ruleset = imports.named(data)
            rules = rules_of(self._services.library, game, ruleset)
            taken_in = imports.take_in(data, rules, await self._new_id(), now, people or {})
        except ValueError as wrong:
            raise Refused(str(wrong)) from None
        row = taken_in.game
        self._check_pace(game, row.options)
        row.options.pop(SEASON, None)  # a table counts for a season only where it was drawn
        for policy in {seat.policy for seat in taken_in.seats} - {None}:
            policy_of(self._services.library, game, str(policy))
        row.guild_id, row.channel_id, row.host_id = guild_id, channel_id, host_id
        more: list[Any] = list(taken_in.history)
        hours = hours_of(row.options)
        if taken_in.running and hours is not None and row.started is not None:
            # Moving the game may have taken a long time: the table gets at least an hour.
            now = self._services.clock.now()
            spans = ((row.started, timedelta(hours=hours)), (now, timedelta(hours=1)))
            due, made = max((since + span, since) for since, span in spans)
            more.append(DeadlineRow(game_id=row.id, due=due, set_at=made, kind=TIME_UP))
        match = taken_in.match if taken_in.running else None
        session = await self._insert(row, taken_in.seats, more, match)
        self._services.deadlines.ring()
        session.computers.play_on()
        return session

    def _check_pace(self, game: str, options: dict[str, str]) -> None:
        pace = times_of(options)
        if pace.late != BY_DEFAULT:
            policy_of(self._services.library, game, pace.late)

    async def _new_id(self) -> str:
        """A new id: short enough for controls, and without letters that are easily confused."""
        while True:
            drawn = "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))
            async with self._services.database.reading() as db:
                if await games.revision(db, drawn) is None:
                    return drawn

    async def _insert(
        self,
        row: GameRow,
        seats: list[SeatRow],
        more: list[Any],
        match: Match | None = None,
        *,
        most: int | None = None,
    ) -> GameSession:
        """Store a game. Refused if the game's channel already has an unfinished game, or if its
        host already has ``most`` such games."""
        infos = [SeatInfo.of(seat) for seat in seats]
        say = Announcements(row.id, row.revision, infos)
        say.status()
        if match is not None:
            # A question that only one player may read is asked again here, too.
            say.ask_again({prompt.seat for prompt in match.sealed()})
        try:
            async with self._services.database.writing() as db:
                if most is not None and await games.hosted_by(db, row.host_id) >= most:
                    raise Refused(
                        f"You host {most} games that are not over, and nobody can host more. "
                        "Finish one, or end one with `/game end` in its channel."
                    )
                await games.add(db, row, seats)
                db.add_all(more)
                await outbox.add(db, say.rows)
                if match is not None:
                    pace, now = times_of(row.options), self._services.clock.now()
                    await timekeeping.follow(db, row.id, pace, match, infos, now, acted=None)
        except IntegrityError:
            raise Refused(CHANNEL_TAKEN) from None
        logger.info("game %s: opened", row.id)
        session = await self._find(row.id)
        assert session is not None
        self._services.news.ring(row.id)
        return session
