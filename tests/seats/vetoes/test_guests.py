"""A steward whose own nobles lie in the place of another: they neither help it nor are a prize."""

from __future__ import annotations

from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import decisive, siege_target
from bot.seats.kingmaker_steward.vetoes import doomed, needed
from tests.rules.kingmaker.battlefield import idlers
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer

CAMP = ("neville", "mowbray", "pole")
"""Troops: 50, 50 and 30; with the Marshal's 100, 230."""


def skipton(*guests: str, heirs: tuple[str, ...] = ()) -> Scene:
    """Roos of seat 1 (20) holds Skipton (100); the camp of seat 0 stands before it."""
    scene = idlers(Scene()).noble("roos", 1, "skipton", heirs=heirs)
    for noble in guests:
        scene.noble(noble, 0, "skipton", guest=True)
    for noble in CAMP:
        scene.noble(noble, 0, "skipton", outside=True)
    scene.give("neville", "marshal_england")
    return scene


def seen(scene: Scene, seat: int = 0) -> Outlook:
    return Outlook(scene.match.view(seat), seat, scene.content)


def test_own_guests_do_not_stand_in_the_way() -> None:
    scene = skipton("percy")
    scene.combat(0)
    place = scene.board.places["skipton"]
    assert siege_target(seen(scene), place).opposed == 120


def test_own_guests_and_their_heirs_are_no_prize() -> None:
    alone, with_guest = skipton(), skipton("percy").hold("henry", "percy")
    for scene in (alone, with_guest):
        scene.combat(0)
    place = alone.board.places["skipton"]
    prizes = [siege_target(seen(scene), place) for scene in (alone, with_guest)]
    assert prizes[0].opposed == prizes[1].opposed == 120
    assert not decisive(seen(with_guest), prizes[1])


def test_it_takes_a_place_that_only_its_own_guests_would_have_held() -> None:
    """A host of 230 against 120: Percy's 100 would make it even, and a siege."""
    scene = skipton("percy", "stanley", heirs=("richard_york",))
    scene.combat(0)
    assert answer(scene) == Choice.of("conclude", nobles=list(CAMP), place="skipton")


def test_its_sieges_need_no_more_for_its_own_guests() -> None:
    scene = skipton("percy").siege("skipton", list(CAMP))
    scene.movement(0)
    assert needed(seen(scene), "skipton") == needed(seen(without_guest()), "skipton")


def without_guest() -> Scene:
    scene = skipton().siege("skipton", list(CAMP))
    scene.movement(0)
    return scene


def test_guests_of_the_besieger_do_not_save_those_inside() -> None:
    """Roos and 75 of the garrison make 95 against 100: with Percy they would be safe."""
    scene = idlers(Scene()).noble("roos", 1, "skipton").noble("percy", 0, "skipton", guest=True)
    for noble in ("neville", "mowbray"):
        scene.noble(noble, 0, "skipton", outside=True)
    scene.siege("skipton", ["neville", "mowbray"], turns=3).movement(1)
    assert doomed(seen(scene, 1), "skipton")
