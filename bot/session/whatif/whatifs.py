"""The private copies of games that people try moves in: kept in memory, a few, and not for long."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.session.hosted_game import HostedGame
from bot.session.receipts import Refused
from bot.session.services import Services
from bot.session.whatif.imagined_game import ImaginedGame

MOST = 64
"""How many are kept at a time; the one left alone longest makes room for a new one."""

LASTS = timedelta(hours=1)
"""How long one is kept that nobody touches."""

_SIGN = "w"
"""What their ids begin with: those of games have no small letters."""

FORGOTTEN = (
    "This what-if is gone: it was left alone for too long, or I was "
    "restarted. `/whatif` starts another one. The game itself has not "
    "changed."
)


@dataclass(slots=True)
class _Kept:
    game: ImaginedGame
    user_id: int
    at: datetime


class WhatIfs:
    """Finds the what-ifs of this process: one at most for each person and game."""

    __slots__ = ("_kept", "_services")

    def __init__(self, services: Services) -> None:
        self._services = services
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def begin(
        self, game: HostedGame, user_id: int, policy: str, seed: str | None = None
    ) -> ImaginedGame:
        """Imagine a game as it stands now, in place of what this person imagined of it before.

        Refused if it is not being played, or the person has no seat. ``policy`` is the computer
        player that plays for people; without a ``seed`` there is a new one each time.
        """
        game.in_progress()
        seat = game.own_seat(user_id)
        self._forget_old()
        before = self._of(game.id, user_id)
        name = _SIGN + secrets.token_hex(4) if before is None else before.game.id
        seed = secrets.token_hex(16) if seed is None else seed
        made = ImaginedGame(game, seat, name, seed, self._services, policy)
        if before is not None:
            # What is left of its controls must not fit this one.
            made.revision = before.game.revision + 1
            self.leave(name)
        self._kept[name] = _Kept(made, user_id, self._services.clock.now())
        while len(self._kept) > MOST:
            self.leave(next(iter(self._kept)))
        made.computers.play_on()
        return made

    def find(self, name: str) -> ImaginedGame | None:
        """The what-if with this id; None if it is none's. Refused if it has been forgotten."""
        if not name.startswith(_SIGN):
            return None
        self._forget_old()
        kept = self._kept.get(name)
        if kept is None:
            raise Refused(FORGOTTEN)
        kept.at = self._services.clock.now()
        self._kept.move_to_end(name)
        return kept.game

    def leave(self, name: str) -> None:
        """Forget one, and let its computers stop; it may be forgotten already."""
        kept = self._kept.pop(name, None)
        if kept is not None:
            kept.game.give_up()

    def __len__(self) -> int:
        return len(self._kept)

    def _of(self, game_id: str, user_id: int) -> _Kept | None:
        found = (k for k in self._kept.values() if (k.game.of, k.user_id) == (game_id, user_id))
        return next(found, None)

    def _forget_old(self) -> None:
        """Those at the front have been left alone longest."""
        while self._kept:
            name, oldest = next(iter(self._kept.items()))
            if self._services.clock.now() - oldest.at < LASTS:
                return
            self.leave(name)
