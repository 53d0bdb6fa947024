"""The classic victory: the sole King, held for four turns of one's own, or the final Parliament."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Event
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.procedures import Goal
from bot.rules.kingmaker.state import KTable, Reign, Result
from bot.rules.kingmaker.victory import ending as final
from tests.rules.kingmaker.scene import Scene

FREE = "14,16"
"""A square with nothing in it."""


def reigning(king: str = "edward_march", seats: int = 2) -> Scene:
    """Percy of seat 0 keeps a sole King in the open; Henry is dead."""
    scene = Scene(seats, "classic").noble("percy", 0, FREE).noble("courtenay", 1, "tiverton")
    scene.dead("henry", "richard_york").crowned(king).hold(king, "percy")
    return scene


def play_turn(scene: Scene) -> list[Event]:
    """Play the turn that is due to its end, nobody doing more than he must; what happened."""
    state, found = scene.state, list[Event]()
    turn = state.turn
    while not scene.match.over and (state.turn == turn or not scene.match.waiting_for()):
        seat = scene.match.waiting_for()[0]
        (prompt, *_) = scene.match.asked(seat)
        choice = prompt.default
        if choice is None:
            offer = prompt.offers[0]
            choice = Choice(offer.verb, {f.name: next(f.selections()) for f in offer.fields})
        scene.play(seat, choice.verb, **choice.args)
        found += scene.events
    return found


def counts(events: list[Event]) -> list[tuple[int, str, int, int]]:
    """The turns that were counted."""
    return [
        (e.seat, e.king, e.turns, e.needed) for e in events if isinstance(e, facts.ReignCounted)
    ]


def won(events: list[Event]) -> tuple[tuple[int, ...], str]:
    """Who won, and how."""
    (end,) = (event for event in events if isinstance(event, facts.GameWon))
    return end.winners, end.victory


def quiet(scene: Scene) -> Scene:
    """Only Event cards that are kept, and Crown cards that stay in hand, are drawn."""
    scene.state.event_deck[:] = [c for c in scene.content.events if c.startswith("E-WR")]
    scene.state.crown_deck[:] = list(scene.content.mercenaries)
    return scene


@pytest.mark.rule("classic-object.1")
def test_four_turns_without_a_break_win_at_the_end_of_the_fourth() -> None:
    scene = quiet(reigning())
    scene.turn(0)
    for number in (1, 2, 3):
        assert counts(play_turn(scene)) == [(0, "edward_march", number, 4)]
        assert counts(play_turn(scene)) == []
    assert not scene.match.over
    last = play_turn(scene)
    assert counts(last) == [(0, "edward_march", 4, 4)]
    assert won(last) == ((0,), "four_turns")


@pytest.mark.rule("classic-object.1")
def test_a_turn_counts_only_from_its_beginning() -> None:
    scene = quiet(reigning())
    scene.state.heirs["edward_march"].holder = None
    scene.heir_at("edward_march", FREE).movement(0)
    scene.hold("edward_march", "percy")
    scene.play(0, "done")
    assert counts(play_turn(scene)) == []
    assert counts(play_turn(scene)) == []
    assert counts(play_turn(scene)) == [(0, "edward_march", 1, 4)]


@pytest.mark.rule("classic-object.1")
def test_an_interruption_in_anothers_turn_sets_the_count_to_nothing() -> None:
    scene = quiet(reigning())
    scene.turn(0)
    play_turn(scene)
    assert scene.state.reign.turns == 1
    scene.crowned("margaret")  # a second king: no sole King any more
    scene.play(1, "done")
    (broken,) = scene.happened(facts.ReignBroken)
    assert (broken.seat, broken.king, broken.turns) == (0, "edward_march", 1)
    assert scene.state.reign is None


@pytest.mark.rule("classic-object.2")
def test_henry_does_not_count() -> None:
    scene = Scene(2, "classic").noble("percy", 0, FREE).noble("courtenay", 1, "tiverton")
    quiet(scene.hold("henry", "percy")).turn(0)
    assert counts(play_turn(scene)) == []
    assert scene.state.reign is None


@pytest.mark.rule("classic-object.2", "ishkibibble-birth.1")
def test_but_a_child_who_came_in_by_his_counter_does() -> None:
    scene = Scene(2, "classic+card_royal_birth").noble("percy", 0, FREE)
    scene.noble("courtenay", 1, "tiverton").hold("henry", "percy")
    scene.state.heirs["henry"].house = "york"
    quiet(scene).turn(0)
    assert counts(play_turn(scene)) == [(0, "henry", 1, 4)]


@pytest.mark.rule("classic-object.1", "base-14.3")
def test_a_turn_that_ends_at_sea_does_not_count_but_sets_nothing_back() -> None:
    scene = quiet(reigning().give("percy", "le_swan").ship("le_swan", sea="humber-mouth"))
    scene.aboard("percy", "le_swan").turn(0)
    scene.state.reign.turns = 2
    assert counts(play_turn(scene)) == []
    assert scene.state.reign.turns == 2


# When the time is up


@pytest.mark.rule("classic-object.3")
def test_at_the_limit_whoever_leads_both_houses_wins() -> None:
    scene = quiet(Scene(2, "classic").noble("neville", 0, FREE).noble("grey", 1, "ruthin"))
    scene.draw(0)
    scene.match.direct(Choice.of("time_up"))
    assert won(play_turn(scene)) == ((0,), "final_parliament")


@pytest.mark.rule("classic-object.3", "classic-object.4")
def test_split_houses_are_added_up_and_the_chancellor_is_silent() -> None:
    scene = Scene(2, "classic").noble("neville", 0, FREE)
    for noble in ("stanley", "hastings", "grey", "roos", "scrope", "cromwell", "berkeley"):
        scene.noble(noble, 1, "20,9")
    # Without a sole King the Chancellor would have twenty votes.
    scene.give("neville", "chancellor_england").dead("henry")
    quiet(scene).draw(0)
    scene.match.direct(Choice.of("time_up"))
    events = play_turn(scene)
    (counted,) = (event for event in events if isinstance(event, facts.VotesCounted))
    assert (counted.commons, counted.lords) == ((3, 0), (4, 8))
    assert won(events) == ((1,), "final_parliament")


@pytest.mark.rule("classic-object.3")
@pytest.mark.parametrize(
    ("commons", "lords", "winners"),
    [
        ([9, 5, 1], [3, 2, 8], (0,)),  # nobody leads both: 12, 7 and 9
        ([5, 9, 1], [3, 2, 8], (1,)),
        ([6, 2, 2], [1, 5, 0], (0,)),  # 7 and 7: more Commons
        ([4, 4, 1], [3, 3, 0], (0, 1)),  # alike in all
        ([4, 4, 1], [3, 2, 6], (0,)),  # two lead one house: the sum
        ([2, 5, 9], [2, 5, 6], (2,)),
    ],
)
def test_who_wins_the_final_parliament(
    commons: list[int], lords: list[int], winners: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []

    def of_commons(table: KTable, *, chancellor: bool) -> list[int]:
        told.append(chancellor)
        return commons

    monkeypatch.setattr(final, "commons_votes", of_commons)
    monkeypatch.setattr(final, "lords_votes", lambda table: lords)
    scene = Scene(3, "classic")
    final.final_parliament(scene.match.table)
    assert told == [False]
    assert scene.state.result == Result(winners, "final_parliament")


# How the factions stand: strengths, votes, and how far each is from winning at once.


HOUSES_HEIRS = (
    "henry", "margaret", "edward_lancaster",
    "richard_york", "edward_march", "george", "richard_gloucester",
)  # fmt: skip


def two(ruleset: str = "house") -> Scene:
    """Percy of seat 0 in his castle, Courtenay of seat 1 in his."""
    return Scene(2, ruleset).noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")


def test_what_everybody_can_count() -> None:
    scene = two().hold("margaret", "percy")
    scene.movement(0)
    ours, theirs = scene.match.standings()
    percy = scene.content.crown["percy"]
    assert (ours.nobles, ours.troops, ours.places) == (1, percy.troops, len(percy.castles))
    assert (ours.commons, ours.lords, ours.heirs) == (percy.commons, percy.lords, ("margaret",))
    assert theirs.heirs == ()
    # The senior heir of a house has votes of his own in both houses.
    scene.hold("henry", "percy")
    (ours, _) = scene.match.standings()
    votes = scene.content.votes
    assert ours.commons == percy.commons + votes.king_commons + votes.senior_heir_commons
    assert ours.lords == percy.lords + votes.senior_heir_lords
    assert ours.heirs == ("henry", "margaret")


@pytest.mark.rule("house-3.2")
def test_a_king_wins_when_all_other_heirs_are_gone() -> None:
    scene = two().hold("henry", "percy")
    goals = [found.goal for found in scene.match.standings()]
    assert goals == [Goal("henry", HOUSES_HEIRS[1:]), Goal(None)]
    scene.dead(*HOUSES_HEIRS[2:])
    assert scene.match.standings()[0].goal == Goal("henry", ("margaret",))


@pytest.mark.rule("base-14.1", "base-14.2")
def test_beaufort_stands_in_the_way_of_a_yorkist() -> None:
    scene = two("base").noble("beaufort", 1, FREE).crowned("george").hold("george", "percy")
    scene.dead(*(heir for heir in HOUSES_HEIRS if heir != "george"))
    assert [found.goal for found in scene.match.standings()] == [
        Goal("george", ("beaufort",)), Goal(None)
    ]  # fmt: skip


@pytest.mark.rule("house-4.19", "base-14.2")
@pytest.mark.parametrize("ruleset", ["house", "base"])
def test_beaufort_will_stand_in_the_way_of_a_yorkist_once_he_is_an_heir(ruleset: str) -> None:
    scene = two(ruleset).noble("beaufort", 0, FREE).crowned("george", "henry")
    scene.hold("george", "percy").hold("henry", "courtenay")
    scene.dead(*(heir for heir in HOUSES_HEIRS if heir not in ("george", "henry")))
    assert [found.goal for found in scene.match.standings()] == [
        Goal("george", ("henry", "beaufort")), Goal("henry", ("george",))
    ]  # fmt: skip


@pytest.mark.rule("classic-object.1", "classic-object.2")
def test_turns_of_a_sole_king_other_than_henry() -> None:
    scene = two("classic").hold("henry", "percy")
    assert scene.match.standings()[0].goal == Goal(None, needed=4)
    scene.crowned("henry", "george").hold("george", "courtenay")
    assert scene.match.standings()[1].goal == Goal("george", ("henry",), 0, 4)
    scene.dead("henry")
    scene.state.reign = Reign("george", 1, turns=2)
    assert [found.goal for found in scene.match.standings()] == [
        Goal(None, needed=4), Goal("george", (), 2, 4)
    ]  # fmt: skip
    # The turns of another King are none of his.
    scene.state.reign = Reign("edward_march", 1, turns=3)
    assert scene.match.standings()[1].goal == Goal("george", (), 0, 4)
