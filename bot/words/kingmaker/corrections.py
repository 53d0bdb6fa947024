"""What a moderator may mend: what is offered, the sentence, and the log of it."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Choice, Field, Offer
from bot.rules.kingmaker.corrections.captivity import DEBT, FREE, DebtCorrected
from bot.rules.kingmaker.corrections.land import (
    CARD,
    CHANCERY,
    CONTROL,
    DISCARDS,
    EVENT,
    HAND,
    HEIR,
    KILL,
    LEAVE,
    MOVE,
    NOBODY,
    PHASE,
    REVIVE,
    SPELL,
    Corrected,
)
from bot.rules.kingmaker.corrections.sea import ABOARD, SHIP, ShipCorrected
from bot.words.kingmaker.expansion import spells
from bot.words.kingmaker.expansion.captives import draws
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told
from bot.words.shape import Names

VERBS = {
    MOVE: ("Move a piece", "a noble, or an heir whom nobody keeps"),
    CARD: ("Lay a card elsewhere", "beside a noble, into a hand, to the discards or Chancellery"),
    CONTROL: ("Set who controls a place", "a noble, nobody, or invaders"),
    HEIR: ("Hand an heir over", "to another noble"),
    LEAVE: ("Leave an heir alone", "where he is, without a keeper"),
    KILL: ("Let somebody die", "a noble or an heir"),
    REVIVE: ("Bring somebody back", "a noble out of play, or a dead heir"),
    PHASE: ("Set the phase", "the turn goes on from there"),
    EVENT: ("Lay an Event card elsewhere", "one that is kept: into a hand, or to the discards"),
    SPELL: ("End an effect", "what an Event card began and still goes on"),
    SHIP: ("Put a ship elsewhere", "a port or a sea square, with all aboard"),
    ABOARD: ("Put a noble aboard", "a ship of his own faction"),
    DEBT: ("Set a ransom", "how many Crown draws are still owed for a captive"),
    FREE: ("Free a captive", "nothing more is owed for him"),
}

FIELDS = {
    (MOVE, "piece"): "Who is to stand elsewhere?",
    (MOVE, "to"): "Where?",
    (CARD, "card"): "Which card?",
    (CARD, "to"): "Where does it belong?",
    (CONTROL, "place"): "Which place?",
    (CONTROL, "to"): "Who controls it?",
    (HEIR, "heir"): "Which heir?",
    (HEIR, "noble"): "Who keeps the heir?",
    (LEAVE, "heir"): "Which heir?",
    (KILL, "piece"): "Who dies?",
    (REVIVE, "piece"): "Who comes back?",
    (REVIVE, "seat"): "Whose noble is he? (An heir is nobody’s.)",
    (PHASE, "phase"): "Which phase?",
    (EVENT, "card"): "Which Event card?",
    (EVENT, "to"): "Where does it belong?",
    (SPELL, "spell"): "What is over?",
    (SHIP, "ship"): "Which ship?",
    (SHIP, "to"): "Where does she lie?",
    (ABOARD, "noble"): "Who goes aboard?",
    (ABOARD, "ship"): "Which ship?",
    (DEBT, "captive"): "For which captive?",
    (DEBT, "draws"): "How many draws are owed?",
    (FREE, "captive"): "Who goes free?",
}

_PHASES = {
    "event": "chance events",
    "movement": "movement",
    "combat": "combat",
    "parliament": "Parliament",
    "coronation": "coronation",
    "draw": "Crown card",
}
_STRANGERS = {"french": "The French", "scots": "The Scots"}
_PILES = {DISCARDS: "The discards", CHANCERY: "The Chancellery", NOBODY: "Nobody", **_STRANGERS}

Facts = tuple[str, list[str]]


def piece_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A noble or an heir."""
    if candidate in look.view.nobles:
        return look.lex.kind(candidate), look.noble_facts(candidate)
    if candidate in look.view.heirs:
        return look.lex.kind(candidate), look.heir_facts(candidate)
    return look.lex.kind(candidate), ["out of play"]


def phase_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A phase of the turn."""
    name = _PHASES.get(candidate, candidate)
    return name[:1].upper() + name[1:], []


def spell_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """What an Event card began."""
    return _spell(candidate, look.names), []


def _spell(candidate: str, names: Names | None) -> str:
    kind, _, seat = candidate.partition(":")
    return f"{spells.name(kind)} ({_player(int(seat), names)})"


def seat_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A player."""
    return _player(int(candidate), look.names), []


def target_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """Where a piece, a card, a place or a ship is to go."""
    if offer.verb == SHIP:
        return look.lex.waters(candidate), []
    if candidate.startswith(HAND):
        return f"The hand of {_player(int(candidate.removeprefix(HAND)), look.names)}", []
    if candidate in _PILES:
        return _PILES[candidate], []
    if candidate in look.view.nobles:
        return look.lex.kind(candidate), look.noble_facts(candidate)
    if candidate in look.lex.board.places:
        return f"Inside {look.lex.place(candidate)}", []
    return look.lex.square(candidate), []


def _player(seat: int, names: Names | None) -> str:
    return f"player {seat + 1}" if names is None else names(seat)


# What is about to be mended


def _spot(lex: Lexicon, to: str) -> str:
    return lex.spot("", to) if to in lex.board.places else lex.spot(to, None)


def _move(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.piece(c.one('piece'))} is put {_spot(lex, c.one('to'))}."


def _card(lex: Lexicon, c: Choice, names: Names) -> str:
    to, card = c.one("to"), lex.kind(c.one("card"))
    if to.startswith(HAND):
        return f"{card} goes into the hand of {names(int(to.removeprefix(HAND)))}."
    if to in _PILES:
        return f"{card} goes to {_PILES[to][:1].lower()}{_PILES[to][1:]}."
    return f"{card} is laid beside {lex.noble(to)}."


def _control(lex: Lexicon, c: Choice, names: Names) -> str:
    to, place = c.one("to"), lex.place(c.one("place"))
    if to in _STRANGERS:
        return f"{place} falls into the hands of the {_STRANGERS[to].removeprefix('The ')}."
    return f"{place} is controlled by {'nobody' if to == NOBODY else lex.noble(to)}."


def _revive(lex: Lexicon, c: Choice, names: Names) -> str:
    whose = "".join(c.many("seat"))
    with_ = f" with {names(int(whose))}" if whose else ""
    return f"{lex.piece(c.one('piece'))} comes back{with_}."


SENTENCES: dict[str, Callable[[Lexicon, Choice, Names], str]] = {
    MOVE: _move,
    CARD: _card,
    CONTROL: _control,
    HEIR: lambda lex, c, names: (
        f"{lex.heir(c.one('heir'))} is handed to {lex.noble(c.one('noble'))}."
    ),
    LEAVE: lambda lex, c, names: f"{lex.heir(c.one('heir'))} stays where he is, without a keeper.",
    KILL: lambda lex, c, names: f"{lex.piece(c.one('piece'))} dies.",
    REVIVE: _revive,
    EVENT: _card,
    SPELL: lambda lex, c, names: f"{_spell(c.one('spell'), names)} is over.",
    SHIP: lambda lex, c, names: f"{lex.kind(c.one('ship'))} is put {lex.waters_at(c.one('to'))}.",
    ABOARD: lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} is put aboard {lex.kind(c.one('ship'))}."
    ),
    DEBT: lambda lex, c, names: (
        f"{draws(int(c.one('draws')))} must be paid for {lex.piece(c.one('captive'))}."
    ),
    FREE: lambda lex, c, names: f"{lex.piece(c.one('captive'))} goes free.",
    PHASE: lambda lex, c, names: f"the turn goes on with this phase: {_PHASES[c.one('phase')]}.",
}


# What was mended


@tells(Corrected)
def _corrected(lex: Lexicon, event: Corrected, names: Names) -> Told | None:
    if event.how in ("moved", "revived"):
        verb = "is put" if event.how == "moved" else "lives again,"
        return Told(f"{lex.piece(event.thing)} {verb} {lex.spot(event.square, event.inside)}")
    if event.how == "freed":
        return Told(f"{lex.place(event.thing)} is rid of its invaders and neutral")
    if event.how == "discarded":
        return Told(f"{lex.kind(event.thing)} goes to the discards")
    if event.seat is None:
        return None
    who = names(event.seat)
    if event.how == "phase":
        return Told(f"the turn of {who} goes on with the {event.thing} phase")
    card = lex.kind(event.thing) if event.thing else "a card"
    if event.how == "to_hand":
        return Told(f"{who} is given {card}")
    return Told(f"{card} is taken from {who}")


@tells(ShipCorrected)
def _ship_corrected(lex: Lexicon, event: ShipCorrected, names: Names) -> Told | None:
    where = lex.waters_at(event.where)
    if event.noble is None:
        return Told(f"{lex.kind(event.ship)} is put {where}")
    return Told(f"{lex.noble(event.noble)} is put aboard {lex.kind(event.ship)} {where}")


@tells(DebtCorrected)
def _debt_corrected(lex: Lexicon, event: DebtCorrected, names: Names) -> Told | None:
    owed = f"{names(event.seat)} owes {names(event.captor)} {draws(event.draws)}"
    return Told(f"{owed} for {lex.piece(event.captive)}")
