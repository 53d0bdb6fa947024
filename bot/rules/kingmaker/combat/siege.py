"""A siege from its first turn to its end: laid, joined, held, broken (house §6.2, §6.3, §6.4)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.changes import kill_heir, kill_noble
from bot.rules.kingmaker.forces import controller, defence, strength
from bot.rules.kingmaker.royals.succession import heirs_with
from bot.rules.kingmaker.state import KTable, Siege


def lay_siege(table: KTable, seat: int, place_id: str, nobles: list[str], by: str) -> None:
    """Put a place Under Siege; this is the first turn of the siege (house-6.2c)."""
    state, place = table.state, table.content.board.places[place_id]
    for noble in nobles:
        state.nobles[noble].attacked = state.nobles[noble].fought = True
    total = defence(table, place)
    state.sieges[place_id] = Siege(seat, list(nobles), ships=_ships_of(table, nobles))
    table.emit(facts.SiegeLaid(seat, place_id, tuple(nobles), strength(table, nobles), total, by))


def join_siege(table: KTable, seat: int, place_id: str, nobles: tuple[str, ...]) -> None:
    """Further nobles of the besieger take part."""
    siege = table.state.sieges[place_id]
    new = tuple(noble for noble in nobles if noble not in siege.besiegers)
    siege.besiegers.extend(new)
    for noble in nobles:
        table.state.nobles[noble].attacked = table.state.nobles[noble].fought = True
    siege.ships += [ship for ship in _ships_of(table, list(nobles)) if ship not in siege.ships]
    if new:
        table.emit(facts.SiegeJoined(seat, place_id, new))


def _ships_of(table: KTable, nobles: list[str]) -> list[str]:
    """The ships that these nobles are aboard of."""
    found = (table.state.nobles[noble].aboard for noble in nobles)
    return list(dict.fromkeys(ship for ship in found if ship is not None))


def can_hold(table: KTable, place_id: str) -> bool:
    """Whether the besiegers are still half as strong as the defence (house-6.4e)."""
    siege, place = table.state.sieges[place_id], table.content.board.places[place_id]
    share, whole = table.content.ruleset.lay_share
    return strength(table, siege.besiegers) * whole >= defence(table, place) * share


def break_siege(table: KTable, place_id: str, reason: str) -> None:
    """End a siege without success; the garrison is whole again (house-6.4f)."""
    siege = table.state.sieges.pop(place_id)
    table.emit(facts.SiegeBroken(siege.seat, place_id, reason))
    if reason not in ("parliament", "surrender"):  # house-8.6.22
        for ship in siege.ships:
            kill_ship_besiegers(table, ship)


def kill_ship_besiegers(table: KTable, ship: str) -> None:
    """All aboard a besieging ship die when the siege is broken (house-8.6.21)."""
    nobles = [key for key, noble in table.state.nobles.items() if noble.aboard == ship]
    for noble in nobles:
        for heir in heirs_with(table.state, noble):
            kill_heir(table, heir, "ship_siege")
    for noble in nobles:
        kill_noble(table, noble, "ship_siege")


def review_sieges(table: KTable) -> None:
    """Break every siege that lost nobles and is now too weak (house-6.4e)."""
    state = table.state
    for place_id, siege in list(state.sieges.items()):
        if controller(state, place_id) == siege.seat:
            break_siege(table, place_id, "surrender")
            continue
        square = table.content.board.places[place_id].square
        present = [
            key
            for key in siege.besiegers
            if (noble := state.nobles.get(key)) is not None
            and (noble.square == square or noble.aboard in siege.ships)
            and noble.inside is None
            and noble.captor is None
        ]
        if len(present) == len(siege.besiegers):
            continue
        siege.besiegers = present
        if not present or not can_hold(table, place_id):
            break_siege(table, place_id, "weakness")
