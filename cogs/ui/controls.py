"""Buttons and menus whose ids carry everything they mean, so that they work after a restart.

An id reads ``b.<kind>:<game>:<part>:…`` (buttons) or ``s.<kind>:<game>:<part>:…`` (menus). `on`
registers the handler for each kind of press; the registry is filled when the cogs are imported.

Long private texts in pages that fit on a phone, with two buttons to turn them.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import discord

from bot.rules.kernel import Seat
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from cogs.ui.first_answer import First
from cogs.ui.replies import Interaction, at_rest, attend, explain, in_messages, notice

ID_LIMIT = 100
_ID = r"(?P<kind>[a-z]+):(?P<game>[A-Za-z0-9]{1,12})(?::(?P<rest>[^\s]*))?"


@dataclass(frozen=True, slots=True)
class Press:
    """A control that was used: its kind, its game, what its id says, and the options picked."""

    kind: str
    game: str
    parts: tuple[str, ...]
    picked: tuple[str, ...] = ()

    async def session(self, interaction: Interaction) -> GameSession:
        """The control's game, real or imagined. Raises Refused if the game is gone."""
        imagined = interaction.client.desk.whatifs.find(self.game)
        if imagined is not None:
            await at_rest(imagined)
            return imagined
        session = await interaction.client.desk.get(self.game)
        if session is None:
            raise Refused("The game that this button belongs to is gone.")
        await at_rest(session)
        notice(interaction, session)
        return session

    def session_at_hand(self, interaction: Interaction) -> GameSession | None:
        """The control's game, if this process remembers it; this never waits."""
        desk = interaction.client.desk
        return desk.whatifs.find(self.game) or desk.at_hand(self.game)


Handler = Callable[[Interaction, Press], Awaitable[None]]
FormMaker = Callable[[Interaction, Press], discord.ui.Modal | None]

HANDLERS: dict[str, tuple[Handler, First]] = {}
"""The handler for each kind of control, and what the first answer to a press promises."""

OPENERS: dict[str, FormMaker] = {}
"""The makers of the forms that presses open."""


def on(kind: str, first: First = First.PRIVATE) -> Callable[[Handler], Handler]:
    """Register what a press of this kind of control does, once it has been acknowledged."""

    def register(handler: Handler) -> Handler:
        HANDLERS[kind] = handler, first
        return handler

    return register


def opens(kind: str) -> Callable[[FormMaker], FormMaker]:
    """Register the form that a press of this kind of control opens.

    A form can only be the first answer, so it is made from what is in the control or in memory, and
    cannot wait for anything. If a form needs more than that, the maker returns None, and the press
    goes to the handler of its kind, like any other.
    """

    def register(maker: FormMaker) -> FormMaker:
        OPENERS[kind] = maker
        return maker

    return register


async def handle(interaction: Interaction, press: Press) -> None:
    """Carry out a press of a control."""
    made = _form(interaction, press)
    if made is None:
        handler, first = HANDLERS.get(press.kind, (_outdated, First.PRIVATE))
        await attend(interaction, press.game, partial(handler, interaction, press), first)
        return
    try:
        await interaction.response.send_modal(made)
    except Exception as error:
        await explain(interaction, error)


def _form(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    maker = OPENERS.get(press.kind)
    try:
        return None if maker is None else maker(interaction, press)
    except Refused:
        # Another process may have written something newer than what is in memory; the handler
        # checks.
        return None


async def _outdated(interaction: Interaction, press: Press) -> None:
    raise Refused(STALE)


def control_id(prefix: str, kind: str, game: str, *parts: object) -> str:
    """The id of a control. Raises ValueError if the id would be too long for Discord."""
    text = ":".join((f"{prefix}.{kind}", game, *map(str, parts)))
    if len(text) > ID_LIMIT:
        raise ValueError(f"the id of a control is longer than {ID_LIMIT} characters: {text}")
    return text


def _press(match: re.Match[str]) -> tuple[str, str, tuple[str, ...]]:
    rest = match["rest"]
    return match["kind"], match["game"], tuple(rest.split(":")) if rest is not None else ()


def press_of(custom_id: str) -> Press:
    """The press that a control's id stands for. Raises Refused if the control is not one of
    ours."""
    match = re.fullmatch(rf"[a-z]\.{_ID}", custom_id)
    if match is None:
        raise Refused(STALE)
    return Press(*_press(match))


class ControlButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=re.compile(rf"b\.{_ID}")
):
    """One of the bot's buttons, wherever and whenever it was posted."""

    def __init__(self, made: discord.ui.Button[Any], press: Press, row: int | None = None) -> None:
        super().__init__(made, row=row)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button with this id."""
        assert isinstance(item, discord.ui.Button)
        return cls(item, Press(*_press(match)))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press of the button."""
        await handle(interaction, self.press)


class ControlMenu(
    discord.ui.DynamicItem[discord.ui.Select[Any]], template=re.compile(rf"s\.{_ID}")
):
    """One of the bot's menus, wherever and whenever it was posted."""

    def __init__(self, made: discord.ui.Select[Any], press: Press, row: int | None = None) -> None:
        super().__init__(made, row=row)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu with this id."""
        assert isinstance(item, discord.ui.Select)
        return cls(item, Press(*_press(match)))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a choice from the menu."""
        picked = tuple(self.item.values)
        press = Press(self.press.kind, self.press.game, self.press.parts, picked)
        await handle(interaction, press)


def button(
    kind: str,
    game: str,
    *parts: object,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    row: int | None = None,
    emoji: discord.PartialEmoji | str | None = None,
) -> ControlButton:
    """A button of this kind."""
    made: discord.ui.Button[Any] = discord.ui.Button(
        label=label[:80],
        style=style,
        custom_id=control_id("b", kind, game, *parts),
        emoji=emoji,
    )
    return ControlButton(made, Press(kind, game, tuple(map(str, parts))), row)


def menu(
    kind: str,
    game: str,
    *parts: object,
    placeholder: str,
    options: list[discord.SelectOption],
    least: int = 1,
    most: int = 1,
    row: int | None = None,
) -> ControlMenu:
    """A menu of this kind with up to 25 options."""
    made: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=control_id("s", kind, game, *parts),
        placeholder=placeholder[:150],
        options=options,
        min_values=least,
        max_values=most,
        required=least > 0,
    )
    return ControlMenu(made, Press(kind, game, tuple(map(str, parts))), row)


_FEW = 10
"""The most options that check boxes or radio buttons may have."""


def choice_of(
    name: str, options: Sequence[discord.SelectOption], least: int, most: int
) -> discord.ui.Item[Any]:
    """The control of a form with which ``least`` to ``most`` of these options are chosen."""
    if least == most == 1 and 1 < len(options) <= _FEW:
        return discord.ui.RadioGroup(
            custom_id=name,
            options=[
                discord.RadioGroupOption(
                    label=each.label,
                    value=each.value,
                    description=each.description,
                    default=each.default,
                )
                for each in options
            ],
        )
    if (most > 1 or len(options) == 1) and len(options) <= _FEW:
        return discord.ui.CheckboxGroup(
            custom_id=name,
            options=[
                discord.CheckboxGroupOption(
                    label=each.label,
                    value=each.value,
                    description=each.description,
                    default=each.default,
                )
                for each in options
            ],
            min_values=least,
            max_values=most,
            required=least > 0,
        )
    return discord.ui.Select(
        custom_id=name,
        options=list(options),
        min_values=least,
        max_values=most,
        required=least > 0,
    )


CONTROLS: tuple[type[discord.ui.DynamicItem[Any]], ...] = (ControlButton, ControlMenu)
"""The control classes that the client needs to dispatch presses."""


@dataclass(frozen=True, slots=True)
class OfferKey:
    """The key that identifies a control's offers. ``moment`` is the game's moment when the control
    was posted, or that of the answer being amended; ``mark`` shows what was offered; ``more`` is
    anything else that goes with the choice.
    """

    game: str
    seat: Seat
    moment: int
    verb: str
    mark: str
    more: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """The key as parts of a control's id."""
        mark = f"{self.mark}.{self.more}" if self.more else self.mark
        return (str(self.seat), str(self.moment), self.verb, mark)

    @classmethod
    def of(cls, press: Press) -> OfferKey:
        """The key carried by a control's id. Raises Refused if the key is damaged."""
        try:
            seat, moment, verb, mark = press.parts[:4]
            mark, _, more = mark.partition(".")
            return cls(press.game, Seat(int(seat)), int(moment), verb, mark, more)
        except ValueError:
            raise Refused(STALE) from None


PAGE_LIMIT = 1_200
"""Characters on a page: little more than a phone shows at once."""


def in_pages(lines: Iterable[str], limit: int = PAGE_LIMIT) -> list[str]:
    """The lines, on as few pages as can hold them; one empty page if there are none."""
    return in_messages(lines, limit) or [""]


def page_of(pages: list[str], number: int) -> str:
    """A page, with its number below if there are several; a number out of range gives the nearest
    page."""
    number = max(0, min(number, len(pages) - 1))
    if len(pages) == 1:
        return pages[0]
    return f"{pages[number]}\n-# Page {number + 1} of {len(pages)}"


def turners(
    kind: str, game: str, number: int, count: int, *parts: object, row: int | None = None
) -> list[discord.ui.Item[Any]]:
    """Buttons to the previous and the next page; the page's number is the last part of the id."""
    items: list[discord.ui.Item[Any]] = []
    if number > 0:
        items.append(button(kind, game, *parts, number - 1, label="◀", row=row))
    if number < count - 1:
        items.append(button(kind, game, *parts, number + 1, label="▶", row=row))
    return items


def turned_to(part: str) -> int:
    """The page's number in a control's id. Raises Refused if it is not a number."""
    if not part.isdecimal():
        raise Refused(STALE)
    return int(part)


def foot(items: Iterable[discord.ui.Item[Any]]) -> discord.ui.View | None:
    """Buttons for the bottom of a message, or None if there are none."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view if view.children else None
