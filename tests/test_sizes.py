"""Rooms and what is in them stay small enough to be taken in: folders, modules, functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROGRAM = ("bot", "cogs", "rendering")

MODULES = 20
"""The most modules of a folder, its `__init__` left out."""
LINES = 500
"""The most lines of a module."""
FUNCTION = 50
"""The most lines of a function, from its `def` on."""


def files_in(*packages: str) -> list[Path]:
    """All Python files of these packages."""
    return sorted(file for package in packages for file in (ROOT / package).rglob("*.py"))


def place_of(file: Path) -> str:
    """The file's path below the root."""
    return file.relative_to(ROOT).as_posix()


def functions(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions of a file, those inside others too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many lines a function has."""
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def lines(file: Path) -> int:
    """How many lines a module has."""
    return len(file.read_text(encoding="utf-8").splitlines())


def test_no_folder_has_more_than_twenty_modules() -> None:
    folders = {file.parent for file in files_in(*PROGRAM, "tests")}
    crowded = {
        place_of(folder): count
        for folder in folders
        if (count := sum(f.name != "__init__.py" for f in folder.glob("*.py"))) > MODULES
    }
    assert crowded == {}, "divide it by meaning, with names that a stranger would guess"


def test_no_module_is_long() -> None:
    long = {place_of(file): count for file in files_in(*PROGRAM) if (count := lines(file)) > LINES}
    assert long == {}


def test_no_function_is_long() -> None:
    long = {
        f"{place_of(file)}:{function.name}": length(function)
        for file in files_in(*PROGRAM)
        for function in functions(file)
        if length(function) > FUNCTION
    }
    assert long == {}


def test_every_package_says_in_a_sentence_what_lives_there() -> None:
    for file in files_in(*PROGRAM):
        if file.name != "__init__.py":
            continue
        told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        sentence = told.partition("\n")[0]
        assert sentence.endswith("."), place_of(file)
        assert ". " not in sentence, place_of(file)


def test_every_folder_with_modules_is_a_package() -> None:
    bare = {
        place_of(file.parent)
        for file in files_in(*PROGRAM, "tests")
        if not (file.parent / "__init__.py").exists()
    }
    assert bare == set()
