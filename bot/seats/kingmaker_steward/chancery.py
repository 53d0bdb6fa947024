"""Which seats would get the cards of a Parliament called now.

If Parliament has three rounds, the caller gives out the bishops (house-7.2.7) and leads the first
round, in which both houses vote on where each card goes. The leader of the third round gives out
whatever is left, without a vote (house-7.2.31). If the caller offers the cards himself, nobody else
gets one except from him (base-15.8), or from those who propose after him (base-15.28).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.rules.kernel import Seat, every_seat, with_seats
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.seats.kingmaker_steward.assigning import card_worth
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.rivals import might, rivalry
from bot.seats.kingmaker_steward.voting import (
    Votes,
    carried,
    fits,
    last_leader,
    lords,
    opinions,
    senior_bishop,
    votes_of,
)

_LIKELY = 0.6
"""How often a vote goes as predicted."""

_COMING = 0.6
"""The share of the others' votes in the Lords that turns up if nobody has to come."""

_KINDS = ("bishop", "title", "office")

Rooms = dict[str, list[float]]
"""How many nobles of each seat could take a card of one kind."""


def gain(outlook: Outlook) -> float:
    """What the Chancery's cards promise a player who calls now, minus what the best of the others
    gets.

    Both figures are in points. Whatever goes to a weak rival does less harm.
    """
    shares = expected(outlook)
    return shares[outlook.seat] - max(
        share * rivalry(outlook, seat, outlook.seat) for seat, share in with_seats(shares)
    )


def expected(outlook: Outlook) -> list[float]:
    """What each seat may expect from the Chancery's cards if this seat calls now, in points.

    The Chancery's cards are face down; any title, office or bishop that is not in sight may be
    among them.
    """
    shares, unseen = [0.0] * len(outlook.view.seats), _unseen(outlook)
    part = min(1.0, outlook.view.chancery / max(1, sum(map(len, unseen.values()))))
    rooms = _rooms(outlook) if part else {}
    for kind, cards in unseen.items():
        if cards and part:
            worth = sum(card_worth(outlook, card) for card in cards) / len(cards)
            dealt = dealt_out(outlook, kind, cards, part * len(cards), rooms)
            for seat, count in with_seats(dealt):
                shares[seat] += count * worth
                if kind == "title":  # a noble who bears one may hold an office
                    rooms["office"][seat] += count
    return shares


def dealt_out(
    outlook: Outlook, kind: str, cards: Sequence[CardId], count: float, rooms: Rooms | None = None
) -> list[float]:
    """How many of the cards of one kind each seat gets, counted proposer by proposer."""
    room = (rooms or _rooms(outlook))[kind]
    dealt = [0.0] * len(room)

    def give(seat: Seat, most: float) -> float:
        number = min(most, room[seat])
        dealt[seat] += number
        room[seat] -= number
        return number

    for seat, chance, whole in _proposers(outlook, kind, cards):
        count -= give(seat, chance * min(count, room[seat]))
        if whole:
            for poor in sorted(every_seat(len(room)), key=lambda s: (might(outlook, s), s)):
                count -= give(poor, count)
    return dealt


def _proposers(
    outlook: Outlook, kind: str, cards: Sequence[CardId]
) -> Iterator[tuple[Seat, float, bool]]:
    """Each proposer in turn, how likely his nobles are to get what he proposes, and whether he
    gives out the rest."""
    mine, rules = outlook.seat, outlook.content.ruleset
    leader, second = last_leader(outlook), speaker(outlook)
    if outlook.free_parliament:
        who = {"caller": mine, "commons": second, "bishop": senior_bishop(outlook)}
        for seat in dict.fromkeys(who[by] for by in rules.proposers):
            if seat is not None:
                voted = rules.grants_voted
                yield seat, passing(outlook, seat, kind, cards) if voted else 1.0, False
    elif kind == "bishop":
        yield mine, 1.0, True
    else:
        for seat in dict.fromkeys((mine, second)):
            if seat not in (None, leader):
                assert seat is not None
                yield seat, passing(outlook, seat, kind, cards), False
        if leader is not None:
            yield leader, 1.0, True


def passing(outlook: Outlook, seat: Seat, kind: str, cards: Sequence[CardId]) -> float:
    """How likely a card of one kind is to go to a seat's own noble, given everybody's votes."""
    takers = [
        n for n, seen in outlook.nobles.items() if seen.seat == seat and fits(outlook, n, kind)
    ]
    if not takers:
        takers = [noble for noble, seen in outlook.nobles.items() if seen.seat == seat]
    if not takers:
        return 0.0
    noble = max(takers, key=lambda n: (outlook.power(n), n))
    weights = expected_votes(outlook)
    won = [carried(opinions(outlook, card, noble), weights) for card in cards]
    return _LIKELY * sum(won) / len(cards)


def expected_votes(outlook: Outlook) -> Votes:
    """The votes in a Parliament called by this seat; some of the others stay away if nobody has to
    come."""
    commons, lords = votes_of(outlook)
    if not outlook.free_parliament:
        return commons, lords
    return commons, [
        votes if seat == outlook.seat else round(_COMING * votes)
        for seat, votes in with_seats(lords)
    ]


def lacking(outlook: Outlook, attending: Collection[NobleId]) -> dict[CardId, int]:
    """The cards that this seat's nobles could win, each with the number of votes in the Lords that
    are still needed for it.

    The list is for the caller of a Parliament that nobody has to attend, while others are still on
    their way; only cards that lack nothing but votes in the Lords are listed.
    """
    view, seats = outlook.view, every_seat(len(outlook.view.seats))
    commons, others = votes_of(outlook)[0], expected_votes(outlook)[1]
    own = lords(outlook, [n for n in attending if n in outlook.nobles])[outlook.seat]
    found: dict[CardId, int] = {}
    for card in view.chancery_cards:
        kind = outlook.content.crown[card].kind
        takers = [noble for noble in outlook.mine if fits(outlook, noble, kind)]
        if not takers:
            continue
        noble = max(takers, key=lambda n: (outlook.power(n), n))
        votes = opinions(outlook, card, noble)
        if not carried(votes, (commons, commons)):
            continue
        yea, nay = (
            sum(others[s] for s in seats if s != outlook.seat and votes[s] == vote)
            for vote in ("yea", "nay")
        )
        if nay >= yea + own:
            found[card] = nay - yea - own + 1
    return found


def speaker(outlook: Outlook) -> Seat | None:
    """The seat with the most votes in the Commons; None if there is a tie."""
    commons = votes_of(outlook)[0]
    leaders = [seat for seat, votes in with_seats(commons) if votes == max(commons)]
    return leaders[0] if len(leaders) == 1 else None


def _rooms(outlook: Outlook) -> Rooms:
    seats = every_seat(len(outlook.view.seats))
    return {
        kind: [
            float(
                sum(
                    outlook.nobles[n].seat == seat and fits(outlook, n, kind)
                    for n in outlook.nobles
                )
            )
            for seat in seats
        ]
        for kind in _KINDS
    }


def _unseen(outlook: Outlook) -> dict[str, list[CardId]]:
    """The bishops, titles and offices that are neither with a noble nor in this seat's hand."""
    crown, content = outlook.content.crown, outlook.content
    seen = set(outlook.view.hand)
    for noble in outlook.nobles.values():
        seen.update(card for card in (noble.title, noble.office, *noble.cards) if card)
    kinds = {"bishop": content.bishops, "title": content.titles, "office": content.offices}
    return {
        kind: [card for card in cards if card in crown and card not in seen]
        for kind, cards in kinds.items()
    }
