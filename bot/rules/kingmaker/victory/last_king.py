"""The victory of the base rules: the last living heir is a crowned King (base §14)."""

from __future__ import annotations

from bot.rules.kingmaker.procedures import VICTORIES, Goal
from bot.rules.kingmaker.score_sheet import ScoreSheet
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession.line import holder_seat, is_crowned, on_the_board
from bot.rules.kingmaker.victory.ending import end_game, last_heir, outlast_all

LAST_KING = "last_king"


@VICTORIES.named("last_king")
class LastKing:
    """The faction that controls the last living heir, a crowned King, wins at once (base-14.1).

    Beaufort keeps the game open against a Yorkist, if he is in play (base-14.2).
    """

    def goal(self, table: KTable, seat: int) -> Goal:
        """A King, and no other heir alive (base-14.1)."""
        return outlast_all(table, seat)

    def sheet(self, table: KTable, seat: int) -> ScoreSheet | None:
        """Nobody counts points."""
        return None

    def look(self, table: KTable) -> None:
        """The King must be on the board, not at sea nor on the Continent (base-14.3)."""
        heir = last_heir(table)
        if heir is None or not is_crowned(table.state, heir):
            return
        seat = holder_seat(table.state, table.content, heir)
        if seat is not None and on_the_board(table.state, table.content, heir):
            end_game(table, (seat,), LAST_KING)

    def turn_begins(self, table: KTable, seat: int) -> None:
        """Nothing is counted by turns."""

    def turn_ends(self, table: KTable, seat: int) -> None:
        """Nothing is counted by turns."""
