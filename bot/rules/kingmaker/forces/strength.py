"""Questions about nobles and places: strength, location, friendliness, room (base §1, §5, §6).

Nothing here changes the state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from bot.rules.kernel import IllegalChoice, Seat, Stops, free
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.components import CrownCard
from bot.rules.kingmaker.conditions.abroad import entry_stops
from bot.rules.kingmaker.conditions.custody import captive_stops
from bot.rules.kingmaker.conditions.lasting import (
    CATASTROPHE,
    ROGUES,
    WITHOUT_TROOPS,
    Touched,
    is_barred,
    lasts,
    men_of,
)
from bot.rules.kingmaker.conditions.sides import bound, circles
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces.camps import Armed, Spent, town_men
from bot.rules.kingmaker.ids import (
    NOWHERE,
    CardId,
    HeirId,
    NobleId,
    PlaceId,
    ShipId,
    Spot,
    SquareId,
)
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KTable, Noble, State
from bot.rules.kingmaker.succession import house_of, keeper, kings, kings_held_by, whereabouts

# Strength (base-1.9, house-1.8)


class _Lying(Protocol):
    """A ship, in a state or in a view."""

    @property
    def port(self) -> PlaceId | None:
        """The port where the ship lies."""


class _Field(Touched, Protocol):
    """A state or a view: where the nobles are, and what they have."""

    @property
    def nobles(self) -> Mapping[NobleId, Armed]:
        """The nobles in play."""

    @property
    def ships(self) -> Mapping[ShipId, _Lying]:
        """The ships on the board."""


def own_cards(noble_id: NobleId, noble: Armed) -> list[CardId]:
    """The noble's own card and every Crown card he has, title and office first."""
    cards: list[CardId] = [noble_id]
    if noble.title is not None:
        cards.append(noble.title)
    if noble.office is not None:
        cards.append(noble.office)
    cards.extend(noble.cards)
    return cards


def troops(
    table: KTable, noble_id: NobleId, *, attacking: Spent = None, at: SquareId = NOWHERE
) -> int:
    """A noble's strength where he is, or in the square ``at``: his cards, their bonuses there, a
    Royal Guard and a pretender's men.

    In an attack, single-attack cards (house-5.13d) in ``attacking`` count, and so do the men of the
    noble's towns (ishkibibble-men.2); None means no attack. Heirs with him have no troops
    (base-1.11).
    """
    state, content = table.state, table.content
    total = card_troops(state, content, noble_id, attacking, at)
    for heir_id in kings_held_by(state, noble_id):
        total += guard_troops(state, content, heir_id)
    for heir_id in state.pretenders:
        if state.heirs[heir_id].holder == noble_id:
            total += following(table, heir_id)
    return total


def following(table: KTable, heir_id: HeirId) -> int:
    """The men who follow a pretender, which they do only in his region
    (ishkibibble-pretender.5)."""
    heir = table.state.heirs[heir_id]
    square, inside_of = whereabouts(table.state, heir_id)
    at_home = bool(square) and table.content.board.in_area(square, inside_of, heir.region)
    return heir.following if at_home else 0


def card_troops(
    state: _Field,
    content: Content,
    noble_id: NobleId,
    attacking: Spent = None,
    at: SquareId = NOWHERE,
) -> int:
    """The troops of a noble's cards where he is, or in the square ``at``, without a Royal Guard;
    during a catastrophe, without titles, offices and bishops.

    Aboard a ship in port, a noble is in the port's square.
    """
    noble = state.nobles[noble_id]
    ground, within = (at, None) if at else (_ground(state, content, noble), noble.inside)
    total = 0 if attacking is None else town_men(content, noble, ground)
    barren = bool(state.spells) and lasts(state, CATASTROPHE)
    for card_id in own_cards(noble_id, noble):
        card = content.crown[card_id]
        if barren and card.kind in WITHOUT_TROOPS:
            continue
        if card.attack_only and card_id not in (attacking or ()):
            continue
        if card.idle_in and _idle(content, card, ground, within):
            continue
        total += card.troops
        if card.bonus and ground and _in_bonus_area(content, card, ground, within):
            total += card.bonus
    return total


def _ground(state: _Field, content: Content, noble: Armed) -> SquareId:
    ship = None if noble.aboard is None else state.ships.get(noble.aboard)
    if ship is None or ship.port is None:
        return noble.square
    return content.board.places[ship.port].square


def royal_guards(table: KTable) -> dict[NobleId, int]:
    """The troops that nobles have through heirs: the Royal Guard of a King (house-5.6c), and a
    pretender's men."""
    found: dict[NobleId, int] = {}
    for king in kings(table.state):
        noble = keeper(table.state, king)
        if noble is not None:
            found[noble] = found.get(noble, 0) + guard_troops(table.state, table.content, king)
    for pretender in table.state.pretenders:
        noble = keeper(table.state, pretender)
        if noble is not None:
            found[noble] = found.get(noble, 0) + following(table, pretender)
    return found


def _idle(content: Content, card: CrownCard, ground: SquareId, within: PlaceId | None) -> bool:
    """Whether troops are idle where their noble is, as Irish Kerns may be (ishkibibble-kerns.1).

    At sea no troops are idle; they count towards a ship's load as they did when they embarked
    (base-8.4).
    """
    in_area = content.board.in_area
    return any(in_area(ground, within, f"place:{place}") for place in card.idle_in)


def _in_bonus_area(
    content: Content, card: CrownCard, ground: SquareId, within: PlaceId | None
) -> bool:
    area = card.bonus_area
    return area is not None and content.board.in_area(ground, within, area)


def guard_troops(state: State, content: Content, heir_id: HeirId) -> int:
    """The troops of the Royal Guard that a King of this heir's house brings (house-5.6b)."""
    guard = content.guard_of(house_of(state, content, heir_id))
    return 0 if guard is None else guard.troops


def strength(
    table: KTable, nobles: Iterable[NobleId], attacking: Spent = None, at: SquareId = NOWHERE
) -> int:
    """The strength of several nobles together, each where he is, or in the square ``at``
    (base-9.2)."""
    return sum(troops(table, noble, attacking=attacking, at=at) for noble in nobles)


def attack_only_cards(content: Content, noble: Noble) -> list[CardId]:
    """A noble's cards that fight only in attack (house-5.13)."""
    return [card for card in noble.cards if content.crown[card].attack_only]


# Whereabouts


def nobles_of(state: State, seat: Seat) -> list[NobleId]:
    """All the nobles of a faction, captives included."""
    return list(state.relations.of_seat.get(seat, ()))


def in_open(state: State, square: SquareId, seat: Seat | None = None) -> list[NobleId]:
    """Nobles in the open in a square, of one faction or of all.

    Any number of nobles fits (house-1.15, base-5.1).
    """
    found = state.relations.in_open.get(square, ())
    return [key for key in found if seat is None or state.nobles[key].seat == seat]


def inside(state: State, place: PlaceId, seat: Seat | None = None) -> list[NobleId]:
    """Nobles inside a place, of one faction or of all."""
    within = state.relations.inside.get(place, ())
    return [key for key in within if seat is None or state.nobles[key].seat == seat]


def together(state: State, noble_id: NobleId) -> list[NobleId]:
    """The other nobles of the same faction who are with this one: the rest of his force."""
    noble = state.nobles[noble_id]
    here = ((key, state.nobles[key]) for key in state.relations.by_square[noble.square])
    return [
        key
        for key, other in here
        if key != noble_id
        and other.seat == noble.seat
        and other.inside == noble.inside
        and other.aboard == noble.aboard
        and other.captor is None
    ]


def meeting_point(state: State, noble: Noble) -> Spot | ShipId:
    """The place where a noble meets others: his square, or at sea that of his ship (house-8.7.15).

    Aboard a ship in port, a noble meets those aboard with him. A guest in a fortress meets
    everybody in its square like anybody else (house-8.5.7).
    """
    if noble.square or noble.aboard is None:
        return noble.square
    ship = state.ships.get(noble.aboard)
    if ship is None or ship.sea is None:
        return noble.aboard
    return ship.sea


def under_siege(state: State, noble_id: NobleId) -> bool:
    """Whether a noble is inside a place under siege (base-10.6)."""
    noble = state.nobles[noble_id]
    return noble.aboard is None and noble.inside is not None and noble.inside in state.sieges


def besieged(state: State, noble_id: NobleId) -> bool:
    """Whether a noble is under siege (house-6.2c), or besieges from a ship (house-8.6.20)."""
    noble = state.nobles[noble_id]
    if noble.aboard is not None:
        return any(noble.aboard in siege.ships for siege in state.sieges.values())
    return noble.inside is not None and noble.inside in state.sieges


def strongest(table: KTable, nobles: Iterable[NobleId]) -> NobleId:
    """The commander: the noble with the most troops, with ties going to the active player
    (base-16.2).

    Anything a side takes is the commander's to hold and his player's to divide (base-5.3,
    base-11.8).
    """
    state = table.state

    def rank(noble: NobleId) -> tuple[int, bool, NobleId]:
        return (-troops(table, noble), state.nobles[noble].seat != state.active, noble)

    return min(nobles, key=rank)


# Places (base-1.14, house-8.2)


def controller(state: State, place: PlaceId) -> Seat | None:
    """The seat that controls a fortress; None if it is neutral."""
    noble = state.control.get(place)
    return None if noble is None else state.nobles[noble].seat


def occupants(state: State, place: PlaceId) -> set[Seat]:
    """The seats that have nobles inside a place."""
    return {state.nobles[key].seat for key in state.relations.inside.get(place, ())}


def friendly(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether a place is Friendly to a faction, as the faction's own (house-8.2.2) or as opened to
    it.

    A neutral fortress is not Friendly (house-8.2.4), nor is another player's (house-8.2.5); a town
    without walls is Friendly if no other faction is inside (house-8.2.3, base-6.6).
    """
    if place.is_fortress:
        state = table.state
        if seat in state.granted.get(place.id, ()):
            return True
        own = controller(state, place.id) == seat
        if state.status is not None and seat == state.active:
            return own and place.id in state.status
        return own or _stays_by_leave(table, seat, place)
    return occupants(table.state, place.id) <= {seat} or _let_into_town(table, seat, place)


def _stays_by_leave(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether a faction has guests inside whose leave has not been withdrawn (base-6.4)."""
    if table.content.ruleset.garrison_alliances:
        return False
    return any(noble not in table.state.amnesty for noble in inside(table.state, place.id, seat))


def _let_into_town(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether those who hold a town without walls have given leave to enter it (base-6.6)."""
    if not table.content.ruleset.towns_held:
        return False
    state = table.state
    return seat in state.granted.get(place.id, ()) or seat in occupants(state, place.id)


def has_way_in(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether ships of a faction may put in at a place at all, whoever holds it (base-8.13).

    Ireland is open to the faction of its Lieutenant (base-19.10). A land that needs an Event card
    is open to a faction that such a card lets in. Any land is open to a faction with nobles there,
    so that they can be brought home.
    """
    if place.id not in table.content.beyond:
        return True
    if not table.content.is_open(place.id) or not place.square:
        return False
    nobles, card = table.state.nobles, table.content.ruleset.entered_by.get(place.id)
    if card is None and free(entry_stops(table, seat, place.square)):
        return True
    return any(
        noble.seat == seat and (noble.square == place.square or card in own_cards(key, noble))
        for key, noble in nobles.items()
    )


def guest(state: State, noble_id: NobleId) -> bool:
    """Whether a noble is in a Defensive Garrison Alliance in another's fortress (house-8.5.1).

    The owner keeps the fortress, even while none of his nobles is there (house-8.5.15).
    """
    noble = state.nobles[noble_id]
    holder = None if noble.inside is None else controller(state, noble.inside)
    return holder is not None and holder != noble.seat


def room(table: KTable, place: Place) -> int | None:
    """How many more troops fit inside a place; None if there is no limit (base-6.1)."""
    capacity = table.content.ruleset.capacity(place)
    if capacity is None:
        return None
    return capacity - strength(table, inside(table.state, place.id))


def fits(table: KTable, noble_id: NobleId, place: Place) -> bool:
    """Whether there is room for one more noble, or whether he may go in however strong he is
    (base-6.2)."""
    left = room(table, place)
    if left is None or troops(table, noble_id, at=place.square) <= left:
        return True
    return takes_any(table, table.state.nobles[noble_id].seat, place)


def takes_any(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether an empty place takes one noble of a faction however strong he is (base-6.2)."""
    if occupants(table.state, place.id):
        return False
    anyone = table.content.ruleset.lone_noble_enters == "any"
    return anyone or controller(table.state, place.id) == seat


def lets_in(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether a place lets a faction's forces in, by land or by sea: it must be friendly and not
    under siege, which shuts out even friends and refugees (house-6.2c, base-10.6).
    """
    return place.id not in table.state.sieges and friendly(table, seat, place)


def may_enter(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether a faction's nobles may go inside: the place must be open, friendly, not under siege
    and not barred to them.
    """
    return (
        place.kind != "special"
        and table.content.is_open(place.id)
        and lets_in(table, seat, place)
        and not is_barred(table.state, table.content, seat, place)
    )


def takes_in(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether a place takes in a faction's nobles who are put there: they must be allowed to enter
    it, or own it, and it must not be under siege."""
    state = table.state
    own = controller(state, place.id) == seat and place.id not in state.sieges
    own = own and not is_barred(state, table.content, seat, place)
    return own or may_enter(table, seat, place)


def garrison(table: KTable, place: Place) -> int:
    """The garrison that defends a place now.

    The garrison is reduced from the third turn of a siege on (house-6.3a, rounded up), unlike the
    nobles inside (house-6.3b); an open town has one only while somebody is inside (base-1.8). A
    garrison never comes out to help nobles in the open (base-6.8).
    """
    state, rules = table.state, table.content.ruleset
    men = men_of(table.content, ROGUES if place.id in state.rogues else None)
    if men is not None:
        return men
    if place.is_open_town and not occupants(state, place.id):
        return 0
    siege = state.sieges.get(place.id)
    left = rules.garrison_left(place.garrison, 0 if siege is None else siege.turns)
    return left + _followers_in(table, place)


def _followers_in(table: KTable, place: Place) -> int:
    """The men of a pretender who is alone in a town or city serve with its garrison
    (ishkibibble-pretender.5)."""
    heirs = table.state.heirs
    return sum(
        following(table, pretender)
        for pretender in table.state.pretenders
        if place.is_town_or_city
        and heirs[pretender].holder is None
        and heirs[pretender].inside == place.id
    )


def attacking_side(state: State, seat: Seat, attackers: Iterable[NobleId]) -> frozenset[Seat]:
    """The seats that attack a place: the attacker and those who have joined him."""
    return frozenset((seat, *(state.nobles[noble].seat for noble in attackers)))


def opposing(table: KTable, place: PlaceId, side: Collection[Seat]) -> list[NobleId]:
    """The nobles inside a place who are not on the attacking side: only other players' nobles
    defend and are captured (classic-siege.2, base-10.2, house-6.1g).

    The attackers' own nobles inside neither defend it nor are captured, and stay where they are.
    """
    nobles = table.state.nobles
    return [noble for noble in inside(table.state, place) if nobles[noble].seat not in side]


def defending(table: KTable, place: PlaceId, side: Collection[Seat]) -> list[NobleId]:
    """The nobles who defend the place: all, or only those of one faction among several
    (base-10.2)."""
    state, within = table.state, opposing(table, place, side)
    seats = dict.fromkeys(state.nobles[noble].seat for noble in within)
    if len(seats) < 2:
        return within
    strengths = {seat: strength(table, inside(state, place, seat)) for seat in seats}
    allied = circles(state.pacts, strengths, table.content.board.places[place].square)
    counting = procedures(table).siege.counting(strengths, controller(state, place), allied)
    return [noble for noble in within if state.nobles[noble].seat in counting]


def defence(table: KTable, place: Place, side: Collection[Seat]) -> int:
    """The garrison and the nobles inside together (house-2.3f), guests included under the house
    rules (house-8.5.2).

    Nobles in the open outside the place do not count (base-10.15).
    """
    return garrison(table, place) + strength(table, defending(table, place.id, side))


def holders(state: State, place: PlaceId) -> set[Seat]:
    """The seats that control a place or have nobles inside it."""
    holder = controller(state, place)
    return occupants(state, place) | (set() if holder is None else {holder})


def held_by_ally(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether an ally of a faction controls a place or is inside it (base-16.4)."""
    pacts = table.state.pacts
    if not pacts:
        return False
    within = holders(table.state, place.id)
    return any(bound(pacts, seat, other, place.square) for other in within)


def fought_in_open(table: KTable, place: Place) -> bool:
    """Whether a town without walls is fought for in the open (house-2.3g), rather than besieged.

    If somebody holds a town without walls, it can be besieged (base-6.6).
    """
    return place.is_unfortified and not table.content.ruleset.towns_held


def besiegeable(table: KTable, seat: Seat, place: Place) -> bool:
    """Whether this faction may besiege the place at all (base-10.1, house-2.3e)."""
    if place.kind == "special" or not table.content.is_open(place.id):
        return False
    if fought_in_open(table, place):
        return False
    if place.is_fortress:
        return controller(table.state, place.id) != seat
    return bool(occupants(table.state, place.id) - {seat})


def kind_stops(card: CrownCard) -> Stops:
    """What keeps a card of some kinds from being with any noble."""
    if card.kind == "pardon":
        yield IllegalChoice(
            "base-19.4", "A King’s Pardon stays in your hand until it frees a captive."
        )
    if card.kind == "noble":
        yield IllegalChoice("base-3.5", "A noble comes into play at one of his castles.")


def bearer_stops(table: KTable, card: CrownCard, noble_id: NobleId) -> Stops:
    """What keeps a noble from bearing a card; sieges are not checked here.

    A title goes to a noble who has no title, printed or given (house-1.4, house-1.5), and an office
    to a titled noble who has no office (house-1.6, house-1.7, base-1.12); both stay with him
    (base-1.13). A noble may have any number of bishops drawn or played from hand (house-5.24).
    """
    noble = table.state.nobles[noble_id]
    yield from captive_stops(table.state, noble_id)
    yield from kind_stops(card)
    if card.kind == "title" and titled(table, noble_id):
        if noble.title is None:
            yield IllegalChoice(
                "house-1.5", "That noble’s own card bears a title. He cannot take a second."
            )
        yield IllegalChoice("house-1.4", "That noble already has a title.")
    if card.kind == "office":
        if noble.office is not None:
            yield IllegalChoice("house-1.6", "That noble already has an office.")
        if not titled(table, noble_id):
            yield IllegalChoice("house-1.7", "Only a titled noble may hold an office.")


def eligible_for(table: KTable, card: CrownCard, noble_id: NobleId) -> bool:
    """Whether a noble may have a card; sieges are not checked here."""
    return free(bearer_stops(table, card, noble_id))


def able_to_bear(table: KTable, card: CrownCard, nobles: Iterable[NobleId]) -> tuple[NobleId, ...]:
    """The nobles among these who may bear this card, or any other of its kind."""
    return tuple(noble for noble in nobles if free(bearer_stops(table, card, noble)))


def bishops_of(table: KTable, noble: NobleId) -> list[CardId]:
    """The bishops of a noble."""
    cards = table.state.nobles[noble].cards
    return [card for card in cards if table.content.crown[card].kind == "bishop"]


def titled(table: KTable, noble_id: NobleId) -> bool:
    """Whether a noble bears a title, printed or given (house-1.5)."""
    return (
        table.content.crown[noble_id].title is not None
        or table.state.nobles[noble_id].title is not None
    )
