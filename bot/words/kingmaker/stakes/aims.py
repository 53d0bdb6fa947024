"""Buttons that say what they are aimed at, where there is but one thing."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Offer
from bot.rules.kingmaker.prospects.odds import forces_at
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import Lexicon
from bot.words.phrases import cut, listed
from bot.words.shape import VERB_LIMIT

_PLACES = {
    "enter": "Go inside {}",
    "lay": "Lay siege to {}",
    "join": "Join the siege of {}",
    "conclude": "Conclude the siege of {}",
    "storm": "Storm {}",
    "storm_with_french": "Storm {} with the French",
    "conclude_with_french": "Take {} with the French",
}
_FORCES = {
    "attack": "Attack {}",
    "attack_with_french": "Attack {} with the French",
    "ambush": "Lie in ambush for {}",
}


def aimed(lex: Lexicon, offers: Sequence[Offer], view: BoardView) -> str | None:
    """The button with its only target: `Attack Neville`, `Lay siege to Durham`; else None."""
    verb = offers[0].verb
    if verb in _PLACES:
        places = {place for offer in offers for place in offer.field("place").candidates}
        return _label(_PLACES[verb], lex.place(places.pop())) if len(places) == 1 else None
    if verb in _FORCES:
        targets = {(o.field("square").candidates, o.field("against").candidates) for o in offers}
        if len(targets) != 1:
            return None
        ((square,), (foe,)) = targets.pop()
        named = next((f.candidates for f in offers[0].fields if f.name == "foes"), ())
        here = named or forces_at(lex.content, view, square).get(int(foe), ())
        return _label(_FORCES[verb], _force(lex, view, here))
    if verb == "attack_at_sea":
        fleets = {(o.field("against").candidates, o.field("sea").candidates) for o in offers}
        if len(fleets) != 1:
            return None
        ((foe, *others), (sea, *elsewhere)) = fleets.pop()
        alone = not others and not elsewhere
        return _label("Attack {} at sea", _fleet(lex, view, sea, int(foe))) if alone else None
    if verb == "crown":
        heirs = {heir for offer in offers for heir in offer.field("heir").candidates}
        return _label("Crown {}", lex.kind(heirs.pop())) if len(heirs) == 1 else None
    return None


def _force(lex: Lexicon, view: BoardView, here: Sequence[str]) -> str:
    """The nobles of a force, the strongest first: `Neville and Roos`, `Neville and 2 more`."""
    found = sorted(here, key=lambda noble: -view.nobles[noble].troops)
    names = [lex.kind(noble) for noble in found]
    if len(names) > 2:
        names = [names[0], f"{len(names) - 1} more"]
    return listed(names)


def _fleet(lex: Lexicon, view: BoardView, sea: str, foe: int) -> str:
    """The ships that a player commands in a sea space: `Le Swan`, `Le Swan and 2 more`."""
    names = [
        lex.kind(key)
        for key, ship in view.ships.items()
        if ship.sea == sea and (ship.seat if ship.master is None else ship.master) == foe
    ]
    if len(names) > 2:
        names = [names[0], f"{len(names) - 1} more"]
    return listed(names)


def _label(text: str, target: str) -> str | None:
    return cut(text.format(target), VERB_LIMIT) if target else None
