"""What the tool says that compares two versions of the minutes: facts, and not words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.same_facts import differences, main

pytestmark = pytest.mark.tools

OLD = """> Alice: /status
> Bob: [Lay siege…]
? game new character:Y L 1
(all)
  | Round 1 · Cecily (2)’s turn · combat
  | **Cecily (2)**: **Percy** (120) is put out of York, where *Henry VI* is ‹house-2.2a›
  | [Lay siege] blue b.act:WXWCBY:1:31:lay:98e9
  | 81% of it, at odds of 3 to 2"""
NEW = """> Alice: /status
> Bob: [Besiege…]
? game new character:T R 1
(all)
  | Round 1 · Cecily (2)’s turn · combat
  | *Henry VI* is at York: **Cecily (2)** puts **Percy** out of it, with 120 ‹house-2.2a›
  | [Besiege] blue b.act:WXWCBY:1:31:lay:98e9
  | At 3 to 2 it is 81%"""


def test_other_words_are_the_same() -> None:
    assert list(differences(OLD, NEW)) == []
    assert list(differences(OLD, NEW + "\n  | Not a word of anything")) == []


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("(120)", "(130)", "lost 120; gained 130"),
        ("*Henry VI*", "Henry VI", "lost *Henry VI*; gained Henry VI"),
        ("**Percy**", "**Roos**", "lost **Percy**; gained **Roos**"),
        ("**Cecily (2)**: ", "", "lost **Cecily (2)**"),
        ("‹house-2.2a›", "‹house-2.2b›", "lost house-2.2a; gained house-2.2b"),
        (" York", " London", "lost York; gained London"),
        ("98e9", "98e8", "lost b.act:WXWCBY:1:31:lay:98e9; gained b.act:WXWCBY:1:31:lay:98e8"),
        ("/status", "/help", "lost > Alice: /status; gained > Alice: /help"),
        ("81%", "", "lost 81%"),
        ("Bob: [", "Alice: [", "lost > Bob: []; gained > Alice: []"),
    ],
)
def test_another_fact_is_a_difference(was: str, becomes: str, said: str) -> None:
    (found,) = differences(OLD, OLD.replace(was, becomes))
    assert found.splitlines()[0] == said


def test_a_line_more_is_told() -> None:
    (found,) = differences(OLD, OLD + "\n  | 20 troops")
    assert found == "gained 20\n  + 9:   | 20 troops"


def test_folders_are_compared_file_by_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for side, text in (("before", OLD), ("after", NEW)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "evening.txt").write_text(text, encoding="utf-8")
    both = [str(tmp_path / "before"), str(tmp_path / "after")]
    assert main(both) == 0
    assert capsys.readouterr().out == "The same facts, line by line.\n"
    (tmp_path / "after" / "new.txt").write_text("  | 3 gold", encoding="utf-8")
    assert main(both) == 1
    assert capsys.readouterr().out == "gained 3\n  + 1:   | 3 gold\n"
    assert main([f"{side}/evening.txt" for side in both]) == 0
    assert main([]) == 2
