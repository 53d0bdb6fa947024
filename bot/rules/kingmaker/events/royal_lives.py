"""Event cards that take a royal heir away: by death in bed, or through a window (ishkibibble-death,
ishkibibble-escape).

Event cards that bring in new royal heirs, by birth or as pretenders, and the card that unmasks
pretenders.

Neither a birth nor a pretender's card has a half for combat (ishkibibble-birth.1,
ishkibibble-pretender.7).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place, PlaceKind
from bot.rules.kingmaker.components import EventCard
from bot.rules.kingmaker.conditions.lasting import defeat_stops, held, held_by_invaders, spend
from bot.rules.kingmaker.consequences.changes import kill_heir, leave_heir
from bot.rules.kingmaker.consequences.going_home import position_of
from bot.rules.kingmaker.consequences.keeping import end_count, end_custody
from bot.rules.kingmaker.forces.strength import controller, occupants
from bot.rules.kingmaker.ids import HeirId, PlaceId
from bot.rules.kingmaker.procedures import event_card, kept_card
from bot.rules.kingmaker.state import HeirState, KTable
from bot.rules.kingmaker.succession import PRETENDER, heirs_of, house_of, line, whereabouts

# Royal Death (ishkibibble-death.1; for its halves, ishkibibble-death.3 and ishkibibble-death.4, see
# its handler and the card)

HEIR_BY_DICE = {
    2: "edmund_rutland",
    3: "richard_gloucester",
    4: "edmund_rutland",
    5: "margaret",
    6: "richard_york",
    7: "henry",
    8: "edward_march",
    9: "george",
    10: "edward_lancaster",
    11: "richard_gloucester",
    12: "edward_lancaster",
}
"""The heir named by the total of two dice."""


@event_card("royal_death", reshuffles=True)
def royal_death(table: KTable, card: EventCard, seat: Seat) -> None:
    """Two dice say which heir dies. If he is dead or was never born, nobody dies
    (ishkibibble-death.2), not even a child or pretender who came in with his counter."""
    dice = (table.below(6) + 1, table.below(6) + 1)
    heir_id = HeirId(HEIR_BY_DICE[sum(dice)])
    heir = table.state.heirs.get(heir_id)
    dies = heir is not None and heir.alive and not heir.house
    table.emit(facts.RoyalDeathRolled(dice, heir_id, dies))
    if dies:
        kill_heir(table, heir_id, "natural")


# Royal Heir Escapes (ishkibibble-escape.1; its lower half, ishkibibble-escape.3, is in the data)


@event_card("heir_escapes")
def heir_escapes(table: KTable, card: EventCard, seat: Seat) -> None:
    """The drawer's lowest-ranking heir flees to the nearest neutral town, city or royal castle.

    A King does not flee, nor does the senior heir of his house, and nobody goes in his place
    (ishkibibble-escape.2).
    """
    state = table.state
    heir_id = _least(table, seat)
    if heir_id is None:
        table.emit(facts.EventIdle(card.id, "no_heir"))
        return
    senior = line(state, table.content, house_of(state, table.content, heir_id))[:1] == [heir_id]
    refuge = _nearest_neutral(table, heir_id)
    if state.heirs[heir_id].crowned or senior or refuge is None:
        table.emit(facts.EventIdle(card.id, "heir_stays"))
        return
    table.emit(facts.HeirEscaped(heir_id, seat, refuge.id))
    if heir_id in state.custody:
        # Nobody is guarding the heir any longer (ishkibibble-ransom.6).
        end_custody(table, heir_id, "gone")
    end_count(state.heirs[heir_id])  # nobody has him abroad any longer
    leave_heir(table, heir_id, refuge.square, refuge.id)


def _least(table: KTable, seat: Seat) -> HeirId | None:
    """The heir furthest down the line of his own house; between equals, a die decides."""
    state = table.state
    heirs = heirs_of(state, table.content, seat)
    if not heirs:
        return None
    last = max(state.heirs[heir].place_in_line for heir in heirs)
    alike = [heir for heir in heirs if state.heirs[heir].place_in_line == last]
    return alike[0] if len(alike) == 1 else alike[table.below(len(alike))]


_SHELTERS = frozenset({"city", "royal_castle", "fortified_town", "open_town", "unfortified_town"})


def _nearest_neutral(table: KTable, heir_id: HeirId) -> Place | None:
    """The neutral shelter nearest as the crow flies, ignoring the sea; between equals, the first by
    name. None if there is none.
    """
    board = table.content.board
    neutral = (p for p in board.places.values() if p.kind in _SHELTERS and is_neutral(table, p))
    return board.nearest(_position(table, heir_id), neutral)


def is_neutral(table: KTable, place: Place) -> bool:
    """Whether a place is open, held by no player and no invaders, with nobody inside it."""
    state = table.state
    if not place.square or not table.content.is_open(place.id):
        return False
    if held_by_invaders(state, place.id):
        return False
    return controller(state, place.id) is None and not occupants(state, place.id)


def _position(table: KTable, heir_id: HeirId) -> tuple[float, float]:
    """The position of an heir, in squares; at sea, that of the ship."""
    state = table.state
    holder = state.heirs[heir_id].holder
    if holder is not None:
        return position_of(table, state.nobles[holder])
    return table.content.board.at(whereabouts(state, heir_id)[0])


REVEALED = kept_card("pretender_revealed")
"""The kind of the card that kills every pretender."""
REGIONS = {
    1: "devon_cornwall",
    2: "wales",
    3: "trent_to_tees",
    4: "north_of_tees",
    5: "near:lynn",
    6: "near:plymouth",
}
"""Where a new heir appears, by the die (ishkibibble-birth.4, ishkibibble-pretender.4)."""

FOLLOWING = {1: 20, 2: 20, 3: 10, 4: 20, 5: 10, 6: 10}
"""The troops that follow a pretender in his region, by the die that chose the region
(ishkibibble-pretender.4).
"""

_OPEN: tuple[PlaceKind, ...] = ("open_town", "unfortified_town")
BIRTHPLACES: Sequence[tuple[PlaceKind, ...]] = (
    ("city",),
    ("fortified_town",),
    ("royal_castle",),
    _OPEN,
)
"""The kinds of place where an heir is born: the first kind available counts
(ishkibibble-birth.5)."""
RISINGS: Sequence[tuple[PlaceKind, ...]] = (
    ("fortified_town",),
    ("city",),
    ("royal_castle",),
    _OPEN,
)
"""The kinds of place where a pretender rises: the first kind available counts
(ishkibibble-pretender.6).
"""


@event_card("royal_birth")
def royal_birth(table: KTable, card: EventCard, seat: Seat) -> None:
    """A child of one house or the other; a die decides which (ishkibibble-birth.2).

    The child is the last of its line; a Lancastrian still comes before Beaufort
    (ishkibibble-birth.3).
    """
    house_die, region_die = table.below(6) + 1, table.below(6) + 1
    house = "york" if house_die <= 3 else "lancaster"
    heir_id = _counter(table, "born")
    place = _place_for(table, REGIONS[region_die], BIRTHPLACES)
    if heir_id is None or place is None:
        table.emit(facts.EventIdle(card.id, "no_counter"))
        return
    line = [
        heir.place_in_line
        for key, heir in table.state.heirs.items()
        if house_of(table.state, table.content, key) == house
    ]
    _enter(table, heir_id, HeirState(1 + max(line, default=0), house=house), place)
    table.emit(facts.HeirBorn(heir_id, house, place.id, house_die, region_die))


@event_card("pretender")
def pretender(table: KTable, card: EventCard, seat: Seat) -> None:
    """A claimant of neither house, with men in one region (ishkibibble-pretender.1,
    ishkibibble-pretender.4); there may be several of them (ishkibibble-pretender.7)."""
    die = table.below(6) + 1
    heir_id = _counter(table, PRETENDER)
    place = _place_for(table, REGIONS[die], RISINGS)
    if heir_id is None or place is None:
        table.emit(facts.EventIdle(card.id, "no_counter"))
        return
    claim = HeirState(0, house=PRETENDER, region=REGIONS[die], following=FOLLOWING[die])
    _enter(table, heir_id, claim, place)
    table.state.pretenders.append(heir_id)
    table.emit(facts.PretenderRose(heir_id, place.id, die, FOLLOWING[die]))


def _counter(table: KTable, claim: str) -> HeirId | None:
    """The counter of the first dead heir, or one not used yet; None if there is neither.

    The name goes with the counter (ishkibibble-birth.1, ishkibibble-pretender.1).
    """
    known = table.state.heirs
    dead = (key for key, heir in known.items() if not heir.alive)
    spare = (h.id for h in table.content.heirs.values() if h.spare == claim and h.id not in known)
    return next(dead, None) or next(spare, None)


def _enter(table: KTable, heir_id: HeirId, heir: HeirState, place: Place) -> None:
    table.state.heirs[heir_id] = heir
    table.state.leave_heir(heir_id, place.square, place.id)
    for one in table.state.fallen.values():
        if one.heir == heir_id:
            one.heir = None  # that heir is dead; this is another of the same name


def _place_for(table: KTable, region: str, kinds: Sequence[tuple[PlaceKind, ...]]) -> Place | None:
    """A free place in a region, of the first kind that has one: the strongest, then the most
    central, then the first by name. None if there is none.
    """
    board = table.content.board
    free_places = [
        place
        for place in board.places.values()
        if board.in_area(place.square, None, region)
        and is_neutral(table, place)
        and not _heir_inside(table, place.id)
    ]
    squares = [s for key, s in board.squares.items() if board.in_area(key, None, region)]
    count, east, south = len(squares), sum(s.col for s in squares), sum(s.row for s in squares)

    def order(place: Place) -> tuple[int, int, str]:
        here = board.squares[place.square]
        off = (count * here.col - east) ** 2 + (count * here.row - south) ** 2
        return -place.garrison, off, place.name

    for kind in kinds:
        fit = [place for place in free_places if place.kind in kind]
        if fit:
            return min(fit, key=order)
    return None


def _heir_inside(table: KTable, place: PlaceId) -> bool:
    heirs = table.state.heirs.values()
    return any(heir.alive and heir.holder is None and heir.inside == place for heir in heirs)


# Pretender Revealed (ishkibibble-revealed.1)


def unmask_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The player who holds the card may play it while there is a pretender."""
    if free(unmask_stops(table, seat)):
        return [Offer("unmask", (), "ishkibibble-revealed.1")]
    return []


def unmask_stops(table: KTable, seat: Seat) -> Stops:
    """Unmasking needs the card and somebody to unmask."""
    yield from defeat_stops(table.state, seat)
    if not held(table, seat, REVEALED):
        yield IllegalChoice("ishkibibble-revealed.1", "You hold no card that unmasks a pretender.")
    if not table.state.pretenders:
        yield IllegalChoice("ishkibibble-revealed.1", "There is no pretender to unmask just now.")


def unmask(table: KTable, seat: Seat) -> None:
    """Every heir who belongs to neither house dies as if put to death."""
    card = spend(table, seat, REVEALED)
    table.emit(facts.PretendersUnmasked(seat, card, tuple(table.state.pretenders)))
    for heir in list(table.state.pretenders):
        kill_heir(table, heir, "unmasked")
