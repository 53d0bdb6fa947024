"""Starting the bot from the command line."""

from __future__ import annotations

from pathlib import Path

from bot.commands.run import _make_room


def test_the_folder_of_the_games_is_for_nobody_else_to_look_into(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    _make_room(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
