"""Facts of nobles who are recruited, won over or left, and of the points that decide in the end."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.recruiting_table import Modifier


class RecruitTried(Fact, frozen=True, tag="recruit_tried"):
    """A seat tried to win a noble for its faction with two dice.

    ``envoy`` went to his castle, None where nobody need; ``former`` is the seat whose noble he was,
    if any. ``offered`` cards became his if he ``joined``.
    """

    done_to = ("former",)

    seat: int
    noble: str
    dice: tuple[int, int]
    total: int
    needed: int
    joined: bool
    modifiers: tuple[Modifier, ...] = ()
    offered: tuple[str, ...] = ()
    envoy: str | None = None
    former: int | None = None

    def weighs(self) -> Weight:
        """That somebody has joined is the talk of the table; that one stayed is not."""
        return Weight.HEADLINE if self.joined else Weight.DETAIL


class NobleWonOver(Fact, frozen=True, tag="noble_won_over"):
    """A noble of another faction has come over with all that is his, and stands there now."""

    weight = Weight.NOTABLE
    done_to = ("former",)

    seat: int
    former: int
    noble: str
    square: str
    inside: str | None = None


class PromiseBroken(Fact, frozen=True, tag="promise_broken"):
    """A player took from his recruit what he was won with; so much must be made good."""

    weight = Weight.NOTABLE

    seat: int
    noble: str
    owed: int


class MadeGood(Fact, frozen=True, tag="made_good"):
    """What was taken from a recruit was made good."""

    seat: int
    noble: str


class NotMadeGood(Fact, frozen=True, tag="not_made_good"):
    """What was taken from a recruit was not made good; ``rival``, the opposing House, may try to
    win him."""

    weight = Weight.NOTABLE

    seat: int
    noble: str
    rival: int | None = None


class PointsCounted(Fact, frozen=True, tag="points_counted"):
    """The points of all, by seat, as the game ends; the Houses that are extinct."""

    weight = Weight.HEADLINE

    points: tuple[int, ...]
    bonuses: tuple[str, ...]
    extinct: tuple[str, ...] = ()
