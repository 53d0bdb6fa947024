"""What computer players are called."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.content.errors import ContentError
from bot.content.files import DataFile, read_json
from bot.content.load import data_root

COMPUTERS = "computers.json"
_NAME = re.compile(r"[A-Z][a-z]{1,15}")


class ComputersFile(DataFile, frozen=True):
    """computers.json."""

    names: tuple[str, ...]


@lru_cache(maxsize=1)
def load_computer_names() -> tuple[str, ...]:
    """The names for computer players. Raises ContentError for what is no name, or stands twice."""
    names = read_json(data_root(), COMPUTERS, ComputersFile).names
    for number, name in enumerate(names):
        if not _NAME.fullmatch(name) or name in names[:number]:
            raise ContentError(
                COMPUTERS, f"names[{number}]", f"{name!r} is not a name, or appears twice"
            )
    return names
