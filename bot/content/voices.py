"""What computer players with a character say at the table, read from data and checked."""

from __future__ import annotations

import string
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from bot.content.errors import ContentError
from bot.content.files import DataFile, read_json

LONGEST = 100
"""Characters of a line as it stands in the file."""

_SAID = 160
"""Characters of a line as it is said, with all names in it."""

_UNFIT = frozenset("@<>*_`~|#\n")
"""Nothing in a line calls anybody, or is markup."""


class Occasion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something worth a line: its id, and what a line about it may name.

    It is one in ``every`` so many rounds only.
    """

    id: str
    names: tuple[str, ...]
    every: int = 1


class VoicesFile(DataFile, frozen=True):
    """voices.json of a game."""

    occasions: tuple[Occasion, ...]
    """The weightiest first."""
    lines: dict[str, dict[str, tuple[str, ...]]]
    """By character and occasion."""

    def weight(self, occasion: str, seat: int, round_: int) -> int | None:
        """How much an occasion weighs in a round, 0 most; None if it is none."""
        for number, known in enumerate(self.occasions):
            if known.id == occasion:
                return number if (round_ + seat) % known.every == 0 else None
        return None

    def line(
        self, character: str, occasion: str, named: Mapping[str, str], turn: int, lot: str
    ) -> str:
        """What a character says on an occasion; empty if it says nothing.

        Its lines come in turn, ``turn`` by ``turn``, from one that ``lot`` decides.
        """
        lines = self.lines.get(character, {}).get(occasion, ())
        first = zlib.crc32(f"{character}:{occasion}:{lot}".encode()) + turn
        for number in range(len(lines)):
            said = lines[(first + number) % len(lines)].format_map(named)
            if len(said) <= _SAID:
                return said
        return ""


@lru_cache(maxsize=8)
def load_voices(root: Path, game: str) -> VoicesFile | None:
    """What computers of a game say; None if they say nothing.

    Raises ContentError for a line that names what it may not, is too long, stands twice, or holds
    markup; and for a character that says nothing on an occasion.
    """
    name = f"{game}/voices.json"
    if not (root / name).is_file():
        return None
    found = read_json(root, name, VoicesFile)
    known = {one.id: one for one in found.occasions}
    for number, one in enumerate(found.occasions):
        if one.every < 1:
            raise ContentError(name, f"occasions[{number}].every", "at least 1")
    for character, lines in found.lines.items():
        key = f"lines.{character}"
        if lines.keys() != known.keys():
            odd = ", ".join(sorted(lines.keys() ^ known.keys()))
            raise ContentError(
                name, key, f"needs lines for each occasion, and for no others: {odd}"
            )
        for occasion, said in lines.items():
            if not said or len(set(said)) < len(said):
                raise ContentError(name, f"{key}.{occasion}", "at least one line, and none twice")
            for number, line in enumerate(said):
                _check(name, f"{key}.{occasion}[{number}]", line, known[occasion])
    return found


def _check(name: str, key: str, line: str, occasion: Occasion) -> None:
    if not 0 < len(line) <= LONGEST or _UNFIT & set(line):
        raise ContentError(name, key, f"at most {LONGEST} characters, without markup")
    try:
        used = {field for _, field, _, _ in string.Formatter().parse(line) if field is not None}
    except ValueError as wrong:
        raise ContentError(name, key, str(wrong)) from None
    odd = sorted(used - set(occasion.names))
    if odd:
        raise ContentError(name, key, f"cannot name {', '.join(odd)}")
