"""What a steward offers on its own initiative: one deal a round, spread over the players, and none
twice.

Anything that has changed hands stays where it is for some rounds. The cards for marching twice are
given only for heirs, and those for calling Parliament, one at a time, to who can call with them.

A player who puts little value on places would offer many others nothing, because they have little
else to give. So a player who has been left out for a while comes first, and places then count as
much as they do for everybody else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.rules.kernel import Choice, Offer, Prompt, Seat, every_seat, with_seats
from bot.rules.kingmaker.ids import CardId
from bot.rules.kingmaker.pacts import REPLY, mark_of
from bot.seats.kingmaker_steward.deals.answering import bar
from bot.seats.kingmaker_steward.deals.worths import (
    FAIR,
    balance,
    envy_of,
    is_kept,
    only_goes_back,
    stays,
    worth_to,
)
from bot.seats.kingmaker_steward.moves_open import has_second_move
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.trust import matter, mover_of, price_of_trust
from bot.seats.kingmaker_steward.voting import carried, last_leader, opinion, stake, votes_of

_TALKS = 0.6
"""How often a steward thinks of business when it is asked something on its own turn."""

_LEISURE = ("movement", "combat", "parliament", "coronation", "keep_or_play")
"""The questions at which a steward may think of business on its own turn."""

_MOST_GOODS = 4
_OFTEN = 2.5
"""How much less an idea is worth, in points, for each offer that its taker has had recently."""

_WORTH_A_MOVE = 1.6
"""What a swap of nothing but places must bring both sides, in points: the worth of places goes up
and down as people march."""


_PAID = 0.5
"""At most this share of what a motion is worth is paid for a vote."""

_UNWILLING = -6.0
"""A player who would lose this many points if the motion passed is not asked for his vote."""

_DUE = "3"
"""A vote is repaid within this many rounds."""


def in_the_mood(outlook: Outlook, asked: Sequence[Prompt], chance: random.Random) -> bool:
    """Whether it is time to talk business: now and then on this seat's own turn, and before the
    vote on its own motion.
    """
    view = outlook.view
    if any(deal.giver == outlook.seat for deal in view.deals):
        return False
    if _may_ask_for_votes(outlook, asked):
        return True
    if _offered_now(outlook):
        return False
    own = view.active == outlook.seat and any(p.kind in _LEISURE for p in asked)
    if not (own and chance.random() < _TALKS * outlook.temper.talks):
        return False
    # A Free Move was played for a march that a deal could make pointless.
    return not any(p.kind == "movement" and has_second_move(outlook, p) for p in asked)


def propose(outlook: Outlook, prompt: Prompt, asked: Sequence[Prompt]) -> Choice | None:
    """The deal that leaves both sides best off, if there is a fair one; in Parliament, one for a
    vote that this seat still needs."""
    if _may_ask_for_votes(outlook, asked):
        return _for_a_vote(outlook, prompt)
    offers = [offer for offer in prompt.offers if offer.verb == "propose_deal"]
    ideas = [idea for offer in offers for idea in _ideas(outlook, offer)]
    return max(ideas, key=lambda idea: idea[0])[1] if ideas else None


def _taker(offer: Offer) -> Seat:
    return Seat(int(offer.field("to").candidates[0]))


def _offered_now(outlook: Outlook) -> bool:
    """Whether this seat has offered somebody something in this round without being asked."""
    now = f"{outlook.view.round}:"
    return any(mark.startswith(now) for marks in outlook.view.offered.values() for mark in marks)


# Things for things


def _ideas(outlook: Outlook, offer: Offer) -> Iterator[tuple[float, Choice]]:
    """Fair deals that one seat has not been offered yet: one of that seat's things for as little as
    will do. A swap of nothing but places must be worth the trouble to both sides."""
    other = _taker(offer)
    names = [field.name for field in offer.fields]
    if "give" not in names or "take" not in names:
        return
    goods = [
        (worth_to(outlook, outlook.seat, t), worth_to(outlook, other, t), t)
        for t in offer.field("give").candidates
        if not stays(outlook, t, outlook.seat, other)
    ]
    # First come the things that the other player prizes and this seat does not.
    goods.sort(key=lambda good: (good[0] - good[1], good[2]))
    marks = outlook.view.offered.get(other, ())
    known = {mark.partition(":")[2] for mark in marks}
    often = sum(REPLY not in mark.partition(":")[0] for mark in marks)
    for wish in offer.field("take").candidates:
        if stays(outlook, wish, other, outlook.seat):
            continue
        fit = [good for good in goods if not is_kept(outlook, good[2], wish, other)]
        given = _price(outlook, other, wish, fit)
        if given is None or mark_of(given, (wish,), "") in known:
            continue
        if only_goes_back(outlook, outlook.seat, (wish,), given):
            continue
        if only_goes_back(outlook, other, given, (wish,)):
            continue
        mine = balance(outlook, outlook.seat, (wish,), given)
        theirs = balance(outlook, other, given, (wish,))
        if min(mine, theirs) < _WORTH_A_MOVE and _is_land((wish, *given)):
            continue
        yield min(mine, theirs) - _OFTEN * often, _proposal(other, given, wish)


def _is_land(tokens: Sequence[str]) -> bool:
    """Whether only places change hands."""
    return all(token.startswith("place:") for token in tokens)


def _price(
    outlook: Outlook, other: Seat, wish: str, goods: Sequence[tuple[float, float, str]]
) -> list[str] | None:
    """The least that another seat would probably take for something, if that is fair."""
    gain, price = worth_to(outlook, outlook.seat, wish), worth_to(outlook, other, wish)
    envy, fair = envy_of(outlook, other), bar(outlook, other)
    theirs_of_mine = FAIR + max(0.0, price_of_trust(outlook, other))
    given: list[str] = []
    for mine, theirs, token in goods:
        if len(given) == _MOST_GOODS:
            return None
        if theirs < 0.1 * price or mine > 2 * theirs or _once_is_enough(outlook, token, given):
            continue
        given.append(token)
        gain -= mine
        price -= theirs
        if -price >= theirs_of_mine + 1.5 * envy_of(outlook, other) * max(0.0, gain):
            return given if gain + envy * price >= fair else None
    return None


def _once_is_enough(outlook: Outlook, token: str, given: Sequence[str]) -> bool:
    """Whether an Event card of the same kind is in the deal already: nobody needs two at a time."""
    cards = [outlook.content.events.get(CardId(one.partition(":")[2])) for one in (token, *given)]
    kinds = [None if card is None else card.kind for card in cards]
    return kinds[0] is not None and kinds[0] in kinds[1:]


def _proposal(other: Seat, give: Sequence[str], take: str) -> Choice:
    return Choice("propose_deal", {"to": (str(other),), "give": tuple(give), "take": (take,)})


# Votes


def _may_ask_for_votes(outlook: Outlook, asked: Sequence[Prompt]) -> bool:
    """Whether this seat's own motion is being debated, and it is this seat that calls the vote."""
    asks = any(p.kind == "debate" and p.blocking and p.seat == outlook.seat for p in asked)
    return asks and mover_of(outlook) == outlook.seat


def _for_a_vote(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Pay for the votes that are still needed, one or two of them: with something cheap, or with a
    vote in return."""
    motion, weights = outlook.view.motion, votes_of(outlook)
    if _falls_to_it(outlook, CardId(motion.get("card", ""))):
        return None
    stakes = [stake(outlook, seat, motion) for seat in every_seat(len(outlook.view.seats))]
    votes = [opinion(one) for one in stakes]
    for seat in _promised(outlook):
        votes[seat] = "yea"
    if carried(votes, weights):
        return None
    willing = [s for s, vote in with_seats(votes) if vote != "yea" and stakes[s] >= _UNWILLING]
    willing.sort(key=lambda seat: (-stakes[seat], seat))
    for number in (1, 2):
        for seats in combinations(willing, number):
            won = ["yea" if seat in seats else vote for seat, vote in with_seats(votes)]
            price = _PAID * stakes[outlook.seat] / number
            if carried(won, weights):
                choice = _for_the_vote_of(outlook, prompt, seats[0], price)
                if choice is not None:
                    return choice
    return None


def _falls_to_it(outlook: Outlook, card: CardId) -> bool:
    """Whether a card falls to this seat in the last round, which it leads, if it is refused now: it
    then gives it to whom it likes."""
    return card in outlook.content.crown and last_leader(outlook) == outlook.seat


def _promised(outlook: Outlook) -> set[Seat]:
    """The seats that took this seat's promise in return for their vote on what is before
    Parliament."""
    return {
        promise.taker
        for promise in outlook.view.promises
        if promise.giver == outlook.seat and promise.text.endswith(_yea_to(outlook))
    }


def _for_the_vote_of(outlook: Outlook, prompt: Prompt, other: Seat, price: float) -> Choice | None:
    known = {mark.partition(":")[2] for mark in outlook.view.offered.get(other, ())}
    for offer in prompt.offers:
        if offer.verb != "propose_deal" or offer.field("to").candidates != (str(other),):
            continue
        names = [field.name for field in offer.fields]
        goods = offer.field("give").candidates if "give" in names else ()
        cheap = [
            token
            for token in goods
            if not is_kept(outlook, token, "", other)
            if not stays(outlook, token, outlook.seat, other)
            if worth_to(outlook, outlook.seat, token) <= price
            and worth_to(outlook, other, token) >= worth_to(outlook, outlook.seat, token)
        ]
        cheap.sort(key=lambda token: (worth_to(outlook, outlook.seat, token), token))
        for token in cheap[:1]:
            text = f"my thanks for {_yea_to(outlook)}"
            if mark_of((token,), (), text) not in known:
                return _vote_deal(other, text, "1", (token,))
        text = f"my yea to your next motion, for {_yea_to(outlook)}"
        if mark_of((), (), text) not in known:
            return _vote_deal(other, text, _DUE)
    return None


def _yea_to(outlook: Outlook) -> str:
    """The vote that is asked for."""
    return f"your yea to {matter(outlook)}"


def _vote_deal(other: Seat, text: str, due: str, give: tuple[str, ...] = ()) -> Choice:
    args: dict[str, tuple[str, ...]] = {"to": (str(other),), "promise": (text,), "due": (due,)}
    return Choice("propose_deal", {**args, "give": give} if give else args)
