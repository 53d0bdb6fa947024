"""What the coach of a tutorial says when."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.content.tutorial import Line, Script
from bot.rules.kernel import Event, Offer, Prompt
from cogs.delivery import coach
from cogs.delivery.coach import Coach, due
from tests.toy.game import BidsOpened, Taken

MINE, THEIRS = Taken(seat=0, stones=1), Taken(seat=1, stones=1)
ASKED = [Prompt(0, "turn", (Offer("take"), Offer("throw"))), Prompt(0, "bid", (Offer("bid"),))]


def script(*lines: Line) -> Script:
    """A script with these lines."""
    return Script("plain", "s", 3, "Welcome.", lines=lines, farewell="Farewell.")


@pytest.mark.parametrize(
    ("line", "events", "said"),
    [
        (Line("a", "", asked="turn"), [], True),
        (Line("a", "", asked="turn", offers="throw"), [], True),
        (Line("a", "", asked="turn", offers="take"), [], True),
        (Line("a", "", asked="turn", offers="bid"), [], False),
        (Line("a", "", asked="pay"), [], False),
        (Line("a", "", event="Taken"), [], False),
        (Line("a", "", event="Taken"), [BidsOpened(bids=(1,))], False),
        (Line("a", "", event="Taken"), [THEIRS], True),
        (Line("a", "", event="Taken", mine=True), [THEIRS], False),
        (Line("a", "", event="Taken", mine=True), [THEIRS, MINE], True),
        (Line("a", "", event="BidsOpened", mine=True), [BidsOpened(bids=(1,))], False),
    ],
)
def test_the_moment_of_a_line(line: Line, events: list[Event], said: bool) -> None:
    assert due(script(line), (), ASKED, events) == ([line] if said else [])
    assert due(script(line), ("a",), ASKED, events) == []


def test_what_happened_comes_first_and_two_of_each_at_a_time() -> None:
    asked = [Line(f"q{n}", "", asked="turn") for n in range(3)]
    happened = [Line(f"e{n}", "", event="Taken") for n in range(3)]
    found = due(script(*asked, *happened), ("q0",), ASKED, [THEIRS])
    assert [line.key for line in found] == ["e0", "e1", "q1", "q2"]


def test_of_two_lines_about_the_same_the_more_particular_is_said() -> None:
    lines = [Line("any", "", event="Taken"), Line("own", "", event="Taken", mine=True)]
    other = Line("bids", "", event="BidsOpened")
    events = [MINE, BidsOpened(bids=(1,))]
    assert [line.key for line in due(script(*lines, other), (), [], events)] == ["own", "bids"]
    assert [line.key for line in due(script(*lines), (), [], [THEIRS])] == ["any"]


class Lesson:
    """A tutorial game, in the hands of a coach."""

    game, revision, status = "toy", 7, "running"

    def __init__(self, **options: str) -> None:
        self.options = {"tutorial": "1", **options}
        self.match: Any = object()
        self.entries = [
            SimpleNamespace(revision=5, events=(BidsOpened(bids=(1,)),)),
            SimpleNamespace(revision=6, events=(MINE,)),
        ]
        self.told: list[tuple[str, str]] = []
        self.fails = False
        self.lobby = self.journal = self

    async def log(self, seat: int, last: int) -> list[Any]:
        assert (seat, last) == (0, 400)
        found, self.revision = list(self.entries), self.revision + 1
        return found

    def prompts(self, seat: int) -> list[Prompt]:
        assert seat == 0
        open_too = Prompt(0, "pebble", (Offer("pebble"),), blocking=False)
        return [open_too, *ASKED]

    async def note_options(self, more: dict[str, str]) -> None:
        self.options |= more

    async def speak(self) -> list[tuple[str, str]]:
        """What the coach says now: the nonces and texts."""
        self.told.clear()

        async def send(_session: Any, nonce: str, text: str) -> None:
            if self.fails:
                raise ConnectionError
            self.told.append((nonce, text))

        await Coach(send).speak(self, "n")  # type: ignore[arg-type]
        return self.told


LINES = (
    Line("bids", "You have bid.", event="BidsOpened"),
    Line("took", "You have taken.", event="Taken", mine=True),
    Line("turn", "Your turn.", asked="turn"),
    Line("pebble", "A pebble.", asked="pebble"),
)


@pytest.fixture(autouse=True)
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "tutorial_for", lambda _game: script(*LINES))


async def test_every_line_is_said_once() -> None:
    lesson = Lesson()
    text = "Welcome.\n\nYou have bid.\n\nYou have taken.\n\nYour turn."
    assert await lesson.speak() == [("n0", text)]
    assert (lesson.options["said"], lesson.options["heard"]) == ("opening,bids,took,turn", "7")
    assert await lesson.speak() == []


async def test_after_a_restart_only_what_is_new_is_spoken_of() -> None:
    lesson = Lesson(said="opening,turn", heard="5")
    assert await lesson.speak() == [("n0", "You have taken.")]
    assert lesson.options["said"] == "opening,turn,took"


async def test_the_farewell_is_said_once() -> None:
    lesson = Lesson(said="opening")
    lesson.status = "over"
    assert await lesson.speak() == [("n0", "Farewell.")]
    assert await lesson.speak() == []


async def test_in_a_lobby_and_in_other_games_the_coach_is_silent() -> None:
    lesson = Lesson(tutorial="")
    assert await lesson.speak() == []
    lesson = Lesson()
    lesson.match = None
    assert await lesson.speak() == []
    assert "heard" not in lesson.options


async def test_what_happens_while_he_speaks_is_heard_the_next_time() -> None:
    lesson = Lesson(said="opening,turn", heard="7")
    assert await lesson.speak() == []
    assert (lesson.options["heard"], lesson.revision) == ("7", 8)
    lesson.entries.append(SimpleNamespace(revision=8, events=(MINE,)))
    assert await lesson.speak() == [("n0", "You have taken.")]
    assert lesson.options["heard"] == "8"


async def test_the_very_first_entry_is_heard() -> None:
    lesson = Lesson(said="opening,turn")
    lesson.entries = [SimpleNamespace(revision=0, events=(MINE,))]
    assert await lesson.speak() == [("n0", "You have taken.")]


async def test_what_could_not_be_said_is_said_another_time() -> None:
    lesson = Lesson(said="turn")
    before, lesson.fails = dict(lesson.options), True
    with pytest.raises(ConnectionError):
        await lesson.speak()
    assert lesson.options == before
    lesson.fails = False
    assert await lesson.speak() == [("n0", "Welcome.\n\nYou have bid.\n\nYou have taken.")]


async def test_a_lesson_that_ends_at_once_has_its_welcome_all_the_same() -> None:
    lesson = Lesson()
    lesson.status = "over"
    assert await lesson.speak() == [("n0", "Welcome.\n\nFarewell.")]
    assert lesson.options["said"] == "opening,farewell"


async def test_much_to_say_takes_several_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    long = [Line(f"q{n}", f"{n}" * 1_500, asked="turn") for n in range(2)]
    monkeypatch.setattr(coach, "tutorial_for", lambda _game: script(*long))
    told = await Lesson().speak()
    assert [(nonce, len(text)) for nonce, text in told] == [("n0", 8 + 2 + 1_500), ("n1", 1_501)]


def test_what_was_said_is_kept_as_keys() -> None:
    for kept, said in (("", ()), ("opening", ("opening",)), ("a,b", ("a", "b"))):
        assert coach.said_so_far(Lesson(said=kept)) == said  # type: ignore[arg-type]
    bare: Any = SimpleNamespace(options={})
    assert coach.said_so_far(bare) == ()
