"""Nobles who waver, go home or change sides: the log, and what is asked about them."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kingmaker import facts
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told, own
from bot.words.shape import Names


@tells(facts.NobleOfNoUse)
def _of_no_use(lex: Lexicon, event: facts.NobleOfNoUse, names: Names) -> Told:
    text = f"{lex.noble(event.noble)} wavers and is of no use to {names(event.seat)} this turn"
    if event.ship is None:
        return Told(text, "ishkibibble-vacillating.1")
    becalmed = f"{lex.kind(event.ship)} is becalmed with him"
    return Told(f"{text}. {becalmed}", "ishkibibble-vacillating.2")


@tells(facts.DoubtRose)
def _doubt_rose(lex: Lexicon, event: facts.DoubtRose, names: Names) -> Told:
    if event.why == "equal":
        return Told("the sides are equal: it counts as bad weather", "ishkibibble-vacillating.9")
    if not event.die:
        return Told("the fleets are equal, so nobody heeds it", "ishkibibble-seacombat.12")
    side = "stronger" if event.stronger else "weaker"
    text = f"a die shows {event.die}: on the {side} side"
    if event.why == "alone":
        return Told(f"{text} nobody has comrades to leave", "ishkibibble-vacillating.13")
    assert event.noble is not None
    text = f"{text} {lex.noble(event.noble)}"
    if event.why == "idle":
        reason = "wavers, but does not fill half of his ship, so nobody heeds it"
        return Told(f"{text} {reason}", "ishkibibble-seacombat.12")
    assert event.seat is not None
    return Told(f"{text} ({names(event.seat)}) wavers", "ishkibibble-vacillating.4")


@tells(facts.NobleWavered)
def _wavered(lex: Lexicon, event: facts.NobleWavered, names: Names) -> Told:
    who = f"{lex.noble(event.noble)} ({names(event.seat)})"
    heirs = f" with {lex.heirs(event.heirs)}" if event.heirs else ""
    die = f"a die shows {event.die}"
    if event.to is None:
        text = f"{die}: {who} goes home to {lex.place(event.place)}{heirs}"
        return Told(text, "ishkibibble-vacillating.10")
    text = f"{die}: {who} goes over to {names(event.to)}{heirs}"
    return Told(text, "ishkibibble-vacillating.11")


@tells(facts.OddsAnew)
def _odds_anew(lex: Lexicon, event: facts.OddsAnew, names: Names) -> Told:
    sides = f"{event.strength} against {event.opposed}"
    return Told(f"it is {sides} now, and another card is drawn", "ishkibibble-vacillating.12")


@tells(facts.HeirWooed)
def _heir_wooed(lex: Lexicon, event: facts.HeirWooed, names: Names) -> Told:
    heir = f"the heir of {own(names(event.former))} {lex.noble(event.noble)}"
    text = f"{names(event.seat)} plays “Influence Heir” and wins over {heir}"
    return Told(text, "ishkibibble-influence.2")


@tells(facts.PutAside)
def _put_aside(lex: Lexicon, event: facts.PutAside, names: Names) -> Told:
    who = f"{lex.nobles(event.nobles)} ({names(event.seat)})"
    goes = "goes" if len(event.nobles) == 1 else "go"
    text = f"{who}, too weak to besiege {lex.place(event.place)}, {goes} to"
    return Told(f"{text} {lex.square(event.square)}", "ishkibibble-influence.5")


def tired(noble: str, seat: int, names: Names) -> str:
    """A noble of no use, on the sheet of the table."""
    return f"{noble} wavers: until the end of {own(names(seat))} turn he neither moves nor fights"


# Questions

Facts = dict[str, str]


def _woo_heir(lex: Lexicon, about: Facts, names: Names) -> str:
    text = f"{lex.noble(about['noble'])} was killed. If you hold “Influence Heir”, you may win over"
    return f"{text} his heir now. Everybody is asked, so nobody learns what you hold."


def _turncoat_siege(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.place(about['place'])} has gone over to a turncoat. Besiege it at once?"


def _turncoat_leave(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"You are too weak to besiege {lex.place(about['place'])}. Where do your nobles go?"


ABOUT: dict[str, Callable[[Lexicon, Facts, Names], str]] = {
    "woo_heir": _woo_heir,
    "turncoat_siege": _turncoat_siege,
    "turncoat_leave": _turncoat_leave,
}
"""What is asked about a turncoat or an heir, by the kind of question."""
