"""What is counted of a finished game comes from what everybody saw."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.rules.kernel import Choice, Event, Feat
from bot.session import Desk
from bot.storage.results import of_server
from tests.session.doubles import ALICE, BOB, GUILD, running_game, take
from tests.toy.game import Toy


async def test_a_feat_that_only_some_have_seen_is_counted_for_nobody(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here everything that happens would be a feat."""

    def feats(_: Toy, happened: Iterable[Event]) -> list[Feat]:
        return [Feat(type(event).__name__, getattr(event, "seat", 0), "") for event in happened]

    monkeypatch.setattr(Toy, "feats", feats)
    session = await running_game(desk, options={"stones": "4"})
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    hidden = {
        type(event).__name__
        for seat in range(2)
        for entry in await session.journal.log(seat)
        for event in entry.events
        if not event.visible_to(None)
    }
    assert "Peeked" in hidden
    async with desk.services.database.reading() as db:
        ((result, _),) = await of_server(db, GUILD)
    counted = {feat["kind"] for feat in result.feats or []}
    assert "Took" in counted or len(counted) > 1
    assert not counted & hidden
