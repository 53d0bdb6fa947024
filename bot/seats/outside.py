"""Players from outside: a program plays a seat over its standard input and output.

The program is asked in one line of JSON and answers in another. An `Inquiry` says what kind of
question it is: ``choose`` wants a choice among the offers, ``glance`` a choice or null, and
``look`` true or false (whether the program wants to be shown everything else that it may do).
``luck`` is a seed for programs that want to leave something to chance.
"""

from __future__ import annotations

import random
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, Literal

import msgspec

from bot.rules.kernel import Choice, Prompt, Seat
from bot.seats.policy import Policy

EXEC = "exec:"
"""The prefix of a command that plays a seat."""

PATIENCE = 30.0
"""The seconds that an answer may take, unless told otherwise."""


class Inquiry(msgspec.Struct):
    """A question for a program: what it is about, the seat's view and what the seat is offered."""

    ask: Literal["choose", "glance", "look"]
    game: str
    seat: Seat
    luck: int
    view: Any
    prompts: list[Prompt]


class Outside:
    """A computer player that is a program of its own; it is started when it is first asked.

    An answer to ``choose`` that is missing, does not fit or comes too late is counted in ``bad``,
    and the plainest answer is played instead. A program that answers too late is stopped, and
    started again for the next question.
    """

    def __init__(self, game: str, command: str, patience: float = PATIENCE) -> None:
        self.name = f"{EXEC}{command}"
        self.bad = 0
        self._game = game
        self._command = shlex.split(command)
        self._patience = patience
        self._program: subprocess.Popen[bytes] | None = None
        self._lines: Queue[bytes] = Queue()

    def choose(
        self, view: Any, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        """The program's answer, or the plainest one."""
        found = self._choice("choose", view, prompts, seat, chance)
        if found is not None:
            return found
        self.bad += 1
        prompt = next((each for each in prompts if each.blocking), prompts[0])
        return prompt, prompt.default or next(prompt.offers[0].choices())

    def looks_round(
        self, view: Any, asked: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> bool:
        """Whether the program wants to be shown everything that it may do."""
        return self._answer("look", view, asked, seat, chance) == b"true"

    def glance(
        self, view: Any, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        """What the program does of its own accord, if anything."""
        return self._choice("glance", view, prompts, seat, chance)

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.kill()
            self._program.communicate()
        self._program, self._lines = None, Queue()

    def _choice(
        self,
        ask: Literal["choose", "glance"],
        view: Any,
        prompts: Sequence[Prompt],
        seat: Seat,
        chance: random.Random,
    ) -> tuple[Prompt, Choice] | None:
        try:
            choice = msgspec.json.decode(
                self._answer(ask, view, prompts, seat, chance), type=Choice | None
            )
        except msgspec.DecodeError:
            return None
        fitting = (prompt for prompt in prompts if choice and prompt.find(choice) is not None)
        prompt = next(fitting, None)
        return None if prompt is None or choice is None else (prompt, choice)

    def _answer(
        self,
        ask: Literal["choose", "glance", "look"],
        view: Any,
        prompts: Sequence[Prompt],
        seat: Seat,
        chance: random.Random,
    ) -> bytes:
        """The line with which the program answers; empty if none arrives in time."""
        asked = Inquiry(ask, self._game, seat, chance.getrandbits(32), view, list(prompts))
        program = self._program or self._begin()
        assert program.stdin is not None
        try:
            program.stdin.write(msgspec.json.encode(asked) + b"\n")
            program.stdin.flush()
            line = self._lines.get(timeout=self._patience)
        except (OSError, Empty):
            line = b""
        if not line:
            self.close()
        return line.strip()

    def _begin(self) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        found = self._program = subprocess.Popen(self._command, stdin=pipe, stdout=pipe)
        assert found.stdout is not None
        Thread(target=_hear, args=(found.stdout, self._lines), daemon=True).start()
        return found


def _hear(output: IO[bytes], lines: Queue[bytes]) -> None:
    """Pass on what a program says, then an empty line when it ends."""
    for line in output:
        lines.put(line)
    lines.put(b"")


def part(players: Iterable[Policy]) -> None:
    """End the programs among these players."""
    for player in players:
        if isinstance(player, Outside):
            player.close()


def served(policy: Policy, view: type, lines: Iterable[str | bytes]) -> Iterator[bytes]:
    """A computer player's answers to the lines of JSON that ask a program something."""
    for line in lines:
        asked = msgspec.json.decode(line, type=Inquiry)
        seen: Any = msgspec.convert(asked.view, view, strict=False)
        about = seen, asked.prompts, asked.seat, random.Random(asked.luck)
        answer: object
        if asked.ask == "look":
            answer = policy.looks_round(*about)
        elif asked.ask == "glance":
            found = policy.glance(*about)
            answer = None if found is None else found[1]
        else:
            answer = policy.choose(*about)[1]
        yield msgspec.json.encode(answer) + b"\n"
