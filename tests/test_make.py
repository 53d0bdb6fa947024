"""`make run` with a .venv whose Python is another one by now, or gone."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.folders import ROOT

STAMPS = (".installed-to-run", ".installed")
FETCHES = "Fetching what the program needs"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A tree in which everything was installed; its Python is yet to come."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / "bot").mkdir()
    for name in ("pyproject.toml", "requirements-run.lock", "requirements.lock", "bot/__init__.py"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1, 1))
    for name in STAMPS:
        (tmp_path / ".venv" / name).touch()
    return tmp_path


def told(tree: Path, status: int | None) -> str:
    """What `make run` would do if the Python there ends so, or is not there at all."""
    if status is not None:
        python = tree / ".venv" / "bin" / "python"
        python.write_text(f"#!/bin/sh\nexit {status}\n", "utf-8")
        python.chmod(0o755)
    command = ["make", "--dry-run", "run"]
    return subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True).stdout


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
@pytest.mark.parametrize("status", [1, None])
def test_what_a_python_cannot_import_any_more_is_fetched_anew(
    installed: Path, status: int | None
) -> None:
    assert FETCHES in told(installed, status)
    assert not any((installed / ".venv" / stamp).exists() for stamp in STAMPS)


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_where_all_is_there_nothing_is_fetched(installed: Path) -> None:
    assert FETCHES not in told(installed, 0)
    assert all((installed / ".venv" / stamp).exists() for stamp in STAMPS)


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_a_clean_tree_needs_no_python_to_say_what_it_can(installed: Path) -> None:
    shutil.rmtree(installed / ".venv")
    command = ["make", "help"]
    done = subprocess.run(command, cwd=installed, check=True, capture_output=True, text=True)
    assert "make run" in done.stdout
    assert done.stderr == ""
