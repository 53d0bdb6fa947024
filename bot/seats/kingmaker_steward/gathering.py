"""Where a faction gathers, and where its army goes from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.ids import NobleId, SquareId
from bot.seats.kingmaker_steward import vetoes
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import Target, targets
from bot.seats.kingmaker_steward.worth import danger, party_worth

_GATHERED = 0.7
"""The share of a faction that must be together before its army sets out."""
_ATTACK_ODDS = 1.25
_MODEST = 4.0
"""Nobody sets out for fewer points than this; anything on the way is still taken."""


@dataclass(frozen=True)
class Muster:
    """The square where everybody gathers, and the goal of those who are already at ``host``."""

    square: SquareId
    host: SquareId
    goal: SquareId

    def goal_for(self, here: SquareId) -> SquareId:
        """The square that nobles in a given square should head for."""
        return self.goal if here == self.host else self.square


def plan_muster(outlook: Outlook, nobles: Sequence[NobleId]) -> Muster:
    """Where these nobles gather, and where those who are together go from there."""
    powers: dict[SquareId, int] = {}
    for noble in nobles:
        square = outlook.nobles[noble].square
        powers[square] = powers.get(square, 0) + outlook.power(noble)
    total = sum(powers.values())
    host = max(sorted(powers), key=lambda square: powers[square])
    campaign = _campaign(outlook, host, total)
    if powers[host] >= _GATHERED * total:
        goal = host if campaign is None else campaign.square
        return Muster(host, host, goal)
    square = _muster_square(outlook, powers, campaign, total)
    return Muster(square, square, square)


def _muster_square(
    outlook: Outlook, powers: dict[SquareId, int], campaign: Target | None, total: int
) -> SquareId:
    """The faction's own fortress to which it has the shortest march, taking the next goal into
    account."""
    places = [place for place in outlook.own_places if outlook.board.is_mainland(place.square)]
    squares = {place.square: place for place in places}
    if not squares:
        return max(sorted(powers), key=lambda square: powers[square])
    worth = party_worth(outlook, outlook.mine)

    def cost(square: SquareId) -> float:
        marched = sum(power * outlook.steps(here, square) for here, power in powers.items())
        onward = 0.25 * total * outlook.steps(square, campaign.square) if campaign else 0.0
        risk = danger(outlook, square, squares[square], total)
        capacity = outlook.content.ruleset.capacity(squares[square]) or total
        return (marched + onward + 2 * max(0, total - capacity)) / 100 + 0.5 * risk * worth

    return min(sorted(squares), key=cost)


def _campaign(outlook: Outlook, host: SquareId, total: int) -> Target | None:
    """The best target for the whole faction, however far away."""
    best, found = 0.0, None
    for target in targets(outlook):
        if target.value < _MODEST or not outlook.board.is_mainland(target.square):
            continue
        chance = _feasible(outlook, target, total)
        if chance <= 0:
            continue
        distance = outlook.steps(host, target.square)
        value = chance * target.value / (2 + distance / 5)
        if value > best:
            best, found = value, target
    return found


def _feasible(outlook: Outlook, target: Target, total: int) -> float:
    """How likely the whole faction would be to win this target."""
    if target.kind in ("pick", "crown", "parliament"):
        return 1.0
    if target.kind == "battle":
        return 0.5 if outlook.stance.odds * total >= _ATTACK_ODDS * target.opposed else 0.0
    if total >= target.opposed:
        return 0.9
    assert target.place is not None
    inside = outlook.total(outlook.opposing(target.place.id))
    if 2 * total >= target.opposed and total >= 2 * inside + target.place.garrison // 4:
        return 0.5
    return 0.0


class Camps:
    """Where a seat's nobles are during a movement phase, and what it costs to be there."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._gone: dict[NobleId, SquareId] = {}
        """Where the nobles who gather are marching, as far as that has been worked out."""
        self._stand: dict[SquareId, list[NobleId]] = {}

    def go(self, unit: Sequence[NobleId], square: SquareId) -> None:
        """Note that a unit is about to march to a square."""
        self._gone.update(dict.fromkeys(unit, square))
        self._stand = {}

    def cost(
        self, unit: Sequence[NobleId], square: SquareId, goal: SquareId, pull: float, worth: float
    ) -> float:
        """What it costs a unit to be in a square: the rest of the way and the danger there, less
        the danger from which it protects heirs behind the same walls."""
        outlook = self._outlook
        friends = [n for n in self._standing().get(square, ()) if n not in unit]
        alone = outlook.total(friends, square)
        place = outlook.board.fortress_in(square)
        if place is not None and not (outlook.enterable(place) and self._fits(unit, place)):
            place = None
        risk = danger(outlook, square, place, alone + outlook.total(unit, square))
        cost = pull * outlook.steps(square, goal) + risk * worth
        guarded = () if place is None else vetoes.keepers(outlook, friends)
        if guarded:
            spared = danger(outlook, square, place, alone) - risk
            cost -= spared * party_worth(outlook, guarded)
        return cost

    def _standing(self) -> dict[SquareId, list[NobleId]]:
        """The nobles who are in each square, or about to march there."""
        if not self._stand:
            for noble in self._outlook.mine:
                square = self._gone.get(noble) or self._outlook.nobles[noble].square
                self._stand.setdefault(square, []).append(noble)
        return self._stand

    def _fits(self, unit: Sequence[NobleId], place: Place) -> bool:
        """Whether there is room inside a place for most of a unit."""
        outlook = self._outlook
        room = outlook.room(place)
        within = sum(outlook.power(n) for n in unit if outlook.nobles[n].inside == place.id)
        total = outlook.total(unit, place.square)
        if len(unit) == 1 and not outlook.within.get(place.id):
            return True
        return total * 4 <= (room + within) * 5
