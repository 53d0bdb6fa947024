"""Pictures of a running game, drawn off the event loop, each with its description in words."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from bot.games import game_for
from bot.session import GameSession, Refused
from cogs.choosing import folded
from cogs.speech import short_name
from rendering import Overloaded, Painter, Picture, RenderPool, Superseded, painter_for

BUSY = "I have a great deal to draw just now. Please try again in a moment."
NO_PICTURES = "There are no pictures of this game. `/map` with **text** tells the board in words."
_ALT_LIMIT = 1_000


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture ready to be sent; its name says nothing of what is on it."""

    name: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """The picture as an attachment with its description."""
        return discord.File(
            io.BytesIO(self.data), filename=self.name, description=self.alt[:_ALT_LIMIT]
        )


class Pictures:
    """Draws for all games of this process, each by the painter of its game."""

    def __init__(self, pool: RenderPool) -> None:
        self.pool = pool
        self._painters: dict[tuple[str, str], Painter | None] = {}

    def has(self, session: GameSession) -> bool:
        """Whether there are pictures of the game that is played here."""
        return self._painter(session.game, session.ruleset) is not None

    async def warm(self, game: str, ruleset: str) -> None:
        """Draw the empty board of a rule set, so that the first player need not wait for it."""
        painter = self._painter(game, ruleset)
        if painter is not None:
            await self.pool.submit(("warm", game, ruleset), painter.empty)

    async def board(self, session: GameSession, asker: object = "table") -> Drawing:
        """The whole board as everybody sees it. Refused if too much is waiting to be drawn."""
        work = partial(self.painter(session).board, session.view(None), _names(session))
        return await self._drawing("board", session, asker, work)

    async def crop(self, session: GameSession, area: str, asker: object) -> Drawing:
        """The part of the board round a place or square, as everybody sees it."""
        work = partial(self.painter(session).crop, session.view(None), area, _names(session))
        return await self._drawing("board", session, (asker, area), work)

    async def hand(self, session: GameSession, seat: int) -> Drawing:
        """What a seat holds: for nobody else's eyes."""
        work = partial(self.painter(session).hand, session.view(seat), seat, _names(session))
        return await self._drawing("hand", session, seat, work)

    def areas_like(self, session: GameSession, typed: str) -> list[tuple[str, str]]:
        """Areas of the board whose name goes with what was typed: id and name."""
        wanted = folded(typed)
        found = [
            (not folded(name).startswith(wanted), name, area)
            for area, name in self._areas(session)
            if wanted in folded(name)
        ]
        return [(area, name) for _, name, area in sorted(found)]

    def area(self, session: GameSession, text: str) -> str:
        """The id of the area with this name or id. Refused if there is none."""
        wanted = folded(text)
        for area, name in self._areas(session):
            if text == area or folded(name) == wanted:
                return area
        near = self.areas_like(session, text)
        if near:
            return near[0][0]
        raise Refused("There is no such place on the board. The suggestions show what there is.")

    def painter(self, session: GameSession) -> Painter:
        """The painter of the game that is played here. Refused if it has none."""
        painter = self._painter(session.game, session.ruleset)
        if painter is None:
            raise Refused(NO_PICTURES)
        return painter

    def _painter(self, game: str, ruleset: str) -> Painter | None:
        known = (game, ruleset)
        if known not in self._painters:
            content = game_for(game, ruleset).content
            self._painters[known] = painter_for(game, content, self.pool.cache_dir)
        return self._painters[known]

    def _areas(self, session: GameSession) -> tuple[tuple[str, str], ...]:
        return self.painter(session).areas() if self.has(session) else ()

    async def _drawing(
        self, name: str, session: GameSession, asker: object, work: Callable[[], Picture]
    ) -> Drawing:
        # What two people ask for at once must not take each other's place in the queue.
        picture = await _drawn(self.pool.submit((name, session.id, asker), work))
        return Drawing(f"{name}.png", picture.png, picture.alt)


def _names(session: GameSession) -> list[str]:
    return [short_name(info) for info in session.seats]


async def _drawn(drawing: Awaitable[Picture]) -> Picture:
    try:
        return await drawing
    except (Overloaded, Superseded):
        raise Refused(BUSY) from None
