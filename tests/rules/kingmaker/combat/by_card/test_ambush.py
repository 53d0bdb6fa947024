"""The ambush: a card for deaths alone, before or instead of a battle."""

from __future__ import annotations

import pytest

from bot.content import load_content
from bot.content.in_force import table_rules
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.odds import assault_odds
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text
from tests.rules.kingmaker.battlefield import FIELD, only, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, DEADLY, attack, meeting
from tests.rules.kingmaker.scene import Scene

AMBUSH = "classic+ambush"


def ambush(scene: Scene, *nobles: str, **args: str) -> Scene:
    """Seat 0 lies in ambush for seat 1."""
    scene.play(0, "ambush", nobles=nobles, against="1", square=FIELD, **args)
    return scene


@pytest.mark.rule("base-18.1")
def test_the_named_die_on_either_side_at_any_odds_and_nobody_wins() -> None:
    # 10 against 230; the card names Beaufort, Clifford and Percy.
    scene = meeting(("clifford",), ("percy", "beaufort", "mowbray", "neville"), ruleset=AMBUSH)
    scene.hold("george", "beaufort").next_events(DEADLY).combat(0)
    ambush(scene, "clifford")
    assert {e.noble for e in scene.happened(facts.NobleDied)} == {"clifford", "percy", "beaufort"}
    assert scene.happened(facts.BattleDecided) == scene.happened(facts.Captured) == []
    assert scene.state.heirs["george"].holder in ("mowbray", "neville")
    assert scene.state.event_discards == [DEADLY]
    sound(scene)


@pytest.mark.rule("base-18.1")
def test_in_bad_weather_there_is_no_ambush() -> None:
    scene = meeting(("roos",), ("percy",), ruleset=AMBUSH).next_events(CARDS["bad_weather"])
    scene.combat(0)
    ambush(scene, "roos")
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert where(scene, "percy") == (FIELD, None)


@pytest.mark.rule("base-18.2")
def test_after_it_they_may_still_fight_but_not_ambush_again() -> None:
    scene = meeting(("percy", "roos"), ("grey",), ruleset=AMBUSH)
    scene.next_events(CARDS["3-1"], "E-RA10").combat(0)
    ambush(scene, "roos")
    aim = {"against": "1", "square": FIELD}
    reason = scene.refused(0, "ambush", rule="base-18.2", nobles=["roos"], **aim)
    assert reason == "That noble has already taken part in an ambush in this phase."
    reason = scene.refused(0, "ambush", rule="base-18.2", nobles=["percy"], **aim)
    assert reason == "That force has already been in an ambush in this phase."
    attack(scene, "percy", "roos")
    assert only(scene, facts.BattleDecided).winner == 0


@pytest.mark.rule("base-18.3")
def test_nobody_inside_a_fortress_is_ambushed() -> None:
    scene = Scene(2, AMBUSH).noble("grey", 1, "northampton")
    scene.noble("percy", 0, "northampton", outside=True).combat(0)
    square = scene.board.places["northampton"].square
    assert scene.offered(0, "ambush") == []
    scene.refused(0, "ambush", rule="base-10.1", nobles=["percy"], against="1", square=square)


@pytest.mark.rule("base-18.1", "base-19.5")
def test_with_the_dice_one_is_named_and_only_he_and_the_ambushers_roll() -> None:
    scene = meeting(("roos",), ("percy", "grey"), ruleset="classic+ambush+nobles_killed")
    scene.hold("george", "grey").next_events(DEADLY).combat(0)
    assert scene.candidates(0, "ambush", "target") >= {"percy", "grey", "george"}
    scene.dice_show(3, 3, 1, 1, then=3)
    ambush(scene, "roos", target="george")
    assert [e.who for e in scene.happened(facts.DeathDiceRolled)] == ["roos", "george"]
    assert not scene.state.heirs["george"].alive
    assert "percy" in scene.state.nobles


@pytest.mark.rule("base-18.1", "base-19.5")
@pytest.mark.parametrize("target", ["henry", "neville", "roos", "nobody"])
def test_with_the_dice_only_one_of_that_force_may_be_named(target: str) -> None:
    scene = meeting(("roos",), ("percy", "grey"), ruleset="classic+ambush+nobles_killed")
    scene.hold("george", "grey").noble("neville", 1, "13,13").combat(0)
    aim = {"nobles": ["roos"], "against": "1", "square": FIELD}
    says = "Name one target for the ambush: a noble or an heir in that force."
    reason = scene.refused(0, "ambush", rule="base-18.1", target=target, **aim)  # type: ignore[arg-type]
    assert reason == says
    assert scene.refused(0, "ambush", rule="base-18.1", **aim) == says  # type: ignore[arg-type]
    scene.play(0, "ambush", target="george", **aim)  # type: ignore[arg-type]


@pytest.mark.rule("base-18.1")
def test_by_the_names_on_the_card_nobody_is_named_beforehand() -> None:
    scene = meeting(("roos",), ("percy",), ruleset=AMBUSH)
    scene.combat(0)
    aim = {"against": "1", "square": FIELD, "target": "percy"}
    reason = scene.refused(0, "ambush", rule="base-18.1", nobles=["roos"], **aim)
    assert reason == "The card decides who dies. Do not name anyone yourself."


@pytest.mark.rule("base-19.6", "base-18.1")
@pytest.mark.parametrize(
    ("card", "used"), [(CARDS["majority"], True), (CARDS["bad_weather"], False)]
)
@pytest.mark.parametrize("bearer", ["neville", "percy"])
def test_french_foot_soldiers_are_used_up_by_an_ambush_on_either_side(
    bearer: str, card: str, used: bool
) -> None:
    scene = meeting(("neville",), ("percy", "grey"), ruleset="classic+advanced_cards+ambush")
    scene.give(bearer, "french_foot", "saxons_1").next_events(card).combat(0)
    ambush(scene, "neville")
    assert scene.state.nobles[bearer].cards == (
        ["saxons_1"] if used else ["french_foot", "saxons_1"]
    )
    assert ("french_foot" in scene.state.crown_discards) == used
    sound(scene)


def test_without_the_option_nobody_lies_in_ambush() -> None:
    scene = meeting(("roos",), ("percy",))
    scene.combat(0)
    assert scene.offered(0, "ambush") == []
    aim = {"against": "1", "square": FIELD}
    reason = scene.refused(0, "ambush", rule="base-9.1", nobles=["roos"], **aim)
    assert reason == "At this table nobody lies in ambush. Attack instead."


# The table of nobles killed: two dice instead of the names on the card.


DICE = "classic+nobles_killed"


@pytest.mark.rule("base-19.5", "base-9.10", "base-12.5")
def test_two_dice_for_each_noble_and_heir_instead_of_the_names() -> None:
    # The card names Stanley; the dice kill Percy (2), George (2) and Grey (12).
    scene = meeting(("percy", "stanley"), ("grey", "holland"), ruleset=DICE)
    scene.hold("henry", "stanley").hold("george", "grey")
    scene.next_events(CARDS["majority"]).combat(0)
    scene.dice_show(1, 1, 3, 4, 6, 6, 6, 6, 5, 5, 1, 1, then=3)
    attack(scene, "percy", "stanley")
    told = [(e.who, sum(e.dice), e.dies) for e in scene.happened(facts.DeathDiceRolled)]
    assert told == [
        ("percy", 2, True),
        ("stanley", 7, False),
        ("henry", 12, False),
        ("grey", 12, True),
        ("holland", 10, False),
        ("george", 2, True),
    ]
    assert {e.noble for e in scene.happened(facts.NobleDied)} == {"percy", "grey"}
    assert not scene.state.heirs["george"].alive
    assert only(scene, facts.Captured).nobles == ("holland",)


@pytest.mark.rule("base-19.5", "base-9.6")
def test_in_bad_weather_no_dice_are_rolled() -> None:
    scene = meeting(("percy",), ("grey",), ruleset=DICE)
    scene.next_events(CARDS["bad_weather"]).combat(0)
    attack(scene, "percy")
    assert scene.happened(facts.DeathDiceRolled) == []


@pytest.mark.rule("base-19.5", "base-10.4")
def test_the_dice_are_rolled_in_a_siege_too() -> None:
    scene = (
        Scene(2, DICE)
        .noble("courtenay", 1, "northampton")
        .noble("percy", 0, "northampton", outside=True)
    )
    scene.give("percy", "marshal_england", "burgundian_crossbowmen_1")
    scene.next_events(CARDS["4-1"]).combat(0)
    scene.dice_show(3, 3, 1, 1, then=3)
    scene.play(0, "conclude", nobles=["percy"], place="northampton")
    assert [e.noble for e in scene.happened(facts.NobleDied)] == ["courtenay"]
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("base-10.2", "base-10.3", "base-10.4")
def test_the_odds_of_a_siege_tell_of_no_laying() -> None:
    scene = Scene(3, "classic").noble("hastings", 1, "northampton")
    scene.noble("talbot", 2, "northampton", guest=True)
    nobles = ["percy", "mowbray", "neville", "stanley"]
    for noble in nobles:
        scene.noble(noble, 0, "northampton", outside=True)
    scene.combat(0)
    odds = assault_odds(scene.content, scene.match.view(0), "northampton", nobles)
    assert (odds.attack, odds.opposed, odds.defenders) == (250, 230, ("talbot",))
    lex = Lexicon(load_content("classic"), table_rules("classic"))
    view = scene.match.view(0)
    text = assault_text(lex, view, "northampton", nobles, ["Anne", "Bob", "Cleo"].__getitem__)
    assert "To lay siege" not in text
    assert "Besieging it needs 230 troops: enough." in text


@pytest.mark.rule("base-19.5", "base-10.13")
def test_an_heir_who_dies_in_a_siege_falls_to_nobody() -> None:
    scene = Scene(2, DICE).noble("courtenay", 1, "northampton", heirs=("george", "margaret"))
    scene.noble("percy", 0, "northampton", outside=True)
    scene.give("percy", "marshal_england", "burgundian_crossbowmen_1")
    scene.next_events(CARDS["4-1"]).combat(0)
    scene.dice_show(3, 3, 3, 4, 1, 1, 3, 3, then=3)
    scene.play(0, "conclude", nobles=["percy"], place="northampton")
    told = {e.who: e.dies for e in scene.happened(facts.DeathDiceRolled)}
    (dead,) = (who for who, dies in told.items() if dies)
    (kept,) = {"george", "margaret"} - {dead}
    assert scene.happened(facts.HeirTaken) == [facts.HeirTaken(kept, "percy", 0)]
    assert not scene.state.heirs[dead].alive
