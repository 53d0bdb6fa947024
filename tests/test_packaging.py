"""The project's frame: the lock files fit the project file and tell nothing of a machine."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import bot
from tests.tools import make_licences

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


def test_the_licences_are_those_of_what_is_locked() -> None:
    """After a change of the lock files `python -m tests.tools.make_licences` writes them."""
    assert make_licences.PAGE.read_text(encoding="utf-8") == make_licences.page()


def test_every_action_of_a_workflow_is_pinned_by_its_digest() -> None:
    used = [
        line.partition("uses:")[2].strip()
        for file in (ROOT / ".github" / "workflows").glob("*.yml")
        for line in file.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert used
    pinned_by_digest = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [each for each in used if not pinned_by_digest.fullmatch(each)] == []
