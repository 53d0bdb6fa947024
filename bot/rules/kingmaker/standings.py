"""The standings of the factions: what everybody can count, and how far each is from winning."""

from __future__ import annotations

import msgspec

from bot.rules.kernel import every_seat
from bot.rules.kingmaker.forces.strength import controller, troops
from bot.rules.kingmaker.forces.votes import commons_votes, lords_votes
from bot.rules.kingmaker.ids import HeirId
from bot.rules.kingmaker.procedures import Goal, procedures
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession import heirs_of
from bot.rules.kingmaker.tables import ScoreSheet


class Standing(msgspec.Struct, frozen=True):
    """One faction: nobles in play, their troops, fortresses, votes of both houses, heirs.

    Votes are those that would count now if all the faction's nobles attended Parliament.
    """

    nobles: int
    troops: int
    places: int
    commons: int
    lords: int
    heirs: tuple[HeirId, ...]
    goal: Goal
    sheet: ScoreSheet | None = None
    """How the faction's points add up, if points decide."""


def standings(table: KTable) -> tuple[Standing, ...]:
    """Every faction by seat."""
    state, victory = table.state, procedures(table).victory
    commons, lords = commons_votes(table), lords_votes(table)
    owners = [controller(state, place) for place in state.control]
    return tuple(
        Standing(
            nobles=len(own := [key for key, n in state.nobles.items() if n.seat == seat]),
            troops=sum(troops(table, key) for key in own if key not in state.custody),
            places=owners.count(seat),
            commons=commons[seat],
            lords=lords[seat],
            heirs=tuple(heirs_of(state, table.content, seat)),
            goal=victory.goal(table, seat),
            sheet=victory.sheet(table, seat),
        )
        for seat in every_seat(len(state.factions))
    )
