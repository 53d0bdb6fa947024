"""Petitions are asked once, of those whose word counts, and told when they are settled."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from cogs.delivery.outbox import Delivery
from tests.cogs.conftest import MemorySession
from tests.cogs.delivery.test_delivery import Client, row
from tests.rules.kingmaker.scene import Scene

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def session() -> Any:
    """Anne, Ben and Cat at a table."""
    scene = Scene(seats=3).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match, ("Anne", "Ben", "Cat"))


def petition(what: str, state: str, **more: Any) -> Any:
    """The row of a petition of Anne's."""
    told = {
        "number": 3,
        "what": what,
        "seat": 0,
        "state": state,
        "asked": [1, 2],
        "agreed": [],
        "against": [],
        "until": NOON.isoformat(),
    }
    return row("petition", payload={"revision": 7, **told, **more})


async def test_an_open_one_calls_those_who_are_asked(session: Any) -> None:
    client: Any = Client()
    await Delivery(client).deliver(session, [petition("undo", "open")], "n")
    (sent,) = client.channel.sent
    at = int(NOON.timestamp())
    assert sent["allowed_mentions"].to_dict() == {"parse": [], "users": [102, 103]}
    assert sent["content"] == (
        "↩ **Anne** asks to take back their last step.\n"
        "<@102> and <@103>: do you agree? If all agree, it is taken back. Everything rolled or "
        f"drawn since then is rolled or drawn again. Time runs out <t:{at}:R> (<t:{at}:f>). Then "
        "everything stays as it is."
    )
    assert [child.item.label for child in sent["view"].children] == ["Agree", "No"]
    assert sent["nonce"] == "nt3"


async def test_who_has_answered_so_far_is_not_told(session: Any) -> None:
    client: Any = Client()
    await Delivery(client).deliver(session, [petition("undo", "open", agreed=[1])], "n")
    assert client.channel.sent == []


@pytest.mark.parametrize(
    ("what", "state", "text"),
    [
        ("undo", "refused", "**Anne**’s step stands: not everybody agrees."),
        ("undo", "withdrawn", "**Anne** lets the step stand after all."),
        ("pause", "refused", "The game is not paused: there is no majority for it."),
        ("resume", "lapsed", "The game stays paused: not enough players have answered."),
        ("commentary", "refused", "Hands stay closed: not everybody agrees."),
        ("commentary", "withdrawn", "**Anne** would rather keep hands closed after all."),
        (
            "commentary",
            "lapsed",
            "Hands stay closed: not all have agreed in time, or a seat has changed hands.",
        ),
    ],
)
async def test_how_it_ended_is_told(session: Any, what: str, state: str, text: str) -> None:
    client: Any = Client()
    await Delivery(client).deliver(session, [petition(what, state, until=None)], "n")
    (sent,) = client.channel.sent
    assert sent["content"] == text
    assert sent["allowed_mentions"].to_dict() == {"parse": [], "users": []}


async def test_what_was_agreed_to_is_told_by_its_own_note(session: Any) -> None:
    client: Any = Client()
    await Delivery(client).deliver(session, [petition("pause", "done", agreed=[1, 2])], "n")
    assert client.channel.sent == []
