"""The tests that reach each line: recorded once while they run, and looked up afterwards.

`pytest -p tests.tools.reach --reach DIR` records them for any tests, also with `-n 2`. A record
consists of coverage's own data files, with the test's id as the context of a line, how long each
test took, and the sources at the time. `Reach(DIR)` looks them up. If a source has changed since,
its lines are recognised by their text, even in other files if they were moved, and tests by their
names; a folder may hold the records of several runs.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import coverage
import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bot", "cogs", "rendering")
MOVED = 4
"""At least this many consecutive lines must appear unchanged in another file to count as moved
there."""


# Noting it


class Notes:
    """The records of one process that runs tests."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}-{os.getpid()}"
        self._seconds: dict[str, float] = {}
        folder.mkdir(parents=True, exist_ok=True)
        files = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
        self._sources = {str(f.relative_to(ROOT)): f.read_text(encoding="utf-8") for f in files}
        self._coverage = coverage.Coverage(
            data_file=f"{self._file}.lines",
            source=[str(ROOT / package) for package in PACKAGES],
            config_file=False,
        )
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Attribute every line reached to the test, including those reached by its fixtures."""
        self._coverage.switch_context(item.nodeid)
        begun = time.perf_counter()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = time.perf_counter() - begun
            self._coverage.switch_context("")

    def pytest_sessionfinish(self) -> None:
        """Write the records now: later, a worker of pytest-xdist may be stopped at any moment."""
        self._coverage.stop()
        self._coverage.save()
        told = {"seconds": self._seconds, "sources": self._sources}
        self._file.with_suffix(".json").write_text(json.dumps(told), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the folder of records."""
    parser.addoption("--reach", metavar="DIR", help="record there which lines each test reaches")


def pytest_configure(config: pytest.Config) -> None:
    """Start recording, in every process that runs tests."""
    folder = config.getoption("--reach")
    runs_tests = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if folder and runs_tests:
        config.pluginmanager.register(Notes(Path(folder)), "reach")


# Looking it up


class Reach:
    """The records of one or more runs."""

    def __init__(self, folder: Path) -> None:
        self.seconds: dict[str, float] = {}
        self._parts: list[tuple[coverage.CoverageData, str, dict[str, str]]] = []
        for file in sorted(folder.rglob("*.json")):
            told = json.loads(file.read_text(encoding="utf-8"))
            self.seconds |= told["seconds"]
            data = coverage.CoverageData(str(file.with_suffix(".lines")))
            data.read()
            measured = sorted(data.measured_files())
            root = next(
                (
                    f.removesuffix(r)
                    for f in measured
                    for r in told["sources"]
                    if f.endswith(f"/{r}")
                ),
                "",
            )
            self._parts.append((data, root, told["sources"]))
        self._known: dict[str, dict[int, set[str]]] = {}
        self._gone: dict[int, list[str]] = {}

    def tests(self, module: str, lines: Iterable[int], source: str) -> set[str]:
        """The tests that reach any of these lines in a module's current source."""
        if module not in self._known:
            self._known[module] = self._read(module, source.splitlines())
        known = self._known[module]
        return {self._now(test) for line in lines for test in known.get(line, ())}

    def _now(self, test: str) -> str:
        """The current name of a test whose file may have been moved."""
        file, _, name = test.partition("::")
        if not file or (ROOT / file).exists():
            return test
        found = _homes().get(name.partition("[")[0], [])
        new = f"{found[0]}::{name}" if len(found) == 1 else test
        self.seconds.setdefault(new, self.seconds.get(test, 0.0))
        return new

    def _read(self, module: str, now: list[str]) -> dict[int, set[str]]:
        """For each current line, the tests that reach it; '' if it is reached at import."""
        found: defaultdict[int, set[str]] = defaultdict(set)
        for data, root, sources in self._parts:
            left = set(range(1, len(now) + 1))
            for name, least in ((module, 1), *((other, MOVED) for other in self._changed(sources))):
                stands_at = places(sources.get(name, "").splitlines(), now, least)
                stands_at = {then: line for then, line in stands_at.items() if line in left}
                left -= set(stands_at.values())
                reached = data.contexts_by_lineno(f"{root}{name}") if stands_at else {}
                for then, contexts in reached.items():
                    if then in stands_at:
                        found[stands_at[then]].update(contexts)
                if not left:
                    break
        return dict(found)

    def _changed(self, sources: dict[str, str]) -> list[str]:
        """The sources that were removed or have changed: lines in other files may come from
        them."""
        if id(sources) not in self._gone:
            self._gone[id(sources)] = [
                name
                for name, text in sources.items()
                if not (ROOT / name).exists() or (ROOT / name).read_text(encoding="utf-8") != text
            ]
        return self._gone[id(sources)]


@cache
def _homes() -> dict[str, list[str]]:
    """The files that now contain the tests of each name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for file in (ROOT / "tests").rglob("test_*.py"):
        for name in re.findall(r"^(?:async )?def (test_\w+)", file.read_text("utf-8"), re.M):
            found[name].append(str(file.relative_to(ROOT)))
    return dict(found)


def places(then: list[str], now: list[str], least: int = 1) -> dict[int, int]:
    """The line numbers, then and now, of unchanged lines in runs of at least ``least``; numbers
    start at 1."""
    same = difflib.SequenceMatcher(None, then, now, autojunk=False).get_matching_blocks()
    return {a + n + 1: b + n + 1 for a, b, size in same if size >= least for n in range(size)}
