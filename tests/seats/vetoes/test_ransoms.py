"""A captive is given back for what his return is worth to who has him."""

from __future__ import annotations

import pytest

from tests.rules.kingmaker.battlefield import FIELD, FINE, attack, idlers, lay_rolls
from tests.rules.kingmaker.scene import Scene
from tests.seats.test_steward_called import answer


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
