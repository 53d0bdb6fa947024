"""The world on disk: read at the start, and written a moment after each change."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from pathlib import Path

import msgspec

from bot.sandbox.objects import WorldState
from bot.sandbox.settings import Settings
from bot.sandbox.world.world import World

log = logging.getLogger(__name__)


class WorldFileError(Exception):
    """The world file cannot be read; the text says why."""


def load_world(settings: Settings) -> World:
    """The saved world, or a new one if there is no file."""
    file = settings.world_file
    if file is None or not file.exists():
        return World.new(settings)
    try:
        state = msgspec.json.decode(file.read_bytes(), type=WorldState)
    except (OSError, msgspec.MsgspecError) as error:
        raise WorldFileError(f"{file} is not a saved sandbox world: {error}") from error
    return World(state, settings)


def files_folder(settings: Settings) -> Path | None:
    """Where the attachments of a saved world are: a folder next to its file."""
    file = settings.world_file
    return file.with_name(file.name + ".files") if file is not None else None


class WorldSaver:
    """Writes the world whenever it has changed, but no more often than the settings say."""

    def __init__(self, world: World, settings: Settings) -> None:
        self._world = world
        self._file = settings.world_file
        self._pause = settings.save_after_seconds
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin watching the world."""
        if self._file is not None:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write whatever is left, and stop."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._file is not None and self._world.changed:
            self._write(self._encode())

    async def _run(self) -> None:
        pause = self._pause
        while True:
            await asyncio.sleep(pause)
            if not self._world.changed:
                continue
            began = time.monotonic()
            data = self._encode()
            try:
                await asyncio.to_thread(self._write, data)
            except OSError:
                log.exception("the world could not be saved")
                self._world.changed = True
            # A large world is saved less often; otherwise saving it would take most of the time.
            pause = max(self._pause, 20 * (time.monotonic() - began))

    def _encode(self) -> bytes:
        self._world.changed = False
        return msgspec.json.encode(self._world.state)

    def _write(self, data: bytes) -> None:
        assert self._file is not None
        self._file.parent.mkdir(parents=True, exist_ok=True)
        beside = self._file.with_name(f".{self._file.name}.new")
        # The file holds the keys in the members' links.
        beside.touch(mode=0o600)
        beside.write_bytes(data)
        os.replace(beside, self._file)
