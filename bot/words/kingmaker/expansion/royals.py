"""The log of what Event cards do to heirs and Kings."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told, listed
from bot.words.shape import Names

_TREATIES = {
    "continent": ("with France", "ishkibibble-treatyfrance"),
    "scotland": ("with Scotland", "ishkibibble-treatyscotland"),
}


def treaty(land: str) -> str:
    """The other side of a treaty that opens a land."""
    return _TREATIES[land][0]


@tells(facts.TreatyMade)
def _treaty_made(lex: Lexicon, event: facts.TreatyMade, names: Names) -> Told:
    other, rows = _TREATIES[event.land]
    return Told(f"{lex.heir(event.king)} makes a treaty {other}", f"{rows}.1")


@tells(facts.TreatyEnded)
def _treaty_ended(lex: Lexicon, event: facts.TreatyEnded, names: Names) -> Told:
    other, rows = _TREATIES[event.land]
    return Told(f"the treaty {other} is over", "" if event.by == "correction" else f"{rows}.4")


@tells(facts.HuntRolled)
def _hunt_rolled(lex: Lexicon, event: facts.HuntRolled, names: Names) -> Told:
    kings = listed(map(lex.heir, event.kings))
    verb = "hunts" if len(event.kings) == 1 else "hunt"
    text = f"{kings} {verb}" if kings else "it rains, and nobody hunts"
    return Told(f"the die shows {event.die}: {text}", "ishkibibble-hunt.2")


@tells(facts.RodeAlong)
def _rode_along(lex: Lexicon, event: facts.RodeAlong, names: Names) -> Told:
    verb = "rides" if len(event.nobles) == 1 else "ride"
    text = f"{lex.nobles(event.nobles)} {verb} along to {lex.square(event.square)}"
    return Told(text, "ishkibibble-hunt.1")


@tells(facts.RoyalDeathRolled)
def _royal_death(lex: Lexicon, event: facts.RoyalDeathRolled, names: Names) -> Told | None:
    one, two = event.dice
    shown = f"the dice show {one} and {two}: {lex.heir(event.heir)}"
    if event.dies:
        return Told(shown, "ishkibibble-death.1")
    return Told(f"{shown} is not alive, so nobody dies", "ishkibibble-death.2")


@tells(facts.HeirEscaped)
def _heir_escaped(lex: Lexicon, event: facts.HeirEscaped, names: Names) -> Told:
    text = f"{lex.heir(event.heir)} flees from {names(event.seat)} to {lex.place(event.place)}"
    return Told(text, "ishkibibble-escape.1")


_REGIONS = {
    1: "in Devon and Cornwall",
    2: "in Wales",
    3: "between Trent and Tees",
    4: "north of the Tees",
    5: "near Lynn",
    6: "near Plymouth",
}


@tells(facts.HeirBorn)
def _heir_born(lex: Lexicon, event: facts.HeirBorn, names: Names) -> Told:
    dice = f"the dice show {event.house_die} and {event.region_die}"
    text = f"{dice}: {lex.heir(event.heir)} of {lex.house(event.house)} is born"
    return Told(f"{text} in {lex.place(event.place)}", "ishkibibble-birth.2")


@tells(facts.PretenderRose)
def _pretender_rose(lex: Lexicon, event: facts.PretenderRose, names: Names) -> Told:
    text = f"the die shows {event.die}: a pretender, {lex.heir(event.heir)}, rises in"
    men = f"{event.men} men {_REGIONS[event.die]}"
    return Told(f"{text} {lex.place(event.place)}, with {men}", "ishkibibble-pretender.4")


@tells(facts.PretendersUnmasked)
def _unmasked(lex: Lexicon, event: facts.PretendersUnmasked, names: Names) -> Told:
    text = f"{names(event.seat)} unmasks {lex.heirs(event.heirs)}"
    return Told(text, "ishkibibble-revealed.1")
