"""No Parliament is called in which others would get the cards: who leads its rounds is counted.

The caller gives out the bishops (house-7.2.7) and leads the first round, in which a card goes to
whom both houses will have it go to; what is left the leader of the third gives out without a vote
(house-7.2.31).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.seats.kingmaker_steward.assigning import card_worth
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.rivals import rivalry
from bot.seats.kingmaker_steward.voting import fits, last_leader, will_pass

_LIKELY = 0.6
"""How often a vote goes as it is counted beforehand."""


def gain(outlook: Outlook) -> float:
    """What the Chancellery's cards promise who calls now, less what they do for others, in points.

    They lie face down; any title, office or bishop that is not in sight may be among them.
    """
    value, unseen = 0.0, _unseen(outlook)
    share = min(1.0, outlook.view.chancery / max(1, sum(map(len, unseen.values()))))
    for kind, cards in unseen.items():
        if cards and share:
            own, others = dealt_out(outlook, kind, cards, share * len(cards))
            worth = sum(card_worth(outlook, card) for card in cards) / len(cards)
            value += worth * (own - _envy(outlook) * others)
    return value


def dealt_out(
    outlook: Outlook, kind: str, cards: Sequence[str], count: float
) -> tuple[float, float]:
    """How many of so many cards of a kind its own nobles get, and how many those of others."""
    mine = [noble for noble in outlook.mine if fits(outlook, noble, kind)]
    others = [noble for noble in outlook.foes if fits(outlook, noble, kind)]
    if kind == "bishop":
        own = min(count, len(mine))
        return own, min(count - own, len(others))
    leader = last_leader(outlook)
    if leader == outlook.seat:
        own = min(count, len(mine))
        return own, min(count - own, len(others))
    own = 0.0
    if mine:
        best = max(mine, key=lambda noble: (outlook.power(noble), noble))
        carried = sum(will_pass(outlook, card, best) for card in cards) / len(cards)
        own = _LIKELY * carried * min(count, len(mine))
    theirs = [noble for noble in others if outlook.nobles[noble].seat == leader]
    return own, min(count - own, len(theirs))


def _envy(outlook: Outlook) -> float:
    """What a point of others costs: shared among them, but more if the leader is strong."""
    leader = last_leader(outlook)
    strong = 1.0 if leader in (None, outlook.seat) else rivalry(outlook, leader, outlook.seat)
    return strong / max(1, len(outlook.view.seats) - 1)


def _unseen(outlook: Outlook) -> dict[str, list[str]]:
    """The bishops, titles and offices that lie neither beside a noble nor in its own hand."""
    crown, content = outlook.content.crown, outlook.content
    seen = set(outlook.view.hand)
    for noble in outlook.nobles.values():
        seen.update(card for card in (noble.title, noble.office, *noble.cards) if card)
    kinds = {"bishop": content.bishops, "title": content.titles, "office": content.offices}
    return {
        kind: [card for card in cards if card in crown and card not in seen]
        for kind, cards in kinds.items()
    }
