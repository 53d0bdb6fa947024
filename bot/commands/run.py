"""`kingmaker run`: the bot on Discord, or with its own sandbox in the browser.

`kingmaker invite`: the link that brings the bot into a server.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import signal
from pathlib import Path

import aiohttp
import discord

from bot.app import run_bot
from bot.board.site import Unservable
from bot.commands.problem import Problem, load_settings
from bot.config import Settings
from bot.sandbox.members.entrance import lan_address
from bot.sandbox.process import SandboxProcess, SandboxStartError, SandboxTaken, point_at, spawn
from bot.watch.log import set_up_log
from bot.watch.watch import Unwatchable

NEEDED = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Create Private Threads": 1 << 36,
    "Send Messages in Threads": 1 << 38,
}
"""The permissions that the bot needs, by Discord's names; docs/hosting.md says what it needs them
for."""

PERMISSIONS = sum(NEEDED.values())


def link(client_id: int) -> str:
    """The invite link of an application."""
    return (
        "https://discord.com/oauth2/authorize"
        f"?client_id={client_id}&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )


def client_of(token: str) -> int:
    """The application's id, which is the first part of a bot token. Raises ValueError."""
    head = token.split(".", maxsplit=1)[0]
    try:
        return int(base64.b64decode(head + "=" * (-len(head) % 4)).decode())
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ValueError("no application id in this token") from error


def print_invite(client_id: int | None) -> None:
    """Print the link. Raises Problem if the application is unknown."""
    token = load_settings().token
    if client_id is None:
        if token is None:
            raise Problem(
                "Set DISCORD_TOKEN, or name your application with --client-id. You can find its "
                "id on the application's page in Discord's developer portal."
            )
        try:
            client_id = client_of(token)
        except ValueError as error:
            raise Problem(f"DISCORD_TOKEN is not a bot token: {error}.") from error
    print(link(client_id))


SANDBOX_TOKEN = "sandbox"
WORLD_FILE = "world.json"


def run_program(*, sandbox: bool, port: int | None, database: str | None) -> None:
    """Run the bot until it is stopped. Raises Problem, which says what to do, if the bot cannot
    run.
    """
    settings = load_settings()
    if database is not None:
        settings = settings.model_copy(update={"database_url": database})
    if port is not None:
        settings = settings.model_copy(update={"sandbox_port": port})
    local = sandbox or settings.token is None
    # While somebody plays in the browser, the address must stay visible.
    level = settings.log_level or ("WARNING" if local else "INFO")
    set_up_log(level, settings.log_format)
    _make_room(settings.data_dir)
    try:
        if local:
            asyncio.run(_play_locally(settings, sandbox_arguments(settings)))
        else:
            asyncio.run(_play_on_discord(settings))
    except (Unwatchable, Unservable) as error:
        raise Problem(str(error)) from error
    except (KeyboardInterrupt, asyncio.CancelledError):
        return


def _make_room(folder: Path) -> None:
    """Create the folder for the games; nobody else may look into it. Raises Problem if the folder
    cannot be created."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(
            f"I cannot make the folder {folder.absolute()} for the games: {error.strerror}. "
            "Set DATA_DIR to a folder that I can write to."
        ) from error


def sandbox_arguments(settings: Settings) -> tuple[str, ...]:
    """The sandbox's command-line arguments, from the settings."""
    arguments = []
    if settings.sandbox_host != "127.0.0.1":
        arguments += ["--host", settings.sandbox_host]
    if settings.sandbox_lan:
        arguments.append("--lan")
    if settings.sandbox_record is not None:
        arguments += ["--record", str(settings.sandbox_record.absolute())]
    return tuple(arguments)


async def _play_on_discord(settings: Settings) -> None:
    try:
        await run_bot(settings)
    except discord.LoginFailure as error:
        raise Problem(
            "Discord does not accept this token. Copy it again from the developer portal into "
            "DISCORD_TOKEN, or leave it out to play in the browser."
        ) from error
    except aiohttp.ClientConnectionError as error:
        why = str(error)
        if isinstance(error, aiohttp.ClientConnectorDNSError):
            why = f"{error.host} was not found"
        raise Problem(
            f"I cannot reach Discord: {why}. Check this machine's network, then start me again."
        ) from error


async def _play_locally(settings: Settings, arguments: tuple[str, ...]) -> None:
    """Start the sandbox in a separate process (or find it running) and serve it."""
    this = asyncio.current_task()
    assert this is not None
    # Until the bot itself listens for it, this signal would leave the sandbox behind.
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    port = settings.sandbox_port
    another = f"`SANDBOX_PORT={port + 1} make run` or `kingmaker run --sandbox --port {port + 1}`"
    try:
        server = await spawn(
            port=port,
            world_file=(settings.data_dir / WORLD_FILE).absolute(),
            arguments=arguments,
            shared=settings.shard_ids is not None,
        )
    except SandboxTaken as error:
        raise Problem(f"{error}, or choose another port: {another}.") from error
    except SandboxStartError as error:
        taken = f" If port {port} is taken, choose another: {another}." if port else ""
        raise Problem(f"The page did not start: {error}.{taken}") from error
    try:
        point_at(server.base_url)
        print(_welcome(server, lan=settings.sandbox_lan), flush=True)
        await run_bot(settings, token=SANDBOX_TOKEN, quick=True, stand=server.base_url)
    finally:
        await server.stop()


def _welcome(server: SandboxProcess, *, lan: bool) -> str:
    again = "" if server.process is not None else "\n  The sandbox continues from an earlier run.\n"
    friends = ""
    if lan and not again and (address := lan_address()) is not None:
        port = server.base_url.rsplit(":", 1)[1]
        friends = (
            f"\n  Friends on your network come in at http://{address}:{port}, each by a link"
            " of\n  their own: press your name on the page to copy one.\n"
        )
    return (
        f"{again}\n  Kingmaker is ready. Open {server.base_url} in your browser,\n"
        f"  choose the channel #kingmaker and press  Play now\n{friends}\n"
        "  Stop with Ctrl-C; your games are kept.\n"
    )
