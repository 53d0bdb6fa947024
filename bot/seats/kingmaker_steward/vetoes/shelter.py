"""A King and the heirs are behind walls when a movement ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from bot.rules.kernel import Choice, Prompt
from bot.rules.kingmaker.board import Place
from bot.seats.kingmaker_steward.moves_open import OpenMoves, entry
from bot.seats.kingmaker_steward.outlook import Outlook

_FAR_FEWER = 30
"""Heirs change hands for the sake of the field if so many troops are free for it."""


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


def going_in(outlook: Outlook, ways: OpenMoves, outside: Collection[str]) -> Iterator[Choice]:
    """A noble who is not to stay ``outside`` goes in, rather into a fortress than into a town."""
    places = outlook.board.places
    offers = [(places[offer.field("place").candidates[0]], offer) for offer in ways.enter]
    for place, offer in sorted(offers, key=lambda one: not one[0].is_fortress):
        if place.is_fortress or place.is_open_town:
            idle = [n for n in offer.field("nobles").candidates if n not in outside]
            step = entry(outlook, offer, idle)
            if step is not None:
                yield step


def into_castles(
    outlook: Outlook,
    ways: OpenMoves,
    nobles: Collection[str],
    admits: Callable[[Sequence[str], Place], bool],
) -> Iterator[Choice]:
    """Those of some nobles come out of a town in whose square a castle of theirs has room."""
    for offer in ways.leave:
        town = outlook.board.places[offer.field("place").candidates[0]]
        castle = outlook.board.fortress_in(town.square)
        going = [n for n in offer.field("nobles").candidates if n in nobles]
        if castle is None or not going or town.is_fortress or not outlook.enterable(castle):
            continue
        if admits(going, castle):
            yield Choice.of("leave", nobles=tuple(going), place=town.id)


def entrusting(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Heirs behind walls are handed to who is missed least in the field, if that is by far.

    A noble who keeps them in the open hands them over in any case. An heir who may be crowned stays
    with a noble who has the clerics for it.
    """
    for offer in prompt.offers:
        if offer.verb != "entrust":
            continue
        takers = offer.field("noble").candidates
        for heir in offer.field("heir").candidates:
            keeper = outlook.view.heirs[heir].holder
            if keeper is None or keeper not in outlook.nobles:
                continue
            able = [n for n in takers if n != keeper and walls(outlook, n) is not None]
            if not able:
                continue
            best = _least(outlook, heir, able)
            outside = walls(outlook, keeper) is None
            if outside or _far_better(outlook, heir, best, keeper):
                return Choice.of("entrust", heir=heir, noble=best)
    return None


def _far_better(outlook: Outlook, heir: str, taker: str, keeper: str) -> bool:
    """Whether an heir is in so much better hands that it is worth the handing over."""
    if heir in outlook.crownable and outlook.may_crown([taker]) != outlook.may_crown([keeper]):
        return outlook.may_crown([taker])
    return _own_men(outlook, taker) + _FAR_FEWER <= _own_men(outlook, keeper)


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
