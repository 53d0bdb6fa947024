"""How a moderator may mend what is owed for captives."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Weight
from bot.rules.kingmaker.captivity.custody import held_stops
from bot.rules.kingmaker.captivity.freedom import release
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.state import KTable

DEBT, FREE = "correct_debt", "correct_free"

_MOST = 10


class DebtCorrected(Fact, frozen=True, tag="debt_corrected"):
    """A moderator set how many draws are owed for a captive."""

    weight = Weight.NOTABLE

    captive: str
    seat: int
    captor: int
    draws: int


def captivity_offers(table: KTable) -> tuple[Offer, ...]:
    """Captives whose ransom may be set, or who may be freed; none without a captive."""
    captives = tuple(table.state.custody)
    if not captives:
        return ()
    who, numbers = Field("captive", captives), tuple(str(n) for n in range(1, _MOST + 1))
    return (
        Offer(DEBT, (who, Field("draws", numbers)), "ishkibibble-ransom.1"),
        Offer(FREE, (who,), "ishkibibble-ransom.5"),
    )


def held_fast(table: KTable, noble_id: str) -> None:
    """A captive goes with his keeper. Raises IllegalChoice for one."""
    for stop in held_stops(table.state, noble_id):
        raise stop


def set_debt(table: KTable, choice: Choice) -> None:
    """So many draws are owed for a captive from now on."""
    captive, draws = choice.one("captive"), int(choice.one("draws"))
    held = table.state.custody[captive]
    if held.draws == draws:
        raise IllegalChoice("ishkibibble-ransom.1", "So many are owed already.")
    held.draws = draws
    table.emit(DebtCorrected(captive, held.owner, held.captor, draws))


def set_free(table: KTable, choice: Choice) -> None:
    """A captive goes free, and nothing more is owed."""
    release(table, choice.one("captive"), "correction")
