"""What in Lancaster is an occasion for a word, and to whom: public events, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.content.characters import load_voices
from bot.content.load import data_root
from bot.games import game_for, words_for
from bot.rules.kernel import Event, Match
from bot.rules.lancaster import facts
from bot.rules.lancaster.state import ALLY
from bot.seats.lancaster_steward import steward

WORDS = words_for("lancaster", "standard")


def who(seat: int | None) -> str:
    return f"Seat{seat}"


def cues(event: Event) -> list[tuple[int, str, dict[str, str]]]:
    return [(cue.seat, cue.occasion, dict(cue.named)) for cue in WORDS.moments([], event, who)]


@pytest.mark.parametrize(
    ("event", "found"),
    [
        (
            facts.KnightExpelled(1, 2, "F", 1, 0),
            [
                (1, "driven_out", {"county": "Suffolk", "foe": "Seat0"}),
                (0, "drives_out", {"county": "Suffolk", "foe": "Seat1"}),
            ],
        ),
        (facts.KnightExpelled(ALLY + 1, 2, "F", 1, 0),
         [(0, "drives_out", {"county": "Suffolk", "foe": "Seat1’s ally"})]),
        (facts.KnightInCounty(2, 1, "I", 0), [(2, "county", {"county": "Surrey"})]),
        (facts.KnightInConflict(0, 3, "K04", False),
         [(0, "war", {"conflict": "Falaise", "france": "5"})]),
        (facts.KnightInConflict(ALLY, 3, "K04", False), []),
        (facts.NoblemanTaken(1, "C", "county:C"), [(1, "nobleman", {"county": "York"})]),
        (
            facts.VoteCounted("L05", ("yes", "no", "no"), (2, 1, 0), 3, 2, True),
            [
                (0, "vote_won", {"law": "Royal Household"}),
                (1, "vote_lost", {"law": "Royal Household"}),
            ],
        ),
        (
            facts.ConflictDecided("K04", "upper", 6, 5, True, (2, 0), (4, 2)),
            [(2, "battle_won", {"conflict": "Falaise", "england": "6", "france": "5"})],
        ),
        (
            facts.ConflictDecided("K04", "lower", 3, 5, False, (2, 0), (2, 1)),
            [(2, "battle_lost", {"conflict": "Falaise", "england": "3", "france": "5"})],
        ),
        (facts.ConflictDecided("K04", "lower", 0, 5, False, (), ()), []),
        (facts.Ransomed(0, "K04", 2, 1), [(0, "ransomed", {"conflict": "Falaise"})]),
        (facts.KnightLost(0, "K04", 2), [(0, "knight_lost", {"conflict": "Falaise"})]),
        (facts.PhaseBegan("placing", 1), []),
    ],
)  # fmt: skip
def test_an_occasion_and_whose_it_is(event: Event, found: list[Any]) -> None:
    assert cues(event) == found


def test_every_occasion_has_its_names_and_every_line_can_be_said() -> None:
    voices = load_voices(data_root(), "lancaster")
    assert voices is not None
    names = {one.id: set(one.names) for one in voices.occasions}
    seen = set()
    for seats in (2, 4):
        match, outcome = Match.start(game_for("lancaster", "standard"), seats, "talk", {})
        while not match.over:
            seat = match.waiting_for()[0]
            asked, chance = match.asked(seat), random.Random(match.version)
            choice = steward.choose(match.view(seat), asked, seat, chance)[1]
            outcome = match.submit(seat, choice)
            for event in outcome.events:
                for cue in WORDS.moments([], event, who):
                    assert 0 <= cue.seat < seats
                    assert set(cue.named) == names[cue.occasion]
                    seen.add(cue.occasion)
                    for character in voices.lines:
                        said = voices.line(character, cue.occasion, cue.named, 1, "lot")
                        assert said
                        assert len(said) <= 130
    assert seen | {"knight_lost"} == set(names)
