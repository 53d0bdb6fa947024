"""Registers: what there is of a kind is found where it is written, so nobody keeps a list of it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from typing import TypeVar

T = TypeVar("T")


def import_all(package: str) -> None:
    """Import every module of a package, so that all is known that registers itself in one."""
    for found in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(found.name)


class Register(dict[str, T]):
    """All there is of a kind, by a name of its own. It is whole once its package is imported."""

    def __setitem__(self, name: str, entry: T) -> None:
        if name in self:
            raise ValueError(f"Two things are called {name!r}: {self[name]!r} and {entry!r}.")
        super().__setitem__(name, entry)

    def named(self, name: str) -> Callable[[Callable[[], T]], Callable[[], T]]:
        """Beside a class: there is one of it here, of this name."""

        def registered(kind: Callable[[], T]) -> Callable[[], T]:
            self[name] = kind()
            return kind

        return registered
