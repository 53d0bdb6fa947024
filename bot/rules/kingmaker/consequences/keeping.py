"""What becomes of a captive whose keeper falls away (ishkibibble-ransom.3,
ishkibibble-ransom.6)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.custody import captives_with, ground_of
from bot.rules.kingmaker.forces.strength import strongest, together
from bot.rules.kingmaker.state import Custody, KTable


def give_captive(table: KTable, captive: str, noble_id: str) -> None:
    """A noble of the captor's keeps a captive from now on: where he is, the captive is."""
    held = table.state.custody[captive]
    table.state.stand(captive)
    held.keeper = noble_id
    held.spot = ground_of(table.state, table.content, table.state.nobles[noble_id])
    table.emit(facts.CaptiveKept(captive, noble_id, held.captor))


def set_down(table: KTable, captive: str) -> None:
    """A captive stands where his keeper is or was, and nobody keeps him."""
    held = table.state.custody[captive]
    keeper = table.state.nobles.get(held.keeper)
    if keeper is not None:
        table.state.stand(captive, keeper.square, keeper.inside, keeper.aboard)
        held.keeper = ""


def end_custody(table: KTable, captive: str, why: str) -> Custody:
    """Nobody holds a captive any more, and what is unpaid is ignored."""
    held = table.state.custody.pop(captive)
    if captive in table.state.nobles:
        table.state.set_free(captive)
    table.emit(facts.CustodyEnded(captive, held.owner, held.captor, why, held.draws))
    return held


def pass_on_captives(table: KTable, noble_id: str) -> None:
    """The captives of a noble who falls away go to the rest of his force; else they are alone.

    For himself nothing is owed any more.
    """
    if noble_id in table.state.custody:
        end_custody(table, noble_id, "gone")
    others = together(table.state, noble_id)
    for captive in captives_with(table.state, [noble_id]):
        if others:
            give_captive(table, captive, strongest(table, others))
        else:
            set_down(table, captive)
