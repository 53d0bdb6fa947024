"""What a record may hold at most, what is no date and no id, how a log is read page by page."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import BEFOREHAND, Choice
from bot.session.announcements import Announcements, Asked
from bot.session.journal import history
from bot.session.journal.record import began, parse
from bot.session.past.imports import _check_people, check_ids
from bot.session.receipts import Logged, SeatInfo
from bot.session.seating import done_at_once, majority, petition_of, unanimity
from bot.session.table.standing_orders import StandingOrder, Until, read_back
from bot.storage import PetitionRow, journal

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


# Records


def decision(**more: Any) -> dict[str, Any]:
    """A decision of a record."""
    return {"seat": 0, "choice": {"verb": "take", "args": {}}, "state": "x", **more}


def record(**more: Any) -> dict[str, Any]:
    """A record whose shape is right."""
    return {
        "format": 1,
        "game": "toy",
        "ruleset": "plain",
        "edition": 1,
        "seats": [{"number": 0, "name": "Ann"}],
        "options": {},
        "seed": "s",
        "seed_hash": "h",
        "started": None,
        "decisions": [],
        "first_state": "f",
        **more,
    }


def short(length: int) -> str:
    """A text of this length."""
    return "x" * length


def seats(number: int, **more: Any) -> list[dict[str, Any]]:
    """So many seats."""
    return [{"number": n, "name": "Ann", **more} for n in range(number)]


def chosen(verb: str = "take", /, **args: list[str]) -> dict[str, Any]:
    """A record with this choice."""
    return {"decisions": [decision(choice={"verb": verb, "args": args})]}


FITS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    *(
        ({name: short(200)}, {name: short(201)})
        for name in ("game", "seed", "seed_hash", "first_state")
    ),
    ({"ruleset": short(1_000)}, {"ruleset": short(1_001)}),
    ({"options": {short(200): short(1_000)}}, {"options": {short(201): "x"}}),
    ({"options": {"x": short(1_000)}}, {"options": {"x": short(1_001)}}),
    (
        {"options": {str(n): "x" for n in range(100)}},
        {"options": {str(n): "x" for n in range(101)}},
    ),
    ({"seats": seats(20)}, {"seats": seats(21)}),
    ({"seats": seats(1)}, {"seats": []}),
    ({"seats": seats(2, policy=short(200))}, {"seats": seats(2, policy=short(201))}),
    ({"format": 1}, {"format": 0}),
    ({"format": 1}, {"format": 2}),
    ({"edition": -1}, {"edition": -2}),
    ({"edition": 1_000_000}, {"edition": 1_000_001}),
    ({"decisions": [decision(seat=-1)]}, {"decisions": [decision(seat=-2)]}),
    ({"decisions": [decision(state=short(200))]}, {"decisions": [decision(state=short(201))]}),
    ({"decisions": [decision()] * 200_000}, {"decisions": [decision()] * 200_001}),
    (chosen(short(4_000)), chosen(short(4_001))),
    (chosen(a=[short(4_000)]), chosen(a=[short(4_001)])),
    (chosen("take", **{short(4_000): ["x"]}), chosen("take", **{short(4_001): ["x"]})),
    # The verb, the argument's name, and what it says count together.
    (chosen(a=["x"] * 998), chosen(a=["x"] * 999)),
    (
        {"result": {"winners": [0] * 20, "victory": short(200)}},
        {"result": {"winners": [0] * 21, "victory": "x"}},
    ),
    (
        {"result": {"winners": [], "victory": short(200)}},
        {"result": {"winners": [], "victory": short(201)}},
    ),
    ({"started": "2000-01-01T00:00:00+00:00"}, {"started": "1999-12-31T00:00:00+00:00"}),
    ({"started": "2200-12-31T00:00:00+00:00"}, {"started": "2201-01-01T00:00:00+00:00"}),
    ({"started": "2026-11-01T12:00:00+01:00"}, {"started": "2026-11-01T12:00:00"}),
    ({"started": None}, {"started": "noon"}),
]


@pytest.mark.parametrize(("fits", "is_more"), FITS)
def test_a_record_holds_no_more_than_a_game_ever_writes(
    fits: dict[str, Any], is_more: dict[str, Any]
) -> None:
    assert parse(record(**fits)) is not None
    with pytest.raises(ValueError, match=r"export|Decision 1 is longer than any"):
        parse(record(**is_more))


def test_when_a_game_began() -> None:
    assert began(parse(record(started="2026-11-01T13:00:00+01:00"))) == NOON
    assert began(parse(record())) is None
    assert parse(record()).taken_back is None


def test_what_is_no_id_and_who_fits_no_seat() -> None:
    check_ids(0, 1, 2**63 - 1)
    check_ids()
    for wrong in (-1, 2**63, 10**50):
        with pytest.raises(ValueError, match="is not a Discord id") as refused:
            check_ids(5, wrong)
        assert str(refused.value).startswith(f"{str(wrong)[:40]} is not a Discord id")
    two = [SeatInfo(0, None, "Ann"), SeatInfo(1, None, "Bob")]
    _check_people(two, {0: 5, 1: 6})
    with pytest.raises(ValueError, match=r"^One person cannot have two seats"):
        _check_people(two, {0: 5, 1: 5})
    with pytest.raises(ValueError, match=r"^There is no seat 2 in this export\.$"):
        _check_people(two, {3: 5, 2: 6, 0: 7})
    with pytest.raises(ValueError, match="is not a Discord id"):
        _check_people(two, {0: -5})


# The log, page by page


@pytest.mark.parametrize("rows", [0, 1, 99, 100, 101, 200, 250])
@pytest.mark.parametrize("last", [1, 20, 99, 100, 101, 150])
async def test_a_log_is_read_page_by_page(
    monkeypatch: pytest.MonkeyPatch, rows: int, last: int
) -> None:
    kept = list(range(rows, 0, -1))

    async def newest(
        _: Any, __: str, number: int, before: int | None = None, after: int | None = None
    ) -> list[Any]:
        found = [row for row in kept if before is None or row < before]
        found = [row for row in found if after is None or row > after]
        return [SimpleNamespace(revision=row) for row in found[:number]]

    def entry(_: Any, row: Any, seat: int | None) -> Logged | None:
        # Every third says nothing to this reader.
        return Logged(row.revision, NOON, seat or 0, ()) if row.revision % 3 else None

    monkeypatch.setattr(journal, "newest_lines", newest)

    async def nobody_moved(*_: Any) -> list[Any]:
        return []

    monkeypatch.setattr(history, "entry", entry)
    monkeypatch.setattr(journal, "reseated", nobody_moved)
    db: Any = None
    rules: Any = None
    found = await history.read_log(db, rules, "G", 1, last)
    expected = [row for row in range(1, rows + 1) if row % 3]
    assert [each.revision for each in found] == expected[-last:]
    newer = await history.read_log(db, rules, "G", 1, last, after=50)
    assert [each.revision for each in newer] == [row for row in expected if row > 50][-last:]


# Petitions


def petition(answers: dict[str, bool], asked: tuple[int, ...] = (1, 2), **more: Any) -> PetitionRow:
    """A petition and what was said to it."""
    row = {"game_id": "G", "what": "undo", "seat": 0, "made_at": NOON, **more}
    return PetitionRow(answers=answers, asked=list(asked), **row)


@pytest.mark.parametrize(
    ("people", "answers", "state"),
    [
        ((0, 1, 2), {"0": True}, "open"),
        ((0, 1, 2), {"0": True, "1": True}, "done"),
        ((0, 1, 2), {"0": True, "1": False}, "open"),
        ((0, 1, 2), {"0": True, "1": False, "2": False}, "refused"),
        ((0, 1), {"0": True}, "open"),
        ((0, 1), {"0": True, "1": False}, "refused"),
        ((0, 1), {"0": True, "1": True}, "done"),
        ((0,), {"0": True}, "done"),
        ((0, 1, 2, 3), {"0": True, "1": True}, "open"),
        ((0, 1, 2, 3), {"0": True, "1": False, "2": False}, "refused"),
        ((0, 1, 2, 3), {"0": True, "1": True, "2": True}, "done"),
        # Of who has left the table nothing counts.
        ((0, 1, 2), {"0": True, "7": True}, "open"),
    ],
)
def test_a_majority_decides_as_soon_as_it_is_certain(
    people: tuple[int, ...], answers: dict[str, bool], state: str
) -> None:
    assert majority(petition(answers), people) == state


def test_one_word_against_a_step_back_is_enough() -> None:
    said: list[tuple[dict[str, bool], str]] = [
        ({}, "open"), ({"1": True}, "open"), ({"1": True, "2": True}, "done"),
        ({"1": False}, "refused"), ({"1": True, "2": False}, "refused"),
    ]  # fmt: skip
    assert [unanimity(petition(answers)) for answers, _ in said] == [state for _, state in said]


def test_a_petition_as_everybody_may_know_it() -> None:
    row = petition({"3": False, "2": True, "1": True, "0": False}, (0, 1, 2, 3, 4), id=9, to=5)
    found = petition_of(row, "refused", NOON)
    assert (found.number, found.what, found.seat, found.state) == (9, "undo", 0, "refused")
    assert (found.asked, found.agreed, found.against) == ((0, 1, 2, 3, 4), (1, 2), (0, 3))
    assert (found.to, found.until, found.afresh, found.still) == (5, NOON, False, (4,))
    assert petition_of(petition({})).number == 0
    at_once = done_at_once("undo", 2)
    assert (at_once.state, at_once.to, at_once.afresh, at_once.still) == ("done", None, False, ())
    assert done_at_once("undo", 2, 4, True).afresh


# Standing orders


@pytest.mark.parametrize(
    ("until", "said"),
    [
        (Until(times=1), "once"),
        (Until(times=2), "2 times"),
        (Until(turns=1), "until a turn has ended"),
        (Until(turns=2), "for 2 turns"),
        (Until(at=NOON), f"until <t:{int(NOON.timestamp())}:f>"),
        (Until(2, 1), "2 times, at most until a turn has ended"),
        (Until(None, 3, NOON), f"for 3 turns, at most until <t:{int(NOON.timestamp())}:f>"),
    ],
)
def test_when_an_order_ends_is_read_back(until: Until, said: str) -> None:
    words: Any = SimpleNamespace(
        choice=lambda choice, _: f"You {choice.verb}.", kind=lambda thing: thing.upper()
    )

    def told(prompt: str, choice: Choice | None, ends: Until) -> str:
        return read_back(StandingOrder(1, prompt, choice, ends, NOON), words, str)

    assert told("my_turn", None, until) == (
        f"When you are asked for “my turn”: what happens by default; {said}."
    )
    assert told("bid", Choice("pass"), until) == f"When you are asked for “bid”: You pass; {said}."
    assert told(BEFOREHAND, Choice("pass"), until) == f"You pass; {said}."
    where = Until(until.times, until.turns, until.at, {"a": "b", "c": "d"})
    assert told("bid", Choice("pass"), where) == (
        f"When you are asked for “bid” and a is B, c is D: You pass; {said}."
    )


# Who is called


def asked(*people: int, **more: Any) -> Asked:
    """These seats are waited for."""
    return Asked(frozenset(people), **more)


@pytest.mark.parametrize(
    ("before", "after", "called"),
    [
        (asked(), asked(0, 1), [0, 1]),
        (asked(0), asked(0, 1), [1]),
        (asked(0, 1), asked(0), None),
        (asked(0), asked(0, 1, vote=True), [0, 1]),
        (asked(0, 1, vote=True), asked(0), [0]),
        (asked(0, 1, vote=True), asked(0, vote=True), None),
        (asked(0, vote=True), asked(0, 1, vote=True), [0, 1]),
        # Computers and empty seats are called by nobody.
        (asked(), asked(2, 3), None),
    ],
)
def test_exactly_those_are_called_who_must_act_now_and_need_not_before(
    before: Asked, after: Asked, called: list[int] | None
) -> None:
    table = [SeatInfo(0, 5, "Ann"), SeatInfo(1, 6, "Bob"), SeatInfo(2, None, "C", "x")]
    said = Announcements("G", 7, table)
    said.ask(before, after)
    expected = [] if called is None else [("ask", None, {"revision": 7, "seats": called})]
    assert [(row["kind"], row["user_id"], row["payload"]) for row in said.rows] == expected


def test_what_is_asked_in_private_is_put_to_people_once() -> None:
    table = [SeatInfo(0, 5, "Ann"), SeatInfo(1, 6, "Bob"), SeatInfo(2, None, "C", "x")]
    said = Announcements("G", 7, table)
    sealed = frozenset({(0, "a"), (1, "a"), (1, "b"), (2, "a")})
    said.ask(asked(0, 1, 2, sealed=frozenset({(0, "a")})), asked(0, 1, 2, sealed=sealed))
    said.ask_again([2, 1, 0, 9])
    said.note({"what": "x"}, 2)
    said.note({"what": "x"}, 1)
    said.more("brief", {}, 2)
    said.more("brief", {"a": 1}, 0)
    assert [(row["kind"], row["seat"], row["user_id"]) for row in said.rows] == [
        ("ask_secret", 1, 6), ("ask_secret", 0, 5), ("ask_secret", 1, 6), ("secret", 1, 6),
        ("brief", 0, 5),
    ]  # fmt: skip
    assert said.rows[-1]["payload"] == {"revision": 7, "a": 1}
    assert said.rows[-2]["payload"] == {"revision": 7, "events": [], "note": {"what": "x"}}


@pytest.mark.parametrize(
    ("closing", "acted", "after", "goes_on"),
    [
        ({(0, "a"), (1, "a")}, 0, {(1, "a")}, True),
        ({(0, "a"), (1, "a")}, 0, {(0, "a"), (1, "a")}, False),
        ({(0, "a"), (1, "a")}, None, {(0, "a"), (1, "a")}, True),
        ({(0, "a"), (1, "a")}, 0, set(), False),
        ({(0, "a")}, None, {(0, "b")}, False),
        (set(), None, {(0, "a")}, False),
    ],
)
def test_what_is_closed_for_all_goes_on(
    closing: set[Any], acted: int | None, after: set[Any], goes_on: bool
) -> None:
    before = asked(0, 1, closing=frozenset(closing))
    assert before.goes_on(acted, asked(0, closing=frozenset(after))) is goes_on
    assert before.with_seat(4).seats == {0, 1, 4}
