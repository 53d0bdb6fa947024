"""Small positions with ships: in port at Lynn, and at sea."""

from __future__ import annotations

from tests.rules.kingmaker.scene import Scene

THE_WASH = "the-wash"


def at_lynn(*nobles: str, ship: str = "le_swan") -> Scene:
    """Seat 0's nobles in Lynn with Le Swan, which the first of them controls."""
    scene = Scene()
    for number, noble in enumerate(nobles):
        scene.noble(noble, 0, "lynn", cards=(ship,) if number == 0 else ())
    return scene.ship(ship, port="lynn").noble("bourchier", 1, "19,18")


def sailing(noble: str, sea: str, ship: str = "le_swan", **more: tuple[str, ...]) -> Scene:
    """Seat 0's noble aboard his own ship in a sea square."""
    scene = Scene().noble(noble, 0, "19,17", cards=(ship, *more.get("cards", ())))
    scene.ship(ship, sea=sea).aboard(noble, ship)
    return scene.noble("bourchier", 1, "19,18")
