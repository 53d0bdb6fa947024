"""The steward and the sides: whom its family serves, whom its House lets in, what it gives away."""

from __future__ import annotations

import random

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, Field, Match, Offer, Prompt
from bot.seats.kingmaker_steward import siding, steward
from bot.seats.kingmaker_steward.assigning import fitness, settle
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import targets
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    MOWBRAY,
    NEVILLE,
    PERCY,
    STAFFORD,
    YORK,
    heads,
    played_on,
)
from tests.rules.kingmaker.scene import Scene

STRONG = ("courtenay", "talbot", "stanley", "fitzalan", "pole", "roos", "holland", "hastings")


def answer(scene: Scene, seat: int) -> Choice:
    """What the steward answers to what holds up the game; it must be on offer."""
    asked = [prompt for prompt in scene.match.prompts(seat) if prompt.blocking]
    prompt, choice = steward.choose(scene.match.view(seat), asked, seat, random.Random(1))
    assert prompt.find(choice) is not None
    return choice


def strong(seat: int, count: int = len(STRONG)) -> Scene:
    """The six heads at home, and a seat that has a crowd of nobles besides."""
    scene = heads()
    for noble in STRONG[:count]:
        scene.noble(noble, seat, scene.content.castles_of(noble)[0])
    return scene


def after_york(scene: Scene) -> Scene:
    """The turn of York is over in which nobody stirred; that of Lancaster begins."""
    scene.turn(YORK)
    played_on(scene, (LANCASTER, "movement"))
    scene.next_events("E-FM03")
    scene.turn(LANCASTER)
    return scene


@pytest.mark.parametrize(("mighty", "verb"), [(LANCASTER, "serve_house"), (YORK, "stay_loyal")])
def test_its_family_goes_over_to_a_far_stronger_side(mighty: int, verb: str) -> None:
    scene = after_york(strong(mighty))
    assert answer(scene, NEVILLE) == Choice(verb)


def test_it_keeps_still_while_it_means_to_go() -> None:
    scene = strong(LANCASTER)
    scene.turn(YORK)
    played_on(scene, (NEVILLE, "movement"))
    assert answer(scene, NEVILLE) == Choice("done")
    assert answer(scene, NEVILLE).verb == "done"


@pytest.mark.parametrize(("served", "leaves"), [("york", False), ("lancaster", True)])
def test_of_a_side_that_its_head_does_not_favour_it_is_weary_sooner(
    served: str, leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = heads()
    scene.state.sides[NEVILLE].serves = served
    scene.movement(LANCASTER)
    monkeypatch.setattr(siding, "strength_of", lambda _, house: 10.0 if house == served else 15.0)
    outlook = Outlook(scene.match.view(NEVILLE), NEVILLE, scene.content)
    assert siding.wants_other_side(outlook) is leaves


@pytest.mark.parametrize(("house", "verb"), [(LANCASTER, "serve_house"), (YORK, "stay_loyal")])
def test_a_neutral_family_of_its_joins_the_stronger_side(house: int, verb: str) -> None:
    scene = strong(LANCASTER)
    scene.state.sides[STAFFORD].serves = ""
    scene.turn(house)
    assert answer(scene, STAFFORD) == Choice(verb)


@pytest.mark.parametrize(("mighty", "verb"), [(YORK, "admit"), (LANCASTER, "turn_away")])
def test_its_house_lets_a_family_in_unless_it_needs_nobody(mighty: int, verb: str) -> None:
    scene = strong(mighty)
    scene.state.sides[STAFFORD].serves = scene.state.sides[NEVILLE].serves = ""
    scene.state.sides[MOWBRAY].serves = "lancaster" if mighty == LANCASTER else "york"
    scene.turn(LANCASTER)
    scene.play(STAFFORD, "serve_house")
    assert answer(scene, LANCASTER) == Choice(verb)


def test_it_gives_a_title_that_none_of_its_nobles_can_take_to_its_weakest_family() -> None:
    scene = heads().next_crown("earl_kent")
    scene.draw(LANCASTER)
    assert answer(scene, LANCASTER) == Choice.of("hand_out", card="earl_kent", family="5")


def test_it_plays_what_it_can_use_itself() -> None:
    scene = heads().next_crown("town_coventry")
    scene.draw(LANCASTER)
    assert answer(scene, LANCASTER).verb == "play"


def test_troops_go_to_a_family_that_has_not_half_of_its_own() -> None:
    scene = strong(LANCASTER, 3).next_crown("saxons_1")
    scene.draw(LANCASTER)
    assert answer(scene, LANCASTER) == Choice.of("hand_out", card="saxons_1", family=str(STAFFORD))


def test_it_does_not_attack_who_serves_the_same_house() -> None:
    for served in ("york", "lancaster"):
        scene = heads(without=(NEVILLE, PERCY)).noble("neville", NEVILLE, "13,20")
        scene.noble("percy", PERCY, "13,20").give("percy", "saxons_1", "saxons_2")
        scene.state.sides[NEVILLE].serves = served
        scene.combat(PERCY)
        assert answer(scene, PERCY).verb == ("done" if served == "lancaster" else "attack")


def at_the_start() -> Match:
    """The six families as the Houses are asked who keeps their heirs."""
    return Match.start(game_for("kingmaker", "families"), 6, "six families")[0]


def chosen(match: Match, seat: int) -> Choice:
    """What the steward does next at a seat, which is done."""
    asked = [prompt for prompt in match.prompts(seat) if prompt.blocking]
    _, choice = steward.choose(match.view(seat), asked, seat, random.Random(1))
    match.submit(seat, choice)
    return choice


@pytest.mark.rule("families-players.2", "families-players.3")
def test_half_of_the_heirs_of_a_house_begin_with_its_other_noble() -> None:
    match = at_the_start()
    assert [chosen(match, LANCASTER) for _ in range(2)] == [
        Choice.of("entrust", heir="edward_lancaster", noble="clifford"),
        Choice("done"),
    ]
    assert [chosen(match, YORK) for _ in range(3)] == [
        Choice.of("entrust", heir="richard_gloucester", noble="bourchier"),
        Choice.of("entrust", heir="george", noble="bourchier"),
        Choice("done"),
    ]


def test_who_keeps_heirs_is_placed_far_from_foes_before_anybody_is_seen() -> None:
    match = at_the_start()
    for seat in (YORK, LANCASTER):
        match.submit(seat, Choice("done"))
    placed = [chosen(match, LANCASTER) for _ in range(2)]
    assert Choice.of("settle", noble="beaufort", castle="corfe") in placed


def test_who_keeps_the_heirs_of_a_house_is_not_placed_where_plague_may_strike() -> None:
    outlook = Outlook(at_the_start().view(LANCASTER), LANCASTER, heads().content)
    fields = (Field("noble", ("beaufort",)), Field("castle", ("skipton", "carlisle")))
    prompt = Prompt(LANCASTER, "settle_in_turn", (Offer("settle", fields, "base-2.8"),))
    assert settle(outlook, prompt) == Choice.of("settle", noble="beaufort", castle="skipton")


def test_men_are_laid_beside_who_keeps_the_heirs_of_a_house() -> None:
    scene = heads().noble("clifford", LANCASTER, "skipton", cards=("earl_kent",))
    scene.hold("henry", "beaufort")
    outlook = Outlook(scene.match.view(LANCASTER), LANCASTER, scene.content)
    with_heirs, without = (fitness(outlook, "mercenary", one) for one in ("beaufort", "clifford"))
    scene.heir_at("henry", "14,16")
    outlook = Outlook(scene.match.view(LANCASTER), LANCASTER, scene.content)
    assert with_heirs == fitness(outlook, "mercenary", "beaufort") + 3.0
    assert without == fitness(outlook, "mercenary", "clifford")


def test_a_side_comes_together_and_friends_and_the_neutral_are_no_danger() -> None:
    """Neville stands beside Pole of York and Roos of Lancaster, near Percy and Stafford."""
    scene = heads().noble("pole", YORK, "13,5", castles=False)
    scene.noble("talbot", PERCY, "13,5", castles=False)
    scene.noble("roos", STAFFORD, "13,5", castles=False)
    scene.noble("scrope", NEVILLE, "13,4", castles=False)
    scene.movement(YORK)

    def threat() -> int:
        outlook = Outlook(scene.match.view(NEVILLE), NEVILLE, scene.content)
        return outlook.threat("13,4")

    nobles = scene.state.nobles
    assert {nobles[n].seat for n in ("talbot", "roos", "percy")} == {PERCY, STAFFORD}
    crown = scene.content.crown
    lancastrian = sum(crown[noble].troops for noble in ("percy", "talbot", "roos"))
    assert threat() == lancastrian
    scene.state.sides[STAFFORD].serves = ""
    assert threat() == lancastrian - crown["roos"].troops


def friends_in_wells(guest: int) -> Scene:
    """Beaufort is inside Wells, an unfortified town that nobody holds; Percy, whose family serves
    Lancaster, or Neville, whose family serves York, stands before it with many men."""
    scene = heads(without=(LANCASTER, guest)).noble("beaufort", LANCASTER, "wells")
    noble = "percy" if guest == PERCY else "neville"
    scene.noble(noble, guest, "wells", outside=True).give(noble, "saxons_1", "saxons_2")
    scene.combat(guest)
    return scene


@pytest.mark.parametrize(("guest", "goes_for"), [(PERCY, False), (NEVILLE, True)])
def test_who_serves_the_same_house_is_no_prey_inside_a_town(guest: int, goes_for: bool) -> None:
    scene = friends_in_wells(guest)
    outlook = Outlook(scene.match.view(guest), guest, scene.content)
    assert any(aim.place and aim.place.id == "wells" for aim in targets(outlook)) is goes_for
    assert scene.offered(guest, "conclude")
    assert (answer(scene, guest).verb == "conclude") is goes_for
