"""The text that comes with a question: how many votes each player could cast, what you can pay.

A computer player's reason for its advice, in one sentence.

Recent events in Lancaster that a player might comment on, found only among public events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.rules.kernel import Event, Offer, Prompt, Seat
from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Reward
from bot.rules.lancaster.state import is_ally
from bot.rules.lancaster.view import BoardView, HouseView
from bot.words.lancaster.names import Lexicon, gold, house, knight, reward
from bot.words.phrases import listed, plural
from bot.words.shape import Cue, Names


def stakes(
    lex: Lexicon,
    prompt: Prompt,
    view: BoardView,
    names: Names,
    offers: Sequence[Offer],
    settled: Mapping[str, tuple[str, ...]],
) -> list[str]:
    """Facts that help to answer a question, line by line; empty if there are none."""
    if prompt.kind == "vote":
        return _votes(view, names)
    if prompt.kind == "ransom":
        return _purse(view, prompt)
    return []


def _votes(view: BoardView, names: Names) -> list[str]:
    """The votes each player could cast: one, plus his markers, which everybody can see."""
    players = [house for house in view.houses if not house.ally]
    could = listed(f"{names(house.seat)} {1 + house.votes}" for house in players)
    return [f"Votes, with all voting markers: {could}."]


def _purse(view: BoardView, prompt: Prompt) -> list[str]:
    """The gold left after paying a ransom."""
    own = _own(view)
    price = int(prompt.facts["gold"])
    if own is None or own.gold is None or own.gold < price:
        return []
    left, freed = gold(own.gold - price), knight(prompt.facts["knight"])
    return [f"You have {gold(own.gold)}, and {left} left if you free your {freed}."]


def _own(view: BoardView) -> HouseView | None:
    return next((h for h in view.houses if h.seat == view.seat and not h.ally), None)


_RANKS = ("first", "second", "third")

_REASONS = {
    "county": "Nobody stands there, and the county gives its holder {gives}.",
    "lord": "Its nobleman is not at your table yet: you have {noblemen}, and the more of them "
    "sit there, the more each new one adds.",
    "drives_out": "You are stronger than the knight who is there: he has to go, and the county "
    "gives its holder {gives}.",
    "castle": "It gives you {gives}, and nobody can drive a knight out of your castle.",
    "war_won": "With him England has {england} against France’s {france}, which is enough, "
    "and as things stand he comes {rank} and earns {points}.",
    "war_open": "With him England has {england} of the {france} it needs, and if others help, he "
    "comes {rank} as things stand and earns {points}.",
    "ally_county": "Your ally’s knight keeps others out of the county.",
    "ally_castle": "A space in your ally’s castle costs nothing.",
    "ally_war": "Your ally’s knight makes England stronger there.",
    "favour": "None of the tiles left is worth more to you now than {gives}.",
    "law": "The new law pays you more than the one that would leave, even allowing for what it "
    "gives the others.",
    "old_law": "The law that would leave is worth more to you than the new one, even allowing for "
    "what each gives the others.",
    "free": "It costs you nothing and gives {gives}.",
    "paid": "It gives {gives}, which is worth the price: {squires}.",
    "done": "What is left to score is not worth the squires it costs.",
    "noble": "You have {noblemen}, and each new one at your table adds more than the last.",
    "rare": "Of the counties you may choose, this one has the fewest noblemen left: {left}.",
    "reward": "The reward, {gives}, is worth more to you now than anything else you may take.",
    "both": "You can pay for both, and they are worth the gold.",
    "upgrade": "Your strongest knight goes first, so that those below him have room to rise.",
    "extend": "Of the spaces still open it pays the most, round after round.",
    "starter": "The starting player has the first choice of counties, spaces and conflicts.",
    "ransom": "He can serve you again: the game goes on after this round ({rounds} to go).",
    "army": "Back at your court he still counts towards the strongest army at the end.",
    "buy": "It gives {gives}, which is worth the price to you.",
    "decline": "What you would pay is worth more to you than what you would get.",
    "tried": "This did best when every answer was played out to the end of the round in many "
    "imagined games.",
    "best": "Nothing else that you could choose here looks better.",
}
"""A sentence for each kind of reason: the gain, with its numbers."""

_COUNTED = {
    "noblemen": ("nobleman", "noblemen"),
    "squires": ("squire", "squires"),
    "points": ("power point", "power points"),
}


def reason_text(kind: str, gives: Reward, numbers: Mapping[str, int]) -> str:
    """A reason in words; if its kind is unknown, the text says that nothing looks better."""
    spoken = {name: _figure(name, count) for name, count in numbers.items()}
    text = _REASONS.get(kind, _REASONS["best"]).format(gives=_gives(gives), **spoken)
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


def moments(lex: Lexicon, event: Event, names: Names) -> Iterator[Cue]:
    """The occasions that an event gives each player for a comment."""
    found = _FOUND.get(type(event))
    if found is not None and event.visible_to(None):
        yield from found(lex, event, names)


def _cue(side: int, occasion: str, named: Mapping[str, str]) -> Iterator[Cue]:
    """An occasion for the player of a side; an ally has nobody to comment."""
    if not is_ally(side):
        yield Cue(Seat(side), occasion, named)


def _expelled(lex: Lexicon, event: facts.KnightExpelled, names: Names) -> Iterator[Cue]:
    county = {"county": lex.county(event.county)}
    yield from _cue(event.side, "driven_out", {**county, "foe": house(names, event.by)})
    yield from _cue(event.by, "drives_out", {**county, "foe": house(names, event.side)})


def _settles(lex: Lexicon, event: facts.KnightInCounty, _: Names) -> Iterator[Cue]:
    yield from _cue(event.side, "county", {"county": lex.county(event.county)})


def _joins(lex: Lexicon, event: facts.KnightInConflict, _: Names) -> Iterator[Cue]:
    france = str(lex.content.conflicts[event.card].strength)
    yield from _cue(event.side, "war", {"conflict": lex.conflict(event.card), "france": france})


def _nobleman(lex: Lexicon, event: facts.NoblemanTaken, _: Names) -> Iterator[Cue]:
    yield from _cue(event.side, "nobleman", {"county": lex.county(event.county)})


def _counted(lex: Lexicon, event: facts.VoteCounted, _: Names) -> Iterator[Cue]:
    """The players who added markers, and whether they got their way."""
    for seat, (tile, markers) in enumerate(zip(event.tiles, event.markers, strict=True)):
        if markers:
            occasion = "vote_won" if (tile == "yes") == event.passed else "vote_lost"
            yield from _cue(seat, occasion, {"law": lex.kind(f"law:{event.law}")})


def _decided(lex: Lexicon, event: facts.ConflictDecided, _: Names) -> Iterator[Cue]:
    named = {"conflict": lex.conflict(event.card)}
    named |= {"england": str(event.england), "france": str(event.france)}
    for side in event.ranking[:1]:
        yield from _cue(side, "battle_won" if event.won else "battle_lost", named)


def _ransomed(lex: Lexicon, event: facts.Ransomed, _: Names) -> Iterator[Cue]:
    yield from _cue(event.side, "ransomed", {"conflict": lex.conflict(event.card)})


def _lost(lex: Lexicon, event: facts.KnightLost, _: Names) -> Iterator[Cue]:
    yield from _cue(event.side, "knight_lost", {"conflict": lex.conflict(event.card)})


_FOUND: dict[type[Event], Callable[[Lexicon, Any, Names], Iterator[Cue]]] = {
    facts.KnightExpelled: _expelled,
    facts.KnightInCounty: _settles,
    facts.KnightInConflict: _joins,
    facts.NoblemanTaken: _nobleman,
    facts.VoteCounted: _counted,
    facts.ConflictDecided: _decided,
    facts.Ransomed: _ransomed,
    facts.KnightLost: _lost,
}
"""The functions that find occasions for a comment in an event, by its kind."""
