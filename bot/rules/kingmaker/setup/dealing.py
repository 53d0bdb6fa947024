"""What each part has as the game begins (families-players)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import opening_keepers, part_of
from bot.rules.kingmaker.consequences.changes import enter_play, hand_heir, tell_of_guard
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.procedures import DEALS
from bot.rules.kingmaker.setup.opening import keep_in_hand
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession.line import heirs_with


@DEALS.named("by_part")
class ByPart:
    """To every part its two nobles, as many cards as it has beside these, and a House's heirs."""

    def deal(self, table: KTable) -> Sequence[KStep]:
        """Deal to the parts in the order of the seats.

        The Lancastrians have Beaufort and Clifford (families-players.2), the Yorkists the Duke of
        York and Bourchier (families-players.3), Neville has Scrope (families-players.4), Mowbray
        Cromwell (families-players.5), Percy Greystoke (families-players.6) and Stafford Audley
        (families-players.7). Their numbers of cards count these two.
        """
        state, houses = table.state, []
        for seat in range(len(state.sides)):
            part, faction = part_of(state, table.content, seat), state.factions[seat]
            nobles = (part.head, part.second)
            faction.dealt = [state.crown_deck.pop() for _ in range(part.cards - len(nobles))]
            keep_in_hand(table, seat)
            table.emit(facts.PartBegan(seat, part.id, part.favours))
            table.emit(facts.CardsDealt(seat, (*nobles, *faction.dealt)))
            for noble in nobles:
                enter_play(table, noble, seat)
            if _begin_with_heirs(table, seat, part.keeper):
                houses.append(seat)
        return (EntrustHeirs(houses),) if houses else ()


def _begin_with_heirs(table: KTable, seat: int, keeper: str) -> bool:
    """The heirs of a House begin with it, in the company of its head; whether there are any."""
    state = table.state
    kept = opening_keepers(state, table.content)
    mine = tuple(heir for heir, noble in kept.items() if noble == keeper)
    for heir_id in mine:
        state.keep_heir(heir_id, keeper)
    if mine:
        table.emit(facts.HeirsBegan(seat, keeper, mine))
    for heir_id in mine:
        if state.heirs[heir_id].crowned:
            tell_of_guard(table, heir_id, keeper)
    return bool(mine)


class EntrustHeirs(KStep, tag="entrust_heirs"):
    """Before anybody is placed a House may share its heirs among the nobles that it begins with.

    ``pending`` are the Houses that may still do so.
    """

    pending: list[int]

    def prompts(self, table: KTable) -> list[Prompt]:
        prompts = []
        for seat in self.pending:
            nobles = nobles_of(table.state, seat)
            offers = [
                Offer(
                    "entrust",
                    (Field("heir", tuple(heirs)), Field("noble", others)),
                    "families-players.2",
                )
                for keeper in nobles
                if (heirs := heirs_with(table.state, keeper))
                and (others := tuple(noble for noble in nobles if noble != keeper))
            ]
            offers.append(Offer("done", (), "families-players.2"))
            prompts.append(Prompt(seat, "entrust_heirs", tuple(offers), default=Choice("done")))
        return prompts

    def advance(self, table: KTable) -> None:
        if not self.pending:
            table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "done":
            self.pending.remove(seat)
            return
        hand_heir(table, choice.one("heir"), choice.one("noble"))

    def concerns(self, seat: int) -> bool:
        return True

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "families-players.2", "First each House says which of its nobles its heirs begin with."
        )
