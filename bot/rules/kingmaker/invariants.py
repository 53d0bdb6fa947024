"""Invariants of a game of Kingmaker, checked after every decision of self-play."""

from __future__ import annotations

from collections import Counter

from bot.rules.kernel import Seat, every_seat, with_seats
from bot.rules.kingmaker.captivity import amiss
from bot.rules.kingmaker.cards.draw import KeepOrPlay, NobleArrives, PlaceArrives, TrimHand
from bot.rules.kingmaker.conditions.lasting import ROGUES
from bot.rules.kingmaker.forces.strength import titled, troops
from bot.rules.kingmaker.ids import NobleId
from bot.rules.kingmaker.relations import Relations
from bot.rules.kingmaker.ships.command import command
from bot.rules.kingmaker.ships.fleets import strangers_aboard
from bot.rules.kingmaker.state import KTable, State
from bot.rules.kingmaker.succession import house_of


def violations(table: KTable) -> list[str]:
    """What is wrong; empty when all is well."""
    found = [*_cards(table), *_nobles(table), *_ships(table), *_heirs(table)]
    found += _relations(table.state)
    found += [*_places(table), *_guests(table), *_pacts(table.state), *_sides(table)]
    return [*found, *amiss(table)]


def _relations(state: State) -> list[str]:
    """The relations (who is where, and who has whom) agree with the pieces."""
    kept, true = state.relations, Relations(state.nobles, state.heirs)
    return [
        f"{name} is kept as {getattr(kept, name)}, but is {getattr(true, name)}"
        for name in Relations.__slots__
        if not name.startswith("_") and getattr(kept, name) != getattr(true, name)
    ]


def _pacts(state: State) -> list[str]:
    """An alliance is between two players, and the same one is never agreed twice."""
    found, known = [], set[tuple[frozenset[int], str]]()
    for pact in state.pacts:
        pair = frozenset({pact.seat, pact.ally}), "" if pact.lasting else pact.square
        if len(pair[0]) < 2 or not pair[0] <= set(every_seat(len(state.factions))) or pair in known:
            found.append(f"a pact of {pact.seat} with {pact.ally} at {pact.square} is not valid")
        known.add(pair)
    return found


def _sides(table: KTable) -> list[str]:
    """Nobles who are not Crown cards are in no pile; a family that has died out has no nobles."""
    state, content = table.state, table.content
    found = []
    if not content.ruleset.nobles_in_deck:
        hands = (card for faction in state.factions for card in faction.hand)
        piles = (*state.crown_deck, *state.crown_discards, *hands)
        found += [f"{card} is not in the deck" for card in piles if card in content.nobles]
    for seat, side in with_seats(state.sides):
        if side.extinct and any(noble.seat == seat for noble in state.nobles.values()):
            found.append(f"the line of seat {seat} has died out, but it has nobles")
    return found


def _cards(table: KTable) -> list[str]:
    """Every card is in exactly one place."""
    state, content = table.state, table.content
    crown = Counter([*state.crown_deck, *state.crown_discards, *state.chancery, *state.nobles])
    crown.update([*state.loyal, *state.waiting, *(ROGUES for _ in state.rogues)])
    events = Counter([*state.event_deck, *state.event_discards, *state.events_removed])
    events.update(exile.card for exile in state.exiles)
    for faction in state.factions:
        crown.update([*faction.hand, *faction.dealt])
        events.update(faction.held)
    for noble in state.nobles.values():
        crown.update(card for card in (noble.title, noble.office, *noble.cards) if card)
    for step in table.agenda:
        if isinstance(step, PlaceArrives):
            crown[step.card] += 1
        elif isinstance(step, NobleArrives) and step.noble not in state.nobles:
            crown[step.noble] += 1
    found = []
    withheld = () if state.phase != "setup" else content.ruleset.withheld
    withheld = (*withheld, *content.ruleset.family_nobles)
    if not content.ruleset.nobles_in_deck:
        withheld = (*withheld, *content.nobles)
    crown.update(card for card in withheld if card not in crown)
    for name, count, cards in (("crown", crown, content.crown), ("event", events, content.events)):
        wrong = {card: n for card, n in count.items() if n != 1 or card not in cards}
        missing = [card for card in cards if card not in count]
        if wrong or missing:
            found.append(f"{name} cards: counted {wrong}, missing {missing}")
    return found


def _nobles(table: KTable) -> list[str]:
    """Every noble is aboard a ship, with his keeper, or in a square and perhaps inside a place
    there; nobody has an office without a title.
    """
    state, board = table.state, table.content.board
    found = []
    for key, noble in state.nobles.items():
        if noble.aboard is not None:
            if noble.aboard not in state.ships or noble.square or noble.inside:
                found.append(f"{key} is aboard {noble.aboard} and elsewhere")
        elif key in state.custody and noble.square:
            found.append(f"{key} is kept by another but also stands somewhere himself")
        elif key in state.custody:
            continue
        elif state.phase != "setup" and noble.square not in board.squares:
            found.append(f"{key} stands nowhere")
        if noble.inside is not None and board.places[noble.inside].square != noble.square:
            found.append(f"{key} is inside {noble.inside}, which is elsewhere")
        if noble.office is not None and not titled(table, key):
            found.append(f"{key} holds an office without a title")
        if troops(table, key) < 0:
            found.append(f"{key} has negative strength")
    return found


def _ships(table: KTable) -> list[str]:
    """In port nobody is aboard another player's ship without leave (house-8.6.27)."""
    return [
        f"{noble} is aboard {ship_id} without leave"
        for ship_id, ship in table.state.ships.items()
        if ship.port is not None
        for noble in strangers_aboard(table, ship_id, command(table, ship_id))
    ]


def _heirs(table: KTable) -> list[str]:
    """A living heir is kept by a noble in play or is alone somewhere; a house has at most one
    King.
    """
    state, content = table.state, table.content
    found = []
    crowned: Counter[str] = Counter()
    for key, heir in state.heirs.items():
        if not heir.alive:
            if heir.crowned or heir.holder is not None:
                found.append(f"{key} is dead but crowned or held")
            continue
        crowned[house_of(state, content, key)] += heir.crowned
        if heir.holder is not None and heir.holder not in state.nobles:
            found.append(f"{key} is held by {heir.holder}, who is not in play")
        if heir.holder is None and heir.square not in content.board.squares:
            found.append(f"{key} stands nowhere")
    if max(crowned.values(), default=0) > 1:
        found.append("a house has two Kings")
    return found


def _places(table: KTable) -> list[str]:
    """Fortresses are controlled by nobles in play; sieges have besiegers outside; no hand is too
    full.
    """
    state, board = table.state, table.content.board
    found = []
    for place, noble in state.control.items():
        if noble not in state.nobles:
            found.append(f"{place} is controlled by {noble}, who is not in play")
        if not board.places[place].is_fortress:
            found.append(f"{place} cannot be controlled")
    for key, noble_state in state.nobles.items():
        place_id = noble_state.inside
        if place_id is not None and board.places[place_id].is_fortress:
            holder = state.control.get(place_id)
            if holder is None:
                found.append(f"{key} is inside {place_id}, which is neutral")
    for place, siege in state.sieges.items():
        square = board.places[place].square
        for besieger in siege.besiegers:
            where = state.nobles[besieger]
            if where.aboard not in siege.ships and (where.square != square or where.inside):
                found.append(f"{besieger} besieges {place} from elsewhere")
        if all(state.nobles[besieger].seat != siege.seat for besieger in siege.besiegers):
            found.append(f"seat {siege.seat} besieges {place} with nobody of its own")
    limit = table.content.ruleset.hand_limit
    trimming = any(isinstance(step, TrimHand | KeepOrPlay) for step in table.agenda)
    for seat, faction in with_seats(state.factions):
        if limit is not None and len(faction.hand) > limit and not trimming:
            found.append(f"seat {seat} holds {len(faction.hand)} cards")
    return found


def _guests(table: KTable) -> list[str]:
    """Nobody is a guest in his own place: the noble who controls a fortress has its card
    (house-8.7.6), and nobody is a guest of his own faction aboard a ship (house-8.6.27)."""
    state, content = table.state, table.content
    found = []
    for key, noble in state.nobles.items():
        for card in noble.cards:
            for place in (
                content.crown[card].controls if content.crown[card].kind == "place" else ()
            ):
                holder = state.control.get(place, key)
                if holder != key:
                    found.append(f"{key} has the card of {place}, which {holder} controls")
    for ship_id, ship in state.ships.items():
        own = [n for n, host in ship.guests.items() if _seat(state, n) == host]
        found += [f"{noble} is a guest of his own faction aboard {ship_id}" for noble in own]
    return found


def _seat(state: State, noble_id: NobleId) -> Seat | None:
    """The seat of a noble, if he is in play."""
    noble = state.nobles.get(noble_id)
    return None if noble is None else noble.seat
