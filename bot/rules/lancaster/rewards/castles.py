"""The rewards of the castles: the company at table, knights and extensions (lancaster §4(iii)b)."""

from __future__ import annotations

import msgspec

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, free
from bot.rules.kernel.choices import one_of
from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Reward, Space
from bot.rules.lancaster.knights import can_recruit, to_court, upgradable
from bot.rules.lancaster.rewards.rewards import give_tokens, grant, pay
from bot.rules.lancaster.sides import ALLYS_RULE
from bot.rules.lancaster.state import LStep, LTable, behind_screens


class Castles(LStep, tag="castles"):
    """Castles are scored one after another, clockwise from the starting player
    (lancaster-4iiib.1)."""

    def advance(self, table: LTable) -> None:
        table.finish(self)
        state = table.state
        steps: list[LStep] = []
        for seat in state.in_order():
            steps += [Company(seat)]
            steps += [ScoreCastle(side, _scoring(table, side)) for side in state.sides_of(seat)]
        table.push(*steps)


def _scoring(table: LTable, side: int) -> list[str]:
    """The castle spaces of a side that give something: those with a knight, and those with an
    extension, which give it every round (lancaster-5.1)."""
    house = table.state.houses[side]
    return [s for s in table.content.spaces if s in house.castle or s in house.extensions]


class Company(LStep, tag="company"):
    """A voting marker for each nobleman at the table, the player included (lancaster-4iiib.3)."""

    seat: Seat

    def advance(self, table: LTable) -> None:
        table.finish(self)
        state = table.state
        state.active = self.seat
        if votes_given(table):
            votes = 1 + len(state.houses[self.seat].noblemen)
            give_tokens(table, self.seat, Reward(votes=votes), "table")


def votes_given(table: LTable) -> bool:
    """Whether castles give voting markers: they do not in the last round (lancaster-4iiib.6)."""
    return table.state.round < table.content.ruleset.rounds


class ScoreCastle(LStep, tag="score_castle"):
    """A side scores its castle spaces in any order (lancaster-4iiib.4).

    A player is asked only while the order or a price leaves something to decide; spaces that give
    nothing but tokens are scored afterwards without asking. ``left`` are the spaces that have not
    been scored.
    """

    side: int
    left: list[str]

    def prompts(self, table: LTable) -> list[Prompt]:
        if not self._undecided(table):
            return []
        spaces = tuple(space for space in self.left if free(self._space_stops(table, space)))
        rule = ALLYS_RULE if table.state.is_ally(self.side) else "lancaster-4iiib.4"
        offers = [Offer("done", (), "lancaster-4iiib.4")]
        if spaces:
            offers.insert(0, Offer("score", (Field("space", spaces),), rule))
        return [
            Prompt(
                table.state.seat_of(self.side),
                "castle",
                tuple(offers),
                default=Choice("done"),
                guarded=behind_screens(table),
                facts={"side": str(self.side)},
            )
        ]

    def _space(self, table: LTable, space: str) -> Space:
        content = table.content
        return (content.ally_spaces if table.state.is_ally(self.side) else content.spaces)[space]

    def _undecided(self, table: LTable) -> bool:
        """Whether any space is left that the player may choose to score, now or after the others.

        Whether the player can pay for a space is his secret, behind his screen (lancaster-3.9).
        """
        screened = behind_screens(table)
        squires = table.state.houses[self.side].squires
        squires += sum(self._space(table, space).reward.squires for space in self.left)
        return any(
            free(self._use_stops(table, space))
            and (screened or self._space(table, space).squires <= squires)
            for space in self.left
            if not self._space(table, space).reward.plain
        )

    def _space_stops(self, table: LTable, space: str) -> Stops:
        """What keeps a space from being scored right now."""
        yield from self._use_stops(table, space)
        price, squires = self._space(table, space).squires, table.state.houses[self.side].squires
        if price > squires:
            yield IllegalChoice(
                "lancaster-4iiib.2",
                f"That space costs {price} squire{'s' * (price > 1)}, and you have {squires}.",
            )

    def _use_stops(self, table: LTable, space: str) -> Stops:
        """A new knight or an upgrade needs a knight in the reserve (lancaster-7.2)."""
        reward = self._space(table, space).reward
        if reward.plain:
            return
        if reward.recruit and can_recruit(table.state, self.side):
            return
        if reward.upgrade and upgradable(table.state, self.side):
            return
        yield IllegalChoice(
            "lancaster-4iiib.2",
            "That space gives you nothing now: your reserve has no knight for it.",
        )

    def advance(self, table: LTable) -> None:
        table.finish(self)
        self._conclude(table)

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
            self._conclude(table)
            return
        space = choice.one("space")
        self.left.remove(space)
        self._score(table, space)

    def _score(self, table: LTable, space: str) -> None:
        """Give a space's reward and send its knight home."""
        found = self._space(table, space)
        if found.squires:
            pay(table, self.side, squires=found.squires)
            table.emit(facts.CastlePaid(self.side, space, found.squires))
        self._send_home(table, space)
        reward = found.reward
        if not votes_given(table):
            reward = msgspec.structs.replace(reward, votes=0)
        grant(table, self.side, reward, f"castle:{space}")

    def _conclude(self, table: LTable) -> None:
        """Rewards that are only tokens are still given; the other knights go home with nothing."""
        for space in self.left:
            if self._space(table, space).reward.plain:
                self._score(table, space)
            else:
                self._send_home(table, space)

    def _send_home(self, table: LTable, space: str) -> None:
        """The knight returns to the court; an extension stays (lancaster-4iiib.5)."""
        knight = table.state.houses[self.side].castle.pop(space, None)
        if knight is not None:
            to_court(table.state, self.side, knight)
            table.emit(facts.KnightReturned(self.side, knight, f"castle:{space}"))

    def objections(self, table: LTable, seat: Seat, choice: Choice) -> Stops:
        """What keeps a space from being scored, although a player may always stop."""
        if choice.verb == "done":
            return
        space = one_of(choice, "space")
        if choice.verb != "score" or space not in self.left:
            yield IllegalChoice(
                "lancaster-4iiib.4",
                "First score your castle, space by space, and say when you are done.",
            )
            return
        yield from self._space_stops(table, space)
