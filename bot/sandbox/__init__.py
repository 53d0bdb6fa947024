"""A local Discord with its own page, where the bot can be played without a token."""

from __future__ import annotations

from bot.sandbox.sandbox import Sandbox
from bot.sandbox.settings import Settings
from bot.sandbox.web import RunningSandbox, serve

__all__ = ["RunningSandbox", "Sandbox", "Settings", "serve"]
