"""The process in which computer players do their long thinking.

The process knows the rules and the players, but nothing of Discord, sessions or a database:
anything imported here is imported by that process too, and takes up memory while somebody thinks.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.connection import Connection


def one_process() -> Executor:
    """A process for thinking: only one, because each holds all the bot's rules in memory.

    If a caller shuts it down without waiting, the process ends at once, even in the middle of a
    thought. When a crowd comes, the core is then free for it straight away: an executor of Python's
    own would first let the thought end, which takes up to two seconds.
    """
    return _Study()


class _Study(ProcessPoolExecutor):
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        ending, self._open = context.Pipe(duplex=False)
        super().__init__(1, mp_context=context, initializer=_behave, initargs=(ending,))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if not wait:
            self._open.close()
        super().shutdown(wait, cancel_futures=cancel_futures)


def _behave(ending: Connection) -> None:
    """Give way to the event loop, and end once the process that asks has ended (in whatever way) or
    no longer needs any thinking done.
    """
    if hasattr(os, "nice"):
        os.nice(10)
    threading.Thread(target=_follow, args=(ending,), daemon=True).start()


def _follow(ending: Connection) -> None:
    asker = multiprocessing.parent_process()
    if asker is not None:
        multiprocessing.connection.wait([asker.sentinel, ending])
        os._exit(0)
