"""How the computer's seats come to their decisions."""

from __future__ import annotations

import random

from bot.rules.kernel import Choice, Prompt
from bot.session.computers.pondering import BUDGET, Pondering
from bot.session.computers.thinking import think
from bot.session.hosted_game import HostedGame
from bot.session.library import ComputerPlayer


async def chosen(
    game: HostedGame,
    policy: ComputerPlayer,
    seat: int,
    room: Pondering | None = None,
    *,
    only_asked: bool = False,
) -> Choice:
    """What the computer player on this seat decides; the event loop goes on meanwhile.

    In a ``room`` a player that thinks long does so; without its answer in time it chooses at once.
    ``only_asked``: it answers what holds up the game and does nothing of its own accord.
    """
    # Never from the game's own seed: a computer player must not know the next roll.
    luck = f"{game.id}:{game.revision}:{seat}"
    view, prompts = game.view(seat), game.prompts(seat)
    if only_asked:
        prompts = [prompt for prompt in prompts if prompt.blocking]
    thought = None if room is None else await thought_through(game, policy, seat, room, prompts)
    if thought is not None:
        return thought
    chance = random.Random(luck)
    _, choice = await think(policy.choose, view, prompts, seat, chance)
    return choice


async def thought_through(
    game: HostedGame,
    policy: ComputerPlayer,
    seat: int,
    room: Pondering,
    prompts: list[Prompt],
    seconds: float = BUDGET,
) -> Choice | None:
    """What a player that thinks long decides; None if it has nothing to think about, or in so many
    seconds of one core no answer to these prompts."""
    ponders = getattr(policy, "ponders", None)
    if ponders is None or not ponders(prompts):
        return None
    luck = f"{game.id}:{game.revision}:{seat}"
    thought = await room.choice(game, policy.name, seat, luck, seconds)
    fits = thought is not None and any(p.find(thought) is not None for p in prompts)
    return thought if fits else None


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
