"""How strong the factions are, and how much a steward minds what another one gains."""

from __future__ import annotations

from bot.seats.kingmaker_steward.picture import Picture
from bot.seats.kingmaker_steward.worth import heir_worth, noble_worth

_PLACE = 0.4
_CARD = 1.0


def might(picture: Picture, seat: int) -> float:
    """What a faction has, in points, as far as everybody can see it."""
    return _mights(picture)[seat]


def _mights(picture: Picture) -> list[float]:
    found: list[float] | None = picture.known.get(might)
    if found is None:
        found = picture.known[might] = [_CARD * s.hand for s in picture.view.seats]
        for key, noble in picture.nobles.items():
            found[noble.seat] += noble_worth(picture, key)
        for heir in picture.living:
            seat = picture.heir_seat(heir)
            if seat is not None:
                found[seat] += heir_worth(picture, heir)
        for holder in picture.view.control.values():
            found[picture.nobles[holder].seat] += _PLACE
    return found


def rivalry(picture: Picture, seat: int, eyes: int) -> float:
    """How dangerous a seat is in the eyes of another one; 1 is as strong as the average."""
    mights = _mights(picture)
    average = sum(mights) / len(mights)
    if seat == eyes or average <= 0:
        return 0.0
    return mights[seat] / average


def weakest_rival(picture: Picture, eyes: int) -> int | None:
    """The weakest seat but one's own, if there are several others."""
    others = [seat for seat in range(len(picture.view.seats)) if seat != eyes]
    if len(others) < 2:
        return None
    return min(others, key=lambda seat: (might(picture, seat), seat))
