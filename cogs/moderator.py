"""Actions open to a moderator: those that touch the game need a reason and are reported to the
table, and most of them can be taken back.

A moderator reads what everybody may read, and sees a hand only with `/mod break-glass`, which the
table is told about.
"""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import players_of
from bot.rules.kernel import Seat
from bot.session import Deed, GameSession, Refused
from bot.session.journal.history import SKIP
from bot.session.seating import CORRECT, RETRACT, sits
from cogs.delivery.channel_access import let_in, see_out
from cogs.ui.choosing.deadlines import time_given
from cogs.ui.client import Client
from cogs.ui.corrections import (
    REASON_LIMIT,
    correct,
    correction_names,
    correction_values,
    lost_lines,
    preview_rewind,
    turn_names,
)
from cogs.ui.log_notes import note_line, retracted
from cogs.ui.mending import choose_step
from cogs.ui.moderators import is_moderator_at_hand, moderated_here, must_moderate
from cogs.ui.names import called, folded, name_of, names, plain, plain_names, seat_named
from cogs.ui.opening.computers import next_computer
from cogs.ui.replies import (
    Interaction,
    cut,
    in_messages,
    session_at_hand,
    show,
    tell,
    whereabouts,
    words_of,
)
from cogs.ui.suggestions import Suggestions, length_of, lengths_like, players_like

Reason = app_commands.Range[str, 1, REASON_LIMIT]

_WHY = "Why (the table is told)"
_TOLD = "The table is told, with your reason."
_NO_SEAT = "You have looked, so you cannot take a seat in this game."
_FILE_LIMIT = 9_000_000
_LOST_LIMIT = 1_500


def _looked_over(interaction: Interaction) -> GameSession | None:
    """The channel's game, if a moderator is typing; suggestions show nothing to others."""
    if not is_moderator_at_hand(interaction):
        return None
    try:
        return session_at_hand(interaction)
    except Refused:
        return None


def suggested(
    find: Callable[[Interaction, GameSession, str], Awaitable[Suggestions]],
) -> Callable[[Interaction, str], Coroutine[Any, Any, Suggestions]]:
    """Suggestions about the channel's game, for moderators only."""

    async def suggest(interaction: Interaction, current: str) -> Suggestions:
        session = _looked_over(interaction)
        if session is None:
            return []
        try:
            return await find(interaction, session, current)
        except Refused:
            return []

    return suggest


@suggested
async def _seats(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    return await players_like(interaction, current)


@suggested
async def _policies(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    found = [name for name in players_of(session.game) if folded(current) in name]
    return [app_commands.Choice(name=name.capitalize(), value=name) for name in found]


@suggested
async def _turns(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    return turn_names(session, current)


@suggested
async def _whats(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    return correction_names(session, current)


def _nth(number: int) -> Callable[[Interaction, str], Coroutine[Any, Any, Suggestions]]:
    async def find(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
        typed = interaction.namespace
        given = [str(typed.which or ""), str(typed.to or "")]
        return correction_values(session, str(typed.what or ""), number, given, current)

    return suggested(find)


def _by(interaction: Interaction, reason: str) -> dict[str, Any]:
    """The details recorded with every action: who took it, why, and from which interaction."""
    by, number = interaction.user.id, str(interaction.id)
    return {"by": by, "reason": reason, "interaction_id": number}


class Looking(commands.GroupCog):
    """The part of ``/mod`` that changes nothing in the game."""

    @app_commands.command(description="See what moderators have done in this game")
    @app_commands.describe(last="How many at most")
    async def audit(
        self, interaction: Interaction, last: app_commands.Range[int, 1, 50] = 20
    ) -> None:
        """List the actions, the newest first."""
        session = await moderated_here(interaction)
        deeds = await session.moderator.audit(last)
        if not deeds:
            await tell(interaction, "No moderator has done anything in this game.")
            return
        for text in in_messages(deed_line(session, deed) for deed in deeds):
            await tell(interaction, text)

    @app_commands.command(description="Get the whole game as a file, once it is over")
    async def export(self, interaction: Interaction) -> None:
        """Hand out the record of a finished game."""
        session = await moderated_here(interaction)
        if not session.lies_open:
            # The record contains the seed, and with it every card and roll to come.
            raise Refused(
                "The record holds everybody’s secrets and all rolls still to come, so I hand it "
                "out only once the game has been played to its end. A game that was broken off "
                "can still be resumed. To look at one hand, use `/mod break-glass`."
            )
        data = json.dumps(await session.journal.export()).encode()
        if len(data) > _FILE_LIMIT:
            raise Refused("The record is too long to send here. `kingmaker export` writes it.")
        file = discord.File(io.BytesIO(data), filename=f"game-{session.id}.json")
        await show(interaction, "The whole game, with its seed and every decision.", files=[file])

    @app_commands.command(
        name="break-glass", description="Look at everything a player sees (the table is told)"
    )
    @app_commands.describe(player="Whose hand", reason=_WHY)
    @app_commands.autocomplete(player=_seats)
    async def break_glass(self, interaction: Interaction, player: str, reason: Reason) -> None:
        """Show one hand to the moderator alone, and tell the table."""
        session = await moderated_here(interaction)
        seat = seat_named(session, player)
        glass = await session.moderator.break_glass(**_by(interaction, reason), seat=seat)
        words = words_of(session)
        lines = words.card_lines(glass.view, seat, names(session), over_shoulder=True)
        told = _TOLD if sits(session.seats, interaction.user.id) else f"{_TOLD} {_NO_SEAT}"
        text = "\n".join((f"### What {name_of(session, seat)} sees", *lines, f"-# {told}"))
        files: list[discord.File] = []
        if interaction.client.pictures.has(session):
            files = [(await interaction.client.pictures.hand(session, seat)).file()]
        await show(interaction, cut(text), files=files)

    @app_commands.command(description="See or name the role whose members moderate games")
    @app_commands.describe(
        role="Which role (leave it out to see the present one)",
        clear="True: no role, only people who may manage the server or the channel",
    )
    async def role(
        self,
        interaction: Interaction,
        role: discord.Role | None = None,
        clear: bool = False,
    ) -> None:
        """See or set who moderates, apart from those who may manage the server or the channel."""
        await must_moderate(interaction)
        if role is None and not clear:
            await _tell_role(interaction)
            return
        if not interaction.permissions.manage_guild or interaction.guild_id is None:
            raise Refused("Only somebody who may manage this server can name the moderators’ role.")
        if role is not None and clear:
            raise Refused("Name a role or clear it, not both.")
        if role is not None and role.is_default():
            raise Refused(
                "That would make everybody a moderator. Choose a role that few people have."
            )
        number = None if role is None else role.id
        await interaction.client.desk.servers.name_moderator_role(interaction.guild_id, number)
        if role is None:
            await tell(interaction, "There is no longer a moderator role here.")
        else:
            await tell(interaction, f"Anyone with the role {role.mention} may moderate games here.")

    @app_commands.command(description="See or name the channel where hosts may post open seats")
    @app_commands.describe(
        where="Which channel (leave it out to see the present one)",
        clear="True: no channel, and nothing is posted",
    )
    async def seats(
        self,
        interaction: Interaction,
        where: discord.TextChannel | None = None,
        clear: bool = False,
    ) -> None:
        """See or set where `/game announce` posts."""
        await must_moderate(interaction)
        assert interaction.guild_id is not None
        seats = interaction.client.desk.open_seats
        if where is not None or clear:
            if not interaction.permissions.manage_guild:
                raise Refused(
                    "Only somebody who may manage this server can choose the channel for open "
                    "seats."
                )
            if where is not None and clear:
                raise Refused("Name a channel or clear it, not both.")
            number = None if where is None else where.id
            await seats.name_channel(interaction.guild_id, number)
        found = await seats.channel(interaction.guild_id)
        text = f"Hosts post open seats in <#{found}>, with `/game announce`."
        if found is None:
            text = "Open seats are not posted anywhere. `/mod seats where:` names a channel."
        await tell(interaction, text)


async def _tell_role(interaction: Interaction) -> None:
    """Say which role moderates, without changing anything."""
    found = None
    if interaction.guild_id is not None:
        found = await interaction.client.desk.servers.moderator_role(interaction.guild_id)
    who = "Anyone who may manage the server or the channel moderates games here"
    if found is None:
        how = ". No role is set yet: `/mod role role:` names one."
    else:
        how = (
            f", and so does anyone with the role <@&{found}>. `/mod role role:` names another. "
            "`/mod role clear:True` clears it."
        )
    await tell(interaction, f"{who}{how}")


def _note(deed: Deed) -> dict[str, Any]:
    """An action in the form of the note that reported it."""
    return {"what": deed.what, "by": deed.by, "reason": deed.reason, **deed.about}


def deed_line(session: GameSession, deed: Deed) -> str:
    """An action in one line of the audit."""
    done = deed.events if deed.what in (CORRECT, SKIP) else ()
    line = f"<t:{int(deed.at.timestamp())}:f> {note_line(session, _note(deed), done=done)}"
    return f"~~{line}~~ *taken back*" if deed.undone and deed.what != RETRACT else line


def _sitting(session: GameSession, seat: Seat) -> int | None:
    """The person in a seat; None for a computer player, or if the seat is empty."""
    return next(info.user_id for info in session.seats if info.number == seat)


async def _tell_leaver(interaction: Interaction, session: GameSession, leaver: int) -> None:
    """Tell somebody, if they can be reached, that they are no longer playing, and why."""
    (deed,) = await session.moderator.audit(1)
    why = note_line(session, _note(deed))
    text = f"{whereabouts(session)}\nYou are no longer playing in this game. {why}"
    await interaction.client.deliverer.reach.whisper(leaver, text)


class Seating(commands.GroupCog):
    """The part of ``/mod`` about who sits where."""

    @app_commands.command(
        description="Give a seat to somebody else, with everything that goes with it"
    )
    @app_commands.describe(
        player="Whose seat", to=("The person who takes over the seat"), reason=_WHY
    )
    @app_commands.autocomplete(player=_seats)
    async def replace(
        self, interaction: Interaction, player: str, to: discord.Member, reason: Reason
    ) -> None:
        """Let somebody else take a seat."""
        session = await moderated_here(interaction)
        seat = seat_named(session, player)
        if to.bot:
            raise Refused("That is a bot’s account. `/mod computer` seats a computer player.")
        leaver = _sitting(session, seat)
        await let_in(interaction, to)
        await session.moderator.replace_player(
            **_by(interaction, reason), seat=seat, user_id=to.id, name=called(to)
        )
        if leaver is not None:
            await _tell_leaver(interaction, session, leaver)
            await see_out(interaction, leaver)
        await show(interaction, f"{to.mention} has the seat now, and gets a briefing. {_TOLD}")

    @app_commands.command(description="Let a computer player take a seat")
    @app_commands.describe(
        player="Whose seat",
        reason=_WHY,
        policy="Which computer player (the usual one if you leave it out)",
    )
    @app_commands.autocomplete(player=_seats, policy=_policies)
    async def computer(
        self, interaction: Interaction, player: str, reason: Reason, policy: str | None = None
    ) -> None:
        """Seat a computer player."""
        session = await moderated_here(interaction)
        seat, known = seat_named(session, player), players_of(session.game)
        if policy is not None and policy.casefold() not in known:
            listed = ", ".join(known)
            raise Refused(f"No computer player is called “{plain(policy[:60])}”. I have: {listed}.")
        signed, leaver = _by(interaction, reason), _sitting(session, seat)
        chosen = next_computer(session) if policy is None else policy.casefold()
        await session.moderator.seat_computer(**signed, seat=seat, policy=chosen)
        if leaver is not None:
            await _tell_leaver(interaction, session, leaver)
        await show(interaction, f"A computer player has the seat now. {_TOLD}")

    @app_commands.command(description="Take a player out of the game; the seat becomes free")
    @app_commands.describe(player="Which player", reason=_WHY)
    @app_commands.autocomplete(player=_seats)
    async def kick(self, interaction: Interaction, player: str, reason: Reason) -> None:
        """Free a seat."""
        session = await moderated_here(interaction)
        seat = seat_named(session, player)
        leaver = _sitting(session, seat)
        await session.moderator.kick(**_by(interaction, reason), seat=seat)
        if leaver is not None:
            await _tell_leaver(interaction, session, leaver)
        await show(interaction, f"The seat is free: `/game join` takes it. {_TOLD}")


@app_commands.guild_only()
class Mod(Looking, Seating, group_name="mod", group_description="For moderators of games"):
    """``/mod``: whatever goes wrong at a table, a moderator can put it right."""

    @app_commands.command(description="Pause the game: no deadline runs and nobody can play")
    @app_commands.describe(reason=_WHY)
    async def pause(self, interaction: Interaction, reason: Reason) -> None:
        """Pause."""
        session = await moderated_here(interaction)
        await session.moderator.pause(**_by(interaction, reason))
        await show(interaction, f"The game is paused. `/mod resume` resumes it. {_TOLD}")

    @app_commands.command(description="Resume a paused game")
    @app_commands.describe(reason=_WHY)
    async def resume(self, interaction: Interaction, reason: Reason) -> None:
        """Resume."""
        session = await moderated_here(interaction)
        await session.moderator.resume(**_by(interaction, reason))
        await show(interaction, f"The game goes on. {_TOLD}")

    @app_commands.command(
        description="Give more time to a player, or to everybody who has to answer"
    )
    @app_commands.describe(
        time="For example: 6 hours",
        reason=_WHY,
        player="Which player (everybody if you leave it out)",
    )
    @app_commands.autocomplete(time=lengths_like, player=_seats)
    async def extend(
        self, interaction: Interaction, time: str, reason: Reason, player: str | None = None
    ) -> None:
        """Move deadlines."""
        session = await moderated_here(interaction)
        seat = None if player is None else seat_named(session, player)
        length = length_of(time)
        await session.moderator.extend(**_by(interaction, reason), time=length, seat=seat)
        given = time_given(session, await session.clock.deadlines(), seat, length)
        await show(interaction, f"{given} {_TOLD}")

    @app_commands.command(description="Give the default answer for a player who has to answer")
    @app_commands.describe(player="Which player", reason=_WHY)
    @app_commands.autocomplete(player=_seats)
    async def skip(self, interaction: Interaction, player: str, reason: Reason) -> None:
        """Answer a question with its default answer."""
        session = await moderated_here(interaction)
        seat = seat_named(session, player)
        await session.moderator.skip(**_by(interaction, reason), seat=seat)
        await show(interaction, f"I have given the default answer. {_TOLD}")

    @app_commands.command(
        description="Take back the last decision in the game, and what followed it"
    )
    @app_commands.describe(reason=_WHY)
    async def undo(self, interaction: Interaction, reason: Reason) -> None:
        """Take back a player's last decision."""
        session = await moderated_here(interaction)
        lost = await session.moderator.preview_undo()
        await session.moderator.undo(**_by(interaction, reason))
        lines = lost_lines(session, lost)
        head = "**This has been taken back:**" if lines else "**One step has been taken back.**"
        stands = f"Now: {words_of(session).phase(session.view(None), plain_names(session))}."
        taken = cut("\n".join((head, *lines)), _LOST_LIMIT)
        await show(interaction, f"{taken}\n{stands}\n{_TOLD}")

    @app_commands.command(description="Take the game back to a turn (you first see what is lost)")
    @app_commands.describe(turn="Which turn to go back to")
    @app_commands.autocomplete(turn=_turns)
    async def rewind(self, interaction: Interaction, turn: str) -> None:
        """Preview a rewind, and ask why."""
        session = await moderated_here(interaction)
        if not turn.strip().isdecimal():
            raise Refused(f"“{plain(turn[:60])}” is not a turn. Choose one of the suggestions.")
        await preview_rewind(interaction, session, int(turn))

    @app_commands.command(
        description="Propose another answer for a past step (the table has to agree)"
    )
    @app_commands.describe(step="The number of an older step (leave it out for a list)")
    async def amend(
        self, interaction: Interaction, step: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Propose another answer for a past step."""
        await choose_step(interaction, await moderated_here(interaction), step)

    @app_commands.command(description="Correct the position (I will ask for what you leave out)")
    @app_commands.describe(
        what="What to correct", which="Which piece or place", to="What it becomes"
    )
    @app_commands.autocomplete(what=_whats, which=_nth(0), to=_nth(1))
    async def correct(
        self,
        interaction: Interaction,
        what: str,
        which: str | None = None,
        to: str | None = None,
    ) -> None:
        """Begin a correction."""
        session = await moderated_here(interaction)
        await correct(interaction, session, what, which or "", to or "")

    @app_commands.command(description="End the game for everybody (you can take that back)")
    @app_commands.describe(reason=_WHY)
    async def end(self, interaction: Interaction, reason: Reason) -> None:
        """Break the game off."""
        session = await moderated_here(interaction)
        await session.moderator.end(**_by(interaction, reason))
        await show(interaction, f"The game has been ended. `/mod retract` takes that back. {_TOLD}")

    @app_commands.command(description="Take back what a moderator did last")
    @app_commands.describe(reason=_WHY)
    async def retract(self, interaction: Interaction, reason: Reason) -> None:
        """Take back the newest action."""
        session = await moderated_here(interaction)
        await session.moderator.retract(**_by(interaction, reason))
        done = [retracted(deed.about) for deed in await session.moderator.audit(1)]
        await show(interaction, f"You have taken back {''.join(done)}. {_TOLD}")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Mod())
