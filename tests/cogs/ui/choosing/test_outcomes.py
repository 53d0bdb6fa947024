"""What came of a step is added to the message in which it was answered, if others came first."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.rules.kernel import Choice, Event
from bot.rules.kingmaker import facts
from bot.session import Logged
from cogs.ui.choosing.outcomes import tell_outcomes
from cogs.ui.first_answer import Panels
from tests.cogs.conftest import HOST, MemorySession
from tests.rules.kingmaker.scene import Scene

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
WON = facts.BattleRolled(100, 10, "F", 40, "minor")
TAKEN = facts.HeirTaken("henry", "percy", 0)
NEXT = facts.TurnBegan(1, 1)
DONE = "✓ **Anne** attacks Clifford."


class Pressed:
    """A press by Anne that was answered, and what its message says since."""

    def __init__(self, message: int = 5) -> None:
        self.user = SimpleNamespace(id=HOST)
        self.guild_id, self.message = 1, None
        self.extras = {"kept": message}
        self.says: list[str] = []

    async def edit_original_response(self, content: str) -> None:
        """The message changes."""
        self.says.append(content)


class Table:
    """A game in which Anne has attacked at revision 7, and who may be told of it."""

    def __init__(self) -> None:
        scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
        scene.movement(1)
        self.session: Any = MemorySession(scene.match)
        self.now = 0.0
        self.panels = Panels(lambda: self.now)
        self.client: Any = SimpleNamespace(panels=self.panels)
        self.pressed = cast("Any", Pressed())
        self.panels.shown(self.pressed, self.session.id)
        self.panels.follow(self.pressed, self.session.id, Choice("attack"), 7, DONE)

    def happens(self, revision: int, *events: Event, **more: Any) -> None:
        """Something is written into the log that everybody may read."""
        self.session.entries.append(Logged(revision, NOON, 1, events, **more))

    async def said(self) -> list[str]:
        """What Anne's message came to say, now that it was looked after."""
        await tell_outcomes(self.client, self.session)
        return list(self.pressed.says)


@pytest.fixture
def table() -> Table:
    """The table."""
    return Table()


async def test_what_was_settled_later_stands_where_the_step_was_answered(table: Table) -> None:
    table.happens(7, facts.AttackDeclared(0, 1, "11,7", ("percy",), ("clifford",), 100, 10))
    assert await table.said() == []
    table.happens(8, facts.NobleEntered(1, "pole", "18,20", None))
    assert await table.said() == []
    table.happens(9, WON)
    table.happens(10, TAKEN)
    (said,) = await table.said()
    rolled, heir, then = said.removeprefix(f"{DONE}\n").splitlines()
    assert rolled.startswith("100 against 10 at 1 to 1: rolled 40")
    assert heir == "*Henry VI* is now with **Percy** (**Anne**)."
    assert then == "-# We are waiting for **Ben**."
    # Nothing is said twice.
    assert len(await table.said()) == 1


async def test_the_turn_of_somebody_else_is_told_in_the_channel_alone(table: Table) -> None:
    table.happens(8, WON, NEXT, TAKEN)
    (said,) = await table.said()
    assert "Henry VI" not in said
    table.happens(9, TAKEN)
    assert len(await table.said()) == 1


@pytest.mark.parametrize("how", [{"took_back": 1}, {"note": {"what": "correction", "by": 3}}])
async def test_what_follows_a_step_back_or_a_moderators_deed_did_not_come_of_it(
    table: Table, how: dict[str, Any]
) -> None:
    table.happens(8, WON, **how)
    table.happens(9, TAKEN)
    assert await table.said() == []


async def test_who_was_late_is_answered_for_like_anybody(table: Table) -> None:
    table.happens(8, WON, note={"what": "late", "seat": 1, "how": "default"})
    assert len(await table.said()) == 1


async def test_a_message_that_was_taken_on_or_is_too_old_stays_as_it_is(table: Table) -> None:
    table.happens(8, WON)
    table.now = 14 * 60.0
    assert await table.said() == []
    table = Table()
    table.happens(8, WON)
    table.panels.shown(cast("Any", Pressed()), table.session.id)
    assert await table.said() == []
    assert table.panels.followed(table.session.id) == []


async def test_what_happens_in_another_game_is_not_looked_for(table: Table) -> None:
    table.happens(8, WON)
    table.session.id = "OTHER"
    assert await table.said() == []


async def test_a_message_stays_within_what_discord_takes(table: Table) -> None:
    (step,) = table.panels.followed(table.session.id)
    step.text = "x" * 1_890
    table.happens(8, WON)
    assert await table.said() == []
