"""What Event cards began and still goes on, in words."""

from __future__ import annotations

from bot.rules.kingmaker.state import Spell
from bot.words.kingmaker.expansion.allegiance import tired
from bot.words.kingmaker.names import Lexicon
from bot.words.phrases import own, plural
from bot.words.shape import Names

_RULES = {
    "catastrophe": "ishkibibble-catastrophe.1",
    "excommunication": "ishkibibble-excommunication.3",
    "defeatism": "ishkibibble-defeatism.2",
    "vacillating": "ishkibibble-vacillating.1",
}


def name(kind: str) -> str:
    """What it is called."""
    return kind.capitalize()


def spell(lex: Lexicon, found: Spell, names: Names) -> str:
    """One of them on the sheet of the table: what it does, and how long it lasts."""
    whose, turns = own(names(found.seat)), plural(found.turns, "turn")
    if found.kind == "catastrophe":
        text = f"Catastrophe until {turns} of {names(found.seat)} have begun: titles, offices and"
        return lex.cite(f"{text} bishops bring no troops", _RULES[found.kind])
    if found.kind == "excommunication":
        text = (
            f"Excommunicated: {whose} faction, until it draws a bishop or a town. Cathedral towns"
        )
        return lex.cite(f"{text} are closed to it", _RULES[found.kind])
    if found.kind == "vacillating":
        return lex.cite(tired(lex.noble(found.noble), found.seat, names), _RULES[found.kind])
    text = f"Defeatism for {turns} of {names(found.seat)}: {whose} faction may only move"
    return lex.cite(text, _RULES[found.kind])
