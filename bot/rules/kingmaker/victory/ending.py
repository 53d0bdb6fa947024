"""How a game ends, and which heirs are left (house §3; ishkibibble-pretender).

The Parliament that meets when the time is up (classic-object.3, classic-object.4).
"""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.votes import commons_votes, leaders_of, lords_votes
from bot.rules.kingmaker.ids import HeirId
from bot.rules.kingmaker.procedures import LIMITS, Goal
from bot.rules.kingmaker.state import KTable, Result
from bot.rules.kingmaker.succession import (
    BEAUFORT,
    BEAUFORT_HEIR,
    HOUSES,
    holder_seat,
    house_of,
    kings,
    line,
)
from bot.rules.kingmaker.tables import ScoreSheet


def end_game(table: KTable, winners: tuple[Seat, ...], victory: str) -> None:
    """The game is over."""
    table.state.result = Result(winners, victory)
    table.emit(facts.GameWon(winners, victory))


def living_heirs(table: KTable) -> list[HeirId]:
    """All the living heirs of both houses, including Beaufort if he is an heir (house-3.5).

    A pretender counts too, although he belongs to no house (ishkibibble-pretender.3).
    """
    of_houses = [heir for house in HOUSES for heir in line(table.state, table.content, house)]
    return [*of_houses, *table.state.pretenders]


def last_heir(table: KTable) -> HeirId | None:
    """The only living heir; None if there are more, or none at all."""
    if sum([heir.alive for heir in table.state.heirs.values()]) > 1:
        return None
    heirs = living_heirs(table)
    return heirs[0] if len(heirs) == 1 else None


def outlast_all(table: KTable, seat: Seat) -> Goal:
    """How far a seat that holds a King is from winning with the last heir: all others must be
    dead.

    Beaufort stands in a Yorkist's way even before he is an heir, for he becomes one when the last
    Lancastrian dies (house-4.19, base-14.2).
    """
    held = [
        king for king in kings(table.state) if holder_seat(table.state, table.content, king) == seat
    ]
    if not held:
        return Goal(None)
    rivals = [heir for heir in living_heirs(table) if heir != held[0]]
    others_king = house_of(table.state, table.content, held[0]) != "lancaster"
    if others_king and BEAUFORT in table.state.nobles and BEAUFORT_HEIR not in rivals:
        rivals.append(BEAUFORT_HEIR)
    return Goal(held[0], tuple(rivals))


class NothingCounted:
    """What a victory that counts neither turns nor points does with them."""

    def sheet(self, table: KTable, seat: Seat) -> ScoreSheet | None:
        """Nobody counts points."""
        return None

    def turn_begins(self, table: KTable, seat: Seat) -> None:
        """Nothing depends on counting turns."""

    def turn_ends(self, table: KTable, seat: Seat) -> None:
        """Nothing depends on counting turns."""


FINAL_PARLIAMENT = "final_parliament"


@LIMITS.called("final_parliament")
def final_parliament(table: KTable) -> None:
    """The leader in both houses wins; failing that, the highest total, then the most votes in the
    Commons; if still tied, they share the victory.

    Nobody travels: all nobles, bishops and heirs count as present. In this count, the Chancellor
    does not get the votes of a sole King. The time limit takes precedence over any other victory.
    The base rules have no limit, but if a table sets one, votes are counted then too.
    """
    commons, lords = commons_votes(table, chancellor=False), lords_votes(table)
    table.emit(facts.VotesCounted(tuple(commons), tuple(lords)))
    ahead = [seat for seat in leaders_of(commons) if leaders_of(commons) == leaders_of(lords)]
    if len(ahead) != 1:
        together = [sum(both) for both in zip(commons, lords, strict=True)]
        ahead = leaders_of(together)
        most = max(commons[seat] for seat in ahead)
        ahead = [seat for seat in ahead if commons[seat] == most]
    end_game(table, tuple(ahead), FINAL_PARLIAMENT)
