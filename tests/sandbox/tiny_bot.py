"""A tiny, real discord.py bot that uses everything that the sandbox must speak."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any

import discord
from discord import app_commands, ui

from bot.sandbox.world.cdn import avatar

Interaction = discord.Interaction[Any]

SEASONS = ("spring", "summer", "autumn", "winter")


class CountButton(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<number>\d+)"):
    """A button that knows its number from its custom id alone."""

    def __init__(self, number: int) -> None:
        super().__init__(ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> CountButton:
        return cls(int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        view = ui.View(timeout=None).add_item(CountButton(self.number + 1))
        said = f"counted {self.number} for {interaction.user.display_name}"
        await interaction.response.edit_message(content=said, view=view)


class NoteForm(ui.Modal, title="A note"):
    """A form with a text and a select."""

    text: ui.Label[Any] = ui.Label(
        text="Text", component=ui.TextInput(custom_id="text", max_length=20)
    )
    season: ui.Label[Any] = ui.Label(
        text="Season",
        component=ui.Select(
            custom_id="season", options=[discord.SelectOption(label=each) for each in SEASONS]
        ),
    )

    async def on_submit(self, interaction: Interaction) -> None:
        text, season = self.text.component, self.season.component
        assert isinstance(text, ui.TextInput)
        assert isinstance(season, ui.Select)
        said = f"{text.value} in {season.values[0]}"
        await interaction.response.send_message(said, ephemeral=True)


class Card(ui.LayoutView):
    """A Components V2 card with a picture, a button and a select."""

    def __init__(self, text: str) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=0x8C2F39)
        box.add_item(ui.TextDisplay(text))
        picture = discord.MediaGalleryItem("attachment://map.png", description="the map")
        box.add_item(ui.MediaGallery(picture))
        row: ui.ActionRow[Any] = ui.ActionRow()
        note: ui.Button[Any] = ui.Button(label="Note", custom_id="note")
        note.callback = self.on_note  # type: ignore[method-assign]
        row.add_item(note)
        box.add_item(row)
        choose: ui.Select[Any] = ui.Select(
            custom_id="season",
            placeholder="Season",
            options=[discord.SelectOption(label=each.title(), value=each) for each in SEASONS],
        )
        choose.callback = self.on_season  # type: ignore[method-assign]
        box.add_item(ui.ActionRow(choose))
        self.add_item(box)

    async def on_note(self, interaction: Interaction) -> None:
        await interaction.response.send_modal(NoteForm())

    async def on_season(self, interaction: Interaction) -> None:
        values = interaction.data["values"]  # type: ignore[index,typeddict-item]
        card = Card(f"It is {values[0]}.")
        picture = discord.File(io.BytesIO(avatar(2)), "map.png")
        await interaction.response.edit_message(view=card, attachments=[picture])


class TinyBot(discord.AutoShardedClient):
    """See the commands below."""

    def __init__(self, **changes: Any) -> None:
        chosen: dict[str, Any] = {
            "intents": discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            "guild_ready_timeout": 0,
            "shard_count": 1,
            "max_messages": None,
        } | changes
        super().__init__(**chosen)
        self.tree = app_commands.CommandTree(self)
        self.here = asyncio.Event()
        self.synced = asyncio.Event()
        self.resumed = asyncio.Event()
        self.errors: list[Exception] = []
        self.heard: list[discord.Message] = []
        add_commands(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord wants five seconds between two identifies; the sandbox does not."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(CountButton)
        self.add_view(Card("known"))
        await self.tree.sync()
        self.synced.set()

    async def wait_until_ready_here(self) -> None:
        await self.here.wait()

    async def on_ready(self) -> None:
        self.here.set()

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed.set()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)


def add_commands(bot: TinyBot) -> None:
    """Register the commands."""
    tree = bot.tree
    game = app_commands.Group(name="game", description="A game")

    @tree.error
    async def on_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
        bot.errors.append(error)

    @tree.command(description="Answer at once")
    @app_commands.describe(loud="In capitals", whom="Somebody")
    async def hello(
        interaction: Interaction, loud: bool = False, whom: discord.Member | None = None
    ) -> None:
        name = (whom or interaction.user).display_name
        said = f"hello {name}".upper() if loud else f"hello {name}"
        await interaction.response.send_message(said)

    @game.command(name="new", description="Begin")
    async def new(
        interaction: Interaction, season: str, seats: app_commands.Range[int, 2, 6] = 2
    ) -> None:
        await interaction.response.defer()
        await asyncio.sleep(0.01)
        await interaction.edit_original_response(content=f"{season} for {seats}")

    @new.autocomplete("season")
    async def seasons(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=each.title(), value=each)
            for each in SEASONS
            if typed.lower() in each
        ]

    @game.command(name="secret", description="For your eyes only")
    async def secret(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send("first", ephemeral=True)
        await interaction.followup.send("second", ephemeral=True)

    tree.add_command(game)

    @tree.command(description="Show the card")
    async def card(interaction: Interaction) -> None:
        picture = discord.File(io.BytesIO(avatar(1)), "map.png")
        await interaction.response.send_message(view=Card("It is spring."), file=picture)

    @tree.command(description="Count with a button")
    async def count(interaction: Interaction) -> None:
        view = ui.View(timeout=None).add_item(CountButton(1))
        await interaction.response.send_message("ready", view=view)

    @tree.command(description="Write to you directly")
    async def whisper(interaction: Interaction) -> None:
        try:
            await interaction.user.send("psst")
        except discord.Forbidden as refused:
            said = f"closed {refused.code}"
            await interaction.response.send_message(said, ephemeral=True)
        else:
            await interaction.response.send_message("done", ephemeral=True)

    @tree.command(description="Never answer")
    async def sleep(interaction: Interaction) -> None:
        await asyncio.sleep(3600)

    @tree.command(description="For administrators")
    @app_commands.default_permissions(administrator=True)
    async def rule(interaction: Interaction) -> None:
        await interaction.response.send_message("ruled", ephemeral=True)
