"""Pictures of any game: by its painter, from public views, and only where a person is concerned."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from unittest.mock import ANY

import pytest

from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.session import Logged, Refused, SeatInfo
from cogs.ui.pictures import CUT_SHORT, NO_PICTURES, Pictures
from rendering import Broken, Picture, RenderPool, Sheet
from rendering.canvas.painter import Highlight
from rendering.kingmaker.painter import KingmakerPainter
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.scene import Scene


class FakePainter:
    """Finds one fight between the seats 0 and 1, and writes down what it draws from."""

    def __init__(self) -> None:
        self.drawn: list[tuple[Any, list[str], list[str]]] = []

    def areas(self) -> tuple[tuple[str, str], ...]:
        return (("moor", "Wild Moor"), ("moat", "The Moat"), ("fen", "Old Moor Fen"))

    def ends(self, events: Any) -> bool:
        return any(isinstance(event, facts.BattleRolled) for event in events)

    def sheets(self, entries: Any, new: int) -> list[Sheet]:
        return [Sheet("battle", 1, 2, 1)] if new <= 2 else []

    def concerned(self, found: Sheet, view: Any, events: Any) -> frozenset[int]:
        return frozenset({1})

    def board(self, view: Any, names: list[str], foot: Any = ()) -> Picture:
        self.drawn.append((view.seat, [*foot], names))
        return Picture(b"png", 1, 1, "The board.", whole=True)

    def crop(self, view: Any, area: str, names: list[str]) -> Picture:
        self.drawn.append((view.seat, [area], names))
        return Picture(b"png", 1, 1, area)

    def moments(self, told: Any) -> list[Highlight]:
        events, names = zip(*told, strict=True)
        return [Highlight("battle", 3, events, names[-1])]

    def memories(self, moments: list[Highlight]) -> Picture:
        ((events, names),) = [(moment.events, moment.names) for moment in moments]
        self.drawn.append((None, [type(event).__name__ for event in events], [*names]))
        return Picture(b"png", 1, 1, "A moment.")

    def sheet(
        self, found: Sheet, view: Any, events: Any, names: list[str], faces: list[str]
    ) -> Picture:
        self.faces = faces
        self.drawn.append((view, [type(event).__name__ for event in events], names))
        return Picture(b"png", 1, 1, "A battle.")


class Told(MemorySession):
    """A session that knows what was to be seen after each revision."""

    async def seen_after(self, revision: int) -> str | None:
        """A view."""
        return f"after {revision}" if revision else None


@pytest.fixture
def session() -> Any:
    """Anne's movement."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return Told(scene.match)


@pytest.fixture
def painter() -> FakePainter:
    """The painter."""
    return FakePainter()


@pytest.fixture
async def pictures(
    painter: FakePainter, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Pictures]:
    """Pictures of Kingmaker by this painter, and of no other game."""
    monkeypatch.setattr(
        "cogs.ui.pictures.painter_for",
        lambda game, *_: painter if game == "kingmaker" else None,
    )
    async with RenderPool() as pool:
        yield Pictures(pool)


def entries(*events: Event) -> list[Logged]:
    """Entries of the log, each with one event, from revision 4 on."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return [Logged(4 + n, at, 0, (event,)) for n, event in enumerate(events)]


FIGHT = entries(
    facts.TurnBegan(0, 3),
    facts.AttackDeclared(0, 1, "13,5", ("percy",), ("clifford",), 130, 100),
    facts.BattleRolled(130, 100, "B", 40, "no_victory"),
    facts.PhaseBegan(0, "draw"),
)


async def test_moments_are_found_in_what_everybody_saw_but_not_in_corrections(
    pictures: Pictures, painter: FakePainter, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def log(seat: int | None, last: int) -> list[Logged]:
        asked.append((seat, last > 10_000))
        return [*FIGHT[:3], replace(FIGHT[3], note={"what": "correct"})]

    monkeypatch.setattr(session.journal, "log", log)
    drawn = await pictures.moments(session)
    assert drawn is not None
    assert (drawn.name, drawn.alt) == ("moments.png", "A moment.")
    assert painter.drawn == [
        (None, ["TurnBegan", "AttackDeclared", "BattleRolled"], ["Anne", "Ben"])
    ]
    assert asked == [(None, True)]
    monkeypatch.setattr(painter, "moments", lambda _: [])
    assert await pictures.moments(session) is None


async def test_what_changed_is_told_with_the_names_of_its_time(
    pictures: Pictures, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the picture, whose board has the names of now, a seat that changed hands has both."""
    content = session.rules.content
    painter = KingmakerPainter(content)
    monkeypatch.setattr("cogs.ui.pictures.painter_for", lambda *_: painter)
    laid, lifted = facts.SiegeLaid(0, "york", ("percy",), 40, 20), facts.SiegeBroken(0, "york", "")
    march = facts.Marched(0, ("percy",), "13,3", "13,4")
    told = entries(march, laid, lifted)
    gwen = (SeatInfo(0, 77, "Gwen"), session.seats[1])
    told[:2] = [replace(entry, seats=gwen) for entry in told[:2]]
    drawn = await pictures.changes(session, told)
    assert drawn is not None
    assert drawn.alt == (
        "What changed by round 1: Gwen (40) besieges York. Siege of York by Anne lifted. "
        "Gwen moves 1 force."
    )


async def test_a_sheet_is_drawn_from_before_the_fight(
    pictures: Pictures, painter: FakePainter, session: Any
) -> None:
    (drawn,) = await pictures.sheets(session, FIGHT, 2)
    assert (drawn.name, drawn.alt) == ("battle.png", "A battle.")
    told = ["AttackDeclared", "BattleRolled"]
    assert painter.drawn == [("after 4", told, ["Anne", "Ben"])]
    assert await pictures.sheets(session, FIGHT, 3) == []
    assert painter.faces == ["", ""]


async def test_a_sheet_shows_the_arms_of_characters(
    pictures: Pictures, painter: FakePainter, session: Any
) -> None:
    session.seats[0] = SeatInfo(0, None, "Wat the Warlike (computer)", "steward+warlike")
    await pictures.sheets(session, FIGHT, 2)
    assert painter.faces == ["warlike", ""]


async def test_what_is_shown_as_it_stands_after_the_last_entry(
    pictures: Pictures,
    painter: FakePainter,
    session: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = [Sheet("parliament", 0, 3, 4)]
    monkeypatch.setattr(painter, "sheets", lambda entries, new: counted)
    await pictures.sheets(session, FIGHT, 3)
    assert [view for view, *_ in painter.drawn] == ["after 7"]


async def test_the_seats_of_the_parliament_that_sits(
    pictures: Pictures,
    painter: FakePainter,
    session: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session.entries = FIGHT
    going_on = [Sheet("battle", 1, 3, 1), Sheet("parliament", 2, 3, 4)]
    monkeypatch.setattr(
        painter, "sheets", lambda entries, new, unfinished: going_on[: new * unfinished]
    )
    drawn = await pictures.sitting(session, 101)
    assert drawn is not None
    assert drawn.name == "parliament.png"
    ((view, told, names),) = painter.drawn
    assert (view.seat, told, names) == (None, ["BattleRolled", "PhaseBegan"], ["Anne", "Ben"])
    going_on.pop()
    assert await pictures.sitting(session, 101) is None


async def test_what_concerns_computers_only_is_not_drawn(
    pictures: Pictures, painter: FakePainter, session: Any
) -> None:
    session.seats[1] = SeatInfo(1, None, "Steward 1 (computer)", "steward")
    assert await pictures.sheets(session, FIGHT, 2) == []
    assert painter.drawn == []


async def test_the_board_is_drawn_as_all_see_it_or_as_one_seat_does(
    pictures: Pictures, painter: FakePainter, session: Any
) -> None:
    assert (await pictures.board(session)).whole
    await pictures.board(session, 101, seat=1)
    assert not (await pictures.crop(session, "moor", 101)).whole
    await pictures.crop(session, "moor", 101, seat=0)
    how_all_stand = [
        ("Lancaster", ANY),
        ("York", ANY),
        ("Everybody", "must have a King to win"),
    ]
    assert [(seat, area) for seat, area, _ in painter.drawn] == [
        (None, how_all_stand),
        (1, how_all_stand),
        (None, ["moor"]),
        (0, ["moor"]),
    ]


async def test_areas_are_those_of_the_painter(pictures: Pictures, session: Any) -> None:
    assert pictures.areas_like(session, "mo") == [
        ("fen", "Old Moor Fen"), ("moat", "The Moat"), ("moor", "Wild Moor"),
    ]  # fmt: skip
    assert pictures.areas_like(session, "old") == [("fen", "Old Moor Fen")]
    assert pictures.area(session, "wild moor") == "moor"
    with pytest.raises(Refused, match="no such place on the board"):
        pictures.area(session, "Camelot")


async def test_a_game_without_a_painter_is_refused_and_has_no_areas(
    pictures: Pictures, session: Any
) -> None:
    session.game, session.ruleset = "lancaster", "standard"
    assert not pictures.has(session)
    assert not pictures.ends(session, [event for entry in FIGHT for event in entry.events])
    assert pictures.areas_like(session, "m") == []
    with pytest.raises(Refused) as refused:
        await pictures.board(session)
    assert refused.value.text == NO_PICTURES


async def test_a_drawing_that_was_killed_says_so_and_what_to_do(
    pictures: Pictures, painter: FakePainter, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: Any) -> Picture:
        raise Broken

    monkeypatch.setattr(painter, "board", killed)
    with pytest.raises(Refused) as refused:
        await pictures.board(session, 101)
    assert refused.value.text == CUT_SHORT


async def test_a_picture_counts_for_the_channel_and_for_who_asks(
    pictures: Pictures, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[tuple[object, object]] = []

    async def submit(key: Any, work: Any, **how: Any) -> Picture:
        counted.append((how["channel"], how["person"]))
        return Picture(b"png", 1, 1, "x")

    monkeypatch.setattr(pictures.pool, "submit", submit)
    await pictures.board(session)
    await pictures.board(session, 101)
    await pictures.crop(session, "moor", 102)
    assert counted == [(session.id, None), (session.id, 101), (session.id, 102)]
