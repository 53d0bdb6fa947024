"""The names of computer players: of the time, each once, and nobody's in the games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.content import characters, data_root
from bot.content.characters import load_computer_names
from bot.content.errors import ContentError
from bot.games import LIBRARY


def test_there_are_names_enough_for_any_table() -> None:
    names = load_computer_names()
    assert len(names) >= 12
    assert LIBRARY.computer_names() == names


def test_nobody_else_in_the_games_is_called_so() -> None:
    files = [f for game in ("kingmaker", "lancaster") for f in (data_root() / game).glob("*.json")]
    words = {word for file in files for word in re.findall(r"\w+", file.read_text("utf-8"))}
    assert words.isdisjoint(load_computer_names())


@pytest.mark.parametrize(
    ("names", "where"), [(["Odo", "odo"], "names[1]"), (["Odo", "Maud", "Odo"], "names[2]")]
)
def test_a_broken_file_is_refused(
    names: list[str], where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "computers.json").write_text(json.dumps({"names": names}), "utf-8")
    monkeypatch.setattr(characters, "data_root", lambda: tmp_path)
    with pytest.raises(ContentError) as refused:
        characters.load_computer_names.__wrapped__()
    assert (refused.value.file, refused.value.key) == ("computers.json", where)
