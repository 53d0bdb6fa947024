"""The lands off the map: who may go there, and where nobody fights.

Ireland is open to everybody (ishkibibble-ireland.1). The Continent (ishkibibble-continent.1) and
Scotland (ishkibibble-scotland.1) can be reached only through an Event card. Scotland has no port
(ishkibibble-scotland.2) and is beyond the Cheviots (ishkibibble-scotland.3); Ireland
(ishkibibble-ireland.2) and the Continent (ishkibibble-continent.2) take any number of ships. There
is fighting in Ireland (ishkibibble-ireland.3), but not on the Continent (ishkibibble-continent.3)
or in Scotland (ishkibibble-scotland.4).

Dublin is in the square of Ireland, so nobles can walk from one to the other (ishkibibble-dublin.7).
Dublin is a city with a garrison of its own (ishkibibble-dublin.1). The Lieutenant has the city
through his card (ishkibibble-dublin.5), and anybody else must take it (ishkibibble-dublin.6).
Dublin has no votes (ishkibibble-dublin.2), and Parliament never meets there, because it is off the
mainland (ishkibibble-dublin.3). Edmund begins inside it (ishkibibble-dublin.4).

Nobles who have taken refuge abroad (ishkibibble-refuge).

Treaties with the French and the Scots: what they prevent, and what ends them.

A sole King makes the treaties (ishkibibble-treatyfrance.1, ishkibibble-treatyscotland.1), and each
opens its land to the faction that holds him.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.kernel import IllegalChoice, Seat, Stops
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Board
from bot.rules.kingmaker.components import EventCard
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.state import Exile, KTable, State
from bot.rules.kingmaker.succession import heirs_with, holder_seat

_ENTRY = {"continent": "ishkibibble-continent.1", "scotland": "ishkibibble-scotland.1"}
_QUIET = {"continent": "ishkibibble-continent.3", "scotland": "ishkibibble-scotland.4"}


def way_abroad(state: State, content: Content, seat: Seat, land: PlaceId) -> bool:
    """Whether an Event card has opened a land to a faction: a treaty made by a King it holds
    (ishkibibble-treatyfrance.3, ishkibibble-treatyscotland.3), or a refuge, for this phase
    (ishkibibble-refuge.2)."""
    if any((e.seat, e.land, e.opened) == (seat, land, True) for e in state.exiles):
        return True
    return by_treaty(state, content, seat, land)


def by_treaty(state: State, content: Content, seat: Seat, land: PlaceId) -> bool:
    """Whether a King held by a faction has opened a land to it by a treaty."""
    king = state.treaties.get(land)
    return king is not None and holder_seat(state, content, king) == seat


def lands_open(state: State, content: Content, seat: Seat) -> tuple[PlaceId, ...]:
    """The lands that need a card and are open to a faction now."""
    behind = content.ruleset.opened_by_events
    return tuple(land for land in behind if way_abroad(state, content, seat, land))


def shut_squares(board: Board, content: Content, opened: Iterable[str]) -> frozenset[SquareId]:
    """The squares of the lands that only a card opens, except those that are ``opened``."""
    behind = set(content.ruleset.opened_by_events) - set(opened)
    return frozenset(board.places[land].square for land in behind)


def entry_stops(table: KTable, seat: Seat, square: SquareId) -> Stops:
    """What keeps a faction out of a square overseas, by land or from aboard ship."""
    for land in table.content.ruleset.opened_by_events:
        there = table.content.board.places[land].square == square
        if there and not way_abroad(table.state, table.content, seat, land):
            name = table.content.board.places[land].name
            reason = f"No card lets you into this land ({name}). You need a treaty or a refuge."
            yield IllegalChoice(_ENTRY[land], reason)


def peaceful_stops(board: Board, square: SquareId) -> Stops:
    """The lands where nobody ever fights."""
    land = board.quiet.get(square)
    if land is not None:
        yield IllegalChoice(
            _QUIET[land], f"Nobody fights in this land ({board.places[land].name})."
        )


def refugees(table: KTable) -> set[str]:
    """All the nobles in refuge, whom nobody can summon to Parliament (ishkibibble-refuge.8), and
    the heirs with them."""
    nobles = {noble for exile in table.state.exiles for noble in exile.nobles}
    return nobles | {heir for noble in nobles for heir in heirs_with(table.state, noble)}


def in_land(table: KTable, exile: Exile) -> list[NobleId]:
    """The nobles of a refuge's faction who are in its land."""
    state, square = table.state, table.content.board.places[exile.land].square
    mine = state.relations.of_seat.get(exile.seat, ())
    return [noble for noble in mine if state.nobles[noble].square == square]


def shelter(table: KTable, noble_id: NobleId) -> PlaceId | None:
    """Include a noble in his faction's refuge in the land where he is, and return that land, or
    None if there is no such refuge.
    """
    for exile in table.state.exiles:
        already = {noble for other in table.state.exiles for noble in other.nobles}
        if not exile.opened and noble_id in in_land(table, exile) and noble_id not in already:
            exile.nobles.append(noble_id)
            return exile.land
    return None


FRANCE = PlaceId("continent")
"""The land of the French, under whose treaty Calais is English (ishkibibble-treatyfrance.2)."""


def end_treaties_of(table: KTable, king: HeirId) -> None:
    """A King has died, and with him his treaties (ishkibibble-treatyfrance.4,
    ishkibibble-treatyscotland.4)."""
    for land in [land for land, maker in table.state.treaties.items() if maker == king]:
        end_treaty(table, land, CardId("death"))


def kept_off(table: KTable, card: EventCard) -> bool:
    """A card was drawn at the start of a turn: its effect on treaties, and theirs on it.

    A Raid, a Siege by the French, an Invasion or a War ends every treaty. A treaty with the Scots
    prevents their Raid or Invasion this once (ishkibibble-treatyscotland.2), and one with the
    French their Siege of Calais (ishkibibble-treatyfrance.2).
    """
    if not card.ends_treaties:
        return False
    off = card.barred_by in table.state.treaties
    for land in list(table.state.treaties):
        end_treaty(table, land, card.id)
    if off:
        table.emit(facts.EventIdle(card.id, "treaty"))
    return off


def end_treaty(table: KTable, land: PlaceId, by: CardId) -> None:
    """A treaty is over. ``by`` says what ended it: death, an Event card, or a correction."""
    king = table.state.treaties.pop(land)
    if land == FRANCE:
        table.state.calais_with = None
    table.emit(facts.TreatyEnded(land, king, by))
