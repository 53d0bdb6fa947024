"""Measures how good the tests are at noticing mistakes.

    python -m tests.tools.mutate --packages cogs --sample 60 --seed 1

Small changes to the program (mutants, `tests.tools.mutants`) are picked at random from a seed, and
for each, the tests that reach the changed line are run, the quickest first, until one fails. A
mutant that no test notices is a survivor: a gap in the tests, or a change that makes no difference.
Survivors of the second kind are listed with a reason in `tests/equivalent_mutants.toml`, and left
out of the share.

The tests that reach each line are recorded once (`tests.tools.reach`) and kept in `.reach/`:

    nice pytest -n 2 -p tests.tools.reach --reach .reach

Each mutant gets its own process, forked once the tests have been collected; the changed functions
are replaced in that process, and no file is touched. Anything that happens at import, survivors
that might be hidden by it, and functions whose new code has other free variables (and so cannot
replace the old code) are tried in a fresh process on a copy of the tree.

A mutant is noticed if a test fails that passes without it. A missing answer (a time-out, a process
that broke, a pytest that found no tests or could not read them) does not count, unless the same
tests pass in time when they are run without the change.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from tests.tools import mutants
from tests.tools.mutants import PACKAGES, ROOT, Mutant, Site
from tests.tools.reach import Reach

EQUIVALENT = ROOT / "tests" / "equivalent_mutants.toml"
NOTES = ROOT / ".reach"
IMPORTED = "tests/test_imports.py::test_every_module_can_be_imported"
"""The test that fails if any module can no longer be imported, in which case no other test can even
be read."""
COPIED = ("bot", "cogs", "rendering", "data", "tests", "docs", "pyproject.toml")
PATIENCE = "20"
"""Seconds that tests wait for something to happen, since with a mutant it may never happen."""
FAILED = r"(FAILED|ERROR) "
"""The start of the line in which pytest names a test that failed, or whose fixtures broke."""
UNKNOWN = 1.0
"""Seconds assumed for a test whose time was not recorded."""
MEMORY = 4 << 30
"""The most bytes of memory that a process may use."""
ENDLESS = "it never ends"
BROKEN = "it broke"
UNPLACED = "its code fits in no place"
"""Verdicts on a mutant's process, given in place of the name of a failed test."""


class Job(NamedTuple):
    """A mutant and the tests that reach it, in the order in which they are run."""

    site: Site
    made: Mutant
    tests: list[str]
    seconds: float
    """How long the tests took when their reach was recorded."""
    hides: bool
    """Whether the line is also reached at import, where a forked process cannot change it."""


class Verdict(NamedTuple):
    """The fate of a mutant: the test that noticed it, or None if it survived."""

    job: Job
    killer: str | None


# Which


def chosen(options: argparse.Namespace) -> list[Site]:
    """The mutants to try: those named, or a sample of those in the packages and paths given."""
    there = [module for package in options.packages for module in mutants.modules(package)]
    within = [m for m in there if not options.paths or any(lies_in(m, p) for p in options.paths)]
    for path in options.paths:
        if not any(lies_in(module, path) for module in there):
            raise SystemExit(f"No module of these packages lies in {path}.")
    every = [site for module in within for site in mutants.sites(module)]
    if options.only:
        known = {site.name: site for site in every}
        gone = [name for name in options.only if name not in known]
        if gone:
            raise SystemExit(f"There is no such mutant (any more): {', '.join(gone)}")
        return [known[name] for name in options.only]
    return sorted(random.Random(options.seed).sample(every, min(options.sample, len(every))))


def lies_in(module: str, path: str) -> bool:
    """Whether a module has this path, or is somewhere in this folder."""
    return module == path or module.startswith(f"{path.rstrip('/')}/")


def equivalents() -> dict[tuple[str, str], str]:
    """The mutants that make no difference, by file and change, and why."""
    told = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return {(each["file"], each["change"]): each["reason"] for each in told.get("mutant", ())}


def jobs(sites: Sequence[Site], reach: Reach, budget: float) -> list[Job]:
    """The tests to run for each mutant: the quickest first, and no more than the budget allows.

    No test stands for a line that runs only at import; those that reach its module do.
    """
    found = []
    for site in sites:
        made, source = mutants.mutant(site), mutants.source_of(site.module)
        tests = reach.tests(site.module, made.lines, source)
        hides = "" in tests
        if made.at_import or tests == {""}:
            tests = reach.tests(site.module, range(1, len(source.splitlines()) + 1), source)
        ordered: list[str] = []
        seconds = 0.0
        for test in sorted(tests - {""}, key=lambda t: (reach.seconds.get(t, UNKNOWN), t)):
            seconds += reach.seconds.get(test, UNKNOWN)
            if seconds > budget and ordered:
                break
            ordered.append(test)
        found.append(Job(site, made, ordered, min(seconds, budget), hides))
    return found


# In a forked process


def put_in_place(job: Job) -> bool:
    """Give the existing functions of the changed module their new code.

    If the module is imported again, as a bot does with its extensions, the changed one is loaded.
    Returns False if a function cannot be given its new code: without its ``super()``, for example,
    a method no longer has a ``__class__``.
    """
    path = str(ROOT / job.site.module)
    whole = compile(job.made.tree, path, "exec")
    as_it_stands = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return whole if loader.path == path else as_it_stands(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]
    new = {(c.co_qualname, c.co_firstlineno): c for c in codes(whole)}
    placed = True
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == path:
            code = new.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if code is None:
                continue
            if code.co_freevars == each.__code__.co_freevars:
                each.__code__ = code
            else:
                placed = False
        elif isinstance(each, functools._lru_cache_wrapper):
            inner = getattr(each.__wrapped__, "__code__", None)
            if inner is not None and inner.co_filename == path:
                each.cache_clear()
    return placed


def codes(code: CodeType) -> Iterator[CodeType]:
    """All code objects within a code object."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes(each)


def first_failure(items: Sequence[pytest.Item]) -> str | None:
    """Run tests until one fails. Returns its id; None if all pass."""
    for item, after in zip(items, [*items[1:], None], strict=True):
        reports = runtestprotocol(item, nextitem=after, log=False)
        if any(report.failed for report in reports):
            return item.nodeid
    return None


@dataclass
class Child:
    """A forked process that runs tests, and what it reports."""

    pid: int
    pipe: int
    job: Job
    ends: float
    told: bytes = b""
    checking: str | None = None
    """The test that failed with the mutant, now run without the change: does it fail anyway?"""


class Bench:
    """A pytest plugin that runs no tests itself: for every mutant, it forks a process that does."""

    def __init__(self, jobs: list[Job], workers: int, limit: float) -> None:
        self.verdicts: list[Verdict] = []
        self.unplaced: list[Job] = []
        self._todo = jobs[::-1]
        self._workers, self._limit = workers, limit
        self._children: dict[int, Child] = {}
        self._items: dict[str, pytest.Item] = {}
        self._sound: dict[str, bool] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge all mutants."""
        self._items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()
        while self._todo or self._children:
            while self._todo and len(self._children) < self._workers:
                self._begin(self._todo.pop())
            ready, _, _ = select.select(list(self._children), [], [], 1.0)
            for pipe in ready:
                self._hear(self._children[pipe])
            for child in [c for c in self._children.values() if time.monotonic() > c.ends]:
                os.killpg(child.pid, signal.SIGKILL)
                child.told, child.ends = ENDLESS.encode(), float("inf")
        return True

    def _begin(self, job: Job, checking: str | None = None) -> None:
        names = [checking] if checking in self._items else self.there(job).tests
        if not names:
            return self._judge(job, None)
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            self._run(job, names, writing, checking is None)
        os.close(writing)
        ends = time.monotonic() + self._limit
        self._children[reading] = Child(pid, reading, job, ends, checking=checking)
        return None

    def there(self, job: Job) -> Job:
        """The mutant, with those of its tests that (still) exist."""
        return job._replace(tests=[test for test in job.tests if test in self._items])

    def _run(self, job: Job, names: list[str], pipe: int, mutated: bool) -> None:
        """Everything that a forked process does."""
        failed: str | None = BROKEN
        try:
            os.setpgid(0, 0)
            silence = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(silence, number)
            # A test that never ends is stopped by the processor time it has used, so that a busy
            # machine does not affect the result.
            most = int(60 + 10 * job.seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.environ["TEST_PATIENCE"] = PATIENCE
            if mutated:
                gc.unfreeze()
            if mutated and not put_in_place(job):
                failed = UNPLACED
            else:
                failed = first_failure([self._items[name] for name in names])
        finally:
            os.write(pipe, (failed or "").encode())
            os._exit(0)

    def _hear(self, child: Child) -> None:
        told = os.read(child.pipe, 4096)
        if told:
            child.told += told
            return
        os.close(child.pipe)
        del self._children[child.pipe]
        _, status = os.waitpid(child.pid, 0)
        text = child.told.decode() or ("" if status == 0 else ENDLESS)
        if text == UNPLACED:
            self.unplaced.append(child.job)
        elif child.checking in self._items:
            self._sound[child.checking] = not text
            self._consider(child.job, child.checking)
        elif child.checking is not None:
            self._judge(child.job, None if text else child.checking)
        elif text and text not in self._sound:
            self._begin(child.job, checking=text)
        else:
            self._consider(child.job, text or None)

    def _consider(self, job: Job, killer: str | None) -> None:
        """Believe a test only if it passes without the change; otherwise go on without it."""
        if killer is not None and not self._sound.get(killer, True):
            rest = [test for test in job.tests if test != killer]
            print(f"{killer} fails without any change and is left out", flush=True)
            self._todo.append(job._replace(tests=rest))
            return
        self._judge(job, killer)

    def _judge(self, job: Job, killer: str | None) -> None:
        self.verdicts.append(Verdict(job, killer))
        print(f"{job.site.name}  {'SURVIVED' if killer is None else killer}", flush=True)


# In a fresh process


def fresh(job: Job, limit: float) -> Verdict:
    """Run a mutant's tests in a separate process, on a copy of the tree that contains the
    change."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        tree = Path(folder)
        leave = shutil.ignore_patterns("__pycache__", ".hypothesis")
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tree / name, ignore=leave)
            else:
                shutil.copy(ROOT / name, tree / name)
        killer = noticed_by(job, tree, [IMPORTED], limit)
        return Verdict(job, killer or noticed_by(job, tree, job.tests, limit))


def noticed_by(job: Job, tree: Path, tests: Sequence[str], limit: float) -> str | None:
    """The first of these tests to notice the change in a copy of the tree; None if none does."""
    module = tree / job.site.module
    as_it_stands = module.read_text(encoding="utf-8")
    while tests:
        module.write_text(ast.unparse(job.made.tree), encoding="utf-8")
        found = answer(tree, tests, limit)
        module.write_text(as_it_stands, encoding="utf-8")
        if found is None:
            return None
        doubted = [found] if found in tests else tests
        if found in (*tests, ENDLESS) and answer(tree, doubted, limit) is None:
            return found
        print(f"{job.site.name}: {found}, which does not count as noticing", flush=True)
        tests = [test for test in tests if test != found] if found in tests else []
    return None


def answer(tree: Path, tests: Sequence[str], limit: float) -> str | None:
    """The first of these tests to fail in a tree; if there is no answer, the reason; None if all
    pass.

    Only status 1 of pytest says that a test failed. A higher one means that it had no tests to run,
    could not read them or broke, none of which means that a test noticed something.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE"]
    environment = {**os.environ, "PYTHONPATH": str(tree), "TEST_PATIENCE": PATIENCE}
    try:
        run = subprocess.run(
            [*command, "-p", "no:cacheprovider", "--hypothesis-seed=0", *tests],
            cwd=tree,
            env=environment,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ENDLESS
    if run.returncode == pytest.ExitCode.OK:
        return None
    if run.returncode != pytest.ExitCode.TESTS_FAILED:
        return f"no answer, pytest's status was {run.returncode}"
    told = [line.split(" ", 1)[1] for line in run.stdout.splitlines() if re.match(FAILED, line)]
    names = [test for test in tests if any(re.match(re.escape(test) + r"( - |$)", t) for t in told)]
    return names[0] if names else BROKEN


# The run


def judged(todo: list[Job], workers: int, limit: float) -> list[Verdict]:
    """Every mutant's verdict."""
    late = [job for job in todo if job.made.at_import]
    soon = [job for job in todo if not job.made.at_import]
    bench = Bench(soon, workers, limit)
    files = sorted({test.split("::")[0] for job in todo for test in job.tests})
    if files:
        words = ["-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", "-m", "not browser"]
        pytest.main([*words, *(f for f in files if (ROOT / f).exists())], plugins=[bench])
    if len(bench.verdicts) + len(bench.unplaced) != len(soon):
        raise SystemExit("The tests could not be collected: run pytest by itself to see why.")
    again = [v.job for v in bench.verdicts if v.killer is None and v.job.hides and v.job.tests]
    kept = [v for v in bench.verdicts if v.job not in again]
    for job in (bench.there(job) for job in [*late, *again, *bench.unplaced]):
        verdict = fresh(job, limit)
        print(f"{job.site.name}  {verdict.killer or 'SURVIVED'}", flush=True)
        kept.append(verdict)
    return sorted(kept, key=lambda v: v.job.site)


@dataclass
class Tally:
    """The number of a package's mutants, and what became of them."""

    killed: int = 0
    survived: int = 0
    equivalent: int = 0
    survivors: list[dict[str, Any]] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of the mutants noticed, among those that make a difference."""
        return self.killed / max(1, self.killed + self.survived)

    def told(self) -> dict[str, Any]:
        """The tally as it is written to a file."""
        return {**vars(self), "share": round(self.share, 3)}


def tallies(verdicts: Sequence[Verdict]) -> dict[str, Tally]:
    """What became of the mutants, package by package."""
    same = equivalents()
    home = {module: package for package in PACKAGES for module in mutants.modules(package)}
    found: dict[str, Tally] = {}
    for job, killer in verdicts:
        tally = found.setdefault(home[job.site.module], Tally())
        if killer is not None:
            tally.killed += 1
        elif (job.site.module, job.made.change) in same:
            tally.equivalent += 1
        else:
            tally.survived += 1
            where = f"{job.site.module}:{job.site.line}"
            tally.survivors.append({
                "name": job.site.name, "where": where, "change": job.made.change,
                "diff": job.made.diff, "tests": len(job.tests),
            })  # fmt: skip
    return found


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packages", nargs="+", default=list(PACKAGES), choices=PACKAGES)
    parser.add_argument(
        "--paths", nargs="+", default=[], metavar="PATH", help="only these modules, or modules"
        " in these folders",
    )  # fmt: skip
    parser.add_argument("--sample", type=int, default=60, help="how many mutants")
    parser.add_argument("--seed", default="1", help="decides which mutants")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these mutants, by name")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--limit", type=float, default=300, help="seconds for one mutant")
    parser.add_argument(
        "--budget", type=float, default=60, help="the most seconds of tests to run for each"
        " mutant, the quickest tests first",
    )  # fmt: skip
    parser.add_argument("--reach", type=Path, default=NOTES, metavar="DIR", help="the records")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    if not options.reach.is_dir():
        raise SystemExit(
            "First record which tests reach which lines: "
            "nice .venv/bin/pytest -n 2 -p tests.tools.reach --reach .reach"
        )
    os.chdir(ROOT)
    todo = jobs(chosen(options), Reach(options.reach), options.budget)
    found = tallies(judged(todo, options.jobs, options.limit))
    for package, tally in found.items():
        for each in tally.survivors:
            print(f"\n{each['name']} ({each['tests']} tests)\n{each['diff']}")
        print(
            f"\n{package}: noticed {tally.killed} of {tally.killed + tally.survived}, "
            f"{tally.share:.1%}; {tally.equivalent} that change nothing left out"
        )
    if options.json:
        told = {package: tally.told() for package, tally in found.items()}
        options.json.write_text(json.dumps(told, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
