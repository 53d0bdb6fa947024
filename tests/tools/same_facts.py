"""Whether two versions of the minutes say the same: `python -m tests.tools.same_facts OLD NEW`.

OLD and NEW are files, or folders of files with the same names. The facts are compared line by line:
numbers, rule ids, names of things and players with their marks, ids of controls, and anything that
people typed. The wording is not compared. Each difference is printed, and the exit status is 1 if
there is one. `git worktree add ../before COMMIT` brings back earlier minutes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from bot.games import GAMES, default_ruleset, words_for

Facts = frozenset[str]

_TYPED = re.compile(r"^(?:> |# |\? |\(\w)")
"""Lines that say what people did, or who was shown something."""
_LABEL = re.compile(r"(^> [^:]+: \[).*(?=\]$)|(?<=:).+(?= \d+$)")
"""In such lines, the label of the button pressed and the letters typed to find something are
wording."""
_PLAYER = re.compile(r"[·:] \**([^·*:]+?)\**’s turn|<@(\w+)>|^> ([^:\n]+):", re.M)
_CONTROL = re.compile(r"(?<= )(?:[bs]\.\w+:\S+|\w+\|\w{4}\|\S+)")
_RULE = re.compile(r"\b[a-z]+-[a-z0-9]+(?:\.[a-z0-9]+)*\b")
_NUMBER = re.compile(r"(?<![\w.])[+−-]?\d+(?:[./:]\d+)*%?")


@cache
def _things() -> frozenset[str]:
    """The names of everything that the games can name."""
    found: set[str] = set()
    for game in GAMES:
        words = words_for(game, default_ruleset(game))
        found.update(words.cards().values(), words.places().values())
    return frozenset(name for name in found if len(name) > 2)


def names(*texts: str) -> re.Pattern[str]:
    """The names that these minutes may contain, including the players', with their marks."""
    players = {name for text in texts for found in _PLAYER.findall(text) for name in found if name}
    longest = sorted(_things() | players, key=lambda name: (-len(name), name))
    either = "|".join(map(re.escape, longest))
    return re.compile(rf"\*{{0,2}}(?<!\w)(?:{either})(?!\w)\*{{0,2}}")


def facts(line: str, known: re.Pattern[str]) -> Facts:
    """The facts in a line, however it is worded."""
    if _TYPED.match(line):
        return frozenset([_LABEL.sub(lambda found: found[1] or "", line)])
    found = {line[:5]} & {"  | -", "  | +"}  # something that a change removed or added
    for each in (_CONTROL, _RULE, known, _NUMBER):
        found.update(match.group() for match in each.finditer(line))
        line = each.sub(" ", line)
    return frozenset(found)


def differences(old: str, new: str) -> Iterator[str]:
    """The differences between two versions, line by line, each with what is lost and gained."""
    known = names(old, new)
    before, after = (_telling(text, known) for text in (old, new))
    matcher = SequenceMatcher(None, [f for _, f, _ in before], [f for _, f, _ in after], False)
    for what, start, end, first, last in matcher.get_opcodes():
        if what == "equal":
            continue
        gone, come = before[start:end], after[first:last]
        if len(gone) == len(come):
            for one, other in zip(gone, come, strict=True):
                yield from _told([one], [other])
        else:
            yield from _told(gone, come)


_Line = tuple[int, Facts, str]


def _telling(text: str, known: re.Pattern[str]) -> list[_Line]:
    """The lines that contain facts, with their numbers."""
    lines = ((number, facts(line, known), line) for number, line in enumerate(text.split("\n"), 1))
    return [line for line in lines if line[1]]


def _told(gone: Sequence[_Line], come: Sequence[_Line]) -> Iterator[str]:
    lost = frozenset[str]().union(*(told for _, told, _ in gone))
    gained = frozenset[str]().union(*(told for _, told, _ in come))
    parts = [f"lost {', '.join(sorted(lost - gained))}"] if lost - gained else []
    parts += [f"gained {', '.join(sorted(gained - lost))}"] if gained - lost else []
    if gone and come and not parts:
        return  # the same facts, in other lines
    yield "\n".join(
        [
            "; ".join(parts) or "told once more or once less",
            *(f"  - {number}: {line}" for number, _, line in gone),
            *(f"  + {number}: {line}" for number, _, line in come),
        ]
    )


def compared(old: Path, new: Path) -> Iterator[tuple[str, str]]:
    """Both texts of each file that exists on either side."""
    files = [""] if old.is_file() else {f.name for side in (old, new) for f in side.glob("*.txt")}
    for name in sorted(files):
        yield _text(old / name), _text(new / name)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(arguments: list[str]) -> int:
    """Print the differences. Returns the exit status."""
    if len(arguments) != 2:
        print("Give the old and the new: python -m tests.tools.same_facts OLD NEW", file=sys.stderr)
        return 2
    found = [each for old, new in compared(*map(Path, arguments)) for each in differences(old, new)]
    print("\n".join(found) or "The same facts, line by line.")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
