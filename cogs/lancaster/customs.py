"""Lancaster's own customs at the table: yes and no votes, with voting markers.

A turn of Lancaster laid out in lists: a knight, and where he can be placed.

Lancaster's own explanation of a computer player's choice, for the person it advises.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.rules.kernel import Choice, Seat
from bot.seats.lancaster_reasons import Purpose, ground_for
from bot.session import GameSession
from bot.session.computers import think
from bot.words.lancaster.stakes import reason_text
from cogs.ui.choosing.lists import NOTHING, Lists, one_by_one
from cogs.ui.choosing.offers import ways_of
from cogs.ui.customs import Customs


class LancasterCustoms(Customs):
    """Lancaster at the table."""

    commands: ClassVar[tuple[str, ...]] = ("/knight", "/vote", "/reward")
    guide: ClassVar[tuple[str, ...]] = (
        "Lancaster’s Parliament votes on three laws. Everybody votes at once and in secret. Your "
        "ballot comes by direct message. You can also use `/vote` with the markers you add.",
        "`/hand` shows you what is behind your screen. Nobody else sees it.",
    )
    votes: ClassVar[Mapping[str, str]] = {"yea": "yes", "nay": "no"}
    vote_field: ClassVar[str | None] = "markers"
    read_back: ClassVar[frozenset[str]] = frozenset({"give_up"})


_PLACES = ("county", "castle", "conflict")


def turn_lists(session: GameSession, seat: Seat, key: str) -> Lists:
    """The knights that may be placed, and where the one with this strength can go."""
    for prompt in session.prompts(seat):
        if prompt.blocking and prompt.kind == "place":
            ways = {verb: way for verb, way in ways_of([prompt]).items() if verb in _PLACES}
            return one_by_one(session, seat, ways, "knight", key)
    return NOTHING


async def why(session: GameSession, seat: Seat, choice: Choice) -> str:
    """The steward's reason for a choice, in words, from the seat's own view."""
    asked = next(p for p in session.prompts(seat) if p.find(choice) is not None)
    ground = await think(ground_for, session.view(seat), seat, asked, choice) or Purpose("best")
    return reason_text(ground.kind, ground.gives, dict(ground.numbers))
