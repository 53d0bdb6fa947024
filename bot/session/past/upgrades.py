"""Games that continue under newer rules: does a replay still lead to their present position?

A game always continues from its snapshot. If the same decisions lead elsewhere under corrected
rules, nothing that was played is changed; the table is told once, and its log says so.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from bot import __version__
from bot.rules.kernel import Match
from bot.session.changes import Change, JournalEntry
from bot.session.commands import Commands
from bot.session.computers import think
from bot.session.journal import history
from bot.session.journal.history import DEED, MENDED
from bot.session.journal.record import verify
from bot.session.library import rules_of
from bot.session.receipts import Refused
from bot.session.services import Services
from bot.storage import games
from bot.storage.snapshots import unpack

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Checked:
    """A running game, compared with today's rules. ``difference`` is the first difference between a
    replay and what was played, or None; it may give away secrets. ``broken`` says why the game
    cannot continue; ``difference`` is then None.
    """

    game_id: str
    game: str
    ruleset: str
    revision: int
    played_with: str
    difference: str | None = None
    broken: str | None = None


async def check(services: Services, game_id: str) -> Checked | None:
    """Check a game against today's rules; None if it is gone or has not begun."""
    async with services.database.reading() as db:
        row = await games.by_id(db, game_id)
        if row is None or row.snapshot is None:
            return None
        record = await history.export(db, game_id, None)
    found = (row.id, row.game, row.ruleset, row.revision, row.played_with)
    try:
        rules = rules_of(services.library, row.game, row.ruleset)
        position = unpack(row.snapshot)
        Match.load(rules, position)
    except Refused as refused:
        return Checked(*found, broken=refused.text)
    except Exception as wrong:
        return Checked(*found, broken=f"its position cannot be read ({type(wrong).__name__})")
    return Checked(*found, difference=await think(verify, record, rules, position))


async def check_all(services: Services) -> list[Checked]:
    """Check all running games against today's rules, one by one."""
    async with services.database.reading() as db:
        ids = await games.running(db)
    return [found for game_id in ids if (found := await check(services, game_id)) is not None]


async def waiting(services: Services) -> list[str]:
    """The ids of the running games that were last played with another version."""
    async with services.database.reading() as db:
        return await games.running(db, other_than=__version__)


async def take_over(services: Services, commands: Commands) -> None:
    """Take over a game from an older version: if its rules have been corrected, its log says so."""
    game_id = commands.game.id
    found = await check(services, game_id)
    if found is None or found.broken is not None:
        return
    if found.difference is None:
        async with services.database.writing() as db:
            await games.change(db, game_id, played_with=__version__)
        return
    logger.info(
        "game %s: corrected rules would have changed it; it goes on from where it stands",
        game_id,
    )

    async def work(db: AsyncSession) -> Change:
        if game_id not in await games.running(db, other_than=__version__):
            raise Refused("Another process has already said so.")
        game = commands.game
        entry = JournalEntry(DEED, note={"what": MENDED}, known=True)
        columns = {"played_with": __version__}
        return Change(None, game.in_progress(), list(game.seats), columns, entry)

    await commands.carry_out(work)
