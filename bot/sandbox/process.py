"""Starts a sandbox in its own process, so that its world outlives the bot.

This module also points discord.py at a sandbox instead of Discord.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point_at(base_url: str, *, allow_remote: bool = False) -> None:
    """Send all REST, gateway and asset requests of this process to ``base_url``.

    Call this before ``Client.start``. The bot's token goes to that address, so anything but this
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


#: The line that a sandbox prints when it is ready begins with this; the address follows.
READY_LINE = "sandbox listening on "


class SandboxStartError(Exception):
    """The sandbox did not start; the text is what it printed."""


class SandboxTaken(Exception):
    """A sandbox that must be left alone is already listening on this port; the text says which
    one."""


@dataclass(slots=True)
class SandboxProcess:
    """A sandbox in another process; ``process`` is ``None`` if it was already running."""

    base_url: str
    process: asyncio.subprocess.Process | None

    async def stop(self) -> None:
        """End the sandbox if this process started it; the world is saved first."""
        if self.process is None or self.process.returncode is not None:
            return
        self.process.terminate()
        await self.process.wait()

    async def kill(self) -> None:
        """End the sandbox at once, without saving."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


async def _about(base_url: str) -> dict[str, Any]:
    """What a sandbox at this address says about itself; empty if there is none."""
    timeout = aiohttp.ClientTimeout(total=2)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as http,
            http.get(f"{base_url}/sandbox") as answer,
        ):
            said = await answer.json() if answer.status == 200 else None
    except (aiohttp.ClientError, TimeoutError, ValueError):
        return {}
    return said if isinstance(said, dict) and said.get("sandbox") else {}


def _check_ours(base_url: str, about: dict[str, Any], world_file: Path | None) -> None:
    """Raise ``SandboxTaken`` if a running sandbox keeps another world, or already has a bot."""
    stop = f"open that address, or stop it first (process {about['pid']})"
    if (kept := about.get("world")) != _path_text(world_file):
        world = f" whose world is kept in {kept}" if kept else ""
        raise SandboxTaken(f"Another sandbox{world} is listening at {base_url}: {stop}")
    if about["bot_online"]:
        raise SandboxTaken(f"Your games are already being served at {base_url}: {stop}")


def _path_text(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())


async def spawn(
    *,
    port: int = 0,
    world_file: Path | None = None,
    arguments: tuple[str, ...] = (),
    shared: bool = False,
    wait_seconds: float = 15.0,
) -> SandboxProcess:
    """Start ``python -m bot.sandbox`` and wait until it is listening.

    If a sandbox with the same world is already listening on ``port``, it is used as it is, provided
    that its bot is gone; with ``shared``, which is meant for further processes of one bot, any
    sandbox is used. ``arguments`` are passed on. Raises ``SandboxStartError``, or ``SandboxTaken``
    if another sandbox is listening.
    """
    base_url = f"http://127.0.0.1:{port}"
    if port and (about := await _about(base_url)):
        if not shared:
            _check_ours(base_url, about, world_file)
        return SandboxProcess(base_url, None)
    command = [sys.executable, "-m", "bot.sandbox", "--port", str(port), *arguments]
    if world_file is not None:
        command += ["--world", str(world_file)]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        # A separate process group: Ctrl-C in the bot's terminal stops the bot, which then stops the
        # sandbox.
        start_new_session=True,
    )
    assert process.stdout is not None
    starting = SandboxProcess(base_url, process)
    try:
        async with asyncio.timeout(wait_seconds):
            line = (await process.stdout.readline()).decode().strip()
            if not line:
                await process.wait()
    except TimeoutError:
        line = "it did not answer in time"
    except asyncio.CancelledError:
        await starting.kill()
        raise
    if not line.startswith(READY_LINE):
        await starting.kill()
        raise SandboxStartError(line or "it ended immediately; see its message above")
    return SandboxProcess(line.removeprefix(READY_LINE), process)
