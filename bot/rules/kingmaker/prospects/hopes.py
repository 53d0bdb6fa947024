"""How likely a noble is to join, from what a seat sees: before anything is decided."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from bot.rules.kingmaker.components import House
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.recruiting.modifiers import Suitor, modifiers, total
from bot.rules.kingmaker.recruiting_table import Modifier, chances
from bot.rules.kingmaker.view import BoardView


class Hope(msgspec.Struct, frozen=True):
    """What changes the roll for a noble, all together, what is needed, and in how many of the 36
    ways two dice bring it."""

    modifiers: tuple[Modifier, ...]
    sum: int
    needed: int
    ways: int

    @property
    def chance(self) -> Fraction:
        """The chance that he joins."""
        return Fraction(self.ways, 36)


def hope_of(
    content: Content, view: BoardView, seat: int, target: str, offered: Sequence[str] = ()
) -> Hope | None:
    """What a seat may hope for with this offer; None if it serves no House."""
    suitor = _suitor(content, view, seat)
    if suitor is None:
        return None
    found = modifiers(content, suitor, target, offered)
    needed = content.recruiting.needed
    return Hope(found, total(found), needed, chances(needed, total(found)))


def open_to_all(content: Content, view: BoardView, seat: int) -> list[str]:
    """The nobles whom a seat may try to recruit in this turn of its own, if its envoy is there."""
    if content.ruleset.nobles_in_deck or not view.sides:
        return []
    played = {side.part for side in view.sides}
    heads = {part.head for part in content.ruleset.parts if part.id in played}
    tried = {one.noble for one in view.courted if one.seat == seat}
    return [n for n in content.nobles if n not in view.nobles and n not in heads | tried]


def _suitor(content: Content, view: BoardView, seat: int) -> Suitor | None:
    serves = _house(view.sides[seat].serves) if view.sides else None
    if serves is None:
        return None
    part = next(part for part in content.ruleset.parts if part.id == view.sides[seat].part)
    nobles = tuple(key for key, noble in view.nobles.items() if noble.seat == seat)
    kings = [heir.holder for heir in view.heirs.values() if heir.crowned and heir.alive]
    return Suitor(serves, part.favours, nobles, len(kings) == 1 and kings[0] in nobles)


def _house(name: str) -> House | None:
    return "lancaster" if name == "lancaster" else "york" if name == "york" else None
