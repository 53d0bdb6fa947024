"""Databases of older versions, with a game under way, and the game's export at that moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import zstandard

from tests.folders import TESTS

BEGUN = TESTS / "storage" / "fixtures"
RELEASES = sorted(folder.name for folder in BEGUN.iterdir())


def unpacked(release: str, folder: Path) -> Path:
    """The SQLite file of a release, unpacked into a folder; its game is played by 1 and 2."""
    packed = (BEGUN / release / "house-2.sqlite3.zst").read_bytes()
    file = folder / "begun.sqlite3"
    file.write_bytes(zstandard.ZstdDecompressor().decompress(packed))
    return file


def export_of(release: str) -> Any:
    """The export that was made of the game by its own version."""
    packed = (BEGUN / release / "house-2.json.zst").read_bytes()
    return json.loads(zstandard.ZstdDecompressor().decompress(packed))
