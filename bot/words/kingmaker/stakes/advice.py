"""Why a computer player advises a vote, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from bot.words.kingmaker.names import Lexicon
from bot.words.shape import Names

_GROUNDS = {
    "own": "{card} would go to your own {noble}.",
    "kept": "You lead the third round: what is left then, you give out.",
    "weakest": "{owner} is the weakest of your rivals, and this makes nobody dangerous.",
    "strong": "{owner} is strong already, and {card} would add to it.",
    "harmless": "It goes to {owner}, who is no danger to you, and brings you nothing.",
    "from_own": "It would take {card} from your own {giver}.",
    "from_weakest": "It takes {card} from {loser}, the weakest of your rivals.",
    "from_strong": "It takes {card} from {loser}, who is strong already.",
    "from_harmless": "It takes {card} from {loser}, who is no danger to you either way.",
    "king_own": "It is for your own King.",
    "king_kept": "It is against your own King.",
    "ships_own": "A ship would come back to an office of yours.",
    "ships": "The ships would come back to others.",
    "king_yea": "It weakens {against}, who is stronger than {gains}.",
    "king_nay": "It would strengthen {gains}, who is stronger than {against} already.",
    "king_abstain": "It is between others, and neither is much stronger.",
    "nothing": "It neither helps nor harms you.",
}
"""A sentence for each ground of a vote."""

_SEATS = ("owner", "loser", "gains", "against")
"""What of a ground is a player."""


def vote_reason(lex: Lexicon, kind: str, named: Mapping[str, str], names: Names) -> str:
    """Why a vote is advised; empty where there is none of this kind.

    ``named`` are the card, the nobles and the players, as seats, that it is about.
    """
    spoken = {
        key: names(int(value)) if key in _SEATS else lex.kind(value) for key, value in named.items()
    }
    for noble in {"noble", "giver"} & named.keys():
        spoken[noble] = lex.noble(named[noble])
    text = _GROUNDS.get(kind.removeprefix("vote_"), "").format(**spoken)
    return f"{text[:1].upper()}{text[1:]}"
