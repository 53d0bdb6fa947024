"""How far a faction is from winning at once, in words."""

from __future__ import annotations

from bot.rules.kingmaker.procedures import Goal
from bot.words.kingmaker.names import Lexicon


def goal_text(lex: Lexicon, goal: Goal, most: int | None = None) -> str:
    """What is lacking, without the heirs kept; more rivals than ``most`` are counted, not named."""
    if goal.king is None:
        king = "a King other than Henry" if goal.needed else "a King"
        return f"must have {king} to win"
    king, rivals = lex.heir(goal.king), lex.heirs(goal.rivals)
    if most is not None and len(goal.rivals) > most:
        rivals = f"the other {len(goal.rivals)} heirs"
    if not goal.needed and not rivals:
        return f"wins as soon as {king} is back on the board"
    if not goal.needed:
        dead = "is dead" if len(goal.rivals) == 1 else "are dead"
        return f"wins with {king} once {rivals} {dead}"
    if goal.rivals:
        return f"wins with {king} only as the sole King, without {rivals}"
    return f"has held {king} for {goal.turns} of {goal.needed} turns"
