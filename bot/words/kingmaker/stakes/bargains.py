"""What a bargain is about: each thing of a deal or a ransom with what it is worth, and what if."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.kingmaker.state import Deal
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.expansion import captives
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.options import thing_facts
from bot.words.phrases import described, own
from bot.words.shape import Names

_GOODS = {
    "places": "place",
    "ships": "ship",
    "beside": "beside",
    "heirs": "heir",
    "cards": "hand",
    "held": "held",
}
"""The parts of a ransom, and what such things are called in deals."""


def deal_lines(lex: Lexicon, view: BoardView, deal: Deal, names: Names) -> list[str]:
    """What each thing of a deal is, and how long the deal stands."""
    lines = _things(lex, view, (*deal.give, *deal.take))
    return [*lines, f"It lapses when {own(names(deal.giver))} next turn begins."]


def price_lines(lex: Lexicon, view: BoardView, about: dict[str, str]) -> list[str]:
    """What each thing of a ransom is, and what the captor gets if he refuses it."""
    tokens = [
        f"{kind}:{thing}"
        for goods, kind in _GOODS.items()
        for thing in about.get(goods, "").split(",")
        if thing
    ]
    spoils = lex.content.ruleset.use.captives == "spoils"
    left = "his cards" if spoils else "nothing"
    return [
        *_things(lex, view, tokens),
        *([captives.bargain(lex, about)] if about.get("draws") else []),
        f"{_captive(lex, view, about['noble'])}."
        f" If you refuse for good, he dies and you get {left}.",
    ]


def captive_lines(lex: Lexicon, view: BoardView, about: dict[str, str], names: Names) -> list[str]:
    """What a captive is worth to the player who is asked to ransom him, and what if he does not."""
    pardons = [card for card in view.hand if lex.content.crown[card].kind == "pardon"]
    by_draws = lex.content.ruleset.ransom_by_draws
    unless = ". You hold a King’s Pardon and are asked first" if pardons else ""
    return [
        f"{_captive(lex, view, about['noble'])}. If {names(int(about['captor']))} refuses for good,"
        f" he is put to death{unless}.",
        *([captives.meaning(names(int(about["captor"])))] if by_draws else []),
    ]


def _captive(lex: Lexicon, view: BoardView, noble: str) -> str:
    facts = [f for f in Lookout(lex, view).noble_facts(noble) if f != "captive"]
    return f"{lex.piece(noble)}: {', '.join(facts)}" if facts else lex.piece(noble)


def _things(lex: Lexicon, view: BoardView, tokens: Iterable[str]) -> list[str]:
    look = Lookout(lex, view)
    told = [thing_facts(look, token) for token in tokens]
    return [f"• {name}: {described(facts)}" for name, facts in told if facts]
