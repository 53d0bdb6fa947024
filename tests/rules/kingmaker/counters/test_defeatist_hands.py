"""Cards that are kept until they are wanted, with a faction that is defeatist (001 Event: Defeatism
Rife): it plays none of them, and nobody learns from a question who keeps one."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Dice, Prompt
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.state import Spell
from bot.secrecy import leaks
from tests.rules.kingmaker.battlefield import FIELD, idlers, sound
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before, draw_for
from tests.rules.kingmaker.combat.by_card.test_spoils import PARDON
from tests.rules.kingmaker.scene import Scene

RULE = "ishkibibble-defeatism.2"
MOVES_ONLY = "Defeatism is rife in your faction. It may move, but do nothing else."
REFUGE, REVEALED = "X-RF3", "X-PRV"
BESIEGERS = ("percy", "mowbray", "neville")


def lost_heart(scene: Scene, seat: int) -> Scene:
    """A faction is defeatist for two of its turns."""
    scene.state.spells.append(Spell("defeatism", seat, 2))
    return scene


def grey_dies(keeper: int | None) -> Scene:
    """Grey of seat 1 is killed; seat 0 is defeatist, and somebody keeps Influence Heir."""
    scene = Scene(3, "classic+card_influence+card_defeatism").noble("percy", 0, "14,2")
    scene.noble("stafford", 2, "14,3").noble("grey", 1, FIELD)
    if keeper is not None:
        scene.held(keeper, "X-INF")
    lost_heart(scene, 0).movement(0)
    kill_noble(scene.match.table, "grey", "battle")
    scene._note(scene.match._after())
    return scene


def a_siege() -> Scene:
    """Seat 0 draws for a town; seat 1 keeps Siege Fails, and is defeatist."""
    scene = before(TOWN, BESIEGERS, ruleset="classic+card_siege_fails+card_defeatism")
    lost_heart(scene.held(1, "X-SIF"), 1).next_events(CARDS["majority"]).combat(0)
    return draw_for(scene, *BESIEGERS, place=TOWN)


def a_battle() -> Scene:
    """Seat 0 attacks seat 1, which keeps Evade Battle, and is defeatist."""
    scene = meeting(("percy",), ("mowbray",), ruleset="classic+card_evade+card_defeatism")
    lost_heart(scene.held(1, "X-EVA"), 1).next_events(CARDS["majority"]).combat(0)
    return attack(scene, "percy")


def bad_weather() -> Scene:
    """Bad weather delays the attack of seat 0; seat 1 keeps Force Battle, and is defeatist."""
    scene = meeting(("percy",), ("mowbray",), ruleset="classic+card_force+card_defeatism")
    lost_heart(scene.held(1, "X-FOR"), 1).next_events(CARDS["bad_weather"]).combat(0)
    return attack(scene, "percy")


ASKED = [
    pytest.param(lambda: grey_dies(0), 0, "woo_heir", {"noble": "grey"}, id="influence"),
    pytest.param(a_siege, 1, "fail_siege", {}, id="siege-fails"),
    pytest.param(a_battle, 1, "evade", {}, id="evade"),
    pytest.param(bad_weather, 1, "force", {}, id="force"),
]


def question(scene: Scene, seat: int) -> Prompt:
    """What a seat is asked now."""
    (found,) = [p for p in scene.match.prompts(seat) if p.blocking]
    return found


@pytest.mark.rule("ishkibibble-defeatism.2")
@pytest.mark.parametrize(("begin", "seat", "verb", "args"), ASKED)
def test_a_card_that_is_asked_for_in_secret_it_can_only_let_be(
    begin: object, seat: int, verb: str, args: dict[str, str]
) -> None:
    scene = begin()  # type: ignore[operator]
    assert scene.asked(seat) == [verb]
    assert [offer.verb for offer in question(scene, seat).offers] == ["let_be"]
    assert scene.refused(seat, verb, rule=RULE, **args) == MOVES_ONLY
    kept = list(scene.state.factions[seat].held)
    for other in sorted(scene.match.waiting_for()):
        scene.play(other, "let_be")
    assert scene.state.factions[seat].held == kept
    sound(scene)


@pytest.mark.rule("ishkibibble-defeatism.2", "base-9.4")
def test_all_are_asked_alike_whoever_keeps_the_card_or_may_play_it() -> None:
    mine, others = grey_dies(0), grey_dies(2)
    for seat in (0, 2):
        asked = [question(scene, seat) for scene in (mine, others)]
        assert asked[0].facts == asked[1].facts
        assert [p.sealed for p in asked] == [True, True]
        assert [p.default for p in asked] == [Choice("let_be")] * 2
    assert sorted(mine.match.waiting_for()) == sorted(others.match.waiting_for()) == [0, 2]
    for scene in (mine, others):
        assert leaks(scene.match, [0, 1, 2, None], Dice("another")) == []
    assert grey_dies(None).asked(2) == []


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_it_pardons_nobody_and_is_asked_all_the_same() -> None:
    scene = meeting(
        ("percy", "neville"), ("courtenay",), ruleset="classic+kings_pardon+card_defeatism"
    )
    lost_heart(scene.hand(1, PARDON), 1).next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", "neville")
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert scene.asked(1) == ["mercy"]
    assert question(scene, 1).default == Choice("let_die")
    assert scene.refused(1, "pardon", rule=RULE, card=PARDON) == MOVES_ONLY
    scene.play(1, "let_die")
    assert "courtenay" not in scene.state.nobles
    assert scene.state.factions[1].hand == [PARDON]


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_it_goes_into_no_refuge() -> None:
    scene = idlers(Scene(2, "ishkibibble")).noble("percy", 0, "12,2").held(0, REFUGE)
    lost_heart(scene, 0).movement(0)
    assert scene.offered(0, "take_refuge") == []
    said = scene.refused(0, "take_refuge", rule=RULE, card=REFUGE, land="scotland")
    assert said == MOVES_ONLY


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_it_unmasks_no_pretender() -> None:
    scene = idlers(Scene(2, "classic+card_pretender+card_defeatism")).noble("percy", 0, "14,2")
    scene.dice_show(3).next_events("X-PRE").event(1)
    lost_heart(scene.held(0, REVEALED), 0).movement(0)
    assert scene.offered(0, "unmask") == []
    assert scene.refused(0, "unmask", rule=RULE) == MOVES_ONLY
    assert len(scene.state.pretenders) == 1
