"""What is remembered about a server: the role of its moderators, its mixes, and its open seats.

A mix is rules with options, put together once and kept under a name.

People are told about open seats if they ask to be.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.plain_text import plain_text
from bot.session.clock.deadlines import rhythm_of
from bot.session.clock.pace import NONE, PACES, kept_zone, zone_of
from bot.session.library import rules_key, rules_of
from bot.session.receipts import Refused
from bot.session.services import Services
from bot.storage import MixRow, WishRow, games, members
from bot.storage.games import OpenRow
from bot.words.phrases import quoted

logger = logging.getLogger(__name__)


class Servers:
    """Every server's role for moderators."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def moderator_role(self, guild_id: int) -> int | None:
        """The role whose members moderate the games of a server; None if none has been named."""
        async with self._services.database.reading() as db:
            return await members.moderator_role(db, guild_id)

    def role_at_hand(self, guild_id: int) -> int | None:
        """The role whose members moderate the games of a server, from memory; None if this process
        does not remember it.
        """
        key = ("role", guild_id)
        return self._services.memory.recall(key, lambda: self.moderator_role(guild_id), None)

    async def name_moderator_role(self, guild_id: int, role_id: int | None) -> None:
        """Name the role whose members moderate the games of a server; None for no role."""
        async with self._services.database.writing() as db:
            await members.name_moderator_role(db, guild_id, role_id)


NAME_LIMIT = 40
"""The most characters that the name of a mix may have."""
MOST = 15
"""How many mixes a server may keep: they share a menu with the presets."""


@dataclass(frozen=True, slots=True)
class Mix:
    """Rules that a server keeps: their game, their specification, and who kept them."""

    id: int
    game: str
    ruleset: str
    name: str
    kept_by: int

    @property
    def value(self) -> str:
        """The value that stands for the mix among the answers to 'which rules?'."""
        return f"mix:{self.id}"


class Mixes:
    """Every server's mixes. Anyone there may keep a mix, and use all of them."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def of(self, guild_id: int) -> list[Mix]:
        """A server's mixes by name, without those whose rules no longer exist."""
        return [mix for mix in await self.all_of(guild_id) if self.can_be_played(mix)]

    async def all_of(self, guild_id: int) -> list[Mix]:
        """All of a server's mixes by name, even those that can no longer be played."""
        async with self._services.database.reading() as db:
            return [_mix(row) for row in await members.mixes(db, guild_id)]

    def at_hand(self, guild_id: int) -> list[Mix]:
        """The mixes that can be played, from memory; none if this process remembers none."""
        key = ("mixes", guild_id)
        return self._services.memory.recall(key, lambda: self.of(guild_id), [])

    def can_be_played(self, mix: Mix) -> bool:
        """Whether the rules that the mix names still exist."""
        try:
            rules_of(self._services.library, mix.game, mix.ruleset)
        except Refused:
            return False
        return True

    async def keep(self, guild_id: int, *, game: str, ruleset: str, name: str, by: int) -> Mix:
        """Keep rules under a name. Refused if the name will not do, if these rules are kept
        already, or if there are too many.
        """
        ruleset = rules_of(self._services.library, game, ruleset).ruleset
        name = plain_text(name)
        if not name or len(name) > NAME_LIMIT:
            raise Refused(f"A name needs 1 to {NAME_LIMIT} visible characters. Choose another one.")
        async with self._services.database.writing() as db:
            there = await members.mixes(db, guild_id)
            if any(row.name.casefold() == name.casefold() for row in there):
                raise Refused(
                    f"This server already keeps a mix called {quoted(name)}. Choose another name."
                )
            same = next((r for r in there if (r.game, r.ruleset) == (game, ruleset)), None)
            if same is not None:
                raise Refused(f"This server already keeps these rules, as {quoted(same.name)}.")
            if len(there) >= MOST:
                raise Refused(
                    f"This server already has {MOST} mixes, the most it can keep. "
                    "Remove one with `/mixes`."
                )
            row = MixRow(guild_id=guild_id, game=game, ruleset=ruleset, name=name, kept_by=by)
            await members.keep_mix(db, row)
            return _mix(row)

    async def remove(self, guild_id: int, mix_id: int, *, by: int, manages: bool) -> Mix:
        """Stop keeping a mix. Refused to everybody except the person who kept it and anyone who
        ``manages`` games."""
        async with self._services.database.writing() as db:
            there = await members.mixes(db, guild_id)
            row = next((row for row in there if row.id == mix_id), None)
            if row is None:
                raise Refused("That mix is already gone.")
            if row.kept_by != by and not manages:
                raise Refused(
                    "Only the person who kept a mix, or a moderator of this server, may "
                    "remove it. Ask one of them."
                )
            await members.remove_mix(db, guild_id, mix_id)
            return _mix(row)


def _mix(row: MixRow) -> Mix:
    assert row.id is not None
    return Mix(row.id, row.game, row.ruleset, row.name, row.kept_by)


_LOOK_EVERY = timedelta(seconds=30)
_APART = timedelta(minutes=15)
"""The shortest time between two notices to the same person."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The open seats that somebody wants to hear about; any field left empty excludes nothing.

    ``rules`` are games, each with the base rule set wanted; ``hours`` are the start and end of the
    time when the person wants to hear about seats, in minutes of the day in ``zone``.
    """

    rules: frozenset[str] = frozenset()
    paces: frozenset[str] = frozenset()
    hours: tuple[int, int] | None = None
    zone: str = "UTC"

    def fits(self, table: OpenRow) -> bool:
        """Whether a table plays by these rules, at one of these paces."""
        key = rules_key(table.game, table.ruleset)
        return (not self.rules or key in self.rules) and (
            not self.paces or pace_name(table.options) in self.paces
        )

    def at_its_hours(self, now: datetime) -> bool:
        """Whether somebody wants to hear about seats at this time of day."""
        if self.hours is None:
            return True
        first, last = self.hours
        there = now.astimezone(kept_zone(self.zone))
        return (there.hour * 60 + there.minute - first) % 1440 < (last - first) % 1440


def pace_name(options: dict[str, str]) -> str:
    """The name of a table's pace; having none has a name too."""
    return options.get("pace") or NONE


Tell = Callable[[int, int, Sequence[OpenRow]], Awaitable[None]]
"""Tells somebody about open seats on a server."""


class OpenSeats:
    """Free seats: finding them, naming the channel where they may be posted, and announcing them to
    the people who asked.

    ``serves`` says whether this process looks after a server; ``tell`` delivers the notice.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._closing = asyncio.Event()
        self.serves: Callable[[int], bool] = lambda guild_id: True
        self.tell: Tell | None = None

    async def of(self, guild_id: int) -> list[OpenRow]:
        """A server's tables with free seats, in the order in which they were opened."""
        async with self._services.database.reading() as db:
            return await games.with_room(db, [guild_id])

    async def channel(self, guild_id: int) -> int | None:
        """The channel in which hosts may post open seats; None if the server has named none."""
        async with self._services.database.reading() as db:
            return await members.seats_channel(db, guild_id)

    async def name_channel(self, guild_id: int, channel_id: int | None) -> None:
        """Name the channel in which hosts may post open seats; None if they may not."""
        async with self._services.database.writing() as db:
            await members.name_seats_channel(db, guild_id, channel_id)

    # People who want to hear about open seats

    async def wish_of(self, guild_id: int, user_id: int) -> Wish | None:
        """What somebody wants to hear about on a server; None if they have not said."""
        async with self._services.database.reading() as db:
            row = await members.wish_of(db, guild_id, user_id)
        return None if row is None else _wish(row)

    async def zone_of(self, user_id: int) -> str:
        """The time zone that somebody has named, or else UTC."""
        async with self._services.database.reading() as db:
            row = await members.by_id(db, user_id)
        return "UTC" if row is None or row.zone is None else row.zone

    async def keep(self, guild_id: int, user_id: int, wish: Wish) -> None:
        """Tell somebody about seats like these from now on, but not about those already open."""
        zone_of(wish.zone)
        if wish.hours is not None and wish.hours[0] == wish.hours[1]:
            raise Refused("Leave both hours empty to hear about open seats at any time.")
        if not wish.paces <= {*PACES, NONE}:
            raise Refused(f"Choose one of the paces: {', '.join(PACES)}, or none.")
        first, last = wish.hours or (None, None)
        async with self._services.database.writing() as db:
            row = await members.wish_of(db, guild_id, user_id)
            row = row or WishRow(guild_id=guild_id, user_id=user_id, zone=wish.zone)
            row.rules, row.paces = sorted(wish.rules), sorted(wish.paces)
            row.hours_from, row.hours_until, row.zone = first, last, wish.zone
            row.told = [table.game_id for table in await games.with_room(db, [guild_id])]
            db.add(row)
            await db.flush()

    async def drop(self, guild_id: int, user_id: int) -> bool:
        """Stop telling somebody about seats; False if they had not asked."""
        async with self._services.database.writing() as db:
            return await members.drop_wish(db, guild_id, user_id)

    # Telling them about open seats

    async def run(self) -> None:
        """Look now and then, until the process closes."""
        while not self._services.background.closing:
            try:
                await self.look()
            except Exception:
                logger.exception("could not look for open seats")
            until = self._services.clock.now() + _LOOK_EVERY
            await self._services.clock.wait(self._closing, until)

    async def look(self) -> None:
        """Tell everybody who asked, during the hours they chose, about open seats that they have
        not heard of.
        """
        if self.tell is None:
            return
        async with self._services.database.reading() as db:
            rows = [row for row in await members.wishes(db) if self.serves(row.guild_id)]
            there = await games.with_room(db, {row.guild_id for row in rows}) if rows else []
        for row in rows:
            tables = [table for table in there if table.guild_id == row.guild_id]
            try:
                await self._see_to(row, tables, self.tell)
            except Exception:
                # Trouble in telling one person must not affect another.
                logger.exception("somebody could not be told of open seats")

    async def _see_to(self, row: WishRow, tables: Iterable[OpenRow], tell: Tell) -> None:
        """Tell one person about tables that they have not heard of; a table that has been full in
        the meantime counts as new."""
        wish, now = _wish(row), self._services.clock.now()
        fitting = [t for t in tables if wish.fits(t) and row.user_id not in t.people]
        known = [table.game_id for table in fitting if table.game_id in row.told]
        new = [table for table in fitting if table.game_id not in row.told]
        if new and not (wish.at_its_hours(now) and await self._may_be_told(row, now)):
            new = []
        told = known + [table.game_id for table in new]
        if told == row.told or not await self._note(row, told, now if new else row.told_at):
            return
        if new:
            try:
                await tell(row.guild_id, row.user_id, new)
            except Exception:
                before = WishRow(guild_id=row.guild_id, user_id=row.user_id, zone="", told=told)
                await self._note(before, known, row.told_at)
                raise

    async def _may_be_told(self, row: WishRow, now: datetime) -> bool:
        """Whether the last notice was long enough ago, and the person is neither away nor in quiet
        hours."""
        if row.told_at is not None and now - row.told_at < _APART:
            return False
        async with self._services.database.reading() as db:
            rhythm = await rhythm_of(db, row.user_id, now)
        return rhythm.after(now, timedelta()) == now

    async def _note(self, row: WishRow, told: list[str], at: datetime | None) -> bool:
        """Note in advance what somebody will be told; False if another process is already doing so,
        or if the person no longer asks."""
        async with self._services.database.writing() as db:
            kept = await members.wish_of(db, row.guild_id, row.user_id)
            if kept is None or kept.told != row.told:
                return False
            kept.told, kept.told_at = told, at
            await db.flush()
        return True

    def close(self) -> None:
        """Stop looking."""
        self._closing.set()


def _wish(row: WishRow) -> Wish:
    hours = None
    if row.hours_from is not None and row.hours_until is not None:
        hours = (row.hours_from, row.hours_until)
    return Wish(frozenset(row.rules), frozenset(row.paces), hours, row.zone)
