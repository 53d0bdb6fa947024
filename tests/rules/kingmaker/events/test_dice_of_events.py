"""How many sides the dice and lots of the Event cards have: every face can come up."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.events.fate import WHOLE
from tests.rules.kingmaker.scene import LoadedDice, Scene


def watched(monkeypatch: pytest.MonkeyPatch, *faces: int) -> list[int]:
    """How many sides each die or lot has from now on; they show these faces (1 is the first)."""
    asked: list[int] = []
    left = [face - 1 for face in faces]

    def below(dice: LoadedDice, sides: int) -> int:
        asked.append(sides)
        return left.pop(0) if left else 0

    monkeypatch.setattr(LoadedDice, "below", below)
    return asked


def court(ruleset: str = WHOLE) -> Scene:
    """Percy has both Kings, Courtenay is far away."""
    scene = Scene(2, ruleset).noble("percy", 0, "13,20", heirs=("henry", "richard_york"))
    return scene.noble("courtenay", 1, "tiverton").crowned("henry", "richard_york")


@pytest.mark.rule("ishkibibble-defeatism.1", "ishkibibble-hunt.2", "ishkibibble-diet.1",
                  "ishkibibble-death.1", "ishkibibble-birth.2", "ishkibibble-birth.4",
                  "ishkibibble-pretender.4")  # fmt: skip
@pytest.mark.parametrize(
    ("card", "sides"),
    [
        ("X-DEF", [6]),
        ("X-RHU", [6]),
        ("X-REL", [6]),
        ("X-RDE", [6, 6]),
        ("X-RBI", [6, 6]),
        ("X-PRE", [6]),
    ],
)
def test_every_die_has_six_sides(
    card: str, sides: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = court().next_events(card)
    asked = watched(monkeypatch)
    scene.event(0)
    assert asked == sides


@pytest.mark.rule("ishkibibble-vacillating.1", "ishkibibble-treachery.1", "ishkibibble-treachery.2")
@pytest.mark.parametrize(("card", "lots"), [("X-VA1", [3]), ("X-TR1", [4]), ("X-TR2", [4, 3])])
def test_a_lot_is_drawn_among_all(
    card: str, lots: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = "classic+card_vacillating+card_treachery"
    scene = court(rules).noble("roos", 0, "13,20").noble("scrope", 0, "masham")
    scene.hand(0, "saxons_1", "saxons_2", "earl_kent", "bp_norwich").next_events(card)
    asked = watched(monkeypatch)
    scene.event(0)
    assert asked == lots


@pytest.mark.rule("ishkibibble-treachery.1")
def test_any_card_of_the_hand_may_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = court().hand(0, "saxons_1", "saxons_2", "earl_kent").next_events("X-TR1")
    watched(monkeypatch, 3)
    scene.event(0)
    assert scene.state.factions[0].hand == ["saxons_1", "saxons_2"]
    assert scene.happened(facts.Betrayed)[-1].cards == ("earl_kent",)
