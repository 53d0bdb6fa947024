"""What the steward offers of its own accord: one deal a round, none twice, and for votes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.games import game_for, policy_for
from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Pledge
from bot.seats.kingmaker_steward import steward, voting
from bot.seats.kingmaker_steward.deals import offering, worths
from bot.seats.kingmaker_steward.deals.worths import is_kept
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.selfplay import play_game
from tests.rules.kingmaker.chamber import call, realm
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, chancery, step
from tests.tools.bargains import Bargains, Listener, Person, count


def seller() -> Scene:
    """Seat 0 has a title that nobody of its own could bear, and a Writ without anybody to call
    Parliament with it."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick", heirs=("henry",))
    scene.held(0, "E-WR01").hand(0, "duke_exeter").noble("holland", 1, "ampthill").control(
        "lancaster", "neville"
    )
    chancery(scene, "earl_kent", "earl_essex", "bp_norwich")
    scene.state.round = 3
    scene.movement(0)
    return scene


def offered(scene: Scene) -> list[Choice]:
    """The deals that seat 0 would offer, by many lots."""
    prompts: Any = scene.match.prompts(0)
    view = scene.match.view(0)
    chosen = (steward.choose(view, prompts, 0, random.Random(n))[1] for n in range(20))
    return [choice for choice in chosen if choice.verb == "propose_deal"]


def test_no_writ_is_offered_for_a_place() -> None:
    scene = seller()
    assert {token for choice in offered(scene) for token in choice.many("give")} == {
        "hand:duke_exeter"
    }
    seen = Outlook(scene.match.view(0), 0, scene.content)
    kinds = ("held:E-WR01", "held:E-CM01", "held:E-FM01", "hand:duke_exeter")
    assert [is_kept(seen, token, "place:lancaster", 1) for token in kinds] == [
        True,
        True,
        True,
        False,
    ]
    assert not any(is_kept(seen, token, "heir:henry", 1) for token in kinds)


@pytest.mark.parametrize(
    ("king", "card", "wish", "kept"),
    [
        (1, "E-WR01", "beside:saxons_1", False),
        (1, "E-WR01", "place:warwick", False),
        (2, "E-WR01", "beside:saxons_1", True),
        (0, "E-WR01", "beside:saxons_1", True),
        (1, "E-CM01", "beside:saxons_1", True),
        (1, "E-FM01", "beside:saxons_1", True),
    ],
)
def test_who_hopes_for_cards_gives_the_king_a_writ(
    king: int, card: str, wish: str, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worths, "_hopes", lambda *_: True)
    scene = Scene(3).noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("talbot", 2, "sheffield").crowned("henry")
    scene.hold("henry", ("percy", "neville", "talbot")[king])
    scene.held(0, card).movement(0)
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert is_kept(seen, f"held:{card}", wish, 1) == kept
    scene.state.peace_ended_turn = scene.state.turn
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert is_kept(seen, f"held:{card}", wish, 1)


@pytest.mark.parametrize("wish", ["beside:saxons_1", "place:warwick"])
def test_who_can_expect_nothing_gives_the_king_no_writ(wish: str) -> None:
    scene = Scene(3).noble("percy", 0, "alnwick").noble("neville", 1, "warwick").crowned("henry")
    scene.noble("talbot", 2, "sheffield").hold("henry", "neville").held(0, "E-WR01").movement(0)
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert is_kept(seen, "held:E-WR01", wish, 1)


@pytest.mark.parametrize(("card", "kept"), [("E-WR01", True), ("E-CM01", False)])
def test_without_a_king_the_chancellor_is_sold_his_card(
    card: str, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worths, "_hopes", lambda *_: True)
    scene = Scene(3).noble("percy", 0, "alnwick").noble("talbot", 2, "sheffield").crowned()
    scene.noble("neville", 1, "warwick").give("neville", "chancellor_england")
    scene.held(0, card).movement(0)
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert is_kept(seen, f"held:{card}", "beside:saxons_1", 1) == kept


@pytest.mark.parametrize(("bishop", "kept"), [("percy", False), ("neville", True)])
def test_who_will_share_out_the_cards_gives_a_writ_for_a_place(bishop: str, kept: bool) -> None:
    """Holland could take a title; the Archbishop’s player leads the last round."""
    scene = seller().noble("grey", 0, "ruthin").give(bishop, "abp_york")
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert is_kept(seen, "held:E-WR01", "place:lancaster", 1) == kept


@pytest.mark.parametrize(("others", "kept"), [(("talbot",), False), (("talbot", "hastings"), True)])
def test_a_share_is_enough_even_if_another_has_a_greater_one(
    others: tuple[str, ...], kept: bool
) -> None:
    """Percy and Talbot could take titles, but the Archbishop leads the last round for Talbot."""
    scene = Scene(3).noble("percy", 0, "alnwick").noble("neville", 1, "warwick", heirs=("henry",))
    for noble, home in zip(others, ("sheffield", "ashby"), strict=False):
        scene.noble(noble, 2, home)
    scene.give("talbot", "abp_canterbury").held(0, "E-WR01").control("lancaster", "neville")
    chancery(scene, "earl_kent", "earl_essex", "bp_norwich", "duke_exeter").movement(0)
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert is_kept(seen, "held:E-WR01", "place:lancaster", 1) == kept


def test_one_writ_is_enough_for_a_deal() -> None:
    scene = seller().held(0, "E-WR02", "E-CM01")
    seen = Outlook(scene.match.view(0), 0, scene.content)
    again = [
        offering._once_is_enough(seen, token, ["place:alnwick", "held:E-WR01"])
        for token in ("held:E-WR02", "held:E-CM01", "place:warkworth")
    ]
    assert again == [True, False, False]


@pytest.mark.parametrize(("seats", "taker", "kept"), [(3, 1, True), (3, 2, False), (2, 1, False)])
def test_no_office_goes_to_the_strong_while_there_are_weaker_ones(
    seats: int, taker: int, kept: bool
) -> None:
    scene = Scene(seats).noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.hold("henry", "neville").hold("margaret", "neville").hand(0, "marshal_england")
    if seats > 2:
        scene.noble("talbot", 2, "sheffield")
    scene.movement(0)
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert is_kept(seen, "hand:marshal_england", "place:warwick", taker) == kept
    assert not is_kept(seen, "hand:marshal_england", "heir:henry", taker)


def test_one_offer_a_round_and_never_the_same_again() -> None:
    scene = seller()
    first = offered(scene)
    assert first
    scene.play(0, "propose_deal", **first[0].args)
    scene.play(1, "refuse_deal", deal=scene.state.deals[0].name)
    assert offered(scene) == []
    scene.state.round = 4
    assert all(choice != first[0] for choice in offered(scene))


@pytest.fixture
def before_the_vote(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Seat 0, no stronger than the others, has moved that Percy be made Marshal; it is debated."""
    monkeypatch.setattr(voting, "rivalry", lambda *_: 1.0)
    monkeypatch.setattr(voting, "weakest_rival", lambda *_: None)
    scene = call(chancery(realm(), "marshal_england"))
    while not scene.offered(0, "propose"):
        waiting = scene.match.waiting_for()[0]
        prompt = next(p for p in scene.match.asked(waiting) if p.blocking)
        scene._note(scene.match.submit(waiting, prompt.default or next(prompt.offers[0].choices())))
    scene.play(0, "propose", card="marshal_england", noble="percy")
    return scene


def test_where_nobody_is_against_it_no_vote_is_asked_for(before_the_vote: Scene) -> None:
    assert answer(before_the_vote) == Choice("call_vote")


def test_a_vote_that_is_lacking_is_paid_for(
    before_the_vote: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offering, "votes_of", lambda _: ([10, 6, 6], [0, 6, 6]))
    asked = answer(before_the_vote)
    assert asked.verb == "propose_deal"
    assert asked.one("promise").endswith("your yea to Percy as Marshal of England")
    step(before_the_vote)
    assert answer(before_the_vote) == Choice("call_vote")


def test_two_votes_are_asked_for_one_after_the_other_and_counted_as_given(
    before_the_vote: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it has offered in this round already: a vote cannot wait for the next."""
    scene, now = before_the_vote, before_the_vote.state.round
    monkeypatch.setattr(offering, "votes_of", lambda _: ([1, 8, 1], [1, 1, 8]))
    monkeypatch.setattr(offering, "opinion", lambda points: "yea" if points > 1 else "nay")
    scene.state.offered = {"0-1": [f"{now}:before"]}
    assert answer(scene).one("to") == "1"
    matter = "Percy as Marshal of England"
    text = f"my thanks for your yea to {matter}"
    scene.state.pledges = [Pledge(0, 1, text, now, now + 1)]
    assert answer(scene).one("to") == "2"
    scene.state.pledges.append(Pledge(0, 2, text, now, now + 1))
    assert answer(scene) == Choice("call_vote")


def test_nobody_asks_for_votes_on_what_another_has_moved(
    before_the_vote: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offering, "votes_of", lambda _: ([10, 6, 6], [0, 6, 6]))
    debate = before_the_vote.match.position.agenda[-1]
    debate.motion["mover"] = "1"
    before_the_vote.match.position.agenda[-3].motion["mover"] = "1"
    assert answer(before_the_vote) == Choice("call_vote")


def test_a_vote_that_is_owed_is_given_and_no_other(before_the_vote: Scene) -> None:
    scene = before_the_vote
    scene.play(0, "call_vote")
    free, now = answer(scene, 1), scene.state.round
    scene.state.pledges = [Pledge(0, 1, "my thanks for your yea", now, now + 1)]
    assert (free, answer(scene, 1)) == (Choice("abstain"), Choice("yea"))


def test_a_person_is_offered_deals_and_every_no_has_a_reason() -> None:
    game, computer = game_for("kingmaker", "house"), policy_for("kingmaker", "steward")
    players: Any = [Person(computer), computer, computer, computer]
    record = play_game(game, 4, "bargains", players, {"rounds": "12"}, check=False)
    found = count(game, record, 0)
    figures = found.figures()
    assert figures["fewest_offers"] >= 3
    assert figures["most_a_round"] == 1
    assert figures["offered_twice"] == 0
    assert found.refusals >= 3
    assert figures["with_a_reason"] == 1
    assert figures["with_a_counter"] >= 0.6


@pytest.mark.tools
def test_the_tool_counts_what_the_person_hears() -> None:
    listener = Listener(0)
    york, raby = ("place:york",), ("place:raby",)
    listener.hear([facts.DealProposed(1, 1, 0, york, raby)], 1)
    listener.hear([facts.DealProposed(2, 1, 0, york, raby)], 2)
    listener.hear([facts.DealProposed(1, 0, 1, take=("place:raby",))], 2)
    listener.hear([facts.DealProposed(3, 1, 0, give=("place:raby",))], 2)
    listener.hear([facts.DealClosed(1, 0, 1, "refused", "No.")], 2)
    listener.hear([facts.DealProposed(2, 0, 1, take=("place:raby",))], 3)
    listener.hear([facts.DealClosed(2, 0, 1, "refused")], 3)
    assert listener.found == Bargains(1, [2], 1, 1, 2, 1, 1, 1)
    total = Bargains()
    total.add(listener.found)
    total.add(Bargains(1, [5]))
    assert total.figures()["fewest_offers"] == 2
    assert total.figures()["with_a_reason"] == pytest.approx(0.5)
