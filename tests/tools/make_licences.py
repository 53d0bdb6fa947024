"""Writes docs/licences.md, from the fonts' folders and the installed packages.

Run `python -m tests.tools.make_licences` after changing the locked packages.
"""

from __future__ import annotations

import re
from importlib.metadata import metadata
from pathlib import Path

from tests.folders import ROOT

PAGE = ROOT / "docs" / "licences.md"

NOT_SAID = {
    "audioop-lts": "PSF-2.0",
    "axe-playwright-python": "MIT, with axe-core: MPL-2.0",
    "colorama": "BSD-3-Clause",
}
"""Packages that only some Pythons or systems install, or that name their licence only in its
text."""

SPELT = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "ISC License": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""The names of licences as packages spell them, and their usual names."""

_README = (ROOT / "data" / "fonts" / "README.md").read_text(encoding="utf-8")

_LONGEST = 40
"""The most characters of a licence's name: some packages put the whole text in its field."""


def pinned(lock: Path) -> list[str]:
    """The packages that a lock file pins, in its order."""
    return re.findall(r"^([a-z0-9._-]+)(?:\[[^]]*\])?==", lock.read_text(encoding="utf-8"), re.M)


def licence(package: str) -> str:
    """The licence of a package."""
    if package in NOT_SAID:
        return NOT_SAID[package]
    about = metadata(package)
    (said,) = about.get_all("License-Expression") or about.get_all("License") or [""]
    if not said or len(said) > _LONGEST:
        classes = [each.split(" :: ") for each in about.get_all("Classifier") or ()]
        said = next(each[-1] for each in classes if each[:2] == ["License", "OSI Approved"])
    return SPELT.get(said, said)


def _table(packages: list[str]) -> str:
    rows = "\n".join(f"| {each} | {licence(each)} |" for each in packages)
    return f"| package | licence |\n| --- | --- |\n{rows}\n"


def _fonts() -> str:
    folder = ROOT / "data" / "fonts"
    rows = ["| font | by | licence |", "| --- | --- | --- |"]
    for text in sorted(folder.glob("*/OFL.txt")):
        font = text.parent.name
        said = re.search(rf"^\| `{font}` \| ([^|]+) \| ([^|]+) \|", _README, re.M)
        if said is None or "SIL OPEN FONT LICENSE Version 1.1" not in text.read_text("utf-8"):
            raise ValueError(f"data/fonts/README.md or {font}/OFL.txt does not mention {font}.")
        rows.append(f"| {said[1]} | {said[2]} | [OFL-1.1](../data/fonts/{font}/OFL.txt) |")
    return "\n".join(rows) + "\n"


def page() -> str:
    """The page as it should be now."""
    running = pinned(ROOT / "requirements-run.lock")
    testing = [each for each in pinned(ROOT / "requirements.lock") if each not in running]
    return f"""# Other people’s licences

Our own code, words and drawings are under the [MIT licence](../LICENSE). What they build on has \
its own licences. Each package includes the text of its licence. This page is written by \
`python -m tests.tools.make_licences`, from what is installed.

## Fonts

{_fonts()}
## Packages needed to run it

{_table(running)}
## Packages needed only by the tests

{_table(testing)}"""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} is written.")
