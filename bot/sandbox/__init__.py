"""A local Discord with its own page, on which the bot can be played with no token."""

from __future__ import annotations

from bot.sandbox.sandbox import Sandbox
from bot.sandbox.settings import Settings
from bot.sandbox.web import RunningSandbox, serve

__all__ = ["RunningSandbox", "Sandbox", "Settings", "serve"]
