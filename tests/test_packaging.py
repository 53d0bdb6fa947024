"""The project's frame: the lock files fit the project file and tell nothing of a machine."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import bot

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-run.lock")


def names(requirements: list[str]) -> set[str]:
    """The bare, normalised package names of requirement lines."""
    found = (re.match(r"[A-Za-z0-9._-]+", line) for line in requirements)
    return {re.sub(r"[-_.]+", "-", match[0]).lower() for match in found if match}


def pinned(lock: str) -> set[str]:
    """The package names that a lock file pins."""
    return names([line for line in (ROOT / lock).read_text().splitlines() if "==" in line])


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_registry_and_no_path(lock: str) -> None:
    allowed = re.compile(
        r"""
        \#[^/]*                                                 # the header
        | [a-z0-9._-]+(\[[a-z,]+\])?==\S+(\ ;\ [^/\\]+)?\ \\     # name==version ; marker
        | \ {4}--hash=sha256:[0-9a-f]{64}(\ \\)?
        """,
        re.VERBOSE,
    )
    lines = (ROOT / lock).read_text().splitlines()
    assert [line for line in lines if not allowed.fullmatch(line)] == []


def test_the_locks_pin_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    runtime = names(project["dependencies"]) | names(project["optional-dependencies"]["build"])
    assert runtime - pinned("requirements-run.lock") == set()
    assert names(project["optional-dependencies"]["dev"]) - pinned("requirements.lock") == set()
    assert pinned("requirements-run.lock") - pinned("requirements.lock") == set()


def test_the_installed_version_is_the_one_in_the_code() -> None:
    assert version("kingmaker-bot") == bot.__version__
