"""Making a story: replaying the game, drawing its maps, putting the page together.

The page of a story: its template, style and scripts in one file, with its contents as data.

Nothing that a player has typed can become markup: the data is in a block that no browser runs, and
the script inserts it all as text. The page may load nothing and may run only its own script.
"""

from __future__ import annotations

import base64
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from bot.games import game_for, table_name, words_for
from bot.rules.kernel import Game, every_seat
from bot.story.mosaic import Mosaic, Mosaicist
from bot.story.retelling import Retelling, Seated, pictured, retell
from rendering import Painter, faction_mark, painter_for

LEAF = Path(__file__).parent / "leaf"
"""The folder with the template, the style and the scripts."""

_SCRIPTS = ("sha256.js", "dice.js", "marks.js", "maps.js", "story.js")


class StorySeat(msgspec.Struct):
    """A seat's mark on the page: its colour in CSS, and its letter."""

    colour: str
    letter: str


class _Data(msgspec.Struct):
    """The data that the script finds on the page."""

    story: Retelling
    maps: Mosaic | None
    sides: list[StorySeat]


def bound(page: Retelling, maps: Mosaic | None, sides: list[StorySeat]) -> str:
    """The whole page as HTML."""
    style = _leaf("style.css")
    script = "\n".join(_leaf(name) for name in _SCRIPTS)
    parts = {
        "policy": f"default-src 'none'; img-src data:; style-src '{_digest(style)}'; "
        f"script-src '{_digest(script)}'; base-uri 'none'; form-action 'none'",
        "title": escape(f"{page.game}: {page.ending}"),
        "kicker": escape(" · ".join(dict.fromkeys((page.game, page.rules)))),
        "ending": escape(page.ending),
        "players": escape(_players(page.seats)),
        "style": style,
        "data": _data(_Data(page, maps, sides)),
        "script": script,
    }
    first, *rest = _leaf("page.html").split("{{")
    pieces = [first]
    for piece in rest:
        name, _, after = piece.partition("}}")
        pieces += [parts[name], after]
    return "".join(pieces)


def _leaf(name: str) -> str:
    return (LEAF / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The hash with which the page's policy allows one of its parts."""
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode()


def _data(data: _Data) -> str:
    """JSON that cannot end the block it is in."""
    return msgspec.json.encode(data).decode().replace("<", "\\u003c")


def _players(seats: list[Seated]) -> str:
    return ", ".join(seat.name for seat in seats)


LIMIT = 8_000_000
"""The most bytes that a page may have: safely below what Discord accepts from anybody."""

WIDTH = 1000
"""The width of the maps in pixels."""

_MOST_MAPS = 400


def story_page(data: Any, *, ended: bool = False, cache_dir: Path | None = None) -> str:
    """The page of a finished game; making it takes up to a minute, and may be done in another
    process. ``cache_dir`` is where painters keep anything they will need again. ``ended`` says that
    the table ended a game that nobody won. Raises LookupError for a record of an unknown game, and
    ValueError, with a sentence that says why, for an unfinished game or a faulty record, or if the
    page cannot be made small enough.
    """
    return KeptStory(data, ended=ended, cache_dir=cache_dir).make()


class KeptStory:
    """The story of one finished game. The class takes the same arguments as `story_page`, and
    raises the same errors."""

    def __init__(self, data: Any, *, ended: bool = False, cache_dir: Path | None = None) -> None:
        game, ruleset = str(data["game"]), str(data["ruleset"])
        self._data, self._ended = data, ended
        self._rules: Game = game_for(game, ruleset)
        self._words = words_for(game, ruleset)
        self._called = table_name(game, ruleset)
        self._painter: Painter | None = painter_for(game, self._rules.content, cache_dir)
        self._tiles = Mosaicist()

    def make(self) -> str:
        """The page: replay the game, draw its maps, and put everything together."""
        told = retell(self._data, self._rules, self._words, self._called, ended=self._ended)
        shown = _thinned(list(range(len(told.views))), _MOST_MAPS)  # always including the end
        if self._painter is not None:
            for turn in shown:
                self._tiles.add(self._painter.frame(told.views[turn], told.names[turn], WIDTH))
        return self._bound(told.page, shown)

    def _bound(self, page: Retelling, drawn: list[int]) -> str:
        """Put the page together, drawing fewer of its maps if it would be too large."""
        sides = [
            StorySeat("#{:02x}{:02x}{:02x}".format(*mark.colour), mark.letter)
            for mark in map(faction_mark, every_seat(len(page.seats)))
        ]
        kept = list(range(self._tiles.count))
        while True:
            maps: Mosaic | None = self._tiles.laid(kept) if kept else None
            pictured(page, {drawn[number]: place for place, number in enumerate(kept)})
            html = bound(page, maps, sides)
            size = len(html.encode())
            if size <= LIMIT:
                return html
            if not kept:
                raise ValueError(f"The story cannot be made smaller than {size} bytes.")
            kept = _thinned(kept, len(kept) // 2)


def _thinned(numbers: list[int], most: int) -> list[int]:
    """All of these numbers or, if there are more, this many of them, evenly spaced and including
    the last.
    """
    count = len(numbers)
    if count <= most:
        return numbers
    return [numbers[(nth + 1) * count // most - 1] for nth in range(most)]
