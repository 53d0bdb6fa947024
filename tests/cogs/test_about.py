"""The report of a fault: what those need who look into it, and nothing that a seat keeps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import bot
from cogs import about
from tests.cogs.conftest import HOST
from tests.cogs.delivery.test_outbox import voting


@pytest.mark.parametrize("presser", [HOST, HOST + 9])
async def test_a_report_is_the_same_however_many_have_voted(
    presser: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = set()
    for number, votes in enumerate(((), ("yea",), ("yea", "nay"))):
        session = voting(*votes)
        # Each vote is an entry of the journal, and none of them makes a moment.
        session.revision, session.moment = 40 + number, 31
        session.entries = [SimpleNamespace(revision=session.revision)]

        async def here(_: Any, session: Any = session) -> Any:
            return session

        monkeypatch.setattr(about, "session_here", here)
        person: Any = SimpleNamespace(user=SimpleNamespace(id=presser))
        reports.add(await about._report(person))
    (report,) = reports
    assert report.partition("```\n")[2] == (
        f"version: {bot.__version__}\ngame: ABC123\nrules: kingmaker house\n"
        "state: running\nmoment: 31\n```"
    )
