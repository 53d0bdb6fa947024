"""Hands, factions and standings: what only the owner can see, and what is face up."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules.kernel import Seat
from bot.session import GameSession, Refused
from bot.session.seating import commented, shown_to
from cogs.ui.client import Client
from cogs.ui.controls import Press, on
from cogs.ui.emblems import headed
from cogs.ui.first_answer import First
from cogs.ui.log_notes import WENT_ALONG
from cogs.ui.names import (
    name_of,
    names,
    names_for,
    plain_names,
    seat_named,
    seat_of_person,
)
from cogs.ui.opening.tables import FAIR, LOT, fair_play
from cogs.ui.petitions import asked_text
from cogs.ui.replies import (
    MESSAGE_LIMIT,
    NOT_SEATED,
    Interaction,
    cut,
    in_messages,
    is_on,
    seat_here,
    session_here,
    show,
    tell,
    words_of,
)
from cogs.ui.suggestions import Suggestions, players_like

_PRIVATE_LINES, _NEW_LINES = 5, 10
"""The most lines of secret news above a hand, at the first look and at later ones."""

_LOOKED_THROUGH = 60
"""The number of log entries searched for secret news."""

_LOOKED = "-# You have looked, so you cannot take a seat in this game. Tell the players nothing."

_BOARD = "-# `/map` shows the board as it is now."
_BEFORE = " **Open the board** on the card shows earlier turns too."
"""The hint that commentators can also see earlier turns, if the board has a web page."""


class Hand(commands.Cog):
    """``/hand``, ``/faction`` and ``/standings``."""

    @app_commands.command(description="Get your hand by direct message, or let others see it")
    @app_commands.describe(
        friend="Somebody without a seat who may see your hand from now on; the table is told",
        hide="True: nobody else sees your hand any longer",
        commentary="All hands a round later, for people without a seat, if the whole table agrees",
    )
    async def hand(
        self,
        interaction: Interaction,
        friend: discord.User | None = None,
        hide: bool = False,
        commentary: bool | None = None,
    ) -> None:
        """Send the hand by direct message or, if those are closed, show it here to its owner alone.

        The options change who else may see the hand. Somebody without a seat is shown the hands
        that they may see.
        """
        if friend is not None or hide or commentary is not None:
            await _open(interaction, friend, hide, commentary)
            return
        session, seat = await _own_game(interaction)
        if seat is None:
            await _look(interaction, session)
            return
        if interaction.guild_id is not None and await _send_hand(interaction.client, session, seat):
            await show(interaction, "Your hand is in your direct messages.")
            return
        await show_hand(interaction, session, seat)

    @app_commands.command(description="See a player’s faction: everything that is face up")
    @app_commands.describe(player="Whose (your own if you leave it out)")
    @app_commands.guild_only()
    async def faction(self, interaction: Interaction, player: str | None = None) -> None:
        """Show a faction's face-up cards and its nobles."""
        session = await session_here(interaction)
        if session.match is None:
            raise Refused("The game has not begun yet.")
        seat = seat_named(session, player) if player else seat_here(interaction, session)
        await show(interaction, faction_text(session, seat, session.seat_of(interaction.user.id)))

    @app_commands.command(description="See how everybody stands, and how far each is from winning")
    @app_commands.guild_only()
    async def standings(self, interaction: Interaction) -> None:
        """Show the standings to anybody who asks."""
        await show(interaction, standings_text(await session_here(interaction)))

    @faction.autocomplete("player")
    async def _players(self, interaction: Interaction, current: str) -> Suggestions:
        return await players_like(interaction, current)


HOW = "How does he stand?"


@app_commands.guild_only()
async def how_stands(interaction: Interaction, member: discord.Member) -> None:
    """*How does he stand?* in a member's menu."""
    await _show_standing(interaction, member)


@app_commands.guild_only()
async def how_author_stands(interaction: Interaction, message: discord.Message) -> None:
    """*How does he stand?* in the menu of a message, about the person who wrote it."""
    await _show_standing(interaction, message.author)


async def _show_standing(interaction: Interaction, person: discord.abc.User) -> None:
    session = await session_here(interaction)
    if session.match is None:
        raise Refused("The game has not begun yet.")
    seat, viewer = seat_of_person(session, person), session.seat_of(interaction.user.id)
    await show(interaction, faction_text(session, seat, viewer))


def standings_text(session: GameSession) -> str:
    """Everybody's standing, from what everybody can see."""
    words, view = words_of(session), session.view(None)
    head = f"### {words.phase(view, plain_names(session))}"
    lines = words.standings(view, session.standings(), names(session))
    return headed(session, cut("\n".join([head, *lines])), MESSAGE_LIMIT)


@on(LOT, First.FRESH)
async def _lot(interaction: Interaction, press: Press) -> None:
    """'What do I hold?' on a game's first post."""
    session = await press.session(interaction)
    seat = seat_here(interaction, session)
    await show(interaction, cut("\n".join(words_of(session).lot(session.view(seat)))))


@on(FAIR, First.FRESH)
async def _fair(interaction: Interaction, press: Press) -> None:
    """'Fair play' on a game's first post."""
    await show(interaction, fair_play(await press.session(interaction)))


def faction_text(session: GameSession, seat: Seat, viewer: Seat | None) -> str:
    """A player's faction in words, as far as the viewer may know it."""
    lines = words_of(session).card_lines(session.view(viewer), seat, names(session))
    return cut("\n".join(lines))


async def _open(
    interaction: Interaction,
    friend: discord.User | None,
    hide: bool,
    commentary: bool | None,
) -> None:
    """Change who else may see a hand, or all hands; show all hands to a commentator."""
    if (friend is not None) + hide + (commentary is not None) > 1:
        raise Refused("Give `friend`, `hide` or `commentary`, one at a time.")
    if interaction.guild_id is None:
        raise Refused(
            "In a direct message I cannot tell which game you mean. Use this command in the game’s "
            "channel."
        )
    session, user_id = await session_here(interaction), interaction.user.id
    onlookers, once = session.onlookers, str(interaction.id)
    if friend is not None:
        if friend.bot:
            raise Refused("A bot cannot look at your hand. Name a person.")
        await onlookers.show(user_id=user_id, to=friend.id, interaction_id=once)
        said = f"<@{friend.id}> can see your hand with `/hand` now. `/hand hide:True` ends it."
    elif hide:
        await onlookers.hide(user_id=user_id, interaction_id=once)
        said = "Nobody but you sees your hand now."
    elif commentary and session.seat_of(user_id) is None:
        await _look(interaction, session, all_hands=True)
        return
    elif not commentary and commented(session.seats):
        await onlookers.end_commentary(user_id=user_id, interaction_id=once)
        said = "The commentary has ended."
    else:
        petition = await onlookers.comment(user_id, bool(commentary), interaction_id=once)
        said = asked_text(session, petition)
    await show(interaction, said)


async def _look(interaction: Interaction, session: GameSession, *, all_hands: bool = False) -> None:
    """Show somebody without a seat, and nobody else, the hands that they may see."""
    user_id = interaction.user.id
    if not all_hands and not shown_to(session.seats, user_id):
        raise Refused(NOT_SEATED)
    seen = await session.onlookers.look(user_id, all_hands=all_hands)
    words, files = words_of(session), []
    if seen.round is None:
        lines = [f"### A hand shown to you · {session.game.capitalize()} · <#{session.channel_id}>"]
        if interaction.client.pictures.has(session):
            files = [
                (await interaction.client.pictures.hand(session, seat)).file()
                for seat in seen.views
            ]
    else:
        linked = interaction.client.links is not None
        lines = [f"### All hands at the end of round {seen.round}", _BOARD + _BEFORE * linked]
    for seat, view in seen.views.items():
        lines += [name_of(session, seat), *words.hand_lines(view)]
    lines.append(_LOOKED)
    first, *more = in_messages(lines)
    await show(interaction, first, files=files)
    for text in more:
        await tell(interaction, text)


async def _own_game(interaction: Interaction) -> tuple[GameSession, Seat | None]:
    """The channel's game or, in a direct message, the only game the person plays in; and their seat
    there, or None if they may see somebody's hand instead.
    """
    if interaction.guild_id is not None:
        session = await session_here(interaction)
        if shown_to(session.seats, interaction.user.id):
            return session, None
        return session, seat_here(interaction, session)
    playing = [
        session
        for session in await interaction.client.desk.games_of(interaction.user.id)
        if is_on(session)
    ]
    if not playing:
        raise Refused("You are not playing in any game just now.")
    if len(playing) > 1:
        channels = ", ".join(f"<#{session.channel_id}>" for session in playing)
        raise Refused(
            f"You are playing in several games. Ask again in the channel you mean: {channels}."
        )
    return playing[0], seat_here(interaction, playing[0])


def private_lines(session: GameSession, log: list[str], *, new: bool = False) -> str:
    """The heading above a hand: the game, and the last things that only this seat has learnt; with
    ``new``, the last of those it has not yet read here.
    """
    lines = [f"### Your hand · {session.game.capitalize()} · <#{session.channel_id}>"]
    left_out = len(log) - (_NEW_LINES if new else _PRIVATE_LINES)
    if new and left_out > 0:
        lines.append(f"-# {left_out} more: `/log` has them.")
    lines += [f"-# {line}" for line in log[max(left_out, 0) :]]
    return cut("\n".join(lines))


async def hand_text(session: GameSession, seat: Seat, *, drawn: bool) -> str:
    """The text that goes with the picture of a hand, or replaces it.

    Anything the player has already read is not repeated.
    """
    words = words_of(session)
    after = session.presence.last_look(_user_on(session, seat))
    told: list[str] = []
    for entry in await session.journal.log(seat, last=_LOOKED_THROUGH, after=after):
        who = names_for(session, seat, entry.seats)
        told += words.tell_all([e for e in entry.events if not e.visible_to(None)], who)
        told += [WENT_ALONG] * entry.along
    text = private_lines(session, told, new=after is not None)
    return text if drawn else cut(f"{text}\n{faction_text(session, seat, seat)}")


def _user_on(session: GameSession, seat: Seat) -> int:
    user_id = next(s.user_id for s in session.seats if s.number == seat)
    assert user_id is not None
    return user_id


async def _send_hand(bot: Client, session: GameSession, seat: Seat) -> bool:
    """Send the hand by direct message. Returns whether that worked."""
    user_id, now = _user_on(session, seat), session.revision
    text, files = await _hand_of(bot, session, seat)
    sent = await bot.deliverer.reach.whisper(user_id, text, files=files)
    if sent:
        session.presence.note_look(user_id, now)
    return sent


async def show_hand(interaction: Interaction, session: GameSession, seat: Seat) -> None:
    """Show the hand to its owner alone, without a direct message."""
    now = session.revision
    text, files = await _hand_of(interaction.client, session, seat)
    await show(interaction, text, files=files)
    session.presence.note_look(_user_on(session, seat), now)


async def _hand_of(bot: Client, session: GameSession, seat: Seat) -> tuple[str, list[discord.File]]:
    """The text and the picture of a hand; only the text if the game has no pictures."""
    drawn = bot.pictures.has(session)
    files = [(await bot.pictures.hand(session, seat)).file()] if drawn else []
    return await hand_text(session, seat, drawn=drawn), files


@on("hand", First.FRESH)
async def _hand(interaction: Interaction, press: Press) -> None:
    """'My hand': show the person who presses it their own hand or, without a seat, the hands they
    may see, for their eyes only.
    """
    session = await press.session(interaction)
    seat = session.seat_of(interaction.user.id)
    if seat is None:
        await _look(interaction, session)
        return
    if session.match is None:
        raise Refused("The game has not begun yet.")
    await show_hand(interaction, session, seat)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Hand())
    for callback in (how_stands, how_author_stands):
        bot.tree.add_command(app_commands.ContextMenu(name=HOW, callback=callback))
