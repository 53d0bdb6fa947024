"""Swaps that only go back: a steward remembers what it gave for what."""

from __future__ import annotations

import random

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker.state import OpenDeed
from bot.seats.kingmaker_steward import steward
from bot.seats.kingmaker_steward.deals.worths import only_goes_back, stays, swaps_of
from bot.seats.kingmaker_steward.outlook import Outlook
from tests.rules.kingmaker.scene import Scene
from tests.seats.deals.test_answers import offer, word

CONWAY, COCKERMOUTH, ALNWICK = "place:conway", "place:cockermouth", "place:alnwick"
PAID = [COCKERMOUTH, "place:wressle"]


def market() -> Scene:
    """Percy of seat 0 and Neville of seat 1, who has Conway too; movement of seat 0."""
    scene = Scene(3).noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("holland", 1, "ampthill").control("conway", "neville")
    scene.noble("talbot", 2, "sheffield").movement(0)
    return scene


def swap(gave: str, got: str, *, by: int = 0, to: int = 1, when: int = 1) -> OpenDeed:
    """A deal of ``by`` with ``to``: what he gave for what."""
    return OpenDeed(by, to, "dealt", when, tuple(gave.split()), tuple(got.split()))


def proposals(scene: Scene) -> set[str]:
    """The deals that seat 1 would offer, by many lots."""
    prompts, view = scene.match.prompts(1), scene.match.view(1)
    chosen = (steward.choose(view, prompts, 1, random.Random(n))[1] for n in range(20))
    return {str(choice) for choice in chosen if choice.verb == "propose_deal"}


def eyes(*deeds: OpenDeed, seat: int = 1) -> Outlook:
    scene = market()
    scene.state.ledger = list(deeds)
    return Outlook(scene.match.view(seat), seat, scene.content)


def test_what_changed_hands_is_remembered_since_edition_6() -> None:
    scene = market()
    offer(scene, give=PAID, take=[CONWAY])
    assert [(d.kind, d.gave, d.got) for d in scene.state.ledger] == [
        ("dealt", tuple(PAID), (CONWAY,))
    ]


def test_nobody_learns_which_hidden_card_it_was() -> None:
    scene = market().held(0, "E-WR01")
    scene.play(0, "propose_deal", to="1", give=["held:E-WR01"], take=[CONWAY])
    scene.play(1, "accept_deal", deal=scene.state.deals[0].name)
    assert scene.match.view(2).ledger[-1].gave == ("hidden",)
    assert scene.match.view(2).ledger[-1].got == (CONWAY,)


def after_a_swap() -> Scene:
    """Neville has given Conway for Cockermouth and Wressle; now he stands beside Conway, which is
    worth more to him than Cockermouth."""
    scene = market()
    assert [c.verb for c in offer(scene, give=PAID, take=[CONWAY])] == ["accept_deal"]
    for noble in ("neville", "holland"):
        here = scene.state.nobles[noble]
        here.square, here.inside = scene.board.places["conway"].square, None
    return scene


def test_a_swap_is_not_undone_as_nobles_come_and_go() -> None:
    scene = after_a_swap()
    *_, last = offer(scene, give=[CONWAY], take=[COCKERMOUTH])
    assert last.verb != "accept_deal"
    assert scene.state.control["cockermouth"] == "neville"


def test_it_says_why_and_what_would_move_it() -> None:
    scene = after_a_swap()
    counter, no = offer(scene, give=[CONWAY], take=[COCKERMOUTH])
    assert counter.many("take") == (CONWAY, ALNWICK)
    assert word(no) == (
        "We settled that the other way not long ago, but I would go back on it for Alnwick besides."
    )


def test_for_something_new_that_is_worth_it_a_swap_goes_back() -> None:
    (yes,) = offer(after_a_swap(), give=[CONWAY, ALNWICK], take=[COCKERMOUTH])
    assert yes.verb == "accept_deal"


def test_what_was_swapped_long_ago_may_be_swapped_back() -> None:
    scene = after_a_swap()
    scene.state.ledger = []
    (yes,) = offer(scene, give=[CONWAY], take=[COCKERMOUTH])
    assert yes.verb == "accept_deal"


@pytest.mark.parametrize(
    ("swaps", "offered"),
    [
        ([], True),
        ([(1, 0, CONWAY, COCKERMOUTH)], False),
        ([(1, 2, CONWAY, COCKERMOUTH)], False),
        ([(0, 2, COCKERMOUTH, CONWAY)], False),
        ([(0, 2, CONWAY, COCKERMOUTH)], True),
    ],
)
def test_it_offers_no_swap_that_would_undo_one_of_either(
    swaps: list[tuple[int, int, str, str]], offered: bool
) -> None:
    scene = after_a_swap()
    scene.state.round = 3
    scene.state.ledger = [swap(gave, got, by=by, to=to) for by, to, gave, got in swaps]
    scene.movement(1)
    wanted = Choice.of("propose_deal", to="0", give=[COCKERMOUTH], take=[CONWAY])
    assert proposals(scene) == ({str(wanted)} if offered else set())


@pytest.mark.parametrize(("made", "kept"), [(1, True), (0, False)])
def test_for_five_rounds_nobody_asks_for_what_he_gave_away_or_offers_what_he_got(
    made: int, kept: bool
) -> None:
    """Also for something that was no part of that swap, and to or from somebody else."""
    scene = market()
    scene.state.round = 6
    scene.state.ledger = [swap(CONWAY, COCKERMOUTH, by=1, to=0, when=made)]
    outlook = Outlook(scene.match.view(1), 1, scene.content)
    assert [
        stays(outlook, CONWAY, 0, 1),
        stays(outlook, CONWAY, 2, 1),
        stays(outlook, COCKERMOUTH, 1, 2),
        stays(outlook, CONWAY, 0, 2),
    ] == [kept] * 4
    assert not stays(outlook, COCKERMOUTH, 2, 1)
    assert not stays(outlook, ALNWICK, 0, 1)


# What only goes back


@pytest.mark.parametrize(
    ("deeds", "gets", "gives", "back"),
    [
        ([], "b", "a", ""),
        ([swap("a", "b")], "b", "a", "a b"),
        ([swap("a", "b")], "b c", "a", "a b"),
        ([swap("a", "b")], "b", "c", ""),
        ([swap("a", "b")], "c", "a", ""),
        # With another partner, and all the way round.
        ([swap("a", "b"), swap("a", "c", by=1, to=2)], "a", "c", "a c"),
        ([swap("b", "a", by=1), swap("c", "b", by=2), swap("a", "c", by=1, to=2)], "a", "c", "a c"),
        # What it got before is not what it got for it.
        ([swap("c", "d"), swap("a", "b")], "b", "c", ""),
        ([swap("a", "b"), swap("c", "d")], "b", "c", "b c"),
        # Gifts, and deals of others.
        ([swap("a", "")], "b", "a", ""),
        ([swap("a", "b", to=2)], "b", "a", ""),
    ],
)
def test_what_only_goes_back(deeds: list[OpenDeed], gets: str, gives: str, back: str) -> None:
    found = only_goes_back(eyes(*deeds), 1, gets.split(), gives.split())
    assert sorted(found) == back.split()


def test_any_hidden_card_may_be_the_one_that_was_given() -> None:
    outlook = eyes(OpenDeed(1, 0, "dealt", 1, ("hidden",), (CONWAY,)))
    assert swaps_of(outlook, 1) == [({"hidden"}, {CONWAY})]
    assert only_goes_back(outlook, 1, ["hand:le_swan"], [CONWAY]) == {"hand:le_swan", CONWAY}
