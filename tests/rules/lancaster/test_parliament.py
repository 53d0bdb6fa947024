"""Three votes in secret, and laws that come and go (lancaster §4(ii))."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.rules.kernel.match import CLOSE
from bot.rules.lancaster import facts
from tests.rules.lancaster.scene import Scene


def sitting(**options: Any) -> Scene:
    """Three seats with 1, 2 and 3 voting markers, and three proposals."""
    scene = Scene(3, **options).propose("L04", "L06", "L18").war("K04").war("K05")
    for seat in range(3):
        scene.purse(seat, votes=seat + 1)
    return scene.begin("parliament")


@pytest.mark.rule("lancaster-4ii.1")
def test_laws_are_voted_on_one_by_one_from_the_left() -> None:
    scene = sitting()
    for law in ("L04", "L06", "L18"):
        assert [p.facts["law"] for p in scene.match.prompts()] == [law] * 3
        scene.vote("no", "no", "no")
    assert [event.law for event in scene.told(facts.VoteCounted)] == ["L04", "L06", "L18"]


@pytest.mark.rule("lancaster-4ii.2")
def test_all_vote_at_once_and_in_secret() -> None:
    scene = sitting()
    assert scene.match.waiting_for() == [0, 1, 2]
    assert all(prompt.sealed for prompt in scene.match.prompts())
    views = [msgspec.json.encode(scene.match.view(seat)) for seat in (1, 2, None)]
    scene.play(0, "yes", markers="1")
    assert (scene.match.waiting_for(), scene.match.openly_waiting_for()) == ([1, 2], [])
    assert scene.told(facts.VoteCounted) == []
    for seat, before in zip((1, 2, None), views, strict=True):
        assert msgspec.json.encode(scene.match.view(seat)) == before
    scene.refused(0, "no", rule="lancaster-4ii.2", markers="0")
    scene.refused(1, "abstain", rule="lancaster-4ii.2")
    scene.refused(1, "yes", rule="lancaster-4ii.3", markers="3")


@pytest.mark.rule("lancaster-4ii.3", "lancaster-4ii.5")
def test_a_tile_and_each_marker_count_one() -> None:
    scene = sitting()
    bank = scene.state.bank.votes
    scene.vote("yes+1", "no+2", "no")
    told = scene.told(facts.VoteCounted)[0]
    assert (told.yes, told.no, told.passed) == (2, 4, False)
    assert (told.tiles, told.markers) == (("yes", "no", "no"), (1, 2, 0))
    assert [scene.house(seat).votes for seat in range(3)] == [0, 0, 3]
    assert scene.state.bank.votes == bank + 3


@pytest.mark.rule("lancaster-4ii.2")
def test_tiles_come_back_for_the_next_vote() -> None:
    scene = sitting().vote("yes+1", "no", "no")
    assert [scene.verbs(seat) for seat in range(3)] == [["yes", "no"]] * 3
    assert scene.values(0, "yes", "markers") == {"0"}


def test_markers_are_clamped_when_the_votes_are_opened() -> None:
    scene = sitting()
    scene.play(2, "yes", markers="3")
    scene.house(2).votes = 1
    scene.state.bank.votes += 2
    scene.vote("no", "no")
    assert scene.told(facts.VoteCounted)[0].markers == (0, 0, 1)
    assert scene.house(2).votes == 0


@pytest.mark.rule("lancaster-4ii.4", "lancaster-4ii.6")
def test_a_tie_approves() -> None:
    scene = sitting().vote("yes+1", "no", "no")
    told = scene.told(facts.VoteCounted)[0]
    assert (told.yes, told.no, told.passed) == (2, 2, True)
    assert scene.state.laws == ["L13", "L17", "L04"]
    assert scene.state.laws_gone == ["L11"]
    entered = scene.told(facts.LawEntered)[0]
    assert (entered.law, entered.repealed) == ("L04", "L11")


@pytest.mark.rule("lancaster-4ii.7")
def test_a_rejected_law_leaves_the_game() -> None:
    scene = sitting().vote("yes", "no", "no")
    assert scene.state.laws == ["L11", "L13", "L17"]
    assert scene.state.laws_gone == ["L04"]
    assert scene.state.proposals == ["L06", "L18"]


@pytest.mark.rule("lancaster-4ii.8")
def test_laws_are_applied_from_the_left_after_all_votes() -> None:
    scene = sitting()
    for _ in range(2):
        scene.vote("no", "no", "no")
        assert scene.told(facts.LawApplied) == []
    scene.vote("yes", "yes", "no")
    assert [event.law for event in scene.told(facts.LawApplied)] == ["L13", "L17", "L18"]


def test_unused_markers_are_kept_or_expire() -> None:
    kept = sitting()
    lost = sitting(unused_votes_expire=True)
    for scene in (kept, lost):
        for _ in range(3):
            scene.vote("no", "no", "no")
    votes = [event.votes for event in lost.told(facts.VotesExpired)]
    assert votes == [(1, 2, 3)]
    assert kept.told(facts.VotesExpired) == []
    assert kept.house(2).votes > lost.house(2).votes


@pytest.mark.rule("lancaster-4ii.6")
def test_the_question_names_the_law_and_what_it_would_repeal() -> None:
    scene = sitting()
    leftmost = scene.state.laws[0]
    assert {prompt.facts["law"] for prompt in scene.match.prompts()} == {"L04"}
    assert {prompt.facts["repeals"] for prompt in scene.match.prompts()} == {leftmost}


def test_when_time_is_up_those_who_have_not_voted_play_no() -> None:
    scene = sitting()
    scene.play(0, "yes", markers="0")
    outcome = scene.match.direct(CLOSE)
    (counted,) = [event for event in outcome.events if isinstance(event, facts.VoteCounted)]
    assert (counted.tiles, counted.markers) == (("yes", "no", "no"), (0, 0, 0))
    assert not counted.passed


@pytest.mark.rule("lancaster-4ii.6", "lancaster-4ii.7")
def test_what_becomes_of_a_law_is_told() -> None:
    scene = sitting()
    leftmost = scene.state.laws[0]
    scene.vote("yes", "yes", "no").vote("no", "no", "yes")
    entered = [(event.law, event.repealed) for event in scene.told(facts.LawEntered)]
    assert entered == [("L04", leftmost)]
    assert [event.law for event in scene.told(facts.LawRejected)] == ["L06"]
