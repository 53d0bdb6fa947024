"""The log of the sides: who plays which part, whom he serves, and what becomes of his line."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told
from bot.words.shape import Names

HOUSES = {"lancaster": "Lancaster", "york": "York"}


def part(lex: Lexicon, part_id: str) -> str:
    """What a part is called: House Lancaster, the family of Neville."""
    found = next(one for one in lex.content.ruleset.parts if one.id == part_id)
    return f"House {HOUSES[found.favours]}" if found.is_house else f"the family of {found.name}"


@tells(facts.PartBegan)
def _part_began(lex: Lexicon, event: facts.PartBegan, names: Names) -> Told:
    text = f"{names(event.seat)} plays {part(lex, event.part)}"
    if event.part == event.favours:
        return Told(text, "families-players.1")
    return Told(f"{text}, which serves {HOUSES[event.favours]}", "families-players.8")
