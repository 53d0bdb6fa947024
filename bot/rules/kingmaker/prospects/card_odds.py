"""The odds of a battle that the lower half of an Event card decides, from what a view shows.

They follow base §9 and 19.5: which half asks for which ratio, and whom a card names.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from bot.rules.kernel import free
from bot.rules.kingmaker.conditions.bonds import sides
from bot.rules.kingmaker.conditions.followers import followers
from bot.rules.kingmaker.content import RATIOS, Combat, Content, reaches
from bot.rules.kingmaker.prospects.odds import Peril, assault_odds, chosen, strength
from bot.rules.kingmaker.view import BoardView

HALVES: tuple[Combat, ...] = (*RATIOS, "bad_weather")
"""The lower halves that decide something, the easiest ratio first."""

_DICE = {False: Fraction(2, 36), True: Fraction(1, 36)}
"""The chance of death by two dice, of a noble and of an heir (base-19.5)."""


class HalfOdds(msgspec.Struct, frozen=True):
    """A lower half: on how many of the cards still to come it stands, and which side it lets win.

    ``wins`` is None where it lets nobody win.
    """

    half: Combat
    cards: int
    wins: bool | None
    """Whether the attackers win (or else the defenders do)."""


class CardOdds(msgspec.Struct, frozen=True):
    """What may come of a battle by card, with all ``cards`` that may be drawn for it."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    opposed: int
    cards: int
    halves: tuple[HalfOdds, ...]
    perils: tuple[Peril, ...]

    def chance(self, wins: bool | None) -> Fraction:
        """The chance that the attackers win, that the defenders do, or (None) that nobody does."""
        found = sum(half.cards for half in self.halves if half.wins is wins)
        return Fraction(found, self.cards) if self.cards else Fraction(0)


def card_odds(
    content: Content,
    view: BoardView,
    attackers: Sequence[str],
    defenders: Sequence[str],
    *,
    spend: bool = False,
) -> CardOdds:
    """The odds of an open battle by card (base-9.5, base-9.6, base-9.7, base-9.8)."""
    attack = strength(content, view, attackers, spend=spend)
    return _odds(content, view, attackers, defenders, attack, strength(content, view, defenders))


def _odds(
    content: Content,
    view: BoardView,
    attackers: Sequence[str],
    defenders: Sequence[str],
    attack: int,
    opposed: int,
) -> CardOdds:
    """The odds of two strengths, for those who fight."""
    drawn = [content.events[card].combat for card in view.to_draw]
    larger, smaller = max(attack, opposed), min(attack, opposed)
    halves = tuple(
        HalfOdds(
            half, drawn.count(half), attack > opposed if reaches(half, larger, smaller) else None
        )
        for half in HALVES
    )
    return CardOdds(
        tuple(attackers),
        tuple(defenders),
        attack,
        opposed,
        len(drawn),
        halves,
        card_perils(content, view, attackers, defenders),
    )


# Storms (ishkibibble-siege.2)


def storms(content: Content) -> bool:
    """Whether places are stormed at this table."""
    return free(chosen(content).siege.order_stops("storm"))


def storm_odds(
    content: Content,
    view: BoardView,
    place: str,
    attackers: Sequence[str],
    *,
    spend: bool = False,
) -> CardOdds:
    """The odds of a storm: an open battle against the garrison and those inside."""
    walls = assault_odds(content, view, place, attackers, spend=spend)
    return _odds(content, view, attackers, walls.defenders, walls.attack, walls.opposed)


# At sea (ishkibibble-seacombat.2, ishkibibble-seacombat.3)


def fleets_at(view: BoardView, seat: int, against: int, sea: str) -> tuple[list[str], list[str]]:
    """The ships that would fight for either side in a sea space."""
    with_him, with_them = sides(view.pacts, seat, [against], sea)
    attacking = followers(view, with_him)
    found: tuple[list[str], list[str]] = ([], [])
    for ship, at in view.ships.items():
        master = at.seat if at.master is None else at.master
        if at.sea == sea and master is not None:
            if master in (seat, *attacking):
                found[0].append(ship)
            elif master in (against, *with_them):
                found[1].append(ship)
    return found


def fleet_odds(
    content: Content, view: BoardView, fleet: Sequence[str], foes: Sequence[str]
) -> CardOdds:
    """The odds of a battle at sea: the strength of ships is their capacity."""
    crews = [[n for n, noble in view.nobles.items() if noble.aboard in s] for s in (fleet, foes)]
    attack, opposed = (sum(content.ships[s].capacity for s in side) for side in (fleet, foes))
    return _odds(content, view, crews[0], crews[1], attack, opposed)


def card_perils(
    content: Content, view: BoardView, attackers: Sequence[str], defenders: Sequence[str]
) -> tuple[Peril, ...]:
    """How likely everybody who fights dies, bad weather counted, when nobody does.

    By the names on the cards only nobles do, never heirs (base-9.9, base-12.5).
    """
    cards = [content.events[card] for card in view.to_draw]
    fair = [card for card in cards if not card.bad_weather]
    by_dice = content.ruleset.use.deaths == "two_dice"
    weather = Fraction(len(fair), len(cards)) if cards else Fraction(0)
    found = []
    for attacking, nobles in ((True, attackers), (False, defenders)):
        for noble in nobles:
            named = sum(noble in card.killed for card in fair)
            share = Fraction(named, len(cards)) if cards else Fraction(0)
            found.append(Peril(noble, attacking, weather * _DICE[False] if by_dice else share))
        heirs = [heir for noble in nobles for heir in view.nobles[noble].heirs] if by_dice else []
        found += [Peril(heir, attacking, weather * _DICE[True]) for heir in heirs]
    return tuple(found)
