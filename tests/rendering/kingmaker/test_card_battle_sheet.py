"""The sheet of a battle that an Event card decided."""

from __future__ import annotations

import pytest

from rendering import draw_battle
from rendering.kingmaker.battle_sheet import half_name
from rendering.kingmaker.painter import KingmakerPainter
from tests.rules.kingmaker.combat.by_card.field import CARDS, SMALL, attack, meeting, muster
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


def test_ratios_are_named_as_people_say_them() -> None:
    assert [half_name(half) for half in ("majority", "5-4")] == ["a majority", "5 to 4"]
