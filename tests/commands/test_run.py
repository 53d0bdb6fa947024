"""Starting the bot from the command line."""

from __future__ import annotations

import asyncio
import signal
import socket
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.commands.problem import Problem
from bot.commands.run import _make_room, _welcome, run_program
from bot.sandbox.process import SandboxProcess, SandboxTaken, spawn


def test_the_folder_of_the_games_is_for_nobody_else_to_look_into(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    _make_room(folder)
    assert folder.stat().st_mode & 0o777 == 0o700


def refused(port: int | None = None) -> str:
    """The sentence with which the program does not start: on Discord, or on a port of its own."""
    with pytest.raises(Problem) as problem:
        run_program(sandbox=port is not None, port=port, database=None)
    return str(problem.value)


@pytest.fixture
def on_discord(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A host who has a token, and a folder of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "NDI.a.b")
    monkeypatch.setattr("discord.http.Route.BASE", "https://discord.com/api/v10")
    monkeypatch.setattr("bot.commands.run.set_up_log", lambda *_: None)


@pytest.mark.usefixtures("on_discord")
def test_a_host_whose_machine_has_no_network_is_told_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr("socket.getaddrinfo", fail)
    assert refused() == (
        "I cannot reach Discord: discord.com was not found. "
        "Check this machine's network, then start me again."
    )


@pytest.mark.usefixtures("on_discord")
def test_a_host_whose_network_keeps_discord_out_is_told_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    closed = socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", unused_tcp_port)
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [closed])
    assert refused() == (
        "I cannot reach Discord: Cannot connect to host discord.com:443 ssl:default "
        f"[Connect call failed ('127.0.0.1', {unused_tcp_port})]. "
        "Check this machine's network, then start me again."
    )


def taken(port: int) -> str:
    """What a host is told about a port beside the reason why the page did not start."""
    another = f"`SANDBOX_PORT={port + 1} make run` or `kingmaker run --sandbox --port {port + 1}`"
    return f"If port {port} is taken, choose another: {another}."


@pytest.mark.usefixtures("on_discord")
def test_a_page_that_ends_at_once_is_told_with_another_port(
    unused_tcp_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", unused_tcp_port))
        told = refused(unused_tcp_port)
    assert told == (
        "The page did not start: it ended immediately; see its message above. "
        f"{taken(unused_tcp_port)}"
    )
    assert caplog.records == []


@pytest.mark.usefixtures("on_discord")
def test_a_page_that_takes_too_long_is_told_with_another_port_unless_any_would_do(
    monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setattr("bot.commands.run.spawn", partial(spawn, wait_seconds=0))
    late = "The page did not start: it did not answer in time."
    assert refused(unused_tcp_port) == f"{late} {taken(unused_tcp_port)}"
    assert refused(0) == late


@pytest.mark.usefixtures("on_discord")
def test_a_page_that_is_served_already_is_told_with_another_port(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def busy(**_: Any) -> None:
        raise SandboxTaken("Your games are already being served at X: open that address")

    monkeypatch.setattr("bot.commands.run.spawn", busy)
    assert refused(8080) == (
        "Your games are already being served at X: open that address, or choose another port: "
        "`SANDBOX_PORT=8081 make run` or `kingmaker run --sandbox --port 8081`."
    )


def by_default(*_: Any) -> None:
    pytest.fail("The bot would have ended on the spot, and nobody would have stopped the page.")


@pytest.mark.parametrize(
    ("number", "before"),
    [(signal.SIGTERM, by_default), (signal.SIGINT, signal.default_int_handler)],
)
@pytest.mark.usefixtures("on_discord")
def test_told_to_stop_while_the_page_starts_it_leaves_no_page_behind(
    number: signal.Signals, before: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def stopped(*words: Any, **more: Any) -> asyncio.subprocess.Process:
        made.append(await start(*words, **more))
        signal.raise_signal(number)
        return made[0]

    monkeypatch.setattr("asyncio.create_subprocess_exec", stopped)
    found = signal.signal(number, before)
    try:
        run_program(sandbox=True, port=0, database=None)
    finally:
        signal.signal(number, found)
    assert [page.returncode for page in made] == [-signal.SIGKILL]


@pytest.mark.parametrize(
    ("lan", "started", "address", "told"),
    [
        (True, True, "192.0.2.7", True),
        (True, True, None, False),
        (False, True, "192.0.2.7", False),
        # Whether one that runs already lets the network in was up to whoever started it.
        (True, False, "192.0.2.7", False),
    ],
)
def test_where_friends_come_in_is_told_once_the_network_is_let_in(
    monkeypatch: pytest.MonkeyPatch, lan: bool, started: bool, address: str | None, told: bool
) -> None:
    process: Any = object() if started else None
    monkeypatch.setattr("bot.commands.run.lan_address", lambda: address)
    said = _welcome(SandboxProcess("http://127.0.0.1:8097", process), lan=lan)
    friends = (
        "\n  Friends on your network come in at http://192.0.2.7:8097, each by a link of\n"
        "  their own: press your name on the page to copy one.\n"
    )
    assert (friends in said, "network" in said) == (told, told)
