"""The empty board: its size, its cache, its palette."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from bot.content import load_content
from rendering.canvas.encoding import png_bytes
from rendering.canvas.theme import DARK, LIGHT
from rendering.kingmaker import painter as painting
from rendering.kingmaker.map import base_map as module
from rendering.kingmaker.map.base_map import BaseMap, base_map, cache_key
from rendering.kingmaker.map.geometry import BoardMap, Frame, Rect, parse_cell, square_label
from rendering.kingmaker.painter import KingmakerPainter


def test_sizes(base: BaseMap) -> None:
    assert base.sheet.size == (1600, 1894)
    assert base.master.size == (3200, 3788)
    assert (base.sheet.mode, base.master.mode) == ("P", "P")


PATCHES = ("bare-0", "bare-1", "bare-2")
"""What lies under title, legend and compass."""


def test_files_are_written_once_and_read_again(
    base: BaseMap, board: BoardMap, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = cache_key(board, LIGHT, base.frame)
    names = sorted(p.name for p in cache.glob(f"{key}-*"))
    assert names == [f"{key}-{part}.png" for part in (*PATCHES, "master", "sheet")]
    monkeypatch.setattr(module, "_memory", {})
    monkeypatch.setattr(module, "draw_master", _not_again)
    again = base_map(board, LIGHT, cache)
    assert again is not base
    assert png_bytes(again.sheet) == png_bytes(base.sheet)
    assert base_map(board, LIGHT, cache) is again


def _not_again(*_: object) -> Image.Image:
    raise AssertionError("drawn again")


def _plain(base: BaseMap) -> tuple[Image.Image, tuple[Image.Image, ...]]:
    """A master of one colour, and its patches."""
    ground = (200, 220, 210)
    patches = tuple(Image.new("RGB", patch.size, ground) for patch in base.bare)
    return Image.new("RGB", base.frame.master_size, ground), patches


def test_a_broken_file_is_drawn_anew(
    board: BoardMap, base: BaseMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = cache_key(board, LIGHT, base.frame)
    (tmp_path / f"{key}-sheet.png").write_bytes(b"not a picture")
    drawn = []

    def plain(*_: object) -> tuple[Image.Image, tuple[Image.Image, ...]]:
        drawn.append(1)
        return _plain(base)

    monkeypatch.setattr(module, "_memory", {})
    monkeypatch.setattr(module, "draw_master", plain)
    assert base_map(board, LIGHT, tmp_path).sheet.size == (1600, 1894)
    assert drawn == [1]
    with Image.open(tmp_path / f"{key}-sheet.png") as file:
        assert file.size == (1600, 1894)


def test_a_cache_that_cannot_be_written_does_not_matter(
    board: BoardMap, base: BaseMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setattr(module, "_memory", {})
    monkeypatch.setattr(module, "draw_master", lambda *_: _plain(base))
    assert base_map(board, LIGHT, blocked).sheet.size == (1600, 1894)


def test_what_an_installation_has_prepared_is_not_drawn(
    board: BoardMap, base: BaseMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, empty = load_content("house"), tmp_path / "data"
    monkeypatch.setattr(module, "PREPARED", tmp_path / "prepared")
    monkeypatch.setattr(module, "_memory", {})
    painter = KingmakerPainter(content, empty)
    ground = painter.ground(None, (), 1)  # type: ignore[arg-type]
    painter.prepare()
    assert all(file.stat().st_mode & 0o777 == 0o644 for file in module.PREPARED.iterdir())

    for kept in ("_memory", "_plans"):
        monkeypatch.setattr(module, kept, {})
    for drawn in ("draw_master", "lay_out"):
        monkeypatch.setattr(module, drawn, _not_again)
    monkeypatch.setattr(painting, "_draw_ground", _not_again)
    again = base_map(board, LIGHT, tmp_path / "other")
    assert png_bytes(again.sheet) == png_bytes(base.sheet)
    assert again.plan.layout == base.plan.layout
    assert painter.ground(None, (), 1) == ground  # type: ignore[arg-type]
    assert not (tmp_path / "other").exists()


def test_the_cache_key_follows_data_theme_and_size(board: BoardMap) -> None:
    frame = Frame()
    keys = {
        cache_key(board, LIGHT, frame),
        cache_key(board, DARK, frame),
        cache_key(board, LIGHT, replace(frame, cell=40.0)),
        cache_key(replace(board, barred=frozenset()), LIGHT, frame),
        cache_key(board, None, frame),
    }
    assert len(keys) == 5


def test_square_names_match_the_margins() -> None:
    assert square_label("18,20") == "S21"
    assert square_label("0,0") == "A1"
    assert square_label("25,29") == "Z30"
    assert parse_cell("18,20") == (18, 20)


def test_places_seas_and_squares_are_found(board: BoardMap) -> None:
    assert board.cell_of("london") == (18, 20)
    assert board.cell_of("3,4") == (3, 4)
    assert board.cell_of("scotland") == (10, 1)
    assert board.cell_of("the-wash") in ((20, 12), (20, 13))
    for nowhere in ("camelot", "40,1"):
        with pytest.raises(KeyError):
            board.cell_of(nowhere)


def test_rectangles() -> None:
    a = Rect(0, 0, 10, 10)
    assert a.overlap(Rect(5, 5, 15, 15)) == 25
    assert a.overlap(Rect(10, 0, 20, 10)) == 0
    assert Rect(-3, 4, 2, 6).clamped(a) == Rect(0, 4, 5, 6)
    assert Rect(8, 9, 12, 12).clamped(a) == Rect(6, 7, 10, 10)
