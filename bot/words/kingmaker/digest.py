"""A digest for somebody who was away: what was done to them, what matters most, who moved where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from bot.rules.kernel import Event, Seat
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kingmaker import facts
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import lines
from bot.words.phrases import YOU, listed, often
from bot.words.shape import Names
from bot.words.weight import WHAT_ELSE, places_weighed


def digest(
    lex: Lexicon,
    events: Iterable[Event],
    names: Names,
    seat: Seat | None,
    computers: Collection[Seat] = (),
) -> list[str]:
    """The lines of a digest under their headings; empty if nothing is worth telling."""
    known = [_in_short(event) for event in events]
    found = places_weighed(known, seat, computers)
    # News reported under one heading is not repeated under another.
    every = [at for below in found.values() for at in below]
    told = {
        heading: _told(lex, known, names, seat, below, every) for heading, below in found.items()
    }
    if dealt := _dealt_among(known, names, computers):
        told[WHAT_ELSE] = [*told.get(WHAT_ELSE, ()), dealt]
    gathered: list[str] = []
    for heading, below in (told | {"Moves": _moves(lex, known, names)}).items():
        if below:
            gathered += [f"**{heading}**", *(f"• {line}" for line in below)]
    return gathered


def _told(
    lex: Lexicon,
    events: list[Event],
    names: Names,
    seat: Seat | None,
    below: list[int],
    every: list[int],
) -> list[str]:
    """The lines under a heading; in private lines, the reader is *you*."""
    own = [at for at in below if not events[at].visible_to(None)]
    found = lines(lex, events, names, [at for at in below if at not in own], every)
    found += lines(lex, events, lambda s: YOU if s == seat else names(s), own, every)
    return [line for _, line in sorted(found)]


def _in_short(event: Event) -> Event:
    """The event in brief: an attempt to win somebody over is reported without its bonuses."""
    return replace(event, modifiers=()) if isinstance(event, facts.RecruitTried) else event


def _dealt_among(events: list[Event], names: Names, computers: Collection[Seat]) -> str:
    """The deals between computers, in one line; empty if there are none."""
    pairs = Counter(
        (min(event.giver, event.taker), max(event.giver, event.taker))
        for event in events
        if isinstance(event, facts.DealStruck) and event.is_among(computers)
    )
    if not pairs:
        return ""
    told = [f"{names(one)} and {names(other)} {often(n)}" for (one, other), n in pairs.items()]
    return f"Computers traded with one another: {'; '.join(told)}."


def _moves(lex: Lexicon, events: list[Event], names: Names) -> list[str]:
    """The places where the nobles ended up, player by player, without the dead."""
    ends: dict[str, tuple[Seat, str]] = {}
    owner: dict[str, Seat] = {}
    for event in events:
        if isinstance(event, facts.NobleDied):
            ends.pop(event.noble, None)
        for noble, seat, spot in _steps(lex, event):
            owner[noble] = seat if seat is not None else owner.get(noble, NO_SEAT)
            ends.pop(noble, None)
            ends[noble] = (owner[noble], spot)
    lines = []
    for seat in dict.fromkeys(seat for seat, _ in ends.values()):
        spots: dict[str, list[str]] = {}
        for noble, (mover, spot) in ends.items():
            if mover == seat:
                spots.setdefault(spot, []).append(lex.noble(noble))
        told = "; ".join(f"{listed(nobles)} {spot}" for spot, nobles in spots.items())
        lines.append(f"{names(seat)}: {told}" if seat >= 0 else told)
    return lines


def _steps(lex: Lexicon, event: Event) -> list[tuple[str, Seat | None, str]]:
    """The nobles whom an event moves, each with the player (None if the event names nobody) and
    where the noble ends up."""
    match event:
        case facts.Marched(seat=seat, nobles=nobles, to=to):
            return [(noble, seat, lex.spot(to, None)) for noble in nobles]
        case facts.EnteredPlace(seat=seat, nobles=nobles, place=place):
            return [(noble, seat, lex.spot("", place)) for noble in nobles]
        case facts.CameOut(seat=seat, nobles=nobles, place=place):
            square = lex.board.places[place].square
            return [(noble, seat, lex.spot(square, None)) for noble in nobles]
        case facts.Embarked(seat=seat, nobles=nobles, ship=ship):
            return [(noble, seat, f"aboard {lex.kind(ship)}") for noble in nobles]
        case facts.Sailed(seat=seat, nobles=nobles, ship=ship, to=to):
            where = f"aboard {lex.kind(ship)} at {lex.kind(to)}"
            return [(noble, seat, where) for noble in nobles]
        case facts.Landed(seat=seat, nobles=nobles, port=port, inside=inside):
            square = lex.board.places[port].square
            spot = lex.spot(square, port if inside else None)
            return [(noble, seat, spot) for noble in nobles]
        case facts.WentHome(noble=noble, square=square, inside=within):
            return [(noble, None, lex.spot(square, within))]
    return []
