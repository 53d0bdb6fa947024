"""The page of a story: its template, style and scripts in one file, with what it tells as data.

Nothing that a player has typed becomes markup: the data stands in a block that no browser runs,
and the script sets all of it as text. The page may load nothing, and run nothing but its own
script.
"""

from __future__ import annotations

import base64
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec

from bot.story.mosaic import Mosaic
from bot.story.retelling import Retelling, Seat

LEAF = Path(__file__).parent / "leaf"
"""Where the template, the style and the scripts lie."""

_SCRIPTS = ("sha256.js", "dice.js", "marks.js", "maps.js", "story.js")


class StorySeat(msgspec.Struct):
    """The mark of a seat on the page: its colour as CSS has it, and its letter."""

    colour: str
    letter: str


class _Data(msgspec.Struct):
    """What the script finds on the page."""

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
    """How a page's policy names a piece of it."""
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode()


def _data(data: _Data) -> str:
    """JSON that cannot end the block that it stands in."""
    return msgspec.json.encode(data).decode().replace("<", "\\u003c")


def _players(seats: list[Seat]) -> str:
    return ", ".join(seat.name for seat in seats)
