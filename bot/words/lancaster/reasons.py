"""Why a computer player advises something, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from bot.rules.lancaster.content import Reward
from bot.words.lancaster.names import reward
from bot.words.phrases import plural

_RANKS = ("first", "second", "third")

_REASONS = {
    "county": "Nobody stands there, and the county gives its holder {gives}.",
    "lord": "Its nobleman is not at your table yet: you have {noblemen}, and the more sit there, "
    "the more each new one adds.",
    "drives_out": "You are stronger than the knight who stands there: he has to go, and the county "
    "gives its holder {gives}.",
    "castle": "It gives you {gives}, and nobody can drive a knight out of your castle.",
    "war_won": "With him England has {england} against {france} of France, which is enough, "
    "and as things stand he comes {rank}, for {points}.",
    "war_open": "With him England has {england} of the {france} it needs, and if others help, he "
    "comes {rank} as things stand, for {points}.",
    "ally_county": "Your ally’s knight keeps others from the county.",
    "ally_castle": "A space in your ally’s castle costs nothing.",
    "ally_war": "Your ally’s knight makes England stronger there.",
    "favour": "No tile that is left is worth more to you now than {gives}.",
    "law": "The new law pays you more than the one that would leave, even after what it gives the "
    "others.",
    "old_law": "The law that would leave is worth more to you than the new one, even after what "
    "each gives the others.",
    "free": "It costs you nothing and gives {gives}.",
    "paid": "It gives {gives}, which is worth the price: {squires}.",
    "done": "What is left to score is not worth the squires it costs.",
    "noble": "You have {noblemen}, and the more sit at your table, the more each new one adds.",
    "rare": "Of all you may take, this county has the fewest left: {left}.",
    "reward": "The reward, {gives}, is worth more to you now than anything else you may take.",
    "both": "You can pay for both, and they are worth the gold.",
    "upgrade": "Your strongest goes first, so that those below him have room to rise.",
    "extend": "Of the spaces still open it pays most, round after round.",
    "starter": "The starting player has the first choice of counties, spaces and conflicts.",
    "ransom": "He can serve you again: the game goes on after this round ({rounds} to go).",
    "army": "Back at your court he still counts for the strongest army at the end.",
    "buy": "It gives {gives}, which is worth the price to you.",
    "decline": "What you would pay is worth more to you than what you would get.",
    "tried": "This did best when every answer was tried out, to the end of the round, in many "
    "imagined games.",
}
"""A sentence for each kind of reason: what it gives, and the numbers of it."""

_COUNTED = {
    "noblemen": ("nobleman", "noblemen"),
    "squires": ("squire", "squires"),
    "points": ("power point", "power points"),
}


def reason_text(kind: str, gives: Reward, numbers: Mapping[str, int]) -> str:
    """A reason in words; empty where there is none of this kind."""
    spoken = {name: _figure(name, count) for name, count in numbers.items()}
    text = _REASONS.get(kind, "").format(gives=_gives(gives), **spoken)
    return f"{text[:1].upper()}{text[1:]}"


def _gives(found: Reward) -> str:
    return "a ride on to a conflict" if found.to_conflict else reward(found)


def _figure(name: str, count: int) -> str:
    if name == "rank":
        return _RANKS[count - 1]
    if name not in _COUNTED:
        return str(count)
    one, several = _COUNTED[name]
    return plural(count, one, several) if count else f"no {several}"
