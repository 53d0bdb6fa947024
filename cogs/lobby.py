"""Opening, joining, starting and ending games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.content.ruleset_files import Specification
from bot.games import BY_LOT, GAMES, default_ruleset, game_for, presets_of
from bot.rules.kernel import Seat
from bot.session import GameSession, Mix, Refused, Unreadable
from bot.session.clock.pace import BY_DEFAULT, PACES
from bot.session.seating import STAND_IN
from cogs.delivery.cards import check_channel
from cogs.delivery.direct_messages import missing_in
from cogs.delivery.standstill import let_go_on
from cogs.ui.choosing.forms import filled, on_form
from cogs.ui.client import Client
from cogs.ui.controls import Press, button, on, opens
from cogs.ui.customs import terms_of
from cogs.ui.first_answer import First, fill_in
from cogs.ui.log_notes import span
from cogs.ui.moderators import is_moderator
from cogs.ui.names import folded, full_name, plain
from cogs.ui.opening.computers import (
    SILENT,
    VOICES,
    are_silent,
    characters_like,
    computers_chosen,
    levels_like,
    next_computer,
)
from cogs.ui.opening.page import TERMS, mixes_here, page, terms_form
from cogs.ui.opening.plan import COMPUTER, NOBODYS, Plan, fixed_rounds, limit_of
from cogs.ui.opening.tables import (
    BEGUN,
    OPENED,
    SIT,
    check_free,
    join,
    may_see,
    open_table,
    posted_seats,
)
from cogs.ui.opening.welcome import PLAY, TABLE
from cogs.ui.replies import Interaction, at_rest, session_here, settle_up, show, tell, words_of
from cogs.ui.status_card import closing_card
from cogs.ui.suggestions import Suggestions, games_like

_PACES = [
    app_commands.Choice(name=f"{name.capitalize()}: {span(times[0].total_seconds())}", value=name)
    for name, times in PACES.items()
]
_LATE = [
    app_commands.Choice(name="The game goes on without the answer", value=BY_DEFAULT),
    app_commands.Choice(name="A computer player decides", value=COMPUTER),
]

_VOICES = [
    app_commands.Choice(name="On: a line now and then", value="on"),
    app_commands.Choice(name="Off: they say nothing", value=SILENT),
]
_LEAVING = (
    "Leave this game before it is over? Your seat keeps everything and becomes free. Anybody can "
    "take it with `/game join`, and so can you until somebody does. The host can also let a "
    "computer play it."
)
_WAITS = "Until then, the game waits whenever it is that seat’s turn."
_GOES_ON = "Until then, whenever that seat runs out of time, the game goes on without its answer."
_MEANWHILE = "Or let a computer play meanwhile: it keeps the seat for you until you are back."
_HOST_LEAVING = "Somebody else at the table becomes the host."
READY = "You are ready. The game begins as soon as everybody is."
MEANWHILE = (
    "A computer plays for you from now on and keeps your seat. `/game join` gives it back to you "
    "at any time."
)
SPEAKING = "Computers with a character say a line now and then."
HUSHED = "The computers hold their tongues at this table."


async def rulesets_like(interaction: Interaction, current: str) -> Suggestions:
    """The presets of the game that was typed, or else of the first game, and the server's mixes."""
    game = (interaction.namespace.game or next(iter(GAMES))).casefold()
    found = [(name, value) for name, value, _ in _rules(game, _mixes_at_hand(interaction))]
    typed = folded(current)
    return [
        app_commands.Choice(name=name, value=value)
        for name, value in found
        if typed in folded(name) or typed in value
    ][:25]


async def terms_like(interaction: Interaction, current: str) -> Suggestions:
    """The other things to settle at a table for the game that was typed, or else for the first
    game.
    """
    game = (interaction.namespace.game or next(iter(GAMES))).casefold()
    return [
        app_commands.Choice(name=label[:100], value=f"{option}={value}")
        for option, value, label in _terms(game)
        if current.casefold() in label.casefold()
    ][:25]


async def own_games_like(interaction: Interaction, current: str) -> Suggestions:
    """The games on this server that the person hosts."""
    choices = []
    for session in interaction.client.desk.at_hand_of(interaction.user.id):
        if session.host_id == interaction.user.id and session.guild_id == interaction.guild_id:
            who = ", ".join(info.name for info in session.seats)
            label = f"{session.id} · {session.game.capitalize()} with {who}"[:100]
            if current.casefold() in label.casefold():
                choices.append(app_commands.Choice(name=label, value=session.id))
    return choices[:25]


@app_commands.guild_only()
class Lobby(commands.GroupCog, group_name="game", group_description="Open, join and run a game"):
    """``/game``: one game per channel, from the lobby to the end."""

    @app_commands.command(
        description="Open a table in this channel (if you give no options, I will ask you)"
    )
    @app_commands.describe(
        game=f"Which game ({next(iter(GAMES)).capitalize()} if you leave it out)",
        ruleset="Which rules",
        seats="How many players, computers included",
        pace="How long players have to answer (no deadlines if you leave it out)",
        late="What happens when somebody is late",
        rounds="End after this many rounds (0: no limit; 20 if you leave out rounds and hours)",
        hours="End after this many hours",
        terms="Other terms for this table",
        level="How well computers play",
        character="What computers are like",
    )
    @app_commands.autocomplete(
        game=games_like,
        ruleset=rulesets_like,
        terms=terms_like,
        level=levels_like,
        character=characters_like,
    )
    @app_commands.choices(pace=_PACES, late=_LATE)
    async def new(
        self,
        interaction: Interaction,
        *,
        game: str | None = None,
        ruleset: str | None = None,
        seats: app_commands.Range[int, 2, 7] | None = None,
        pace: str | None = None,
        late: str | None = None,
        rounds: app_commands.Range[int, 0, 999] | None = None,
        hours: app_commands.Range[int, 1, 720] | None = None,
        terms: str | None = None,
        level: str | None = None,
        character: str | None = None,
    ) -> None:
        """Open a game's lobby, at once or after a few questions."""
        mixes = await mixes_here(interaction)
        kind, rules = _known_game(game, ruleset, mixes)
        check_channel(interaction)
        given = {"rounds": rounds or None, "hours": hours, "pace": pace, "late": late}
        options = {name: str(value) for name, value in given.items() if value is not None}
        options |= _term_chosen(kind, terms) | computers_chosen(kind, level, character)
        limited = rounds is not None or hours is not None
        if not options and not limited and game is None and ruleset is None and seats is None:
            await _ask_how(interaction, mixes)
            return
        played = game_for(kind, rules)
        if limited and (ends := fixed_rounds(played)) is not None:
            raise Refused(
                f"{kind.capitalize()} always ends after {ends} rounds. Leave out `rounds` and "
                "`hours`."
            )
        if not limited:
            options |= limit_of(played)
        _, trouble = await open_table(interaction, kind, rules, seats or 4, options)
        await show(interaction, OPENED + trouble)

    @app_commands.command(description="Play now: you and three computers, straight away")
    async def play(self, interaction: Interaction) -> None:
        """Begin a game that needs no questions."""
        await play_now(interaction)

    @app_commands.command(description="Join this channel’s game")
    async def join(self, interaction: Interaction) -> None:
        """Take a seat."""
        await join(interaction, await session_here(interaction))

    @app_commands.command(description="Leave this channel’s game")
    async def leave(self, interaction: Interaction) -> None:
        """Give up the seat."""
        await leave(interaction, await session_here(interaction))

    @app_commands.command(name="add-computer", description="Give a free seat to a computer player")
    @app_commands.describe(
        level="How well the computer plays (the table’s own level if you leave it out)",
        character="What the computer is like (the table’s own choice if you leave it out)",
    )
    @app_commands.autocomplete(level=levels_like, character=characters_like)
    async def add_computer(
        self, interaction: Interaction, level: str | None = None, character: str | None = None
    ) -> None:
        """Seat a computer player."""
        session = await session_here(interaction)
        await add_computer(interaction, session, level, character)

    @app_commands.command(name="remove-computer", description="Send a computer player away")
    async def remove_computer(self, interaction: Interaction) -> None:
        """Free the seat of the last computer player."""
        await remove_computer(interaction, await session_here(interaction))

    @app_commands.command(description="Let computers with a character speak, or keep them silent")
    @app_commands.describe(switch="Whether computers say a line now and then")
    @app_commands.choices(switch=_VOICES)
    async def voices(self, interaction: Interaction, switch: str) -> None:
        """Settle whether computer players talk at this table."""
        session = await session_here(interaction)
        _must_lead(interaction, session)
        await session.lobby.note_options({VOICES: switch})
        silent = are_silent(session)
        await tell(interaction, HUSHED if silent else SPEAKING)

    @app_commands.command(
        description="Post this table’s open seats in the channel this server has chosen"
    )
    async def announce(self, interaction: Interaction) -> None:
        """Post that a seat is open, in the channel that the server has chosen."""
        await announce(interaction, await session_here(interaction))

    @app_commands.command(
        description="Start the game, or first ask everybody whether they are ready"
    )
    async def start(self, interaction: Interaction) -> None:
        """Begin."""
        await start(interaction, await session_here(interaction))

    @app_commands.command(description="Move a game that you host to this channel")
    @app_commands.describe(game="Which game")
    @app_commands.autocomplete(game=own_games_like)
    async def move(self, interaction: Interaction, game: str) -> None:
        """Move to another channel, for example because the old one was deleted."""
        await move_here(interaction, game)

    @app_commands.command(description="End the game for everybody")
    async def end(self, interaction: Interaction) -> None:
        """Ask whether the game should really end."""
        session: GameSession | Unreadable
        try:
            session = await session_here(interaction)
        except Unreadable as unreadable:
            session = unreadable
        _must_lead(interaction, session)
        view = discord.ui.View(timeout=None)
        danger = discord.ButtonStyle.danger
        view.add_item(button("end", session.id, "yes", label="Yes, end it", style=danger))
        view.add_item(button("end", session.id, "no", label="No, play on"))
        text = "End this game for everybody? You cannot go on with it later."
        await tell(interaction, text, view=view)


async def _ask_how(interaction: Interaction, mixes: Sequence[Mix]) -> None:
    """Show the set-up of a table only to the person who asks."""
    await check_free(interaction)
    await fill_in(interaction, view=page(Plan.fresh(), mixes))
    # If somebody asks again, the new page replaces the earlier one.
    interaction.client.panels.shown(interaction, f"{NOBODYS}:{interaction.channel_id}")


def _term_chosen(game: str, text: str | None) -> dict[str, str]:
    """The option that the typed terms stand for. Raises Refused if the game has no such option."""
    if text is None:
        return {}
    for option, value, label in _terms(game):
        if text.strip().casefold() in (f"{option}={value}", label.casefold()):
            return {option: value}
    known = ", ".join(label for _, _, label in _terms(game))
    has = f"It has: {known}." if known else "It has none, so leave out `terms`."
    raise Refused(f"{game.capitalize()} has no such terms. {has}")


def _terms(game: str) -> list[tuple[str, str, str]]:
    """Every term of a game: its option, its value and its label."""
    return [
        (term.option, value, label) for term in terms_of(game) for value, label, _ in term.answers
    ]


def _known_game(
    game: str | None, ruleset: str | None, mixes: Sequence[Mix] = ()
) -> tuple[str, str]:
    """The game and the rules that were typed: a preset, a mix, or a rule set with options."""
    kind = (game or next(iter(GAMES))).casefold()
    if kind not in GAMES:
        raise Refused(f"I do not know a game called “{plain(kind)}”. I know: {', '.join(GAMES)}.")
    typed = (ruleset or default_ruleset(kind)).strip().casefold()
    known = _rules(kind, mixes)
    for name, value, rules in known:
        if typed in (value, rules) or folded(typed) == folded(name):
            return kind, rules
    asked = Specification.parse(typed)
    if (asked.options or asked.without) and asked.ruleset in GAMES[kind]:
        try:
            return kind, game_for(kind, typed).ruleset
        except LookupError as unfit:
            raise Refused(str(unfit)) from None
    there = ", ".join(plain(name) for name, _, _ in known)
    raise Refused(f"{kind.capitalize()} has no rules called “{plain(typed)}”. It has: {there}.")


def _rules(game: str, mixes: Sequence[Mix]) -> list[tuple[str, str, str]]:
    """The rules a table can open with: the name, a short word for it, and the rules in the form in
    which they are stored."""
    presets = presets_of(game) if game in GAMES else ()
    kept = [(mix.name, mix.value, mix.ruleset) for mix in mixes if mix.game == game]
    return [*((one.name, one.id, one.specification) for one in presets), *kept]


def _mixes_at_hand(interaction: Interaction) -> list[Mix]:
    here = interaction.guild_id
    return [] if here is None else interaction.client.desk.mixes.at_hand(here)


def _must_lead(interaction: Interaction, session: GameSession | Unreadable) -> None:
    """Raise Refused unless the person hosts the game or manages the server."""
    manages = interaction.guild_id == session.guild_id and interaction.permissions.manage_guild
    if interaction.user.id == session.host_id or manages:
        return
    host = next((s for s in session.seats if s.user_id == session.host_id), None)
    who = f"the host ({full_name(host)})" if host is not None else "the host"
    raise Refused(f"Only {who} or somebody who may manage this server can do that.")


async def play_now(interaction: Interaction, game: str | None = None) -> None:
    """Begin a game by the usual rules against computers, each with a character, in which nobody is
    hurried."""
    check_channel(interaction)
    await check_free(interaction)
    plan = Plan.fresh(game).with_picked("pace", "none")
    options = plan.options() | computers_chosen(plan.game, None, BY_LOT)
    session, trouble = await open_table(interaction, plan.game, plan.ruleset, plan.seats, options)
    for _ in range(plan.seats - 1):
        await session.lobby.add_computer(session.host_id, next_computer(session))
    await session.lobby.start(session.host_id, str(interaction.id))
    await at_rest(session)
    lot = words_of(session).lot(session.view(Seat(0)))
    await show(interaction, "\n".join([BEGUN, *lot]) + trouble)


async def leave(interaction: Interaction, session: GameSession) -> None:
    """Give up the person's seat; in a running game, first ask whether they really want to."""
    if session.status == "running" and session.seat_of(interaction.user.id) is not None:
        view = discord.ui.View(timeout=None)
        danger = discord.ButtonStyle.danger
        view.add_item(button("goaway", session.id, "yes", label="Yes, leave", style=danger))
        waits = _WAITS if session.pace is None else _GOES_ON
        text = f"{_LEAVING} {waits}"
        if sum(info.user_id is not None for info in session.seats) > 1:
            view.add_item(button("goaway", session.id, STAND_IN, label="A computer meanwhile"))
            text += f" {_MEANWHILE}"
        view.add_item(button("goaway", session.id, "no", label="No, play on"))
        if interaction.user.id == session.host_id:
            text += f" {_HOST_LEAVING}"
        await tell(interaction, text, view=view)
        return
    await session.lobby.leave(interaction.user.id)
    await settle_up(interaction, "You have left the game.")


async def add_computer(
    interaction: Interaction,
    session: GameSession,
    level: str | None = None,
    character: str | None = None,
) -> None:
    """Seat a computer player, with the table's level and character if none are named."""
    _must_lead(interaction, session)
    policy = next_computer(session, level, character)
    await session.lobby.add_computer(session.host_id, policy)
    await settle_up(interaction, "A computer player has sat down.")


async def announce(interaction: Interaction, session: GameSession) -> None:
    """Post a table's open seats in the channel that the server has chosen for such posts."""
    _must_lead(interaction, session)
    guild, seats = interaction.guild, interaction.client.desk.open_seats
    assert guild is not None
    here = next((t for t in await seats.of(guild.id) if t.game_id == session.id), None)
    if here is None:
        raise Refused("No seat is free at this table.")
    number = await seats.channel(guild.id)
    channel = None if number is None else guild.get_channel(number)
    if not isinstance(channel, discord.TextChannel):
        raise Refused(
            "This server has chosen no channel for open seats. Somebody who may manage the "
            "server can choose one with `/mod seats where:`."
        )
    if missing := missing_in(channel.permissions_for(guild.me)):
        raise Refused(f"I lack permissions in {channel.mention}: {', '.join(missing)}.")
    await session.lobby.note_posted()
    text, view = posted_seats(here)
    await channel.send(text, view=view)
    await show(interaction, f"The open seats are posted in {channel.mention}.")


async def remove_computer(interaction: Interaction, session: GameSession) -> None:
    """Free the seat of the last computer player."""
    _must_lead(interaction, session)
    await session.lobby.remove_computer(session.host_id)
    await settle_up(interaction, "One computer player has left.")


async def move_here(interaction: Interaction, game_id: str) -> None:
    """Move a game to this channel; resume it if the bot had paused it because of its old
    channel."""
    session = await interaction.client.desk.get(game_id.strip().upper())
    if session is None or session.guild_id != interaction.guild_id:
        raise Refused(
            "There is no such game on this server. The suggestions show the ones you host."
        )
    _must_lead(interaction, session)
    check_channel(interaction)
    assert interaction.channel_id is not None
    await session.lobby.move(session.host_id, session.guild_id, interaction.channel_id)
    await let_go_on(interaction.client, session)
    await interaction.client.deliverer.tidy(session)
    await show(interaction, "The game goes on in this channel.")


async def start(interaction: Interaction, session: GameSession) -> None:
    """Begin the game, or first call on everybody to say that they are ready."""
    _must_lead(interaction, session)
    await _free_seats_of_the_gone(interaction, session)
    number, stand_in = str(interaction.id), next_computer(session)
    await session.lobby.start(
        session.host_id, number, stand_in=stand_in, pressed_by=interaction.user.id
    )
    called = session.status == "lobby"
    await settle_up(interaction, "Everybody is called." if called else "The game begins!")


async def _free_seats_of_the_gone(interaction: Interaction, session: GameSession) -> None:
    """Free the seats of people who have left the server before the start; raise Refused if there
    are any."""
    if session.status != "lobby":
        return
    gone = []
    for info in session.seats:
        if info.user_id is None:
            continue
        if await interaction.client.deliverer.reach.has_left(session, info.user_id, lately=False):
            await session.lobby.leave(info.user_id)
            gone.append(full_name(info))
    if gone:
        have = "has" if len(gone) == 1 else "have"
        raise Refused(
            f"{' and '.join(gone)} {have} left this server, so there is room again. Invite "
            "somebody or add a computer player, then press **Start** again."
        )


@on("join", First.CARD)
async def _join(interaction: Interaction, press: Press) -> None:
    await join(interaction, await press.session(interaction))


@on("ready")
async def _ready(interaction: Interaction, press: Press) -> None:
    """'Ready', before the game; a latecomer takes back the seat that a computer has kept."""
    session = await press.session(interaction)
    if session.status == "running":
        await join(interaction, session)
        return
    await session.lobby.ready(interaction.user.id)
    await show(interaction, READY)


@on(SIT)
async def _sit(interaction: Interaction, press: Press) -> None:
    """Take an open seat at another table, from a list or with the button below a post."""
    press = replace(press, game=(*press.picked, press.game)[0])
    session, person = await press.session(interaction), interaction.user
    guild = interaction.guild
    if guild is None or not isinstance(person, discord.Member):
        raise Refused("Take a seat on the server where the game is played.")
    if not may_see(guild, person, session.channel_id):
        raise Refused("You cannot see that table’s channel. Ask the host to let you in.")
    await join(interaction, session)


@on("leave", First.CARD)
async def _leave(interaction: Interaction, press: Press) -> None:
    await leave(interaction, await press.session(interaction))


@on("goaway")
async def _go_away(interaction: Interaction, press: Press) -> None:
    """The answer to the question of whether somebody really wants to leave."""
    session = await press.session(interaction)
    if press.parts == (STAND_IN,):
        await session.lobby.stand_in(interaction.user.id, next_computer(session))
        await show(interaction, MEANWHILE)
        return
    if press.parts != ("yes",):
        await show(interaction, "You stay in the game.")
        return
    await session.lobby.leave(interaction.user.id)
    await show(interaction, "You have left the game.")


@on("add", First.CARD)
async def _add(interaction: Interaction, press: Press) -> None:
    await add_computer(interaction, await press.session(interaction))


@on("remove", First.CARD)
async def _remove(interaction: Interaction, press: Press) -> None:
    await remove_computer(interaction, await press.session(interaction))


@on("setup")
async def _setup(interaction: Interaction, press: Press) -> None:
    """A menu of the set-up: it changes one of the choices."""
    field, packed = (*press.parts, "", "")[:2]
    mixes = await mixes_here(interaction)
    plan = Plan.unpacked(packed).with_picked(field, (*press.picked, "")[0], mixes)
    await fill_in(interaction, view=page(plan, mixes))


@opens(TERMS)
def _terms_asked(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Terms on one form…': show the form."""
    return terms_form(Plan.unpacked((*press.parts, "")[0]))


@on_form(TERMS)
async def _terms_settled(interaction: Interaction, press: Press, data: Any) -> None:
    """The form is handed in: it changes all its choices at once."""
    plan = Plan.unpacked((*press.parts, "")[0])
    for field, value in filled(data).items():
        plan = plan.with_picked(field, str(value))
    await fill_in(interaction, view=page(plan, await mixes_here(interaction)))


@on("open")
async def _open_table(interaction: Interaction, press: Press) -> None:
    """'Open the table': the lobby as it was set up."""
    plan = Plan.unpacked((*press.parts, "")[0])
    check_channel(interaction)
    await check_free(interaction)
    chosen = plan.game, plan.ruleset, plan.seats, plan.options()
    _, trouble = await open_table(interaction, *chosen)
    await fill_in(interaction, view=closing_card(OPENED + trouble))


@on(PLAY, First.FRESH)
async def _play(interaction: Interaction, press: Press) -> None:
    """'Play now'."""
    await play_now(interaction, *press.parts[:1])


@on(TABLE, First.FRESH)
async def _table(interaction: Interaction, press: Press) -> None:
    """'Open a table'."""
    check_channel(interaction)
    await _ask_how(interaction, await mixes_here(interaction))


@on("vacate")
async def _vacate(interaction: Interaction, press: Press) -> None:
    """'Let a computer play': for somebody who has left the server."""
    session = await press.session(interaction)
    number, user = (int(part) if part.isdecimal() else -1 for part in (*press.parts, "", "")[:2])
    info = next((s for s in session.seats if s.number == number and s.user_id == user), None)
    if info is None:
        raise Refused("Somebody else has that seat now.")
    host_is_gone = user == session.host_id and session.seat_of(interaction.user.id) is not None
    if not host_is_gone and not await is_moderator(interaction):
        _must_lead(interaction, session)
    if not await interaction.client.deliverer.reach.has_left(session, user, lately=False):
        raise Refused(f"{full_name(info)} is back on this server and keeps the seat.")
    await session.moderator.seat_computer(
        by=interaction.user.id,
        reason=f"{info.name} has left the server.",
        seat=info.number,
        policy=next_computer(session),
        interaction_id=str(interaction.id),
    )
    await show(interaction, "A computer player has taken that seat.")


@on("start", First.CARD)
async def _start(interaction: Interaction, press: Press) -> None:
    await start(interaction, await press.session(interaction))


@on("end")
async def _end(interaction: Interaction, press: Press) -> None:
    """The answer to the question of whether the game should end."""
    session: GameSession | Unreadable
    try:
        session = await press.session(interaction)
    except Unreadable as unreadable:
        session = unreadable
    if press.parts != ("yes",):
        await show(interaction, "The game goes on.")
        return
    _must_lead(interaction, session)
    if isinstance(session, Unreadable):
        await interaction.client.desk.give_up(session.id)
    else:
        await session.lobby.end(session.host_id)
    await show(interaction, "The game has been ended.")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Lobby())
