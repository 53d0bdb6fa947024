"""The table of nobles killed: two dice instead of the names on the card."""

from __future__ import annotations

import pytest

from bot.content import load_content
from bot.content.in_force import table_rules
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.odds import assault_odds
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text
from tests.rules.kingmaker.battlefield import only
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.scene import LoadedDice, Scene

DICE = "classic+nobles_killed"


def rolled(scene: Scene, monkeypatch: pytest.MonkeyPatch, *dice: int) -> None:
    """The next dice against death, as they lie."""
    left = [number - 1 for number in dice]
    monkeypatch.setattr(LoadedDice, "below", lambda self, sides: left.pop(0) if left else 2)


@pytest.mark.rule("base-19.5", "base-9.10", "base-12.5")
def test_two_dice_for_each_noble_and_heir_instead_of_the_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The card names Stanley; the dice kill Percy (2), George (2) and Grey (12).
    scene = meeting(("percy", "stanley"), ("grey", "holland"), ruleset=DICE)
    scene.hold("henry", "stanley").hold("george", "grey")
    scene.next_events(CARDS["majority"]).combat(0)
    rolled(scene, monkeypatch, 1, 1, 3, 4, 6, 6, 6, 6, 5, 5, 1, 1)
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
def test_the_dice_are_rolled_in_a_siege_too(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = (
        Scene(2, DICE)
        .noble("courtenay", 1, "northampton")
        .noble("percy", 0, "northampton", outside=True)
    )
    scene.give("percy", "marshal_england", "burgundian_crossbowmen_1")
    scene.next_events(CARDS["4-1"]).combat(0)
    rolled(scene, monkeypatch, 3, 3, 1, 1)
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
def test_an_heir_who_dies_in_a_siege_falls_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(2, DICE).noble("courtenay", 1, "northampton", heirs=("george", "margaret"))
    scene.noble("percy", 0, "northampton", outside=True)
    scene.give("percy", "marshal_england", "burgundian_crossbowmen_1")
    scene.next_events(CARDS["4-1"]).combat(0)
    rolled(scene, monkeypatch, 3, 3, 3, 4, 1, 1, 3, 3)
    scene.play(0, "conclude", nobles=["percy"], place="northampton")
    told = {e.who: e.dies for e in scene.happened(facts.DeathDiceRolled)}
    (dead,) = (who for who, dies in told.items() if dies)
    (kept,) = {"george", "margaret"} - {dead}
    assert scene.happened(facts.HeirTaken) == [facts.HeirTaken(kept, "percy", 0)]
    assert not scene.state.heirs[dead].alive
