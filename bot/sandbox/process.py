"""Starts a sandbox in a process of its own, so that its world outlives the bot."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path

import aiohttp

#: The line that a sandbox prints when it is ready begins so; the address follows.
READY_LINE = "sandbox listening on "


class SandboxStartError(Exception):
    """The sandbox did not come up; the text is what it said."""


@dataclass(slots=True)
class SandboxProcess:
    """A sandbox in another process; ``process`` is ``None`` when it was already running."""

    base_url: str
    process: asyncio.subprocess.Process | None

    async def stop(self) -> None:
        """End the sandbox if this process started it; the world is saved first."""
        if self.process is None or self.process.returncode is not None:
            return
        self.process.terminate()
        await self.process.wait()

    async def kill(self) -> None:
        """End it at once, without saving."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


async def running_at(base_url: str) -> bool:
    """Whether a sandbox answers at this address."""
    timeout = aiohttp.ClientTimeout(total=2)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as http,
            http.get(f"{base_url}/sandbox") as answer,
        ):
            return answer.status == 200 and bool((await answer.json()).get("sandbox"))
    except (aiohttp.ClientError, TimeoutError, ValueError):
        return False


async def spawn(
    *,
    port: int = 0,
    world_file: Path | None = None,
    arguments: tuple[str, ...] = (),
    wait_seconds: float = 15.0,
) -> SandboxProcess:
    """Start ``python -m bot.sandbox`` and wait until it listens.

    A sandbox that already listens on ``port`` is used as it is. ``arguments`` are passed on.
    Raises ``SandboxStartError``.
    """
    if port:
        base_url = f"http://127.0.0.1:{port}"
        if await running_at(base_url):
            return SandboxProcess(base_url, None)
    command = [sys.executable, "-m", "bot.sandbox", "--port", str(port), *arguments]
    if world_file is not None:
        command += ["--world", str(world_file)]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        # A group of its own: Ctrl-C in the bot's terminal stops the bot, then the bot stops this.
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(wait_seconds):
            line = (await process.stdout.readline()).decode().strip()
    except TimeoutError:
        line = "it did not answer in time"
    if not line.startswith(READY_LINE):
        if process.returncode is None:
            process.kill()
        await process.wait()
        raise SandboxStartError(line or "it ended at once; see its message above")
    return SandboxProcess(line.removeprefix(READY_LINE), process)
