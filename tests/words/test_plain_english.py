"""What people read is said as an English speaker would say it: see docs/voice.md."""

from __future__ import annotations

import ast
import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.folders import ROOT

_OPENS = r"(?:^|[.!?;:•]\s+|[“(]|\n[ \t]*)"
"""What a sentence opens after."""

PATTERNS = {
    "till, say until": r"\btill\b",
    "by lot, say at random": r"\bby lots?\b",
    "Chancellery, say Chancery": r"\bchancellery\b",
    "of whom or of which, say it in two sentences": r"(?<=[\w,;])(?<!out) of (?:whom|which)\b",
    "Whoever opens the sentence, say you, if, or the player who": rf"{_OPENS}Whoever\b",
    "Who opens a sentence that is no question, say you, if, or the player who": (
        rf"{_OPENS}Who (?=[^.?!:;\n]+(?:\n[^.?!:;\n]+)*[.!;])"
    ),
}
_ANY_CASE = ("till", "by lot", "chancellery", "of whom")
FAULTS = {
    name: re.compile(pattern, re.I if name.lower().startswith(_ANY_CASE) else 0)
    for name, pattern in PATTERNS.items()
}

_SUSPECT = re.compile(r"till|by lot|chancellery|of wh|Who", re.I)
_QUOTED = re.compile(r"`[^`\n]*`|“[^”\n]*”|\*[a-z ]+\*")
_QUOTING = ("before", "not", "pattern")
"""The columns of a table in a document that say how not to speak."""

Text = tuple[Path, int, str]


def faults(text: str) -> Iterator[tuple[int, str]]:
    """The place and the name of each fault in a text."""
    if not _SUSPECT.search(text):
        return
    plain = _QUOTED.sub(lambda found: " " * len(found.group()), text)
    for name, pattern in FAULTS.items():
        yield from ((found.start(), name) for found in pattern.finditer(plain))


# Where people read


def _read() -> Iterator[Text]:
    for folder in ("bot", "cogs", "rendering"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from _literals(path)
    for path in sorted((ROOT / "data").rglob("*.json")):
        yield from ((path, 1, text) for text in _values(json.loads(path.read_text("utf-8"))))
    for path in sorted((ROOT / "data" / "rules").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            yield from ((path, n, c) for n, row in enumerate(csv.reader(file), 1) for c in row)
    for path in sorted((*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"))):
        yield from _said_in(path)
    for path in sorted((ROOT / "bot" / "sandbox" / "page").rglob("*.[hj]*")):
        yield path, 1, path.read_text("utf-8")


def _literals(path: Path) -> Iterator[Text]:
    """The texts of a module: literals, and the docstrings of what is public."""
    tree = ast.parse(path.read_text("utf-8"))
    inner = set[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name.startswith("_") and ast.get_docstring(node) is not None:
                inner.add(node.body[0].value)  # type: ignore[attr-defined]
        elif isinstance(node, ast.JoinedStr):
            inner.update(node.values)
            parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            yield path, node.lineno, "".join(map(str, parts))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in inner:
            yield path, node.lineno, node.value


def _values(found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict | list):
        for each in found.values() if isinstance(found, dict) else found:
            yield from _values(each)


def _said_in(path: Path) -> Iterator[Text]:
    """The lines of a document, without the cells that quote how not to speak."""
    quoting: list[int] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.startswith("|"):
            quoting = []
            yield path, number, line
            continue
        cells = [cell.strip() for cell in line.split("|")]
        quoting = quoting or [at for at, cell in enumerate(cells) if cell in _QUOTING]
        yield path, number, "\n".join(c for at, c in enumerate(cells) if at not in quoting)


# The checks


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("She is yours till she reaches a port.", 1),
        ("Drawn by lot from the Chancellery, of which nobody knows.", 3),
        ("Whoever has not voted by then abstains.", 1),
        ("Time runs out. Whoever votes wins.", 1),
        ("Who is with the House gains half as much again.", 1),
        ("A tie. Who has fewer\nnobles begins.", 1),
        ("Who is with the House? Ask whoever drew the card; who comes to it is asked.", 0),
        ("Who may call it: the player with the King.", 0),
        ("Do not say “till”, nor *by lot*: `of whom`.", 0),
        ("Out of which place? Of which turn? The town of which county", 1),
        ("until_port, still, the lottery, a chancellor", 0),
    ],
)
def test_the_patterns(text: str, number: int) -> None:
    assert len(list(faults(text))) == number


def test_nobody_reads_english_that_was_thought_elsewhere() -> None:
    found = []
    for path, line, text in _read():
        for at, name in faults(text):
            start = max(0, at - 20)
            told = " ".join(text[start : at + 60].split())
            place = f"{path.relative_to(ROOT)}:{line + text.count(chr(10), 0, at)}"
            found.append(f"{place}: {name}: {told}")
    assert not found, "\n".join([f"{len(found)} faults", *found])
