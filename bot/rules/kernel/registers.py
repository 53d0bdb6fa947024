"""Registers: things of one kind are found where they are written, so nobody has to list them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from typing import TypeVar

T = TypeVar("T")


def import_all(package: str) -> None:
    """Import every module of a package, so everything that registers itself there is known."""
    for found in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(found.name)


class Register(dict[str, T]):
    """All the things of one kind, each under its own name. A register is complete once its package
    is imported."""

    def __setitem__(self, name: str, entry: T) -> None:
        if name in self:
            raise ValueError(f"Two things are called {name!r}: {self[name]!r} and {entry!r}.")
        super().__setitem__(name, entry)

    def named(self, name: str) -> Callable[[Callable[[], T]], Callable[[], T]]:
        """A class decorator that registers an instance of the class under this name."""

        def registered(kind: Callable[[], T]) -> Callable[[], T]:
            self[name] = kind()
            return kind

        return registered

    def called(self, name: str) -> Callable[[T], T]:
        """A decorator that registers a function or a class itself under this name."""

        def registered(entry: T) -> T:
            self[name] = entry
            return entry

        return registered
