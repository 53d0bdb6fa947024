"""The strategist of Lancaster: a steward who tries its answers in worlds that it imagines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Self

from bot.content.characters import Character
from bot.rules.kernel import Choice, Prompt
from bot.rules.kernel.imagination import Imagination
from bot.rules.lancaster.view import BoardView
from bot.seats.comparing import Budget, Worlds, winner_of
from bot.seats.deliberation import Deliberation
from bot.seats.lancaster_steward import LancasterSteward, Mind, placements
from bot.seats.lancaster_strategist.trying import outcome

DECISIONS = 6_000
"""So many decisions are played out for one answer, unless told otherwise."""

MOMENT = 600
"""So many are played out by one who thinks for a moment: a tenth of a second, in about."""

MOST = 12
"""So many answers are compared at most."""


class LancasterStrategist(Deliberation, LancasterSteward):
    """It compares what it may answer in imagined worlds, played out to the end of the round.

    Without an imagination it is the steward. ``decisions`` is how much it thinks over an answer.
    """

    pace: ClassVar[int] = 6_000
    """Measured at 0.12 ms a decision, and a third more for beginning worlds and judging them."""

    def __init__(
        self,
        decisions: int = DECISIONS,
        seconds: float | None = None,
        character: Character | None = None,
        name: str = "strategist",
    ) -> None:
        """``decisions`` are played out for an answer at most; ``seconds`` of one core, if they are
        told, is how long that may take: it does not play the same way again then."""
        super().__init__(name, character)
        self.decisions = decisions
        self.seconds = seconds

    def ponders(self, asked: Sequence[Prompt]) -> bool:
        return any(prompt.blocking for prompt in asked)

    def deliberate(
        self,
        view: BoardView,
        prompts: Sequence[Prompt],
        seat: int,
        chance: random.Random,
        imagine: Imagination,
        notes: dict[str, str],
    ) -> tuple[Prompt, Choice]:
        """The prompt answered and the answer; it writes nothing into its ``notes``."""
        budget = self.budget()
        prompt, usual = self.choose(view, prompts, seat, chance)
        found = answers(self.mind(view, seat, prompt, chance), usual)
        worlds = Worlds(imagine, str(chance.getrandbits(64)))
        attempt = partial(_attempt, worlds, seat, found, budget)
        return prompt, found[winner_of(len(found), budget, attempt)]


class LancasterChamberlain(LancasterStrategist):
    """A strategist who thinks for a moment only, so that nobody need wait for it."""

    def __init__(self, character: Character | None = None) -> None:
        super().__init__(MOMENT, character=character, name="chamberlain")

    def taking(self, seconds: float) -> Self:
        twin = super().taking(seconds)
        twin.decisions = min(twin.decisions, MOMENT)
        return twin


def answers(mind: Mind, usual: Choice) -> list[Choice]:
    """What is compared: first what the steward would answer, then what else looks best."""
    if mind.prompt.kind == "place":
        scored = sorted(placements(mind), key=lambda pair: -pair[0])
        others = [choice for _, choice in scored]
    else:
        others = [choice for offer in mind.prompt.offers for choice in offer.choices()]
    return [usual, *(choice for choice in others if choice != usual)][:MOST]


def _attempt(
    worlds: Worlds, seat: int, found: list[Choice], budget: Budget, plan: int, number: int
) -> float | None:
    return outcome(worlds.world(number), seat, found[plan], number, budget)
