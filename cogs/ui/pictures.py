"""Pictures of a running game, drawn off the event loop, each with its description in words."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeVar

import discord

from bot.games import character_with, game_for, stand_ins, words_for
from bot.rules.kernel import Event, Prompt, Seat
from bot.session import GameSession, Logged, Refused, SeatInfo
from bot.session.seating import is_correction
from cogs.ui.names import folded, short_name
from cogs.ui.turnstile import make_room
from rendering import (
    Broken,
    GivenUp,
    Overloaded,
    Painter,
    Picture,
    RenderPool,
    Superseded,
    painter_for,
)
from rendering.canvas.chart import Chart, draw_chart
from rendering.canvas.painter import PARLIAMENT
from rendering.canvas.pool import SECONDS_AT_LEISURE

LIGHT = "light"
"""The theme of everything posted in the channel."""

BUSY = "I have a lot to draw just now. Please try again in a moment."
TOO_LONG = "That picture took too long to draw. `/map` with **text** describes the board in words."
CUT_SHORT = (
    "The drawing was cut short on my side. Nothing else is affected. Please ask for it again."
)
NO_PICTURES = (
    "There are no pictures of this game. `/map` with **text** describes the board in words."
)
_ALT_LIMIT = 1_000
_PAINTERS = 64
"""The most painters that are kept: one for each set of rules and theme drawn."""
_ENTRIES = 300
"""The number of log entries searched for the start of a Parliament."""

_WHOLE_GAME = 1_000_000
"""More log entries than any game has."""

T = TypeVar("T")

Wanted = Callable[[], bool]
"""Whether somebody still wants a picture; this is asked when the picture is about to be drawn."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture ready to be sent; its name gives nothing away."""

    name: str
    data: bytes
    alt: str
    whole: bool = False
    """Whether the picture shows the whole board."""

    def file(self) -> discord.File:
        """The picture as an attachment, with its description."""
        return discord.File(
            io.BytesIO(self.data), filename=self.name, description=self.alt[:_ALT_LIMIT]
        )


class Pictures:
    """Draws the pictures of all the games in this process, with each game's painter."""

    def __init__(self, pool: RenderPool) -> None:
        self.pool = pool
        self._painter = lru_cache(maxsize=_PAINTERS)(self._new_painter)

    def has(self, session: GameSession) -> bool:
        """Whether there are pictures of the game being played here."""
        return self._painter(session.game, session.ruleset) is not None

    async def warm(self, game: str, ruleset: str) -> None:
        """Draw the empty board of a rule set, so that the first player need not wait for it."""
        painter = self._painter(game, ruleset)
        if painter is not None:
            key = ("warm", game, ruleset)
            await self.pool.submit(key, painter.empty, seconds=SECONDS_AT_LEISURE)

    async def board(
        self,
        session: GameSession,
        asker: object = "table",
        theme: str = LIGHT,
        seat: Seat | None = None,
    ) -> Drawing:
        """The whole board as everybody sees it or, for that seat only, as one seat does.

        Raises Refused if too much is waiting to be drawn.
        """
        painter = self.painter(session, theme)
        work = partial(painter.board, session.view(seat), _names(session), standings_foot(session))
        return _drawing(
            "board", await self._draw("board", session, asker, work, person=_who(asker))
        )

    async def moment(
        self,
        session: GameSession,
        view: Any,
        asker: object,
        seats: Sequence[SeatInfo] | None = None,
    ) -> Drawing:
        """The whole board as it was at a given moment, for people who may see that view of it;
        ``seats`` is the seating at that time, if it has changed since."""
        work = partial(self.painter(session).board, view, _names(session, seats))
        return _drawing(
            "board", await self._draw("board", session, ("moment", asker), work, person=_who(asker))
        )

    async def crop(
        self,
        session: GameSession,
        area: str,
        asker: object,
        theme: str = LIGHT,
        seat: Seat | None = None,
    ) -> Drawing:
        """The part of the board around a place or square, as everybody sees it or, for that seat
        only, as one seat does."""
        painter = self.painter(session, theme)
        work = partial(painter.crop, session.view(seat), area, _names(session))
        return _drawing(
            "board", await self._draw("board", session, (asker, area), work, person=_who(asker))
        )

    async def moves(
        self,
        session: GameSession,
        seat: Seat,
        mover: str,
        theme: str = LIGHT,
        wanted: Wanted | None = None,
    ) -> Drawing:
        """The places where one of a seat's own pieces can go; for that seat only.

        Raises Refused if the picture is no longer ``wanted`` when it is about to be drawn.
        """
        painter, view = self.painter(session, theme), session.view(seat)
        prompts = tuple(session.prompts(seat))
        work = partial(painter.moves, view, mover, prompts, _names(session))
        courtesy = wanted is not None
        drawn = await self._draw(
            "moves",
            session,
            seat,
            work,
            wanted,
            person=session.seats[seat].user_id,
            courtesy=courtesy,
        )
        return _drawing("board", drawn)

    async def fights(
        self,
        session: GameSession,
        seat: Seat,
        prompts: Sequence[Prompt],
        wanted: Wanted | None = None,
    ) -> Drawing | None:
        """The fights that a seat is asked about, for that seat only; None if there are none.

        Raises Refused if the picture is no longer ``wanted`` when it is about to be drawn.
        """
        painter = self.painter(session)
        if not painter.shows_fights(prompts):
            return None
        work = partial(painter.fights, session.view(seat), tuple(prompts), _names(session))
        picture = await self._draw("fights", session, seat, work, wanted, courtesy=True)
        return None if picture is None else _drawing("board", picture)

    async def hand(self, session: GameSession, seat: Seat) -> Drawing:
        """A seat's hand, for that seat only."""
        work = partial(self.painter(session).hand, session.view(seat), seat, _names(session))
        return _drawing(
            "hand",
            await self._draw("hand", session, seat, work, person=session.seats[seat].user_id),
        )

    async def changes(
        self, session: GameSession, entries: Sequence[Logged], wanted: Wanted | None = None
    ) -> Drawing | None:
        """The parts of the board that these entries changed, as everybody sees them; None if there
        are none.

        Raises Refused if the picture is no longer ``wanted`` when it is about to be drawn.
        """
        painter, view = self.painter(session), session.view(None)
        events = tuple(event for entry in entries for event in entry.events)
        then = [_names(session, entry.seats) for entry in entries for _ in entry.events]
        work = partial(painter.changes, view, events, _names(session), then)
        picture = await self._draw("changes", session, "table", work, wanted, courtesy=True)
        return None if picture is None else _drawing("changes", picture)

    def ends(self, session: GameSession, events: Sequence[Event]) -> bool:
        """Whether anything that may be worth a sheet ended with these events."""
        return self.has(session) and self.painter(session).ends(events)

    async def sheets(
        self, session: GameSession, entries: Sequence[Logged], new: int
    ) -> list[Drawing]:
        """Sheets for anything that concerned a person and that the entries from `new` on report as
        ended.
        """
        painter = self.painter(session)
        people = {info.number for info in session.seats if info.user_id is not None}
        drawn = []
        for found in painter.sheets([entry.events for entry in entries], new):
            told = entries[found.first : found.last + 1]
            events = tuple(event for entry in told for event in entry.events)
            view = await session.replay.seen_after(_seen(entries, found.seen))
            if view is None or people.isdisjoint(painter.concerned(found, view, events)):
                continue
            seats = told[-1].seats
            called = _names(session, seats), _faces(session, seats)
            work = partial(painter.sheet, found, view, events, *called)
            key = entries[found.last].revision
            picture = await self._draw(found.kind, session, key, work, courtesy=True)
            drawn.append(_drawing(found.kind, picture))
        return drawn

    async def sitting(self, session: GameSession, asker: object) -> Drawing | None:
        """The sheet of the sitting Parliament, as everybody knows it; None if no votes have been
        counted yet."""
        painter = self.painter(session)
        entries = await session.journal.log(None, last=_ENTRIES)
        told = [entry.events for entry in entries]
        going_on = painter.sheets(told, len(told), unfinished=True)
        found = next((sheet for sheet in going_on if sheet.kind == PARLIAMENT), None)
        if found is None:
            return None
        events = tuple(event for entry in entries[found.first :] for event in entry.events)
        called = _names(session), _faces(session)
        work = partial(painter.sheet, found, session.view(None), events, *called)
        return _drawing(
            found.kind, await self._draw(found.kind, session, asker, work, person=_who(asker))
        )

    async def victory(self, session: GameSession) -> Drawing:
        """The sheet of a finished game."""
        called = _names(session), _faces(session)
        work = partial(self.painter(session).victory, session.view(None), *called)
        return _drawing("victory", await self._draw("victory", session, "table", work))

    async def moments(self, session: GameSession) -> Drawing | None:
        """The memorable moments of a finished game, from what everybody saw; None if there are
        none.
        """
        painter = self.painter(session)
        entries = await session.journal.log(None, last=_WHOLE_GAME)
        played = (entry for entry in entries if not is_correction(entry.note))
        told = ((event, _names(session, e.seats)) for e in played for event in e.events)
        found = painter.moments(told)
        if not found:
            return None
        work = partial(painter.memories, found)
        return _drawing("moments", await self._draw("moments", session, "table", work))

    async def chart(self, chart: Chart, asker: int, channel: int | None) -> Drawing:
        """A sheet of bars, for the person who asks."""
        work = partial(draw_chart, chart)
        return _drawing(
            "chart", await self._queue(("chart", asker), work, channel=channel, person=asker)
        )

    async def replay(self, session: GameSession) -> Drawing:
        """The whole finished game as a moving picture; this takes a while. Raises Refused if it
        takes too long or is cut short.
        """
        seen = [each async for each in session.replay.turning_points() if each[0] is not None]
        views, called = [view for view, _ in seen], [_names(session, seats) for _, seats in seen]
        work = partial(self.painter(session).replay, views, called)
        try:
            film = await self.pool.at_leisure(work)
        except GivenUp:
            raise Refused(TOO_LONG) from None
        except Broken:
            raise Refused(CUT_SHORT) from None
        return Drawing("replay.webp", film.webp, film.alt)

    def areas_like(self, session: GameSession, typed: str) -> list[tuple[str, str]]:
        """The areas of the board whose names match the text typed: id and name."""
        wanted = folded(typed)
        found = [
            (not folded(name).startswith(wanted), name, area)
            for area, name in self._areas(session)
            if wanted in folded(name)
        ]
        return [(area, name) for _, name, area in sorted(found)]

    def area(self, session: GameSession, text: str) -> str:
        """The id of the area with this name or id, or else of the closest match. Raises Refused if
        there is none.
        """
        wanted = folded(text)
        for area, name in self._areas(session):
            if text == area or folded(name) == wanted:
                return area
        near = self.areas_like(session, text)
        if near:
            return near[0][0]
        raise Refused("There is no such place on the board. The suggestions show what there is.")

    def painter(self, session: GameSession, theme: str = LIGHT) -> Painter:
        """The painter of the game being played here. Raises Refused if the game has none."""
        painter = self._painter(session.game, session.ruleset, theme)
        if painter is None:
            raise Refused(NO_PICTURES)
        return painter

    def _new_painter(self, game: str, ruleset: str, theme: str = LIGHT) -> Painter | None:
        content, kept = game_for(game, ruleset).content, self.pool.cache_dir
        return painter_for(game, content, kept, theme, stand_ins(game, ruleset))

    def _areas(self, session: GameSession) -> tuple[tuple[str, str], ...]:
        return self.painter(session).areas() if self.has(session) else ()

    async def _draw(
        self,
        name: str,
        session: GameSession,
        asker: object,
        work: Callable[[], T],
        wanted: Wanted | None = None,
        *,
        person: object = None,
        courtesy: bool = False,
    ) -> T:
        """Have a picture drawn; a ``courtesy`` comes after everything that people are waiting for.
        Raises Refused if too much is waiting, a newer picture replaced it, or it took too long.
        ``person`` is whoever asked, if anybody did."""
        # Simultaneous requests from two people must not replace each other in the queue.
        return await self._queue(
            (name, session.id, asker),
            work,
            wanted=wanted,
            courtesy=courtesy,
            channel=session.id,
            person=person,
        )

    async def _queue(self, key: Hashable, work: Callable[[], T], **more: Any) -> T:
        """Wait for a drawing. Raises Refused as `_draw` does."""
        make_room()
        try:
            return await self.pool.submit(key, work, **more)
        except (Overloaded, Superseded):
            raise Refused(BUSY) from None
        except GivenUp:
            raise Refused(TOO_LONG) from None
        except Broken:
            raise Refused(CUT_SHORT) from None


def _who(asker: object) -> int | None:
    """The account number of the person who asked; None if the table did."""
    return asker if isinstance(asker, int) else None


def _names(session: GameSession, seats: Sequence[SeatInfo] | None = None) -> list[str]:
    """The names in seat order; given past ``seats``, the names at that time."""
    return [short_name(info) for info in (session.seats if seats is None else seats)]


def _faces(session: GameSession, seats: Sequence[SeatInfo] | None = None) -> list[str]:
    """The characters of computer players in seat order, empty for all others."""
    now = session.seats if seats is None else seats
    return [character_with(session.game, info.policy) for info in now]


def standings_foot(session: GameSession) -> list[tuple[str, str]]:
    """Everybody's standing, as publicly known."""
    words, called = words_for(session.game, session.ruleset), _names(session)
    lines = words.at_a_glance(session.view(None), session.standings(), called.__getitem__)
    # In a picture, the marks that set a name in italics are of no use.
    return [(heading, text.replace("*", "")) for heading, text in lines]


def _seen(entries: Sequence[Logged], number: int) -> int:
    """The revision before the entry with this number, or the newest one if the number is past the
    last entry shown."""
    return entries[number].revision - 1 if number < len(entries) else entries[-1].revision


def _drawing(name: str, picture: Picture) -> Drawing:
    return Drawing(f"{name}.png", picture.png, picture.alt, picture.whole)
