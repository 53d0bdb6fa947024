"""What the bot does after each of Discord's answers that say no, row by row."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.session import ShutOut, Undeliverable
from cogs.delivery.direct_messages import missing_at
from cogs.delivery.discords_answers import ANSWERS, FOR_GOOD, Then, edited, says_anew
from cogs.delivery.outbox import Delivery
from tests.cogs.delivery.test_delivery import Client, error, row
from tests.cogs.delivery.test_outbox import annes_move

ROWS = [
    # code, what the bot does, useless to try again, a message is sent anew
    (10003, Then.LOST, True, False),
    (10004, Then.AWAY, False, False),
    (10007, Then.AWAY, False, False),
    (10008, Then.ANEW, False, True),
    (10013, Then.UNREACHED, True, False),
    (30033, Then.FULL, True, False),
    (50001, Then.SHUT, True, False),
    (50007, Then.UNREACHED, True, False),
    (50013, Then.SHUT, True, False),
    (50024, Then.SHUT, True, False),
    (50033, Then.UNREACHED, True, False),
    (50083, Then.OPEN, False, True),
    (50278, Then.UNREACHED, True, False),
    (160005, Then.SHUT, True, False),
    (160006, Then.FULL, True, False),
]


def test_every_row_is_looked_at() -> None:
    assert {code for code, *_ in ROWS} == set(ANSWERS)


@pytest.mark.parametrize(("code", "then", "final", "anew"), ROWS)
def test_what_follows_an_answer(code: int, then: Then, final: bool, anew: bool) -> None:
    wrong = error(discord.HTTPException, 400, code)
    assert (ANSWERS[code], code in FOR_GOOD, says_anew(wrong)) == (then, final, anew)


@pytest.mark.parametrize(
    ("code", "told", "raised"),
    [
        (10003, ["gone"], ShutOut),
        (50001, ["shut"], ShutOut),
        (50013, ["shut"], ShutOut),
        (50024, ["shut"], ShutOut),
        (160005, ["shut"], ShutOut),
        (50083, [], discord.HTTPException),
        (10008, [], discord.HTTPException),
    ],
)
async def test_whom_the_outbox_tells_and_whether_the_news_wait(
    code: int, told: list[str], raised: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    client: Any = Client()
    delivery, session = Delivery(client), annes_move()
    heard: list[str] = []

    async def shut(_: Any) -> None:
        heard.append("shut")

    async def gone(*_: Any) -> None:
        heard.append("gone")

    async def nothing(*_: Any) -> bool:
        return False

    async def refuse(*_: Any) -> None:
        raise error(discord.HTTPException, 403, code)

    monkeypatch.setattr(delivery.reach, "say_shut_out", shut)
    monkeypatch.setattr(delivery.reach, "say_channel_gone", gone)
    monkeypatch.setattr(delivery.reach, "may_write", nothing)
    monkeypatch.setattr("cogs.delivery.outbox.stop", nothing)
    monkeypatch.setattr("cogs.delivery.standstill.stop", nothing)
    monkeypatch.setattr(delivery, "_log", refuse)
    with pytest.raises(raised):
        await delivery.deliver(session, [row("log")], "n")
    assert heard == told


async def test_news_of_what_is_over_do_not_wait_for_a_channel_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client: Any = Client()
    delivery, session = Delivery(client), annes_move()
    session.status = "over"

    async def refuse(*_: Any) -> None:
        raise error(discord.NotFound, 404, 10003)

    monkeypatch.setattr(delivery, "_log", refuse)
    last = row("log")
    last.attempts = 3
    with pytest.raises(Undeliverable) as final:
        await delivery.deliver(session, [last], "n")
    assert not isinstance(final.value, ShutOut)


class Shelf:
    """A message in a thread, and a client that may or may not open it."""

    def __init__(self, *, opens: bool = True, code: int = 50083) -> None:
        self.channel = SimpleNamespace(id=7)
        self.http = self
        self.archived, self.opens, self.code = True, opens, code
        self.asked: list[Any] = []

    async def edit(self, **changes: Any) -> Any:
        self.asked.append(changes)
        if self.archived:
            raise error(discord.HTTPException, 400, self.code)
        return self

    async def edit_channel(self, number: int, *, archived: bool) -> None:
        self.asked.append((number, archived))
        if not self.opens:
            raise error(discord.Forbidden, 403, 50013)
        self.archived = archived


async def test_an_archived_thread_is_opened_for_a_change() -> None:
    shelf: Any = Shelf()
    changed: Any = await edited(shelf, shelf, content="x")
    assert changed is shelf
    assert shelf.asked == [{"content": "x"}, (7, False), {"content": "x"}]


@pytest.mark.parametrize(("opens", "code"), [(False, 50083), (True, 160005)])
async def test_what_cannot_be_changed_says_why(opens: bool, code: int) -> None:
    shelf: Any = Shelf(opens=opens, code=code)
    with pytest.raises(discord.HTTPException) as wrong:
        await edited(shelf, shelf, content="x")
    assert wrong.value.code == code
    assert len(shelf.asked) == (2 if code == 50083 else 1)


def thread(*, locked: bool, parent: bool = True, **rights: bool) -> Any:
    """A thread of a channel in which the bot has these permissions."""
    of: Any = discord.Thread.__new__(discord.Thread)
    of.locked = locked
    of.parent_id = 1
    may = discord.Permissions(view_channel=True, embed_links=True, attach_files=True, **rights)
    over = SimpleNamespace(permissions_for=lambda _: may) if parent else None
    of.guild = SimpleNamespace(get_channel=lambda _: over)
    return of


@pytest.mark.parametrize(
    ("locked", "rights", "missing"),
    [
        (False, {"send_messages_in_threads": True}, []),
        (False, {"send_messages": True}, ["Send messages in threads"]),
        (True, {"send_messages_in_threads": True}, ["An unlocked thread"]),
        (True, {"send_messages_in_threads": True, "manage_threads": True}, []),
    ],
)
def test_what_the_bot_lacks_in_a_thread(
    locked: bool, rights: dict[str, bool], missing: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        discord.Thread, "permissions_for", lambda self, me: self.parent.permissions_for(me)
    )
    me: Any = None
    assert missing_at(thread(locked=locked, **rights), me) == missing


def test_a_thread_whose_channel_is_hidden_is_shut() -> None:
    me: Any = None
    assert missing_at(thread(locked=False, parent=False), me)[0] == "View channel"
