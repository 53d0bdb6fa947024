"""The players who can win with their next blow, and those who should not end the game yet.

Also here: what decides the game, and what wins it now.

To stop a player who could win with his next blow, a steward strikes at his King, his sieges and his
motions.

If points decide, nobody ends the game himself unless he would win it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from bot.rules.kernel import Seat, every_seat
from bot.rules.kingmaker.ids import NO_NOBLE, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.tables import BONUSES
from bot.rules.kingmaker.victory.points import of_card, of_ship, of_town
from bot.seats.kingmaker_steward.outlook import Outlook


def decides(outlook: Outlook, nobles: Iterable[NobleId], heirs: Collection[HeirId]) -> bool:
    """Whether the others are left without an heir if these nobles, with the heirs they keep, and
    these other heirs are taken.

    If victory is counted in turns or points, taking all heirs decides nothing.
    """
    if not outlook.last_heirs_win or not outlook.my_heirs or not outlook.other_heirs:
        return False
    taken = {*heirs, *(heir for noble in nobles for heir in outlook.heirs_with(noble))}
    return taken.issuperset(outlook.other_heirs)


STOPPED = 60.0
"""How many points it is worth to take the King of a player on the brink of victory."""

_TURNS_LEFT = 2
"""A player who must hold the sole King for at most this many more turns is on the brink."""


def on_the_brink(outlook: Outlook) -> frozenset[Seat]:
    """The other seats that are one blow from winning."""
    return near_victory(outlook) - {outlook.seat}


def near_victory(outlook: Outlook) -> frozenset[Seat]:
    """The seats that are one blow from winning, no matter who is looking.

    If the last King wins, this is the player who holds a King while all the others' heirs are in
    one place. If turns are counted, it is the player who reigns and needs at most two more.
    """
    found: frozenset[Seat] | None = outlook.known.get(near_victory)
    if found is None:
        found = outlook.known[near_victory] = frozenset(_by_turns(outlook) | _by_kings(outlook))
    return found


def _by_turns(outlook: Outlook) -> set[Seat]:
    reign = outlook.view.reign
    if reign is None:
        return set()
    return {reign.seat} if reign.turns + _TURNS_LEFT >= reign.needed else set()


def _by_kings(outlook: Outlook) -> set[Seat]:
    if not outlook.last_heirs_win:
        return set()
    seats = {outlook.heir_seat(king) for king in outlook.kings}
    return {seat for seat in seats if seat is not None and len(_strongholds(outlook, seat)) < 2}


def _strongholds(outlook: Outlook, seat: Seat) -> set[tuple[str | None, str | None]]:
    """The places of all the heirs whom a seat does not hold."""
    nobles, heirs = outlook.nobles, outlook.view.heirs
    found: set[tuple[str | None, str | None]] = set()
    for heir in outlook.living:
        if outlook.heir_seat(heir) != seat:
            keeper = nobles.get(heirs[heir].holder or NO_NOBLE)
            who = heirs[heir] if keeper is None else keeper
            found.add((who.square, who.inside))
    return found


def crowns_taken(outlook: Outlook, heirs: Iterable[HeirId]) -> float:
    """How many more points these heirs are worth if a King of a player on the brink is among
    them."""
    near = on_the_brink(outlook)
    taken = [h for h in heirs if outlook.view.heirs[h].crowned and outlook.heir_seat(h) in near]
    return STOPPED if taken else 0.0


def last_hope(outlook: Outlook, nobles: Iterable[NobleId]) -> float:
    """How many more points it is worth to beat these enemy nobles.

    They are worth more if they help a player on the brink of victory to besiege a place with heirs
    in it.
    """
    near = on_the_brink(outlook)
    besiegers = {
        noble
        for place, siege in outlook.view.sieges.items()
        if siege.seat in near and _keeps_heirs(outlook, place)
        for noble in siege.besiegers
    }
    return STOPPED if besiegers.intersection(nobles) else 0.0


def _keeps_heirs(outlook: Outlook, place: PlaceId) -> bool:
    return any(outlook.heirs_with(noble) for noble in outlook.within.get(place, ()))


def ends(outlook: Outlook, heirs: Collection[HeirId]) -> str:
    """The House that has no heir left if these heirs die; empty if the game would continue.

    Beaufort, who cannot be killed, becomes an heir when the last Lancastrian dies.
    """
    seen = outlook.view.heirs
    for house in dict.fromkeys(seen[heir].house for heir in heirs):
        line = [heir for heir in outlook.living if seen[heir].house == house]
        if all(heir in heirs for heir in line) and not (
            house == "lancaster" and "beaufort" in outlook.nobles and "beaufort" not in line
        ):
            return house
    return ""


def best_if_extinct(outlook: Outlook, house: str) -> int:
    """The player with the most points if a House dies out now, as far as anybody can see; if
    several are tied, the one on the winning side (families-victory.1).
    """
    points = plain_points(outlook)

    def rank(seat: Seat) -> tuple[int, bool, int]:
        bonus = _bonus(outlook, seat, house)
        return int(points[seat] * (1 + bonus)), bonus > 0, -seat

    seats = every_seat(len(outlook.view.sides))
    return max((s for s in seats if not outlook.view.sides[s].extinct), key=rank)


def _bonus(outlook: Outlook, seat: Seat, extinct: str) -> Fraction:
    side = outlook.view.sides[seat]
    if not side.serves or side.serves == extinct:
        return Fraction(0)
    part = next(p for p in outlook.content.ruleset.parts if p.id == side.part)
    return BONUSES["winning" if part.favours == side.serves else "unfavoured"]


def plain_points(outlook: Outlook) -> list[Fraction]:
    """Every seat's points, without any bonus for the winning side."""
    found: list[Fraction] | None = outlook.known.get(plain_points)
    if found is not None:
        return found
    view, content = outlook.view, outlook.content
    found = outlook.known[plain_points] = [Fraction(0)] * len(view.seats)
    for key, noble in view.nobles.items():
        for card in (key, noble.title, noble.office, *noble.cards):
            if card is not None:
                found[noble.seat] += sum(one.value for one in of_card(content, card))
                ships = (ship for ship in content.ships_of(card) if ship in view.ships)
                found[noble.seat] += sum(of_ship(content, ship).value for ship in ships)
    for place, holder in view.control.items():
        if content.board.places[place].is_town_or_city:
            found[view.nobles[holder].seat] += of_town(content, place).value
    return found
