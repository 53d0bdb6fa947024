"""The steward plays without single vetoes, to learn what each of them costs or brings."""

from __future__ import annotations

import json

import pytest

from tests.tools import strength

pytestmark = pytest.mark.tools

WORDS = [
    "--rotate=steward",
    "--against=random",
    "--seats=2",
    "--games=2",
    "--rounds=2",
    "--json",
]


def test_it_plays_as_selfplay_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        strength.main(WORDS)
    assert ended.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["unfinished"]) == (2, 0)


@pytest.mark.parametrize("name", list(strength.SWITCHES))
def test_each_veto_can_be_left_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = [getattr(owner, what) for owner, what, _ in strength.SWITCHES[name]]
    strength.leave_out([name], monkeypatch.setattr)
    after = [getattr(owner, what) for owner, what, _ in strength.SWITCHES[name]]
    assert all(was is not now for was, now in zip(before, after, strict=True))


def test_what_is_left_out_is_told_apart_from_the_rest() -> None:
    assert strength.split(["--games=2", "--without", "mercy,brink", "--json"]) == (
        ["mercy", "brink"],
        ["--games=2", "--json"],
    )
    assert strength.split(["--json"]) == ([], ["--json"])
    with pytest.raises(SystemExit, match="No veto is called 'luck'"):
        strength.leave_out(["luck"])
