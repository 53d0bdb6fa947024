"""The strategist: a steward who tries the plans of its turn in worlds that it imagines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

import msgspec

from bot.content.characters import Character
from bot.rules.kernel import Choice, Prompt
from bot.rules.kernel.imagination import Imagination
from bot.rules.kingmaker.view import BoardView
from bot.seats.comparing import Budget, Worlds, best_of
from bot.seats.deliberation import Deliberation
from bot.seats.kingmaker_steward import Steward
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.player import answer
from bot.seats.kingmaker_steward.targets import targets
from bot.seats.kingmaker_strategist.plans import TurnPlan, plans
from bot.seats.kingmaker_strategist.trying import outcome

DECISIONS = 1_800
"""So many decisions are played out for the plan of a turn, unless told otherwise."""

_PLANNED = "movement"
_NOTE = "plan"


class _Note(msgspec.Struct):
    """What a plan was made for: the turn, and what it counted on."""

    turn: str
    counted_on: str
    plan: TurnPlan


class Strategist(Deliberation, Steward):
    """One plan a turn, chosen by trying several of them; all else it answers as the steward.

    Without an imagination it is the steward. ``decisions`` is how much it thinks over a plan.
    """

    name = "strategist"

    pace: ClassVar[int] = 900
    """Measured at 1.0 ms a decision; a tenth goes into imagining worlds and judging where they
    lead."""

    def __init__(
        self,
        decisions: int = DECISIONS,
        seconds: float | None = None,
        character: Character | None = None,
    ) -> None:
        """``decisions`` are played out for a plan at most; ``seconds`` of one core, if they are
        told, is how long that may take: it does not play the same way again then."""
        super().__init__(type(self).name, character)
        self.decisions = decisions
        self.seconds = seconds
        self.character = character

    def ponders(self, asked: Sequence[Prompt]) -> bool:
        return any(prompt.kind == _PLANNED and prompt.blocking for prompt in asked)

    def deliberate(
        self,
        view: BoardView,
        prompts: Sequence[Prompt],
        seat: int,
        chance: random.Random,
        imagine: Imagination,
        notes: dict[str, str],
    ) -> tuple[Prompt, Choice]:
        """The prompt answered and the answer; ``notes`` hold the plan till the turn is over."""
        budget = self.budget()
        prompt, choice = self.choose(view, prompts, seat, chance)
        if prompt.kind != _PLANNED or len(view.nobles) == 0:
            return prompt, choice
        outlook = self.look(view, seat)
        plan = self._plan(outlook, prompt, chance, imagine, notes, budget)
        if not plan.as_ever:
            outlook.known[targets] = plan.aims(targets(outlook))
            planned = answer(outlook, prompt)
            choice = choice if planned is None else planned
        return prompt, choice

    def _plan(
        self,
        outlook: Outlook,
        prompt: Prompt,
        chance: random.Random,
        imagine: Imagination,
        notes: dict[str, str],
        budget: Budget,
    ) -> TurnPlan:
        """The plan of this turn, made anew if there is none or something has changed."""
        turn, now = f"{outlook.view.round}:{outlook.view.active}", _counted_on(outlook)
        if _NOTE in notes:
            note = msgspec.json.decode(notes[_NOTE], type=_Note)
            if (note.turn, note.counted_on) == (turn, now):
                return note.plan
        before = self.look(outlook.view, outlook.seat)
        found = plans(before, prompt)
        worlds = Worlds(imagine, str(chance.getrandbits(64)))
        attempt = partial(_attempt, worlds, outlook.seat, found, budget)
        glance = partial(attempt, brief=True)
        plan = found[best_of(len(found), budget, attempt, glance)]
        notes[_NOTE] = msgspec.json.encode(_Note(turn, now, plan)).decode()
        return plan


def _attempt(
    worlds: Worlds,
    seat: int,
    found: list[TurnPlan],
    budget: Budget,
    plan: int,
    number: int,
    *,
    brief: bool = False,
) -> float | None:
    return outcome(worlds.world(number), seat, found[plan], budget, brief=brief)


def _counted_on(outlook: Outlook) -> str:
    """What of the board a plan counts on: where the others stand, and who is left of one's own."""
    nobles = outlook.view.nobles
    mine = sorted(outlook.mine)
    others = [f"{key}{nobles[key].square}{nobles[key].inside}" for key in sorted(outlook.foes)]
    return " ".join((*mine, *others))
