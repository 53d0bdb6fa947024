"""The King's Peace: who may move and who may fight whom (house §7.4).

If a Peace only forbids fights in the square of the Parliament (base-15.11), nobody is marked as
excused or as returned from it, and the other limits do not apply.

Fortresses that former garrison allies may not attack yet (house-8.5.5, house-8.5.12).

No trade and no gifts while any place is under siege (ishkibibble-embargo.1).
"""

from __future__ import annotations

from bot.rules.kernel import IllegalChoice, Seat, Stops
from bot.rules.kingmaker.ids import PlaceId, SquareId
from bot.rules.kingmaker.state import KTable, Noble, Peace, State


def holds_in(peace: Peace | None, square: SquareId) -> bool:
    """Whether a Peace, or an earlier one that still holds, protects a square."""
    if peace is None:
        return False
    return peace.square == square or any(other.square == square for other in peace.before)


def may_move(state: State, noble: Noble) -> bool:
    """Whether a noble may move: he may not if he has returned from Parliament.

    A returned noble moves neither from inside his castle (house-7.4.13) nor from its square
    (house-7.4.14). Sieges that the call did not break continue (house-7.4.22).
    """
    return state.peace is None or noble.under_peace != "returned"


def may_fight_in(state: State, square: SquareId) -> bool:
    """Whether combat is allowed in a square: not where Parliament met (house-7.4.12)."""
    return not holds_in(state.peace, square)


def may_attack(state: State, noble: Noble) -> bool:
    """Whether a noble may start an open battle or sally: he may not if he has come home under the
    King's Peace (house-7.4.13, house-7.4.23); the excused may, as always (house-7.4.20)."""
    return may_move(state, noble) and may_fight_in(state, noble.square)


def may_be_attacked(state: State, noble: Noble) -> bool:
    """Whether a noble may be attacked: he may not if he has returned (house-7.4.17), nor may the
    excused attack him (house-7.4.21)."""
    return state.peace is None or noble.under_peace != "returned"


def may_besiege(state: State, noble: Noble, place: PlaceId, castles: tuple[PlaceId, ...]) -> bool:
    """Whether a noble may besiege a place.

    A returned noble may lay a new siege only to his own enemy-held castle (house-7.4.15), and may
    not join one that is in progress (house-7.4.23).
    """
    if not may_fight_in(state, noble.square):
        return False
    if state.peace is None or noble.under_peace != "returned":
        return True
    own = noble.inside is None and place in castles
    siege = state.sieges.get(place)
    return own and (siege is None or (siege.turns == 1 and siege.seat == noble.seat))


def at_peace(state: State, place: PlaceId, square: SquareId) -> bool:
    """Whether the King's Peace protects a place from sieges: Parliament met in its square, or
    returned nobles are inside it (house-7.4.12, house-7.4.17)."""
    if state.peace is None:
        return False
    if holds_in(state.peace, square):
        return True
    return any(n.inside == place and n.under_peace == "returned" for n in state.nobles.values())


def peace_ends(state: State, seat: Seat) -> tuple[SquareId, ...]:
    """A seat's turn begins: its Peace is over, and so are all its limits (house-7.4.11).

    Returns the squares where the Peace is over; the Peaces of other callers continue (base-15.11).
    """
    if state.peace is None:
        return ()
    peaces = [state.peace, *state.peace.before]
    left = [peace for peace in peaces if peace.caller != seat]
    if len(left) == len(peaces):
        return ()
    state.peace = None
    proclaim(state, *reversed(left))
    state.peace_ended_turn = state.turn
    for noble in state.nobles.values():
        noble.under_peace = ""
    over = dict.fromkeys(peace.square for peace in peaces if peace.caller == seat)
    return tuple(square for square in over if not holds_in(state.peace, square))


def proclaim(state: State, *peaces: Peace) -> None:
    """Let Peaces begin in addition to those that still hold, with the latest on top."""
    for peace in peaces:
        before = [] if state.peace is None else [state.peace, *state.peace.before]
        state.peace = Peace(peace.caller, peace.square, peace.ships, before)
    for peace in [] if state.peace is None else state.peace.before:
        peace.before = []


def excuse_called(state: State, noble: Noble, moved: bool) -> None:
    """A returned noble whom an Event card called to another square is excused (house-7.4.19)."""
    if moved and state.peace is not None and noble.under_peace == "returned":
        noble.under_peace = "excused"


def bar(table: KTable, noble: Noble, place: PlaceId | None, rule: str) -> None:
    """A noble may not attack a fortress until the end of his player's current or next turn
    (house-8.5.5, house-8.5.12).

    Anything that was already barred to him stays barred.
    """
    if noble.barred is not None and noble.barred != place:
        noble.barred_too[noble.barred] = noble.barred_by
    noble.barred, noble.barred_turns, noble.barred_by = place, 1, rule


def bars(noble: Noble) -> dict[PlaceId, str]:
    """The fortresses that a noble may not attack, each with the rule."""
    last = {} if noble.barred is None else {noble.barred: noble.barred_by}
    return noble.barred_too | last


def siege_stops(table: KTable) -> Stops:
    """While any place is under siege, no card passes between players."""
    if table.content.ruleset.siege_embargo and table.state.sieges:
        yield IllegalChoice(
            "ishkibibble-embargo.1",
            "While any place is under siege, no card passes between players.",
        )
