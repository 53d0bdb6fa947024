"""The log of the sides: who plays which part, whom he serves, and what becomes of his line."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.families.heads import DIE
from bot.rules.kingmaker.view import BoardView, SideView
from bot.words.kingmaker.names import HOUSES, Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told, does, listed, plural
from bot.words.shape import Names

_STARTS = {"lancaster": "families-players.2", "york": "families-players.3"}
"""The rows of what each House begins with."""


def part(lex: Lexicon, part_id: str) -> str:
    """What a part is called: House Lancaster, the family of Neville."""
    found = next(one for one in lex.content.ruleset.parts if one.id == part_id)
    return f"House {HOUSES[found.favours]}" if found.is_house else f"the family of {found.name}"


def sides_lines(lex: Lexicon, view: BoardView, names: Names) -> list[str]:
    """The servants of each House, the neutral, and the heads that are awaited, a line for each
    side."""
    lines = []
    for house, title in (*HOUSES.items(), ("", "Neutral")):
        mine = [
            (not _is_house(lex, side), f"{names(seat)} ({_standing(lex, side)})")
            for seat, side in enumerate(view.sides)
            if side.serves == house and not side.extinct
        ]
        if mine:
            lines.append(f"{title}: {listed([text for _, text in sorted(mine, key=first_of)])}")
    gone = [names(seat) for seat, side in enumerate(view.sides) if side.extinct]
    return [*lines, f"Died out: {listed(gone)}"] if gone else lines


def plays_text(content: Content, view: BoardView, seat: int) -> str:
    """What a seat plays and whom it serves: `House York`, `Percy, serves York`; empty where the
    sides are not given."""
    if not view.sides:
        return ""
    side = view.sides[seat]
    found = next(one for one in content.ruleset.parts if one.id == side.part)
    if found.is_house:
        return f"House {HOUSES[found.favours]}"
    if side.extinct:
        return f"{found.name}, out of play"
    return f"{found.name}, serves {HOUSES.get(side.serves, 'nobody')}"


def first_of(pair: tuple[bool, str]) -> bool:
    """The House comes before its families."""
    return pair[0]


def _is_house(lex: Lexicon, side: SideView) -> bool:
    return next(one.is_house for one in lex.content.ruleset.parts if one.id == side.part)


def _standing(lex: Lexicon, side: SideView) -> str:
    """A part in short, and for how many turns its head is awaited."""
    found = next(one for one in lex.content.ruleset.parts if one.id == side.part)
    name = "the House" if found.is_house else found.name
    return f"{name}, its head in {plural(side.waits, 'turn')}" if side.waits else name


@tells(facts.PartBegan)
def _part_began(lex: Lexicon, event: facts.PartBegan, names: Names) -> Told:
    text = f"{names(event.seat)} plays {part(lex, event.part)}"
    if event.part == event.favours:
        return Told(text, "families-players.1")
    return Told(f"{text}, which serves {HOUSES[event.favours]}", "families-players.8")


@tells(facts.HeirsBegan)
def _heirs_began(lex: Lexicon, event: facts.HeirsBegan, names: Names) -> Told:
    heirs = listed([lex.heir(heir) for heir in event.heirs])
    begin = "start" if len(event.heirs) > 1 else "starts"
    text = f"{heirs} {begin} with {lex.noble(event.noble)} ({names(event.seat)})"
    house = lex.content.heirs[event.heirs[0]].house
    return Told(text, _STARTS[house])


@tells(facts.FamilyServes)
def _family_serves(lex: Lexicon, event: facts.FamilyServes, names: Names) -> Told:
    to = f"House {HOUSES[event.house]} ({names(event.by)})"
    if event.former:
        text = f"{names(event.seat)} betrays House {HOUSES[event.former]} and goes over to {to}"
        return Told(text, "families-switch.1")
    return Told(f"{names(event.seat)} is no longer neutral and serves {to}", "families-neutral.5")


@tells(facts.FamilyRefused)
def _family_refused(lex: Lexicon, event: facts.FamilyRefused, names: Names) -> Told:
    text = f"{names(event.seat)} offers to serve {names(event.by)} and is turned away"
    return Told(text, "families-align.6")


@tells(facts.ConsentGiven)
def _consent_given(lex: Lexicon, event: facts.ConsentGiven, names: Names) -> Told:
    word = "lets" if event.granted else "does not let"
    text = f"{names(event.seat)} {word} {names(event.asker)} crown {lex.heir(event.heir)}"
    return Told(text, "families-turn.2")


@tells(facts.FamilyStandsApart)
def _family_stands_apart(lex: Lexicon, event: facts.FamilyStandsApart, names: Names) -> Told:
    where = lex.spot(event.square, event.inside)
    text = f"{names(event.seat)} leaves House {HOUSES[event.former]} and is neutral."
    text = f"{text} {lex.noble(event.head)} is {where}"
    if event.cards:
        text = f"{text}. Back into the Crown deck: {lex.things(event.cards)}"
    return Told(text, "families-neutral.1")


@tells(facts.CardGiven)
def _card_given(lex: Lexicon, event: facts.CardGiven, names: Names) -> Told:
    card = lex.kind(event.card) if event.card else "a Crown card"
    text = f"{does(names(event.seat), 'give')} {names(event.to)} {card}"
    return Told(text, "families-cards.3")


@tells(facts.HeadFell)
def _head_fell(lex: Lexicon, event: facts.HeadFell, names: Names) -> Told:
    who = f"{lex.noble(event.head)}, head of the family of {names(event.seat)}, is dead"
    if event.die == DIE:
        return Told(f"{who}. The die shows {event.die}: his line dies with him", "families-heads.3")
    turns = plural(event.die, "turn")
    text = f"{who}. The die shows {event.die}: a kinsman takes over after {turns} of the House"
    return Told(text, "families-heads.2")


@tells(facts.LineDiedOut)
def _line_died_out(lex: Lexicon, event: facts.LineDiedOut, names: Names) -> Told:
    text = f"the family of {names(event.seat)} is out of play"
    if event.held:
        text = f"{text}. To the Event discards: {lex.things(event.held)}"
    return Told(text, "families-heads.3")


@tells(facts.HeadReturned)
def _head_returned(lex: Lexicon, event: facts.HeadReturned, names: Names) -> Told:
    text = f"a kinsman of {lex.noble(event.head)} takes over the family of {names(event.seat)}"
    return Told(text, "families-heads.6")
