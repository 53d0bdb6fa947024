"""Requests that Discord answers in its own way: nonces, attachments, threads, permissions."""

from __future__ import annotations

import base64
import json
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import RunningSandbox
from bot.sandbox.limits.ratelimit import GLOBAL
from bot.sandbox.members.player import Player
from bot.sandbox.objects import Emoji, Overwrite, Permission, in_channel
from bot.sandbox.world.cdn import avatar
from tests.sandbox.conftest import Rest, Start
from tests.sandbox.tiny_bot import TinyBot
from tests.waiting import PATIENCE

V2 = 1 << 15


def channel_id(sandbox: RunningSandbox, name: str = "tavern") -> str:
    """The id of a channel."""
    channels = sandbox.sandbox.world.state.channels.values()
    return next(each.id for each in channels if each.name == name)


def person(sandbox: RunningSandbox, name: str) -> str:
    """The id of a member."""
    found = sandbox.sandbox.world.find_person(name)
    assert found is not None
    return found.id


def deny(sandbox: RunningSandbox, bits: int, name: str = "tavern") -> None:
    """Take permissions from the bot in a channel."""
    world = sandbox.sandbox.world
    bot_id = world.state.bot_id
    world.channel(channel_id(sandbox, name)).overwrites[bot_id] = Overwrite(
        id=bot_id, type=1, deny=int(bits)
    )


def allow(sandbox: RunningSandbox, bits: int) -> None:
    """Give the bot permissions in a channel beside those that it was invited with."""
    world = sandbox.sandbox.world
    bot_id = world.state.bot_id
    world.channel(channel_id(sandbox)).overwrites[bot_id] = Overwrite(
        id=bot_id, type=1, allow=int(bits)
    )


def picture_form(body: dict[str, Any], *names: str) -> aiohttp.FormData:
    """A multipart body with pictures."""
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for index, name in enumerate(names):
        form.add_field(f"files[{index}]", avatar(index), filename=name)
    return form


async def test_wrong_token_and_unknown_route(rest: Rest) -> None:
    assert await rest("GET", "/users/@me", token="x") == (
        401,
        {"message": "401: Unauthorized", "code": 0},
    )
    assert await rest("GET", "/voice/regions") == (404, {"message": "404: Not Found", "code": 0})
    status, _ = await rest("POST", "/users/@me")
    assert status == 405


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/channels/1", 10003),
        ("GET", "/guilds/1", 10004),
        ("GET", "/channels/{c}/messages/1", 10008),
        ("PATCH", "/channels/{c}/messages/1", 10008),
        ("GET", "/guilds/{g}/members/1", 10013),
        ("POST", "/interactions/1/token/callback", 10062),
        ("POST", "/webhooks/1/token", 10015),
        ("POST", "/webhooks/{b}/token", 50027),
    ],
)
async def test_unknown_things(
    sandbox: RunningSandbox, rest: Rest, method: str, path: str, code: int
) -> None:
    world = sandbox.sandbox.world
    where = path.format(c=channel_id(sandbox), g=world.first_guild.id, b=world.state.bot_id)
    _, answer = await rest(method, where, None if method == "GET" else {"type": 4})
    assert answer["code"] == code


async def test_nonce_makes_one_message_only(sandbox: RunningSandbox, rest: Rest) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    once = {"content": "announced", "nonce": "row-17", "enforce_nonce": True}
    _, first = await rest("POST", where, once)
    _, second = await rest("POST", where, once | {"content": "announced again"})
    assert second["id"] == first["id"]
    assert second["content"] == "announced"
    _, third = await rest("POST", where, once | {"nonce": "row-18"})
    assert third["id"] != first["id"]
    _, fourth = await rest("POST", where, {"content": "x", "nonce": "row-17"})
    assert fourth["id"] != first["id"]


async def test_history_after_and_limit(sandbox: RunningSandbox, rest: Rest) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    ids = [(await rest("POST", where, {"content": str(n)}))[1]["id"] for n in range(5)]

    async def contents(query: str) -> list[str]:
        return [each["content"] for each in (await rest("GET", f"{where}?{query}"))[1]]

    assert await contents("limit=2") == ["4", "3"]
    assert await contents(f"after={ids[1]}&limit=2") == ["3", "2"]
    status, _ = await rest("GET", f"{where}?limit=101")
    assert status == 400


async def test_attachments_kept_replaced_and_removed(
    sandbox: RunningSandbox, rest: Rest, alice: Player
) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    body = {
        "content": "two maps",
        "attachments": [
            {"id": 0, "filename": "a map.png", "description": "north"},
            {"id": 1},
        ],
    }
    status, made = await rest("POST", where, form=picture_form(body, "ignored.png", "b.png"))
    assert status == 200
    assert [each["filename"] for each in made["attachments"]] == ["a_map.png", "b.png"]
    assert made["attachments"][0]["description"] == "north"
    assert (made["attachments"][1]["width"], made["attachments"][1]["height"]) == (64, 64)
    one = f"{where}/{made['id']}"
    _, edited = await rest("PATCH", one, {"content": "still two"})
    assert len(edited["attachments"]) == 2
    kept = [{"id": int(made["attachments"][1]["id"])}, {"id": 0, "filename": "c.png"}]
    _, edited = await rest("PATCH", one, form=picture_form({"attachments": kept}, "c.png"))
    assert [each["filename"] for each in edited["attachments"]] == ["b.png", "c.png"]
    assert await alice.fetch(edited["attachments"][1]["url"]) == avatar(0)
    with pytest.raises(aiohttp.ClientResponseError):
        await alice.fetch(edited["attachments"][1]["url"][:-1] + "x")
    _, edited = await rest("PATCH", one, {"attachments": []})
    assert edited["attachments"] == []
    _, refused = await rest("PATCH", one, {"attachments": [{"id": 77}]})
    assert refused["code"] == 50035


async def test_mentions_follow_allowed_mentions(sandbox: RunningSandbox, rest: Rest) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    alice, bob = person(sandbox, "Alice"), person(sandbox, "Bob")
    said = f"<@{alice}> and <@{bob}> @everyone"

    async def pinged(allowed: Any) -> tuple[list[str], bool]:
        body = {"content": said} | ({"allowed_mentions": allowed} if allowed is not None else {})
        _, made = await rest("POST", where, body)
        return [each["id"] for each in made["mentions"]], made["mention_everyone"]

    assert await pinged(None) == ([alice, bob], True)
    assert await pinged({"parse": []}) == ([], False)
    assert await pinged({"parse": [], "users": [bob]}) == ([bob], False)
    assert await pinged({"parse": ["users"]}) == ([alice, bob], False)
    _, refused = await rest(
        "POST",
        where,
        {
            "content": said,
            "allowed_mentions": {"parse": ["users"], "users": [bob]},
        },
    )
    assert refused["code"] == 50035


async def test_mentions_after_an_edit_are_those_of_its_new_words(
    sandbox: RunningSandbox, rest: Rest
) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    alice, bob = person(sandbox, "Alice"), person(sandbox, "Bob")

    async def pinged(method: str, path: str, body: Any) -> tuple[str, list[str]]:
        _, made = await rest(method, path, body)
        return made["id"], [each["id"] for each in made["mentions"]]

    number, first = await pinged("POST", where, {"content": f"<@{alice}>"})
    assert first == [alice]
    # Who is not named in the words any more is not mentioned any more, and the other way round.
    edit = ("PATCH", f"{where}/{number}")
    assert await pinged(*edit, {"content": f"<@{bob}>"}) == (number, [bob])
    # An edit of something else leaves them alone, whatever it allows.
    untouched = {"attachments": [], "allowed_mentions": {"parse": []}}
    assert await pinged(*edit, untouched) == (number, [bob])
    assert await pinged(*edit, {"content": "nobody"}) == (number, [])

    def card(of: str) -> Any:
        return {"components": [{"type": 10, "content": f"<@{of}>"}]}

    number, first = await pinged("POST", where, {"flags": V2, **card(alice)})
    assert first == [alice]
    edit = ("PATCH", f"{where}/{number}")
    assert await pinged(*edit, card(bob)) == (number, [bob])


async def test_private_thread_is_seen_by_those_inside(
    sandbox: RunningSandbox, rest: Rest, alice: Player, bob: Player
) -> None:
    allow(sandbox, Permission.MANAGE_THREADS)
    parent = channel_id(sandbox)
    status, thread = await rest("POST", f"/channels/{parent}/threads", {"name": "Council"})
    assert (status, thread["type"], thread["parent_id"]) == (201, 12, parent)
    born = discord.utils.snowflake_time(int(thread["id"])).isoformat(timespec="microseconds")
    assert thread["thread_metadata"]["create_timestamp"] == born
    where = f"/channels/{thread['id']}"
    assert (await rest("PUT", f"{where}/thread-members/{bob.me['id']}"))[0] == 204
    await rest("POST", f"{where}/messages", {"content": "hush"})
    await bob.wait_for_message(lambda message: message["content"] == "hush", channel="Council")
    async with await Player.connect(sandbox.base_url, "Cecily", within=PATIENCE) as cecily:
        assert thread["id"] not in cecily.channels
    # Alice rules the guild: she sees every thread.
    assert thread["id"] in alice.channels
    # Nothing of it is announced in its channel.
    assert bob.messages("tavern") == []
    inside = sandbox.sandbox.world.channel(thread["id"])
    sandbox.sandbox.change_thread(inside, archived=True, locked=True)
    _, refused = await rest("PUT", f"{where}/thread-members/{alice.me['id']}")
    assert refused["code"] == 50083


async def test_the_bot_hears_of_a_thread_that_it_joins_by_speaking(
    sandbox: RunningSandbox, rest: Rest, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, heard = sandbox.sandbox.world, list[tuple[Any, ...]]()
    channel = world.channel(channel_id(sandbox))
    monkeypatch.setattr(sandbox.sandbox.gateway, "dispatch", lambda *told: heard.append(told))
    for others in (0, 60):
        thread = sandbox.sandbox.open_thread(channel, "Talk", alice.me["id"])
        thread.thread_members |= {str(number): 0.0 for number in range(others)}
        heard.clear()
        for _ in range(2):
            await rest("POST", f"/channels/{thread.id}/messages", {"content": "Good day."})
        (told,) = [data for event, data, _ in heard if event == "THREAD_MEMBERS_UPDATE"]
        assert [each["user_id"] for each in told["added_members"]] == [world.state.bot_id]
        assert (told["member_count"], told["removed_member_ids"]) == (50 if others else 2, [])


async def test_a_long_name_is_cut_and_parts_without_a_number_get_the_lowest_that_are_free(
    sandbox: RunningSandbox, rest: Rest
) -> None:
    assert sandbox.sandbox.add_person("y" * 33).global_name == "y" * 32
    texts = [{"type": 10, "content": "a"} | more for more in ({}, {"id": 2}, {})]
    parts = [texts[0], {"type": 17, "components": texts[1:]}]
    asked = {"flags": V2, "components": parts}
    _, made = await rest("POST", f"/channels/{channel_id(sandbox)}/messages", asked)
    first, box = made["components"]
    assert [first["id"], box["id"]] == [1, 3]
    assert [each["id"] for each in box["components"]] == [2, 4]


async def test_a_channel_goes_with_its_threads_and_their_files(
    sandbox: RunningSandbox,
    rest: Rest,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.sandbox.world.cdn._KEEP_REMOVED_SECONDS", -1.0)
    parent = channel_id(sandbox)
    files = []
    world = sandbox.sandbox.world
    channel = world.channel(parent)
    public = sandbox.sandbox.open_thread(channel, "Talk", alice.me["id"])
    _, private = await rest("POST", f"/channels/{parent}/threads", {"name": "Talk", "type": 12})
    threads = [public.id, private["id"]]
    for place in (parent, *threads):
        form = picture_form({"content": "map"}, "map.png")
        _, made = await rest("POST", f"/channels/{place}/messages", form=form)
        files.append(made["attachments"][0]["url"])
        assert await alice.fetch(files[-1]) == avatar(0)
    assert threads[0] in bob.channels
    assert threads[1] not in bob.channels
    sandbox.sandbox.remove_channel(channel)
    for player in (alice, bob):
        await player.wait_until(lambda seen: len(seen.channels) == 2)
    assert not {parent, *threads} & set(world.state.channels)
    for file in files:
        with pytest.raises(aiohttp.ClientResponseError):
            await alice.fetch(file)


@pytest.mark.parametrize(
    ("bits", "body", "code"),
    [
        (Permission.VIEW_CHANNEL, {"content": "x"}, 50001),
        (Permission.SEND_MESSAGES, {"content": "x"}, 50013),
    ],
)
async def test_missing_permissions(
    sandbox: RunningSandbox, rest: Rest, bits: int, body: dict[str, Any], code: int
) -> None:
    deny(sandbox, bits)
    _, refused = await rest("POST", f"/channels/{channel_id(sandbox)}/messages", body)
    assert refused["code"] == code
    elsewhere = f"/channels/{channel_id(sandbox, 'tower')}/messages"
    assert (await rest("POST", elsewhere, body))[0] == 200


def test_who_may_not_speak_may_not_put_anything_into_a_message_either(
    sandbox: RunningSandbox,
) -> None:
    deny(sandbox, Permission.SEND_MESSAGES)
    world = sandbox.sandbox.world
    guild = world.first_guild
    bot = guild.members[world.state.bot_id]
    silent, loud = (
        in_channel(guild, world.channel(channel_id(sandbox, *name)), None, bot)
        for name in ((), ("tower",))
    )
    content = Permission.EMBED_LINKS | Permission.ATTACH_FILES
    assert (silent & content, loud & content) == (0, content)


async def test_missing_permissions_for_files_threads_and_foreign_messages(
    sandbox: RunningSandbox, rest: Rest, alice: Player
) -> None:
    where = f"/channels/{channel_id(sandbox)}"
    spoken = await alice.send("tavern", "mine")
    _, refused = await rest("DELETE", f"{where}/messages/{spoken['id']}")
    assert refused["code"] == 50013
    _, refused = await rest("PATCH", f"{where}/messages/{spoken['id']}", {"content": "x"})
    assert refused["code"] == 50005
    deny(sandbox, Permission.ATTACH_FILES | Permission.CREATE_PRIVATE_THREADS)
    _, refused = await rest("POST", f"{where}/messages", form=picture_form({}, "a.png"))
    assert refused["code"] == 50013
    _, refused = await rest("POST", f"{where}/threads", {"name": "x"})
    assert refused["code"] == 50013
    _, refused = await rest("PATCH", where, {"archived": False})
    assert refused["code"] == 50024


async def test_v2_rules_for_edits(sandbox: RunningSandbox, rest: Rest) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    text = [{"type": 10, "content": "card"}]
    _, plain = await rest("POST", where, {"content": "plain"})
    one = f"{where}/{plain['id']}"
    _, refused = await rest("PATCH", one, {"flags": V2, "components": text})
    assert "content" in refused["errors"]
    status, card = await rest("PATCH", one, {"content": None, "flags": V2, "components": text})
    assert (status, card["flags"], card["content"]) == (200, V2, "")
    # A picture of the local Discord's own is kept by its path, and any other by its address.
    urls = [f"{sandbox.base_url}/emojis/7.png", "https://x.org/a.png"]
    items = [{"media": {"url": url}} for url in urls]
    _, seen = await rest("PATCH", one, {"components": [{"type": 12, "items": items}]})
    assert [each["media"]["url"] for each in seen["components"][0]["items"]] == [
        "/emojis/7.png",
        "https://x.org/a.png",
    ]
    _, refused = await rest("PATCH", one, {"flags": 0})
    assert "flags" in refused["errors"]
    _, refused = await rest("PATCH", one, {"content": "words"})
    assert "content" in refused["errors"]
    _, refused = await rest("PATCH", one, {"components": []})
    assert refused["code"] == 50006


async def test_ephemerals_do_not_exist_on_channel_routes(
    bot: TinyBot, sandbox: RunningSandbox, rest: Rest, alice: Player
) -> None:
    outcome = await alice.slash("tavern", "rule")
    assert outcome.message is not None
    where = f"/channels/{channel_id(sandbox)}/messages"
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        _, refused = await rest(method, f"{where}/{outcome.message['id']}", body)
        assert refused["code"] == 10008
    assert (await rest("GET", where))[1] == []


async def test_direct_messages_by_bare_requests(sandbox: RunningSandbox, rest: Rest) -> None:
    bob = person(sandbox, "Bob")
    status, dm = await rest("POST", "/users/@me/channels", {"recipient_id": int(bob)})
    assert (status, dm["type"], dm["recipients"][0]["id"]) == (200, 1, bob)
    sandbox.sandbox.world.user(bob).dms_open = False
    status, again = await rest("POST", "/users/@me/channels", {"recipient_id": bob})
    assert again["id"] == dm["id"]
    status, refused = await rest("POST", f"/channels/{dm['id']}/messages", {"content": "x"})
    assert (status, refused["code"]) == (403, 50007)


async def test_who_has_left_is_no_member_and_cannot_be_written_to(
    sandbox: RunningSandbox, rest: Rest
) -> None:
    bob = person(sandbox, "Bob")
    guild = sandbox.sandbox.world.first_guild
    _, dm = await rest("POST", "/users/@me/channels", {"recipient_id": bob})
    async with await Player.connect(sandbox.base_url, "Bob", within=PATIENCE) as player:
        await player.wait_until(lambda p: "tavern" in {c.get("name") for c in p.channels.values()})
        lever = {"user_id": bob, "inside": False}
        async with (
            aiohttp.ClientSession() as http,
            http.post(f"{sandbox.base_url}/sandbox/membership", json=lever) as answer,
        ):
            assert answer.status == 200
        await player.wait_until(lambda p: all(each["type"] == 1 for each in p.channels.values()))
        status, refused = await rest("GET", f"/guilds/{guild.id}/members/{bob}")
        assert (status, refused["code"]) == (404, 10007)
        status, refused = await rest("POST", f"/channels/{dm['id']}/messages", {"content": "x"})
        assert (status, refused["code"]) == (403, 50278)
        sandbox.sandbox.member_returns(guild, bob)
        await player.wait_until(lambda p: "tavern" in {c.get("name") for c in p.channels.values()})
        status, _ = await rest("POST", f"/channels/{dm['id']}/messages", {"content": "x"})
        assert status == 200


CLOCK = SimpleNamespace(monotonic=lambda: 100.0, time=lambda: 1_700_000_000.0)
"""A clock that stands still."""


async def test_rate_limits_tell_and_refuse(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.sandbox.limits.ratelimit.time", CLOCK)
    sandbox = await start(rate_limits=True)
    address = f"{sandbox.base_url}/api/v10/channels/{channel_id(sandbox)}/messages"
    other = f"{sandbox.base_url}/api/v10/channels/{channel_id(sandbox, 'tower')}/messages"
    headers = {"Authorization": "Bot sandbox"}
    async with aiohttp.ClientSession(headers=headers) as http:
        left = []
        for number in range(5):
            async with http.post(address, json={"content": str(number)}) as answer:
                assert answer.status == 200
                left.append(answer.headers["X-RateLimit-Remaining"])
                bucket = answer.headers["X-RateLimit-Bucket"]
        assert left == ["4", "3", "2", "1", "0"]
        async with http.post(address, json={"content": "too much"}) as answer:
            assert answer.status == 429
            assert answer.headers["Via"] == "1.1 sandbox"
            assert answer.headers["X-RateLimit-Bucket"] == bucket
            said = await answer.json()
            assert said["global"] is False
            assert said["retry_after"] == 5
        async with http.post(other, json={"content": "elsewhere"}) as answer:
            assert answer.status == 200
            assert answer.headers["X-RateLimit-Remaining"] == "4"
        # Everything together is refused after fifty; only what answers a member is let through.
        for number in range(50):
            sandbox.sandbox.limiter.take(str(number), "", GLOBAL, counts_globally=True)
        async with http.post(other, json={"content": "elsewhere"}) as answer:
            assert (answer.status, (await answer.json())["global"]) == (429, True)
        callback = f"{sandbox.base_url}/api/v10/interactions/1/token/callback"
        async with http.post(callback, json={"type": 5}) as answer:
            assert answer.status == 404


async def test_what_may_be_done_in_a_thread_that_is_archived_or_locked(
    sandbox: RunningSandbox, rest: Rest, alice: Player
) -> None:
    world = sandbox.sandbox.world
    forum = world.add_channel(world.first_guild, "tables", forum=True)
    thread = sandbox.sandbox.open_thread(forum, "council", alice.me["id"])
    where = f"/channels/{thread.id}"
    assert (await rest("PATCH", where, {"archived": False}))[1]["code"] == 50001
    status, made = await rest("POST", f"{where}/messages", {"content": "a"})
    assert (status, world.state.bot_id in thread.thread_members) == (200, True)
    message = f"{where}/messages/{made['id']}"
    sandbox.sandbox.change_thread(thread, archived=True)
    assert (await rest("PATCH", message, {"content": "b"}))[1]["code"] == 50083
    assert (await rest("PATCH", where, {"archived": False}))[0] == 200
    assert (await rest("PATCH", message, {"content": "b"}))[0] == 200
    sandbox.sandbox.change_thread(thread, archived=True)
    assert (await rest("POST", f"{where}/messages", {"content": "c"}))[0] == 200
    assert not thread.archived
    sandbox.sandbox.change_thread(thread, locked=True)
    for method, path in (("POST", f"{where}/messages"), ("PATCH", message)):
        status, refused = await rest(method, path, {"content": "d"})
        assert (status, refused["code"]) == (403, 160005)
    sandbox.sandbox.change_thread(thread, archived=True)
    assert (await rest("PATCH", where, {"archived": False}))[1]["code"] == 50013
    assert (await rest("PATCH", where, {"archived": True}))[1]["code"] == 50035


def drawn(data: bytes) -> str:
    """A picture as an emoji is sent."""
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


async def test_the_bots_own_emoji(sandbox: RunningSandbox, rest: Rest) -> None:
    state = sandbox.sandbox.world.state
    path = f"/applications/{state.bot_id}/emojis"
    assert await rest("GET", path) == (200, {"items": []})
    status, made = await rest("POST", path, {"name": "noble_percy", "image": drawn(avatar(1))})
    assert status == 201
    assert (made["name"], made["animated"], made["available"]) == ("noble_percy", False, True)
    assert await rest("GET", path) == (200, {"items": [made]})
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{sandbox.base_url}/cdn/emojis/{made['id']}.png") as answer,
    ):
        assert (answer.content_type, await answer.read()) == ("image/png", avatar(1))
    assert (await rest("GET", "/applications/1/emojis"))[0] == 403
    state.emojis |= {str(n): Emoji(id=str(n), name=f"e{n}", path="") for n in range(1_999)}
    status, refused = await rest("POST", path, {"name": "one_more", "image": drawn(avatar(1))})
    assert (status, refused["code"]) == (400, 30008)


async def test_the_ids_of_emoji_come_back_as_text(sandbox: RunningSandbox, rest: Rest) -> None:
    number = 1_234_567_890_123_456_789
    one = Emoji(id=str(number), name="noble_percy", path="")
    sandbox.sandbox.world.state.emojis[one.id] = one
    marked = {"emoji": {"id": number, "name": "noble_percy"}}
    options = [{"label": "Percy", "value": "percy", **marked}]
    rows = [
        {
            "type": 1,
            "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "a", **marked}],
        },
        {"type": 1, "components": [{"type": 3, "custom_id": "b", "options": options}]},
    ]
    path = f"/channels/{channel_id(sandbox)}/messages"
    status, made = await rest("POST", path, {"content": "March!", "components": rows})
    assert status == 200
    (button,), (menu,) = (row["components"] for row in made["components"])
    assert button["emoji"]["id"] == menu["options"][0]["emoji"]["id"] == str(number)


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"name": "x", "image": drawn(avatar(1))}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"name": "x" * 33, "image": drawn(avatar(1))}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"name": "red-rose", "image": drawn(avatar(1))}, {"name": "STRING_TYPE_REGEX"}),
        (
            {"name": "crown", "image": drawn(avatar(1))},
            {"name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"},
        ),
        ({}, {"name": "BASE_TYPE_REQUIRED", "image": "BASE_TYPE_REQUIRED"}),
        ({"name": "rose", "image": "a rose"}, {"image": "IMAGE_INVALID"}),
        ({"name": "rose", "image": drawn(b"a rose")}, {"image": "IMAGE_INVALID"}),
        (
            {"name": "rose", "image": drawn(avatar(1) + bytes(262_144))},
            {"image": "BINARY_TYPE_MAX_SIZE"},
        ),
    ],
)  # fmt: skip
async def test_what_no_emoji_may_be(
    sandbox: RunningSandbox, rest: Rest, body: dict[str, Any], wrong: dict[str, str]
) -> None:
    state = sandbox.sandbox.world.state
    state.emojis["1"] = Emoji(id="1", name="crown", path="")
    status, refused = await rest("POST", f"/applications/{state.bot_id}/emojis", body)
    assert (status, refused["code"]) == (400, 50035)
    found = {field: each["_errors"][0]["code"] for field, each in refused["errors"].items()}
    assert found == wrong
    assert len(state.emojis) == 1
