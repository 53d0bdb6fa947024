"""Every folder of modules is a package, and says in one sentence what lives there."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROGRAM = ("bot", "cogs", "rendering")


def files_in(*packages: str) -> list[Path]:
    """All Python files of these packages."""
    return sorted(file for package in packages for file in (ROOT / package).rglob("*.py"))


def place_of(file: Path) -> str:
    """The file's path below the root."""
    return file.relative_to(ROOT).as_posix()


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
