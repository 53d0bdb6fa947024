"""The steward and the cards of the expansions: pretenders, prizes at sea, refuge over the sea."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward.royals import may_unmask
from tests.rules.kingmaker.at_sea.fleets import fight, meeting
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, step, to_the_end_of_movement

PRETENDERS = "classic+card_pretender"
ABROAD = "classic+lands_overseas+refuge"


def pretender(keeper: str | None) -> Scene:
    """Clarence is a pretender; seat 0 keeps the card that unmasks him."""
    scene = Scene(2, PRETENDERS).noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")
    scene.state.heirs["george"].house = "pretender"
    scene.state.pretenders = ["george"]
    scene.held(0, "X-PRV")
    if keeper is not None:
        scene.hold("george", keeper)
    return scene


def unmasks(scene: Scene) -> bool:
    """Whether the steward of seat 0 plays the card in its movement phase."""
    scene.movement(0)
    return answer(scene) == Choice("unmask")


@pytest.mark.parametrize(
    ("keeper", "wanted"), [("courtenay", True), ("percy", False), (None, False)]
)
def test_a_pretender_of_others_is_unmasked(keeper: str | None, wanted: bool) -> None:
    assert unmasks(pretender(keeper)) is wanted


def test_nobodys_pretender_is_unmasked_where_he_alone_stands_in_the_way() -> None:
    scene = pretender(None).hold("henry", "percy")
    assert may_unmask(scene.match.view(0))
    assert not may_unmask(scene.match.view(1))
    others = [heir for heir in scene.state.heirs if heir not in ("henry", "george")]
    assert unmasks(scene.dead(*others))


def test_a_captured_ship_of_anothers_office_is_scuttled() -> None:
    scene = meeting(("le_nicholas",), ("le_george",))
    fight(scene, CARDS["majority"])
    assert answer(scene) == Choice.of("scuttle", ship="le_george")


def test_a_ship_whose_office_nobody_holds_is_kept() -> None:
    scene = meeting(("le_nicholas",), ("le_george",))
    fight(scene, CARDS["majority"])
    scene.state.nobles["courtenay"].office = None
    assert answer(scene) == Choice("keep_prize")


def in_danger(card: str | None = "X-RF5", ship_at: str = "sandwich") -> Scene:
    """Grey has an heir and a ship in Sandwich; a great host of another stands before the town."""
    scene = Scene(2, ABROAD).noble("grey", 0, "sandwich", cards=("le_swan",))
    scene.hold("george", "grey")
    scene.state.ships["le_swan"].port = ship_at
    for noble in ("stanley", "neville", "mowbray", "courtenay"):
        scene.noble(noble, 1, scene.content.board.places["sandwich"].square)
    return scene if card is None else scene.held(0, card)


def test_a_keeper_of_heirs_in_danger_flees_to_the_continent() -> None:
    scene = in_danger()
    scene.movement(0)
    assert answer(scene) == Choice.of("take_refuge", card="X-RF5", land="continent")
    verbs = to_the_end_of_movement(scene)
    assert verbs[:4] == ["take_refuge", "embark", "sail", "land"]
    square = scene.content.board.places["continent"].square
    assert scene.where("grey")[0] == square
    # there he stays, and nobody is sent for him
    scene.movement(0)
    assert "embark" not in to_the_end_of_movement(scene)
    assert scene.where("grey")[0] == square


@pytest.mark.parametrize(("card", "ship_at"), [(None, "sandwich"), ("X-RF5", "hull")])
def test_without_card_or_ship_nobody_flees(card: str | None, ship_at: str) -> None:
    scene = in_danger(card, ship_at)
    scene.movement(0)
    assert "take_refuge" not in to_the_end_of_movement(scene)


def test_who_is_on_the_continent_without_a_refuge_is_fetched() -> None:
    scene = Scene(2, ABROAD).noble("stanley", 1, "tiverton")
    scene.noble("grey", 0, scene.content.board.places["continent"].square)
    scene.noble("percy", 0, "alnwick", cards=("le_swan",))
    scene.state.ships["le_swan"].port = "continent"
    scene.movement(0)
    assert step(scene).verb == "embark"
    assert to_the_end_of_movement(scene)[:2] == ["sail", "land"]
