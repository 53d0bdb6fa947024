"""What the docs name is there: files, folders, modules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.commands.coverage import coverage
from bot.games import GAMES, game_for
from tests.folders import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "tests" / "README.md"])
ROOMS = ("bot/", "cogs/", "rendering/", "data/", "tests/", "docs/")
PATH = re.compile(r"`((?:bot|cogs|rendering|data|tests|docs)/[\w./*<>-]*)`")
OWN = re.compile(r"^\*\*\d+\. [^`\n]*`([^`]+)`", re.MULTILINE)
"""A file that a page has its reader write, in the heading of a step."""
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)")


def there(path: str, root: Path = ROOT) -> bool:
    """Whether a path, perhaps with stars in it, or without `.py`, leads anywhere.

    What stands for a name of one's own (`<game>`, `GAME`) may be anything.
    """
    if "<" in path or any(part.isupper() for part in Path(path).parts):
        return True
    if "*" in path:
        return any(root.glob(path))
    return (root / path).exists() or (root / f"{path}.py").exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_paths_and_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if page.name == "CHANGELOG.md":
        return
    named = set(PATH.findall(text)) - set(OWN.findall(text))
    lost = [path for path in named if not there(path) and not there(path, page.parent)]
    lost += [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    assert lost == []


def test_a_lost_path_is_seen() -> None:
    assert OWN.findall("**1. A set**, `data/a.json`. As `data/b.json`.\n**Not** `data/c.json`") == [
        "data/a.json"
    ]
    assert PATH.findall("in `bot/rules/kernel` and `cogs/nothing.py`") == [
        "bot/rules/kernel",
        "cogs/nothing.py",
    ]
    assert there("bot/rules/kernel")
    assert there("rendering/kingmaker/board")
    assert not there("cogs/nothing.py")


TABLE = re.compile(
    r"\(`(\w+)`\) \|[^|]*\| (✓?) \| (\d) to (\d), people or computers"
    r" \| (\d+) of (\d+), \[ledger\]\(data/rules/(\w+)\.csv\) \|$",
    re.MULTILINE,
)
"""A row of the README's table of rules."""


def test_the_readme_tells_of_every_rule_set_how_many_of_its_rows_are_proved() -> None:
    """The figures are those that `kingmaker rules coverage` finds, and the seats those that may be
    taken."""
    proved, found = coverage(ROOT / "tests"), {}
    for name, tick, least, most, tested, rows, ledger in TABLE.findall(
        (ROOT / "README.md").read_text(encoding="utf-8")
    ):
        assert name == ledger
        seats = game_for(*("lancaster", "standard") if name == "lancaster" else ("kingmaker", name))
        assert (min(seats.seat_range), max(seats.seat_range)) == (int(least), int(most))
        assert (int(tested), int(rows)) == (proved[name]["tested"], proved[name]["rows"]), name
        # A tick is for a rule set of which nothing is left to prove.
        assert (tick == "✓") == (tested == rows)
        found[name] = tick
    assert found.keys() == {*GAMES["kingmaker"], "lancaster"}
