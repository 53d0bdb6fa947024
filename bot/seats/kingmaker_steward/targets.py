"""What a steward may go for: forces, places and heirs, and what an attempt on one promises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.combat.odds import fought_in_the_open
from bot.rules.kingmaker.content import Content
from bot.seats.kingmaker_steward.calling import (
    WORTH_CALLING,
    call_value,
    meeting_places,
    ready_caller,
)
from bot.seats.kingmaker_steward.picture import Picture
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

_SIEGE_VALUE = 6.0
"""A place worth less than this is not worth the turns of a siege."""

Kind = Literal["pick", "battle", "siege", "crown", "parliament"]


@dataclass(frozen=True)
class Target:
    """Something to go for in a square.

    ``opposed`` is the strength that stands in the way; ``members`` are the nobles who must be
    there (a coronation, a Parliament).
    """

    kind: Kind
    square: str
    value: float
    opposed: int = 0
    place: Place | None = None
    seat: int | None = None
    members: tuple[str, ...] = field(default=())


def targets(picture: Picture) -> list[Target]:
    """Everything worth a thought, in no order. Do not change the result."""
    found: list[Target] | None = picture.known.get(targets)
    if found is None:
        found = picture.known[targets] = [
            *_battles(picture),
            *_sieges(picture),
            *_waiting_heirs(picture),
            *_coronations(picture),
            *_parliaments(picture),
        ]
    return found


def battle_target(picture: Picture, square: str, seat: int, nobles: Sequence[str]) -> Target:
    """An attack on a force in the open."""
    heirs = _unheld(picture, square, None)
    value = prize(picture, nobles, heirs)
    return Target("battle", square, value, picture.total(nobles), None, seat)


def siege_target(picture: Picture, place: Place) -> Target:
    """An attempt on a place and all who are in it."""
    nobles = picture.within.get(place.id, [])
    heirs = _unheld(picture, place.square, place.id)
    opposed = picture.coming_garrison(place) + picture.total(nobles)
    value = place_worth(picture, place)
    if nobles or heirs:
        value += prize(picture, nobles, heirs)
    return Target("siege", place.square, value, opposed, place)


def _battles(picture: Picture) -> Iterator[Target]:
    for square, forces in picture.open_at.items():
        for seat, nobles in forces.items():
            if seat != picture.seat and not picture.peaceful(square):
                exposed = [noble for noble in nobles if not picture.protected(noble)]
                if exposed:
                    yield battle_target(picture, square, seat, exposed)


def _sieges(picture: Picture) -> Iterator[Target]:
    for place in _besiegeable(picture.content):
        siege = picture.view.sieges.get(place.id)
        if (siege is not None and siege.seat != picture.seat) or picture.peaceful(place.square):
            continue
        if fought_in_the_open(picture.content, picture.view, place.id):
            continue
        if place.is_fortress:
            if picture.holder(place.id) != picture.seat:
                yield siege_target(picture, place)
        elif any(picture.nobles[n].seat != picture.seat for n in picture.within.get(place.id, ())):
            yield siege_target(picture, place)


@cache
def _besiegeable(content: Content) -> tuple[Place, ...]:
    """Every place that can be besieged by somebody."""
    return tuple(
        place
        for place in content.board.places.values()
        if place.square and place.kind != "special" and content.is_open(place.id)
    )


def _unheld(picture: Picture, square: str, inside: str | None) -> list[str]:
    return [
        key
        for key in picture.living
        if (heir := picture.view.heirs[key]).holder is None
        and heir.square == square
        and heir.inside == inside
    ]


def _waiting_heirs(picture: Picture) -> Iterator[Target]:
    """Heirs without a keeper who need only be fetched."""
    places = picture.board.places
    for key in picture.living:
        heir = picture.view.heirs[key]
        if heir.holder is not None or not heir.square:
            continue
        value = prize(picture, (), (key,))
        if heir.inside is None:
            if set(picture.open_at.get(heir.square, ())) <= {picture.seat}:
                yield Target("pick", heir.square, value)
        elif picture.enterable(places[heir.inside]):
            yield Target("pick", heir.square, value, 0, places[heir.inside])


def _coronations(picture: Picture) -> Iterator[Target]:
    for heir in picture.crownable:
        keeper = picture.view.heirs[heir].holder
        if keeper not in picture.mine or picture.besieged(keeper):
            continue
        members = _procession(picture, keeper)
        if members is None:
            continue
        value = 0.8 * heir_worth(picture, heir) + (100.0 if not picture.other_heirs else 0.0)
        for place in picture.board.places.values():
            if place.cathedral and picture.enterable(place):
                yield Target("crown", place.square, value, 0, place, None, members)


def _parliaments(picture: Picture) -> Iterator[Target]:
    """Towns where it pays to call Parliament."""
    caller = ready_caller(picture)
    if caller is None:
        return
    value = call_value(picture)
    if value > WORTH_CALLING:
        for place in meeting_places(picture, caller):
            yield Target("parliament", place.square, value, 0, place, None, (caller,))


def _procession(picture: Picture, keeper: str) -> tuple[str, ...] | None:
    """The keeper and as few nobles with clerics as make a coronation; None if there are none."""
    free = [n for n in picture.mine if not picture.besieged(n)]
    if picture.may_crown([keeper]):
        return (keeper,)
    near = sorted(
        (n for n in free if n != keeper and any(picture.clerics([n]))),
        key=lambda n: picture.steps(picture.nobles[n].square, picture.nobles[keeper].square),
    )
    for noble in near:
        if picture.may_crown([keeper, noble]):
            return (keeper, noble)
    if picture.may_crown([keeper, *near]):
        return (keeper, *near[:2])
    return None


# What an attempt promises


def promise(picture: Picture, target: Target, party: Sequence[str]) -> float:
    """What a party may expect from an attempt, in points: gain, deaths, and the danger after."""
    strength = picture.total(party, target.square)
    worth = party_worth(picture, party)
    if target.kind == "battle":
        return battle_promise(picture, target, strength, worth)
    if target.kind == "siege":
        return siege_promise(picture, target, strength, worth)
    if target.kind == "parliament":
        return target.value
    after = danger(picture, target.square, target.place, strength)
    if target.kind == "crown":
        return target.value - after * worth
    return 0.95 * target.value - after * (worth + target.value)


def battle_promise(picture: Picture, target: Target, strength: int, worth: float) -> float:
    """What an open battle promises, if the odds are bearable."""
    if not worth_the_odds(target, strength):
        return -1.0
    return battle_hopes(picture, target, strength, worth)


def battle_hopes(picture: Picture, target: Target, strength: int, worth: float) -> float:
    """What an open battle promises at any odds."""
    win = win_chance(picture, strength, target.opposed)
    fail = fail_chance(picture, strength, target.opposed)
    deaths = 0.15 * fail + 0.08 * (1 - fail - win) + 0.065 * win
    exposed = danger(picture, target.square, None, strength)
    gain = win * 0.85 * target.value - deaths * worth
    stay = exposed * worth * (1 - FAIR_WEATHER * fail)
    return FAIR_WEATHER * gain - stay


def worth_the_odds(target: Target, strength: int) -> bool:
    """Whether the odds of a battle are bearable: even, or two to three for a great prize."""
    if target.value >= _GREAT_PRIZE:
        return 3 * strength >= 2 * target.opposed
    return strength >= target.opposed


def siege_promise(picture: Picture, target: Target, strength: int, worth: float) -> float:
    """What an attempt on a place promises: at once if strong enough, else by a siege."""
    assert target.place is not None
    exposed = danger(picture, target.square, None, strength)
    if strength >= target.opposed:
        shelter = target.place if target.place.is_fortress else None
        safe = danger(picture, target.square, shelter, strength)
        gain = 0.88 * target.value - 0.05 * worth - safe * (worth + target.value)
        return FAIR_WEATHER * gain - (1 - FAIR_WEATHER) * exposed * worth
    return siege_hopes(picture, target, strength, worth, exposed)


def siege_hopes(
    picture: Picture, target: Target, strength: int, worth: float, exposed: float
) -> float:
    """What a siege promises that goes on until the garrison starves."""
    place = target.place
    assert place is not None
    begun = place.id in picture.view.sieges
    if 2 * strength < target.opposed or (target.value < _SIEGE_VALUE and not begun):
        return -1.0
    inside = picture.total(picture.within.get(place.id, ()))
    starved = inside + picture.content.ruleset.garrison_left(place.garrison, 99)
    if strength < starved:
        return -1.0
    sally = 0.7 * win_chance(picture, inside, strength) if inside else 0.0
    patience = 0.85 if begun else 0.6
    gain = patience * (1 - exposed) * (1 - sally) * target.value
    return gain - (exposed + 0.7 * sally + 0.05) * worth


def best_party(
    picture: Picture, target: Target, able: Sequence[str]
) -> tuple[float, tuple[str, ...]]:
    """The best party of those able to come, and what it may expect."""
    best: tuple[float, tuple[str, ...]] = (-1.0, ())
    for party in _parties(picture, target, able):
        score = promise(picture, target, party)
        if score > best[0]:
            best = (score, party)
    return best


def _parties(picture: Picture, target: Target, able: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if target.members:
        if all(member in able for member in target.members):
            yield target.members
            extra = [n for n in able if n not in target.members]
            if extra and target.kind == "crown":
                yield (*target.members, *extra)
        return
    if not able:
        return
    order = sorted(able, key=lambda n: (-picture.power(n, target.square), n))
    if target.kind == "pick":
        yield from ((noble,) for noble in order)
        yield tuple(order)
        return
    total = picture.total(order, target.square)
    if 4 * total < target.opposed:
        return
    yield tuple(order)
    free = [n for n in order if not picture.heirs_with(n)]
    if free and len(free) < len(order):
        yield tuple(free)
    needs = (1, 2, 4) if target.kind == "battle" else (1,)
    for need in needs:
        party = _enough(picture, target, free or order, need * target.opposed)
        if party is not None:
            yield party


def _enough(
    picture: Picture, target: Target, order: Sequence[str], need: int
) -> tuple[str, ...] | None:
    """The strongest nobles until they are enough."""
    party: list[str] = []
    sum_so_far = 0
    for noble in order:
        party.append(noble)
        sum_so_far += picture.power(noble, target.square)
        if sum_so_far >= need:
            return tuple(party)
    return None
