"""Why a computer player would choose this: Lancaster's own answer, for the one it advises."""

from __future__ import annotations

from bot.rules.kernel import Choice
from bot.seats.lancaster_reasons import ground_for
from bot.session import GameSession
from bot.session.computers.thinking import think
from bot.words.lancaster.reasons import reason_text


async def why(session: GameSession, seat: int, choice: Choice) -> str:
    """The steward's reason for a choice in words, from the seat's own view; often empty."""
    asked = next((p for p in session.prompts(seat) if p.find(choice) is not None), None)
    if asked is None:
        return ""
    ground = await think(ground_for, session.view(seat), seat, asked, choice)
    return "" if ground is None else reason_text(ground.kind, ground.gives, dict(ground.numbers))
