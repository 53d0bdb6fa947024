"""The process in which computer players think long.

It knows the rules and the players, and nothing of Discord, sessions or a database: what is imported
here is imported there, too, and takes memory while somebody thinks.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.connection import Connection


def one_process() -> Executor:
    """A process for thoughts: one, since each holds the whole program's rules in memory.

    A caller that shuts it down without waiting ends it there, in the middle of a thought.
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
    """Give priority to the event loop, and end with the process that asks, however that ends, or
    when it needs no more thoughts."""
    if hasattr(os, "nice"):
        os.nice(10)
    threading.Thread(target=_follow, args=(ending,), daemon=True).start()


def _follow(ending: Connection) -> None:
    asker = multiprocessing.parent_process()
    if asker is not None:
        multiprocessing.connection.wait([asker.sentinel, ending])
        os._exit(0)
