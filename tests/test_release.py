"""A release: its notes come from the changelog, and what it is made of can be told."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import bot
from tests.folders import ROOT
from tests.tools.release_notes import CHANGELOG, Unready, notes

pytestmark = pytest.mark.tools

TOLD = """# Changelog

What players notice.

## [Unreleased]

### Added

- What comes.

## [1.2.0] - 2026-12-01

### Added

- A rule.

### Fixed

- A fault.

## [1.1.0] - 2026-11-01

- The beginning.
"""


def test_the_notes_are_the_section_of_the_version() -> None:
    assert notes("v1.2.0", TOLD, "1.2.0") == "### Added\n\n- A rule.\n\n### Fixed\n\n- A fault.\n"
    assert notes("v1.1.0", TOLD, "1.1.0") == "- The beginning.\n"


@pytest.mark.parametrize(
    ("tag", "version", "told", "why"),
    [
        ("v1.2.0", "1.1.0", TOLD, "The tag is v1.2.0, but the program says that it is 1.1.0."),
        ("1.2.0", "1.2.0", TOLD, "The tag is 1.2.0, but the program says that it is 1.2.0."),
        ("v1.3.0", "1.3.0", TOLD, "The changelog has no section [1.3.0]."),
        (
            "v1.2.0",
            "1.2.0",
            TOLD.replace(" - 2026-12-01", ""),
            "The section [1.2.0] needs its day: ## [1.2.0] - 2026-12-31.",
        ),
        (
            "v1.2.0",
            "1.2.0",
            re.sub(r"- (A rule|A fault)\.\n", "", TOLD),
            "The section [1.2.0] lists no changes.",
        ),
    ],
)
def test_what_is_not_ready_is_not_released(tag: str, version: str, told: str, why: str) -> None:
    with pytest.raises(Unready) as refused:
        notes(tag, told, version)
    assert str(refused.value) == why


def test_the_tool_prints_the_notes_and_nothing_else() -> None:
    def run(tag: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "tests.tools.release_notes", tag],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )

    wrong = run("v0.0.0")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert (
        wrong.stderr == f"The tag is v0.0.0, but the program says that it is {bot.__version__}.\n"
    )
    told = f"## [{bot.__version__}] - " in CHANGELOG.read_text(encoding="utf-8")
    assert run(f"v{bot.__version__}").returncode == (0 if told else 1)


def test_the_changelog_begins_with_what_is_not_released_yet() -> None:
    names = re.findall(r"^## \[([^\]]+)\]", CHANGELOG.read_text(encoding="utf-8"), re.M)
    assert names[0] == "Unreleased"
    numbers = [tuple(map(int, name.split("."))) for name in names[1:]]
    assert numbers == sorted(numbers, reverse=True)


def test_the_image_is_built_from_whatever_base_is_named() -> None:
    """A release names its base by digest, so that it can be built again as it was."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    named = re.search(r"^ARG BASE=(\S+)\nFROM \$\{BASE\}$", dockerfile, re.M)
    assert named is not None
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert f"BASE: ${{BASE_IMAGE:-{named[1]}}}" in compose
    release = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    assert '--build-arg "BASE=$BASE"' in release
