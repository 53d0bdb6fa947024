"""The steward and sieges of other players: it joins those by which it gains."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward import siding
from tests.rules.kingmaker.battlefield import idlers
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer

DANGEROUS, HARMLESS = 2.0, 0.2


def before_masham(come: str, *, heir: bool = True) -> Scene:
    """Scrope of seat 1 holds Masham against Neville and Roos of seat 2; somebody of seat 0 has
    come to the square."""
    scene = idlers(Scene(seats=3)).noble("scrope", 1, "masham")
    for noble in ("neville", "roos"):
        scene.noble(noble, 2, "masham", outside=True)
    scene.noble(come, 0, "masham", outside=True).siege("masham", ["neville", "roos"])
    if heir:
        scene.hold("henry", "scrope")
    scene.combat(0)
    return scene


def rivals(monkeypatch: pytest.MonkeyPatch, besieged: float, besieger: float) -> None:
    """How dangerous the two are."""
    known = {1: besieged, 2: besieger}
    monkeypatch.setattr(siding, "rivalry", lambda _, seat, __: known.get(seat, 0.0))


def joins(scene: Scene, noble: str) -> bool:
    return answer(scene) == Choice.of("join", nobles=[noble], place="masham")


def test_it_joins_where_its_noble_would_command_and_take_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rivals(monkeypatch, HARMLESS, DANGEROUS)
    assert joins(before_masham("percy"), "percy")


def test_under_anothers_command_it_joins_against_the_more_dangerous_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rivals(monkeypatch, DANGEROUS, HARMLESS)
    assert joins(before_masham("pole"), "pole")
    rivals(monkeypatch, HARMLESS, DANGEROUS)
    assert not joins(before_masham("pole"), "pole")
