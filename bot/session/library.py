"""What a session needs to know about any game: its rules and computer players."""

from __future__ import annotations

import random
import re
from typing import Any, Protocol

from bot.rules.kernel import Choice, Game, Prompt, Seat
from bot.session.receipts import Refused


class ComputerPlayer(Protocol):
    """A computer player. The player sees only what its seat sees."""

    @property
    def name(self) -> str:
        """The player's short name, such as ``random``."""
        ...

    def choose(
        self, view: Any, prompts: list[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        """One of the prompts and an answer to it. Choosing may take a while, so it is called in a
        thread."""
        ...


class Library(Protocol):
    """The games that can be played."""

    def game_for(self, game: str, ruleset: str) -> Game:
        """The rules of a game under a rule set. Raises LookupError if there are no such rules."""
        ...

    def policy_for(self, game: str, name: str) -> ComputerPlayer:
        """A computer player for a game. Raises LookupError if no player has that name."""
        ...

    def computer_names(self) -> tuple[str, ...]:
        """Names for computer players; if there are none, the players are numbered."""
        ...


def rules_of(library: Library, game: str, ruleset: str) -> Game:
    """The rules of a game. Refused if there are no such rules."""
    try:
        return library.game_for(game, ruleset)
    except LookupError:
        raise Refused(f"There is no game {game!r} with a rule set {ruleset!r}.") from None


def rules_key(game: str, ruleset: str) -> str:
    """The key of a game together with the rule set that its rules are based on."""
    return f"{game}/{re.split('[+-]', ruleset)[0]}"


def policy_of(library: Library, game: str, name: str) -> ComputerPlayer:
    """A computer player for a game, found by its name. Refused if there is no such player."""
    try:
        return library.policy_for(game, name)
    except LookupError:
        raise Refused(f"There is no computer player called {name!r}.") from None
