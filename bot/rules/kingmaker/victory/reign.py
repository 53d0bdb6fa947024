"""The victory of the classic rules: the sole King, held for four turns (classic-object).

The victory of the base rules: the last living heir is a crowned King (base §14).
"""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.ids import HeirId
from bot.rules.kingmaker.procedures import VICTORIES, Goal
from bot.rules.kingmaker.state import KTable, Reign, State
from bot.rules.kingmaker.succession import holder_seat, is_crowned, kings, on_the_board, sole_king
from bot.rules.kingmaker.victory.ending import NothingCounted, end_game, last_heir, outlast_all

FOUR_TURNS = "four_turns"
NEEDED = 4
"""How many of his own turns a player must hold the sole King."""

NEVER = "henry"
"""The King who is not counted (classic-object.2)."""


def counts(state: State, king: HeirId) -> bool:
    """Whether a King counts: Henry VI does not, but an heir who came in later with Henry's counter
    (ishkibibble-birth.1) does."""
    return king != NEVER or bool(state.heirs[king].house)


@VICTORIES.named("four_turns")
class FourTurns(NothingCounted):
    """The player who holds the sole King for four turns of his own wins (classic-object.1).

    A turn counts if the King was held without a break from its beginning to its end. An
    interruption in anybody's turn sets the count to zero.
    """

    def goal(self, table: KTable, seat: Seat) -> Goal:
        """A King other than Henry, with no second King beside him, held for enough turns."""
        state = table.state
        reigning = kings(state)
        held = [k for k in reigning if counts(state, k)]
        held = [k for k in held if holder_seat(state, table.content, k) == seat]
        if not held:
            return Goal(None, needed=NEEDED)
        reign = state.reign
        turns = 0 if reign is None or reign.king != held[0] else reign.turns
        return Goal(held[0], tuple(k for k in reigning if k != held[0]), turns, NEEDED)

    def look(self, table: KTable) -> None:
        """A reign begins, continues or is broken."""
        state, reign = table.state, table.state.reign
        king = sole_king(state)
        seat = None
        if king is not None and counts(state, king):
            seat = holder_seat(state, table.content, king)
        if reign is not None and (reign.king, reign.seat) != (king, seat):
            state.reign = None
            if reign.turns:
                table.emit(facts.ReignBroken(reign.seat, reign.king, reign.turns))
        if state.reign is None and king is not None and seat is not None:
            state.reign = Reign(king, seat)

    def turn_begins(self, table: KTable, seat: Seat) -> None:
        """From now on the King must be held until the end of the turn."""
        reign = table.state.reign
        if reign is not None and reign.seat == seat:
            reign.since_beginning = True

    def turn_ends(self, table: KTable, seat: Seat) -> None:
        """A whole turn counts, unless the King is at sea, in Calais, on the Continent or in
        Scotland; even then, the count so far is kept.
        """
        reign = table.state.reign
        if reign is None or reign.seat != seat or not reign.since_beginning:
            return
        if not on_the_board(table.state, table.content, reign.king):
            return
        reign.turns += 1
        table.emit(facts.ReignCounted(seat, reign.king, reign.turns, NEEDED))
        if reign.turns == NEEDED:
            end_game(table, (seat,), FOUR_TURNS)


LAST_KING = "last_king"


@VICTORIES.named("last_king")
class LastKing(NothingCounted):
    """The faction that controls the last living heir, a crowned King, wins immediately (base-14.1).

    Beaufort keeps the game open against a Yorkist King if he is in play (base-14.2).
    """

    def goal(self, table: KTable, seat: Seat) -> Goal:
        """A King, with no other heir alive (base-14.1)."""
        return outlast_all(table, seat)

    def look(self, table: KTable) -> None:
        """The King must be on the board: not at sea, in Calais, on the Continent or in Scotland
        (base-14.3).
        """
        heir = last_heir(table)
        if heir is None or not is_crowned(table.state, heir):
            return
        seat = holder_seat(table.state, table.content, heir)
        if seat is not None and on_the_board(table.state, table.content, heir):
            end_game(table, (seat,), LAST_KING)
