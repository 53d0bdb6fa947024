"""A table of the six families with everybody's head in a castle of his own."""

from __future__ import annotations

from bot.rules.kernel import Outcome
from tests.rules.kingmaker.scene import Scene

LANCASTER, YORK, NEVILLE, PERCY, MOWBRAY, STAFFORD = range(6)
"""The seats of the six parts."""


def heads(rules: str = "families", *, without: tuple[int, ...] = ()) -> Scene:
    """The heads of the six parts, each at home."""
    scene = Scene(6, rules)
    for noble, seat, castle in (
        ("beaufort", LANCASTER, "corfe"),
        ("plantagenet_york", YORK, "ludlow"),
        ("neville", NEVILLE, "warwick"),
        ("percy", PERCY, "alnwick"),
        ("mowbray", MOWBRAY, "framlingham"),
        ("stafford", STAFFORD, "stafford"),
    ):
        if seat not in without:
            scene.noble(noble, seat, castle)
    return scene.next_events("E-FM01", "E-FM02")


def played_on(scene: Scene, until: tuple[int, str], **answers: str) -> list[tuple[int, str]]:
    """Answer everything in the quietest way until a seat is asked a question; what was asked.

    ``answers`` are verbs by kind of question, other than the quiet ones.
    """
    quiet = {"declare_side": "stay_loyal", "keep_or_play": "keep"} | answers
    asked: list[tuple[int, str]] = []
    for _ in range(200):
        waiting = scene.match.waiting_for()
        now = [(seat, kind) for seat in waiting for kind in scene.asked(seat)]
        if until in now:
            return asked
        seat, kind = now[0]
        asked.append((seat, kind))
        scene.play(seat, quiet.get(kind, "done"))
    raise AssertionError(f"nobody was asked {until}: {asked}")


def turn_of(scene: Scene, house: int) -> Outcome:
    """The turn of a House begins, with a quiet Event card."""
    return scene.turn(house)
