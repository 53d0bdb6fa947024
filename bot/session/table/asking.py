"""What all commands have in common by which something is asked of the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Match
from bot.rules.kernel.match import NO_SEAT
from bot.session.changes import Change
from bot.session.commands import Commands
from bot.session.receipts import Refused
from bot.session.seating import petitions
from bot.session.seating.petitions import Petition
from bot.storage import PetitionRow
from bot.storage import petitions as kept_petitions

Ask = Callable[[AsyncSession], Awaitable[tuple[Change, Petition]]]
"""What is particular to a command about a petition."""


class Asking:
    """Commands about petitions at one game."""

    __slots__ = ("_commands", "_game", "_services")

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._game = commands.game
        self._services = commands.services

    async def _about(
        self, ask: Ask, user_id: int, interaction_id: str | None, *whats: str
    ) -> Petition:
        outcome: list[Petition] = []

        async def work(db: AsyncSession) -> Change:
            change, petition = await ask(db)
            outcome[:] = [petition]
            return change

        await self._commands.carry_out(work, interaction_id, user_id)
        if outcome:
            return outcome[0]
        # The same interaction had been carried out before.
        async with self._services.database.reading() as db:
            standing = await petitions.found(db, self._game.id, *whats)
        seat = self._game.seat_of(user_id)
        return standing or petitions.done_at_once(whats[0], NO_SEAT if seat is None else seat)

    def _said(self, user_id: int, petition: Petition) -> Change:
        """A change of nothing but a petition."""
        say = (petitions.announcement(petition),)
        return Change(user_id, self._game.match, self._game.seats, say=say)

    def _check_seal(self, match: Match) -> None:
        if match.sealed():
            raise Refused(petitions.UNDER_SEAL)

    async def _open_petition(self, db: AsyncSession, number: int | None, what: str) -> PetitionRow:
        row = await kept_petitions.open_one(db, self._game.id, (what,))
        if row is None or number not in (None, row.id):
            raise Refused(petitions.GONE)
        return row
