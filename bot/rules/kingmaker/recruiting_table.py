"""What moves a noble to join a faction, as plain typed facts (families-recruit)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from bot.rules.kingmaker.components import House


class Leaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """To which House a noble leans, and how much (families-recruit.13, families-recruit.14)."""

    house: House
    value: int


class RecruitingTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table of recruiting: what is added to the roll of two dice.

    Leanings by noble, who is not named has none; `offices` are those that count for more than
    `office`. Every full set of `set_size` cards of other kinds counts `set_of_cards`. `strong` is
    added for each noble of the faction whose card says at least `strong_from` troops, `sole_king`
    to a faction that holds the sole King, `unfavoured` to one that serves the House that it does
    not favour. With `needed` or more he joins.
    """

    needed: int
    leanings: dict[str, Leaning]
    offices: dict[str, int]
    office: int
    title: int
    bishop: int
    archbishop: int
    set_of_cards: int
    set_size: int
    strong: int
    strong_from: int
    sole_king: int
    unfavoured: int

    def towards(self, noble: str, house: House) -> int:
        """How much a noble leans to a House; less than nothing if to the other.

        Lancastrians who recruit Hastings are at -4 (families-recruit.17).
        """
        leaning = self.leanings.get(noble)
        if leaning is None:
            return 0
        # Who is aligned with the opposing House has it against him (families-recruit.16).
        return leaning.value if leaning.house == house else -leaning.value


Reason = Literal[
    "leaning",
    "office",
    "title",
    "bishop",
    "archbishop",
    "set",
    "strong",
    "sole_king",
    "unfavoured",
]
"""Why something is added to a roll, or taken from it."""


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one reason adds to the roll; ``about`` are the cards or nobles that it speaks of."""

    reason: Reason
    value: int
    about: tuple[str, ...] = ()


TWO_DICE: Mapping[int, int] = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many of the 36 ways two dice show each total."""


def chances(needed: int, modifiers: int) -> int:
    """In how many of the 36 ways two dice and the modifiers come to what is needed.

    No roll succeeds or fails by itself (families-recruit.5).
    """
    return sum(ways for total, ways in TWO_DICE.items() if total + modifiers >= needed)
