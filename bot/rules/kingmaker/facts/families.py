"""Facts of the sides: who plays which part, and whom he serves."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class PartBegan(Fact, frozen=True, tag="part_began"):
    """A seat plays a part from the beginning on; ``favours`` is the House that its head leans
    to, and serves at first (families-players.8)."""

    weight = Weight.NOTABLE

    seat: int
    part: str
    favours: str
