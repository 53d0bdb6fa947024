"""The rules of a new table in detail, and the mixes that a server keeps."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.content.errors import ContentError
from bot.games import mix_as_file, mix_from_file, table_name
from bot.session import Mix, Refused
from bot.session.receipts import STALE
from cogs.ui.choosing.forms import filled, on_form
from cogs.ui.client import Client
from cogs.ui.controls import Press, button, foot, menu, on, opens
from cogs.ui.first_answer import fill_in
from cogs.ui.moderators import is_moderator
from cogs.ui.names import plain
from cogs.ui.opening.customise import customise_page, free_options, name_form, take_in_form
from cogs.ui.opening.page import mixes_here, page
from cogs.ui.opening.plan import NOBODYS, Plan
from cogs.ui.replies import MESSAGE_LIMIT, Interaction, cut, show

_NONE = (
    "This server keeps no mixes of rules yet. To make one, type `/game new`, press **Customise the "
    "rules**, then **Keep for this server…**."
)
_FILE = "The mix"
"""The name that error messages use for the text of a mix."""
_HOW = (
    "-# `/game new` offers them among the rules. The person who kept a mix may remove it, and so "
    "may moderators."
)


class Mixes(commands.Cog):
    """``/mixes``."""

    @app_commands.command(description="See the mixes of rules this server keeps for its tables")
    @app_commands.guild_only()
    async def mixes(self, interaction: Interaction) -> None:
        """List the mixes, with a menu of those that the person may remove."""
        await _show_mixes(interaction)


async def _show_mixes(interaction: Interaction, said: str = "") -> None:
    assert interaction.guild_id is not None
    there = await interaction.client.desk.mixes.all_of(interaction.guild_id)
    lines = [said] if said else []
    lines += [_line(interaction, mix) for mix in there] or [_NONE]
    manages = await is_moderator(interaction)
    own = [mix for mix in there if manages or mix.kept_by == interaction.user.id]
    if there:
        lines.append(_HOW)
    controls: list[discord.ui.Item[Any]] = [_handing_out(there)] if there else []
    controls += [_removing(own)] if own else []
    controls.append(button("takein", NOBODYS, label="Add a mix…"))
    await show(interaction, cut("\n".join(lines)), view=foot(controls))


def _line(interaction: Interaction, mix: Mix) -> str:
    playable = interaction.client.desk.mixes.can_be_played(mix)
    what = table_name(mix.game, mix.ruleset) if playable else "its rules no longer exist"
    by = f" (kept by <@{mix.kept_by}>)" if mix.kept_by else ""
    return f"**{plain(mix.name)}** · {mix.game.capitalize()}: {what}{by}"


def _removing(own: list[Mix]) -> discord.ui.Item[Any]:
    options = [discord.SelectOption(label=mix.name[:100], value=str(mix.id)) for mix in own]
    return menu("unkeep", NOBODYS, placeholder="Remove a mix", options=options)


@on("unkeep")
async def _remove(interaction: Interaction, press: Press) -> None:
    """Stop keeping a mix."""
    picked = (*press.picked, "")[0]
    if interaction.guild_id is None or not picked.isdecimal():
        raise Refused(STALE)
    mix = await interaction.client.desk.mixes.remove(
        interaction.guild_id,
        int(picked),
        by=interaction.user.id,
        manages=await is_moderator(interaction),
    )
    await _show_mixes(
        interaction, f"“{plain(mix.name)}” has been removed. Tables already playing it carry on.\n"
    )


# From one server to another


def _handing_out(there: list[Mix]) -> discord.ui.Item[Any]:
    options = [discord.SelectOption(label=mix.name[:100], value=str(mix.id)) for mix in there]
    return menu("handout", NOBODYS, placeholder="Get a mix as a file", options=options)


@on("handout")
async def _hand_out(interaction: Interaction, press: Press) -> None:
    """A mix as a file, and as text to copy."""
    picked, guild = (*press.picked, "")[0], interaction.guild_id
    there = [] if guild is None else await interaction.client.desk.mixes.all_of(guild)
    mix = next((one for one in there if str(one.id) == picked), None)
    if mix is None:
        raise Refused(STALE)
    text = mix_as_file(mix.game, mix.ruleset, mix.name)
    file = discord.File(io.BytesIO(text.encode()), filename=f"mix-{mix.id}.json")
    said = (
        f"**{plain(mix.name)}** as a file. To add it on another server, use `/mixes` and **Add a "
        "mix…**"
    )
    shown = f"{said}\n```json\n{text}```"
    await show(interaction, shown if len(shown) <= MESSAGE_LIMIT else said, files=[file])


@opens("takein")
def _ask_for_it(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Add a mix…': the form for a mix's text."""
    return take_in_form()


@on_form("takein")
async def _take_in(interaction: Interaction, press: Press, data: Any) -> None:
    """Keep the rules that the text contains, under the name given there or under another."""
    if interaction.guild_id is None:
        raise Refused("Each server keeps its own mixes. Add one in a server’s channel.")
    said = filled(data)
    try:
        mix = mix_from_file(_FILE, str(said.get("text") or "").encode())
    except ContentError as unfit:
        raise Refused(f"**Nothing was kept.** {unfit}") from None
    kept = await interaction.client.desk.mixes.keep(
        interaction.guild_id,
        game=mix.game,
        ruleset=mix.specification,
        name=str(said.get("name") or mix.name),
        by=interaction.user.id,
    )
    await _show_mixes(interaction, f"Kept as **{plain(kept.name)}**.\n")


# The rules of a new table in detail


@on("customise")
async def _customise(interaction: Interaction, press: Press) -> None:
    """'Customise the rules': the page of options, on the subject picked if there is one."""
    plan, subject = Plan.unpacked((*press.parts, "")[0]), (*press.picked, "")[0]
    kept = await mixes_here(interaction)
    await fill_in(interaction, view=customise_page(plan, kept, subject=subject))


@on("plan")
async def _back(interaction: Interaction, press: Press) -> None:
    """'Back to seats and length'."""
    plan = Plan.unpacked((*press.parts, "")[0])
    await fill_in(interaction, view=page(plan, await mixes_here(interaction)))


@on("option")
async def _choose(interaction: Interaction, press: Press) -> None:
    """A menu of options: those picked are chosen, and the others in that menu are not."""
    subject, packed = (*press.parts, "", "")[:2]
    plan, note = Plan.unpacked(packed), ""
    free = free_options(plan, subject)
    if not set(press.picked) <= set(free):
        raise Refused(STALE)
    try:
        plan = plan.with_options(free, press.picked)
    except Refused as unfit:
        note = f"⚠️ **Nothing changed.** {unfit.text}"
    kept = await mixes_here(interaction)
    await fill_in(interaction, view=customise_page(plan, kept, note, subject))


@opens("keep")
def _name_them(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Keep for this server…': the form for the name."""
    return name_form((*press.parts, "")[0])


@on_form("keep")
async def _keep(interaction: Interaction, press: Press, data: Any) -> None:
    """Keep the rules under the name given."""
    plan = Plan.unpacked((*press.parts, "")[0])
    if interaction.guild_id is None:
        raise Refused("Each server keeps its own mixes. Make one in a server’s channel.")
    mix = await interaction.client.desk.mixes.keep(
        interaction.guild_id,
        game=plan.game,
        ruleset=plan.ruleset,
        name=str(filled(data).get("name") or ""),
        by=interaction.user.id,
    )
    note = f"Kept as **{plain(mix.name)}**: `/game new` offers it to everybody on this server."
    await fill_in(interaction, view=customise_page(plan, await mixes_here(interaction), note))


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Mixes())
