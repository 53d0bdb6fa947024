"""The nobles who go into an attack for an ally, of those whom an alliance binds to him
(base-16.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from bot.rules.kingmaker.conditions.lasting import Touched, defeatist
from bot.rules.kingmaker.conditions.sides import Sided, neutral


class Known(Touched, Sided, Protocol):
    """A state or a view: what goes on and whom everybody serves stands in it."""


def followers(known: Known, seats: Iterable[int]) -> Sequence[int]:
    """Those of some seats who attack for an ally, as they may attack for themselves.

    Defeatists do not (ishkibibble-defeatism.2), nor does a neutral family, which defends itself
    and its allies alone (families-turn.6).
    """
    able = [seat for seat in seats if not defeatist(known, seat)]
    return [seat for seat in able if not neutral(known, seat)]
