"""What happens to a captive whose keeper is lost (ishkibibble-ransom.3, ishkibibble-ransom.6).

The landing count: an heir taken abroad is brought back in time or dies (house §5.7, §8.6).

The deaths that the count leads to are in :mod:`bot.rules.kingmaker.ships.command`.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.custody import captives_with, ground_of
from bot.rules.kingmaker.conditions.lasting import barred_squares
from bot.rules.kingmaker.forces.strength import controller, lets_in, strongest, together
from bot.rules.kingmaker.ids import NO_NOBLE, HeirId, NobleId, PersonId, SeaId
from bot.rules.kingmaker.state import Custody, HeirState, KTable, State
from bot.rules.kingmaker.succession import whereabouts


def give_captive(table: KTable, captive: NobleId, noble_id: NobleId) -> None:
    """One of the captor's nobles keeps a captive from now on: where he goes, the captive goes."""
    held = table.state.custody[captive]
    table.state.stand(captive)
    held.keeper = noble_id
    held.spot = ground_of(table.state, table.content, table.state.nobles[noble_id])
    table.emit(facts.CaptiveKept(captive, noble_id, held.captor))


def set_down(table: KTable, captive: NobleId) -> None:
    """A captive is left behind at his keeper's last spot, and nobody keeps him."""
    held = table.state.custody[captive]
    keeper = table.state.nobles.get(held.keeper)
    if keeper is not None:
        table.state.stand(captive, keeper.square, keeper.inside, keeper.aboard)
        held.keeper = NO_NOBLE


def end_custody(table: KTable, captive: PersonId, why: str) -> Custody:
    """Nobody holds a captive any longer, and any unpaid ransom is forgotten."""
    held = table.state.custody.pop(captive)
    if table.state.is_noble(captive):
        table.state.set_free(captive)
    table.emit(facts.CustodyEnded(captive, held.owner, held.captor, why, held.draws))
    return held


def pass_on_captives(table: KTable, noble_id: NobleId) -> None:
    """The captives of a noble who is lost go to the rest of his force; if there is none, they are
    left alone.

    If the noble was a captive himself, nothing more is owed for him.
    """
    if noble_id in table.state.custody:
        end_custody(table, noble_id, "gone")
    others = together(table.state, noble_id)
    for captive in captives_with(table.state, [noble_id]):
        if others:
            give_captive(table, captive, strongest(table, others))
        else:
            set_down(table, captive)


def heir_haven(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether an heir may be landed at a place: on the mainland, or in a haven (house-8.6.9).

    Carisbrooke is a haven for the player who controls it. If no heir ever has to come back, every
    place is a haven.
    """
    if table.content.board.is_mainland(place.square):
        return True
    if table.content.ruleset.heir_abroad_turns is None:
        return True
    havens = table.content.ruleset.heir_abroad_havens
    return place.id in havens and controller(table.state, place.id) == seat


def nearest_shore(table: KTable, sea: SeaId, seat: Seat, *, with_heirs: bool) -> Place:
    """For a sea space, the nearest port that is unfortified, or friendly to a seat and not under
    siege (house-6.2c); if heirs are aboard, a port where they may land (house-8.6.6).
    """
    board = table.content.board
    far = board.sea_distances(sea)
    barred = barred_squares(table.state, table.content, seat)
    ports = [
        (min(far[s] for s in seas if s in far), port)
        for port, seas in board.ports.items()
        if any(s in far for s in seas)
        and table.content.is_open(port)
        and board.places[port].kind != "special"
        and (board.places[port].is_unfortified or lets_in(table, seat, board.places[port]))
        and (not with_heirs or heir_haven(table, seat, board.places[port]))
        and board.places[port].square not in barred
    ]
    return board.places[min(ports)[1]]


def is_home(table: KTable, heir_id: HeirId) -> bool:
    """Whether an heir is on the mainland, or in a haven of his holder or of the player who took him
    there.

    An heir aboard a ship is not home, wherever she is.
    """
    state, board = table.state, table.content.board
    heir = state.heirs[heir_id]
    square, inside = whereabouts(state, heir_id)
    if not square:
        return False
    if board.is_mainland(square):
        return True
    haven = board.places[inside] if inside is not None else board.fortress_in(square)
    holder = None if heir.holder is None else state.nobles[heir.holder].seat
    seats = (seat for seat in (holder, heir.landing_for) if seat is not None)
    return haven is not None and any(heir_haven(table, seat, haven) for seat in seats)


# When the count begins (house-8.6.7, house-8.6.8)


def begin_count(table: KTable, heir_id: HeirId, seat: Seat, turns: int) -> None:
    """Give an heir this many of a seat's movement phases in which to come back."""
    heir = table.state.heirs[heir_id]
    heir.landing_due = turns
    heir.landing_for = seat


def begin_for_captor(table: KTable, heir_id: HeirId, seat: Seat) -> None:
    """Begin the count for an heir taken abroad; it starts again with a new captor (house-8.6.8).

    The count starts on the captor's next turn: a movement phase already under way does not count.
    """
    state = table.state
    turns = table.content.ruleset.heir_abroad_exceptions.get(heir_id)
    if turns is None or not _newly_taken(state, state.heirs[heir_id], seat):
        return
    if not table.content.board.is_mainland(whereabouts(state, heir_id)[0]):
        now = state.phase == "movement" and seat == state.active
        begin_count(table, heir_id, seat, turns + 1 if now else turns)


def _newly_taken(state: State, heir: HeirState, seat: Seat) -> bool:
    former = None if heir.holder is None else state.nobles[heir.holder].seat
    return former != seat and (heir.landing_due is None or heir.landing_for != seat)


# When the count ends (house-8.6.28)


def end_count(heir: HeirState) -> None:
    """The heir no longer has a time limit; a later voyage begins a new count."""
    heir.landing_due = heir.landing_for = None


def end_counts(table: KTable, heirs: Iterable[HeirId]) -> None:
    """End the count for heirs who are now on the mainland, however they got there."""
    for heir_id in heirs:
        heir = table.state.heirs[heir_id]
        if heir.alive and heir.landing_due is not None and is_home(table, heir_id):
            end_count(heir)


def counted_for(state: State, heir: HeirState) -> Seat | None:
    """The seat in whose movement phases the count runs: the player who took the heir abroad
    (house-8.6.7)."""
    if heir.landing_for is not None or heir.holder is None:
        return heir.landing_for
    return state.nobles[heir.holder].seat
