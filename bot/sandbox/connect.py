"""Points discord.py at a sandbox instead of Discord."""

from __future__ import annotations

import ipaddress

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point_at(base_url: str, *, allow_remote: bool = False) -> None:
    """Send all REST, gateway and asset requests of this process to ``base_url``.

    Call it before ``Client.start``. The bot's token goes to that address, so anything but this
    machine is refused with ``ValueError`` unless ``allow_remote`` is set.
    """
    base = base_url.rstrip("/")
    host = yarl.URL(base).host or ""
    if not allow_remote and not _is_loopback(host):
        raise ValueError(f"{base} is not on this machine; the bot's token would be sent there")
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base.replace("http", "ws", 1) + "/gateway")
    discord.Asset.BASE = f"{base}/cdn"


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
