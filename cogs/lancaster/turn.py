"""A turn of Lancaster laid out in lists: a knight, and where he can be placed."""

from __future__ import annotations

from bot.session import GameSession
from cogs.ui.choosing.lists import NOTHING, Lists, one_by_one
from cogs.ui.choosing.offers import ways_of

_PLACES = ("county", "castle", "conflict")


def turn_lists(session: GameSession, seat: int, key: str) -> Lists:
    """The knights that may be placed, and where the one of this strength may go."""
    for prompt in session.prompts(seat):
        if prompt.blocking and prompt.kind == "place":
            ways = {verb: way for verb, way in ways_of([prompt]).items() if verb in _PLACES}
            return one_by_one(session, seat, ways, "knight", key)
    return NOTHING
