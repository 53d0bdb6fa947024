"""Men whom towns send with who holds their cards, in attack alone (ishkibibble-men.1)."""

from __future__ import annotations

from bot.rules.kingmaker.conditions.custody import ground_of
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.state import Noble, State

Spent = frozenset[str] | None
"""The cards for one attack that are spent on one; None where nobody attacks."""

IN_ATTACK: frozenset[str] = frozenset()
"""An attack on which no card for one attack is spent."""


def town_men(state: State, content: Content, noble: Noble) -> int:
    """The men of the town cards beside a noble who attacks, on the mainland (ishkibibble-men.3).

    Nobody else asks for them, so that they take no room aboard ship (ishkibibble-men.4).
    """
    men = content.ruleset.town_men
    if not men or not content.board.is_mainland(ground_of(state, content, noble)):
        return 0
    return sum(men.get(card, 0) for card in noble.cards)
