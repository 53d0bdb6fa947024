"""What the things in a deal are worth to each side, and what a deal brings.

A steward remembers its swaps: what it openly gave, and for what.

What things are worth to a steward changes as its nobles come and go. A player who swapped to and
fro with a steward could gain a little each time, so anything that only undoes a swap counts for
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.rules.kernel import Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.cards.goods import is_hidden
from bot.rules.kingmaker.ids import CardId, HeirId, PlaceId
from bot.rules.kingmaker.pacts import HIDDEN
from bot.rules.kingmaker.state import OpenDeed
from bot.seats.kingmaker_steward.assigning import card_worth
from bot.seats.kingmaker_steward.calling import CALLING, WORTH_CALLING, caller_of, held, wanted_by
from bot.seats.kingmaker_steward.chancery import expected
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.reckoning import as_others_see
from bot.seats.kingmaker_steward.rivals import rivalry
from bot.seats.kingmaker_steward.royals import candidate
from bot.seats.kingmaker_steward.voting import STRONG, takes
from bot.seats.kingmaker_steward.voyages import prizes_abroad
from bot.seats.kingmaker_steward.worth import heir_worth, place_worth

Swaps = list[tuple[set[str], set[str]]]
"""What a seat gave and what it got, swap by swap, in order."""


def only_goes_back(
    outlook: Outlook, seat: Seat, gets: Sequence[str], gives: Sequence[str]
) -> frozenset[str]:
    """The things in a deal that undo a seat's swaps: what it gave away recently, and what it has
    got since then; nothing unless the deal has both."""
    coming, going = set(map(_seen, gets)), set(map(_seen, gives))
    back, since = set[str](), set[str]()
    for gave, got in reversed(swaps_of(outlook, seat)):
        since |= got
        if coming & gave and going & since:
            back |= (coming & gave) | (going & since)
    return frozenset(token for token in (*gets, *gives) if _seen(token) in back)


_STAYS = 5
"""For this many rounds, a thing that has changed hands is neither offered nor asked for again."""

_KEPT = (*CALLING, "free_move")
"""The kinds of Event cards that are never given for less than an heir, unless somebody else can
call Parliament with them (`is_kept`)."""


def stays(outlook: Outlook, token: str, giver: Seat, taker: Seat) -> bool:
    """Whether a thing stays where it is, because everybody recently saw its owner get it, or the
    other player give it away."""
    return not is_hidden(token) and any(
        (token in deed.gave and (deed.to == giver or deed.by == taker))
        or (token in deed.got and (deed.by == giver or deed.to == taker))
        for deed in outlook.view.ledger
        if deed.round + _STAYS >= outlook.view.round
    )


def is_kept(outlook: Outlook, token: str, wish: str, taker: Seat) -> bool:
    """Whether a thing is an Event card that is not given to a seat in return for the ``wish``, or
    a title or an office that would go to a strong seat while there are weaker ones.

    A card for calling Parliament goes to a seat that can call with it, if this seat hopes for cards
    in that Parliament.
    """
    kind, _, name = token.partition(":")
    card = outlook.content.events.get(CardId(name))
    if wish.startswith("heir:"):
        return False
    if card is None:
        honour = kind == "hand" and outlook.content.crown[CardId(name)].kind in ("title", "office")
        several = len(outlook.view.seats) > 2
        return honour and several and rivalry(outlook, taker, outlook.seat) >= STRONG
    if card.kind not in _KEPT:
        return False
    return not (_lets_call(outlook, card.kind, taker) and _hopes(outlook, taker))


def _lets_call(outlook: Outlook, kind: str, taker: Seat) -> bool:
    """Whether another seat, and not this one, could soon call Parliament with a card of one kind.

    If a sole King's holder has not called, he probably lacks a Writ. The Chancellor probably lacks
    a Chancellor's card, since the deck has far fewer of those. A seat that has recently been given
    a hidden card needs no more help.
    """
    if outlook.view.resting or caller_of(outlook, outlook.seat) is not None:
        return False
    if _was_helped(outlook, taker):
        return False
    king = _has_king(outlook, taker)
    if kind == "writ":
        return king
    return kind == "chancellor_may" and not king and caller_of(outlook, taker) is not None


def _was_helped(outlook: Outlook, seat: Seat) -> bool:
    """Whether a seat has recently been given a hidden card: perhaps the one that it lacks."""
    ledger, since = outlook.view.ledger, outlook.view.round - _STAYS
    return any(HIDDEN in _given_to(deed, seat) for deed in ledger if deed.round > since)


def _given_to(deed: OpenDeed, seat: Seat) -> tuple[str, ...]:
    """What a seat openly received in a deal."""
    return deed.gave if deed.to == seat else deed.got if deed.by == seat else ()


def _hopes(outlook: Outlook, caller: Seat) -> bool:
    """Whether a Parliament called by another seat promises this one enough."""
    found: bool | None = outlook.known.get((_hopes, caller))
    if found is None:
        shares = expected(Outlook(outlook.view, caller, outlook.content))
        found = outlook.known[_hopes, caller] = shares[outlook.seat] >= WORTH_CALLING
    return found


def swaps_of(outlook: Outlook, seat: Seat) -> Swaps:
    """The swaps of a seat that are remembered."""
    known: dict[Seat, Swaps] = outlook.known.setdefault(swaps_of, {})
    if seat not in known:
        found = known[seat] = []
        for deed in outlook.view.ledger:
            if deed.gave and deed.got and seat in (deed.by, deed.to):
                terms = set(deed.gave), set(deed.got)
                found.append(terms if deed.by == seat else terms[::-1])
    return known[seat]


def _seen(token: str) -> str:
    """A thing in a deal as others see it."""
    return HIDDEN if is_hidden(token) else token


_SHELTER = 2.5
_FAR = 6
"""How much more a place is worth to the player whose nobles are there, in points, and the number of
squares over which that fades to nothing."""

FAIR = 0.4
"""A deal that brings a side less than this, in points, is not worth discussing."""

_ENVY = 0.15
"""What it costs a steward if another player of average strength gains a point."""

_FETCHED = 0.8
"""The part of an heir's worth that counts if he only has to be fetched."""

_TO_AND_FRO = -99.0
"""What a deal that only undoes earlier swaps brings."""


# Worth


def worth_to(outlook: Outlook, seat: Seat, token: str) -> float:
    """What a thing is worth to a seat, as far as everybody can tell."""
    outlook = as_others_see(outlook, seat)
    kind, _, name = token.partition(":")
    if kind == "place":
        return _place(outlook, seat, PlaceId(name))
    if kind == "heir":
        return _heir(outlook, seat, HeirId(name))
    card_id = CardId(name)
    if card_id in outlook.content.events:
        return _event(outlook, seat, card_id)
    card = outlook.content.crown[card_id]
    worth = card_worth(outlook, card_id)
    if kind == "ship" or card.kind == "ship":
        return worth + (2.0 if prizes_abroad(outlook) and not _ships(outlook, seat) else 0.0)
    if card.kind == "bishop":
        return worth + _cleric(outlook, seat, name)
    if kind == "hand" and card.kind in ("title", "office") and not takes(outlook, seat, card_id):
        return 0.3 * worth
    return worth


def _place(outlook: Outlook, seat: Seat, name: PlaceId) -> float:
    place = outlook.board.places[name]
    worth = 1.0 + place_worth(outlook, place)
    owner = outlook.content.castle_owner(name)
    if owner in outlook.nobles and owner is not None:
        worth += 2.0 if outlook.nobles[owner].seat == seat else 0.0
    sheltered = [n for n in outlook.within.get(name, ()) if outlook.nobles[n].seat == seat]
    worth += _at_hand(outlook, seat, place)
    return worth + 10.0 * bool(sheltered) + _waiting_within(outlook, name)


def _waiting_within(outlook: Outlook, place: PlaceId) -> float:
    """What heirs who are alone in a place are worth: the player who gets the place need only fetch
    them.
    """
    heirs = outlook.view.heirs
    alone = (h for h in outlook.living if heirs[h].holder is None and heirs[h].inside == place)
    return _FETCHED * sum(heir_worth(outlook, heir) for heir in alone)


def _at_hand(outlook: Outlook, seat: Seat, place: Place) -> float:
    """What a place is worth to a seat as a shelter: the nearer to its nobles, the more."""
    found: dict[str, int] | None = outlook.known.get((_at_hand, seat))
    if found is None:
        squares = {n.square for n in outlook.nobles.values() if n.seat == seat and n.square}
        found = outlook.known[_at_hand, seat] = {
            square: min((outlook.steps(square, each) for each in squares), default=_FAR)
            for square in {p.square for p in outlook.board.places.values() if p.square}
        }
    return _SHELTER * max(0.0, 1.0 - found.get(place.square, _FAR) / _FAR)


def _heir(outlook: Outlook, seat: Seat, name: HeirId) -> float:
    """This seat's own candidate is worth three times as much; any other heir is worth more if he
    is, or would be, a seat's only one.
    """
    worth = heir_worth(outlook, name)
    others = [heir for heir in outlook.living if outlook.heir_seat(heir) == seat and heir != name]
    if seat == outlook.seat and name == candidate(outlook):
        return 3.0 * worth
    return worth * (1.0 if others else 1.3)


def _event(outlook: Outlook, seat: Seat, name: CardId) -> float:
    """A Writ, or the Chancellor's card, is worth a lot more to a player who can call Parliament
    with it and has not just been given a hidden card.
    """
    kind = outlook.content.events[name].kind
    worth = card_worth(outlook, name)
    if kind not in CALLING or not wanted_by(outlook, seat):
        return worth
    if seat == outlook.seat and len(held(outlook, kind)) > 1:
        return worth
    needless = kind == "chancellor_may" and _has_king(outlook, seat)
    if caller_of(outlook, seat) is None or needless or _was_helped(outlook, seat):
        return worth
    return worth + min(6.0, 1.5 + 1.2 * outlook.view.chancery)


def _has_king(outlook: Outlook, seat: Seat) -> bool:
    return caller_of(outlook, seat, chancellor_card=False) is not None


def _ships(outlook: Outlook, seat: Seat) -> bool:
    return any(ship.seat == seat for ship in outlook.view.ships.values())


def _cleric(outlook: Outlook, seat: Seat, name: str) -> float:
    """How much more a bishop is worth if he lets a seat crown an heir of its own."""
    if not any(outlook.heir_seat(heir) == seat for heir in outlook.crownable):
        return 0.0
    own = [n for n, seen in outlook.nobles.items() if seen.seat == seat]
    without = [n for n in own if name not in outlook.nobles[n].cards]
    return 4.0 if not outlook.may_crown(without) else 0.0


# What a deal brings


def openly(outlook: Outlook) -> Outlook:
    """The outlook as it would be without this seat's hidden cards.

    Whatever a steward says to others, or decides in front of them, is based on this outlook, so
    nobody learns from it what this seat has in its hand.
    """
    found: Outlook | None = outlook.known.get(openly)
    if found is None:
        bare = msgspec.structs.replace(outlook.view, hand=(), held=(), dealt=())
        found = outlook.known[openly] = Outlook(bare, outlook.seat, outlook.content)
        found.temper, found.stance = outlook.temper, outlook.stance
        found.known[openly] = found
    return found


def balance(outlook: Outlook, seat: Seat, gets: Sequence[str], gives: Sequence[str]) -> float:
    """What a seat gains by getting some things and giving others, in points; of the Event cards of
    a kind that it gets at once, only one counts."""
    needed = {_kind_of(outlook, token): token for token in gets}.values()
    gained = sum(worth_to(outlook, seat, token) for token in needed)
    return gained - sum(worth_to(outlook, seat, token) for token in gives)


def _kind_of(outlook: Outlook, token: str) -> str:
    """The kind of an Event card; anything else in a deal is a kind of its own."""
    card = outlook.content.events.get(CardId(token.partition(":")[2]))
    return token if card is None else card.kind


def gain_of(outlook: Outlook, other: Seat, gets: Sequence[str], gives: Sequence[str]) -> float:
    """What a deal brings this seat, less its envy of what the deal brings the other player.

    If part of a deal undoes earlier swaps, the rest must be worth having by itself.
    """
    gain = _gain(outlook, other, gets, gives)
    back = only_goes_back(outlook, outlook.seat, gets, gives)
    if not back:
        return gain
    fresh = [token for token in gets if token not in back]
    kept = [token for token in gives if token not in back]
    return min(gain, _gain(outlook, other, fresh, kept)) if fresh else _TO_AND_FRO


def _gain(outlook: Outlook, other: Seat, gets: Sequence[str], gives: Sequence[str]) -> float:
    mine = balance(outlook, outlook.seat, gets, gives)
    theirs = balance(outlook, other, gives, gets)
    return mine - envy_of(outlook, other) * max(0.0, theirs)


def envy_of(outlook: Outlook, other: Seat) -> float:
    """What it costs this seat if another one gains a point."""
    return _ENVY * rivalry(outlook, other, outlook.seat)


def name_of(outlook: Outlook, token: str) -> str:
    """What a thing in a deal is called."""
    kind, _, name = token.partition(":")
    content = outlook.content
    if kind == "place":
        return outlook.board.places[PlaceId(name)].name
    if kind == "heir":
        return content.heirs[HeirId(name)].name
    card = CardId(name)
    return content.events[card].title if card in content.events else content.crown[card].name
