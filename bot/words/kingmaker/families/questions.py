"""What is asked of the sides: the questions, the buttons, and what is chosen."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Choice, Prompt
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import HOUSES, Lexicon
from bot.words.shape import Names

Facts = dict[str, str]


def _declare_side(lex: Lexicon, about: Facts, names: Names) -> str:
    who = names(int(about["house"]))
    return f"{who} begins a turn. Whom does your family serve from now on?"


def _admission(lex: Lexicon, about: Facts, names: Names) -> str:
    who = names(int(about["family"]))
    return f"{who} wants to serve your House. Once let in, the family cannot be put out. Let it in?"


def _consent_to_crown(lex: Lexicon, about: Facts, names: Names) -> str:
    who, heir = names(int(about["asker"])), lex.heir(about["heir"])
    return f"{who} wants to crown {heir}, who stays with you. Do you agree?"


def _head_returns(lex: Lexicon, about: Facts, names: Names) -> str:
    head = lex.noble(about["noble"])
    return f"A son or a brother takes over as {head}. At which of his castles?"


def declaring_lines(lex: Lexicon, view: BoardView, prompt: Prompt) -> list[str]:
    """What a family should know before it says whom it serves: what going over brings, or how it
    could go over to the other House."""
    house = view.sides[int(prompt.facts["house"])].serves
    if any(offer.verb == "serve_house" for offer in prompt.offers):
        former = view.sides[prompt.seat].serves
        if not former:
            return ["• If that House agrees, you move and fight in its turn now."]
        text = f"If House {HOUSES[house]} agrees, you move and fight in its turn now. House"
        text = f"{text} {HOUSES[former]} may try to win over your nobles, all but your head."
        return [lex.cite(f"• {text}", "families-switch.3")]
    other = next(title for each, title in HOUSES.items() if each != house)
    text = f"If you neither move nor attack this turn, you may go over to House {other} when its"
    return [lex.cite(f"• {text} next turn begins.", "families-switch.1")]


def admitting_lines(lex: Lexicon, view: BoardView, prompt: Prompt) -> list[str]:
    """What a House should know of a family before it lets it in: who comes along, and what the
    family gains if this side wins."""
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


ABOUT: dict[str, Callable[[Lexicon, Facts, Names], str]] = {
    "declare_side": _declare_side,
    "admission": _admission,
    "consent_to_crown": _consent_to_crown,
    "head_returns": _head_returns,
}
"""Questions by kind."""

VERBS: dict[str, tuple[str, str]] = {
    "serve_house": ("Serve this House", "if it agrees, you move and fight in its turns"),
    "stand_apart": ("Become neutral", "your head goes home, and your mercenaries leave you"),
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
"""The buttons, and what they do."""

ASKED: dict[tuple[str, str], str] = {
    ("stand_apart", "castle"): "To which castle does your head go?",
    ("ask_consent", "heir"): "Which heir?",
    ("hand_out", "card"): "Give which card?",
    ("hand_out", "family"): "To which family?",
    ("fetch", "heir"): "Which heir?",
    ("fetch", "noble"): "Who takes him along?",
}
"""What a button asks further."""

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
        f"you give {lex.kind(c.one('card'))} to {names(int(c.one('family')))}, for good."
    ),
    "fetch": lambda lex, c, names: (
        f"{lex.heir(c.one('heir'))} comes out to {lex.noble(c.one('noble'))}."
    ),
}
"""What a choice says once it is made."""
