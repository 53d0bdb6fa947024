"""Storms of places and sieges announced: the log, and the odds (revised siege)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.card_odds import CardOdds, storm_odds
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told, own
from bot.words.shape import Names


@tells(facts.WallsStormed)
def _walls_stormed(lex: Lexicon, event: facts.WallsStormed, names: Names) -> Told:
    text = (
        f"{names(event.seat)} storms {lex.place(event.place)}:"
        f" {lex.nobles(event.attackers)} ({event.strength}) against {event.defence}"
    )
    if event.defenders:
        text += f", {lex.nobles(event.defenders)} inside"
    return Told(text, "ishkibibble-siege.2")


@tells(facts.StormDecided)
def _storm_decided(lex: Lexicon, event: facts.StormDecided, names: Names) -> Told:
    who, place = own(names(event.seat)), lex.place(event.place)
    if event.outcome == "taken":
        return Told(f"{who} storm of {place} succeeds", "ishkibibble-siege.3")
    if event.outcome == "repelled":
        return Told(f"{who} storm of {place} is beaten back", "ishkibibble-siege.2")
    return Told(f"{who} storm of {place} decides nothing", "ishkibibble-siege.2")


def storm_chances(odds: CardOdds) -> str:
    """`win 40%, lose 12%, undecided 48%`, the weather counted."""
    won, lost, rest = (round(100 * odds.chance(wins)) for wins in (True, False, None))
    return f"win {won}%, lose {lost}%, undecided {rest}%"


def storm_lines(
    lex: Lexicon, view: BoardView, place: str, attackers: Sequence[str], *, spend: bool = False
) -> list[str]:
    """What a storm of a place would bring, and when a siege of it is decided."""
    odds = storm_odds(lex.content, view, place, attackers, spend=spend)
    return [
        lex.cite(f"Storm it now: {storm_chances(odds)}.", "ishkibibble-siege.2"),
        lex.cite("A siege announced now is decided in your next combat.",
                 "ishkibibble-siege.4"),
    ]  # fmt: skip
