"""What computers say, as it lies in the data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.content.characters import LONGEST, VoicesFile, load_characters, load_voices
from bot.content.errors import ContentError
from bot.content.load import data_root


def known(game: str = "kingmaker") -> VoicesFile:
    found = load_voices(data_root(), game)
    assert found is not None
    return found


@pytest.mark.parametrize("game", ["kingmaker", "lancaster"])
def test_every_character_has_words_for_every_occasion(game: str) -> None:
    assert set(known(game).lines) == {one.id for one in load_characters(game).characters}


def test_what_comes_often_is_said_in_three_ways() -> None:
    often = {"siege", "attack"}
    for said in known().lines.values():
        assert all(len(said[occasion]) == 3 for occasion in often)


def test_nobody_says_what_another_says() -> None:
    lines = [
        line
        for game in ("kingmaker", "lancaster")
        for said in known(game).lines.values()
        for each in said.values()
        for line in each
    ]
    assert len(set(lines)) == len(lines) > 230


def test_a_game_without_voices_has_none(tmp_path: Path) -> None:
    assert load_voices(tmp_path, "chess") is None


def broken(folder: Path, line: str, **more: Any) -> None:
    """A file of one line, and more."""
    data = {
        "occasions": [{"id": "siege", "names": ["place"]}],
        "lines": {"wary": {"siege": [line]}},
        **more,
    }
    (folder / "chess").mkdir(exist_ok=True)
    (folder / "chess" / "voices.json").write_text(json.dumps(data))
    load_voices.cache_clear()
    try:
        load_voices(folder, "chess")
    finally:
        load_voices.cache_clear()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{noble} goes.", "lines.wary.siege[0]: cannot use noble"),
        ("Come, <@1>!", "no markup"),
        ("So **loud**.", "no markup"),
        ("x" * (LONGEST + 1), "at most 100 characters"),
        ("To {place", "lines.wary.siege[0]"),
    ],
)
def test_a_line_that_does_not_fit_is_refused(tmp_path: Path, line: str, why: str) -> None:
    broken(tmp_path, "To {place}.")
    with pytest.raises(ContentError) as refused:
        broken(tmp_path, line)
    assert why in str(refused.value)


def test_an_occasion_without_lines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="none twice"):
        broken(tmp_path, "", lines={"wary": {"siege": []}})
    with pytest.raises(ContentError, match="siege"):
        broken(tmp_path, "", lines={"wary": {}})
    with pytest.raises(ContentError, match="at least 1"):
        broken(tmp_path, "So.", occasions=[{"id": "siege", "names": [], "every": 0}])


def test_a_line_too_long_with_its_names_gives_way_to_another() -> None:
    found = known()
    long = {"place": "York", "foe": "F" * 150}
    short = "York is gone. I told them the garrison was thin."
    assert [found.line("cautious", "lost", long, turn, "") for turn in range(4)] == [short] * 4
    assert found.line("warlike", "lost", long, 0, "") == ""
    assert found.line("nobody", "lost", long, 0, "") == ""
    assert found.weight("unheard_of", 0, 1) is None
