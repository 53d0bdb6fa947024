"""Heirs of both houses: nobody holds them for more than two full turns (house-8.7.10)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker.consequences.changes import kill_heir, leave_heir
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession.line import (
    BEAUFORT,
    beaufort_is_heir,
    heirs_of,
    holder_seat,
    house_of,
    whereabouts,
)


def holds_both_houses(table: KTable, seat: int) -> bool:
    """Whether a faction holds heirs of both houses; Beaufort counts while he is an heir."""
    houses = {
        house_of(table.state, table.content, heir)
        for heir in heirs_of(table.state, table.content, seat)
    }
    if (
        beaufort_is_heir(table.state, table.content)
        and holder_seat(table.state, table.content, BEAUFORT) == seat
    ):
        houses.add("lancaster")
    return len(houses) > 1


class TwoHouses(KStep, tag="two_houses"):
    """At the end of a turn: nobody holds heirs of both houses for more than two full turns.

    Where there is no such limit everybody may (base-13.11).
    """

    seat: int
    counted: bool = False

    def prompts(self, table: KTable) -> list[Prompt]:
        limit = table.content.ruleset.two_house_turns
        faction = table.state.factions[self.seat]
        if not self.counted or limit is None or faction.two_house_turns < limit:
            return []
        heirs = heirs_of(table.state, table.content, self.seat)
        if not holds_both_houses(table, self.seat):
            return []
        offers = [Offer("kill_heir", (Field("heir", tuple(heirs)),), "house-8.7.10")]
        default = Choice.of("kill_heir", heir=heirs[-1])
        ashore = tuple(heir for heir in heirs if whereabouts(table.state, heir)[0])
        if ashore:
            offers.append(Offer("release_heir", (Field("heir", ashore),), "house-8.7.10"))
            default = Choice.of("release_heir", heir=ashore[-1])
        return [Prompt(self.seat, "two_houses", tuple(offers), default=default)]

    def advance(self, table: KTable) -> None:
        if not self.counted:
            self.counted = True
            faction = table.state.factions[self.seat]
            full = faction.began_with_both and holds_both_houses(table, self.seat)
            faction.two_house_turns = faction.two_house_turns + 1 if full else 0
            return
        table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        heir = choice.one("heir")
        if choice.verb == "kill_heir":
            kill_heir(table, heir, "killed", seat)
        else:
            leave_heir(table, heir, *whereabouts(table.state, heir))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "house-8.7.10", "You have held heirs of both houses for two turns. Let one house go."
        )
