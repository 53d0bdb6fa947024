"""Votes of both houses, what is in whose interest, and how a ballot will probably end."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.rules.kernel import Choice, Prompt
from bot.seats.kingmaker_steward.assigning import card_worth
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.rivals import rivalry, weakest_rival

_SPITE = 0.5
_CHARITY = 0.2
_STRONG = 1.05
"""From this rivalry on a steward says nay to what another gains."""

Votes = tuple[list[int], list[int]]
"""The votes of the Commons and of the Lords, by seat."""


# Votes


def votes_of(outlook: Outlook) -> Votes:
    """The votes of the Parliament that sits; before it, those of a full house."""
    sitting = outlook.view.sitting
    if sitting is not None and sitting.commons:
        return list(sitting.commons), list(sitting.lords)
    found: Votes | None = outlook.known.get(votes_of)
    if found is None:
        attending = [n for n in outlook.nobles if not outlook.besieged(n)]
        found = outlook.known[votes_of] = commons(outlook), lords(outlook, attending)
    return found


def commons(outlook: Outlook) -> list[int]:
    """Votes in the House of Commons by seat."""
    view, content = outlook.view, outlook.content
    votes = [0] * len(view.seats)
    king = sole_king(outlook)
    seat = None if king is None else outlook.heir_seat(king)
    if seat is not None:
        votes[seat] += content.votes.king_commons
    for heir in outlook.living:
        seat = outlook.heir_seat(heir)
        if seat is not None and view.heirs[heir].rank == 1:
            votes[seat] += content.votes.senior_heir_commons
    for key in outlook.nobles:
        for card_id in _cards(outlook, key):
            card = content.crown[card_id]
            if card.commons_if_no_sole_king:
                votes[outlook.nobles[key].seat] += content.votes.king_commons if king is None else 0
            else:
                votes[outlook.nobles[key].seat] += card.commons
    for place, holder in view.control.items():
        votes[outlook.nobles[holder].seat] += outlook.board.places[place].commons
    return votes


def lords(outlook: Outlook, attending: Collection[str]) -> list[int]:
    """Votes in the House of Lords by seat, if these nobles attend."""
    votes = [0] * len(outlook.view.seats)
    for key in attending:
        seat = outlook.nobles[key].seat
        votes[seat] += sum(outlook.content.crown[card].lords for card in _cards(outlook, key))
        for heir in outlook.heirs_with(key):
            if outlook.view.heirs[heir].rank == 1:
                votes[seat] += outlook.content.votes.senior_heir_lords
    return votes


def _cards(outlook: Outlook, noble: str) -> list[str]:
    seen = outlook.nobles[noble]
    return [card for card in (noble, seen.title, seen.office, *seen.cards) if card is not None]


def kings(outlook: Outlook) -> list[str]:
    """The living Kings."""
    return [heir for heir in outlook.living if outlook.view.heirs[heir].crowned]


def sole_king(outlook: Outlook) -> str | None:
    """The only King there is."""
    found = kings(outlook)
    return found[0] if len(found) == 1 else None


def last_leader(outlook: Outlook) -> int | None:
    """Who will lead the third round, and give out what is left without a vote."""
    sitting, crown = outlook.view.sitting, outlook.content.crown
    attending = outlook.nobles if sitting is None else sitting.attending
    given = () if sitting is None else sitting.bishops_given
    bishops = [
        (crown[card].lords, outlook.nobles[noble].seat)
        for noble in attending
        if noble in outlook.nobles
        for card in outlook.nobles[noble].cards
        if crown[card].kind == "bishop" and card not in given
    ]
    best = max((rank for rank, _ in bishops), default=0)
    seats = {seat for rank, seat in bishops if rank == best}
    return seats.pop() if len(seats) == 1 else None


# Interest


def interest(outlook: Outlook, seat: int, card: str, noble: str) -> float:
    """What it is to a seat that a noble is given a card, in points."""
    owner = outlook.nobles[noble].seat
    worth = card_worth(outlook, card)
    if owner == seat:
        return worth
    if last_leader(outlook) == seat and takes(outlook, seat, card):
        return -worth
    if owner == weakest_rival(outlook, seat):
        return _CHARITY * worth
    danger = rivalry(outlook, owner, seat)
    return -_SPITE * worth * danger if danger >= _STRONG else -0.05 * worth


def takes(outlook: Outlook, seat: int, card: str) -> bool:
    """Whether some noble of a seat could take a title or an office."""
    return any(
        fits(outlook, noble, outlook.content.crown[card].kind)
        for noble, seen in outlook.nobles.items()
        if seen.seat == seat
    )


def fits(outlook: Outlook, noble: str, kind: str) -> bool:
    """Whether a noble could take a card of a kind: title, office or bishop."""
    seen = outlook.nobles[noble]
    if seen.captor is not None or outlook.besieged(noble):
        return False
    titled = seen.title is not None or outlook.content.crown[noble].title is not None
    if kind == "title":
        return not titled
    if kind == "office":
        return titled and seen.office is None
    return not any(outlook.content.crown[card].kind == "bishop" for card in seen.cards)


def opinion(gain: float) -> str:
    """The vote that follows from a gain, in points."""
    if gain > 0.3:
        return "yea"
    return "nay" if gain < -1.0 else "abstain"


def will_pass(outlook: Outlook, card: str, noble: str) -> bool:
    """Whether a proposal would probably win both houses."""
    votes = [opinion(interest(outlook, s, card, noble)) for s in range(len(outlook.view.seats))]
    return carried(votes, votes_of(outlook))


def carried(votes: Sequence[str], weights: Votes) -> bool:
    """Whether these votes win both houses."""
    return all(
        sum(w for vote, w in zip(votes, house, strict=True) if vote == "yea")
        > sum(w for vote, w in zip(votes, house, strict=True) if vote == "nay")
        for house in weights
    )


# The ballot


def vote(outlook: Outlook, prompt: Prompt) -> Choice:
    """Vote by interest on whatever is before Parliament."""
    return Choice(opinion(stake(outlook, outlook.seat, prompt.facts)))


def stake(outlook: Outlook, seat: int, motion: dict[str, str]) -> float:
    """What it is to a seat that a motion passes, in points."""
    if "ships" in motion:
        return sum(_of_ship(outlook, seat, ship) for ship in motion["ships"].split(","))
    king, card, noble = motion.get("king"), motion.get("card"), motion.get("noble")
    if king in outlook.view.heirs and king is not None and noble in outlook.nobles:
        keeper, mover = outlook.heir_seat(king), outlook.nobles[noble].seat
        if seat in (keeper, mover):
            return 10.0 if seat == mover else -10.0
        enemy = 0.0 if keeper is None else rivalry(outlook, keeper, seat)
        return 5.0 * (enemy - rivalry(outlook, mover, seat))
    if card in outlook.content.crown and card is not None and noble in outlook.nobles:
        giver = motion.get("giver")
        loss = 0.0
        if giver in outlook.nobles and giver is not None:
            loss = interest(outlook, seat, card, giver)
        return interest(outlook, seat, card, noble) - loss
    return 0.0


def _of_ship(outlook: Outlook, seat: int, ship: str) -> float:
    """What it is to a seat that a lost ship comes back to its office."""
    office = outlook.content.ships[ship].office
    holders = [noble.seat for noble in outlook.nobles.values() if noble.office == office]
    return 2.0 if seat in holders else -1.0


def recall(outlook: Outlook, prompt: Prompt) -> Choice:
    """Ask for the ships of one's own offices."""
    for offer in prompt.offers:
        if offer.verb == "recall_ships":
            ships = offer.field("ships").candidates
            own = tuple(ship for ship in ships if _of_ship(outlook, outlook.seat, ship) > 0)
            if own:
                return Choice("recall_ships", {"ships": own})
    return Choice("done")
