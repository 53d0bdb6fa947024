"""Refuge abroad: a card kept for later lets a faction go to Scotland or to the Continent.

Only the player of the card knows how long the refuge lasts, until everybody who went is back
(ishkibibble-refuge.5).

Forced amnesty: nobles trapped in a port stay there unharmed until they can leave.

A storm drove the nobles there, or the port changed hands (ishkibibble-amnesty.1).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.abroad import by_treaty, in_land
from bot.rules.kingmaker.conditions.lasting import defeat_stops, held
from bot.rules.kingmaker.conditions.sides import unmoving
from bot.rules.kingmaker.consequences.changes import leave_heir, pick_up_heirs, stand_open
from bot.rules.kingmaker.consequences.havens import put_out
from bot.rules.kingmaker.forces.strength import controller, in_open, nobles_of
from bot.rules.kingmaker.ids import NO_SHIP, CardId, NobleId, PlaceId
from bot.rules.kingmaker.movement.movers import mover_stops
from bot.rules.kingmaker.movement.ship_orders import sail_offers
from bot.rules.kingmaker.procedures import kept_card
from bot.rules.kingmaker.ships.command import hosts
from bot.rules.kingmaker.state import Exile, KTable
from bot.rules.kingmaker.succession import unheld_at

REFUGE_CARD = kept_card("refuge", "number")
"""The card that opens a way out of the country for a number of turns (ishkibibble-refuge)."""
_WAY_OUT = {"scotland": "cheviots", "continent": "dover"}
"""For each land, the place to which nobles are sent if they have not left in time
(ishkibibble-refuge.3).
"""

# Playing the card (ishkibibble-refuge.1, ishkibibble-refuge.2)


def exile_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The Refuge cards a faction may play in its movement phase, and for which land."""
    cards = tuple(held(table, seat, REFUGE_CARD))
    lands = table.content.ruleset.opened_by_events
    if not cards or not lands or not free(_party_stops(table, seat)):
        return []
    fields = (Field("card", cards), Field("land", lands))
    return [Offer("take_refuge", fields, "ishkibibble-refuge.2")]


def exile_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of a refuge."""
    yield from defeat_stops(table.state, seat)
    if not set(choice.many("card", CardId)) & set(held(table, seat, REFUGE_CARD)):
        yield IllegalChoice("ishkibibble-refuge.1", "You hold no such Refuge card.")
    yield from _party_stops(table, seat)
    if choice.many("land", PlaceId) not in {
        (land,) for land in table.content.ruleset.opened_by_events
    }:
        yield IllegalChoice(
            "ishkibibble-refuge.2", "Name one Refuge card, and either Scotland or the Continent."
        )


def _party_stops(table: KTable, seat: Seat) -> Stops:
    """Heirs go only with a noble."""
    if not nobles_of(table.state, seat):
        yield IllegalChoice("ishkibibble-refuge.2", "Name at least one of your nobles to go there.")


def take_refuge(table: KTable, seat: Seat, choice: Choice) -> None:
    """Open the way to a land for this movement phase; the pieces still have to go there.

    The turn in which the card is played is the first of the refuge's turns (ishkibibble-refuge.3).
    """
    card, land = choice.one("card", CardId), choice.one("land", PlaceId)
    table.state.factions[seat].held.remove(card)
    due = table.state.round + table.content.events[card].number
    table.state.exiles.append(Exile(seat, land, card, due, opened=True))
    table.emit(facts.RefugeOpened(seat, land))


# Staying and coming back (ishkibibble-refuge.3, ishkibibble-refuge.4, ishkibibble-refuge.6)


def close_ways(table: KTable, seat: Seat) -> None:
    """A seat's movement phase ends: any nobles who have not gone can no longer go
    (ishkibibble-refuge.4).

    Nobles whose time is over are put out. A neutral family's nobles are put out when the House
    whose turns count as its own ends its movement, since the family itself does not move
    (families-turn.6).
    """
    state = table.state
    ending = {seat, *unmoving(table.state, table.content, seat)}
    for exile in state.exiles:
        if exile.seat not in ending:
            continue
        if exile.opened:
            _settle(table, exile)
        elif state.round >= exile.due:
            _put_out(table, exile)
    review_exiles(table)


def _settle(table: KTable, exile: Exile) -> None:
    """The way to the land is shut, and the nobles who have gone are in refuge."""
    already = {noble for other in table.state.exiles for noble in other.nobles}
    exile.nobles = [noble for noble in in_land(table, exile) if noble not in already]
    exile.opened = False


def break_off(table: KTable, exile: Exile) -> None:
    """A refuge ends before its time; everybody in it is put out."""
    if exile.opened:
        _settle(table, exile)
    _put_out(table, exile)
    review_exiles(table)


def _put_out(table: KTable, exile: Exile) -> None:
    """A refuge is over; a faction that a treaty lets into the land may stay there all the same."""
    if by_treaty(table.state, table.content, exile.seat, exile.land):
        exile.nobles = []
        return
    square = table.content.board.places[PlaceId(_WAY_OUT[exile.land])].square
    for noble in exile.nobles:
        stand_open(table, noble, square)
    if exile.nobles:
        table.emit(facts.RefugeLeft(exile.seat, exile.land, tuple(exile.nobles), square))
    for noble in exile.nobles:
        pick_up_heirs(table, noble)


def review_exiles(table: KTable) -> None:
    """A noble who has left a refuge, or died there, is no longer in it (ishkibibble-refuge.6); when
    nobody is left, the refuge is over, and everybody learns how long it was to last
    (ishkibibble-refuge.5).

    Going into refuge again needs another card (ishkibibble-refuge.7). An heir left abroad where
    nobody can take him is brought home.
    """
    state = table.state
    for exile in [exile for exile in state.exiles if not exile.opened]:
        there = in_land(table, exile)
        exile.nobles = [noble for noble in exile.nobles if noble in there]
        if exile.nobles:
            continue
        state.exiles.remove(exile)
        state.event_discards.append(exile.card)
        turns = table.content.events[exile.card].number
        table.emit(facts.RefugeOver(exile.seat, exile.land, exile.card, turns))
        board = table.content.board
        land = board.places[exile.land].square
        if in_open(state, land):
            continue  # nobles of others who are there may take him (base-11.10)
        for heir in unheld_at(state, land, None):
            leave_heir(table, heir, board.places[PlaceId(_WAY_OUT[exile.land])].square, None)


def review_amnesty(table: KTable) -> None:
    """A noble who has left, or whose faction now owns the place, no longer needs an amnesty."""
    state = table.state
    if state.amnesty:
        state.amnesty = [noble for noble in state.amnesty if _port_of(table, noble) is not None]


def _port_of(table: KTable, noble_id: NobleId) -> PlaceId | None:
    """The place that a noble is inside, or whose port his ship is in; None for a captive, or if
    his own faction controls the place.
    """
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.captor is not None:
        return None
    ship = table.state.ships.get(noble.aboard or NO_SHIP)
    port = noble.inside if ship is None else ship.port
    return None if port is None or controller(table.state, port) == noble.seat else port


def end_amnesty(table: KTable, seat: Seat) -> None:
    """A seat's movement phase ends: nobles who could have left but have not are put out
    (ishkibibble-amnesty.2).

    Nobles who cannot move, or aboard a ship that cannot sail, could not leave.
    """
    state = table.state
    review_amnesty(table)
    mine = [noble for noble in state.amnesty if state.nobles[noble].seat == seat]
    if not mine:
        return
    sailing = {o.field("ship").candidates[0] for o in sail_offers(table, seat, hosts(table))}
    for noble_id in mine:
        noble, port = state.nobles[noble_id], _port_of(table, noble_id)
        assert port is not None
        if noble.aboard is None and free(mover_stops(table, seat, noble_id)):
            put_out(table, port, [noble_id])
        elif noble.aboard in sailing:
            stand_open(table, noble_id, table.content.board.places[port].square)
            table.emit(facts.Expelled((noble_id,), port))
            pick_up_heirs(table, noble_id)
    review_amnesty(table)
