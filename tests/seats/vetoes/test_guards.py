"""Heirs behind walls keep men enough beside them, and who is besieged is relieved."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker.ids import CardId, NobleId
from bot.seats.kingmaker_steward import marching, vetoes
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import battle_target
from bot.seats.kingmaker_steward.vetoes import Posts
from bot.seats.kingmaker_steward.worth import noble_worth, party_worth
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import to_the_end_of_movement

MEN = {
    "neville": ("saxons_1", "burgundian_crossbowmen_1", "scots_archers_1"),
    "stanley": ("saxons_2", "burgundian_crossbowmen_2"),
}
"""Mercenaries beside some foes."""

ALNWICK_WITH_PERCY = 260
"""Its garrison, Percy, and Pole with the guards of his King."""


def outlook_of(scene: Scene, seat: int = 0) -> Outlook:
    return Outlook(scene.match.view(seat), seat, scene.content)


def king_and_prey(*foes: str) -> Scene:
    """At Alnwick are Pole with Henry and Percy; foes may come there, and in Percy's reach stands a
    weak one with an heir."""
    scene = Scene(seats=3).noble("pole", 0, "alnwick", castles=False, heirs=("henry",))
    scene.noble("percy", 0, "alnwick")
    scene.noble("grey", 2, "12,5", castles=False, heirs=("margaret",))
    for foe in foes:
        scene.noble(foe, 1, "13,5", castles=False, cards=MEN.get(foe, ()))
    return scene


def where_percy_goes(scene: Scene) -> str | None:
    scene.movement(0)
    to_the_end_of_movement(scene)
    return scene.state.nobles["percy"].inside


def test_who_alone_keeps_a_place_from_falling_stays_with_the_heir_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    foes = ("neville", "stanley")
    scene = king_and_prey(*foes)
    scene.movement(0)
    outlook = outlook_of(scene)
    assert 160 <= outlook.threat("14,3") < ALNWICK_WITH_PERCY
    assert vetoes.guards(outlook) == {"alnwick": ("percy",)}
    assert where_percy_goes(king_and_prey(*foes)) == "alnwick"
    monkeypatch.setattr(vetoes, "guards", lambda _: dict[str, tuple[str, ...]]())
    monkeypatch.setattr(marching, "posts", lambda *_: Posts())
    assert where_percy_goes(king_and_prey(*foes)) is None


@pytest.mark.parametrize(
    "foes",
    [("howard",), ("neville", "stanley", "mowbray", "talbot", "courtenay")],
    ids=["nobody_is_a_danger", "nobody_is_enough"],
)
def test_nobody_stays_where_he_is_not_needed_or_too_weak(foes: tuple[str, ...]) -> None:
    scene = king_and_prey(*foes)
    scene.movement(0)
    assert vetoes.guards(outlook_of(scene)) == {}


def test_of_several_who_guard_the_strongest_go_if_the_others_are_enough() -> None:
    scene = king_and_prey("neville", "mowbray").noble("fitzalan", 0, "alnwick", castles=False)
    scene.movement(0)
    assert vetoes.guards(outlook_of(scene)) == {"alnwick": ("fitzalan",)}


def test_keepers_are_left_with_too_few_by_their_guards_alone() -> None:
    scene = king_and_prey("neville", "stanley")
    scene.movement(0)
    outlook = outlook_of(scene)
    assert vetoes.left_by(outlook, ("percy",)) == ["pole"]
    assert vetoes.left_by(outlook, ("pole",)) == []


@pytest.mark.parametrize(
    ("strong", "share"), [(False, 0.4), (True, 1.0)], ids=["they_hold_out", "they_would_fall"]
)
def test_besiegers_are_worth_more_by_those_who_are_relieved(strong: bool, share: float) -> None:
    scene = Scene(seats=3).noble("pole", 0, "alnwick", castles=False, heirs=("henry",))
    scene.noble("percy", 0, "14,3").noble("neville", 1, "14,3", castles=False)
    foes = [NobleId(CardId("neville"))]
    if strong:
        scene.give("neville", *MEN["neville"]).noble("stanley", 1, "14,3", castles=False)
        foes.append(NobleId(CardId("stanley")))
    scene.siege("alnwick", foes)
    scene.movement(0)
    outlook = outlook_of(scene)
    plain = sum(noble_worth(outlook, foe) for foe in foes)
    kept = party_worth(outlook, ("pole",))
    assert battle_target(outlook, "14,3", 1, foes).value == pytest.approx(plain + share * kept)
    assert battle_target(outlook, "14,3", 1, foes, sally=True).value == pytest.approx(plain)
