"""What votes are worth as the end of the time draws near, to a player who looks that far ahead.

When the time is up, the votes of both houses decide (house-3.8, base-15.24). Until the last rounds
a player does best to play for heirs and castles; then whatever has votes is worth more.
"""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker.ids import CardId, HeirId
from bot.seats.kingmaker_steward.outlook import Outlook

FROM = 8
"""Votes count for more from this many rounds before the last one."""

_VOTE = 2.0
"""What a vote in the Commons is worth in the last round, in points; before that, it is less."""

_LORDS = 2
"""A vote in the Lords is worth this many in the Commons, because there are half as many."""


def vote_worth(outlook: Outlook) -> float:
    """What a vote in the Commons is worth now, in points, because the time will be up: nothing at
    first, and more from round to round."""
    limit, rules = outlook.view.rounds_limit, outlook.content.ruleset
    if not outlook.temper.far_sighted or limit is None or rules.use.limit == "points":
        return 0.0
    return _VOTE * max(0.0, 1.0 - (limit - outlook.view.round) / FROM)


def votes_in(outlook: Outlook, card: CardId) -> float:
    """What the votes that come with a card are worth, in points."""
    each, known = vote_worth(outlook), outlook.content.crown[card]
    if not each:
        return 0.0
    commons = known.commons
    if known.commons_if_no_sole_king:  # but not in the Final Parliament (classic-object.4)
        stands_in = len(outlook.kings) != 1 and outlook.content.ruleset.use.limit == "reckoning"
        commons = outlook.content.votes.king_commons if stands_in else 0
    return each * (commons + _LORDS * known.lords)


def votes_with(outlook: Outlook, heir: HeirId) -> float:
    """What the votes that come with an heir are worth, in points."""
    each, seen, votes = vote_worth(outlook), outlook.view.heirs[heir], outlook.content.votes
    found = 0
    if seen.rank == 1:
        found += votes.senior_heir_commons + _LORDS * votes.senior_heir_lords
    if seen.crowned and len(outlook.kings) == 1:
        found += votes.king_commons
    return each * found


def votes_of_a_king(outlook: Outlook) -> float:
    """What the votes of a sole King are worth, in points, if there is no King yet."""
    return 0.0 if outlook.kings else vote_worth(outlook) * outlook.content.votes.king_commons


def still_to_come(outlook: Outlook) -> float:
    """The share of the others who have a turn before this seat's next one or the end of the time;
    1 for a player who does not look that far ahead."""
    view = outlook.view
    limit = view.rounds_limit
    if not outlook.temper.far_sighted or limit is None or view.round < limit:
        return 1.0
    seats = len(view.seats)
    return (view.first - outlook.seat - 1) % seats / max(1, seats - 1)


def as_others_see(outlook: Outlook, seat: Seat) -> Outlook:
    """The outlook in which to judge what a seat wants: others are not expected to look ahead to the
    end."""
    if seat == outlook.seat or not vote_worth(outlook):
        return outlook
    found: Outlook | None = outlook.known.get(as_others_see)
    if found is None:
        found = outlook.known[as_others_see] = Outlook(outlook.view, outlook.seat, outlook.content)
        found.stance = outlook.stance
    return found
