"""Opening a table in a channel, finding tables, and greeting everybody who sits down.

The first post of a game: how to win at this table, and two buttons: one for the reader's own hand,
and one about fair play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord

from bot.games import GAMES, game_and_table, game_for, presets_of
from bot.session import Band, GameSession, Refused, Wish
from bot.session.clock.pace import NONE
from bot.session.library import rules_key
from bot.session.receipts import CHANNEL_TAKEN
from bot.session.servers import pace_name
from bot.session.table.lobby import same_table
from bot.storage.games import OpenRow
from cogs.ui.client import Client
from cogs.ui.controls import button, control_id
from cogs.ui.log_notes import clock_time
from cogs.ui.names import BAND_WORDS, called, plain
from cogs.ui.opening.computers import introductions
from cogs.ui.opening.lesson import chapter_of, way_on
from cogs.ui.opening.plan import NO_PACE, NOBODYS, PACE_WORDS, fixed_rounds, has_limit, length_text
from cogs.ui.replies import Interaction, cut, settle_up, tell, words_of

OPENED = "The table is open. Share the channel, add computers, and press **Start**."
AGAIN = "The table is open again as it was, and you host it. "
_ALL_HERE = "All seats are taken: press **Start**."
_TO_COME = "The card says who is invited. Press **Start** when all seats are taken."
BEGUN = "The game begins: you and three computers. The card in the channel says what to do."
WAITING = (
    "You are on the list: the next seat that becomes free before the game begins is yours. "
    "**Leave** takes you off it."
)
TABLE_OPEN = (
    "This channel already has an open table. Press **Join** on its card while a seat is free, or "
    "use another channel."
)
_HELLO = (
    "You have joined a game of {game} in <#{channel}>. Everything for your eyes only comes to "
    "you here. The button **My hand** always shows it too."
)
_CLOSED = (
    "\nI could not send you a direct message, so your secrets come in a private thread or wait "
    "behind the button **My hand**. Would you rather have them sent to you? Choose *Privacy "
    "Settings* in the menu under this server’s name, allow direct messages, and type `/hand` "
    "once."
)


async def check_free(interaction: Interaction) -> None:
    """Raise Refused if the channel has an unfinished game.

    Clear away the person's own lesson if it is finished.
    """
    assert interaction.channel_id is not None
    session = await interaction.client.desk.in_channel(interaction.channel_id)
    if session is None or session.status == "over":
        return
    if session.host_id == interaction.user.id and way_on(session):
        await session.lobby.end(interaction.user.id)
        return
    raise Refused(TABLE_OPEN if session.status == "lobby" else CHANNEL_TAKEN)


async def open_again(interaction: Interaction, before: GameSession) -> str:
    """Open the table of a finished game again, for anybody who asks. Returns the answer to give."""
    await check_free(interaction)
    same = same_table(before, interaction.user.id)
    session, trouble = await open_table(
        interaction, before.game, before.ruleset, same.seats, same.options, same.computers
    )
    full = len(session.seats) >= session.seats_wanted
    return AGAIN + (_ALL_HERE if full else _TO_COME) + trouble


async def open_table(
    interaction: Interaction,
    game: str,
    ruleset: str,
    seats: int,
    options: dict[str, str],
    computers: Sequence[str] = (),
) -> tuple[GameSession, str]:
    """Open a lobby here. Returns the game, and any text to add to the answer (usually none)."""
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    session = await interaction.client.desk.new_games.open(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        host_id=interaction.user.id,
        host_name=called(interaction.user),
        game=game,
        ruleset=ruleset,
        seats=seats,
        options=options,
        computers=computers,
    )
    return session, await welcome(interaction, session)


async def join(interaction: Interaction, session: GameSession) -> None:
    """Seat the person, and find out whether they can be sent direct messages."""
    if interaction.guild_id != session.guild_id:
        raise Refused("This game is on another server. Join it in its channel there.")
    await session.lobby.join(interaction.user.id, called(interaction.user))
    seat = session.seat_of(interaction.user.id) or 0
    if session.status == "lobby" and seat >= session.seats_wanted:
        await settle_up(interaction, WAITING)
        return
    trouble = await welcome(interaction, session)
    if trouble:
        await tell(interaction, f"You are in.{trouble}")
    else:
        await settle_up(interaction, "You are in.")


async def welcome(interaction: Interaction, session: GameSession) -> str:
    """Send a first direct message. Returns text to add to the answer if that fails."""
    hello = _HELLO.format(game=session.game.capitalize(), channel=session.channel_id)
    try:
        reached = await interaction.client.deliverer.reach.whisper(interaction.user.id, hello)
    except discord.HTTPException:
        # Nobody knows whether the person can be reached; the game will find out.
        return ""
    return "" if reached else _CLOSED


LOT, FAIR = "lot", "fair"
"""The kinds of the two buttons below a game's first post: one shows the reader's own hand, the
other is about fair play.
"""
_SIGNS = 16
"""Everybody is shown this many characters of the seed's SHA-256; a button shows the rest."""


def opening_post(session: GameSession) -> tuple[str, discord.ui.View]:
    """The text for everybody when a game begins: how to win, and which computers have a character;
    for a chapter, just its title."""
    chapter = chapter_of(session)
    if chapter is not None:
        return f"🎓 **{chapter.title}**", discord.ui.View(timeout=None)
    rules = session.rules
    # If a game always has the same number of rounds, its aim already says how many.
    ends = "" if fixed_rounds(rules) else f" {length_text(rules, session.options)}"
    lines = [
        f"👑 **The game begins!** {game_and_table(session.game, session.ruleset)}.{ends}",
        *words_of(session).aim(rules=False, limited=has_limit(session)),
        *introductions(session),
        "-# Fair play: all draws and rolls were settled before the game and sealed as "
        f"`{session.seed_hash[:_SIGNS]}…`",
    ]
    view = discord.ui.View(timeout=None)
    view.add_item(button(LOT, session.id, label="What do I hold?"))
    view.add_item(button(FAIR, session.id, label="Fair play"))
    return "\n".join(lines), view


def fair_play(session: GameSession) -> str:
    """The text that says how anybody can check afterwards that nothing was changed."""
    lines = [
        "### Fair play",
        "All draws and rolls in this game come from a seed that was drawn before the first "
        f"card. Its SHA-256 has been public from the start: `{session.seed_hash}`",
    ]
    if session.seed is not None:
        lines.append(f"The game is over: the seed was `{session.seed}`.")
    else:
        lines.append("I reveal the seed itself at the end.")
    lines.append(
        "-# The people who run the bot can export the game. `kingmaker verify` replays it from "
        "its seed and names the first difference, if there is one."
    )
    return "\n".join(lines)


# Open seats

SIT = "sit"
"""The kind of the menu and the button that take an open seat at another table."""
_UNKNOWN: Mapping[int, Band] = MappingProxyType({})
_UNDER_WAY = " Under way: when you join, I tell you how things stand."


def may_see(guild: discord.Guild, person: discord.Member, channel_id: int) -> bool:
    """Whether somebody can see a table's channel; only its own people can see a private thread."""
    channel = guild.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return False
    return channel is not None and channel.permissions_for(person).view_channel


def open_to(
    guild: discord.Guild, person: discord.Member, tables: Iterable[OpenRow]
) -> list[OpenRow]:
    """The tables with open seats that somebody may see and whose rules still exist."""
    return [
        table
        for table in tables
        if may_see(guild, person, table.channel_id) and _is_playable(table)
    ]


def _is_playable(table: OpenRow) -> bool:
    try:
        game_for(table.game, table.ruleset)
    except LookupError:
        return False
    return True


def seats_free(table: OpenRow) -> str:
    """The number of free seats, such as `2 of 4 seats free`."""
    return f"{table.free} of {table.seats} seats free"


def open_table_lines(table: OpenRow, bands: Mapping[int, Band] = _UNKNOWN) -> str:
    """The lines for a table with open seats: what is played and where, how quickly, for how long
    and with whom, and how well those players keep to deadlines, if known.
    """
    name = pace_name(table.options)
    pace = PACE_WORDS[NO_PACE if name == NONE else name]
    ends = length_text(game_for(table.game, table.ruleset), table.options)
    with_whom = [
        f"<@{user}>: {BAND_WORDS[bands[user]]}" for user in sorted(table.people & bands.keys())
    ]
    known = f"\n-# ⏱ {' · '.join(with_whom)}" if with_whom else ""
    return (
        f"**{game_and_table(table.game, table.ruleset)}** · <#{table.channel_id}> · "
        f"{seats_free(table)}\n-# {pace}. {ends}{_UNDER_WAY if table.running else ''}{known}"
    )


def known_rules() -> dict[str, str]:
    """The names of every game's rule sets, by the keys that wishes use."""
    found: dict[str, str] = {}
    for game in GAMES:
        for one in presets_of(game):
            name = one.name if one.name == game.capitalize() else f"{game.capitalize()}: {one.name}"
            found.setdefault(rules_key(game, one.ruleset), name)
    return found


def wish_text(wish: Wish) -> str:
    """A sentence saying which open seats somebody wants to hear about."""
    names, paces = known_rules(), [NONE if pace == NO_PACE else pace for pace in PACE_WORDS]
    rules = " or ".join(names.get(key, key) for key in sorted(wish.rules)) or "any rules"
    words = [PACE_WORDS[NO_PACE if pace == NONE else pace] for pace in paces if pace in wish.paces]
    pace = " or ".join(word.split(":")[0].lower() for word in words) or "any pace"
    hours = "at any hour"
    if wish.hours is not None:
        first, last = map(clock_time, wish.hours)
        hours = f"from {first} to {last} ({wish.zone})"
    return f"🔔 I will send you a direct message when a seat opens here: {rules}; {pace}; {hours}."


def wish_form() -> discord.ui.Modal:
    """The form in which somebody says which open seats they want to hear about."""
    form = discord.ui.Modal(
        title="Tell me when a seat opens", custom_id=control_id("m", "wish", NOBODYS)
    )
    paces = {name or NONE: words for name, words in PACE_WORDS.items()}
    for key, label, choice in (
        ("rules", "Which rules?", known_rules()),
        ("paces", "How quickly?", paces),
    ):
        options = [discord.SelectOption(label=cut(n, 100), value=v) for v, n in choice.items()]
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=key, options=options, min_values=0, max_values=len(options), required=False
        )
        about = "Choose nothing if any will do."
        form.add_item(discord.ui.Label(text=label, description=about, component=menu))
    for key, label, about in (
        ("from", "From what time of day?", "For example 18:00. Leave it empty for any hour."),
        ("until", "Until what time?", "For example 23:00."),
        (
            "zone",
            "Your time zone",
            "For example Europe/London. Leave this empty if you have set it with `/quiet`.",
        ),
    ):
        text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=key, max_length=40, required=False
        )
        form.add_item(discord.ui.Label(text=label, description=about, component=text))
    # Forms are handed in through `hand_in`; the library need not remember this one.
    form.stop()
    return form


async def tell_of_seats(
    bot: Client, guild_id: int, user_id: int, tables: Sequence[OpenRow]
) -> None:
    """Tell somebody by direct message about new open seats, but only those they may see."""
    guild = bot.get_guild(guild_id)
    if guild is None:
        return
    try:
        person = await guild.fetch_member(user_id)
    except discord.NotFound:
        # The person has left the server, so their wish is deleted.
        await bot.desk.open_seats.drop(guild_id, user_id)
        return
    lines = [open_table_lines(table) for table in open_to(guild, person, tables)]
    if lines:
        head = f"### 🔔 Open seats on {plain(guild.name)}"
        foot = "-# Take one in its channel with `/game join`. `/tables` ends these messages."
        await bot.deliverer.reach.whisper(user_id, cut("\n".join((head, *lines, foot))))


def posted_seats(table: OpenRow) -> tuple[str, discord.ui.View]:
    """A host's post about a table, with the button that takes a seat."""
    view = discord.ui.View(timeout=None)
    style = discord.ButtonStyle.success
    view.add_item(button(SIT, table.game_id, label="Take a seat", style=style))
    return f"### 🪑 A seat is open\n{open_table_lines(table)}", view
