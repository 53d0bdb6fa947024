"""The log of the sides: who plays which part and serves which House, and what becomes of each line.

The questions about the sides: their text, the buttons, and the choices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.rules.kernel import Choice, Prompt, Seat, with_seats
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.families.heads import DIE
from bot.rules.kingmaker.view import BoardView, SideView
from bot.words.kingmaker.names import HOUSES, Lexicon
from bot.words.kingmaker.telling import says, tells
from bot.words.phrases import Told, does, listed, own, plural
from bot.words.shape import Names

_STARTS = {"lancaster": "families-players.2", "york": "families-players.3"}
"""The rules that say what each House begins with."""


def part(lex: Lexicon, part_id: str) -> str:
    """The name of a part: House Lancaster, the family of Neville."""
    found = next(one for one in lex.content.ruleset.parts if one.id == part_id)
    return f"House {HOUSES[found.favours]}" if found.is_house else f"the family of {found.name}"


def sides_lines(lex: Lexicon, view: BoardView, names: Names) -> list[str]:
    """A line for each side: who serves each House, who is neutral and who has died out, and how
    long the families' heads stay away.
    """
    lines = []
    for house, title in (*HOUSES.items(), ("", "Neutral")):
        mine = [
            (not _is_house(lex, side), f"{names(seat)} ({_standing(lex, side)})")
            for seat, side in with_seats(view.sides)
            if side.serves == house and not side.extinct
        ]
        if mine:
            lines.append(f"{title}: {listed([text for _, text in sorted(mine, key=first_of)])}")
    gone = [names(seat) for seat, side in with_seats(view.sides) if side.extinct]
    return [*lines, f"Died out: {listed(gone)}"] if gone else lines


def plays_text(content: Content, view: BoardView, seat: Seat) -> str:
    """The part a seat plays and the House it serves: `House York`, `Percy, serves York`; empty if
    there are no sides."""
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
    """A sort key that puts the House before its families."""
    return pair[0]


def _is_house(lex: Lexicon, side: SideView) -> bool:
    return next(one.is_house for one in lex.content.ruleset.parts if one.id == side.part)


def _standing(lex: Lexicon, side: SideView) -> str:
    """A part in brief, and how many more turns its head stays away."""
    found = next(one for one in lex.content.ruleset.parts if one.id == side.part)
    name = "the House" if found.is_house else found.name
    return f"{name}, its head back in {plural(side.waits, 'turn')}" if side.waits else name


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


says(
    facts.FamilyRefused,
    "{seat:seat} offers to serve {by:seat} and is turned away",
    "families-align.6",
)
says(
    facts.ConsentGiven,
    "{seat:seat} {granted:lets|does not let} {asker:seat} crown {heir:heir}",
    "families-turn.2",
)


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
    who = f"{lex.noble(event.head)}, head of {own(names(event.seat))} family, is dead"
    if event.die == DIE:
        return Told(f"{who}. The die shows {event.die}: his line dies with him", "families-heads.3")
    turns = plural(event.die, "turn")
    text = f"{who}. The die shows {event.die}: a kinsman takes over once the House has had {turns}"
    return Told(text, "families-heads.2")


@tells(facts.LineDiedOut)
def _line_died_out(lex: Lexicon, event: facts.LineDiedOut, names: Names) -> Told:
    text = f"{own(names(event.seat))} family is out of play"
    if event.held:
        text = f"{text}. To the Event discards: {lex.things(event.held)}"
    return Told(text, "families-heads.3")


says(
    facts.HeadReturned,
    "a kinsman of {head:noble} takes over {seat:own} family",
    "families-heads.6",
)


Facts = Mapping[str, str]


def declaring_lines(lex: Lexicon, view: BoardView, prompt: Prompt) -> list[str]:
    """Advice to a family choosing a House: what joining brings, or how it could change to the other
    House."""
    house = view.sides[int(prompt.facts["house"])].serves
    if any(offer.verb == "serve_house" for offer in prompt.offers):
        former = view.sides[prompt.seat].serves
        if not former:
            return ["• If that House agrees, you move and fight in its turn now."]
        text = f"If House {HOUSES[house]} agrees, you move and fight in its turn now. House"
        text = f"{text} {HOUSES[former]} may try to win over all your nobles but the head."
        return [lex.cite(f"• {text}", "families-switch.3")]
    other = next(title for each, title in HOUSES.items() if each != house)
    text = f"If you neither move nor attack this turn, you may go over to House {other} when its"
    return [lex.cite(f"• {text} next turn begins.", "families-switch.1")]


def admitting_lines(lex: Lexicon, view: BoardView, prompt: Prompt) -> list[str]:
    """Advice to a House that may admit a family: who comes with it, and what the family gains if
    this side wins."""
    family = int(prompt.facts["family"])
    mine = [noble for noble, seen in view.nobles.items() if seen.seat == family]
    troops = sum(view.nobles[noble].troops for noble in mine)
    part = next(p for p in lex.content.ruleset.parts if p.id == view.sides[family].part)
    at_home = part.favours == view.sides[prompt.seat].serves
    share, rule = (
        ("half", "families-victory.10") if at_home else ("a quarter", "families-victory.11")
    )
    gain = f"• If your side wins, the family’s points grow by {share} too."
    found = [lex.cite(gain, rule)]
    if not mine:
        return found
    return [f"• It brings {lex.nobles(mine)}, {troops} troops.", *found]


ABOUT: dict[str, str | Callable[[Lexicon, Facts, Names], str]] = {
    "declare_side": "{house:seat} begins a turn. Whom does your family serve from now on?",
    "admission": (
        "{family:seat} wants to serve your House. Once let in, the family cannot be put out. Let "
        "it in?"
    ),
    "consent_to_crown": (
        "{asker:seat} wants to crown {heir:heir}, who stays with you. Do you agree?"
    ),
    "head_returns": "A son or a brother takes over as {noble:noble}. At which of his castles?",
}
"""The texts of the questions, by kind."""

VERBS: dict[str, tuple[str, str]] = {
    "serve_house": ("Serve this House", "if it agrees, you move and fight in its turns"),
    "stand_apart": ("Become neutral", "your family’s head goes home, and your mercenaries leave"),
    "stay_loyal": ("Stay as you are", "nothing changes"),
    "admit": ("Let them in", "the family serves your House from now on"),
    "turn_away": ("Turn them away", "the family stays where it is"),
    "ask_consent": (
        "Ask for an heir",
        "ask a family on your side if you may crown its heir",
    ),
    "let_crown": ("Let him be crowned", "your House crowns him, and he stays with you"),
    "deny_crown": ("Refuse", "he is not crowned"),
    "hand_out": ("Give to a family", "for good: you cannot take it back"),
    "fetch": ("Fetch an heir", "an heir of your House comes out to one of your nobles"),
}
"""The buttons and what they do."""

ASKED: dict[tuple[str, str], str] = {
    ("stand_apart", "castle"): "Which castle does the head of your family go to?",
    ("ask_consent", "heir"): "Which heir?",
    ("hand_out", "card"): "Which card do you give?",
    ("hand_out", "family"): "To which family?",
    ("fetch", "heir"): "Which heir?",
    ("fetch", "noble"): "Who takes him along?",
}
"""The questions that follow a button."""

CHOSEN: dict[str, Callable[[Lexicon, Choice, Names], str]] = {
    "serve_house": lambda lex, c, names: "your family is ready to serve this House.",
    "stand_apart": lambda lex, c, names: (
        f"your family is neutral, and its head goes to {lex.place(c.one('castle'))}."
    ),
    "stay_loyal": lambda lex, c, names: "your family stays as it is.",
    "admit": lambda lex, c, names: "you let the family in.",
    "turn_away": lambda lex, c, names: "you turn the family away.",
    "ask_consent": lambda lex, c, names: (
        f"you ask whether you may crown {lex.heir(c.one('heir'))}."
    ),
    "let_crown": lambda lex, c, names: "you let your House crown him.",
    "deny_crown": lambda lex, c, names: "you do not let him be crowned.",
    "hand_out": lambda lex, c, names: (
        f"you give {lex.kind(c.one('card'))} to {names(Seat(int(c.one('family'))))}, for good."
    ),
    "fetch": lambda lex, c, names: (
        f"{lex.heir(c.one('heir'))} comes out to {lex.noble(c.one('noble'))}."
    ),
}
"""The sentence for each choice once it is made."""
