"""Changes to the state that many procedures share: cards, places, heirs, deaths (house §5, §8.1).

Each function keeps things that belong together in step, and announces the change in events.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.abroad import end_treaties_of
from bot.rules.kingmaker.conditions.lasting import held_by_invaders, invaders_leave
from bot.rules.kingmaker.consequences.havens import put_out, put_out_strangers
from bot.rules.kingmaker.consequences.keeping import (
    begin_for_captor,
    nearest_shore,
    pass_on_captives,
)
from bot.rules.kingmaker.consequences.secret_question import mourn
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces.strength import (
    controller,
    fits,
    in_open,
    inside,
    nobles_of,
    own_cards,
    strongest,
    takes_in,
    together,
)
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.state import KTable, Noble, ShipState
from bot.rules.kingmaker.succession import (
    BEAUFORT,
    BEAUFORT_HEIR,
    falls,
    heirs_with,
    holder_seat,
    house_of,
    stays_loyal,
    unheld_at,
)

# Decks (base-1.5, base-2.2)


def draw_crown(table: KTable) -> CardId | None:
    """Draw the top Crown card; when the deck is empty, the discards become the deck (base-1.5).
    None if there are no discards either.
    """
    state = table.state
    if not state.crown_deck and state.crown_discards:
        state.crown_deck, state.crown_discards = state.crown_discards, []
        table.shuffle(state.crown_deck)
        table.emit(facts.CrownDeckReshuffled(len(state.crown_deck)))
    if not state.crown_deck:
        return None
    table.reveal()
    return state.crown_deck.pop()


def draw_event(table: KTable) -> CardId:
    """Draw the top Event card; when the deck is empty, the discards are shuffled (base-2.2)."""
    state = table.state
    if not state.event_deck:
        reshuffle_events(table)
    table.reveal()
    return state.event_deck.pop()


def reshuffle_events(table: KTable, rule: str = "base-2.2") -> None:
    """Combine the Event deck with its discards and shuffle them."""
    state = table.state
    state.event_deck.extend(state.event_discards)
    state.event_discards.clear()
    table.shuffle(state.event_deck)
    table.emit(facts.EventDeckReshuffled(len(state.event_deck), rule=rule))


def discard(table: KTable, cards: Iterable[CardId], seat: Seat | None = None) -> None:
    """Put Crown cards on the discards."""
    gone = tuple(cards)
    if gone:
        table.state.crown_discards.extend(gone)
        table.emit(facts.CardsDiscarded(gone, seat))


def to_chancery(table: KTable, cards: Iterable[CardId], seat: Seat | None = None) -> None:
    """Put Crown cards into the Chancery."""
    gone = tuple(cards)
    if gone:
        table.state.chancery.extend(gone)
        table.emit(facts.CardsToChancery(gone, seat))


def bound_for_chancery(content: Content, cards: Iterable[CardId]) -> list[CardId]:
    """The lost cards that go to the Chancery, not to the discards: titles, offices and, if they
    belong there, bishops."""
    high = ("title", "office", "bishop")[: 3 if content.ruleset.chancery_bishops else 2]
    return [card for card in cards if content.crown[card].kind in high]


# Cards that nobles have (house-5.4)


def assign(table: KTable, card_id: CardId, noble_id: NobleId, source: str) -> None:
    """Give a card to a noble, with the places and ships that come with it."""
    card = table.content.crown[card_id]
    _lay_beside(table, card_id, noble_id, source)
    for place in card.controls:
        claim(table, place, noble_id, "card")
    for ship in card.ships:
        launch(table, ship)


def _lay_beside(table: KTable, card_id: CardId, noble_id: NobleId, source: str) -> None:
    state = table.state
    state.give_card(card_id, noble_id, table.content.crown[card_id].kind)
    table.emit(facts.CardAssigned(state.nobles[noble_id].seat, card_id, noble_id, source))


# Cards that go to another noble, or are taken from one (house-8.7.14, house-8.7.5)


def places_with(table: KTable, card_id: CardId, noble_id: NobleId) -> list[PlaceId]:
    """The places printed on a card that its bearer controls: they go with the card.

    Places that another noble holds by capture or transfer stay with him (base-1.15, base-1.16).
    """
    printed = table.content.crown[card_id].controls
    return [place for place in printed if table.state.control.get(place) == noble_id]


_OWN_ACTS = ("transfer", "recruiting", "deal")
"""The sources recorded for a card or place that its bearer's own player has given away."""


def takes_from(noble: Noble) -> None:
    """A player takes a card from one of his own nobles: nothing else can break his bargain with a
    noble he has recruited (families-recruit.19)."""
    noble.taken_from |= noble.bargain > 0


def pass_card(
    table: KTable, card_id: CardId, giver: NobleId, noble_id: NobleId, source: str = "transfer"
) -> None:
    """A card goes from one noble to another, with its places; at sea a ship keeps her captain,
    unless ships obey a new master at once.
    """
    state, card = table.state, table.content.crown[card_id]
    places = places_with(table, card_id, giver)
    state.lose_card(card_id)
    if source in _OWN_ACTS:
        takes_from(state.nobles[giver])
    _lay_beside(table, card_id, noble_id, source)
    for place in places:
        take_control(table, place, noble_id, "card")
    for ship in card.ships:
        launch(table, ship)  # a lost ship of an office comes back with it (house-5.10c)
        where = state.ships[ship]
        if table.content.ruleset.ships_obey == "at_once":
            continue
        if where.sea is not None and where.captain_at_sea is None and where.prize_of is None:
            where.captain_at_sea = giver


def confiscate(table: KTable, cards: list[CardId], noble_id: NobleId) -> None:
    """Cards are taken from a noble for the Chancery; the places that go with them become
    neutral."""
    seat = table.state.nobles[noble_id].seat
    places = [place for card in cards for place in places_with(table, card, noble_id)]
    for card in cards:
        table.state.lose_card(card)
    to_chancery(table, cards, seat)
    for place in places:
        lose_place(table, place, seat)


# Places and ships


def claim(table: KTable, place: PlaceId, noble_id: NobleId, by: str) -> None:
    """Give a noble control of a fortress unless somebody holds it already (house-8.1.3)."""
    state = table.state
    if place in state.control or held_by_invaders(state, place):
        return
    if not table.content.board.places[place].is_fortress:
        return
    take_control(table, place, noble_id, by)


def take_control(table: KTable, place: PlaceId, noble_id: NobleId, by: str) -> None:
    """Give a noble control of a place; its card goes with it (house-8.7.6, ishkibibble-men.5).

    The garrison of the place serves its new master (base-10.14).
    """
    state = table.state
    former = state.control.get(place)
    state.control[place] = noble_id
    discard(table, invaders_leave(state, place))
    card = table.content.place_card(place)
    bearer = state.bearer(card)
    # The card of a place held by invaders stays with the player who lost it.
    with_former = bearer == former if former is not None else bearer != noble_id
    if card is not None and bearer is not None and with_former:
        state.lose_card(card)
        if by in _OWN_ACTS:
            takes_from(state.nobles[bearer])
        state.give_card(card, noble_id, "place")
    seat = state.nobles[noble_id].seat
    table.emit(facts.ControlGained(place, noble_id, seat, by))
    if by != "inheritance" and (former is None or state.nobles[former].seat != seat):
        put_out_strangers(table, place, seat)


def launch(table: KTable, ship_id: ShipId) -> None:
    """Put a ship on the board in its home port, unless it is on the board already (base-2.7)."""
    if ship_id in table.state.ships:
        return
    port = table.content.ships[ship_id].home_port
    table.state.ships[ship_id] = ShipState(port=port)
    table.emit(facts.ShipAppeared(ship_id, port))


def enter_play(table: KTable, noble_id: NobleId, seat: Seat) -> None:
    """Make a noble one of a faction's counters; he has yet to be placed (house-1.3)."""
    table.state.enter_play(noble_id, Noble(seat=seat))


def place_noble(table: KTable, noble_id: NobleId, castle: PlaceId) -> None:
    """Put a new noble at one of his castles, outside it if an enemy holds it (base-3.5).

    The noble's own ship comes with him, as Le Lucas does with Stanley (house-5.26a).
    """
    state, board = table.state, table.content.board
    noble, place = state.nobles[noble_id], board.places[castle]
    for own in table.content.castles_of(noble_id):
        claim(table, own, noble_id, "castle")
    stand(table, noble_id, place)
    table.emit(facts.NobleEntered(noble.seat, noble_id, noble.square, noble.inside))
    for ship in table.content.crown[noble_id].ships:
        launch(table, ship)
    pick_up_heirs(table, noble_id)


def stand(table: KTable, noble_id: NobleId, place: Place) -> None:
    """Put a noble inside a place if he may enter and there is room, otherwise into its square."""
    noble = table.state.nobles[noble_id]
    table.state.stand(noble_id, place.square)
    if takes_in(table, noble.seat, place) and fits(table, noble_id, place):
        table.state.go_inside(noble_id, place.id)


def stand_open(table: KTable, noble_id: NobleId, square: SquareId) -> None:
    """Put a noble in the open in a square."""
    table.state.stand(noble_id, square)


# Heirs (house-5.3, base-11.10, base-11.11)


def give_heir(table: KTable, heir_id: HeirId, noble_id: NobleId) -> None:
    """Give a royal heir to a noble who takes him, from the enemy or from where he was alone."""
    seat = table.state.nobles[noble_id].seat
    if table.content.ruleset.ransom_by_draws:
        former = holder_seat(table.state, table.content, heir_id)
        table.state.heirs[heir_id].lost_by = None if former == seat else former
    begin_for_captor(table, heir_id, seat)
    hand_heir(table, heir_id, noble_id)


def hand_heir(table: KTable, heir_id: HeirId, noble_id: NobleId) -> None:
    """Give a royal heir to a noble (base-7.12, house-8.7.8); this gives nobody more time to land
    him (house-8.6.8).
    """
    heir = table.state.heirs[heir_id]
    guarded = heir.crowned and heir.holder != noble_id
    seat = table.state.nobles[noble_id].seat
    handed = holder_seat(table.state, table.content, heir_id) == seat
    table.state.keep_heir(heir_id, noble_id)
    table.emit(facts.HeirTaken(heir_id, noble_id, seat, handed))
    if guarded:
        tell_of_guard(table, heir_id, noble_id)


def leave_heir(table: KTable, heir_id: HeirId, square: SquareId, place: PlaceId | None) -> None:
    """Leave an heir at a spot without a keeper."""
    heir = table.state.heirs[heir_id]
    guarded = heir.crowned and heir.holder is not None
    table.state.leave_heir(heir_id, square, place)
    table.emit(facts.HeirLeft(heir_id, square, place))
    if guarded:
        tell_of_guard(table, heir_id, None)


def pick_up_heirs(table: KTable, noble_id: NobleId) -> None:
    """When a noble reaches an heir without a keeper, unopposed, the strongest of his faction there
    takes the heir (base-11.10).

    An heir held by a fortress belongs to its controller, and a guest cannot take him.
    """
    state = table.state
    noble = state.nobles[noble_id]
    waiting = unheld_at(state, noble.square, noble.inside)
    if not waiting:
        return
    if noble.inside is None:
        others = [o for o in in_open(state, noble.square) if state.nobles[o].seat != noble.seat]
    else:
        others = [o for o in inside(state, noble.inside) if state.nobles[o].seat != noble.seat]
    if others:
        return
    for heir_id in waiting:
        if holder_seat(state, table.content, heir_id) in (None, noble.seat):
            give_heir(table, heir_id, strongest(table, [noble_id, *together(state, noble_id)]))


def pass_on_heirs(table: KTable, noble_id: NobleId, heirs: Iterable[HeirId]) -> None:
    """Heirs and captives of a noble who is lost go to the rest of his force (base-12.3).

    If the noble was the last of his force, his heirs and captives stay behind without a keeper
    (base-12.4); at sea they come ashore, as after a battle there.
    """
    noble = table.state.nobles[noble_id]
    others = together(table.state, noble_id)
    for heir_id in heirs:
        if others:
            give_heir(table, heir_id, strongest(table, others))
        else:
            leave_heir(table, heir_id, _ground(table, noble), noble.inside)
    pass_on_captives(table, noble_id)


def _ground(table: KTable, noble: Noble) -> SquareId:
    """The square where a noble is; aboard a ship in port, the port's square; at sea, that of the
    nearest port where heirs may land."""
    ship = None if noble.aboard is None else table.state.ships.get(noble.aboard)
    if ship is not None and ship.sea is not None:
        return nearest_shore(table, ship.sea, noble.seat, with_heirs=True).square
    if ship is None or ship.port is None:
        return noble.square
    return table.content.board.places[ship.port].square


def kill_heir(table: KTable, heir_id: HeirId, cause: str, seat: Seat | None = None) -> None:
    """A royal heir dies for good (base-12.6); a house has no King until the next one is crowned
    (base-13.7)."""
    heir = table.state.heirs[heir_id]
    guarded = heir.crowned and heir.holder is not None
    table.state.bury_heir(heir_id)
    if heir_id in table.state.pretenders:
        table.state.pretenders.remove(heir_id)
    _unsettle(table, heir_id)
    table.emit(facts.HeirDied(heir_id, cause, seat))
    if guarded:
        tell_of_guard(table, heir_id, None)


def _unsettle(table: KTable, king: HeirId) -> None:
    """A dead King is no longer Parliament's sole King (base-15.27), and his treaties end."""
    end_treaties_of(table, king)
    if table.state.settled_king == king:
        table.state.settled_king = None


def tell_of_guard(table: KTable, king: HeirId, noble_id: NobleId | None) -> None:
    """The Royal Guard of a King goes to his keeper or (None) is given up (house-5.6c)."""
    house = house_of(table.state, table.content, king)
    if table.content.guard_of(house) is not None:
        table.emit(facts.GuardPassed(house, noble_id))


# Death of a noble


def kill_noble(table: KTable, noble_id: NobleId, cause: str) -> None:
    """A noble dies, whatever the cause.

    The noble's title and office go to the Chancery, and his bishops too if the rule set says so
    (house-5.19e, base-12.2, base-1.4); all his other cards go to the discards (house-5.19f,
    base-12.1), and so does his own unless he is loyal or belongs to no deck. His places become
    neutral (house-5.19g), and the forces in them are put out (house-5.19h).
    """
    state, content = table.state, table.content
    seat = state.nobles[noble_id].seat
    mourn(table, noble_id, cause)
    loyal = cause != "correction" and stays_loyal(table, noble_id, seat, cause)
    pass_on_heirs(table, noble_id, heirs_with(state, noble_id))
    noble = state.leave_play(noble_id)
    king = noble_id == BEAUFORT and state.beaufort_crowned
    if noble_id == BEAUFORT:
        state.beaufort_crowned = state.beaufort_announced = False
        _unsettle(table, BEAUFORT_HEIR)
    table.emit(facts.NobleDied(noble_id, noble.seat, cause))
    if king:
        tell_of_guard(table, BEAUFORT_HEIR, None)
    rules = content.ruleset
    high = [card for card in (noble.title, noble.office) if card is not None]
    high += bound_for_chancery(content, noble.cards)
    low = [noble_id] + [card for card in noble.cards if card not in high]
    kept = loyal or noble_id in rules.family_nobles or not rules.nobles_in_deck
    to_chancery(table, high, noble.seat)
    discard(table, low[kept:], noble.seat)
    for card in (*high, *low):
        idle_ships(table, card)
    for card, office in content.ruleset.raised_by.items():
        if noble.office == office:
            disband(table, card)
    if loyal:
        state.loyal[noble_id] = seat
    if noble_id in content.ruleset.family_nobles:
        falls(table, noble_id, seat)
    for place in [key for key, holder in state.control.items() if holder == noble_id]:
        lose_place(table, place, noble.seat)


def disband(table: KTable, card: CardId) -> None:
    """A card that waits for an office goes to the discards, wherever it is: the officer was killed,
    or the Irish rose (ishkibibble-kerns.6).
    """
    state = table.state
    if card in state.waiting:
        state.waiting.remove(card)
    elif state.bearer(card) is not None:
        state.lose_card(card)
    else:
        return
    discard(table, [card])


def idle_ships(table: KTable, card_id: CardId) -> None:
    """Ships of a card that has left play: those of an office go home and lie idle, and others leave
    the board.

    A ship that another faction took at sea sails on with its captor (ishkibibble-seacombat.10).
    """
    state, card = table.state, table.content.crown[card_id]
    for ship in card.ships:
        if ship not in state.ships or any(n.aboard == ship for n in state.nobles.values()):
            continue  # lost, or her passengers must be put ashore first
        if state.ships[ship].prize_of is not None:
            continue
        if card.kind == "office":
            state.ships[ship] = ShipState(port=table.content.ships[ship].home_port)
        else:
            del state.ships[ship]
            table.emit(facts.ShipGone(ship))


def lose_place(table: KTable, place: PlaceId, seat: Seat) -> None:
    """A place loses its noble: another card of the faction may keep it, otherwise it becomes
    neutral.

    The place never passes to another faction whose card implies it (house-8.1.4), unless that card
    gives it whenever nobody else has it.
    """
    state = table.state
    del state.control[place]
    for heir_noble in nobles_of(state, seat):
        if place in _places_on_cards(table, heir_noble):
            take_control(table, place, heir_noble, "inheritance")
            return
    table.emit(facts.ControlLost(place, seat))
    if not regain(table, place):
        put_out(table, place, inside(state, place))


def regain(table: KTable, place: PlaceId) -> bool:
    """Dublin goes back to its Lieutenant once nobody else has it (ishkibibble-dublin.5). Returns
    whether that gives the place an owner."""
    state, added = table.state, table.content.ruleset.controls_added
    cards = {card for card, given in added.items() if place in given}
    for noble_id, noble in state.nobles.items() if cards else ():
        if not cards.isdisjoint(own_cards(noble_id, noble)):
            claim(table, place, noble_id, "card")
            return place in state.control
    return False


def lose_to_french(table: KTable, place: PlaceId) -> None:
    """The French have taken a place: whoever held it loses it, whatever his cards say
    (base-19.2)."""
    seat = _fall(table, place)
    table.state.french.append(place)
    table.emit(facts.TakenByFrench(place, seat))


def lose_to_scots(table: KTable, place: PlaceId) -> None:
    """The Scots have sacked a place and hold it (ishkibibble-scotsinvasion.5)."""
    seat = _fall(table, place)
    table.state.scots.append(place)
    table.emit(facts.TakenByScots(place, seat))


def lose_to_rogues(table: KTable, place: PlaceId, seat: Seat) -> None:
    """Soldiers of a faction have left it and hold one of its towns
    (ishkibibble-treachery-french.1)."""
    _fall(table, place)
    table.state.rogues[place] = seat
    table.emit(facts.TakenByRogues(place, seat))


def _fall(table: KTable, place: PlaceId) -> Seat | None:
    """A place no longer belongs to anybody, not even to invaders. Returns the seat that had it."""
    discard(table, invaders_leave(table.state, place))
    noble = table.state.control.pop(place, None)
    return None if noble is None else table.state.nobles[noble].seat


def _places_on_cards(table: KTable, noble_id: NobleId) -> set[PlaceId]:
    """The places that a noble's cards give him (base-1.15)."""
    content, noble = table.content, table.state.nobles[noble_id]
    places = set(content.castles_of(noble_id))
    for card in (noble.title, noble.office, *noble.cards):
        if card is not None:
            places.update(content.crown[card].controls)
    return places


# Nobles who come into a faction


def castles_open_to(table: KTable, noble_id: NobleId, seat: Seat) -> tuple[PlaceId, ...]:
    """The castles where a new noble may appear: those not in enemy hands, or all of them if there
    are none (base-3.5)."""
    state, castles = table.state, table.content.castles_of(noble_id)
    ours = (c for c in castles if not held_by_invaders(state, c))
    free = tuple(c for c in ours if controller(state, c) in (None, seat))
    return free or castles
