"""The victory of the six families: most points when a House is extinct (families-victory)."""

from __future__ import annotations

from fractions import Fraction

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import favours, given, house_served
from bot.rules.kingmaker.forces.strength import nobles_of, strength
from bot.rules.kingmaker.procedures import LIMITS, VICTORIES, Goal
from bot.rules.kingmaker.score_sheet import Bonus, ScoreSheet
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession.line import HOUSES, line
from bot.rules.kingmaker.victory.ending import end_game
from bot.rules.kingmaker.victory.schedule import score_sheet

POINTS = "points"


@VICTORIES.named("points")
class ByPoints:
    """When a House has no living heir, whoever has most points wins (families-victory.1)."""

    def goal(self, table: KTable, seat: int) -> Goal:
        """No King is needed, but that the heirs of the other House are dead."""
        served = house_served(table.state, seat)
        others = [house for house in HOUSES if served and house != served]
        return Goal(None, tuple(h for o in others for h in line(table.state, table.content, o)))

    def sheet(self, table: KTable, seat: int) -> ScoreSheet | None:
        """How the points of a seat come about, as things stand."""
        out = given(table.state) and table.state.sides[seat].extinct
        bonus = _bonus(table, seat, _extinct(table))
        return score_sheet(table.state, table.content, seat, bonus, out=out)

    def look(self, table: KTable) -> None:
        """Beaufort, once he is an heir, keeps the House of Lancaster from dying out."""
        if _extinct(table):
            self._count(table)

    def turn_begins(self, table: KTable, seat: int) -> None:
        """Nothing is counted by turns."""

    def turn_ends(self, table: KTable, seat: int) -> None:
        """Nothing is counted by turns."""

    def time_is_up(self, table: KTable) -> None:
        """A limit of time is none of these rules; a table that sets one counts the points, and no
        side has won."""
        self._count(table)

    def _count(self, table: KTable) -> None:
        """Most points win, to the last fraction; a tie goes to whoever is on the winning side, then
        to the stronger faction, then it is shared (families-victory.1)."""
        extinct = _extinct(table)
        seats = range(len(table.state.factions))
        sheets = [self.sheet(table, seat) for seat in seats]
        exact = [Fraction(0) if sheet is None else sheet.exact for sheet in sheets]
        bonuses = [_bonus(table, seat, extinct) for seat in seats]
        points = tuple(int(value) for value in exact)
        table.emit(facts.PointsCounted(points, tuple(bonuses), extinct))

        def rank(seat: int) -> tuple[Fraction, bool, int]:
            troops = strength(table, nobles_of(table.state, seat))
            return exact[seat], bool(bonuses[seat]), troops

        best = max(rank(seat) for seat in seats)
        end_game(table, tuple(seat for seat in seats if rank(seat) == best), POINTS)


LIMITS["points"] = ByPoints()


def _extinct(table: KTable) -> tuple[str, ...]:
    """The Houses that have no living heir."""
    return tuple(house for house in HOUSES if not line(table.state, table.content, house))


def _bonus(table: KTable, seat: int, extinct: tuple[str, ...]) -> Bonus:
    """Whether a seat is on the winning side: the House that has outlived the other, and the
    families that serve it; a neutral one gains nothing (families-victory.10)."""
    state = table.state
    served = house_served(state, seat)
    if not extinct or not served or served in extinct:
        return ""
    # With the other House than its own a family gains less (families-victory.11).
    return "winning" if served == favours(state, table.content, seat) else "unfavoured"
