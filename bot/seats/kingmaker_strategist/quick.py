"""The quick policy: it plays whole rounds of an imagined world, for everybody at the table.

The policy answers as the steward does, but never looks for what may be done at any time, and plans
a movement phase only once: until the phase ends, it follows a few of the aims that it finds. Once
everybody who was sent out has arrived, the others go one by one to their meeting place.
"""

from __future__ import annotations

from typing import Any

from bot.rules.kernel import Choice, IllegalChoice, Match, Prompt, Seat
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_steward.gathering import plan_muster
from bot.seats.kingmaker_steward.marching import MUSTERED, SENT, STEPS
from bot.seats.kingmaker_steward.outlook import STRENGTHS, THREATS, Outlook
from bot.seats.kingmaker_steward.player import answer
from bot.seats.kingmaker_steward.targets import Target, lures, targets
from bot.seats.kingmaker_steward.voyages import best_voyage
from bot.seats.kingmaker_strategist.plans import AS_EVER, STANCES, TurnPlan

_AIMS = 12
"""At most this many aims are followed in a movement phase for which there is no plan."""

_KEPT = (SENT, MUSTERED, plan_muster, best_voyage, THREATS, STRENGTHS)
"""What is worked out only once in a movement phase."""

_Turn = tuple[int, int]
"""A turn, by its round and who takes it."""


class QuickTable:
    """The players of one imagined game; ``plan`` is what ``seat`` does in the current turn, and
    ``opening`` is its answer to the first question."""

    def __init__(
        self,
        match: Match,
        seat: Seat,
        plan: TurnPlan = AS_EVER,
        opening: Choice | None = None,
    ) -> None:
        self.match = match
        self.content: Content = match.game.content
        self.seat = seat
        self.plan = plan
        self.opening = opening
        self._turn = _turn_of(match.view(None))
        self._aims: dict[Seat, tuple[_Turn, list[Target]]] = {}
        self._kept: dict[Seat, tuple[_Turn, dict[Any, Any]]] = {}
        self._steps: list[Choice] = []
        """The steps already thought of in a movement phase, the last one first."""
        self._moving = NO_SEAT
        """The seat that takes these steps."""

    def step(self) -> None:
        """Play one step: one that has already been thought of or, if none may be taken, the answer
        of a seat for which the game is waiting.
        """
        if not self._went_on():
            self._think()

    def _went_on(self) -> bool:
        """Take the next step that has already been thought of. False if there is none that may be
        taken."""
        if self._steps:
            try:
                self.match.submit(self._moving, self._steps.pop())
            except IllegalChoice:
                self._steps = []
            else:
                return True
        return False

    def _think(self) -> None:
        match = self.match
        seat = match.waiting_for()[0]
        asked = [prompt for prompt in match.asked(seat) if prompt.blocking]
        outlook = Outlook(match.view(seat), seat, self.content)
        match.submit(seat, self._answer(outlook, asked[0]))

    def _answer(self, outlook: Outlook, prompt: Prompt) -> Choice:
        if self.opening is not None and outlook.seat == self.seat:
            opening, self.opening = self.opening, None
            return opening
        own = (_turn_of(outlook.view), outlook.seat) == (self._turn, self.seat)
        if own:
            outlook.stance = STANCES[self.plan.stance]
        moving = prompt.kind == "movement"
        if moving:
            self._remember(outlook)
            outlook.known[targets] = self._sought(outlook, own=own)
            outlook.known[STEPS] = []
        choice = answer(outlook, prompt)
        if moving:
            self._moving, self._steps = outlook.seat, outlook.known[STEPS][::-1]
            known = {key: outlook.known[key] for key in _KEPT if key in outlook.known}
            self._kept[outlook.seat] = _turn_of(outlook.view), known
        return next(prompt.offers[0].choices()) if choice is None else choice

    def _remember(self, outlook: Outlook) -> None:
        """Remind a seat of what it has already thought over in this movement phase."""
        since, known = self._kept.get(outlook.seat, (None, {}))
        if since == _turn_of(outlook.view):
            outlook.known.update(known)
            voyage = known.get(best_voyage)
            if voyage is not None and not set(voyage.party) <= set(outlook.mine):
                del outlook.known[best_voyage]

    def _sought(self, outlook: Outlook, *, own: bool) -> list[Target]:
        """The aims of a movement phase; with ``own`` (in the turn the plan was made for), the aims
        of the plan. The aims are worked out only once.
        """
        turn, seat = _turn_of(outlook.view), outlook.seat
        since, found = self._aims.get(seat, (None, []))
        if since != turn:
            if own:
                found = self.plan.aims(targets(outlook))
            else:
                found = sorted(lures(outlook), key=lambda aim: -aim.value)[:_AIMS]
            self._aims[seat] = (turn, found)
        return [aim for aim in found if _is_there(outlook, aim)]


def _is_there(outlook: Outlook, aim: Target) -> bool:
    """Whether the target of an aim is still in its square: a force of others, or an heir who is
    waiting."""
    if aim.kind == "battle":
        return aim.seat in outlook.open_at.get(aim.square, ())
    if aim.kind != "pick":
        return True
    heirs = outlook.view.heirs.values()
    return any(h.alive and h.holder is None and h.square == aim.square for h in heirs)


def _turn_of(view: BoardView) -> _Turn:
    return view.round, view.active
