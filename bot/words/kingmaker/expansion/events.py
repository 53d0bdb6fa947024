"""The log of the Event cards of both expansions."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told, plural
from bot.words.shape import Names


@tells(facts.BandLeft)
def _band_left(lex: Lexicon, event: facts.BandLeft, names: Names) -> Told:
    text = f"{lex.kind(event.card)} from {lex.noble(event.noble)} ({names(event.seat)})"
    return Told(text, "ishkibibble-strife.1", "strife", "Mercenaries quarrel and go home: ")


@tells(facts.Betrayed)
def _betrayed(lex: Lexicon, event: facts.Betrayed, names: Names) -> Told:
    if event.audience is not None:
        return Told(f"you lose {lex.things(event.cards)} from your hand", "ishkibibble-treachery.1")
    lost = plural(event.count, "hidden card")
    return Told(f"{names(event.seat)} loses {lost} by treachery", "ishkibibble-treachery.1")
