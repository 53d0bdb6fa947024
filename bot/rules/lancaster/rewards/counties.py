"""The rewards of the counties, A to I, with Dorset and Surrey (seed 4(iii)a)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.lancaster import facts
from bot.rules.lancaster.knights import free_county, join_conflict, open_conflicts
from bot.rules.lancaster.rewards.rewards import (
    grant,
    open_noblemen,
    pay,
    take_nobleman,
    useful_to_ally,
)
from bot.rules.lancaster.state import LStep, LTable


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
        offers = [Offer(verb, (), "lancaster-4iiia.2") for verb in self._verbs(table, side)]
        return [
            Prompt(
                state.seat_of(side),
                "county",
                tuple(offers),
                default=Choice(offers[0].verb),
                facts={
                    "county": self.county,
                    "side": str(side),
                    "edition": str(state.edition),
                },
            )
        ]

    def _verbs(self, table: LTable, side: int) -> list[str]:
        state = table.state
        reward = table.content.county(self.county, state.edition).reward
        rewarded = not state.is_ally(side) or useful_to_ally(state, side, reward)
        if reward.to_conflict:
            rewarded = bool(open_conflicts(state, table.content, side))
        noble = self.county in open_noblemen(state, side)
        rich = state.houses[side].gold >= table.content.ruleset.price_of_both
        verbs = ["reward"] if rewarded else []
        verbs += ["nobleman"] if noble else []
        verbs += ["both"] if rewarded and noble and rich and not state.is_ally(side) else []
        return [*verbs, "nothing"]

    def answer(self, table: LTable, seat: int, choice: Choice) -> None:
        table.finish(self)
        state = table.state
        county = table.content.county(self.county, state.edition)
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
        if verb in ("nobleman", "both"):  # of both the nobleman comes first (lancaster-4iiia.3)
            take_nobleman(table, side, self.county, f"county:{self.county}")
        if rewarded:
            grant(table, side, county.reward, f"county:{self.county}")

    def refusal(self, table: LTable, seat: int, choice: Choice) -> IllegalChoice | None:
        state = table.state
        side = state.counties[self.county].side
        house = state.houses[side]
        if choice.verb in ("nobleman", "both") and self.county in house.noblemen:
            return IllegalChoice("lancaster-4iiia.4", "That nobleman sits at your table already.")
        if choice.verb in ("nobleman", "both") and not state.noblemen[self.county]:
            return IllegalChoice("lancaster-4iiia.4", "No nobleman is left in this county.")
        if choice.verb == "both":
            return IllegalChoice(
                "lancaster-4iiia.2",
                f"To take both costs {table.content.ruleset.price_of_both} gold.",
            )
        if choice.verb == "reward" and table.content.counties[self.county].reward.to_conflict:
            return IllegalChoice("lancaster-4iiia.8", "No conflict has a space for this knight.")
        return IllegalChoice(
            "lancaster-4iiia.1",
            f"First settle {table.content.counties[self.county].name}: nobleman, reward, both "
            "or nothing.",
        )


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

    def answer(self, table: LTable, seat: int, choice: Choice) -> None:
        table.finish(self)
        state = table.state
        held = state.counties.pop(self.county)
        state.bank.squires += held.squires  # lancaster-4iiia.9
        join_conflict(table, held.side, held.knight, choice.one("card"), f"county:{self.county}")

    def refusal(self, table: LTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "lancaster-4iiia.8", "First choose the conflict to which this knight rides."
        )


class NameStarter(LStep, tag="name_starter"):
    """Surrey: its holder decides at once who is the next starting player (lancaster-4iiia.6)."""

    side: int

    def prompts(self, table: LTable) -> list[Prompt]:
        state = table.state
        seat = state.seat_of(self.side)
        players = tuple(str(player) for player in range(state.seats))
        offer = Offer("name", (Field("player", players),), "lancaster-4iiia.6")
        default = Choice.of("name", player=str(seat))
        return [Prompt(seat, "starter", (offer,), default=default)]

    def answer(self, table: LTable, seat: int, choice: Choice) -> None:
        table.finish(self)
        state = table.state
        state.chosen = int(choice.one("player"))
        if table.content.ruleset.surrey_takes_effect == "now":
            state.starter = state.chosen
        table.emit(facts.StarterNamed(self.side, state.chosen))

    def refusal(self, table: LTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "lancaster-4iiia.6", "First name the player who starts the next round."
        )
