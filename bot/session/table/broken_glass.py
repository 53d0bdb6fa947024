"""What a moderator may mend of what lies hidden: only what they have looked at, and all know it.

Where a hidden card is laid, everybody sees which hand has one less: to lay it would be to look at
that hand, and nobody would be told.
"""

from __future__ import annotations

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice
from bot.rules.kernel.events import words_in
from bot.session.hosted_game import HostedGame
from bot.session.receipts import Refused
from bot.session.seating.moderator_deeds import GLASS
from bot.storage import journal

OUT_OF_SIGHT = (
    "That is hidden in a hand or a deck, and a correction would give away who has it. `/mod "
    "break-glass` shows you a hand, and the table is told. You can correct what you see there "
    "until the game goes on. Or take the game back with `/mod rewind`."
)


async def must_be_in_sight(db: AsyncSession, game: HostedGame, choice: Choice, by: int) -> None:
    """Refuse a correction of what lies hidden, but for what lay behind glass that was just broken.

    The deck and all hands are alike in it, so that the refusal tells nothing.
    """
    match = game.in_progress()
    rules, position = match.game, match.position
    named = set(words_in(msgspec.to_builtins(choice))) & rules.out_of_sight(position, None)
    if named:
        for seat in await _looked_at(db, game.id, by):
            named &= rules.out_of_sight(position, seat)
    if named:
        raise Refused(OUT_OF_SIGHT)


async def _looked_at(db: AsyncSession, game_id: str, by: int) -> set[int]:
    """The seats that a moderator has looked at since anything was done that all could see."""
    glass = [row for row in await journal.noted(db, game_id) if (row.note or {})["what"] == GLASS]
    return {
        row.note["seat"]
        for row in glass
        if row.note and row.note["by"] == by
        if not await journal.seen_after(db, game_id, row.revision)
    }
