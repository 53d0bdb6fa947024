"""The names of people at the table, and comparing names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import discord

from bot.games import words_for
from bot.rules.kernel import Seat
from bot.session import Band, GameSession, Logged, Refused, SeatInfo
from bot.session.seating import plain_name
from bot.words.phrases import YOU
from bot.words.shape import Names
from rendering.canvas.seats import drawable

BAND_WORDS = {
    Band.OFTEN_LATE: "often late",
    Band.MOSTLY: "mostly on time",
    Band.ALWAYS: "nearly always on time",
}
"""How well somebody keeps to deadlines, in words."""


def plain(name: str) -> str:
    """A name that cannot be mistaken for markup or a mention."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


def called(user: discord.User | discord.Member) -> str:
    """A person's name at a table: the display name; if pictures cannot show its letters, the
    account name is added."""
    shown = plain_name(user.display_name)
    return shown if drawable(shown) else f"{shown} ({user.name})"


def short_name(info: SeatInfo) -> str:
    """A player's name at the table; only the list of seats says which players are computers."""
    return info.name.removesuffix(" (computer)") if info.policy is not None else info.name


def full_name(info: SeatInfo) -> str:
    """The display name as in the list of seats, in bold."""
    return f"**{plain(info.name)}**"


def name_of(session: GameSession, seat: Seat, seats: Sequence[SeatInfo] | None = None) -> str:
    """The display name, in bold, of the person in a seat; given past ``seats``, of the person who
    was in it then."""
    for info in session.seats if seats is None else seats:
        if info.number == seat:
            return f"**{plain(short_name(info))}**"
    return f"**seat {seat + 1}**"


def computers_at(session: GameSession, seats: Sequence[SeatInfo] | None = None) -> tuple[Seat, ...]:
    """The computers' seats; given past ``seats``, the computers' seats at that time."""
    now = session.seats if seats is None else seats
    return tuple(info.number for info in now if info.policy is not None)


def names(session: GameSession, seats: Sequence[SeatInfo] | None = None) -> Names:
    """A function from seat number to display name, in the form that the words use; give ``seats``
    to name people in the past as they were named then."""
    return lambda seat: name_of(session, seat, seats)


def names_for(
    session: GameSession, reader: Seat | None, seats: Sequence[SeatInfo] | None = None
) -> Names:
    """A function from seat number to display name, for text that only ``reader``, and perhaps one
    other person, may read: the reader is `you`, except in events that happened to an earlier holder
    of the seat."""
    if seats is not None and _person(seats, reader) != _person(session.seats, reader):
        reader = None
    return lambda seat: YOU if seat == reader else name_of(session, seat, seats)


def _person(seats: Sequence[SeatInfo], seat: Seat | None) -> int | None:
    return next((info.user_id for info in seats if info.number == seat), None)


def by_seating(
    entries: Iterable[Logged],
) -> Iterator[tuple[Sequence[SeatInfo] | None, list[Logged]]]:
    """Log entries in runs during which the same people had the seats, each run with its seating."""
    for seats, run in groupby(entries, key=lambda entry: entry.seats):
        yield seats, list(run)


def plain_names(session: GameSession, seats: Sequence[SeatInfo] | None = None) -> Names:
    """A function from seat number to display name, without markup of its own, for headings."""
    now = session.seats if seats is None else seats
    called = {info.number: plain(short_name(info)) for info in now}
    return lambda seat: called.get(seat, f"seat {seat + 1}")


def bare_names(session: GameSession, seats: Sequence[SeatInfo] | None = None) -> Names:
    """A function from seat number to the bare display name, for labels, which have no markup."""
    now = session.seats if seats is None else seats
    called = {info.number: short_name(info) for info in now}
    return lambda seat: called.get(seat, f"seat {seat + 1}")


def entries_told(session: GameSession, entries: Iterable[Logged]) -> list[str]:
    """The events in log entries, in the table's words, with the names used at the time."""
    words, lines = words_for(session.game, session.ruleset), list[str]()
    for seats, run in by_seating(entries):
        events = [event for entry in run for event in entry.events]
        lines += words.tell_all(events, names(session, seats))
    return lines


def folded(text: str) -> str:
    """A text without accents, capitals or punctuation, for comparing what people type."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c if c.isalnum() else " " for c in bare if not unicodedata.combining(c))
    return " ".join(letters.split())


def seat_named(session: GameSession, text: str) -> Seat:
    """The seat of a player who is given by name or number. Raises Refused if there is no such
    player."""
    for info in session.seats:
        called = (folded(info.name), folded(short_name(info)))
        if text == str(info.number) or folded(text) in called:
            return info.number
    listed = ", ".join(plain(info.name) for info in session.seats)
    raise Refused(f"Nobody here is called “{plain(text[:60])}”. At the table: {listed}.")


def seat_of_person(session: GameSession, person: discord.abc.User) -> Seat:
    """The seat of this person. Raises Refused if they have none."""
    seat = session.seat_of(person.id)
    if seat is None:
        who = plain(person.display_name)
        raise Refused(f"{who} has no seat in this game. Choose one of the players.")
    return seat
