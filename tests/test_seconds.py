"""How long the tests of each folder took is said at the end of a run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.folders import ROOT

pytestmark = pytest.mark.tools

LINE = re.compile(r"^ +\d+\.\d (\S+)$", re.MULTILINE)


@pytest.mark.parametrize("jobs", ["0", "2"])
def test_each_folder_has_a_line_above_the_summary(tmp_path: Path, jobs: str) -> None:
    for folder in ("tests/rules/deep", "tests/words"):
        (tmp_path / folder).mkdir(parents=True)
        name = folder.rpartition("/")[2]
        (tmp_path / folder / f"test_{name}.py").write_text("def test_it() -> None: ...\n")
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path / "tests")
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml")]
    command += ["--rootdir", str(tmp_path), "-p", "no:cacheprovider", "-n", jobs, str(tmp_path)]
    of_ours = {key: text for key, text in os.environ.items() if not key.startswith("PYTEST_")}
    told = subprocess.run(command, cwd=tmp_path, env=of_ours, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout
    assert sorted(LINE.findall(told.stdout)) == ["tests/rules", "tests/words"]
    assert "2 passed" in told.stdout.splitlines()[-1]
