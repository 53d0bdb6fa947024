"""What people at the table are called, and names as they are compared."""

from __future__ import annotations

import unicodedata

import discord

from bot.session import GameSession, Refused, SeatInfo
from bot.session.seating.seating import plain_name
from bot.words.phrases import YOU
from bot.words.shape import Names
from rendering.canvas.seats import drawable


def plain(name: str) -> str:
    """A name that cannot be mistaken for markup or a mention."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


def called(user: discord.User | discord.Member) -> str:
    """What a person is to be called at a table: the display name, and where pictures have no
    letters for it the name of the account as well, which they have."""
    shown = plain_name(user.display_name)
    return shown if drawable(shown) else f"{shown} ({user.name})"


def short_name(info: SeatInfo) -> str:
    """What a player is called at the table; that one is a computer, the list of seats says."""
    return info.name.removesuffix(" (computer)") if info.policy is not None else info.name


def full_name(info: SeatInfo) -> str:
    """The display name as the list of seats has it, in bold."""
    return f"**{plain(info.name)}**"


def name_of(session: GameSession, seat: int) -> str:
    """The display name of whoever sits there, in bold."""
    for info in session.seats:
        if info.number == seat:
            return f"**{plain(short_name(info))}**"
    return f"**seat {seat + 1}**"


def computers_at(session: GameSession) -> tuple[int, ...]:
    """The seats on which computers sit."""
    return tuple(info.number for info in session.seats if info.policy is not None)


def names(session: GameSession) -> Names:
    """Seat number to display name, as the words want it."""
    return lambda seat: name_of(session, seat)


def names_for(session: GameSession, reader: int | None) -> Names:
    """The same for what only ``reader``, and perhaps one other, may read: the reader is `you`."""
    return lambda seat: YOU if seat == reader else name_of(session, seat)


def plain_names(session: GameSession) -> Names:
    """Seat number to display name without markup of its own, for headings."""
    called = {info.number: plain(short_name(info)) for info in session.seats}
    return lambda seat: called.get(seat, f"seat {seat + 1}")


def bare_names(session: GameSession) -> Names:
    """Seat number to display name as it is, for labels, where nothing is markup."""
    called = {info.number: short_name(info) for info in session.seats}
    return lambda seat: called.get(seat, f"seat {seat + 1}")


def folded(text: str) -> str:
    """A text without accents, capitals and punctuation, to compare what people type."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c if c.isalnum() else " " for c in bare if not unicodedata.combining(c))
    return " ".join(letters.split())


def seat_named(session: GameSession, text: str) -> int:
    """The seat of a player by name or number. Raises Refused if there is none."""
    for info in session.seats:
        called = (folded(info.name), folded(short_name(info)))
        if text == str(info.number) or folded(text) in called:
            return info.number
    listed = ", ".join(plain(info.name) for info in session.seats)
    raise Refused(f"Nobody here is called “{plain(text[:60])}”. At the table: {listed}.")
