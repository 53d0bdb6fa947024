"""The sheet of a battle that an Event card decided."""

from __future__ import annotations

import pytest

from rendering.kingmaker.battle_sheet import half_name
from rendering.kingmaker.painter import KingmakerPainter
from tests.rendering.drawing import draw_battle
from tests.rules.kingmaker.combat.by_card.field import CARDS, SMALL, attack, meeting, muster
from tests.rules.kingmaker.combat.storming.test_storm_or_siege import STRONG, camp, stormed
from tests.rules.kingmaker.scene import Scene

NAMES = ("Anne", "Bob")


def fought(half: str) -> tuple[Scene, object]:
    """160 attack 80, with a card of this half on top; the scene, and the view before it."""
    nobles, cards = muster(160)
    scene = meeting(nobles, SMALL).give(nobles[0], *cards).next_events(CARDS[half])
    scene.combat(0)
    before = scene.match.view(None)
    return attack(scene, *nobles), before


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("half", "outcome"),
    [
        ("2-1", "Anne wins: the card asked for 2 to 1"),
        ("3-1", "Nobody wins: the card asked for 3 to 1"),
    ],
)
def test_the_sheet_tells_what_the_card_asked_for(half: str, outcome: str, theme: str) -> None:
    scene, before = fought(half)
    picture = draw_battle(before, scene.content, scene.events, names=NAMES, theme=theme)  # type: ignore[arg-type]
    assert outcome in picture.alt
    assert "160 troops against Bob with" in picture.alt
    painter = KingmakerPainter(scene.content)
    assert painter.ends(scene.events)
    assert len(painter.sheets([scene.events], 0)) == 1


@pytest.mark.rule("ishkibibble-men.1")
@pytest.mark.parametrize(
    ("ruleset", "towns", "told"),
    [
        ("classic+town_men", ("town_bristol",), True),
        ("classic+town_men", (), False),
        ("classic", ("town_bristol",), False),
    ],
)
def test_the_sheet_says_how_many_of_the_attackers_are_men_of_towns(
    ruleset: str, towns: tuple[str, ...], told: bool
) -> None:
    nobles, cards = muster(160)
    scene = meeting(nobles, SMALL, ruleset=ruleset).give(nobles[0], *cards, *towns)
    men = scene.content.ruleset.town_men.get("town_bristol", 0) if towns else 0
    scene.next_events(CARDS["2-1"]).combat(0)
    attack(scene, *nobles)
    picture = draw_battle(scene.match.view(None), scene.content, scene.events, names=NAMES)
    assert f"{160 + men} troops against Bob with" in picture.alt
    assert (f"{men} of the attackers come from their towns." in picture.alt) == told
    # Once the town is lost, what is left does not make up that strength, and nothing is said.
    scene.state.nobles[nobles[0]].cards = []
    later = draw_battle(scene.match.view(None), scene.content, scene.events, names=NAMES)
    assert "men of their towns" not in later.alt


@pytest.mark.rule("ishkibibble-siege.2")
@pytest.mark.parametrize(
    ("nobles", "strength", "half", "outcome"),
    [
        (STRONG, 240, "majority", "The place is taken: the card asked for a majority."),
        (STRONG, 240, "2-1", "Nobody wins: the card asked for 2 to 1."),
        (("grey",), 20, "5-4", "The assault is beaten back: the card asked for 5 to 4."),
    ],
)
def test_the_sheet_of_a_storm_tells_how_it_ended(
    nobles: tuple[str, ...], strength: int, half: str, outcome: str
) -> None:
    scene = stormed(camp(), *nobles, card=half)
    painter, view = KingmakerPainter(scene.content), scene.match.view(None)
    (sheet,) = painter.sheets([scene.events], 0)
    picture = painter.sheet(sheet, view, scene.events, NAMES)
    defence = f"{strength} troops against The garrison, 200 troops. {outcome}"
    assert picture.alt.startswith("Storm of Northampton, round 1: Anne with ")
    assert defence in picture.alt


@pytest.mark.rule("ishkibibble-siege.1")
def test_the_choice_between_storm_and_siege_is_shown_side_by_side() -> None:
    scene = camp()
    scene.combat(0)
    view, prompts = scene.match.view(0), scene.match.prompts(0)
    picture = KingmakerPainter(scene.content).fights(view, prompts, NAMES)
    assert picture is not None
    told = "You with Percy, Mowbray, Neville, Grey and Roos, 240 troops against The garrison, 200"
    assert f"Siege of Northampton: {told} troops (Garrison 200 troops): 200 can lay" in picture.alt
    assert f"Storm of Northampton: {told} troops (Garrison 200 troops): taken 13%" in picture.alt


def test_ratios_are_named_as_people_say_them() -> None:
    assert [half_name(half) for half in ("majority", "5-4")] == ["a majority", "5 to 4"]
