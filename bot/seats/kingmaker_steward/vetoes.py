"""What a seat should not do, with one small exact check for each kind of blunder.

Nobody marches away from a siege that would be won this turn, except for a better prize.

No keeper kills his own heir for nothing.

A spare heir is a second life: he is killed only if that wins the game, because nobody else has an
heir left, or if he would fall to others along with his keeper.

Also here: how long a siege will last, and how likely it is to outlast the cards that call besiegers
away.

A King and the heirs are behind walls when a movement ends.

Heirs behind walls have enough troops with them to stop anybody from taking the place straight away,
and nobles under siege are relieved.

Keepers of heirs get guards if no walls within reach would save them, or else they slip away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from bot.rules.kernel import Choice, Prompt, Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import NO_NOBLE, NO_PLACE, CardId, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.sieges import share_of
from bot.seats.kingmaker_steward.moves_open import OpenMoves, entry
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.worth import danger, party_worth


def needed(outlook: Outlook, place_id: PlaceId) -> int:
    """The strength that takes a besieged place in the current turn (house-6.3a), in troops."""
    place = outlook.board.places[place_id]
    inside = outlook.total(outlook.opposing(place_id))
    share = outlook.content.ruleset.conclude_share
    return share_of(outlook.coming_garrison(place) + inside, share)


def holding(outlook: Outlook, place_id: PlaceId) -> int:
    """The strength without which a siege breaks before it can be concluded (house-6.4e), in troops.

    At that point the garrison still has last turn's strength.
    """
    inside = outlook.total(outlook.opposing(place_id))
    garrison = outlook.garrison(outlook.board.places[place_id])
    return share_of(garrison + inside, outlook.content.ruleset.lay_share)


def stayers(outlook: Outlook) -> dict[PlaceId, tuple[NobleId, ...]]:
    """The besiegers who must stay for the sieges that would be won this turn, by place.

    The nobles named are just enough to win, and to keep the siege up until then (house-6.4e):
    keepers of heirs and the strongest besiegers may leave first. Nobody is kept for a siege that is
    not won yet.
    """
    found: dict[PlaceId, tuple[NobleId, ...]] | None = outlook.known.get(stayers)
    if found is None:
        found = outlook.known[stayers] = {}
        for place_id, siege in outlook.view.sieges.items():
            if siege.seat != outlook.seat or outlook.peaceful(
                outlook.board.places[place_id].square
            ):
                continue
            least = max(needed(outlook, place_id), holding(outlook, place_id))
            there = [n for n in siege.besiegers if n in outlook.nobles]
            spare = outlook.total(there) - least
            if spare < 0:
                continue
            for noble in sorted(
                there, key=lambda n: (not outlook.heirs_with(n), -outlook.power(n), n)
            ):
                if len(there) > 1 and outlook.power(noble) <= spare:
                    there.remove(noble)
                    spare -= outlook.power(noble)
            found[place_id] = tuple(there)
    return found


def nearly_won_from(outlook: Outlook, seat: Seat) -> bool:
    """Whether an alliance with another seat would end a siege that this one has as good as won."""
    return any(
        outlook.holder(place) == seat
        or any(outlook.nobles[noble].seat == seat for noble in outlook.within.get(place, ()))
        for place in stayers(outlook)
    )


def doomed(outlook: Outlook, place_id: PlaceId | None) -> bool:
    """Whether a place with nobles of this seat falls when its besiegers conclude the siege
    (house-6.3a)."""
    siege = outlook.view.sieges.get(place_id or NO_PLACE)
    if siege is None or siege.seat == outlook.seat or place_id is None:
        return False
    place, rules = outlook.board.places[place_id], outlook.content.ruleset
    garrison = min(outlook.garrison(place), rules.garrison_left(place.garrison, siege.turns + 1))
    inside = outlook.total(outlook.opposing(place_id, siege.seat))
    least = share_of(garrison + inside, rules.conclude_share)
    return outlook.total(n for n in siege.besiegers if n in outlook.nobles) >= least


def in_the_way(outlook: Outlook, spare: Sequence[HeirId]) -> list[HeirId]:
    """The spare heirs that a seat should kill now."""
    if not outlook.other_heirs:
        return list(spare)
    return [heir for heir in spare if _falls(outlook, heir)]


def _falls(outlook: Outlook, heir: HeirId) -> bool:
    """Whether the next blow to an heir's keeper would hand the heir to others."""
    keeper = outlook.nobles.get(outlook.view.heirs[heir].holder or NO_NOBLE)
    return keeper is not None and doomed(outlook, keeper.inside)


_LASTS = 0.85
"""How often a siege is kept up for another round; it may end because others come, Parliament meets,
or the besiegers are needed elsewhere.
"""

_LONGEST = 4
"""A siege that would take longer is assumed to last this many rounds."""


def endurance(outlook: Outlook, place: Place, party: Collection[NobleId]) -> float:
    """How likely it is that a party will still be outside a place once it is strong enough to take
    it."""
    rounds = rounds_to_wait(outlook, place, party)
    lasting = _LASTS * (1 - _called_away(outlook, place, party)) ** _draws(outlook)
    return float(lasting**rounds)


def rounds_to_wait(outlook: Outlook, place: Place, party: Collection[NobleId]) -> int:
    """The number of rounds, from the next combat on, until a party is strong enough for what is
    left of the garrison by then."""
    siege, rules = outlook.view.sieges.get(place.id), outlook.content.ruleset
    mine = siege is not None and siege.seat == outlook.seat
    turns = siege.turns if siege is not None and mine else 1
    if mine and outlook.view.phase != "combat":
        turns += 1
    strength = outlook.total(party, place.square)
    inside = outlook.total(outlook.opposing(place.id))
    for rounds in range(1, _LONGEST):
        left = rules.garrison_left(place.garrison, turns + rounds)
        if strength >= share_of(left + inside, rules.conclude_share):
            return rounds
    return _LONGEST


def _draws(outlook: Outlook) -> int:
    """How many Event cards are drawn in a round: one by each player, or one by each House."""
    sides = {side.serves for side in outlook.view.sides if side.serves}
    return len(sides) or len(outlook.view.seats)


def _called_away(outlook: Outlook, place: Place, party: Collection[NobleId]) -> float:
    """How likely the next Event card is to leave too few of a party outside a place."""
    inside = outlook.total(outlook.opposing(place.id))
    least = share_of(outlook.garrison(place) + inside, outlook.content.ruleset.lay_share)
    spare = outlook.total(party, place.square) - least
    breaking = sum(
        outlook.total((n for n in called if n in party), place.square) > spare
        for called in _calls(outlook)
    )
    return breaking / max(1, len(outlook.content.events))


def _calls(outlook: Outlook) -> list[frozenset[NobleId]]:
    """The nobles of this seat whom each card calls, for the cards that call any."""
    found: list[frozenset[NobleId]] | None = outlook.known.get(_calls)
    if found is None:
        bearers: dict[CardId, NobleId] = {}
        for key in outlook.mine:
            seen = outlook.nobles[key]
            for card in (key, seen.title, seen.office, *seen.cards):
                if card is not None:
                    bearers[card] = key
        called = (
            frozenset(bearers[who] for who in names if who in bearers)
            for names in _named(outlook.content)
        )
        found = outlook.known[_calls] = [nobles for nobles in called if nobles]
    return found


@lru_cache(maxsize=64)
def _named(content: Content) -> tuple[tuple[CardId, ...], ...]:
    """The names under which each card calls its nobles, for the cards that call any."""
    named = (tuple(call.who for call in card.calls) for card in content.events.values())
    return tuple(names for names in named if names)


_FAR_FEWER = 30
"""Hand heirs over to strengthen the field army if that frees this many troops."""


def keepers(outlook: Outlook, nobles: Iterable[NobleId]) -> set[NobleId]:
    """Those of the given nobles on whom an heir's fate depends."""
    return {noble for noble in nobles if outlook.heirs_with(noble)}


def walls(outlook: Outlook, noble: NobleId) -> Place | None:
    """The place where a noble is safe, an open town or a fortress held by this seat; None if he is
    in the open or under siege.
    """
    inside = outlook.nobles[noble].inside
    if inside is None or inside in outlook.view.sieges:
        return None
    place = outlook.board.places[inside]
    return place if outlook.holder(inside) == outlook.seat or place.is_open_town else None


def going_in(outlook: Outlook, ways: OpenMoves, outside: Collection[str]) -> Iterator[Choice]:
    """Take inside any noble who should not stay ``outside``, preferably into a fortress."""
    places = outlook.board.places
    offers = [(places[offer.field("place").ids(PlaceId)[0]], offer) for offer in ways.enter]
    for place, offer in sorted(offers, key=lambda one: not one[0].is_fortress):
        if place.is_fortress or place.is_open_town:
            idle = [n for n in offer.field("nobles").ids(NobleId) if n not in outside]
            step = entry(outlook, offer, idle)
            if step is not None:
                yield step


def into_castles(
    outlook: Outlook,
    ways: OpenMoves,
    nobles: Collection[NobleId],
    admits: Callable[[Sequence[NobleId], Place], bool],
) -> Iterator[Choice]:
    """Bring some nobles out of a town if a castle in its square that they may enter has room."""
    for offer in ways.leave:
        town = outlook.board.places[offer.field("place").ids(PlaceId)[0]]
        castle = outlook.board.fortress_in(town.square)
        going = [n for n in offer.field("nobles").ids(NobleId) if n in nobles]
        if castle is None or not going or town.is_fortress or not outlook.enterable(castle):
            continue
        if admits(going, castle):
            yield Choice.of("leave", nobles=tuple(going), place=town.id)


def entrusting(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Hand heirs who are behind walls to a noble who is needed far less in the field than their
    keeper, but no more than once in a movement.

    A noble who keeps heirs in the open, and cannot go in himself, hands them over in any case. An
    heir who may be crowned stays with a noble who has the clerics for a coronation.
    """
    for offer in prompt.offers:
        if offer.verb != "entrust":
            continue
        takers = offer.field("noble").ids(NobleId)
        for heir in offer.field("heir").ids(HeirId):
            keeper = outlook.view.heirs[heir].holder
            if keeper is None or keeper not in outlook.nobles:
                continue
            if outlook.view.heirs[heir].handed_on:
                continue
            able = [n for n in takers if n != keeper and walls(outlook, n) is not None]
            if not able:
                continue
            best = _least(outlook, heir, able)
            outside = walls(outlook, keeper) is None and not _may_go_in(prompt, keeper)
            if outside or _far_better(outlook, heir, best, keeper):
                return Choice.of("entrust", heir=heir, noble=best)
    return None


def _may_go_in(prompt: Prompt, noble: NobleId) -> bool:
    """Whether a noble may go into a place where he is."""
    ways_in = (offer for offer in prompt.offers if offer.verb == "enter")
    return any(noble in offer.field("nobles").candidates for offer in ways_in)


def _far_better(outlook: Outlook, heir: HeirId, taker: NobleId, keeper: NobleId) -> bool:
    """Whether an heir would be in so much better hands that handing him over is worth it."""
    if heir in outlook.crownable and outlook.may_crown([taker]) != outlook.may_crown([keeper]):
        return outlook.may_crown([taker])
    return _own_men(outlook, taker) + _FAR_FEWER <= _own_men(outlook, keeper)


def _least(outlook: Outlook, heir: HeirId, nobles: Sequence[NobleId]) -> NobleId:
    crownable = heir in outlook.crownable

    def cost(noble: NobleId) -> tuple[bool, int, NobleId]:
        return not (crownable and outlook.may_crown([noble])), _own_men(outlook, noble), noble

    return min(nobles, key=cost)


def _own_men(outlook: Outlook, noble: NobleId) -> int:
    """The troops of a noble and his cards, without the guards that come with a King."""
    crown, seen = outlook.content.crown, outlook.nobles[noble]
    cards = (noble, seen.title, seen.office, *seen.cards)
    return sum(crown[card].troops for card in cards if card is not None)


TAKEN = 0.5
"""How often heirs are lost in a place that others can take straight away."""

_RELIEVED = 0.4
"""The share of besieged nobles' worth that is gained by relieving them if they could hold out for
now."""


def guards(outlook: Outlook) -> dict[PlaceId, tuple[NobleId, ...]]:
    """The nobles who must stay with keepers of heirs to stop any other side from taking the place
    in its next turn, by place: as few as are enough, so that the strongest may go. Nobody is named
    if even all of them are too few."""
    found: dict[PlaceId, tuple[NobleId, ...]] | None = outlook.known.get(guards)
    if found is None:
        found = outlook.known[guards] = {}
        for place_id, within in outlook.within.items():
            mine = [n for n in within if outlook.nobles[n].seat == outlook.seat]
            kept = keepers(outlook, mine)
            if not kept or len(kept) == len(mine) or walls(outlook, mine[0]) is None:
                continue
            place = outlook.board.places[place_id]
            spare = place.garrison + outlook.total(mine) - outlook.threat(place.square) - 1
            if spare < 0:
                continue
            stay = [n for n in mine if n not in kept]
            for noble in sorted(stay, key=lambda n: (-outlook.power(n), n)):
                if outlook.power(noble) <= spare:
                    stay.remove(noble)
                    spare -= outlook.power(noble)
            if stay:
                found[place_id] = tuple(stay)
    return found


def left_by(outlook: Outlook, party: Collection[NobleId]) -> list[NobleId]:
    """The keepers of heirs whom a party would leave with too few guards."""
    places = [place for place, stay in guards(outlook).items() if set(stay) & set(party)]
    inside = {n for place in places for n in outlook.within[place] if n in outlook.mine}
    return sorted(keepers(outlook, inside - set(party)))


def relieved(outlook: Outlook, nobles: Iterable[NobleId]) -> list[tuple[NobleId, float]]:
    """The nobles of this seat who would be relieved if these enemies were beaten, each with the
    part of his worth that this saves."""
    beaten = set(nobles)
    found: list[tuple[NobleId, float]] = []
    for place, siege in outlook.view.sieges.items():
        if siege.seat == outlook.seat or beaten.isdisjoint(siege.besiegers):
            continue
        share = 1.0 if doomed(outlook, place) else _RELIEVED
        inside = (n for n in outlook.within.get(place, ()) if n in outlook.mine)
        found += [(noble, share) for noble in inside]
    return found


HIDDEN = 0.05
"""Up to this level of danger, keepers are better off in the open than behind walls that may fall
straight away.
"""

Reach = Callable[[Sequence[NobleId]], Collection[SquareId]]
"""The squares in which some nobles may be together at the end of the movement, including their
own."""


@dataclass
class Posts:
    """The places for keepers of heirs who are safe nowhere, and their guards."""

    keepers: dict[NobleId, SquareId] = field(default_factory=dict)
    guards: dict[NobleId, SquareId] = field(default_factory=dict)


def posts(
    outlook: Outlook,
    royal: Iterable[NobleId],
    free: Collection[NobleId],
    homes: Reach,
    reach: Reach,
) -> Posts:
    """What to do for the ``royal`` keepers, the most precious first, with everybody who is
    ``free``; ``homes`` are the squares where some nobles could go behind walls."""
    found = Posts()
    units = _units(outlook, royal)
    for unit in sorted(units, key=lambda one: (-party_worth(outlook, one), one)):
        squares = homes(unit)
        if any(lacking(outlook, unit, square) <= 0 for square in squares):
            continue
        idle = [n for n in free if not outlook.heirs_with(n) and n not in found.guards]
        ways = [(square, _guards(outlook, unit, square, idle, reach)) for square in squares]
        manned = [(outlook.total(men), square, men) for square, men in ways if men]
        if manned:
            _, square, men = min(manned)
            found.keepers.update(dict.fromkeys(unit, square))
            found.guards.update(dict.fromkeys(men, square))
            continue
        hidden = _hiding_place(outlook, unit, reach(unit))
        if hidden is not None:
            found.keepers.update(dict.fromkeys(unit, hidden))
    return found


def _units(outlook: Outlook, royal: Iterable[NobleId]) -> list[tuple[NobleId, ...]]:
    """The keepers who are together, group by group."""
    units: dict[tuple[SquareId, PlaceId | None], list[NobleId]] = {}
    for keeper in sorted(royal):
        seen = outlook.nobles[keeper]
        units.setdefault((seen.square, seen.inside), []).append(keeper)
    return [tuple(unit) for unit in units.values()]


def lacking(outlook: Outlook, unit: Sequence[NobleId], square: SquareId) -> int:
    """How many more troops a unit needs behind the walls in a square to stop others from taking the
    place at once; this seat's nobles who are already inside count."""
    place = outlook.board.fortress_in(square)
    if place is None or not outlook.enterable(place):
        return 1
    beside = [n for n in outlook.within.get(place.id, ()) if n not in unit]
    return _short(outlook, place, (*unit, *beside))


def _short(outlook: Outlook, place: Place, nobles: Sequence[NobleId]) -> int:
    defence = place.garrison + outlook.total(nobles, place.square)
    return outlook.threat(place.square) + 1 - defence


def _guards(
    outlook: Outlook,
    unit: Sequence[NobleId],
    square: SquareId,
    idle: Sequence[NobleId],
    reach: Reach,
) -> tuple[NobleId, ...]:
    """As few of the idle nobles as are needed to hold the walls in a square; empty if there are too
    few."""
    place = outlook.board.fortress_in(square)
    if place is None or not outlook.enterable(place):
        return ()
    inside = outlook.within.get(place.id, ())
    stay = [n for n in inside if n not in idle and n not in unit]
    lacking = _short(outlook, place, (*unit, *stay))
    room = outlook.room(place) - outlook.total((n for n in unit if n not in inside), square)
    chosen: list[NobleId] = []
    for noble in _strongest(outlook, (n for n in idle if square in reach((n,))), square):
        power = outlook.power(noble, square)
        if lacking <= 0 or not power:
            break
        if noble not in inside:
            if power > room:
                continue
            room -= power
        chosen.append(noble)
        lacking -= power
    if lacking > 0:
        return ()
    for noble in reversed(chosen):  # nobles who turn out not to be needed are not put at risk
        if outlook.power(noble, square) + lacking <= 0:
            chosen.remove(noble)
            lacking += outlook.power(noble, square)
    return tuple(chosen)


def _strongest(outlook: Outlook, nobles: Iterable[NobleId], square: SquareId) -> Iterator[NobleId]:
    return iter(sorted(nobles, key=lambda n: (-outlook.power(n, square), n)))


def _hiding_place(
    outlook: Outlook, unit: Sequence[NobleId], squares: Collection[SquareId]
) -> SquareId | None:
    """The square where a unit is practically safe in the open, preferably where it is already,
    otherwise near its own walls; None if there is no such square."""
    strength = outlook.total(unit)
    safe = [s for s in squares if danger(outlook, s, None, strength) <= HIDDEN]
    seen = outlook.nobles[unit[0]]
    if seen.inside is None and seen.square in safe:
        return seen.square
    own = [place.square for place in outlook.own_places]

    def far(square: SquareId) -> tuple[int, SquareId]:
        return min((outlook.steps(square, each) for each in own), default=0), square

    return min((s for s in safe if s != seen.square), key=far, default=None)
