"""What a member at the page waits for: suggestions, and how an interaction ends."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any

Json = dict[str, Any]


class PlayerError(Exception):
    """What the member wanted to do was refused; the text is what the page would show."""


class InteractionFailed(PlayerError):
    """The bot did not answer in time; ``acknowledged`` as in `Outcome`, if it was heard at all."""

    acknowledged: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an interaction: the message it made or changed, or a form to fill in.

    ``acknowledged`` is when the bot's first word came, by `time.perf_counter`.
    """

    state: str
    message: Json | None = None
    modal: Json | None = None
    acknowledged: float | None = None


class Answers:
    """The interactions and suggestions of one member that are still without their answer.

    Each goes by a nonce, which the sandbox names with whatever it says of it.
    """

    def __init__(self) -> None:
        self._nonces = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[Outcome]] = {}
        self._early: dict[str, str] = {}
        self._heard: dict[str, float] = {}
        self._private: set[str] = set()
        self._suggested: dict[str, asyncio.Future[list[Json]]] = {}

    @contextmanager
    def outcome(self, until: str, private: bool) -> Iterator[tuple[str, asyncio.Future[Outcome]]]:
        """A nonce, and what comes of its interaction.

        ``until`` is the state that is waited for; ``private`` says that something is to follow
        after a deferred change of the message.
        """
        nonce = str(next(self._nonces))
        self._waiting[nonce] = asyncio.get_running_loop().create_future()
        self._early[nonce] = until
        if private:
            self._private.add(nonce)
        try:
            yield nonce, self._waiting[nonce]
        finally:
            del self._waiting[nonce], self._early[nonce]
            self._heard.pop(nonce, None)
            self._private.discard(nonce)

    @contextmanager
    def suggestions(self) -> Iterator[tuple[str, asyncio.Future[list[Json]]]]:
        """A nonce, and the suggestions that come for it."""
        nonce = str(next(self._nonces))
        self._suggested[nonce] = asyncio.get_running_loop().create_future()
        try:
            yield nonce, self._suggested[nonce]
        finally:
            del self._suggested[nonce]

    def acknowledged(self, nonce: str) -> float | None:
        """When the first word came of an interaction that is not finished, if one did."""
        return self._heard.get(nonce)

    def fail(self, error: Exception) -> None:
        """Nothing more will come."""
        everybody: list[asyncio.Future[Any]] = [*self._waiting.values()]
        everybody += self._suggested.values()
        for waiting in everybody:
            if not waiting.done():
                waiting.set_exception(error)

    def hear(self, event: str, data: Json) -> str | None:
        """Take in what the sandbox says; an error that belongs to no nonce is given back."""
        nonce = str(data.get("nonce") or "")
        waiting: asyncio.Future[Any] | None
        waiting = self._waiting.get(nonce) or self._suggested.get(nonce)
        if event == "error":
            if waiting is None:
                return str(data["message"])
            if not waiting.done():
                waiting.set_exception(PlayerError(data["message"]))
            return None
        if waiting is None or waiting.done():
            return None
        if event == "AUTOCOMPLETE":
            self._suggested[nonce].set_result(data["choices"])
        elif event == "MODAL":
            self._waiting[nonce].set_result(Outcome("modal", None, data, perf_counter()))
        elif event == "INTERACTION":
            self._hear_state(nonce, data, waiting)
        return None

    def _hear_state(self, nonce: str, data: Json, waiting: asyncio.Future[Any]) -> None:
        state = data["state"]
        if state == "failed":
            said = data.get("message") or "The application did not respond"
            failed = InteractionFailed(str(said))
            failed.acknowledged = self.acknowledged(nonce)
            waiting.set_exception(failed)
            return
        acknowledged = self._heard.setdefault(nonce, perf_counter())
        if data.get("deferred") and self._more_is_wanted(nonce):
            # The message that was pressed is about to change, or something is said besides.
            return
        elif state in ("done", "followed", self._early.get(nonce)):
            message = data.get("message")
            told = "done" if state == "followed" else state
            waiting.set_result(Outcome(told, message, None, acknowledged))

    def _more_is_wanted(self, nonce: str) -> bool:
        until = self._early[nonce]
        return until == "followed" or (until == "done" and nonce in self._private)
