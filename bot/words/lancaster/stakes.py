"""What a question carries beside itself: how many votes each could cast, what you can pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rules.kernel import Offer, Prompt
from bot.rules.lancaster.view import BoardView, HouseView
from bot.words.lancaster.names import Lexicon, gold, knight
from bot.words.phrases import listed
from bot.words.shape import Names


def stakes(
    lex: Lexicon,
    prompt: Prompt,
    view: BoardView,
    names: Names,
    offers: Sequence[Offer],
    settled: Mapping[str, tuple[str, ...]],
) -> list[str]:
    """What is known that helps to answer a question, line by line; empty if nothing does."""
    if prompt.kind == "vote":
        return _votes(view, names)
    if prompt.kind == "ransom":
        return _purse(view, prompt)
    return []


def _votes(view: BoardView, names: Names) -> list[str]:
    """How many votes everybody could give: each has one, and his markers lie open."""
    players = [house for house in view.houses if not house.ally]
    could = listed(f"{names(house.seat)} {1 + house.votes}" for house in players)
    return [f"Votes, with all voting markers: {could}."]


def _purse(view: BoardView, prompt: Prompt) -> list[str]:
    """What is left after a ransom."""
    own = _own(view)
    price = int(prompt.facts["gold"])
    if own is None or own.gold is None or own.gold < price:
        return []
    left, freed = gold(own.gold - price), knight(prompt.facts["knight"])
    return [f"You have {gold(own.gold)}, and {left} left if you free your {freed}."]


def _own(view: BoardView) -> HouseView | None:
    return next((h for h in view.houses if h.seat == view.seat and not h.ally), None)
