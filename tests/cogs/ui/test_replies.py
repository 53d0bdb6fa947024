"""What is shown to one person reaches them, wherever the message at hand has gone meanwhile."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from sqlalchemy.exc import DatabaseError, OperationalError

from bot.session.receipts import STORE_AWAY
from cogs.ui import replies
from cogs.ui.first_answer import Panels, acknowledge
from cogs.ui.replies import show

UNKNOWN_MESSAGE, EXPIRED = 10008, 50027


class Pressed:
    """A press of a control of a private message, which Discord says has a certain trouble."""

    def __init__(self, trouble: int | None = None) -> None:
        self.id, self.guild_id = 7, 1
        self.type = discord.InteractionType.component
        self.user = SimpleNamespace(id=5)
        self.message = SimpleNamespace(id=8, flags=SimpleNamespace(ephemeral=True))
        self.extras: dict[str, Any] = {}
        self.response = self.followup = self
        self.trouble = trouble
        self.told: list[str] = []

    async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
        """The first answer: the message will change."""
        assert not thinking

    async def edit_original_response(self, *, content: str, **_: Any) -> Any:
        """Fill the message in."""
        if self.trouble is not None:
            gone: Any = SimpleNamespace(status=404, reason="Not Found")
            raise discord.NotFound(gone, {"code": self.trouble, "message": "no"})
        self.told.append(f"in place: {content}")
        return self.message

    async def delete_original_response(self) -> None:
        """Take the message down."""
        self.told.append("taken down")

    async def send(self, content: str, *, ephemeral: bool, wait: bool, **_: Any) -> Any:
        """Tell it in a new message."""
        assert ephemeral
        assert wait
        self.told.append(f"anew: {content}")
        return SimpleNamespace(id=9, delete=self._delete_anew, edit=self._draw_anew)

    async def _delete_anew(self) -> None:
        self.told.append("taken down anew")

    async def _draw_anew(self, *, attachments: list[Any]) -> None:
        self.told.append(f"drawn anew: {len(attachments)}")


async def _shown(trouble: int | None) -> list[str]:
    pressed: Any = Pressed(trouble)
    await acknowledge(pressed)
    await show(pressed, "Done.")
    told: list[str] = pressed.told
    return told


async def test_the_message_that_was_pressed_is_changed() -> None:
    assert await _shown(None) == ["in place: Done."]


async def test_where_it_is_gone_it_is_told_anew() -> None:
    assert await _shown(UNKNOWN_MESSAGE) == ["anew: Done."]


async def test_any_other_trouble_is_told_to_whoever_asked() -> None:
    with pytest.raises(discord.NotFound):
        await _shown(EXPIRED)


async def test_only_what_was_shown_last_is_the_newest() -> None:
    panels, first, second = Panels(), Pressed(), Pressed()
    made: list[Any] = [first, second]
    for pressed in made:
        await acknowledge(pressed)
        await show(pressed, "Done.")
        panels.shown(pressed, "GAME")
    assert [panels.is_newest(pressed, "GAME") for pressed in made] == [False, True]
    assert not panels.is_newest(made[1], "OTHER")


async def test_what_is_out_of_reach_is_let_go_and_so_are_the_buttons_pressed() -> None:
    clock = iter((0.0, 839.0, 840.0))
    panels = Panels(lambda: next(clock))
    made: list[Any] = [Pressed(), Pressed(), Pressed()]
    newest = []
    for number, pressed in enumerate(made):
        pressed.message.components = [object()]
        await acknowledge(pressed)
        await show(pressed, "Done.")
        panels.shown(pressed, f"GAME{number}")
        newest.append([panels.is_newest(one, f"GAME{n}") for n, one in enumerate(made)])
    assert newest == [[True, False, False], [True, True, False], [False, True, True]]
    assert [pressed.message.components for pressed in made] == [[], [], []]


async def test_what_was_told_anew_is_the_newest_and_goes_when_more_is_shown() -> None:
    panels, first, second = Panels(), Pressed(UNKNOWN_MESSAGE), Pressed(UNKNOWN_MESSAGE)
    second.message.id = 10
    made: list[Any] = [first, second]
    await acknowledge(made[0])
    await show(made[0], "Done.")
    panels.shown(made[0], "GAME")
    assert panels.is_newest(made[0], "GAME")
    file: Any = object()
    await panels.illustrate(made[0], "GAME", file)
    second.trouble = None
    await acknowledge(made[1])
    await show(made[1], "And then?")
    panels.shown(made[1], "GAME")
    await asyncio.gather(*panels._going)
    assert first.told == ["anew: Done.", "drawn anew: 1", "taken down anew"]
    assert second.told == ["in place: And then?"]


@pytest.mark.parametrize(
    "wrong",
    [
        OperationalError("SELECT", None, Exception("database is locked")),
        ConnectionRefusedError(111, "Connect call failed"),
    ],
)
async def test_while_the_database_is_away_a_press_is_told_to_come_again(
    wrong: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    async def tell(_: Any, text: str, **__: Any) -> None:
        told.append(text)

    monkeypatch.setattr(replies, "tell", tell)
    interaction: Any = SimpleNamespace(
        id=1, channel_id=2, guild_id=3, client=SimpleNamespace(turnstile=SimpleNamespace(closed=0))
    )
    await replies.explain(interaction, wrong)
    assert told == [STORE_AWAY]


async def test_of_a_damaged_file_nobody_is_told_that_nothing_was_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []

    async def tell(_: Any, text: str, **__: Any) -> None:
        told.append(text)

    monkeypatch.setattr(replies, "tell", tell)
    interaction: Any = SimpleNamespace(
        id=1, channel_id=2, guild_id=3, client=SimpleNamespace(turnstile=SimpleNamespace(closed=1))
    )
    malformed = Exception("database disk image is malformed")
    await replies.explain(interaction, DatabaseError("SELECT", None, malformed))
    assert told == [
        "The file I keep the games in is damaged. The person who runs me has to restore a "
        "backup. Until then, what you choose here may be lost."
    ]
