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
