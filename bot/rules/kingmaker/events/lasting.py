"""Event cards whose effect lasts: Catastrophe, Defeatism Rife, Excommunication
(ishkibibble-catastrophe, ishkibibble-defeatism, ishkibibble-excommunication).

Event cards that let strangers hold a place: the Scots, and soldiers who leave their master
(ishkibibble-scotsinvasion, ishkibibble-treachery-french).
"""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import EventCard
from bot.rules.kingmaker.conditions.custody import stands_with
from bot.rules.kingmaker.conditions.lasting import (
    CATASTROPHE,
    DEFEATISM,
    EXCOMMUNICATION,
    ROGUES,
    begin,
    is_hallowed,
    shut_out,
)
from bot.rules.kingmaker.consequences.changes import (
    discard,
    lose_place,
    lose_to_rogues,
    lose_to_scots,
    places_with,
)
from bot.rules.kingmaker.consequences.going_home import position_of
from bot.rules.kingmaker.events.calls import CalledNoble, Summons, called_nobles
from bot.rules.kingmaker.events.losses import band_leaves
from bot.rules.kingmaker.forces.strength import controller, nobles_of, occupants
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId
from bot.rules.kingmaker.procedures import event_card
from bot.rules.kingmaker.sieges import break_siege
from bot.rules.kingmaker.state import KStep, KTable


@event_card("catastrophe", "number")
def catastrophe(table: KTable, card: EventCard, seat: Seat) -> None:
    """For two or three rounds titles, offices and bishops bring no troops
    (ishkibibble-catastrophe.1)."""
    fall_upon(table, CATASTROPHE, seat, card.number)


@event_card("excommunication")
def excommunication(table: KTable, card: EventCard, seat: Seat) -> None:
    """The drawer's clerical and town cards, in hand and on the table, go to the discards
    (ishkibibble-excommunication.1).

    Whatever the cards gave is lost, and anyone inside is put out (ishkibibble-excommunication.2).
    The card's effect in combat is in the data (ishkibibble-excommunication.5).
    """
    state, content = table.state, table.content
    if not shut_out(state, seat):
        fall_upon(table, EXCOMMUNICATION, seat, 0)
    hand = state.factions[seat].hand
    lost = [one for one in hand if is_hallowed(content, one)]
    state.factions[seat].hand = [one for one in hand if one not in lost]
    discard(table, lost, seat)
    for noble_id in nobles_of(state, seat):
        cards = [one for one in state.nobles[noble_id].cards if is_hallowed(content, one)]
        places = [place for one in cards for place in places_with(table, one, noble_id)]
        for one in cards:
            table.state.lose_card(one)
        discard(table, cards, seat)
        for place in places:
            lose_place(table, place, seat)


@event_card("defeatism")
def defeatism(table: KTable, card: EventCard, seat: Seat) -> None:
    """A die decides for how many turns the drawer's faction is defeatist
    (ishkibibble-defeatism.1)."""
    die = table.below(6) + 1
    table.emit(facts.DieRolled(card.id, die))
    fall_upon(table, DEFEATISM, seat, (die + 1) // 2)


def fall_upon(table: KTable, kind: str, seat: Seat, turns: int) -> None:
    """The effect begins; a defeatist faction's sieges are lifted (ishkibibble-defeatism.3)."""
    begin(table, kind, seat, turns)
    if kind == DEFEATISM:
        for place in [p for p, siege in table.state.sieges.items() if siege.seat == seat]:
            break_siege(table, place, "defeatism")
        _besiege_no_more(table, seat)


def _besiege_no_more(table: KTable, seat: Seat) -> None:
    """A defeatist faction's nobles outside a place that others besiege no longer take part in the
    siege; those others must hold it alone.
    """
    nobles = table.state.nobles
    for siege in table.state.sieges.values():
        siege.leave([n for n in siege.besiegers if nobles[n].seat == seat and nobles[n].square])


# The Scots (ishkibibble-scotsinvasion.1 to ishkibibble-scotsinvasion.9)


@event_card("scots_invasion", "calls", reshuffles=True)
def scots_invasion(table: KTable, card: EventCard, seat: Seat) -> None:
    """The north is called to arms (ishkibibble-scotsinvasion.2); then the Scots come.

    The invasion is neither a raid nor a revolt, so nobody goes in another's place. A later draw
    brings a further invasion only while the Scots hold a place (ishkibibble-scotsinvasion.6). The
    end of the Treaty with France (ishkibibble-scotsinvasion.1) and the card's effect in combat
    (ishkibibble-scotsinvasion.9) are in the data; the decorator orders the shuffle afterwards
    (ishkibibble-scotsinvasion.8).
    """
    state = table.state
    if state.scots_came and not state.scots:
        table.emit(facts.EventIdle(card.id, "scots_gone"))
        return
    calls = called_nobles(table, card)
    table.push(*([Summons(list(calls))] if calls else []), Invasion(card.id, calls))


class Invasion(KStep, tag="invasion"):
    """The places that nobody covers are sacked, once the called nobles have gone."""

    card: CardId
    calls: list[CalledNoble]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        state, first = table.state, not table.state.scots_came
        state.scots_came = True
        lost = self._uncovered(table)
        for place in lost:
            lose_to_scots(table, place)
        if lost:
            return
        if first:  # ishkibibble-scotsinvasion.7
            for pile in (state.event_deck, state.event_discards):
                if self.card in pile:
                    pile.remove(self.card)
                    state.events_removed.append(self.card)
        table.emit(facts.EventIdle(self.card, "scots_none" if first else "scots_held_off"))

    def _uncovered(self, table: KTable) -> list[PlaceId]:
        """The fortresses on the card that nobody covers and that have nobody inside
        (ishkibibble-scotsinvasion.4); the Cheviots are not a fortress."""
        state, content = table.state, table.content
        named = dict.fromkeys(call.to for call in content.events[self.card].calls)
        covered = {place for call in self.calls if self._came(table, call) for place in call.places}
        return [
            place
            for place in named
            if content.board.places[place].is_fortress
            and place not in covered
            and place not in state.scots
            and not occupants(state, place)
        ]

    def _came(self, table: KTable, call: CalledNoble) -> bool:
        """A noble who reaches one of the places he is called to covers all of them
        (ishkibibble-scotsinvasion.3).

        The noble may be outside the place.
        """
        noble, places = table.state.nobles.get(call.noble), table.content.board.places
        return noble is not None and noble.square in {places[one].square for one in call.places}


# The French Foot Soldiers (ishkibibble-treachery-french.1 to ishkibibble-treachery-french.5)


@event_card("french_treachery")
def french_treachery(table: KTable, card: EventCard, seat: Seat) -> None:
    """Soldiers leave the player they serve and sack his nearest town or city with nobody inside.

    If the player has none, the soldiers go home. The card's effect in combat is in the data
    (ishkibibble-treachery-french.5).
    """
    employer = table.state.bearer(ROGUES)
    if employer is None:
        table.emit(facts.EventIdle(card.id, "no_french"))
        return
    place = _nearest_town(table, employer)
    if place is None:
        band_leaves(table, ROGUES, employer, "unpaid")
        return
    table.state.lose_card(ROGUES)
    lose_to_rogues(table, place, table.state.nobles[employer].seat)


def _nearest_town(table: KTable, noble_id: NobleId) -> PlaceId | None:
    """Of the player's towns and cities with nobody inside, the nearest as the crow flies, ignoring
    the sea; between equals, the first by name. None if he has none.
    """
    state, board = table.state, table.content.board
    here = position_of(table, stands_with(state, noble_id))  # a captive is where his keeper is
    seat = state.nobles[noble_id].seat
    towns = (board.places[key] for key in state.control if controller(state, key) == seat)
    fit = (p for p in towns if p.is_town_or_city and not occupants(state, p.id))
    nearest = board.nearest(here, fit)
    return None if nearest is None else nearest.id
