"""What holds for every test: its limit of time goes on to the end of its clean-up."""

from __future__ import annotations

import faulthandler
from collections.abc import Iterator

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Give the clean-up of a failed test a limit of its own.

    pytest takes its limits off as soon as a test has failed, so that one may look at it in a
    debugger; a clean-up that hangs after that would hang for ever.
    """
    limit = float(item.config.getini("faulthandler_timeout") or 0)
    if limit and not item.config.getoption("usepdb"):
        faulthandler.dump_traceback_later(
            limit, file=item.config.stash[fault_handler_stderr_fd_key], exit=True
        )
    yield
