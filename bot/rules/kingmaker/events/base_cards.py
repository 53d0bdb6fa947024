"""The effects of the Event cards in the box, drawn at the start of a turn (base-4.5)."""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import EventCard
from bot.rules.kingmaker.conditions.custody import captives_with
from bot.rules.kingmaker.conditions.lasting import invaders_leave
from bot.rules.kingmaker.consequences.changes import (
    disband,
    discard,
    kill_heir,
    kill_noble,
    lose_to_french,
    regain,
)
from bot.rules.kingmaker.events.calls import Summons, called_nobles
from bot.rules.kingmaker.forces.strength import inside
from bot.rules.kingmaker.ids import CardId, PlaceId
from bot.rules.kingmaker.procedures import event_card, procedures
from bot.rules.kingmaker.ships.refuge import StormAtSea, ships_at_sea
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import BEAUFORT, heirs_with, unheld_at

# Calls


@event_card("summon", "calls")
def summon(table: KTable, card: EventCard, seat: Seat) -> None:
    """A raid or a revolt: at some tables a Writ lets another noble answer it (base-18.4)."""
    _call(table, card, with_writs=table.content.ruleset.commission)


@event_card("irish_revolt", "calls")
def irish_revolt(table: KTable, card: EventCard, seat: Seat) -> None:
    """A revolt; the troops raised for the Lieutenant of Ireland go home (ishkibibble-kerns.6)."""
    for levy in table.content.ruleset.raised_by:
        disband(table, levy)
    summon(table, card, seat)


def _call(table: KTable, card: EventCard, *, with_writs: bool) -> None:
    calls = called_nobles(table, card)
    if calls:
        called = [call.noble for call in calls] if with_writs else []
        table.push(Summons(calls, called=called))


@event_card("storms")
def storms(table: KTable, card: EventCard, seat: Seat) -> None:
    """Every ship at sea runs for port."""
    ships = ships_at_sea(table)
    if ships:
        table.push(StormAtSea(ships))
    else:
        table.emit(facts.EventIdle(card.id, "no_ship_at_sea"))


@event_card("parliament_must")
def parliament_must(table: KTable, card: EventCard, seat: Seat) -> None:
    """Parliament is summoned, unless there is a sole King."""
    procedures(table).parliament.must_be_summoned(table, card.id)


# Plague (house-1.18)


@event_card("plague", "place")
def plague(table: KTable, card: EventCard, seat: Seat) -> None:
    """All the nobles and heirs inside the place die, and so does everybody aboard ships in its
    port.

    The same happens in Dublin (ishkibibble-plague-dublin.1), whose card has a lower half of its own
    (ishkibibble-plague-dublin.2).
    """
    state, place = table.state, card.place
    assert place is not None
    nobles = inside(state, place) + [
        key
        for key, noble in state.nobles.items()
        if noble.aboard is not None and state.ships[noble.aboard].port == place
    ]
    nobles = [*captives_with(state, nobles), *nobles]
    # Whoever holds the place dies last, or his death would put the others out of it.
    nobles.sort(key=lambda noble: state.control.get(place) == noble)
    if table.content.ruleset.beaufort_dies == "battle_only":  # house-4.16
        nobles = [noble for noble in nobles if noble != BEAUFORT]
    heirs = [heir for noble in nobles for heir in heirs_with(state, noble)]
    heirs += unheld_at(state, table.content.board.places[place].square, place)
    table.emit(facts.PlagueStruck(place, tuple(nobles), tuple(heirs)))
    rogues = invaders_leave(state, place) if place in state.rogues else []
    if rogues:  # ishkibibble-treachery-french.2
        table.emit(facts.RoguesDied(place))
        discard(table, rogues)
    for heir in heirs:
        kill_heir(table, heir, "plague")
    for noble in nobles:
        kill_noble(table, noble, "plague")
    if rogues:
        regain(table, place)


# Mercenaries go home


@event_card("mercenaries_home", "mercenary")
def mercenaries_home(table: KTable, card: EventCard, seat: Seat) -> None:
    """Mercenaries of the named kind leave their nobles; cards in hand are safe.

    The Saxons (ishkibibble-mercenaries-home.1) go home like the others; their card has a lower half
    of its own (ishkibibble-mercenaries-home.2).
    """
    assert card.mercenary is not None
    gone: list[CardId] = []
    for noble in table.state.nobles.values():
        gone += [c for c in noble.cards if table.content.crown[c].group == card.mercenary]
    for band in gone:
        table.state.lose_card(band)
    table.emit(facts.MercenariesWentHome(card.mercenary, tuple(gone)))
    discard(table, gone)


# The French before Calais (base-19.2)


@event_card("french_siege", "place", "calls")
def french_siege(table: KTable, card: EventCard, seat: Seat) -> None:
    """The Captain goes to Calais; then Calais falls to the French if no noble is inside."""
    assert card.place is not None
    table.push(FrenchSiege(card.id, card.place))
    _call(table, card, with_writs=False)  # neither a raid nor a revolt


class FrenchSiege(KStep, tag="french_siege"):
    """A place falls to the French if no noble is inside (base-19.2).

    An heir who is alone inside stays there, unharmed.
    """

    card: CardId
    place: PlaceId

    def advance(self, table: KTable) -> None:
        table.finish(self)
        if inside(table.state, self.place):
            table.emit(facts.EventIdle(self.card, "french_held_off"))
        elif self.place in table.state.french:
            table.emit(facts.EventIdle(self.card, "french_already"))
        else:
            lose_to_french(table, self.place)
