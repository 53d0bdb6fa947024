"""The golden pictures of Lancaster: scenes of one game, and every kind of picture from them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import zstandard

from bot.games import game_for
from bot.rules.kernel import Event, Seat
from bot.rules.lancaster.view import BoardView, CountyView, HouseView
from rendering.lancaster.board import AREAS, draw_area, draw_replay, draw_table
from rendering.lancaster.sheets import draw_conflicts, draw_final, draw_holdings, draw_votes
from tests.rendering.gallery import GOLDEN, NAMES

SCENES = GOLDEN / "lancaster-scenes.json.zst"
SHEETS = ("table", "holdings", "votes", "war", "final", "replay")
KINDS = tuple(f"lancaster-{kind}" for kind in (*SHEETS, *AREAS))


@dataclass(frozen=True)
class Scenes:
    """A busy table as all see it and as one player does, the end, and what was told by then."""

    table: BoardView
    own: BoardView
    end: BoardView
    told: tuple[Event, ...]


def save_scenes(scenes: Scenes) -> None:
    """Keep scenes."""
    raw = msgspec.json.encode(
        {"table": scenes.table, "own": scenes.own, "end": scenes.end, "told": scenes.told}
    )
    SCENES.write_bytes(zstandard.ZstdCompressor(level=19).compress(raw))


@cache
def load_scenes() -> Scenes:
    """The scenes that were kept."""
    game = game_for("lancaster", "standard")
    data: Any = json.loads(zstandard.ZstdDecompressor().decompress(SCENES.read_bytes()))
    table, own, end = (msgspec.convert(data[k], BoardView) for k in ("table", "own", "end"))
    told = tuple(game.decode_event(msgspec.json.encode(fact)) for fact in data["told"])
    return Scenes(table, own, end, told)


def _later(view: BoardView) -> BoardView:
    """The table when a knight with squires holds a county and somebody has an ally."""
    counties = {**view.counties, "A": CountyView(3, 1, 3, 2)}
    ally = HouseView(10, Seat(0), True, (2, 3), (), {"votes": 4}, (), 1, (), 0, None, None)
    return msgspec.structs.replace(view, counties=counties, houses=(*view.houses, ally))


def draw(kind: str, theme: str) -> bytes:
    """One of the pictures, as PNG or WebP."""
    seen, content = load_scenes(), game_for("lancaster", "standard").content
    named: dict[str, Any] = {"names": NAMES, "theme": theme}
    seat = seen.own.seat or 0
    pictures: dict[str, Callable[[], bytes]] = {
        "table": lambda: draw_table(seen.table, content, **named).png,
        "holdings": lambda: draw_holdings(seen.own, content, seat, **named).png,
        "votes": lambda: draw_votes(seen.table, content, seen.told, **named).png,
        "war": lambda: draw_conflicts(seen.table, content, seen.told, **named).png,
        "final": lambda: draw_final(seen.end, **named).png,
        "replay": lambda: (
            draw_replay([seen.table, seen.end], content, names=[NAMES] * 2, theme=theme).webp
        ),
    }
    name = kind.removeprefix("lancaster-")
    if name in AREAS:
        return draw_area(_later(seen.table), content, name, **named).png
    return pictures[name]()
