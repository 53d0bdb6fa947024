"""How a captive comes to be held for a ransom of draws, changes hands, and goes free
(ishkibibble-ransom)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.custody import ground_of, keeper_of, weary
from bot.rules.kingmaker.consequences.changes import give_heir, leave_heir
from bot.rules.kingmaker.consequences.going_home import KeepHeirs, go_home, open_castles
from bot.rules.kingmaker.consequences.keeping import end_custody, give_captive, set_down
from bot.rules.kingmaker.forces.strength import besieged, nobles_of, strongest
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.ships.command import nearest_port_for
from bot.rules.kingmaker.state import Custody, KTable
from bot.rules.kingmaker.succession.line import holder_seat, whereabouts

# Held (ishkibibble-ransom.3)


def guards(table: KTable, captive: str, captor: int, first: Sequence[str] = ()) -> list[str]:
    """The captor's nobles who are where a captive noble is and could hold him; ``first`` of them,
    if any of these is."""
    here = ground_of(table.state, table.content, table.state.nobles[captive])
    able = _at_large(table, captor, here)
    return [noble for noble in able if noble in first] or able


def _at_large(table: KTable, seat: int, ground: str) -> list[str]:
    """The nobles of a faction in a square or a sea space who are nobody's captives."""
    state, content = table.state, table.content
    return [
        key
        for key in nobles_of(state, seat)
        if state.nobles[key].captor is None
        and ground_of(state, content, state.nobles[key]) == ground
    ]


def hold(table: KTable, captive: str, captor: int, draws: int, keeper: str) -> None:
    """A noble is held by this one of his captor's until so many draws are paid."""
    state = table.state
    noble = state.nobles[captive]
    ship = state.ships.get(noble.aboard or "")
    moved = noble.marched or noble.landed or (ship is not None and ship.moved)
    held = Custody(noble.seat, captor, draws)
    if moved and noble.seat == state.active:
        held.moved_by, held.moved_in = noble.seat, state.turn
    state.custody[captive] = held
    state.capture(captive, captor)
    give_captive(table, captive, keeper)


def hold_heir(table: KTable, heir_id: str, owner: int, captor: int, draws: int) -> None:
    """An heir is held by his holder until so many draws are paid."""
    state = table.state
    held = Custody(owner, captor, draws)
    state.custody[heir_id] = held
    keeper = state.heirs[heir_id].holder
    if keeper is not None:
        held.spot = ground_of(state, table.content, state.nobles[keeper])
    table.emit(facts.HeirHeld(heir_id, owner, captor, draws))


# Taken in a combat (ishkibibble-ransom.7)


def tell_captured(table: KTable, captives: Collection[str], captor: int) -> None:
    """Nobles are captives now."""
    losers = {table.state.nobles[noble].seat for noble in captives}
    table.emit(facts.Captured(tuple(captives), captor, tuple(sorted(losers))))


def fall_to(table: KTable, where: str, leader: str, beaten: Collection[str]) -> list[str]:
    """The captives of beaten nobles fall to the victors in a square or sea space.

    His own are free there, and nothing more is owed (ishkibibble-ransom.7). Others he has captured
    anew, and the ransom agreed with their captor is void; they are returned.
    """
    state, prey = table.state, []
    captor = state.nobles[leader].seat
    for captive, held in list(state.custody.items()):
        if captive not in state.nobles:
            continue
        alone = not held.keeper and where == ground_of(state, table.content, state.nobles[captive])
        if not alone and held.keeper not in beaten:
            continue
        if held.captor == captor:
            give_captive(table, captive, leader)
            continue
        set_down(table, captive)
        end_custody(table, captive, "recaptured" if held.owner == captor else "taken")
        state.go_inside(captive, None)
        if held.owner != captor:
            state.capture(captive, captor)
            prey.append(captive)
    return prey


# Free (ishkibibble-ransom.4, ishkibibble-ransom.5, ishkibibble-ransom.6)


def release(table: KTable, captive: str, why: str) -> None:
    """A captive goes free: a noble home to his nearest castle that is open to him, an heir to a
    noble of his faction (ishkibibble-ransom.4).

    ``why``: paid, freed (ishkibibble-ransom.5) or alone (ishkibibble-ransom.6).
    """
    held = end_custody(table, captive, why)
    if captive not in table.state.nobles:
        _send_heir(table, captive, held)
        return
    noble = table.state.nobles[captive]
    noble.steps, noble.fresh, noble.boards = 0, False, False
    # Who was held in a place is no guest there, and does not make it friendly to his faction.
    table.state.go_inside(captive, None)
    castles = open_castles(table, captive)
    castles = castles or procedures(table).captives.homes(table, captive, ())
    go_home(table, captive, _nearest(table, held.spot, castles), "freed")


def _nearest(table: KTable, ground: str, places: Sequence[str]) -> str:
    """The place that lies fewest squares from a square or sea space; the first of several."""
    board = table.content.board

    def far(place: str) -> float:
        (x, y), (u, v) = _at(table, ground), _at(table, board.places[place].square)
        return max(abs(x - u), abs(y - v))

    return min(places, key=far)


def _at(table: KTable, ground: str) -> tuple[float, float]:
    """Where a square or a sea space lies, in squares."""
    board = table.content.board
    if ground in board.seas:
        x, y = board.seas[ground].at
        return x, y
    square = board.squares[ground]
    return square.col, square.row


def _send_heir(table: KTable, heir_id: str, held: Custody) -> None:
    """An heir goes with a noble of his faction if it has one who can take him; else he stands
    unkept."""
    state = table.state
    free = [n for n in nobles_of(state, held.owner) if state.nobles[n].captor is None]
    free = [n for n in free if not besieged(state, n)]
    free = [n for n in free if state.nobles[n].aboard is None] or free
    if free:
        give_heir(table, heir_id, strongest(table, free))
        if len(free) > 1:
            table.push(KeepHeirs([heir_id], free))
        return
    keeper = state.heirs[heir_id].holder
    square = whereabouts(state, heir_id)[0]
    ship = None if keeper is None else state.nobles[keeper].aboard
    if ship is not None:
        square = nearest_port_for(table, ship, held.owner).square
    leave_heir(table, heir_id, square, None)


# Looked at whenever something has changed


def review_captives(table: KTable) -> None:
    """Free whose ransom is paid or whom nobody keeps, and see who was moved by whom."""
    state = table.state
    for captive, held in list(state.custody.items()):
        heir = captive in state.heirs
        seat = _held_by(table, captive, held)
        if captive not in state.nobles and not (heir and state.heirs[captive].alive):
            end_custody(table, captive, "gone")
        elif seat is None:
            release(table, captive, "alone")
        elif seat != held.captor:
            end_custody(table, captive, "recaptured" if seat == held.owner else "taken")
        elif held.draws <= 0:
            release(table, captive, "paid")
        else:
            _watch(table, captive, held)


def _held_by(table: KTable, captive: str, held: Custody) -> int | None:
    """The seat in whose hands a captive is; None if he is alone."""
    state = table.state
    if captive in state.heirs:
        return holder_seat(state, table.content, captive)
    keeper = state.nobles.get(held.keeper)
    return None if keeper is None else keeper.seat


def _watch(table: KTable, captive: str, held: Custody) -> None:
    """Who is moved by a second faction in one turn stays where he was (ishkibibble-ransom.8)."""
    state = table.state
    keeper = keeper_of(state, captive)
    if keeper is None:
        return
    ground = ground_of(state, table.content, state.nobles[keeper])
    if ground == held.spot:
        return
    if not weary(state, captive):
        held.spot, held.moved_by, held.moved_in = ground, held.captor, state.turn
        return
    others = _at_large(table, held.captor, held.spot)
    if not others:
        release(table, captive, "alone")
    elif captive in state.heirs:
        give_heir(table, captive, strongest(table, others))
    else:
        give_captive(table, captive, strongest(table, others))
