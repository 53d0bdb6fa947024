"""Every module has its layer in the contracts of pyproject.toml, so that no arrow is overlooked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent

LAYERED = {
    "bot.rules.kernel",
    "bot.rules.kingmaker",
    "bot.rules.lancaster",
    "bot.sandbox",
    "bot.session",
    "bot.story",
    "bot.words",
    "cogs",
    "cogs.delivery",
    "cogs.ui",
    "rendering",
    "rendering.canvas",
}
"""Packages that must not lose their layers."""


def contracts() -> list[dict[str, Any]]:
    """The contracts of import-linter that are made of layers."""
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = document["tool"]["importlinter"]["contracts"]
    return [contract for contract in found if contract["type"] == "layers"]


def named(layers: list[str]) -> list[str]:
    """The modules of all layers."""
    return [name.strip() for layer in layers for name in layer.split("|")]


def modules_in(package: str) -> Iterator[str]:
    """All modules of a package, its sub-packages' too, by their names within it."""
    folder = ROOT.joinpath(*package.split("."))
    for file in folder.rglob("*.py"):
        parts = file.relative_to(folder).with_suffix("").parts
        if parts[-1] != "__init__":
            yield ".".join(parts)


def without_layer(package: str, layers: list[str]) -> list[str]:
    """The modules that stand in no layer, nor in a package that does."""
    names = named(layers)
    return sorted(
        module
        for module in modules_in(package)
        if not any(module == name or module.startswith(f"{name}.") for name in names)
    )


def by_package() -> dict[str, list[str]]:
    """The layers of each package that is a contract's container."""
    return {
        package: contract["layers"]
        for contract in contracts()
        for package in contract.get("containers", ())
    }


@pytest.mark.parametrize("package", sorted(by_package()))
def test_every_module_has_a_layer(package: str) -> None:
    assert without_layer(package, by_package()[package]) == []


def test_every_room_of_the_house_has_a_layer() -> None:
    (house,) = (each["layers"] for each in contracts() if each["id"] == "layers-of-the-house")
    rooms = {f"bot.{name.partition('.')[0]}" for name in modules_in("bot")}
    assert rooms | {"cogs", "rendering"} == set(named(house))


def test_no_room_has_lost_its_layers() -> None:
    assert by_package().keys() >= LAYERED
