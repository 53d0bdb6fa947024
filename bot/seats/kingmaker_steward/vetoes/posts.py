"""Keepers of heirs whom no walls in their reach would save get guards there, or slip away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bot.rules.kingmaker.board import Place
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.worth import danger, party_worth

HIDDEN = 0.05
"""Up to this danger keepers are better off in the open than behind walls that may fall at once."""

Reach = Callable[[Sequence[str]], Collection[str]]
"""The squares in which some nobles may be together at the end of the movement, their own too."""


@dataclass
class Posts:
    """Where keepers of heirs go who are safe nowhere as they are, and who goes there with them."""

    keepers: dict[str, str] = field(default_factory=dict)
    guards: dict[str, str] = field(default_factory=dict)


def posts(
    outlook: Outlook, royal: Iterable[str], free: Collection[str], homes: Reach, reach: Reach
) -> Posts:
    """What is to be done for the ``royal`` keepers, the dearest first, with all who are ``free``;
    ``homes`` are the squares where walls would take some nobles in."""
    found = Posts()
    units = _units(outlook, royal)
    for unit in sorted(units, key=lambda one: (-party_worth(outlook, one), one)):
        squares = homes(unit)
        if any(_lacking(outlook, unit, square) <= 0 for square in squares):
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


def _units(outlook: Outlook, royal: Iterable[str]) -> list[tuple[str, ...]]:
    """Keepers who stand together."""
    units: dict[tuple[str, str | None], list[str]] = {}
    for keeper in sorted(royal):
        seen = outlook.nobles[keeper]
        units.setdefault((seen.square, seen.inside), []).append(keeper)
    return [tuple(unit) for unit in units.values()]


def _lacking(outlook: Outlook, unit: Sequence[str], square: str) -> int:
    """How many men a unit lacks behind the walls in a square, so that others cannot take them at
    once; whoever of this seat is inside already counts."""
    place = outlook.board.fortress_in(square)
    if place is None or not outlook.enterable(place):
        return 1
    beside = [n for n in outlook.within.get(place.id, ()) if n not in unit]
    return _short(outlook, place, (*unit, *beside))


def _short(outlook: Outlook, place: Place, nobles: Sequence[str]) -> int:
    defence = place.garrison + outlook.total(nobles, place.square)
    return outlook.threat(place.square) + 1 - defence


def _guards(
    outlook: Outlook, unit: Sequence[str], square: str, idle: Sequence[str], reach: Reach
) -> tuple[str, ...]:
    """The fewest of those who are idle, with whom the walls in a square hold; empty if there are
    none."""
    place = outlook.board.fortress_in(square)
    if place is None or not outlook.enterable(place):
        return ()
    inside = outlook.within.get(place.id, ())
    stay = [n for n in inside if n not in idle and n not in unit]
    lacking = _short(outlook, place, (*unit, *stay))
    room = outlook.room(place) - outlook.total((n for n in unit if n not in inside), square)
    chosen: list[str] = []
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
    for noble in reversed(chosen):  # who is not needed after all is spared
        if outlook.power(noble, square) + lacking <= 0:
            chosen.remove(noble)
            lacking += outlook.power(noble, square)
    return tuple(chosen)


def _strongest(outlook: Outlook, nobles: Iterable[str], square: str) -> Iterator[str]:
    return iter(sorted(nobles, key=lambda n: (-outlook.power(n, square), n)))


def _hiding_place(outlook: Outlook, unit: Sequence[str], squares: Collection[str]) -> str | None:
    """Where a unit is as good as unseen in the open, by choice where it is, else near its own
    walls; None if nowhere."""
    strength = outlook.total(unit)
    with outlook.soberly():
        safe = [s for s in squares if danger(outlook, s, None, strength) <= HIDDEN]
    seen = outlook.nobles[unit[0]]
    if seen.inside is None and seen.square in safe:
        return seen.square
    own = [place.square for place in outlook.own_places]

    def far(square: str) -> tuple[int, str]:
        return min((outlook.steps(square, each) for each in own), default=0), square

    return min((s for s in safe if s != seen.square), key=far, default=None)
