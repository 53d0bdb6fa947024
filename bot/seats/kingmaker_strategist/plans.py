"""Plans for a turn: which of the steward's aims are pursued, which are dropped, and how risks are
taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import msgspec

from bot.rules.kernel import Choice, Prompt
from bot.seats.kingmaker_steward.fighting import orders
from bot.seats.kingmaker_steward.marching import WORTH_IT, MarchPlan
from bot.seats.kingmaker_steward.outlook import BOLD, EVEN, HASTY, WARY, Outlook
from bot.seats.kingmaker_steward.targets import Target, targets

MOST = 12
"""At most this many plans are compared."""

_ORDERS = 5
"""At most this many orders are compared in a combat phase, in addition to the steward's and to
giving none at all.
"""

_CONCLUDED = ("conclude", "conclude_with_french")
_TAKEN_UP = 4
_LEFT = 3
_MARCHES = 3
_FANCY, _FANCIED = 2.0, 10.0
"""How a plan raises the worth of an aim that it seeks: this many times as much, plus this many
points."""
_IMPATIENCE = 5
"""The value of a far-off aim is divided by two plus the distance to it, counted in stretches of
this many squares.
"""


class TurnPlan(msgspec.Struct, frozen=True):
    """What a seat does in its turn: everything that the steward would, except for the aims it
    drops. ``left`` are the names of the aims dropped (`name_of`), ``sought`` those of the aims that
    the seat goes for although the steward would not, ``stance`` is the name of its way of taking
    risks (`STANCES`), and ``why`` says what kind of plan this is.
    """

    why: str
    left: tuple[str, ...] = ()
    sought: tuple[str, ...] = ()
    stance: str = "even"

    @property
    def as_ever(self) -> bool:
        """Whether the plan is just what the steward would do."""
        return self.tells == AS_EVER.tells

    @property
    def tells(self) -> tuple[tuple[str, ...], tuple[str, ...], str]:
        """What the plan changes: two plans that change the same things count as one."""
        return self.left, self.sought, self.stance

    def guide(self, outlook: Outlook) -> None:
        """Make a seat play its turn by this plan."""
        outlook.stance = STANCES[self.stance]
        outlook.known[targets] = self.aims(targets(outlook))

    def aims(self, found: Sequence[Target]) -> list[Target]:
        """The aims that are not dropped, with what each is worth to this plan."""
        kept = [target for target in found if name_of(target) not in self.left]
        return [_dear(target) if name_of(target) in self.sought else target for target in kept]


AS_EVER = TurnPlan("steward")
"""The plan of doing what the steward does."""

STANCES = {"even": EVEN, "bold": BOLD, "wary": WARY, "hasty": HASTY}
"""The ways of taking risks in a turn."""


def name_of(target: Target) -> str:
    """The name of an aim in the plans for one turn."""
    place = "" if target.place is None else target.place.id
    return f"{target.kind}:{target.square}:{place}:{target.seat}"


def _dear(target: Target) -> Target:
    dear = _FANCY * target.value + _FANCIED
    return replace(target, value=dear, fancied=dear - target.value)


def plans(outlook: Outlook, prompt: Prompt) -> list[TurnPlan]:
    """What could be done in this movement phase, the steward's own plan first."""
    weighed = Weighing(outlook, prompt)
    found = {plan.tells: plan for plan in reversed([AS_EVER, *_variants(weighed)])}
    found[AS_EVER.tells] = AS_EVER
    others = [plan for plan in reversed(found.values()) if plan is not AS_EVER]
    return [AS_EVER, *others][:MOST]


def openings(outlook: Outlook, prompt: Prompt, own: Choice) -> list[Choice]:
    """What could be ordered next in a combat phase: the seat's ``own`` idea first, then nothing at
    all, then the best others at any odds. If the seat's idea is to conclude a siege, nothing else
    is tried.
    """
    if own.verb in _CONCLUDED:
        return [own]
    outlook.stance = BOLD
    ideas = sorted(orders(outlook, prompt), key=lambda idea: -idea[0])
    found = [own]
    for choice in (Choice("done"), *(choice for _, choice in ideas)):
        if choice not in found and prompt.find(choice) is not None:
            found.append(choice)
    return found[: _ORDERS + 2]


class Weighing:
    """The aims of a movement phase: what each promises, and which of them the steward would take
    up."""

    def __init__(self, outlook: Outlook, prompt: Prompt) -> None:
        march = MarchPlan(outlook, prompt)
        near, every = march.squares_in_reach(), targets(outlook)
        self.near = [target for target in every if target.square in near]
        self.far = [target for target in every if target.square not in near]
        self.far.sort(key=lambda target: (-_far_worth(outlook, target), name_of(target)))
        hopes = [(*march.weigh(target), target) for target in self.near]
        self.hopes = sorted(
            ((score, party, target) for score, party, target in hopes if party),
            key=lambda hope: (-hope[0], name_of(hope[2])),
        )
        self.taken = list(_greedily(march, self.hopes))


def _greedily(
    march: MarchPlan, hopes: Sequence[tuple[float, tuple[str, ...], Target]]
) -> Iterator[tuple[tuple[str, ...], Target]]:
    """The best aims one after another, in the order in which the steward pursues them."""
    waiting = [hope for hope in hopes if hope[0] > WORTH_IT]
    while waiting:
        best = max(waiting, key=lambda hope: hope[0])
        waiting.remove(best)
        _, party, target = best
        yield party, target
        march.free -= set(party)
        again = [hope for hope in waiting if set(party).intersection(hope[1])]
        waiting = [hope for hope in waiting if hope not in again]
        weighed = [(*march.weigh(target), target) for *_, target in again]
        waiting += [hope for hope in weighed if hope[0] > WORTH_IT]


def _variants(weighed: Weighing) -> Iterator[TurnPlan]:
    near = [name_of(target) for target in weighed.near]
    taken = {name_of(target): set(party) for party, target in weighed.taken}

    def only(why: str, kept: set[str], *sought: str) -> TurnPlan:
        return TurnPlan(why, tuple(name for name in near if name not in kept), sought)

    for stance in STANCES:
        yield TurnPlan(stance, stance=stance)
    yield only("stay", set())
    for name in [*taken][:_LEFT]:
        yield only("leave", set(taken) - {name})
    others = [hope for hope in weighed.hopes if name_of(hope[2]) not in taken]
    for _, party, target in others[:_TAKEN_UP]:
        beside = {name for name, busy in taken.items() if not busy.intersection(party)}
        yield only("take", {name_of(target), *beside}, name_of(target))
    for name in [*taken][:2] if len(taken) > 1 else ():
        yield only("alone", {name})
    for goal in weighed.far[:_MARCHES]:
        yield TurnPlan("march", (), (name_of(goal),))


def _far_worth(outlook: Outlook, target: Target) -> float:
    """Roughly what an aim beyond this turn promises to all the nobles together, judging by the one
    nearest to it.
    """
    mine = outlook.mine
    if not mine or not outlook.board.is_mainland(target.square):
        return 0.0
    total = outlook.total(mine)
    if 2 * total < target.opposed:
        return 0.0
    way = min(outlook.steps(outlook.nobles[noble].square, target.square) for noble in mine)
    return target.value / (2 + way / _IMPATIENCE)
