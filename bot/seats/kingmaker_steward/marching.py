"""The movement phase: who goes where.

The plan is worked out again for each decision, and only its first step is taken. Targets within
reach this turn come first, the most promising first; everybody left over gathers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import chain

from bot.rules.kernel import Choice, Offer, Prompt
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.ids import NobleId, PlaceId, SquareId
from bot.seats.kingmaker_steward import royals, vetoes
from bot.seats.kingmaker_steward.calling import held
from bot.seats.kingmaker_steward.gathering import Camps, plan_muster
from bot.seats.kingmaker_steward.moves_open import OpenMoves, entry, has_fetched
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.seafaring import Fleet, cross
from bot.seats.kingmaker_steward.siding import wants_other_side
from bot.seats.kingmaker_steward.targets import (
    Target,
    best_party,
    decisive,
    promise,
    siege_target,
    targets,
)
from bot.seats.kingmaker_steward.vetoes import posts
from bot.seats.kingmaker_steward.voyages import flee, flee_by_sea
from bot.seats.kingmaker_steward.worth import danger, party_worth

WORTH_IT = 1.0
"""Nobody is sent out for fewer points than this."""
_FREE_MOVE_COST = 3.0
_FAR_BETTER = {"pick": 12.0, "siege": 30.0}
_A_FIGHT = 35.0
"""By how many points a target elsewhere must outweigh a siege that is being won before a noble
leaves it: an unguarded heir is often worth leaving for, a fight seldom is, and a place will still
be there afterwards.
"""
_OUTDOORS = 32.0
"""How many more points keepers of heirs must stand to gain before they leave their walls."""
_BACK_AGAIN = 6.0
"""How many points it costs a noble to return to the square that he left the turn before: he gives
up what he went for, so things must have changed, or something worth it must have turned up."""
_STEP = 0.45
"""How many points it is worth to bring a party of 60 troops a square nearer to its goal."""

_Idea = tuple[float, Target, tuple[NobleId, ...]]
"""What a target promises, the target, and the party to send."""


def move(outlook: Outlook, prompt: Prompt) -> Choice:
    """The next step of a movement phase, or its end; a family that wants to change sides does
    nothing."""
    if wants_other_side(outlook):
        return Choice("done")
    for offer in prompt.offers:
        if offer.verb == "fetch":
            return Choice("fetch", {f.name: f.candidates[:1] for f in offer.fields})
        if offer.verb == "dismiss":
            return Choice("dismiss", {f.name: f.candidates for f in offer.fields})
    flight = flee(outlook, prompt) or flee_by_sea(outlook, prompt)
    if flight is not None:
        return flight
    crossing = cross(outlook, prompt)
    if crossing is not None:
        return crossing
    handing = vetoes.entrusting(outlook, prompt)
    if handing is not None:
        return handing
    plan = MarchPlan(outlook, prompt)
    fleet = Fleet(outlook, prompt, plan.ways)
    step = fleet.first_step()
    plan.free -= fleet.committed
    return step or plan.first_step() or Choice("done")


def _indoors(target: Target) -> bool:
    """Whether the nobles sent to a target are behind walls once they have it."""
    return target.place is not None and target.kind in ("pick", "crown", "parliament")


class MarchPlan:
    """The plan for the rest of a movement phase."""

    def __init__(self, outlook: Outlook, prompt: Prompt) -> None:
        self.outlook = outlook
        self.ways = OpenMoves(outlook, prompt)
        besieging = {n for stay in vetoes.stayers(outlook).values() for n in stay}
        self.bound = besieging.union(*vetoes.guards(outlook).values())
        """The nobles who stay for a siege that is as good as won, or to guard heirs, unless they
        can win the game or something far better.
        """
        self.free = {n for n in outlook.mine if not outlook.besieged(n)} - self.bound
        self.reaches: dict[NobleId, set[SquareId]] = {}
        """The squares that each noble can reach this turn, worked out when first asked for."""
        self.outside: set[NobleId] = set(besieging)
        """Nobles who must stay in the open for their aim: an attack, a siege, or an heir to be
        fetched there.
        """
        self.camps = Camps(outlook)
        self.havens = {place.square: place for place in outlook.own_places}
        self.royal = {n for n in vetoes.keepers(outlook, self.free) if self._homes([n])}
        """Keepers of heirs who are behind walls or can get there: they end their move there."""
        self.homeward = {
            n
            for n in vetoes.keepers(outlook, self.ways.free)
            if self._admitted([n], self.ways.again(n))
        }
        """Keepers of heirs who can get there with a Free Move: they play it for no other purpose
        for which they would not leave walls.
        """
        self.posts = posts(outlook, self.royal, self.free, self._homes, self._reached)
        """The places for keepers who would not be safe behind any walls on their own, and the
        guards for those places."""
        self.free -= set(self.posts.guards)
        self.bound |= set(self.posts.guards)
        self.bidden = royals.goals(outlook, self.free)
        """The destinations of the nobles who are to crown an heir."""

    def first_step(self) -> Choice | None:
        return (
            self._go_for_aims()
            or self._go_on_guard()
            or next(self._gather(), None)
            or next(self._shelter(), None)
            or self._once_more()
        )

    def _go_for_aims(self) -> Choice | None:
        """Pursue the aims, and leave free the nobles who have no part in them."""
        step = next(self._pursue(), None)
        if step is None:
            self._hold_sieges()
        return step

    def _go_on_guard(self) -> Choice | None:
        """Send guards for heirs to their posts, except those who have been sent out to a target."""
        posted: dict[SquareId, list[NobleId]] = {}
        for noble, square in self.posts.guards.items():
            posted.setdefault(square, []).append(noble)
        marches = (self._bring(nobles, square) for square, nobles in posted.items())
        return next(chain.from_iterable(marches), None)

    # Targets within reach

    def _pursue(self) -> Iterator[Choice]:
        """Send the best parties to the best targets; do nothing once all are where they should
        be."""
        near = self.squares_in_reach()
        waiting = [
            target
            for target in targets(self.outlook)
            if target.square in near and target.value > WORTH_IT
        ]
        found: list[_Idea] = []
        while True:
            for target in waiting:
                score, party = self.weigh(target)
                if score > WORTH_IT:
                    found.append((score, target, party))
            if not found:
                return
            best = found[self._preferred(found)]
            _, target, party = best
            yield from self._send(target, party)
            taken = set(party)
            self.free -= taken
            for noble in taken.intersection(self.posts.guards):
                del self.posts.guards[noble]
            found.remove(best)
            # Only ideas that have lost a noble have to be reconsidered.
            waiting = [idea[1] for idea in found if taken.intersection(idea[2])]
            found = [idea for idea in found if not taken.intersection(idea[2])]

    def _preferred(self, ideas: Sequence[_Idea]) -> int:
        """The plan to try first: the best of these, or one that is nearly as good and more to the
        player's taste."""
        view, seat = self.outlook.view, self.outlook.seat
        plans = [(score, target.kind) for score, target, _ in ideas]
        lots = [f"{view.round} {seat} {target.kind} {target.square}" for _, target, _ in ideas]
        return self.outlook.temper.preferred(plans, lots)

    def squares_in_reach(self) -> set[SquareId]:
        """The squares where a free noble is, or to which any noble may move."""
        squares = {self.outlook.nobles[noble].square for noble in self.free}
        for ways in self.ways.marches.values():
            for reach, _ in ways:
                squares |= reach
        for noble in self.ways.free:
            squares.update(self.ways.again(noble))
        return squares

    def weigh(self, target: Target) -> tuple[float, tuple[NobleId, ...]]:
        """What a target promises, less the Free Moves it needs, and the party to send."""
        wins = decisive(self.outlook, target)
        pool = self.free | self.bound if wins else self.free
        heedful = pool
        if not wins and not _indoors(target):
            heedful = pool - self.royal - self._too_far(self.homeward, target.square)
        found = self._promised(target, heedful)
        return self._weightier(target, pool, heedful, found, wins=wins)

    def _weightier(
        self,
        target: Target,
        pool: set[NobleId],
        heedful: set[NobleId],
        found: tuple[float, tuple[NobleId, ...]],
        *,
        wins: bool,
    ) -> tuple[float, tuple[NobleId, ...]]:
        """What was ``found`` with the nobles who are free for it, or something far better with
        others: nobles who stay for a siege that is won or to guard heirs, and keepers of heirs who
        would leave their walls.
        """
        score, _ = found
        if self.bound and not wins:
            dearer, others = self._promised(target, heedful | self.bound)
            dearer -= self._left(others)
            if dearer > max(score, 0.0) + _FAR_BETTER.get(target.kind, _A_FIGHT):
                return dearer, others
        if heedful != pool:
            dearer, others = self._promised(target, pool)
            if dearer > max(score, 0.0) + _OUTDOORS:
                return dearer, others
        return found

    def _promised(self, target: Target, pool: set[NobleId]) -> tuple[float, tuple[NobleId, ...]]:
        """How much a target promises the best party of these nobles, and which party that is."""
        able = [n for n in sorted(pool) if self._can_reach(n, target.square)]
        if target.kind == "pick" and target.place is None:
            able = [n for n in able if not self._waits_at(n, target.square)]
        far = self._too_far(able, target.square)
        near = [n for n in able if n not in far]
        found = self._less_what_it_costs(target, able)
        return found if near == able else max(found, self._less_what_it_costs(target, near))

    def _less_what_it_costs(
        self, target: Target, able: Sequence[NobleId]
    ) -> tuple[float, tuple[NobleId, ...]]:
        """What a target promises the best party of the nobles ``able`` to go, less the Free Moves
        that it takes."""
        if not able:
            return -1.0, ()
        score, party = best_party(self.outlook, target, able)
        if score <= 0 or not party:
            return -1.0, ()
        needed, held_now = self._free_moves_needed(target, party), held(self.outlook, "free_move")
        if needed > len(held_now):
            return -1.0, ()
        score -= _FREE_MOVE_COST / max(1, len(held_now)) * needed
        return score - _BACK_AGAIN * self._goes_back(party, target.square), party

    def _goes_back(self, party: Sequence[NobleId], square: SquareId) -> bool:
        """Whether somebody would march back to the square that he left the turn before."""
        nobles = self.outlook.nobles
        return any(nobles[n].square != square == nobles[n].came_from for n in party)

    def _left(self, party: Sequence[NobleId]) -> float:
        """What a party would give up by leaving: sieges that are won, and heirs with too few
        guards."""
        won = sum(
            siege_target(self.outlook, self.outlook.board.places[place]).value
            for place, stay in vetoes.stayers(self.outlook).items()
            if any(noble in stay for noble in party)
        )
        posted = {to for noble, to in self.posts.guards.items() if noble in party}
        unguarded = {n for n, to in self.posts.keepers.items() if to in posted}
        unguarded.update(vetoes.left_by(self.outlook, party))
        return won + vetoes.TAKEN * party_worth(self.outlook, unguarded)

    def _waits_at(self, noble: NobleId, square: SquareId) -> bool:
        """Whether a noble is already in the open in a square, where he can no longer fetch
        anybody."""
        seen = self.outlook.nobles[noble]
        return seen.square == square and seen.inside is None

    def _free_moves_needed(self, target: Target, party: Sequence[NobleId]) -> int:
        """How many Free Moves are needed to bring this party to its target: one for each square
        whose nobles cannot march there.
        """
        nobles = self.outlook.nobles
        return len({nobles[n].square for n in self._too_far(party, target.square)})

    def _too_far(self, nobles: Iterable[NobleId], square: SquareId) -> set[NobleId]:
        """Those of the given nobles who are not in a square and cannot march there."""
        here = self.outlook.nobles
        return {n for n in nobles if here[n].square != square and self.ways.to(n, square) is None}

    def _can_reach(self, noble: NobleId, square: SquareId) -> bool:
        known = self.reaches.get(noble)
        if known is None:
            here = self.outlook.nobles[noble].square
            known = {here, *self.ways.again(noble)}
            # A noble who has marched has done what he set out to do, unless that was to fetch an
            # heir.
            if noble not in self.ways.arrived or has_fetched(self.outlook, noble):
                known |= self.ways.squares([noble])
            self.reaches[noble] = known
        return square in known

    def _send(self, target: Target, party: tuple[NobleId, ...]) -> Iterator[Choice]:
        """The next steps that bring a party to its target; none if everybody is there."""
        steps = list(self._bring(party, target.square, freely=True))
        yield from steps
        step = None if steps else self._take_position(target, party)
        if step is not None:
            yield step

    def _bring(
        self, party: Sequence[NobleId], square: SquareId, *, freely: bool = False
    ) -> Iterator[Choice]:
        """The marches that bring a party to a square, using Free Moves if they are needed and
        ``freely`` allows it."""
        gone: set[str] = set()
        for noble in party:
            if noble in gone or self.outlook.nobles[noble].square == square:
                continue
            offer = self.ways.to(noble, square)
            if offer is not None:
                march = self._march(offer, party, square)
                gone.update(march.many("nobles", NobleId))
                yield march
                continue
            free = self.ways.free.get(noble) if freely else None
            if free is not None:
                going = [n for n in free.field("nobles").ids(NobleId) if n in party]
                gone.update(going)
                yield Choice("free_move", {"nobles": tuple(going)})

    def _march(self, offer: Offer, party: Sequence[NobleId], square: SquareId) -> Choice:
        going = tuple(n for n in offer.field("nobles").ids(NobleId) if n in party)
        return Choice(offer.verb, {"nobles": going, "to": (square,)})

    def _take_position(self, target: Target, party: tuple[NobleId, ...]) -> Choice | None:
        """Go in or out, as the target requires, once the party is in its square."""
        if target.kind == "recruit":
            return None
        place = target.place
        nobles = self.outlook.nobles
        if target.kind in ("pick", "crown", "parliament") and place is not None:
            outside = [n for n in party if nobles[n].inside is None]
            if outside:
                return self._go_in(place, outside)
            # Who is needed in this place comes out of a castle beside it. Others who are inside
            # already come out too: they join the heir the next time they go in.
            if target.members:
                party = tuple(n for n in target.members if nobles[n].inside != place.id)
        else:
            self.outside.update(party)
        for offer in self.ways.leave:
            going = tuple(n for n in offer.field("nobles").ids(NobleId) if n in party)
            if going:
                return Choice(
                    "leave", {"nobles": going, "place": offer.field("place").ids(PlaceId)}
                )
        return None

    def _go_in(self, place: Place, nobles: Sequence[NobleId]) -> Choice | None:
        for offer in self.ways.enter:
            if offer.field("place").ids(PlaceId) == (place.id,):
                return entry(self.outlook, offer, nobles)
        return None

    # Everybody else

    def _hold_sieges(self) -> None:
        """A besieger who has nothing better to do stays for as long as the siege has any hope of
        success.

        Others may have joined the siege meanwhile, so it may succeed without the noble. But a noble
        who marches away from a siege ends it, or leaves it weaker than expected.
        """
        outlook = self.outlook
        for place_id, siege in outlook.view.sieges.items():
            if siege.seat != outlook.seat:
                continue
            target = siege_target(outlook, outlook.board.places[place_id])
            there = [
                n
                for n in outlook.mine
                if outlook.nobles[n].square == target.square and outlook.nobles[n].inside is None
            ]
            if there and promise(outlook, target, there) > 0:
                self.free -= set(there)
                self.outside.update(there)

    def _gather(self) -> Iterator[Choice]:
        """The marches of the nobles who gather, one unit after another."""
        idle = [n for n in sorted(self.free) if n in self.ways.marches]
        if not idle:
            return
        muster = plan_muster(self.outlook, sorted(self.free))
        for unit in self._units(idle):
            goal = self.bidden.get(unit[0]) or muster.goal_for(self.outlook.nobles[unit[0]].square)
            royal, post = unit[0] in self.royal, self.posts.keepers.get(unit[0])
            if post is not None:
                square = post if post != self.outlook.nobles[unit[0]].square else None
            else:
                square = self._home(unit, goal) if royal else self._best_square(unit, goal)
            if square is None:
                continue
            offer = self.ways.to(unit[0], square)
            if offer is not None:
                self.camps.go(unit, square)
                yield self._march(offer, unit, square)

    def _units(self, nobles: list[NobleId]) -> list[list[NobleId]]:
        """Nobles who are together and can all still go the same distance, the strongest units
        first."""
        units: dict[tuple[SquareId, PlaceId | None, int, bool, bool], list[NobleId]] = {}
        for noble in nobles:
            seen = self.outlook.nobles[noble]
            freedom = sum(len(squares) for squares, _ in self.ways.marches[noble])
            kind = (noble in self.royal, noble in self.bidden)
            key = (seen.square, seen.inside, freedom, *kind)
            units.setdefault(key, []).append(noble)
        return sorted(units.values(), key=lambda unit: (-self.outlook.total(unit), unit))

    def _best_square(self, unit: list[NobleId], goal: SquareId) -> SquareId | None:
        """The square where a unit should go, or None to stay."""
        outlook = self.outlook
        here = outlook.nobles[unit[0]].square
        reach = self.ways.squares(unit)
        worth = party_worth(outlook, unit)
        # A noble who has already marched this turn marches on only to walls, or armies would wander
        # to and fro and leave the weak behind; in the last round, nobody has time to gather.
        over = outlook.view.round == outlook.view.rounds_limit
        fresh = unit[0] not in self.ways.arrived and not over
        pull = _STEP * (0.4 + outlook.total(unit) / 100) if fresh else 0.0
        havens = set(self.havens)
        near = [s for _, s in nsmallest(4 * fresh, ((outlook.steps(s, goal), s) for s in reach))]
        best, found = self.camps.cost(unit, here, goal, pull, worth) - 0.4, None
        for square in dict.fromkeys([*near, *sorted(reach & havens)]):
            cost = self.camps.cost(unit, square, goal, pull, worth)
            cost += _BACK_AGAIN * self._goes_back(unit, square)
            if cost < best:
                best, found = cost, square
        return found

    def _once_more(self) -> Choice | None:
        """Play a Free Move for a keeper of heirs who has marched and is still in the open, unless
        he is safer there than behind the walls he could come to."""
        outlook = self.outlook
        for noble in sorted(vetoes.keepers(outlook, self.free)):
            offer, seen = self.ways.free.get(noble), outlook.nobles[noble]
            if offer is None or seen.inside is not None or seen.square in self.havens:
                continue
            afraid = danger(outlook, seen.square, None, outlook.power(noble)) > vetoes.HIDDEN
            if any(
                afraid or vetoes.lacking(outlook, [noble], square) <= 0
                for square in self._admitted([noble], self.ways.again(noble))
            ):
                return Choice("free_move", {"nobles": (noble,)})
        return None

    def _reached(self, unit: Sequence[NobleId]) -> set[SquareId]:
        """The squares where a unit may be at the end of its movement."""
        return self.ways.squares(unit) | {self.outlook.nobles[unit[0]].square}

    def _homes(self, unit: Sequence[NobleId]) -> list[SquareId]:
        """The squares where a unit may end its movement behind walls, including its own square if
        it is already behind walls."""
        here = self.outlook.nobles[unit[0]].square
        reach = self.ways.squares(unit) | {here}
        homes = self._admitted(unit, reach)
        within = all(vetoes.walls(self.outlook, noble) is not None for noble in unit)
        return [here, *homes] if within and here not in homes else homes

    def _admitted(self, unit: Sequence[NobleId], reach: Collection[SquareId]) -> list[SquareId]:
        """The squares of a reach where there is room for a whole unit behind walls of its own."""
        homes = self.havens
        return [s for s in sorted(homes) if s in reach and self._admits(unit, homes[s])]

    def _admits(self, unit: Sequence[NobleId], place: Place) -> bool:
        """Whether there is room inside a place for a whole unit."""
        outlook = self.outlook
        strangers = [n for n in outlook.within.get(place.id, ()) if n not in unit]
        if len(unit) == 1 and not strangers:
            return True
        room = outlook.room(place) + outlook.total(
            n for n in unit if outlook.nobles[n].inside == place.id
        )
        return outlook.total(unit, place.square) <= room

    def _home(self, unit: list[NobleId], goal: SquareId) -> SquareId | None:
        """The square that keepers of heirs should go to, if possible behind walls and closer to
        their goal; None to stay.
        """
        outlook = self.outlook
        here = outlook.nobles[unit[0]].square
        worth = party_worth(outlook, unit)
        pull = _STEP * (0.4 + outlook.total(unit) / 100)
        homes = self._homes(unit)
        if unit[0] in self.bidden:
            pull = royals.PULL
            if all(outlook.steps(home, goal) >= outlook.steps(here, goal) for home in homes):
                homes += self._stages(unit, goal)
        sound = [s for s in homes if vetoes.lacking(outlook, unit, s) <= 0]
        if sound and unit[0] not in self.bidden:
            if here in sound and self._has_been_joined(unit):
                return None
            homes = sound
        costs = {
            square: self.camps.cost(unit, square, goal, pull, worth)
            + _BACK_AGAIN * self._goes_back(unit, square)
            for square in homes
        }
        if here in costs:
            costs[here] -= 0.4
        best = min(costs, key=lambda square: (costs[square], square), default=here)
        return None if best == here else best

    def _has_been_joined(self, unit: Sequence[NobleId]) -> bool:
        """Whether others have marched to a unit in this movement: it does not leave them there."""
        nobles = self.outlook.nobles
        here = nobles[unit[0]].square
        others = (nobles[noble] for noble in self.outlook.mine if noble not in unit)
        return any(noble.marched and noble.square == here for noble in others)

    def _stages(self, unit: Sequence[NobleId], goal: SquareId) -> list[SquareId]:
        """Squares on the way to a goal where a unit is safe enough in the open."""
        outlook = self.outlook
        near = sorted(self.ways.squares(unit), key=lambda s: (outlook.steps(s, goal), s))[:4]
        strength = outlook.total(unit)
        return [s for s in near if danger(outlook, s, None, strength) <= royals.SAFE]

    def _shelter(self) -> Iterator[Choice]:
        """Take inside everybody who should not stay in the open, and move keepers of heirs out of a
        town into a better castle beside it.
        """
        indoors = (self.royal & self.free) - self.outside
        yield from vetoes.into_castles(self.outlook, self.ways, indoors, self._admits)
        yield from vetoes.going_in(self.outlook, self.ways, self.outside)
