"""Several processes, of which one is killed: by the tool that measures it."""

from __future__ import annotations

import pytest

from bot.bench.servers import server_programs
from tests.storage.databases import MISSING
from tests.tools.processes import MINUTE, is_whole, measure

pytestmark = pytest.mark.skipif(server_programs() is None, reason=MISSING)


@pytest.mark.tools
@pytest.mark.timeout(1800)
async def test_one_of_two_processes_is_killed_and_nothing_is_lost_or_done_twice() -> None:
    found = await measure(processes=2, games=10, back=False)
    assert is_whole(found), found
    assert found["games"] == 10
    assert found["due_at_once"]["computers_moves"] >= 10
    assert found["one_killed"]["confirmed"] > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("processes", [2, 4])
async def test_a_hundred_games_go_on_within_a_minute(processes: int) -> None:
    """It asks for a machine that has nothing else to do."""
    found = await measure(processes=processes, games=100)
    assert is_whole(found), found
    assert found["one_killed"]["goes_on_s"]["max"] < MINUTE, found
