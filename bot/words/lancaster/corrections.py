"""Corrections by a moderator: what can be corrected, the sentence for it, and the log."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Choice, Seat
from bot.rules.lancaster.corrections import (
    COURT,
    EXTENSION,
    GOLD,
    KNIGHT,
    LAID,
    NOBLEMAN,
    PHASE,
    POINTS,
    RESERVE,
    ROUND,
    SQUIRES,
    STACK,
    STARTER,
    TAKEN,
    VOTES,
    Corrected,
)
from bot.words.lancaster.names import PHASES, Lexicon, gold, house, markers, points, squires
from bot.words.phrases import Told, own
from bot.words.shape import Names

VERBS = {
    KNIGHT: ("Move a knight", "to court, to the reserve, or to any free place"),
    NOBLEMAN: ("Seat a nobleman elsewhere", "at a table, or back in his county"),
    EXTENSION: ("Place or remove an extension", "on a player’s castle"),
    POINTS: ("Set power points", "what a player has on the track"),
    GOLD: ("Set gold", "what a player has; the rest is in the supply"),
    SQUIRES: ("Set squires", "what a player has at home"),
    VOTES: ("Set voting markers", "what a player has on the castle"),
    STARTER: ("Set the starting player", "the order changes at once"),
    PHASE: ("Set the phase", "the round goes on from there"),
    ROUND: ("Set the round", "as long as there are cards for it"),
}

FIELDS = {
    (KNIGHT, "piece"): "Which knight?",
    (KNIGHT, "to"): "Where does he belong?",
    (NOBLEMAN, "lord"): "Which nobleman?",
    (NOBLEMAN, "to"): "Where does he belong?",
    (EXTENSION, "tile"): "Which extension?",
    (EXTENSION, "to"): "Is it on the castle?",
    (PHASE, "phase"): "Which phase?",
    (ROUND, "round"): "Which round?",
    (STARTER, "player"): "Who has the marker?",
}

_COUNTED: dict[str, Callable[[int], str]] = {
    "points": points,
    "gold": gold,
    "squires": squires,
    "votes": markers,
}


# Candidates


def piece(lex: Lexicon, candidate: str, names: Names) -> str:
    """A knight and his owner: `Anne: strength-2 knight in York`."""
    whose, _, place = candidate.partition(":")
    return f"{house(names, int(whose))}: {_stander(lex, place)}"


def _stander(lex: Lexicon, place: str) -> str:
    kind, _, strength = place.partition(":")
    if kind == RESERVE:
        return f"strength-{strength} knight in the reserve"
    return lex.stander(place)


def lord(lex: Lexicon, candidate: str, names: Names) -> str:
    """A nobleman and where he is."""
    county, _, here = candidate.partition(":")
    where = "in the county" if here == STACK else f"at {own(names(Seat(int(here))))} table"
    return f"{lex.lord(county)}, {where}"


def tile(lex: Lexicon, candidate: str, names: Names) -> str:
    """A player's extension tile."""
    whose, _, space = candidate.partition(":")
    return f"{names(Seat(int(whose)))}: {lex.space(space)}"


def target(lex: Lexicon, candidate: str, names: Names) -> str:
    """The place for a knight, a nobleman or an extension."""
    if candidate.isdecimal():
        return f"{own(names(Seat(int(candidate))))} table"
    kind, _, thing = candidate.partition(":")
    if kind == "castle":
        return f"the {lex.space(thing)}"
    fixed = {
        COURT: "the court",
        RESERVE: "the reserve",
        STACK: "his county",
        LAID: "it is on the castle",
        TAKEN: "it is not",
    }
    return fixed.get(candidate) or lex.kind(candidate)


# What will be corrected


def _amount(lex: Lexicon, c: Choice, names: Names) -> str:
    count = _COUNTED[c.verb.removeprefix("correct_")](int(c.one("amount")))
    return f"{names(Seat(int(c.one('seat'))))} has {count}"


def _knight(lex: Lexicon, c: Choice, names: Names) -> str:
    whose, _, place = c.one("piece").partition(":")
    owner = own(house(names, int(whose)))
    return f"{owner} {_stander(lex, place)} goes to {target(lex, c.one('to'), names)}"


def _extension(lex: Lexicon, c: Choice, names: Names) -> str:
    verb = "is on" if c.one("to") == LAID else "is taken from"
    whose, _, space = c.one("tile").partition(":")
    return f"the extension {lex.space(space)} {verb} {own(names(Seat(int(whose))))} castle"


SENTENCES: dict[str, Callable[[Lexicon, Choice, Names], str]] = {
    KNIGHT: _knight,
    NOBLEMAN: lambda lex, c, names: (
        f"the {lord(lex, c.one('lord'), names)}, goes to {target(lex, c.one('to'), names)}"
    ),
    EXTENSION: _extension,
    POINTS: _amount,
    GOLD: _amount,
    SQUIRES: _amount,
    VOTES: _amount,
    STARTER: lambda lex, c, names: f"{names(Seat(int(c.one('player'))))} has the starting marker",
    PHASE: lambda lex, c, names: f"the round goes on with this phase: {PHASES[c.one('phase')]}",
    ROUND: lambda lex, c, names: f"this is round {c.one('round')}",
}


# What was corrected


def corrected(lex: Lexicon, event: Corrected, names: Names) -> Told:
    """The line in the log; only the owner is told what is behind his screen."""
    if event.how == "phase":
        return Told(f"the round goes on with this phase: {PHASES[event.thing]}")
    if event.how == "round":
        return Told(f"this is round {event.amount}")
    who = "nobody" if event.side is None else house(names, event.side)
    if event.how == "knight":
        to = target(lex, event.to, names)
        return Told(f"{own(who)} {_stander(lex, event.thing)} goes where he belongs: {to}")
    if event.how == "nobleman":
        return Told(f"the {lex.nobleman(event.thing)} goes to {target(lex, event.to, names)}")
    if event.how == "extension":
        verb = "is on" if event.to == LAID else "is taken from"
        return Told(f"the extension {lex.space(event.thing)} {verb} {own(who)} castle")
    if event.how == "starter":
        return Told(f"{who} has the starting marker")
    if event.amount is None:
        verb = "is" if event.how == "gold" else "are"
        return Told(f"{own(who)} {event.how} {verb} counted again")
    count = _COUNTED[event.how](event.amount)
    if event.audience is not None:
        return Told(f"you have {count} now. Only you can see this")
    return Told(f"{who} has {count} now")
