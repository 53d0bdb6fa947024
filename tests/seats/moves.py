"""Letting the steward decide in a scene."""

from __future__ import annotations

import random

from bot.rules.kernel import Choice
from bot.rules.kingmaker.parliament.calling import ParliamentPhase
from bot.seats.kingmaker_steward import steward
from tests.rules.kingmaker.scene import Scene


def answer(scene: Scene, seat: int = 0) -> Choice:
    """What the steward answers now; it must be on offer."""
    prompts = scene.match.prompts(seat)
    prompt, choice = steward.choose(scene.match.view(seat), prompts, seat, random.Random(1))
    assert prompt.find(choice) is not None
    return choice


def step(scene: Scene, seat: int = 0) -> Choice:
    """Let the steward make one decision."""
    choice = answer(scene, seat)
    scene._note(scene.match.submit(seat, choice))
    return choice


def to_the_end_of_movement(scene: Scene) -> list[str]:
    """Let seat 0 make its moves; the verbs."""
    verbs: list[str] = []
    while scene.state.phase == "movement" and not scene.match.over and len(verbs) < 50:
        if 0 not in scene.match.waiting_for():
            break
        verbs.append(step(scene).verb)
    return verbs


def chancery(scene: Scene, *cards: str) -> Scene:
    """Put Crown cards into the Chancery."""
    for card in cards:
        scene.state.crown_deck.remove(card)
        scene.state.chancery.append(card)
    return scene


def parliament_phase(scene: Scene, seat: int = 0) -> Scene:
    """Seat's phase of Parliament begins."""
    scene._begin("parliament", seat, ParliamentPhase(seat))
    return scene


def until(scene: Scene, kind: str) -> None:
    """Let every seat be a steward until seat 0 is asked a question of this kind."""
    for _ in range(100):
        if kind in scene.asked(0):
            return
        waiting = scene.match.waiting_for()
        assert waiting
        step(scene, waiting[0])
    raise AssertionError(f"{kind} was never asked")
