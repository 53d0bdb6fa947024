"""A position laid out from a file instead of being dealt: lessons begin from such positions."""

from __future__ import annotations

from collections.abc import Container

import msgspec

from bot.rules.kernel import Seat
from bot.rules.kernel.game import Misplaced
from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.forces.strength import fits, may_enter
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, Spot, SquareId
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KTable, Phase, Reign, Siege


class Stand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A noble of a faction: inside the place ``at`` (or ``outside`` it), or in the open in a
    square. ``cards`` are his, and he keeps the ``heirs``.
    """

    seat: Seat
    at: Spot
    outside: bool = False
    cards: tuple[CardId, ...] = ()
    heirs: tuple[HeirId, ...] = ()


class Besieged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A siege under way: the besieging nobles, and the turn it is in."""

    besiegers: tuple[NobleId, ...]
    turns: int = 1


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position in the first seat's turn, at the beginning of ``phase``.

    Nobles are laid out in their order; each controls his castles and the fortress he is in.
    ``heirs`` without a keeper are in a place or a square; any not named are where they begin in
    every game. ``crowned`` names all Kings. ``hands`` and ``held`` are the Crown and Event cards of
    each seat, ``next_events`` the Event cards to be drawn first, and ``reign`` how many turns the
    sole King has already been held.
    """

    phase: Phase
    nobles: dict[NobleId, Stand]
    seats: int = 2
    heirs: dict[HeirId, Spot] = {}
    dead: tuple[HeirId, ...] = ()
    crowned: tuple[HeirId, ...] | None = None
    control: dict[PlaceId, NobleId] = {}
    sieges: dict[PlaceId, Besieged] = {}
    hands: tuple[tuple[CardId, ...], ...] = ()
    held: tuple[tuple[CardId, ...], ...] = ()
    chancery: tuple[CardId, ...] = ()
    next_events: tuple[CardId, ...] = ()
    reign: int | None = None


def lay_out(table: KTable, start: Start) -> None:
    """Lay out a position on a table in its state before the deal. Raises Misplaced."""
    state, content = table.state, table.content
    state.crown_deck.extend(content.ruleset.withheld)
    for ship in content.ships.values():
        if ship.office is not None:
            changes.launch(table, ship.id)
    for key, stand in start.nobles.items():
        _noble(table, key, stand)
    for place, noble in start.control.items():
        _known(place, content.board.places, f"control.{place}")
        _known(noble, state.nobles, f"control.{place}")
        state.control[place] = noble
    _heirs(table, start)
    for place, siege in start.sieges.items():
        for noble in siege.besiegers:
            _known(noble, state.nobles, f"sieges.{place}")
        seat = state.nobles[siege.besiegers[0]].seat
        state.sieges[place] = Siege(seat, list(siege.besiegers), siege.turns)
    _cards(table, start)
    state.phase, state.round, state.turn = start.phase, 1, 1
    if start.reign is not None:
        procedures(table).victory.look(table)
        found = state.reign
        if found is None:
            raise Misplaced("reign", "no reign is counted in this position.")
        state.reign = Reign(found.king, found.seat, start.reign, since_beginning=True)
    table.events.clear()


def _noble(table: KTable, noble: NobleId, stand: Stand) -> None:
    state, board, at = table.state, table.content.board, f"nobles.{noble}"
    if noble not in table.content.nobles:
        raise Misplaced(at, f"there is no noble {noble!r}.")
    if not 0 <= stand.seat < len(state.factions):
        raise Misplaced(f"{at}.seat", "there is no such seat.")
    if stand.at not in board.places and stand.at not in board.squares:
        raise Misplaced(f"{at}.at", f"there is no place or square {stand.at!r}.")
    if table.content.ruleset.nobles_in_deck:
        _pick(state.crown_deck, noble, at)
    changes.enter_play(table, noble, stand.seat)
    place = board.places.get(PlaceId(stand.at))
    changes.stand_open(table, noble, SquareId(stand.at) if place is None else place.square)
    for castle in table.content.castles_of(noble):
        changes.claim(table, castle, noble, "castle")
    for card in stand.cards:
        _pick(state.crown_deck, card, f"{at}.cards")
        changes.assign(table, card, noble, "deal")
    for ship in table.content.crown[noble].ships:
        changes.launch(table, ship)
    if place is not None and not stand.outside:
        if place.is_fortress and place.id not in state.control:
            changes.take_control(table, place.id, noble, "entered")
        if not (may_enter(table, stand.seat, place) and fits(table, noble, place)):
            raise Misplaced(f"{at}.at", f"the noble cannot be inside {place.id}.")
        state.go_inside(noble, place.id)
    for heir in stand.heirs:
        _known(heir, state.heirs, f"{at}.heirs")
        changes.hand_heir(table, heir, noble)


def _heirs(table: KTable, start: Start) -> None:
    state, board = table.state, table.content.board
    for heir in (*start.heirs, *start.dead, *(start.crowned or ())):
        _known(heir, state.heirs, "heirs")
    for heir, where in start.heirs.items():
        place = board.places.get(PlaceId(where))
        if place is None and where not in board.squares:
            raise Misplaced(f"heirs.{heir}", f"there is no place or square {where!r}.")
        found = state.heirs[heir]
        if found.holder is not None:
            raise Misplaced(f"heirs.{heir}", f"{found.holder} already keeps the heir.")
        at = (SquareId(where), None) if place is None else (place.square, place.id)
        state.leave_heir(heir, *at)
    for heir in start.dead:
        state.bury_heir(heir)
    if start.crowned is not None:
        for heir, found in state.heirs.items():
            found.crowned = heir in start.crowned


def _cards(table: KTable, start: Start) -> None:
    """Shuffle the remaining cards, and put the cards that the position names where they belong."""
    state = table.state
    table.shuffle(state.crown_deck)
    table.shuffle(state.event_deck)
    for cards, deck, key in (
        (start.hands, state.crown_deck, "hands"),
        (start.held, state.event_deck, "held"),
    ):
        for seat, mine in enumerate(cards):
            if seat >= len(state.factions):
                raise Misplaced(key, "there are more lists than seats.")
            for card in mine:
                _pick(deck, card, f"{key}[{seat}]")
            faction = state.factions[seat]
            (faction.hand if key == "hands" else faction.held).extend(mine)
    for card in start.chancery:
        _pick(state.crown_deck, card, "chancery")
        state.chancery.append(card)
    for card in reversed(start.next_events):
        _pick(state.event_deck, card, "next_events")
        state.event_deck.append(card)


def _pick(deck: list[CardId], card: CardId, key: str) -> None:
    if card not in deck:
        raise Misplaced(key, f"{card!r} is not one of the cards left.")
    deck.remove(card)


def _known(name: str, among: Container[str], key: str) -> None:
    if name not in among:
        raise Misplaced(key, f"{name!r} is not in this game.")
