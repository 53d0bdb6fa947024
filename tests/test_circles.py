"""Imports run one way: neither modules nor rooms form a circle, not even for types alone."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "cogs", "rendering")

Graph = Mapping[str, Mapping[str, int]]
"""Of each module those that it imports, and the line where it does."""


def module_name(file: Path) -> str:
    """The dotted name of a file below the root; a package's `__init__` goes by the package."""
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str, known: Iterable[str]) -> dict[str, int]:
    """The modules among the known that a source imports, wherever in it, with the first line."""
    modules, found = frozenset(known), dict[str, int]()
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are by the whole name"
            base = node.module or ""
            inside = [f"{base}.{alias.name}" for alias in node.names]
            names = [name if name in modules else base for name in inside]
        for name in names:
            if name in modules:
                found.setdefault(name, getattr(node, "lineno", 0))
    return found


def imports_of(root: Path, packages: Iterable[str]) -> Graph:
    """All imports between the modules of these packages."""
    files = {
        module_name(file.relative_to(root)): file
        for package in packages
        for file in (root / package).rglob("*.py")
    }
    graph = {}
    for name, file in files.items():
        found = imported(file.read_text(encoding="utf-8"), files)
        graph[name] = {module: line for module, line in found.items() if module != name}
    return graph


def reached(graph: Graph, start: str) -> set[str]:
    """All that a module imports, directly or through others."""
    found, todo = set[str](), [start]
    while todo:
        for module in graph[todo.pop()]:
            if module not in found:
                found.add(module)
                todo.append(module)
    return found


def circles(graph: Graph) -> list[list[str]]:
    """The groups of modules in which each imports each other, directly or through others."""
    reach = {module: reached(graph, module) for module in graph}
    found = {
        tuple(sorted(other for other in reach[module] if module in reach[other]))
        for module in graph
        if module in reach[module]
    }
    return [list(circle) for circle in sorted(found)]


def rooms(graph: Graph) -> Mapping[str, Graph]:
    """Of each package the imports between its rooms: its folders, and the modules beside them."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for module, imports in graph.items():
        for other, line in imports.items():
            ours, theirs = module.split("."), other.split(".")
            pairs = zip(ours, theirs, strict=False)
            depth = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if depth and depth < min(len(ours), len(theirs)):
                package = found.setdefault(".".join(ours[:depth]), {})
                package.setdefault(ours[depth], {}).setdefault(theirs[depth], line)
                package.setdefault(theirs[depth], {})
    return found


def told(graph: Graph, circle: list[str]) -> list[str]:
    """The imports that make a circle, each with its place."""
    return [
        f"{module}:{line} imports {other}"
        for module in circle
        for other, line in graph[module].items()
        if other in circle
    ]


@pytest.fixture(scope="module")
def house() -> Graph:
    """All imports of the program."""
    return imports_of(ROOT, PACKAGES)


def test_no_modules_import_each_other_in_a_circle(house: Graph) -> None:
    assert len(house) > 300
    found = [told(house, circle) for circle in circles(house)]
    assert found == [], "cut one arrow: move down what both need, or say it by a small Protocol"


def test_no_rooms_import_each_other_in_a_circle(house: Graph) -> None:
    found = {
        package: circle for package, graph in rooms(house).items() if (circle := circles(graph))
    }
    assert found == {}, "move what both need into a room below them"


def test_every_room_of_the_house_has_its_layer(house: Graph) -> None:
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = document["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["id"] == "the-house")
    named = {name.strip() for layer in layers for name in layer.split("|")}
    built = {module.split(".")[1] for module in house if module.startswith("bot.")}
    assert named == {f"bot.{room}" for room in built} | {"cogs", "rendering"}


def test_a_circle_is_found_through_types_and_late_imports_too(tmp_path: Path) -> None:
    house = tmp_path / "house"
    (house / "attic").mkdir(parents=True)
    (house / "__init__.py").write_text("")
    (house / "attic" / "__init__.py").write_text("from house.attic import roof\n")
    (house / "attic" / "roof.py").write_text("def sky():\n    from house import cellar\n")
    (house / "cellar.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.attic import roof\n"
    )
    (house / "garden.py").write_text("import house.cellar\n")
    graph = imports_of(tmp_path, ["house"])
    assert graph["house.garden"] == {"house.cellar": 1}
    assert circles(graph) == [["house.attic.roof", "house.cellar"]]
    assert told(graph, ["house.attic.roof", "house.cellar"]) == [
        "house.attic.roof:2 imports house.cellar",
        "house.cellar:3 imports house.attic.roof",
    ]


def test_a_circle_of_rooms_is_found_though_no_modules_form_one(tmp_path: Path) -> None:
    for room, imports in (("kitchen", "hall.door"), ("hall", "garden.gate"), ("garden", "")):
        (tmp_path / "house" / room).mkdir(parents=True)
        text = f"import house.{imports}\n" if imports else ""
        (tmp_path / "house" / room / "table.py").write_text(text)
    (tmp_path / "house" / "hall" / "door.py").write_text("")
    (tmp_path / "house" / "garden" / "gate.py").write_text("import house.kitchen.pan\n")
    (tmp_path / "house" / "kitchen" / "pan.py").write_text("")
    graph = imports_of(tmp_path, ["house"])
    assert circles(graph) == []
    assert circles(rooms(graph)["house"]) == [["garden", "hall", "kitchen"]]
