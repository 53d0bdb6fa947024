"""What is remembered of a server: the role whose members moderate its games.

The mixes that a server keeps: rules with options, put together once, under a name.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.plain_text import plain_text
from bot.session.library import rules_of
from bot.session.receipts import Refused
from bot.session.services import Services
from bot.storage import MixRow, members
from bot.words.phrases import quoted


class Servers:
    """The moderators' role of each server."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def moderator_role(self, guild_id: int) -> int | None:
        """The role whose members moderate the games of a server; None if none was named."""
        async with self._services.database.reading() as db:
            return await members.moderator_role(db, guild_id)

    def role_at_hand(self, guild_id: int) -> int | None:
        """The same as this process remembers it, if it does; without waiting."""
        key = ("role", guild_id)
        return self._services.memory.recall(key, lambda: self.moderator_role(guild_id), None)

    async def name_moderator_role(self, guild_id: int, role_id: int | None) -> None:
        """Name the role whose members moderate the games of a server; None: no role does."""
        async with self._services.database.writing() as db:
            await members.name_moderator_role(db, guild_id, role_id)


NAME_LIMIT = 40
"""Characters of a mix's name."""
MOST = 15
"""How many mixes a server keeps at most: they are in one menu with the presets."""


@dataclass(frozen=True, slots=True)
class Mix:
    """Rules that a server keeps: their game, how they are specified, and who kept them."""

    id: int
    game: str
    ruleset: str
    name: str
    kept_by: int

    @property
    def value(self) -> str:
        """Its value among the answers to 'which rules'."""
        return f"mix:{self.id}"


class Mixes:
    """The mixes of each server. Anyone who opens a table there may keep one, and use them all."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def of(self, guild_id: int) -> list[Mix]:
        """The mixes of a server by name; those left out whose rules are no longer there."""
        return [mix for mix in await self.all_of(guild_id) if self.can_be_played(mix)]

    async def all_of(self, guild_id: int) -> list[Mix]:
        """All mixes of a server by name, those too that can be played no more."""
        async with self._services.database.reading() as db:
            return [_mix(row) for row in await members.mixes(db, guild_id)]

    def at_hand(self, guild_id: int) -> list[Mix]:
        """Those that can be played as this process remembers them, if it does; without waiting."""
        key = ("mixes", guild_id)
        return self._services.memory.recall(key, lambda: self.of(guild_id), [])

    def can_be_played(self, mix: Mix) -> bool:
        """Whether the rules that it names still exist."""
        try:
            rules_of(self._services.library, mix.game, mix.ruleset)
        except Refused:
            return False
        return True

    async def keep(self, guild_id: int, *, game: str, ruleset: str, name: str, by: int) -> Mix:
        """Keep rules under a name. Refused if the name does not do, or there are many already."""
        ruleset = rules_of(self._services.library, game, ruleset).ruleset
        name = plain_text(name)
        if not name or len(name) > NAME_LIMIT:
            raise Refused(f"A name needs 1 to {NAME_LIMIT} plain letters. Choose another one.")
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
        """Stop keeping a mix. Refused to anybody but the person who kept it and those who
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
