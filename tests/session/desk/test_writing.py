"""What a command settles as it is written: whether the game is over, and who is to play on."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.session import SeatInfo, writing
from bot.session.announcements import Announcements, Asked
from bot.session.changes import Change, JournalEntry
from bot.session.clock.pace import times_of
from bot.session.journal.history import DECISION, UNDO
from bot.session.seasons import Counted
from bot.session.writing import Commit, _settle_status

NOW = datetime(2026, 11, 1, tzinfo=UTC)
SEATS = [SeatInfo(0, 101, "Alice"), SeatInfo(1, None, "C", "dabbler")]


class Told:
    """What was said and done about the clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.followed: list[dict[str, Any]] = []
        self.dropped: list[str] = []
        self.kinds: list[str] = []
        self.results: list[str] = []
        monkeypatch.setattr(writing.timekeeping, "follow", self.follow)
        monkeypatch.setattr(writing.deadlines, "drop", self.drop)
        monkeypatch.setattr(writing.seasons, "count", self.count)
        monkeypatch.setattr(writing.seasons, "uncount", self.uncount)

    async def follow(self, _db: object, game_id: str, *_: object, **more: Any) -> None:
        assert game_id == "G"
        self.followed.append(more)

    async def drop(self, _db: object, game_id: str) -> None:
        self.dropped.append(game_id)

    async def count(self, _db: object, of: Counted, *_: object) -> None:
        self.results.append(f"{of.game_id} counts")

    async def uncount(self, _db: object, game_id: str) -> None:
        self.results.append(f"{game_id} counts no more")

    async def settle(self, change: Change, **more: Any) -> dict[str, Any]:
        """The columns that are changed."""
        values: dict[str, Any] = {
            "status": "running", "before": Asked(), "interaction_id": None, "times": times_of({}),
            "counts": Counted("G", 1, "toy", "standard", "a seal", timed=False),
        }  # fmt: skip
        commit = Commit("G", 7, now=NOW, **{**values, **more})
        say = Announcements("G", 7, change.seats)
        db: Any = None
        await _settle_status(db, commit, change, say)
        self.kinds = [row["kind"] for row in say.rows]
        return change.columns


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """With no database."""
    return Told(monkeypatch)


def match_of(*waiting: int, over: bool = False, closing: Any = None) -> Any:
    """A match that waits for these seats."""
    return SimpleNamespace(
        over=over,
        waiting_for=lambda: list(waiting),
        asked=lambda _seat: [],
        closing=lambda: closing or {},
        sealed=list,
        voting=False,
        game=SimpleNamespace(winners=lambda _state: ((0,), "last stone")),
        position=SimpleNamespace(state=None),
    )


def change_of(match: Any, **more: Any) -> Change:
    """A change that leads there."""
    return Change(None, match, SEATS, **more)


async def test_a_game_ends_once(told: Told) -> None:
    ended = {"status": "over", "to_play": False, "ended": NOW}
    assert await told.settle(change_of(match_of(0, over=True))) == ended
    assert (told.kinds, told.dropped, told.followed) == (["over", "replay"], ["G"], [])
    assert told.results == ["G counts"]
    # What is done to it afterwards does not end it anew.
    after = {"to_play": False, "ended": NOW}
    assert await told.settle(change_of(match_of(over=True)), status="over") == after
    assert told.kinds == []
    assert await told.settle(change_of(match_of(0), broken_off=True)) == ended
    assert (told.kinds, told.dropped) == (["over"], ["G"] * 3)
    assert await told.settle(change_of(None, broken_off=True), status="lobby") == ended
    # How people answered counts in one that is broken off too; and one that goes on counts no more.
    assert told.results == ["G counts"] * 2
    await told.settle(Change(None, match_of(0), SEATS, {"status": "running"}), status="over")
    assert told.results == ["G counts", "G counts", "G counts no more"]


async def test_a_lobby_settles_nothing(told: Told) -> None:
    assert await told.settle(change_of(None), status="lobby") == {}
    assert (told.kinds, told.dropped, told.followed) == ([], [], [])


@pytest.mark.parametrize(
    ("waiting", "orders", "columns", "paused", "to_play"),
    [
        ((0,), False, {}, False, False),
        ((0, 1), False, {}, False, True),
        ((1,), False, {}, True, False),
        ((0,), True, {}, False, True),
        ((0,), True, {}, True, False),
        ((0,), True, {"orders_given": False}, False, False),
        ((0,), False, {"orders_given": True}, False, True),
        ((1,), False, {"paused_at": NOW}, False, False),
        ((1,), False, {"paused_at": None}, True, True),
    ],
)
async def test_when_there_is_something_to_play(
    told: Told,
    waiting: tuple[int, ...],
    orders: bool,
    columns: dict[str, Any],
    paused: bool,
    to_play: bool,
) -> None:
    change = change_of(match_of(*waiting), columns=dict(columns))
    found = await told.settle(change, orders=orders, paused=paused)
    assert found == {**columns, "to_play": to_play}
    assert told.dropped == []


CLOSES = SimpleNamespace(kind="vote", facts={})
HELD = Asked(closing=frozenset({(0, ("vote",))}))


@pytest.mark.parametrize(
    ("match", "given", "commit", "expected"),
    [
        (match_of(0), {}, {}, None),
        (match_of(0), {}, {"times": times_of({"pace": "daily"})}, (None, False, (), False)),
        (match_of(0), {}, {"times": times_of({"time.bid": "2h"})}, (None, False, (), False)),
        (match_of(0), {}, {"before": HELD}, (None, False, (), False)),
        (match_of(0, closing={0: CLOSES}), {}, {}, (None, False, (), False)),
        (match_of(0, closing={0: CLOSES}), {}, {"before": HELD}, (None, True, (), False)),
        (
            match_of(0, closing={0: CLOSES}),
            {"entry": JournalEntry(DECISION, 0)},
            {"before": HELD},
            (0, False, (), False),
        ),
        (
            match_of(0, closing={0: CLOSES}),
            {"entry": JournalEntry(DECISION)},
            {"before": HELD},
            (-1, True, (), False),
        ),
        # Where all go back together everything is asked anew.
        (
            match_of(0, closing={0: CLOSES}),
            {"entry": JournalEntry(UNDO)},
            {"before": HELD},
            (-1, False, (), False),
        ),
        (
            match_of(0, closing={0: CLOSES}),
            {"entry": JournalEntry(UNDO, 1)},
            {"before": HELD},
            (1, True, (), False),
        ),
        (
            match_of(0),
            {"filled": (1,)},
            {"before": HELD, "paused": True},
            (None, False, (1,), True),
        ),
    ],
)
async def test_how_the_clock_follows(
    told: Told, match: Any, given: dict[str, Any], commit: dict[str, Any], expected: Any
) -> None:
    await told.settle(change_of(match, **given), **commit)
    found = [(f["acted"], f["goes_on"], f["fresh"], f["paused"]) for f in told.followed]
    assert found == ([] if expected is None else [expected])
