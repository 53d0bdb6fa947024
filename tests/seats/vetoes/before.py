"""What the steward of old does in a scene, to show the blunder that a veto mends."""

from __future__ import annotations

import random

from bot.rules.kernel import Choice
from tests.rules.kingmaker.scene import Scene
from tests.seats.steward_1 import FirstSteward

_OLD = FirstSteward()


def once(scene: Scene, seat: int = 0) -> Choice:
    """What the steward answered here before; nothing is played."""
    prompts = scene.match.prompts(seat)
    return _OLD.choose(scene.match.view(seat), prompts, seat, random.Random(1))[1]


def movement_once(scene: Scene) -> list[Choice]:
    """Play the movement of seat 0 as the steward did it before; its decisions."""
    made: list[Choice] = []
    while scene.state.phase == "movement" and not scene.match.over and len(made) < 50:
        if 0 not in scene.match.waiting_for():
            break
        made.append(once(scene))
        scene._note(scene.match.submit(0, made[-1]))
    return made
