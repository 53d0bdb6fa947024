"""The components of Lancaster: counties, castle spaces, tiles, cards and numbers.

All of it is data read from ``data/lancaster``; no number is written here.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Confidence = Literal["sourced", "inferred"]
Measure = Literal[
    "gold", "squires", "war", "counties", "conflicts", "extensions", "noblemen", "knights"
]
LawKind = Literal["most", "each", "buy", "without", "exchange", "muster"]
UpgradeOf = Literal["", "any", "deployed"]


class _Data(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A row of a data file: a misspelt key is refused."""


class Reward(_Data, frozen=True):
    """The things a place, a tile or a law gives: numbers of tokens, points and more."""

    gold: int = 0
    squires: int = 0
    votes: int = 0
    points: int = 0
    recruit: int = 0
    upgrade: int = 0
    extension: int = 0
    nobleman: int = 0
    to_conflict: bool = False

    @property
    def plain(self) -> bool:
        """Whether the reward is only tokens and points, so there is nothing to decide."""
        return not (
            self.recruit or self.upgrade or self.extension or self.nobleman or self.to_conflict
        )

    def times(self, count: int) -> Reward:
        """The same reward, multiplied by a number."""
        return Reward(
            gold=self.gold * count,
            squires=self.squires * count,
            votes=self.votes * count,
            points=self.points * count,
            recruit=self.recruit * count,
            upgrade=self.upgrade * count,
            extension=self.extension * count,
            nobleman=self.nobleman * count,
            to_conflict=self.to_conflict,
        )


class County(_Data, frozen=True):
    """A county: the lowest base strength a knight needs there, and its reward.

    With ``names_starter``, its holder also names the next starting player.
    """

    id: str
    name: str
    minimum: int
    reward: Reward
    confidence: Confidence
    names_starter: bool = False


class Space(_Data, frozen=True):
    """A castle space, and the extension tile that covers it; ``squires`` is its price."""

    id: str
    name: str
    reward: Reward
    confidence: Confidence
    squires: int = 0


class Favour(_Data, frozen=True):
    """One of the six tiles of the King's Favour (lancaster-2.5)."""

    id: str
    name: str
    reward: Reward
    confidence: Confidence


class ConflictCard(_Data, frozen=True):
    """One of the twelve conflicts (lancaster-2.4): France's strength, and the points for first,
    second and third."""

    id: str
    name: str
    strength: int
    points: tuple[int, int, int]
    confidence: Confidence


class Price(_Data, frozen=True):
    """The price of one purchase under a law."""

    gold: int = 0
    squires: int = 0


class Law(_Data, frozen=True):
    """One of the 18 law cards; ``number``, 0 to 4, orders the pile (lancaster-2.6). ``kind`` says
    who gains: most (the player with the most of what ``of`` names), each (everybody, once for every
    ``per`` of it), buy (anybody who pays the ``price``), without (anybody with no deployed knight
    of ``strength``), exchange (anybody with a deployed knight of ``strength``), muster (anybody
    whose knights of ``strength`` are all deployed).
    """

    id: str
    number: int
    name: str
    text: str
    kind: LawKind
    confidence: Confidence
    of: Measure | None = None
    per: int = 1
    strength: int = 0
    price: Price = Price()
    reward: Reward = Reward()
    upgrade: UpgradeOf = ""


class Supply(_Data, frozen=True):
    """How many tokens there are (lancaster-2.2), and on how many boards (lancaster-2.1)."""

    boards: int
    gold: int
    squires: int
    votes: int


class Allies(_Data, frozen=True):
    """The allies: the number of players with which they are used, their court, and the spaces of
    their castles.
    """

    players: int
    court: tuple[int, ...]
    spaces: tuple[str, ...]


class Ruleset(_Data, frozen=True):
    """The numbers and options of a rule set."""

    id: str
    name: str
    summary: str
    players_min: int
    players_max: int
    rounds: int
    supply: Supply
    knights: tuple[int, ...]
    """The strengths of a player's seven knights (lancaster-2.8)."""
    court: tuple[int, ...]
    gold: int
    squires: int
    votes: int
    screens_from: int
    """With fewer players than this, gold and squires are open."""
    noblemen_each: int
    """The number of noblemen of each letter; there are nine letters in all (lancaster-2.3)."""
    stacks: dict[str, int]
    """How many noblemen each county has, by the number of players (lancaster-3.4b)."""
    favours_removed: dict[str, tuple[str, ...]]
    """Tiles removed, by the number of players: with three, the Upgrade (lancaster-3.5b)."""
    favoured_placements: int
    conflicts_removed: dict[str, tuple[str, ...]]
    """Cards removed, by the number of players: those of strength 2 and 10 with two or four
    (lancaster-3.6a), 9 and 10 with three (lancaster-3.6b), 2 and 3 with five (lancaster-3.6c)."""
    conflicts_each_round: int
    conflict_spaces: int
    laws_in_force: int
    laws_each_round: int
    price_of_both: int
    ransom: int
    """The price of a ransom in gold for each level of the knight's strength."""
    army_award: tuple[int, int]
    castle_award: tuple[int, int]
    surrey_needs_reward: bool
    surrey_takes_effect: Literal["now", "next_round"]
    unused_votes_expire: bool
    vote_seconds: int
    """Seconds for a vote in a live game; a missing vote counts as a no without markers."""
    most_squires_counts_deployed: bool
    allies: Allies


class Content(msgspec.Struct, frozen=True):
    """Everything that a rule set plays with, by id, in the order of the files."""

    ruleset: Ruleset
    counties: dict[str, County]
    spaces: dict[str, Space]
    favours: dict[str, Favour]
    conflicts: dict[str, ConflictCard]
    laws: dict[str, Law]
    ally_spaces: dict[str, Space]
    """The spaces of an ally's castle, which cost nothing."""

    def has_allies(self, seats: int) -> bool:
        """Whether, in a game with this many players, each of them leads an ally
        (lancaster-2.11)."""
        return seats == self.ruleset.allies.players

    def has_screens(self, seats: int) -> bool:
        """Whether gold and squires are hidden in a game with this many players (lancaster-3.9)."""
        return seats >= self.ruleset.screens_from
