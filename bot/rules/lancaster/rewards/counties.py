"""The rewards of the counties, A to I, with Dorset and Surrey (lancaster §4(iii)a)."""

from __future__ import annotations

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    every_seat,
    first,
    free,
)
from bot.rules.kernel.choices import number_of, one_of
from bot.rules.lancaster import facts
from bot.rules.lancaster.knights import (
    conflict_stops,
    free_county,
    join_conflict,
    open_conflicts,
)
from bot.rules.lancaster.rewards.rewards import (
    grant,
    nobleman_stops,
    pay,
    take_nobleman,
    useful_to_ally,
)
from bot.rules.lancaster.sides import ALLYS_RULE
from bot.rules.lancaster.state import LStep, LTable

_ANSWERS = ("reward", "nobleman", "both", "nothing")
"""The three choices in a county (lancaster-4iiia.2), and the choice to take nothing."""


class Counties(LStep, tag="counties"):
    """The occupied counties are settled in the order of their letters (lancaster-4iiia.1)."""

    def advance(self, table: LTable) -> None:
        table.finish(self)
        table.push(*(SettleCounty(c) for c in table.content.counties if c in table.state.counties))


class SettleCounty(LStep, tag="settle_county"):
    """The holder takes a nobleman, the reward, both for gold, or nothing (lancaster-4iiia.2)."""

    county: str

    def prompts(self, table: LTable) -> list[Prompt]:
        state = table.state
        side = state.counties[self.county].side
        offers = [
            Offer(verb, (), "lancaster-4iiia.2")
            for verb in _ANSWERS
            if free(self._stops(table, side, Choice(verb)))
        ]
        return [
            Prompt(
                state.seat_of(side),
                "county",
                tuple(offers),
                default=Choice(offers[0].verb),
                facts={
                    "county": self.county,
                    "side": str(side),
                },
            )
        ]

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        state = table.state
        county = table.content.counties[self.county]
        side = state.counties[self.county].side
        verb = choice.verb
        table.emit(facts.CountySettled(side, self.county, verb))
        rewarded = verb in ("reward", "both")
        needed = table.content.ruleset.surrey_needs_reward
        if county.names_starter and (rewarded or not needed):
            table.push(NameStarter(side))
        moves = rewarded and county.reward.to_conflict
        table.push(MoveToConflict(self.county) if moves else KnightGoesHome(self.county))
        if verb == "both":
            pay(table, side, gold=table.content.ruleset.price_of_both)
        if verb in ("nobleman", "both"):  # if both, the nobleman comes first (lancaster-4iiia.3)
            take_nobleman(table, side, self.county, f"county:{self.county}")
        if rewarded:
            grant(table, side, county.reward, f"county:{self.county}")

    def refusal(self, table: LTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return first(self._stops(table, table.state.counties[self.county].side, choice))

    def _stops(self, table: LTable, side: int, choice: Choice) -> Stops:
        """Everything that stands in the way of an answer, which may only be about this county."""
        verb = choice.verb
        if verb not in _ANSWERS or choice.args:
            yield IllegalChoice(
                "lancaster-4iiia.1",
                f"First settle {table.content.counties[self.county].name}: take the nobleman, "
                "the reward, both or nothing.",
            )
        if verb in ("nobleman", "both"):
            yield from nobleman_stops(table.state, side, self.county)
        if verb in ("reward", "both"):
            yield from self._reward_stops(table, side)
        if verb == "both":
            yield from _price_stops(table, side)

    def _reward_stops(self, table: LTable, side: int) -> Stops:
        state = table.state
        reward = table.content.counties[self.county].reward
        if reward.to_conflict:
            if not open_conflicts(state, table.content, side):
                yield IllegalChoice("lancaster-4iiia.8", "No conflict has a space for this knight.")
        elif state.is_ally(side) and not useful_to_ally(state, side, reward):
            yield IllegalChoice(ALLYS_RULE, "Your ally has no use for that reward.")


def _price_stops(table: LTable, side: int) -> Stops:
    """Taking both the nobleman and the reward costs gold, and an ally never pays."""
    price = table.content.ruleset.price_of_both
    if table.state.is_ally(side):
        yield IllegalChoice(ALLYS_RULE, "Your ally has no gold. Take the nobleman or the reward.")
    if table.state.houses[side].gold < price:
        yield IllegalChoice("lancaster-4iiia.2", f"Taking both costs {price} gold.")


class KnightGoesHome(LStep, tag="leave_county"):
    """The knight goes home once his county is settled (lancaster-4iiia.5)."""

    county: str

    def advance(self, table: LTable) -> None:
        table.finish(self)
        free_county(table, self.county)


class MoveToConflict(LStep, tag="move_to_conflict"):
    """Dorset: the knight rides to a conflict and takes no King's Favour (lancaster-4iiia.8)."""

    county: str

    def prompts(self, table: LTable) -> list[Prompt]:
        state = table.state
        side = state.counties[self.county].side
        cards = open_conflicts(state, table.content, side)
        offer = Offer("ride", (Field("card", cards),), "lancaster-4iiia.8")
        return [
            Prompt(
                state.seat_of(side),
                "ride",
                (offer,),
                default=Choice.of("ride", card=cards[0]),
                facts={"county": self.county, "side": str(side)},
            )
        ]

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        state = table.state
        held = state.counties.pop(self.county)
        state.bank.squires += held.squires  # lancaster-4iiia.9
        join_conflict(table, held.side, held.knight, choice.one("card"), f"county:{self.county}")

    def refusal(self, table: LTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb != "ride":
            return IllegalChoice(
                "lancaster-4iiia.8", "First choose the conflict this knight rides to."
            )
        state = table.state
        side, card = state.counties[self.county].side, one_of(choice, "card")
        return first(conflict_stops(state, table.content, side, card))


class NameStarter(LStep, tag="name_starter"):
    """Surrey: its holder decides immediately who will be the next starting player
    (lancaster-4iiia.6).
    """

    side: int

    def prompts(self, table: LTable) -> list[Prompt]:
        state = table.state
        seat = state.seat_of(self.side)
        players = tuple(str(player) for player in every_seat(state.seats))
        offer = Offer("name", (Field("player", players),), "lancaster-4iiia.6")
        default = Choice.of("name", player=str(seat))
        return [Prompt(seat, "starter", (offer,), default=default)]

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        state = table.state
        state.chosen = Seat(int(choice.one("player")))
        if table.content.ruleset.surrey_takes_effect == "now":
            state.starter = state.chosen
        table.emit(facts.StarterNamed(self.side, state.chosen))

    def refusal(self, table: LTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "name" and number_of(choice, "player") in range(table.state.seats):
            return None
        return IllegalChoice(
            "lancaster-4iiia.6", "First name the player who starts the next round."
        )
