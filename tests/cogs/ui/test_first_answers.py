"""The first answer goes out whatever has to be waited for: each command, press, form, suggestion.

What Discord would send is fed to the client as it would come over the wire, while nothing can be
read from the database and the games that are in memory are held by somebody else.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import logging
from collections.abc import AsyncIterator, Callable, Container, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.webhook.async_ import async_context

from bot.app import COGS, Bot
from bot.games import game_for
from bot.rules.kernel import Match
from bot.session import GameSession
from bot.storage import Database, GameRow, SeatRow
from cogs.ui import first_answer
from cogs.ui.choosing.forms import FORMS
from cogs.ui.choosing.offers import Draft, Question, pack
from cogs.ui.choosing.playing import way_of
from cogs.ui.controls import CONTROLS, HANDLERS, OPENERS, button
from cogs.ui.first_answer import First
from cogs.ui.opening.plan import Plan
from cogs.ui.replies import show, tell
from cogs.ui.turnstile import AT_ONCE, CROWDED, MOST_OF_ONE
from tests.rules.kingmaker.scene import Scene

GUILD, CHANNEL, ALICE = "11", "12", "13"
GAME = "ABC123"
WAIT = 10.0

MESSAGE, DEFERRED, CHANGES, CHANGED, SUGGESTIONS, FORM = 4, 5, 6, 7, 8, 9
"""Discord's numbers for the kinds of first answers."""

Json = dict[str, Any]


class Wire:
    """Takes the place of Discord: notes the first answers, and can refuse them."""

    def __init__(self) -> None:
        self.answers: asyncio.Queue[Json] = asyncio.Queue()
        self.refuses: int | None = None
        self.refused: Container[int] = (MESSAGE, DEFERRED, CHANGES, CHANGED)
        self.changed: list[Json] = []
        self.said: list[Json] = []

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: Any, **_: Any
    ) -> Json:
        """A first answer."""
        answer = params.payload or json.loads(params.multipart[0]["value"])
        self.answers.put_nowait(answer)
        if self.refuses is not None and answer["type"] in self.refused:
            response: Any = SimpleNamespace(status=400, reason="Bad Request")
            kind = discord.NotFound if self.refuses == 10062 else discord.HTTPException
            raise kind(response, {"code": self.refuses, "message": "no"})
        return {"interaction": {"id": str(interaction_id), "type": 2, "response_message_id": "99"}}

    async def edit_original_interaction_response(
        self, *_: Any, payload: Json | None, multipart: Any, **__: Any
    ) -> Json:
        """What was promised is filled in; what came of it nobody looks at."""
        self.changed.append(payload or {})
        gone: Any = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(gone, {"code": 10015, "message": "gone"})

    async def execute_webhook(self, *_: Any, payload: Json, **__: Any) -> Json:
        """Something is said besides."""
        self.said.append(payload)
        return message_with({"type": 2, "style": 2, "custom_id": "x"}, private=True)

    async def next(self) -> Json:
        """The next first answer."""
        return await asyncio.wait_for(self.answers.get(), WAIT)


@pytest.fixture
def wire() -> Iterator[Wire]:
    """Discord's end of the line."""
    made = Wire()
    token = async_context.set(made)  # type: ignore[arg-type]
    yield made
    async_context.reset(token)


@pytest.fixture(autouse=True)
def unready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sign that the bot has heard waits for no answer."""
    monkeypatch.setattr(first_answer, "_AT_ONCE", 0.0)


@pytest.fixture
def ready(unready: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any answer is ready before the sign goes out."""
    monkeypatch.setattr(first_answer, "_AT_ONCE", 10 * WAIT)


class Stuck(Database):
    """A database that answers nobody once it is shut."""

    def __init__(self) -> None:
        super().__init__("sqlite+aiosqlite://")
        self.asked = 0

    @asynccontextmanager
    async def _transaction(self, engine: Any) -> AsyncIterator[Any]:
        self.asked += 1
        await asyncio.Event().wait()
        yield None


@pytest.fixture
async def bot(wire: Wire) -> AsyncIterator[Bot]:
    """The bot with its cogs, not connected, without a database."""
    before = asyncio.all_tasks()
    made = Bot(Stuck(), quick=True)
    made._connection.http._HTTPClient__session = None  # type: ignore[attr-defined]
    await made._async_setup_hook()
    me: Any = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
    made._connection.user = discord.ClientUser(state=made._connection, data=me)
    made.add_dynamic_items(*CONTROLS)
    for name in COGS:
        await import_module(name).setup(made)
    yield made
    left = asyncio.all_tasks() - before - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    await made.pictures.pool.close()


async def hold(bot: Bot) -> GameSession:
    """A running game in memory, in the middle of a command that never ends."""
    rules = game_for("kingmaker", "house")
    match, _ = Match.start(rules, 2, "seed", {})
    now = bot.desk.services.clock.now()
    row = GameRow(
        id=GAME, guild_id=int(GUILD), channel_id=int(CHANNEL), game="kingmaker", ruleset="house",
        host_id=int(ALICE), options={}, seats_wanted=2, seed="seed", seed_hash="5e", revision=3,
        status="running", created=now, started=now,
    )  # fmt: skip
    seats = [SeatRow(game_id=GAME, number=n, user_id=int(ALICE) + n, name=f"P{n}") for n in (0, 1)]
    session = GameSession(bot.desk.services, rules, row, seats)
    session.match = match
    bot.desk._sessions[GAME] = session
    bot.desk._recent[GAME] = session
    await session.commands._lock.acquire()
    return session


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(WAIT):
        while not true():  # noqa: ASYNC110 - there is nothing that would set an event
            await asyncio.sleep(0)


async def changed(wire: Wire) -> Json:
    """What the promised message was filled in with."""
    await until(lambda: bool(wire.changed))
    return wire.changed[0]


numbers = itertools.count(1)


def new_id() -> str:
    """An id that Discord could give now."""
    return str(discord.utils.time_snowflake(discord.utils.utcnow()) + next(numbers))


_USER = {"id": ALICE, "username": "alice", "discriminator": "0", "avatar": None}


def arrives(
    bot: Bot, kind: int, data: Json, message: Json | None = None, number: str | None = None
) -> None:
    """An interaction comes in."""
    member = {"user": _USER, "roles": [], "flags": 0, "permissions": str(2**40), "joined_at": None}
    payload: Json = {
        "id": number or new_id(), "application_id": "1", "type": kind, "token": "t", "version": 1,
        "attachment_size_limit": 1, "guild_id": GUILD, "member": member, "data": data,
        "channel": {"id": CHANNEL, "type": 0, "name": "c", "position": 0}, "channel_id": CHANNEL,
        "app_permissions": "0",
        "locale": "en-GB", "entitlements": [], "authorizing_integration_owners": {},
        "guild": {"id": GUILD, "locale": "en-GB", "features": []},
    }  # fmt: skip
    if message is not None:
        payload["message"] = message
    bot._connection.parse_interaction_create(payload)  # type: ignore[arg-type]


def message_with(component: Json, *, private: bool) -> Json:
    """A message with one control."""
    return {
        "id": new_id(), "channel_id": CHANNEL, "author": _USER | {"id": "1"},
        "content": "", "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None,
        "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": False, "type": 0, "flags": 64 * private,
        "components": [{"type": 1, "components": [component]}],
    }  # fmt: skip


def press(
    bot: Bot, kind: str, *parts: str, private: bool = False, number: str | None = None
) -> None:
    """Somebody presses a button."""
    custom_id = ":".join((f"b.{kind}", GAME, *parts))
    component = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}
    data = {"custom_id": custom_id, "component_type": 2}
    arrives(bot, 3, data, message_with(component, private=private), number)


_VALUES: dict[int, Any] = {3: "x", 4: 1, 5: True, 6: ALICE, 8: "77", 10: 1.0}


def _options(bot: Bot, command: Any, focused: str | None = None) -> list[Json]:
    """Something for each option that has to be given, and for the one that is typed into."""
    found = []
    for option in command.to_dict(bot.tree)["options"]:
        if option["name"] == focused:
            found.append({"type": option["type"], "name": focused, "value": "", "focused": True})
        elif option.get("required"):
            choices = option.get("choices")
            value = choices[0]["value"] if choices else _VALUES[option["type"]]
            found.append({"type": option["type"], "name": option["name"], "value": value})
    return found


def _frame(bot: Bot, command: Any, options: list[Json]) -> Json:
    """A command as it comes over the wire, within its group."""
    path = command.qualified_name.split()
    inner: Json = {"name": path[-1], "type": 1, "options": options}
    root = bot.tree.get_command(path[0])
    data: Json = {"id": "5", "type": 1, "name": path[0]}
    data["resolved"] = {
        "users": {ALICE: _USER},
        "members": {ALICE: {"roles": [], "flags": 0, "permissions": "0", "joined_at": None}},
        "roles": {},
    }
    assert root is not None
    data["options"] = options if len(path) == 1 else [inner]
    return data


def _commands(bot: Bot) -> list[Any]:
    found = [c for c in bot.tree.walk_commands() if isinstance(c, app_commands.Command)]
    assert len(found) > 60
    return found


@pytest.mark.parametrize("in_memory", [False, True])
async def test_every_command_is_acknowledged_first(bot: Bot, wire: Wire, in_memory: bool) -> None:
    if in_memory:
        await hold(bot)
    for command in _commands(bot):
        arrives(bot, 2, _frame(bot, command, _options(bot, command)))
        answer = await wire.next()
        assert answer == {"type": DEFERRED, "data": {"flags": 64}}, command.qualified_name


@pytest.mark.parametrize("in_memory", [False, True])
async def test_every_suggestion_comes_from_memory(bot: Bot, wire: Wire, in_memory: bool) -> None:
    if in_memory:
        await hold(bot)
    asked = 0
    for command in _commands(bot):
        for option in command.to_dict(bot.tree)["options"]:
            if option.get("autocomplete"):
                arrives(bot, 4, _frame(bot, command, _options(bot, command, option["name"])))
                answer = await wire.next()
                assert answer["type"] == SUGGESTIONS, (command.qualified_name, option["name"])
                asked += 1
    assert asked > 60


async def test_suggestions_know_the_game_that_is_in_memory(bot: Bot, wire: Wire) -> None:
    held = await hold(bot)
    command = bot.tree.get_command("do")
    assert isinstance(command, app_commands.Command)
    arrives(bot, 4, _frame(bot, command, _options(bot, command, "action")))
    answer = await wire.next()
    assert held.match is not None
    offered = {offer.verb for prompt in held.prompts(0) for offer in prompt.offers}
    assert {choice["value"] for choice in answer["data"]["choices"]} == offered


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("in_memory", [False, True])
async def test_every_press_is_acknowledged_first(
    bot: Bot, wire: Wire, in_memory: bool, private: bool
) -> None:
    if in_memory:
        await hold(bot)
    for kind, (_, first) in HANDLERS.items():
        if kind in OPENERS:
            continue
        press(bot, kind, "0", "1", "march", "x", "-", private=private)
        answer = await wire.next()
        fresh = first is First.FRESH or (first is First.PRIVATE and not private)
        assert answer["type"] in ((DEFERRED, MESSAGE) if fresh else (CHANGES, CHANGED)), kind
        assert not fresh or answer["data"]["flags"] == 64, kind


# An answer that is ready


def _long_ago() -> str:
    """The id of an interaction whose person may have given up on it."""
    return str(discord.utils.time_snowflake(discord.utils.utcnow() - timedelta(seconds=2.5)))


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.usefixtures("ready")
async def test_an_answer_that_is_ready_is_the_first(bot: Bot, wire: Wire, private: bool) -> None:
    noted: list[Any] = []
    watch: Any = SimpleNamespace(heard=lambda _: None, answered=noted.append)
    bot.watch = watch

    async def speak(interaction: Any, *_: Any) -> None:
        await show(interaction, "Done.")
        assert first_answer.answered_in(interaction) == 99
        await tell(interaction, "More.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(HANDLERS, "help", (speak, First.PRIVATE))
        press(bot, "help", private=private)
        answer = await wire.next()
    assert answer["type"] == (CHANGED if private else MESSAGE)
    assert answer["data"]["content"] == "Done."
    assert answer["data"].get("flags") == (None if private else 64)
    await until(lambda: bool(noted))
    await until(lambda: bool(wire.said))
    assert (wire.said[0]["content"], wire.said[0]["flags"]) == ("More.", 64)
    assert wire.answers.empty()
    assert wire.changed == []


@pytest.mark.usefixtures("ready")
async def test_a_press_that_needs_no_words_gets_the_sign(bot: Bot, wire: Wire) -> None:
    async def nothing(*_: Any) -> None:
        pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(HANDLERS, "help", (nothing, First.CARD))
        press(bot, "help")
        assert (await wire.next())["type"] == CHANGES
    await asyncio.sleep(0)
    assert wire.answers.empty()


@pytest.mark.usefixtures("ready")
async def test_what_is_said_beside_a_card_comes_after_the_sign(bot: Bot, wire: Wire) -> None:
    async def speak(interaction: Any, *_: Any) -> None:
        await tell(interaction, "Done.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(HANDLERS, "help", (speak, First.CARD))
        press(bot, "help")
        assert (await wire.next())["type"] == CHANGES
    await until(lambda: bool(wire.said))
    assert (wire.said[0]["content"], wire.said[0]["flags"]) == ("Done.", 64)


@pytest.mark.usefixtures("ready")
async def test_the_controls_of_a_ready_answer_are_not_watched(bot: Bot, wire: Wire) -> None:
    made = discord.ui.View(timeout=None)
    made.add_item(button("help", GAME, label="x"))

    async def speak(interaction: Any, *_: Any) -> None:
        await tell(interaction, "Done.", view=made)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(HANDLERS, "map", (speak, First.FRESH))
        press(bot, "map", private=True)
        answer = await wire.next()
    assert answer["type"] == MESSAGE
    assert answer["data"]["components"][0]["components"][0]["custom_id"] == f"b.help:{GAME}"
    assert made.is_finished()


@pytest.mark.usefixtures("ready")
async def test_an_answer_that_cannot_be_the_first_is_filled_in(bot: Bot, wire: Wire) -> None:
    wire.refuses, wire.refused = 50035, (MESSAGE,)
    picture = discord.File(io.BytesIO(b"picture"), "x.png")

    async def speak(interaction: Any, *_: Any) -> None:
        picture.fp.read()
        await tell(interaction, "Done.", files=[picture])

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(HANDLERS, "help", (speak, First.FRESH))
        press(bot, "help")
        assert (await wire.next())["type"] == MESSAGE
        assert (await wire.next())["type"] == DEFERRED
    await until(lambda: bool(wire.changed))
    assert picture.fp.tell() == 0


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.usefixtures("ready")
async def test_a_press_that_has_waited_long_is_acknowledged_first(
    bot: Bot, wire: Wire, private: bool
) -> None:
    press(bot, "bygone", private=private, number=_long_ago())
    assert (await wire.next())["type"] == (CHANGES if private else DEFERRED)
    told = wire.said if private else wire.changed
    await until(lambda: bool(told))
    assert "earlier moment" in told[0]["content"]


# The last of these named steps of a game by their revisions.
@pytest.mark.parametrize("kind", ["bygone", "amend", "rewind", "astep", "averb", "apick", "agoto"])
async def test_a_press_of_a_kind_that_is_no_longer_used(bot: Bot, wire: Wire, kind: str) -> None:
    press(bot, kind, "4", "7")
    assert "earlier moment" in (await wire.next())["data"]["content"]


@pytest.mark.parametrize("kind", ["amend", "rewind"])
async def test_a_form_of_a_kind_that_is_no_longer_used(bot: Bot, wire: Wire, kind: str) -> None:
    arrives(bot, 5, {"custom_id": f"m.{kind}:{GAME}:4:7", "components": []})
    assert "earlier moment" in (await wire.next())["data"]["content"]


async def test_every_form_is_acknowledged_first(bot: Bot, wire: Wire) -> None:
    assert {"form", "mend", "turnback"} <= FORMS.keys()
    for kind in FORMS:
        data = {"custom_id": f"m.{kind}:{GAME}:0:1:march:x:-", "components": []}
        arrives(bot, 5, data)
        assert (await wire.next())["type"] in (DEFERRED, MESSAGE)
        arrives(bot, 5, data, message_with({"type": 2, "style": 2, "custom_id": "x"}, private=True))
        assert (await wire.next())["type"] in (CHANGES, CHANGED)


async def test_a_form_to_write_in_opens_from_memory(bot: Bot, wire: Wire) -> None:
    held = await hold(bot)
    assert held.match is not None
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    held.match = scene.match
    way = way_of(held, 0, "propose_deal")
    assert way is not None
    draft = Draft()
    while not (isinstance(asked := way.walk(draft), Question) and asked.field.free):
        draft = Draft(None, (*draft.values, ()))
    parts = ("0", "3", "propose_deal", way.mark, pack(way, draft))
    press(bot, "write", *parts, private=True)
    assert (await wire.next())["type"] == FORM
    # What memory does not know to be open is looked up, and that takes an acknowledgement.
    press(bot, "write", "0", "3", "propose_deal", "old", "-", private=True)
    assert (await wire.next())["type"] == CHANGES
    # Nor is there a form for dealt cards once they are given.
    press(bot, "give", "0", private=True)
    assert (await wire.next())["type"] == CHANGES
    del bot.desk._recent[GAME], bot.desk._sessions[GAME]
    press(bot, "write", *parts, private=True)
    assert (await wire.next())["type"] == CHANGES


async def test_a_form_for_a_reason_or_a_name_opens_from_the_control_alone(
    bot: Bot, wire: Wire
) -> None:
    asked = {
        "mend": ("0", "1"),
        "mfind": ("0", "1"),
        "pastwhy": ("0", "1"),
        "turnback": ("0", "1"),
        "keep": (Plan.fresh().packed(),),
        "takein": (),
        "terms": (Plan.fresh().packed(),),
        "wish": (),
    }
    assert OPENERS.keys() - {"write", "give"} == asked.keys()
    for kind, parts in asked.items():
        press(bot, kind, *parts, private=True)
        assert (await wire.next())["type"] == FORM


# What goes wrong with it


async def test_who_was_answered_already_is_answered_all_the_same(
    bot: Bot, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    # The receipt of a first try got lost, and the library has tried again.
    wire.refuses = 40060
    with caplog.at_level(logging.INFO):
        press(bot, "bygone")
        assert "earlier moment" in (await changed(wire))["content"]
    assert "was already acknowledged" in caplog.text
    assert not [r for r in caplog.records if r.exc_info and "40060" in str(r.exc_info[1])]


async def test_who_waits_no_longer_is_not_served(
    bot: Bot, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    wire.refuses = 10062
    served = asyncio.Event()

    async def note(*_: Any) -> None:
        served.set()

    with caplog.at_level(logging.INFO), pytest.MonkeyPatch.context() as patch:
        patch.setitem(HANDLERS, "help", (note, First.PRIVATE))
        press(bot, "help", number=_long_ago())
        await wire.next()
        await until(lambda: "came too late" in caplog.text)
    assert not served.is_set()
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.usefixtures("ready")
async def test_an_answer_that_nobody_waits_for_is_no_trouble(
    bot: Bot, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    wire.refuses = 10062
    press(bot, "bygone")
    assert (await wire.next())["type"] == MESSAGE
    await until(lambda: "could not be answered: 10062" in caplog.text)
    assert not [record for record in caplog.records if record.exc_info]
    assert wire.answers.empty()


async def test_who_waits_for_others_has_been_acknowledged(bot: Bot, wire: Wire) -> None:
    # Nobody inside ever comes out again; the first answers go out all the same.
    command = bot.tree.get_command("help")
    assert isinstance(command, app_commands.Command)
    for _ in range(3 * AT_ONCE):
        press(bot, "help")
        assert (await wire.next())["type"] == DEFERRED
        arrives(bot, 2, _frame(bot, command, []))
        assert (await wire.next())["type"] == DEFERRED


async def test_a_game_that_is_asked_too_much_says_so(bot: Bot, wire: Wire) -> None:
    for _ in range(MOST_OF_ONE):
        press(bot, "help")
        assert (await wire.next())["type"] == DEFERRED
    press(bot, "help")
    assert (await wire.next())["data"]["content"] == CROWDED


async def test_a_command_makes_room_when_it_is_over(bot: Bot, wire: Wire) -> None:
    command = bot.tree.get_command("help")
    assert isinstance(command, app_commands.Command)
    # This one looks nothing up, so that it comes to an end.
    topic = {"name": "topic", "type": 3, "value": "past"}
    for number in range(2 * AT_ONCE):
        arrives(bot, 2, _frame(bot, command, [topic]))
        assert (await wire.next())["type"] == DEFERRED
        await until(lambda number=number: len(wire.changed) > number)  # type: ignore[misc]
