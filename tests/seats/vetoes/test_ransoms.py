"""A captive is given back for what his return is worth to who has him."""

from __future__ import annotations

import pytest

from bot.seats.kingmaker_steward import bargaining
from bot.seats.kingmaker_steward.outlook import Outlook
from tests.rules.kingmaker.battlefield import FIELD, FINE, attack, idlers, lay_rolls
from tests.rules.kingmaker.scene import HOUSE, Scene
from tests.seats.moves import answer


def captive(seats: int, *cards: str) -> Scene:
    """Pole of seat 1 is captured by Percy of seat 0; a card in hand is offered for him."""
    scene = idlers(Scene(seats)).noble("percy", 0, FIELD).noble("pole", 1, FIELD, cards=cards)
    for seat, noble in zip(range(2, seats), ("stanley", "mowbray"), strict=False):
        scene.noble(noble, seat, {"stanley": "douglas", "mowbray": "framlingham"}[noble])
    scene.hand(1, "saxons_2")
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    scene.play(1, "offer_ransom", cards=["saxons_2"])
    return scene


@pytest.mark.parametrize(("seats", "verb"), [(2, "ask_more"), (4, "accept")])
def test_of_several_rivals_one_has_his_noble_back_for_less(seats: int, verb: str) -> None:
    assert answer(captive(seats, "bp_norwich")).verb == verb


def asked_again(times: int) -> Scene:
    """Seat 1 has places to offer besides; seat 0 has asked for more so many times."""
    scene = idlers(Scene(2)).noble("percy", 0, FIELD).noble("pole", 1, FIELD, cards=("bp_norwich",))
    scene.noble("howard", 1, "framlingham").control("conway", "howard")
    scene.control("york", "howard")
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    for _ in range(times):
        scene.play(1, "offer_ransom", places=["wingfield"])
        scene.play(0, "ask_more")
    return scene


def test_each_time_more_is_asked_it_offers_more() -> None:
    offers = [answer(asked_again(times), 1) for times in range(3)]
    things = [{t for values in choice.args.values() for t in values} for choice in offers]
    assert {choice.verb for choice in offers} == {"offer_ransom"}

    assert things[0] < things[1] < things[2]


@pytest.mark.parametrize(("great", "given"), [(bargaining._GREAT, 1), (0.0, 2)])
def test_the_hand_is_not_emptied_for_little(
    monkeypatch: pytest.MonkeyPatch, great: float, given: int
) -> None:
    monkeypatch.setattr(bargaining, "_GREAT", great)
    scene = idlers(Scene(2)).noble("percy", 0, FIELD).noble("grey", 1, FIELD, castles=False)
    for card in ("saxons_1", "saxons_2"):
        scene.hand(1, card)
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    for _ in range(2):
        scene.play(1, "offer_ransom", cards=["saxons_1"])
        scene.play(0, "ask_more")
    (prompt,) = [each for each in scene.match.prompts(1) if each.blocking]
    offered = bargaining.offer_ransom(Outlook(scene.match.view(1), 1, HOUSE.content), prompt)
    assert len(offered.many("cards")) == given


def test_who_has_offered_too_little_may_try_again_twice_and_no_more() -> None:
    scene = asked_again(0)
    for verb in ("ask_more", "ask_more", "refuse"):
        scene.play(1, "offer_ransom", places=["wingfield"])
        choice = answer(scene)
        assert choice.verb == verb
        scene.play(0, verb)
    assert "pole" not in scene.state.nobles


def test_who_offers_nothing_is_asked_for_no_more() -> None:
    scene = asked_again(0)
    scene.play(1, "offer_ransom")
    assert answer(scene).verb == "refuse"


def test_what_lies_beside_the_captive_counts_as_a_price() -> None:
    scene = asked_again(0)
    scene.play(1, "offer_ransom", beside=["bp_norwich"], places=["york"])
    assert answer(scene).verb == "accept"


@pytest.mark.parametrize(
    ("keeper", "writs", "given"),
    [("howard", 1, 0), ("howard", 3, 1), ("percy", 1, 1), ("percy", 3, 1)],
)
def test_who_can_call_parliament_keeps_a_writ_and_nobody_gives_two(
    keeper: str, writs: int, given: int
) -> None:
    scene = asked_again(0).hold("henry", keeper).held(1, "E-FM01", "E-FM02")
    scene.held(1, *("E-WR01", "E-WR02", "E-WR03")[:writs])
    paid = answer(scene, 1).many("held")
    assert [sum(card[2:4] == kind for card in paid) for kind in ("WR", "FM")] == [given, 1]
