"""A Discord bot that hosts long board games with hidden information."""

from pathlib import Path

NAME = "kingmaker-bot"
__version__ = "1.0.0"

_HERE = Path(__file__).resolve().parent
DATA = next(folder for folder in (_HERE / "data", _HERE.parent / "data") if folder.is_dir())
"""The data folder: inside this package in an installed wheel, beside it in a checkout."""
