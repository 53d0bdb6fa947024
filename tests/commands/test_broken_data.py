"""A broken file of the data folder is told of in one sentence, with file and row."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.line import main
from tests.data_folder import copied, played_with

SUMMER = """{"id": "summer", "name": "Summer", "based_on": "house", "summary": "Long roads.",
 "values": {"land_squares": 6}}"""
ROW = "id,title,rule,phase,source,ruling,replaces,refines\nsummer-1,March,Six.,movement,Summer,,"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (None, "rules/summer.csv: there is no rule set 'summer'.\n"),
        (
            f"{ROW},base-7.1\n",
            "rules/summer.csv: summer-1: refines base-7.1, which is not in force in its set.\n",
        ),
    ],
)
def test_a_rule_set_that_is_half_written_is_told_of_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    rows: str | None,
    told: str,
) -> None:
    copied(tmp_path)
    (tmp_path / "kingmaker" / "rulesets" / "summer.json").write_text(SUMMER, "utf-8")
    if rows is not None:
        (tmp_path / "rules" / "summer.csv").write_text(rows, "utf-8")
    monkeypatch.setattr("sys.argv", ["kingmaker", "rules", "where", "base-7.1"])
    with played_with(tmp_path, monkeypatch), pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    assert capsys.readouterr() == ("", told)
