"""The steward and alliances that are agreed on beforehand: against the strongest of all."""

from __future__ import annotations

import random

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Reign
from bot.seats.kingmaker_steward import steward
from tests.rules.kingmaker.battlefield import FAR, FIELD, idlers
from tests.rules.kingmaker.combat.by_card.field import WRIT, allied
from tests.rules.kingmaker.scene import Scene

HOST = ("percy", "mowbray", "neville", "stanley")


def answer(scene: Scene, seat: int) -> Choice:
    """What the steward answers to what holds up the game; it must be on offer."""
    asked = [prompt for prompt in scene.match.prompts(seat) if prompt.blocking]
    prompt, choice = steward.choose(scene.match.view(seat), asked, seat, random.Random(1))
    assert prompt.find(choice) is not None
    return choice


def table(strong: int) -> Scene:
    """A noble of each of three seats in one field; one of them has a host besides."""
    scene = idlers(Scene(3, "classic+alliance+whole_forces"))
    for seat, noble in enumerate(("pole", "courtenay", "talbot")):
        scene.noble(noble, seat, FIELD, outside=True)
    for noble in HOST:
        scene.noble(noble, strong, "9,20", outside=True)
    return scene


@pytest.mark.rule("base-16.1")
@pytest.mark.parametrize(
    ("strong", "verb"),
    [(2, "accept_alliance"), (0, "decline_alliance"), (1, "decline_alliance")],
)
def test_it_agrees_only_against_a_third_who_is_the_strongest(strong: int, verb: str) -> None:
    scene = table(strong)
    scene.movement(0)
    scene.play(0, "propose_alliance", ally="1", square=FIELD, term="lasting")
    assert answer(scene, 1) == Choice(verb)


@pytest.mark.rule("base-16.4")
@pytest.mark.parametrize(("strong", "kept"), [(2, True), (1, False), (0, False)])
def test_it_cancels_what_it_would_not_agree_to_any_more(strong: int, kept: bool) -> None:
    scene = allied(table(strong), 0, 1).next_events(WRIT)
    scene.turn(0)
    assert answer(scene, 0) == (Choice("done") if kept else Choice.of("cancel_alliance", ally="1"))


@pytest.mark.rule("base-16.4")
def test_it_cancels_an_alliance_with_whoever_is_about_to_win() -> None:
    scene = allied(table(2), 0, 1).next_events(WRIT)
    scene.state.reign = Reign("edward_march", 1, 2)
    scene.hold("edward_march", "courtenay").dead("henry", "richard_york").crowned("edward_march")
    scene.turn(0)
    assert answer(scene, 0) == Choice.of("cancel_alliance", ally="1")


@pytest.mark.rule("base-16.2")
def test_it_attacks_with_an_ally_what_it_would_not_attack_alone() -> None:
    """Nor for an ally who would command, and take what is won."""
    found: dict[tuple[str, bool], tuple[str, ...] | None] = {}
    for ally, bound in (("stanley", True), ("stanley", False), ("percy", True)):
        scene = idlers(Scene(3, "classic+alliance+whole_forces"))
        scene.noble("mowbray", 0, FIELD, outside=True)
        scene.noble("pole", 1, FIELD, outside=True, heirs=("edward_march",))
        scene.noble("stafford", 1, FIELD, outside=True).noble(ally, 2, FIELD, outside=True)
        if bound:
            allied(scene, 0, 2)
        scene.combat(0)
        found[ally, bound] = answer(scene, 0).args.get("against")
    assert found == {("stanley", True): ("1",), ("stanley", False): None, ("percy", True): None}


@pytest.mark.rule("base-16.1", "base-16.4")
def test_stewards_bound_to_each_other_play_on() -> None:
    """Three stewards, two of them allied, for a few turns: each question is answered."""
    scene = allied(table(2), 0, 1, square=FAR)
    scene.turn(0)
    for _ in range(60):
        seat = scene.match.waiting_for()[0]
        prompts = scene.match.prompts(seat)
        prompt, choice = steward.choose(
            scene.match.view(seat), prompts, seat, random.Random(scene.match.version)
        )
        scene.play(prompt.seat, choice.verb, **choice.args)
        assert scene.match.violations() == []
        if scene.match.over:
            break
    # They are bound to each other already, and the third is the strongest of all.
    assert scene.happened(facts.PactProposed) == []


@pytest.mark.rule("base-16.1")
@pytest.mark.parametrize(("strong", "at", "offers"), [
    (2, "9,20", True),
    (2, FAR, False),
    (0, "9,20", False),
    (1, "9,20", False),
])  # fmt: skip
def test_it_offers_an_alliance_once_where_a_strongest_third_could_come(
    strong: int, at: str, offers: bool
) -> None:
    scene = table(strong)
    for noble in (*HOST, "talbot") if strong == 2 else HOST:
        scene.state.nobles[noble].square = at
    pact = Choice.of("propose_alliance", ally="1", square=FIELD, term="one_combat")
    scene.movement(0)
    assert of_its_own_accord(scene, 0).verb != "propose_alliance"
    scene.combat(0)
    assert (of_its_own_accord(scene, 0) == pact) is offers
    if offers:
        scene.play(0, "propose_alliance", **pact.args)
        assert answer(scene, 1) == Choice("accept_alliance")
        scene.play(1, "decline_alliance")
        assert of_its_own_accord(scene, 0).verb != "propose_alliance"


def of_its_own_accord(scene: Scene, seat: int) -> Choice:
    """What the steward does first of all that it may do now."""
    prompts = scene.match.prompts(seat)
    return steward.choose(scene.match.view(seat), prompts, seat, random.Random(1))[1]


@pytest.mark.rule("base-16.1")
@pytest.mark.parametrize("besieged", [True, False])
def test_it_allies_with_nobody_whose_castle_is_about_to_fall_to_it(besieged: bool) -> None:
    """The alliance would end the siege."""
    scene = table(2).noble("clifford", 1, "skipton").noble("roos", 0, "13,9", outside=True)
    scene.noble("beaufort", 0, "13,9", outside=True).noble("grey", 0, "13,9", outside=True)
    scene.give("beaufort", "marshal_england")
    if besieged:
        scene.siege("skipton", ["roos", "beaufort", "grey"], 9)
    scene.movement(1)
    scene.play(1, "propose_alliance", ally="0", square=FIELD, term="lasting")
    assert answer(scene, 0) == Choice("decline_alliance" if besieged else "accept_alliance")
