"""The sandbox as a program: its world outlives the bot and itself; its doors; its record."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import RunningSandbox, Settings, serve
from bot.sandbox.members.entrance import Entrance
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import PlayerError
from bot.sandbox.process import SandboxStartError, SandboxTaken, _about, point_at, spawn
from bot.sandbox.world.world_file import WorldFileError, load_world
from tests.sandbox.conftest import Rest, Start, bot_at
from tests.sandbox.test_rest import channel_id, picture_form
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parents[2]

BOT_PROGRAM = """
import sys
from bot.sandbox.process import point_at
from tests.sandbox.tiny_bot import TinyBot
point_at(sys.argv[1])
TinyBot().run("sandbox", log_handler=None)
"""


async def _bot_process(base_url: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", BOT_PROGRAM, base_url, cwd=ROOT
    )


async def test_a_killed_bot_finds_everything_as_it_was(world_file: Path) -> None:
    sandbox = await spawn(world_file=world_file, arguments=("--no-rate-limits",))
    try:
        async with await Player.connect(sandbox.base_url, "Bob", within=PATIENCE) as bob:
            first = await _bot_process(sandbox.base_url)
            await bob.wait_for_bot()
            await bob.wait_for_command("count")
            shown = (await bob.slash("tavern", "count")).message
            assert shown is not None
            first.send_signal(signal.SIGKILL)
            await first.wait()
            await bob.wait_until(lambda player: not player.bot["online"])
            second = await _bot_process(sandbox.base_url)
            await bob.wait_for_bot()
            outcome = await bob.press(shown, "Count 1")
            assert outcome.message is not None
            assert outcome.message["content"] == "counted 1 for Bob"
            second.terminate()
            await second.wait()
    finally:
        await sandbox.stop()
    assert await _about(sandbox.base_url) == {}
    saved = load_world(Settings(world_file=world_file, record_file=None))
    said = [each.content for held in saved.state.messages.values() for each in held.values()]
    assert said == ["counted 1 for Bob"]


async def test_a_running_sandbox_is_found_again(start: Start, world_file: Path) -> None:
    sandbox = await start(world_file=world_file)
    found = await spawn(port=_port(sandbox), world_file=world_file)
    assert (found.base_url, found.process) == (sandbox.base_url, None)
    await found.stop()
    assert (await _about(sandbox.base_url))["sandbox"]


async def test_the_sandbox_of_another_table_is_not_joined(start: Start, world_file: Path) -> None:
    sandbox = await start()
    with pytest.raises(SandboxTaken) as refused:
        await spawn(port=_port(sandbox), world_file=world_file)
    assert str(refused.value) == (
        f"Another sandbox is listening at {sandbox.base_url}: open that address, or stop it first"
        f" (process {os.getpid()})"
    )
    found = await spawn(port=_port(sandbox), world_file=world_file, shared=True)
    assert (found.base_url, found.process) == (sandbox.base_url, None)


async def test_a_second_bot_does_not_join_the_first(start: Start, world_file: Path) -> None:
    sandbox = await start(world_file=world_file)
    async with (
        bot_at(sandbox.base_url),
        await Player.connect(sandbox.base_url, "Bob", within=PATIENCE) as bob,
    ):
        await bob.wait_for_bot()
        with pytest.raises(SandboxTaken) as refused:
            await spawn(port=_port(sandbox), world_file=world_file)
    assert str(refused.value) == (
        f"Your games are already being served at {sandbox.base_url}: open that address, or stop"
        f" it first (process {os.getpid()})"
    )


def _port(sandbox: RunningSandbox) -> int:
    return int(sandbox.base_url.rsplit(":", 1)[1])


async def test_a_taken_port_is_told(unused_tcp_port: int) -> None:
    other = await asyncio.start_server(
        lambda _, writer: writer.close(), "127.0.0.1", unused_tcp_port
    )
    async with other:
        with pytest.raises(SandboxStartError):
            await spawn(port=unused_tcp_port)


async def test_a_restarted_sandbox_finds_its_world(
    start: Start, rest: Rest, world_file: Path
) -> None:
    first = await start(world_file=world_file)
    rest._running = first
    where = f"/channels/{channel_id(first)}/messages"
    _, made = await rest("POST", where, form=picture_form({"content": "old"}, "map.png"))
    async with await Player.connect(first.base_url, "Alice", within=PATIENCE) as alice:
        await alice.new_channel("Privy Chamber")
        await alice.new_member("Henry")
    await first.close()
    second = await start(world_file=world_file)
    async with await Player.connect(second.base_url, "Henry", within=PATIENCE) as henry:
        assert henry.channel("privy-chamber")["type"] == 0
        message = henry.last("tavern")
        assert (message["id"], message["content"]) == (made["id"], "old")
        assert (await henry.fetch(message["attachments"][0]["url"]))[1:4] == b"PNG"
    rest._running = second
    _, newer = await rest("POST", where, {"content": "new"})
    assert int(newer["id"]) > int(made["id"])


async def test_the_world_is_saved_while_it_runs(start: Start, rest: Rest, world_file: Path) -> None:
    def saved() -> bool:
        return world_file.exists() and b'"kept"' in world_file.read_bytes()

    sandbox = await start(world_file=world_file, save_after_seconds=0.01)
    rest._running = sandbox
    await rest("POST", f"/channels/{channel_id(sandbox)}/messages", {"content": "kept"})
    await until(saved)


def test_a_file_that_is_no_world(world_file: Path) -> None:
    world_file.write_text("{}")
    with pytest.raises(WorldFileError, match="is not a saved sandbox world"):
        load_world(Settings(world_file=world_file, record_file=None))


async def test_the_record_holds_what_was_sent(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    sandbox = await start(record_file=file)
    async with (
        bot_at(sandbox.base_url),
        await Player.connect(sandbox.base_url, "Bob", within=PATIENCE) as bob,
    ):
        await bob.slash("tavern", "card")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(each["method"], each["path"], each["status"]) for each in lines[:2]] == [
        ("GET", "/api/v10/users/@me", 200),
        ("GET", "/api/v10/oauth2/applications/@me", 200),
    ]
    assert {each["name"] for each in lines[2]["json"]} >= {"game", "card", "hello"}
    callback = lines[-1]
    assert callback["path"].endswith("/callback")
    assert callback["query"] == {"with_response": "1"}
    # As it came over the wire: neither numbered nor resolved.
    gallery = callback["json"]["data"]["components"][0]["components"][1]
    assert gallery["items"][0]["media"]["url"] == "attachment://map.png"
    assert callback["response"]["resource"]["message"]["flags"] == 1 << 15


async def test_nobody_but_its_owner_reads_the_world_its_attachments_and_the_record(
    start: Start, world_file: Path, tmp_path: Path
) -> None:
    record = tmp_path / "requests.jsonl"
    sandbox = await start(world_file=world_file, record_file=record)
    await sandbox.close()
    files = world_file.with_name(f"{world_file.name}.files")
    modes = [path.stat().st_mode & 0o777 for path in (world_file, record, files)]
    assert modes == [0o600, 0o600, 0o700]


async def test_a_members_link_lets_in_as_that_member_only(sandbox: RunningSandbox) -> None:
    async with await Player.connect(sandbox.base_url, within=PATIENCE) as host:
        link = next(each["link"] for each in host.members if each["global_name"] == "Gwen")
    base, key = link.split("/?as=")
    assert base == sandbox.base_url
    async with await Player.connect(base, key=key, within=PATIENCE) as gwen:
        assert gwen.me["global_name"] == "Gwen"
        assert [each["global_name"] for each in gwen.members] == ["Gwen"]
        with pytest.raises(PlayerError, match="no member 'Bob'"):
            await gwen.become("Bob")
        with pytest.raises(PlayerError, match="Only the host"):
            await gwen.new_member("Intruder")
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await Player.connect(base, key="wrong", within=PATIENCE)


async def test_foreign_web_sites_are_kept_out(sandbox: RunningSandbox) -> None:
    async with aiohttp.ClientSession() as http:
        address = sandbox.base_url + "/play"
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect(address, headers={"Origin": "https://evil.example"})
        assert refused.value.status == 403
        async with http.ws_connect(address, headers={"Origin": sandbox.base_url}) as socket:
            assert (await socket.receive_json())["t"] == "hello"
        async with http.get(address, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403


async def test_strangers_on_the_network_need_a_link(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox = await start(lan=True)
    monkeypatch.setattr(Entrance, "from_here", lambda self, request: False)
    world = sandbox.sandbox.world
    gwen = world.find_person("Gwen")
    assert gwen is not None
    async with aiohttp.ClientSession() as http:
        wanted = {
            "/play": 403,
            "/play?host=wrong": 403,
            "/play?as=wrong": 403,
            "/api/v10/users/@me": 403,
            "/gateway": 403,
            "/sandbox": 404,
        }
        for path, status in wanted.items():
            async with http.get(sandbox.base_url + path) as answer:
                assert (path, answer.status) == (path, status)
        for query in (f"?as={gwen.key}", f"?host={world.state.host_key}"):
            async with http.ws_connect(sandbox.base_url + "/play" + query) as socket:
                assert (await socket.receive_json())["t"] == "hello"


async def test_levers_for_tests_in_other_processes(
    sandbox: RunningSandbox, rest: Rest, alice: Player
) -> None:
    tavern, bot_id = channel_id(sandbox), sandbox.sandbox.world.state.bot_id
    asked = {"channel_id": tavern, "target_id": bot_id, "deny": 1 << 11}
    async with aiohttp.ClientSession() as http:
        async with http.post(sandbox.base_url + "/sandbox/permissions", json=asked) as answer:
            assert answer.status == 200
        address = sandbox.base_url + "/sandbox/gateway"
        async with http.post(address, json={"do": "dance"}) as answer:
            assert answer.status == 400
        async with http.post(address, json={"do": "drop"}) as answer:
            assert await answer.json() == {"done": True}
    _, refused = await rest("POST", f"/channels/{tavern}/messages", {"content": "x"})
    assert refused["code"] == 50013


async def test_port_already_in_use(sandbox: RunningSandbox) -> None:
    port = int(sandbox.base_url.rsplit(":", 1)[1])
    with pytest.raises(OSError, match="address already in use"):
        await serve(replace(Settings(record_file=None), port=port))


def test_the_token_goes_to_this_machine_only() -> None:
    for address in ("http://192.0.2.7:8080", "https://discord.example"):
        with pytest.raises(ValueError, match="not on this machine"):
            point_at(address)
    point_at("http://localhost:8080/")
