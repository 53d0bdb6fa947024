"""How the computer's seats come to their decisions."""

from __future__ import annotations

import random

from bot.rules.kernel import Choice, Prompt
from bot.session.hosted_game import HostedGame
from bot.session.library import ComputerPlayer
from bot.session.table.thinking import think


async def chosen(game: HostedGame, policy: ComputerPlayer, seat: int) -> Choice:
    """What the computer player on this seat decides; the event loop goes on meanwhile."""
    # Never from the game's own seed: a computer player must not know the next roll.
    chance = random.Random(f"{game.id}:{game.revision}:{seat}")
    view, prompts = game.view(seat), game.prompts(seat)
    _, choice = await think(policy.choose, view, prompts, seat, chance)
    return choice


async def noticed(game: HostedGame, policy: ComputerPlayer, seat: int) -> Choice | None:
    """What the computer player does of its own accord after something was said to it alone."""
    look = getattr(policy, "glance", None)
    if look is None:
        return None
    chance = random.Random(f"{game.id}:{game.revision}:{seat}:glance")
    view, prompts = game.view(seat), game.prompts(seat)
    answer = await think(look, view, prompts, seat, chance)
    return None if answer is None else answer[1]


def plainest(prompts: list[Prompt]) -> Choice:
    """An answer that needs no thought: the default, or the first that fits."""
    prompt = next(prompt for prompt in prompts if prompt.blocking)
    if prompt.default is not None:
        return prompt.default
    offer = prompt.offers[0]
    args = {field.name: next(field.selections()) for field in offer.fields}
    return Choice(offer.verb, {name: values for name, values in args.items() if values})
