"""Refusals: what a player is told when a choice is not allowed."""

from __future__ import annotations


class IllegalChoice(Exception):
    """A choice that the rules do not allow now; the state is unchanged.

    ``rule`` is the ledger id of the rule that refuses, ``reason`` a sentence for the player that
    says what to do instead.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.reason = reason
