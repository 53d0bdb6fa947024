"""`kingmaker story`: a page into a folder, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.commands.line import app
from bot.commands.problem import Problem
from bot.story.keeping import KeptStory
from tests.story.games import SMALL, export


def story(file: Path, out: Path) -> str:
    """What the command says."""
    words = ["story", str(file), "--out", str(out)]
    return CliRunner().invoke(app, words, catch_exceptions=False).output


def test_a_story_is_one_file_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # To draw its maps is all that takes long of it.
    monkeypatch.setattr("bot.story.keeping.painter_for", lambda *_: None)
    file, out = tmp_path / "game.json", tmp_path / "new" / "folder"
    file.write_text(json.dumps(export(SMALL)))
    said = story(file, out)
    assert [each.name for each in out.iterdir()] == ["index.html"]
    page = (out / "index.html").read_text(encoding="utf-8")
    assert page == KeptStory(export(SMALL)).make()
    size = f"{len(page.encode()) / 1_000_000:.1f} MB"
    assert said == f"{out / 'index.html'}: {size}. Open it in a browser. It needs no network.\n"


def test_a_game_that_goes_on_has_no_story(tmp_path: Path) -> None:
    file, out = tmp_path / "game.json", tmp_path / "out"
    file.write_text(json.dumps({**export(SMALL), "result": None}))
    with pytest.raises(Problem) as refused:
        story(file, out)
    assert str(refused.value) == (
        "This game is not over, and its story would show every hidden card. "
        "Play it to its end first."
    )
    assert not out.exists()


def test_a_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KeptStory, "make", lambda _: "a page")
    file, out = tmp_path / "game.json", tmp_path / "taken"
    file.write_text(json.dumps(export(SMALL)))
    out.write_text("a file")
    with pytest.raises(Problem, match=r"index\.html cannot be written: File exists\.$"):
        story(file, out)


def test_an_unknown_game_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**export(SMALL), "game": "chess"}))
    with pytest.raises(Problem, match="There is no game called 'chess'"):
        story(file, tmp_path / "out")
