"""The notes of a release, from the changelog: `python -m tests.tools.release_notes v1.2.3`.

Prints the changelog's section for that version, word for word. Prints nothing, with exit status 1,
if the tag is not the program's version or if that section is not ready.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import bot

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"

_SECTION = re.compile(
    r"^## \[(?P<name>[^\]]+)\](?P<day>[^\n]*)\n(?P<text>.*?)(?=^## |\Z)", re.M | re.S
)
_DAY = re.compile(r" - \d{4}-\d{2}-\d{2}")


class Unready(Exception):
    """No release is possible yet; the text says why."""


def notes(tag: str, changelog: str, version: str) -> str:
    """The changelog's text about a version. Raises Unready if it cannot be released as ``tag``."""
    if tag != f"v{version}":
        raise Unready(f"The tag is {tag}, but the program says that it is {version}.")
    found = {each["name"]: each for each in _SECTION.finditer(changelog)}
    section = found.get(version)
    if section is None:
        raise Unready(f"The changelog has no section [{version}].")
    if not _DAY.fullmatch(section["day"]):
        raise Unready(f"The section [{version}] needs its day: ## [{version}] - 2026-12-31.")
    text = section["text"].strip()
    if not re.search(r"^- ", text, re.M):
        raise Unready(f"The section [{version}] lists no changes.")
    return f"{text}\n"


def main() -> int:
    """Print the notes. Returns the exit status."""
    if len(sys.argv) != 2:
        print("Name the tag: python -m tests.tools.release_notes v1.2.3", file=sys.stderr)
        return 2
    try:
        text = notes(sys.argv[1], CHANGELOG.read_text(encoding="utf-8"), bot.__version__)
    except Unready as unready:
        print(unready, file=sys.stderr)
        return 1
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
