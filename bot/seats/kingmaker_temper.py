"""What a computer player of Kingmaker is like: which plans it leans towards, how it deals, and what
it lets go by.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from bot.content.characters import Character, Traits, load_characters
from bot.rules.kernel import Seat

_GREED = 0.4
_FELLOWSHIP = 0.2
_GENEROUS = 1.5
"""For a generous player, a deal may bring this many points less than usual."""

_NONE = Traits()


@dataclass(frozen=True, slots=True)
class Temper:
    """What a computer player is like. ``easy``: open-handed in deals, careless in choosing plans
    (it takes any that is worth anything), and slow (it lets moves and fights go by).
    ``far_sighted``: it plays for the votes that will be counted when the time is up.
    """

    traits: Traits = _NONE
    easy: bool = False
    far_sighted: bool = False

    @classmethod
    def of(
        cls, character: Character | None, *, easy: bool = False, far_sighted: bool = False
    ) -> Temper:
        """The temper of a character, or the usual temper if no character is given."""
        return cls(Traits() if character is None else character.traits, easy, far_sighted)

    def preferred(self, plans: Sequence[tuple[float, str]], lots: Sequence[str]) -> int:
        """The plan to choose among these (each with its worth in points and its kind): the best, or
        one that is nearly as good and closer to the character's heart.

        Careless players draw lots for the plans, each from its seed in ``lots``, and so keep to a
        plan when the others change.
        """
        if self.easy:
            return min(range(len(plans)), key=lambda number: zlib.crc32(lots[number].encode()))
        worth = [points for points, _ in plans]
        best = max(range(len(plans)), key=lambda number: (worth[number], -number))
        if self.traits == _NONE:
            return best
        within = load_characters().within
        near = [number for number, points in enumerate(worth) if points >= worth[best] - within]
        return max(near, key=lambda number: (worth[number] + self.lean(plans[number][1]), -number))

    def lets_go_by(self, kind: str, round: int, seat: Seat) -> bool:
        """Whether a player does nothing in this phase of its turn, as slow players do one time in
        three."""
        return self.easy and zlib.crc32(f"{kind} {round} {seat}".encode()) % 3 == 0

    def lean(self, kind: str) -> float:
        """How many points a character adds to the worth of a kind of plan; at most half the margin
        within which plans are considered."""
        return load_characters().lean(self.traits, kind)

    @property
    def price(self) -> float:
        """How many points more than a fair price a deal must bring."""
        found = _GREED * self.traits.greed - _FELLOWSHIP * self.traits.fellowship
        return found - (_GENEROUS if self.easy else 0.0)

    @property
    def talks(self) -> float:
        """How much more often this player thinks of deals than most players do, as a factor."""
        return 1.0 + 0.5 * self.traits.fellowship

    @property
    def grudge(self) -> float:
        """How much more strongly this player resents what was done to it than most players do, as a
        factor.
        """
        return 1.0 + 0.5 * self.traits.memory


PLAIN = Temper()
"""The temper of most players."""
