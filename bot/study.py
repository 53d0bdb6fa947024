"""The process in which computer players think long.

It knows the rules and the players, and nothing of Discord, sessions or a database: what is imported
here is imported there, too, and takes memory as long as somebody thinks.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import Executor, ProcessPoolExecutor


def one_process() -> Executor:
    """A process for thoughts: one, since each holds the whole program's rules in memory."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=_behave)


def _behave() -> None:
    """Give way to the event loop, and end with the process that asks, however that ends."""
    os.nice(10)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    asker = multiprocessing.parent_process()
    if asker is not None:
        asker.join()
        os._exit(0)
