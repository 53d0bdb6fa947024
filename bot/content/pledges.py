"""By which words computer players understand what a promise is about."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from bot.content.errors import ContentError
from bot.content.files import DataFile, read_json
from bot.content.load import data_root

PLEDGES = "kingmaker/pledges.json"

Pledge = Literal["vote", "peace"]


class PledgeWords(DataFile, frozen=True):
    """A kind of promise, and words by which it is known."""

    kind: Pledge
    words: tuple[str, ...]


class PledgesFile(DataFile, frozen=True):
    """kingmaker/pledges.json."""

    kinds: tuple[PledgeWords, ...]


@lru_cache(maxsize=1)
def load_pledges() -> tuple[PledgeWords, ...]:
    """The kinds of promises in their order. Raises ContentError for words that fit nothing."""
    kinds = read_json(data_root(), PLEDGES, PledgesFile).kinds
    for number, one in enumerate(kinds):
        wrong = [word for word in one.words if not word or word != word.casefold().strip()]
        if wrong or not one.words:
            raise ContentError(PLEDGES, f"kinds[{number}].words", "small letters, and none empty")
    return kinds


def pledge_in(text: str) -> Pledge | None:
    """What a promise is about; None if nobody can tell."""
    said = text.casefold()
    return next((one.kind for one in load_pledges() if any(w in said for w in one.words)), None)
