"""What computer players are like: characters with six traits, read from data and checked."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from bot.content.errors import ContentError
from bot.content.files import DataFile, read_json
from bot.content.load import data_root

CHARACTERS = "characters.json"
"""The file of every game."""

_FIRST = "kingmaker"

_ID = re.compile(r"[a-z]{3,12}")


class Traits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Six traits, each from -1 to 1; 0 is like most people."""

    daring: float = 0.0
    care: float = 0.0
    ambition: float = 0.0
    fellowship: float = 0.0
    greed: float = 0.0
    memory: float = 0.0


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character: its id, what it is called, a sentence about it, and its traits."""

    id: str
    label: str
    sentence: str
    traits: Traits


class CharactersFile(DataFile, frozen=True):
    """characters.json of a game."""

    within: float
    """Plans that are so many points worse than the best are still chosen among."""
    leans: dict[str, Traits]
    """How much each trait leans to a kind of plan."""
    characters: tuple[Character, ...]

    def lean(self, traits: Traits, kind: str) -> float:
        """By how many points a kind of plan is dearer to such traits than it is worth; never more
        than half the distance within which plans are chosen among."""
        leans = self.leans.get(kind, _NONE)
        pairs = zip(msgspec.structs.astuple(leans), msgspec.structs.astuple(traits), strict=True)
        total: float = sum(weight * trait for weight, trait in pairs)
        return max(-1.0, min(1.0, total)) * self.within / 2


_NONE = Traits()


@lru_cache(maxsize=4)
def load_characters(game: str = _FIRST) -> CharactersFile:
    """The characters of a game in their order. Raises ContentError for ids that are none or stand
    twice, and for numbers out of bounds."""
    name = f"{game}/{CHARACTERS}"
    found = read_json(data_root(), name, CharactersFile)
    if not 0 < found.within <= 5:
        raise ContentError(name, "within", "a few points: more than 0, and at most 5")
    known: set[str] = set()
    for number, one in enumerate(found.characters):
        if not _ID.fullmatch(one.id) or one.id in known:
            raise ContentError(
                name, f"characters[{number}].id", f"{one.id!r} is not an id, or appears twice"
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
