"""The victories of the house rules: immediate, and at the time limit (house §3)."""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.votes import commons_votes, leaders_of, lords_votes
from bot.rules.kingmaker.procedures import LIMITS, VICTORIES, Goal
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession import holder_seat, is_crowned, kings
from bot.rules.kingmaker.victory.ending import NothingCounted, end_game, last_heir, outlast_all

COMPLETE = "complete"
MAJOR_ROYAL = "major_royal"
MAJOR_PARLIAMENTARY = "major_parliamentary"
ALTERNATE_MINOR = "alternate_minor"
MINOR_SPLIT = "minor_split"


@VICTORIES.named("house")
class HouseVictory(NothingCounted):
    """The last King wins immediately."""

    def goal(self, table: KTable, seat: Seat) -> Goal:
        """A King, with no other heir alive (house-3.2)."""
        return outlast_all(table, seat)

    def look(self, table: KTable) -> None:
        """A Complete and Utter Victory ends the game immediately."""
        check_complete(table)


# 3 Complete and Utter Victory (house-3.2, house-3.3)


def check_complete(table: KTable) -> None:
    """End the game if somebody controls a sole King and no other heir is alive.

    Beaufort does not keep the game open against a Lancastrian King, since he is not an heir while
    another Lancastrian heir lives (house-4.17); against a Yorkist King he does, if he is in play
    (house-4.18, house-4.19).
    """
    heir = last_heir(table)
    if heir is None or not is_crowned(table.state, heir):
        return
    seat = holder_seat(table.state, table.content, heir)
    if seat is not None:
        end_game(table, (seat,), COMPLETE)


# 3 At the time limit, in the order of the text (house-3.12)


@LIMITS.called("reckoning")
def final_reckoning(table: KTable) -> None:
    """Find the winners when the time is up.

    The keeper of the last heir wins (house-3.4). Otherwise the votes of both houses decide,
    counting all nobles (house-3.8): the winner is the player with a King, half of one house and the
    most votes in the other; failing that, the one who leads both (house-3.10), or those who lead
    one each (house-3.9).
    """
    heir = last_heir(table)
    seat = None if heir is None else holder_seat(table.state, table.content, heir)
    if heir is not None and seat is not None:
        crowned = is_crowned(table.state, heir)
        end_game(table, (seat,), COMPLETE if crowned else MAJOR_ROYAL)
        return
    commons, lords = commons_votes(table), lords_votes(table)
    table.emit(facts.VotesCounted(tuple(commons), tuple(lords)))
    winner = _parliamentary(table, commons, lords)
    if winner is not None:
        end_game(table, (winner,), MAJOR_PARLIAMENTARY)
        return
    leaders = set(leaders_of(commons)) | set(leaders_of(lords))
    victory = ALTERNATE_MINOR if len(leaders) == 1 else MINOR_SPLIT
    end_game(table, tuple(sorted(leaders)), victory)


def _parliamentary(table: KTable, commons: list[int], lords: list[int]) -> Seat | None:
    """The player who wins with a King, half of the Commons (house-3.6) and a clear lead in the
    Lords (house-3.7)."""
    share, whole = table.content.ruleset.commons_victory_share
    leaders = leaders_of(lords)
    if len(leaders) != 1:
        return None
    seat = leaders[0]
    holds_king = any(
        holder_seat(table.state, table.content, king) == seat for king in kings(table.state)
    )
    if holds_king and commons[seat] * whole >= sum(commons) * share:
        return seat
    return None
