"""Making a story, piece by piece: playing the game over, drawing its maps, binding the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bot.games import game_for, table_name, words_for
from bot.rules.kernel import Game
from bot.story.binding import StorySeat, bound
from bot.story.mosaic import Mosaic, Mosaicist
from bot.story.retelling import Retold, pictured, retell
from rendering import Painter, faction_mark, painter_for

LIMIT = 8_000_000
"""The most bytes of a page: what Discord takes from everybody, with room to spare."""

WIDTH = 1000
"""The width of the maps in pixels."""

_MOST_MAPS = 400
_AT_ONCE = 30
"""Maps drawn in one piece of work."""

Work = Callable[[], None]


class KeptStory:
    """The story of one finished game, made by the pieces of work that `works` names, in order.

    Each takes some seconds and may be done in a thread; after the last one the page is there.
    ``cache_dir`` is where painters keep what they need again. Raises LookupError for a record of
    an unknown game. ``ended`` says that the table has ended a game that nobody won.
    """

    def __init__(self, data: Any, *, ended: bool = False, cache_dir: Any = None) -> None:
        game, ruleset = str(data["game"]), str(data["ruleset"])
        self._data, self._ended = data, ended
        self._rules: Game = game_for(game, ruleset)
        self._words = words_for(game, ruleset)
        self._called = table_name(game, ruleset)
        self._painter: Painter | None = painter_for(game, self._rules.content, cache_dir)
        self._tiles = Mosaicist()
        self._retold: Retold | None = None
        self.html = ""
        """The page, once it is made."""

    def works(self) -> Iterator[Work]:
        """The pieces of work. The first raises ValueError, with a sentence, for a game that is not
        over or whose record does not hold; the last if the page cannot be made small enough."""
        yield self._retell
        if self._painter is not None:
            shown = self._shown()
            for first in range(0, len(shown), _AT_ONCE):
                yield partial(self._draw, self._painter, shown[first : first + _AT_ONCE])
        yield self._bind

    def make(self) -> str:
        """The page, made here and now. Raises ValueError as `works`."""
        for work in self.works():
            work()
        return self.html

    @property
    def _told(self) -> Retold:
        assert self._retold is not None
        return self._retold

    def _retell(self) -> None:
        self._retold = retell(self._data, self._rules, self._words, self._called, ended=self._ended)

    def _shown(self) -> list[int]:
        """The turns that have a map of their own: the end, and as many as there may be."""
        return _thinned(list(range(len(self._told.views))), _MOST_MAPS)

    def _draw(self, painter: Painter, turns: list[int]) -> None:
        for turn in turns:
            self._tiles.add(painter.frame(self._told.views[turn], self._told.names, WIDTH))

    def _bind(self) -> None:
        """Bind the page; with fewer maps if it would be too large."""
        page, drawn = self._told.page, self._shown()
        sides = [
            StorySeat("#{:02x}{:02x}{:02x}".format(*mark.colour), mark.letter)
            for mark in map(faction_mark, range(len(page.seats)))
        ]
        kept = list(range(self._tiles.count))
        while True:
            maps: Mosaic | None = self._tiles.laid(kept) if kept else None
            pictured(page, {drawn[number]: place for place, number in enumerate(kept)})
            self.html = bound(page, maps, sides)
            size = len(self.html.encode())
            if size <= LIMIT:
                return
            if not kept:
                raise ValueError(f"The story cannot be made smaller than {size} bytes.")
            kept = _thinned(kept, len(kept) // 2)


def _thinned(numbers: list[int], most: int) -> list[int]:
    """All of these, or so many of them, evenly apart, the last among them."""
    count = len(numbers)
    if count <= most:
        return numbers
    return [numbers[(nth + 1) * count // most - 1] for nth in range(most)]
