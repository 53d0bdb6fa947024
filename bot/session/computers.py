"""How the computer players at a table decide, and where they think.

Computer players think outside the event loop, only a few at a time.

Thinking is done in plain Python, which shares the interpreter with the event loop. If everybody who
is asked were to think at once, the loop would get its turn too seldom to answer anybody.

Long thoughts have a process of their own, so that the event loop keeps running.

A player that thinks in the separate process is given an imagined world, and never the position
itself. If the answer does not come in time, or the process dies, or the thought fails, the player
chooses at once. The player does the same while a great many people are asking for things, because
thinking would take up too much of the machine; any thought under way is then broken off.

Short thoughts have threads of their own in this process.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, Protocol, TypeVar

from bot.rules.kernel import Choice, Game, Match, Prompt, Seat
from bot.rules.kernel.match import Imagination
from bot.session.hosted_game import HostedGame
from bot.session.library import ComputerPlayer
from bot.study import one_process

T = TypeVar("T")

_AT_ONCE = 2
_ROOM = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="think")


async def think(work: Callable[..., T], *about: Any) -> T:
    """The result of the work; meanwhile the event loop keeps running."""
    return await asyncio.get_running_loop().run_in_executor(_ROOM, partial(work, *about))


logger = logging.getLogger(__name__)

BUDGET = 2.0
"""Seconds of one core for one thought, shared if several are waiting."""

PATIENCE = 10.0
"""Seconds after which nobody waits any longer, however busy the machine is.

Four thoughts at once each get a share of a core: if each takes half as long again by the clock, the
last has its answer after 6.3 seconds, and a busy machine needs a little more than that.
"""

MOST_WAITING = 4
"""At most this many thoughts are under way or waiting; any more players do without."""

STARTING = 60.0
"""Seconds that a process may take to start; until then, a player who gives up waiting may not end
it."""

_LOOK = 0.25
"""Seconds between two checks for a crowd."""

Answerer = Callable[[str, str, str, int, bytes, str, float], Choice]
"""The function that answers in the separate process: it takes the game, rule set, player, seat,
world, luck and seconds, and gives the choice. The function must be defined in a module, so that it
can be found there by name."""

Thought = Future[Choice]


class Thinkable(Protocol):
    """A game that can be thought about, as a session holds it."""

    id: str
    game: str
    ruleset: str
    rules: Game
    match: Match | None

    @property
    def imagined(self) -> bool:
        """Whether this game is a person's what-if, in which nobody thinks for long."""
        ...


class Pondering:
    """The long thoughts of all games in this process, one at a time. If ``answer`` is None, nobody
    thinks."""

    def __init__(
        self,
        answer: Answerer | None,
        *,
        patience: float = PATIENCE,
        pool: Callable[[], Executor] | None = None,
        start: float = STARTING,
    ) -> None:
        self._answer = answer
        self._patience = patience
        self._start = start
        self._open = pool or one_process
        self._pool: Executor | None = None
        self._begun = 0.0
        """When the process was started, by a clock that never goes back; 0 once the process has
        answered."""
        self._closed = False
        self._waiting = 0
        self.is_crowded: Callable[[], bool] = lambda: False
        """Whether so many people are asking for things just now that nobody should think for
        long."""

    async def choice(
        self, game: Thinkable, policy: str, seat: Seat, luck: str, seconds: float = BUDGET
    ) -> Choice | None:
        """What a thinking player would choose for this seat; None if there is no answer in time."""
        if self._answer is None or self._closed or game.imagined or game.match is None:
            return None
        if self._waiting >= MOST_WAITING or self.is_crowded():
            return None
        world = Imagination(game.rules, game.match.position, seat).pack()
        self._waiting += 1
        try:
            about = game.game, game.ruleset, policy, seat, world, luck
            pool = self._pool = self._pool or self._begin()
            thought = pool.submit(self._answer, *about, seconds / self._waiting)
            choice = await self._come_of(thought)
        except (TimeoutError, BrokenExecutor, _BrokenOff) as wrong:
            reason = type(wrong).__name__.lstrip("_")
            logger.warning("game %s: no thought for seat %d (%s)", game.id, seat, reason)
            if self._pool is pool and not (isinstance(wrong, TimeoutError) and self._starting):
                self._give_up()
            return None
        except Exception:
            logger.exception("game %s: a thought failed for seat %d", game.id, seat)
            return None
        finally:
            self._waiting -= 1
        if self._pool is pool:
            self._begun = 0.0
        return choice

    async def _come_of(self, thought: Thought) -> Choice:
        """The result of a thought. Raises TimeoutError when time is up, and _BrokenOff once a crowd
        has come."""
        coming = asyncio.ensure_future(_thought_through(thought))
        until = monotonic() + self._patience
        try:
            while not coming.done():
                await asyncio.wait({coming}, timeout=max(0.0, min(_LOOK, until - monotonic())))
                if not coming.done() and self.is_crowded():
                    raise _BrokenOff
                if not coming.done() and monotonic() >= until:
                    raise TimeoutError
        finally:
            coming.cancel()
        return coming.result()

    def _begin(self) -> Executor:
        self._begun = monotonic()
        return self._open()

    @property
    def _starting(self) -> bool:
        """Whether the process may still be starting."""
        return self._begun > 0 and monotonic() - self._begun < self._start

    def close(self) -> None:
        """Start nothing new, and wait for nothing."""
        self._closed = True
        self._give_up()

    def _give_up(self) -> None:
        """End the process, whatever it is thinking about; the next thought gets a new one."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class _BrokenOff(Exception):
    """A crowd came, or another thought took too long: everything that was waiting ended with the
    process."""


async def _thought_through(thought: Thought) -> Choice:
    """The result of a thought. Raises _BrokenOff if the thought was cancelled before it began."""
    try:
        return await asyncio.wrap_future(thought)
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise _BrokenOff from None


async def chosen(
    game: HostedGame,
    policy: ComputerPlayer,
    seat: Seat,
    room: Pondering | None = None,
    *,
    only_asked: bool = False,
) -> Choice:
    """What the computer player on this seat decides; meanwhile the event loop keeps running.

    With a ``room``, a player that has long thoughts has them there; if its answer does not arrive
    in time, it chooses at once. With ``only_asked``, it answers whatever is holding up the game and
    does nothing on its own initiative.
    """
    # The luck never comes from the game's own seed: a computer player must not know the next roll.
    luck = f"{game.id}:{game.revision}:{seat}"
    view, prompts = game.view(seat), game.prompts(seat)
    if only_asked:
        prompts = [prompt for prompt in prompts if prompt.blocking]
    thought = None if room is None else await thought_through(game, policy, seat, room, prompts)
    if thought is not None:
        return thought
    chance = random.Random(luck)
    _, choice = await think(policy.choose, view, prompts, seat, chance)
    return choice


async def thought_through(
    game: HostedGame,
    policy: ComputerPlayer,
    seat: Seat,
    room: Pondering,
    prompts: list[Prompt],
    seconds: float = BUDGET,
) -> Choice | None:
    """The decision of a player that takes time to think; None if it has nothing to think about, or
    finds no answer to these prompts within this many seconds of one core."""
    ponders = getattr(policy, "ponders", None)
    if ponders is None or not ponders(prompts):
        return None
    luck = f"{game.id}:{game.revision}:{seat}"
    thought = await room.choice(game, policy.name, seat, luck, seconds)
    fits = thought is not None and any(p.find(thought) is not None for p in prompts)
    return thought if fits else None


async def noticed(game: HostedGame, policy: ComputerPlayer, seat: Seat) -> Choice | None:
    """What the computer player does on its own initiative after being told something in secret."""
    look = getattr(policy, "glance", None)
    if look is None:
        return None
    chance = random.Random(f"{game.id}:{game.revision}:{seat}:glance")
    view, prompts = game.view(seat), game.prompts(seat)
    answer = await think(look, view, prompts, seat, chance)
    return None if answer is None else answer[1]


def plainest(prompts: list[Prompt]) -> Choice:
    """An answer that needs no thought: the default, or the first that fits."""
    prompt = next(prompt for prompt in prompts if prompt.blocking)
    if prompt.default is not None:
        return prompt.default
    offer = prompt.offers[0]
    args = {field.name: next(field.selections()) for field in offer.fields}
    return Choice(offer.verb, {name: values for name, values in args.items() if values})
