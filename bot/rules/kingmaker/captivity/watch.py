"""What must hold of captives who are held for a ransom, checked after every decision of
self-play."""

from __future__ import annotations

from bot.rules.kingmaker.state import Custody, KTable
from bot.rules.kingmaker.succession.line import holder_seat


def amiss(table: KTable) -> list[str]:
    """What does not hold of them, in words."""
    state, found = table.state, []
    for captive, held in state.custody.items():
        if held.draws < 1 or held.owner == held.captor:
            found.append(f"{held.owner} owes {held.captor} {held.draws} draws for {captive}")
        if captive in state.heirs:
            if holder_seat(state, table.content, captive) != held.captor:
                found.append(f"{captive} is held for {held.captor}, who does not have that heir")
        else:
            found += _noble_amiss(table, captive, held)
    for key, noble in state.nobles.items():
        lost = noble.captor is not None and key not in state.custody
        if lost and not any(_speaks_of(step, key) for step in table.agenda):
            found.append(f"nobody settles the fate of the captive {key}")
    return found


def _noble_amiss(table: KTable, captive: str, held: Custody) -> list[str]:
    nobles = table.state.nobles
    noble, keeper = nobles.get(captive), nobles.get(held.keeper)
    if noble is None or (noble.seat, noble.captor) != (held.owner, held.captor):
        return [f"{captive} is held for ransom but is not a captive of {held.captor}"]
    if keeper is None or keeper.seat != held.captor or keeper.captor is not None:
        return [f"{captive} is kept by {held.keeper}, who is not a free noble of {held.captor}"]
    return []


def _speaks_of(step: object, noble: str) -> bool:
    """Whether a step settles the fate of a noble."""
    return noble == getattr(step, "noble", None) or noble in getattr(step, "nobles", ())
