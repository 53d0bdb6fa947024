"""Conflicts with France, in two stages, and the ransom of the captured (lancaster §4(iii)c)."""

from __future__ import annotations

from bot.rules.kernel import Choice, IllegalChoice, Offer, Prompt, Seat, Stops, free
from bot.rules.lancaster import facts
from bot.rules.lancaster.knights import conflict_of, to_court, to_reserve
from bot.rules.lancaster.rewards.rewards import pay
from bot.rules.lancaster.sides import ALLYS_RULE
from bot.rules.lancaster.state import Conflict, LStep, LTable, behind_screens


class Conflicts(LStep, tag="conflicts"):
    """The lower row comes first, then the upper, each from left to right (lancaster-4iiic.1)."""

    def advance(self, table: LTable) -> None:
        table.finish(self)
        table.push(*(Decide(conflict.card) for conflict in table.state.conflicts()))


class Decide(LStep, tag="decide"):
    """One conflict: who wins it, how the sides rank, and what happens to the card and the
    knights."""

    card: str

    def advance(self, table: LTable) -> None:
        table.finish(self)
        state = table.state
        conflict = conflict_of(state, self.card)
        upper = conflict in state.upper
        france = table.content.conflicts[self.card].strength
        england = sum(stack.strength for stack in conflict.stacks)
        # England wins if it matches France (lancaster-4iiic.2), otherwise France does
        # (lancaster-4iiic.3); a conflict without knights is lost (lancaster-7.4).
        won = bool(conflict.stacks) and england >= france
        order = ranking(conflict)
        points = self._points(table, order, won)
        table.emit(
            facts.ConflictDecided(
                self.card, "upper" if upper else "lower", england, france, won, order, points
            )
        )
        if won:
            self._send_home(table, conflict)
        elif upper:  # lancaster-4iiic.10
            state.upper.remove(conflict)
            state.lower.append(conflict)
            table.emit(facts.ConflictMoved(self.card))
        else:  # lancaster-4iiic.11
            table.push(Captives(self.card, _captured(table, conflict)))

    def _points(self, table: LTable, order: tuple[int, ...], won: bool) -> tuple[int, ...]:
        """Points by rank: after a victory the highest (lancaster-4iiic.6), the middle and the
        lowest (lancaster-4iiic.7), after a defeat the middle and the lowest (lancaster-4iiic.9)."""
        state = table.state
        values = table.content.conflicts[self.card].points
        scale = values if won else (*values[1:], 0)
        earned = []
        for side, value in zip(order, scale, strict=False):
            paid = 0 if state.is_ally(side) else value
            state.houses[side].points += paid
            earned.append(paid)
        return tuple(earned)

    def _send_home(self, table: LTable, conflict: Conflict) -> None:
        """After a victory all knights return, and the card leaves the game (lancaster-4iiic.8)."""
        for stack in conflict.stacks:
            for knight in stack.knights:
                to_court(table.state, stack.side, knight)
                source = f"conflict:{self.card}"
                table.emit(facts.KnightReturned(stack.side, knight, source))
        discard(table, conflict)


def ranking(conflict: Conflict) -> tuple[int, ...]:
    """The sides by strength (lancaster-4iiic.4); in a tie, the lower space ranks higher
    (lancaster-4iiic.5)."""
    places = sorted(
        enumerate(conflict.stacks), key=lambda place: (place[1].strength, place[0]), reverse=True
    )
    return tuple(stack.side for _, stack in places)


def discard(table: LTable, conflict: Conflict) -> None:
    """A conflict leaves the board."""
    state = table.state
    row = state.upper if conflict in state.upper else state.lower
    row.remove(conflict)
    state.conflicts_gone.append(conflict.card)
    table.emit(facts.ConflictDiscarded(conflict.card))


def _captured(table: LTable, conflict: Conflict) -> list[tuple[int, int]]:
    """The side and strength of every captured knight, in player order (lancaster-4iiic.12)."""
    state = table.state
    found: list[tuple[int, int]] = []
    for seat in state.in_order():
        for side in state.sides_of(seat):
            for stack in conflict.stacks:
                if stack.side == side:
                    found += [(side, knight) for knight in sorted(stack.knights, reverse=True)]
    return found


class Captives(LStep, tag="captives"):
    """Knight by knight, the player pays the ransom or gives the knight up (lancaster-4iiic.13).

    The player is asked no matter what is behind his screen (lancaster-3.9). ``queue`` lists the
    side and strength of knights whose fate is still open. Allies are not ransomed.
    """

    card: str
    queue: list[tuple[int, int]]
    heard_by_all = True

    def _price(self, table: LTable) -> int:
        return self.queue[0][1] * table.content.ruleset.ransom

    def prompts(self, table: LTable) -> list[Prompt]:
        if not self.queue:
            return []
        side, knight = self.queue[0]
        guarded = free(self._allys_stops(table)) and behind_screens(table)
        offers = [Offer("give_up", (), "lancaster-4iiic.13")]
        if free(self._ransom_stops(table)):
            offers.insert(0, Offer("ransom", (), "lancaster-4iiic.12"))
        elif not guarded:
            return []
        return [
            Prompt(
                table.state.seat_of(side),
                "ransom",
                tuple(offers),
                default=Choice("give_up"),
                guarded=guarded,
                facts={"card": self.card, "knight": str(knight), "gold": str(self._price(table))},
            )
        ]

    def advance(self, table: LTable) -> None:
        if self.queue:
            self._give_up(table)
            return
        table.finish(self)
        discard(table, conflict_of(table.state, self.card))  # lancaster-4iiic.14

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "give_up":
            self._give_up(table)
            return
        price = self._price(table)
        side, knight = self._release(table)
        pay(table, side, gold=price)
        to_court(table.state, side, knight)  # ready for the next round (lancaster-7.6)
        table.emit(facts.Ransomed(side, self.card, knight, price))

    def _give_up(self, table: LTable) -> None:
        side, knight = self._release(table)
        to_reserve(table.state, side, knight)
        table.emit(facts.KnightLost(side, self.card, knight))

    def _release(self, table: LTable) -> tuple[int, int]:
        """Take the next captive off the card."""
        side, knight = self.queue.pop(0)
        conflict = conflict_of(table.state, self.card)
        for stack in conflict.stacks:
            if stack.side == side:
                stack.knights.remove(knight)
        conflict.stacks = [stack for stack in conflict.stacks if stack.knights]
        return side, knight

    def objections(self, table: LTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of an answer about the next captive."""
        if seat != self.queue[0][0] or choice.verb not in ("ransom", "give_up"):
            yield IllegalChoice(
                "lancaster-4iiic.12",
                "Players deal with captives in player order. Pay each one’s strength in gold, "
                "or give him up.",
            )

        if choice.verb == "ransom":
            yield from self._ransom_stops(table)

    def _allys_stops(self, table: LTable) -> Stops:
        if table.state.is_ally(self.queue[0][0]):
            yield IllegalChoice(ALLYS_RULE, "You cannot ransom an ally’s knights.")

    def _ransom_stops(self, table: LTable) -> Stops:
        """An ally pays no ransom, and nobody pays more than he has (lancaster-4iiic.12)."""
        side, _ = self.queue[0]
        yield from self._allys_stops(table)
        price = self._price(table)
        if table.state.houses[side].gold < price:
            yield IllegalChoice("lancaster-4iiic.12", f"That knight’s ransom is {price} gold.")
