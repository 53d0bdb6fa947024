"""Why a ship does not sail, and why nobody boards or lands (house §8.6)."""

from __future__ import annotations

from bot.rules.kernel import Choice, IllegalChoice
from bot.rules.kingmaker.forces import besieged, friendly
from bot.rules.kingmaker.movement.landing import heir_haven
from bot.rules.kingmaker.movement.ships import (
    aboard,
    bearer,
    besieging_ship,
    command,
    frozen,
    has_weary_heir,
    heirs_aboard,
    port_entry,
)
from bot.rules.kingmaker.parliament.kings_peace import at_peace, may_move
from bot.rules.kingmaker.state import KTable


def ship_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
    """The rule that forbids an order to a ship, as far as it can be told."""
    ship_id = next(iter(choice.many("ship")), "")
    if ship_id not in table.state.ships:
        return IllegalChoice("base-8.2", "You can order only ships of your own nobles.")
    stop = _command_refusal(table, seat, ship_id, choice.verb)
    if stop is not None:
        return stop
    if besieging_ship(table, ship_id):
        return IllegalChoice("house-8.6.19", "Those aboard besiege the port and must keep it up.")
    if frozen(table, ship_id):
        return IllegalChoice("house-7.4.16", "The King's Peace keeps that ship in her home port.")
    if choice.verb == "sail":
        if table.state.ships[ship_id].moved:
            return IllegalChoice("house-2.2g", "That ship has already moved this turn.")
        if has_weary_heir(table, ship_id):
            return IllegalChoice("base-7.12", "An heir aboard has made his journey this turn.")
        return _sail_refusal(table, seat, ship_id, next(iter(choice.many("to")), ""))
    if choice.verb == "embark":
        return _embark_refusal(table, seat, ship_id, choice.many("nobles"))
    return _land_refusal(table, seat, ship_id)


def _command_refusal(table: KTable, seat: int, ship_id: str, verb: str) -> IllegalChoice | None:
    """Why a ship that a seat does not command does nothing for it; guests may land."""
    state, ship = table.state, table.state.ships[ship_id]
    guests = [noble for noble in aboard(table, ship_id) if state.nobles[noble].seat == seat]
    host = command(table, ship_id)
    if host == seat or (verb == "land" and guests):
        return None
    if verb == "embark" and seat in state.granted.get(ship_id, ()):
        return None
    if bearer(table, ship_id) == seat and ship.sea is not None:
        return IllegalChoice(
            "house-8.7.5", "She changed hands at sea, and obeys you once she has reached a port."
        )
    if verb == "embark" and host is not None:
        return IllegalChoice("house-8.6.27", "She is another player's: ask leave to board her.")
    if guests:
        return IllegalChoice("house-8.6.27", "Your nobles are guests: her owner says where to.")
    return IllegalChoice("base-8.2", "You can order only ships of your own nobles.")


def _embark_refusal(
    table: KTable, seat: int, ship_id: str, nobles: tuple[str, ...]
) -> IllegalChoice:
    state, ship = table.state, table.state.ships[ship_id]
    if ship.moved:
        return IllegalChoice("house-2.2e", "First embark, then sail: that ship has moved already.")
    found = next((stop for n in nobles if (stop := _stays_ashore(table, seat, n))), None)
    if found is not None:
        return found
    place = table.content.board.places[ship.port] if ship.port is not None else None
    party = [state.nobles[noble] for noble in nobles]
    if place is None or any(noble.square != place.square for noble in party):
        return IllegalChoice("house-8.6.3", "Who boards must be in the port where the ship lies.")
    if any(not noble.fresh for noble in party):
        return IllegalChoice("house-8.6.3", "Who boards must begin the phase in the port.")
    if any(noble.marched for noble in party):
        return IllegalChoice("house-8.6.2", "He has marched; nobody goes by land and by sea.")
    if place.is_fortress and any(n.inside != place.id or not n.boards for n in party):
        return IllegalChoice(
            "house-8.6.12", "Board from inside the port's fortress, if you began the phase in it."
        )
    if place.is_fortress and not friendly(table, seat, place):
        return IllegalChoice("house-2.2f", "You board in an open port or a friendly one only.")
    return IllegalChoice("house-5.22a", "There is not room enough aboard for all of them.")


def _stays_ashore(table: KTable, seat: int, noble_id: str) -> IllegalChoice | None:
    """What keeps a noble from boarding any ship at all."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        return IllegalChoice("house-1.3", "You can move only nobles of your own faction.")
    if noble.aboard is not None:
        return IllegalChoice("house-8.6.3", "He is aboard already: nobles board in port only.")
    if besieged(table.state, noble_id):
        return IllegalChoice("house-6.2d", "A noble Under Siege cannot leave.")
    if not may_move(table.state, noble):
        return IllegalChoice(
            "house-7.4.13", "He has come home from Parliament and keeps the King's Peace."
        )
    if noble.landed:
        return IllegalChoice("house-8.6.4", "Who came ashore this turn does not move again.")
    return None


def _land_refusal(table: KTable, seat: int, ship_id: str) -> IllegalChoice:
    port = table.state.ships[ship_id].port
    if port is None:
        return IllegalChoice("house-2.2i", "Nobles go ashore only when the ship is in a port.")
    place = table.content.board.places[port]
    if place.is_fortress and not friendly(table, seat, place):
        if command(table, ship_id) != seat:
            return IllegalChoice("house-8.2.5", "That fortress is not friendly to you; ask leave.")
        return IllegalChoice("house-8.6.16", "That port is hostile; those aboard besiege it.")
    return IllegalChoice("house-8.5.3", "There is not room enough in the fortress.")


def _sail_refusal(table: KTable, seat: int, ship_id: str, to: str) -> IllegalChoice:
    ship, place = table.state.ships[ship_id], table.content.board.places.get(to)
    port = table.content.board.places.get(ship.port or "")
    laden = bool(aboard(table, ship_id))
    if port is not None and laden and port.is_fortress and not friendly(table, seat, port):
        return IllegalChoice("house-8.6.13", "A laden ship leaves only a friendly fortress.")
    if place is not None and port_entry(table, seat, ship_id, place) is None:
        if not table.content.is_open(place.id) or place.kind == "special":
            return IllegalChoice("house-8.6.5", "No ship may ever enter that port.")
        if heirs_aboard(table, ship_id) and not heir_haven(table, seat, place):
            return IllegalChoice("house-8.6.6", "A ship with an heir lands on the mainland only.")
        if at_peace(table.state, place.id, place.square):
            return IllegalChoice("house-7.4.17", "The King's Peace protects that port.")
        return IllegalChoice(
            "house-2.2j", "A laden ship enters only a port that is open, friendly or besiegable."
        )
    return IllegalChoice(
        "house-2.2g", "That is too far: a ship moves five squares, ports included."
    )
