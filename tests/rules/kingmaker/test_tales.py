"""Scripted games, kept as files: a change that breaks a running game is seen here first.

The scripts that tell them are in test_scripted_parliament and test_scripted_voyages, those of the
classic rules in victory/test_classic_tales, of Ishkibibble in victory/test_expansion_tales, of the
six families in families/test_family_tales. Where such a change is meant,
`python -m tests.tools.make_tales` keeps them anew.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pytest

from bot.rules.kernel import Choice
from bot.session.journal.record import result_of
from tests.rules.kingmaker.tale import KEPT, Tale, digest, kept


class Happened(NamedTuple):
    """A fact, with the round and the seat in whose turn it came about."""

    round: int
    turn: int
    fact: dict[str, Any]


def fact(event: str, **about: Any) -> dict[str, Any]:
    """A fact as it is kept."""
    return {"event": event, **about}


def roll_call(
    votes: str, commons: list[int], lords: list[int], *, passed: bool = True
) -> dict[str, Any]:
    """The roll call of a vote: y, n or a for each seat."""
    words = {"y": "yea", "n": "nay", "a": "abstain"}
    cast = [words[vote] for vote in votes]
    return fact("ballot_closed", votes=cast, commons=commons, lords=lords, passed=passed)


KEY_FACTS: dict[str, list[Happened]] = {
    "whole-parliament": [
        Happened(1, 0, fact("siege_broken", seat=1, place="sheffield", reason="parliament")),
        Happened(1, 0, fact("votes_counted", commons=[38, 3, 1, 5], lords=[17, 7, 2, 8])),
        Happened(1, 0, roll_call("yynn", [41, 6], [24, 10])),
        Happened(1, 0, roll_call("ynnn", [38, 9], [17, 17], passed=False)),
        Happened(1, 0, roll_call("yyan", [41, 5], [24, 8])),
        Happened(1, 0, fact("parliament_dismissed", square="15,16", seat=0)),
    ],
    "siege-from-a-ship": [
        Happened(
            1,
            0,
            fact(
                "siege_laid",
                seat=0,
                place="hull",
                besiegers=["percy", "mowbray"],
                strength=150,
                defence=220,
                by="ship",
            ),
        ),
        Happened(2, 0, fact("siege_held", seat=0, place="hull", turns=2, garrison=200)),
        Happened(3, 0, fact("siege_held", seat=0, place="hull", turns=3, garrison=50)),
        Happened(4, 0, fact("siege_concluded", seat=0, place="hull")),
        Happened(4, 0, fact("captured", nobles=["roos"], captor=0, losers=[1])),
    ],
    "heir-drowned-by-a-deadline": [
        Happened(2, 0, fact("heir_died", heir="edward_march", cause="abroad", seat=0)),
    ],
    "king-declared-illegitimate": [
        Happened(1, 0, roll_call("yyn", [47, 11], [20, 14])),
        Happened(1, 0, fact("king_declared_illegitimate", heir="richard_york")),
    ],
    "motion-against-a-king-fails": [
        Happened(1, 0, roll_call("nny", [39, 43], [18, 25], passed=False)),
        Happened(1, 0, fact("motion_failed_against_king", noble="talbot", killed=True)),
        Happened(1, 0, fact("noble_died", noble="talbot", seat=2, cause="motion")),
    ],
    "beaufort-succeeds": [
        Happened(1, 1, fact("heir_died", heir="henry", cause="battle")),
        Happened(1, 1, fact("beaufort_became_heir", seat=1)),
        Happened(3, 1, fact("crowned", heir="beaufort", place="york", seat=1)),
        Happened(3, 1, fact("heir_died", heir="george", cause="killed", seat=1)),
        Happened(3, 1, fact("game_won", winners=[1], victory="complete")),
    ],
    "peoples-parliament": [
        Happened(1, 1, fact("siege_broken", seat=0, place="skipton", reason="parliament")),
        Happened(1, 1, roll_call("nyy", [1, 4], [6, 7], passed=False)),
        Happened(1, 1, roll_call("ayy", [1, 0], [6, 0])),
        Happened(1, 1, roll_call("yan", [4, 1], [7, 4])),
        Happened(1, 1, fact("parliament_dismissed", square="12,19", seat=1)),
    ],
    "kings-peace-with-an-excused-noble": [
        Happened(1, 0, fact("parliament_dismissed", square="15,16", seat=0)),
        Happened(
            1,
            1,
            fact(
                "battle_rolled",
                strength=50,
                opposed=10,
                column="K",
                roll=100,
                result="major_victory",
            ),
        ),
        Happened(1, 1, fact("noble_died", noble="scrope", seat=2, cause="executed")),
        Happened(1, 2, fact("peace_ended")),
    ],
    "ransom": [
        Happened(1, 0, fact("captured", nobles=["talbot", "clifford"], captor=0, losers=[1])),
        Happened(
            1,
            0,
            fact("ransomed", noble="talbot", seat=1, captor=0, places=["swansea"], number=1),
        ),
        Happened(1, 0, fact("noble_died", noble="clifford", seat=1, cause="executed")),
    ],
    "split-victory": [
        Happened(2, 2, fact("time_called", round=2)),
        Happened(2, 2, fact("votes_counted", commons=[14, 12, 1], lords=[4, 10, 4])),
        Happened(2, 2, fact("game_won", winners=[0, 1], victory="minor_split")),
    ],
    "classic/a-reign-broken-off": [
        Happened(2, 1, fact("reign_broken", seat=0, king="edward_march", turns=2)),
        Happened(4, 0, fact("reign_counted", seat=0, king="edward_march", turns=1, needed=4)),
        Happened(7, 0, fact("game_won", winners=[0], victory="four_turns")),
    ],
    "classic/henry-never-counts": [
        Happened(3, 0, fact("heir_died", heir="henry", cause="killed", seat=0)),
        Happened(3, 0, fact("crowned", heir="margaret", place="york", seat=0)),
        Happened(4, 0, fact("reign_counted", seat=0, king="margaret", turns=1, needed=4)),
        Happened(7, 0, fact("game_won", winners=[0], victory="four_turns")),
    ],
    "classic/a-king-at-sea": [
        Happened(1, 0, fact("reign_counted", seat=0, king="edward_march", turns=1, needed=4)),
        Happened(3, 0, fact("reign_counted", seat=0, king="edward_march", turns=2, needed=4)),
        Happened(5, 0, fact("game_won", winners=[0], victory="four_turns")),
    ],
    "classic/a-final-parliament": [
        Happened(1, 1, fact("votes_counted", commons=[15, 1], lords=[13, 2])),
        Happened(1, 1, fact("game_won", winners=[0], victory="final_parliament")),
    ],
    "classic/a-divided-parliament": [
        Happened(1, 1, fact("votes_counted", commons=[6, 5], lords=[3, 8])),
        Happened(1, 1, fact("game_won", winners=[1], victory="final_parliament")),
    ],
    "classic/a-silent-chancellor": [
        Happened(1, 1, fact("votes_counted", commons=[2, 5], lords=[3, 8])),
        Happened(1, 1, fact("game_won", winners=[1], victory="final_parliament")),
    ],
    "classic/a-victor-killed-by-name": [
        Happened(1, 0, fact("noble_died", noble="percy", seat=0, cause="battle")),
        Happened(1, 0, fact("captured", nobles=["roos"], captor=0, losers=[1])),
    ],
    "classic/a-dead-victor": [
        Happened(1, 0, fact("noble_died", noble="percy", seat=0, cause="battle")),
    ],
    "classic/an-even-battle": [
        Happened(2, 0, fact("noble_died", noble="neville", seat=0, cause="battle")),
        Happened(2, 0, fact("noble_died", noble="mowbray", seat=1, cause="battle")),
    ],
    "classic/a-siege-lifted": [
        Happened(1, 1, fact("siege_broken", seat=0, place="masham", reason="weakness")),
    ],
    "classic/a-castle-falls": [
        Happened(1, 0, fact("captured", nobles=["scrope"], captor=0, losers=[1])),
        Happened(1, 0, fact("noble_died", noble="scrope", seat=1, cause="executed")),
    ],
    "classic/an-alliance": [
        Happened(
            1,
            0,
            fact("pact_answered", seat=0, ally=2, square="14,16", how="agreed", lasting=True),
        ),
        Happened(
            1,
            0,
            fact("battle_decided", strength=100, opposed=40, half="5-4", winner=0, beside=[2]),
        ),
        Happened(1, 1, fact("noble_died", noble="stanley", seat=2, cause="battle")),
        Happened(1, 1, fact("captured", nobles=["percy"], captor=0, losers=[1])),
        Happened(
            1,
            2,
            fact("pact_ended", seat=2, ally=0, square="14,16", how="cancelled", lasting=True),
        ),
    ],
    "classic/a-free-parliament": [
        Happened(1, 0, fact("votes_counted", commons=[25, 1, 0], lords=[3, 0, 1])),
        Happened(1, 0, roll_call("yny", [25, 1], [4, 0])),
        Happened(1, 0, fact("parliament_dismissed", square="15,16", seat=0)),
    ],
    "ishkibibble/evaded-and-forced": [
        Happened(1, 0, fact("battle_evaded", seat=1, square="13,20")),
        Happened(2, 0, fact("battle_forced", seat=0, square="12,19")),
        Happened(2, 0, fact("battle_decided", strength=150, opposed=50, half="majority", winner=0)),
        Happened(2, 0, fact("heir_taken", heir="margaret", noble="percy", seat=0)),
    ],
    "ishkibibble/a-siege-fails": [
        Happened(
            2, 0, fact("siege_made_to_fail", seat=1, card="X-SIF", place="northampton", besieger=0)
        ),
    ],
    "ishkibibble/a-storm-beaten-back": [
        Happened(1, 0, fact("booty_won", seat=1, loser=0)),
        Happened(1, 0, fact("captured", nobles=["percy", "neville", "grey"], captor=1, losers=[0])),
    ],
    "ishkibibble/a-bought-garrison": [
        Happened(1, 1, fact("garrison_subverted", seat=1, card="X-BET", place="northampton")),
        Happened(2, 0, fact("siege_concluded", seat=0, place="northampton")),
    ],
    "ishkibibble/an-heir-won": [
        Happened(1, 0, fact("noble_died", noble="grey", seat=1, cause="battle")),
        Happened(1, 0, fact("heir_wooed", seat=0, noble="grey", former=1)),
    ],
    "ishkibibble/a-realm-struck-twice": [
        Happened(1, 0, fact("spell_began", spell="excommunication", seat=1, turns=0)),
    ],
    "families/a-house-dies-out": [
        Happened(1, 1, fact("heir_died", heir="henry", cause="killed", seat=1)),
        Happened(1, 1, fact("noble_died", noble="beaufort", seat=0, cause="battle")),
        Happened(
            1,
            1,
            fact(
                "points_counted",
                points=[15, 135, 420, 290, 112, 45],
                bonuses=["", "winning", "winning", "", "winning", ""],
                extinct=["lancaster"],
            ),
        ),
        Happened(1, 1, fact("game_won", winners=[2], victory="points")),
    ],
    "families/a-traitor-wins": [
        Happened(2, 0, fact("family_serves", seat=2, by=0, house="lancaster", former="york")),
        Happened(2, 3, fact("heir_died", heir="richard_york", cause="killed", seat=0)),
        Happened(2, 3, fact("game_won", winners=[2], victory="points")),
    ],
    "families/three-at-the-table": [
        Happened(3, 0, fact("noble_entered", seat=0, noble="percy", square="14,3")),
    ],
    "families/a-recruit-and-his-due": [
        Happened(1, 1, fact("card_given", seat=1, to=4)),
        Happened(2, 1, fact("made_good", seat=1, noble="hastings")),
        Happened(2, 1, fact("not_made_good", seat=1, noble="hastings", rival=0)),
    ],
    "families/a-family-turned-away": [
        Happened(1, 1, fact("family_refused", seat=3, by=1)),
        Happened(2, 0, fact("family_serves", seat=3, by=0, house="lancaster")),
    ],
}
"""What each of them is there for."""


@cache
def played(name: str) -> tuple[Tale, list[Happened]]:
    """A tale played over to the end of its script, checked at every step; and its facts."""
    record = kept(name)
    tale, happened = Tale.begun(record), []
    for number, step in enumerate(record["steps"]):
        now, turn = tale.state.round, tale.state.active
        tale.follow(step)
        assert tale.steps[-1] == step, f"step {number} comes out differently"
        happened += [Happened(now, turn, each) for each in step.get("facts", ())]
    return tale, happened


@pytest.mark.parametrize("name", KEY_FACTS)
def test_a_scripted_game_comes_out_as_it_is_kept(name: str) -> None:
    tale, happened = played(name)
    found = iter(happened)
    for each in KEY_FACTS[name]:
        assert each in found, f"{each} did not happen, or not in this order"
    assert len(tale.steps) == len(kept(name)["steps"])


@pytest.mark.parametrize("name", KEY_FACTS)
def test_it_goes_on_to_the_end_that_is_kept(name: str) -> None:
    record, (tale, _) = kept(name), played(name)
    match = Tale.begun({"opening": tale.as_data()}).match
    for number, step in enumerate(record["rest"]):
        match.submit(step["seat"], Choice.of(step["verb"], **step.get("args", {})))
        assert digest(match) == step["state"], f"step {number} comes out differently"
    assert match.violations() == []
    assert result_of(match) == record["result"]
    assert match.over


def test_all_that_are_kept_are_told_and_say_what_they_are_about() -> None:
    files = [file.relative_to(KEPT).with_suffix("") for file in KEPT.rglob("*.json")]
    assert sorted(str(file) for file in files) == sorted(KEY_FACTS)
    assert sum(name.startswith("classic/") for name in KEY_FACTS) == 13
    assert sum(name.startswith("ishkibibble/") for name in KEY_FACTS) == 6
    assert sum(name.startswith("families/") for name in KEY_FACTS) == 5
    headings = [kept(name)["about"] for name in KEY_FACTS]
    assert all(": " in heading for heading in headings)
    assert len(set(headings)) == len(headings)
