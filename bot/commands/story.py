"""`kingmaker story`: the page of a finished game."""

from __future__ import annotations

from pathlib import Path

from bot.commands.problem import Problem
from bot.commands.records import read_record
from bot.story.keeping import KeptStory


def write_story(file: Path, out: Path) -> None:
    """Write the story of an export as ``index.html`` into a folder. Raises Problem."""
    data = read_record(file)
    try:
        page = KeptStory(data).make()
    except LookupError as error:
        raise Problem(str(error.args[0])) from error
    except ValueError as error:
        raise Problem(str(error)) from error
    target = out / "index.html"
    try:
        out.mkdir(parents=True, exist_ok=True)
        target.write_text(page, encoding="utf-8")
    except OSError as error:
        raise Problem(f"{target} cannot be written: {error.strerror}.") from error
    size = len(page.encode()) / 1_000_000
    print(f"{target}: {size:.1f} MB. Open it in a browser; it needs no network.")
