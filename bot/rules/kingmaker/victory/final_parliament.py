"""The Parliament that meets when the time is up (classic-object.3, classic-object.4)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.votes import commons_votes, leaders_of, lords_votes
from bot.rules.kingmaker.procedures import LIMITS
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.victory.ending import end_game

FINAL_PARLIAMENT = "final_parliament"


def final_parliament(table: KTable) -> None:
    """The leader of both houses wins; else the highest sum, then most Commons, then all of them.

    Nobody travels: all nobles, bishops and heirs count as present. The Chancellor does not have
    the votes of a sole King here.
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


@LIMITS.named("final_parliament")
class AtTheLimit:
    """A limit of time that has come before any other victory: Parliament decides.

    It is none of the base rules; a table of theirs that sets one counts votes all the same.
    """

    def time_is_up(self, table: KTable) -> None:
        """Count the votes of both houses."""
        final_parliament(table)
