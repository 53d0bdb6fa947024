"""What a steward may aim for: forces, places and heirs, and what an attempt on one promises."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from typing import Literal

from bot.rules.kernel import Choice, Offer, Prompt, Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.lasting import barred_squares, defeatist
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.events.betrayal import BETRAYAL
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.prospects.fights import hope_of, open_to_all
from bot.rules.kingmaker.prospects.odds import fought_in_the_open
from bot.rules.kingmaker.recruiting import OFFERED, offer_value, offered_in
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_steward.assigning import safest
from bot.seats.kingmaker_steward.calling import (
    WORTH_CALLING,
    call_value,
    meeting_places,
    pays,
    ready_caller,
)
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.reckoning import votes_of_a_king
from bot.seats.kingmaker_steward.vetoes import endurance, relieved
from bot.seats.kingmaker_steward.winning import decides
from bot.seats.kingmaker_steward.worth import (
    FAIR_WEATHER,
    danger,
    fail_chance,
    heir_worth,
    party_worth,
    place_worth,
    prize,
    win_chance,
)

_GREAT_PRIZE = 40.0

_RECRUIT = 8.0
"""What a noble without troops would be worth if he joined."""

_SIEGE_VALUE = 6.0
"""A place worth less than this is not worth the turns that a siege takes."""

_TAKEN = 0.85
"""How often a place is taken once its siege has lasted long enough."""

_WORTH_A_CARD = 2.0
"""What a place must be worth for a card to be spent on it: some votes, or a cathedral."""

Kind = Literal["pick", "battle", "siege", "crown", "parliament", "recruit"]


@dataclass(frozen=True)
class Target:
    """Something in a square that is worth going for.

    ``opposed`` is the strength in the way; ``members`` are the nobles who must be there (for a
    coronation or a Parliament).
    """

    kind: Kind
    square: SquareId
    value: float
    opposed: int = 0
    place: Place | None = None
    seat: Seat | None = None
    members: tuple[NobleId, ...] = field(default=())


def targets(outlook: Outlook) -> list[Target]:
    """Everything worth considering, in no particular order. The list must not be changed.

    A faction that may only move considers only unguarded heirs and recruits; an excommunicated
    faction considers nothing in squares that are barred to it.
    """
    found: list[Target] | None = outlook.known.get(targets)
    if found is None:
        sought = [*_waiting_heirs(outlook), *_recruits(outlook)]
        if not defeatist(outlook.view, outlook.seat):
            sought = [
                *_battles(outlook),
                *_sieges(outlook),
                *sought,
                *_coronations(outlook),
                *_parliaments(outlook),
            ]
        barred = barred_squares(outlook.view, outlook.content, outlook.seat)
        found = outlook.known[targets] = [aim for aim in sought if aim.square not in barred]
    return found


def battle_target(
    outlook: Outlook,
    square: SquareId,
    seat: Seat,
    nobles: Sequence[NobleId],
    *,
    sally: bool = False,
    part: bool = False,
) -> Target:
    """An attack on a force in the open. A ``sally`` relieves only those who make it; an attack on
    ``part`` of the force relieves nobody, and does not win heirs guarded by the rest."""
    heirs = [] if part else _unheld(outlook, square, None)
    value = prize(outlook, nobles, heirs)
    for noble, share in () if sally or part else relieved(outlook, nobles):
        value += share * party_worth(outlook, (noble,))
    return Target("battle", square, value, outlook.total(nobles), None, seat)


def siege_target(outlook: Outlook, place: Place) -> Target:
    """An attempt on a place and everybody in it."""
    nobles = outlook.opposing(place.id)
    heirs = _unheld(outlook, place.square, place.id)
    opposed = outlook.coming_garrison(place) + outlook.total(nobles)
    value = place_worth(outlook, place)
    if nobles or heirs:
        value += prize(outlook, nobles, heirs)
    return Target("siege", place.square, value, opposed, place)


def decisive(outlook: Outlook, target: Target) -> bool:
    """Whether an attempt on this target wins the game at once if it succeeds."""
    if target.kind == "battle" and target.seat is not None:
        nobles = outlook.open_at[target.square][target.seat]
        return decides(outlook, nobles, _unheld(outlook, target.square, None))
    if target.kind == "siege" and target.place is not None:
        nobles = outlook.opposing(target.place.id)
        return decides(outlook, nobles, _unheld(outlook, target.square, target.place.id))
    return target.kind == "crown" and outlook.last_heirs_win and not outlook.other_heirs


def _battles(outlook: Outlook) -> Iterator[Target]:
    for square, forces in outlook.open_at.items():
        for seat, nobles in forces.items():
            if seat == outlook.seat or outlook.allied(seat, square):
                continue
            if not outlook.peaceful(square):
                exposed = [noble for noble in nobles if not outlook.protected(noble)]
                if exposed:
                    yield battle_target(outlook, square, seat, exposed)


def _sieges(outlook: Outlook, among: Container[str] | None = None) -> Iterator[Target]:
    for place in _besiegeable(outlook.content):
        if among is not None and place.id not in among:
            continue
        siege = outlook.view.sieges.get(place.id)
        if (siege is not None and siege.seat != outlook.seat) or outlook.peaceful(place.square):
            continue
        if fought_in_the_open(outlook.content, outlook.view, place.id):
            continue
        if any(outlook.protected(noble) for noble in outlook.within.get(place.id, ())):
            continue
        if place.is_fortress:
            holder = outlook.holder(place.id)
            if holder is not None and outlook.allied(holder, place.square):
                continue
            if holder != outlook.seat:
                yield siege_target(outlook, place)
        elif _strangers_only(outlook, place.id):
            yield siege_target(outlook, place)


def _strangers_only(outlook: Outlook, place: PlaceId) -> bool:
    """Whether somebody else is inside a town, and nobody from this seat's side."""
    others = any(outlook.nobles[n].seat != outlook.seat for n in outlook.within.get(place, ()))
    return others and not outlook.houses_friends(place)


@lru_cache(maxsize=64)
def _besiegeable(content: Content) -> tuple[Place, ...]:
    """Every place that somebody can besiege."""
    return tuple(
        place
        for place in content.board.places.values()
        if place.square and place.kind != "special" and content.is_open(place.id)
    )


def _unheld(outlook: Outlook, square: SquareId, inside: PlaceId | None) -> list[HeirId]:
    return [
        key
        for key in outlook.living
        if (heir := outlook.view.heirs[key]).holder is None
        and heir.square == square
        and heir.inside == inside
    ]


def _waiting_heirs(outlook: Outlook) -> Iterator[Target]:
    """Heirs without a keeper, who only need to be fetched."""
    places = outlook.board.places
    for key in outlook.living:
        heir = outlook.view.heirs[key]
        if heir.holder is not None or not heir.square:
            continue
        value = prize(outlook, (), (key,))
        if heir.inside is None:
            if set(outlook.open_at.get(heir.square, ())) <= {outlook.seat}:
                yield Target("pick", heir.square, value)
        elif outlook.enterable(places[heir.inside]):
            yield Target("pick", heir.square, value, 0, places[heir.inside])


def _recruits(outlook: Outlook) -> Iterator[Target]:
    """Castles of nobles who may be won over there when the movement ends."""
    places, crown = outlook.board.places, outlook.content.crown
    for noble in open_to_all(outlook.content, outlook.view, outlook.seat):
        hope = hope_of(outlook.content, outlook.view, outlook.seat, noble)
        if hope is not None and hope.ways:
            value = float(hope.chance) * (_RECRUIT + crown[noble].troops / 8)
            for castle in outlook.content.castles_of(noble):
                yield Target("recruit", places[castle].square, value)


def recruit(outlook: Outlook, prompt: Prompt) -> Choice:
    """Try for the noble who promises the most troops, with whatever cards in hand help."""
    best: tuple[float, Choice] | None = None
    for offer in prompt.offers:
        if offer.verb != "recruit":
            continue
        choice = _courtship(outlook, offer)
        (noble,) = choice.many("noble", NobleId)
        hope = hope_of(outlook.content, outlook.view, outlook.seat, noble, offered_in(choice))
        score = 0.0 if hope is None else float(hope.chance) * outlook.content.crown[noble].troops
        if score > 0 and (best is None or score > best[0]):
            best = (score, choice)
    return Choice("done") if best is None else best[1]


def _courtship(outlook: Outlook, offer: Offer) -> Choice:
    """An attempt by the strongest noble who may make it, with every card that adds to the roll."""
    args: dict[str, tuple[str, ...]] = {}
    for asked in offer.fields:
        if asked.name in OFFERED:
            worth = {card: offer_value(outlook.content, [card]) for card in asked.ids(CardId)}
            ranked = sorted(asked.ids(CardId), key=lambda card: -worth[card])
            args[asked.name] = tuple(card for card in ranked if worth[card])[: asked.most]
        elif asked.name == "noble":
            args[asked.name] = asked.candidates
        elif asked.name == "castle":
            args[asked.name] = (
                safest(outlook, NobleId(CardId(args["noble"][0])), asked.ids(PlaceId)),
            )
        else:
            strongest = max(asked.ids(NobleId), key=lambda one: (outlook.power(one), one))
            args[asked.name] = (strongest,)
    return Choice(offer.verb, {name: values for name, values in args.items() if values})


def make_good(outlook: Outlook, prompt: Prompt) -> Choice:
    """Give a recruit back what was taken from him: the least valuable card that is enough or, if
    none is, the most valuable one.
    """
    offer = prompt.offers[0]
    cards = offer.field("card").ids(CardId)
    enough = [c for c in cards if offer_value(outlook.content, [c]) >= int(prompt.facts["lacking"])]
    worth = {card: offer_value(outlook.content, [card]) for card in cards}
    best = min(enough, key=lambda card: (worth[card], card), default=None)
    best = best or max(cards, key=lambda card: (worth[card], card))
    return Choice.of("make_good", card=best)


def _coronations(outlook: Outlook) -> Iterator[Target]:
    for heir in () if outlook.reigns else outlook.crownable:
        keeper = outlook.view.heirs[heir].holder
        if keeper not in outlook.mine or outlook.besieged(keeper):
            continue
        members = _procession(outlook, keeper)
        if members is None:
            continue
        value = 0.8 * heir_worth(outlook, heir) + _won_by_crowning(outlook)
        for place in outlook.board.places.values():
            if place.cathedral and outlook.enterable(place):
                yield Target("crown", place.square, value, 0, place, None, members)


def _won_by_crowning(outlook: Outlook) -> float:
    """What a coronation is worth beyond the King himself: the victory that it brings, or the reign
    that it begins."""
    if outlook.counts_reigns:
        return 60.0 if not outlook.kings else 0.0
    return (100.0 if not outlook.other_heirs else 0.0) + votes_of_a_king(outlook)


def _parliaments(outlook: Outlook) -> Iterator[Target]:
    """Towns where it is worth calling Parliament."""
    caller = ready_caller(outlook)
    if caller is None:
        return
    if pays(outlook):
        value = max(WORTH_CALLING, call_value(outlook))
        for place in meeting_places(outlook, caller):
            yield Target("parliament", place.square, value, 0, place, None, (caller,))


def _procession(outlook: Outlook, keeper: NobleId) -> tuple[NobleId, ...] | None:
    """The keeper and the few nobles with clerics whom a coronation needs; None if there are too few
    clerics."""
    free = [n for n in outlook.mine if not outlook.besieged(n)]
    if outlook.may_crown([keeper]):
        return (keeper,)
    near = sorted(
        (n for n in free if n != keeper and any(outlook.clerics([n]))),
        key=lambda n: outlook.steps(outlook.nobles[n].square, outlook.nobles[keeper].square),
    )
    for noble in near:
        if outlook.may_crown([keeper, noble]):
            return (keeper, noble)
    if outlook.may_crown([keeper, *near]):
        return (keeper, *near[:2])
    return None


# What an attempt promises


def promise(outlook: Outlook, target: Target, party: Sequence[NobleId]) -> float:
    """What a party may expect from an attempt, in points: gain, deaths, and the danger
    afterwards."""
    strength = outlook.total(party, target.square)
    worth = party_worth(outlook, party)
    if target.kind == "battle":
        return battle_promise(outlook, target, strength, worth)
    if target.kind == "siege":
        return siege_promise(outlook, target, party, worth)
    if target.kind == "parliament":
        return target.value
    after = danger(outlook, target.square, target.place, strength)
    if target.kind == "crown":
        return target.value - after * worth
    return 0.95 * target.value - after * (worth + target.value)


def battle_promise(outlook: Outlook, target: Target, strength: int, worth: float) -> float:
    """What an open battle promises, if the odds are acceptable."""
    if not worth_the_odds(outlook, target, strength):
        return -1.0
    return battle_hopes(outlook, target, strength, worth)


def battle_hopes(outlook: Outlook, target: Target, strength: int, worth: float) -> float:
    """What an open battle promises at any odds."""
    win = win_chance(outlook, strength, target.opposed)
    fail = fail_chance(outlook, strength, target.opposed)
    deaths = 0.15 * fail + 0.08 * (1 - fail - win) + 0.065 * win
    exposed = danger(outlook, target.square, None, strength)
    gain = win * 0.85 * target.value - deaths * worth
    stay = exposed * worth * (1 - FAIR_WEATHER * fail)
    return FAIR_WEATHER * gain - stay


def worth_the_odds(outlook: Outlook, target: Target, strength: int) -> bool:
    """Whether the odds of a battle are acceptable: even, or 2 to 3 for a great prize."""
    deemed = outlook.stance.odds * strength
    if target.value >= _GREAT_PRIZE:
        return 3 * deemed >= 2 * target.opposed
    return deemed >= target.opposed


def siege_promise(
    outlook: Outlook, target: Target, party: Sequence[NobleId], worth: float
) -> float:
    """What an attempt on a place promises: straight away if the party is strong enough, otherwise
    after a siege."""
    assert target.place is not None
    strength = outlook.total(party, target.square)
    exposed = danger(outlook, target.square, None, strength)
    if strength >= target.opposed:
        shelter = target.place if target.place.is_fortress else None
        safe = danger(outlook, target.square, shelter, strength)
        gain = 0.88 * target.value - 0.05 * worth - safe * (worth + target.value)
        return FAIR_WEATHER * gain - (1 - FAIR_WEATHER) * exposed * worth
    return siege_hopes(outlook, target, party, worth, exposed)


def siege_hopes(
    outlook: Outlook, target: Target, party: Sequence[NobleId], worth: float, exposed: float
) -> float:
    """What a siege that lasts until the garrison starves promises; minus infinity, which nothing
    makes up for, if it is out of the question."""
    place, strength = target.place, outlook.total(party, target.square)
    assert place is not None
    begun = place.id in outlook.view.sieges
    if 2 * strength < target.opposed or (target.value < _SIEGE_VALUE and not begun):
        return -inf
    inside = outlook.total(outlook.opposing(place.id))
    starved = inside + outlook.content.ruleset.garrison_left(place.garrison, 99)
    if strength < starved:
        return -inf
    sally = 0.7 * win_chance(outlook, inside, strength) if inside else 0.0
    lasting = _TAKEN * endurance(outlook, place, party)
    gain = lasting * (1 - exposed) * (1 - sally) * target.value
    return gain - (exposed + 0.7 * sally + 0.05) * worth


def best_party(
    outlook: Outlook, target: Target, able: Sequence[NobleId]
) -> tuple[float, tuple[NobleId, ...]]:
    """The best party among those able to come, and what it may expect."""
    best: tuple[float, tuple[NobleId, ...]] = (-1.0, ())
    if _out_of_reach(outlook, target, able):
        return best
    for party in _parties(outlook, target, able):
        score = promise(outlook, target, party)
        if score > best[0]:
            best = (score, party)
    return best


def _out_of_reach(outlook: Outlook, target: Target, able: Sequence[NobleId]) -> bool:
    """Whether the target is too strong even for everybody who could come, or not worth a siege."""
    if target.kind not in ("battle", "siege"):
        return False
    total = outlook.total(able, target.square)
    if target.kind == "battle":
        return not worth_the_odds(outlook, target, total)
    if total >= target.opposed:
        return False
    begun = target.place is not None and target.place.id in outlook.view.sieges
    return 2 * total < target.opposed or (target.value < _SIEGE_VALUE and not begun)


def _parties(
    outlook: Outlook, target: Target, able: Sequence[NobleId]
) -> Iterator[tuple[NobleId, ...]]:
    if target.members:
        if all(member in able for member in target.members):
            yield target.members
            extra = [n for n in able if n not in target.members]
            if extra and target.kind == "crown":
                yield (*target.members, *extra)
        return
    if not able:
        return
    order = sorted(able, key=lambda n: (-outlook.power(n, target.square), n))
    if target.kind in ("pick", "recruit"):
        yield from ((noble,) for noble in order)
        if target.kind == "pick":
            yield tuple(order)
        return
    total = outlook.total(order, target.square)
    if 4 * total < target.opposed:
        return
    yield tuple(order)
    free = [n for n in order if not outlook.heirs_with(n)]
    if free and len(free) < len(order):
        yield tuple(free)
    needs = (1, 2, 4) if target.kind == "battle" else (1,)
    for need in needs:
        party = _enough(outlook, target, free or order, need * target.opposed)
        if party is not None:
            yield party


def _enough(
    outlook: Outlook, target: Target, order: Sequence[NobleId], need: int
) -> tuple[NobleId, ...] | None:
    """The first nobles, in the given order, who together reach the strength required; None if all
    of them together are too weak.
    """
    party: list[NobleId] = []
    sum_so_far = 0
    for noble in order:
        party.append(noble)
        sum_so_far += outlook.power(noble, target.square)
        if sum_so_far >= need:
            return tuple(party)
    return None


# Betrayal: a place for a card, and no fight


def may_betray(view: BoardView, content: Content, seat: Seat) -> bool:
    """Whether a seat holds a Betrayal card on its own turn: if so, it looks for a place to use the
    card on."""
    return view.active == seat and any(content.events[c].kind == BETRAYAL for c in view.held)


def betray(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Open the most valuable place, on the seat's own turn, if it is worth the card."""
    offer = next((offer for offer in prompt.offers if offer.verb == "betray"), None)
    if offer is None or outlook.view.active != outlook.seat:
        return None
    places, nobles = offer.field("place").ids(PlaceId), offer.field("noble").ids(NobleId)
    value, place = max((_gates_worth(outlook, place), place) for place in places)
    if value < _WORTH_A_CARD:
        return None
    holder = max(nobles, key=lambda noble: (outlook.power(noble), noble))
    return Choice.of("betray", place=place, noble=holder)


def _gates_worth(outlook: Outlook, place: PlaceId) -> float:
    """What a place is worth, with the heirs who are alone inside and fall to its controller."""
    heirs = outlook.view.heirs
    alone = [h for h in outlook.living if heirs[h].holder is None and heirs[h].inside == place]
    worth = place_worth(outlook, outlook.board.places[place])
    return worth + sum(heir_worth(outlook, heir) for heir in alone)
