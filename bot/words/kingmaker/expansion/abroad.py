"""The log of refuges abroad, and of bands that wait in Ireland."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told, own
from bot.words.shape import Names


@tells(facts.RefugeOpened)
def _refuge_opened(lex: Lexicon, event: facts.RefugeOpened, names: Names) -> Told:
    who, land = names(event.seat), lex.place(event.land)
    text = f"{who} plays a Refuge card: {land} is open to {own(who)} nobles this phase"
    return Told(text, "ishkibibble-refuge.2")


@tells(facts.RefugeLeft)
def _refuge_left(lex: Lexicon, event: facts.RefugeLeft, names: Names) -> Told:
    verb, land = "is" if len(event.nobles) == 1 else "are", lex.place(event.land)
    text = f"{lex.nobles(event.nobles)} {verb} put out of {land} and {verb} now at"
    return Told(f"{text} {lex.square(event.square)}", "ishkibibble-refuge.3")


@tells(facts.RefugeOver)
def _refuge_over(lex: Lexicon, event: facts.RefugeOver, names: Names) -> Told:
    text = f"{own(names(event.seat))} refuge in {lex.place(event.land)} is over"
    return Told(f"{text} after {event.turns} turns", "ishkibibble-refuge.5")


@tells(facts.CardWaits)
def _card_waits(lex: Lexicon, event: facts.CardWaits, names: Names) -> Told:
    office = lex.kind(lex.content.ruleset.raised_by[event.card])
    text = f"{names(event.seat)} draws {lex.kind(event.card)}, who wait beside the board"
    return Told(f"{text} for the {office}", "ishkibibble-kerns.2")


@tells(facts.AmnestyBegan)
def _amnesty_began(lex: Lexicon, event: facts.AmnestyBegan, names: Names) -> Told:
    verb = "is" if len(event.nobles) == 1 else "are"
    text = f"{lex.nobles(event.nobles)} {verb} trapped in {lex.place(event.port)} and may stay"
    return Told(f"{text} there until they can leave", "ishkibibble-amnesty.1")
