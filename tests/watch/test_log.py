"""The lines of the log, for people and for programs."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from bot.watch.log import CHATTER, OWN, JsonLines, set_levels, set_up_log


def recorded(*args: object, **more: object) -> logging.LogRecord:
    """A line that is about to be written."""
    record = logging.LogRecord(
        "bot.session", logging.ERROR, __file__, 1, "game %s: “no”", args, None
    )
    record.created = 1_800_000_000.25
    record.__dict__.update(more)
    return record


def test_a_line_for_programs_is_one_object() -> None:
    line = JsonLines().format(recorded("ABC\nDEF"))
    assert "\n" not in line
    assert json.loads(line) == {
        "at": "2027-01-15T08:00:00.250+00:00",
        "level": "ERROR",
        "logger": "bot.session",
        "message": "game ABC\nDEF: “no”",
    }


def test_an_error_brings_its_traceback_in_the_same_line() -> None:
    try:
        raise ValueError("torn")
    except ValueError as wrong:
        line = JsonLines().format(recorded("A", exc_info=(ValueError, wrong, wrong.__traceback__)))
    assert "\n" not in line
    assert json.loads(line)["traceback"].endswith("ValueError: torn")


@contextlib.contextmanager
def bare_root() -> Iterator[None]:
    """The root of all logs as a program finds it at its start."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    quiet = {name: logging.getLogger(name).level for name in (*CHATTER, *OWN)}
    root.handlers.clear()
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, before in quiet.items():
            logging.getLogger(name).setLevel(before)


@pytest.mark.parametrize(
    ("form", "line"),
    [("text", r"^\d{4}-.* INFO bot.x: Percy$"), ("json", r'^\{"at": .*"message": "Percy"\}$')],
)
def test_the_setting_chooses_the_form(
    monkeypatch: pytest.MonkeyPatch, form: str, line: str
) -> None:
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    with bare_root():
        set_up_log("INFO", form)
        logging.getLogger("bot.x").info("Percy")
        # How a database is brought up to date, step by step, is for those who look for a fault.
        logging.getLogger("alembic.runtime.migration").info("Will assume transactional DDL.")
    (only,) = written.getvalue().splitlines()
    assert re.match(line, only)


@pytest.mark.parametrize(
    ("level", "own", "library"),
    [
        ("DEBUG", logging.DEBUG, logging.INFO),
        ("INFO", logging.INFO, logging.INFO),
        ("WARNING", logging.WARNING, logging.WARNING),
        ("ERROR", logging.ERROR, logging.ERROR),
    ],
)
def test_details_are_told_of_the_program_itself_and_of_no_library(
    level: str, own: int, library: int
) -> None:
    with bare_root():
        set_levels(level)
        for name in ("bot.session", "cogs.delivery", "rendering.canvas"):
            assert logging.getLogger(name).getEffectiveLevel() == own
        # They would write down every message, and every row.
        for name in ("discord.http", "discord.gateway", "aiosqlite", "somebody.else"):
            assert logging.getLogger(name).getEffectiveLevel() == library
        assert not logging.getLogger("sqlalchemy.engine").isEnabledFor(logging.INFO)
