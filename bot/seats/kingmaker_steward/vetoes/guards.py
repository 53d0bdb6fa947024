"""Heirs behind walls keep men enough beside them that nobody takes the place at once, and who are
besieged are relieved."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.vetoes.shelter import keepers, walls
from bot.seats.kingmaker_steward.vetoes.sieges import doomed

TAKEN = 0.5
"""How often heirs are lost in a place that others can take at once."""

_RELIEVED = 0.4
"""What part of their worth it is to relieve besieged nobles who would hold out for now."""


def guards(outlook: Outlook) -> dict[str, tuple[str, ...]]:
    """Who must stay with keepers of heirs so that no other side can take the place in its next
    turn, by place: the fewest who are enough, so that the strongest go. Nobody where even all are
    too few."""
    found: dict[str, tuple[str, ...]] | None = outlook.known.get(guards)
    if found is None:
        found = outlook.known[guards] = {}
        for place_id, within in outlook.within.items():
            mine = [n for n in within if outlook.nobles[n].seat == outlook.seat]
            kept = keepers(outlook, mine)
            if not kept or len(kept) == len(mine) or walls(outlook, mine[0]) is None:
                continue
            place = outlook.board.places[place_id]
            spare = place.garrison + outlook.total(mine) - outlook.threat(place.square) - 1
            if spare < 0:
                continue
            stay = [n for n in mine if n not in kept]
            for noble in sorted(stay, key=lambda n: (-outlook.power(n), n)):
                if outlook.power(noble) <= spare:
                    stay.remove(noble)
                    spare -= outlook.power(noble)
            if stay:
                found[place_id] = tuple(stay)
    return found


def left_by(outlook: Outlook, party: Collection[str]) -> list[str]:
    """The keepers of heirs whom a party would leave with too few."""
    places = [place for place, stay in guards(outlook).items() if set(stay) & set(party)]
    inside = {n for place in places for n in outlook.within[place] if n in outlook.mine}
    return sorted(keepers(outlook, inside - set(party)))


def relieved(outlook: Outlook, nobles: Iterable[str]) -> list[tuple[str, float]]:
    """The nobles of this seat whom it would relieve to beat these nobles of others, each with the
    part of his worth that it is."""
    beaten = set(nobles)
    found: list[tuple[str, float]] = []
    for place, siege in outlook.view.sieges.items():
        if siege.seat == outlook.seat or beaten.isdisjoint(siege.besiegers):
            continue
        share = 1.0 if doomed(outlook, place) else _RELIEVED
        inside = (n for n in outlook.within.get(place, ()) if n in outlook.mine)
        found += [(noble, share) for noble in inside]
    return found
