"""The chance of winning, seat by seat, from what everybody can see: a linear softmax.

The weights were fitted to games of self-play (`tests/tools/fit_value.py`) and are in
`data/kingmaker/values.json`, one row for each rule set that has its own; a table's options do not
change them.

The features are what everybody can see of the factions' standing, as numbers that make up a value.

Each feature is a small number, never below 0, for every seat. Nothing here depends on who is
looking.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp

from bot.content.load import load_values
from bot.content.ruleset_files import Specification
from bot.rules.kernel import Seat, every_seat
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import NobleId, PlaceId, SquareId
from bot.rules.kingmaker.victory.reign import NEVER
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_steward.outlook import FRENCH, Outlook

FEATURES = (
    "troops",
    "host",
    "nobles",
    "captured",
    "hand",
    "bishops",
    "offices",
    "places",
    "heirs",
    "last_heirs",
    "all_but_one",
    "all_heirs",
    "king",
    "sole_king",
    "crownable",
    "can_crown",
    "reign",
    "heirs_at_risk",
    "troops_at_risk",
    "prospects",
    "next_to_move",
    "points",
    "side",
)
"""What a seat's numbers mean, in order."""

_SIEGE = 0.85
"""The chance that a place whose defence is matched falls straight away, leaving the weather aside.
"""
_LATER = 0.1
"""The chance that a place whose defence is half matched falls or is weakened."""


def features(view: BoardView, content: Content) -> list[list[float]]:
    """The features of every seat, in the order of `FEATURES`, from any seat's view."""
    seats = every_seat(len(view.seats))
    looking = Outlook(view, NO_SEAT, content)
    forces = _Forces(looking)
    return [_of_seat(looking, forces, seat) for seat in seats]


def _of_seat(outlook: Outlook, forces: _Forces, seat: Seat) -> list[float]:
    view = outlook.view
    number = len(view.seats)
    own = [key for key, noble in view.nobles.items() if noble.seat == seat]
    free = [key for key in own if view.nobles[key].captor is None]
    high, low = outlook.clerics(free)
    heirs = [heir for heir in outlook.living if outlook.heir_seat(heir) == seat]
    living = max(1, len(outlook.living))
    lacking = len(outlook.living) - len(heirs)
    kings = [heir for heir in heirs if view.heirs[heir].crowned]
    next_in_line = [heir for heir in heirs if heir in outlook.crownable]
    reign = view.reign if view.reign is not None and view.reign.seat == seat else None
    places = sum(view.nobles[noble].seat == seat for noble in view.control.values())
    side = view.sides[seat].serves if view.sides else ""
    of_side = sum(view.heirs[heir].house == side for heir in outlook.living)
    found = {
        "troops": number * forces.troops[seat] / max(1, sum(forces.troops)),
        "host": number * forces.host[seat] / max(1, sum(forces.host)),
        "nobles": number * len(free) / max(1, len(view.nobles)),
        "captured": (len(own) - len(free)) / 3,
        "hand": view.seats[seat].hand / 5,
        "bishops": (2 * high + low) / 3,
        "offices": sum(view.nobles[noble].office is not None for noble in free) / 2,
        "places": number * places / max(1, len(view.control)),
        "heirs": len(heirs) / living,
        "last_heirs": len(heirs) / living**2 * 2,
        "all_but_one": float(lacking == 1 and bool(heirs)),
        "all_heirs": float(lacking == 0 and bool(heirs)),
        "king": float(bool(kings)),
        "sole_king": float(bool(kings) and len(outlook.kings) == 1 and kings[0] != NEVER),
        "crownable": float(bool(next_in_line)),
        "can_crown": float(bool(next_in_line) and (high >= 1 or low >= 2)),
        "reign": 0.0 if reign is None else (1 + reign.turns) / reign.needed,
        "heirs_at_risk": forces.heirs_at_risk[seat] / living,
        "troops_at_risk": number * forces.troops_at_risk[seat] / max(1, sum(forces.troops)),
        "prospects": forces.prospects[seat] / living,
        "next_to_move": 1 - ((seat - view.active) % number) / number,
        "points": number * forces.points[seat] / max(1.0, sum(forces.points)),
        "side": of_side / living,
    }
    return [found[name] for name in FEATURES]


class _Forces:
    """Every seat's strength, and how much of it the others can attack in one turn."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        seats = every_seat(len(outlook.view.seats))
        self.troops = [0 for _ in seats]
        self.host = [0 for _ in seats]
        self.heirs_at_risk = [0.0 for _ in seats]
        self.troops_at_risk = [0.0 for _ in seats]
        self.prospects = [0.0 for _ in seats]
        self.points = [0.0 for _ in seats]
        self._gather()

    def _gather(self) -> None:
        stacks: dict[tuple[Seat, SquareId, PlaceId | None], list[NobleId]] = {}
        for key in self.outlook.foes:
            noble = self.outlook.nobles[key]
            stacks.setdefault((noble.seat, noble.square, noble.inside), []).append(key)
            self.points[noble.seat] += self._points_of(key)
        for (seat, square, inside), nobles in stacks.items():
            power = self.outlook.total(nobles)
            self.troops[seat] += power
            self.host[seat] = max(self.host[seat], power)
            self._weigh(seat, square, inside, nobles, power)
        for heir in self.outlook.living:
            seen = self.outlook.view.heirs[heir]
            if seen.holder is None and seen.square:
                for seat, _, part in self._chances(seen.square, seen.inside, 0, seen.held_by):
                    self.prospects[seat] += part

    def _weigh(
        self,
        seat: Seat,
        square: SquareId,
        inside: PlaceId | None,
        nobles: list[NobleId],
        power: int,
    ) -> None:
        """Count what others may do to one stack, and what they hope to win by it."""
        heirs = sum(len(self.outlook.heirs_with(noble)) for noble in nobles)
        worst = 0.0
        for other, chance, part in self._chances(square, inside, power, seat):
            worst = max(worst, chance)
            self.prospects[other] += heirs * part
        self.heirs_at_risk[seat] += heirs * worst
        self.troops_at_risk[seat] += power * worst

    def _chances(
        self, square: SquareId, inside: PlaceId | None, power: int, owner: Seat | None
    ) -> Iterator[tuple[Seat, float, float]]:
        """For each seat: how likely its side is to take whatever is there if everybody who can come
        is sent, and the seat's share of that chance, in proportion to the troops it brings.

        Everybody who serves a House comes along, and they do not attack each other
        (families-turn.6).
        """
        outlook = self.outlook
        place = None if inside is None else outlook.board.places[inside]
        garrison = 0 if place is None else outlook.garrison(place)
        coming, sides = self._coming(square), dict[Seat | str, int]()
        for seat, strength in coming.items():
            side = outlook.side_of(seat)
            sides[side] = sides.get(side, 0) + strength
        own = None if owner is None else outlook.side_of(owner)
        for seat, alone in coming.items():
            side = outlook.side_of(seat)
            strength = sides[side]
            if side == own or not strength or outlook.stands_apart(seat):
                continue
            chance = self._chance(strength, power + garrison, walls=place is not None)
            yield seat, chance, chance * alone / strength

    def _chance(self, strength: int, opposed: int, *, walls: bool) -> float:
        """How likely this many troops are to take whatever is in the open or behind ``walls``."""
        if walls:
            return _SIEGE if strength >= opposed else _LATER if 2 * strength >= opposed else 0.0
        if not opposed:
            return _SIEGE
        row = self.outlook.content.battle.row_for(strength, opposed)
        return 0.0 if row is None else (100 - row.none) / 100

    def _coming(self, square: SquareId) -> dict[Seat, int]:
        """The strength that each seat can bring to a square in its next turn."""
        sums: dict[Seat, int] = {}
        outlook = self.outlook
        for seat, origin, reach, roads, nobles in outlook.forces:
            if origin == square or square in reach or square in roads:
                power = outlook.total(nobles, square)
                if any("french_foot" in outlook.nobles[noble].cards for noble in nobles):
                    power += FRENCH
                sums[seat] = sums.get(seat, 0) + power
        return sums

    def _points_of(self, noble: NobleId) -> float:
        """Roughly how much a noble and his cards count for if points decide."""
        seen, crown = self.outlook.nobles[noble], self.outlook.content.crown
        beside = [crown[card] for card in (seen.title, seen.office, *seen.cards) if card]
        clergy = sum(50.0 * (1 + card.archbishop) for card in beside if card.kind == "bishop")
        return clergy + 1.5 * crown[noble].troops + sum(card.troops for card in beside)


def chances(view: BoardView, content: Content) -> list[float]:
    """Every seat's chance of winning as the game stands; together they add up to 1.

    Once the game is over, the winners have equal chances and the others none.
    """
    if view.result is not None:
        winners = view.result.winners
        return [(seat in winners) / len(winners) for seat in every_seat(len(view.seats))]
    return shares(weights_of(content.ruleset.id), features(view, content))


def shares(weights: tuple[float, ...], rows: list[list[float]]) -> list[float]:
    """The softmax of the weighted features of each seat."""
    scores = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in rows]
    best = max(scores)
    powers = [exp(score - best) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


@lru_cache(maxsize=64)
def weights_of(ruleset: str) -> tuple[float, ...]:
    """The weights of a rule set, in the order of the features. Raises ContentError if the weights
    are invalid."""
    named = load_values(FEATURES)[Specification.parse(ruleset).ruleset]
    return tuple(named[name] for name in FEATURES)
