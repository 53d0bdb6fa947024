"""The shipped fonts: licences, coverage, and players' names in any script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from bot.rules.kingmaker.content import Content
from rendering.canvas import fonts
from rendering.canvas.fonts import (
    FONT_DIR,
    ROLES,
    Style,
    coverage,
    covers,
    draw_text,
    ellipsis,
    fitted,
    font,
    printable,
    text_width,
    wrap,
)
from rendering.kingmaker.map.geometry import BoardMap


def test_every_font_has_its_licence_beside_it() -> None:
    files = sorted(FONT_DIR.rglob("*.woff2"))
    assert files
    for file in files:
        assert "SIL Open Font License" in (file.parent / "OFL.txt").read_text(encoding="utf-8")


def test_coverage_lists_exactly_the_files_and_every_one_is_used() -> None:
    files = {p.relative_to(FONT_DIR).as_posix() for p in FONT_DIR.rglob("*.woff2")}
    assert set(coverage()) == files == {f for role in ROLES.values() for f in role}


@pytest.mark.parametrize(
    ("runs", "why"),
    [
        ("[[32, 126], [126, 255]]", "a.woff2: its runs are not in ascending order"),
        ("[[126, 32]]", "a.woff2: its runs are not in ascending order"),
        ('[[32, "z"]]', "Expected `int`, got `str` - at `$[...][0][1]`"),
        ("[[32]]", "Expected `array` of length 2 - at `$[...][0]`"),
    ],
)
def test_a_broken_coverage_is_refused(
    runs: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "coverage.json").write_text(f'{{"a.woff2": {runs}}}', encoding="utf-8")
    monkeypatch.setattr(fonts, "FONT_DIR", tmp_path)
    with pytest.raises(ValueError, match=f"^{re.escape(f'coverage.json: {why}')}$"):
        coverage.__wrapped__()


@pytest.mark.parametrize("file", sorted({f for role in ROLES.values() for f in role}))
def test_coverage_tells_the_truth(file: str) -> None:
    face = font(file, 40)
    empty = face.getmask("\U0010fffd").getbbox(), bytes(face.getmask("\U0010fffd"))
    starts, ends = coverage()[file]
    for code in {starts[0], ends[-1], *starts[:40]}:
        char = chr(code)
        if char.isspace() or not char.isprintable():
            continue
        assert (face.getmask(char).getbbox(), bytes(face.getmask(char))) != empty, hex(code)


def test_all_words_of_the_game_can_be_set(board: BoardMap, content: Content) -> None:
    texts = {"strong": [p.name for p in board.places.values()]}
    texts["sea"] = [s.name for s in board.seas.values()]
    texts["bold"] = [c.name for c in content.crown.values()]
    texts["bold"] += [e.title for e in content.events.values()]
    texts["light-italic"] = [c.note for c in content.crown.values()]
    texts["light-italic"] += [e.text for e in content.events.values()]
    for role, lines in texts.items():
        for line in lines:
            assert printable(line, role) == line


def test_names_of_players_never_become_empty_boxes() -> None:
    assert printable("Łukasz", "bold") == "Łukasz"
    assert printable("Ирина", "bold") == "Ирина"
    assert printable("Tom 🎉", "bold") == "Tom ·"
    assert printable("e\u0301", "bold") == "é"
    assert printable("ậ", "capitals") == "a"
    assert not covers("cinzel/cinzel-latin-700-normal.woff2", "Ж")


def test_text_is_drawn_where_it_is_measured() -> None:
    image = Image.new("L", (400, 60), 0)
    style = Style("bold", 30)
    draw_text(ImageDraw.Draw(image), (10, 40), "Łódź and Hull", style, 255)
    box = image.getbbox()
    assert box is not None
    assert abs((box[2] - box[0]) - text_width("Łódź and Hull", style)) < 4


def test_fitting_wrapping_and_cutting() -> None:
    style = Style("body", 30)
    assert fitted("Hull", style, 500) == style
    small = fitted("Newcastle upon Tyne", style, 200)
    assert 20.0 <= small.size < 30.0
    assert wrap("one two three", style, 110) == ["one two", "three"]
    assert ellipsis("Ashby-de-la-Zouch", style, 100).endswith("…")
    assert text_width(ellipsis("Ashby-de-la-Zouch", style, 100), style) <= 100
