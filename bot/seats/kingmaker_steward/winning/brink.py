"""Who wins with the next blow is stopped: his King, his sieges and his motions."""

from __future__ import annotations

from collections.abc import Iterable

from bot.seats.kingmaker_steward.outlook import Outlook

STOPPED = 60.0
"""What it is worth to take the King of who is on the brink of victory, in points."""

_TURNS_LEFT = 2
"""A player who must hold the sole King for so many turns more is on the brink."""


def on_the_brink(outlook: Outlook) -> frozenset[int]:
    """The seats of others that win by one blow more."""
    return near_victory(outlook) - {outlook.seat}


def near_victory(outlook: Outlook) -> frozenset[int]:
    """The seats that win by one blow more, whoever looks.

    Where the last King wins: who holds one, while all the heirs of others stand in one place.
    Where turns are counted: who reigns and lacks two at most.
    """
    found: frozenset[int] | None = outlook.known.get(near_victory)
    if found is None:
        found = outlook.known[near_victory] = frozenset(_by_turns(outlook) | _by_kings(outlook))
    return found


def _by_turns(outlook: Outlook) -> set[int]:
    reign = outlook.view.reign
    if reign is None:
        return set()
    return {reign.seat} if reign.turns + _TURNS_LEFT >= reign.needed else set()


def _by_kings(outlook: Outlook) -> set[int]:
    if not outlook.last_heirs_win:
        return set()
    seats = {outlook.heir_seat(king) for king in outlook.kings}
    return {seat for seat in seats if seat is not None and len(_strongholds(outlook, seat)) < 2}


def _strongholds(outlook: Outlook, seat: int) -> set[tuple[str | None, str | None]]:
    """Where the heirs stand who are not a seat's."""
    nobles, heirs = outlook.nobles, outlook.view.heirs
    found: set[tuple[str | None, str | None]] = set()
    for heir in outlook.living:
        if outlook.heir_seat(heir) != seat:
            keeper = nobles.get(heirs[heir].holder or "")
            who = heirs[heir] if keeper is None else keeper
            found.add((who.square, who.inside))
    return found


def crowns_taken(outlook: Outlook, heirs: Iterable[str]) -> float:
    """What it is worth besides that these heirs are taken from who is on the brink, in points."""
    near = on_the_brink(outlook)
    taken = [h for h in heirs if outlook.view.heirs[h].crowned and outlook.heir_seat(h) in near]
    return STOPPED if taken else 0.0


def last_hope(outlook: Outlook, nobles: Iterable[str]) -> float:
    """What it is worth besides that these nobles of others are beaten off, in points.

    They besiege the last place of heirs that keeps their player from victory, or are as strong as
    they who are in it and stand before it.
    """
    near = on_the_brink(outlook)
    besiegers = {
        noble
        for place, siege in outlook.view.sieges.items()
        if siege.seat in near and _keeps_heirs(outlook, place)
        for noble in siege.besiegers
    }
    return STOPPED if besiegers.intersection(nobles) else 0.0


def _keeps_heirs(outlook: Outlook, place: str) -> bool:
    return any(outlook.heirs_with(noble) for noble in outlook.within.get(place, ()))
