"""The steward of old, which newer ones are measured by, can be played and is out of the way."""

from __future__ import annotations

import json

import pytest

from bot import games
from tests.seats import steward_1
from tests.tools import strength

WORDS = [
    "--rotate=steward",
    "--against=steward_1",
    "--seats=2",
    "--games=2",
    "--rounds=2",
    "--json",
]


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer players, with changes that are over when the test is."""
    kept = {game: dict(known) for game, known in games.POLICIES.items()}
    monkeypatch.setattr(games, "POLICIES", kept)
    monkeypatch.setattr(steward_1, "POLICIES", kept)


@pytest.mark.usefixtures("players")
def test_the_new_is_measured_by_the_old(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        strength.main(WORDS)
    assert ended.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["unfinished"]) == (2, 0)


@pytest.mark.usefixtures("players")
def test_it_is_a_computer_player_once_it_was_let_in() -> None:
    steward_1.let_in()
    assert games.policy_for("kingmaker", "steward_1").name == "steward_1"
    assert next(iter(games.POLICIES["kingmaker"])) == "steward"


def test_it_is_no_computer_player_of_the_program() -> None:
    with pytest.raises(LookupError, match="no computer player 'steward_1'"):
        games.policy_for("kingmaker", "steward_1")


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
