"""The pictures of Lancaster: what they say, what they hide, and that nothing lies on another."""

from __future__ import annotations

import io
import itertools
import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.rules.lancaster import facts
from bot.rules.lancaster.state import Award, Result
from bot.rules.lancaster.view import BoardView
from rendering.canvas.blank_sheet import EDGE
from rendering.canvas.fonts import wrap
from rendering.canvas.painter import Sheet
from rendering.lancaster import chamber, england
from rendering.lancaster.board import AREAS, draw_area, draw_table
from rendering.lancaster.england import MAP_FILE, SIZE, load_map, plaque_box
from rendering.lancaster.houses import badges
from rendering.lancaster.painter import LancasterPainter
from rendering.lancaster.sheets import draw_conflicts, draw_final, draw_holdings, draw_votes
from rendering.lancaster.writing import TOKENS, mark_of, token
from tests.rules.lancaster.scene import Scene

NAMES = ["Alice", "Bertrand", "Chloë"]

VOTES = (
    facts.VoteCounted("L03", ("yes", "no", "yes"), (2, 1, 0), 4, 2, True),
    facts.VoteCounted("L07", ("no", "no", "yes"), (0, 0, 1), 2, 2, True),
)
FIGHTS = (
    facts.ConflictDecided("K05", "lower", 6, 5, True, (1, 0), (6, 4)),
    facts.ConflictDecided("K08", "upper", 0, 7, False, (), ()),
)


@pytest.fixture
def scene() -> Scene:
    """Seat 0 has a knight at home and one at war, seat 1 holds Northumberland with two squires."""
    scene = Scene(seats=3).court(0, 1, 2).county(1, "A", 2, squires=2)
    return scene.war("K05", (0, 3), (1, 1)).begin("placing", active=0)


def view_of(scene: Scene, seat: int | None = None) -> BoardView:
    view: BoardView = scene.match.view(seat)
    return view


def test_the_table_in_words(scene: Scene) -> None:
    picture = draw_table(view_of(scene), scene.content, names=NAMES)
    assert picture.width == 1140
    for told in (
        "Lancaster. Round 1 of 5 · Knights are placed.",
        "court 1 2.",
        "Counties: Northumberland Bertrand 2 with 2 squires.",
        "Cherbourg in the upper row, France 5, England 4 (Alice 3, Bertrand 1).",
        "Laws in force: Great Builders, Lords Lieutenant, Court of Peers.",
    ):
        assert told in picture.alt
    assert "gold" not in picture.alt


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_picture_shows_what_is_behind_a_screen(scene: Scene, theme: str) -> None:
    table = draw_table(view_of(scene), scene.content, names=NAMES, theme=theme)
    scene.state.houses[1].gold += 3
    scene.state.houses[2].squires += 2
    again = draw_table(view_of(scene), scene.content, names=NAMES, theme=theme)
    assert (again.png, again.alt) == (table.png, table.alt)
    own = draw_table(view_of(scene, 1), scene.content, names=NAMES, theme=theme)
    assert own.png != table.png


@pytest.mark.parametrize("area", sorted(AREAS))
def test_every_area_stands_alone(scene: Scene, area: str) -> None:
    picture = draw_area(view_of(scene), scene.content, area, names=NAMES)
    assert picture.width < 1140 or area in ("parliament", "houses")
    others = [a for a in ("Counties:", "Conflicts:", "Laws in force:") if a in picture.alt]
    assert len(others) == (0 if area == "houses" else 1)


def test_an_unknown_area(scene: Scene) -> None:
    with pytest.raises(KeyError, match="kent"):
        draw_area(view_of(scene), scene.content, "kent")


def test_the_plaques_lie_apart_and_on_the_map(scene: Scene) -> None:
    boxes = {county: plaque_box(county) for county in scene.content.counties}
    assert set(boxes) == set(load_map().counties)
    for x0, y0, x1, y1 in boxes.values():
        assert 0 <= x0 < x1 <= SIZE[0]
        assert 0 <= y0 < y1 <= SIZE[1]
    for (a, one), (b, two) in itertools.combinations(boxes.items(), 2):
        apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
        assert apart, f"{a} lies on {b}"
    with pytest.raises(ValueError, match=f"{MAP_FILE.name}: counties: Z has no place"):
        plaque_box("Z")


def test_a_coast_of_two_points_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = json.loads(MAP_FILE.read_bytes())
    del broken["outline"][0][2:]
    spoilt = tmp_path / "map.json"
    spoilt.write_text(json.dumps(broken))
    monkeypatch.setattr(england, "MAP_FILE", spoilt)
    with pytest.raises(ValueError, match=r"outline\[0\]: a coast needs at least three points"):
        load_map.__wrapped__()


def test_allies_have_colours_of_their_own() -> None:
    scene = Scene(seats=2).begin("placing", active=0)
    sides = [house.side for house in view_of(scene).houses]
    assert sides == [0, 1, 10, 11]
    assert [mark_of(side) for side in sides] == [0, 1, 2, 3]
    alt = draw_table(view_of(scene), scene.content, names=NAMES).alt
    # Nobody has a screen with two players, so that gold and squires are told.
    assert "Alice: 0 points" in alt
    assert "gold and" in alt


def test_every_token_is_drawn() -> None:
    sprites = {name: token(name, 40).tobytes() for name in TOKENS}
    assert len(set(sprites.values())) == len(TOKENS)
    with pytest.raises(KeyError):
        token("dragon", 40)


def test_holdings_are_for_their_owner(scene: Scene) -> None:
    house = scene.state.houses[0]
    house.noblemen = ["A", "B", "C"]
    sheet = draw_holdings(view_of(scene, 0), scene.content, 0, names=NAMES)
    assert f"{house.gold} gold, " in sheet.alt
    assert "Court 1 2; reserve " in sheet.alt
    assert "Noblemen: Northumberland, Westmorland, York." in sheet.alt
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="only from the view of the seat"):
            draw_holdings(view_of(scene, viewer), scene.content, 0, names=NAMES)


def test_votes_counted(scene: Scene) -> None:
    sheet = draw_votes(view_of(scene), scene.content, VOTES, names=NAMES)
    assert sheet.alt == (
        "Votes in Parliament. Tithe of the Shires carried, 4 to 2: Alice yes +2, Bertrand no +1, "
        "Chloë yes. Pages of the Realm carried, 2 to 2: Alice no, Bertrand no, Chloë yes +1."
    )
    with pytest.raises(ValueError, match="No vote was counted"):
        draw_votes(view_of(scene), scene.content, FIGHTS, names=NAMES)


def test_conflicts_decided(scene: Scene) -> None:
    sheet = draw_conflicts(view_of(scene), scene.content, FIGHTS, names=NAMES)
    assert sheet.alt == (
        "The war in France. England wins at Cherbourg, 6 to 5; points: Bertrand 6, Alice 4. "
        "France wins at Melun, 0 to 7; points: none."
    )
    with pytest.raises(ValueError, match="No conflict was decided"):
        draw_conflicts(view_of(scene), scene.content, VOTES, names=NAMES)


@pytest.mark.parametrize("sides", [3, 4])
def test_every_side_of_a_war_has_a_column_on_its_sheet(sides: int) -> None:
    scene = Scene(seats=2).begin("placing", active=0)
    ranking, points = (1, 10, 0, 11)[:sides], (6, 4, 3, 2)[:sides]
    fight = facts.ConflictDecided("K05", "lower", 9, 5, True, ranking, points)

    def drawn(*points: int) -> Image.Image:
        told = msgspec.structs.replace(fight, points=points)
        sheet = draw_conflicts(view_of(scene), scene.content, (told,), names=NAMES)
        return Image.open(io.BytesIO(sheet.png)).convert("RGB")

    base = drawn(*points)
    columns = []
    for rank in range(sides):
        other = drawn(*(9 if n == rank else p for n, p in enumerate(points)))
        box = ImageChops.difference(base, other).getbbox()
        assert box is not None
        columns.append((box[0], box[2]))
    # Each is written beside the one before it, and the last one well within the sheet.
    assert all(a[1] < b[0] for a, b in itertools.pairwise(columns))
    assert columns[-1][1] < base.width - EDGE


def test_noblemen_at_every_table_are_named(scene: Scene) -> None:
    without = draw_area(view_of(scene), scene.content, "houses", names=NAMES)
    scene.nobles(1, "CA")
    named = draw_area(view_of(scene), scene.content, "houses", names=NAMES)
    assert "Bertrand: 0 points, 1 voting marker, 2 noblemen (York, Northumberland)," in named.alt
    assert named.height > without.height


def test_the_purse_of_the_one_who_looks_is_on_the_board(scene: Scene) -> None:
    painter = LancasterPainter(scene.content)
    house = scene.state.houses[1]
    assert f"{house.gold} gold and" not in painter.board(view_of(scene), NAMES).alt
    assert f"{house.gold} gold and" in painter.board(view_of(scene, 1), NAMES).alt


def test_only_the_whole_table_is_the_whole_board(scene: Scene) -> None:
    painter, view = LancasterPainter(scene.content), view_of(scene)
    taken, war = facts.KnightInCounty(1, 2, "A", 2), facts.KnightInConflict(0, 3, "K05", False)
    assert painter.board(view, NAMES).whole
    both, one = painter.changes(view, (taken, war), NAMES), painter.changes(view, (war,), NAMES)
    assert both is not None
    assert both.whole
    assert one is not None
    assert not one.whole


def test_laws_can_be_read_where_the_sheet_is_half_as_wide() -> None:
    content = Scene(seats=3).content
    for law in content.laws.values():
        assert len(wrap(law.text, chamber.LAW_TEXT, chamber.CARD[0] - 22)) <= 4, law.id
    # Fourteen pixels of type remain at 550 of 1140 across.
    assert chamber.LAW_TEXT.size * 550 / 1140 > 14


def test_the_end(scene: Scene) -> None:
    view = view_of(scene)
    with pytest.raises(ValueError, match="not over"):
        draw_final(view, names=NAMES)
    houses = tuple(
        msgspec.structs.replace(house, points=points)
        for house, points in zip(view.houses, (31, 40, 40), strict=True)
    )
    awards = (
        Award("army", (0, 8, 4), (3, 9, 7)),
        Award("castle", (6, 6, 0), (2, 2, 1)),
        Award("noblemen", (3, 0, 10), (3, 1, 5)),
    )
    result = Result((1, 2), "points", awards)
    over = msgspec.structs.replace(view, result=result, houses=houses, round=5)
    sheet = draw_final(over, names=NAMES)
    assert sheet.alt == (
        "Bertrand and Chloë win. Bertrand 40 points (of these army 8, castle 6, noblemen 0); "
        "Chloë 40 points (of these army 4, castle 0, noblemen 10); "
        "Alice 31 points (of these army 0, castle 6, noblemen 3)."
    )


# The painter


def test_sheets_are_due_when_the_next_phase_begins(scene: Scene) -> None:
    painter = LancasterPainter(scene.content)
    over = facts.PhaseBegan("counties", 1)
    entries = [(VOTES[0],), (VOTES[1], over), FIGHTS, (facts.GameWon((0,), (9, 8, 7)),)]
    assert painter.sheets(entries, 0) == [Sheet("parliament", 0, 1, 1), Sheet("battle", 2, 3, 3)]
    assert painter.sheets(entries, 2) == [Sheet("battle", 2, 3, 3)]
    assert painter.sheets(entries[:3], 0) == [Sheet("parliament", 0, 1, 1)]
    assert [painter.ends(events) for events in entries] == [False, True, False, True]
    votes, war = painter.sheets(entries, 0)
    view = view_of(scene)
    assert painter.concerned(votes, view, VOTES) == {0, 1, 2}
    assert painter.concerned(war, view, FIGHTS) == {0, 1}
    assert painter.sheet(votes, view, VOTES, NAMES).alt.startswith("Votes in Parliament.")
    assert painter.sheet(war, view, FIGHTS, NAMES).alt.startswith("The war in France.")


def test_what_changed_is_shown_where_it_happened(scene: Scene) -> None:
    painter, view = LancasterPainter(scene.content), view_of(scene)
    taken = facts.KnightInCounty(1, 2, "A", 2)
    war = facts.KnightInConflict(0, 3, "K05", False)
    assert painter.changes(view, (taken,), NAMES) == painter.crop(view, "england", NAMES)
    assert painter.changes(view, (war,), NAMES) == painter.crop(view, "france", NAMES)
    assert painter.changes(view, (taken, war), NAMES) == painter.board(view, NAMES)
    assert painter.changes(view, (facts.FavourDeclined(1),), NAMES) is None
    assert painter.areas()[0] == ("england", "England")


def test_a_replay_has_room_for_the_tallest_table(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = iter([Image.new("RGB", (800, 500), "red"), Image.new("RGB", (800, 560), "red")])
    monkeypatch.setattr(
        "rendering.lancaster.board.table_leaf", lambda *_: SimpleNamespace(image=next(tables))
    )
    film = LancasterPainter(scene.content).replay([view_of(scene)] * 2, [NAMES] * 2)
    assert (film.width, film.height, film.frames) == (800, 560, 2)


def test_the_replay(scene: Scene) -> None:
    painter, first = LancasterPainter(scene.content), view_of(scene)
    scene.play(0, "county", knight="2", county="B", squires="0")
    film = painter.replay([first, view_of(scene)], [NAMES] * 2)
    assert (film.width, film.frames) == (800, 2)
    assert film.alt == "The game from round 1 to round 1 on the table."
    with pytest.raises(ValueError, match="at least one view"):
        painter.replay([], [])


# The score track of Lancaster: a place for every badge, whatever the totals are.


LEFT, RIGHT, APART = 34, 1046, 42


def spots_of(totals: Iterable[int]) -> list[int]:
    """The spots of these totals on the track, as it is divided for them."""
    points = sorted(totals)
    top = max(50, *points)
    top += -top % 10
    return [LEFT + (RIGHT - LEFT) * each // top for each in points]


def check(totals: Sequence[int]) -> None:
    """Every badge on the track, in order, none on another, and none moved without need."""
    spots = spots_of(totals)
    placed = badges(spots, RIGHT)
    assert all(LEFT <= where <= RIGHT for where in placed), totals
    pairs = list(itertools.pairwise(placed))
    assert all(b - a >= APART for a, b in pairs), totals
    wide = all(b - a >= APART for a, b in itertools.pairwise(spots))
    assert placed == spots or not wide, totals


@pytest.mark.parametrize(
    ("players", "totals"),
    [
        (2, range(151)),
        (3, range(61)),
        (4, range(27)),
        (5, (*range(19), 48, 49, 50)),
        (5, (0, 50, *range(83, 101))),
    ],
)
def test_there_is_room_for_all_totals(players: int, totals: Iterable[int]) -> None:
    for points in itertools.combinations_with_replacement(totals, players):
        check(points)


@given(st.lists(st.integers(0, 400), min_size=2, max_size=5))
def test_there_is_room_for_any_totals(totals: list[int]) -> None:
    check(totals)


def drawn(totals: Sequence[int]) -> bytes:
    """The players' part of the board with these totals."""
    scene = Scene(seats=len(totals)).begin("placing", active=0)
    view = scene.match.view(None)
    houses = tuple(
        msgspec.structs.replace(house, points=points)
        for house, points in zip((h for h in view.houses if not h.ally), totals, strict=True)
    )
    allies = tuple(house for house in view.houses if house.ally)
    shown = msgspec.structs.replace(view, houses=(*houses, *allies))
    return draw_area(shown, scene.content, "houses").png


@pytest.mark.parametrize("totals", [(8, 9, 11, 15), (8, 8), (8, 8, 8, 8, 8), (50, 50, 49, 49, 0)])
def test_close_totals_are_drawn(totals: tuple[int, ...]) -> None:
    assert drawn(totals)


def test_a_sample_of_all_totals_is_drawn() -> None:
    chance = random.Random(1413)
    for number in range(12):
        totals = [chance.randrange(chance.choice((12, 30, 120))) for _ in range(2 + number % 4)]
        assert drawn(totals), totals
