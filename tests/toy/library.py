"""The toy game's library: its rule sets and its computer players."""

from __future__ import annotations

import random
from typing import Any

from bot.rules.kernel import Choice, Game, Prompt
from tests.toy.game import Toy


class Dabbler:
    """Answers anything that is asked, by chance."""

    name = "dabbler"

    def choose(
        self, view: Any, prompts: list[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        prompt = chance.choice([prompt for prompt in prompts if prompt.blocking])
        return prompt, chance.choice(list(chance.choice(prompt.offers).choices()))


class Stumbler(Dabbler):
    """Fails at every decision."""

    name = "stumbler"

    def choose(
        self, view: Any, prompts: list[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        raise RuntimeError(f"I do not know what to do with {view.hand}")


class Cheat(Dabbler):
    """Answers what was not offered."""

    name = "cheat"

    def choose(
        self, view: Any, prompts: list[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        return prompts[0], Choice.of("take", stones="99")


class ToyLibrary:
    """Finds the toy game."""

    def __init__(self) -> None:
        self._games = {ruleset: Toy(ruleset) for ruleset in ("plain", "rough")}
        self._policies = {p.name: p for p in (Dabbler(), Stumbler(), Cheat())}

    def game_for(self, game: str, ruleset: str) -> Game:
        if game != Toy.name:
            raise LookupError(game)
        return self._games[ruleset]

    def policy_for(self, game: str, name: str) -> Dabbler:
        return self._policies[name]

    def computer_names(self) -> tuple[str, ...]:
        return ()
