"""The strategist: a steward that tries the plans for its turn, and what to order in its combats, in
worlds that it imagines.

To try a plan, the seat plays its turn by it, the quick policy plays a round, and the resulting
position is valued.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

import msgspec

from bot.content.characters import Character
from bot.rules.kernel import Choice, Match, Prompt, Seat
from bot.rules.kernel.match import Imagination
from bot.rules.kingmaker.view import BoardView
from bot.seats.deliberation import Budget, Deliberation, Worlds, best_of
from bot.seats.kingmaker_steward import Steward
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.player import answer
from bot.seats.kingmaker_strategist.plans import AS_EVER, TurnPlan, openings, plans
from bot.seats.kingmaker_strategist.quick import QuickTable
from bot.seats.kingmaker_strategist.value import chances

RUNAWAY = 400
"""At most this many decisions are played out in one world."""


def outcome(
    match: Match,
    seat: Seat,
    plan: TurnPlan,
    budget: Budget,
    *,
    opening: Choice | None = None,
    brief: bool = False,
) -> float | None:
    """The seat's chance of winning once its plan and a round have been played out: at the end of
    its next turn, or of this one if ``brief``. ``opening`` is the seat's answer to what it is asked
    now. None if the budget is used up before then."""
    table = QuickTable(match, seat, plan, opening)
    state = match.position.state
    last = state.turn + (0 if brief else match.game.seats(state))
    for _ in range(RUNAWAY):
        if match.over or state.turn > last:
            break
        if budget.spent() >= 1:
            return None
        table.step()
        budget.work()
    return chances(match.view(None), match.game.content)[seat]


DECISIONS = 3_600
"""This many decisions are played out for the plan of a turn, unless told otherwise."""

_PLANNED = "movement"
_PONDERED = {_PLANNED: 1.0, "combat": 0.3}
"""What the strategist thinks about, and how much of its allowance it spends on that: more on plans
for a turn than on an order."""

_LAND = 0.3
"""What a place is worth in deals, as a share of what a steward would give for it: even without any
thinking, a player who parts with castles for ships, bishops and men wins a third of his games
against three stewards."""

_HONOURS = 2.0
"""How much more the strategist values titles and offices: in 386 games between strategists who
differed in what things were worth to them, those who valued these most won the most.
"""

_NOTE = "plan"


class _Note(msgspec.Struct):
    """A plan, and what it was made for: the turn, and what the plan took for granted."""

    turn: str
    counted_on: str
    plan: TurnPlan


class Strategist(Deliberation, Steward):
    """Chooses one plan a turn, and each order in combat, by trying several; in everything else it
    is a steward.

    If the player cannot imagine worlds, it is simply a steward. ``decisions`` is the largest number
    of decisions played out for a plan.
    """

    name = "strategist"

    pace: ClassVar[int] = 600
    """A decision was measured at 1.7 ms, including imagining its worlds and judging where they
    lead.
    """

    def __init__(
        self,
        decisions: int = DECISIONS,
        seconds: float | None = None,
        character: Character | None = None,
    ) -> None:
        """At most ``decisions`` are played out for a plan; ``seconds`` of one core, if given, limit
        the time as well, but then the player's choices are not repeatable."""
        super().__init__(type(self).name, character)
        self.decisions = decisions
        self.seconds = seconds
        self.character = character

    def look(self, view: BoardView, seat: Seat) -> Outlook:
        outlook = super().look(view, seat)
        outlook.land, outlook.honours = _LAND, _HONOURS
        return outlook

    def ponders(self, asked: Sequence[Prompt]) -> bool:
        return any(
            prompt.kind in _PONDERED and prompt.blocking and len(prompt.offers) > 1
            for prompt in asked
        )

    def deliberate(
        self,
        view: BoardView,
        prompts: Sequence[Prompt],
        seat: Seat,
        chance: random.Random,
        imagine: Imagination,
        notes: dict[str, str],
    ) -> tuple[Prompt, Choice]:
        """The prompt that the strategist answers, and the answer; ``notes`` hold the plan until the
        turn is over."""
        prompt, choice = self.choose(view, prompts, seat, chance)
        if prompt.kind not in _PONDERED or len(view.nobles) == 0:
            return prompt, choice
        worlds = Worlds(imagine, str(chance.getrandbits(64)))
        outlook = self.look(view, seat)
        thought = _Thought(outlook, prompt, worlds, self.budget(_PONDERED[prompt.kind]))
        if prompt.kind == _PLANNED:
            plan = self._plan(thought, notes)
            return prompt, choice if plan.as_ever else _by(plan, outlook, prompt, choice)
        plan = _noted(notes, outlook)
        return prompt, thought.opening(plan, _by(plan, outlook, prompt, choice))

    def _plan(self, thought: _Thought, notes: dict[str, str]) -> TurnPlan:
        """The plan for this turn; a new one if there is none or if something has changed."""
        turn, now = _turn_of(thought.outlook), _counted_on(thought.outlook)
        if _NOTE in notes:
            note = msgspec.json.decode(notes[_NOTE], type=_Note)
            if (note.turn, note.counted_on) == (turn, now):
                return note.plan
        plan = thought.plan(self.look(thought.outlook.view, thought.outlook.seat))
        notes[_NOTE] = msgspec.json.encode(_Note(turn, now, plan)).decode()
        return plan


class _Thought:
    """A comparison: either of plans for a turn, or of first orders in the turn's combats."""

    def __init__(self, outlook: Outlook, prompt: Prompt, worlds: Worlds, budget: Budget) -> None:
        self.outlook = outlook
        self._prompt = prompt
        self._worlds = worlds
        self._budget = budget

    def plan(self, before: Outlook) -> TurnPlan:
        """The best plan for the turn; ``before`` is the outlook in which to look for plans."""
        found = plans(before, self._prompt)
        return found[self._best([(plan, None) for plan in found])]

    def opening(self, plan: TurnPlan, own: Choice) -> Choice:
        """The best order to give now, in a turn by this plan; ``own`` is the order that the seat
        would give without thinking."""
        found = openings(self.outlook, self._prompt, own)
        return found[self._best([(plan, choice) for choice in found])]

    def _best(self, ways: list[tuple[TurnPlan, Choice | None]]) -> int:
        glance = partial(self._attempt, ways, brief=True)
        return best_of(len(ways), self._budget, partial(self._attempt, ways), glance)

    def _attempt(
        self,
        ways: list[tuple[TurnPlan, Choice | None]],
        way: int,
        number: int,
        *,
        brief: bool = False,
    ) -> float | None:
        plan, opening = ways[way]
        world, seat = self._worlds.world(number), self.outlook.seat
        return outcome(world, seat, plan, self._budget, opening=opening, brief=brief)


def _by(plan: TurnPlan, outlook: Outlook, prompt: Prompt, choice: Choice) -> Choice:
    """What a plan would have its seat answer; ``choice`` if the plan says nothing."""
    plan.guide(outlook)
    planned = answer(outlook, prompt)
    return choice if planned is None else planned


def _noted(notes: dict[str, str], outlook: Outlook) -> TurnPlan:
    """The plan for the current turn; the steward's if there is none."""
    if _NOTE not in notes:
        return AS_EVER
    note = msgspec.json.decode(notes[_NOTE], type=_Note)
    return note.plan if note.turn == _turn_of(outlook) else AS_EVER


def _turn_of(outlook: Outlook) -> str:
    return f"{outlook.view.round}:{outlook.view.active}"


def _counted_on(outlook: Outlook) -> str:
    """What a plan takes for granted about the board: where the others are, and which of the seat's
    nobles are left."""
    nobles = outlook.view.nobles
    mine = sorted(outlook.mine)
    others = [f"{key}{nobles[key].square}{nobles[key].inside}" for key in sorted(outlook.foes)]
    return " ".join((*mine, *others))
