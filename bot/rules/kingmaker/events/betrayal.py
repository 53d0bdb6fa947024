"""Betrayal: a card kept for later opens a place defended only by its garrison.

A betrayal is not a siege, so cards played against a siege do not stop it (ishkibibble-betrayal.3).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.custody import captive_stops
from bot.rules.kingmaker.conditions.lasting import defeat_stops, held, held_by_invaders, spend
from bot.rules.kingmaker.consequences.changes import take_control
from bot.rules.kingmaker.forces.strength import (
    controller,
    friendly,
    held_by_ally,
    nobles_of,
    occupants,
)
from bot.rules.kingmaker.ids import NO_NOBLE, NO_PLACE, NobleId, PlaceId
from bot.rules.kingmaker.procedures import kept_card
from bot.rules.kingmaker.state import KTable

BETRAYAL = kept_card("betrayal")
"""The kind of the Betrayal card, and the word for how it wins a place."""


def betrayal_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The player who holds the card may play it as long as there is a place that it can open."""
    if not free(_card_stops(table, seat)):
        return []
    places = _open_to_it(table, seat)
    nobles = tuple(n for n in nobles_of(table.state, seat) if free(_noble_stops(table, seat, n)))
    if not places or not nobles:
        return []
    fields = (Field("place", places), Field("noble", nobles))
    return [Offer("betray", fields, "ishkibibble-betrayal.2")]


def _open_to_it(table: KTable, seat: Seat) -> tuple[PlaceId, ...]:
    """The places that a Betrayal can open to a faction."""
    taken, fortresses = table.state.relations.inside, table.content.board.fortresses
    empty = (place for place in fortresses if place not in taken)
    return tuple(place for place in empty if free(_place_stops(table, seat, place)))


def betrayal_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of a betrayal."""
    yield from _card_stops(table, seat)
    yield from _place_stops(table, seat, choice.first("place", NO_PLACE))
    yield from _noble_stops(table, seat, choice.first("noble", NO_NOBLE))


def _card_stops(table: KTable, seat: Seat) -> Stops:
    """The player must hold the card, which may be kept for later (ishkibibble-betrayal.1)."""
    yield from defeat_stops(table.state, seat)
    if not held(table, seat, BETRAYAL):
        yield IllegalChoice("ishkibibble-betrayal.1", "You hold no Betrayal card.")


def _place_stops(table: KTable, seat: Seat, place_id: PlaceId) -> Stops:
    """The place is neutral or hostile, with a garrison and no noble inside
    (ishkibibble-betrayal.2)."""
    place = table.content.board.places.get(place_id)
    if place is None or not place.is_fortress or not table.content.is_open(place_id):
        yield IllegalChoice(
            "ishkibibble-betrayal.2", "Name a town, city or castle that has a garrison."
        )
        return
    if controller(table.state, place_id) == seat:
        yield IllegalChoice("ishkibibble-betrayal.2", "That place is already yours.")
    if occupants(table.state, place_id):
        yield IllegalChoice(
            "ishkibibble-betrayal.2",
            "A noble is inside. The card takes only a place with no noble in it.",
        )
    if _fought_over(table, place_id):
        yield IllegalChoice(
            "ishkibibble-betrayal.1",
            "That place has just been fought for. Wait until its nobles have gone in.",
        )
    if held_by_invaders(table.state, place_id):
        yield IllegalChoice(
            "ishkibibble-betrayal.2", "Invaders are inside. You can take that place only by siege."
        )
    if held_by_ally(table, seat, place) or friendly(table, seat, place):
        yield IllegalChoice(
            "ishkibibble-betrayal.2", "That place is friendly. Name a neutral or a hostile one."
        )


def _fought_over(table: KTable, place: PlaceId) -> bool:
    """Whether those who have taken a place, or came out of it to fight, have yet to go in."""
    return any(
        getattr(step, "place", None) == place and getattr(step, "nobles", ())
        for step in table.agenda
    )


def _noble_stops(table: KTable, seat: Seat, noble: NobleId) -> Stops:
    """A noble of the player's choice holds the place, wherever he is (ishkibibble-betrayal.2)."""
    if noble not in nobles_of(table.state, seat):
        yield IllegalChoice(
            "ishkibibble-betrayal.2", "Say which of your nobles is to hold it, wherever he is."
        )
        return
    yield from captive_stops(table.state, noble)


def betray(table: KTable, seat: Seat, choice: Choice) -> None:
    """The garrison opens the gates, and the place becomes the player's."""
    place = choice.one("place", PlaceId)
    card = spend(table, seat, BETRAYAL)
    former = controller(table.state, place)
    table.emit(facts.GarrisonSubverted(seat, card, place, former))
    take_control(table, place, choice.one("noble", NobleId), BETRAYAL)
