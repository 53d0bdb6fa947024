"""Ransom: what to offer for a captive, and what is good enough."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from bot.rules.kernel import Choice, Field, Prompt
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, ShipId
from bot.seats.kingmaker_steward.assigning import card_worth
from bot.seats.kingmaker_steward.calling import CALLING, caller_of, held
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.rivals import rivalry
from bot.seats.kingmaker_steward.worth import heir_worth, noble_worth, place_worth

_GOODS = ("places", "ships", "beside", "cards", "held")
"""The things that a ransom may include, apart from heirs, draws and promises; a steward neither
makes promises nor believes them.
"""
_HIDDEN = ("cards", "held")
_GREAT = 6.0
"""For a noble worth less than this, no more than half of the hidden cards, rounded up, are offered.
"""
_GENEROUS = 0.75
_RAISED = (_GENEROUS, 1.0, 1.25)
"""What is offered for a noble at the first, second and third attempts, as a share of his worth."""
_FAIR = 0.6
_LEAST = 0.4
_DRAW = 2.5
"""What a Crown card still to be drawn is worth."""
_MOST_DRAWS = 6


def offer_ransom(outlook: Outlook, prompt: Prompt) -> Choice:
    """Offer cheap things until the price is fair for this noble; each time more is asked for, offer
    more."""
    offer = prompt.offers[0]
    noble = NobleId(CardId(prompt.facts.get("noble", "")))
    back = noble in outlook.nobles and not _would_leave(outlook, noble)
    worth = noble_worth(outlook, noble) if back else 0.0
    prices = [share * worth for share in _RAISED[: 1 + int(prompt.facts.get("refused", "0"))]]
    by_draws = any(field.name == "draws" for field in offer.fields)
    goods = sorted(
        (_good_worth(outlook, field, thing), field.name, thing)
        for field in offer.fields
        if field.name in _GOODS
        for thing in field.candidates
        if _may_go(outlook, field, thing)
    )
    if by_draws:
        goods = [good for good in goods if good[0] <= _DRAW]
    if worth < _GREAT:
        hidden = [good for good in goods if good[1] in _HIDDEN]
        stay = hidden[(len(hidden) + 1) // 2 :]
        goods = [good for good in goods if good not in stay]
    chosen: dict[str, list[str]] = {}
    given = goods[: _things(goods, prices)]
    for _, name, thing in given:
        chosen.setdefault(name, []).append(thing)
    lacking = prices[-1] - sum(good[0] for good in given)
    if by_draws and lacking > 0:
        chosen[HeirId("draws")] = [_draws_worth(lacking)]
    return Choice("offer_ransom", {name: tuple(things) for name, things in chosen.items()})


def _would_leave(outlook: Outlook, noble: NobleId) -> bool:
    """Whether a noble, once free, would go over to whoever has the senior heir of his house: a
    Plantagenet whose heir was taken with him does (base-19.3)."""
    house = outlook.content.ruleset.family_nobles.get(noble)
    return any(
        seen.alive
        and (seen.house, seen.rank) == (house, 1)
        and outlook.heir_seat(heir) not in (None, outlook.seat)
        for heir, seen in outlook.view.heirs.items()
    )


def _things(goods: Sequence[tuple[float, str, str]], prices: Sequence[float]) -> int:
    """How many of the goods make up the last of these prices; each price takes at least one item
    more than the price before it."""
    number = 0
    for again, price in enumerate(prices):
        least, total, number = number + bool(again), 0.0, 0
        while number < len(goods) and (total < price or number < least):
            total += goods[number][0]
            number += 1
    return number


def answer_ransom(outlook: Outlook, prompt: Prompt) -> Choice:
    """Take a fair price; if too little is offered, ask for more, as long as the other player can
    try again.

    A player who offers nothing, or has no attempts left, loses his noble: a rival's noble is better
    dead. A returned noble helps only one of several rivals, and a weak rival may have him back for
    less.
    """
    facts = prompt.facts
    noble = NobleId(CardId(facts.get("noble", "")))
    if HeirId(noble) in outlook.view.heirs:
        return Choice("refuse")  # Beaufort, the last Lancastrian: an heir dies with him
    worth = noble_worth(outlook, noble) if noble in outlook.nobles else 0.0
    offered = 0.0
    for name in _GOODS:
        for thing in filter(None, facts.get(name, "").split(",")):
            if name == "places":
                offered += 1.5 + place_worth(outlook, outlook.board.places[PlaceId(thing)])
            else:
                offered += card_worth(outlook, CardId(thing))
    for heir in filter(None, facts.get("heirs", "").split(",")):
        offered += heir_worth(outlook, HeirId(heir))
    offered += _DRAW * int(facts.get("draws", "0"))
    verbs = {offer.verb for offer in prompt.offers}
    if offered > 0 and offered >= _fair(outlook, noble) * worth:
        return Choice("accept")
    if "ask_more" in verbs and offered > 0:
        return Choice("ask_more")
    return Choice("refuse")


def _fair(outlook: Outlook, noble: NobleId) -> float:
    """The part of a captive's worth that is enough to buy him back."""
    if noble not in outlook.nobles:
        return _FAIR
    danger = rivalry(outlook, outlook.nobles[noble].seat, outlook.seat)
    return max(_LEAST, min(_FAIR, danger / max(1, len(outlook.view.seats) - 1)))


def _draws_worth(price: float) -> str:
    """How many draws make up a price, up to a sensible maximum."""
    return str(max(1, min(_MOST_DRAWS, ceil(price / _DRAW))))


def offer_draws(outlook: Outlook, prompt: Prompt) -> Choice:
    """Buy back a lost heir, offering draws for him."""
    price = _GENEROUS * heir_worth(outlook, HeirId(prompt.facts["heir"]))
    return Choice.of("offer_draws", draws=_draws_worth(price))


def answer_draws(outlook: Outlook, prompt: Prompt) -> Choice:
    """Take a fair price for an heir, unless he can be crowned."""
    heir, draws = HeirId(prompt.facts["heir"]), int(prompt.facts["draws"])
    fair = _DRAW * draws >= _FAIR * heir_worth(outlook, heir)
    return Choice("take_draws" if fair and heir not in outlook.crownable else "refuse_draws")


def let_go(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Free a captive who belongs to a lasting ally."""
    friends = {p.other(outlook.seat) for p in outlook.view.pacts if p.lasting}
    for captive, custody in outlook.view.custody.items():
        if custody.captor == outlook.seat and custody.owner in friends:
            return Choice.of("free_captive", captive=captive)
    return None


def show_mercy(outlook: Outlook, prompt: Prompt) -> Choice:
    """Free the captive: that is what a pardon is for."""
    return prompt.default or Choice("let_die")


def _good_worth(outlook: Outlook, field: Field, thing: str) -> float:
    if field.name == "places":
        place = PlaceId(thing)
        home = outlook.content.castle_owner(place) in outlook.mine
        return 1.5 + place_worth(outlook, outlook.board.places[place]) + (1.0 if home else 0.0)
    return card_worth(outlook, CardId(thing))


def _may_go(outlook: Outlook, field: Field, thing: str) -> bool:
    """Whether a thing may be given away: of the Event cards of a kind, one may, but not the last
    with which this seat can call Parliament; a place with nobles inside or a ship with nobles
    aboard may not."""
    if field.name == "held":
        kind = outlook.content.events[CardId(thing)].kind
        own = held(outlook, kind)
        needed = kind in CALLING and caller_of(outlook, outlook.seat) is not None
        return thing == own[-1] and not (needed and len(own) == 1)
    if field.name == "ships":
        return not outlook.afloat.get(ShipId(thing))
    return field.name != "places" or not outlook.within.get(PlaceId(thing))
