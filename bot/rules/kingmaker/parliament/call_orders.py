"""Calling Parliament: what stands in the way, and what is offered (house §7.1).

Each rule is written once, as a stop: one set of stops for the time, one for the caller, one for the
place, one for the noble he summons. Nothing is offered that would be refused. The stops for the
right to call and for the place are also used by `free_calling`.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, every_seat, free
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.custody import held_stops
from bot.rules.kingmaker.conditions.lasting import WRIT, held, may_keep, missing_stops
from bot.rules.kingmaker.conditions.turns import takes_turns
from bot.rules.kingmaker.forces.strength import besieged, controller, nobles_of, occupants
from bot.rules.kingmaker.ids import NO_NOBLE, NOWHERE, CardId, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.procedures import kept_card
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession import keeper, place_of, sole_king, warden

CHANCELLOR_MAY = kept_card("chancellor_may")
"""The kind of the card with which the Chancellor may call Parliament (house-7.1.3)."""
CHANCELLOR = CardId("chancellor_england")


# What is offered


def call_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The ways a seat may call Parliament now: the callers, and the nobles they may summon by
    Writ."""
    if resting(table) or not free(_writ_stops(table, seat)):
        return []
    ready = [n for n in callers(table, seat) if free(_own_place_stops(table, seat, n))]
    if not ready:
        return []
    others = [n for n in table.state.nobles if free(_summons_stops(table, seat, n, ready))]
    if not others:
        return []
    fields = (Field("by", tuple(ready)), Field("summon", tuple(others)))
    return [Offer("call_parliament", fields, "house-7.1.1")]


def could_call(table: KTable, seat: Seat) -> bool:
    """Whether a seat could call Parliament if it had the cards, and might have them as far as
    anybody can tell (house-7.1.2, house-7.1.3).
    """
    return (
        not resting(table)
        and any(free(_summons_stops(table, seat, noble, ())) for noble in table.state.nobles)
        and any(
            free(right_stops(table, seat, noble))
            and free(_limit_stops(table, noble))
            and free(_own_place_stops(table, seat, noble))
            and may_keep(table.state, table.content, seat, WRIT, *cards_needed(table, noble))
            for noble in nobles_of(table.state, seat)
        )
    )


def cards_needed(table: KTable, noble: NobleId) -> tuple[str, ...]:
    """The kind of card that a noble needs for his right to call, if he needs one (house-7.1.3)."""
    needed = calls_as_chancellor(table, noble) and table.content.ruleset.chancellor_card
    return (CHANCELLOR_MAY,) if needed else ()


def callers(table: KTable, seat: Seat) -> list[NobleId]:
    """The nobles of a seat who have the right to call Parliament, and the card for it if they need
    one, wherever they are.
    """
    return [
        noble
        for noble in nobles_of(table.state, seat)
        if authority(table, noble) is not None and free(_caller_stops(table, seat, noble))
    ]


def meeting_place(table: KTable, noble: NobleId) -> Place:
    """The place where Parliament meets if this noble calls it."""
    within = _caller_inside(table, noble)
    assert within is not None
    return table.content.board.places[within]


def _caller_inside(table: KTable, noble: NobleId) -> PlaceId | None:
    """The place of the King or Chancellor by whose right a noble calls (base-15.2)."""
    by = authority(table, noble)
    if by is None or by == CHANCELLOR:
        return table.state.nobles[noble].inside
    return place_of(table.state, HeirId(by))


# Why not


def call_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of the chosen call; if it names nobody, the likeliest
    caller is checked.
    """
    yield from _time_stops(table)
    named = choice.many("by", NobleId) or likeliest(table, seat)
    for noble in named:
        yield from _caller_stops(table, seat, noble)
    yield from _writ_stops(table, seat)
    for noble in named:
        if noble in table.state.nobles:
            yield from _own_place_stops(table, seat, noble)
    if not any(free(_summons_stops(table, seat, noble, named)) for noble in table.state.nobles):
        yield IllegalChoice("house-7.1.14", "No noble of another faction can be summoned by Writ.")
    for noble in choice.many("summon", NobleId):
        yield from _summons_stops(table, seat, noble, named)
    if len(choice.many("summon", NobleId)) != 1:
        yield IllegalChoice(
            "house-7.1.14", "Name one noble of another player for your Writ to summon."
        )
    if len(choice.many("by", NobleId)) != 1:
        yield IllegalChoice("house-7.1.1", "Say which one of your nobles calls Parliament.")


def likeliest(table: KTable, seat: Seat) -> tuple[NobleId, ...]:
    """The noble who would call Parliament for a seat that has named nobody; `NO_NOBLE` if the seat
    has no noble who could."""
    own = nobles_of(table.state, seat)
    by_right = [n for n in own if authority(table, n) is not None]
    offices = [n for n in own if table.state.nobles[n].office == CHANCELLOR]
    return tuple((*by_right, *offices, NO_NOBLE)[:1])


# The time (house-7.1.7, house-7.1.8)


def resting(table: KTable) -> bool:
    """Whether nobody may call Parliament just now."""
    return not free(_time_stops(table))


def _time_stops(table: KTable) -> Stops:
    state = table.state
    if state.peace is not None:
        yield IllegalChoice("house-7.1.7", "The King’s Peace holds. Nobody can call Parliament.")
    rounds, since = table.content.ruleset.parliament_cooldown_rounds, state.peace_ended_turn
    if since is not None and state.turn - since < rounds * _turns_in_round(table):
        yield IllegalChoice("house-7.1.8", "Parliament sat too recently. Wait three rounds.")


def _turns_in_round(table: KTable) -> int:
    """How many turns a round has: families have none of their own (families-turn.1)."""
    seats = every_seat(len(table.state.factions))
    return sum(takes_turns(table, seat) for seat in seats)


# The caller (house-1.19, house-7.1.1, house-7.1.2, house-7.1.3, house-7.1.4, house-7.1.9)


def authority(table: KTable, noble: NobleId) -> HeirId | CardId | None:
    """The King whom a noble keeps, or the office he holds, that lets him call Parliament; None if
    he has no such right.

    If a fortress holds the King, the noble who controls the fortress calls Parliament (base-11.11,
    base-15.1).
    """
    king = sole_king(table.state)
    if king is not None:
        held_by = keeper(table.state, king) or warden(table.state, table.content, king)
        return king if held_by == noble else None
    return CHANCELLOR if table.state.nobles[noble].office == CHANCELLOR else None


def caller_key(table: KTable, noble: NobleId) -> str:
    """The name under which a noble's calls are counted: the King's, or the Chancellor's own."""
    by = authority(table, noble)
    return noble if by is None or by == CHANCELLOR else by


def calls_as_chancellor(table: KTable, noble: NobleId) -> bool:
    """Whether a noble calls by his office, rather than as the King's keeper."""
    return authority(table, noble) == CHANCELLOR


def _caller_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    yield from authority_stops(table, seat, noble_id)
    if noble_id in table.state.nobles:
        yield from _limit_stops(table, noble_id)


def _limit_stops(table: KTable, noble_id: NobleId) -> Stops:
    limit = table.content.ruleset.parliament_calls_per_caller
    if limit is not None and table.state.calls_made.get(caller_key(table, noble_id), 0) >= limit:
        yield IllegalChoice("house-7.1.9", "That noble has called Parliament as often as he may.")


def authority_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """Nobles without the right to call, or without the card for it (house-7.1.3)."""
    yield from right_stops(table, seat, noble_id)
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        return
    if any(not held(table, seat, card) for card in cards_needed(table, noble_id)):
        yield IllegalChoice("house-7.1.3", "The Chancellor needs his card to call Parliament.")


def right_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """A noble with no right to call: neither a sole King's keeper nor, if there is no sole King,
    the Chancellor.

    A sole King whom nobody holds bars the Chancellor too (classic-turn.5).
    """
    state, noble = table.state, table.state.nobles.get(noble_id)
    by = None if noble is None else authority(table, noble_id)
    if by is None and sole_king(state) is not None:
        chancellor = noble is not None and noble.office == CHANCELLOR
        yield IllegalChoice(
            "house-7.1.4" if chancellor else "house-7.1.1",
            "While there is a sole King, only his keeper can call Parliament.",
        )
    elif by is None:
        yield IllegalChoice("house-1.19", "Only a sole King or the Chancellor can call Parliament.")
    if noble is None or noble.seat != seat:
        yield IllegalChoice("house-1.3", "Name a noble of your own to call Parliament.")
        return
    yield from held_stops(state, noble_id)


def _writ_stops(table: KTable, seat: Seat) -> Stops:
    if not held(table, seat, WRIT):
        yield IllegalChoice("house-7.1.2", "You need a Writ to call Parliament.")


# The place (house-7.1.10, house-7.1.11, house-7.1.12, house-7.1.13)


def place_stops(table: KTable, seat: Seat, noble: NobleId) -> Stops:
    """The place is a town or city on the mainland with the caller inside, not Under Siege; a
    fortress must be his faction's own, but a town without walls may be anybody's (base-15.2)."""
    state, inside = table.state, _caller_inside(table, noble)
    if inside is None:
        yield IllegalChoice("house-7.1.10", "The caller must be inside a town or city.")
        return
    place = table.content.board.places[inside]
    if place.id in state.sieges:
        yield IllegalChoice("house-7.1.13", "Parliament cannot meet in a place Under Siege.")
    if not table.content.board.is_mainland(place.square):
        yield IllegalChoice("house-7.1.11", "Parliament meets only on the mainland.")
    if not place.is_town_or_city:
        yield IllegalChoice("house-7.1.10", "The caller must be inside a town or city.")
    if place.is_fortress and controller(state, place.id) != seat:
        yield IllegalChoice("house-7.1.12", "You must control the place where Parliament meets.")


def _own_place_stops(table: KTable, seat: Seat, noble: NobleId) -> Stops:
    """Even a town without walls must be the caller's alone (house-7.1.12)."""
    yield from place_stops(table, seat, noble)
    inside = _caller_inside(table, noble)
    place = None if inside is None else table.content.board.places[inside]
    if place is not None and not place.is_fortress and occupants(table.state, place.id) != {seat}:
        yield IllegalChoice("house-7.1.12", "You must control the place where Parliament meets.")


# The summons (house-7.1.14, house-7.1.16)


def _summons_stops(table: KTable, seat: Seat, noble: NobleId, by: Iterable[NobleId]) -> Stops:
    """A Writ summons a noble of another player who can come to the place from which one of the
    nobles in ``by`` calls; no Writ is wasted on a noble kept away by an Event card."""
    state = table.state
    if noble not in state.nobles or state.nobles[noble].seat == seat:
        yield IllegalChoice("house-7.1.14", "A Writ can summon only another player’s noble.")
    elif besieged(state, noble):
        yield IllegalChoice("house-7.1.16", "A Writ cannot summon a noble Under Siege.")
    yield from held_stops(state, noble)
    for caller in by if noble in state.nobles else ():
        within = _caller_inside(table, caller) if caller in state.nobles else None
        square = NOWHERE if within is None else table.content.board.places[within].square
        if state.nobles[noble].square != square:
            yield from missing_stops(state, table.content, state.nobles[noble].seat, square)
