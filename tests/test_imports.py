"""Every module can be read by itself: what it makes as it is imported, it can make."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(
    str(path.relative_to(ROOT))
    for package in ("bot", "cogs", "rendering")
    for path in (ROOT / package).rglob("*.py")
    if "migrations" not in path.parts
)


def test_every_module_can_be_imported() -> None:
    wrong = {}
    for module in MODULES:
        try:
            import_module(module.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
        except Exception as error:
            wrong[module] = repr(error)
    assert wrong == {}
