"""Event cards that kill or dismiss: plague, what the dead leave, mercenaries going home."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene


def scene_with(noble: str = "percy", at: str = "15,20", **more: Any) -> Scene:
    """One noble of seat 0 and Courtenay, of seat 1, at Tiverton."""
    return Scene().noble("courtenay", 1, "tiverton").noble(noble, 0, at, **more)


def at(scene: Scene, piece: str) -> tuple[str, str | None]:
    found = scene.state.nobles.get(piece) or scene.state.heirs[piece]
    return found.square, found.inside


@pytest.mark.rule("house-1.18", "base-4.5", "house-1.11")
def test_plague_kills_everybody_inside_and_nobody_outside() -> None:
    scene = scene_with("percy", "york", heirs=("richard_york", "george"))
    scene.noble("clifford", 0, "york").noble("roos", 0, "york", outside=True)
    scene.noble("talbot", 1, "york", outside=True, heirs=("margaret",))
    scene.control("york", "roos").next_events("E-PL02")
    scene.event(0)
    assert set(scene.state.nobles) == {"courtenay", "roos", "talbot"}
    assert not scene.state.heirs["richard_york"].alive
    assert not scene.state.heirs["george"].alive
    assert scene.state.heirs["margaret"].alive
    struck = scene.happened(facts.PlagueStruck)[0]
    assert (struck.place, set(struck.nobles)) == ("york", {"percy", "clifford"})
    assert set(struck.heirs) == {"richard_york", "george"}
    assert scene.state.control["york"] == "roos"


@pytest.mark.rule("house-1.18", "house-2.1b")
def test_plague_kills_an_heir_nobody_holds() -> None:
    scene = scene_with().next_events("E-PL05")
    scene.event(0)
    assert not scene.state.heirs["edward_lancaster"].alive
    assert scene.state.heirs["margaret"].alive


@pytest.mark.rule("house-1.18")
def test_plague_spares_neither_the_besieged_nor_strikes_the_besiegers() -> None:
    scene = scene_with("percy", "13,20").noble("roos", 1, "carlisle")
    scene.noble("neville", 0, "carlisle", outside=True, cards=("marshal_england",))
    scene.siege("carlisle", ["neville"]).next_events("E-PL07")
    scene.event(0)
    assert "roos" not in scene.state.nobles
    assert "neville" in scene.state.nobles


@pytest.mark.rule("house-1.18", "house-5.25b")
def test_plague_in_calais_strikes_calais() -> None:
    scene = scene_with().next_events("E-AD01")
    scene.event(0)
    assert not scene.state.heirs["richard_gloucester"].alive


@pytest.mark.rule("base-1.17", "house-5.19g", "house-5.19h")
def test_what_a_dead_noble_held_is_neutral_and_the_others_are_put_out() -> None:
    scene = scene_with("percy", "york").noble("clifford", 0, "newcastle")
    scene.control("newcastle", "percy").next_events("E-PL02")
    scene.event(0)
    for place in ("york", "newcastle", "alnwick", "cockermouth", "wressle"):
        assert place not in scene.state.control
    assert at(scene, "clifford") == ("14,4", None)
    assert scene.happened(facts.Expelled)[0].nobles == ("clifford",)


@pytest.mark.rule("base-1.17")
def test_a_place_stays_if_another_card_of_the_faction_gives_it() -> None:
    scene = scene_with("percy", "york").noble("clifford", 0, "15,20", cards=("abp_york",))
    scene.control("york", "percy").next_events("E-PL02")
    scene.event(0)
    assert "percy" not in scene.state.nobles
    assert scene.state.control["york"] == "clifford"


@pytest.mark.rule("base-12.1", "base-12.2", "house-5.19e", "house-5.19f", "base-1.4")
def test_the_cards_of_a_dead_noble() -> None:
    scene = scene_with(
        "percy",
        "york",
        cards=("marshal_england", "bp_durham", "saxons_1", "le_swan", "town_bristol"),
    )
    scene.noble("roos", 0, "york", cards=("earl_kent",)).next_events("E-PL02")
    scene.event(0)
    assert sorted(scene.state.chancery) == ["bp_durham", "earl_kent", "marshal_england"]
    assert sorted(scene.state.crown_discards) == sorted(
        ["percy", "saxons_1", "le_swan", "town_bristol", "roos"]
    )
    for place in ("bristol", "durham"):
        assert place not in scene.state.control
    assert "le_swan" not in scene.state.ships


@pytest.mark.rule("base-4.5")
@pytest.mark.parametrize(
    ("event", "group"),
    [
        ("E-MG01", "burgundian_crossbowmen"),
        ("E-MG02", "flemish_crossbowmen"),
        ("E-MG03", "scots_archers"),
    ],
)
def test_mercenaries_go_home_wherever_they_serve(event: str, group: str) -> None:
    scene = scene_with("percy", "15,20", cards=(f"{group}_1", "saxons_1"))
    scene.noble("roos", 1, "15,20", cards=(f"{group}_2",)).next_events(event)
    scene.event(0)
    assert scene.state.nobles["percy"].cards == ["saxons_1"]
    assert scene.state.nobles["roos"].cards == []
    assert sorted(scene.state.crown_discards) == [f"{group}_1", f"{group}_2"]
    assert set(scene.happened(facts.MercenariesWentHome)[0].cards) == {f"{group}_1", f"{group}_2"}


@pytest.mark.rule("base-4.5", "base-1.3")
def test_mercenaries_in_hand_are_safe() -> None:
    scene = scene_with().hand(1, "scots_archers_1").next_events("E-MG03")
    scene.event(0)
    assert scene.state.factions[1].hand == ["scots_archers_1"]
    assert scene.state.crown_discards == []
