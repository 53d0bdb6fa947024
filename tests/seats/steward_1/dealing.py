"""Deals: what things are worth to whom, what a steward proposes, and what it accepts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from bot.rules.kernel import Choice, Offer, Prompt
from bot.rules.kingmaker.state import Deal
from tests.seats.steward_1.assigning import card_worth
from tests.seats.steward_1.calling import caller_of, held, wanted_by
from tests.seats.steward_1.outlook import FirstOutlook
from tests.seats.steward_1.rivals import rivalry
from tests.seats.steward_1.royals import candidate
from tests.seats.steward_1.voting import takes
from tests.seats.steward_1.voyages import prizes_abroad
from tests.seats.steward_1.worth import heir_worth, place_worth

_FAIR = 0.4
"""A deal that brings a side less than this is not worth the talk, in points."""

_ENVY = 0.15
"""What it costs a steward that another gains a point, if that other is of average strength."""

_EVERY = 3
"""A steward talks business in one round of so many."""

_TALKS = 0.3
_MOST_GOODS = 4


# Worth


def worth_to(outlook: FirstOutlook, seat: int, token: str) -> float:
    """What a thing is worth to a seat, as far as everybody can tell."""
    kind, _, name = token.partition(":")
    if kind == "place":
        return _place(outlook, seat, name)
    if kind == "heir":
        return _heir(outlook, seat, name)
    if name in outlook.content.events:
        return _event(outlook, seat, name)
    card = outlook.content.crown[name]
    worth = card_worth(outlook, name)
    if kind == "ship" or card.kind == "ship":
        return worth + (2.0 if prizes_abroad(outlook) and not _ships(outlook, seat) else 0.0)
    if card.kind == "bishop":
        return worth + _cleric(outlook, seat, name)
    if kind == "hand" and card.kind in ("title", "office") and not takes(outlook, seat, name):
        return 0.3 * worth
    return worth


def _place(outlook: FirstOutlook, seat: int, name: str) -> float:
    place = outlook.board.places[name]
    worth = 1.0 + place_worth(outlook, place)
    owner = outlook.content.castle_owner(name)
    if owner in outlook.nobles and owner is not None:
        worth += 2.0 if outlook.nobles[owner].seat == seat else 0.0
    sheltered = [n for n in outlook.within.get(name, ()) if outlook.nobles[n].seat == seat]
    return worth + 10.0 * bool(sheltered)


def _heir(outlook: FirstOutlook, seat: int, name: str) -> float:
    """A seat's candidate is all but beyond price; to a seat without one, an heir is worth more."""
    worth = heir_worth(outlook, name)
    others = [heir for heir in outlook.living if outlook.heir_seat(heir) == seat and heir != name]
    if seat == outlook.seat and name == candidate(outlook):
        return 3.0 * worth
    return worth * (1.0 if others else 1.3)


def _event(outlook: FirstOutlook, seat: int, name: str) -> float:
    """A Writ, or the Chancellor's card, is worth much to who can call Parliament with it."""
    kind = outlook.content.events[name].kind
    worth = card_worth(outlook, name)
    if kind not in ("writ", "chancellor_may") or not wanted_by(outlook, seat):
        return worth
    if seat == outlook.seat and len(held(outlook, kind)) > 1:
        return worth
    needless = kind == "chancellor_may" and _has_king(outlook, seat)
    if caller_of(outlook, seat) is None or needless:
        return worth
    return worth + min(4.0, 1.5 + 0.8 * outlook.view.chancery)


def _has_king(outlook: FirstOutlook, seat: int) -> bool:
    return caller_of(outlook, seat, chancellor_card=False) is not None


def _ships(outlook: FirstOutlook, seat: int) -> bool:
    return any(ship.seat == seat for ship in outlook.view.ships.values())


def _cleric(outlook: FirstOutlook, seat: int, name: str) -> float:
    """What a bishop is worth besides, if he lets a seat crown an heir of its own."""
    if not any(outlook.heir_seat(heir) == seat for heir in outlook.crownable):
        return 0.0
    own = [n for n, seen in outlook.nobles.items() if seen.seat == seat]
    without = [n for n in own if name not in outlook.nobles[n].cards]
    return 4.0 if not outlook.may_crown(without) else 0.0


# Accepting


def balance(outlook: FirstOutlook, seat: int, gets: Sequence[str], gives: Sequence[str]) -> float:
    """What a seat gains by getting and giving these things, in points."""
    gained = sum(worth_to(outlook, seat, token) for token in gets)
    return gained - sum(worth_to(outlook, seat, token) for token in gives)


def answer(outlook: FirstOutlook, prompt: Prompt) -> Choice | None:
    """Accept a deal that is good, refuse one that is not; None if none was offered."""
    for deal in outlook.view.deals:
        if deal.taker != outlook.seat:
            continue
        yes = Choice.of("accept_deal", deal=deal.name, word=_thanks(outlook, deal))
        if _gain(outlook, deal) >= _FAIR and prompt.find(yes) is not None:
            return yes
        no = Choice.of("refuse_deal", deal=deal.name, word=_excuse(outlook, deal))
        if prompt.find(no) is not None:
            return no
    return None


def _gain(outlook: FirstOutlook, deal: Deal) -> float:
    """What a deal brings this seat, less the envy of what it brings the other."""
    mine = balance(outlook, outlook.seat, deal.give, deal.take)
    theirs = balance(outlook, deal.giver, deal.take, deal.give)
    return mine - _ENVY * rivalry(outlook, deal.giver, outlook.seat) * max(0.0, theirs)


# A word with the answer: of what is in the deal alone, so that it tells of nothing hidden


def _thanks(outlook: FirstOutlook, deal: Deal) -> str:
    if not deal.give:
        return "So be it."
    best = max(deal.give, key=lambda token: worth_to(outlook, outlook.seat, token))
    wanted = _name(outlook, best)
    return f"{wanted} is worth that to me." if deal.take else f"I take {wanted}, with thanks."


def _excuse(outlook: FirstOutlook, deal: Deal) -> str:
    if balance(outlook, outlook.seat, deal.give, deal.take) >= _FAIR:
        if _gain(outlook, deal) >= _FAIR:
            return "Not while one of us cannot take what is in it."
        return "It would help you far more than me."
    if not deal.take:
        return "That is too little to shake hands on."
    dearest = max(deal.take, key=lambda token: worth_to(outlook, outlook.seat, token))
    if not deal.give and not deal.promise:
        return f"You ask for {_name(outlook, dearest)} and offer nothing for it."
    offered = "what you offer" if deal.give else "a promise"
    return f"{_name(outlook, dearest)} is worth more to me than {offered}."


def _name(outlook: FirstOutlook, token: str) -> str:
    """What a thing of a deal is called."""
    kind, _, name = token.partition(":")
    content = outlook.content
    if kind == "place":
        return outlook.board.places[name].name
    if kind == "heir":
        return content.heirs[name].name
    return content.events[name].title if name in content.events else content.crown[name].name


# Proposing


def in_the_mood(outlook: FirstOutlook, asked: Sequence[Prompt], chance: random.Random) -> bool:
    """Whether it is time to talk business: now and then in its own turn, or in Parliament."""
    view = outlook.view
    if any(deal.giver == outlook.seat for deal in view.deals):
        return False
    own = view.active == outlook.seat and any(p.kind == "movement" for p in asked)
    in_turn = own and (view.round + outlook.seat) % _EVERY == 0
    if not in_turn and view.sitting is None:
        return False
    return chance.random() < _TALKS


def propose(outlook: FirstOutlook, prompt: Prompt) -> Choice | None:
    """The deal that leaves both sides best, if there is a fair one."""
    best: tuple[float, Choice] | None = None
    for offer in prompt.offers:
        if offer.verb != "propose_deal":
            continue
        for score, choice in _ideas(outlook, offer):
            if best is None or score > best[0]:
                best = (score, choice)
    return None if best is None else best[1]


def _ideas(outlook: FirstOutlook, offer: Offer) -> Iterator[tuple[float, Choice]]:
    """Fair deals with one seat: one thing of theirs for as little as will do."""
    other = int(offer.field("to").candidates[0])
    names = [field.name for field in offer.fields]
    if "give" not in names or "take" not in names:
        return
    goods = [
        (worth_to(outlook, outlook.seat, t), worth_to(outlook, other, t), t)
        for t in offer.field("give").candidates
    ]
    # First what they prize and this seat does not.
    goods.sort(key=lambda good: (good[0] - good[1], good[2]))
    envy = _ENVY * rivalry(outlook, other, outlook.seat)
    for wish in offer.field("take").candidates:
        gain, price = worth_to(outlook, outlook.seat, wish), worth_to(outlook, other, wish)
        given: list[str] = []
        for mine, theirs, token in goods:
            if len(given) == _MOST_GOODS:
                break
            if _useless(mine, theirs, price):
                continue
            given.append(token)
            gain -= mine
            price -= theirs
            if -price >= _FAIR + 1.5 * _ENVY * max(0.0, gain):
                if gain + envy * price >= _FAIR:
                    yield min(gain, -price), _proposal(other, given, wish)
                break


def _useless(mine: float, theirs: float, price: float) -> bool:
    """Whether a thing pays too little of a price for what it costs."""
    return theirs < 0.1 * price or mine > 2 * theirs


def _proposal(other: int, give: Sequence[str], take: str) -> Choice:
    return Choice("propose_deal", {"to": (str(other),), "give": tuple(give), "take": (take,)})
