"""Refusals: what a player is told when a choice is not allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class IllegalChoice(Exception):
    """A choice that the rules do not allow now; the state is unchanged.

    ``rule`` is the ledger id of the rule that refuses, ``reason`` a sentence for the player that
    says what to do instead.
    """

    def __init__(self, rule: str, reason: str) -> None:
        # `args` are set already; to set them again would make a stop twice as dear.
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        # Put together when it is read: most stops are only looked for, and told to nobody.
        return f"{self.reason} ({self.rule})"


Stops = Iterator[IllegalChoice]
"""What stands in the way of something, the plainest first, found out as it is asked for.

Each rule that can stand in the way is said once, as such stops: an offer is made from the
candidates against which nothing stands, and a refusal is the first thing that does.
"""


def first(stops: Iterable[IllegalChoice]) -> IllegalChoice | None:
    """The plainest of what stands in the way; None if nothing does."""
    return next(iter(stops), None)


def free(stops: Iterable[IllegalChoice]) -> bool:
    """Whether nothing stands in the way."""
    # Asked some hundred times in a decision, so without the calls that `first` makes.
    for _ in stops:
        return False
    return True
