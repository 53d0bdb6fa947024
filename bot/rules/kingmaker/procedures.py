"""What a procedure of each kind must be able to do; a rule set chooses one of each.

The phases ask the procedures that their table uses, and never which rule set is played. Those that
there are stand in `bot.rules.kingmaker.repertoire`.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from bot.rules.kingmaker.state import KTable


class Victory(Protocol):
    """How the game is won."""

    def look(self, table: KTable) -> None:
        """See, whenever something has changed, whether somebody has won."""

    def turn_begins(self, table: KTable, seat: int) -> None:
        """A seat's turn begins."""

    def turn_ends(self, table: KTable, seat: int) -> None:
        """A seat's turn is over."""

    def time_is_up(self, table: KTable) -> None:
        """The limit is reached: somebody wins now."""


class Reshuffling(Protocol):
    """When the Event deck is shuffled anew, beside when it is empty."""

    def after_embassy(self, table: KTable) -> None:
        """An Embassy was drawn; what it asks comes first."""


class Storms(Protocol):
    """What a storm at sea does to a ship."""

    def survives(self, table: KTable, ship: str, port: str | None) -> bool:
        """Whether a ship lives through it, at sea or past a port that is not open to her."""


class Beaten(Protocol):
    """What becomes of a player who has lost all his nobles."""

    def look(self, table: KTable) -> None:
        """See, whenever something has changed, whether somebody has none."""


class Procedures(msgspec.Struct, frozen=True, kw_only=True):
    """The procedures that a rule set uses, one of each kind."""

    victory: Victory
    reshuffle: Reshuffling
    beaten: Beaten
    storms: Storms


def procedures(table: KTable) -> Procedures:
    """The procedures that this table uses."""
    chosen = table.content.procedures
    assert isinstance(chosen, Procedures)
    return chosen
