"""No test can hang the suite: each has a limit of time, and is named when it reaches it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.tools

ROOT = Path(__file__).parents[1]
HANGING = """
import asyncio, contextlib, threading
import pytest

async def test_waits_for_ever():
    await asyncio.Event().wait()

def test_hears_nothing():
    while True:
        with contextlib.suppress(BaseException):
            threading.Event().wait()

@pytest.fixture
def untidy():
    yield
    threading.Event().wait()

def test_fails_and_never_cleans_up(untidy):
    raise ValueError("as it should")

def test_is_well():
    pass

@pytest.mark.long
def test_takes_minutes():
    pass
"""


def run(folder: Path, *words: str) -> str:
    """Run the hanging tests with the project's own settings but for the lengths; what is said."""
    (folder / "test_hanging.py").write_text(HANGING, encoding="utf-8")
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml")]
    command += ["--rootdir", str(folder), "-p", "no:cacheprovider", "-v", str(folder)]
    command += ["-o", "timeout=1", "-o", "faulthandler_timeout=3", *words]
    of_ours = {key: text for key, text in os.environ.items() if not key.startswith("PYTEST_")}
    done = subprocess.run(
        command,
        cwd=folder,
        env={**of_ours, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    return done.stdout + done.stderr


def test_hanging_tests_are_ended_by_name_while_two_work_at_once(tmp_path: Path) -> None:
    told = run(tmp_path, "-n", "2")
    failed = {line.split("::")[1] for line in told.splitlines() if line.startswith("FAILED ")}
    assert {line.split()[0] for line in failed} == {
        "test_waits_for_ever",
        "test_hears_nothing",
        "test_fails_and_never_cleans_up",
    }
    assert "test_waits_for_ever - Failed: Timeout (>1.0s) from pytest-timeout." in failed
    assert "test_takes_minutes" not in told


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("test_hears_nothing", "test_hears_nothing"),
        ("test_fails_and_never_cleans_up", "untidy"),
    ],
)
def test_a_hanging_test_that_runs_alone_is_ended_where_it_hangs(
    tmp_path: Path, name: str, where: str
) -> None:
    assert f"in {where}" in run(tmp_path, "-k", name)
