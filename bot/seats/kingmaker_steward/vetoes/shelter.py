"""A King and the heirs are behind walls when a movement ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.rules.kernel import Choice, Prompt
from bot.rules.kingmaker.board import Place
from bot.seats.kingmaker_steward.outlook import Outlook


def keepers(outlook: Outlook, nobles: Iterable[str]) -> set[str]:
    """Those of some nobles with whom an heir stands and falls."""
    return {noble for noble in nobles if outlook.heirs_with(noble)}


def walls(outlook: Outlook, noble: str) -> Place | None:
    """The place of this seat's that a noble is inside of and safe in; None in the open."""
    inside = outlook.nobles[noble].inside
    if inside is None or inside in outlook.view.sieges:
        return None
    place = outlook.board.places[inside]
    return place if outlook.holder(inside) == outlook.seat or place.is_open_town else None


def entrusting(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Heirs behind walls are handed to who is missed least in the field.

    An heir who may be crowned stays with a noble who has the clerics for it.
    """
    for offer in prompt.offers:
        if offer.verb != "entrust":
            continue
        takers = offer.field("noble").candidates
        for heir in offer.field("heir").candidates:
            keeper = outlook.view.heirs[heir].holder
            if keeper is None or keeper not in outlook.nobles:
                continue
            able = [n for n in (keeper, *takers) if walls(outlook, n) is not None]
            if able and (best := _least(outlook, heir, able)) != keeper:
                return Choice.of("entrust", heir=heir, noble=best)
    return None


def _least(outlook: Outlook, heir: str, nobles: Sequence[str]) -> str:
    crownable = heir in outlook.crownable

    def cost(noble: str) -> tuple[bool, int, str]:
        return not (crownable and outlook.may_crown([noble])), _own_men(outlook, noble), noble

    return min(nobles, key=cost)


def _own_men(outlook: Outlook, noble: str) -> int:
    """The troops of a noble and his cards, without the guards that come with a King."""
    crown, seen = outlook.content.crown, outlook.nobles[noble]
    cards = (noble, seen.title, seen.office, *seen.cards)
    return sum(crown[card].troops for card in cards if card is not None)
