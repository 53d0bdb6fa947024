"""What one seat can imagine of a running game: worlds to try moves in, made of what it may know."""

from __future__ import annotations

from bot.rules.kernel.game import Game, Position
from bot.rules.kernel.match import Match

_FIRST = "first"


class Imagination:
    """Worlds that to one seat look as the game does: the same seed gives the same world.

    It keeps one imagined world, and all others are imagined from that one: nothing of the true
    position is in it, so that it may be handed to a computer player, or to another process. Of two
    positions which the seat cannot tell apart it holds the same.
    """

    __slots__ = ("_seat", "_world", "game")

    def __init__(self, game: Game, position: Position, seat: int) -> None:
        self.game = game
        self._seat = seat
        self._world = game.imagine(position, seat, _FIRST)

    def __call__(self, seed: str) -> Match:
        """A world of one's own, whose hidden cards and dice follow from the seed."""
        return Match.at(self.game, self.game.imagine(self._world, self._seat, seed))

    def as_seen(self) -> Match:
        """The game as it looks to the seat: what it sees and is asked is that of the true one."""
        return Match.at(self.game, self.game.decode(self.pack()))

    def pack(self) -> bytes:
        """The same as bytes, for `unpack`."""
        return self.game.encode(self._world)

    @classmethod
    def unpack(cls, game: Game, seat: int, packed: bytes) -> Imagination:
        """What a seat imagines, from its bytes. Raises ValueError if they are damaged."""
        found = cls.__new__(cls)
        found.game, found._seat, found._world = game, seat, game.decode(packed)
        return found
