"""The game, its server and the warden of the tests of moderating."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs import moderator
from tests.cogs.conftest import MemorySession
from tests.cogs.moderating.doubles import (
    GUILD,
    WARDEN,
    Deeds,
    Server,
)
from tests.rules.kingmaker.scene import Scene


@pytest.fixture
def session() -> Any:
    """Anne's move; Ben is there too."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.hand(1, scene.content.mercenaries[0]).movement(0)
    made: Any = MemorySession(scene.match)
    made.moderator = Deeds()
    made.moderator.glass = made.view(1)
    return made


@pytest.fixture
def server(session: Any) -> Any:
    return Server(session)


@pytest.fixture
def here(server: Any) -> Any:
    """The warden's interaction."""
    return SimpleNamespace(
        client=server,
        user=SimpleNamespace(id=WARDEN),
        id=777,
        guild_id=GUILD,
        permissions=discord.Permissions(manage_guild=True),
    )


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, session: Any) -> list[tuple[str, str, list[Any]]]:
    """The answers: how given, the text, the files. Everybody moderates."""
    found: list[tuple[str, str, list[Any]]] = []

    def way(name: str) -> Any:
        async def answer(_: Any, text: str, *, files: Any = (), **__: Any) -> None:
            found.append((name, text, list(files)))

        return answer

    async def moderated_here(_: Any) -> Any:
        return session

    async def must_moderate(_: Any) -> None:
        """They do."""

    monkeypatch.setattr(moderator, "show", way("show"))
    monkeypatch.setattr(moderator, "tell", way("tell"))
    monkeypatch.setattr(moderator, "moderated_here", moderated_here)
    monkeypatch.setattr(moderator, "must_moderate", must_moderate)
    return found
