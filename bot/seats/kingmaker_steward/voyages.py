"""Voyages: what is to be won across the sea, and by which party, ship and port."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.content import Content
from bot.seats.kingmaker_steward.picture import Picture
from bot.seats.kingmaker_steward.targets import Target, siege_target
from bot.seats.kingmaker_steward.worth import noble_worth

WORTH_SAILING = 4.0
"""Nobody puts to sea for less than this, in points."""

FAR = 60
"""Steps where there is no way."""

_SUCCESS = 0.65
_IMPATIENCE = 0.12


@dataclass(frozen=True)
class Voyage:
    """A party that boards a ship in a port, to besiege or enter a place across the sea."""

    ship: str
    port: str
    party: tuple[str, ...]
    goal: Target
    value: float


def prizes_abroad(picture: Picture) -> list[Target]:
    """Places that can be reached over the sea only, with something in them worth a voyage."""
    found: list[Target] | None = picture.known.get(prizes_abroad)
    if found is None:
        found = []
        for place in _overseas(picture.content):
            siege = picture.view.sieges.get(place.id)
            held = picture.holder(place.id) == picture.seat
            if held or siege is not None or picture.peaceful(place.square):
                continue
            goal = siege_target(picture, place)
            if goal.value > WORTH_SAILING:
                found.append(goal)
        picture.known[prizes_abroad] = found
    return found


@cache
def _overseas(content: Content) -> tuple[Place, ...]:
    """Fortress ports from which no way leads to the mainland on foot."""
    board = content.board
    return tuple(
        place
        for place in (board.places[port] for port in board.ports)
        if place.is_fortress
        and content.is_open(place.id)
        and not any(board.is_mainland(square) for square in board.walkable(place.square))
    )


def cut_off(picture: Picture, square: str) -> bool:
    return any(place.square == square for place in _overseas(picture.content))


def can_besiege(picture: Picture, goal: Target, party: Sequence[str]) -> bool:
    """Whether a party aboard is safe to besiege: with half the defence, and no sally to fear."""
    assert goal.place is not None
    strength = picture.total(party, goal.square)
    inside = picture.total(picture.within.get(goal.place.id, ()))
    starved = picture.content.ruleset.garrison_left(goal.place.garrison, FAR)
    return 2 * strength >= goal.opposed and strength >= 2 * inside and strength >= inside + starved


def best_voyage(picture: Picture) -> Voyage | None:
    """The voyage that promises most, if any is worth it."""
    key = best_voyage
    if key not in picture.known:
        options = [v for goal in prizes_abroad(picture) for v in _voyages(picture, goal)]
        best = max(options, key=lambda v: (v.value, v.ship, v.port), default=None)
        picture.known[key] = best if best is not None and best.value > WORTH_SAILING else None
    found: Voyage | None = picture.known[key]
    return found


def _voyages(picture: Picture, goal: Target) -> Iterator[Voyage]:
    assert goal.place is not None
    ports = _boarding_ports(picture)
    content, stride = picture.content, picture.content.ruleset.sea_squares
    for ship, at in picture.view.ships.items():
        start = at.port or at.sea
        if at.seat != picture.seat or start is None or ship in picture.afloat:
            continue
        parties = _parties(picture, goal, content.ships[ship].capacity)
        if not parties:
            continue
        for port in ports:
            sail = sea_steps(content, port.id, goal.place.id)
            come = 0 if start == port.id else _turns(sea_steps(content, start, port.id), stride)
            if sail > 2 * stride or come > 4:
                continue
            for party in parties:
                turns = max(come, _march_turns(picture, party, port)) + _turns(sail, stride)
                value = _SUCCESS * goal.value / (1 + _IMPATIENCE * turns)
                value -= 0.1 * sum(noble_worth(picture, n) for n in party) + 0.01 * sail
                yield Voyage(ship, port.id, party, goal, value)


def _boarding_ports(picture: Picture) -> list[Place]:
    """Mainland ports where own nobles may board."""
    board = picture.board
    return [
        place
        for place in (board.places[port] for port in board.ports)
        if place.square
        and board.is_mainland(place.square)
        and (
            picture.enterable(place)
            if place.is_fortress
            else set(picture.open_at.get(place.square, ())) <= {picture.seat}
        )
    ]


def _parties(picture: Picture, goal: Target, capacity: int) -> list[tuple[str, ...]]:
    """Single nobles and companies of one square, without heirs, who could besiege the goal."""
    ready = [
        n
        for n in picture.mine
        if not picture.heirs_with(n)
        and not picture.besieged(n)
        and not picture.protected(n)
        and not cut_off(picture, picture.nobles[n].square)
        and not any(n in siege.besiegers for siege in picture.view.sieges.values())
    ]
    found: list[tuple[str, ...]] = [(n,) for n in ready if can_besiege(picture, goal, (n,))]
    squares: dict[str, list[str]] = {}
    for noble in ready:
        squares.setdefault(picture.nobles[noble].square, []).append(noble)
    for nobles in squares.values():
        company: list[str] = []
        room = capacity
        for noble in sorted(nobles, key=lambda n: (-picture.power(n, goal.square), n)):
            power = picture.power(noble)
            if power <= room and not can_besiege(picture, goal, company):
                company.append(noble)
                room -= power
        if len(company) > 1 and can_besiege(picture, goal, company):
            found.append(tuple(company))
    return found


def _march_turns(picture: Picture, party: Sequence[str], port: Place) -> int:
    """Turns until a party stands in a port ready to board."""
    seen = picture.nobles[party[0]]
    if seen.square == port.square:
        return 0 if seen.inside == port.id or not port.is_fortress else 1
    stride = picture.content.ruleset.land_squares
    return _turns(picture.steps(seen.square, port.square), stride) + 1


def _turns(steps: int, stride: int) -> int:
    return max(1, -(-steps // stride))


@cache
def sea_steps(content: Content, start: str, port: str) -> int:
    """Steps of a ship from a port or a sea square into a port, those of leaving one included."""
    board = content.board
    starts = board.ports.get(start, (start,))
    out = 1 if start in board.ports else 0
    ways = [
        out + board.sea_distances(sea)[last] + 1
        for sea in starts
        for last in board.ports[port]
        if last in board.sea_distances(sea)
    ]
    return min(ways, default=FAR)
