"""The personalities of computer players: characters with six traits, read from data and checked.

The names of computer players.

The lines that computer players with a character say at the table, read from data and checked.

The words that tell computer players what a promise is about.
"""

from __future__ import annotations

import re
import string
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from bot.content.errors import ContentError
from bot.content.files import DataFile, read_json
from bot.content.load import data_root
from bot.rules.kernel import Seat

CHARACTERS = "characters.json"
"""The name of each game's file of characters."""

_FIRST = "kingmaker"

_ID = re.compile(r"[a-z]{3,12}")


class Traits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Six traits, each from -1 to 1, with 0 for most people."""

    daring: float = 0.0
    care: float = 0.0
    ambition: float = 0.0
    fellowship: float = 0.0
    greed: float = 0.0
    memory: float = 0.0


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character: its id, its name, a sentence about it, and its traits."""

    id: str
    label: str
    sentence: str
    traits: Traits


class CharactersFile(DataFile, frozen=True):
    """characters.json of a game."""

    within: float
    """Plans up to this many points worse than the best are still considered."""
    leans: dict[str, Traits]
    """The strength with which each trait leans towards a kind of plan."""
    characters: tuple[Character, ...]

    def lean(self, traits: Traits, kind: str) -> float:
        """The points that these traits add to the value of a kind of plan; at most half the range
        within which plans are considered."""
        leans = self.leans.get(kind, _NONE)
        pairs = zip(msgspec.structs.astuple(leans), msgspec.structs.astuple(traits), strict=True)
        total: float = sum(weight * trait for weight, trait in pairs)
        return max(-1.0, min(1.0, total)) * self.within / 2


_NONE = Traits()


@lru_cache(maxsize=4)
def load_characters(game: str = _FIRST) -> CharactersFile:
    """The characters of a game, in order. Raises ContentError for invalid or repeated ids, and for
    numbers out of bounds."""
    name = f"{game}/{CHARACTERS}"
    found = read_json(data_root(), name, CharactersFile)
    if not 0 < found.within <= 5:
        raise ContentError(name, "within", "must be above 0 and no more than 5")
    known: set[str] = set()
    for number, one in enumerate(found.characters):
        if not _ID.fullmatch(one.id) or one.id in known:
            raise ContentError(
                name, f"characters[{number}].id", f"{one.id!r} is not a valid id, or appears twice"
            )
        known.add(one.id)
        _check(name, one.traits, f"characters[{number}].traits")
    for kind, leans in found.leans.items():
        _check(name, leans, f"leans.{kind}")
    return found


def _check(file: str, traits: Traits, key: str) -> None:
    for name, value in msgspec.structs.asdict(traits).items():
        if not -1 <= value <= 1:
            raise ContentError(file, f"{key}.{name}", f"{value} is not between -1 and 1")


COMPUTERS = "computers.json"
_NAME = re.compile(r"[A-Z][a-z]{1,15}")


class ComputersFile(DataFile, frozen=True):
    """computers.json."""

    names: tuple[str, ...]


@lru_cache(maxsize=1)
def load_computer_names() -> tuple[str, ...]:
    """The names for computer players. Raises ContentError for anything that is not a name or that
    occurs twice.
    """
    names = read_json(data_root(), COMPUTERS, ComputersFile).names
    for number, name in enumerate(names):
        if not _NAME.fullmatch(name) or name in names[:number]:
            raise ContentError(
                COMPUTERS, f"names[{number}]", f"{name!r} is not a name, or appears twice"
            )
    return names


LONGEST = 100
"""The most characters a line may have as it is in the file."""

_SAID = 160
"""The most characters a line may have as it is said, with all the names filled in."""

_UNFIT = frozenset("@<>*_`~|#\n")
"""A line must not mention anybody or contain markup."""


class Occasion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An occasion for a line: its id, and what a line about it may name.

    The occasion comes up in one round out of ``every``.
    """

    id: str
    names: tuple[str, ...]
    every: int = 1


class VoicesFile(DataFile, frozen=True):
    """voices.json of a game."""

    occasions: tuple[Occasion, ...]
    """The occasions, the most important first."""
    lines: dict[str, dict[str, tuple[str, ...]]]
    """The lines by character and occasion."""

    def weight(self, occasion: str, seat: Seat, round_: int) -> int | None:
        """The rank of an occasion in a round, 0 being the most important; None if it does not come
        up.
        """
        for number, known in enumerate(self.occasions):
            if known.id == occasion:
                return number if (round_ + seat) % known.every == 0 else None
        return None

    def line(
        self, character: str, occasion: str, named: Mapping[str, str], turn: int, lot: str
    ) -> str:
        """The line a character says on an occasion; empty if it says nothing.

        The character's lines take turns, counted by ``turn``; ``lot`` decides which comes first.
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
    """The lines that a game's computer players say; None if they say nothing.

    Raises ContentError for a line that names something it may not, is too long, occurs twice, or
    contains markup; and for a character with no line for an occasion.
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
            raise ContentError(name, key, f"needs lines for each occasion and no others: {odd}")
        for occasion, said in lines.items():
            if not said or len(set(said)) < len(said):
                raise ContentError(
                    name, f"{key}.{occasion}", "needs at least one line, and none twice"
                )
            for number, line in enumerate(said):
                _check_voices(name, f"{key}.{occasion}[{number}]", line, known[occasion])
    return found


def _check_voices(name: str, key: str, line: str, occasion: Occasion) -> None:
    if not 0 < len(line) <= LONGEST or _UNFIT & set(line):
        raise ContentError(name, key, f"must have at most {LONGEST} characters and no markup")
    try:
        used = {field for _, field, _, _ in string.Formatter().parse(line) if field is not None}
    except ValueError as wrong:
        raise ContentError(name, key, str(wrong)) from None
    odd = sorted(used - set(occasion.names))
    if odd:
        raise ContentError(name, key, f"cannot use {', '.join(odd)}")


PLEDGES = "kingmaker/pledges.json"

Pledge = Literal["vote", "peace"]


class PledgeWords(DataFile, frozen=True):
    """A kind of promise, and words that identify it."""

    kind: Pledge
    words: tuple[str, ...]


class PledgesFile(DataFile, frozen=True):
    """kingmaker/pledges.json."""

    kinds: tuple[PledgeWords, ...]


@lru_cache(maxsize=1)
def load_pledges() -> tuple[PledgeWords, ...]:
    """The kinds of promises, in order. Raises ContentError for a kind without words, and for words
    that are empty or not in lower case."""
    kinds = read_json(data_root(), PLEDGES, PledgesFile).kinds
    for number, one in enumerate(kinds):
        wrong = [word for word in one.words if not word or word != word.casefold().strip()]
        if wrong or not one.words:
            raise ContentError(
                PLEDGES, f"kinds[{number}].words", "must be lower-case words, and none may be empty"
            )
    return kinds


def pledge_in(text: str) -> Pledge | None:
    """The kind of promise in a text; None if no word identifies it."""
    said = text.casefold()
    return next((one.kind for one in load_pledges() if any(w in said for w in one.words)), None)
