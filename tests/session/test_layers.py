"""The contract about the session's layers leaves no module out."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_every_module_of_the_session_has_its_layer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (layers,) = (c["layers"] for c in contracts["contracts"] if c["id"] == "session-in-layers")
    named = [name.strip() for layer in layers for name in layer.split("|")]
    home = ROOT / "bot" / "session"
    modules = [
        ".".join(file.relative_to(home).with_suffix("").parts)
        for file in home.rglob("*.py")
        if file.name != "__init__.py"
    ]
    assert sorted(named) == sorted(modules)
