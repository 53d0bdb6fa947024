"""The project's frame: the lock files fit the project file and tell nothing of a machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
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


@pytest.mark.tools
def test_a_wheel_needs_nothing_beside_it(tmp_path: Path) -> None:
    """Installed into an empty folder, it tells its version, plays a game and draws it."""
    built = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(built, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    assert sorted(each.name for each in site.iterdir() if "dist-info" not in each.name) == [
        "bot", "cogs", "rendering",
    ]  # fmt: skip
    surroundings = {**os.environ, "PYTHONPATH": str(site)}

    def kingmaker(*words: str) -> str:
        command = [sys.executable, "-P", "-m", "bot", *words]
        return subprocess.run(
            command, cwd=tmp_path, env=surroundings, check=True, capture_output=True, text=True
        ).stdout

    where = [sys.executable, "-P", "-c", "import bot; print(bot.DATA)"]
    data = subprocess.run(where, cwd=tmp_path, env=surroundings, capture_output=True, text=True)
    assert data.stdout.strip() == str(site / "bot" / "data")
    assert kingmaker("--version") == f"kingmaker-bot {bot.__version__}\n"
    played = kingmaker("selfplay", "--seats", "3", "--rounds", "2", "--export", str(tmp_path))
    assert played.startswith("game 0: ")
    (export,) = tmp_path.glob("*.json")
    kingmaker("render", str(export), "--out", str(tmp_path / "map.png"))
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert kingmaker("rules", "where", "house-8.4.3").endswith(
        "A checkout of the program also shows where the rule is carried out and tested.\n"
    )
