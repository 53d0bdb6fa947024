"""Soldiers who wait in one place and join only a noble who is there: French Foot Soldiers, Irish
Kerns, Scottish Mercenaries (base-19.6; 001 New Crown Cards).

The men whom towns send with the noble who has the towns' cards, for an attack only
(ishkibibble-men.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.rules.kernel import IllegalChoice, Stops, free
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.state import KTable

Spent = frozenset[str] | None
"""The single-attack cards that are spent on an attack; None if nobody attacks."""

IN_ATTACK: frozenset[str] = frozenset()
"""An attack on which no single-attack card is spent."""


class Armed(Protocol):
    """A noble, in a state or in a view: where he is, and the cards that bring him troops."""

    @property
    def square(self) -> SquareId:
        """The square where he is."""

    @property
    def inside(self) -> PlaceId | None:
        """The place he is inside."""

    @property
    def aboard(self) -> ShipId | None:
        """The ship he is aboard."""

    @property
    def title(self) -> CardId | None:
        """His title."""

    @property
    def office(self) -> CardId | None:
        """His office."""

    @property
    def cards(self) -> Sequence[CardId]:
        """His other cards."""


def town_men(content: Content, noble: Armed, ground: SquareId) -> int:
    """The men that an attacking noble's town cards bring in a square, on the mainland
    (ishkibibble-men.3).

    Nothing else counts these men, so they take no room aboard ship (ishkibibble-men.4).
    """
    men = content.ruleset.town_men
    if not men or not content.board.is_mainland(ground):
        return 0
    return sum(men.get(card, 0) for card in noble.cards)


_CAMPS = {"irish_kerns": "ishkibibble-kerns.3", "scottish_mercenaries": "ishkibibble-scots.2"}
"""The rules on awarding cards only where they wait; the rule for the French is base-19.6."""
_WHERE = {
    "base-19.6": "in Calais or on the Continent",
    "ishkibibble-kerns.3": "in Ireland or in Dublin",
    "ishkibibble-scots.2": "in Berwick or in Scotland",
}


def camp_stops(table: KTable, card: CardId, noble_id: NobleId) -> Stops:
    """Some cards come only to a noble who is where they wait (base-19.6), and the Kerns only to the
    holder of their office.
    """
    camps = table.content.ruleset.raised_at.get(card)
    if camps is None:
        return
    noble = table.state.nobles[noble_id]
    office = table.content.ruleset.raised_by.get(card)
    if office is not None and noble.office != office:
        name = table.content.crown[office].name
        yield IllegalChoice(_CAMPS[card], f"Give these men only to the {name}.")
    in_area = table.content.board.in_area
    if not any(in_area(noble.square, noble.inside, f"place:{camp}") for camp in camps):
        rule = _CAMPS.get(card, "base-19.6")
        yield IllegalChoice(rule, f"Give these men only to a noble who is {_WHERE[rule]}.")


def award_stops(table: KTable, card: CardId, noble_id: NobleId) -> Stops:
    """Kerns and Scots are awarded only where they wait, however a noble gets them: as spoils, in a
    deal, from a comrade or as a legacy (ishkibibble-kerns.3, ishkibibble-scots.2).

    The French wait only for their first noble.
    """
    if card in _CAMPS:
        yield from camp_stops(table, card, noble_id)


def bound_to_camp(card: CardId) -> bool:
    """Whether a card is awarded only where it waits."""
    return card in _CAMPS


def recruit_stops(table: KTable, card: CardId) -> Stops:
    """Kerns and Scots are not offered to a noble who comes into play elsewhere."""
    if bound_to_camp(card):
        rule = _CAMPS[card]
        yield IllegalChoice(rule, f"Give these men only to a noble who is {_WHERE[rule]}.")


def takers(table: KTable, card: CardId, nobles: tuple[NobleId, ...]) -> tuple[NobleId, ...]:
    """The nobles among these who may be awarded a card where they are."""
    if card not in _CAMPS:
        return nobles
    return tuple(noble for noble in nobles if free(award_stops(table, card, noble)))
