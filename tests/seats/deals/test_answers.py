"""What the steward says to a deal: a reason, and the least that would make it a yes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.rules.kernel import Choice, Dice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.cards.deals import OPEN_DEALS
from bot.rules.kingmaker.secrets import redeal_hidden
from bot.rules.kingmaker.state import Deal
from bot.seats.kingmaker_steward import steward
from bot.seats.kingmaker_steward.deals import offering
from bot.seats.kingmaker_steward.deals.worths import worth_to
from bot.seats.kingmaker_steward.worth import heir_worth
from tests.rules.kingmaker.scene import Scene
from tests.tools.bargains import play_twins


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


# What places are worth to it that hold an heir, and swaps of places that bring little.


YORK = "place:york"


def besieged_york(*heirs: str) -> Scene:
    """Percy of seat 0 holds York, with heirs alone inside; Neville besieges it."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "york", outside=True)
    scene.control("york", "percy")
    for heir in heirs:
        scene.heir_at(heir, scene.board.places["york"].square, "york")
    return scene.siege("york", ["neville"])


@pytest.mark.parametrize("seat", [0, 1])
def test_a_place_is_worth_the_heir_who_waits_inside_too(seat: int) -> None:
    bare, royal = besieged_york(), besieged_york("margaret")
    for scene in (bare, royal):
        scene.movement(0)
    plain = steward.look(bare.match.view(0), 0)
    dear = steward.look(royal.match.view(0), 0)
    more = worth_to(dear, seat, YORK) - worth_to(plain, seat, YORK)
    assert more == pytest.approx(0.8 * heir_worth(dear, "margaret"))


def swaps(scene: Scene) -> Iterator[float]:
    """What the swaps bring, of places for places, that seat 0 might offer."""
    outlook = steward.look(scene.match.view(0), 0)
    (standing,) = (prompt for prompt in scene.match.prompts(0) if prompt.kind == "any_time")
    for offer in standing.offers:
        if offer.verb == "propose_deal":
            for worth, choice in offering._ideas(outlook, offer):
                if all(one.startswith("place:") for one in (*choice.args["give"],)):
                    yield worth


def test_places_are_swapped_for_places_only_where_both_gain_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    for place in ("lancaster", "chester", "shrewsbury"):
        scene.control(place, "percy")
    for place in ("newcastle", "durham", "northampton"):
        scene.control(place, "neville")
    scene.state.round = 3
    scene.movement(0)
    monkeypatch.setattr(offering, "_WORTH_A_MOVE", 0.0)
    found = list(swaps(scene))
    assert min(found) > 0
    monkeypatch.setattr(offering, "_WORTH_A_MOVE", max(found) + 0.1)
    assert not list(swaps(scene))


# No answer to a deal tells who asks anything of what is hidden from him.


def crowded(*takers: int) -> Scene:
    """Seat 1 has offered deals to these seats; seat 0 asks it for Conway."""
    scene = Scene(3).noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("holland", 1, "ampthill").control("conway", "neville")
    scene.noble("talbot", 2, "sheffield").movement(1)
    for number, taker in enumerate(takers):
        promise = f"a song of {number + 1} verses"
        scene.play(1, "propose_deal", to=str(taker), promise=promise)
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", take=["place:conway"])
    return scene


def test_that_all_its_offers_are_out_nobody_hears_who_has_none_of_them() -> None:
    free, busy = crowded(2), crowded(*[2] * OPEN_DEALS)
    answers = haggled(free)
    assert [choice.verb for choice in answers] == ["propose_deal", "refuse_deal"]
    oldest, newer, _ = (deal.name for deal in busy.state.deals if deal.giver == 1)
    offers, refuses = answers
    assert haggled(busy) == [
        Choice.of("withdraw_deal", deal=oldest),
        offers,
        Choice.of("withdraw_deal", deal=newer),
        refuses,
    ]


def test_with_offers_to_who_asks_alone_none_is_taken_back() -> None:
    assert [choice.verb for choice in haggled(crowded(*[0] * OPEN_DEALS))] == ["refuse_deal"]


def test_in_many_rounds_no_answer_hangs_on_what_is_hidden() -> None:
    found = play_twins("house", 4, "reason:2", {"rounds": "9"})
    assert found.told == []
    assert found.answers >= 5
