"""What a computer player is: it sees one seat's view and prompts, and gives an answer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from bot.rules.kernel import Choice, Prompt


class Policy(Protocol):
    """A computer player. It keeps nothing between two calls; all it knows is what it is shown."""

    name: str

    def choose(
        self, view: Any, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        """The prompt answered and the answer.

        ``prompts`` are the open prompts of this seat, at least one of them. ``chance`` is the
        only source of luck, so that the same call with the same chance gives the same answer.
        Raises LookupError if nothing that is asked can be answered.
        """
        ...

    def looks_round(
        self, view: Any, asked: Sequence[Prompt], seat: int, chance: random.Random
    ) -> bool:
        """Whether it wants to be shown what stands open besides what it is asked.

        To list that costs far more than to answer most questions; ``asked`` are the questions.
        """
        ...

    def glance(
        self, view: Any, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        """What it does of its own accord when something was offered to it, or None.

        ``prompts`` are all open prompts of this seat; none of them need hold up the game.
        """
        ...
