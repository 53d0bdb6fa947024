"""What is remembered of deeds and offers, by whom, and for how long."""

from __future__ import annotations

from bot.rules.kingmaker.pacts import FADES, mark_of
from bot.rules.kingmaker.state import OpenDeed, Pledge
from tests.rules.kingmaker.chamber import call, realm, vote
from tests.rules.kingmaker.scene import Scene


def table() -> Scene:
    """Three seats with a noble each."""
    scene = Scene(3).noble("percy", 0, "alnwick").noble("stanley", 1, "lathom")
    return scene.noble("talbot", 2, "sheffield")


def test_offers_are_remembered_by_who_made_them_alone() -> None:
    scene = table()
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["place:wressle"])
    mark = mark_of(["place:wressle"], [], "")
    assert scene.match.view(0).offered == {1: (f"1:{mark}",)}
    assert [scene.match.view(seat).offered for seat in (1, 2, None)] == [{}, {}, {}]


def test_an_offer_that_answers_another_one_is_marked() -> None:
    scene = table()
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", take=["place:lathom"])
    scene.play(1, "propose_deal", to="0", give=["place:lathom"], take=["place:wressle"])
    assert scene.match.view(1).offered[0][0].startswith("1r:")


def test_the_order_of_the_terms_makes_no_other_offer() -> None:
    assert mark_of(["a", "b"], ["c"], "") == mark_of(["b", "a"], ["c"], "")
    assert mark_of(["a"], ["b"], "") != mark_of(["a"], [], "") != mark_of(["a"], [], "peace")


def test_a_deal_and_its_promise_are_remembered_after_it_fell_due() -> None:
    scene = table()
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["place:wressle"], promise="peace", due="1")
    scene.play(1, "accept_deal", deal=scene.state.deals[0].name)
    assert scene.match.view(2).ledger == (OpenDeed(0, 1, "dealt", 1, ("place:wressle",)),)
    assert scene.match.view(1).promises == (Pledge(0, 1, "peace", 1, 2),)
    assert scene.match.view(2).promises == ()


def test_attacks_are_remembered_and_fade() -> None:
    scene = Scene().noble("percy", 0, "12,6", cards=("marshal_england",))
    scene.noble("talbot", 1, "12,6").combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square="12,6")
    assert OpenDeed(0, 1, "attacked", 1) in scene.state.ledger
    scene.state.round += FADES + 1
    scene.match.table.events = []
    scene.game.apply_consequences(scene.match.table)
    assert scene.state.ledger == []


def test_votes_are_remembered_for_who_moved() -> None:
    scene = realm()
    scene.state.crown_deck.remove("earl_kent")
    scene.state.chancery.append("earl_kent")
    call(scene)
    while not scene.offered(0, "propose"):
        seat = scene.match.waiting_for()[0]
        prompt = next(p for p in scene.match.asked(seat) if p.blocking)
        choice = prompt.default or next(prompt.offers[0].choices())
        scene._note(scene.match.submit(seat, choice))
    taker = scene.offered(0, "propose")[0].field("noble").candidates[0]
    scene.play(0, "propose", card="earl_kent", noble=taker)
    vote(scene, "yea", "nay", "abstain")
    now = scene.state.round
    assert [d for d in scene.state.ledger if d.kind != "moved"] == [OpenDeed(1, 0, "nay", now)]
