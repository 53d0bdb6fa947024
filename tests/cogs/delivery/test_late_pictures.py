"""Which pictures follow the news, in which order, and to which message they are added."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.session import Logged, Refused
from cogs.delivery import late_pictures
from cogs.delivery.late_pictures import Following, Illustrations, Pictured
from cogs.delivery.stories import ToldNews
from cogs.ui.pictures import Drawing, Wanted
from tests.cogs.delivery.test_delivery import error, row


class Painter:
    """Draws what is asked for, and writes down what that was."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.drawn = True
        self.busy = False
        self.remembered = True
        self.changed: Drawing | None = Drawing("changes.png", b"png", "What changed.")

    def has(self, _: Any) -> bool:
        return self.drawn

    def _draw(self, name: str, *of: Any) -> Drawing:
        self.asked.append((name, *of))
        if self.busy:
            raise Refused("Too much is waiting to be drawn.")
        return Drawing(f"{name}.png", b"png", name)

    async def board(self, _: Any) -> Drawing:
        return self._draw("board")

    async def victory(self, _: Any) -> Drawing:
        return self._draw("victory")

    async def moments(self, _: Any) -> Drawing | None:
        return self._draw("moments") if self.remembered else None

    async def replay(self, _: Any) -> Drawing:
        return self._draw("replay")

    async def changes(self, _: Any, entries: Any, wanted: Wanted) -> Drawing | None:
        self._draw("changes", [event for entry in entries for event in entry.events])
        if not wanted():
            raise Refused("A newer picture took its place.")
        return self.changed

    async def sheets(self, _: Any, entries: Any, first: int) -> list[Drawing]:
        return [self._draw("sheet", [entry.revision for entry in entries], first)]


def yes() -> bool:
    """What nobody calls off."""
    return True


class Game:
    """A game with a log of its own; a 'turn' is what marks one."""

    id, revision = "ABC123", 9

    def __init__(self) -> None:
        self.journal = self.commands = self.rules = self
        self.entries: list[Logged] = []
        self.match: Any = object()
        self.asked: list[tuple[int | None, int]] = []
        self.ends_first = False

    def marks_turn(self, event: Any) -> bool:
        return bool(event == "turn")

    async def log(self, seat: int | None, last: int, after: int | None = None) -> list[Logged]:
        self.asked.append((seat, last))
        return [e for e in self.entries if after is None or e.revision > after][-last:]

    async def at_rest(self) -> None:
        if self.ends_first:
            self.match = None
            self.entries = [logged(9, "end")]


def logged(revision: int, *events: Any) -> Logged:
    return Logged(revision, datetime(2026, 1, 1, tzinfo=UTC), 0, events)


@pytest.fixture
def painter() -> Painter:
    return Painter()


@pytest.fixture
def session() -> Any:
    return Game()


@pytest.fixture
def chosen(painter: Any) -> Illustrations:
    return Illustrations(painter)


def names(drawn: list[Drawing]) -> list[str]:
    return [each.name for each in drawn]


# What is drawn


@pytest.mark.parametrize(
    ("turns", "first"),
    [
        ((), 1),
        ((3,), 1),
        # Since the turn before the one under way, however many there were.
        ((3, 4), 3),
        ((1, 2, 5), 2),
        ((1, 4, 5), 4),
    ],
)
async def test_after_a_restart_what_changed_is_shown_since_the_turn_before(
    painter: Painter, chosen: Illustrations, session: Any, turns: tuple[int, ...], first: int
) -> None:
    session.entries = [logged(n, f"{n}", *["turn"] * (n in turns)) for n in range(1, 6)]
    changed = await chosen.of_turn(session, yes)
    assert changed is not None
    assert (changed.drawing.name, changed.since) == ("changes.png", first - 1)
    ((_, events),) = painter.asked
    assert events[0] == f"{first}"
    assert [each for each in events if each != "turn"] == [f"{n}" for n in range(first, 6)]
    assert session.asked == [(None, 300)]


async def test_what_was_shown_is_not_shown_again_and_what_was_not_drawn_is(
    painter: Painter, chosen: Illustrations, session: Any
) -> None:
    session.entries = [logged(1, "a")]
    painter.busy = True
    assert await chosen.of_turn(session, yes) is None
    painter.busy = False
    session.entries.append(logged(2, "b"))
    changed = await chosen.of_turn(session, yes)
    assert changed is not None
    assert changed.since == 0
    # That nothing can be seen of it does not make it new.
    painter.changed = None
    session.entries.append(logged(3, "c"))
    assert await chosen.of_turn(session, yes) is None
    assert await chosen.of_turn(session, yes) is None
    session.entries.append(logged(4, "d"))
    assert await chosen.of_turn(session, yes) is None
    assert [events for _, events in painter.asked] == [["a"], ["a", "b"], ["c"], [], ["d"]]
    # What goes into the same picture is shown since when that begins.
    painter.changed = Drawing("changes.png", b"png", "What changed.")
    changed = await chosen.of_turn(session, yes, 1)
    assert changed is not None
    assert (painter.asked[-1], changed.since) == (("changes", ["b", "c", "d"]), 1)


async def test_what_stood_on_the_board_of_the_opening_has_been_shown(
    painter: Painter, chosen: Illustrations, session: Any
) -> None:
    board = await chosen.of_opening(session)
    assert board is not None
    assert board.name == "board.png"
    session.entries = [logged(8, "a"), logged(9, "b"), logged(10, "c")]
    await chosen.of_turn(session, yes)
    # Another game is another game.
    session.id = "XYZ"
    await chosen.of_turn(session, yes)
    assert painter.asked == [("board",), ("changes", ["c"]), ("changes", ["a", "b", "c"])]


@pytest.mark.parametrize(
    ("rows", "entries", "first"),
    [
        ((7,), (5, 6, 7), 2),
        ((6, 7), (5, 6, 7), 1),
        ((7, 6), (5, 6, 7), 1),
        ((6,), (5, 6), 1),
        ((5,), (5,), 0),
        # There may be none of them in the log any more.
        ((4,), (), 0),
    ],
)
async def test_the_sheets_are_those_of_the_rows(
    painter: Painter,
    chosen: Illustrations,
    session: Any,
    rows: tuple[int, ...],
    entries: tuple[int, ...],
    first: int,
) -> None:
    session.entries = [logged(n, "fight") for n in (5, 6, 7, 8)][: 4 if 7 in rows else 3]
    news = [row("log") for _ in rows]
    for each, revision in zip(news, rows, strict=True):
        each.revision = revision
    assert names(await chosen.of_news(session, news)) == ["sheet.png"]
    assert painter.asked == [("sheet", list(entries), first)]
    assert session.asked == [(None, 300)]


async def test_where_the_log_does_not_reach_the_rows_nothing_is_new(
    painter: Painter, chosen: Illustrations, session: Any
) -> None:
    session.entries = [logged(5, "fight"), logged(6, "fight")]
    news = [row("log")]
    await chosen.of_news(session, news)
    assert painter.asked == [("sheet", [5, 6], 2)]


@pytest.mark.parametrize("why", ["busy", "drawn"])
async def test_without_a_picture_nothing_is_shown(
    painter: Painter, chosen: Illustrations, session: Any, why: str
) -> None:
    setattr(painter, why, why == "busy")
    session.entries = [logged(7, "fight")]
    assert await chosen.of_opening(session) is None
    assert await chosen.of_turn(session, yes) is None
    assert await chosen.of_news(session, [row("log")]) == []
    assert await chosen.of_end(session) is None
    # Where there are no pictures none is asked for.
    assert [each[0] for each in painter.asked] == (
        ["board", "changes", "sheet", "victory"] if why == "busy" else []
    )


async def test_the_end_is_drawn(painter: Painter, chosen: Illustrations, session: Any) -> None:
    victory = await chosen.of_end(session)
    assert victory is not None
    assert victory.name == "victory.png"


def test_what_begins_a_turn(session: Any) -> None:
    assert late_pictures._begins_turn(session, ("a", "turn"))  # type: ignore[arg-type]
    assert not late_pictures._begins_turn(session, ("a",))  # type: ignore[arg-type]


# One after another


async def test_what_follows_is_done_in_its_order_whatever_fails(session: Any) -> None:
    following, done, gate = Following(), [], asyncio.Event()

    async def first() -> None:
        await gate.wait()
        done.append("first")
        raise error(discord.HTTPException, 500, 0)

    async def second() -> None:
        done.append("second")
        raise ZeroDivisionError

    async def third() -> None:
        done.append("third")

    for work in (first, second, third):
        following.add(session, work)
    # Other games do not wait for it.
    other: Any = SimpleNamespace(id="XYZ")
    following.add(other, third)
    await asyncio.wait({following._last["XYZ"]})
    assert done == ["third"]
    gate.set()
    await following.settled()
    assert done == ["third", "first", "second", "third"]
    assert following._last == {}


async def test_what_is_done_with_does_not_let_what_follows_go_first(session: Any) -> None:
    following, done, gate = Following(), [], asyncio.Event()

    async def first() -> None:
        done.append("first")

    async def second() -> None:
        await gate.wait()
        done.append("second")

    following.add(session, first)
    before = following._last[session.id]
    following.add(session, second)
    await asyncio.wait({before})
    await asyncio.sleep(0)
    following.add(session, first)
    last = following._last[session.id]
    for _ in range(5):
        await asyncio.sleep(0)
    assert (done, last.done()) == (["first"], False)
    gate.set()
    await following.settled()
    assert done == ["first", "second", "first"]


async def test_what_is_not_done_when_the_program_ends_is_left_out(session: Any) -> None:
    following, done = Following(), []

    async def work() -> None:
        await asyncio.Event().wait()
        done.append("done")

    for _ in range(2):
        following.add(session, work)
    await asyncio.sleep(0)
    await following.close()
    await following.settled()
    # The last news is delivered after that: nothing is drawn for them any more.
    following.add(session, work)
    assert following._last == {}
    await following.settled()
    assert done == []


# The message they are added to


class Message:
    """A message with so many attachments."""

    def __init__(self, number: int, attachments: int = 0) -> None:
        self.id = number
        self.attachments: list[Any] = [SimpleNamespace(filename="s.png")] * attachments
        self.edits: list[tuple[list[str], Any]] = []
        self.channel = SimpleNamespace(id=number)
        self.archived = False

    async def edit(self, *, attachments: list[Any], view: Any = None) -> Message:
        if self.archived:
            raise error(discord.HTTPException, 400, 50083)
        self.edits.append(([file.filename for file in attachments], view))
        after = Message(self.id)
        after.attachments = [SimpleNamespace(filename=file.filename) for file in attachments]
        after.edits = self.edits
        return after


class Book(Pictured):
    """Adds pictures, and writes down what is sent."""

    def __init__(self, painter: Any) -> None:
        self.sent: list[tuple[Any, ...]] = []
        self.pictures, self.http, self.archive = painter, self, dict[int, Message]()
        super().__init__(cast(Any, self), Following(), self._note)

    async def edit_channel(self, number: int, *, archived: bool) -> None:
        self.archive[number].archived = archived

    async def _note(self, _: Any, nonce: str, text: str | None = None, **more: Any) -> None:
        files = [file.filename for file in more.pop("files")]
        self.sent.append((nonce, text, files, more.get("view")))

    async def settled(self) -> None:
        await self._following.settled()


@pytest.fixture
def book(painter: Painter) -> Book:
    return Book(painter)


async def test_without_a_story_pictures_come_by_themselves(book: Book, session: Any) -> None:
    session.entries = [logged(7, "fight")]
    book.news(session, [row("log")], "n")
    book.turn(session, "m")
    await book.settled()
    (sheet, changes) = book.sent
    assert sheet == ("n0", None, ["sheet.png"], None)
    assert changes[:3] == ("m", None, ["changes.png"])
    (whole,) = changes[3].children
    assert (whole.item.label, whole.item.custom_id) == ("Whole board", "b.map:ABC123")


async def test_a_message_takes_one_picture_and_no_other_beside_it(book: Book, session: Any) -> None:
    story: Any = Message(5)
    book.told(session, ToldNews(story))
    session.entries = [logged(7, "fight")]
    for nonce in ("n", "m"):
        book.news(session, [row("log")], nonce)
    book.turn(session, "o")
    session.entries.append(logged(8, "b"))
    await book.settled()
    # No board takes the place of a sheet.
    assert [files for files, _ in story.edits] == [["sheet.png"], ["sheet.png"]]
    assert book.sent == []


async def test_an_archived_thread_is_opened_for_a_picture(book: Book, session: Any) -> None:
    story = book.archive[5] = Message(5)
    story.archived = True
    book.told(session, ToldNews(cast(Any, story)))
    session.entries = [logged(7, "fight")]
    book.news(session, [row("log")], "n")
    await book.settled()
    assert [files for files, _ in story.edits] == [["sheet.png"]]


async def test_a_sheet_of_another_kind_comes_by_itself(
    book: Book, painter: Painter, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def two(*_: Any) -> list[Drawing]:
        return [Drawing(f"{name}.png", b"png", name) for name in ("siege", "battle")]

    monkeypatch.setattr(painter, "sheets", two)
    session.entries = [logged(7, "fight")]
    book.news(session, [row("log")], "n")
    story: Any = Message(5)
    book.told(session, ToldNews(story))
    book.news(session, [row("log")], "m")
    await book.settled()
    assert [sent[:3] for sent in book.sent] == [
        ("n0", None, ["siege.png"]),
        ("n1", None, ["battle.png"]),
        ("m1", None, ["battle.png"]),
    ]
    assert [files for files, _ in story.edits] == [["siege.png"]]


async def test_what_changed_beside_a_sheet_is_shown_with_what_changes_next(
    book: Book, painter: Painter, session: Any
) -> None:
    book.told(session, ToldNews(Message(5)))  # type: ignore[arg-type]
    session.entries = [logged(7, "fight")]
    book.news(session, [row("log")], "n")
    for revision, event, message in ((8, "a", 5), (9, "b", 6)):
        if message != 5:
            book.told(session, ToldNews(Message(message)))  # type: ignore[arg-type]
        session.entries.append(logged(revision, event))
        book.turn(session, event)
        await book.settled()
    drawn = [events for name, events, *_ in painter.asked if name == "changes"]
    assert drawn == [["fight", "a", "b"]]
    assert book.sent == []


async def test_a_message_has_one_picture_of_what_changed_and_the_newest_shows_all(
    book: Book, painter: Painter, session: Any
) -> None:
    book.told(session, ToldNews(Message(5)))  # type: ignore[arg-type]
    session.entries = [logged(7, "a")]
    for revision, event in ((8, "fight"), (9, "c"), (10, "d")):
        book.turn(session, event)
        await book.settled()
        session.entries.append(logged(revision, event))
    story = book._stories[session.id]
    assert [each.filename for each in story.message.attachments] == ["changes.png"]
    book.news(session, [row("log")], "n")
    book.turn(session, "o")
    await book.settled()
    assert [each.filename for each in story.message.attachments] == ["sheet.png"]
    assert book.sent == []
    drawn = [events for name, events, *_ in painter.asked if name == "changes"]
    all_of_it = ["a", "fight", "c"]
    assert drawn == [all_of_it[:number] for number in (1, 2, 3)]
    # The next message begins with what none has shown.
    book.told(session, ToldNews(Message(6)))  # type: ignore[arg-type]
    session.entries.append(logged(11, "e"))
    book.turn(session, "p")
    await book.settled()
    assert painter.asked[-1] == ("changes", ["d", "e"])
    assert len(book._stories[session.id].message.attachments) == 1


async def test_turns_that_follow_before_they_are_drawn_come_in_one_picture(
    book: Book, painter: Painter, session: Any
) -> None:
    story: Any = Message(5)
    book.told(session, ToldNews(story))
    session.entries = [logged(7, "a"), logged(8, "b")]
    for nonce in ("m", "n", "o"):
        book.turn(session, nonce)
    await book.settled()
    assert painter.asked == [("changes", ["a", "b"])]
    assert [files for files, _ in story.edits] == [["changes.png"]]


async def test_a_turn_called_off_while_it_waits_to_be_drawn_is_shown_with_the_next(
    book: Book, painter: Painter, session: Any
) -> None:
    session.entries = [logged(7, "a")]
    asked, gate, draw = asyncio.Event(), asyncio.Event(), painter.changes

    async def waits(of: Any, events: Any, wanted: Wanted) -> Drawing | None:
        asked.set()
        await gate.wait()
        return await draw(of, events, wanted)

    painter.changes = waits  # type: ignore[assignment,method-assign]
    book.turn(session, "m")
    await asked.wait()
    session.entries.append(logged(8, "b"))
    book.turn(session, "n")
    gate.set()
    await book.settled()
    assert painter.asked == [("changes", ["a"]), ("changes", ["a", "b"])]
    assert [nonce for nonce, *_ in book.sent] == ["n"]


async def test_pictures_go_to_the_message_of_their_moment(book: Book, session: Any) -> None:
    older, newer = Message(5), Message(6)
    session.entries = [logged(7, "fight")]
    book.told(session, ToldNews(older))  # type: ignore[arg-type]
    book.news(session, [row("log")], "n")
    book.told(session, ToldNews(newer))  # type: ignore[arg-type]
    book.turn(session, "m")
    await book.settled()
    assert [files for files, _ in older.edits] == [["sheet.png"]]
    assert [files for files, _ in newer.edits] == [["changes.png"]]
    # The newest is still the newest.
    newest = book._stories[session.id].message
    assert (newest.id, len(newest.attachments)) == (6, 1)


async def test_after_a_notice_pictures_of_older_news_still_find_their_message(
    book: Book, session: Any
) -> None:
    story: Any = Message(5)
    session.entries = [logged(7, "fight")]
    book.told(session, ToldNews(story))
    book.news(session, [row("log")], "n")
    book.told(session, None)
    book.told(session, None)
    book.turn(session, "m")
    await book.settled()
    assert [files for files, _ in story.edits] == [["sheet.png"]]
    assert [nonce for nonce, *_ in book.sent] == ["m"]
    assert book._stories == {}


async def test_nothing_drawn_changes_no_message(book: Book, painter: Painter, session: Any) -> None:
    story: Any = Message(5)
    book.told(session, ToldNews(story))
    painter.drawn = False
    book.news(session, [row("log")], "n")
    book.turn(session, "m")
    book.opening(session, story)
    book.end(session, story)
    await book.settled()
    assert (story.edits, book.sent) == ([], [])


async def test_opening_and_end_have_their_own_message(book: Book, session: Any) -> None:
    begins: Any = Message(5)
    ends: Any = Message(6)
    book.opening(session, begins)
    book.end(session, ends)
    await book.settled()
    assert begins.edits == [(["board.png"], None)]
    assert ends.edits == [(["victory.png"], None)]
    assert book._stories == {}


async def test_the_board_of_a_game_that_is_gone_by_then_is_not_shown(
    book: Book, painter: Painter, session: Any
) -> None:
    begins: Any = Message(5)
    session.ends_first = True
    book.opening(session, begins)
    await book.settled()
    assert (begins.edits, painter.asked) == ([], [])


@pytest.mark.parametrize("kind", ["news", "turn"])
async def test_pictures_show_the_moment_after_the_command_under_way(
    book: Book, painter: Painter, session: Any, kind: str
) -> None:
    session.ends_first = True
    session.entries = [logged(7, "fight")]
    if kind == "turn":
        book.turn(session, "n")
    else:
        news = row("log")
        news.revision = 9
        book.news(session, [news], "n")
    await book.settled()
    assert painter.asked == [("changes", ["end"]) if kind == "turn" else ("sheet", [9], 0)]


async def test_the_end_waits_for_the_command_under_way(
    book: Book, painter: Painter, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rested = []

    async def at_rest(_: Any) -> None:
        rested.append(list(painter.asked))

    monkeypatch.setattr(late_pictures, "at_rest", at_rest)
    ends: Any = Message(6)
    book.end(session, ends)
    await book.settled()
    assert rested == [[]]


async def test_the_film_is_a_message_of_its_own_or_none(
    book: Book, painter: Painter, session: Any
) -> None:
    story: Any = Message(5)
    book.told(session, ToldNews(story))
    book.film(session, "n")
    await book.settled()
    painter.busy = True
    book.film(session, "m")
    await book.settled()
    assert book.sent == [("n", "The whole game again.", ["replay.png"], None)]
    assert story.edits == []


async def test_the_moments_are_a_message_of_their_own_or_none(
    book: Book, painter: Painter, session: Any
) -> None:
    book.moments(session, "n")
    await book.settled()
    painter.busy = True
    book.moments(session, "m")
    await book.settled()
    painter.busy, painter.remembered = False, False
    book.moments(session, "o")
    await book.settled()
    assert book.sent == [("n", "The great moments of this game.", ["moments.png"], None)]


async def test_the_end_leaves_out_all_that_is_on_its_way_in_a_game_not_only_the_last() -> None:
    following, game, ended = Following(), cast(Any, SimpleNamespace(id="ABCDEF")), list[str]()

    async def work(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(name)

    following.add(game, partial(work, "first"))
    following.add(game, partial(work, "second"))
    await asyncio.sleep(0)
    await following.close()
    assert ended == ["first"]
