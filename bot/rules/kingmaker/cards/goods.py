"""What can change hands, and what stands in the way (house §8.7).

Things are named by tokens: ``hand:`` a Crown card in hand, ``held:`` an Event card, ``place:`` the
control of a fortress, ``ship:`` a ship's card, ``beside:`` a bishop or mercenaries, ``heir:`` an
heir. Each rule is written once, as a stop: one set of stops for the thing, one for the receiver,
one for the way between the two.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import IllegalChoice, Seat, Stops, free
from bot.rules.kingmaker.conditions.custody import captive_stops, captives, hostage_stops
from bot.rules.kingmaker.conditions.kings_peace import siege_stops
from bot.rules.kingmaker.conditions.lasting import defeat_stops
from bot.rules.kingmaker.forces.camps import AT_CAMP, award_stops, takers
from bot.rules.kingmaker.forces.strength import bishops_of, meeting_point, nobles_of
from bot.rules.kingmaker.ids import NOWHERE, CardId, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.procedures import Trade, Way, procedures
from bot.rules.kingmaker.state import KTable, State

_HIDDEN = ("hand:", "held:")
_PLACE, _SHIP = "place:", "ship:"
"""The prefixes of tokens for places and for ships; the second stands for cards of any kind."""
_CARDS = (_SHIP, "beside:")
_AT_CAMP = frozenset(f"beside:{card}" for card in AT_CAMP)


# What a faction has to give (house-8.7.1, house-8.7.2)

Thing = tuple[str, Way, NobleId]
"""A thing on the table: its token, how it passes, and the noble who holds it."""


def public_goods(table: KTable, seat: Seat) -> dict[str, NobleId]:
    """Everything on the table that a faction could give away, and the noble who holds it."""
    goods = _on_the_table(table, procedures(table).trade)[seat]
    return {token: owner for token, _, owner in goods}


def _on_the_table(table: KTable, trade: Trade) -> list[list[Thing]]:
    """Everything in the open that could be given away, by faction: places first, then the ships,
    bishops, mercenaries and heirs of each noble in turn."""
    state, known = table.state, table.content.tokens
    nobles, kept = state.nobles, captives(state)
    found: list[list[Thing]] = [[] for _ in state.factions]
    way = trade.way_of(table, _PLACE)
    for place, noble in trade.places(table):
        if noble not in kept:
            found[nobles[noble].seat].append((f"place:{place}", way, noble))
    heirs_with = state.relations.heirs_with
    for key, bearer in nobles.items():
        if bearer.captor is None:
            tokens = [known[card] for card in bearer.cards if card in known]
            tokens += [f"heir:{heir}" for heir in heirs_with.get(key, ())]
            found[bearer.seat] += [(token, trade.way_of(table, token), key) for token in tokens]
    return found


def hidden_goods(table: KTable, seat: Seat) -> list[str]:
    """The hidden cards that a faction could give away.

    Hidden cards include the Event cards for calling Parliament (house-7.1.5).
    """
    faction = table.state.factions[seat]
    return [f"hand:{card}" for card in faction.hand] + [f"held:{card}" for card in faction.held]


def is_hidden(token: str) -> bool:
    """Whether a thing is a hidden card."""
    return token.startswith(_HIDDEN)


def owner_of(table: KTable, token: str) -> NobleId | None:
    """The noble through whom a thing on the table is held."""
    kind, _, name = token.partition(":")
    state = table.state
    if kind == "place":
        return state.control.get(PlaceId(name))
    if kind == "heir":
        return state.heirs[HeirId(name)].holder
    return next((k for k, noble in state.nobles.items() if name in noble.cards), None)


# The thing (house-8.7.1, house-8.7.2, house-8.7.4, house-8.7.11)


def never_stops(table: KTable, token: str) -> Stops:
    """Nobles never change hands; titles and offices do so only in Parliament, if at all
    (base-17.1).

    A card in hand is just a card and can be passed at any time (base-17.2). Places may be named
    after nobles, so only things that name a noble or belong to one are checked.
    """
    kind, _, name = token.partition(":")
    card = table.content.crown.get(CardId(name)) if kind in ("noble", "beside") else None
    if kind == "noble" or (card is not None and card.kind == "noble"):
        yield IllegalChoice("house-8.7.1", "Nobles cannot change sides in a deal.")
    if card is not None and card.kind in ("title", "office"):
        yield IllegalChoice("house-8.7.11", "Titles and offices change hands only in Parliament.")


def not_his_stops(table: KTable, token: str, *, within: bool) -> Stops:
    """Nobody can give, or be asked for, something he does not have, something a captive has, or
    something others may not know he has."""
    reason = "Each player can give only his own things, on the table or in his hand."
    if is_hidden(token):
        yield IllegalChoice("house-8.7.2", reason)
        return
    owner = owner_of(table, token)
    if owner is not None and not token.startswith("heir:"):
        yield from captive_stops(table.state, owner)
    yield procedures(table).trade.refused(reason, within=within)


def embargo_stops(table: KTable, token: str, giver: Seat) -> Stops:
    """While any place is Under Siege, no card and no place passes between players
    (ishkibibble-embargo.1).

    A ransom is not trade, and an heir is not a card. A defeatist faction gives no cards away
    (ishkibibble-defeatism.2).
    """
    if token.startswith("heir:"):
        yield from hostage_stops(table.state, HeirId(token.removeprefix("heir:")))
    elif not token.startswith("place:"):
        yield from defeat_stops(table.state, giver)
    if not token.startswith("heir:"):
        yield from siege_stops(table)


def token_stops(
    table: KTable, token: str, giver: Seat, taker: Seat, trade: Trade | None = None
) -> Stops:
    """What keeps a thing from passing between two players now.

    This table's rules of trade apply, unless others are named.
    """
    kind, _, name = token.partition(":")
    faction = table.state.factions[giver]
    if trade is None and giver != taker:
        yield from embargo_stops(table, token, giver)
    if is_hidden(token):
        if name not in (faction.hand if kind == "hand" else faction.held):
            yield _gone(table, token)
        return
    owner = owner_of(table, token)
    if owner is None or table.state.nobles[owner].seat != giver:
        yield _gone(table, token)
        return
    if trade is None:  # a ransom is another matter
        yield from captive_stops(table.state, owner)
    yield from passing_stops(table, token, owner, nobles_of(table.state, taker), trade)


def _gone(table: KTable, token: str) -> IllegalChoice:
    kind, _, name = token.partition(":")
    content = table.content
    if kind == "held":
        thing = "The Event card"
    elif kind == "place":
        thing = content.board.places[PlaceId(name)].name
    else:
        thing = (
            content.heirs[HeirId(name)].name if kind == "heir" else content.crown[CardId(name)].name
        )
    return IllegalChoice(
        "house-8.7.2", f"{thing} no longer belongs to the player who would give it."
    )


def can_give(table: KTable, token: str, giver: Seat, taker: Seat) -> bool:
    """Whether a thing can pass from one player to another now."""
    return free(token_stops(table, token, giver, taker))


# The way from giver to receiver (house-8.7.4, house-8.7.8, house-8.7.9, house-8.7.13)


def _meeting_stops(table: KTable, way: Way, owner: NobleId, noble: NobleId, trade: Trade) -> Stops:
    """Things that cannot pass from afar pass where giver and receiver meet (house-8.7.4,
    house-8.7.8).
    """
    nobles = table.state.nobles
    within = nobles[owner].seat == nobles[noble].seat
    if noble == owner:
        yield trade.refused("That noble already has it. Name another.", within=within)
    if way == "anywhere":
        return
    if meeting_point(table.state, nobles[owner]) != meeting_point(table.state, nobles[noble]):
        yield trade.apart(within=within)


def _bishop_stops(table: KTable, way: Way, noble: NobleId) -> Stops:
    """A bishop passes only to a noble without one (house-8.7.9)."""
    if way == "bishop" and bishops_of(table, noble):
        yield IllegalChoice("house-8.7.9", "Give a bishop only to a noble who has none.")


def _taker_stops(table: KTable, token: str, owner: NobleId, noble: NobleId, trade: Trade) -> Stops:
    """What keeps a noble from receiving a thing that another gives."""
    way = trade.way_of(table, token)
    yield from trade.receiver_stops(table, noble)
    yield from _meeting_stops(table, way, owner, noble, trade)
    yield from _bishop_stops(table, way, noble)
    yield from award_stops(table, CardId(token.removeprefix("beside:")), noble)


def passing_stops(
    table: KTable, token: str, owner: NobleId, nobles: Sequence[NobleId], trade: Trade | None = None
) -> Stops:
    """What keeps a thing on the table from passing to any of these nobles.

    If none of them may take it, the rule that excludes the last one is given.
    """
    trade = procedures(table).trade if trade is None else trade
    way = trade.way_of(table, token)
    if any(free(_taker_stops(table, token, owner, noble, trade)) for noble in nobles):
        seats = (table.state.nobles[noble].seat for noble in (owner, nobles[-1]))
        yield from trade.time_stops(table, *seats)
        yield from trade.giver_stops(table, way, owner)
        return
    able = [noble for noble in nobles if free(trade.receiver_stops(table, noble))]
    near = [noble for noble in able if free(_meeting_stops(table, way, owner, noble, trade))]
    if not nobles:
        yield trade.refused("No noble there could receive it.", within=False)
    else:
        known = table.state.nobles
        yield from trade.time_stops(table, known[owner].seat, known[nobles[-1]].seat)
        if not able:
            yield from trade.receiver_stops(table, nobles[-1])
    yield from trade.giver_stops(table, way, owner)
    if able and not near:
        yield from _meeting_stops(table, way, owner, able[-1], trade)
    if near and not any(free(_bishop_stops(table, way, noble)) for noble in near):
        yield from _bishop_stops(table, way, near[-1])
    if near and not _takers(table, token, tuple(near)):
        yield from award_stops(table, CardId(token.removeprefix("beside:")), near[-1])


def _takers(table: KTable, token: str, nobles: tuple[NobleId, ...]) -> tuple[NobleId, ...]:
    """The nobles among these who may be given a thing where they are."""
    return takers(table, CardId(token.removeprefix("beside:")), nobles)


def by_takers(
    table: KTable, tokens: Sequence[str], nobles: tuple[NobleId, ...]
) -> dict[tuple[NobleId, ...], list[str]]:
    """Things, keyed by the nobles who may be given them."""
    if not nobles:
        return {}
    if _AT_CAMP.isdisjoint(tokens):
        return {nobles: list(tokens)} if tokens else {}
    found: dict[tuple[NobleId, ...], list[str]] = {}
    for token in tokens:
        if able := _takers(table, token, nobles):
            found.setdefault(able, []).append(token)
    return found


class Goods:
    """What a faction has on the table: each thing, how it passes, and who holds it."""

    def __init__(self, table: KTable, seat: Seat, things: list[Thing]) -> None:
        self.things = things
        """Everything the faction has on the table."""
        self.loose = things
        """What may pass to other factions at all: all places or none, all cards or none, and heirs
        who are not held for ransom.
        """
        if not free(embargo_stops(table, _PLACE, seat)):
            self.loose = [thing for thing in self.loose if not thing[0].startswith(_PLACE)]
        if not free(embargo_stops(table, _SHIP, seat)):
            self.loose = [thing for thing in self.loose if not thing[0].startswith(_CARDS)]
        if table.state.custody:
            self.loose = [t for t in self.loose if free(embargo_stops(table, t[0], seat))]
        self.anywhere = tuple([token for token, way, _ in self.loose if way == "anywhere"])

    def held(self) -> dict[tuple[Way, NobleId], list[str]]:
        """What the faction has on the table, by how it passes and who holds it."""
        found: dict[tuple[Way, NobleId], list[str]] = {}
        for token, way, owner in self.things:
            found.setdefault((way, owner), []).append(token)
        return found

    def near(self) -> dict[NobleId, list[tuple[str, Way]]]:
        """Things that pass to another faction only where nobles of both meet, by who holds them."""
        found: dict[NobleId, list[tuple[str, Way]]] = {}
        for token, way, owner in self.loose:
            if way != "anywhere":
                found.setdefault(owner, []).append((token, way))
        return found


def groups_who_meet(state: State) -> list[list[NobleId]]:
    """The groups of two or more nobles who meet (house-8.7.15)."""
    relations = state.relations
    at_sea: dict[str, list[NobleId]] = {}
    for key in relations.by_square.get(NOWHERE, ()):
        at_sea.setdefault(meeting_point(state, state.nobles[key]), []).append(key)
    together = {at: met for at, met in relations.by_square.items() if len(met) > 1 and at}
    ashore = [met for _, met in relations.in_order(together)]
    return [*ashore, *(met for met in at_sea.values() if len(met) > 1)]


class Meeting:
    """What each faction has to give, and who could receive it; each question is answered only once.

    Things pass by this table's rules of trade, unless others are named.
    """

    def __init__(self, table: KTable, trade: Trade | None = None) -> None:
        self._table = table
        self._trade = procedures(table).trade if trade is None else trade
        self._groups = groups_who_meet(table.state)
        self._with = {key: group for group in self._groups for key in group}
        self._able: dict[Seat, list[NobleId]] = {}
        self._takes: dict[NobleId, bool] = {}
        self._receivers: dict[tuple[Way, NobleId, Seat], tuple[NobleId, ...]] = {}
        self._passing: dict[tuple[Seat, Seat], tuple[str, ...]] = {}
        self._met: dict[tuple[Seat, Seat], set[str]] | None = None
        self._things = _on_the_table(table, self._trade)
        self._goods: dict[Seat, Goods] = {}

    def goods(self, seat: Seat) -> Goods:
        """What a faction has on the table."""
        if seat not in self._goods:
            self._goods[seat] = Goods(self._table, seat, self._things[seat])
        return self._goods[seat]

    def passing(self, giver: Seat, taker: Seat) -> tuple[str, ...]:
        """What a faction could pass to another faction now."""
        if not free(self._trade.time_stops(self._table, giver, taker)):
            return ()
        pair = (giver, taker)
        if pair not in self._passing:
            self._passing[pair] = self._passed(giver, taker)
        return self._passing[pair]

    def _passed(self, giver: Seat, taker: Seat) -> tuple[str, ...]:
        """What could pass from one faction to another at all, worked out from scratch."""
        goods = self.goods(giver)
        if self._met is None:
            self._met = self._meetings()
        met = self._met.get((giver, taker), ())
        takers = self._table.state.relations.of_seat.get(taker, ())
        anywhere = goods.anywhere if any(map(self._takes_any, takers)) else ()
        if not met or not anywhere:
            return anywhere or tuple(token for token, _, _ in goods.loose if token in met)
        return tuple(t for t, way, _ in goods.loose if way == "anywhere" or t in met)

    def _meetings(self) -> dict[tuple[Seat, Seat], set[str]]:
        """Things that pass where nobles of both factions meet, by giver and possible receiver."""
        found: dict[tuple[Seat, Seat], set[str]] = {}
        nobles = self._table.state.nobles
        near: dict[Seat, dict[NobleId, list[tuple[str, Way]]]] = {}
        for group in self._groups:
            seats = {nobles[key].seat for key in group}
            for owner in group if len(seats) > 1 else ():
                giver = nobles[owner].seat
                if giver not in near:
                    near[giver] = self.goods(giver).near()
                for token, way in near[giver].get(owner, ()):
                    for taker in seats - {giver}:
                        if _takers(self._table, token, self.receivers(way, owner, taker)):
                            found.setdefault((giver, taker), set()).add(token)
        return found

    def receivers(self, way: Way, owner: NobleId, seat: Seat) -> tuple[NobleId, ...]:
        """The nobles of a faction who could receive those of this noble's things that pass in this
        way."""
        asked = (way, owner, seat)
        if asked not in self._receivers:
            self._receivers[asked] = tuple(self._sought(way, owner, seat))
        return self._receivers[asked]

    def _sought(self, way: Way, owner: NobleId, seat: Seat) -> list[NobleId]:
        # What can pass anywhere can go to anyone but its holder; anything else only to nobles he
        # meets.
        if way == "anywhere":
            return [noble for noble in self._able_of(seat) if noble != owner]
        nobles, with_him = self._table.state.nobles, self._with.get(owner, ())
        among = [n for n in with_him if n != owner and nobles[n].seat == seat]
        able = [noble for noble in among if self._takes_any(noble)]
        if not able or not free(self._trade.giver_stops(self._table, way, owner)):
            return []
        return [noble for noble in able if free(_bishop_stops(self._table, way, noble))]

    def _able_of(self, seat: Seat) -> list[NobleId]:
        """The nobles of a faction who could receive anything at all."""
        if seat not in self._able:
            nobles = nobles_of(self._table.state, seat)
            self._able[seat] = [noble for noble in nobles if self._takes_any(noble)]
        return self._able[seat]

    def _takes_any(self, noble: NobleId) -> bool:
        """Whether a noble could receive anything at all."""
        if noble not in self._takes:
            self._takes[noble] = free(self._trade.receiver_stops(self._table, noble))
        return self._takes[noble]


def receivers(
    table: KTable, token: str, seat: Seat, trade: Trade | None = None
) -> tuple[NobleId, ...]:
    """The nobles of a faction who could receive a thing now."""
    owner = None if is_hidden(token) else owner_of(table, token)
    if owner is None:
        return ()
    trade = procedures(table).trade if trade is None else trade
    way = trade.way_of(table, token)
    return _takers(table, token, Meeting(table, trade).receivers(way, owner, seat))
