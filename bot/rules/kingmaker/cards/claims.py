"""Claims on the Crown card that a faction draws: who draws it in the faction's place, and why
(ishkibibble-ransom, ishkibibble-booty)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import KTable


class Claim(msgspec.Struct, frozen=True):
    """A claim to one draw: the seat that draws, and how it is settled once it has a card.

    ``about``: what the claim is for, in a word.
    """

    seat: int
    about: str
    settled: Callable[[KTable, str], None]

    def settle(self, table: KTable) -> None:
        """The draw has been made."""
        self.settled(table, self.about)


def booty(table: KTable, seat: int) -> Claim | None:
    """The oldest Booty that a seat has still to give up; he draws nothing then
    (ishkibibble-booty.1)."""
    lost = next((each for each in table.state.booty if each.loser == seat), None)
    return None if lost is None else Claim(lost.victor, str(seat), _give_up)


def _give_up(table: KTable, loser: str) -> None:
    """One draw is given up; several are, one a turn."""
    lost = next(each for each in table.state.booty if each.loser == int(loser))
    table.state.booty.remove(lost)
    table.emit(facts.BootyDrawn(lost.victor, lost.loser))


def owed_draw(table: KTable, seat: int) -> Claim | None:
    """The oldest ransom that a seat still owes draws for (ishkibibble-ransom.1)."""
    for captive, held in table.state.custody.items():
        if held.owner == seat:
            return Claim(held.captor, captive, _pay)
    return None


def _pay(table: KTable, captive: str) -> None:
    """One draw is paid; with the last the captive goes free (ishkibibble-ransom.4)."""
    held = table.state.custody[captive]
    held.draws -= 1
    table.emit(facts.DrawPaid(held.owner, held.captor, captive, held.draws))


_CLAIMS: tuple[Callable[[KTable, int], Claim | None], ...] = (booty, owed_draw)
"""The claims in the order in which they are met, one a turn; Booty comes before any debt
(ishkibibble-ransom.1)."""


def first_claim(table: KTable, seat: int) -> Claim | None:
    """The claim that is met by a seat's draw of this turn, if there is one."""
    found = (claim for claims in _CLAIMS if (claim := claims(table, seat)) is not None)
    return next(found, None)
