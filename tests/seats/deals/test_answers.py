"""What the steward says to a deal: a reason, and the least that would make it a yes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.rules.kernel import Choice, Dice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.secrets import redeal_hidden
from bot.rules.kingmaker.state import Deal
from bot.seats.kingmaker_steward import steward
from tests.rules.kingmaker.scene import Scene


def market(*held: str) -> Scene:
    """Percy of seat 0 and Neville of seat 1, who have several castles each; movement of seat 0."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick").held(0, *held)
    scene.noble("holland", 1, "ampthill").control("conway", "neville")
    scene.hand(1, "saxons_1", "le_swan").held(1, "E-WR02", "E-CM01")
    scene.movement(0)
    return scene


def reaction(scene: Scene, seat: int = 1) -> Choice | None:
    """What the steward of a seat does when it is offered something."""
    prompts: Any = scene.match.prompts(seat)
    found = steward.glance(scene.match.view(seat), prompts, seat, random.Random(1))
    return None if found is None else found[1]


def haggled(scene: Scene, seat: int = 1) -> list[Choice]:
    """All that the steward does about what it was offered, one after the other."""
    done: list[Choice] = []
    while (choice := reaction(scene, seat)) is not None:
        assert len(done) < 5
        scene._note(scene.match.submit(seat, choice))
        done.append(choice)
    return done


def offer(scene: Scene, **terms: Sequence[str] | str) -> list[Choice]:
    """Seat 0 offers seat 1 a deal; what that does."""
    scene.play(0, "propose_deal", to="1", **terms)
    return haggled(scene)


def word(choice: Choice) -> str:
    """What was said with an answer: one sentence, and short."""
    said = choice.one("word")
    assert 0 < len(said) <= 120
    assert said.endswith(".")
    assert ". " not in said
    return said


def test_a_gift_that_is_asked_for_has_its_price_on_the_table_and_in_words() -> None:
    scene = market()
    counter, no = offer(scene, take=["place:conway"])
    assert counter.verb == "propose_deal"
    assert counter.many("give") == ("place:conway",)
    assert counter.many("take") == ("place:wressle", "place:cockermouth")
    assert no.verb == "refuse_deal"
    assert word(no) == (
        "I cannot give Conway away for nothing, but I would for Wressle and Cockermouth."
    )
    assert [(d.giver, d.taker) for d in scene.state.deals] == [(1, 0)]


def test_the_counter_offer_is_the_least_that_it_would_take() -> None:
    scene = market()
    counter, _ = offer(scene, take=["place:conway"])
    asked = counter.many("take")
    scene.play(0, "propose_deal", to="1", take=["place:conway"], give=asked)
    assert [choice.verb for choice in haggled(scene)] == ["accept_deal"]


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ((["place:conway"], ["place:wressle"]), ["accept_deal"]),
        ((["place:conway", "place:middleham"], ["place:wressle"]), ["accept_deal"]),
        ((["place:conway"], ["place:wressle", "place:alnwick"]), ["propose_deal", "refuse_deal"]),
        ((["place:middleham"], ["place:wressle"]), ["propose_deal", "refuse_deal"]),
    ],
)
def test_it_stands_by_what_it_offers_itself(
    own: tuple[list[str], list[str]], said: list[str]
) -> None:
    scene = market()
    give, take = own
    scene.state.deals.append(Deal(number=1, giver=1, taker=0, give=give, take=take))
    answers = offer(scene, give=["place:wressle"], take=["place:conway"])
    assert [choice.verb for choice in answers] == said


def test_too_little_is_told_with_what_would_have_to_be_added() -> None:
    scene = market("E-FM01")
    (no,) = offer(scene, give=["held:E-FM01"], take=["place:conway", "place:middleham"])
    # A card that is hidden from others cannot be asked for in a deal: words must do.
    assert no.verb == "refuse_deal"
    assert word(no) == (
        "Middleham is dear to me, but I would shake hands for Wressle and Cockermouth besides."
    )


def test_what_is_beyond_price_is_refused_with_the_reason_alone() -> None:
    scene = Scene().noble("percy", 0, "12,6").noble("neville", 1, "12,6", heirs=("richard_york",))
    scene.movement(0)
    (no,) = offer(scene, take=["heir:richard_york"])
    assert word(no) == "You ask for Richard of York and offer nothing for it."


def test_the_same_counter_offer_is_not_made_twice() -> None:
    scene = market()
    first = offer(scene, take=["place:conway"])
    scene.play(0, "refuse_deal", deal=scene.state.deals[0].name)
    again = offer(scene, take=["place:conway"])
    assert [choice.verb for choice in first] == ["propose_deal", "refuse_deal"]
    assert [choice.verb for choice in again] == ["refuse_deal"]
    assert word(again[0]) == word(first[1])


def test_what_nobody_can_take_now_is_refused_though_it_would_be_fair() -> None:
    scene = market("E-FM01")
    scene.play(0, "propose_deal", to="1", give=["held:E-FM01"])
    scene.state.factions[0].held.clear()
    (no,) = haggled(scene)
    assert word(no) == "Gladly, but one of us cannot take what this deal offers just now."


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"give": ["held:E-FM01"]}, "I take Free Move, with thanks."),
        ({"promise": "I shall keep the peace"}, "So be it."),
        ({"promise": "a song"}, "That is too little to shake hands on."),
    ],
)
def test_gifts_and_promises_are_answered_in_words(terms: dict[str, Any], said: str) -> None:
    scene = market("E-FM01")
    assert word(offer(scene, **terms)[-1]) == said


# Nothing hidden is told


def twins(scene: Scene) -> list[Scene]:
    """The same position with other cards wherever seat 0 cannot see them."""
    found = []
    for seed in range(6):
        twin = Scene()
        twin.position = twin.match.game.decode(scene.match.save())
        redeal_hidden(twin.position, scene.content, 0, Dice(f"twin {seed}"))
        twin.match = twin.match.at(twin.game, twin.position)
        found.append(twin)
    return found


@pytest.mark.parametrize(
    "terms",
    [
        {"take": ["place:conway"]},
        {"give": ["place:cockermouth"], "take": ["place:warwick"]},
        {"give": ["held:E-WR01"], "take": ["place:conway"]},
        {"take": ["place:conway"], "promise": "I shall not attack you"},
        {"give": ["place:cockermouth"]},
    ],
)
def test_nothing_is_said_that_hangs_on_cards_which_the_asker_cannot_see(
    terms: dict[str, Any],
) -> None:
    scene = market("E-WR01")
    scene.play(0, "propose_deal", to="1", **terms)
    alike = twins(scene)
    hands = {tuple(twin.state.factions[1].hand) for twin in alike}
    assert len(hands) > 1
    told = [[(c.verb, c.args) for c in haggled(twin)] for twin in alike]
    assert told == [told[0]] * len(told)
    assert told[0]


def test_a_word_goes_to_the_two_alone() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("talbot", 2, "sheffield").movement(0)
    scene.play(0, "propose_deal", to="1", take=["place:raby"])
    haggled(scene)
    closed = [e for e in scene.events if isinstance(e, facts.DealClosed)]
    assert [event.audience for event in closed] == [(0, 1)]
    assert closed[0].word
