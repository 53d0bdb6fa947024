"""Rows of a journal as they are read: who reads what, what is taken back, what a record says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from zstandard import ZstdError

from bot.rules.kernel import Choice, Event, IllegalChoice
from bot.session import Desk, Refused
from bot.session.announcements import plain
from bot.session.changes import Change, JournalEntry
from bot.session.journal import history
from bot.session.journal.history import kept_of, taken_back
from bot.session.journal.record import Decision, export_match, parse, play_over, verify
from bot.session.past import journal as journals
from bot.session.past.imports import take_in
from bot.session.past.replay import _by_turns, _eyes
from bot.session.past.rewind import Lost, lost, take_along
from bot.session.receipts import Logged, SeatInfo
from bot.storage import JournalRow, journal
from bot.storage.journal import JournalLine
from tests.session.doubles import ALICE, BOB, FakeClock, open_game, running_game, take, time_limit
from tests.storage.rows import NOW
from tests.toy.game import BidsOpened, CardPaid, Dealt, Toy

TOY = Toy("plain")
DB: Any = None
OPEN, SECRET = CardPaid(seat=0), Dealt(audience=(1,), cards=("flint",))


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Either kind does."""
    return sqlite_url


def row(*events: Event, kind: str = "decision", seat: int = 0, **more: Any) -> JournalRow:
    """A row of a journal."""
    more = {"revision": 3, "moment": 3, "state": "x", "at": NOW, **more}
    return JournalRow(game_id="GAME01", kind=kind, seat=seat, events=plain(events), **more)


def line(revision: int, *events: Event) -> JournalLine:
    """As much of a row as a log reads."""
    told = msgspec.json.encode(plain(events)).decode()
    return JournalLine(revision, "decision", 0, NOW, None, None, told, None)


# Who reads what


QUIET = {"what": "late", "quiet": True}
LOUD = {"what": "late"}


@pytest.mark.parametrize(
    ("found", "seat", "events", "note"),
    [
        (row(OPEN, SECRET), None, (OPEN,), None),
        (row(OPEN, SECRET), 1, (OPEN, SECRET), None),
        (row(SECRET, note=LOUD), 0, (), LOUD),
        (row(SECRET, note=QUIET), 0, (), QUIET),
        (row(SECRET, note=QUIET), 1, (SECRET,), None),
        (row(kind="undo", note=LOUD), None, (), LOUD),
        (row(OPEN, kind="undo", note=LOUD), None, (OPEN,), LOUD),
    ],
)
def test_what_a_seat_reads(
    found: JournalRow, seat: int | None, events: tuple[Event, ...], note: dict[str, Any] | None
) -> None:
    assert history.entry(TOY, found, seat) == Logged(3, NOW, 0, events, note=note)


def test_what_a_seat_does_not_read() -> None:
    assert history.entry(TOY, row(SECRET), None) is None
    assert history.entry(TOY, row(), 0) is None
    assert history.entry(TOY, row(SECRET, note=QUIET), None) is None


def test_a_free_step_back_is_read_as_one() -> None:
    for seat in (None, 0, 1):
        found = history.entry(TOY, row(OPEN, kind="undo", seat=1), seat)
        assert found == Logged(3, NOW, 1, (), took_back=1)


def test_whose_own_a_decision_was() -> None:
    notes: list[dict[str, Any] | None] = [
        None,
        {},
        {"what": "late"},
        {"what": "skip"},
        {"what": "order"},
    ]
    found = [history.not_ones_own(row(note=note)) for note in notes]
    assert found == [False, False, True, True, False]


def test_a_turn_begins_for_everybody_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "marks_turn", lambda _, event: isinstance(event, BidsOpened))
    assert history.begins_turn(TOY, BidsOpened(bids=(1, 0)))
    assert not history.begins_turn(TOY, BidsOpened(audience=(0,), bids=(1, 0)))
    assert not history.begins_turn(TOY, OPEN)
    opened = BidsOpened(bids=(1, 0))
    rows = [line(1, OPEN), line(2, opened), line(3), line(4, OPEN, opened, OPEN)]
    assert [
        (r.revision, [event for _, events in steps for event in events])
        for r, steps in _by_turns(TOY, rows)
    ] == [
        (2, [OPEN]),
        (4, [opened, OPEN]),
        (4, [opened, OPEN]),
    ]
    assert _by_turns(TOY, []) == []


ONLY_LAST = (
    "You can take back only the very last decision, and it was not yours. A moderator can help."
)
KNOWN = (
    "That decision brought something to light, so you cannot simply take it back. "
    "A moderator can help."
)


@pytest.mark.parametrize(
    ("mine", "since", "sealed", "why"),
    [
        (row(), [], False, None),
        (row(), [], True, None),
        (row(known=True), [], False, KNOWN),
        (row(note={"what": "skip"}), [], False, ONLY_LAST),
        (row(), [row(SECRET, seat=1)], False, None),
        (row(), [row(SECRET, seat=1)], True, ONLY_LAST),
        (row(), [row(SECRET, seat=1), row(OPEN, seat=1)], False, ONLY_LAST),
        (row(known=True), [row(OPEN, seat=1)], False, ONLY_LAST),
    ],
)
async def test_why_a_step_is_not_free(
    monkeypatch: pytest.MonkeyPatch,
    mine: JournalRow,
    since: list[JournalRow],
    sealed: bool,
    why: str | None,
) -> None:
    async def standing_after(*asked: Any) -> list[JournalRow]:
        assert asked[1:] == ("GAME01", 3)
        return since

    monkeypatch.setattr(journal, "standing_after", standing_after)
    assert await history.not_free(DB, TOY, mine, sealed=sealed) == why


async def test_before_the_first_step_there_is_nothing(desk: Desk) -> None:
    session = await open_game(desk)
    for work, text in (
        (session.journal.export(), "This game has not begun, so there is nothing to export yet."),
        (
            session.replay.turn(user_id=ALICE, seat=0),
            "This game has not begun, so there is nothing to watch yet.",
        ),
    ):
        with pytest.raises(Refused) as refused:
            await work
        assert refused.value.text == text
    async with desk.services.database.reading() as db:
        with pytest.raises(Refused) as refused:
            await history.last_own(db, session.id, 0)
    assert refused.value.text == "You have nothing to undo yet."


# The edition of a game whose newest position is of no use


@pytest.mark.parametrize(
    ("position", "edition"),
    [
        (b'{"state": {"edition": 2}, "more": 1}', 2),
        (b'{"state": {"edition": 1}}', 1),
        (b'{"state": {}}', 1),
        (b"{}", 1),
        (b"\xff", 1),
        (None, 1),
        (LookupError("gone"), 1),
        (ZstdError("damaged"), 1),
    ],
)
async def test_the_edition_that_a_game_began_with(
    monkeypatch: pytest.MonkeyPatch, position: bytes | Exception | None, edition: int
) -> None:
    async def position_at(*asked: Any) -> bytes | None:
        assert asked[1:] == ("GAME01", 3)
        if isinstance(position, Exception):
            raise position
        return position

    monkeypatch.setattr(history, "position_at", position_at)
    assert await history._first_edition(DB, row()) == edition


# How often draws were taken back


def test_a_row_keeps_how_often_draws_were_taken_back() -> None:
    assert kept_of(None, 0) is None
    assert kept_of({"a": 1}, 0) == {"a": 1}
    assert kept_of(None, 2) == {"taken_back": 2}
    assert kept_of({"a": 1}, 2) == {"a": 1, "taken_back": 2}
    assert [taken_back(row(kept=kept)) for kept in (None, {"a": 1}, {"taken_back": 2})] == [0, 0, 2]


def exported(*times: int, end: int = 0) -> dict[str, Any]:
    """A record in which draws had been taken back so often by each decision, and by the end."""
    return export_match(
        game="toy",
        ruleset="plain",
        seats=[SeatInfo(0, ALICE, "Alice"), SeatInfo(1, None, "Dot", "dabbler")],
        options={"stones": "6"},
        seed="s",
        started=None,
        first_state="f",
        decisions=[Decision(0, Choice.of("peek"), "x", taken) for taken in times],
        result=None,
        edition=2,
        taken_back=end,
    )


@pytest.mark.parametrize(
    ("times", "end", "said", "at_the_end"),
    [
        ((), 0, [], None),
        ((0, 0), 0, [None, None], None),
        ((0, 1, 1, 3), 3, [None, 1, None, 3], None),
        ((0, 1), 2, [None, 1], 2),
        ((0,), 1, [None], 1),
    ],
)
def test_a_record_says_where_draws_were_taken_back(
    times: tuple[int, ...], end: int, said: list[int | None], at_the_end: int | None
) -> None:
    data = exported(*times, end=end)
    assert [step.get("taken_back") for step in data["decisions"]] == said
    assert data.get("taken_back") == at_the_end
    assert data["format"] == 1
    assert data["started"] is None
    assert data["seats"][1] == {"number": 1, "name": "Dot", "policy": "dabbler"}
    assert all("user_id" not in seat for seat in data["seats"])


# Records that do not fit, to the letter


async def record(desk: Desk) -> dict[str, Any]:
    """Two bids and a step of Alice's."""
    session = await running_game(desk, options={"stones": "10"})
    await session.submit(user_id=ALICE, choice=take(1))
    return await session.journal.export()


async def test_what_does_not_fit_is_said_exactly(desk: Desk) -> None:
    data = await record(desk)
    step = data["decisions"][0]

    def wrong(**change: Any) -> str | None:
        return verify({**data, "decisions": [{**step, **change}]}, TOY)

    assert verify(data, TOY) is None
    assert wrong(seat=2) == "Decision 1 belongs to seat 2, which does not exist."
    assert wrong(taken_back=0) == "Draws cannot have been taken back 0 times by this point."
    assert verify({**data, "taken_back": 0}, TOY) == (
        "Draws cannot have been taken back 0 times by this point."
    )
    assert verify({**data, "decisions": [], "taken_back": 1}, TOY) is None
    numbers = [{"number": 1, "name": "A"}, {"number": 0, "name": "B"}]
    assert verify({**data, "seats": numbers}, TOY) == (
        "The seats of an export are numbered from 0; here they are [1, 0]."
    )
    assert verify({**data, "format": 0}, TOY) == ("This export has format 0; only 1 can be read.")
    found = [(p.number, p.decision and p.decision.seat) for p in play_over(data, TOY)]
    assert found == [(0, None), (1, 0), (2, 1), (3, 0)]


@pytest.mark.parametrize(
    ("breaks", "sentence"),
    [
        (IllegalChoice("toy-0", "Not so."), "Decision 1 of seat 0 is refused: {}"),
        (KeyError("heap"), "Decision 1 of seat 0 was not possible (KeyError)."),
    ],
)
async def test_what_the_rules_do_not_take_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, breaks: Exception, sentence: str
) -> None:
    data = await record(desk)

    def submit(*_: Any) -> None:
        raise breaks

    monkeypatch.setattr("bot.session.journal.record.Match.submit", submit)
    assert verify(data, TOY) == sentence.format(breaks)


async def test_a_record_is_taken_in_row_by_row(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await session.direct(Choice.of("time_up"))
    data = await session.journal.export()
    now = clock.now()
    found = take_in(data, TOY, "NEWONE", now, {0: ALICE})
    game = found.game
    assert (game.guild_id, game.channel_id, game.host_id) == (0, 0, 0)
    assert (game.id, game.game, game.ruleset, game.status) == ("NEWONE", "toy", "plain", "over")
    assert (game.seats_wanted, game.revision, game.options) == (2, 6, {"stones": "10"})
    assert (game.seed, game.seed_hash) == (data["seed"], data["seed_hash"])
    assert (game.created, game.started, game.ended, game.to_play) == (now, now, now, False)
    assert not found.running
    assert [(s.game_id, s.number, s.user_id, s.name, s.policy) for s in found.seats] == [
        ("NEWONE", 0, ALICE, "Alice", None),
        ("NEWONE", 1, None, "Bob", None),
    ]
    rows = [each for each in found.history if isinstance(each, JournalRow)]
    assert [(r.revision, r.kind, r.seat, r.actor, r.known, r.kept) for r in rows] == [
        (2, "start", -1, None, True, None),
        (3, "decision", 0, None, False, None),
        (4, "decision", 1, None, True, None),
        (5, "decision", 0, None, True, None),
        (6, "direct", -1, None, True, None),
    ]
    assert rows[0].choice is None
    assert [r.choice and r.choice["verb"] for r in rows[1:]] == ["bid", "bid", "peek", "time_up"]
    assert {(r.game_id, r.at) for r in rows} == {("NEWONE", now)}
    assert [r.state for r in rows[1:]] == [step["state"] for step in data["decisions"]]
    assert len(found.history) == 10


async def test_a_record_of_a_running_game_is_taken_in_as_running(
    desk: Desk, clock: FakeClock
) -> None:
    data = await record(desk)
    data["seats"][1]["policy"] = "dabbler"
    found = take_in(data, TOY, "NEWONE", clock.now(), {})
    assert found.running
    assert (found.game.status, found.game.ended, found.game.to_play) == ("running", None, True)
    # A person there is waited for instead.
    other = take_in(data, TOY, "NEWONE", clock.now(), {1: BOB})
    assert (other.game.to_play, other.seats[1].policy) == (False, None)
    assert found.seats[1].policy == "dabbler"
    data["started"] = None
    clock.advance(hours=1)
    assert take_in(data, TOY, "NEWONE", clock.now(), {}).game.started == clock.now()
    data["decisions"][0]["state"] = "other"
    with pytest.raises(ValueError, match="does not fit") as refused:
        take_in(data, TOY, "NEWONE", clock.now(), {})
    assert str(refused.value) == (
        "This export does not fit the rules: After decision 1 the position differs."
    )
    assert parse(data).game == "toy"


# Going back and forward again


def test_who_is_told_that_a_secret_step_went_along() -> None:
    mine, theirs = row(SECRET, seat=2), row(SECRET, OPEN, seat=3)
    payload = {"events": [], "note": {"what": "taken_along"}}

    def told(rows: list[JournalRow], seat: int) -> tuple[list[int], dict[str, Any] | None]:
        change = Change(None, None, [], entry=JournalEntry("undo"))
        take_along(change, TOY, rows, seat)
        assert all(said[:2] == ("secret", payload) for said in change.say)
        assert change.entry is not None
        return [number for *_, number in change.say if number is not None], change.entry.kept

    assert told([theirs, mine], 5) == ([1, 2], {"along": [1, 2]})
    assert told([theirs, mine], 2) == ([1], {"along": [1]})
    assert told([theirs], 0) == ([], None)
    assert told([row(seat=4)], 0) == ([4], {"along": [4]})


WHY: dict[str, Any] = {"by": 900, "reason": "a test"}


async def test_going_back_to_now_loses_nothing(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    async with desk.services.database.reading() as db:
        game = session.journal._game
        assert await lost(db, game, game.revision) == Lost(game.revision, 0, None, ())
    before = session.revision
    with pytest.raises(Refused) as refused:
        await session.moderator.rewind(**WHY, to=before)
    assert refused.value.text == "There is nothing to take back."
    assert session.revision == before


async def test_since_when_something_would_be_lost(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={"stones": "10"})
    to = session.revision
    clock.advance(hours=1)
    first = clock.now()
    await session.submit(user_id=ALICE, choice=take(1))
    clock.advance(hours=1)
    await session.submit(user_id=BOB, choice=take(1))
    found = await session.moderator.preview_rewind(to)
    assert (found.to, found.steps, found.since) == (to, 2, first)


async def test_a_game_that_was_broken_off_stays_so_if_its_channel_has_another(
    desk: Desk,
) -> None:
    session = await running_game(desk)
    await session.moderator.end(**WHY)
    await open_game(desk)
    with pytest.raises(Refused) as refused:
        await session.moderator.retract(**WHY)
    assert refused.value.text == "The channel has another game now."
    assert session.status == "over"


@pytest.mark.parametrize(("hours", "ahead"), [(1, 1), (3, 0)])
async def test_a_clock_that_ran_out_meanwhile_strikes_at_once(
    desk: Desk, clock: FakeClock, hours: int, ahead: int
) -> None:
    session = await running_game(desk, options={"hours": "2", "stones": "60"})
    await session.moderator.end(**WHY)
    clock.advance(hours=hours)
    await session.moderator.retract(**WHY)
    limit = await time_limit(desk, session)
    assert limit is not None
    assert (limit - clock.now()).total_seconds() == ahead * 3600
    assert session.ended is None


# Turn by turn


async def test_a_turn_before_the_first_is_the_set_up(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={"stones": "10"})
    revision = session.revision
    clock.advance(hours=1)
    await session.submit(user_id=ALICE, choice=take(1))
    first = await session.replay.turn(user_id=ALICE, seat=0, number=-3)
    assert first.number == 0
    newest = await session.replay.turn(user_id=ALICE, seat=0)
    assert (newest.revision, newest.at, newest.seat) == (session.revision, clock.now(), 0)
    steps = [step async for step in session.replay.steps(user_id=ALICE, seat=0, first=2)]
    assert [(step.step, step.revision) for step in steps] == [(2, revision), (3, revision + 1)]
    assert steps[-1].at == clock.now()
    with pytest.raises(Refused) as refused:
        await session.replay.turn(user_id=ALICE, seat=1)
    assert refused.value.text == (
        "While the game runs, you can watch it again only from your own seat."
    )


def test_who_had_no_seat_then_sees_what_all_saw() -> None:
    match: Any = SimpleNamespace(
        game=SimpleNamespace(seats=lambda _: 3), position=SimpleNamespace(state=None)
    )
    assert [_eyes(match, seat) for seat in (None, 0, 2, 3)] == [None, 0, 2, None]


@pytest.mark.parametrize("rows", [99, 100, 101, 250])
@pytest.mark.parametrize("count", [1, 2, 3])
async def test_turns_are_counted_page_by_page(
    monkeypatch: pytest.MonkeyPatch, rows: int, count: int
) -> None:
    """A turn begins with every fortieth row."""
    pages: list[tuple[int, int | None]] = []

    async def newest(_: Any, game: str, number: int, before: int | None = None) -> list[Any]:
        pages.append((number, before))
        top = rows if before is None else before - 1
        return [SimpleNamespace(revision=r) for r in range(top, max(0, top - number), -1)]

    class Reading:
        async def __aenter__(self) -> None: ...
        async def __aexit__(self, *_: Any) -> None: ...

    services: Any = SimpleNamespace(database=SimpleNamespace(reading=Reading))
    game: Any = SimpleNamespace(id="GAME01")
    monkeypatch.setattr(journal, "newest", newest)
    monkeypatch.setattr(
        journals.Journal, "_turns_begun", lambda _, row: int(row.revision % 40 == 0)
    )
    begun = [r for r in range(rows, 0, -1) if r % 40 == 0]
    expected = begun[count - 1] - 1 if count <= len(begun) else -1
    assert await journals.Journal(game, services).turns_ago(count) == expected
    assert pages[0] == (100, None)
    assert all(number == 100 for number, _ in pages)
