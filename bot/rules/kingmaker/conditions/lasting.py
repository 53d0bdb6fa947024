"""Lasting effects of Event cards: they run for a number of turns, or until something ends them
(ishkibibble-catastrophe, ishkibibble-defeatism, ishkibibble-excommunication,
ishkibibble-treachery-french, ishkibibble-vacillating)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.rules.kernel import IllegalChoice, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.procedures import kept_card
from bot.rules.kingmaker.state import KTable, Spell, State

CATASTROPHE = "catastrophe"
"""Titles, offices and bishops bring no troops (ishkibibble-catastrophe.1)."""
DEFEATISM = "defeatism"
"""A faction may move, but do nothing else (ishkibibble-defeatism.2)."""

EXCOMMUNICATION = "excommunication"
"""A faction cannot enter cathedral towns (ishkibibble-excommunication.3) until it draws a clerical
or town card (ishkibibble-excommunication.4)."""
VACILLATING = "vacillating"
"""A noble is of no use to his faction (ishkibibble-vacillating.1)."""
WRIT = kept_card("writ")
"""Parliament is called with this card, and nobles are summoned or excused."""
FREE_MOVE = kept_card("free_move")
"""A force moves a second time (base-7.20)."""
_HOLY = tuple(map(PlaceId, ("salisbury", "wells", "st-davids")))
"""Places whose entire squares are barred (ishkibibble-excommunication.3)."""

_AT_BEGINNING = (CATASTROPHE,)
"""Effects counted in full rounds, from the beginning of the drawer's turn
(ishkibibble-catastrophe.2)."""
_AT_END = (DEFEATISM, VACILLATING)
"""Effects counted in the drawer's own turns, starting with the turn of the draw
(ishkibibble-defeatism.1)."""

WITHOUT_TROOPS = ("title", "office", "bishop")


class Touched(Protocol):
    """A state or a view: it says which effects are in force."""

    @property
    def spells(self) -> Sequence[Spell]:
        """The effects that Event cards began."""


def lasts(state: Touched, kind: str, seat: Seat | None = None) -> bool:
    """Whether an effect of this kind is in force, for this seat or for anybody."""
    return any(s.kind == kind and seat in (None, s.seat) for s in state.spells)


def begin(table: KTable, kind: str, seat: Seat, turns: int) -> None:
    """An effect begins; a second one of its kind runs alongside it (ishkibibble-catastrophe.4)."""
    table.state.spells.append(Spell(kind, seat, turns))
    table.emit(facts.SpellBegan(kind, seat, turns))


def end(table: KTable, spell: Spell) -> None:
    """An effect ends. This is announced if it was the last of its kind for that seat or for
    everybody."""
    state = table.state
    state.spells.remove(spell)
    if not lasts(state, spell.kind, None if spell.kind == CATASTROPHE else spell.seat):
        table.emit(facts.SpellEnded(spell.kind, spell.seat))


def turn_begins(table: KTable, seat: Seat) -> None:
    """Another round is over for effects counted in full rounds (ishkibibble-catastrophe.3)."""
    _count_down(table, seat, _AT_BEGINNING)


def turn_ends(table: KTable, seat: Seat) -> None:
    """Another turn is over for effects counted in the drawer's own turns."""
    _count_down(table, seat, _AT_END)


def _count_down(table: KTable, seat: Seat, kinds: tuple[str, ...]) -> None:
    for spell in [s for s in table.state.spells if s.seat == seat and s.kind in kinds]:
        spell.turns -= 1
        if spell.turns <= 0:
            end(table, spell)


# Invaders

ROGUES = CardId("french_foot")
"""The soldiers who may sack one of their employer's towns (ishkibibble-treachery-french.1)."""


def held_by_invaders(state: State, place: PlaceId) -> bool:
    """Whether a place is held by the French (base-19.2), the Scots, or soldiers who left their
    faction.

    Nobody holds it: no card gives it, it blocks roads and gives no votes, and its garrison or the
    soldiers defend it until somebody takes it by siege (ishkibibble-scotsinvasion.5).
    """
    return place in state.french or place in state.scots or place in state.rogues


def invaders(state: State) -> dict[PlaceId, str]:
    """Every place that invaders hold, and which invaders."""
    found = dict.fromkeys(state.french, "french") | dict.fromkeys(state.scots, "scots")
    return found | dict.fromkeys(state.rogues, ROGUES)


def men_of(content: Content, invader: str | None) -> int | None:
    """The men of invaders who hold a place themselves; None where its garrison defends it.

    Soldiers who sacked a place fight with the strength on their card at every stage of a siege
    (ishkibibble-treachery-french.2); the garrison does not fight (ishkibibble-treachery-french.4).
    """
    return content.crown[ROGUES].troops if invader == ROGUES else None


def atrocity_stops(state: State, seat: Seat) -> Stops:
    """What keeps a faction deserted by its soldiers from Parliament and from crowning a King."""
    if seat in state.rogues.values():
        yield IllegalChoice(
            "ishkibibble-treachery-french.3",
            "Your French soldiers are sacking a town. You can neither sit in Parliament nor "
            "crown anyone.",
        )


def missing_stops(state: State, content: Content, seat: Seat, square: SquareId) -> Stops:
    """What keeps another faction's nobles from coming to a Parliament in a square: a Writ would be
    wasted on them.
    """
    if not free(atrocity_stops(state, seat)):
        yield IllegalChoice(
            "ishkibibble-treachery-french.3",
            "Parliament keeps nobles out while their faction’s French soldiers sack a town.",
        )
    if shut_out_of(state, content, seat, square):
        yield IllegalChoice(
            "ishkibibble-excommunication.3",
            "Nobles of an excommunicated faction cannot go there.",
        )


def absence_stops(state: State, content: Content, seat: Seat, square: SquareId) -> Stops:
    """What keeps a faction out of a Parliament in a square."""
    yield from atrocity_stops(state, seat)
    yield from square_stops(state, content, seat, square)


def invaders_leave(state: State, place: PlaceId) -> list[CardId]:
    """Invaders lose the place. Returns the Crown cards that become available."""
    state.french = [other for other in state.french if other != place]
    state.scots = [other for other in state.scots if other != place]
    return [] if state.rogues.pop(place, None) is None else [ROGUES]


# Excommunication


def is_hallowed(content: Content, card_id: CardId) -> bool:
    """Whether a card is a clerical card or a town card (ishkibibble-excommunication.1)."""
    card = content.crown[card_id]
    towns = (content.board.places[place] for place in card.controls if card.kind == "place")
    return card.kind == "bishop" or any(not place.kind.endswith("castle") for place in towns)


def shut_out(state: Touched, seat: Seat) -> bool:
    """Whether a faction is excommunicated."""
    return bool(state.spells) and lasts(state, EXCOMMUNICATION, seat)


def barred_squares(state: Touched, content: Content, seat: Seat) -> frozenset[SquareId]:
    """The squares that no noble of a faction may enter."""
    if not shut_out(state, seat):
        return frozenset()
    return frozenset(content.board.places[place].square for place in _HOLY)


def shut_out_of(state: Touched, content: Content, seat: Seat, square: SquareId) -> bool:
    """Whether a square is barred to a faction, even for a Parliament."""
    return square in barred_squares(state, content, seat)


def is_barred(state: Touched, content: Content, seat: Seat, place: Place) -> bool:
    """Whether no noble of a faction may enter a place."""
    if not shut_out(state, seat):
        return False
    return place.cathedral or place.square in barred_squares(state, content, seat)


def church_stops(state: State, content: Content, seat: Seat, place: Place | None) -> Stops:
    """What keeps an excommunicated faction out of a place (ishkibibble-excommunication.3)."""
    if place is not None and is_barred(state, content, seat, place):
        yield IllegalChoice(
            "ishkibibble-excommunication.3",
            "You are excommunicated. No cathedral city or town lets your nobles in.",
        )


def square_stops(state: State, content: Content, seat: Seat, square: SquareId) -> Stops:
    """What keeps an excommunicated faction out of a square (ishkibibble-excommunication.3)."""
    if shut_out_of(state, content, seat, square):
        yield IllegalChoice(
            "ishkibibble-excommunication.3",
            "You are excommunicated. Your nobles cannot go there.",
        )


def draws(table: KTable, seat: Seat, card_id: CardId) -> None:
    """A faction has drawn a Crown card: a clerical or town card ends its excommunication
    (ishkibibble-excommunication.4)."""
    if shut_out(table.state, seat) and is_hallowed(table.content, card_id):
        for spell in [s for s in table.state.spells if (s.kind, s.seat) == (EXCOMMUNICATION, seat)]:
            end(table, spell)


# Defeatism


def defeatist(state: Touched, seat: Seat) -> bool:
    """Whether a faction may do nothing but move; it takes no side in other players' combats
    either."""
    return bool(state.spells) and lasts(state, DEFEATISM, seat)


def defeat_stops(state: State, seat: Seat) -> Stops:
    """What keeps a defeatist faction from everything but moving (ishkibibble-defeatism.2)."""
    if defeatist(state, seat):
        yield IllegalChoice(
            "ishkibibble-defeatism.2",
            "Defeatism is rife in your faction. It may move, but do nothing else.",
        )


def may_keep(state: State, content: Content, seat: Seat, *kinds: str) -> bool:
    """Whether a seat may have cards of all these kinds to play, as far as anybody can tell.

    Everybody saw which cards were kept, and how many each player has; who has which of them now is
    a secret (base-4.2). Naming the players for whom the game is waiting must reveal no more than
    that.
    """
    if not free(defeat_stops(state, seat)):
        return False
    out = {content.events[card].kind for faction in state.factions for card in faction.held}
    return len(state.factions[seat].held) >= len(kinds) and out.issuperset(kinds)


# Vacillation


def wavers(state: Touched, noble_id: NobleId) -> bool:
    """Whether a noble is of no use to his faction this turn."""
    return any(s.kind == VACILLATING and s.noble == noble_id for s in state.spells)


def waverer_stops(state: State, noble_id: NobleId) -> Stops:
    """What keeps a noble out of all his faction's moves and fights (ishkibibble-vacillating.1)."""
    if wavers(state, noble_id):
        yield IllegalChoice(
            "ishkibibble-vacillating.1",
            "That noble wavers. This turn he neither moves nor fights for you.",
        )


def becalmed_stops(state: State, ship_id: ShipId) -> Stops:
    """A ship with a wavering noble aboard does not move (ishkibibble-vacillating.2)."""
    for spell in state.spells:
        noble = state.nobles.get(spell.noble) if spell.kind == VACILLATING else None
        if noble is not None and noble.aboard == ship_id:
            yield IllegalChoice(
                "ishkibibble-vacillating.2",
                "A noble aboard wavers, so the ship is becalmed until this turn is over.",
            )


def held(table: KTable, seat: Seat, kind: str) -> list[CardId]:
    """The Event cards of a kind that a seat holds; none while it is defeatist and cannot use them
    (ishkibibble-defeatism.2).
    """
    if not free(defeat_stops(table.state, seat)):
        return []
    cards = table.state.factions[seat].held
    return [card for card in cards if table.content.events[card].kind == kind]


def spend(table: KTable, seat: Seat, kind: str) -> CardId:
    """Discard a held Event card of this kind. Returns it."""
    card = held(table, seat, kind)[0]
    table.state.factions[seat].held.remove(card)
    table.state.event_discards.append(card)
    return card
