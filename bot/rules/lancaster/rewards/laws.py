"""The effects of the laws in force (lancaster-4ii.9)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops
from bot.rules.kernel.choices import number_of, one_of
from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Law, Reward
from bot.rules.lancaster.knights import conflicts_of, counties_of, deployed, war_strength
from bot.rules.lancaster.rewards.rewards import Upgrade, grant, pay
from bot.rules.lancaster.state import LStep, LTable, behind_screens


class ApplyLaws(LStep, tag="apply_law"):
    """One law takes effect for all players, in player order (lancaster-4ii.9)."""

    law: str

    def advance(self, table: LTable) -> None:
        table.finish(self)
        law = table.content.laws[self.law]
        counts = {seat: law_count(table, law, seat) for seat in table.state.in_order()}
        if law.kind == "most":
            best = max(counts.values())
            counts = {seat: int(0 < count == best) for seat, count in counts.items()}
        affected = tuple(seat for seat, count in counts.items() if count)
        table.emit(facts.LawApplied(law.id, affected))
        if law.kind == "most" and law.of in ("gold", "squires"):
            table.reveal()  # the reward shows who has the most behind his screen
        steps: list[LStep] = []
        for seat in affected:
            steps += _steps(law, seat, counts[seat])
        table.push(*steps)


def _steps(law: Law, seat: Seat, count: int) -> list[LStep]:
    """The reward that a law gives one seat."""
    if law.kind == "buy":
        return [Buy(seat, law.id)]
    if law.upgrade:
        strength = law.strength if law.kind == "exchange" else 0
        return [Upgrade(seat, f"law:{law.id}", law.upgrade == "deployed", strength)]
    return [LawReward(seat, law.id, count)]


def law_count(table: LTable, law: Law, seat: Seat) -> int:
    """How many times a law pays a seat; under a law that rewards the most of something, how much of
    it the seat has."""
    strengths = deployed(table.state, seat)
    if law.kind == "buy":
        return 1
    if law.kind == "without":
        return int(law.strength not in strengths)
    if law.kind == "exchange":
        return int(law.strength in strengths)
    if law.kind == "muster":
        all_there = table.content.ruleset.knights.count(law.strength)
        return int(strengths.count(law.strength) == all_there)
    return measure(table, law, seat) // law.per


def measure(table: LTable, law: Law, seat: Seat) -> int:
    """How much a seat has of the things a law counts."""
    state = table.state
    house = state.houses[seat]
    if law.of == "gold":
        return house.gold
    if law.of == "squires":
        standing = sum(held.squires for held in state.counties.values() if held.side == seat)
        counted = table.content.ruleset.most_squires_counts_deployed
        return house.squires + (standing if counted else 0)
    if law.of == "war":
        return war_strength(state, seat)
    if law.of == "counties":
        return len(counties_of(state, seat))
    if law.of == "conflicts":
        return len(conflicts_of(state, seat))
    if law.of == "extensions":
        return len(house.extensions)
    if law.of == "noblemen":
        return len(house.noblemen)
    return deployed(state, seat).count(law.strength)


class LawReward(LStep, tag="law_reward"):
    """A law pays a player ``count`` times."""

    seat: Seat
    law: str
    count: int

    def advance(self, table: LTable) -> None:
        table.finish(self)
        reward: Reward = table.content.laws[self.law].reward.times(self.count)
        grant(table, self.seat, reward, f"law:{self.law}")


class Buy(LStep, tag="buy"):
    """A player may buy under a law, as many times as his tokens allow.

    The player is asked no matter what is behind his screen (lancaster-3.9).
    """

    seat: Seat
    law: str

    def _most(self, table: LTable) -> int:
        price = table.content.laws[self.law].price
        house = table.state.houses[self.seat]
        limits = [house.gold // price.gold] if price.gold else []
        limits += [house.squires // price.squires] if price.squires else []
        return min(limits)

    def prompts(self, table: LTable) -> list[Prompt]:
        most, guarded = self._most(table), behind_screens(table)
        offers = [Offer("decline", (), "lancaster-4ii.9")]
        if most:
            counts = tuple(str(count) for count in range(1, most + 1))
            fields = (Field("law", (self.law,)), Field("times", counts))
            offers.insert(0, Offer("buy", fields, "lancaster-4ii.9"))
        elif not guarded:
            return []
        return [
            Prompt(
                self.seat,
                "buy",
                tuple(offers),
                default=Choice("decline"),
                guarded=guarded,
                facts={"law": self.law},
            )
        ]

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "decline":
            return
        law = table.content.laws[self.law]
        times = int(choice.one("times"))
        gold, squires = law.price.gold * times, law.price.squires * times
        pay(table, seat, gold, squires)
        table.emit(facts.Bought(seat, law.id, times, gold, squires))
        grant(table, seat, law.reward.times(times), f"law:{law.id}")

    def objections(self, table: LTable, seat: Seat, choice: Choice) -> Stops:
        """What keeps a player from buying this many times, although he may always decline."""
        if choice.verb == "decline":
            return
        times, most = number_of(choice, "times"), self._most(table)
        if choice.verb != "buy" or one_of(choice, "law") != self.law or not times:
            yield IllegalChoice(
                "lancaster-4ii.9", "First say how many times you buy under this law."
            )
        elif times > most:
            yield IllegalChoice("lancaster-4ii.9", f"You can afford at most {most} under this law.")
