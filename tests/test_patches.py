"""No test patches what was bound when a function was defined: it would change nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@cache
def source_of(module: str) -> str | None:
    """The source of a module of the program, if there is one of this name."""
    path = ROOT / module.replace(".", "/")
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file.read_text(encoding="utf-8") for file in files if file.exists()), None)


def patched(source: str) -> Iterator[tuple[int, str, str]]:
    """What a test patches of modules: the line, the module, and the name in it."""
    tree = ast.parse(source)
    modules = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="setattr"),
                args=[ast.Constant(value=str(path)), *_],
            ):
                module, _, name = path.rpartition(".")
                yield node.lineno, module, name
            case ast.Call(
                func=ast.Attribute(attr="setattr"),
                args=[ast.Name(id=known), ast.Constant(value=str(name)), *_],
            ) if known in modules:
                yield node.lineno, modules[known], name


@cache
def bound(source: str) -> set[str]:
    """The names that stand in defaults of a module's functions."""
    return {
        name.id
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for default in (*function.args.defaults, *function.args.kw_defaults)
        if default is not None
        for name in ast.walk(default)
        if isinstance(name, ast.Name)
    }


def in_vain(source: str) -> list[str]:
    """What a test patches in vain, with its line."""
    return [
        f"{line}: {module}.{name}"
        for line, module, name in patched(source)
        if (theirs := source_of(module)) is not None and name in bound(theirs)
    ]


def test_no_default_is_patched() -> None:
    found = {
        file.relative_to(ROOT).as_posix(): faults
        for file in (ROOT / "tests").rglob("*.py")
        if "setattr" in (text := file.read_text(encoding="utf-8")) and (faults := in_vain(text))
    }
    assert found == {}, "hand it over in the call"


@pytest.mark.parametrize(
    "source",
    [
        'monkeypatch.setattr("rendering.canvas.pool.SECONDS_AT_LEISURE", 0.05)',
        'from rendering.canvas import pool\npatch.setattr(pool, "SECONDS_AT_LEISURE", 0.05)',
    ],
)
def test_a_default_is_seen_however_it_is_patched(source: str) -> None:
    line = source.count("\n") + 1
    assert in_vain(source) == [f"{line}: rendering.canvas.pool.SECONDS_AT_LEISURE"]


def test_what_is_looked_up_when_it_is_needed_may_be_patched() -> None:
    assert in_vain('monkeypatch.setattr("rendering.canvas.pool._LOOK", 0.05)') == []
