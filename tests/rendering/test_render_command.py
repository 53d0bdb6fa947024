"""`kingmaker render`: every kind of picture from the export of a whole game."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path

import pytest
import zstandard
from PIL import Image, ImageSequence

from bot.commands.pictures import KINDS, read_story, render_file
from bot.commands.problem import Problem
from bot.commands.records import read_record
from bot.games import game_for, policy_for
from bot.rules.kingmaker.facts import TurnBegan
from bot.selfplay import export_of, play_game
from tests.folders import fixtures_of

FIXTURE = fixtures_of("kingmaker") / "house-2-steward.json.zst"


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("export") / "game.json"
    file.write_bytes(zstandard.ZstdDecompressor().stream_reader(FIXTURE.open("rb")).read())
    return file


def test_a_story_keeps_what_the_pictures_need(export: Path) -> None:
    data = json.loads(export.read_text(encoding="utf-8"))
    story = read_story(data, game_for("kingmaker", "house"), None, 1)
    begun = [e for entry in story.entries for e in entry if isinstance(e, TurnBegan)]
    assert len(story.entries) == len(story.views) == len(data["decisions"]) + 1
    boards, names = story.boards()
    assert len(boards) == len(names) == len(begun) + 1
    assert story.view.seat == 1
    assert story.view.result is not None
    assert story.names == [s["name"] for s in data["seats"]]
    late = story.since_turn(None)
    assert [e for e in late if isinstance(e, TurnBegan)] == begun[-2:]
    own = story.since_turn(1)
    assert [e.seat for e in own if isinstance(e, TurnBegan)].count(1) == 1
    assert all(e.visible_to(None) for entry in story.entries for e in entry)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"replay"}))
def test_every_kind_is_drawn(export: Path, tmp_path: Path, kind: str, theme: str) -> None:
    out = tmp_path / "picture.png"
    area = "The North" if kind == "crop" else None
    render_file(export, out=out, kind=kind, seat=0, area=area, mover=_mover(export), theme=theme)
    with Image.open(io.BytesIO(out.read_bytes())) as image:
        assert image.format == "PNG"
        assert image.width >= 900


@cache
def _mover(export: Path) -> str:
    """One of the first seat's nobles when the game is over."""
    view = read_story(read_record(export), game_for("kingmaker", "house"), None, 0).view
    return next(key for key, noble in view.nobles.items() if noble.seat == 0)


def test_a_packed_export_is_read_as_well(tmp_path: Path) -> None:
    out = tmp_path / "picture.png"
    render_file(FIXTURE, out=out, kind="crop", area="the-downs", step=9)
    with Image.open(out) as image:
        assert image.format == "PNG"


@pytest.fixture(scope="module")
def lancaster(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Lancaster by three stewards."""
    rules = game_for("lancaster", "standard")
    record = play_game(rules, 3, "pictures", [policy_for("lancaster", "steward")], check=False)
    file = tmp_path_factory.mktemp("export") / "lancaster.json"
    file.write_text(json.dumps(export_of(record, rules)), encoding="utf-8")
    return file


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"replay", "moves"}))
def test_every_kind_is_drawn_of_the_other_game_too(
    lancaster: Path, tmp_path: Path, kind: str
) -> None:
    out = tmp_path / "picture.png"
    area = "england" if kind == "crop" else None
    render_file(lancaster, out=out, seat=0, area=area, kind=kind, step=None)
    with Image.open(io.BytesIO(out.read_bytes())) as image:
        assert image.format == "PNG"
        assert image.width >= 600


def test_a_parliament_under_way_is_drawn_as_it_stands(
    export: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # At step 500 the Parliament of this game sits; it is dismissed at step 523.
    out = tmp_path / "picture.png"
    render_file(export, out=out, seat=None, area=None, kind="parliament", step=500)
    assert "Parliament at Chester" in capsys.readouterr().out
    out.unlink()
    with pytest.raises(Problem, match="no parliament up to that step"):
        render_file(export, out=out, seat=None, area=None, kind="parliament", step=480)
    assert not out.exists()


def test_a_replay_is_an_animated_picture(export: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.webp"
    render_file(export, out=out, seat=None, area=None, kind="replay", step=70)
    with Image.open(out) as image:
        assert image.format == "WEBP"
        assert len(ImageSequence.all_frames(image)) >= 2
    assert out.stat().st_size < 8_000_000


@pytest.mark.parametrize(
    ("kind", "seat", "area", "words"),
    [
        ("sketch", None, None, "no picture called 'sketch'"),
        ("hand", None, None, "Say whose hand"),
        ("hand", 9, None, "no seat 9"),
        ("crop", None, "camelot", "Name a place on the board with --area, such as "),
        ("moves", None, None, "Say whose moves"),
        ("moves", 0, None, "Name the noble who moves, with --mover: "),
        ("battle", None, None, "There has been no battle up to that step"),
        ("parliament", None, None, "There has been no parliament up to that step"),
        ("victory", None, None, "not over"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    export: Path, tmp_path: Path, kind: str, seat: int | None, area: str | None, words: str
) -> None:
    out = tmp_path / "picture.png"
    with pytest.raises(Problem, match=words):
        render_file(export, out=out, seat=seat, area=area, kind=kind, step=12)
    assert not out.exists()


def test_an_unknown_theme_is_refused(export: Path, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="no theme called 'sepia'"):
        render_file(export, out=tmp_path / "picture.png", kind="board", theme="sepia")
