"""Editions of the rules: what was mended after a release, and how games play on that began before.

Each is a file of its own, ``editions/2.json``: patches, by the rule set that was mended, that take
the mend back. No rule asks for the number of an edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from bot.content.files import DataFile, read_json
from bot.content.patches import Patch

EDITIONS = "kingmaker/editions"

CARRIED = 2
"""So many editions before the newest are still played; older games go on under today's rules."""


class EditionFile(DataFile, frozen=True):
    """What an edition mended, taken back, by the rule set: those based on it are patched too."""

    patches: dict[str, Patch]


@lru_cache(maxsize=8)
def newest_edition(root: Path) -> int:
    """The edition by which new games are played."""
    return max((int(file.stem) for file in (root / EDITIONS).glob("*.json")), default=1)


def carried_editions(root: Path) -> range:
    """The editions before the newest by which games that began with them go on."""
    newest = newest_edition(root)
    return range(max(1, newest - CARRIED), newest)


def taken_back(root: Path, edition: int, rulesets: Iterable[str]) -> Iterator[tuple[str, Patch]]:
    """The patches of a game that began with an edition, the newest mend first, with their files.

    ``rulesets`` are those that it is based on, the first one first. Raises ContentError.
    """
    named = list(rulesets)
    for number in range(newest_edition(root), edition, -1):
        file = f"{EDITIONS}/{number}.json"
        patches = read_json(root, file, EditionFile).patches
        yield from ((file, patches[name]) for name in named if name in patches)
