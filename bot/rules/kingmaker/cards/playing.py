"""Cards played or discarded from hand: what stands in the way, and what is offered (house §2.6c,
§5.1, §5.12).

Each rule is written once, as a stop: one set of stops for the hand, one for the noble, one for the
card. Nothing is offered that would be refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.cards.goods import comes_to_besiege
from bot.rules.kingmaker.conditions.lasting import defeat_stops
from bot.rules.kingmaker.consequences.changes import (
    assign,
    castles_open_to,
    discard,
    enter_play,
    place_noble,
)
from bot.rules.kingmaker.forces.camps import camp_stops
from bot.rules.kingmaker.forces.strength import (
    able_to_bear,
    bearer_stops,
    besieged,
    kind_stops,
    nobles_of,
)
from bot.rules.kingmaker.ids import NO_CARD, NO_NOBLE, NO_PLACE, CardId, NobleId, PlaceId
from bot.rules.kingmaker.state import KTable, Noble, State

# What is offered


def play_offers(table: KTable, seat: Seat, cards: Sequence[CardId]) -> list[Offer]:
    """How cards in hand can be played now, card by card (house-5.12a)."""
    offers: list[Offer] = []
    if not free(defeat_stops(table.state, seat)):
        cards = [card for card in cards if card in table.state.factions[seat].dealt]
    found: dict[tuple[str, str], tuple[NobleId, ...]] = {}
    ready = _ready(table, seat)
    for card in cards:
        if table.content.crown[card].kind == "noble":
            castles = castles_open_to(table, NobleId(card), seat)
            fields = (Field("card", (card,)), Field("castle", castles))
            offers.append(Offer("raise", fields, "base-3.5"))
            continue
        alike = _alike(table, card, seat)
        if alike not in found:
            found[alike] = _bearers(table, card, seat, ready)
        nobles = found[alike]
        if nobles:
            fields = (Field("card", (card,)), Field("noble", nobles))
            offers.append(Offer("play", fields, "house-2.6c"))
    return offers


def playable(table: KTable, seat: Seat) -> list[CardId]:
    """The cards that a player may play: his hand, and the cards beside the board that are waiting
    for one of his nobles (ishkibibble-kerns.2).
    """
    state, rules = table.state, table.content.ruleset
    if not state.waiting:
        return list(state.factions[seat].hand)
    offices = {state.nobles[noble].office for noble in nobles_of(state, seat)}
    return [
        *state.factions[seat].hand,
        *(c for c in state.waiting if rules.raised_by[c] in offices),
    ]


def candidates_for(table: KTable, card_id: CardId, seat: Seat) -> tuple[NobleId, ...]:
    """The nobles of a faction who may be given a card now (house-5.12a, base-3.8)."""
    return _bearers(table, card_id, seat, _ready(table, seat))


def _ready(table: KTable, seat: Seat) -> list[NobleId]:
    """The nobles of a faction who may be given any cards now."""
    nobles = nobles_of(table.state, seat)
    return [noble for noble in nobles if free(_ready_stops(table, seat, noble))]


def _bearers(
    table: KTable, card_id: CardId, seat: Seat, ready: Sequence[NobleId]
) -> tuple[NobleId, ...]:
    """Those nobles, of the ones ready for cards, who may bear this card."""
    able = able_to_bear(table, table.content.crown[card_id], ready)
    if not _choosy(table, card_id, seat):
        return able
    return tuple(noble for noble in able if free(_card_stops(table, seat, noble, card_id)))


_BORNE_BY_SOME = ("title", "office", "pardon", "noble")
"""The kinds of cards that only some nobles may have, as `bearer_stops` checks."""


def _alike(table: KTable, card_id: CardId, seat: Seat) -> tuple[str, str]:
    """A key shared by cards that the same nobles may be given: the kind, if not every noble may
    have it. Cards got by trade, or given out only in certain places, have keys of their own."""
    its_own = card_id if _choosy(table, card_id, seat) else ""
    kind = table.content.crown[card_id].kind
    return kind if kind in _BORNE_BY_SOME else "", its_own


def _choosy(table: KTable, card_id: CardId, seat: Seat) -> bool:
    """Whether it matters for a card where a noble is or what he has done."""
    by_trade = card_id in table.state.factions[seat].traded
    return by_trade or card_id in table.content.ruleset.raised_at


def discard_offers(table: KTable, seat: Seat) -> list[Offer]:
    """Discarding one card when a player holds too many (house-5.1)."""
    if not free(_spare_stops(table, seat)):
        return []
    return [Offer("discard", (Field("card", tuple(table.state.factions[seat].hand)),), "house-5.1")]


# Why not


def play_stops(table: KTable, seat: Seat, choice: Choice, cards: Sequence[CardId]) -> Stops:
    """Everything that stands in the way of the choice to play one of these cards."""
    card_id = choice.first("card", NO_CARD)
    if card_id not in table.state.factions[seat].dealt:  # he never held those (house-3.15)
        yield from defeat_stops(table.state, seat)
    if card_id not in cards:
        yield IllegalChoice("house-2.6c", "That card is not in your hand.")
        return
    card = table.content.crown[card_id]
    if choice.verb == "raise":
        yield from _castle_stops(table, seat, card_id, choice.first("castle", NO_PLACE))
        return
    noble = choice.first("noble", NO_NOBLE)
    yield from kind_stops(card)
    yield from _noble_stops(table, seat, noble, card_id)
    if noble in table.state.nobles:
        yield from bearer_stops(table, card, noble)


# The hand (house-5.1, house-8.7.3)


def too_many(table: KTable, seat: Seat) -> bool:
    """Whether a seat holds more cards than it may (house-5.1), if there is a limit (base-3.6)."""
    limit = table.content.ruleset.hand_limit
    return limit is not None and len(table.state.factions[seat].hand) > limit


def full_hand_stops(table: KTable, seat: Seat) -> Stops:
    """A player with too many cards may do nothing but play or discard."""
    if too_many(table, seat):
        limit = table.content.ruleset.hand_limit
        yield IllegalChoice(
            "house-5.1", f"You hold more than {limit} cards. Play or discard first."
        )


def _spare_stops(table: KTable, seat: Seat) -> Stops:
    """A player with no more cards than he may hold does not discard."""
    if not too_many(table, seat):
        limit = table.content.ruleset.hand_limit
        reason = f"You discard only when you hold more than {limit} cards."
        if limit is None:
            reason = "Your hand has no limit, so you need not discard."
        yield IllegalChoice("house-5.1", reason)


def discard_stops(table: KTable, seat: Seat, card: CardId) -> Stops:
    """Only a player with too many cards discards, and only a card of his own."""
    yield from _spare_stops(table, seat)
    if card not in table.state.factions[seat].hand:
        yield IllegalChoice("house-5.1", "That card is not in your hand.")


# The noble to whom the card is given (house-5.4, house-5.12a, house-5.12b, base-3.4)


def _noble_stops(table: KTable, seat: Seat, noble_id: NobleId, card: CardId) -> Stops:
    yield from _ready_stops(table, seat, noble_id)
    noble = table.state.nobles.get(noble_id)
    if noble is not None and noble.seat == seat:
        yield from _card_stops(table, seat, noble_id, card)


def _ready_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """What keeps a noble from getting any card."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        yield IllegalChoice("house-5.4", "Give the card to one of your own nobles.")
        return
    if noble.aboard is not None:
        if besieged(table.state, noble_id) or comes_to_besiege(table, noble_id):
            reason = "A noble who is besieging from a ship cannot be given cards."
            yield IllegalChoice("house-5.12b", reason)
        ship = table.state.ships.get(noble.aboard)
        if ship is None or ship.sea is not None:
            yield IllegalChoice("base-3.4", "A noble at sea cannot be given cards.")
    elif besieged(table.state, noble_id):
        yield IllegalChoice("house-5.12a", "A noble under siege cannot be given cards.")


def _card_stops(table: KTable, seat: Seat, noble_id: NobleId, card: CardId) -> Stops:
    """What keeps this card from a noble: where he is, and what he has done."""
    yield from camp_stops(table, card, noble_id)
    traded = table.state.factions[seat].traded
    if card in traded and _fought_today(table.state, table.state.nobles[noble_id]):
        yield IllegalChoice(
            "base-17.6",
            "A noble who fought this turn cannot have the card you got by trade. Give it to "
            "another.",
        )


def _fought_today(state: State, noble: Noble) -> bool:
    """Whether the noble took part in a combat this turn; before the turn's own combat phase, the
    marks are from an earlier turn.
    """
    return state.phase not in ("event", "movement") and (noble.attacked or noble.defended)


# The castle where a noble appears (base-3.5)


def _castle_stops(table: KTable, seat: Seat, card: CardId, castle: PlaceId) -> Stops:
    if table.content.crown[card].kind != "noble":
        yield IllegalChoice(
            "base-3.5", "Only nobles come into play at a castle. Give other cards to a noble."
        )
        return
    if castle not in table.content.castles_of(NobleId(card)):
        yield IllegalChoice("base-3.5", "Choose one of the noble’s own castles.")
    if castle not in castles_open_to(table, NobleId(card), seat):
        yield IllegalChoice(
            "base-3.5",
            "Enemies hold that castle. Choose one of the noble’s that they do not hold.",
        )


# Carried out


def play(table: KTable, seat: Seat, choice: Choice) -> None:
    """Play a card from hand."""
    card = choice.one("card", CardId)
    waiting = table.state.waiting
    (waiting if card in waiting else table.state.factions[seat].hand).remove(card)
    if choice.verb == "raise":
        noble = NobleId(card)
        enter_play(table, noble, seat)
        place_noble(table, noble, choice.one("castle", PlaceId))
        return
    for place in table.content.crown[card].controls:
        holder = table.state.control.get(place)
        if table.content.crown[card].kind == "place" and holder is not None:
            table.state.give_card(card, holder, "place")
            other = table.state.nobles[holder].seat
            table.emit(facts.PlaceCardHandedOver(card, other, holder))
            return
    assign(table, card, choice.one("noble", NobleId), "hand")
    if card in table.content.ruleset.ferries and seat == table.state.active:
        before = table.state.phase in ("event", "movement")
        table.state.nobles[choice.one("noble", NobleId)].crosses = before


def discard_from_hand(table: KTable, seat: Seat, card: CardId) -> None:
    """Put a card from a hand on the Crown discards."""
    table.state.factions[seat].hand.remove(card)
    discard(table, [card], seat)
