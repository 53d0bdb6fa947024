"""Games that began before a mend go on without it: a made-up edition is laid into the data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.content.editions import carried_editions, newest_edition
from bot.content.errors import ContentError
from bot.content.load import data_root, load_content
from bot.games import game_for
from bot.rules.kernel import Match
from tests.data_folder import copied, played_with


def edition(root: Path, number: int, **patches: object) -> None:
    """A made-up edition, laid beside those that are there."""
    file = root / "kingmaker" / "editions" / f"{number}.json"
    file.write_text(json.dumps({"patches": patches}), "utf-8")


def hand_limits(*editions: int | None) -> list[int]:
    """By how many cards a hand is limited in games of the house rules that began with editions."""
    game = game_for("kingmaker", "house")
    limits = []
    for begun in editions:
        match, _ = Match.start(game, 3, "six cards", edition=begun)
        again = Match.load(game, match.save())
        assert again.edition == match.edition == (begun or game.edition)
        assert again.game.content.ruleset == match.game.content.ruleset
        limits.append(again.game.content.ruleset.hand_limit)
    return limits


def test_the_first_edition_is_the_only_one() -> None:
    assert newest_edition(data_root()) == 1
    assert list(carried_editions(data_root())) == []
    assert game_for("kingmaker", "house").edition == game_for("lancaster", "standard").edition == 1


def test_a_game_goes_on_without_what_was_mended_after_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(tmp_path)
    today = load_content("house").ruleset.hand_limit
    assert today is not None
    edition(tmp_path, 2, house={"values": {"hand_limit": today + 7}})
    edition(tmp_path, 3, house={"add": {"hand_limit": 1}})
    with played_with(tmp_path, monkeypatch):
        assert game_for("kingmaker", "house").edition == 3
        assert hand_limits(None, 3, 2, 1) == [today, today, today + 1, today + 7]
        others = load_content("classic", edition=1).ruleset
        assert others.hand_limit == load_content("classic").ruleset.hand_limit


def test_a_game_older_than_two_editions_goes_on_under_todays_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(tmp_path)
    today = load_content("house").ruleset.hand_limit
    assert today is not None
    for number in (2, 3, 4):
        edition(tmp_path, number, house={"values": {"hand_limit": today + number}})
    with played_with(tmp_path, monkeypatch):
        assert hand_limits(4, 3, 2, 1) == [today, today + 4, today + 3, today]


def test_a_broken_edition_is_named(tmp_path: Path) -> None:
    copied(tmp_path)
    edition(tmp_path, 2, house={"values": {"hand_limit": "many"}})
    with pytest.raises(ContentError, match=r"editions/2\.json"):
        load_content("house", tmp_path, edition=1)
