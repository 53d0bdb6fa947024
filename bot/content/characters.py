"""What computer players are like: characters with six traits, read from data and checked."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from bot.content.errors import ContentError
from bot.content.files import DataFile, read_json
from bot.content.load import data_root

CHARACTERS = "kingmaker/characters.json"

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
    """kingmaker/characters.json."""

    within: float
    """Plans that are so many points worse than the best are still chosen among."""
    leans: dict[str, Traits]
    """How much each trait leans to a kind of plan."""
    characters: tuple[Character, ...]


@lru_cache(maxsize=1)
def load_characters() -> CharactersFile:
    """The characters in their order. Raises ContentError for ids that are none or stand twice, and
    for numbers out of bounds."""
    found = read_json(data_root(), CHARACTERS, CharactersFile)
    if not 0 < found.within <= 5:
        raise ContentError(CHARACTERS, "within", "a few points: more than 0, and 5 at most")
    known: set[str] = set()
    for number, one in enumerate(found.characters):
        if not _ID.fullmatch(one.id) or one.id in known:
            raise ContentError(CHARACTERS, f"characters[{number}].id", f"{one.id!r} is no new id")
        known.add(one.id)
        _check(one.traits, f"characters[{number}].traits")
    for kind, leans in found.leans.items():
        _check(leans, f"leans.{kind}")
    return found


def _check(traits: Traits, key: str) -> None:
    for name, value in msgspec.structs.asdict(traits).items():
        if not -1 <= value <= 1:
            raise ContentError(CHARACTERS, f"{key}.{name}", f"{value} is not from -1 to 1")


def character_of(name: str) -> Character:
    """A character by its id. Raises LookupError if there is none."""
    found = load_characters().characters
    for one in found:
        if one.id == name:
            return one
    raise LookupError(f"Nobody is {name!r}. Known: {', '.join(one.id for one in found)}.")
