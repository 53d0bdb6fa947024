"""Cards that are played against what others do: the log, and what is asked about them."""

from __future__ import annotations

from collections.abc import Callable

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


Facts = dict[str, str]


def _evade(lex: Lexicon, about: Facts, names: Names) -> str:
    where = f"Forces have met at {lex.square(about['square'])}"
    text = (
        f"{where}, {about['strength']} against {about['opposed']}. If you hold “Evade Battle”, you"
    )
    return f"{text} may call the fight off: the weaker force leaves."


def _force(lex: Lexicon, about: Facts, names: Names) -> str:
    text = f"The weather holds up the combat at {lex.square(about['square'])}"
    if about["why"] == "evaded":
        text = f"The fight at {lex.square(about['square'])} is evaded"
    sides = f"{about['strength']} against {about['opposed']}"
    return f"{text}, {sides}. If you hold “Force Battle”, you may force the fight after all."


def _slip_away(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"The fight at {lex.square(about['square'])} is evaded. Where does your force go?"


ABOUT: dict[str, Callable[[Lexicon, Facts, Names], str]] = {
    "evade": _evade,
    "force": _force,
    "slip_away": _slip_away,
}
"""What is asked about an evasion, by the kind of question."""
