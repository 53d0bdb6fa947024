"""Turns at a table where only Houses take them, and the seats that act within them (families-turn).

Everything else in a turn is as in the classic game (families-cards.5).
"""

from __future__ import annotations

from bot.rules.kernel import IllegalChoice, Seat, Stops, clockwise, with_seats
from bot.rules.kingmaker.conditions.sides import (
    aligned,
    given,
    house_seat,
    house_served,
    is_family,
    is_house,
    part_of,
    same_side,
)
from bot.rules.kingmaker.ids import NobleId
from bot.rules.kingmaker.state import KTable, Phase, State

_SHARED: tuple[Phase, ...] = ("movement", "combat")
"""What families do: they move and fight, and that is all (families-turn.5)."""


def takes_turns(table: KTable, seat: Seat) -> bool:
    """Whether a seat has turns of its own: if sides are assigned, only a House does
    (families-turn.1)."""
    return not given(table.state) or is_house(table.state, table.content, seat)


def opens(table: KTable, found: Seat) -> Seat:
    """The seat with the first turn if this seat is found to be first: for a family, the House that
    it serves, because a family acts within its House's turn (families-turn.6)."""
    served = house_of(table, found)
    assert served is not None  # nobody is neutral yet
    return served


def house_of(table: KTable, seat: Seat) -> Seat | None:
    """The seat itself if it takes turns; for a family, the House that it serves; for a neutral one,
    None."""
    if takes_turns(table, seat):
        return seat
    return house_seat(table.state, table.content, house_served(table.state, seat))


def follows(table: KTable, seat: Seat) -> Seat:
    """The seat whose turn comes after a seat's: the next one clockwise that takes turns."""
    return next(
        one for one in clockwise(seat, len(table.state.factions)) if takes_turns(table, one)
    )


def act_within(table: KTable, seat: Seat, phase: Phase | None = None) -> list[Seat]:
    """The seats that act after a House in a phase of its turn: the families serving it, clockwise
    (families-align.3), and only in movement and combat (families-turn.5, families-turn.6,
    families-align.2).

    A neutral family does neither. If no phase is given, these are all the seats that act within the
    turn.
    """
    if not given(table.state) or (phase is not None and phase not in _SHARED):
        return []
    return aligned(table.state, table.content, house_served(table.state, seat))


def keeps_still(table: KTable, house: Seat) -> None:
    """The turn of a House begins: until its families move or attack, they count as having forgone
    it (families-switch.1)."""
    for seat in act_within(table, house):
        table.state.sides[seat].forgone = True


def stirs(state: State, seat: Seat) -> None:
    """A seat moves or attacks: it has not forgone this turn (families-switch.1)."""
    if given(state):
        state.sides[seat].forgone = False


def stirs_beside(state: State, seat: Seat) -> None:
    """A seat attacks for an ally: if this is its own House's turn, it has not forgone that turn
    (families-switch.1)."""
    if same_side(state, state.active, seat):
        stirs(state, seat)


def loses_head(table: KTable, noble_id: NobleId) -> None:
    """A noble is killed: if he is the head of a family, the family waits for another
    (families-heads.1).

    The leader of a House is gone for good.
    """
    for seat, side in with_seats(table.state.sides):
        part = part_of(table.state, table.content, seat)
        if part.head == noble_id and not part.is_house:
            side.headless = True


def house_stops(table: KTable, seat: Seat, verb: str) -> Stops:
    """Things that only Houses do: they alone crown heirs (families-turn.2), call Parliament
    (families-turn.3), and draw Crown cards (families-turn.4)."""
    if not is_family(table.state, table.content, seat):
        return
    if verb == "crown":
        yield IllegalChoice("families-turn.2", "Only the two Houses can crown an heir.")
    elif verb == "call_parliament":
        yield IllegalChoice("families-turn.3", "Only the two Houses can call Parliament.")
    elif verb == "keep":
        yield IllegalChoice("families-turn.4", "Only the two Houses can draw Crown cards.")
