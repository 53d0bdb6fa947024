"""How strong the factions are, and how much a steward minds another faction's gains."""

from __future__ import annotations

from bot.rules.kernel import Seat, every_seat
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.winning import near_victory
from bot.seats.kingmaker_steward.worth import heir_weight, noble_worth

_PLACE = 0.4
_CARD = 1.0
_BRINK = 2.0


def might(outlook: Outlook, seat: Seat) -> float:
    """What a faction visibly has, in points."""
    return _mights(outlook)[seat]


def _mights(outlook: Outlook) -> list[float]:
    found: list[float] | None = outlook.known.get(might)
    if found is None:
        found = outlook.known[might] = [_CARD * s.hand for s in outlook.view.seats]
        for key, noble in outlook.nobles.items():
            found[noble.seat] += noble_worth(outlook, key)
        for heir in outlook.living:
            seat = outlook.heir_seat(heir)
            if seat is not None:
                found[seat] += heir_weight(outlook, heir)
        for holder in outlook.view.control.values():
            found[outlook.nobles[holder].seat] += _PLACE
    return found


def share(outlook: Outlook, seat: Seat) -> float:
    """How strong a player looks; 1 is average."""
    mights = _mights(outlook)
    average = sum(mights) / len(mights)
    return mights[seat] / average if average > 0 else 0.0


def rivalry(outlook: Outlook, seat: Seat, eyes: Seat) -> float:
    """How dangerous one seat is in the eyes of another; 1 is average.

    A player who is one blow from winning is at least twice as dangerous as the average.
    """
    if seat == eyes:
        return 0.0
    return max(share(outlook, seat), _BRINK if seat in near_victory(outlook) else 0.0)


def weakest_rival(outlook: Outlook, eyes: Seat) -> Seat | None:
    """The weakest of a seat's rivals; None unless it has at least two."""
    others = [seat for seat in every_seat(len(outlook.view.seats)) if seat != eyes]
    if len(others) < 2:
        return None
    return min(others, key=lambda seat: (might(outlook, seat), seat))
