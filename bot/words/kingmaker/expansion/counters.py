"""The log of cards that are played against what others do."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told
from bot.words.shape import Names


@tells(facts.BattleEvaded)
def _evaded(lex: Lexicon, event: facts.BattleEvaded, names: Names) -> Told:
    text = f"{names(event.seat)} plays “Evade Battle” at {lex.square(event.square)}"
    return Told(text, "ishkibibble-evade.1")


@tells(facts.BattleForced)
def _forced(lex: Lexicon, event: facts.BattleForced, names: Names) -> Told:
    against = "the evasion" if event.evaded else "the weather"
    text = f"{names(event.seat)} plays “Force Battle” against {against}"
    return Told(f"{text}: another card decides", "ishkibibble-force.1")
