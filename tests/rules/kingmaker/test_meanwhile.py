"""What else happens while Parliament talks: cards are played, and somebody joins the game."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker.parliament.calling import ParliamentPhase
from tests.rules.kingmaker.scene import Scene


def sitting(*hand: str, percy: tuple[str, ...] = (), chancery: tuple[str, ...] = ()) -> Scene:
    """Percy (seat 0) has called Parliament to London; Mowbray and Roos of seat 1 attend."""
    scene = Scene().noble("percy", 0, "london", heirs=("henry",), cards=percy)
    scene.noble("scrope", 0, "london", cards=("earl_kent",))
    scene.noble("mowbray", 1, "18,19").noble("roos", 1, "18,19").hand(1, *hand)
    scene.held(0, "E-WR01").next_crown("saxons_1")
    for card in chancery:
        scene.state.crown_deck.remove(card)
        scene.state.chancery.append(card)
    scene._begin("parliament", 0, ParliamentPhase(0))
    scene.play(0, "call_parliament", by="percy", summon="mowbray")
    assert scene.state.sitting.attending == ["percy", "scrope", "mowbray", "roos"]
    return scene


@pytest.mark.rule("house-1.6", "house-7.3.14")
def test_an_office_played_meanwhile_ends_the_transfer_of_another() -> None:
    scene = sitting("treasurer_england", percy=("marshal_england",))
    scene.play(0, "transfer_office", card="marshal_england", giver="percy", noble="mowbray")
    scene.play(1, "play", card="treasurer_england", noble="mowbray")
    scene.play(1, "agree")
    assert scene.state.nobles["mowbray"].office == "treasurer_england"
    assert scene.state.nobles["percy"].office == "marshal_england"
    assert scene.match.violations() == []


@pytest.mark.rule("house-1.4", "house-7.3.13")
def test_a_title_played_meanwhile_ends_the_transfer_of_another() -> None:
    scene = sitting("earl_essex")
    scene.play(0, "transfer_title", card="earl_kent", giver="scrope", noble="roos")
    scene.play(1, "play", card="earl_essex", noble="roos")
    scene.play(1, "agree")
    scene.play(0, "call_vote")
    for seat in (0, 1):
        scene.play(seat, "yea")
    assert scene.state.nobles["roos"].title == "earl_essex"
    assert scene.state.nobles["scrope"].title == "earl_kent"
    assert scene.match.violations() == []


@pytest.mark.rule("house-3.16", "house-7.2.3")
def test_who_joins_during_parliament_has_no_vote_in_it() -> None:
    scene = sitting(chancery=("earl_essex",))
    scene.play(0, "propose", card="earl_essex", noble="roos")
    scene.match.direct(Choice("join"))
    assert (scene.state.sitting.commons[2], scene.state.sitting.lords[2]) == (0, 0)
    while scene.match.waiting_for()[0] == 2:
        prompt = scene.match.asked(2)[0]
        scene.match.submit(2, next(prompt.offers[0].choices()))
    scene.play(0, "call_vote")
    assert scene.match.waiting_for() == [0, 1]
    for seat in (0, 1):
        scene.play(seat, "yea")
    assert scene.state.nobles["roos"].title == "earl_essex"
