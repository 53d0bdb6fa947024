"""The log of what a moderator mended."""

from __future__ import annotations

from bot.rules.kingmaker.corrections import Corrected
from bot.rules.kingmaker.words_names import Lexicon
from bot.rules.kingmaker.words_telling import tells
from bot.rules.phrases import Told
from bot.rules.words import Names


@tells(Corrected)
def _corrected(lex: Lexicon, event: Corrected, names: Names) -> Told | None:
    if event.how in ("moved", "revived"):
        verb = "is put" if event.how == "moved" else "lives again,"
        return Told(f"{lex.piece(event.thing)} {verb} {lex.spot(event.square, event.inside)}")
    if event.seat is None:
        return None
    who = names(event.seat)
    if event.how == "phase":
        return Told(f"the turn of {who} goes on with the {event.thing} phase")
    card = lex.kind(event.thing) if event.thing else "a card"
    if event.how == "to_hand":
        return Told(f"{who} is given {card}")
    return Told(f"{card} is taken from {who}")
