"""Pictures of a running game, drawn off the event loop, each with its description in words."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import discord

from bot.session import GameSession, Refused
from cogs.choosing import folded
from cogs.speech import short_name, words_of
from rendering import Overloaded, RenderPool, Superseded, square_label

BUSY = "I have a great deal to draw just now. Please try again in a moment."
_ALT_LIMIT = 1_000


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture ready to be sent; its name says nothing of what is on it."""

    name: str
    png: bytes
    alt: str

    def file(self) -> discord.File:
        """The picture as an attachment with its description."""
        return discord.File(
            io.BytesIO(self.png), filename=self.name, description=self.alt[:_ALT_LIMIT]
        )


class Pictures:
    """Draws for all games of this process."""

    def __init__(self, pool: RenderPool) -> None:
        self.pool = pool

    async def board(self, session: GameSession, asker: object = "table") -> Drawing:
        """The whole board as everybody sees it. Refused if too much is waiting to be drawn."""
        view, content = session.view(None), session.rules.content
        drawn = self.pool.board(_key(session, asker), view, content, names=_names(session))
        return await _drawing("board.png", drawn)

    async def crop(self, session: GameSession, centre: str, asker: object) -> Drawing:
        """The part of the board round a place or square, as everybody sees it."""
        view, content = session.view(None), session.rules.content
        drawn = self.pool.crop(
            _key(session, asker), view, content, centre=centre, names=_names(session)
        )
        return await _drawing("board.png", drawn)

    async def hand(self, session: GameSession, seat: int) -> Drawing:
        """A seat's own cards: for nobody else's eyes."""
        view, content = session.view(seat), session.rules.content
        drawn = self.pool.hand(_key(session, seat), view, content, seat, names=_names(session))
        return await _drawing("hand.png", drawn)

    def areas_like(self, session: GameSession, typed: str) -> list[tuple[str, str]]:
        """Places and squares whose name goes with what was typed: id and name."""
        wanted = folded(typed)
        found = [
            (not folded(name).startswith(wanted), name, area)
            for area, name in _areas(session)
            if wanted in folded(name)
        ]
        return [(area, name) for _, name, area in sorted(found)]

    def area(self, session: GameSession, text: str) -> str:
        """The id of the area with this name or id. Refused if there is none."""
        wanted = folded(text)
        for area, name in _areas(session):
            if text == area or folded(name) == wanted:
                return area
        near = self.areas_like(session, text)
        if near:
            return near[0][0]
        raise Refused("There is no such place on the board. The suggestions show what there is.")


def _areas(session: GameSession) -> list[tuple[str, str]]:
    board, words = session.rules.content.board, words_of(session)
    areas = [(place.id, words.kind(place.id)) for place in board.places.values() if place.square]
    return areas + [(square, square_label(square)) for square in board.squares]


def _key(session: GameSession, asker: object) -> tuple[str, object]:
    # What two people ask for at once must not take each other's place in the queue.
    return session.id, asker


def _names(session: GameSession) -> list[str]:
    return [short_name(info) for info in session.seats]


async def _drawing(name: str, drawn: Any) -> Drawing:
    try:
        picture = await drawn
    except (Overloaded, Superseded):
        raise Refused(BUSY) from None
    return Drawing(name, picture.png, picture.alt)
