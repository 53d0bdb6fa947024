"""A motion against a King who dies before it is voted on (house §7.3)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.chamber import cast, follow
from tests.rules.kingmaker.scene import Scene


def moved() -> Scene:
    """Percy (seat 0), who keeps Henry, asks that Talbot's (seat 2) Richard be King no more."""
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",))
    scene.noble("neville", 0, "coventry", cards=("chancellor_england",))
    scene.noble("courtenay", 1, "tiverton").noble("talbot", 2, "sheffield", heirs=("richard_york",))
    scene.crowned("henry", "richard_york").held(0, "E-CM01", "E-WR01")
    scene.give("percy", "marshal_england").parliament(0)
    scene.play(0, "call_parliament", by="neville", summon="courtenay")
    follow(scene, "motions")
    scene.play(0, "declare_illegitimate", noble="percy")
    return scene


def killed(scene: Scene, seat: int, king: str, *votes: str) -> Scene:
    """The keeper of a King kills him in the debate; then all vote."""
    scene.play(seat, "kill_heir", heir=king)
    scene.play(0, "call_vote")
    cast(scene, *votes)
    return scene


@pytest.mark.rule("house-7.3.2", "house-7.3.8")
def test_a_dead_king_is_not_declared_illegitimate() -> None:
    scene = killed(moved(), 2, "richard_york", "yea", "yea", "yea")
    assert scene.happened(facts.BallotClosed)[0].passed
    assert scene.happened(facts.MotionLapsed) == [facts.MotionLapsed("richard_york")]
    assert scene.happened(facts.KingDeclaredIllegitimate) == []


@pytest.mark.rule("house-7.3.2", "house-7.3.11", "house-7.3.12")
@pytest.mark.parametrize(
    ("seat", "king", "office"), [(2, "richard_york", "marshal_england"), (0, "henry", None)]
)
def test_nobody_pays_for_a_motion_that_has_lapsed_but_who_killed_his_own_king_does(
    seat: int, king: str, office: str | None
) -> None:
    scene = moved()
    scene.state.sitting.commons = [1, 1, 9]
    killed(scene, seat, king, "yea", "nay", "nay")
    assert not scene.happened(facts.BallotClosed)[0].passed
    noble = scene.state.nobles.get("percy")
    assert (noble and noble.office) == office
