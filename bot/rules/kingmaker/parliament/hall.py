"""What all of Parliament's business looks at: who sits, and the Event cards that it costs (base
§15)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.votes import commons_votes, lords_votes
from bot.rules.kingmaker.state import KTable, Sitting, State

Votes = tuple[list[int], list[int]]
"""The votes of the Commons and of the Lords, by seat."""


def sitting_of(table: KTable) -> Sitting:
    """The Parliament that sits."""
    sitting = table.state.sitting
    assert sitting is not None
    return sitting


def order_from_left(state: State, seat: int) -> list[int]:
    """All seats clockwise from the left of a seat, that seat last."""
    count = len(state.factions)
    return [(seat + step) % count for step in range(1, count + 1)]


def caller_first(table: KTable) -> list[int]:
    """All seats, whoever called first, then clockwise (base-15.5)."""
    *others, caller = order_from_left(table.state, sitting_of(table).caller)
    return [caller, *others]


def count_votes(table: KTable) -> Votes:
    """The votes of both houses as things are now.

    The Lords vote only of those present (base-15.23), the Commons of all factions, or of those
    that have a noble there (base-15.22).
    """
    nobles = table.state.nobles
    attending = [key for key in sitting_of(table).attending if key in nobles]
    commons = commons_votes(table)
    if table.content.ruleset.commons_counted == "present":
        there = {nobles[key].seat for key in attending}
        commons = [votes if seat in there else 0 for seat, votes in enumerate(commons)]
    return commons, lords_votes(table, attending)


def fix_votes(table: KTable, votes: Votes) -> None:
    """These are the votes from now on; they are told, if they are others than before."""
    sitting = sitting_of(table)
    if votes == (sitting.commons, sitting.lords):
        return
    sitting.commons, sitting.lords = votes
    table.emit(facts.VotesCounted(tuple(sitting.commons), tuple(sitting.lords)))
