"""What a computer player is: it sees one seat's view and prompts, and gives an answer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from bot.rules.kernel import Choice, Prompt, Seat
from bot.rules.kernel.match import Imagination

WITH = "+"
"""Separates the kind of a computer player from its character: ``steward+cautious``."""


class Policy(Protocol):
    """A computer player. The player remembers nothing between calls; all it knows is what it is
    shown."""

    name: str

    def choose(
        self, view: Any, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        """The prompt that the player answers, and its answer.

        ``prompts`` are the open prompts of this seat, one or more. ``chance`` is the only source of
        luck, so the same call with the same chance gives the same answer. Raises LookupError if
        none of the questions can be answered.
        """
        ...

    def looks_round(
        self, view: Any, asked: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> bool:
        """Whether the player wants to be shown what else it may do, beyond what it is asked.

        Listing everything that may be done costs far more than answering most questions; ``asked``
        are the questions.
        """
        ...

    def glance(
        self, view: Any, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        """What the player does on its own initiative when it has been offered something, or None.
        ``prompts`` are all the open prompts of this seat; the game need not be waiting for any of
        them.
        """
        ...


@runtime_checkable
class Thinker(Protocol):
    """A computer player that tries things out in worlds that its seat can imagine before it
    answers.

    The player is never shown the position, only worlds of this kind (`Imagination`); equal views
    give equal worlds, and so equal answers.
    """

    name: str

    def ponders(self, asked: Sequence[Prompt]) -> bool:
        """Whether the player would think about one of these questions; it answers all others at
        once.
        """
        ...

    def deliberate(
        self,
        view: Any,
        prompts: Sequence[Prompt],
        seat: Seat,
        chance: random.Random,
        imagine: Imagination,
    ) -> tuple[Prompt, Choice]:
        """The prompt that the player answers, and its answer, as `Policy.choose` gives them."""
        ...
