"""Draws as a ransom, and the ransom of royal heirs who were captured (ishkibibble-ransom.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.captivity.freedom import hold_heir
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession.line import holder_seat

_MOST = 10
"""The most draws that are offered for one captive."""


def draws_field() -> Field:
    """How many future draws are offered, or none."""
    return Field("draws", tuple(str(number) for number in range(1, _MOST + 1)), 0, 1)


def draws_in(args: Mapping[str, tuple[str, ...]]) -> int:
    """The draws in the answer to such a field."""
    return int(next(iter(args.get("draws", ())), "0"))


def heir_ransoms(table: KTable, heirs: Iterable[str], captor: int) -> list[KStep]:
    """The steps in which those who lost heirs in a combat may buy them back by draws."""
    if not table.content.ruleset.ransom_by_draws:
        return []
    known = table.state.heirs
    return [
        HeirRansom(heir, owner, captor)
        for heir in heirs
        if (owner := known[heir].lost_by) is not None and owner != captor
    ]


class HeirRansom(KStep, tag="heir_ransom"):
    """The player who lost an heir offers draws for him, and the captor takes the offer or keeps the
    heir.

    ``draws`` is what lies on the table.
    """

    heir: str
    owner: int
    captor: int
    draws: int = 0

    def prompts(self, table: KTable) -> list[Prompt]:
        rule = "ishkibibble-ransom.1"
        if not self._stands(table):
            return []
        about = {"heir": self.heir, "captor": str(self.captor), "owner": str(self.owner)}
        if not self.draws:
            offer = Offer("offer_draws", (draws_field(),), rule)
            default = Choice("offer_draws")
            return [Prompt(self.owner, "heir_ransom", (offer,), default=default, facts=about)]
        offers = (Offer("take_draws", (), rule), Offer("refuse_draws", (), rule))
        about |= {"draws": str(self.draws)}
        return [
            Prompt(self.captor, "answer_draws", offers, default=Choice("refuse_draws"), facts=about)
        ]

    def _stands(self, table: KTable) -> bool:
        """Whether the captor still has the heir."""
        heir = table.state.heirs[self.heir]
        return heir.alive and holder_seat(table.state, table.content, self.heir) == self.captor

    def advance(self, table: KTable) -> None:
        table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "offer_draws":
            self.draws = draws_in(choice.args)
            table.emit(facts.DrawsOffered(self.heir, seat, self.captor, self.draws))
            if not self.draws:
                table.finish(self)
            return
        table.finish(self)
        if choice.verb == "take_draws":
            hold_heir(table, self.heir, self.owner, self.captor, self.draws)
        else:
            table.emit(facts.DrawsRefused(self.heir, self.owner, self.captor))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "ishkibibble-ransom.1", "A captured heir’s ransom must be settled before play goes on."
        )
