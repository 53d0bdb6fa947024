"""The words by which a promise is understood: read, and refused where they fit nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.content import characters
from bot.content.errors import ContentError


@pytest.mark.parametrize("words", [[], ["Peace"], [""], [" truce"]])
def test_a_broken_file_is_refused(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kingmaker").mkdir()
    kinds = [{"kind": "vote", "words": ["yea"]}, {"kind": "peace", "words": words}]
    (tmp_path / "kingmaker" / "pledges.json").write_text(json.dumps({"kinds": kinds}), "utf-8")
    monkeypatch.setattr(characters, "data_root", lambda: tmp_path)
    with pytest.raises(ContentError) as refused:
        characters.load_pledges.__wrapped__()
    assert refused.value.key == "kinds[1].words"


def test_a_promise_of_both_is_one_of_votes() -> None:
    assert characters.pledge_in("Peace, and my vote") == "vote"
