"""A refused order to a ship names the rule that forbids it (the words shown are that rule's)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.rules.kingmaker.scene import Scene

Order = tuple[str, dict[str, str | list[str]]]


def _lynn(*nobles: str) -> Scene:
    scene = Scene().noble("bourchier", 1, "19,18")
    for number, noble in enumerate(nobles):
        scene.noble(noble, 0, "lynn", cards=("le_swan",) if number == 0 else ())
    return scene


def _too_many() -> tuple[Scene, Order]:
    scene = _lynn("percy", "mowbray", "audley")
    scene.movement(0)
    return scene, ("embark", {"nobles": ["percy", "mowbray", "audley"], "ship": "le_swan"})


def _no_room_left() -> tuple[Scene, Order]:
    scene = (
        _lynn("percy", "mowbray", "audley").aboard("percy", "le_swan").aboard("mowbray", "le_swan")
    )
    scene.movement(0)
    return scene, ("embark", {"nobles": ["audley"], "ship": "le_swan"})


def _marched_here() -> tuple[Scene, Order]:
    scene = _lynn("roos").noble("howard", 0, "20,15")
    scene.movement(0)
    scene.play(0, "march", nobles=["howard"], to="20,14")
    return scene, ("embark", {"nobles": ["howard"], "ship": "le_swan"})


def _one_marched_here() -> tuple[Scene, Order]:
    """Only one of the two who would board has marched: the other began inside Lynn."""
    scene, _ = _marched_here()
    scene.control("lynn", "roos")
    scene.state.nobles["howard"].inside = "lynn"
    return scene, ("embark", {"nobles": ["roos", "howard"], "ship": "le_swan"})


def _elsewhere() -> tuple[Scene, Order]:
    scene = _lynn("roos").noble("howard", 0, "20,15")
    scene.movement(0)
    return scene, ("embark", {"nobles": ["roos", "howard"], "ship": "le_swan"})


def _landed_here() -> tuple[Scene, Order]:
    scene = _lynn("roos").noble("howard", 0, "boston", cards=("le_rose",))
    scene.ship("le_swan", sea="the-wash").ship("le_rose", port="boston").aboard("roos", "le_swan")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    return scene, ("embark", {"nobles": ["roos"], "ship": "le_rose"})


def _landed_and_marching() -> tuple[Scene, Order]:
    scene, _ = _landed_here()
    return scene, ("march", {"nobles": ["roos"], "to": "19,12"})


def _aboard_and_marching() -> tuple[Scene, Order]:
    scene = _lynn("roos").aboard("roos", "le_swan")
    scene.movement(0)
    return scene, ("march", {"nobles": ["roos"], "to": "20,15"})


def _ship_has_moved() -> tuple[Scene, Order]:
    scene = _lynn("roos").noble("howard", 0, "boston")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    return scene, ("embark", {"nobles": ["howard"], "ship": "le_swan"})


def _fortress_is_full() -> tuple[Scene, Order]:
    scene = _lynn("talbot").aboard("talbot", "le_swan").ship("le_swan", port="ipswich")
    scene.noble("percy", 0, "ipswich", cards=("marshal_england",))
    scene.noble("neville", 0, "ipswich", cards=("treasurer_england",))
    scene.noble("stanley", 0, "ipswich").noble("beaufort", 0, "ipswich")
    scene.movement(0)
    return scene, ("land", {"nobles": ["talbot"], "ship": "le_swan"})


def _from_outside() -> tuple[Scene, Order]:
    scene = _lynn("roos").ship("le_swan", port="hull").control("hull", "roos")
    scene.noble("howard", 0, "hull", outside=True)
    scene.control("hull", "roos").movement(0)
    return scene, ("embark", {"nobles": ["howard"], "ship": "le_swan"})


def _at_sea() -> tuple[Scene, Order]:
    scene = _lynn("roos").aboard("roos", "le_swan").ship("le_swan", sea="the-wash")
    scene.movement(0)
    return scene, ("land", {"nobles": ["roos"], "ship": "le_swan"})


def _too_far() -> tuple[Scene, Order]:
    scene = _lynn("roos")
    scene.movement(0)
    return scene, ("sail", {"ship": "le_swan", "to": "rye-bay"})


def _not_mine() -> tuple[Scene, Order]:
    scene = _lynn("roos")
    scene.movement(1)
    return scene, ("sail", {"ship": "le_swan", "to": "the-wash"})


def _no_card_to_sail_again() -> tuple[Scene, Order]:
    scene = _lynn("roos")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="the-wash")
    return scene, ("free_sail", {"ship": "le_swan"})


def _not_sailed_yet() -> tuple[Scene, Order]:
    scene = _lynn("roos").held(0, "E-FM01")
    scene.movement(0)
    return scene, ("free_sail", {"ship": "le_swan"})


def _to_an_inland_town() -> tuple[Scene, Order]:
    scene = _lynn("roos")
    scene.movement(0)
    return scene, ("sail", {"ship": "le_swan", "to": "newark"})


def _not_aboard() -> tuple[Scene, Order]:
    scene = _lynn("roos", "howard").aboard("roos", "le_swan")
    scene.movement(0)
    return scene, ("land", {"nobles": ["howard"], "ship": "le_swan"})


@pytest.mark.rule(
    "base-7.20",
    "house-5.22a",
    "house-8.6.3",
    "house-8.6.4",
    "house-8.6.2",
    "house-2.2e",
    "house-8.5.3",
    "house-8.6.12",
    "house-2.2i",
    "house-2.2g",
    "base-8.2",
)
@pytest.mark.parametrize(
    ("build", "rule"),
    [
        (_too_many, "house-5.22a"),
        (_no_room_left, "house-5.22a"),
        (_marched_here, "house-8.6.3"),
        (_one_marched_here, "house-8.6.3"),
        (_elsewhere, "house-8.6.3"),
        (_landed_here, "house-8.6.4"),
        (_landed_and_marching, "house-8.6.4"),
        (_aboard_and_marching, "house-8.6.2"),
        (_ship_has_moved, "house-2.2e"),
        (_fortress_is_full, "house-8.5.3"),
        (_from_outside, "house-8.6.12"),
        (_at_sea, "house-2.2i"),
        (_too_far, "house-2.2g"),
        (_not_mine, "base-8.2"),
        (_no_card_to_sail_again, "base-7.20"),
        (_not_sailed_yet, "base-7.20"),
        (_to_an_inland_town, "house-2.2g"),
        (_not_aboard, "house-2.2i"),
    ],
)
def test_a_refusal_names_its_rule(build: Callable[[], tuple[Scene, Order]], rule: str) -> None:
    scene, (verb, args) = build()
    by = 1 if build is _not_mine else 0
    scene.refused(by, verb, rule=rule, **args)
