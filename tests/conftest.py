"""What holds for every test: its limit of time goes on to the end of its clean-up, and how long the
tests of each folder took is said at the end."""

from __future__ import annotations

import faulthandler
import gc
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from hypothesis import HealthCheck, settings

# A busy machine is no fault of what is tried.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage while tests are collected, nor ever among what is made then: it is there
    to stay, and each search would go through all of it. Later look for it a thirtieth as often: a
    run takes a twentieth less of processor, and 6 MB more of 240."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 10, 20)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Make none of the thousands of long cases where they would only be left out again; one of a
    test stays, so that it is counted.

    It reads a private list of pytest's: making them all costs each worker 4 of 16 seconds.
    """
    yield
    if "not long" not in metafunc.config.getoption("markexpr"):
        return
    whole = metafunc.definition.get_closest_marker("long") is not None
    short = [
        case
        for case in metafunc._calls
        if not whole and all(mark.name != "long" for mark in case.marks)
    ]
    metafunc._calls = short or metafunc._calls[:1]


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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how long the tests of each folder took, the longest first."""
    seconds = defaultdict[str, float](float)
    for reports in terminalreporter.stats.values():
        for report in (each for each in reports if isinstance(each, pytest.TestReport)):
            folders = report.nodeid.split("::")[0].split("/")[:-1]
            seconds["/".join(folders[:2])] += report.duration
    if len(seconds) > 1:
        terminalreporter.section("seconds by folder")
        for folder, took in sorted(seconds.items(), key=lambda each: -each[1]):
            terminalreporter.write_line(f"{took:8.1f} {folder}")


@pytest.fixture(scope="session", autouse=True)
def maps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where empty boards are kept once they were drawn, and games once they were played: the same
    place for all that runs here."""
    base = tmp_path_factory.getbasetemp()
    root = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
    games = root / "games"
    games.mkdir(parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(root))
        patch.setenv("PLAYED_GAMES", str(games))
        yield root / "kingmaker" / "maps"


@pytest.fixture(scope="session")
def one_compiler() -> Iterator[None]:
    """No statement is put into SQL twice, whoever says it to whichever database."""
    from tests.storage.databases import compiled_once

    with compiled_once():
        yield


@pytest.fixture
def in_this_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's files are asked without a thread for each connection."""
    from tests.storage.databases import ask_here

    ask_here(monkeypatch)
