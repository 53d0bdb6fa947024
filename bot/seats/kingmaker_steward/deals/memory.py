"""What a steward remembers of its swaps: what it gave for what, as everybody saw it.

Things are worth now more and now less to it, as its nobles come and go. A player who swaps with it
to and fro could gain a little each time; so whatever only goes back counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kingmaker.cards.goods import is_hidden
from bot.rules.kingmaker.pacts.ledger import HIDDEN
from bot.seats.kingmaker_steward.outlook import Outlook

Swaps = list[tuple[set[str], set[str]]]
"""What a seat gave and what it got, swap by swap in their order."""


def only_goes_back(
    outlook: Outlook, seat: int, gets: Sequence[str], gives: Sequence[str]
) -> frozenset[str]:
    """Of the things of a deal those that undo swaps of a seat: what it gave away of late, and what
    it got since then; nothing if not both are among them."""
    coming, going = set(map(_seen, gets)), set(map(_seen, gives))
    back, since = set[str](), set[str]()
    for gave, got in reversed(swaps_of(outlook, seat)):
        since |= got
        if coming & gave and going & since:
            back |= (coming & gave) | (going & since)
    return frozenset(token for token in (*gets, *gives) if _seen(token) in back)


def swaps_of(outlook: Outlook, seat: int) -> Swaps:
    """The swaps of a seat that are remembered."""
    known: dict[int, Swaps] = outlook.known.setdefault(swaps_of, {})
    if seat not in known:
        found = known[seat] = []
        for deed in outlook.view.ledger:
            if deed.gave and deed.got and seat in (deed.by, deed.to):
                terms = set(deed.gave), set(deed.got)
                found.append(terms if deed.by == seat else terms[::-1])
    return known[seat]


def _seen(token: str) -> str:
    """A thing of a deal as those who have no part in it see it."""
    return HIDDEN if is_hidden(token) else token
