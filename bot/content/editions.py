"""Editions of the rules: what was fixed after a release, and how games begun earlier continue.

Each is a separate file, such as ``editions/2.json``: patches that undo the fixes, listed by the
rule set that was fixed. No rule asks for an edition's number.

A patch for a rule set: what an option changes in it, or what an edition undoes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from bot.content.files import DataFile, read_json


class Patch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The changes that an option makes to a rule set, or that undo an edition's fixes.

    ``use`` chooses procedures by kind, ``values`` sets values, ``add`` lengthens
    lists and tables, and raises numbers. ``remove`` takes entries out of a list, or out of a table
    by their keys, once everything has been added: no other option's ``add`` can put them back.
    """

    use: dict[str, str] = {}
    values: dict[str, Any] = {}
    add: dict[str, list[Any] | dict[str, Any] | int] = {}
    remove: dict[str, list[str]] = {}

    def clashes(self, other: Patch) -> bool:
        """Whether both patches change the same procedure or value, so that the order matters."""
        return (
            _differ(self.use, other.use)
            or _differ(self.values, other.values)
            or bool(set(self.values) & {*other.add, *other.remove})
            or bool(set(other.values) & {*self.add, *self.remove})
            or any(
                isinstance(more, dict)
                and isinstance(others := other.add.get(key), dict)
                and _differ(more, others)
                for key, more in self.add.items()
            )
        )


def _differ(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two tables have different values for the same key."""
    return any(one[key] != other[key] for key in one.keys() & other.keys())


EDITIONS = "kingmaker/editions"

CARRIED = 2
"""How many editions before the newest are still played; older games continue under today's rules.
"""


class EditionFile(DataFile, frozen=True):
    """The patches that undo an edition's fixes, by rule set; rule sets based on one of these are
    patched too."""

    patches: dict[str, Patch]


@lru_cache(maxsize=8)
def newest_edition(root: Path) -> int:
    """The edition that new games are played with."""
    return max((int(file.stem) for file in (root / EDITIONS).glob("*.json")), default=1)


def carried_editions(root: Path) -> range:
    """The older editions still in use by games that began with them."""
    newest = newest_edition(root)
    return range(max(1, newest - CARRIED), newest)


def taken_back(root: Path, edition: int, rulesets: Iterable[str]) -> Iterator[tuple[str, Patch]]:
    """The patches for a game that began with an edition, the newest fix first, with their files.

    ``rulesets`` are those that its rules are based on, lowest first. Raises ContentError.
    """
    named = list(rulesets)
    for number in range(newest_edition(root), edition, -1):
        file = f"{EDITIONS}/{number}.json"
        patches = read_json(root, file, EditionFile).patches
        yield from ((file, patches[name]) for name in named if name in patches)
