"""The nobles who may go inside a place, and for whom there is room (house §8.5; base §6)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Stops
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.lasting import church_stops
from bot.rules.kingmaker.forces.strength import (
    controller,
    friendly,
    room,
    takes_any,
    troops,
)
from bot.rules.kingmaker.state import KTable, State


def entry_field(table: KTable, nobles: Sequence[str], place: Place) -> Field | None:
    """Which of these nobles may go inside, as far as there is room (house-8.5.3, base-6.2)."""
    empty = takes_any(table, table.state.nobles[nobles[0]].seat, place)
    return within_room(table, nobles, room(table, place), lone=empty)


def entry_stops(table: KTable, seat: int, choice: Choice) -> Stops:
    """All that keeps nobles from going inside: the place first, then each of them, then the room.

    What keeps a noble from moving at all is not among it.
    """
    nobles = choice.many("nobles")
    place = table.content.board.places.get(next(iter(choice.many("place")), ""))
    yield from place_stops(table, seat, place)
    if place is None:
        return
    for noble in nobles:
        yield from entrant_stops(table, seat, noble, place)
    if not nobles:
        yield IllegalChoice("base-6.7", "Say which of your nobles go in.")
    elif all(noble in table.state.nobles for noble in nobles):
        yield from _room_stops(table, nobles, place)


def place_stops(table: KTable, seat: int, place: Place | None) -> Stops:
    """A faction's nobles go inside only where it is friendly to them, and not Under Siege."""
    if place is None or place.kind == "special" or not table.content.is_open(place.id):
        yield IllegalChoice("base-6.4", "Nobles cannot go into that place.")
        return
    yield from shut_stops(table.state, place.id)
    yield from church_stops(table.state, table.content, seat, place)
    if not friendly(table, seat, place):
        yield _unfriendly(table, seat, place)


def _unfriendly(table: KTable, seat: int, place: Place) -> IllegalChoice:
    """Why a place is not friendly to a faction, such as a neutral fortress (base-6.5)."""
    if place.is_open_town:
        return IllegalChoice("house-8.2.3", "Others are inside, so that town is unfriendly to you.")
    if not place.is_fortress:
        return IllegalChoice("base-6.6", "Others are inside and hold that town against you.")
    holder = controller(table.state, place.id)
    if holder is None:
        return IllegalChoice("house-8.2.4", "Nobody controls it. You can get in only by siege.")
    if holder == seat:
        return IllegalChoice(
            "house-8.2.1", "It became yours after this movement began. You can enter it next turn."
        )
    return IllegalChoice(
        "house-8.2.5", "You can go only into friendly places. Ask the owner for leave."
    )


def entrant_stops(table: KTable, seat: int, noble_id: str, place: Place) -> Stops:
    """A faction’s own noble goes in from the open of the same square."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        yield IllegalChoice("base-6.7", "You can choose only your own nobles to go in.")
        return
    if noble.square != place.square:
        yield IllegalChoice("base-6.7", "He can go in only where he stands. March there first.")
    if noble.inside is not None:
        yield IllegalChoice("base-6.7", "He is already inside. Bring him out first.")


def _room_stops(table: KTable, nobles: Sequence[str], place: Place) -> Stops:
    """Inside a fortress is room for so many; one noble alone fits into an empty one (base-6.2)."""
    left = room(table, place)
    if left is None or sum(troops(table, noble) for noble in nobles) <= left:
        return
    if len(nobles) > 1 or not takes_any(table, table.state.nobles[nobles[0]].seat, place):
        yield IllegalChoice("house-8.5.3", "There is not enough room inside for all of them.")


def within_room(
    table: KTable, nobles: Sequence[str], left: int | None, *, lone: bool
) -> Field | None:
    """Which of some nobles may go where so many troops still fit (None: any number); None if none.

    ``lone``: one alone goes there however strong he is (base-6.2).
    """
    if left is None:
        return Field("nobles", tuple(nobles), 1, len(nobles))
    weights = [troops(table, noble) for noble in nobles]
    fit = [i for i, weight in enumerate(weights) if weight <= left or lone]
    if not fit:
        return None
    return Field(
        "nobles",
        tuple(nobles[i] for i in fit),
        1,
        len(fit),
        weights=tuple(weights[i] for i in fit),
        weight_max=max(left, 0),
        lone_exempt=lone,
    )


def shut_stops(state: State, place: str) -> Stops:
    """A siege shuts a place to its friends too, by land and by sea."""
    if place in state.sieges:
        yield IllegalChoice("house-6.2c", "It is Under Siege. Nobody goes in until that ends.")
