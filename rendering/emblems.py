"""Small pictures to stand beside names in a chat: arms, roses, the crown, and the seats' badges.

Each has a name of its own, made of letters, digits and underscores.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from functools import cache

from PIL import Image

from bot.content import load_content, ruleset_ids
from bot.rules.kernel import Seat, every_seat
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import HeirId
from bot.words.kingmaker.names import Lexicon
from rendering.canvas.blank_sheet import seat_badge
from rendering.canvas.heraldry import GOLD, INK, WHITE, crown_points
from rendering.canvas.pen import Pen
from rendering.canvas.theme import FACTION_MARKS, faction_mark
from rendering.kingmaker.counters.arms import armorial, arms_sprite, has_arms
from rendering.kingmaker.counters.marks import camp_badge

SIDE = 128
"""The pixels along a side."""

CROWN = "crown"
_NOBLE, _SEAT = "noble_", "seat_"
_ROSES: Mapping[str, str] = {"lancaster": "rose_lancaster", "york": "rose_york"}
_PEOPLE = frozenset({"noble", "nobles", "captive", "captives"})
"""The fields in which a name shared by a noble and a castle means the noble."""


def emblem_names() -> list[str]:
    """The names of all emblems."""
    seats = [of_seat(seat) for seat in every_seat(len(FACTION_MARKS))]
    return [*seats, CROWN, *_ROSES.values(), *(f"{_NOBLE}{noble}" for noble in armorial().arms)]


def of_seat(seat: Seat) -> str:
    """The name of a seat's badge."""
    return f"{_SEAT}{faction_mark(seat).letter.lower()}"


def of_thing(thing: str, field: str) -> str | None:
    """The emblem of a candidate in a field: a noble's arms, an heir's rose; None for all others."""
    content = _content()
    heir = content.heirs.get(HeirId(thing))
    if heir is not None:
        return _ROSES.get(heir.house)
    # Some castles have the id of a noble.
    if not has_arms(thing) or (thing in content.board.places and field not in _PEOPLE):
        return None
    return f"{_NOBLE}{thing}"


@cache
def of_names() -> dict[str, str]:
    """The emblems by the names of the Houses and the pieces as the words write them: nobles in
    bold, heirs in italics; a King named with his title has the crown."""
    content = _content()
    lex = Lexicon(content)
    found = {f"**{house.capitalize()}**": rose for house, rose in _ROSES.items()}
    for heir, each in content.heirs.items():
        found[f"{each.style} *{lex.kind(heir)}*"] = CROWN
        if each.house in _ROSES:
            found[f"*{lex.kind(heir)}*"] = _ROSES[each.house]
    return found | {f"**{lex.kind(noble)}**": f"{_NOBLE}{noble}" for noble in armorial().arms}


@cache
def _content() -> Content:
    """A rule set that has every piece."""
    return max(map(load_content, ruleset_ids()), key=lambda each: len(each.heirs))


def draw_emblems(names: Iterable[str]) -> dict[str, bytes]:
    """These emblems as PNG."""
    drawn = {}
    for name in names:
        out = io.BytesIO()
        _drawn(name).save(out, "PNG", optimize=True)
        drawn[name] = out.getvalue()
    return drawn


def _drawn(name: str) -> Image.Image:
    if name == CROWN:
        pen = Pen(SIDE, SIDE, 1)
        points = crown_points(0, SIDE * 0.32, SIDE * 0.9, SIDE * 0.62)
        pen.polygon(points, None, WHITE, 12)
        pen.polygon(points, GOLD, INK, 5)
        return pen.sprite()
    for house, rose in _ROSES.items():
        if name == rose:
            return camp_badge("lancaster" if house == "lancaster" else "york", SIDE)
    if name.startswith(_SEAT):
        letters = [mark.letter.lower() for mark in FACTION_MARKS]
        return seat_badge(letters.index(name.removeprefix(_SEAT)), SIDE)
    square = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    arms = arms_sprite(name.removeprefix(_NOBLE), SIDE * 7 // 8, SIDE, 4)
    square.paste(arms, ((SIDE - arms.width) // 2, (SIDE - arms.height) // 2), arms)
    return square
