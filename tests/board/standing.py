"""Games that stand still: a position as the board looks at it, without a session behind it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from bot.board.document import document
from bot.games import game_for
from bot.rules.kernel import Match
from bot.seats.random_seat import RandomSeat
from bot.session import SeatInfo
from bot.session.hosted_game import HostedGame
from rendering import painter_for
from rendering.canvas.touch import Laid

NAMES = ("Alice", "Bob", "Cecily", "Dafydd", "Éléonore", "Franz", "Gwen")
SEATS = 4


class Standing(HostedGame):
    """A game in this position, of people alone."""

    def __init__(self, match: Match, game: str, ruleset: str) -> None:
        self.match, self.game, self.ruleset, self.rules = match, game, ruleset, match.game
        self.id, self.channel_id, self.status, self.readable = "G", 1, "running", True
        self.paused_at, self.revision, self._moment, self.options = None, 1, 1, {}
        self.seats = [SeatInfo(n, n, NAMES[n], None) for n in range(SEATS)]


def board_of(session: Any) -> Laid:
    """Its board, laid out."""
    painter = painter_for(session.game, game_for(session.game, session.ruleset).content)
    assert painter is not None
    return painter.lay(session.view(None), NAMES[:SEATS])


def shown(session: Any, seat: int | None, laid: Laid | None = None) -> Any:
    """All that a seat's page shows, as plain data."""
    return msgspec.to_builtins(document(session, laid or board_of(session), seat))


def positions(game: str, ruleset: str, count: int, every: int, again: str = "") -> Iterator[Any]:
    """So many positions of a game played at random, with so many decisions between them; one that
    ends sooner has fewer. ``again`` makes it another game."""
    player, rules = RandomSeat(), game_for(game, ruleset)
    luck = random.Random(f"{game} {ruleset}{again}")
    match, _ = Match.start(rules, SEATS, f"board {ruleset}{again}", {"rounds": "30"})
    for number in range(1, count * every + 1):
        waiting = match.waiting_for()
        if not waiting:
            return
        seat = luck.choice(waiting)
        asked = [prompt for prompt in match.prompts(seat) if prompt.blocking]
        _, choice = player.choose(match.view(seat), asked, seat, luck)
        match.submit(seat, choice)
        if number % every == 0:
            still = Match.load(rules, match.save())
            yield Standing(still, game, ruleset)
