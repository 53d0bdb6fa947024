"""Where nobody must attend Parliament there is nothing to excuse, beforehand or then."""

from __future__ import annotations

import pytest

from tests.rules.kingmaker.assembly import call, realm, sit, vote


@pytest.mark.rule("base-15.4", "house-7.1.17")
@pytest.mark.parametrize(("ruleset", "there"), [("house", True), ("classic", False)])
def test_who_may_order_an_excuse_beforehand(ruleset: str, there: bool) -> None:
    scene = realm(ruleset)
    (orders,) = scene.match.game.beforehand(scene.match.table, 1)
    assert ("order_excuse" in {offer.verb for offer in orders.offers}) == there


@pytest.mark.rule("base-15.4")
def test_an_excuse_is_refused() -> None:
    scene = call(realm())
    scene.play(1, "done")
    reason = scene.refused(1, "excuse", rule="base-15.4", nobles=["courtenay"])
    assert reason == "Nobody has to attend, so nobody needs an excuse."


@pytest.mark.rule("base-15.8", "base-15.20")
def test_everybody_sees_what_is_voted_on() -> None:
    scene = sit(realm().noble("roos", 0, "helmsley").chancery("earl_kent"))
    game, table = scene.match.game, scene.match.table
    assert game.view(table, 1).chancery_cards == ("earl_kent",)
    assert game.view(table, 1).motion == {}
    scene.play(0, "propose", card="earl_kent", noble="roos")
    motion = {"kind": "assign", "card": "earl_kent", "noble": "roos", "mover": "0"}
    assert game.view(table, 1).motion == motion
    vote(scene, "yea", "abstain", "abstain")
    assert game.view(table, 1).chancery_cards == ()
