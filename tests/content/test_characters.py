"""The characters of computer players: six traits each, within their bounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.content import characters, data_root
from bot.content.characters import CHARACTERS, Traits, load_characters
from bot.content.errors import ContentError


@pytest.mark.parametrize("game", ["kingmaker", "lancaster"])
def test_the_four_are_there_and_differ_in_every_trait(game: str) -> None:
    found = load_characters(game).characters
    assert [one.id for one in found] == ["cautious", "warlike", "courtier", "merchant"]
    for trait in Traits.__struct_fields__:
        assert len({getattr(one.traits, trait) for one in found}) == 4
    assert len(Traits.__struct_fields__) == 6
    assert [one.label for one in found] == ["Cautious", "Warlike", "Courtier", "Merchant"]


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        (("within",), 0, "within"),
        (("within",), 9, "within"),
        (("characters", 1, "id"), "cautious", "characters[1].id"),
        (("characters", 0, "id"), "A", "characters[0].id"),
        (("characters", 2, "traits", "greed"), 1.5, "characters[2].traits.greed"),
        (("leans", "siege", "care"), -2, "leans.siege.care"),
    ],
)
def test_a_broken_file_is_refused(
    path: tuple[Any, ...],
    value: Any,
    key: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data: Any = json.loads((data_root() / "kingmaker" / CHARACTERS).read_text("utf-8"))
    part = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    (tmp_path / "kingmaker").mkdir()
    (tmp_path / "kingmaker" / CHARACTERS).write_text(json.dumps(data), "utf-8")
    monkeypatch.setattr(characters, "data_root", lambda: tmp_path)
    with pytest.raises(ContentError) as refused:
        load_characters.__wrapped__()
    assert refused.value.key == key
