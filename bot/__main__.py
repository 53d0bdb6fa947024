"""Starts the `kingmaker` command line."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    # It is imported only here: the processes that draw and think import this module too, and would
    # each keep 20 MB of it in memory.
    from bot.commands import line

    line.main()


if __name__ == "__main__":
    main()
