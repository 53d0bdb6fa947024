"""In a what-if, a computer of the table's level plays for the people."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import cogs.help
from cogs.help import imagine


@pytest.mark.parametrize(
    ("options", "player"), [({}, "steward"), ({"level": "easy"}, "squire")], ids=str
)
async def test_people_are_played_by_computers_of_the_tables_level(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, str], player: str
) -> None:
    begun: list[tuple[int, str]] = []

    async def nothing(*_: object) -> None:
        pass

    for name in ("at_rest", "confirm"):
        monkeypatch.setattr(cogs.help, name, nothing)
    monkeypatch.setattr(cogs.help, "seat_in_play", lambda *_: 0)
    whatifs = SimpleNamespace(begin=lambda _, user, policy: begun.append((user, policy)))
    interaction: Any = SimpleNamespace(
        user=SimpleNamespace(id=101),
        client=SimpleNamespace(desk=SimpleNamespace(whatifs=whatifs)),
    )
    session: Any = SimpleNamespace(game="kingmaker", options=options)
    await imagine(interaction, session)
    assert begun == [(101, player)]
