"""Programs that play a seat: a line in, a line out."""

from __future__ import annotations

import random
import shlex
import sys
from pathlib import Path

import msgspec
import pytest

from bot.games import VIEWS, game_for, player_for, policy_for
from bot.rules.kernel import Choice, Match
from bot.seats.outside import Inquiry, Outside, served
from bot.selfplay import play_game
from tests.folders import ROOT


@pytest.fixture
def asked() -> Match:
    """A game of Lancaster in which seat 0 is asked something."""
    match, _ = Match.start(game_for("lancaster", "standard"), 3, "outside")
    return match


def choice_of(player: Outside, match: Match) -> Choice:
    """What a player from outside chooses for the first who is asked."""
    seat = match.waiting_for()[0]
    try:
        return player.choose(match.view(seat), match.asked(seat), seat, random.Random(1))[1]
    finally:
        player.close()


def plainest(match: Match) -> Choice:
    prompt = match.asked(match.waiting_for()[0])[0]
    return prompt.default or next(prompt.offers[0].choices())


def saying(words: str, patience: float = 30.0) -> Outside:
    """A program that says the same to everything."""
    program = f"import sys\nfor line in sys.stdin: print({words!r}, flush=True)"
    return Outside("lancaster", shlex.join([sys.executable, "-c", program]), patience)


@pytest.mark.parametrize("words", ["", "what?", "null", '{"verb": "win"}', "[1]"])
def test_what_does_not_fit_is_counted_and_the_plainest_is_played(words: str, asked: Match) -> None:
    player = saying(words)
    assert choice_of(player, asked) == plainest(asked)
    assert player.bad == 1


def test_a_program_that_has_ended_or_says_nothing_loses_nobody_the_game(asked: Match) -> None:
    for program, patience in (("pass", 30.0), ("import sys\nfor line in sys.stdin: pass", 0.2)):
        command = shlex.join([sys.executable, "-c", program])
        player = Outside("lancaster", command, patience)
        assert choice_of(player, asked) == plainest(asked)
        assert player.bad == 1


@pytest.mark.parametrize(("game", "ruleset"), [("kingmaker", "house"), ("lancaster", "standard")])
def test_a_player_says_outside_what_it_says_inside(game: str, ruleset: str) -> None:
    """Questions are packed and unpacked as lines, without a process, for some hundred decisions."""
    match, _ = Match.start(game_for(game, ruleset), 3, "outside", {"rounds": "3"})
    policy = policy_for(game, "steward")
    for number in range(120):
        if match.over:
            break
        seat = match.waiting_for()[0]
        prompts = match.prompts(seat)
        inside = policy.choose(match.view(seat), prompts, seat, random.Random(number))[1]
        question = Inquiry("choose", game, seat, number, match.view(seat), prompts)
        (line,) = served(policy, VIEWS[game], [msgspec.json.encode(question)])
        assert msgspec.json.decode(line, type=Choice) == inside
        match.submit(seat, inside)


def test_the_example_of_the_documents_plays_a_whole_game(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "playing-from-outside.md").read_text("utf-8")
    program = text.partition("```python\n")[2].partition("```")[0]
    assert 20 <= len(program.splitlines()) <= 40
    file = tmp_path / "plain.py"
    file.write_text(program, "utf-8")
    player = player_for("lancaster", f"exec:{shlex.join([sys.executable, str(file)])}")
    assert isinstance(player, Outside)
    try:
        record = play_game(game_for("lancaster", "standard"), 3, "outside", [player])
    finally:
        player.close()
    assert (record.finished, record.violations, player.bad) == (True, [], 0)


def test_no_table_starts_programs() -> None:
    with pytest.raises(LookupError, match="There is no computer player 'exec:true'"):
        policy_for("kingmaker", "exec:true")
