"""Settings from the environment."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from bot.config import Settings


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_without_any_setting() -> None:
    settings = Settings()
    assert settings.token is None
    assert settings.database_url == "sqlite+aiosqlite:///var/kingmaker.sqlite3"
    assert settings.log_level is None
    assert (settings.shard_ids, settings.shard_count) == (None, None)
    assert (settings.sandbox_host, settings.sandbox_port) == ("127.0.0.1", 8080)
    assert settings.sandbox_record is None
    assert settings.process_name == "shards all"
    assert (settings.log_format, settings.health_file) == ("text", None)
    assert (settings.metrics_host, settings.metrics_port) == ("127.0.0.1", None)
    assert (settings.keep_days, settings.keep_for) == (None, None)


def test_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "DISCORD_TOKEN": "token",
        "DATA_DIR": "/srv/games",
        "LOG_LEVEL": "debug",
        "LOG_FORMAT": "JSON",
        "METRICS_PORT": "9464",
        "METRICS_HOST": "0.0.0.0",
        "HEALTH_FILE": "/tmp/health",
        "SHARD_IDS": "0, 1",
        "SHARD_COUNT": "4",
        "KEEP_DAYS": "365",
        "SANDBOX_PORT": "0",
        "SANDBOX_RECORD": "wire.jsonl",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert settings.token == "token"
    assert "token" not in repr(settings.discord_token)
    assert settings.database_url == "sqlite+aiosqlite:////srv/games/kingmaker.sqlite3"
    assert settings.log_level == "DEBUG"
    assert settings.log_format == "json"
    assert (settings.metrics_host, settings.metrics_port) == ("0.0.0.0", 9464)
    assert settings.health_file == Path("/tmp/health")
    assert (settings.shard_ids, settings.shard_count) == ([0, 1], 4)
    assert settings.process_name == "shards 0,1"
    assert settings.keep_for == timedelta(days=365)
    assert settings.sandbox_port == 0
    assert settings.sandbox_record == Path("wire.jsonl")


POSTGRES = "postgresql://u@h/x"


@pytest.mark.parametrize(
    ("given", "shards", "count", "name"),
    [
        ({"processes": 1, "process": 1}, None, None, "shards all"),
        ({"processes": 1, "process": 1, "shard_ids": "1", "shard_count": 2}, [1], 2, "shards 1"),
        ({"processes": 2, "process": 1, "database_url": POSTGRES}, [0], 2, "shards 0"),
        ({"processes": 2, "process": 2, "database_url": POSTGRES}, [1], 2, "shards 1"),
        (
            {"processes": 4, "process": 3, "shard_count": 10, "database_url": POSTGRES},
            [2, 6],
            10,
            "shards 2,6",
        ),
    ],
)
def test_several_processes_deal_the_shards_out(
    given: dict[str, Any], shards: list[int] | None, count: int | None, name: str
) -> None:
    settings = Settings(**given)
    assert (settings.shard_ids, settings.shard_count) == (shards, count)
    assert settings.process_name == name


def test_every_shard_is_some_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", POSTGRES)
    dealt = [Settings(processes=3, process=n, shard_count=8).shard_ids or [] for n in (1, 2, 3)]
    assert sorted(shard for mine in dealt for shard in mine) == list(range(8))


def test_from_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=\nDATABASE_URL=postgresql://u@h/x\nOTHER=1\n")
    settings = Settings()
    assert settings.token is None
    assert settings.database_url == "postgresql://u@h/x"


@pytest.mark.parametrize(
    "wrong",
    [
        {"keep_days": 0},
        {"shard_ids": "0"},
        {"shard_ids": "4", "shard_count": 4},
        {"shard_ids": "one", "shard_count": 4},
        {"shard_count": 0},
        {"processes": 0, "process": 0},
        {"processes": 2, "database_url": POSTGRES},
        {"process": 1},
        {"processes": 2, "process": 3, "database_url": POSTGRES},
        {"processes": 2, "process": 1},
        {"processes": 2, "process": 1, "shard_count": 1, "database_url": POSTGRES},
        {
            "processes": 2,
            "process": 1,
            "shard_ids": "0",
            "shard_count": 2,
            "database_url": POSTGRES,
        },
        {"log_level": "loud"},
        {"log_format": "xml"},
        {"metrics_port": 70000},
        {"sandbox_port": 70000},
    ],
)
def test_unfit_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Settings(**wrong)


def test_boards_are_served_where_people_find_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (Settings().web_url, Settings().web_host, Settings().web_port) == (
        None,
        "127.0.0.1",
        8081,
    )
    monkeypatch.setenv("WEB_URL", "https://boards.example/games/")
    assert Settings().web_url == "https://boards.example/games"
    assert Settings(web_url="http://localhost:8081").web_url == "http://localhost:8081"


@pytest.mark.parametrize(
    "url",
    [
        "boards.example",
        "http://boards.example",
        "ftp://boards.example",
        "https://",
        "https://boards.example/?a=b",
        "https://boards.example/#a",
        "https://me@boards.example",
    ],
)
def test_boards_have_an_address_that_nobody_reads_along(url: str) -> None:
    with pytest.raises(ValidationError, match="WEB_URL must be a"):
        Settings(web_url=url)
