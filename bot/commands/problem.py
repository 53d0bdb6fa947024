"""The error with which a command stops, and the loading of the settings, which may raise it."""

from __future__ import annotations

from pydantic import ValidationError

from bot.config import Settings


class Problem(Exception):
    """A command cannot be carried out; the text says why and what to do."""


def load_settings() -> Settings:
    """The settings from the environment and `.env`. Raises Problem for an invalid value."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in first["loc"]).upper() or "the settings"
        raise Problem(f"The setting {name} cannot be used: {first['msg']}.") from error
