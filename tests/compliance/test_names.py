"""One name, one meaning: a class name is given once, but for what two games or a cog have alike."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

from tests.folders import ROOT

GAMES = {"kingmaker", "lancaster"}
DEFINED = re.compile(r"^ *class ([A-Za-z]\w*)[(:\[]", re.MULTILINE)


def defined() -> dict[str, list[Path]]:
    """Every public class of the program, with the files that define one of that name."""
    found: dict[str, list[Path]] = {}
    for folder in ("bot", "cogs", "rendering"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for name in DEFINED.findall(file.read_text(encoding="utf-8")):
                found.setdefault(name, []).append(file.relative_to(ROOT))
    return found


def may_share(one: Path, other: Path) -> bool:
    """Two games may say the same; a cog is named by its subject; the sandbox is a house apart."""
    games = [GAMES & set(file.parts) for file in (one, other)]
    if all(games) and games[0] != games[1]:
        return True
    cogs = [
        file.parts[0] == "cogs" and file.parts[1] not in ("ui", "delivery") for file in (one, other)
    ]
    return any(cogs) or any(file.parts[:2] == ("bot", "sandbox") for file in (one, other))


def test_a_class_name_means_one_thing() -> None:
    doubled = {
        name: [str(file) for file in files]
        for name, files in defined().items()
        if any(not may_share(one, other) for one, other in combinations(files, 2))
    }
    assert doubled == {}
