"""Event cards that take a royal heir away: by death in bed, or through a window (ishkibibble-death,
ishkibibble-escape)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.lasting import held_by_invaders
from bot.rules.kingmaker.consequences.changes import kill_heir, leave_heir
from bot.rules.kingmaker.consequences.keeping import end_custody
from bot.rules.kingmaker.consequences.way_home import position_of
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.forces.strength import controller, occupants
from bot.rules.kingmaker.procedures import event_card
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession.line import heirs_of, house_of, line, whereabouts

# Royal Death (ishkibibble-death.1; its halves, ishkibibble-death.3 and ishkibibble-death.4, are
# told by its handler and by the card)

HEIR_BY_DICE = {
    2: "edmund_rutland",
    3: "richard_gloucester",
    4: "edmund_rutland",
    5: "margaret",
    6: "richard_york",
    7: "henry",
    8: "edward_march",
    9: "george",
    10: "edward_lancaster",
    11: "richard_gloucester",
    12: "edward_lancaster",
}
"""Whom two dice name together."""


@event_card("royal_death", reshuffles=True)
def royal_death(table: KTable, card: EventCard, seat: int) -> None:
    """Two dice say which heir dies; if he is dead or was never born, nobody does
    (ishkibibble-death.2), nor does a child or a pretender who has come in by his counter."""
    dice = (table.below(6) + 1, table.below(6) + 1)
    heir_id = HEIR_BY_DICE[sum(dice)]
    heir = table.state.heirs.get(heir_id)
    dies = heir is not None and heir.alive and not heir.house
    table.emit(facts.RoyalDeathRolled(dice, heir_id, dies))
    if dies:
        kill_heir(table, heir_id, "natural")


# Royal Heir Escapes (ishkibibble-escape.1; its lower half, ishkibibble-escape.3, is data)


@event_card("heir_escapes")
def heir_escapes(table: KTable, card: EventCard, seat: int) -> None:
    """The least of the drawer's heirs flees to the nearest neutral town, city or royal castle.

    A King does not, nor the senior of his house; nor does another in his stead
    (ishkibibble-escape.2).
    """
    state = table.state
    heir_id = _least(table, seat)
    if heir_id is None:
        table.emit(facts.EventIdle(card.id, "no_heir"))
        return
    senior = line(state, table.content, house_of(state, table.content, heir_id))[:1] == [heir_id]
    refuge = _nearest_neutral(table, heir_id)
    if state.heirs[heir_id].crowned or senior or refuge is None:
        table.emit(facts.EventIdle(card.id, "heir_stays"))
        return
    table.emit(facts.HeirEscaped(heir_id, seat, refuge.id))
    if heir_id in state.custody:
        # Nobody left him alone (ishkibibble-ransom.6).
        end_custody(table, heir_id, "gone")
    leave_heir(table, heir_id, refuge.square, refuge.id)


def _least(table: KTable, seat: int) -> str | None:
    """The lowest in rank, which is his place in his own line; between houses a die decides."""
    state = table.state
    heirs = heirs_of(state, table.content, seat)
    if not heirs:
        return None
    last = max(state.heirs[heir].place_in_line for heir in heirs)
    alike = [heir for heir in heirs if state.heirs[heir].place_in_line == last]
    return alike[0] if len(alike) == 1 else alike[table.below(len(alike))]


_SHELTERS = frozenset({"city", "royal_castle", "fortified_town", "open_town", "unfortified_town"})


def _nearest_neutral(table: KTable, heir_id: str) -> Place | None:
    """By squares as the crow flies, the sea no hindrance; of several the first by name."""
    here = _position(table, heir_id)
    squares = table.content.board.squares

    def order(place: Place) -> tuple[int, str]:
        there = squares[place.square]
        return max(abs(there.col - here[0]), abs(there.row - here[1])), place.name

    neutral = (p for p in table.content.board.places.values() if is_neutral(table, p))
    return min((p for p in neutral if p.kind in _SHELTERS), key=order, default=None)


def is_neutral(table: KTable, place: Place) -> bool:
    """Whether a place is in nobody's hands, and nobody is inside."""
    state = table.state
    if not place.square or not table.content.is_open(place.id):
        return False
    if held_by_invaders(state, place.id):
        return False
    return controller(state, place.id) is None and not occupants(state, place.id)


def _position(table: KTable, heir_id: str) -> tuple[int, int]:
    """Where an heir is, in squares; at sea that of the ship."""
    state, board = table.state, table.content.board
    square = whereabouts(state, heir_id)[0]
    holder = state.heirs[heir_id].holder
    if holder is not None:
        return position_of(table, state.nobles[holder])
    return board.squares[square].col, board.squares[square].row
