"""How the houses of Lancaster stand, as numbers: what the value of a position is made of.

They are taken from an imagined world, in which nothing is behind a screen.
"""

from __future__ import annotations

from bot.rules.lancaster.content import Content
from bot.rules.lancaster.knights import army, war_strength
from bot.rules.lancaster.scoring import award_shares
from bot.rules.lancaster.state import State

FEATURES = (
    "points",
    "gold",
    "much_gold",
    "squires",
    "many_squires",
    "votes",
    "noblemen",
    "pairs_of_noblemen",
    "extensions",
    "castle_award",
    "strength",
    "army_award",
    "strongest",
    "knights",
    "at_war",
    "after_the_first",
)
"""What the numbers of a seat are, in their order."""

_MUCH = 5
"""Of what there is more of a kind of token, each is worth less."""


def features(state: State, content: Content) -> list[list[float]]:
    """The features of every seat, in the order of `FEATURES`."""
    rules, players = content.ruleset, state.players()
    armies = [(army(state, seat), house.squires) for seat, house in enumerate(players)]
    castles = [(len(house.extensions), house.gold) for house in players]
    greatest = award_shares(armies, rules.army_award)
    largest = award_shares(castles, rules.castle_award)
    found = []
    for seat, house in enumerate(players):
        nobles = len(house.noblemen)
        held = sorted(house.court)
        found.append(
            [
                float(house.points),
                float(house.gold),
                float(max(0, house.gold - _MUCH)),
                float(house.squires),
                float(max(0, house.squires - _MUCH)),
                float(house.votes),
                float(nobles),
                nobles * (nobles - 1) / 2,
                float(len(house.extensions)),
                float(largest[seat]),
                float(armies[seat][0]),
                float(greatest[seat]),
                float(held[-1] if held else 0),
                float(len(held)),
                float(war_strength(state, seat)),
                float((seat - state.starter) % state.seats),
            ]
        )
    return found
