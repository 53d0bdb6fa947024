"""The board as data: the same pieces as on the picture, at the same places, with their words."""

from __future__ import annotations

import io

from PIL import Image

from bot.games import game_for
from rendering import painter_for
from rendering.canvas.painter import Painter
from rendering.kingmaker.map.geometry import Frame, parse_cell
from tests.rendering import gallery, lancaster_gallery

NAMES = gallery.NAMES


def painter_of(game: str, ruleset: str) -> Painter:
    """The painter of a game."""
    found = painter_for(game, game_for(game, ruleset).content)
    assert found is not None
    return found


def test_everybody_stands_on_it_once() -> None:
    view = gallery.load_scenes().views["busy"]
    board = painter_of("kingmaker", "house").lay(view, NAMES).board
    nobles = {key for key, noble in view.nobles.items() if noble.square or noble.aboard}
    assert {key for key, c in board.counters.items() if c.kind == "noble"} == nobles
    heirs = {key for key, heir in view.heirs.items() if heir.alive}
    assert {key for key, c in board.counters.items() if c.kind == "heir"} == heirs
    ships = {key for key, c in board.counters.items() if c.kind == "ship"}
    assert ships == {key for key, ship in view.ships.items() if ship.port or ship.sea}
    flags = {key.removeprefix("flag:") for key, c in board.counters.items() if c.kind == "flag"}
    assert flags == set(view.control) | set(view.invaders)
    for key, noble in view.nobles.items():
        if key in nobles:
            words = board.counters[key].words
            assert NAMES[noble.seat] in words
            assert noble.captor is not None or f"{noble.troops} troops" in words


def test_who_stands_in_the_open_stands_in_his_square() -> None:
    view = gallery.load_scenes().views["busy"]
    board = painter_of("kingmaker", "house").lay(view, NAMES).board
    frame, seen = Frame(), 0
    for key, noble in view.nobles.items():
        if noble.square and noble.inside is None and noble.aboard is None:
            x, y, width, height = board.counters[key].box
            about = frame.cell_rect(parse_cell(noble.square)).grown(frame.cell)
            assert about.x0 <= x + width / 2 <= about.x1
            assert about.y0 <= y + height / 2 <= about.y1
            seen += 1
    assert seen


def test_squares_are_those_of_the_rules() -> None:
    content = game_for("kingmaker", "house").content
    view = gallery.load_scenes().views["busy"]
    land = painter_of("kingmaker", "house").lay(view, NAMES).land
    assert land is not None
    assert set(land.spots) == {*(p.id for p in content.board.places.values() if p.square),
                               *content.board.seas}  # fmt: skip
    grid = land.grid
    for square in content.board.squares:
        column, row = parse_cell(square)
        assert grid.rows[row][column] in "of"
    assert set(grid.seas.values()) == set(content.board.seas)


def test_every_counter_has_its_drawing() -> None:
    view, painter = gallery.load_scenes().views["busy"], painter_of("kingmaker", "house")
    laid = painter.lay(view, NAMES)
    assert {counter.art for counter in laid.board.counters.values()} == set(laid.arts)
    for data in painter.arts(list(laid.arts.values())[:5]):
        assert Image.open(io.BytesIO(data)).format == "WEBP"
    ground = Image.open(io.BytesIO(painter.ground(view, NAMES, 1)))
    assert ground.size == (laid.board.width, laid.board.height)


def test_lancaster_lies_as_its_picture_shows_it() -> None:
    view, painter = lancaster_gallery.load_scenes().table, painter_of("lancaster", "standard")
    board = painter.lay(view, NAMES).board
    ground = Image.open(io.BytesIO(painter.ground(view, NAMES, 1)))
    assert ground.size == (board.width, board.height)
    content = game_for("lancaster", "standard").content
    assert set(content.counties) <= set(board.spots)
    assert {conflict.card for conflict in view.conflicts} <= set(board.spots)
    assert {*view.laws, *view.proposals} <= set(board.spots)
    for house in view.houses:
        for space, strength in house.castle.items():
            words = board.counters[f"castle:{house.seat}:{space}"].words
            assert words == f"{NAMES[house.seat]}’s knight of strength {strength}"
    for left, top, width, height in (spot.box for spot in board.spots.values()):
        assert 0 <= left <= left + width <= board.width
        assert 0 <= top <= top + height <= board.height
