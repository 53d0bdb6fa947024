"""Past events: the log, a digest for those who were away, and the replay, turn by turn.

Everything is shown only to the person who asks, and only as far as their own seat (or a spectator)
may know it; once the game has been played to its end, a replay may show any seat's view.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.rules.kernel import Event, Seat
from bot.session import GameSession, Logged, Refused, SeatInfo
from bot.session.receipts import STALE
from cogs.ui.choosing.panel import actions_view
from cogs.ui.client import Client
from cogs.ui.controls import Press, button, foot, in_pages, on, page_of, turned_to, turners
from cogs.ui.log_notes import WENT_ALONG, digest_messages, note_line
from cogs.ui.names import by_seating, entries_told, folded, name_of, names, seat_named
from cogs.ui.replies import (
    Interaction,
    cut,
    session_here,
    show,
    stamp,
    tell,
    words_of,
)
from cogs.ui.suggestions import Suggestions, at_hand

_NOT_BEGUN = "The game has not begun, so there is nothing to tell yet."
_OWN, _ALL = "own", "all"
_TABLE = "t"
"""The mark for a spectator's view in the id of a control."""


@at_hand
def _seen_by(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    """The players through whose eyes the person may look."""
    own = session.seat_of(interaction.user.id)
    open_to = [s for s in session.seats if session.lies_open or s.number == own]
    found = [s for s in open_to if folded(current) in folded(s.name)]
    return [app_commands.Choice(name=s.name[:100], value=str(s.number)) for s in found[:25]]


class Chronicle(commands.Cog):
    """``/log``, ``/digest`` and ``/replay``."""

    @app_commands.command(description="Read what has happened, as far as you are allowed to know")
    @app_commands.describe(
        turns="How many turns back (one round if you leave it out)",
        since="Where to start, instead of a number of turns",
    )
    @app_commands.choices(
        since=[
            app_commands.Choice(name="since my last turn", value=_OWN),
            app_commands.Choice(name="from the beginning", value=_ALL),
        ]
    )
    @app_commands.guild_only()
    async def log(
        self,
        interaction: Interaction,
        turns: app_commands.Range[int, 1, 999] | None = None,
        since: str | None = None,
    ) -> None:
        """The log of the last turns, the newest page first."""
        if turns is not None and since is not None:
            raise Refused("Give either `turns` or `since`, not both.")
        session = await _begun(interaction)
        first = await _first(session, session.seat_of(interaction.user.id), turns, since)
        await show_log(interaction, session, await session.moment_of(first), None)

    @app_commands.command(description="What you missed, and what you have to decide")
    @app_commands.guild_only()
    async def digest(self, interaction: Interaction) -> None:
        """Say what has happened since the person's last turn ended; somebody without a seat hears
        about the last round.
        """
        session = await _begun(interaction)
        seat = session.seat_of(interaction.user.id)
        if seat is None:
            since = await session.journal.turns_ago(len(session.seats))
            found = await session.journal.digest(None, since)
        else:
            found = await session.journal.missed(seat)
        *before, last = digest_messages(session, seat, found)
        for text in before:
            await tell(interaction, text)
        view = None if seat is None else actions_view(session, seat)
        await tell(interaction, last, view=view)

    @app_commands.command(description="Watch the game again, turn by turn")
    @app_commands.describe(
        turn="Which turn, counted from 1 (the newest if you leave it out)",
        player="Through whose eyes (once the game is over)",
    )
    @app_commands.autocomplete(player=_seen_by)
    @app_commands.guild_only()
    async def replay(
        self,
        interaction: Interaction,
        turn: app_commands.Range[int, 0, 9_999] | None = None,
        player: str | None = None,
    ) -> None:
        """Show a turn again, with buttons to the others."""
        session = await _begun(interaction)
        seat = session.seat_of(interaction.user.id)
        if player is not None:
            seat = seat_named(session, player)
        await show_turn(interaction, session, seat, turn)


async def _first(
    session: GameSession, seat: Seat | None, turns: int | None, since: str | None
) -> int:
    """The revision after which the log begins."""
    if since == _ALL:
        return -1
    if since == _OWN and seat is not None:
        return (await session.journal.missed(seat)).since
    return await session.journal.turns_ago(turns if turns is not None else len(session.seats))


async def _begun(interaction: Interaction) -> GameSession:
    session = await session_here(interaction)
    if session.started is None:
        raise Refused(_NOT_BEGUN)
    return session


# The log


def log_lines(session: GameSession, entries: Sequence[Logged], reader: Seat | None) -> list[str]:
    """Entries of the log in the table's words, for one seat or a spectator."""
    lines: list[str] = []
    for seats, run in by_seating(entries):
        lines += _run_lines(session, run, reader, seats)
    return lines


def _run_lines(
    session: GameSession,
    entries: Sequence[Logged],
    reader: Seat | None,
    seats: Sequence[SeatInfo] | None,
) -> list[str]:
    """The lines for entries from a time when the same people sat at the table."""
    words, who = words_of(session), names(session, seats)
    lines: list[str] = []
    events: list[Event] = []
    for entry in entries:
        if entry.took_back is None and entry.note is None:
            events += entry.events
            continue
        lines += words.tell_all(events, who)
        events = list(entry.events)
        if entry.took_back is not None:
            lines.append(f"{who(entry.took_back)} took back a step.")
        if entry.note is not None:
            lines.append(note_line(session, entry.note, reader, seats=seats))
        if entry.along:
            lines.append(WENT_ALONG)
    return lines + words.tell_all(events, who)


async def show_log(
    interaction: Interaction, session: GameSession, moment: int, number: int | None
) -> None:
    """A page of the log from a certain moment on; without a number, the newest page.

    The page's buttons do not carry a revision, which would show how much was done in secret.
    """
    since = moment if moment <= 0 else await session.begun_at(moment)
    seat = session.seat_of(interaction.user.id)
    entries = (await session.journal.digest(seat, since)).entries
    pages = in_pages(log_lines(session, entries, seat) or ["Nothing to report yet."])
    number = len(pages) - 1 if number is None else min(number, len(pages) - 1)
    items = turners("log", session.id, number, len(pages), moment)
    await show(interaction, page_of(pages, number), view=foot(items))


@on("log")
async def _log(interaction: Interaction, press: Press) -> None:
    """Another page of the log."""
    session = await press.session(interaction)
    try:
        moment, number = int(press.parts[0]), turned_to(press.parts[1])
    except (IndexError, ValueError):
        raise Refused(STALE) from None
    await show_log(interaction, session, moment, number)


# The full text behind a message in the channel


@on("details")
async def _details(interaction: Interaction, press: Press) -> None:
    """All the lines behind a message in the channel, with their rules."""
    session = await press.session(interaction)
    try:
        first, last, *page = map(turned_to, press.parts)
    except ValueError:
        raise Refused(STALE) from None
    seat = session.seat_of(interaction.user.id)
    since, until = await session.begun_at(first) - 1, await session.begun_at(last)
    entries = (await session.journal.digest(seat, since)).entries
    told = [entry for entry in entries if entry.revision <= until]
    pages = in_pages(
        log_lines(session, told, seat) or ["Everything told here has been taken back."]
    )
    number = min(page[0] if page else 0, len(pages) - 1)
    items = turners("details", session.id, number, len(pages), first, last)
    await show(interaction, page_of(pages, number), view=foot(items))


# The replay


async def show_turn(
    interaction: Interaction, session: GameSession, seat: Seat | None, number: int | None
) -> None:
    """A turn, with the board as it was then and buttons to the other turns."""
    turn = await session.replay.turn(user_id=interaction.user.id, seat=seat, number=number)
    seen = None if turn.seat is None else name_of(session, turn.seat, turn.seats)
    eyes = "as everybody saw it" if seen is None else f"as {seen} saw it"
    title = f"Turn {turn.number} of {turn.turns}" if turn.number else "The set-up"
    told = entries_told(session, turn.entries)
    lines = [f"### {title} · {stamp(turn.at, 'd')}", f"-# {eyes}", *told]
    text = cut("\n".join(lines if told else [*lines, "Nothing to report."]))
    files, pictures = [], interaction.client.pictures
    if pictures.has(session):
        files = [
            (await pictures.moment(session, turn.view, interaction.user.id, turn.seats)).file()
        ]
    eyes_part = _TABLE if seat is None else str(seat)
    steps = (("⏮", 0), ("◀", turn.number - 1), ("▶", turn.number + 1), ("⏭", turn.turns))
    items = [
        # The last part keeps the ids apart if two buttons lead to the same turn.
        button("replay", session.id, eyes_part, to, place, label=label)
        for place, (label, to) in enumerate(steps)
        if 0 <= to <= turn.turns and to != turn.number
    ]
    await show(interaction, text, view=foot(items), files=files)


@on("replay")
async def _replay(interaction: Interaction, press: Press) -> None:
    """Another turn of the replay, as seen by the same viewer."""
    session = await press.session(interaction)
    try:
        eyes, number = press.parts[0], turned_to(press.parts[1])
        seat = None if eyes == _TABLE else Seat(int(eyes))
    except (IndexError, ValueError):
        raise Refused(STALE) from None
    await show_turn(interaction, session, seat, number)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Chronicle())
