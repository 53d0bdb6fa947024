"""What the steward answers for a person: it brings games on at once, and each time the same way."""

from __future__ import annotations

import random

from bot.rules.kernel import Choice
from bot.session import GameSession


async def advice(session: GameSession, seat: int) -> Choice:
    """The steward's answer to what blocks a seat, the same one at the same place of a game."""
    prompts = [prompt for prompt in session.prompts(seat) if prompt.blocking]
    chance = random.Random(f"{session.revision}:{seat}")
    policy = session.computers.policy("steward")
    return policy.choose(session.view(seat), prompts, seat, chance)[1]
