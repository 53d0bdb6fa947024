"""A module that plays rules says in its heading which, so that a number leads there by search."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from bot.content.load import load_ledger
from bot.rules import kingmaker, lancaster

LEDGER = load_ledger()
ROWS = [rule.id for rule in LEDGER]

ID = re.compile(r"\b(?:house|base|classic|ishkibibble|families|lancaster)-[a-z\d]+[\w.-]*\w")
"""A row of the ledger, or the beginning that several have in common."""
PARTS = re.compile(r"\b(house|base|lancaster) ((?:§[\w.()]+(?:, | to | and )?)+)", re.IGNORECASE)
"""Sections of a rule text, as `house §2.2, §8.4`."""

GROUND = ("facts", "corrections", "secrets")
"""Rooms that serve every part of the rule book."""


def modules() -> list[Path]:
    """The modules in the rooms of the rule book: those of Kingmaker, and Lancaster with its own."""
    rooms, whole = (Path(str(package.__file__)).parent for package in (kingmaker, lancaster))
    found = [file for file in rooms.rglob("*.py") if file.relative_to(rooms).parts[0] not in GROUND]
    return sorted(file for file in [*found, *whole.rglob("*.py")] if file.name != "__init__.py")


def heading(file: Path) -> str:
    """What a module says of itself."""
    return ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""


def sections(text: str) -> list[tuple[str, str]]:
    """The sections of rule texts that are named, each with its rule set."""
    return [
        (ruleset.lower(), number.rstrip("."))
        for ruleset, numbers in PARTS.findall(" ".join(text.split()))
        for number in re.findall(r"§(\d[\w.]*(?:\(\w+\)\w?)?)", numbers)
    ]


def is_section(ruleset: str, number: str) -> bool:
    """Whether the ledger has rows of this section, or this very row."""
    stands = re.compile(rf"§{re.escape(number)}(?!\d)")
    return f"{ruleset}-{number}" in ROWS or any(
        stands.search(rule.source) for rule in LEDGER if rule.id.startswith(f"{ruleset}-")
    )


def in_room(file: Path) -> bool:
    """Whether a module stands in a room of its own part of the rule book, not on the ground."""
    return file.parent != Path(str(kingmaker.__file__)).parent and "lancaster" not in file.parts


def test_sections_are_read_as_they_are_written() -> None:
    assert sections("Moves (house §2.2, §8.4; base §7). House §5.14 to §5.17.") == [
        ("house", "2.2"),
        ("house", "8.4"),
        ("base", "7"),
        ("house", "5.14"),
        ("house", "5.17"),
    ]
    assert sections("Favours (lancaster §4(i)c, §7).") == [
        ("lancaster", "4(i)c"),
        ("lancaster", "7"),
    ]
    assert is_section("lancaster", "4(i)c")
    assert is_section("base", "15A")
    assert not is_section("base", "20")
    assert not is_section("house", "5.27")


def is_row(named: str) -> bool:
    """Whether this is a row of the ledger, or the beginning of some."""
    return any(re.match(rf"{named}(?![a-z\d-])", row) for row in ROWS)


def test_what_a_heading_names_stands_in_the_ledger() -> None:
    wrong: list[tuple[Path, object]] = []
    for file in modules():
        told = heading(file)
        wrong += [(file, part) for part in sections(told) if not is_section(*part)]
        wrong += [(file, named) for named in ID.findall(told) if not is_row(named)]
        if told.count("§") != len(sections(told)):
            wrong.append((file, "a section without a rule set before it"))
    assert wrong == []


def test_every_module_of_a_room_that_names_rows_has_them_in_its_heading() -> None:
    bare = [
        f"{file.parent.name}/{file.name}"
        for file in modules()
        if in_room(file)
        and set(ID.findall(file.read_text(encoding="utf-8"))) & set(ROWS)
        and not (sections(heading(file)) or ID.findall(heading(file)))
    ]
    assert bare == []
