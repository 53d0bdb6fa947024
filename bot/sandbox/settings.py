"""The settings of a sandbox when it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from bot.sandbox.objects import BOT_DEFAULT

MEMBER_NAMES = ("Alice", "Bob", "Cecily", "Duncan", "Eleanor", "Francis", "Gwen")


def _record_from_environment() -> Path | None:
    named = os.environ.get("SANDBOX_RECORD")
    return Path(named) if named else None


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one sandbox; times are in seconds, sizes in bytes."""

    host: str = "127.0.0.1"
    #: 0 takes any free port.
    port: int = 0
    #: Let in visitors from the local network (each by a member's link).
    lan: bool = False
    #: Where the world is kept; ``None`` keeps it in memory only.
    world_file: Path | None = None
    #: Where the bot's requests are logged, one JSON object a line.
    record_file: Path | None = field(default_factory=_record_from_environment)
    #: The bot token that is accepted.
    token: str = "sandbox"
    #: The bits of the privileged intents that the bot may ask for (none, as for a new application).
    privileged_intents: int = 0
    rate_limits: bool = True
    #: The time from an interaction to the bot's first answer.
    first_answer_seconds: float = 3.0
    #: How long an interaction's token lasts.
    token_seconds: float = 900.0
    #: How long a nonce with ``enforce_nonce`` is remembered.
    nonce_seconds: float = 300.0
    #: For how long a broken gateway session can be resumed.
    resume_seconds: float = 180.0
    heartbeat_seconds: float = 41.25
    #: How many shards ``GET /gateway/bot`` recommends.
    shards: int = 1
    attachment_size_limit: int = 20 * 1024 * 1024
    #: Messages kept in each channel; older ones are forgotten.
    kept_messages: int = 2000
    save_after_seconds: float = 0.5
    #: The first world: used only if there is no saved one.
    guild_names: tuple[str, ...] = ("The Realm",)
    channel_names: tuple[str, ...] = ("tavern", "kingmaker", "tower")
    member_names: tuple[str, ...] = MEMBER_NAMES
    bot_name: str = "Kingmaker"
    bot_permissions: int = int(BOT_DEFAULT)
