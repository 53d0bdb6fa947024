"""The forms of mixes: one gives rules a name, the other takes in what another server handed out."""

from __future__ import annotations

from typing import Any

import discord

from bot.session.mixes import NAME_LIMIT
from cogs.ui.controls import control_id
from cogs.ui.opening.plan import NOBODYS

MOST = 4_000
"""Characters that a form takes at most."""


def name_form(packed: str) -> discord.ui.Modal:
    """The form that asks for the name of a mix."""
    made = discord.ui.Modal(
        title="Keep these rules", custom_id=control_id("m", "keep", NOBODYS, packed)
    )
    about = "Everybody on this server finds it among the rules of a new table."
    _ask(made, "name", "What are they called?", about, most=NAME_LIMIT)
    # Forms are handed in through `hand_in`; the library need not remember this one.
    made.stop()
    return made


def take_in_form() -> discord.ui.Modal:
    """The form that asks for the text of a mix's file, and for a name if it is to have another."""
    made = discord.ui.Modal(title="Add a mix", custom_id=control_id("m", "takein", NOBODYS))
    about = "What “Get a mix as a file” gave you, from the first bracket to the last."
    _ask(made, "text", "The text of its file", about, most=MOST, long=True)
    about = "Leave it empty to keep the name it has."
    _ask(made, "name", "Another name for it", about, most=NAME_LIMIT, required=False)
    made.stop()
    return made


def _ask(
    form: discord.ui.Modal,
    key: str,
    label: str,
    about: str,
    *,
    most: int,
    long: bool = False,
    required: bool = True,
) -> None:
    style = discord.TextStyle.paragraph if long else discord.TextStyle.short
    text: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=key, max_length=most, required=required, style=style
    )
    form.add_item(discord.ui.Label(text=label, description=about, component=text))
