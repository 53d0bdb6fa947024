"""Where points decide, nobody ends the game by his own hand who would not win it."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from bot.rules.kingmaker.score_sheet import BONUSES
from bot.rules.kingmaker.victory.schedule import of_card, of_ship, of_town
from bot.seats.kingmaker_steward.outlook import Outlook


def ends(outlook: Outlook, heirs: Collection[str]) -> str:
    """The House without an heir left if these die; empty if the game would go on.

    Beaufort, who cannot be killed, becomes an heir with the last of Lancaster.
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
    """The player with most points if a House dies out now, as far as anybody can see; of equals who
    is on the winning side (families-victory.1)."""
    points = plain_points(outlook)

    def rank(seat: int) -> tuple[int, bool, int]:
        bonus = _bonus(outlook, seat, house)
        return int(points[seat] * (1 + bonus)), bonus > 0, -seat

    seats = range(len(outlook.view.sides))
    return max((s for s in seats if not outlook.view.sides[s].extinct), key=rank)


def _bonus(outlook: Outlook, seat: int, extinct: str) -> Fraction:
    side = outlook.view.sides[seat]
    if not side.serves or side.serves == extinct:
        return Fraction(0)
    part = next(p for p in outlook.content.ruleset.parts if p.id == side.part)
    return BONUSES["winning" if part.favours == side.serves else "unfavoured"]


def plain_points(outlook: Outlook) -> list[Fraction]:
    """The points of every seat, without anything for the winning side."""
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
