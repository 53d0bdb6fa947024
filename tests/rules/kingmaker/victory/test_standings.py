"""How the factions stand: strengths, votes, and how far each is from winning at once."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker.procedures import Goal
from bot.rules.kingmaker.state import Reign
from tests.rules.kingmaker.scene import Scene

HOUSES_HEIRS = (
    "henry", "margaret", "edward_lancaster",
    "richard_york", "edward_march", "george", "richard_gloucester",
)  # fmt: skip
FREE = "14,16"


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
