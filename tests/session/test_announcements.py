"""What a command gives the table to read, piece by piece: who is told what, and who is called."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import Choice, Event, Prompt, Seat
from bot.session import Desk
from bot.session import seating as deeds
from bot.session.announcements import (
    ASK,
    ASK_SECRET,
    DIGEST,
    LOG,
    OVER,
    PICTURE,
    REPLAY,
    SECRET,
    STATUS,
    STRUCK,
    Announcements,
    Asked,
    plain,
    restore,
)
from bot.session.changes import Change, JournalEntry
from bot.session.clock.pace import times_of
from bot.session.journal.history import (
    DECISION,
    DEED,
    DIRECT,
    GOT_UP,
    JOINED,
    LEFT,
    MENDED,
    SAT_DOWN,
    SKIP,
    START,
    UNDO,
)
from bot.session.receipts import SeatInfo
from bot.session.seasons import Counted
from bot.session.seating import AMEND, COMMENTARY, PAUSE, RESUME, STAND_IN
from bot.session.seating import UNDO as UNDOING
from bot.session.writing import Commit, _call, _noted, _overtakes, _tell
from tests.session.doubles import ALICE, BOB, CECILY, Notebook, bid, open_game, take
from tests.toy.game import Dealt, HeapMade, Peeked, Taken, Toy, TurnEnded

SEATS = [
    SeatInfo(0, ALICE, "Alice"),
    SeatInfo(1, BOB, "Bob"),
    SeatInfo(2, None, "a computer", "dabbler"),
    SeatInfo(3, CECILY, "Cecily"),
]
TOLD = HeapMade(stones=9)
HAND = Dealt(audience=(1,), cards=("pebble",))
MACHINES = Dealt(audience=(2,), cards=("flint",))
NOBODYS = Dealt(audience=(), cards=("chalk",))


def fresh() -> Announcements:
    """Nothing told yet, at revision 7."""
    return Announcements("G", 7, SEATS, 5)


def told(say: Announcements) -> list[tuple[str, int | None, Seat | None, dict[str, Any]]]:
    """The rows: kind, person, seat, and what is told besides the revision."""
    rows = []
    for row in say.rows:
        assert (row["game_id"], row["revision"], row["payload"]["revision"]) == ("G", 7, 7)
        more = {key: value for key, value in row["payload"].items() if key != "revision"}
        rows.append((row["kind"], row["user_id"], row["seat"], more))
    return rows


def named(say: Announcements) -> list[tuple[str, int | None]]:
    """The kinds of the rows and the seats that they are for."""
    return [(row["kind"], row["seat"]) for row in say.rows]


# Rows


def test_what_is_public_goes_to_all_and_what_is_secret_to_its_seat() -> None:
    say = fresh()
    say.events([TOLD, HAND, MACHINES, NOBODYS])
    assert told(say) == [
        (LOG, None, None, {"events": plain([TOLD]), "moment": 5}),
        (SECRET, BOB, 1, {"events": plain([HAND])}),
    ]
    silent = fresh()
    silent.events([MACHINES, NOBODYS])
    silent.events([])
    assert told(silent) == []
    alone = fresh()
    alone.events([TOLD])
    assert named(alone) == [(LOG, None)]
    assert restore(Toy("plain"), plain([TOLD, HAND])) == (TOLD, HAND)


def test_a_note_is_for_everybody_or_for_one_person() -> None:
    say = fresh()
    say.note({"what": "late"}, None)
    say.note({"what": "late"}, 0)
    say.note({"what": "late"}, 2)
    say.took_back(3)
    say.struck()
    assert told(say) == [
        (LOG, None, None, {"events": [], "moment": 5, "note": {"what": "late"}}),
        (SECRET, ALICE, 0, {"events": [], "note": {"what": "late"}}),
        (LOG, None, None, {"events": [], "moment": 5, "took_back": 3}),
        (STRUCK, None, None, {}),
    ]


def test_more_is_told_to_the_channel_or_to_a_person_but_to_no_computer() -> None:
    say = fresh()
    say.more(DIGEST, {"since": 3}, 3)
    say.more(DIGEST, {"since": 3}, 2)
    say.more("petition", {"of": 1}, None)
    assert told(say) == [
        (DIGEST, CECILY, 3, {"since": 3}),
        ("petition", None, None, {"of": 1}),
    ]


def test_an_end_is_told_and_a_finished_game_shown_again() -> None:
    say = fresh()
    say.over((1, 3), "last stone")
    say.over((), "")
    say.status()
    assert told(say) == [
        (OVER, None, None, {"winners": [1, 3], "victory": "last stone"}),
        (REPLAY, None, None, {}),
        (OVER, None, None, {"winners": [], "victory": ""}),
        (STATUS, None, None, {}),
    ]


def test_a_picture_is_shown_of_what_is_worth_a_look() -> None:
    game, say = Toy("plain"), fresh()
    say.picture_of_turn(game, [])
    say.picture_of_turn(game, [Taken(seat=0, stones=1)])
    assert told(say) == []
    say.picture_of_turn(game, [Taken(seat=0, stones=1), TurnEnded(seat=0)])
    assert told(say) == [(PICTURE, None, None, {})]


# Who is called


def asked(*seats: int, sealed: tuple[int, ...] = (), vote: bool = False) -> Asked:
    """These seats are waited for."""
    return Asked(frozenset(seats), frozenset((Seat(s), "bid") for s in sealed), vote=vote)


@pytest.mark.parametrize(
    ("before", "after", "called", "alone"),
    [
        (asked(), asked(0, 1), [0, 1], []),
        (asked(0), asked(0, 1), [1], []),
        (asked(0, 1), asked(1), [], []),
        (asked(), asked(2), [], []),
        (asked(0), asked(0, 2, 3), [3], []),
        (asked(), asked(3, 1, sealed=(3, 1, 2)), [1, 3], [1, 3]),
        (asked(1, sealed=(1,)), asked(1, 3, sealed=(1, 3)), [3], [3]),
        # To a vote and after one all are called, but not at every answer.
        (asked(0), asked(0, 1, vote=True), [0, 1], []),
        (asked(0, 1, vote=True), asked(0), [0], []),
        (asked(0, 1, vote=True), asked(0, vote=True), [], []),
        (asked(0, 1, vote=True), asked(0, 1, vote=True), [], []),
        (asked(0, vote=True), asked(0, 1, vote=True), [0, 1], []),
    ],
)
def test_who_is_called(before: Asked, after: Asked, called: list[int], alone: list[int]) -> None:
    say = fresh()
    say.ask(before, after)
    public = [(ASK, None, None, {"seats": called})] if called else []
    people = {0: ALICE, 1: BOB, 3: CECILY}
    assert told(say) == [*public, *((ASK_SECRET, people[seat], seat, {}) for seat in alone)]


def test_whom_a_question_is_put_to_once_more() -> None:
    say = fresh()
    say.ask_again((3, 2, 0))
    say.call((3, 2, 0))
    say.call((2,))
    assert told(say) == [
        (ASK_SECRET, ALICE, 0, {}),
        (ASK_SECRET, CECILY, 3, {}),
        (ASK, None, None, {"seats": [0, 3]}),
    ]


def prompt(seat: int, **more: Any) -> Prompt:
    """A question about nothing."""
    return Prompt(seat, "bid", (), facts={"on": "b", "at": "a"}, **more)


def match_of(*prompts: Prompt, over: bool = False) -> Any:
    """A match that asks these questions."""
    return SimpleNamespace(
        over=over,
        waiting_for=lambda: sorted({p.seat for p in prompts if p.blocking}),
        asked=lambda seat: [p for p in prompts if p.seat == seat],
        closing=lambda: {p.seat: p for p in prompts if p.blocking and p.seconds is not None},
        sealed=lambda: [p for p in prompts if p.is_sealed],
        voting=any(p.is_vote for p in prompts),
    )


ABOUT = ("bid", ("at", "a"), ("on", "b"))


def test_whom_a_game_waits_for_and_what_for() -> None:
    assert Asked.of(None) == Asked()
    assert Asked.of(match_of(prompt(0), over=True)) == Asked()
    everything = match_of(
        prompt(0, sealed=True),
        prompt(1),
        prompt(1, sealed=True, blocking=False),
        prompt(3, seconds=60),
    )
    assert Asked.of(everything) == Asked(
        frozenset({0, 1, 3}), frozenset({(0, ABOUT)}), frozenset({(3, ABOUT)}), False
    )
    vote = match_of(prompt(1, sealed=True, seconds=60))
    both = frozenset({(1, ABOUT)})
    assert Asked.of(vote) == Asked(frozenset({1}), both, both, True)
    assert asked(0, vote=True).with_seat(3) == asked(0, 3, vote=True)


@pytest.mark.parametrize(
    ("before", "acted", "after", "on"),
    [
        ({0, 1}, 0, {1}, True),
        ({0, 1}, None, {0, 1}, True),
        ({0, 1}, None, {1}, True),
        ({0, 1}, 0, {0, 1}, False),
        ({0, 1}, 0, set(), False),
        ({0}, None, {0, 1}, False),
        (set(), None, set(), False),
        (set(), None, {1}, False),
    ],
)
def test_whether_what_closes_for_all_goes_on(
    before: set[int], acted: int | None, after: set[int], on: bool
) -> None:
    was = Asked(closing=frozenset((Seat(seat), "bid") for seat in before))
    now = Asked(closing=frozenset((Seat(seat), "bid") for seat in after))
    assert was.goes_on(acted, now) is on


# What a change is told by


def entry(kind: str, *events: Event, **more: Any) -> JournalEntry:
    """What will be in the journal."""
    return JournalEntry(kind, 1, events=events, **more)


def change(found: JournalEntry | None = None, **more: Any) -> Change:
    """A change of nothing but what is told."""
    return Change(None, None, SEATS, entry=found, **more)


TURN = TurnEnded(seat=1)
NOTE = {"what": "late"}


@pytest.mark.parametrize(
    ("found", "over", "kinds"),
    [
        (entry(START, TOLD, HAND), False, [(LOG, None), (SECRET, 1), ("opening", None)]),
        (entry(DECISION, TURN), False, [(LOG, None), (PICTURE, None)]),
        (entry(DECISION, TURN), True, [(LOG, None)]),
        (entry(DECISION, TURN, note=NOTE), True, [(LOG, None), (LOG, None)]),
        (entry(DECISION, note=NOTE, quiet=True), False, [(SECRET, 1)]),
        (entry(UNDO, takes_back=(5,)), False, [(STRUCK, None), (LOG, None)]),
        (entry(UNDO, takes_back=(5,), note=NOTE), False, [(STRUCK, None), (LOG, None)]),
        (entry(UNDO), False, []),
    ],
)
def test_what_is_told_of_an_entry(
    found: JournalEntry, over: bool, kinds: list[tuple[str, int | None]]
) -> None:
    say = fresh()
    match: Any = SimpleNamespace(over=over, game=Toy("plain"))
    _tell(say, found, match, SEATS)
    assert named(say) == kinds
    undone = [row["payload"] for row in say.rows if "took_back" in row["payload"]]
    assert len(undone) == (found.takes_back != () and found.note is None)


@pytest.mark.parametrize(
    ("found", "actor", "own"),
    [
        (entry(DECISION, HAND), 7, True),
        # A computer, an order or the clock has answered; a moderator has done something.
        (entry(DECISION, HAND), None, False),
        (entry(DECISION, HAND, note=NOTE), 7, False),
        (entry(DIRECT, HAND), 7, False),
    ],
)
def test_what_somebody_learns_by_his_own_step_is_told_as_his_own(
    found: JournalEntry, actor: int | None, own: bool
) -> None:
    say = fresh()
    match: Any = SimpleNamespace(over=False, game=Toy("plain"))
    _tell(say, found, match, SEATS, actor)
    secret = next(row for row in say.rows if row["kind"] == SECRET)
    assert secret["payload"].get("own", False) is own


BACK = {UNDOING, AMEND}
ALL = {*BACK, PAUSE, RESUME}
SEEN = Peeked(audience=(1,), seat=1, card="flint")


@pytest.mark.parametrize(
    ("given", "ended"),
    [
        (change(), set()),
        (change(entry(DECISION, TURN)), BACK),
        (change(entry(DIRECT, TURN)), BACK),
        (change(entry(DECISION, SEEN, TURN)), BACK),
        (change(entry(DECISION, SEEN)), set()),
        (change(entry(DECISION)), set()),
        (change(entry(DECISION, note=NOTE)), BACK),
        (change(entry(DECISION, note=NOTE, quiet=True)), set()),
        (change(entry(DEED, TURN, note=NOTE)), set()),
        (change(entry(START, TURN)), set()),
        (change(entry(UNDO)), BACK),
        (change(new_seats=True), {*ALL, STAND_IN, COMMENTARY}),
        (change(columns={"status": "over"}), {*ALL, STAND_IN, COMMENTARY}),
        (change(columns={"status": "running"}), set()),
        (change(columns={"paused_at": None}), {PAUSE, RESUME}),
        (change(entry(UNDO), columns={"paused_at": None}), ALL),
    ],
)
def test_which_petitions_a_change_ends(given: Change, ended: set[str]) -> None:
    assert _overtakes(given) == ended


@pytest.mark.parametrize(
    ("before", "after", "given", "called"),
    [
        # Who took a step back, seat 1, knows that it is for them to act.
        (asked(0), asked(0, 1, 3), change(entry(UNDO)), [(ASK, [3])]),
        (asked(0), asked(0, 1, 3), change(entry(DECISION)), [(ASK, [1, 3])]),
        (asked(0), asked(0, 1, 3), change(), [(ASK, [1, 3])]),
        # Who has come to a seat is called if the game waits for it.
        (asked(0), asked(0), change(filled=(0, 3)), [(ASK, [0])]),
        (asked(0), asked(0, 1), change(filled=(3,)), [(ASK, [1])]),
        # In a vote, in private.
        (asked(0, 1, vote=True), asked(0, vote=True), change(filled=(0, 3)), [(ASK_SECRET, 0)]),
        (asked(), asked(0, 1, vote=True), change(entry(DEED)), [(ASK_SECRET, 0), (ASK_SECRET, 1)]),
        (asked(), asked(0, 1, vote=True), change(entry(UNDO)), [(ASK_SECRET, 0), (ASK_SECRET, 1)]),
        (asked(0), asked(0, 1, vote=True), change(entry(UNDO)), [(ASK_SECRET, 1)]),
        (
            asked(0),
            asked(0, 1, vote=True),
            change(entry(DEED), filled=(0, 3)),
            [(ASK_SECRET, 0), (ASK_SECRET, 1)],
        ),
        (asked(0), asked(0, 1, vote=True), change(entry(DECISION)), [(ASK, [0, 1])]),
        (asked(), asked(0, 1), change(entry(DEED)), [(ASK, [0, 1])]),
    ],
)
def test_who_is_called_by_what_kind_of_change(
    before: Asked, after: Asked, given: Change, called: list[tuple[str, Any]]
) -> None:
    say = fresh()
    _call(before, after, given, say)
    assert [(row["kind"], row["payload"].get("seats", row["seat"])) for row in say.rows] == called


def test_a_note_for_one_seat_is_kept_as_such() -> None:
    assert _noted(entry(DECISION)) is None
    assert _noted(entry(DECISION, quiet=True)) is None
    assert _noted(entry(DECISION, note=NOTE)) == NOTE
    assert _noted(entry(DECISION, note=NOTE, quiet=True)) == {"what": "late", "quiet": True}
    quiet = change(entry(DECISION)).with_note(NOTE, quiet=True)
    aloud = change(entry(DECISION, quiet=True)).with_note(NOTE)
    assert [(c.entry.note, c.entry.quiet) for c in (quiet, aloud) if c.entry is not None] == [
        (NOTE, True),
        (NOTE, False),
    ]
    assert (change().events, change(entry(DECISION, TURN)).events) == ((), (TURN,))


def test_what_is_about_to_be_written_of_a_game() -> None:
    now = datetime(2026, 11, 1, tzinfo=UTC)
    waiting: Any = match_of(prompt(3))
    values: dict[str, Any] = {
        "id": "G", "revision": 6, "moment": 4, "status": "running", "match": waiting,
        "times": times_of({}), "paused_at": None, "orders_given": False,
        "petitions": True,
        "guild_id": 7, "game": "toy", "ruleset": "standard", "seed_hash": "5e", "options": {},
    }  # fmt: skip

    def commit(**more: Any) -> Commit:
        game: Any = SimpleNamespace(**{**values, **more})
        return Commit.of(game, now, "i1")

    running = commit()
    counted = Counted("G", 7, "toy", "standard", "5e", timed=False)
    expected = ("G", 7, "running", now, asked(3), "i1", times_of({}), counted)
    assert running == Commit(*expected, moment=4)
    assert (running.paused, running.orders) == (False, False)
    assert commit(status="over").before == Asked()
    assert commit(paused_at=now).paused
    assert commit(orders_given=True).orders
    assert commit(times=times_of({"pace": "daily"})).counts.timed
    assert commit(options={"season": "4"}).counts.season == 4


def test_an_entry_is_of_no_seat_and_quiet_about_nothing_unless_it_says_so() -> None:
    found = JournalEntry(DIRECT, choice=Choice("close"))
    assert (found.seat, found.known, found.quiet, found.takes_back) == (-1, False, False, ())
    given = change()
    assert (given.new_seats, given.broken_off, given.filled, given.say) == (False, False, (), ())


# Whom a notice calls

FORMER = [{"number": 1, "user_id": 77, "name": "Dora", "policy": None}]


@pytest.mark.parametrize(
    ("note", "kept", "called"),
    [
        ({"what": deeds.PAUSE, "by": BOB}, None, [ALICE, CECILY]),
        ({"what": deeds.RESUME, "by": 900}, None, [ALICE, BOB, CECILY]),
        ({"what": deeds.PAUSE_VOTED, "seat": 1}, None, [ALICE, BOB, CECILY]),
        ({"what": deeds.EXTEND, "by": 900}, None, [ALICE, BOB, CECILY]),
        ({"what": deeds.EXTEND, "by": 900, "seat": 1}, None, [BOB]),
        ({"what": deeds.EXTEND, "by": BOB, "seat": 1}, None, []),
        ({"what": deeds.UNDO_LAST, "by": 900, "seat": 3}, None, [CECILY]),
        ({"what": deeds.UNDO_LAST, "by": 900}, None, [ALICE, BOB, CECILY]),
        ({"what": deeds.REWIND, "by": 900}, None, [ALICE, BOB, CECILY]),
        ({"what": deeds.CORRECT, "by": 900}, None, [ALICE, BOB, CECILY]),
        ({"what": deeds.END, "by": 900}, None, [ALICE, BOB, CECILY]),
        ({"what": deeds.RETRACT, "by": 900, "retracted": "pause"}, None, [ALICE, BOB, CECILY]),
        ({"what": deeds.RETRACT, "by": 900, "seat": 0}, None, [ALICE]),
        ({"what": deeds.GLASS, "by": 900, "seat": 0}, None, [ALICE]),
        ({"what": SKIP, "by": 900, "seat": 0}, None, [ALICE]),
        ({"what": deeds.AMENDED, "by": 900, "seat": 0}, None, [ALICE, BOB, CECILY]),
        # The request calls everybody by itself.
        ({"what": deeds.PROPOSED, "by": 900, "seat": 0}, None, []),
        # Whoever has a seat now, and whoever had it.
        ({"what": deeds.REPLACE, "by": 900, "seat": 1, "user_id": BOB}, FORMER, [BOB, 77]),
        ({"what": deeds.COMPUTER, "by": 900, "seat": 1}, FORMER, [BOB, 77]),
        ({"what": deeds.KICK, "by": 900, "seat": 2}, FORMER, []),
        ({"what": JOINED, "seat": 1, "user_id": BOB}, None, []),
        ({"what": LEFT, "seat": 1, "user_id": 0}, FORMER, [ALICE, BOB, CECILY]),
        ({"what": SAT_DOWN, "seat": 2, "user_id": 0}, None, []),
        ({"what": GOT_UP, "seat": 2, "user_id": 0}, None, []),
        ({"what": MENDED}, None, [ALICE, BOB, CECILY]),
        ({"what": deeds.COMMENTED, "seat": 1}, None, [ALICE, BOB, CECILY]),
        # The others hear what a player allows, and so does the friend.
        ({"what": deeds.SHOWN, "seat": 1, "user_id": 77}, None, [ALICE, CECILY, 77]),
        ({"what": deeds.HIDDEN, "seat": 1, "user_id": 77}, None, []),
        ({"what": deeds.UNCOMMENTED, "seat": 1}, None, []),
    ],
)
def test_a_notice_calls_those_whom_it_concerns_but_for_who_did_it(
    note: dict[str, Any], kept: Any, called: list[int]
) -> None:
    say = fresh()
    found = JournalEntry(DEED, note=note, kept={"seats": kept} if kept else None)
    match: Any = SimpleNamespace(over=True, game=Toy("plain"))
    _tell(say, found, match, SEATS)
    (row, *more) = say.rows
    assert deeds.is_notice(note)
    assert (row["kind"], row["seat"], row["payload"]["note"]) == (LOG, None, note)
    assert [each["user_id"] for each in row["payload"].get("calls", ())] == called
    # Whoever was looked at hears it at once, alone.
    alone = [(SECRET, 0, ALICE)] if note["what"] == deeds.GLASS else []
    assert [(each["kind"], each["seat"], each["user_id"]) for each in more] == alone


@pytest.mark.parametrize("what", ["late", "undo_agreed", "taken_along", "order_fired"])
def test_what_is_a_move_is_no_notice(what: str) -> None:
    assert not deeds.is_notice({"what": what, "seat": 1})
    assert not deeds.is_notice(None)


# What each command gives to read: to the channel, to each person, and to nobody else.


PEEK = Choice.of("peek")
MOD = 900


class Reading:
    """Turns the page after every command."""

    def __init__(self, desk: Desk, notebook: Notebook) -> None:
        self._desk, self._notebook = desk, notebook

    async def page(self) -> dict[int | None, list[str]]:
        """The kinds of what each reader was told since the last page, in their order."""
        await self._desk.courier.flush()
        told: dict[int | None, list[str]] = {}
        for entry in self._notebook.entries:
            told.setdefault(entry.reader, []).append(entry.kind)
        self._notebook.clear()
        return told


async def test_a_table_comes_together(desk: Desk, notebook: Notebook) -> None:
    reading = Reading(desk, notebook)
    session = await open_game(desk, seats=3, options={"stones": "9"})
    assert await reading.page() == {None: ["status"]}
    await session.lobby.join(BOB, "Bob")
    await session.lobby.join(CECILY, "Cecily")
    await session.lobby.leave(CECILY)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.remove_computer(ALICE)
    assert await reading.page() == {None: ["status"]}
    desk.background.closing = True
    await session.lobby.start(ALICE, fewer=True)
    hands = ["secret", "ask_secret"]
    assert await reading.page() == {
        None: ["opening", "log", "ask", "status"],
        ALICE: hands,
        BOB: hands,
    }


async def test_a_game_from_its_first_bids_to_its_end(desk: Desk, notebook: Notebook) -> None:
    reading = Reading(desk, notebook)
    session = await open_game(desk, options={"stones": "4"})
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await reading.page()
    await session.submit(user_id=BOB, choice=bid(1))
    assert await reading.page() == {None: ["status"]}
    await session.submit(user_id=ALICE, choice=bid(0))
    assert await reading.page() == {None: ["log", "ask", "status"]}
    await session.submit(user_id=BOB, choice=PEEK)
    assert await reading.page() == {None: ["status"], BOB: ["secret"]}
    await session.submit(user_id=BOB, choice=take(3))
    assert await reading.page() == {None: ["log", "picture", "ask", "status"]}
    await session.consent.undo(user_id=BOB)
    assert await reading.page() == {None: ["log", "struck", "status"]}
    await session.submit(user_id=BOB, choice=take(2))
    await session.submit(user_id=ALICE, choice=take(2))
    # The picture of the last turn is that of the whole game.
    assert await reading.page() == {None: ["log", "over", "picture", "ask", "status", "replay"]}


async def test_what_the_table_asks_and_what_moderators_do(desk: Desk, notebook: Notebook) -> None:
    reading = Reading(desk, notebook)
    session = await open_game(desk, options={"stones": "40"})
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await session.submit(user_id=ALICE, choice=bid(1))
    await session.submit(user_id=BOB, choice=bid(0))
    await session.submit(user_id=ALICE, choice=PEEK)
    await reading.page()
    await session.consent.ask_undo(user_id=ALICE)
    assert await reading.page() == {None: ["petition", "status"]}
    await session.consent.answer_undo(BOB, True)
    assert await reading.page() == {None: ["log", "struck", "petition", "status"]}
    await session.consent.vote_pause(BOB)
    assert await reading.page() == {None: ["petition", "status"]}
    await session.moderator.pause(by=MOD, reason="tea")
    assert await reading.page() == {None: ["log", "petition", "status"]}
    await session.moderator.resume(by=MOD, reason="on")
    assert await reading.page() == {None: ["log", "status"]}
    await session.moderator.break_glass(by=MOD, reason="a doubt", seat=1)
    assert await reading.page() == {None: ["log", "status"], BOB: ["secret"]}
    await session.moderator.skip(by=MOD, reason="asleep", seat=0)
    assert await reading.page() == {None: ["log", "picture", "ask", "status"]}
    await session.moderator.undo(by=MOD, reason="awake")
    assert await reading.page() == {None: ["log", "struck", "ask", "status"]}
    await session.moderator.replace_player(
        by=MOD, reason="ill", seat=0, user_id=CECILY, name="Cecily"
    )
    assert await reading.page() == {None: ["log", "ask", "status"], CECILY: ["brief"]}
    await session.lobby.leave(BOB)
    assert await reading.page() == {None: ["log", "status"]}
    await session.lobby.join(ALICE, "Alice")
    assert await reading.page() == {None: ["log", "status"], ALICE: ["brief"]}
    await session.lobby.end(CECILY)
    assert await reading.page() == {None: ["over", "status"]}
