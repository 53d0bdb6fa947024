"""`kingmaker selfplay --export`, `verify`, `export` and `import`, as an operator uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import zstandard
from typer.testing import CliRunner, Result

from bot.commands.line import app
from bot.commands.problem import Problem


def kingmaker(*words: str) -> Result:
    """The command line, which must go well."""
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short game of three computer players, exported."""
    folder = tmp_path_factory.mktemp("games")
    line = kingmaker(
        *("selfplay", "--seats", "3", "--rounds", "3", "--seed", "5", "--json"),
        *("--export", str(folder)),
    ).stdout
    told = json.loads(line)
    assert (told["seats"], told["finished"], told["violations"]) == (3, True, [])
    (file,) = folder.iterdir()
    return file


def test_an_export_holds(exported: Path) -> None:
    assert "seed and every state verified" in kingmaker("verify", str(exported)).stdout


def changed(exported: Path, tmp_path: Path, **what: object) -> Path:
    """The export with something else in it."""
    file = tmp_path / "changed.json"
    file.write_text(json.dumps({**json.loads(exported.read_text()), **what}))
    return file


def test_another_seed_is_noticed(exported: Path, tmp_path: Path) -> None:
    file = changed(exported, tmp_path, seed="another")
    with pytest.raises(Problem, match="not the hash of the seed"):
        CliRunner().invoke(app, ["verify", str(file)], catch_exceptions=False)


def test_a_changed_byte_in_the_journal_is_noticed(exported: Path, tmp_path: Path) -> None:
    text = exported.read_text()
    at = text.index('"state": "', len(text) // 2) + len('"state": "')
    other = "0" if text[at] != "0" else "1"
    file = tmp_path / "byte.json"
    file.write_text(text[:at] + other + text[at + 1 :])
    with pytest.raises(Problem, match=r"After decision \d+ the position differs"):
        CliRunner().invoke(app, ["verify", str(file)], catch_exceptions=False)


def test_a_decision_left_out_is_noticed(exported: Path, tmp_path: Path) -> None:
    decisions = json.loads(exported.read_text())["decisions"]
    del decisions[len(decisions) // 2]
    file = changed(exported, tmp_path, decisions=decisions)
    with pytest.raises(Problem, match=r"is not correct: .*[Dd]ecision \d+"):
        CliRunner().invoke(app, ["verify", str(file)], catch_exceptions=False)


def test_a_game_comes_back_to_the_channel_it_was_played_in(exported: Path, tmp_path: Path) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"
    table = {"guild": 11, "channel": 22, "host": 33, "people": {"1": 44}}
    file = changed(exported, tmp_path, table=table)
    game = kingmaker("import", str(file), "--database", database).stdout.strip()
    again = json.loads(kingmaker("export", game, "--database", database).stdout)
    before = json.loads(exported.read_text())
    assert again["table"] == table
    assert again["decisions"] == before["decisions"]
    assert again["seed"] == before["seed"]


def test_what_is_no_export_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.json"
    file.write_text('{"dear": "Percy"}')
    with pytest.raises(Problem, match="is not a game's export"):
        CliRunner().invoke(app, ["verify", str(file)], catch_exceptions=False)
    with pytest.raises(Problem, match="There is no game NOBODY"):
        CliRunner().invoke(
            app,
            ["export", "NOBODY", "--database", f"sqlite+aiosqlite:///{tmp_path / 'empty.sqlite3'}"],
            catch_exceptions=False,
        )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"[" * 200_000, "is not a game's export: it is nested too deeply"),
        (b'{"format": ' + b"9" * 10_000 + b"}", "is not a game's export"),
        (b'{"format": 1e999}', "is not a game's export"),
        (b"\xff\xfe\x00", "is not a game's export"),
        (b"\x28\xb5\x2f\xfd and then nonsense", "is not a game's export"),
        (b"", "is not a game's export"),
        (b" " * (33 << 20), "is larger than any game's export (32 MB)"),
        (zstandard.ZstdCompressor().compress(b" " * (33 << 20)), "is larger than any game's"),
    ],
)
def test_what_no_program_can_have_written_is_told_in_a_sentence(
    content: bytes, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "export.json"
    file.write_bytes(content)
    for command in ("verify", "import"):
        with pytest.raises(Problem) as found:
            CliRunner().invoke(app, [command, str(file)], catch_exceptions=False)
        assert sentence in str(found.value)
        assert len(str(found.value)) < 400


@pytest.mark.parametrize(
    "table",
    [
        {"guild": "here"},
        {"people": {"-1": 5}},
        {"people": {"one": 5}},
        {"people": {"0": 10**30}},
        {"channel": 10**30},
        [],
    ],
)
def test_where_it_was_played_must_be_possible(
    table: object, exported: Path, tmp_path: Path
) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"
    file = changed(exported, tmp_path, table=table)
    with pytest.raises(Problem, match=r"does not say clearly where|is not a Discord id"):
        CliRunner().invoke(
            app, ["import", str(file), "--database", database], catch_exceptions=False
        )
