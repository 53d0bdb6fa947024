"""``python -m bot.sandbox``: the sandbox as a program."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from pathlib import Path

from bot.sandbox.members.entrance import lan_address
from bot.sandbox.process import READY_LINE
from bot.sandbox.settings import Settings
from bot.sandbox.web import RunningSandbox, serve
from bot.sandbox.world.world_file import WorldFileError


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bot.sandbox",
        description="A local, Discord-compatible server with a page to play on.",
    )
    parser.add_argument("--port", type=int, default=8080, help="0 takes any free port")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    parser.add_argument("--world", type=Path, help="the file to keep the world in")
    parser.add_argument(
        "--record", type=Path, help="write the bot's requests here, one on each line"
    )
    parser.add_argument("--token", default="sandbox", help="the bot token to accept")
    parser.add_argument("--shards", type=int, default=1, help="shards to recommend to the bot")
    parser.add_argument(
        "--lan",
        action="store_true",
        help="open the sandbox to the local network; each visitor needs a member's link",
    )
    parser.add_argument(
        "--no-rate-limits", action="store_true", help=("for tests, including load tests")
    )
    given = parser.parse_args()
    if not 0 <= given.port <= 65535:
        parser.error("a port must be from 0 to 65535")
    return given


def _settings(given: argparse.Namespace) -> Settings:
    named = {"record_file": given.record} if given.record else {}
    return Settings(
        host=given.host,
        port=given.port,
        lan=given.lan,
        world_file=given.world,
        token=given.token,
        shards=given.shards,
        rate_limits=not given.no_rate_limits,
        **named,
    )


def _welcome(running: RunningSandbox, settings: Settings) -> None:
    print(f"{READY_LINE}{running.base_url}", flush=True)
    address = lan_address()
    if settings.lan and address is not None:
        port = running.base_url.rsplit(":", 1)[1]
        print(f"on your network: http://{address}:{port} (each visitor needs their own link)")
    if settings.lan or settings.host != "127.0.0.1":
        print(f"the host's own address, which works from anywhere: {running.host_url}", flush=True)


async def _run(settings: Settings) -> None:
    running = await serve(settings)
    _welcome(running, settings)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(each, stopped.set)
    try:
        await stopped.wait()
    finally:
        await running.close()


def main() -> int:
    """Run until interrupted. Returns 1 if the port or the world file cannot be used."""
    logging.basicConfig(level=logging.WARNING, format="sandbox: %(message)s")
    settings = _settings(_arguments())
    try:
        asyncio.run(_run(settings))
    except OSError as error:
        print(f"The sandbox can't listen on port {settings.port}: {error}", file=sys.stderr)
        return 1
    except WorldFileError as error:
        print(str(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
