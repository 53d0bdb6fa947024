"""The steward in trade and in the combats of others."""

from __future__ import annotations

import random

import pytest

from bot.rules.kernel import Choice, Prompt
from bot.seats.kingmaker_steward import steward
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, chancery


def said(scene: Scene, seat: int) -> Choice | None:
    """What the steward of a seat says to what it was offered, with a word to it."""
    prompts: list[Prompt] = scene.match.prompts(seat)
    found = steward.glance(scene.match.view(seat), prompts, seat, random.Random(1))
    return None if found is None else found[1]


def glance(scene: Scene, seat: int) -> Choice | None:
    """The same without the word."""
    found = said(scene, seat)
    if found is not None:
        assert 0 < len(found.one("word")) <= 120
    return found and Choice.of(found.verb, deal=found.one("deal"))


def market(*held: str) -> Scene:
    """Seat 0 and seat 1 with a noble each, and Event cards for seat 0; movement of seat 0."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick").held(0, *held)
    return scene


def test_accepts_a_gift_and_refuses_to_be_robbed() -> None:
    scene = market("E-FM01")
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["held:E-FM01"])
    assert glance(scene, 1) == Choice.of("accept_deal", deal="0-1-1")
    scene.play(1, "accept_deal", deal="0-1-1")
    assert scene.state.factions[1].held == ["E-FM01"]
    scene.play(0, "propose_deal", to="1", take=["place:warwick"])
    assert glance(scene, 1) == Choice.of("refuse_deal", deal="0-1-2")


def test_says_nothing_where_nothing_was_offered() -> None:
    scene = market()
    scene.movement(0)
    assert glance(scene, 1) is None


def test_never_gives_its_candidate_away() -> None:
    scene = Scene().noble("percy", 0, "12,6").noble("neville", 1, "12,6", heirs=("richard_york",))
    scene.control("york", "percy").control("carlisle", "percy").movement(0)
    scene.play(
        0, "propose_deal", to="1", give=["place:york", "place:carlisle"], take=["heir:richard_york"]
    )
    assert glance(scene, 1) == Choice.of("refuse_deal", deal="0-1-1")


def test_a_writ_is_worth_a_castle_to_who_can_call() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick", heirs=("henry",))
    scene.held(0, "E-WR01").noble("holland", 1, "ampthill").control("conway", "neville")
    chancery(scene, "earl_kent", "earl_essex", "bp_norwich").movement(0)
    scene.play(0, "propose_deal", to="1", give=["held:E-WR01"], take=["place:conway"])
    assert glance(scene, 1) == Choice.of("accept_deal", deal="0-1-1")


def test_one_writ_is_enough_and_so_is_one_deal_for_hidden_cards() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick", heirs=("henry",))
    scene.held(0, "E-WR01", "E-WR02", "E-WR03").noble("holland", 1, "ampthill")
    scene.control("conway", "neville").control("cardiff", "neville")
    chancery(scene, "earl_kent", "earl_essex", "bp_norwich").movement(0)
    two, places = ["held:E-WR01", "held:E-WR02"], ["place:conway", "place:cardiff"]
    scene.play(0, "propose_deal", to="1", give=two, take=places)
    assert glance(scene, 1) == Choice.of("refuse_deal", deal="0-1-1")
    scene.play(1, "refuse_deal", deal="0-1-1")
    scene.play(0, "propose_deal", to="1", give=["held:E-WR01"], take=["place:conway"])
    assert glance(scene, 1) == Choice.of("accept_deal", deal="0-1-2")
    scene.play(1, "accept_deal", deal="0-1-2")
    scene.play(0, "propose_deal", to="1", give=["held:E-WR03"], take=["place:cardiff"])
    assert glance(scene, 1) == Choice.of("refuse_deal", deal="0-1-3")


def test_the_same_writ_is_worth_no_castle_to_others() -> None:
    scene = market("E-WR01")
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["held:E-WR01"], take=["place:cardiff"])
    assert glance(scene, 1) == Choice.of("refuse_deal", deal="0-1-1")


def test_sells_no_writ_for_a_castle() -> None:
    """Though it cannot use it, and another could call Parliament with it."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick", heirs=("henry",))
    scene.held(0, "E-WR01").noble("holland", 1, "ampthill").control("lancaster", "neville")
    chancery(scene, "earl_kent", "earl_essex", "bp_norwich")
    scene.state.round = 3
    scene.movement(0)
    view, prompts = scene.match.view(0), scene.match.prompts(0)
    chosen = [steward.choose(view, prompts, 0, random.Random(n))[1] for n in range(40)]
    assert "propose_deal" not in {choice.verb for choice in chosen}


def test_talks_no_business_while_an_offer_of_its_own_is_open() -> None:
    scene = market("E-WR01", "E-FM01")
    scene.state.round = 3
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["held:E-WR01"])
    view, asked = scene.match.view(0), scene.match.asked(0)
    assert not any(steward.looks_round(view, asked, 0, random.Random(n)) for n in range(40))


# Heirs of both houses


def test_kills_the_heir_of_the_other_house_when_it_must() -> None:
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry", "george"))
    scene.noble("neville", 1, "warwick")
    faction = scene.state.factions[0]
    faction.two_house_turns, faction.began_with_both = 1, True
    scene.draw(0)
    for _ in range(6):
        if scene.asked(0) == ["two_houses"]:
            break
        prompt = scene.match.asked(0)[0]
        choice = prompt.default or next(prompt.offers[0].choices())
        scene._note(scene.match.submit(0, choice))
    assert scene.asked(0) == ["two_houses"]
    prompts = scene.match.asked(0)
    _, choice = steward.choose(scene.match.view(0), prompts, 0, random.Random(1))
    assert choice == Choice.of("kill_heir", heir="george")


# Alliances


def attacked(defender_heirs: tuple[str, ...]) -> Scene:
    """Seat 1 attacks seat 2 beside Percy of seat 0, who has rested."""
    scene = Scene(seats=3).noble("percy", 0, "12,6").noble("grey", 1, "12,6")
    scene.noble("holland", 2, "12,6", heirs=defender_heirs)
    scene.noble("audley", 2, "19,18").noble("bourchier", 1, "19,18").combat(1)
    scene.play(1, "attack", nobles=["grey"], against="2", square="12,6")
    return scene


def test_joins_an_attack_that_it_would_lead_to_an_heir() -> None:
    scene = attacked(("richard_york",))
    assert scene.asked(0) == ["alliance"]
    assert answer(scene) == Choice.of("ally_attack", nobles=["percy"])


def besieged() -> Scene:
    """Seat 1's Grey (20) tries to take neutral Coventry (200); Percy (200) of seat 0 stands by."""
    scene = Scene(seats=3).noble("grey", 1, "coventry", outside=True)
    scene.noble("percy", 0, "coventry", outside=True, cards=("marshal_england",))
    scene.noble("audley", 2, "19,18").noble("bourchier", 1, "19,18").combat(1)
    scene.play(1, "conclude", nobles=["grey"], place="coventry")
    return scene


def test_joins_a_siege_that_it_would_lead_to_a_castle() -> None:
    scene = besieged()
    assert scene.asked(0) == ["alliance"]
    assert answer(scene) == Choice.of("ally_attack", nobles=["percy"])


def test_an_assassin_by_mishap_goes_for_the_greatest_loss() -> None:
    scene = Scene(seats=2).noble("holland", 0, "12,6")
    scene.noble("neville", 1, "12,6").noble("talbot", 1, "12,6", heirs=("richard_york",))
    scene.hand(1, "saxons_1").noble("audley", 0, "19,18").noble("bourchier", 1, "19,18").combat(0)
    scene.play(0, "attack", nobles=["holland"], against="1", square="12,6")
    scene.play(1, "play", card="saxons_1", noble="talbot")
    scene.play(1, "let_through")
    assert scene.asked(0) == ["name_target"]
    assert answer(scene).verb == "name_target"


def test_stands_aside_where_nothing_is_to_be_won() -> None:
    scene = Scene(seats=3).noble("grey", 0, "12,6").noble("percy", 1, "12,6")
    scene.noble("neville", 1, "warwick").noble("holland", 2, "12,6")
    scene.noble("audley", 2, "19,18").noble("bourchier", 1, "19,18").combat(1)
    scene.play(1, "attack", nobles=["percy"], against="2", square="12,6")
    assert scene.asked(0) == ["alliance"]
    assert answer(scene) == Choice("stand_aside")


@pytest.mark.parametrize(("kings", "verb"), [(True, "ally_defence"), (False, "stand_aside")])
def test_stands_by_the_attacked_against_whoever_is_about_to_outgrow_all(
    kings: bool, verb: str
) -> None:
    scene = Scene(seats=3).noble("mowbray", 1, "12,6").noble("talbot", 2, "12,6")
    scene.noble("grey", 0, "12,6").noble("bourchier", 0, "19,18").noble("audley", 2, "19,18")
    if kings:
        scene.noble("beaufort", 1, "corfe", heirs=("henry", "richard_york"))
        scene.give("beaufort", "marshal_england")
    scene.combat(1)
    scene.play(1, "attack", nobles=["mowbray"], against="2", square="12,6")
    found = answer(scene)
    assert found.verb == verb
    assert found.args == ({"nobles": ("grey",)} if kings else {})
