"""A field to fight on, for the rule tests of battles and sieges.

Two idle nobles face each other far away, so that the combat phase stays open after the fight
that is looked at and nothing else moves.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.rules.kernel import Choice, IllegalChoice, Match
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

FIELD = "13,20"
"""An open square of England without a place, a road or a bonus region."""

FAR = "19,18"
"""Where the idle nobles stand."""

FINE = "E-RA01"
BAD = "E-PL04"
"""Event cards whose combat half is good and bad weather."""

SURVIVE = 100
"""A death roll that nobody dies of."""


def field_of(
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    *,
    square: str = FIELD,
    seats: int = 2,
) -> Scene:
    """Seat 0 against seat 1 in the open of a square, before seat 0's combat phase."""
    scene = idlers(Scene(seats=seats))
    for noble in attackers:
        scene.noble(noble, 0, square, outside=True)
    for noble in defenders:
        scene.noble(noble, 1, square, outside=True)
    return scene


def idlers(scene: Scene) -> Scene:
    """Let a noble of each of two seats face the other where nothing happens."""
    return scene.noble("audley", 0, FAR).noble("bourchier", 1, FAR)


def siege_of(
    place: str,
    besiegers: tuple[str, ...],
    defenders: tuple[str, ...] = (),
    *,
    seats: int = 2,
) -> Scene:
    """Seat 0's nobles stand before a place, seat 1's inside it."""
    scene = idlers(Scene(seats=seats))
    for noble in defenders:
        scene.noble(noble, 1, place)
    for noble in besiegers:
        scene.noble(noble, 0, place, outside=True)
    return scene


def conclude(scene: Scene, *nobles: str, place: str) -> None:
    """Seat 0 attempts to conclude a siege in fine weather, and nobody allies with him."""
    scene.next_events(FINE)
    scene.play(0, "conclude", nobles=nobles, place=place)
    stand_aside(scene)


def attack(scene: Scene, *nobles: str, square: str = FIELD, against: int = 1, by: int = 0) -> None:
    """A seat (0 unless told) attacks another in the open, and nobody allies with either."""
    scene.play(by, "attack", nobles=nobles, against=str(against), square=square)
    stand_aside(scene)


def stand_aside(scene: Scene) -> None:
    """Let everybody who might ally with a side keep out, and the defenders let the attack go on."""
    events = list(scene.events)
    answers = {"alliance": "stand_aside", "moment": "let_through"}
    while True:
        asked = [(p.seat, answers[p.kind]) for p in scene.match.prompts() if p.kind in answers]
        if not asked:
            break
        scene.play(*asked[0])
        events += scene.events
    scene.events = events


def fight(
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    roll: int,
    *deaths: int,
    square: str = FIELD,
) -> Scene:
    """A whole battle in fine weather; death rolls that are not given spare everybody."""
    scene = field_of(attackers, defenders, square=square)
    lay_rolls(scene, roll, *deaths).next_events(FINE).combat(0)
    attack(scene, *attackers, square=square)
    return scene


def lay_rolls(scene: Scene, *numbers: int) -> Scene:
    """The next rolls, and after them rolls that nobody dies of."""
    return scene.rolls(*numbers, *[SURVIVE] * 12)


def not_accepted(
    scene: Scene, seat: int, verb: str, **args: str | list[str] | tuple[str, ...]
) -> None:
    """A choice is refused, by whatever rule, and changes nothing."""
    before = scene.match.save()
    with pytest.raises(IllegalChoice):
        scene.match.submit(seat, Choice.of(verb, **args))
    assert scene.match.save() == before


def only(scene: Scene, kind: type[Any]) -> Any:
    """The one event of a kind since the last choice."""
    found = scene.happened(kind)
    assert len(found) == 1, found
    return found[0]


def result(scene: Scene) -> str:
    """The result of the battle just fought."""
    return str(only(scene, facts.BattleRolled).result)


def chances(scene: Scene) -> dict[str, int]:
    """Who rolled against death just now, and at what chance."""
    return {e.who: e.chance for e in scene.happened(facts.DeathRolled)}


def where(scene: Scene, noble: str) -> tuple[str, str | None]:
    """The square of a noble and the place he is inside."""
    found = scene.state.nobles[noble]
    return found.square, found.inside


def holder(scene: Scene, heir: str) -> str | None:
    """The noble who holds an heir."""
    found = scene.state.heirs[heir].holder
    assert found is None or isinstance(found, str)
    return found


def settle(scene: Scene) -> None:
    """Answer whatever must be settled after a fight as it would be by default.

    ``scene.events`` then holds everything since the fight.
    """
    events = list(scene.events)
    while True:
        asked = [p for p in scene.match.prompts() if p.blocking]
        if not asked or asked[0].kind == "combat":
            break
        choice = asked[0].default or next(asked[0].offers[0].choices())
        events += scene.match.submit(asked[0].seat, choice).events
    scene.events = events


def sound(scene: Scene) -> None:
    """No invariant is broken, and the position is the same after saving and loading."""
    assert scene.match.violations() == []
    scene.dice.laid.clear()
    scene.dice.faces.clear()
    saved = json.loads(scene.match.save())
    again = json.loads(Match.load(scene.game, scene.match.save()).save())
    for loaded in ("laid", "faces", "then"):
        del saved["dice"][loaded]
    assert again == saved
