"""How much a channel is told in an evening of a person and three computers, rounds 5 to 20.

`python -m tests.tools.evening` prints it.
"""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from tests.e2e.conftest import Room
from tests.e2e.evening import Evening

pytestmark = [pytest.mark.long, pytest.mark.timeout(1_800)]


@pytest.fixture(params=["c4", "1f"])
def drawn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The byte of which a game's seed is made."""
    luck, byte = random.Random(11), str(request.param)
    chosen = SimpleNamespace(choice=luck.choice, token_hex=lambda size: byte * size)
    monkeypatch.setattr("bot.session.new_games.secrets", chosen)
    return byte


async def test_an_evening_is_told_in_few_messages(drawn: str, room: Room) -> None:
    told = await Evening(room).play()
    print(f"\nseed {drawn}: {told}")
    assert told.rounds >= 10
    assert told.handed <= told.choices / 4
    assert told.messages <= 4
    assert told.cards <= 1.3
    assert told.mentions <= 1.2
    assert told.direct <= 1
    assert told.characters <= 1_300
