"""Corrections by a moderator: what can be corrected, the sentence for it, and the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.rules.kernel import Choice, Field, Offer, Seat
from bot.rules.kingmaker.conditions.lasting import ROGUES
from bot.rules.kingmaker.corrections.captivity import (
    BOOTY,
    DEBT,
    FREE,
    HOLD,
    BootyForgiven,
    DebtCorrected,
)
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
    Corrected,
)
from bot.rules.kingmaker.corrections.lasting import (
    CURSE,
    REFUGE,
    SPELL,
    TREATY,
    RefugeCorrected,
)
from bot.rules.kingmaker.corrections.sea import (
    ABOARD,
    AT_LARGE,
    BLOCKADE,
    HELD,
    PRISONER,
    SHIP,
    ShipCorrected,
    WatchCorrected,
)
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.expansion import captives
from bot.words.kingmaker.expansion.captives import draws
from bot.words.kingmaker.expansion.events import treaty
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import YOU, Told, own, plural
from bot.words.shape import Names

VERBS = {
    MOVE: ("Move a piece", "a noble (any siege of his ends) or an heir (he leaves his keeper)"),
    CARD: (
        "Place a card",
        "title, office, bishop, town, ship, band: to a noble, a hand, the discards or the Chancery",
    ),
    CONTROL: ("Set who controls a place", "a castle, town or city: a noble, nobody, or invaders"),
    HEIR: ("Hand an heir over", "or a King: another noble takes him and keeps him"),
    LEAVE: ("Leave an heir without a keeper", "he stays where he is"),
    KILL: ("Kill somebody", "a noble, an heir or a King"),
    REVIVE: ("Bring somebody back", "a noble out of play, or a dead heir"),
    PHASE: ("Set the phase", "movement, combat and so on: the turn goes on from there"),
    EVENT: (
        "Place an Event card",
        "one that is kept, such as a Writ: into a hand, or to the discards",
    ),
    SPELL: ("End an effect", "something an Event card began that is still going on"),
    CURSE: ("Begin an effect", "what an Event card would begin; no card moves"),
    TREATY: ("Set a treaty", "which King has made the treaty, or nobody"),
    REFUGE: ("End a refuge", "everybody in the refuge is put out"),
    SHIP: ("Put a ship elsewhere", "a port or a sea square, with all aboard"),
    ABOARD: ("Put a noble aboard", "a ship of his own faction"),
    BLOCKADE: ("Set a blockade", "which neighbouring port a ship watches, if any"),
    PRISONER: ("Hold or free a ship", "whether she is a prisoner in her port"),
    HOLD: ("Hold a captive", "another player’s noble holds somebody for a ransom of Crown draws"),
    DEBT: ("Set a ransom", "how many Crown draws are still owed for a captive"),
    FREE: ("Free a captive", "nothing more is owed for the captive"),
    BOOTY: ("Set Booty", "whose next Crown card goes to which other player, if any"),
}

FIELDS = {
    (MOVE, "piece"): "Which piece moves?",
    (MOVE, "to"): "Where to?",
    (CARD, "card"): "Which card?",
    (CARD, "to"): "Where does it belong?",
    (CONTROL, "place"): "Which place?",
    (CONTROL, "to"): "Who controls it?",
    (HEIR, "heir"): "Which heir?",
    (HEIR, "noble"): "Who keeps the heir?",
    (LEAVE, "heir"): "Which heir?",
    (KILL, "piece"): "Who dies?",
    (REVIVE, "piece"): "Who comes back?",
    (REVIVE, "seat"): "Whose noble is he? (Nobody’s, if he is an heir.)",
    (PHASE, "phase"): "Which phase?",
    (EVENT, "card"): "Which Event card?",
    (EVENT, "to"): "Where does it belong?",
    (SPELL, "spell"): "Which effect ends?",
    (CURSE, "spell"): "What begins, and whose card is it?",
    (CURSE, "turns"): "For how many turns? (An excommunication has no set end.)",
    (TREATY, "land"): "Which land is the treaty with?",
    (TREATY, "to"): "Which King made it?",
    (REFUGE, "refuge"): "Which refuge?",
    (SHIP, "ship"): "Which ship?",
    (SHIP, "to"): "Where is she?",
    (ABOARD, "noble"): "Who goes aboard?",
    (ABOARD, "ship"): "Which ship?",
    (BLOCKADE, "ship"): "Which ship?",
    (BLOCKADE, "to"): "Which port does she watch?",
    (PRISONER, "ship"): "Which ship?",
    (PRISONER, "to"): "Prisoner, or free?",
    (HOLD, "captive"): "Who is held captive?",
    (HOLD, "noble"): "Which noble holds the captive?",
    (HOLD, "draws"): "How many draws are owed?",
    (HOLD, "seat"): "For an heir: who owes the draws? (For a noble, his own player does.)",
    (DEBT, "captive"): "For which captive?",
    (DEBT, "draws"): "How many draws are owed?",
    (FREE, "captive"): "Who goes free?",
    (BOOTY, "seat"): "Whose next Crown card?",
    (BOOTY, "to"): "Who draws it? (Nobody: that player’s oldest Booty is cancelled.)",
}

_PHASES = {
    "event": "Event",
    "movement": "movement",
    "combat": "combat",
    "parliament": "Parliament",
    "coronation": "coronation",
    "draw": "Crown card",
}
_STRANGERS = {
    "french": "The French",
    "scots": "The Scots",
    ROGUES: "The French Foot Soldiers",
}
_SHIPS = {HELD: "Prisoner", AT_LARGE: "Free"}
_PILES = {
    DISCARDS: "The Crown discards",
    CHANCERY: "The Chancery",
    NOBODY: "Nobody",
    **_STRANGERS,
}
_EVENT_DISCARDS = "The Event discards"

Facts = tuple[str, list[str]]


def piece_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """An option that is a noble or an heir."""
    if candidate in look.view.nobles:
        return look.lex.kind(candidate), look.noble_facts(NobleId(CardId(candidate)))
    if candidate in look.view.heirs:
        return look.lex.kind(candidate), look.heir_facts(HeirId(candidate))
    return look.lex.kind(candidate), ["out of play"]


def phase_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """An option that is a phase of the turn."""
    name = _PHASES.get(candidate, candidate)
    return name[:1].upper() + name[1:], []


def spell_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """An option that is an effect begun by an Event card."""
    return _spell(look.lex, candidate, look.names), []


def _spell(lex: Lexicon, candidate: str, names: Names | None) -> str:
    kind, seat, *noble = candidate.split(":")
    whose = ", ".join((*(lex.kind(one) for one in noble), _player(Seat(int(seat)), names)))
    return f"{captives.name(kind)} ({whose})"


def turns_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """An option that says how long an effect lasts."""
    return plural(int(candidate), "turn"), []


def refuge_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A refuge abroad."""
    return _refuge(look.lex, candidate, look.names), []


def _refuge(lex: Lexicon, candidate: str, names: Names | None) -> str:
    land, _, seat = candidate.partition(":")
    return f"{lex.kind(land)} ({_player(Seat(int(seat)), names)})"


def seat_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A player."""
    return _player(Seat(int(candidate)), look.names), []


def target_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """An option that says where a piece, a card, a place or a ship goes, or who gets something."""
    if offer.verb == SHIP:
        return look.lex.waters(candidate), []
    if offer.verb == PRISONER:
        return _SHIPS[candidate], []
    if offer.verb == BLOCKADE and candidate != NOBODY:
        return look.lex.kind(candidate), []
    if offer.verb == BLOCKADE:
        return "No port", []
    if offer.verb == BOOTY and candidate != NOBODY:
        return _player(Seat(int(candidate)), look.names), []
    if candidate.startswith(HAND):
        return f"The hand of {_player(Seat(int(candidate.removeprefix(HAND))), look.names)}", []
    if candidate in _PILES:
        return _pile(offer.verb, candidate), []
    if candidate in look.view.nobles:
        return look.lex.kind(candidate), look.noble_facts(NobleId(CardId(candidate)))
    if candidate in look.view.heirs:
        return look.lex.kind(candidate), look.heir_facts(HeirId(candidate))
    if candidate in look.lex.board.places:
        return f"Inside {look.lex.place(candidate)}", []
    return look.lex.square(candidate), []


def _pile(verb: str, pile: str) -> str:
    """The name of a pile: Event cards have discards of their own."""
    return _EVENT_DISCARDS if (verb, pile) == (EVENT, DISCARDS) else _PILES[pile]


def _player(seat: Seat, names: Names | None) -> str:
    return f"player {seat + 1}" if names is None else names(seat)


# What will be corrected


def _spot(lex: Lexicon, to: str) -> str:
    return lex.spot("", to) if to in lex.board.places else lex.spot(to, None)


def _move(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.piece(c.one('piece'))} is put {_spot(lex, c.one('to'))}."


def known(
    lex: Lexicon, view: BoardView, offers: Sequence[Offer], settled: Mapping[str, tuple[str, ...]]
) -> list[str]:
    """The other changes that a correction makes in public."""
    if not offers or offers[0].verb != MOVE:
        return []
    heir = next((view.heirs[HeirId(p)] for p in settled.get("piece", ()) if p in view.heirs), None)
    if heir is not None and heir.holder is not None:
        return [f"{lex.noble(heir.holder)} keeps him now, and would lose him."]
    return []


def _card(lex: Lexicon, c: Choice, names: Names) -> str:
    to, card = c.one("to"), lex.kind(c.one("card"))
    if to.startswith(HAND):
        return f"{card} goes into {own(names(Seat(int(to.removeprefix(HAND)))))} hand."
    if to in _PILES:
        pile = _pile(c.verb, to)
        return f"{card} goes to {pile[:1].lower()}{pile[1:]}."
    return f"{card} goes to {lex.noble(to)}."


def _control(lex: Lexicon, c: Choice, names: Names) -> str:
    to, place = c.one("to"), lex.place(c.one("place"))
    if to in _STRANGERS:
        return f"{place} falls into the hands of the {_STRANGERS[to].removeprefix('The ')}."
    return f"{place} is controlled by {'nobody' if to == NOBODY else lex.noble(to)}."


def _revive(lex: Lexicon, c: Choice, names: Names) -> str:
    whose = "".join(c.many("seat"))
    with_ = f" with {names(Seat(int(whose)))}" if whose else ""
    return f"{lex.piece(c.one('piece'))} comes back{with_}."


def _curse(lex: Lexicon, c: Choice, names: Names) -> str:
    turns = "".join(c.many("turns"))
    lasts = f" and lasts {plural(int(turns), 'turn')}" if turns else ""
    return f"{_spell(lex, c.one('spell'), names)} begins{lasts}."


def _treaty(lex: Lexicon, c: Choice, names: Names) -> str:
    with_ = treaty(PlaceId(c.one("land")))
    if c.one("to") == NOBODY:
        return f"No treaty {with_} is in force."
    return f"A treaty {with_}, made by {lex.heir(c.one('to'))}, is in force."


def _blockade(lex: Lexicon, c: Choice, names: Names) -> str:
    port = c.one("to")
    watched = "no port" if port == NOBODY else lex.place(port)
    return f"{lex.kind(c.one('ship'))} blockades {watched}."


def _prisoner(lex: Lexicon, c: Choice, names: Names) -> str:
    now = "a prisoner in her port" if c.one("to") == HELD else "no longer a prisoner"
    return f"{lex.kind(c.one('ship'))} is {now}."


def _hold(lex: Lexicon, c: Choice, names: Names) -> str:
    whose = "".join(c.many("seat"))
    owner = names(Seat(int(whose))) if whose else "his player"
    held = f"{lex.noble(c.one('noble'))} holds {lex.piece(c.one('captive'))} for a ransom"
    return f"{held}: {owner} owes {draws(int(c.one('draws')))}."


def _booty(lex: Lexicon, c: Choice, names: Names) -> str:
    loser, to = own(names(Seat(int(c.one("seat"))))), c.one("to")
    if to == NOBODY:
        return f"{names(Seat(int(c.one('seat'))))} gives up one fewer draw as Booty."
    return f"{names(Seat(int(to)))} draws {loser} next Crown card as Booty."


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
    SPELL: lambda lex, c, names: f"{_spell(lex, c.one('spell'), names)} is over.",
    CURSE: _curse,
    TREATY: _treaty,
    REFUGE: lambda lex, c, names: (
        f"the refuge in {_refuge(lex, c.one('refuge'), names)} is over: all in it are put out."
    ),
    BLOCKADE: _blockade,
    PRISONER: _prisoner,
    HOLD: _hold,
    BOOTY: _booty,
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


# What was corrected


@tells(Corrected)
def _corrected(lex: Lexicon, event: Corrected, names: Names) -> Told | None:
    if event.how in ("moved", "revived"):
        verb = "is put" if event.how == "moved" else "lives again,"
        return Told(f"{lex.piece(event.thing)} {verb} {lex.spot(event.square, event.inside)}")
    if event.how == "freed":
        return Told(f"{lex.place(event.thing)} is rid of its invaders, and neutral")
    if event.how == "discarded":
        pile = "Event" if event.thing in lex.content.events else "Crown"
        return Told(f"{lex.kind(event.thing)} goes to the {pile} discards")
    if event.seat is None:
        return None
    who = names(event.seat)
    if event.how == "phase":
        return Told(f"{own(who)} turn goes on with the {event.thing} phase")
    card = lex.kind(event.thing) if event.thing else "a card"
    if event.how == "to_hand":
        return Told(f"{who} {'are' if who == YOU else 'is'} given {card}")
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


@tells(BootyForgiven)
def _booty_forgiven(lex: Lexicon, event: BootyForgiven, names: Names) -> Told | None:
    loser, victor = own(names(event.seat)), names(event.victor)
    return Told(f"{victor} draws one fewer of {loser} Crown cards as Booty")


@tells(RefugeCorrected)
def _refuge_corrected(lex: Lexicon, event: RefugeCorrected, names: Names) -> Told | None:
    return Told(f"{lex.noble(event.noble)} shares the refuge in {lex.kind(event.land)}")


@tells(WatchCorrected)
def _watch_corrected(lex: Lexicon, event: WatchCorrected, names: Names) -> Told | None:
    ship, port = lex.kind(event.ship), lex.place(event.port)
    if event.how == "blockade":
        return Told(f"{ship} no longer blockades {port}")
    return Told(f"{ship} is no longer a prisoner in {port}")
