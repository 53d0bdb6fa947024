"""What can change hands, when and where, and what stands in the way (house §8.7, base §17).

Things are named by tokens: ``hand:`` a Crown card in hand, ``held:`` an Event card, ``place:`` the
control of a fortress, ``ship:`` a ship's card, ``beside:`` a bishop or mercenaries, ``heir:`` an
heir. Each rule is written once, as a stop: one set of stops for the thing, one for the receiver,
one for the way between the two. When and where things pass is a procedure of the rule set (a
trade). Crews that have entered a port to besiege it get no cards (house §5.12).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.rules.kernel import IllegalChoice, Seat, Stops, free
from bot.rules.kingmaker.conditions.custody import (
    captive_stops,
    captives,
    held_stops,
    hostage_stops,
)
from bot.rules.kingmaker.conditions.kings_peace import siege_stops
from bot.rules.kingmaker.conditions.lasting import defeat_stops
from bot.rules.kingmaker.forces.camps import award_stops, takers
from bot.rules.kingmaker.forces.strength import (
    besieged,
    bishops_of,
    meeting_point,
    nobles_of,
    under_siege,
)
from bot.rules.kingmaker.ids import NO_SHIP, NOWHERE, CardId, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.procedures import TRADES, Trade, Way, procedures
from bot.rules.kingmaker.state import KTable, State

_HIDDEN = ("hand:", "held:")
_PLACE, _SHIP = "place:", "ship:"
"""The prefixes of tokens for places and for ships; the second stands for cards of any kind."""
_CARDS = (_SHIP, "beside:")


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
            for token in tokens:
                found[bearer.seat].append((token, trade.way_of(table, token), key))
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
        heir = state.heirs.get(HeirId(name))
        return None if heir is None else heir.holder
    return state.bearer(CardId(name))


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
    """While any place is under siege, no card and no place passes between players
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
    elif kind == "heir" and giver != taker:  # nobody pays a ransom with a hostage either
        yield from hostage_stops(table.state, HeirId(name))
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
    if near and not takers(table, CardId(token.removeprefix("beside:")), tuple(near)):
        yield from award_stops(table, CardId(token.removeprefix("beside:")), near[-1])


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
    """What each faction has on the table, and who could receive it.

    Things pass by this table's rules of trade, unless others are named.
    """

    def __init__(self, table: KTable, trade: Trade | None = None) -> None:
        self._table = table
        self._trade = procedures(table).trade if trade is None else trade
        self._with = {key: group for group in groups_who_meet(table.state) for key in group}
        self._takes: dict[NobleId, bool] = {}
        self._receivers: dict[tuple[Way, NobleId, Seat], tuple[NobleId, ...]] = {}
        self.things = _on_the_table(table, self._trade)
        """What each faction has on the table, by seat."""

    def passing(self, giver: Seat, taker: Seat) -> tuple[str, ...]:
        """What a faction could pass to another faction now."""
        takers = self._table.state.relations.of_seat.get(taker, ())
        if not any(map(self._takes_any, takers)):
            return ()
        if not free(self._trade.time_stops(self._table, giver, taker)):
            return ()
        met = {noble for key in takers for noble in self._with.get(key, ())}
        found = list[str]()
        for token, way, owner in self._loose(giver):
            if way == "anywhere" or (owner in met and self.takers(token, way, owner, taker)):
                found.append(token)
        return tuple(found)

    def _loose(self, seat: Seat) -> list[Thing]:
        """What may pass to other factions at all: all places or none, all cards or none, and heirs
        who are not held for ransom.
        """
        table, things = self._table, self.things[seat]
        if not free(embargo_stops(table, _PLACE, seat)):
            things = [thing for thing in things if not thing[0].startswith(_PLACE)]
        if not free(embargo_stops(table, _SHIP, seat)):
            things = [thing for thing in things if not thing[0].startswith(_CARDS)]
        if table.state.custody:
            things = [t for t in things if free(embargo_stops(table, t[0], seat))]
        return things

    def takers(self, token: str, way: Way, owner: NobleId, seat: Seat) -> tuple[NobleId, ...]:
        """The nobles of a faction who could receive this thing from the noble who holds it."""
        nobles = self.receivers(way, owner, seat)
        return takers(self._table, CardId(token.removeprefix("beside:")), nobles)

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
        state = self._table.state
        with_him = nobles_of(state, seat) if way == "anywhere" else self._with.get(owner, ())
        among = [n for n in with_him if n != owner and state.nobles[n].seat == seat]
        able = [noble for noble in among if self._takes_any(noble)]
        if way == "anywhere" or not able:
            return able
        if not free(self._trade.giver_stops(self._table, way, owner)):
            return []
        return [noble for noble in able if free(_bishop_stops(self._table, way, noble))]

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
    return Meeting(table, trade).takers(token, way, owner, seat)


def comes_to_besiege(table: KTable, noble_id: NobleId) -> bool:
    """Whether a noble is aboard a ship that has entered a port as an enemy, and must besiege it in
    the coming combat (house-5.12b).
    """
    state = table.state
    ship = state.ships.get(state.nobles[noble_id].aboard or NO_SHIP)
    if ship is None or not ship.hostile:
        return False
    return procedures(table).siege.binds_ships


def _captive_stops(table: KTable, noble: NobleId) -> Stops:
    if table.state.custody:
        yield from held_stops(table.state, noble)
    if table.state.nobles[noble].captor is not None:
        yield IllegalChoice("house-5.19a", "A captive can receive nothing until he is ransomed.")


@TRADES.named("anywhere")
class Anywhere:
    """Places and ships may be handed over anywhere (house-8.7.4), other things only within one
    square (house-8.7.8), and no more than one bishop to each noble (house-8.7.9), as long as nobody
    is in combat.
    """

    def places(self, table: KTable) -> Iterable[tuple[PlaceId, NobleId]]:
        """All the places that anybody controls."""
        return table.state.control.items()

    def way_of(self, table: KTable, token: str) -> Way:
        """How a thing on the table passes."""
        if token.startswith(("place:", "ship:")):
            return "anywhere"
        card = table.content.crown.get(CardId(token.removeprefix("beside:")))
        return "bishop" if card is not None and card.kind == "bishop" else "near"

    def time_stops(self, table: KTable, giver: Seat, taker: Seat) -> Stops:
        """Things may pass at any time."""
        yield from ()

    def receiver_stops(self, table: KTable, noble: NobleId) -> Stops:
        """A captive receives nothing (house-5.19a), nor does a noble under siege (house-8.7.13) or
        one who has come to besiege a port from his ship (house-5.12b)."""
        yield from _captive_stops(table, noble)
        if besieged(table.state, noble):
            yield IllegalChoice("house-8.7.13", "A noble under siege may give, but not receive.")
        elif comes_to_besiege(table, noble):
            yield IllegalChoice(
                "house-5.12b",
                "A noble besieging a port from his ship can receive nothing.",
            )

    def giver_stops(self, table: KTable, way: Way, noble: NobleId) -> Stops:
        """A noble under siege gives only places and ships (house-8.7.13), and a captive nothing."""
        if table.state.custody:
            yield from held_stops(table.state, noble)
        if way != "anywhere" and besieged(table.state, noble):
            yield IllegalChoice(
                "house-8.7.13", "A noble under siege may give away only places and ships."
            )

    def refused(self, reason: str, *, within: bool) -> IllegalChoice:
        """The same rule governs passing things within a faction and between factions."""
        return IllegalChoice("house-8.7.4", reason)

    def apart(self, *, within: bool) -> IllegalChoice:
        """Nobles at sea meet in a sea square (house-8.7.15)."""
        return IllegalChoice(
            "house-8.7.8",
            "You can pass that only between nobles in the same square, or between ships in the "
            "same sea square.",
        )

    def traded(self, table: KTable, seat: Seat, card: CardId) -> None:
        """The player may play the card however he likes (house-8.7.2)."""


@TRADES.named("one_square")
class OneSquare:
    """Everything passes between nobles in one square: within a faction, in its own turn before
    combat (base-17.3); between two factions, in the turn of either (base-17.4)."""

    def places(self, table: KTable) -> Iterable[tuple[PlaceId, NobleId]]:
        """All the places whose cards are with the nobles who hold them."""
        bearer, card_of = table.state.bearer, table.content.place_card
        held = table.state.control.items()
        return [(place, noble) for place, noble in held if bearer(card_of(place)) == noble]

    def way_of(self, table: KTable, token: str) -> Way:
        """Everything passes in the same way."""
        return "near"

    def time_stops(self, table: KTable, giver: Seat, taker: Seat) -> Stops:
        """Nothing passes if it is neither player's turn, or if it is too late in the player's
        own."""
        state = table.state
        if giver != taker:
            if state.active not in (giver, taker):
                yield IllegalChoice(
                    "base-17.4",
                    "You can trade that with another faction only in your turn or theirs.",
                )
        elif state.active != giver or state.phase not in ("event", "movement"):
            yield IllegalChoice(
                "base-17.3", "Pass that between your own nobles in your turn, before combat."
            )

    def receiver_stops(self, table: KTable, noble: NobleId) -> Stops:
        """Captives receive nothing, nor do nobles under siege or at sea (base-17.5)."""
        yield from _captive_stops(table, noble)
        yield from _cut_off_stops(table, noble)

    def giver_stops(self, table: KTable, way: Way, noble: NobleId) -> Stops:
        """A noble under siege or at sea gives nothing either (base-17.5), nor does a captive."""
        if table.state.custody:
            yield from held_stops(table.state, noble)
        yield from _cut_off_stops(table, noble)

    def refused(self, reason: str, *, within: bool) -> IllegalChoice:
        """A separate rule governs passing things between two factions (base-17.4)."""
        return IllegalChoice("base-17.3" if within else "base-17.4", reason)

    def apart(self, *, within: bool) -> IllegalChoice:
        """Things pass only within a square."""
        return self.refused(
            "You can pass that only between nobles in the same square.", within=within
        )

    def traded(self, table: KTable, seat: Seat, card: CardId) -> None:
        """The card is remembered until the turn ends (base-17.6)."""
        table.state.factions[seat].traded.append(card)


def _cut_off_stops(table: KTable, noble_id: NobleId) -> Stops:
    noble = table.state.nobles[noble_id]
    ship = None if noble.aboard is None else table.state.ships.get(noble.aboard)
    if under_siege(table.state, noble_id):
        yield IllegalChoice("base-17.5", "You can pass nothing to or from a noble under siege.")
    elif ship is not None and ship.sea is not None:
        yield IllegalChoice("base-17.5", "You can pass nothing to or from a noble at sea.")
