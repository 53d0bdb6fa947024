"""Views: everything a seat may see of a game, and nothing more.

The standings of the factions: what everybody can count, and how far each is from winning.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.rules.kernel import Seat, commitment, every_seat
from bot.rules.kingmaker.conditions.abroad import lands_open
from bot.rules.kingmaker.conditions.custody import stands_with
from bot.rules.kingmaker.conditions.lasting import invaders
from bot.rules.kingmaker.entering import let_in_by_others
from bot.rules.kingmaker.forces.strength import (
    card_troops,
    controller,
    following,
    garrison,
    royal_guards,
    troops,
)
from bot.rules.kingmaker.forces.votes import commons_votes, lords_votes
from bot.rules.kingmaker.ids import (
    NOWHERE,
    CardId,
    HeirId,
    NobleId,
    PersonId,
    PlaceId,
    ShipId,
    SquareId,
)
from bot.rules.kingmaker.parliament.chancery import business_under_way
from bot.rules.kingmaker.procedures import Goal, procedures
from bot.rules.kingmaker.ships.command import ShipView, ships_seen
from bot.rules.kingmaker.state import (
    Booty,
    Courted,
    Custody,
    Deal,
    KTable,
    OpenDeed,
    Pact,
    Peace,
    Pledge,
    Result,
    Sitting,
    Spell,
    State,
)
from bot.rules.kingmaker.succession import (
    BEAUFORT,
    BEAUFORT_HEIR,
    beaufort_is_heir,
    heirs_of,
    holder_seat,
    house_of,
    line,
    whereabouts,
)
from bot.rules.kingmaker.tables import ScoreSheet
from bot.rules.kingmaker.victory.reign import NEEDED


class NobleView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A noble on the board with his cards; ``troops`` counts his strength where he is."""

    seat: Seat
    square: SquareId
    troops: int
    inside: PlaceId | None = None
    aboard: ShipId | None = None
    title: CardId | None = None
    office: CardId | None = None
    cards: tuple[CardId, ...] = ()
    heirs: tuple[HeirId, ...] = ()
    captor: Seat | None = None
    under_peace: str = ""
    """The noble's position under the King's Peace: excused, returned, or nothing."""
    boards: bool = False
    """Whether the noble has neither gone into a place nor landed in his player's current movement
    phase (house-8.6.12).
    """
    marched: bool = False
    """Whether the noble has moved over land in the current movement phase."""
    came_from: SquareId = NOWHERE
    """The square from which the noble set out in his player's last or current movement phase; empty
    if he has not marched.
    """


class HeirView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A royal heir: his place, his holder, and whether he is King; ``rank`` 1 is next in line."""

    house: str
    alive: bool
    crowned: bool = False
    holder: NobleId | None = None
    square: SquareId = NOWHERE
    inside: PlaceId | None = None
    rank: int = 0
    held_by: Seat | None = None
    """The seat that holds the heir in its fortress without a noble (base-11.11)."""
    handed_on: bool = False
    """Whether the heir has been entrusted to another noble in the current movement phase."""
    travelled: bool = False
    """Whether the heir has travelled with a noble in the current movement phase."""
    following: int = 0
    """The men who follow a pretender where he is (ishkibibble-pretender.5)."""


class SiegeView(msgspec.Struct, frozen=True):
    """A siege: the besieger's seat, his nobles, the turn of the siege, the garrison that counts."""

    seat: Seat
    besiegers: tuple[NobleId, ...]
    turns: int
    garrison: int


class SeatView(msgspec.Struct, frozen=True):
    """The number of a faction's hidden cards, known to everybody."""

    hand: int
    held: int


class ReignView(msgspec.Struct, frozen=True):
    """A sole King's reign that counts towards a victory: the King, his holder, the turns counted
    and the turns needed.
    """

    seat: Seat
    king: HeirId
    turns: int
    needed: int


class ExileView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refuge abroad: its owner, its land, and who is there. Only its player is told ``until``:
    the round in which the nobles must leave (ishkibibble-refuge.5)."""

    seat: Seat
    land: PlaceId
    nobles: tuple[NobleId, ...] = ()
    opened: bool = False
    until: int | None = None


class SideView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part that a seat plays, the House it serves (empty: none), how many turns of that House
    pass until its head returns, and whether its line has died out."""

    part: str
    serves: str = ""
    waits: int = 0
    extinct: bool = False


class BoardView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game as a seat (or a spectator: ``seat`` None) sees it."""

    seat: Seat | None
    ruleset: str
    round: int
    rounds_limit: int | None
    active: Seat
    first: Seat
    phase: str
    nobles: dict[NobleId, NobleView]
    heirs: dict[HeirId, HeirView]
    ships: dict[ShipId, ShipView]
    control: dict[PlaceId, NobleId]
    """The noble who controls each fortress, as everybody can see (house-8.1.1)."""
    sieges: dict[PlaceId, SiegeView]
    seats: tuple[SeatView, ...]
    crown_deck: int
    crown_discards: int
    event_deck: int
    event_discards: int
    chancery: int
    seed_hash: str
    hand: tuple[CardId, ...] = ()
    held: tuple[CardId, ...] = ()
    dealt: tuple[CardId, ...] = ()
    chancery_cards: tuple[CardId, ...] = ()
    """The cards in the Chancery, while Parliament deals with them (base-1.4)."""
    sitting: Sitting | None = None
    """The Parliament that is sitting."""
    motion: dict[str, str] = {}
    """The business being debated or voted on: its card, noble, giver and king, if they are named.
    """
    resting: bool = False
    """Whether nobody may call Parliament now: during the King's Peace or too soon after it, or
    because Parliament has met this turn (base-15.13)."""
    calls_made: dict[str, int] = {}
    """How many Parliaments each King and each noble who was Chancellor has called so far."""
    deals: tuple[Deal, ...] = ()
    """Deals on offer that this seat made or was offered."""
    promises: tuple[Pledge, ...] = ()
    """Promises made by this seat or to it, including recent ones (house-5.19b)."""
    ledger: tuple[OpenDeed, ...] = ()
    """What players have recently done to each other in the open, known to everybody."""
    offered: dict[Seat, tuple[str, ...]] = {}
    """For each deal that this seat has recently offered others, a mark of the round and the terms,
    seat by seat."""
    opened: tuple[PlaceId, ...] | None = None
    """The fortresses that are open to the active faction in the current movement phase
    (house-8.2.1); None if those are all the fortresses that it controls."""
    peace: Peace | None = None
    weather: tuple[int, int] = (0, 0)
    """Of the Event cards still to come that decide the weather, the number of bad ones and the
    total.

    Everybody who has watched the discards knows both numbers."""
    to_draw: tuple[CardId, ...] = ()
    """If cards decide fights, the Event cards still to come that can decide one.

    Everybody who has watched the discards knows these cards, but not their order, nor which of them
    players are keeping."""
    waiting: tuple[CardId, ...] = ()
    """Crown cards waiting beside the board (ishkibibble-kerns.2)."""
    invaders: dict[PlaceId, str] = {}
    """Places in the hands of invaders, and whose: french (base-19.2), scots or french_foot."""
    time_up: bool = False
    result: Result | None = None
    reign: ReignView | None = None
    """The reign that counts, if turns decide victory (classic-object.1)."""
    edition: int = 1
    """The edition of the rules that the game began with."""
    spells: tuple[Spell, ...] = ()
    """The effects of Event cards still in force, known to everybody."""
    let_in: tuple[str, ...] = ()
    """Other players' places that are Friendly to this seat by their leave (house-8.2.6,
    base-6.4).
    """
    treaties: dict[PlaceId, HeirId] = {}
    """Treaties in force, by land, with the King who made each (ishkibibble-treatyfrance.1)."""
    overseas: tuple[str, ...] = ()
    """Lands needing an Event card that are open to this seat now."""
    amnesty: tuple[NobleId, ...] = ()
    """Nobles trapped in another player's port (ishkibibble-amnesty.1)."""
    exiles: tuple[ExileView, ...] = ()
    """Refuges abroad (ishkibibble-refuge.2)."""
    custody: dict[PersonId, Custody] = {}
    booty: tuple[Booty, ...] = ()
    """Captives held for draws, and draws owed, the oldest first (ishkibibble-ransom.1)."""
    courted: tuple[Courted, ...] = ()
    """Attempts to recruit nobles, in each seat's current or last turn (families-recruit.22)."""
    sides: tuple[SideView, ...] = ()
    """The part that each seat plays, by seat, if sides are assigned."""
    pacts: tuple[Pact, ...] = ()
    """Alliances agreed beforehand and known to everybody (base-16.1)."""
    sheets: tuple[ScoreSheet, ...] = ()
    """How each seat's points add up, once a game decided by points is over."""


def view(table: KTable, seat: Seat | None) -> BoardView:
    """What a seat, or a spectator, may see: what everybody sees and, for a seat, its cards and
    deals and the places it may enter.

    Do not change the parts of a view: it shares some of them with the state.
    """
    openly = _openly(table)
    if seat is None:
        return openly
    state, mine = table.state, table.state.factions[seat]
    return msgspec.structs.replace(
        openly,
        seat=seat,
        hand=tuple(mine.hand),
        held=tuple(mine.held),
        dealt=tuple(mine.dealt),
        deals=tuple(d for d in state.deals if seat in (d.giver, d.taker)),
        promises=tuple(p for p in state.pledges if seat in (p.giver, p.taker)),
        offered=_offered(state, seat),
        let_in=let_in_by_others(table, seat),
        overseas=lands_open(state, table.content, seat),
        exiles=_exiles(state, seat),
    )


def _openly(table: KTable) -> BoardView:
    """What everybody may see: the view of a spectator."""
    state = table.state
    return BoardView(
        seat=None,
        ruleset=table.content.ruleset.id,
        edition=state.edition,
        round=state.round, active=state.active, first=state.first, phase=state.phase,
        nobles=_nobles(table),
        heirs=_heirs(table),
        ships=ships_seen(table),
        control=dict(state.control),
        sieges=_sieges(table),
        motion=business_under_way(table),
        opened=None if state.status is None else tuple(state.status),
        resting=procedures(table).parliament.resting(table),
        spells=tuple(state.spells),
        rounds_limit=state.rounds_limit,
        invaders=invaders(state),
        waiting=tuple(state.waiting),
        seats=tuple(SeatView(len(f.hand), len(f.held)) for f in state.factions),
        crown_deck=len(state.crown_deck), crown_discards=len(state.crown_discards),
        event_deck=len(state.event_deck), event_discards=len(state.event_discards),
        chancery=len(state.chancery),
        seed_hash=commitment(table.dice.seed),
        chancery_cards=tuple(state.chancery) if state.sitting is not None else (),
        sitting=state.sitting,
        calls_made=dict(state.calls_made),
        ledger=tuple(state.ledger),
        peace=state.peace,
        weather=_weather_to_come(table),
        to_draw=_deciding_cards(table),
        time_up=state.time_up, result=state.result,
        reign=_reign(state),
        treaties=dict(state.treaties),
        amnesty=tuple(state.amnesty),
        exiles=_exiles(state, None),
        pacts=tuple(state.pacts),
        custody=dict(state.custody), courted=tuple(state.courted), booty=tuple(state.booty),
        sides=tuple(SideView(s.part, s.serves, s.waits, s.extinct) for s in state.sides),
        sheets=_sheets(table),
    )  # fmt: skip


def _weather_to_come(table: KTable) -> tuple[int, int]:
    """How many bad-weather cards, and how many deciding cards in all, are still to come in the
    Event deck; if none are, how many are in its discards.

    A card without a lower half decides nothing, and another is drawn; a Writ or a Free Move is kept
    (house-5.14d). Cards that players hold count with the deck, since the numbers must not show
    which card is where.
    """
    state, content = table.state, table.content
    hidden = [*state.event_deck, *(card for seat in state.factions for card in seat.held)]
    for pile in (hidden, state.event_discards):
        deciding = content.deciding.intersection(pile)
        if deciding:
            return len(content.foul & deciding), len(deciding)
    return 0, 0


def _deciding_cards(table: KTable) -> tuple[CardId, ...]:
    """The cards with a lower half that are still to come or, if none are left, those after a
    shuffle; none where no card decides battles.
    """
    if table.content.ruleset.use.battle != "event_card":
        return ()
    state, events = table.state, table.content.events
    gone = state.events_removed
    deciding = [key for key, card in events.items() if card.combat != "none" and key not in gone]
    seen = frozenset(state.event_discards)
    return tuple(key for key in deciding if key not in seen) or tuple(deciding)


def _sheets(table: KTable) -> tuple[ScoreSheet, ...]:
    """The score sheets by seat at the end of a game; none if no points are counted."""
    if table.state.result is None:
        return ()
    counted = procedures(table).victory.sheet
    found = (counted(table, seat) for seat in every_seat(len(table.state.factions)))
    return tuple(sheet for sheet in found if sheet is not None)


def _offered(state: State, seat: Seat) -> dict[int, tuple[str, ...]]:
    pairs = ((pair.partition("-"), marks) for pair, marks in state.offered.items())
    return {int(to): tuple(marks) for (giver, _, to), marks in pairs if giver == str(seat)}


def _sieges(table: KTable) -> dict[PlaceId, SiegeView]:
    places = table.content.board.places
    return {
        place: SiegeView(
            siege.seat, tuple(siege.besiegers), siege.turns, garrison(table, places[place])
        )
        for place, siege in table.state.sieges.items()
    }


def _reign(state: State) -> ReignView | None:
    reign = state.reign
    return None if reign is None else ReignView(reign.seat, reign.king, reign.turns, NEEDED)


def _nobles(table: KTable) -> dict[NobleId, NobleView]:
    guards, heirs = royal_guards(table), table.state.relations.heirs_with
    return {
        key: _noble(table, key, guards.get(key, 0), heirs.get(key, ()))
        for key in table.state.nobles
    }


def _noble(table: KTable, key: NobleId, guard: int, heirs: Sequence[HeirId]) -> NobleView:
    """A noble, and the place where he or his keeper is."""
    state = table.state
    noble = state.nobles[key]
    where = stands_with(state, key) if state.custody else noble
    return NobleView(
        seat=noble.seat,
        square=where.square,
        troops=card_troops(state, table.content, key) + guard,
        inside=where.inside,
        aboard=where.aboard,
        title=noble.title,
        office=noble.office,
        cards=tuple(noble.cards),
        heirs=tuple(heirs),
        captor=noble.captor,
        under_peace=noble.under_peace,
        boards=noble.boards,
        marched=noble.marched,
        came_from=noble.came_from,
    )


def _heirs(table: KTable) -> dict[HeirId, HeirView]:
    state, content = table.state, table.content
    ranks = {
        heir: rank
        for house in ("lancaster", "york")
        for rank, heir in enumerate(line(state, content, house), start=1)
    }
    found = {}
    for key, heir in state.heirs.items():
        square, inside = whereabouts(state, key) if heir.alive else (NOWHERE, None)
        found[key] = HeirView(
            house=house_of(state, content, key),
            alive=heir.alive,
            crowned=heir.crowned,
            holder=heir.holder,
            square=square,
            inside=inside,
            rank=ranks.get(key, 0),
            held_by=None if heir.holder else holder_seat(state, content, key),
            handed_on=heir.handed_on,
            travelled=heir.moved_with is not None,
            following=following(table, key) if heir.alive and heir.following else 0,
        )
    if beaufort_is_heir(state, content):
        noble = stands_with(state, BEAUFORT)
        found[BEAUFORT_HEIR] = HeirView(
            house="lancaster",
            alive=True,
            crowned=state.beaufort_crowned,
            holder=BEAUFORT,
            square=noble.square,
            inside=noble.inside,
            rank=ranks[BEAUFORT_HEIR],
        )
    return found


def _exiles(state: State, seat: Seat | None) -> tuple[ExileView, ...]:
    """All the refuges abroad; only a refuge's own player is told how long it lasts
    (ishkibibble-refuge.5)."""
    return tuple(
        ExileView(e.seat, e.land, tuple(e.nobles), e.opened, e.due if e.seat == seat else None)
        for e in state.exiles
    )


class Standing(msgspec.Struct, frozen=True):
    """One faction: nobles in play, their troops, fortresses, votes of both houses, heirs.

    Votes are those that would count now if all the faction's nobles attended Parliament.
    """

    nobles: int
    troops: int
    places: int
    commons: int
    lords: int
    heirs: tuple[HeirId, ...]
    goal: Goal
    sheet: ScoreSheet | None = None
    """How the faction's points add up, if points decide."""


def standings(table: KTable) -> tuple[Standing, ...]:
    """Every faction by seat."""
    state, victory = table.state, procedures(table).victory
    commons, lords = commons_votes(table), lords_votes(table)
    owners = [controller(state, place) for place in state.control]
    return tuple(
        Standing(
            nobles=len(own := [key for key, n in state.nobles.items() if n.seat == seat]),
            troops=sum(troops(table, key) for key in own if key not in state.custody),
            places=owners.count(seat),
            commons=commons[seat],
            lords=lords[seat],
            heirs=tuple(heirs_of(state, table.content, seat)),
            goal=victory.goal(table, seat),
            sheet=victory.sheet(table, seat),
        )
        for seat in every_seat(len(state.factions))
    )
