"""What places are worth to it that hold an heir, and swaps of places that bring little."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.seats.kingmaker_steward import steward
from bot.seats.kingmaker_steward.deals import offering
from bot.seats.kingmaker_steward.deals.worths import worth_to
from bot.seats.kingmaker_steward.worth import heir_worth
from tests.rules.kingmaker.scene import Scene

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
