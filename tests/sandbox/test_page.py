"""The page's protocol: what each member is told, and what they may not do."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest
from playwright.async_api import expect

from bot.sandbox import RunningSandbox
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import PlayerError
from bot.sandbox.objects import Overwrite, Permission
from tests.chromium import hosts_page
from tests.sandbox.conftest import Rest, Start
from tests.sandbox.test_limits import button, row, select
from tests.sandbox.test_rest import channel_id, person
from tests.sandbox.tiny_bot import TinyBot
from tests.waiting import PATIENCE


class Page:
    """A bare page connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def ask(self, op: str, **asked: Any) -> None:
        """Send a frame."""
        await self.socket.send_json({"op": op, "d": asked})

    async def hear(self, event: str) -> Any:
        """The data of the next frame of this type."""
        while True:
            frame = await self.socket.receive_json(timeout=PATIENCE)
            if frame["t"] == event:
                return frame["d"]


async def test_hello_holds_what_the_page_draws(
    sandbox: RunningSandbox, bot: TinyBot, rest: Rest
) -> None:
    await rest("POST", f"/channels/{channel_id(sandbox)}/messages", {"content": "unread"})
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(sandbox.base_url + "/play") as socket,
    ):
        page = Page(socket)
        hello = await page.hear("hello")
        assert hello["can_switch"] is True
        assert hello["me"]["global_name"] == "Alice"
        assert [each["global_name"] for each in hello["members"]] == [
            "Alice",
            "Bob",
            "Cecily",
            "Duncan",
            "Eleanor",
            "Francis",
            "Gwen",
        ]
        assert [each["name"] for each in hello["channels"]] == ["tavern", "kingmaker", "tower"]
        assert [each["name"] for each in hello["guild"]["roles"]] == [
            "@everyone",
            "Stewards",
            "Kingmaker",
        ]
        assert hello["bot"]["username"] == "kingmaker"
        assert hello["bot"]["online"] is True
        assert hello["dms_open"] is True
        tavern = hello["channels"][0]["id"]
        assert hello["unread"][tavern] == 1
        assert {each["name"] for each in hello["commands"]} >= {"hello", "game", "rule"}
        await page.ask("open", channel_id=tavern)
        assert [each["content"] for each in (await page.hear("history"))["messages"]] == ["unread"]
        await page.ask("be", member_id=person(sandbox, "Bob"))
        again = await page.hear("hello")
        assert again["me"]["global_name"] == "Bob"
        assert again["unread"][tavern] == 1
        assert "rule" not in {each["name"] for each in again["commands"]}
        await page.ask("be", member_id=person(sandbox, "Alice"))
        assert (await page.hear("hello"))["unread"][tavern] == 0


async def test_states_of_an_interaction_carry_its_nonce(
    sandbox: RunningSandbox, bot: TinyBot
) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(sandbox.base_url + "/play") as socket,
    ):
        page = Page(socket)
        hello = await page.hear("hello")
        commands = {each["name"]: each["id"] for each in hello["commands"]}
        tavern = hello["channels"][0]["id"]
        await page.ask(
            "command",
            nonce="n1",
            channel_id=tavern,
            id=commands["game"],
            name="game",
            options=[{"name": "secret", "type": 1, "options": []}],
        )
        states = [await page.hear("INTERACTION") for _ in range(3)]
        assert [(each["nonce"], each["state"]) for each in states] == [
            ("n1", "pending"),
            ("n1", "deferred"),
            ("n1", "done"),
        ]
        assert states[2]["message"]["content"] == "first"
        await page.ask("command", nonce="n2", channel_id=tavern, id="5", name="none", options=[])
        assert await page.hear("error") == {
            "message": "There is no such command here.",
            "nonce": "n2",
        }
        await page.ask("dance")
        assert "does not know" in (await page.hear("error"))["message"]
        await socket.send_str("not json")
        assert "could not" in (await page.hear("error"))["message"]


async def test_deleting_and_new_channels_reach_the_pages(alice: Player, bob: Player) -> None:
    rude = await bob.send("tavern", "rude words")
    await alice.wait_for_message(lambda message: message["content"] == "rude words")
    await alice.delete_message(rude)
    await bob.wait_until(lambda player: player.messages("tavern") == [])
    made = await alice.new_channel("Second Table")
    assert made["name"] == "second-table"
    await bob.wait_until(lambda player: "second-table" in str(player.channels))


async def test_only_those_who_manage_channels_and_the_host_may_make_one(
    sandbox: RunningSandbox, alice: Player, bob: Player
) -> None:
    async with await Player.connect(
        sandbox.base_url, key=sandbox.sandbox.world.user(bob.me["id"]).key, within=PATIENCE
    ) as friend:
        with pytest.raises(PlayerError, match="You may not make channels here"):
            await friend.new_channel("mine")
        sandbox.sandbox.member_leaves(sandbox.sandbox.world.first_guild, friend.me["id"])
        with pytest.raises(PlayerError, match="You may not make channels here"):
            await friend.new_channel("mine")
    assert (await alice.new_channel("hers"))["name"] == "hers"


async def test_the_host_lets_a_new_member_in(
    sandbox: RunningSandbox, alice: Player, bob: Player
) -> None:
    world = sandbox.sandbox.world
    friend = await Player.connect(
        sandbox.base_url, key=world.user(bob.me["id"]).key, within=PATIENCE
    )
    made = await alice.new_member("Henry VI")
    key = made["link"].split("?as=")[1]
    async with friend:
        await friend.wait_until(lambda player: made["id"] in {p["id"] for p in player.people})
        # Nobody but the host may become somebody else.
        assert [each["username"] for each in friend.members] == ["bob"]
    async with await Player.connect(sandbox.base_url, key=key, within=PATIENCE) as henry:
        assert henry.me["username"] == "henry_vi"
        assert "Alice" in {each["global_name"] for each in henry.people}
        assert [each["name"] for each in henry.channels.values()] == [
            "tavern",
            "kingmaker",
            "tower",
        ]


async def test_a_hidden_channel_is_hidden(
    sandbox: RunningSandbox, rest: Rest, alice: Player
) -> None:
    world = sandbox.sandbox.world
    tower = channel_id(sandbox, "tower")
    everyone = world.first_guild.id
    world.channel(tower).overwrites[everyone] = Overwrite(
        id=everyone, type=0, deny=int(Permission.VIEW_CHANNEL)
    )
    async with await Player.connect(sandbox.base_url, "Cecily", within=PATIENCE) as cecily:
        assert tower not in cecily.channels
        await alice.send("tower", "in here")
        await alice.send("tavern", "out here")
        await cecily.wait_for_message(lambda message: message["content"] == "out here")
        assert [each["content"] for each in cecily.messages()] == ["out here"]
        cecily.channels[tower] = {"id": tower, "name": "tower", "type": 0}
        cecily.channels["1"] = {"id": "1", "name": "dungeon", "type": 0}
        for hidden in ("tower", "dungeon"):
            with pytest.raises(PlayerError, match="cannot see that channel"):
                await cecily.send(hidden, "let me in")


async def test_only_controls_that_are_there(
    sandbox: RunningSandbox, rest: Rest, alice: Player, bob: Player
) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    components = [
        row(button(0, disabled=True), button(1)),
        row(select(3, min_values=2, max_values=2)),
    ]
    _, made = await rest("POST", where, {"content": "x", "components": components})
    shown = await alice.wait_for_message(lambda message: message["id"] == made["id"])
    with pytest.raises(PlayerError, match="switched off"):
        await alice.press(shown, "b0")
    with pytest.raises(PlayerError, match="Choose 2 to 2"):
        await alice.choose(shown, "s", "1")
    with pytest.raises(PlayerError, match="not among the choices"):
        await alice.choose(shown, "s", ["1", "9"])
    asked = {"channel_id": shown["channel_id"], "message_id": shown["id"], "component_type": 2}
    with pytest.raises(PlayerError, match="That control is gone"):
        await alice._interact("component", asked | {"custom_id": "forged"}, "done", 1)
    with pytest.raises(PlayerError, match="of a different kind"):
        await alice._interact("component", asked | {"custom_id": "s"}, "done", 1)
    await alice.delete_message(made)
    with pytest.raises(PlayerError, match="That message is gone"):
        await bob._interact("component", asked | {"custom_id": "b1"}, "done", 1)


async def test_somebody_elses_ephemeral_cannot_be_pressed(
    sandbox: RunningSandbox, bot: TinyBot, alice: Player, bob: Player
) -> None:
    outcome = await alice.slash("tavern", "rule")
    assert outcome.message is not None
    asked = {
        "channel_id": outcome.message["channel_id"],
        "message_id": outcome.message["id"],
        "custom_id": "x",
    }
    with pytest.raises(PlayerError, match="That message is gone"):
        await bob._interact("component", asked, "done", 1)
    with pytest.raises(PlayerError, match="That control is gone"):
        await alice._interact("component", asked, "done", 1)


async def test_the_page_and_its_files_are_served(sandbox: RunningSandbox) -> None:
    async with aiohttp.ClientSession() as http:
        async with http.get(sandbox.base_url + "/") as answer:
            assert answer.content_type == "text/html"
        async with http.get(sandbox.base_url + "/static/app.js") as answer:
            assert answer.status == 200
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
        for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static/none.js"):
            async with http.get(sandbox.base_url + path) as answer:
                assert answer.status == 404


async def test_many_tables_at_once(start: Start, bot: TinyBot, sandbox: RunningSandbox) -> None:
    names = ["Alice", "Bob", "Cecily", "Duncan", "Eleanor"]
    players = [await Player.connect(sandbox.base_url, name, within=PATIENCE) for name in names]
    try:
        outcomes = await asyncio.gather(
            *(
                player.slash("tavern", "game new", season=f"{player.me['username']} {number}")
                for player in players
                for number in range(10)
            )
        )
        said = {each.message["content"] for each in outcomes if each.message is not None}
        assert len(said) == 50
    finally:
        for player in players:
            await player.close()


async def test_a_malformed_frame_is_answered_and_the_page_stays_open(
    sandbox: RunningSandbox,
) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(sandbox.base_url + "/play") as socket,
    ):
        page = Page(socket)
        await page.hear("hello")
        for frame in ('{"op": "open", "d": [1]}', '{"op": [], "d": {}}', "[]", "nonsense", "7"):
            await socket.send_str(frame)
            assert (await page.hear("error"))["message"].startswith("The sandbox ")
        await page.ask("new_channel", name="still-open")


async def test_no_other_site_may_frame_the_page(sandbox: RunningSandbox) -> None:
    async with aiohttp.ClientSession() as http, http.get(sandbox.base_url + "/") as page:
        assert page.headers["Content-Security-Policy"] == "frame-ancestors 'none'"


@pytest.mark.browser
async def test_roles_and_threads_have_their_names_on_the_page(
    sandbox: RunningSandbox, rest: Rest
) -> None:
    world = sandbox.sandbox.world
    parent = channel_id(sandbox)
    stewards = next(each for each in world.first_guild.roles.values() if each.name == "Stewards")
    said = {"content": f"<@&{stewards.id}> and <@&{world.first_guild.id}>"}
    await rest("POST", f"/channels/{parent}/messages", said)
    sandbox.sandbox.open_thread(world.channel(parent), "Talk", person(sandbox, "Alice"))
    friend = world.user(person(sandbox, "Bob")).key
    async with hosts_page(f"{sandbox.base_url}/?as={friend}") as shown:
        await shown.get_by_test_id("channel-tavern").click()
        await expect(shown.get_by_text("@Stewards and @everyone")).to_be_visible()
        await shown.get_by_test_id("channel-Talk").click()
        await expect(shown.get_by_test_id("place")).to_contain_text("Talk")


_PRESSED_AS_THE_LIST_MOVES = """async button => {
    const scroller = document.getElementById("scroller");
    const moved = new Promise(done => scroller.addEventListener("scroll", done, {once: true}));
    button.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
    scroller.scrollTop -= 100;
    await moved;
}"""


@pytest.mark.browser
async def test_a_press_while_the_list_moves_does_not_let_go_of_its_end(
    sandbox: RunningSandbox, rest: Rest
) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    await rest("POST", where, {"content": "A line.\n" * 80, "components": [row(button(0))]})
    async with hosts_page(sandbox.base_url) as shown:
        await shown.get_by_test_id("channel-tavern").click()
        pressed = shown.get_by_test_id("message-button")
        await expect(pressed).to_be_in_viewport()
        await pressed.evaluate(_PRESSED_AS_THE_LIST_MOVES)
        await rest("POST", where, {"content": "The answer"})
        answer = shown.get_by_test_id("message").filter(has_text="The answer")
        await expect(answer).to_be_in_viewport()
        await expect(shown.get_by_test_id("new-messages")).to_be_hidden()


@pytest.mark.browser
async def test_on_a_phone_the_menu_shows_that_something_is_unread(
    sandbox: RunningSandbox, rest: Rest
) -> None:
    await rest("POST", f"/channels/{channel_id(sandbox)}/messages", {"content": "unread"})
    async with hosts_page(sandbox.base_url, 412, 915) as shown:
        for name in ("tower", "tavern"):
            await shown.get_by_test_id("menu").click()
            await shown.get_by_test_id(f"channel-{name}").click()
            await expect(shown.get_by_test_id("place")).to_have_text(name)
            dot = "getComputedStyle(document.getElementById('menu-button'), '::after').content"
            assert await shown.evaluate(dot) == ("none" if name == "tavern" else '""')
